// Relevance zones: on which points of a state a proof depends. A zone Z of a state won by a side is such
// that every position with the same stones in Z is won by the same moves, whatever lies outside.
// docs/certificates.md defines when a pattern (stones in Z) determines what a move does; the functions
// here add to Z what makes the moves of a proof determined. A zone that is too small does no harm but to
// the proof: the checker then refuses it.
#pragma once
#include "games/game.hpp"

namespace shikatsu {

template <int W>
struct Zoner {
    const Geometry<W>& g;
    explicit Zoner(const Geometry<W>& geometry) : g(geometry) {}

    Bits<W> chain_at(int p, const Bits<W>& stones) const { return g.flood(Bits<W>::single(p), stones); }

    // Add one point of `points` unless the zone holds one already; points that are not soft come first.
    static void witness(const Bits<W>& points, Zone<W>& zone) {
        if (!points.any() || points.meets(zone.hard)) return;
        const Bits<W> better = points.minus(zone.soft);
        zone.set((better.any() ? better : points).lowest());
    }

    // A soft eye is all that the winner's stones in the zone leave of its surroundings; else it becomes hard.
    // Such an eye has an empty point whatever the loser plays there, as his stones in it need a liberty.
    void eyes(const State<W>& v, int side, Zone<W>& zone) const {
        const Bits<W> open = g.all.minus(v.s[side]);
        Bits<W> rest = zone.soft;
        while (rest.any()) {
            const Bits<W> eye = g.flood(Bits<W>::single(rest.lowest()), open);
            rest = rest.minus(eye);
            if (!eye.within(zone.soft) || eye.meets(g.wall[1 - side])) zone |= eye & zone.soft;
            else zone |= g.around(eye) & v.s[side];
        }
        zone |= zone.soft & v.s[side];
    }

    // Soft eyes all of whose points are next to the chain.
    int eyes_of(const State<W>& v, int side, const Bits<W>& around, const Zone<W>& zone) const {
        const Bits<W> open = g.all.minus(v.s[side]);
        Bits<W> rest = zone.soft & around;
        int count = 0;
        while (rest.any()) {
            const Bits<W> eye = g.flood(Bits<W>::single(rest.lowest()), open);
            rest = rest.minus(eye);
            count += eye.within(around);
        }
        return count;
    }

    // In a window: without the points of which nothing is known.
    Zone<W> known(const State<W>& v, int side, const Zone<W>& zone) const {
        return v.unknown.any() && g.rim[side].any() ? zone.minus(v.unknown) : zone;
    }

    // Chains of the winner in the zone are whole and keep a liberty there, so that nothing outside takes them. What is not
    // known is in no zone.
    void support(const State<W>& v, int side, Zone<W>& zone) const {
        const Bits<W> empty = g.all.minus(v.s[0] | v.s[1]);
        zone = known(v, side, zone);
        for (;;) {
            const Zone<W> before = zone;
            if (zone.soft.any()) eyes(v, side, zone);
            Bits<W> rest = zone.hard & v.s[side];
            while (rest.any()) {
                Bits<W> chain = chain_at(rest.lowest(), v.s[side]);
                rest = rest.minus(chain);
                zone |= chain;
                if (chain.meets(g.wall[side])) continue;
                const Bits<W> around = g.around(chain);
                if (zone.soft.meets(around) && eyes_of(v, side, around, zone) > 1) continue;
                witness(around & empty, zone);
            }
            if (!zone.soft.any() || before == zone) return;
        }
    }

    // The unit, and what shows whose it is where that matters for cycles.
    // `known` is in the zone already.
    Zone<W> base(const State<W>& v, int side, bool bad, const Zone<W>& known = {}) const {
        Zone<W> zone = g.core(side);
        if (g.cleared(side)) {
            zone = known;
            witness(g.unit & v.s[OWNER], zone);
        }
        if (g.rules.bad == BadMode::Real && !g.rules.captured_once && !g.rules.clears && !g.rules.holds && bad == (side == OWNER)) {
            const Bits<W> empty = g.all.minus(v.s[0] | v.s[1]);
            Bits<W> points = g.unit & empty;
            if (!g.parts.empty()) points = points & shown(v, side);
            if (side == OWNER || !g.parts.empty() || !g.unit.meets(v.s[ATTACKER]))
                while (points.any()) {
                    Bits<W> region = chain_at(points.lowest(), empty);
                    points = points.minus(region);
                    zone |= region | g.around(region);
                }
        }
        support(v, side, zone);
        return zone;
    }

