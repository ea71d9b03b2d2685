// From a position to the game on its locale: walls and locale as verifier/board/walls.py defines them.
// The checker works them out for itself, so an error here costs a proof and no more.
#pragma once
#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "games/game.hpp"

namespace shikatsu {

constexpr int BOARD_POINTS = 361;

enum class Walls : uint8_t { Assumed, Unconditional, Board };

// Point r * cols + c is row r from the top and column c from the left; side 0 is the owner of the unit.
template <int B>
struct Board {
    int rows, cols;
    Bits<B> full = Bits<B>::none(), stones[2], outside, fixed[2], unit, locale = Bits<B>::none();
    std::vector<Bits<B>> near;
    bool failed = false;                    // more chains or regions than Benson's algorithm can hold here

    // `open`: bits for top, bottom, left and right, the sides where the board goes on.
    Board(int r, int c, const Bits<B>& own, const Bits<B>& other, int point, int open, Walls kind) : rows(r), cols(c) {
        const int size = rows * cols;
        near.assign(size, Bits<B>::none());
        for (int row = 0, at = 0; row < rows; ++row)
            for (int col = 0; col < cols; ++col, ++at) {
                Bits<B>& beside = near[at];
                full.set(at);
                if (row) beside.set(at - cols);
                if (row + 1 < rows) beside.set(at + cols);
                if (col) beside.set(at - 1);
                if (col + 1 < cols) beside.set(at + 1);
            }
        stones[OWNER] = own;
        stones[ATTACKER] = other;
        unit = flood(Bits<B>::single(point), own);
        assume(open);
        if (kind == Walls::Unconditional) add_unconditional();
        const Bits<B> free = full.minus(fixed[0] | fixed[1] | outside);
        if (unit.within(free)) locale = kind == Walls::Board ? free : flood(unit, free);
    }

    Bits<B> around(Bits<B> set) const {
        Bits<B> out = Bits<B>::none();
        while (set.any()) out |= near[set.pop()];
        return out;
    }

    Bits<B> flood(Bits<B> seed, const Bits<B>& within) const {
        Bits<B> front = seed;
        while (front.any()) {
            const Bits<B> more = (near[front.pop()] & within).minus(seed);
            seed |= more;
            front |= more;
        }
        return seed;
    }

    // Chains on an open side, or next to the outside.
    void assume(int open) {
        outside = fixed[0] = fixed[1] = Bits<B>::none();
        if (!open) return;
        Bits<B> cut = Bits<B>::none();
        for (int p = 0; p < rows * cols; ++p) {
            const bool on[] = {p < cols, p >= (rows - 1) * cols, p % cols == 0, p % cols == cols - 1};
            for (int side = 0; side < 4; ++side)
                if ((open >> side & 1) && on[side]) cut.set(p);
        }
        const Bits<B> empty = full.minus(stones[0] | stones[1]);
        outside = flood(cut & empty, empty);
        const Bits<B> touching = cut | around(outside);
        for (int side : {OWNER, ATTACKER}) fixed[side] = flood(touching & stones[side], stones[side]);
    }

    void add_unconditional() {
        const Bits<B> area = full.minus(fixed[0] | fixed[1] | outside);
        Geometry<B> g;
        g.n = rows * cols;
        g.all = area;
        g.near.reserve(near.size());
        for (const Bits<B>& row : near) g.near.push_back(row & area);
        State<B> s;
        for (int side : {OWNER, ATTACKER}) {
            g.wall[side] = around(fixed[side]) & area;
            s.s[side] = stones[side] & area;
        }
        g.unit = unit;
        Mover<B> mover(g);
        for (int side : {OWNER, ATTACKER}) {
            fixed[side] |= mover.unconditional(s, side, Bits<B>::none());
            failed = failed || mover.life.overflow;
        }
    }

    // The locale, and the stones that stand in it. Its points are numbered by rows if that needs no wider masks.
    template <int W>
    Geometry<W> geometry(State<W>& start) const {
        Geometry<W> g;
        int left = cols, right = 0;
        for (Bits<B> rest = locale; rest.any();) {
            const int c = rest.pop() % cols;
            left = std::min(left, c);
            right = std::max(right, c);
        }
        const int stride = right - left + 2, first = locale.lowest();
        auto by_rows = [&](int p) { return (p / cols - first / cols) * stride + p % cols - left; };
        std::vector<int16_t> number(rows * cols, -1);
        int last = 0;
        for (Bits<B> rest = locale; rest.any();) last = by_rows(rest.pop());
        // Moving wider masks takes longer than looking up neighbours.
        if (W <= 2 && stride < 64 && last < 64 * W) g.stride = stride;
        for (Bits<B> rest = locale; rest.any();) {
            const int p = rest.pop();
            number[p] = int16_t(g.stride ? by_rows(p) : g.n);
            g.n = number[p] + 1;
        }
        auto shrink = [&](Bits<B> set) {
            Bits<W> out = Bits<W>::none();
            for (set = set & locale; set.any();) out.set(number[set.pop()]);
            return out;
        };
        g.all = shrink(locale);
        g.near.assign(size_t(g.n), Bits<W>::none());
        for (Bits<B> rest = locale; rest.any();) {
            const int p = rest.pop();
            g.near[size_t(number[p])] = shrink(near[p]);
        }
        for (int side : {OWNER, ATTACKER}) {
            g.wall[side] = shrink(around(fixed[side]));
            start.s[side] = shrink(stones[side]);
        }
        g.unit = shrink(unit);
        return g;
    }
};

}  // namespace shikatsu
