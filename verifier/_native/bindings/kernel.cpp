// Python binding of the kernel: one call runs a whole search, with the GIL released.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/comparing.hpp"
#include "bindings/endings.hpp"
#include "bindings/plain.hpp"
#include "bindings/problem.hpp"
#include "bindings/sampling.hpp"
#include "bindings/solver.hpp"
#include "bindings/tables.hpp"
#include "games/board.hpp"
#include "guess/playouts.hpp"
#include "search/remember.hpp"
#include "tables/dense.hpp"

namespace nb = nanobind;
using namespace shikatsu;
using namespace shikatsu::python;

namespace {

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
                      uint64_t bytes, uint64_t at_once, bool together) {
    Problem p = read(near, walls, unit, stones, first, "real", 3, false, false, weigh, {0, 0});
    p.together = together;
    for (const Points* points : {&scope, &old}) expect_inside(*points, near.size());
    MemoryRules rules;
    rules.ko = ko == "none"                       ? Ko::None
               : ko == "basic"                    ? Ko::Basic
               : ko == "pass before each retake"  ? Ko::EachRetake
               : ko == "pass once for each ko"    ? Ko::OncePerKo
               : ko == "one pass for all kos"     ? Ko::OneForAll
               : ko == "one pass for both sides"  ? Ko::BothSides
               : ko == "pass before each capture" ? Ko::EachCapture
                                                  : throw nb::value_error("no game is written down for this ko rule");
    rules.aim = aim == "captured once"   ? Aim::CapturedOnce
                : aim == "finally owned" ? Aim::FinallyOwned
                : aim == "no new stone"  ? Aim::NoNewStone
                                         : throw nb::value_error("no game is written down for this aim");
    rules.weigh = weigh;
    rules.all_marked = rules.aim == Aim::CapturedOnce;
    Remembered answer;
    {
        nb::gil_scoped_release release;
        if (near.size() > BOARD_POINTS) answer.stop = "points";
        else answer = with_width(near.size(), [&](auto width) {
            constexpr int W = decltype(width)::value;
            const Geometry<W> g = geometry<W>(p);
            return remember<W>(g, rules, bits<W>(scope), remembered<W>(p, old), limits_of(nodes, seconds, bytes), at_once, cancelled);
        });
    }
    return summary(answer);
}

