// Searches as Python asks for them: limits, the games that are tried, and what is answered.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/answers.hpp"
#include "search/closure.hpp"
#include "search/continued.hpp"
#include "search/search.hpp"

namespace shikatsu::python {

namespace nb = nanobind;

struct Answer {
    std::string status = "unknown", stop = "solved", method, claimed;
    uint64_t expanded = 0, generated = 0, nodes = 0, bytes = 0, solves = 0, looks = 0;
    double seconds = 0;
    uint32_t pn = 0, dn = 0;                // of the start, if a limit ended the last search
    std::string closure;                    // packed items, see verifier/search/native/packed.py
    int words = 1;
    bool patterns = false;                  // the closure is made of patterns
    int64_t covered = -1;                   // the number of the pattern proved before that holds for the start
};

template <int W>
std::string pack(const Geometry<W>& g, const Closure<W>& closure, int side) {
    std::string out;
    auto put = [&out](const void* data, size_t size) { out.append(static_cast<const char*>(data), size); };
    for (const auto& item : closure.items) {
        for (int c = 0; c < 2; ++c) put(g.in_order(item.state.s[c]).w, sizeof(Bits<W>));
        const int16_t move = item.state.turn == side ? int16_t(g.in_order(item.move)) : int16_t(-2), ban = int16_t(g.in_order(item.state.ban));
        put(&ban, 2);
        put(&item.state.turn, 1);
        put(&item.state.passed, 1);
        put(item.state.threats, 2);
        put(&item.state.taken, 2);
        put(&move, 2);
        put(&item.credit, 4);
        put(&item.rank, 4);
    }
    return out;
}

// The patterns of a proof but for those proved before. `numbers`: of all items.
template <int W>
std::string pack_patterns(const Geometry<W>& g, const Closure<W>& closure, int side, const std::vector<uint32_t>& numbers) {
    std::string out;
    out.reserve(closure.items.size() * (6 * sizeof(Bits<W>) + 20) + closure.replies.size() * 12);
    auto put = [&out](const void* data, size_t size) { out.append(static_cast<const char*>(data), size); };
    const bool named = g.rules.named();
    const uint8_t no_threats[2] = {0, 0};      // the bytes of threats have another meaning there
    for (const auto& item : closure.items) {
        if (item.proved != NIL) continue;
        for (const Bits<W>& set : {item.zone.hard, item.zone.soft, item.state.s[0], item.state.s[1], item.bound[0], item.bound[1]})
            put(g.in_order(set).w, sizeof(Bits<W>));
        if (named)
            for (const Bits<W>& by : (*g.passes)[item.state.passed_for()].by) put(g.in_order(by).w, sizeof(Bits<W>));
        const int16_t move = item.state.turn == side ? int16_t(g.in_order(item.move)) : int16_t(-2), ban = int16_t(g.in_order(item.state.ban));
        const uint16_t turn = item.state.turn, count = uint16_t(item.answers);
        put(&ban, 2);
        put(&turn, 2);
        put(named ? no_threats : item.state.threats, 2);
        put(&item.state.taken, 2);
        put(&move, 2);
        put(&count, 2);
        put(&item.credit, 4);
        put(&item.rank, 4);
        for (uint32_t k = item.answer; k < item.answer + item.answers; ++k) {
            const auto& reply = closure.replies[k];
            const int32_t to = reply.to == NIL ? -1 : int32_t(numbers[reply.to]), at = g.in_order(reply.move), answer = g.in_order(reply.answer);
            put(&at, 4);
            put(&to, 4);
            put(&answer, 4);
        }
    }
    return out;
}

template <int W>
bool certify(const Geometry<W>& g, const Graph<W>& graph, uint32_t root, const State<W>& s, int side, size_t most, Watch& watch,
             Continued<W>& before, Answer& answer) {
    Closure<W> closure;
    closure.watch = &watch;
    auto failed = [&] {
        answer.stop = watch.late(0) ? "seconds" : closure.items.size() > most ? "memory" : "uncertified";
        return false;
    };
    if (graph.zones) {
        auto complete = [&](Closure<W>& proof, bool merge) {
            return proof.patterns(graph, root, side, s.threats[1 - side], most, merge) && proof.measure(side == graph.favoured());
        };
        bool merge = true;
        if (!complete(closure, merge) && !complete(closure, merge = false)) return failed();
        // Nodes that take the place of others have zones of their own, and may be subsumed in turn: large proofs
        // are gone over again as long as that makes them smaller by half a percent.
        closure.hurried = true;
        for (bool again = closure.items.size() >= 16 && !watch.over(0); again;) {
            Closure<W> smaller;
            smaller.watch = &watch;
            smaller.hurried = true;
            smaller.subsumed = closure.generalised(graph, side);
            for (const auto& [id, other] : closure.subsumed) {
                const auto next = smaller.subsumed.find(other);
                smaller.subsumed[id] = next == smaller.subsumed.end() ? other : next->second;
            }
            const size_t items = closure.items.size();
            if (smaller.subsumed.empty() || !complete(smaller, merge) || smaller.items.size() >= items) break;
            closure = std::move(smaller);
            again = items > Closure<W>::LARGE && items - closure.items.size() > items / 200;
        }
        // The measure found before fits all the same, should there be no time for the least one.
        if (!g.rules.named()) Answers<W>(closure, g, side).give();
        closure.measure(side == graph.favoured());
        before.take(std::move(closure));
        answer.covered = before.covered();
        answer.closure = pack_patterns(g, before.last, side, before.numbers);
        answer.patterns = true;
        return true;
    }
    if (!closure.build(g, graph, s, side, most) || !closure.measure(side == graph.favoured())) return failed();
    answer.closure = pack(g, closure, side);
    return true;
}

inline bool cancelled() {
    nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

inline Limits limits_of(uint64_t nodes, double seconds, uint64_t bytes) {
    Limits limits;
    limits.nodes = nodes;
    limits.seconds = seconds;
    limits.bytes = bytes;
    return limits;
}

struct Plan {
    Limits limits;
    Order order = Order::Guided;
    uint64_t relaxations = 0;               // budget of the first look at the game, and of relaxations of it without ko bans
    bool zones = true;
    int wanted = NOBODY;                    // the side whose win alone is of use

    Plan(uint64_t nodes, double seconds, uint64_t bytes, const std::string& name, uint64_t first, bool by_zones, int side)
        : relaxations(first), zones(by_zones), wanted(side < 0 ? NOBODY : side) {
        limits = limits_of(nodes, seconds, bytes);
        order = name == "breadth" ? Order::Breadth
                : name == "df-pn" ? Order::DepthFirst
                : name == "naive" ? Order::Naive
                                  : Order::Guided;
    }
    // The usual one for a game that one side is to win.
    static Plan of(int side, uint64_t nodes, double seconds, uint64_t bytes) { return {nodes, seconds, bytes, "guided", 0, true, side}; }

    // Whether smaller games are tried too, whose winner wins this one.
    bool others() const { return wanted == NOBODY; }
};

// A game with what has been explored of it; the search can go on where it stopped.
template <int W>
struct Attempt {
    Geometry<W> game;
    Graph<W> graph;
    Search<W> search;
    uint32_t root;

    Attempt(const Geometry<W>& g, const State<W>& s, const Plan& plan, Watch& watch, bool fixpoints, Proved<W>* proved = nullptr)
        : game(g), graph(game, plan.limits.bytes), search(graph, plan.limits, watch) {
        graph.proved = proved;
        graph.zones = graph.zones && plan.zones;
        graph.shaped = !plan.others();      // the weights are those of games in which only one side's win is wanted
        search.fixpoints = fixpoints;
        search.order = plan.order;
        search.wanted = uint8_t(plan.wanted);
        State<W> begin = s;
        if (!game.rules.basic_ko) begin.threats[0] = begin.threats[1] = 0;
        root = graph.intern(begin);
    }
    Attempt(const Attempt&) = delete;       // its parts know each other's addresses

    int winner() const { return graph.nodes[root].status; }
};

// What a pattern of a proof takes while it is made, twice as there may be a smaller one beside it: with its moves and its
// place in a table.
template <int W>
constexpr size_t PATTERN_OF_PROOF = 2 * (sizeof(ClosureItem<W>) + sizeof(State<W>) + sizeof(Zone<W>) + sizeof(Bits<W>) + 200);

// Decides a start by the game itself and by smaller games whose winner is known to win it as well.
template <int W>
struct Solver {
    const Geometry<W>& g;
    const State<W>& s;
    const Plan& plan;
    Continued<W>& before;
    const bool final_ownership = !g.rules.captured_once;
    // Once such a unit is taken the attacker gets one of two points next to his wall: it is one game and not two.
    const bool twice = final_ownership && g.parts.empty() && g.rules.plain == NOBODY && g.unit.within(s.s[OWNER]) &&
                       (g.unit & g.wall[ATTACKER]).count() < 2;
    Watch watch{plan.limits.seconds, cancelled};     // one for all its games
    Answer answer{};
    int taken = NOBODY;                     // who wins the game that ends with the capture of the unit
    std::optional<Attempt<W>> once{}, whole{};

    Solver(const Geometry<W>& game, const State<W>& start, const Plan& how, Continued<W>& proved)
        : g(game), s(start), plan(how), before(proved) {}

    // Go on where a limit ended the search; `plan` may say another one by now.
    void again() {
        watch.again(plan.limits.seconds);
        answer = Answer{};
        run();
    }

    // What came of it.
    Answer told() {
        answer.words = W;
        answer.seconds = watch.elapsed();
        answer.looks = watch.times();
        return std::move(answer);
    }

    void run() {
        if (!plan.others()) {
            settles(game(), plan.limits.nodes, NOBODY, "search");
            return;
        }
        // Most units need little search, whatever the game. But threats multiply the states.
        const Rules& rules = g.rules;
        const bool threats = rules.threats[0] || rules.threats[1] || rules.unlimited[0] || rules.unlimited[1];
        if (plan.relaxations && ((!threats && look()) || ko_free())) return;
        if (twice && taken != ATTACKER && settles(capture(), plan.limits.nodes / 8, OWNER, "never taken")) return;
        once.reset();
        settles(game(), plan.limits.nodes, NOBODY, "search");
    }

  private:
    bool look() {
        // A unit that is never taken lives under final ownership too, and taking it once is a smaller game.
        if (twice && settles(capture(), plan.relaxations, OWNER, "never taken")) return true;
        if (twice) taken = once->winner();
        return (!twice || taken == ATTACKER) && settles(game(), plan.relaxations, NOBODY, "search");
    }

    // Without ko bans there are fewer states, and what is won there is won under every ko rule.
    bool ko_free() {
        Geometry<W> bare = g;
        bare.rules.basic_ko = false;
        if (!final_ownership || (twice && taken == NOBODY)) {
            Geometry<W> least = bare;
            least.rules.captured_once = true;
            Attempt<W> attempt(least, s, plan, watch, false);
            if (settles(attempt, plan.relaxations, final_ownership ? OWNER : NOBODY, "ko-free")) return true;
            taken = attempt.winner();
        }
        if (!final_ownership || (twice && taken != ATTACKER)) return false;
        Attempt<W> attempt(bare, s, plan, watch, false);
        return settles(attempt, plan.relaxations, NOBODY, "ko-free");
    }

    Attempt<W>& capture() {
        if (!once) {
            Geometry<W> smaller = g;
            smaller.rules.captured_once = true;
            once.emplace(smaller, s, plan, watch, true);
        }
        return *once;
    }
    Attempt<W>& game() {
        if (!whole) {
            whole.emplace(g, s, plan, watch, true, before.proved ? &*before.proved : nullptr);
        }
        return *whole;
    }

    // Search with so many states more; true if that settles the matter (or the user wants to stop).
    bool settles(Attempt<W>& attempt, uint64_t nodes, int trusted, const char* method) {
        const Limits& limits = plan.limits;
        Graph<W>& graph = attempt.graph;
        Search<W>& search = attempt.search;
        const uint64_t expanded = graph.expanded, generated = graph.generated, states = graph.states, solves = search.solves;
        if (answer.expanded >= limits.nodes) {
            answer.stop = stop_name(Stop::Nodes);   // a game before may have come to its end, this one has not
            return false;
        }
        const uint64_t left = limits.nodes - answer.expanded;
        uint64_t others = 0;                // what is kept of another game
        for (const auto* kept : {&once, &whole})
            if (*kept && &**kept != &attempt) others += (*kept)->graph.bytes();
        graph.limit = limits.bytes > others ? limits.bytes - others : 0;
        search.limits.nodes = expanded + std::min(nodes, left);
        const Stop stop = search.run(attempt.root);
        answer.expanded += graph.expanded - expanded;
        answer.generated += graph.generated - generated;
        answer.nodes += graph.states - states;
        answer.solves += search.solves - solves;
        answer.bytes = std::max(answer.bytes, uint64_t(graph.bytes()) + others);
        answer.stop = stop_name(stop);
        const int side = attempt.winner();
        if (search.claimed != OPEN) answer.claimed = search.claimed == OWNER ? "owner" : "attacker";
        if (side == NOBODY) {
            answer.pn = search.pn;
            answer.dn = search.dn;
            return stop == Stop::Cancelled;
        }
        if (trusted != NOBODY && side != trusted) return false;
        search.tidy();
        const size_t most = room_for_proof(limits.bytes, graph.bytes() + others, PATTERN_OF_PROOF<W>);
        if (certify(g, graph, attempt.root, s, side, most, watch, before, answer)) {
            answer.status = side == OWNER ? "owner" : "attacker";
            answer.method = method;
        }
        return answer.status != "unknown";
    }
};

template <int W>
Answer solve(const Geometry<W>& g, const State<W>& s, const Plan& plan, Continued<W>& before) {
    Solver<W> solver(g, s, plan, before);
    solver.run();
    return solver.told();
}

template <int W>
Answer solve(const Geometry<W>& g, const State<W>& s, const Plan& plan) {
    Continued<W> before;
    return solve(g, s, plan, before);
}

// What every kind of search answers.
template <class Any>
nb::dict summary(const Any& answer) {
    if (PyErr_Occurred()) throw nb::python_error();
    nb::dict out;
    out["status"] = answer.status;
    out["stop"] = answer.stop;
    out["method"] = answer.method;
    out["expanded"] = answer.expanded;
    out["looks"] = answer.looks;
    out["seconds"] = answer.seconds;
    out["words"] = answer.words;
    out["closure"] = nb::bytes(answer.closure.data(), answer.closure.size());
    return out;
}

inline nb::dict result(const Answer& answer) {
    nb::dict out = summary(answer);
    out["claimed"] = answer.claimed;
    out["numbers"] = nb::make_tuple(answer.pn, answer.dn);
    out["generated"] = answer.generated;
    out["nodes"] = answer.nodes;
    out["bytes"] = answer.bytes;
    out["solves"] = answer.solves;
    out["patterns"] = answer.patterns;
    out["covered"] = answer.covered;
    return out;
}

}  // namespace shikatsu::python
