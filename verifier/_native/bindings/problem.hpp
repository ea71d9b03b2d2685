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

struct Problem {
    std::vector<Points> near;               // empty for numbers of no point
    Points wall[2], unit, stones[2];
    Points rim[2];                          // see Geometry
    int first = OWNER;
    Rules rules;
    bool together = false;                  // the unit is several chains
    int stride = 0;                         // see Geometry
    Points number;                          // of each point, if they are numbered by rows
    Points place;                           // see Geometry
    int columns = 0;

    // For each side its rim, or nothing at all. Before points are numbered by rows.
    void set_rim(const std::vector<Points>& points) {
        if (points.empty()) return;
        if (points.size() != 2) throw nb::value_error("rim: one list per side");
        for (int c = 0; c < 2; ++c) {
            rim[c] = points[c];
            expect_inside(rim[c], near.size());
        }
    }

    // The points as they are numbered here.
    Points numbered(Points points) const {
        if (stride)
            for (int& p : points) p = number[size_t(p)];
        return points;
    }

    // Number the points by rows: `where` they are in rows of `width`. Not if some are in no row.
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
        for (Points* points : {&wall[0], &wall[1], &unit, &stones[0], &stones[1], &rim[0], &rim[1]}) *points = numbered(*points);
    }
};

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

inline Problem read(const std::vector<Points>& near, const std::vector<Points>& walls, const Points& unit,
                    const std::vector<Points>& stones, int first, const std::string& bad, int banned,
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
    p.rules = rules_of(bad, banned, passes_end, captured_once, weigh, threats);
    for (const Points* points : {&unit, &walls[0], &walls[1], &stones[0], &stones[1]}) expect_inside(*points, near.size());
    for (const Points& row : near) expect_inside(row, near.size());
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
    g.place = p.place;
    g.columns = p.columns;
    g.all = Bits<W>::none();
    for (int i : p.number) g.all.set(i);
    if (!g.stride)
        for (int i = 0; i < g.n; ++i) g.all.set(i);
    for (const Points& row : p.near) g.near.push_back(bits<W>(row));
    for (int c = 0; c < 2; ++c) {
        g.wall[c] = bits<W>(p.wall[c]);
        g.rim[c] = bits<W>(p.rim[c]);
    }
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

// Run with masks as wide as so many points need; all masks that the kernel is compiled for.
template <class Run>
auto with_width(size_t points, Run run) {
    if (points <= 64) return run(std::integral_constant<int, 1>());
    if (points <= 128) return run(std::integral_constant<int, 2>());
    if (points <= 192) return run(std::integral_constant<int, 3>());
    return run(std::integral_constant<int, 6>());
}

}  // namespace shikatsu::python
