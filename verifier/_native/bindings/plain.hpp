// Plain play as Python asks for it: one game, searched from one state after the other.
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

namespace shikatsu::python {

// A state of plain play: stones of the owner and of the attacker, who is to move, the points where bans wait for a pass,
// the one that is banned for one turn or -1, whether bans on the other side last for one turn, and the points for which
// the owner and the attacker have passed for good.
using Begin = std::tuple<Points, Points, int, Points, int, int, Points, Points>;

template <int W>
State<W> begun(const Geometry<W>& g, const Locale& locale, const Begin& begin, int side) {
    const auto& [own, other, mover, bound, ban, turn, by_owner, by_attacker] = begin;
    State<W> s;
    s.s[0] = bits<W>(locale.numbered(own));
    s.s[1] = bits<W>(locale.numbered(other));
    s.turn = uint8_t(mover ? ATTACKER : OWNER);
    s.bans = bits<W>(locale.numbered(bound));
    s.ban = int16_t(ban < 0 ? ban : locale.numbered({ban}).front());
    s.threats[side ? OWNER : ATTACKER] = uint8_t(turn);
    if (locale.rules.named())
        s.pass_for(g.passes->find({{bits<W>(locale.numbered(by_owner)), bits<W>(locale.numbered(by_attacker))}}));
    return s;
}

// Plain play (verifier/play/plain.py) from one state after the other: `side` is to win. That it does not says nothing.
struct PlainSearches {
    virtual ~PlainSearches() = default;
    // `standing` as below; the numbers of new patterns begin with `first`.
    virtual Answer search(const Begin& begin, const Points& standing, uint32_t first, const Plan& plan) = 0;
    virtual std::unique_ptr<Begun> begin(const Begin& begin, const Points& standing) = 0;
    virtual void keep() = 0;
    virtual void drop() = 0;
    virtual std::vector<std::vector<int>> examples(const Begin& begin, const Points& standing, const Sampling& plan) = 0;
    virtual std::vector<std::vector<int>> compared(const Begin& begin, const Points& standing, int moves, uint64_t seed) = 0;
};

template <int W>
struct PlainSearchesOn : PlainSearches {
    Locale locale;
    Geometry<W> g;
    int side;
    Continued<W> before{};

    PlainSearchesOn(const Locale& where, int winner, const Points& fresh, const Points& housed, const Points& elsewhere)
        : locale(where), g(geometry<W>(where)), side(winner) {
        g.fresh = bits<W>(where.numbered(fresh));
        g.elsewhere = bits<W>(where.numbered(elsewhere));
        g.housed = bits<W>(where.numbered(housed));
    }

    Answer search(const Begin& begin, const Points& standing, uint32_t first, const Plan& plan) override {
        begin_again(standing);
        before.first = first;
        before.drop();
        const State<W> start = begun<W>(g, locale, begin, side);
        Answer answer = g.rules.holds ? BegunOn<W>(g, start).search(plan) : solve<W>(g, start, plan, before);
        if (answer.status != (side == OWNER ? "owner" : "attacker")) before.drop();
        return answer;
    }

    // A search by itself, which knows nothing of others.
    std::unique_ptr<Begun> begin(const Begin& begin, const Points& standing) override {
        begin_again(standing);
        return std::make_unique<BegunOn<W>>(g, begun<W>(g, locale, begin, side));
    }

    void keep() override { before.keep(g, side); }
    void drop() override { before.drop(); }

    std::vector<std::vector<int>> examples(const Begin& begin, const Points& standing, const Sampling& plan) override {
        begin_again(standing);
        Watch watch(1e9, cancelled);
        return sample_plays<W>(g, begun<W>(g, locale, begin, side), plan, watch);
    }

    std::vector<std::vector<int>> compared(const Begin& begin, const Points& standing, int moves, uint64_t seed) override {
        begin_again(standing);
        return compare<W>(g, begun<W>(g, locale, begin, side), moves, seed);
    }

