// What Python tells of a game by points that are numbered, as the kernel has it.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "games/board.hpp"

namespace shikatsu::python {

namespace nb = nanobind;

using Points = std::vector<int>;

constexpr int BY_ROWS = 192;                // masks for more numbers are moved more slowly than neighbours are looked up
constexpr int WORD = 64;                    // numbers in a word of a mask
constexpr int MOST_PLACES = 1024;           // more than there are on a board

// Refuse points that a locale of so many does not have.
inline void expect_inside(const Points& points, size_t many) {
    for (int q : points)
        if (q < 0 || size_t(q) >= many) throw nb::value_error("a point lies outside the locale");
}

// `banned`: whom ko bans bind, 1 for the owner and 2 for the attacker.
inline Rules rules_of(const std::string& bad, int banned, bool passes_end, bool captured_once, bool weigh,
                      const Points& threats) {
    if (threats.size() != 2) throw nb::value_error("threats: one number per side");
    Rules rules;
    for (int c = 0; c < 2; ++c) {
        rules.unlimited[c] = threats[c] < 0;
        rules.threats[c] = uint8_t(threats[c] < 0 ? 0 : threats[c] > 255 ? 255 : threats[c]);
    }
    rules.basic_ko = banned != 0;
    rules.banned[OWNER] = banned & 1;
    rules.banned[ATTACKER] = banned >> 1 & 1;
    rules.passes_end = passes_end;
    rules.captured_once = captured_once;
    rules.weigh = weigh;
    rules.bad = bad == "real"   ? BadMode::Real
                : bad == "all"  ? BadMode::All
                : bad == "none" ? BadMode::None
                                : throw nb::value_error("no game is written down for this rule for cycles");
    return rules;
}

// A locale, the unit in it, and the rules of the game; where play begins is told with each question.
class Locale {
  public:
    std::vector<Points> near;               // empty for numbers of no point
    Points wall[2], unit;
    Points rim[2];                          // see Geometry
    Rules rules;
    bool together;                          // the unit is several chains
    int stride = 0;                         // see Geometry
    Points number{};                        // of each point, if they are numbered by rows
    Points place{};                         // see Geometry
    int columns = 0;
    size_t points;                          // how many there are

    // `where` points are in rows of `width`, to number them so; nothing if nobody knows. `beyond`: for each side its rim, or
    // nothing at all.
    Locale(const std::vector<Points>& neighbours, const std::vector<Points>& walls, const Points& goal, const Rules& game,
           const Points& where, int width, const std::vector<Points>& beyond, bool several)
        : near(neighbours), unit(goal), rules(game), together(several), points(neighbours.size()) {
        if (walls.size() != 2) throw nb::value_error("walls: one list per side");
        if (!beyond.empty() && beyond.size() != 2) throw nb::value_error("rim: one list per side");
        for (size_t c = 0; c < 2; ++c) {
            wall[c] = walls[c];
            if (!beyond.empty()) rim[c] = beyond[c];
        }
        for (const Points* each : {&unit, &wall[0], &wall[1], &rim[0], &rim[1]}) expect(*each);
        for (const Points& row : near) expect(row);
        number_by_rows(where, width);
    }

    // Refuse points that the locale does not have.
    void expect(const Points& some) const { expect_inside(some, points); }

    // The points as they are numbered here.
    Points numbered(Points some) const {
        if (stride)
            for (int& p : some) p = number[size_t(p)];
        return some;
    }

    bool fits() const { return points <= size_t(BOARD_POINTS); }
    void expect_to_fit() const {
        if (!fits()) throw nb::value_error("at most 361 points");
    }

  private:
    // Not if some points are in no row.
    void number_by_rows(const Points& where, int width) {
        if (where.size() != near.size() || width < 2 || width > 63 || !std::is_sorted(where.begin(), where.end())) return;
        if (where.empty() || where.front() < 0 || where.back() >= MOST_PLACES) return;
        place = where;
        columns = width;
        if (where.back() >= BY_ROWS) return;
        // Wider masks take longer than looking up neighbours.
        if (where.back() / WORD > (int(near.size()) - 1) / WORD) return;
        stride = width;
        number = where;
        std::vector<Points> rows(size_t(where.back()) + 1);
        for (size_t i = 0; i < near.size(); ++i) rows[size_t(where[i])] = numbered(near[i]);
        near = std::move(rows);
        for (Points* each : {&wall[0], &wall[1], &unit, &rim[0], &rim[1]}) *each = numbered(*each);
    }
};

template <int W>
Bits<W> bits(const Points& points) {
    Bits<W> b = Bits<W>::none();
    for (int p : points) b.set(p);
    return b;
}

template <int W>
Geometry<W> geometry(const Locale& locale) {
    Geometry<W> g;
    g.n = int(locale.near.size());
    g.stride = locale.stride;
    g.place = locale.place;
    g.columns = locale.columns;
    g.all = Bits<W>::none();
    for (int i : locale.number) g.all.set(i);
    if (!g.stride)
        for (int i = 0; i < g.n; ++i) g.all.set(i);
    for (const Points& row : locale.near) g.near.push_back(bits<W>(row));
    for (int c = 0; c < 2; ++c) {
        g.wall[c] = bits<W>(locale.wall[c]);
        g.rim[c] = bits<W>(locale.rim[c]);
    }
    g.unit = bits<W>(locale.unit);
    if (locale.together) g.divide();
    g.rules = locale.rules;
    if (g.rules.named()) g.passes = std::make_shared<PassBook<W>>();
    return g;
}

// The state where play begins: the stones of the owner and of the attacker, and whether the attacker moves first.
template <int W>
State<W> start(const Locale& locale, const std::vector<Points>& stones, int first) {
    if (stones.size() != 2) throw nb::value_error("stones: one list per side");
    State<W> s;
    for (size_t c = 0; c < 2; ++c) {
        locale.expect(stones[c]);
        s.s[c] = bits<W>(locale.numbered(stones[c]));
        s.threats[c] = uint8_t(locale.rules.threats_of(int(c)));
    }
    s.turn = uint8_t(first ? ATTACKER : OWNER);
    return s;
}

// Run with masks as wide as so many points need; all masks that the kernel is compiled for.
template <class Run>
auto with_width(size_t points, Run run) {
    if (points <= 64) return run(std::integral_constant<int, 1>());
    if (points <= 128) return run(std::integral_constant<int, 2>());
    if (points <= 192) return run(std::integral_constant<int, 3>());
    return run(std::integral_constant<int, 6>());
}

// Run with masks as wide as the locale needs, once it is known to fit.
template <class Run>
auto on(const Locale& locale, Run run) {
    return with_width(locale.near.size(), run);
}

}  // namespace shikatsu::python
