// The ground that the first guess looks at: what the attacker has for certain, the area that is left around the unit, what
// of it can become eyes, and his stones in it. That of one board is kept; a stone more changes little of it.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "games/cuts.hpp"
#include "games/game.hpp"

namespace shikatsu {

// An area is the part of the locale around the unit that the attacker's stones connected to his walls leave; points next to
// these and to walls never become eyes.
template <int W>
struct Ground {
    Bits<W> safe, dark;             // the attacker's stones that are connected to his walls; these and what is next to them or to a wall
    Bits<W> area, hopes;            // hopes: points that can become eyes
    Bits<W> chain, beside;          // the unit's chain, and what is next to it
    int parts = 0, largest = 0;     // connected sets that can become eyes, and points of the largest of them
    // Of the attacker's stones that are not safe: those with one liberty, with two, and chains with one.
    int in_atari = 0, with_two = 0, ataris = 0;
    int least = 0;                  // least liberties of such a chain on the unit
};

template <int W>
class Terrain {
  public:
    // `many`: the most liberties that are told apart.
    Terrain(const Geometry<W>& geometry, Cuts<W>& cutting, int many) : g(geometry), cuts(cutting), most(many) {}

    // Keep the ground of a board.
    void keep(const State<W>& s) {
        if (kept.is(s)) return;
        if (aside.is(s)) std::swap(kept, aside);
        else work_out(s, kept);
    }

    // The ground of a board, soon told if it is the one kept with a stone more.
    Ground<W> of(const State<W>& s) {
        const Bits<W>&own = s.s[OWNER], &other = s.s[ATTACKER];
        const Bits<W> more_own = own.minus(kept.mine), more_other = other.minus(kept.theirs), more = more_own | more_other;
        const bool near = kept.known && more.count() <= 1 && kept.mine.within(own) && kept.theirs.within(other) && !g.housed.any();
        if (!near && !aside.is(s)) work_out(s, aside);
        const Board& board = near ? kept : aside;
        Ground<W> out = board.ground;
        const Bits<W> empty = g.all.minus(own | other);
        Bits<W> joined = Bits<W>::none();           // stones in the chain that the new one makes
        if (near && more.any()) {
            const int p = more.lowest();
            if (more_own.any()) {
                if (g.unit.test(p) || out.beside.test(p)) {
                    out.chain = g.flood(out.chain | (g.unit & own), own);
                    out.beside = g.around(out.chain);
                }
            } else {
                joined = more;
                Bits<W> around = g.near[size_t(p)];
                for (const Loose& chain : board.loose)
                    if (chain.around.test(p)) {
                        joined |= chain.stones;
                        around |= chain.around;
                    }
                if (g.wall[ATTACKER].test(p) || g.near[size_t(p)].meets(out.safe)) {
                    out.safe |= joined;
                    out.dark |= joined | around;
                    if (joined.meets(out.area)) shrink(out, p, joined);
                } else count(out, joined, around, joined.count(), empty);
            }
            out.hopes = out.area.minus(out.dark | own);
        }
        count_parts(board, out);
        for (const Loose& chain : board.loose)
            if (!chain.stones.meets(joined)) count(out, chain.stones, chain.around, chain.size, empty);
        return out;
    }

  private:
    const Geometry<W>& g;
    Cuts<W>& cuts;
    const int most;
    struct Loose {
        Bits<W> stones, around;
        int size;
    };
    struct Board {
        bool known = false;
        Bits<W> mine, theirs;
        Ground<W> ground{};                 // but for what is counted
        std::vector<Bits<W>> parts{};       // sets that can become eyes
        std::vector<Loose> loose{};         // chains of the attacker that are not safe

        bool is(const State<W>& s) const { return known && s.s[OWNER] == mine && s.s[ATTACKER] == theirs; }
    };
    Board kept, aside;                      // that of the last keep(), and of the last other board

    void work_out(const State<W>& s, Board& board) const {
        board.mine = s.s[OWNER];
        board.theirs = s.s[ATTACKER];
        board.known = true;
        const Bits<W>&own = board.mine, &other = board.theirs;
        Ground<W>& out = board.ground = Ground<W>();
        out.safe = g.flood(other & g.wall[ATTACKER], other);
        out.dark = out.safe | g.around(out.safe) | g.wall[ATTACKER];
        const Bits<W> open = g.all.minus(out.safe);
        out.area = g.flood(g.unit & open, open);
        out.hopes = out.area.minus(out.dark | own);
        out.chain = g.flood(g.unit & own, own);
        out.beside = g.around(out.chain);
        out.least = most;
        board.parts.clear();
        for (Bits<W> rest = out.hopes; rest.any();) {
            board.parts.push_back(g.flood(Bits<W>::single(rest.lowest()), out.hopes));
            rest = rest.minus(board.parts.back());
        }
        board.loose.clear();
        for (Bits<W> rest = other.minus(out.safe); rest.any();) {
            const Bits<W> stones = g.flood(Bits<W>::single(rest.lowest()), other);
            rest = rest.minus(stones);
            board.loose.push_back({stones, g.around(stones), stones.count()});
        }
    }

    // These stones of the attacker, the one on p among them, have become safe.
    void shrink(Ground<W>& out, int p, const Bits<W>& stones) {
        const Bits<W> open = g.all.minus(out.safe);
        const bool alone = stones == Bits<W>::single(p) && !g.unit.test(p) && !cuts.may_cut(p, out.area);
        out.area = alone ? out.area.minus(stones) : g.flood(g.unit & open, open);
    }

    // Its points that can become eyes are those of the board kept, or fewer.
    void count_parts(const Board& board, Ground<W>& out) {
        const Bits<W> gone = board.ground.hopes.minus(out.hopes);
        for (const Bits<W>& part : board.parts) {
            const Bits<W> lost = part & gone;
            const int left = part.count() - lost.count();
            if (!lost.any() || (left && left + 1 == part.count() && !cuts.may_cut(lost.lowest(), part))) {
                ++out.parts;
                out.largest = std::max(out.largest, left);
                continue;
            }
            const Bits<W> still = part.minus(lost);
            for (Bits<W> rest = still; rest.any(); ++out.parts) {
                const Bits<W> piece = g.flood(Bits<W>::single(rest.lowest()), still);
                rest = rest.minus(piece);
                out.largest = std::max(out.largest, piece.count());
            }
        }
    }

    void count(Ground<W>& out, const Bits<W>& stones, const Bits<W>& around, int size, const Bits<W>& empty) const {
        const int left = (around & empty).count();
        if (left == 1) {
            out.in_atari += size;
            ++out.ataris;
        } else if (left == 2) out.with_two += size;
        if (stones.meets(g.unit)) out.least = std::min(out.least, left);
    }
};

}  // namespace shikatsu