  private:
    void begin_again(const Points& standing) {
        g.standing = bits<W>(locale.numbered(standing));
        // Each search has its own book: a full one would spoil all that come later.
        if (g.rules.named()) g.passes = std::make_shared<PassBook<W>>();
    }
};

// The game as Python describes it. Without `turns` no ban lasts for one turn of the other, without `bans` none is on the
// other. A `place` is one of several (verifier/play/place.py): such a ban may be over in it before the other plays there.
// Chains next to `elsewhere` have an eye there, but for those with a stone of `housed`. Chains that are `standing` when a
// search begins are never to be lost. For one thread.
class PlainGame {
  public:
    PlainGame(Locale locale, int winner, bool clears, const Points& fresh, const std::string& lasting, bool bans_captures,
              bool place, bool turns, bool bans, bool pass_frees, bool frees, const Points& housed, const Points& elsewhere)
        : points(locale.points), side(winner ? ATTACKER : OWNER) {
        Rules& rules = locale.rules;
        const bool turn = lasting == "turn";
        // Elsewhere the numbers of threats have their meaning: that bans on the other side last for one turn.
        rules.threats[OWNER] = turn && side == ATTACKER;
        rules.threats[ATTACKER] = turn && side == OWNER;
        if (rules.basic_ko) rules.plain = uint8_t(side);
        rules.retakes_wait = true;
        rules.lasting = turn                  ? Lasting::Turn
                        : lasting == "once"   ? Lasting::Once
                        : lasting == "either" ? Lasting::Either
                        : lasting == "named"  ? Lasting::Named
                        : lasting == "pass"   ? Lasting::Pass
                                              : throw nb::value_error("no game is written down for bans that last so");
        rules.frees = frees;
        rules.bans_captures = bans_captures;
        rules.one_of_several = place;
        rules.relies_on_turns = turns;
        rules.late_retakes = place && turns;
        rules.pass_frees = pass_frees;
        rules.unlimited[1 - side] = !bans;
        rules.clears = clears;
        rules.holds = !fresh.empty();
        for (const Points* each : {&fresh, &housed, &elsewhere}) locale.expect(*each);
        if (!locale.fits()) return;
        searches = on(locale, [&](auto width) -> std::unique_ptr<PlainSearches> {
            return std::make_unique<PlainSearchesOn<decltype(width)::value>>(locale, side, fresh, housed, elsewhere);
        });
    }

    nb::dict search(const Begin& begin, const Points& standing, uint32_t first, uint64_t nodes, double seconds, uint64_t bytes) {
        expect_known(begin, standing);
        const Plan plan = Plan::of(side, nodes, seconds, bytes);
        Answer answer;
        answer.stop = "points";
        if (searches) {
            nb::gil_scoped_release release;
            answer = searches->search(begin, standing, first, plan);
        }
        return result(answer);
    }

    Kept begin(const Begin& begin, const Points& standing) {
        expect_known(begin, standing);
        return Kept(searches ? searches->begin(begin, standing) : nullptr, side);
    }

    // Let later searches end at what the last one has proved, or not. Nothing if its side did not win, or a second time.
    void keep() {
        if (searches) searches->keep();
    }
    void drop() {
        if (searches) searches->drop();
    }

    // Examples of plays to learn from; see bindings/sampling.hpp.
    std::vector<std::vector<int>> examples(const Begin& begin, const Points& standing, uint64_t nodes, int draws, uint64_t cap, uint64_t seed) {
        expect_known(begin, standing);
        const Sampling plan{nodes, cap, draws, seed};
        std::vector<std::vector<int>> found;
        if (searches) {
            nb::gil_scoped_release release;
            found = searches->examples(begin, standing, plan);
        }
        if (PyErr_Occurred()) throw nb::python_error();
        return found;
    }

    // For tests: see bindings/comparing.hpp.
    std::vector<std::vector<int>> plays_compared(const Begin& begin, const Points& standing, int moves, uint64_t seed) {
        expect_known(begin, standing);
        return searches ? searches->compared(begin, standing, moves, seed) : std::vector<std::vector<int>>();
    }

  private:
    void expect_known(const Begin& begin, const Points& standing) const {
        const auto& [own, other, mover, bound, ban, turn, by_owner, by_attacker] = begin;
        for (const Points* each : {&own, &other, &bound, &by_owner, &by_attacker, &standing}) expect_inside(*each, points);
    }

    size_t points;
    int side;
    std::unique_ptr<PlainSearches> searches{};
};

inline void bind_plain(nb::module_& m) {
    nb::class_<PlainGame>(m, "PlainGame")
        .def(nb::init<Locale, int, bool, const Points&, const std::string&, bool, bool, bool, bool, bool, bool, const Points&,
                      const Points&>(),
             nb::arg("locale"), nb::arg("side"), nb::arg("clears"), nb::arg("fresh"), nb::arg("lasting"), nb::arg("bans_captures"),
             nb::arg("place"), nb::arg("turns"), nb::arg("bans"), nb::arg("pass_frees"), nb::arg("frees"), nb::arg("housed"),
             nb::arg("elsewhere"))
        .def("search", &PlainGame::search, nb::arg("begin"), nb::arg("standing"), nb::arg("first"), nb::arg("nodes"),
             nb::arg("seconds"), nb::arg("bytes"))
        .def("begin", &PlainGame::begin, nb::arg("begin"), nb::arg("standing"))
        .def("keep", &PlainGame::keep)
        .def("drop", &PlainGame::drop)
        .def("examples", &PlainGame::examples, nb::arg("begin"), nb::arg("standing"), nb::arg("nodes"), nb::arg("draws"),
             nb::arg("cap"), nb::arg("seed"))
        .def("plays_compared", &PlainGame::plays_compared, nb::arg("begin"), nb::arg("standing"), nb::arg("moves"), nb::arg("seed"));
}

}  // namespace shikatsu::python