    // Of several chains those points that show whether the attacker owns some of each: for the owner one chain of which he
    // owns none, for the attacker all chains on which he has no stone.
    Bits<W> shown(const State<W>& v, int side) const {
        Bits<W> out = Bits<W>::none();
        int least = -1;
        for (const Bits<W>& part : g.parts) {
            if (side == ATTACKER) {
                if (!part.meets(v.s[ATTACKER])) out |= part;
                continue;
            }
            if (attacker_owns(g, v, part)) continue;
            const int empty = part.minus(v.s[OWNER]).count();
            if (least >= 0 && empty >= least) continue;
            least = empty;
            out = part;
        }
        return out;
    }

    // The winner plays `move` from v to u, whose proof depends on `after`.
    Zone<W> own_move(const State<W>& v, int move, const State<W>& u, const Zone<W>& after, int side, bool bad) const {
        Zone<W> zone = after;
        zone |= base(v, side, bad, zone);
        const bool named = g.rules.named();
        if (named && move < PASS) zone.set(LIFT - move);
        if (!named || move >= 0) bans(v, u, after.hard, side, zone);
        if (move >= 0) {
            zone.set(move);
            if (zone.soft.any()) eyes(v, side, zone);
            const Bits<W> empty = g.all.minus(v.s[0] | v.s[1]);
            const Bits<W> stone = Bits<W>::single(move);
            const Bits<W> taken = v.s[1 - side].minus(u.s[1 - side]);
            // Legal: a liberty of its own, a chain with another liberty, or a capture.
            if (!g.wall[side].test(move)) {
                Bits<W> breath = g.near[move] & empty;
                if (breath.any()) witness(breath, zone);
                else {
                    Bits<W> joined = g.near[move] & v.s[side], best = Bits<W>::none();
                    bool found = false;
                    while (joined.any()) {
                        Bits<W> chain = chain_at(joined.lowest(), v.s[side]);
                        joined = joined.minus(chain);
                        bool free = chain.meets(g.wall[side]) || (g.around(chain) & empty).minus(stone).any();
                        if (free && (!found || chain.meets(zone.hard))) {
                            best = chain;
                            found = true;
                        }
                    }
                    if (found) {
                        zone |= best;
                        if (!best.meets(g.wall[side])) witness((g.around(best) & empty).minus(stone), zone);
                    } else {
                        Bits<W> chain = chain_at((g.near[move] & taken).lowest(), taken);
                        zone |= chain | g.around(chain);
                    }
                }
            }
            // A retake that may be forbidden is no take in a ko: more than one stone is taken.
            if (v.bans.test(move) && taken.any())
                for (Bits<W> others = g.near[move] & taken; others.any();) {
                    const Bits<W> chain = chain_at(others.lowest(), taken);
                    others = others.minus(chain);
                    zone |= chain | g.around(chain);
                }
            if (named && (taken & zone.hard).count() == 1) zone |= g.near[move];
            if (u.ban >= 0 && after.test(u.ban)) {
                zone |= g.near[move];
                if (side == g.rules.plain || named) banned(u, u.ban, side, zone);
            }
            // A chain that the zone cuts may reach the stone outside it and have no other liberty. In a window it may do so
            // beyond, so that it is to have one here.
            const bool in_window = g.rim[side].any();
            const Bits<W> firm = g.wall[1 - side].minus(g.rim[side]);
            Bits<W> parts = zone.hard & v.s[1 - side];
            const Bits<W> inner = parts, breath = (zone.hard & empty).minus(stone);
            while (parts.any()) {
                const Bits<W> part = chain_at(parts.lowest(), inner);
                parts = parts.minus(part);
                const Bits<W> around = g.around(part);
                if (around.meets(breath) || part.meets(firm)) continue;
                if (around.minus(part).within(zone.all()) && !part.meets(g.rim[side])) continue;
                if (in_window) {
                    const Bits<W> chain = chain_at(part.lowest(), v.s[1 - side]), others = (g.around(chain) & empty).minus(stone);
                    if (others.any()) {
                        zone |= chain;
                        witness(others, zone);
                        continue;
                    }
                }
                zone |= g.near[move];
                if (!in_window) break;
            }
            // Opposing chains next to the stone: taken for sure, or not taken for sure.
            for (bool changed = true; changed;) {
                changed = false;
                Bits<W> others = g.near[move] & v.s[1 - side];
                while (others.any()) {
                    Bits<W> chain = chain_at(others.lowest(), v.s[1 - side]);
                    others = others.minus(chain);
                    if (!chain.meets(zone.hard)) continue;
                    const Zone<W> before = zone;
                    zone |= chain;
                    if (chain.meets(taken)) zone |= g.around(chain);
                    else if (!chain.meets(firm)) witness((g.around(chain) & empty).minus(stone), zone);
                    changed = changed || !(before == zone);
                }
            }
        }
        support(v, side, zone);
        if (named) seen(v, side, zone);
        return zone;
    }

