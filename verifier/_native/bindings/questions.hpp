// What Python asks about a locale: who wins, and what is known of plays before anybody has searched. Each question says
// where play begins. Searches run with the GIL released.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/begun.hpp"
#include "bindings/comparing.hpp"
#include "bindings/locale.hpp"
#include "bindings/sampling.hpp"
#include "bindings/solver.hpp"
#include "search/forced.hpp"
#include "search/remember.hpp"

namespace shikatsu::python {

using Stones = std::vector<Points>;         // of the owner and of the attacker
using Rows = std::vector<std::vector<int>>;

// What a search of the locale answers, with the GIL released.
template <class Any, class Run>
Any searched(const Locale& locale, Run run) {
    Any answer;
    if (!locale.fits()) answer.stop = "points";
    else {
        nb::gil_scoped_release release;
        answer = on(locale, run);
    }
    return answer;
}

inline nb::dict solve_locale(const Locale& locale, const Stones& stones, int first, const Plan& plan) {
    return result(searched<Answer>(locale, [&](auto width) {
        constexpr int W = decltype(width)::value;
        return solve<W>(geometry<W>(locale), start<W>(locale, stones, first), plan);
    }));
}

inline Kept begin_locale(const Locale& locale, const Stones& stones, int first, int side) {
    if (!locale.fits()) return Kept(nullptr, side);
    return Kept(on(locale, [&](auto width) -> std::unique_ptr<Begun> {
        constexpr int W = decltype(width)::value;
        return std::make_unique<BegunOn<W>>(geometry<W>(locale), start<W>(locale, stones, first));
    }), side);
}

inline MemoryRules memory_rules(const std::string& ko, const std::string& aim, bool weigh) {
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
    return rules;
}

template <int W>
MemoryState<W> remembered(const State<W>& board, const Bits<W>& old) {
    MemoryState<W> s = MemoryState<W>::blank();
    for (int c = 0; c < 2; ++c) s.s[c] = board.s[c];
    s.turn = board.turn;
    s.old = old;
    return s;
}

// A game that remembers, as it is: `old` are stones that were there when play began, `scope` where a new one counts.
inline nb::dict solve_memory(const Locale& locale, const Stones& stones, int first, const std::string& ko, const std::string& aim,
                             const Points& scope, const Points& old, uint64_t nodes, double seconds, uint64_t bytes, uint64_t at_once) {
    for (const Points* points : {&scope, &old}) locale.expect(*points);
    const MemoryRules rules = memory_rules(ko, aim, locale.rules.weigh);
    return summary(searched<Remembered>(locale, [&](auto width) {
        constexpr int W = decltype(width)::value;
        const MemoryState<W> begin = remembered<W>(start<W>(locale, stones, first), bits<W>(locale.numbered(old)));
        const Bits<W> watched = bits<W>(locale.numbered(scope));
        return remember<W>(geometry<W>(locale), rules, watched, begin, limits_of(nodes, seconds, bytes), at_once, cancelled);
    }));
}

// Whether a side, 0 for the owner and 1 for the attacker, forces a settled state within so many expanded states.
inline const char* forces(const Locale& locale, const Stones& stones, int first, int side, uint64_t nodes, uint64_t bytes) {
    locale.expect_to_fit();
    Forced found;
    {
        nb::gil_scoped_release release;
        found = on(locale, [&](auto width) {
            constexpr int W = decltype(width)::value;
            Watch watch(1e9, cancelled);
            const Geometry<W> g = geometry<W>(locale);
            return ForcedSearch<W>(g, start<W>(locale, stones, first), uint8_t(side ? ATTACKER : OWNER), bytes, watch).run(nodes);
        });
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return found == Forced::Yes ? "yes" : found == Forced::No ? "no" : "not found";
}

// The first guess of how hard it is for the owner to win, and for the attacker: numbers that double with the effort.
inline std::tuple<uint32_t, uint32_t> promise(const Locale& locale, const Stones& stones, int first) {
    locale.expect_to_fit();
    return on(locale, [&](auto width) {
        constexpr int W = decltype(width)::value;
        const Geometry<W> g = geometry<W>(locale);
        const State<W> s = start<W>(locale, stones, first);
        Cuts<W> cuts(g);
        const Guess guess = Prospects<W>(g, cuts).guess(s, Mover<W>(g).bad(s));
        return std::tuple<uint32_t, uint32_t>(guess.pn, guess.dn);
    });
}

// Examples for learning first guesses, or what speaks for plays; see bindings/sampling.hpp.
inline Rows examples(const Locale& locale, const Stones& stones, int first, uint64_t nodes, int draws, uint64_t cap, uint64_t seed,
                     bool plays) {
    locale.expect_to_fit();
    const Sampling plan{nodes, cap, draws, seed};
    Rows found;
    {
        nb::gil_scoped_release release;
        found = on(locale, [&](auto width) {
            constexpr int W = decltype(width)::value;
            const Geometry<W> g = geometry<W>(locale);
            const State<W> s = start<W>(locale, stones, first);
            Watch watch(1e9, cancelled);
            return plays ? sample_plays<W>(g, s, plan, watch) : sample<W>(g, s, plan, watch);
        });
    }
    if (PyErr_Occurred()) throw nb::python_error();
    return found;
}

// For tests: see bindings/comparing.hpp.
inline Rows plays_compared(const Locale& locale, const Stones& stones, int first, int moves, uint64_t seed) {
    locale.expect_to_fit();
    nb::gil_scoped_release release;
    return on(locale, [&](auto width) {
        constexpr int W = decltype(width)::value;
        return compare<W>(geometry<W>(locale), start<W>(locale, stones, first), moves, seed);
    });
}

inline Rows plays_seen(const Locale& locale, const Stones& stones, int first, int before) {
    locale.expect_to_fit();
    if (before != PASS) locale.expect({before});
    return on(locale, [&](auto width) {
        constexpr int W = decltype(width)::value;
        const int play = before == PASS ? PASS : locale.numbered({before}).front();
        return seen_at_first<W>(geometry<W>(locale), start<W>(locale, stones, first), play);
    });
}

// Expand all states that statics do not settle, in the order in which they come up, for measuring speed.
template <int W>
Answer explore_on(const Geometry<W>& g, const State<W>& begin, uint64_t nodes, uint64_t bytes) {
    Answer answer;
    answer.words = W;
    const Watch watch(0);
    Graph<W> graph(g, bytes);
    graph.zones = false;
    uint32_t id = graph.intern(begin);
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

inline nb::dict explore(const Locale& locale, const Stones& stones, int first, uint64_t nodes, uint64_t bytes) {
    locale.expect_to_fit();
    Answer answer;
    {
        nb::gil_scoped_release release;
        answer = on(locale, [&](auto width) {
            constexpr int W = decltype(width)::value;
            return explore_on<W>(geometry<W>(locale), start<W>(locale, stones, first), nodes, bytes);
        });
    }
    return result(answer);
}

inline void bind_locale(nb::module_& m) {
    nb::class_<Rules>(m, "Rules").def("__init__", [](Rules* rules, const std::string& bad, int banned, bool passes_end,
                                                     bool captured_once, bool weigh, const Points& threats) {
        new (rules) Rules(rules_of(bad, banned, passes_end, captured_once, weigh, threats));
    }, nb::arg("bad"), nb::arg("banned"), nb::arg("passes_end"), nb::arg("captured_once"), nb::arg("weigh"), nb::arg("threats"));
    nb::class_<Plan>(m, "Plan")
        .def(nb::init<uint64_t, double, uint64_t, const std::string&, uint64_t, bool, int>(), nb::arg("nodes"), nb::arg("seconds"),
             nb::arg("bytes"), nb::arg("order"), nb::arg("relaxations"), nb::arg("zones"), nb::arg("side"));
    nb::class_<Locale>(m, "Locale")
        .def(nb::init<const std::vector<Points>&, const std::vector<Points>&, const Points&, const Rules&, const Points&, int,
                      const std::vector<Points>&, bool>(),
             nb::arg("near"), nb::arg("walls"), nb::arg("unit"), nb::arg("rules"), nb::arg("where") = Points(), nb::arg("stride") = 0,
             nb::arg("rim") = std::vector<Points>(), nb::arg("together") = false)
        .def("solve", &solve_locale, nb::arg("stones"), nb::arg("first"), nb::arg("plan"))
        .def("begin", &begin_locale, nb::arg("stones"), nb::arg("first"), nb::arg("side"))
        .def("solve_memory", &solve_memory, nb::arg("stones"), nb::arg("first"), nb::arg("ko"), nb::arg("aim"), nb::arg("scope"),
             nb::arg("old"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("bytes"), nb::arg("at_once"))
        .def("forces", &forces, nb::arg("stones"), nb::arg("first"), nb::arg("side"), nb::arg("nodes"), nb::arg("bytes"))
        .def("promise", &promise, nb::arg("stones"), nb::arg("first"))
        .def("examples", &examples, nb::arg("stones"), nb::arg("first"), nb::arg("nodes"), nb::arg("draws"), nb::arg("cap"),
             nb::arg("seed"), nb::arg("plays"))
        .def("plays_compared", &plays_compared, nb::arg("stones"), nb::arg("first"), nb::arg("moves"), nb::arg("seed"))
        .def("plays_seen", &plays_seen, nb::arg("stones"), nb::arg("first"), nb::arg("before"))
        .def("explore", &explore, nb::arg("stones"), nb::arg("first"), nb::arg("nodes"), nb::arg("bytes"));
}

}  // namespace shikatsu::python