nb::dict solve_any(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                   const std::vector<Points>& stones, int first, const std::string& bad, int banned,
                   bool passes_end, bool captured_once, bool weigh, const Points& threats, uint64_t nodes, double seconds,
                   uint64_t bytes, const std::string& order, uint64_t relaxations, bool zones, bool others, const Points& where, int stride,
                   const std::vector<Points>& rim, bool together) {
    Problem p = read(near, walls, unit, stones, first, bad, banned, passes_end, captured_once, weigh, threats);
    p.together = together;
    p.set_rim(rim);
    p.number_by_rows(where, stride);
    const Plan plan(nodes, seconds, bytes, order, relaxations, zones, others);
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

// What Python knows of a position: masks as little-endian bytes, the owner's stones first.
struct Sheet {
    int rows, cols, point, open;
    uint64_t own[6] = {}, other[6] = {};
    Walls walls;

    Sheet(int r, int c, const nb::bytes& stones, int unit, int sides, const std::string& kind)
        : rows(r), cols(c), point(unit), open(sides),
          walls(kind == "unconditional" || kind == "independent" ? Walls::Unconditional
                : kind == "board"                                ? Walls::Board
                : kind == "assumed"                              ? Walls::Assumed
                                                                 : throw nb::value_error("no walls of this kind are known")) {
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

// Examples for learning first guesses, or what speaks for plays; see bindings/sampling.hpp.
std::vector<std::vector<int>> examples(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                                       const std::vector<Points>& stones, int first, const std::string& bad, int banned,
                                       bool passes_end, bool captured_once, bool weigh, const Points& threats, const Points& where,
                                       int stride, uint64_t nodes, int draws, uint64_t cap, uint64_t seed, bool plays) {
    Problem p = read(near, walls, unit, stones, first, bad, banned, passes_end, captured_once, weigh, threats);
    p.number_by_rows(where, stride);
    if (near.size() > BOARD_POINTS) throw nb::value_error("at most 361 points");
    const Sampling plan{nodes, cap, draws, seed};
    nb::gil_scoped_release release;
    return with_width(p.near.size(), [&](auto width) {
        constexpr int W = decltype(width)::value;
        const Geometry<W> g = geometry<W>(p);
        Watch watch(1e9, cancelled);
        return plays ? sample_plays<W>(g, start<W>(p), plan, watch) : sample<W>(g, start<W>(p), plan, watch);
    });
}

// The first guess of how hard it is for the owner to win a game, and for the attacker: numbers that double with the effort.
std::tuple<uint32_t, uint32_t> promise(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                                       const std::vector<Points>& stones, int first, const std::string& bad, int banned,
                                       bool passes_end, bool captured_once, bool weigh, const Points& threats, const Points& where, int stride) {
    Problem p = read(near, walls, unit, stones, first, bad, banned, passes_end, captured_once, weigh, threats);
    p.number_by_rows(where, stride);
    if (near.size() > BOARD_POINTS) throw nb::value_error("at most 361 points");
    return with_width(p.near.size(), [&](auto width) {
        constexpr int W = decltype(width)::value;
        const Geometry<W> g = geometry<W>(p);
        const State<W> s = start<W>(p);
        Cuts<W> cuts(g);
        const Guess guess = Prospects<W>(g, cuts).guess(s, Mover<W>(g).bad(s));
        return std::tuple<uint32_t, uint32_t>(guess.pn, guess.dn);
    });
}

// For tests: see bindings/comparing.hpp.
std::vector<std::vector<int>> plays_compared(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                                             const std::vector<Points>& stones, int first, const std::string& bad, int banned,
                                             bool passes_end, bool captured_once, bool weigh, const Points& threats, const Points& where,
                                             int stride, int moves, uint64_t seed) {
    Problem p = read(near, walls, unit, stones, first, bad, banned, passes_end, captured_once, weigh, threats);
    p.number_by_rows(where, stride);
    if (near.size() > BOARD_POINTS) throw nb::value_error("at most 361 points");
    nb::gil_scoped_release release;
    return with_width(p.near.size(), [&](auto width) {
        constexpr int W = decltype(width)::value;
        const Geometry<W> g = geometry<W>(p);
        return compare<W>(g, start<W>(p), moves, seed);
    });
}

std::vector<std::vector<int>> plays_seen(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                                         const std::vector<Points>& stones, int first, const std::string& bad, int banned,
                                         bool passes_end, bool captured_once, bool weigh, const Points& threats, const Points& where,
                                         int stride, int before) {
    Problem p = read(near, walls, unit, stones, first, bad, banned, passes_end, captured_once, weigh, threats);
    if (before != PASS) expect_inside({before}, near.size());
    p.number_by_rows(where, stride);
    if (near.size() > BOARD_POINTS) throw nb::value_error("at most 361 points");
    return with_width(p.near.size(), [&](auto width) {
        constexpr int W = decltype(width)::value;
        const Geometry<W> g = geometry<W>(p);
        return seen_at_first<W>(g, start<W>(p), before == PASS ? PASS : p.numbered({before}).front());
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
                 const std::vector<Points>& stones, int first, const std::string& bad, int banned,
                 bool passes_end, bool captured_once, bool weigh, const Points& threats, uint64_t nodes,
                 uint64_t bytes) {
    const Problem p = read(near, walls, unit, stones, first, bad, banned, passes_end, captured_once, weigh, threats);
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

// For each point of a board how many of so many random games end with it Black's, less those in which it is White's.
std::vector<int> ends_of_playouts(int rows, int cols, const Points& black, const Points& white, int games, uint64_t seed) {
    if (rows < 1 || cols < 1 || rows > Playouts::MOST || cols > Playouts::MOST) throw nb::value_error("playouts: no such board");
    expect_inside(black, size_t(rows * cols));
    expect_inside(white, size_t(rows * cols));
    std::vector<uint8_t> colours(size_t(rows * cols), Playouts::EMPTY);
    for (int p : black) colours[size_t(p)] = Playouts::BLACK;
    for (int p : white) colours[size_t(p)] = Playouts::WHITE;
    nb::gil_scoped_release release;
    return Playouts(rows, cols, colours).run(games, seed);
}

struct Table {
    std::unique_ptr<Dense> dense;
    size_t undecided = 0;

    Table(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
          const std::string& bad, int banned, bool passes_end, bool captured_once, bool weigh, const Points& threats,
          bool together) {
        Problem p = read(near, walls, unit, {{}, {}}, 0, bad, banned, passes_end, captured_once, weigh, threats);
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
    m.attr("ABI") = 31;
    m.attr("BOARD_POINTS") = BOARD_POINTS;
    m.attr("MAX_POINTS") = BOARD_POINTS;
    m.attr("DENSE_POINTS") = DENSE_POINTS;
    m.def("set_clock", [](double step) { Watch::step = step; }, nb::arg("step"),
          "For tests: let so many seconds go by whenever the time is looked at; 0: by the clock.");
    m.def("playouts", &ends_of_playouts, nb::arg("rows"), nb::arg("cols"), nb::arg("black"), nb::arg("white"), nb::arg("games"),
          nb::arg("seed"), "Random games to their ends.");
    m.def("solve", &solve_any, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"),
          nb::arg("first"), nb::arg("bad"), nb::arg("banned"), nb::arg("passes_end"), nb::arg("captured_once"),
          nb::arg("weigh"), nb::arg("threats"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("bytes"), nb::arg("order"),
          nb::arg("relaxations"), nb::arg("zones"), nb::arg("others"), nb::arg("where"), nb::arg("stride"),
          nb::arg("rim") = std::vector<Points>(), nb::arg("together") = false);
    m.def("solve_memory", &solve_memory, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"),
          nb::arg("first"), nb::arg("ko"), nb::arg("aim"), nb::arg("weigh"), nb::arg("scope"), nb::arg("old"),
          nb::arg("nodes"), nb::arg("seconds"), nb::arg("bytes"), nb::arg("at_once"), nb::arg("together") = false);
    nb::class_<PlainGame>(m, "PlainGame")
        .def(nb::init<const std::vector<Points>&, const std::vector<Points>&, const Points&, int, const std::string&, bool, bool,
                      bool, const Points&, bool, const std::string&, bool, bool, bool, bool, bool, bool, const Points&, const Points&,
                      const Points&, int, const std::vector<Points>&, bool>(),
             nb::arg("near"), nb::arg("walls"), nb::arg("goal"), nb::arg("side"), nb::arg("bad"), nb::arg("ko"), nb::arg("captured_once"),
             nb::arg("clears"), nb::arg("fresh"), nb::arg("weigh"), nb::arg("lasting"), nb::arg("bans_captures"), nb::arg("place"), nb::arg("turns"),
             nb::arg("bans"), nb::arg("pass_frees"), nb::arg("frees"), nb::arg("housed"), nb::arg("elsewhere"), nb::arg("where"),
             nb::arg("stride"), nb::arg("rim"), nb::arg("together"))
        .def("search", &PlainGame::search, nb::arg("begin"), nb::arg("standing"), nb::arg("first"), nb::arg("nodes"),
             nb::arg("seconds"), nb::arg("bytes"))
        .def("keep", &PlainGame::keep)
        .def("drop", &PlainGame::drop)
        .def("examples", &PlainGame::examples, nb::arg("begin"), nb::arg("standing"), nb::arg("nodes"), nb::arg("draws"),
             nb::arg("cap"), nb::arg("seed"))
        .def("plays_compared", &PlainGame::plays_compared, nb::arg("begin"), nb::arg("standing"), nb::arg("moves"), nb::arg("seed"));
    nb::class_<Game>(m, "Game")
        .def("__init__", [](Game* game, int first, const std::string& bad, int banned, bool passes_end,
                            bool captured_once, bool weigh, const Points& threats) {
            new (game) Game{rules_of(bad, banned, passes_end, captured_once, weigh, threats), first ? ATTACKER : OWNER};
        }, nb::arg("first"), nb::arg("bad"), nb::arg("banned"), nb::arg("passes_end"),
             nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"));
    nb::class_<Plan>(m, "Plan")
        .def(nb::init<uint64_t, double, uint64_t, const std::string&, uint64_t, bool, bool>(), nb::arg("nodes"), nb::arg("seconds"),
             nb::arg("bytes"), nb::arg("order"), nb::arg("relaxations"), nb::arg("zones"), nb::arg("others"));
    m.def("decide", &decide);
    m.def("promise", &promise, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"), nb::arg("first"), nb::arg("bad"),
          nb::arg("banned"), nb::arg("passes_end"), nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"),
          nb::arg("where"), nb::arg("stride"));
    m.def("examples", &examples, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"), nb::arg("first"), nb::arg("bad"),
          nb::arg("banned"), nb::arg("passes_end"), nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"),
          nb::arg("where"), nb::arg("stride"), nb::arg("nodes"), nb::arg("draws"), nb::arg("cap"), nb::arg("seed"), nb::arg("plays"));
    m.def("plays_compared", &plays_compared, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"), nb::arg("first"),
          nb::arg("bad"), nb::arg("banned"), nb::arg("passes_end"), nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"),
          nb::arg("where"), nb::arg("stride"), nb::arg("moves"), nb::arg("seed"));
    m.def("plays_seen", &plays_seen, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"), nb::arg("first"),
          nb::arg("bad"), nb::arg("banned"), nb::arg("passes_end"), nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"),
          nb::arg("where"), nb::arg("stride"), nb::arg("before"));
    m.def("explore", &explore, nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("stones"),
          nb::arg("first"), nb::arg("bad"), nb::arg("banned"), nb::arg("passes_end"), nb::arg("captured_once"),
          nb::arg("weigh"), nb::arg("threats"), nb::arg("nodes"), nb::arg("bytes"));
    m.def("frame", &frame);
    nb::class_<Table>(m, "Table")
        .def(nb::init<const std::vector<Points>&, const std::vector<Points>&, const Points&, const std::string&,
                      int, bool, bool, bool, const Points&, bool>(),
             nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("bad"), nb::arg("banned"),
             nb::arg("passes_end"), nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"), nb::arg("together") = false)
        .def("winner", &Table::winner, nb::arg("stones"), nb::arg("ban"), nb::arg("turn"), nb::arg("passed"),
             nb::arg("threats"), nb::arg("taken") = 0)
        .def("count", &Table::count, nb::arg("turn"), nb::arg("as_chain"))
        .def_prop_ro("states", [](const Table& t) { return t.dense->states.size(); })
        .def_ro("undecided", &Table::undecided);
    shikatsu::ending::bind_endings(m);
    shikatsu::atlas::bind_atlas(m);
}