    // Lasting::Named: the zone shows that each of its bans stands.
    void seen(const State<W>& v, int side, Zone<W>& zone) const {
        for (Bits<W> done = Bits<W>::none(); (v.bans & zone.hard).minus(done).any();) {
            for (Bits<W> rest = (v.bans & zone.hard).minus(done); rest.any();) {
                const int q = rest.pop();
                done.set(q);
                banned(v, q, taker(v, q), zone);
            }
            support(v, side, zone);
        }
    }
    // Whose stones are all around q.
    int taker(const State<W>& v, int q) const { return g.near[q].meets(v.s[0]) ? 0 : 1; }

    // Lasting::Named: what is known after the move shows which of the bans stand, and which do not any more.
    void named(const State<W>& v, const State<W>& u, const Bits<W>& after, Zone<W>& zone) const {
        for (Bits<W> rest = u.bans & after; rest.any();) {
            const int q = rest.pop();
            banned(u, q, taker(u, q), zone);
        }
        for (Bits<W> rest = v.bans.minus(u.bans | u.s[0] | u.s[1]) & after; rest.any();) {
            const int q = rest.pop();
            const Bits<W> others = g.near[q].minus(u.s[taker(v, q)]);
            if (others.any()) witness(others, zone);
            else banned(u, q, taker(v, q), zone);
        }
    }

    // Plain play: after the move the retake on q, which takes one stone alone, is forbidden to the loser.
    void banned(const State<W>& u, int q, int side, Zone<W>& zone) const {
        const Bits<W> empty = g.all.minus(u.s[0] | u.s[1]), others = empty.minus(Bits<W>::single(q));
        for (Bits<W> rest = g.near[q]; rest.any();) {
            const Bits<W> chain = chain_at(rest.lowest(), u.s[side]);
            rest = rest.minus(chain);
            zone |= chain;
            if (chain.meets(g.wall[side])) continue;
            const Bits<W> breath = g.around(chain) & others;
            if (breath.any()) witness(breath, zone);
            else zone |= g.around(chain);
        }
        zone |= g.near[q];
    }

    // Those of the bans on the loser that no play outside the zone ends.
    Bits<W> lasting(const State<W>& v, const Bits<W>& bans, int side, const Bits<W>& zone) const {
        Bits<W> kept = Bits<W>::none();
        const Bits<W> stones = v.s[side] & zone, empty = zone.minus(v.s[0] | v.s[1]);
        for (Bits<W> points = bans; points.any();) {
            const int q = points.pop();
            int taken = 0;
            bool sure = g.near[q].within(stones);
            for (Bits<W> rest = g.near[q]; sure && rest.any();) {
                const Bits<W> chain = chain_at(rest.lowest(), stones), around = g.around(chain);
                rest = rest.minus(chain);
                if (chain.meets(g.wall[side]) || (around & empty).minus(Bits<W>::single(q)).any()) continue;
                sure = around.within(zone | chain);
                taken += chain.count();
            }
            if (sure && taken == 1) kept.set(q);
        }
        return kept;
    }

