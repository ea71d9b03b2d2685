// Deciding a unit in a game that remembers, and packing the winner's strategy with its measure.
#pragma once
#include <algorithm>
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

// Ever larger parts of the locale around the unit: by turns empty points beside the last one join, and chains beside it.
template <int W>
std::vector<Bits<W>> surroundings(const Geometry<W>& g, const MemoryState<W>& start) {
    const Bits<W> stones[2] = {start.s[0], start.s[1]}, empty = g.all.minus(stones[0] | stones[1]);
    std::vector<Bits<W>> found;
    Bits<W> part = g.unit;
    for (int idle = 0, turn = 0; idle < 2; ++turn) {
        const Bits<W> beside = g.around(part).minus(part);
        Bits<W> more = beside & empty;
        if (turn % 2) more = g.flood(beside & stones[0], stones[0]) | g.flood(beside & stones[1], stones[1]);
        idle = more.any() ? 0 : idle + 1;
        part |= more;
        if (more.any() && !(part == g.all)) found.push_back(part);
    }
    return found;
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
                    const Limits& limits, uint64_t at_once, const std::function<bool()>& cancelled) {
    // The part that games with less memory get, and how many times the states of one round the next one has.
    constexpr uint64_t LESS = 4, MORE = 4;
    Remembered answer;
    answer.words = W;
    Watch watch(limits.seconds, cancelled);
    MemoryGame<W> game(g, rules, scope);
    bool solved = false;                // whether the game searched last was, whoever won it
    uint64_t reserved = 0;              // bytes of a search that is to go on
    const auto left = [&] { return limits.nodes > answer.expanded ? limits.nodes - answer.expanded : 1; };
    // Goes on with a search for so many states.
    auto proceed = [&](MemorySearch<W>& search, uint32_t root, uint64_t nodes, int trusted, const char* method, auto project) {
        const MemoryGraph<W>& graph = search.graph;
        const uint64_t before = graph.expanded;
        search.limits.nodes = before + std::min(nodes, left());
        const Stop stop = search.run(root);
        answer.expanded += graph.expanded - before;
        answer.stop = stop_name(stop);
        const int side = graph.nodes[root].status;
        solved = side != NOBODY;
        if (!solved) return stop == Stop::Cancelled;
        if (trusted != NOBODY && side != trusted) return false;
        Measured<MemoryItem<W>> closure;
        closure.watch = &watch;
        const size_t most = room_for_proof(limits.bytes - reserved, graph.bytes(), STATE_OF_PROOF<W>);
        if (!certify_memory<W>(game, graph, start, side, project, most, closure)) {
            answer.stop = watch.late(0) ? "seconds" : closure.items.size() > most ? "memory" : "uncertified";
            return false;
        }
        answer.closure = pack_memory<W>(closure, side);
        answer.status = side == OWNER ? "owner" : "attacker";
        answer.method = method;
        return true;
    };
    // A smaller game that is won by the trusted side only if the game itself is.
    auto attempt = [&](const MemoryRules& played, const Bits<W>& where, uint64_t nodes, int trusted, const char* method,
                       auto project, const Bits<W>& shut = Bits<W>::none()) {
        MemoryGame<W> arena(g, played, where);
        arena.shut[trusted] = shut;
        MemoryGraph<W> graph(arena, limits.bytes - reserved);
        MemorySearch<W> search(graph, limits, watch);
        return proceed(search, graph.intern(project(start)[0]), nodes, trusted, method, project);
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
    const uint64_t little = limits.nodes / LESS;
    watch.share(1.0 / LESS);
    bool decided = smaller && attempt(once, none, little, OWNER, "never taken", forget);
    watch.share(1.0 / LESS);
    if (!decided && rules.aim == Aim::NoNewStone && !(scope == g.unit))
        decided = attempt(rules, g.unit, little, OWNER, "on its points", shrink);
    watch.whole();
    if (!decided) {
        // Who wins while he plays near the unit only wins. That is a far smaller game where the locale is large, and the nearer
        // the smaller. So each side is tried in the smallest part in which it has not lost.
        const std::vector<Bits<W>> near = surroundings(g, start);
        size_t part[2] = {0, 0};
        MemoryGame<W> arena(g, rules, scope);
        MemoryGraph<W> graph(arena, limits.bytes);
        MemorySearch<W> whole(graph, limits, watch);
        const uint32_t root = graph.intern(start);
        for (uint64_t most = at_once; !decided; most *= MORE) {
            reserved = 0;
            decided = proceed(whole, root, most, NOBODY, "search", same);
            if (solved || answer.stop != stop_name(Stop::Nodes) || left() == 1) break;
            reserved = std::min(uint64_t(graph.bytes()), limits.bytes / 2);
            for (int side : {OWNER, ATTACKER})
                for (solved = true; !decided && solved && part[side] < near.size(); part[side] += solved)
                    decided = attempt(rules, scope, most, side, "near the unit", same, g.all.minus(near[part[side]]));
        }
    }
    answer.seconds = watch.elapsed();
    answer.looks = watch.times();
    return answer;
}

}  // namespace shikatsu
