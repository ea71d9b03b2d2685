// Python binding of the kernel: one call runs a whole search, with the GIL released.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bindings/sampling.hpp"
#include "bindings/tables.hpp"
#include "games/board.hpp"
#include "search/answers.hpp"
#include "search/closure.hpp"
#include "search/continued.hpp"
#include "tables/dense.hpp"
#include "bindings/endings.hpp"
#include "search/remember.hpp"
#include "search/search.hpp"

namespace nb = nanobind;
using namespace shikatsu;

namespace {

using Points = std::vector<int>;

constexpr int BY_ROWS = 192;                // masks for more numbers are moved more slowly than neighbours are looked up

struct Problem {
    std::vector<Points> near;               // empty for numbers of no point
    Points wall[2], unit, stones[2];
    int first = OWNER;
    Rules rules;
    bool together = false;                  // the unit is several chains
    int stride = 0;                         // see Geometry
    Points number;                          // of each point, if they are numbered by rows

    // The points as they are numbered here.
    Points numbered(Points points) const {
        if (stride)
            for (int& p : points) p = number[size_t(p)];
        return points;
    }

    // Number the points by rows: `where` they are in rows of `width`. Not if some are in no row.
    void number_by_rows(const Points& where, int width) {
        if (where.size() != near.size() || width < 2 || width > 63 || !std::is_sorted(where.begin(), where.end())) return;
        if (where.empty() || where.front() < 0 || where.back() >= BY_ROWS) return;
        // Where one word is enough, wider masks take longer than looking up neighbours.
        if (near.size() <= 45 && where.back() >= 64) return;
        stride = width;
        number = where;
        std::vector<Points> rows(size_t(where.back()) + 1);
        for (size_t i = 0; i < near.size(); ++i) rows[size_t(where[i])] = numbered(near[i]);
        near = std::move(rows);
        for (Points* points : {&wall[0], &wall[1], &unit, &stones[0], &stones[1]}) *points = numbered(*points);
    }
};

Rules rules_of(const std::string& bad, bool ko, bool attacker_banned, bool passes_end, bool captured_once, bool weigh,
               const Points& threats) {
    if (threats.size() != 2) throw nb::value_error("threats: one number per side");
    Rules rules;
    for (int c = 0; c < 2; ++c) {
        rules.unlimited[c] = threats[c] < 0;
        rules.threats[c] = uint8_t(threats[c] < 0 ? 0 : threats[c] > 255 ? 255 : threats[c]);
    }
    rules.basic_ko = ko;
    rules.attacker_banned = attacker_banned;
    rules.passes_end = passes_end;
    rules.captured_once = captured_once;
    rules.weigh = weigh;
    rules.bad = bad == "real" ? BadMode::Real : bad == "all" ? BadMode::All : BadMode::None;
    return rules;
}

Problem read(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
             const std::vector<Points>& stones, int first, const std::string& bad, bool ko, bool attacker_banned,
             bool passes_end, bool captured_once, bool weigh, const Points& threats) {
    if (walls.size() != 2 || stones.size() != 2) throw nb::value_error("walls and stones: one list per side");
    Problem p;
    p.near = near;
    p.unit = unit;
    for (int c = 0; c < 2; ++c) {
        p.wall[c] = walls[c];
        p.stones[c] = stones[c];
    }
    p.first = first ? ATTACKER : OWNER;
    p.rules = rules_of(bad, ko, attacker_banned, passes_end, captured_once, weigh, threats);
    const int n = int(near.size());
    auto inside = [n](const Points& points) {
        for (int q : points)
            if (q < 0 || q >= n) return false;
        return true;
    };
    bool fine = inside(unit) && inside(walls[0]) && inside(walls[1]) && inside(stones[0]) && inside(stones[1]);
    for (const Points& row : near) fine = fine && inside(row);
    if (!fine) throw nb::value_error("a point lies outside the locale");
    return p;
}

template <int W>
Bits<W> bits(const Points& points) {
    Bits<W> b = Bits<W>::none();
    for (int p : points) b.set(p);
    return b;
}

template <int W>
Geometry<W> geometry(const Problem& p) {
    Geometry<W> g;
    g.n = int(p.near.size());
    g.stride = p.stride;
    g.all = Bits<W>::none();
    for (int i : p.number) g.all.set(i);
    if (!g.stride)
        for (int i = 0; i < g.n; ++i) g.all.set(i);
    for (const Points& row : p.near) g.near.push_back(bits<W>(row));
    for (int c = 0; c < 2; ++c) g.wall[c] = bits<W>(p.wall[c]);
    g.unit = bits<W>(p.unit);
    if (p.together) g.divide();
    g.rules = p.rules;
    if (g.rules.named()) g.passes = std::make_shared<PassBook<W>>();
    return g;
}

template <int W>
State<W> start(const Problem& p) {
    State<W> s;
    for (int c = 0; c < 2; ++c) {
        s.s[c] = bits<W>(p.stones[c]);
        s.threats[c] = uint8_t(p.rules.threats_of(c));
    }
    s.turn = uint8_t(p.first);
    return s;
}

struct Answer {
    std::string status = "unknown", stop = "solved", method, claimed;
    uint64_t expanded = 0, generated = 0, nodes = 0, bytes = 0, solves = 0, looks = 0;
    double seconds = 0;
    std::string closure;                    // packed items, see verifier/search/native.py
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

// Run with masks as wide as so many points need; all masks that the kernel is compiled for.
template <class Run>
auto with_width(size_t points, Run run) {
    if (points <= 64) return run(std::integral_constant<int, 1>());
    if (points <= 128) return run(std::integral_constant<int, 2>());
    if (points <= 192) return run(std::integral_constant<int, 3>());
    return run(std::integral_constant<int, 6>());
}

bool cancelled() {
    nb::gil_scoped_acquire gil;
    return PyErr_CheckSignals() != 0;
}

Limits limits_of(uint64_t nodes, double seconds, uint64_t bytes) {
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

    Plan(uint64_t nodes, double seconds, uint64_t bytes, const std::string& name, uint64_t first, bool by_zones)
        : relaxations(first), zones(by_zones) {
        limits = limits_of(nodes, seconds, bytes);
        order = name == "breadth" ? Order::Breadth
                : name == "df-pn" ? Order::DepthFirst
                : name == "naive" ? Order::Naive
                                  : Order::Guided;
    }
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
        search.fixpoints = fixpoints;
        search.order = plan.order;
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

    void run() {
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
        if (answer.expanded >= limits.nodes) return false;
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
        if (side == NOBODY) return stop == Stop::Cancelled;
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
    Solver<W> solver{g, s, plan, before};
    solver.answer.words = W;
    solver.run();
    solver.answer.seconds = solver.watch.elapsed();
    solver.answer.looks = solver.watch.times();
    return solver.answer;
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

nb::dict result(const Answer& answer) {
    nb::dict out = summary(answer);
    out["claimed"] = answer.claimed;
    out["generated"] = answer.generated;
    out["nodes"] = answer.nodes;
    out["bytes"] = answer.bytes;
    out["solves"] = answer.solves;
    out["patterns"] = answer.patterns;
    out["covered"] = answer.covered;
    return out;
}

template <int W>
MemoryState<W> remembered(const Problem& p, const Points& old) {
    const State<W> board = start<W>(p);
    MemoryState<W> s = MemoryState<W>::blank();
    for (int c = 0; c < 2; ++c) s.s[c] = board.s[c];
    s.turn = board.turn;
    s.old = bits<W>(old);
    return s;
}

nb::dict solve_memory(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                      const std::vector<Points>& stones, int first, const std::string& ko, const std::string& aim,
                      bool weigh, const Points& scope, const Points& old, uint64_t nodes, double seconds,
                      uint64_t bytes, bool together) {
    Problem p = read(near, walls, unit, stones, first, "real", true, true, false, false, weigh, {0, 0});
    p.together = together;
    for (const Points* points : {&scope, &old})
        for (int q : *points)
            if (q < 0 || q >= int(near.size())) throw nb::value_error("a point lies outside the locale");
    MemoryRules rules;
    rules.ko = ko == "none"                       ? Ko::None
               : ko == "basic"                    ? Ko::Basic
               : ko == "pass before each retake"  ? Ko::EachRetake
               : ko == "pass once for each ko"    ? Ko::OncePerKo
               : ko == "one pass for all kos"     ? Ko::OneForAll
               : ko == "one pass for both sides"  ? Ko::BothSides
               : ko == "pass before each capture" ? Ko::EachCapture
                                                  : throw nb::value_error("no game is written down for this ko rule");
    rules.aim = aim == "captured once" ? Aim::CapturedOnce : aim == "finally owned" ? Aim::FinallyOwned : Aim::NoNewStone;
    rules.weigh = weigh;
    rules.all_marked = rules.aim == Aim::CapturedOnce;
    Remembered answer;
    {
        nb::gil_scoped_release release;
        if (near.size() > BOARD_POINTS) answer.stop = "points";
        else answer = with_width(near.size(), [&](auto width) {
            constexpr int W = decltype(width)::value;
            const Geometry<W> g = geometry<W>(p);
            return remember<W>(g, rules, bits<W>(scope), remembered<W>(p, old), limits_of(nodes, seconds, bytes), cancelled);
        });
    }
    return summary(answer);
}

nb::dict solve_any(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                   const std::vector<Points>& stones, int first, const std::string& bad, bool ko, bool attacker_banned,
                   bool passes_end, bool captured_once, bool weigh, const Points& threats, uint64_t nodes, double seconds,
                   uint64_t bytes, const std::string& order, uint64_t relaxations, bool zones, const Points& where, int stride, bool together) {
    Problem p = read(near, walls, unit, stones, first, bad, ko, attacker_banned, passes_end, captured_once, weigh, threats);
    p.together = together;
    p.number_by_rows(where, stride);
    const Plan plan(nodes, seconds, bytes, order, relaxations, zones);
    Answer answer;
    {
        nb::gil_scoped_release release;
        if (near.size() > BOARD_POINTS) answer.stop = "points";
        else answer = with_width(p.near.size(), [&](auto width) {
            constexpr int W = decltype(width)::value;
            return solve<W>(geometry<W>(p), start<W>(p), plan);
        });
    }
    return result(answer);
}

// A state of plain play: stones of the owner and of the attacker, who is to move, the points where bans wait for a pass,
// the one that is banned for one turn or -1, whether bans on the other side last for one turn, and the points for which
// the owner and the attacker have passed for good.
using Begin = std::tuple<Points, Points, int, Points, int, int, Points, Points>;

template <int W>
State<W> begun(const Geometry<W>& g, const Problem& p, const Begin& begin, int side) {
    const auto& [own, other, mover, bound, ban, turn, by_owner, by_attacker] = begin;
    State<W> s;
    s.s[0] = bits<W>(p.numbered(own));
    s.s[1] = bits<W>(p.numbered(other));
    s.turn = uint8_t(mover ? ATTACKER : OWNER);
    s.bans = bits<W>(p.numbered(bound));
    s.ban = int16_t(ban < 0 ? ban : p.numbered({ban}).front());
    s.threats[side ? OWNER : ATTACKER] = uint8_t(turn);
    if (p.rules.named())
        s.pass_for(g.passes->find({{bits<W>(p.numbered(by_owner)), bits<W>(p.numbered(by_attacker))}}));
    return s;
}

// Plain play (verifier/play/plain.py) from one state after the other: `side` is to win. That it does not says nothing.
struct PlainSearches {
    virtual ~PlainSearches() = default;
    // `standing` as below; the numbers of new patterns begin with `first`.
    virtual Answer search(const Begin& begin, const Points& standing, uint32_t first, const Plan& plan) = 0;
    virtual void keep() = 0;
};

template <int W>
struct PlainSearchesOn : PlainSearches {
    Problem problem;
    Geometry<W> g;
    int side;
    Continued<W> before{};

    PlainSearchesOn(const Problem& p, int winner, const Points& fresh, const Points& housed, const Points& elsewhere)
        : problem(p), g(geometry<W>(p)), side(winner) {
        g.fresh = bits<W>(p.numbered(fresh));
        g.elsewhere = bits<W>(p.numbered(elsewhere));
        g.housed = bits<W>(p.numbered(housed));
    }

    Answer search(const Begin& begin, const Points& standing, uint32_t first, const Plan& plan) override {
        g.standing = bits<W>(problem.numbered(standing));
        before.first = first;
        before.last = Closure<W>();
        return solve<W>(g, begun<W>(g, problem, begin, side), plan, before);
    }

    void keep() override { before.keep(g, side); }
};

// The game as Python describes it. A `place` is one of several (verifier/play/place.py), in which no ban lasts for one
// turn of the other; without `bans` none is on the other. Chains next to `elsewhere` have an eye there, but for those with
// a stone of `housed`. Chains that are `standing` when a search begins are never to be lost.
class PlainGame {
  public:
    PlainGame(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& goal, int winner,
              const std::string& bad, bool ko, bool captured_once, bool clears, const Points& fresh, bool weigh,
              const std::string& lasting, bool bans_captures, bool place, bool bans, bool pass_frees, bool frees,
              const Points& housed, const Points& elsewhere, const Points& where, int stride, bool together)
        : points(near.size()), side(winner ? ATTACKER : OWNER) {
        const bool turn = lasting == "turn";
        const Points threats = {turn && side == ATTACKER, turn && side == OWNER};
        Problem p = read(near, walls, goal, {{}, {}}, side, bad, ko, true, false, captured_once, weigh, threats);
        p.together = together;
        if (elsewhere.empty()) p.number_by_rows(where, stride);
        if (ko) p.rules.plain = uint8_t(side);
        p.rules.lasting = turn ? Lasting::Turn : lasting == "once" ? Lasting::Once : lasting == "either" ? Lasting::Either : lasting == "named" ? Lasting::Named : Lasting::Pass;
        p.rules.frees = frees;
        p.rules.bans_captures = bans_captures;
        p.rules.one_of_several = place;
        p.rules.pass_frees = pass_frees;
        p.rules.unlimited[1 - side] = !bans;
        p.rules.clears = clears;
        p.rules.holds = !fresh.empty();
        for (const Points* each : {&fresh, &housed, &elsewhere}) inside(*each);
        if (points > BOARD_POINTS) return;
        searches = with_width(p.near.size(), [&](auto width) -> std::unique_ptr<PlainSearches> {
            return std::make_unique<PlainSearchesOn<decltype(width)::value>>(p, side, fresh, housed, elsewhere);
        });
    }

    nb::dict search(const Begin& begin, const Points& standing, uint32_t first, uint64_t nodes, double seconds, uint64_t bytes) {
        const auto& [own, other, mover, bound, ban, turn, by_owner, by_attacker] = begin;
        for (const Points* each : {&own, &other, &bound, &by_owner, &by_attacker, &standing}) inside(*each);
        const Plan plan(nodes, seconds, bytes, "guided", 0, true);
        Answer answer;
        answer.stop = "points";
        if (searches) {
            nb::gil_scoped_release release;
            answer = searches->search(begin, standing, first, plan);
        }
        return result(answer);
    }

    // Let later searches end at what the last one has proved.
    void keep() {
        if (searches) searches->keep();
    }

  private:
    size_t points;
    int side;
    std::unique_ptr<PlainSearches> searches{};

    void inside(const Points& some) const {
        for (int q : some)
            if (q < 0 || q >= int(points)) throw nb::value_error("a point lies outside the locale");
    }
};

// What Python knows of a position: masks as little-endian bytes, the owner's stones first.
struct Sheet {
    int rows, cols, point, open;
    uint64_t own[6] = {}, other[6] = {};
    Walls walls;

    Sheet(int r, int c, const nb::bytes& stones, int unit, int sides, const std::string& kind)
        : rows(r), cols(c), point(unit), open(sides),
          walls(kind == "unconditional" || kind == "independent" ? Walls::Unconditional : kind == "board" ? Walls::Board : Walls::Assumed) {
        if (rows < 1 || cols < 1 || rows * cols > BOARD_POINTS) throw nb::value_error("at most 361 points");
        if (point < 0 || point >= rows * cols) throw nb::value_error("a point off the board");
        if (stones.size() != sizeof own + sizeof other) throw nb::value_error("stones: 48 bytes for each side");
        std::memcpy(own, stones.c_str(), sizeof own);
        std::memcpy(other, stones.c_str() + sizeof own, sizeof other);
    }

    template <int B>
    Bits<B> mask(const uint64_t* words) const {
        Bits<B> out;
        std::memcpy(out.w, words, sizeof out.w);
        for (int p = rows * cols; p < 64 * B; ++p) out.clear(p);
        return out;
    }

    template <int B>
    Board<B> board() const {
        return Board<B>(rows, cols, mask<B>(own), mask<B>(other), point, open, walls);
    }
};

// What does not depend on the position, so that it need not be handed over each time.
struct Game {
    Rules rules;
    int first;
};

template <int B>
Answer decide_on(const Sheet& sheet, const Game& game, const Plan& plan) {
    const Board<B> board = sheet.board<B>();
    Answer answer;
    if (board.failed) answer.stop = "board";
    else if (!board.locale.any()) answer.stop = "wall";
    if (answer.stop != "solved") return answer;
    return with_width(size_t(board.locale.count()), [&](auto width) {
        constexpr int W = decltype(width)::value;
        State<W> start;
        Geometry<W> g = board.template geometry<W>(start);
        g.rules = game.rules;
        start.turn = uint8_t(game.first);
        for (int c = 0; c < 2; ++c) start.threats[c] = uint8_t(game.rules.threats_of(c));
        return solve<W>(g, start, plan);
    });
}

// Few arguments and none by name: they take longer to read than some questions to answer.
nb::dict decide(const Game& game, const Plan& plan, int rows, int cols, const nb::bytes& stones, int point, int open,
                const std::string& walls) {
    const Sheet sheet(rows, cols, stones, point, open, walls);
    Answer answer;
    {
        nb::gil_scoped_release release;
        answer = with_width(size_t(rows * cols), [&](auto width) {
            return decide_on<decltype(width)::value>(sheet, game, plan);
        });
    }
    return result(answer);
}

// Examples for learning first guesses; see bindings/sampling.hpp.
std::vector<std::vector<int>> examples(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                                       const std::vector<Points>& stones, int first, const std::string& bad, bool ko, bool attacker_banned,
                                       bool passes_end, bool captured_once, bool weigh, const Points& threats, const Points& where,
                                       int stride, uint64_t nodes, int draws, uint64_t cap, uint64_t seed) {
    Problem p = read(near, walls, unit, stones, first, bad, ko, attacker_banned, passes_end, captured_once, weigh, threats);
    p.number_by_rows(where, stride);
    if (near.size() > BOARD_POINTS) throw nb::value_error("at most 361 points");
    Sampling plan;
    plan.nodes = nodes;
    plan.draws = draws;
    plan.cap = cap;
    plan.seed = seed;
    nb::gil_scoped_release release;
    return with_width(p.near.size(), [&](auto width) {
        constexpr int W = decltype(width)::value;
        const Geometry<W> g = geometry<W>(p);
        Watch watch(1e9, cancelled);
        return sample<W>(g, start<W>(p), plan, watch);
    });
}

// The first guess of how hard it is for the owner to win a game, and for the attacker: numbers that double with the effort.
std::tuple<uint32_t, uint32_t> promise(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                                       const std::vector<Points>& stones, int first, const std::string& bad, bool ko, bool attacker_banned,
                                       bool passes_end, bool captured_once, bool weigh, const Points& threats, const Points& where, int stride) {
    Problem p = read(near, walls, unit, stones, first, bad, ko, attacker_banned, passes_end, captured_once, weigh, threats);
    p.number_by_rows(where, stride);
    if (near.size() > BOARD_POINTS) throw nb::value_error("at most 361 points");
    return with_width(p.near.size(), [&](auto width) {
        constexpr int W = decltype(width)::value;
        const Geometry<W> g = geometry<W>(p);
        const State<W> s = start<W>(p);
        const Guess guess = Prospects<W>(g).guess(s, Mover<W>(g).bad(s));
        return std::tuple<uint32_t, uint32_t>(guess.pn, guess.dn);
    });
}

template <int W>
Answer explore_on(const Problem& p, uint64_t nodes, uint64_t bytes) {
    const Geometry<W> g = geometry<W>(p);
    Answer answer;
    answer.words = W;
    const Watch watch(0);
    Graph<W> graph(g, bytes);
    graph.zones = false;
    uint32_t id = graph.intern(start<W>(p));
    for (uint32_t k = 0;; id = graph.target(k++)) {
        if (graph.nodes[id].status == OPEN && !graph.nodes[id].expanded) graph.expand(id);
        if (k == graph.edges.size() || graph.expanded >= nodes || graph.full()) break;
    }
    answer.seconds = watch.elapsed();
    answer.expanded = graph.expanded;
    answer.generated = graph.generated;
    answer.nodes = graph.states;
    answer.bytes = graph.bytes();
    return answer;
}

// Expand all states that statics do not settle, in the order in which they come up, for measuring speed.
nb::dict explore(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                 const std::vector<Points>& stones, int first, const std::string& bad, bool ko, bool attacker_banned,
                 bool passes_end, bool captured_once, bool weigh, const Points& threats, uint64_t nodes,
                 uint64_t bytes) {
    const Problem p = read(near, walls, unit, stones, first, bad, ko, attacker_banned, passes_end, captured_once, weigh, threats);
    if (near.size() > BOARD_POINTS) throw nb::value_error("at most 361 points");
    Answer answer;
    {
        nb::gil_scoped_release release;
        answer = with_width(near.size(), [&](auto width) { return explore_on<decltype(width)::value>(p, nodes, bytes); });
    }
    return result(answer);
}

// The points of the locale, and for each side those next to its walls; none if the kernel cannot tell.
std::vector<Points> frame(int rows, int cols, const nb::bytes& stones, int point, int open, const std::string& walls) {
    const Sheet sheet(rows, cols, stones, point, open, walls);
    const auto board = sheet.board<6>();
    if (board.failed) return {};
    std::vector<Points> out(3);
    for (auto rest = board.locale; rest.any();) out[0].push_back(rest.pop());
    for (int side : {OWNER, ATTACKER})
        for (auto rest = board.around(board.fixed[side]) & board.locale; rest.any();) out[1 + side].push_back(rest.pop());
    return out;
}

struct Table {
    std::unique_ptr<Dense> dense;
    size_t undecided = 0;

    Table(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
          const std::string& bad, bool ko, bool attacker_banned, bool passes_end, bool captured_once, bool weigh, const Points& threats,
          bool together) {
        Problem p = read(near, walls, unit, {{}, {}}, 0, bad, ko, attacker_banned, passes_end, captured_once, weigh, threats);
        p.together = together;
        if (near.size() > DENSE_POINTS) throw nb::value_error("dense tables hold at most 12 points");
        nb::gil_scoped_release release;
        dense = std::make_unique<Dense>(geometry<1>(p));
        undecided = dense->solve();
    }

    std::string winner(const std::vector<Points>& stones, int ban, int turn, bool passed, const Points& threats, int taken) const {
        State<1> s;
        for (int c = 0; c < 2; ++c) s.s[c] = bits<1>(stones.at(c));
        s.ban = int16_t(ban);
        s.turn = uint8_t(turn != 0);
        s.passed = passed;
        for (int c = 0; c < 2; ++c) s.threats[c] = uint8_t(threats.at(c));
        s.taken = uint16_t(taken);
        auto it = dense->index.find(s);
        if (it == dense->index.end()) throw nb::key_error("no such state in the table");
        const char* names[] = {"owner", "attacker", "undecided"};
        return names[dense->value[it->second]];
    }

    bool full(const State<1>& s) const {
        const Rules& rules = dense->g.rules;
        return s.threats[0] == rules.threats[0] && s.threats[1] == rules.threats[1];
    }

    // Counts over all boards on which the unit's points carry owner's stones: (attacker wins, boards).
    std::vector<size_t> count(int turn, bool as_chain) const {
        size_t lost = 0, total = 0;
        for (size_t i = 0; i < dense->states.size(); ++i) {
            const State<1>& s = dense->states[i];
            if (s.ban >= 0 || s.passed || s.turn != turn || !full(s) || !dense->g.unit.within(s.s[OWNER])) continue;
            if (as_chain) {
                Bits<1> chain = dense->g.flood(Bits<1>::single(dense->g.unit.lowest()), s.s[OWNER]);
                if (!(chain == dense->g.unit)) continue;
            }
            ++total;
            lost += dense->value[i] == ATTACKER;
        }
        return {lost, total};
    }
};

}  // namespace

NB_MODULE(_kernel, m) {
    m.doc() = "Native search kernel; see verifier/search/native.py for its Python face.";
    m.attr("ABI") = 21;
    m.attr("BOARD_POINTS") = BOARD_POINTS;
    m.attr("MAX_POINTS") = BOARD_POINTS;
    m.attr("DENSE_POINTS") = DENSE_POINTS;
    m.def("set_clock", [](double step) { Watch::step = step; }, nb::arg("step"),
          "For tests: let so many seconds go by whenever the time is looked at; 0: by the clock.");
    m.def("solve", &solve_any, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"),
          nb::arg("first"), nb::arg("bad"), nb::arg("ko"), nb::arg("attacker_banned"), nb::arg("passes_end"), nb::arg("captured_once"),
          nb::arg("weigh"), nb::arg("threats"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("bytes"), nb::arg("order"),
          nb::arg("relaxations"), nb::arg("zones"), nb::arg("where"), nb::arg("stride"), nb::arg("together") = false);
    m.def("solve_memory", &solve_memory, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"),
          nb::arg("first"), nb::arg("ko"), nb::arg("aim"), nb::arg("weigh"), nb::arg("scope"), nb::arg("old"),
          nb::arg("nodes"), nb::arg("seconds"), nb::arg("bytes"), nb::arg("together") = false);
    nb::class_<PlainGame>(m, "PlainGame")
        .def(nb::init<const std::vector<Points>&, const std::vector<Points>&, const Points&, int, const std::string&, bool, bool,
                      bool, const Points&, bool, const std::string&, bool, bool, bool, bool, bool, const Points&, const Points&,
                      const Points&, int, bool>(),
             nb::arg("near"), nb::arg("walls"), nb::arg("goal"), nb::arg("side"), nb::arg("bad"), nb::arg("ko"), nb::arg("captured_once"),
             nb::arg("clears"), nb::arg("fresh"), nb::arg("weigh"), nb::arg("lasting"), nb::arg("bans_captures"), nb::arg("place"),
             nb::arg("bans"), nb::arg("pass_frees"), nb::arg("frees"), nb::arg("housed"), nb::arg("elsewhere"), nb::arg("where"),
             nb::arg("stride"), nb::arg("together"))
        .def("search", &PlainGame::search, nb::arg("begin"), nb::arg("standing"), nb::arg("first"), nb::arg("nodes"),
             nb::arg("seconds"), nb::arg("bytes"))
        .def("keep", &PlainGame::keep);
    nb::class_<Game>(m, "Game")
        .def("__init__", [](Game* game, int first, const std::string& bad, bool ko, bool attacker_banned, bool passes_end,
                            bool captured_once, bool weigh, const Points& threats) {
            new (game) Game{rules_of(bad, ko, attacker_banned, passes_end, captured_once, weigh, threats), first ? ATTACKER : OWNER};
        }, nb::arg("first"), nb::arg("bad"), nb::arg("ko"), nb::arg("attacker_banned"), nb::arg("passes_end"),
             nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"));
    nb::class_<Plan>(m, "Plan")
        .def(nb::init<uint64_t, double, uint64_t, const std::string&, uint64_t, bool>(), nb::arg("nodes"), nb::arg("seconds"),
             nb::arg("bytes"), nb::arg("order"), nb::arg("relaxations"), nb::arg("zones"));
    m.def("decide", &decide);
    m.def("promise", &promise, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"), nb::arg("first"), nb::arg("bad"),
          nb::arg("ko"), nb::arg("attacker_banned"), nb::arg("passes_end"), nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"),
          nb::arg("where"), nb::arg("stride"));
    m.def("examples", &examples, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"), nb::arg("first"), nb::arg("bad"),
          nb::arg("ko"), nb::arg("attacker_banned"), nb::arg("passes_end"), nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"),
          nb::arg("where"), nb::arg("stride"), nb::arg("nodes"), nb::arg("draws"), nb::arg("cap"), nb::arg("seed"));
    m.def("explore", &explore, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"),
          nb::arg("first"), nb::arg("bad"), nb::arg("ko"), nb::arg("attacker_banned"), nb::arg("passes_end"), nb::arg("captured_once"),
          nb::arg("weigh"), nb::arg("threats"), nb::arg("nodes"), nb::arg("bytes"));
    m.def("frame", &frame);
    nb::class_<Table>(m, "Table")
        .def(nb::init<const std::vector<Points>&, const std::vector<Points>&, const Points&, const std::string&,
                      bool, bool, bool, bool, bool, const Points&, bool>(),
             nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("bad"), nb::arg("ko"), nb::arg("attacker_banned"),
             nb::arg("passes_end"), nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"), nb::arg("together") = false)
        .def("winner", &Table::winner, nb::arg("stones"), nb::arg("ban"), nb::arg("turn"), nb::arg("passed"),
             nb::arg("threats"), nb::arg("taken") = 0)
        .def("count", &Table::count, nb::arg("turn"), nb::arg("as_chain"))
        .def_prop_ro("states", [](const Table& t) { return t.dense->states.size(); })
        .def_ro("undecided", &Table::undecided);
    shikatsu::ending::bind_endings(m);
    shikatsu::atlas::bind_atlas(m);
}