    // Bans that still stand where the proof of u looks: those on the loser for certain, and those on the winner that
    // do not stand any more have lapsed for certain.
    void bans(const State<W>& v, const State<W>& u, const Bits<W>& after, int side, Zone<W>& zone) const {
        if (g.rules.named()) {
            named(v, u, after, zone);
            return;
        }
        if (side != g.rules.plain) {
            if (g.rules.plain != NOBODY) bans_of_plain(v, u, after, zone);
            return;
        }
        const Bits<W> open = g.all.minus(u.s[1 - side]);
        for (Bits<W> rest = u.bans & after; rest.any();) {
            const int q = rest.pop();
            if (!g.near[q].meets(u.s[side])) continue;
            banned(u, q, side, zone);
            // Where his passes lift bans, plays far away do not: none of them may make this one lapse.
            if (g.rules.lasting == Lasting::Either && v.bans.test(q)) banned(v, q, side, zone);
        }
        for (Bits<W> rest = v.bans.minus(u.bans | u.s[0] | u.s[1]) & after; rest.any();)
            witness(g.near[rest.pop()] & open, zone);
    }

    // The same where the other side wins: a ban stands, or has lapsed, for what is around its point.
    void bans_of_plain(const State<W>& v, const State<W>& u, const Bits<W>& after, Zone<W>& zone) const {
        for (Bits<W> rest = (v.bans | u.bans) & after; rest.any();) {
            const int q = rest.pop();
            zone |= g.near[q];
            for (Bits<W> takers = g.near[q] & u.s[g.rules.plain]; takers.any();) {
                const Bits<W> chain = chain_at(takers.lowest(), u.s[g.rules.plain]);
                takers = takers.minus(chain);
                zone |= chain | g.around(chain);
            }
        }
    }

    // The loser plays `move` from v to u; `zone` holds the zones of v so far and of u.
    void reply(const State<W>& v, int move, const State<W>& u, int side, Zone<W>& zone) const {
        const Bits<W> empty = g.all.minus(v.s[0] | v.s[1]);
        const Bits<W> stone = Bits<W>::single(move);
        Bits<W> taken = v.s[side].minus(u.s[side]);
        if (g.rules.named() && (taken & zone.hard).count() == 1) zone |= g.near[move];
        Bits<W> mine = g.near[move] & v.s[side];
        while (mine.any()) {
            Bits<W> chain = chain_at(mine.lowest(), v.s[side]);
            mine = mine.minus(chain);
            if (!chain.meets(zone.hard) || chain.meets(g.wall[side])) continue;
            zone |= chain;
            if (chain.meets(taken)) zone |= g.around(chain);
            else if (!zone.soft.any() || !eyes_of(v, side, g.around(chain), zone)) witness((g.around(chain) & empty).minus(stone), zone);
        }
        // One stone taken, but no ko: say why not.
        if (u.ban < 0 && (taken & zone.hard).count() == 1) {
            if (taken.count() > 1) zone |= taken | g.around(taken);
            else witness(g.near[move] & (v.s[1 - side] | empty), zone);
        }
        bans(v, u, zone.hard, side, zone);
    }

    // The loser may not play on the empty point p: suicide.
    void forbidden(const State<W>& v, int p, int side, Zone<W>& zone) const {
        const Bits<W> empty = g.all.minus(v.s[0] | v.s[1]);
        zone |= g.near[p];
        Bits<W> joined = g.near[p] & v.s[1 - side];
        while (joined.any()) {
            Bits<W> chain = chain_at(joined.lowest(), v.s[1 - side]);
            joined = joined.minus(chain);
            zone |= chain | g.around(chain);
        }
        Bits<W> mine = g.near[p] & v.s[side];
        while (mine.any()) {
            Bits<W> chain = chain_at(mine.lowest(), v.s[side]);
            mine = mine.minus(chain);
            zone |= chain;
            if (!chain.meets(g.wall[side])) witness((g.around(chain) & empty).minus(Bits<W>::single(p)), zone);
        }
    }
};

}  // namespace shikatsu
