// What lives unconditionally after each play from one board, as Mover tells it board by board. A play that takes nothing
// leaves most chains and regions as they are, so these are worked out once.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "games/cuts.hpp"
#include "games/game.hpp"

namespace shikatsu {

template <int W>
class LifeAfter {
  public:
    // Lives and settles things for `side`, whoever plays.
    LifeAfter(const Geometry<W>& geometry, Mover<W>& of, Cuts<W>& cutting, int whose)
        : g(geometry), mover(of), cuts(cutting), side(whose),
          known(g.parts.empty() && !g.housed.any() && !(g.rules.clears && g.rules.captured_once)),
          rooms(g.rules.clears && whose == ATTACKER) {}

    // From this board on.
    void begin(const State<W>& v) {
        if (looked && v.s[0] == from[0] && v.s[1] == from[1]) return;
        from[0] = v.s[0];
        from[1] = v.s[1];
        looked = false;
    }

    // Mover::settled_for(after, side), where `after` is what the play on p leads to that takes so many stones.
    bool settled(const State<W>& after, int p, int taken) {
        if (!known || taken || p < 0 || after.passed || !look()) return mover.settled_for(after, side);
        if (g.rules.holds)
            return side == ATTACKER ? g.fresh.meets(lives(after, p, Bits<W>::none())) : g.fresh.within(secured(after, p, g.fresh));
        if (g.rules.clears) {
            if (side == OWNER) return g.unit.meets(lives(after, p, Bits<W>::none()));
            if (mover.clearing.of(after)) return mover.clearing.settles(g);
            const Bits<W> alive = lives(after, p, Bits<W>::none());
            return mover.keep_clear(after, alive, mover.kept_beside(alive, side, g.unit), eyes).settles(g);
        }
        return mover.settled_given(after, side, [&] { return secured(after, p); }, [&] { return tight(after, p); });
    }

  private:
    // Room for the chain and the regions that a play makes.
    static constexpr int MOST = 58;
    const Geometry<W>& g;
    Mover<W>& mover;
    Cuts<W>& cuts;
    const int side;
    const bool known;                       // whether the rules are such that it is worth it
    const bool rooms;                       // regions with points of the unit count where chains are next to all their points
    Bits<W> from[2];                        // the stones
    bool looked = false, fits = false;
    Bits<W> empty, near_side;               // empty points; those next to the side's stones or walls
    int chains = 0, regions = 0;
    uint64_t held = 0;                      // chains that are connected to a wall
    std::vector<Chain<W>> chain{std::vector<Chain<W>>(size_t(g.n) + 1)};
    struct Region {
        Bits<W> points, inner;              // inner: the points that a chain is to be next to, the empty ones or all
        uint64_t border, vital;             // chains around it; those to which it is vital
        bool walled;                        // next to a wall of the other side
        bool room;                          // all its points have to be next to a chain
    };
    std::array<Region, MOST> region;
    Bits<W> hold;                           // the unit and what is connected to it without the attacker's stones
    int eyes = 0;                           // regions that are vital to a chain, after the play that was looked at last

    bool look() {
        if (looked) return fits;
        looked = true;
        fits = false;
        const Bits<W>&mine = from[side], open = g.all.minus(mine);
        empty = g.all.minus(from[0] | from[1]);
        chains = chains_of(g, mine, empty, g.wall[side], chain.data());
        if (chains > MOST) return false;
        held = held_chains(chain.data(), chains);
        regions = 0;
        for (Bits<W> rest = open; rest.any(); ++regions) {
            if (regions == MOST) return false;
            Region& r = region[size_t(regions)];
            Bits<W> edge;
            r.points = g.flood(Bits<W>::single(rest.lowest()), open, edge);
            rest = rest.minus(r.points);
            r.room = rooms && r.points.meets(g.unit);
            r.inner = r.room ? r.points : r.points & empty;
            r.walled = r.points.meets(g.wall[1 - side]);
            r.border = r.vital = 0;
            for (int i = 0; i < chains; ++i)
                if (edge.meets(chain[size_t(i)].stones)) {
                    r.border |= uint64_t(1) << i;
                    if (r.inner.within(next_to(r.room, i))) r.vital |= uint64_t(1) << i;
                }
        }
        near_side = g.around(mine) | g.wall[side];
        if (side == ATTACKER) hold = g.flood(g.unit & open, open);
        return fits = true;
    }

    // Where the inner points of a region have to be if it is vital to a chain.
    const Bits<W>& next_to(bool room, int i) const { return room ? chain[size_t(i)].beside : chain[size_t(i)].liberties; }

    // Mover::unconditional after the play.
    Bits<W> lives(const State<W>& after, int p, const Bits<W>& disregard) {
        return after.turn == side ? after_theirs(p, disregard) : after_mine(p, disregard);
    }
    // Mover::secured of the unit.
    Bits<W> secured(const State<W>& after, int p) {
        if (!g.rules.captured_once) return secured(after, p, g.unit);
        mover.alive = lives(after, p, Bits<W>::none());
        return g.unit & mover.alive;
    }
    // The same of other points, whatever the objective.
    Bits<W> secured(const State<W>& after, int p, const Bits<W>& points) {
        mover.alive = lives(after, p, points.minus(after.s[side]));
        return mover.kept_beside(mover.alive, side, points);
    }

