// Deciding a unit in a game that remembers, and packing the winner's strategy with its measure.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cycles/measured.hpp"
#include "games/memory.hpp"
#include "search/memory_search.hpp"
#include "search/strategy.hpp"

namespace shikatsu {

struct Remembered {
    std::string status = "unknown", stop = "solved", method, closure;
    uint64_t expanded = 0, looks = 0;
    double seconds = 0;
    int words = 1;
};

template <int W>
struct MemoryItem {
    MemoryState<W> state;
    int16_t move = PASS;
    uint8_t bad = 0;
    uint32_t credit = 0, rank = 0, first = 0, edges = 0;
};

// What a state of such a strategy takes, with its moves and its place in a table.
template <int W>
constexpr size_t STATE_OF_PROOF = sizeof(MemoryItem<W>) + sizeof(MemoryState<W>) + 160;

// The winner's strategy from `start` on in the game asked for, with its measure. `solved` may be a game with less memory,
// and `project` gives the states of it that may stand for one of this. False: there is none, or it was given up.
template <int W, class Project>
bool certify_memory(MemoryGame<W>& game, const MemoryGraph<W>& solved, const MemoryState<W>& start, int side,
                    const Project& project, size_t most, Measured<MemoryItem<W>>& closure) {
    const bool closed = close_strategy<MemoryStep<W>>(game, start, side, most, closure, [&](const MemoryState<W>& s, int16_t& move) {
        for (const MemoryState<W>& known : project(s)) {
            const uint32_t id = solved.find(known);
            if (id == NIL || solved.nodes[id].status != side) continue;
            move = solved.nodes[id].best;
            return true;
        }
        return false;
    });
    return closed && closure.measure(side == game.marks());
}

template <int W>
std::string pack_memory(const Measured<MemoryItem<W>>& closure, int side) {
    std::string out;
    auto put = [&out](const void* data, size_t size) { out.append(static_cast<const char*>(data), size); };
    for (const auto& item : closure.items) {
        const auto& s = item.state;
        for (const Bits<W>* part : {&s.s[0], &s.s[1], &s.bans, &s.freed[0], &s.freed[1], &s.old, &s.held})
            put(part->w, sizeof part->w);
        const int16_t move = s.turn == side ? item.move : int16_t(0x7fff);
        put(&s.turn, 1);
        put(&s.captured, 1);
        put(&s.taken, 2);
        put(&move, 2);
        put(&item.credit, 4);
        put(&item.rank, 4);
    }
    return out;
}

template <int W>
Remembered remember(const Geometry<W>& g, const MemoryRules& rules, const Bits<W>& scope, const MemoryState<W>& start,
                    const Limits& limits, const std::function<bool()>& cancelled) {
    Remembered answer;
    answer.words = W;
    Watch watch(limits.seconds, cancelled);
    MemoryGame<W> game(g, rules, scope);
    // A unit that cannot be taken at all needs no new stone, and that is a smaller game.
    auto attempt = [&](const MemoryRules& played, const Bits<W>& where, uint64_t nodes, int trusted,
                       const char* method, auto project) {
        MemoryGame<W> arena(g, played, where);
        Limits bound = limits;
        const uint64_t left = limits.nodes > answer.expanded ? limits.nodes - answer.expanded : 1;
        bound.nodes = nodes < left ? nodes : left;
        MemoryGraph<W> graph(arena, bound.bytes);
        MemorySearch<W> search(graph, bound, watch);
        const uint32_t root = graph.intern(project(start)[0]);
        const Stop stop = search.run(root);
        answer.expanded += graph.expanded;
        answer.stop = stop_name(stop);
        const int side = graph.nodes[root].status;
        if (side == NOBODY) return stop == Stop::Cancelled;
        if (trusted != NOBODY && side != trusted) return false;
        Measured<MemoryItem<W>> closure;
        closure.watch = &watch;
        const size_t most = room_for_proof(limits.bytes, graph.bytes(), STATE_OF_PROOF<W>);
        if (!certify_memory<W>(game, graph, start, side, project, most, closure)) {
            answer.stop = watch.late(0) ? "seconds" : closure.items.size() > most ? "memory" : "uncertified";
            return false;
        }
        answer.closure = pack_memory<W>(closure, side);
        answer.status = side == OWNER ? "owner" : "attacker";
        answer.method = method;
        return true;
    };
    MemoryRules once = rules;
    once.aim = Aim::CapturedOnce;
    once.all_marked = true;
    using States = std::vector<MemoryState<W>>;
    auto forget = [](MemoryState<W> s) {
        s.old = s.held = Bits<W>::none();
        s.captured = 0;
        return States{s};
    };
    // A new stone where the unit stood counts in every scope, and that is a smaller game as well. What was held there
    // is not known from what is held in the larger scope; any choice will do that turns out to hold.
    auto shrink = [&](const MemoryState<W>& s) {
        States all;
        const Bits<W> stand = s.s[OWNER] & g.unit;
        auto add = [&](const Bits<W>& held) {
            all.push_back(s);
            all.back().old = s.captured ? Bits<W>::none() : g.untaken(s.taken);
            all.back().held = held;
        };
        add(s.captured ? s.held & g.unit : Bits<W>::none());
        if (!s.captured || stand.count() > 6) return all;
        std::vector<Bits<W>> subsets{Bits<W>::none()};
        for (Bits<W> rest = stand; rest.any();) {
            const Bits<W> stone = Bits<W>::single(rest.pop());
            for (size_t i = subsets.size(); i-- > 0;) subsets.push_back(subsets[i] | stone);
        }
        for (size_t i = subsets.size(); i-- > 0;) add(subsets[i]);
        return all;
    };
    auto same = [](const MemoryState<W>& s) { return States{s}; };
    const Bits<W> none = Bits<W>::none();
    // Of several chains it is not known which were taken where points finally count.
    const bool smaller = rules.aim == Aim::NoNewStone || (rules.aim == Aim::FinallyOwned && g.parts.empty());
    bool decided = smaller && attempt(once, none, limits.nodes / 4, OWNER, "never taken", forget);
    if (!decided && rules.aim == Aim::NoNewStone && !(scope == g.unit))
        decided = attempt(rules, g.unit, limits.nodes / 4, OWNER, "on its points", shrink);
    if (!decided) attempt(rules, scope, limits.nodes, NOBODY, "search", same);
    answer.seconds = watch.elapsed();
    answer.looks = watch.times();
    return answer;
}

}  // namespace shikatsu