    // Mover::tight of the unit.
    bool tight(const State<W>& after, int p) {
        if (g.rules.captured_once || mover.retakes_wait) return false;
        Bits<W> away = hold.minus(near_side);
        if (after.turn == OWNER) {          // the attacker has played on p
            if (hold.test(p) && cuts.may_cut(p, hold)) return mover.tight(after, g.unit);
            away = away.minus(g.near[size_t(p)]);
            away.clear(p);
        }
        return away.count() <= 2;
    }

    // Stones of the side that live after it has played on p.
    Bits<W> after_mine(int p, const Bits<W>& disregard) {
        uint64_t joined = 0;
        Bits<W> liberties = g.near[size_t(p)] & empty, points_beside = g.near[size_t(p)];
        for (int i = 0; i < chains; ++i)
            if (chain[size_t(i)].liberties.test(p)) {
                joined |= uint64_t(1) << i;
                liberties |= chain[size_t(i)].liberties;
                points_beside |= chain[size_t(i)].beside;
            }
        liberties.clear(p);
        const uint64_t fresh = uint64_t(1) << chains;
        auto renamed = [&](uint64_t set) { return set & joined ? (set & ~joined) | fresh : set; };
        std::array<uint64_t, 64> border, vital;
        size_t m = 0;
        int split = 0;
        for (int j = 0; j < regions; ++j) {
            const Region& r = region[size_t(j)];
            if (r.points.test(p)) {
                split = j;
                continue;
            }
            if (r.walled || !r.points.meets(empty) || r.points.meets(disregard)) continue;
            const bool vital_to_it = (r.border & joined) && r.inner.within(r.room ? points_beside : liberties);
            border[m] = renamed(r.border);
            vital[m++] = (r.vital & ~joined) | (vital_to_it ? fresh : 0);
        }
        // The region that p was in, or what is left of it.
        const Region& r = region[size_t(split)];
        Bits<W> rest = r.points;
        rest.clear(p);
        const bool whole = !cuts.may_cut(p, r.points);
        const Bits<W> left = rest;
        while (rest.any()) {
            Bits<W> edge = Bits<W>::none();
            const Bits<W> part = whole ? rest : g.flood(Bits<W>::single(rest.lowest()), left, edge);
            rest = rest.minus(part);
            if ((r.walled && part.meets(g.wall[1 - side])) || !part.meets(empty) || part.meets(disregard)) continue;
            const bool room = r.room && part.meets(g.unit);
            const Bits<W> inner = room ? part : part & empty;
            border[m] = fresh;
            vital[m] = inner.within(room ? points_beside : liberties) ? fresh : 0;
            for (uint64_t others = r.border & ~joined; others; others &= others - 1) {
                const int i = lowest_bit(others);
                if (!whole && !edge.meets(chain[size_t(i)].stones)) continue;
                border[m] |= uint64_t(1) << i;
                if (inner.within(next_to(room, i))) vital[m] |= uint64_t(1) << i;
            }
            ++m;
        }
        uint64_t regions_kept;
        const uint64_t held_then = renamed(held) | (g.wall[side].test(p) ? fresh : 0);
        const uint64_t kept = kept_chains((fresh | (fresh - 1)) & ~joined, held_then, border.data(), vital.data(), int(m), regions_kept);
        count_eyes(vital, m, held_then);
        Bits<W> alive = stones_of(chain.data(), kept & fresh ? (kept & ~fresh) | joined : kept);
        if (kept & fresh) alive.set(p);
        return alive;
    }

    // Stones of the side that live after the other side has played on p.
    Bits<W> after_theirs(int p, const Bits<W>& disregard) {
        std::array<uint64_t, 64> border, vital;
        size_t m = 0;
        for (int j = 0; j < regions; ++j) {
            const Region& r = region[size_t(j)];
            if (r.walled || r.points.meets(disregard)) continue;
            Bits<W> inner = r.points & empty;
            inner.clear(p);
            if (!inner.any()) continue;
            border[m] = r.border;
            vital[m] = r.vital;
            if (!r.room && r.inner.test(p))
                for (uint64_t others = r.border & ~r.vital; others; others &= others - 1)
                    if (inner.within(chain[size_t(lowest_bit(others))].liberties)) vital[m] |= others & -others;
            ++m;
        }
        uint64_t regions_kept;
        const uint64_t kept = kept_chains((uint64_t(1) << chains) - 1, held, border.data(), vital.data(), int(m), regions_kept);
        count_eyes(vital, m, held);
        return stones_of(chain.data(), kept);
    }

    // None are counted where no chain can have two.
    void count_eyes(const std::array<uint64_t, 64>& vital, size_t m, uint64_t held_then) {
        eyes = 0;
        if (rooms && (m > 1 || held_then)) eyes = int(std::count_if(vital.begin(), vital.begin() + m, [](uint64_t set) { return set != 0; }));
    }
};

}  // namespace shikatsu
