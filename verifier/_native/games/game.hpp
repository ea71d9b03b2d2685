// The game of semantics section 3 on a locale: states, moves, ownership, unconditional life.
// Side 0 is the owner of the unit, side 1 the attacker. verifier/play/hypothetical.py is the
// specification; the differential tests compare the two move by move.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "games/bits.hpp"

namespace shikatsu {

constexpr int PASS = -1;
// Plain play, where passes of either side lift bans: the other side's pass that does. PASS stands for its plays far
// away there, which lift nothing. Where passes name kos, LIFT - q is the pass for the one with a retake on q.
constexpr int LIFT = -2;
constexpr int OWNER = 0, ATTACKER = 1, NOBODY = 2;

enum class BadMode : uint8_t { Real, All, None };

// Plain play (verifier/play/plain.py): how long a ban on the other side lasts. Once: until its first pass, and from
// then on for one turn.
// Either: until either side passes. Named: until it passes for that ko, and bans on either side are played to the letter.
enum class Lasting : uint8_t { Turn, Once, Pass, Either, Named };

struct Rules {
    bool basic_ko = true;
    bool banned[2] = {true, true};  // whether ko bans bind the owner, and the attacker
    bool passes_end = false;
    bool captured_once = false;
    bool weigh = true;              // prisoners decide cycles
    BadMode bad = BadMode::Real;    // which states count as good for the owner in even cycles
    uint8_t threats[2] = {0, 0};    // ko threats outside the fight at the start
    bool unlimited[2] = {false, false};     // as many as he wants: never forbidden to retake
    uint8_t plain = NOBODY;         // the side that plays plainly; the other's threats are 1 if bans on it last for one turn
    Lasting lasting = Lasting::Turn;
    bool retakes_wait = false;      // of games in which bans may last for longer than a turn, with a ko rule or none: fewer statics
    bool frees = false;             // Lasting::Named: a pass for a ko is for good
    bool bans_captures = false;     // a ban is on every capture on its point, not only on a take in a ko
    bool clears = false;            // the attacker is to clear all points of the unit, and to keep them clear
    bool one_of_several = false;    // what the attacker clears is one place of several, which has to stay clear
    bool relies_on_turns = true;    // whether bans on the other side that last for one turn count
    bool late_retakes = false;      // and it may retake in spite of them, as it may have played elsewhere before
    bool pass_frees = true;         // Lasting::Either: whether a pass of the side that plays plainly lifts bans
    bool holds = false;             // the attacker is to keep a stone on the unit, one point or none, or one that lives on `fresh`

    bool named() const { return lasting == Lasting::Named; }
    int threats_of(int side) const { return basic_ko ? threats[side] : 0; }     // without a ko there is no use for them
};

// Lasting::Named: the points for which either side has passed for good. There are few such sets, so states have the
// number of what both have passed for.
template <int W>
class PassBook {
  public:
    struct Passed {
        Bits<W> by[2] = {Bits<W>::none(), Bits<W>::none()};
    };

    const Passed& operator[](uint16_t number) const { return known[number]; }
    // The number when a side has passed for a ko with a retake on p besides; with too many of them the same as before,
    // and what is found then may be refused by the checker.
    uint16_t with(uint16_t number, int side, int p) {
        Passed passed = known[number];
        passed.by[side].set(p);
        return find(passed, number);
    }
    uint16_t find(const Passed& passed, uint16_t otherwise = 0) {
        for (size_t i = 0; i < known.size(); ++i)
            if (known[i].by[0] == passed.by[0] && known[i].by[1] == passed.by[1]) return uint16_t(i);
        if (known.size() == MOST) return otherwise;
        known.push_back(passed);
        return uint16_t(known.size() - 1);
    }

  private:
    static constexpr size_t MOST = 1024;
    std::vector<Passed> known{Passed()};
};

template <int W>
struct Geometry {
    int n = 0;                      // the points have numbers below this
    // Points are numbered by rows of so many, at least one more than there are columns; 0: in any other way. The
    // neighbours of a set are then found by moving it as a whole, and some numbers may be those of no point.
    int stride = 0;
    // Where points are on a board of so many columns, counted through, unless their numbers tell; no columns: nobody knows.
    std::vector<int> place;
    int columns = 0;
    std::vector<Bits<W>> near;      // neighbours inside the locale
    Bits<W> all = Bits<W>::none();
    Bits<W> wall[2];                // points next to a wall of this side
    // In a window: points next to what lies beyond it, where the other side is taken to be safe and nothing is known, for
    // the side that is to win there; see State::unknown. None for the other side, and without a window.
    Bits<W> rim[2] = {Bits<W>::none(), Bits<W>::none()};
    Bits<W> unit;
    Bits<W> fresh = Bits<W>::none();
    bool hasty = false;             // see `core`
    Bits<W> elsewhere = Bits<W>::none();    // an eye elsewhere of those who clear: they do not play on it
    Bits<W> housed = Bits<W>::none();   // stones of theirs the chains of which do not have that eye
    Bits<W> standing = Bits<W>::none();     // points of the unit with stones of which the attacker, who clears, may lose none
    std::vector<Bits<W>> parts;     // several chains judged together; none if the unit is one
    Rules rules;
    std::shared_ptr<PassBook<W>> passes;    // where passes name kos, else none

    // Whether that side is to be cleared off the unit: it only needs a stone somewhere on it.
    bool cleared(int side) const { return rules.clears && side == OWNER; }
    // What each proof of a side depends on. Where a stone may be held that lives on one of many points, whatever is played on
    // the locale may be of use for that; who is `hasty` leaves it aside, and may miss a way to hold one.
    Bits<W> core(int side) const { return cleared(side) ? Bits<W>::none() : rules.holds && side == OWNER && !hasty ? all : unit; }

    // Judge the chains that the unit consists of together.
    void divide() {
        for (Bits<W> rest = unit; rest.any(); rest = rest.minus(parts.back()))
            parts.push_back(flood(Bits<W>::single(rest.lowest()), unit));
    }
    // Those of the parts that are gone when after those `before` stones of the owner have been taken, by their numbers.
    uint16_t taken_with(uint16_t before, const Bits<W>& stones) const {
        for (size_t i = 0; i < parts.size(); ++i)
            if (parts[i].meets(stones)) before = uint16_t(before | 1u << i);
        return before;
    }
    bool all_taken(uint16_t taken) const { return taken + 1u == 1u << parts.size(); }
    Bits<W> untaken(uint16_t taken) const {
        if (!taken) return unit;
        Bits<W> out = Bits<W>::none();
        for (size_t i = 0; i < parts.size(); ++i)
            if (!(taken >> i & 1)) out |= parts[i];
        return out;
    }

    int place_of(int p) const { return stride ? p : place[size_t(p)]; }

    // The set and all next to it. Numbers of no point may be among them.
    Bits<W> spread(const Bits<W>& set) const { return set | set.up(1) | set.down(1) | set.up(stride) | set.down(stride); }

    Bits<W> flood(Bits<W> seed, const Bits<W>& within) const {
        if (stride)
            for (;;) {
                const Bits<W> more = (spread(seed) & within).minus(seed);
                if (!more.any()) return seed;
                seed |= more;
            }
        Bits<W> front = seed;
        while (front.any()) {
            int p = front.pop();
            Bits<W> more = (near[p] & within).minus(seed);
            seed |= more;
            front |= more;
        }
        return seed;
    }
    // The same, with what is next to it, and perhaps what is in it.
    Bits<W> flood(Bits<W> seed, const Bits<W>& within, Bits<W>& beside) const {
        if (stride)
            for (;;) {
                beside = spread(seed);
                const Bits<W> more = (beside & within).minus(seed);
                if (!more.any()) {
                    beside = beside & all;
                    return seed;
                }
                seed |= more;
            }
        beside = Bits<W>::none();
        for (Bits<W> front = seed; front.any();) {
            const Bits<W>& next = near[front.pop()];
            beside |= next;
            const Bits<W> more = (next & within).minus(seed);
            seed |= more;
            front |= more;
        }
        if (seed.meets(housed)) beside = beside.minus(elsewhere);
        return seed;
    }
    // The same as the first, but only as long as what has been reached is such that it `goes_on`.
    template <class GoesOn>
    Bits<W> flood_while(Bits<W> seed, const Bits<W>& within, GoesOn goes_on) const {
        Bits<W> front = seed;
        while (front.any() && goes_on(seed)) {
            const Bits<W> more = ((stride ? spread(seed) : near[front.pop()]) & within).minus(seed);
            seed |= more;
            front = stride ? more : front | more;
        }
        return seed;
    }

    // What is next to a chain, or to other points.
    Bits<W> around(Bits<W> set) const {
        if (stride) return (set.up(1) | set.down(1) | set.up(stride) | set.down(stride)) & all;
        const bool here = set.meets(housed);
        Bits<W> out = Bits<W>::none();
        while (set.any()) out |= near[set.pop()];
        return here ? out.minus(elsewhere) : out;
    }
    // Whether a stone on p, next to these stones of its side, would be in a chain without a liberty.
    bool breathless(int p, const Bits<W>& stones, const Bits<W>& others) const {
        const Bits<W> mine = stones | Bits<W>::single(p), chain = flood(Bits<W>::single(p), mine);
        return !chain.meets(wall[ATTACKER]) && !around(chain).minus(mine | others).any();
    }
    // The same points by their order among those that there are.
    Bits<W> in_order(Bits<W> set) const {
        if (!stride) return set;
        Bits<W> out = Bits<W>::none();
        while (set.any()) out.set(all.below(set.pop()));
        return out;
    }
    int in_order(int p) const {
        if (rules.named() && p <= LIFT) return LIFT - in_order(LIFT - p);
        return p < 0 || !stride ? p : all.below(p);
    }
};

template <int W>
struct State {
    Bits<W> s[2];
    int16_t ban = -1;
    uint8_t turn = OWNER;
    uint8_t passed = 0;
    uint8_t threats[2] = {0, 0};    // left; they buy retakes that are forbidden. Lasting::Named: see passed_for()
    uint16_t taken = 0;             // of several chains those that were taken, where one capture counts
    Bits<W> bans = Bits<W>::none(); // plain play: where a retake waits for a pass; see Mover::banned
    // In a window: points of which nothing is known any more. Chains of the side that is to win that are next to what is not
    // known may have liberties there, so that they are taken or not; here they are, and the other side keeps the points.
    Bits<W> unknown = Bits<W>::none();

    bool operator==(const State& o) const {
        return s[0] == o.s[0] && s[1] == o.s[1] && rest() == o.rest() && bans == o.bans && unknown == o.unknown;
    }
    // Lasting::Named: the number of what both sides have passed for.
    uint16_t passed_for() const { return uint16_t(threats[0] | threats[1] << 8); }
    void pass_for(uint16_t number) {
        threats[0] = uint8_t(number & 255);
        threats[1] = uint8_t(number >> 8);
    }
    // All but the stones.
    uint64_t rest() const {
        return uint64_t(taken) << 34 | uint64_t(threats[0]) << 26 | uint64_t(threats[1]) << 18 | uint64_t(uint16_t(ban)) << 2 |
               uint64_t(turn) << 1 | passed;
    }
    uint64_t hash() const {
        uint64_t h = rest();
        for (int c = 0; c < 2; ++c) mix(h, s[c]);
        if (bans.any()) mix(h, bans);
        if (unknown.any()) mix(h, unknown.up(1));
        return h;
    }
};

template <int W>
struct Step {
    State<W> to;
    int16_t move;
    uint16_t captured;
    uint8_t winner;                 // NOBODY unless the move ends play
};

template <int W>
struct Chain {
    Bits<W> stones, liberties, beside;      // beside: all that is next to it, and perhaps its stones
    bool held;                              // connected to a wall
};

// At most one stone per chain and no two of a colour adjacent bounds the number of chains by n.
template <int W>
int chains_of(const Geometry<W>& g, const Bits<W>& stones, const Bits<W>& empty, const Bits<W>& wall,
              Chain<W>* out) {
    int k = 0;
    Bits<W> rest = stones;
    while (rest.any()) {
        Chain<W>& c = out[k++];
        c.stones = g.flood(Bits<W>::single(rest.lowest()), stones, c.beside);
        rest = rest.minus(c.stones);
        c.liberties = c.beside & empty;
        c.held = c.stones.meets(wall);
    }
    return k;
}

// Those of so many chains that are connected to a wall, as bits.
template <int W>
uint64_t held_chains(const Chain<W>* chains, int k) {
    uint64_t set = 0;
    for (int i = 0; i < k; ++i)
        if (chains[i].held) set |= uint64_t(1) << i;
    return set;
}

// The stones of the chains in a set of bits.
template <int W>
Bits<W> stones_of(const Chain<W>* chains, uint64_t set) {
    Bits<W> out = Bits<W>::none();
    for (; set; set &= set - 1) out |= chains[lowest_bit(set)].stones;
    return out;
}

// Benson's algorithm: of these chains, as bits, those that live, with the regions of which each has two or more, out of m.
// `held`: connected to a wall. `border`: the chains around a region; `vital`: those to which it is vital.
inline uint64_t kept_chains(uint64_t chains, uint64_t held, const uint64_t* border, const uint64_t* vital, int m, uint64_t& regions) {
    regions = m == 64 ? ~uint64_t(0) : (uint64_t(1) << m) - 1;
    for (;;) {
        uint64_t once = 0, twice = held, left = 0;
        for (uint64_t rest = regions; rest; rest &= rest - 1) {
            const int j = lowest_bit(rest);
            twice |= once & vital[j];
            once |= vital[j];
        }
        const uint64_t next = chains & twice;
        for (uint64_t rest = regions; rest; rest &= rest - 1)
            if (!(border[lowest_bit(rest)] & ~next)) left |= rest & -rest;
        if (next == chains && left == regions) return chains;
        chains = next;
        regions = left;
    }
}

// Whether a point of a chain is the attacker's.
template <int W>
bool attacker_owns(const Geometry<W>& g, const State<W>& v, const Bits<W>& chain) {
    const Bits<W>&mine = v.s[OWNER], &theirs = v.s[ATTACKER];
    if (chain.meets(theirs)) return true;
    Bits<W> empty = g.all.minus(mine | theirs);
    Bits<W> points = chain & empty;
    while (points.any()) {
        Bits<W> region = g.flood(Bits<W>::single(points.lowest()), empty);
        Bits<W> border = g.around(region);
        bool a = border.meets(theirs) || region.meets(g.wall[ATTACKER]);
        bool o = border.meets(mine) || region.meets(g.wall[OWNER]);
        if (a && !o) return true;
        points = points.minus(region);
    }
    return false;
}

template <int W>
struct Mover {
    const Geometry<W>& g;
    std::vector<Chain<W>> own, other;
    bool retakes_wait;
    explicit Mover(const Geometry<W>& geometry)
        : g(geometry), own(geometry.n + 1), other(geometry.n + 1), retakes_wait(geometry.rules.retakes_wait) {}

    // Whether a point of the unit, of each chain of several, is the attacker's.
    bool attacker_owns_some(const State<W>& v) const {
        if (g.parts.empty()) return attacker_owns(g, v, g.unit);
        for (const Bits<W>& part : g.parts)
            if (!attacker_owns(g, v, part)) return false;
        return true;
    }

    bool bad(const State<W>& v) const {
        if (g.rules.clears) return g.unit.meets(v.s[OWNER]) == g.rules.one_of_several;
        if (g.rules.holds) return !g.unit.meets(v.s[ATTACKER]);
        if (g.rules.bad == BadMode::All) return true;
        if (g.rules.bad == BadMode::None) return false;
        return !attacker_owns_some(v);
    }

    // What the last call of `unconditional` found.
    struct Life {
        int chains = 0, regions = 0;
        bool overflow = false;              // there were more chains or regions than fit
        uint64_t kept = 0, kept_regions = 0;
        Bits<W> region[64], edge[64];       // edge: what is next to the region, and perhaps the region
        uint64_t border[64], vital[64];     // chains around a region; those to which it is vital
    } life;

    // Stones of `side` that Benson's algorithm keeps. Gives up (returns none) beyond 64 chains or regions.
    // Regions that meet `disregard` count for nothing; for the attacker who clears, for chains next to all their points.
    Bits<W> unconditional(const State<W>& v, int side, const Bits<W>& disregard) {
        const Bits<W>&mine = v.s[side], &theirs = v.s[1 - side];
        Bits<W> empty = g.all.minus(mine | theirs);
        life.kept = 0;
        life.chains = life.regions = 0;
        life.overflow = true;
        const bool rooms = g.rules.clears && side == ATTACKER;
        int m = 0;
        const Bits<W> open = g.all.minus(mine);
        Bits<W> rest = open;
        while (rest.any()) {
            if (m == 64) return Bits<W>::none();
            const Bits<W> region = g.flood(Bits<W>::single(rest.lowest()), open, life.edge[m]);
            rest = rest.minus(region);
            if (region.meets(g.wall[1 - side]) || (!rooms && region.meets(disregard)) || !region.meets(empty)) continue;
            life.region[m++] = region;
        }
        if (m < 2 && !mine.meets(g.wall[side])) {       // no chain can have two regions
            life.overflow = false;
            return Bits<W>::none();
        }
        const int k = chains_of(g, mine, empty, g.wall[side], own.data());
        if (k > 64) return Bits<W>::none();
        for (int j = 0; j < m; ++j) {
            const bool whole = life.region[j].meets(disregard);
            const Bits<W> inner = whole ? life.region[j] : life.region[j] & empty;
            life.border[j] = life.vital[j] = 0;
            for (int i = 0; i < k; ++i)
                if (life.edge[j].meets(own[i].stones)) {
                    life.border[j] |= uint64_t(1) << i;
                    if (inner.within(whole ? own[i].beside : own[i].liberties)) life.vital[j] |= uint64_t(1) << i;
                }
        }
        const uint64_t all = k == 64 ? ~uint64_t(0) : (uint64_t(1) << k) - 1;
        life.kept = kept_chains(all, held_chains(own.data(), k), life.border, life.vital, m, life.kept_regions);
        life.overflow = false;
        life.chains = k;
        life.regions = m;
        return stones_of(own.data(), life.kept);
    }

    // Chains that stand by themselves if they live, with two vital regions each, as a set of points.
    Zone<W> life_zone(uint64_t wanted, Zone<W> zone) const {
        uint64_t done = 0;
        uint64_t chosen = 0;
        while (uint64_t open = wanted & ~done) {
            const int i = lowest_bit(open);
            done |= uint64_t(1) << i;
            zone |= own[i].stones;
            if (own[i].held) continue;
            const Bits<W>& around = own[i].beside;
            int have = 0;
            for (int j = 0; j < life.regions; ++j)
                if ((chosen >> j & 1) && (life.vital[j] >> i & 1)) {
                    ++have;
                    if (!life.region[j].within(around)) zone |= life.region[j];
                }
            for (; have < 2; ++have) {
                int best = -1, size = 0;
                for (int j = 0; j < life.regions; ++j) {
                    if (!(life.kept_regions >> j & 1) || (chosen >> j & 1) || !(life.vital[j] >> i & 1)) continue;
                    const int more = life.region[j].within(around) ? 0 : life.region[j].minus(zone.hard).count();
                    if (best < 0 || more < size) {
                        best = j;
                        size = more;
                    }
                }
                if (best < 0) break;
                chosen |= uint64_t(1) << best;
                if (life.region[best].within(around)) zone.soft |= life.region[best].minus(zone.hard);
                else zone |= life.region[best];
                wanted |= life.border[best];
            }
        }
        return zone;
    }

    // On which points the word of `settled_for(v, side)` depends.
    Zone<W> settled_zone(const State<W>& v, int side) {
        if (!g.parts.empty()) return settled_zone_together(v, side);
        const bool stays = g.cleared(side) || (g.rules.holds && side == ATTACKER);
        const Bits<W> target = g.rules.holds ? g.fresh : g.unit;
        const Bits<W> disregard = g.rules.captured_once || stays ? Bits<W>::none() : target.minus(v.s[side]);
        const Bits<W> alive = unconditional(v, side, disregard);
        const Bits<W> open = g.all.minus(alive);
        auto chains = [&](const Bits<W>& points) {
            uint64_t set = 0;
            for (int i = 0; i < life.chains; ++i)
                if ((life.kept >> i & 1) && own[i].stones.meets(points)) set |= uint64_t(1) << i;
            return set;
        };
        if (stays) return life_zone(chains(target & alive) & -chains(target & alive), Zone<W>(g.core(side)));
        if (side == OWNER || g.rules.captured_once || g.rules.clears) {
            Zone<W> zone = target;
            uint64_t wanted = chains(target);
            Bits<W> rest = target.minus(alive);
            while (rest.any()) {
                Bits<W> region = g.flood(Bits<W>::single(rest.lowest()), open);
                rest = rest.minus(region);
                zone |= region;
                wanted |= chains(g.around(region));
            }
            return life_zone(wanted, zone);
        }
        // One point is enough for the attacker: take the one that depends on the fewest others.
        Bits<W> rest = secured(v, side);
        if (!rest.any()) {
            Bits<W> points = at_hand(v);
            uint64_t wanted = 0;
            for (int need = v.turn == OWNER ? 2 : 1; need > 0; --need) {
                const int p = handiest(points);
                if (!g.wall[ATTACKER].test(p)) wanted |= chains(g.near[p]) & -chains(g.near[p]);
                points.clear(p);
            }
            // Where such a stone is played a liberty of what it is connected to must be seen.
            return life_zone(wanted, Zone<W>(g.unit)).all();
        }
        Zone<W> best = g.all;
        const Bits<W> again = unconditional(v, side, disregard);
        while (rest.any()) {
            const Bits<W> point = Bits<W>::single(rest.lowest());
            Zone<W> zone;
            Bits<W> covered;
            if (point.meets(again)) {
                covered = g.flood(point, v.s[side]);
                zone = life_zone(chains(point), Zone<W>(g.unit));
            } else {
                covered = g.flood(point, open);
                zone = life_zone(chains(g.around(covered)), Zone<W>(g.unit | covered));
            }
            rest = rest.minus(covered);
            if (zone.count() < best.count()) best = zone;
        }
        return best;
    }

    // The same for several chains: the owner keeps one of them, the attacker a point of each.
    Zone<W> settled_zone_together(const State<W>& v, int side) {
        auto living = [&](const Bits<W>& points) {
            uint64_t set = 0;
            for (int i = 0; i < life.chains; ++i)
                if ((life.kept >> i & 1) && own[i].stones.meets(points)) set |= uint64_t(1) << i;
            return set;
        };
        auto keeps = [&](Bits<W> points, const Bits<W>& living_stones, uint64_t& wanted, Zone<W>& zone) {
            const Bits<W> open = g.all.minus(living_stones);
            wanted |= living(points);
            for (points = points.minus(living_stones); points.any();) {
                const Bits<W> region = g.flood(Bits<W>::single(points.lowest()), open);
                points = points.minus(region);
                zone |= region;
                wanted |= living(g.around(region));
            }
        };
        Zone<W> best = g.all;
        if (side == OWNER) {
            for (size_t i = 0; i < g.parts.size(); ++i) {
                const Bits<W>& part = g.parts[i];
                if ((v.taken >> i & 1) || !part.within(secured_of(v, OWNER, part))) continue;
                const Bits<W> lives = unconditional(v, OWNER, g.rules.captured_once ? Bits<W>::none() : part.minus(v.s[OWNER]));
                Zone<W> zone = g.unit;
                uint64_t wanted = 0;
                keeps(part, lives, wanted, zone);
                zone = life_zone(wanted, zone);
                if (zone.count() < best.count()) best = zone;
            }
            return best;
        }
        const Bits<W> kept = secured(v, ATTACKER, g.unit), lives = unconditional(v, ATTACKER, g.unit.minus(v.s[ATTACKER]));
        Zone<W> zone = g.unit;
        uint64_t wanted = 0;
        for (const Bits<W>& part : g.parts) {
            const Bits<W> stones = part & kept & lives;
            keeps(Bits<W>::single((stones.any() ? stones : part & kept).lowest()), lives, wanted, zone);
        }
        return life_zone(wanted, zone);
    }

    // The points that matter, and what is connected to them without stones that live whatever is played. Who
    // owns the rest is of no consequence for them, and so is what is played there.
    Bits<W> within_reach(const State<W>& v) {
        const Bits<W> lives = unconditional(v, OWNER, Bits<W>::none()) | unconditional(v, ATTACKER, Bits<W>::none());
        const Bits<W> open = g.all.minus(lives);
        const Bits<W> reached = g.flood((g.rules.holds ? g.unit | g.fresh : g.unit) & open, open);
        return reached.any() ? reached : g.all;
    }

    Bits<W> alive;                      // the stones that the last call of `secured` found unconditionally alive

    // The points of the unit that `side` can keep for ever at no cost (verifier/board/life.py, secured).
    Bits<W> secured(const State<W>& v, int side) {
        if (g.rules.captured_once) return g.unit & unconditional(v, side, Bits<W>::none());
        return secured(v, side, g.unit);
    }

    // The points of a chain of several that `side` can keep for ever at no cost.
    Bits<W> secured_of(const State<W>& v, int side, const Bits<W>& part) {
        return g.rules.captured_once ? part & unconditional(v, side, Bits<W>::none()) : secured(v, side, part);
    }

    // How far the attacker has come who is to clear the unit, on the board that was looked at last.
    struct Clearing {
        Bits<W> stones[2], alive, kept;     // of the board; what lives of it unconditionally; the points of the unit that he secures
        int eyes = -1;                      // regions that are vital to a chain of his; -1: no board yet

        bool of(const State<W>& v) const { return eyes >= 0 && stones[0] == v.s[0] && stones[1] == v.s[1]; }
        bool settles(const Geometry<W>& g) const { return g.unit.within(kept) && g.standing.within(alive); }
    } clearing;
    const Clearing& keep_clear(const State<W>& v, const Bits<W>& lives, const Bits<W>& kept, int eyes) {
        return clearing = {{v.s[0], v.s[1]}, lives, kept, eyes};
    }
    const Clearing& cleared(const State<W>& v) {
        if (clearing.of(v)) return clearing;
        const Bits<W> kept = secured(v, ATTACKER);
        int eyes = 0;
        for (int j = 0; j < life.regions; ++j) eyes += life.vital[j] != 0;
        return keep_clear(v, alive, kept, eyes);
    }

    // The same of other points, whatever the objective.
    Bits<W> secured(const State<W>& v, int side, const Bits<W>& points) {
        alive = unconditional(v, side, points.minus(v.s[side]));
        return kept_beside(alive, side, points);
    }

    // Those of the points that are among these stones of a side, or that the other side cannot live on beside them.
    Bits<W> kept_beside(const Bits<W>& living, int side, const Bits<W>& points) const {
        Bits<W> kept = points & living, rest = points.minus(living);
        // Regions are kept only beside such stones or walls.
        if (!rest.any() || !(living.any() || g.wall[side].any())) return kept;
        const Bits<W> near_living = g.around(living) | g.wall[side], open = g.all.minus(living);
        while (rest.any()) {
            // With more than two points away from these there is room for two eyes, wherever the region ends.
            const Bits<W> region = g.flood_while(Bits<W>::single(rest.lowest()), open,
                                                 [&](const Bits<W>& reached) { return reached.minus(near_living).count() <= 2; });
            if (one_eye(region.minus(near_living)) && !region.meets(g.wall[1 - side])) kept |= points & region;
            rest = rest.minus(region);
        }
        return kept;
    }

    // Whether the points of a region that are away from stones around it have no room for two eyes: none, one, or two next
    // to each other, each of them with two neighbours or more. Where retakes wait for passes, one at most.
    bool one_eye(Bits<W> inner) const {
        const int count = inner.count();
        if (count > (retakes_wait ? 1 : 2)) return false;
        for (Bits<W> rest = inner; rest.any();)
            if (g.near[rest.pop()].count() < 2) return false;
        return count < 2 || g.near[inner.lowest()].meets(inner);
    }

    // Whether the attacker may secure a chain while all of it stands.
    bool tight(const State<W>& v, const Bits<W>& chain) const {
        if (g.rules.captured_once || retakes_wait) return false;
        const Bits<W> open = g.all.minus(v.s[ATTACKER]);
        const Bits<W> away = g.flood(chain, open).minus(g.around(v.s[ATTACKER]) | g.wall[ATTACKER]);
        return away.count() <= 2;
    }

    // Whether `side` wins from here on with stones it cannot lose; false says nothing.
    bool settled_for(const State<W>& v, int side) {
        if (v.passed && v.turn != side) return false;   // the other side could end play now
        if (!g.parts.empty()) return settled_together(v, side);
        if (g.rules.holds)
            return side == ATTACKER ? g.fresh.meets(unconditional(v, ATTACKER, Bits<W>::none()))
                                    : g.fresh.within(secured(v, OWNER, g.fresh));
        if (g.rules.clears)
            return side == OWNER ? g.unit.meets(unconditional(v, OWNER, Bits<W>::none()))
                                 : cleared(v).settles(g);
        return settled_given(v, side, [&] { return secured(v, side); }, [&] { return tight(v, g.unit); });
    }

    // The same of a single unit that is only to be taken or kept, given how to find out what `side` secures of it and whether
    // it is tight. While all of it stands there is most often too much room to look closer.
    template <class Secured, class Tight>
    bool settled_given(const State<W>& v, int side, Secured kept, Tight is_tight) const {
        if (side == OWNER) return g.unit.within(kept());
        if (g.unit.within(v.s[OWNER])) return is_tight() && kept().any();
        if (kept().any()) return true;
        return !g.rules.captured_once && at_hand(v).count() > (v.turn == OWNER);
    }

    // The same for several chains. Points at hand do not count.
    bool settled_together(const State<W>& v, int side) {
        if (side == OWNER) {
            for (size_t i = 0; i < g.parts.size(); ++i)
                if (!(v.taken >> i & 1) && g.parts[i].within(secured_of(v, OWNER, g.parts[i]))) return true;
            return false;
        }
        if (g.rules.captured_once) return false;
        for (const Bits<W>& part : g.parts)
            if (part.within(v.s[OWNER]) && !tight(v, part)) return false;
        const Bits<W> kept = secured(v, ATTACKER, g.unit);
        for (const Bits<W>& part : g.parts)
            if (!part.meets(kept)) return false;
        return true;
    }

    // The one that depends least on others.
    int handiest(const Bits<W>& points) const {
        const Bits<W> held = points & g.wall[ATTACKER];
        return (held.any() ? held : points).lowest();
    }

    // Points of the unit where the attacker can play a stone that he never loses. Follows `secured`.
    Bits<W> at_hand(const State<W>& v) const {
        if (g.rules.clears || g.rules.holds || !g.parts.empty()) return Bits<W>::none();
        Bits<W> points = (g.unit & (g.around(alive) | g.wall[ATTACKER])).minus(v.s[0] | v.s[1]);
        if (v.turn == ATTACKER && v.ban >= 0) points.clear(v.ban);
        return points;
    }

    int settled(const State<W>& v) {
        return settled_for(v, OWNER) ? OWNER : settled_for(v, ATTACKER) ? ATTACKER : NOBODY;
    }

    Step<W> pass(const State<W>& v) const {
        Step<W> step;
        step.to = v;
        step.to.ban = -1;
        step.to.turn = 1 - v.turn;
        if (g.rules.plain != NOBODY) lift(v, step.to);
        step.to.passed = g.rules.passes_end && v.ban < 0;
        step.move = PASS;
        step.captured = 0;
        step.winner = NOBODY;
        if (step.to.passed && v.passed) {
            bool lost = !g.rules.captured_once && attacker_owns_some(v);
            step.winner = lost ? ATTACKER : OWNER;
        }
        return step;
    }

    // Chains of the side that is to win in a window, and were taken next to what is not known: nothing is known of them then.
    void give_up(const State<W>& v, const Bits<W>& taken, State<W>& to) const {
        const int t = v.turn;
        const Bits<W> gone = g.flood(taken & (g.rim[1 - t] | g.around(v.unknown)), taken);
        to.s[t] |= gone;
        to.unknown |= gone;
        if (to.ban >= 0 && gone.test(to.ban)) to.ban = -1;
    }

    // Whether the play of that side on p may take stones beyond the window: it is next to what is not known, or takes the last
    // liberty here of a chain that is. Of all such chains nothing is known then, and no retake is forbidden for certain.
    bool reaches_beyond(const State<W>& v, int p, State<W>& to) const {
        const int t = v.turn;
        const Bits<W> others = to.s[1 - t].minus(v.unknown), empty = g.all.minus(to.s[0] | to.s[1]);
        const Bits<W> rim = g.rim[t] | g.around(v.unknown);
        bool beyond = g.rim[t].test(p) || g.near[size_t(p)].meets(v.unknown);
        for (Bits<W> rest = g.near[size_t(p)] & others; !beyond && rest.any();) {
            const Bits<W> chain = g.flood(Bits<W>::single(rest.lowest()), others);
            rest = rest.minus(chain);
            beyond = chain.meets(rim) && !g.around(chain).meets(empty);
        }
        if (!beyond) return false;
        for (Bits<W> rest = rim & others; rest.any();) {
            const Bits<W> chain = g.flood(Bits<W>::single(rest.lowest()), others);
            rest = rest.minus(chain);
            if (!g.around(chain).meets(empty)) to.unknown |= chain;
        }
        return true;
    }

    // The state after a play on p that takes `taken`; `free`: next to an empty point, a wall or a friend.
    void place(const State<W>& v, int p, const Bits<W>& taken, bool free, State<W>& to) const {
        const int t = v.turn;
        to.s[t] = v.s[t] | Bits<W>::single(p);
        to.s[1 - t] = v.s[1 - t].minus(taken);
        to.turn = uint8_t(1 - t);
        to.passed = 0;
        const bool binds = g.rules.basic_ko && g.rules.banned[1 - t] && !g.rules.unlimited[1 - t];
        to.ban = int16_t(binds && !free && taken.count() == 1 ? taken.lowest() : -1);
        to.unknown = v.unknown;
        if (taken.any() && g.rim[1 - t].any()) give_up(v, taken, to);
        if (g.rim[t].any() && reaches_beyond(v, p, to)) to.ban = -1;
        to.threats[0] = v.threats[0];
        to.threats[1] = v.threats[1];
        to.taken = v.taken;
        if (t == ATTACKER && !g.parts.empty() && g.rules.captured_once) to.taken = g.taken_with(v.taken, taken);
        to.bans = v.bans;
        if (g.rules.plain == NOBODY) {
            to.threats[t] -= p == v.ban;
            return;
        }
        if (g.rules.named()) {
            const int q = to.ban;
            const bool turn = q >= 0 && passed(v, 1 - t).test(q);
            if (q >= 0 && !turn) to.bans.set(q);
            // Of several places play may go on elsewhere, so that a ban for one turn is over here.
            const bool relied = 1 - t == g.rules.plain || g.rules.relies_on_turns;
            if (!turn || !relied || !retakes(to, q, 1 - t)) to.ban = -1;
            for (Bits<W> rest = to.bans; rest.any();) {
                const int r = rest.pop();
                if (!retakes(to, r, 0) && !retakes(to, r, 1)) to.bans.clear(r);
            }
            return;
        }
        if (to.ban >= 0) {
            const bool lasts = t != g.rules.plain || !v.threats[1 - t];
            if (t == g.rules.plain && (lasts || !g.rules.relies_on_turns || !retakes(to, to.ban, 1 - t))) to.ban = -1;
            if (lasts) to.bans.set(taken.lowest());
        }
        for (Bits<W> rest = to.bans; rest.any();) {
            const int q = rest.pop();
            if (!stands(to, q)) to.bans.clear(q);
        }
    }

    // Plain play: the bans on `side`. The stone that took stands next to the point, and so do others of its side only.
    Bits<W> banned(const State<W>& v, int side) const {
        Bits<W> out = Bits<W>::none();
        for (Bits<W> rest = v.bans; rest.any();) {
            const int q = rest.pop();
            if (g.near[q].meets(v.s[1 - side])) out.set(q);
        }
        return out;
    }

    // Whether a ban stands on: for certain, if it is to be relied on, else perhaps.
    bool stands(const State<W>& v, int q) const {
        const int plain = g.rules.plain;
        if (v.s[0].test(q) || v.s[1].test(q)) return false;
        return g.near[q].within(v.s[plain]) ? retakes(v, q, 1 - plain) : g.near[q].within(v.s[1 - plain]);
    }

    // Lasting::Named: the points for which a side has passed for good.
    const Bits<W>& passed(const State<W>& v, int side) const { return (*g.passes)[v.passed_for()].by[side]; }

    // Whether a play of a side on q would be a take in a ko.
    bool retakes(const State<W>& v, int q, int side) const {
        if (v.s[0].test(q) || v.s[1].test(q) || g.wall[side].test(q) || !g.near[q].within(v.s[1 - side])) return false;
        const Bits<W> empty = g.all.minus(v.s[0] | v.s[1]);
        int taken = 0;
        for (Bits<W> rest = g.near[q]; rest.any();) {
            Bits<W> beside;
            const Bits<W> chain = g.flood(Bits<W>::single(rest.lowest()), v.s[1 - side], beside);
            rest = rest.minus(chain);
            if (chain.meets(g.wall[1 - side])) continue;
            if ((beside & empty).minus(g.elsewhere).count() == 1) taken += chain.count();
        }
        return taken == 1;
    }

    // The state after the pass that names the ko with a retake on q.
    void name(const State<W>& v, int q, State<W>& to) const {
        to.bans.clear(q);
        if (g.rules.frees) to.pass_for(g.passes->with(v.passed_for(), v.turn, q));
    }

    // What a pass does to bans: all on the other side are lifted, and the first one on the side that plays plainly.
    void lift(const State<W>& v, State<W>& to) const {
        if (g.rules.named()) return;      // it may name any ko
        const Bits<W> own = v.bans.any() ? banned(v, v.turn) : v.bans;
        if (g.rules.lasting == Lasting::Either) {
            if (v.turn == g.rules.plain && g.rules.pass_frees) to.bans = Bits<W>::none();
            return;
        }
        if (v.turn == g.rules.plain) {
            if (own.any()) to.bans.clear(own.lowest());
            return;
        }
        to.bans = v.bans.minus(own);
        if (g.rules.lasting == Lasting::Once) to.threats[v.turn] = 1;
    }

    // Plain play: whether a play that is no suicide is against a ban. `ko`: it would be a take in a ko.
    bool forbidden(const State<W>& v, int p, bool ko) const {
        if (p == v.ban) return !late(v, p);
        if (g.rules.named()) return ko && v.bans.test(p);
        if (!v.bans.test(p) || !g.near[p].meets(v.s[1 - v.turn])) return false;
        return v.turn != g.rules.plain || ko || g.rules.bans_captures;
    }

    // Whether a play is a retake that a ban for one turn forbids if it is made at once.
    bool late(const State<W>& v, int p) const { return g.rules.late_retakes && p >= 0 && p == v.ban && v.turn != g.rules.plain; }

    // The state that a legal move leads to.
    void play(const State<W>& v, int p, State<W>& to) const {
        if (p < 0) {
            to = pass(v).to;
            if (p == PASS) return;
            if (g.rules.named()) name(v, LIFT - p, to);
            else to.bans = Bits<W>::none();
            return;
        }
        const int t = v.turn;
        const Bits<W> empty = g.all.minus(v.s[0] | v.s[1]), stone = Bits<W>::single(p);
        Bits<W> taken = Bits<W>::none(), others = g.near[p] & v.s[1 - t];
        while (others.any()) {
            Bits<W> beside;
            const Bits<W> chain = g.flood(Bits<W>::single(others.lowest()), v.s[1 - t], beside);
            others = others.minus(chain);
            if (!chain.meets(g.wall[1 - t]) && (beside & empty) == stone) taken |= chain;
        }
        place(v, p, taken, g.wall[t].test(p) || g.near[p].meets(empty | v.s[t]), to);
    }

    // Calls put(p, taken, free) for all plays on these stones that are no suicide, kos left aside: the opposing stones
    // taken, and whether the stone played is next to an empty point, a wall or a friend.
    template <class Put>
    void each_play(const Bits<W>* s, int t, Put put) {
        const Bits<W> empty = g.all.minus(s[0] | s[1]);
        const int k = chains_of(g, s[t], empty, g.wall[t], own.data());
        const int m = chains_of(g, s[1 - t], empty, g.wall[1 - t], other.data());
        Bits<W> atari = Bits<W>::none();
        for (int i = 0; i < m; ++i)
            if (!other[i].held && other[i].liberties.count() == 1) atari |= other[i].liberties;
        for (Bits<W> rest = empty; rest.any();) {
            const int p = rest.pop();
            Bits<W> taken = Bits<W>::none();
            if (atari.test(p))
                for (int i = 0; i < m; ++i)
                    if (!other[i].held && other[i].liberties.test(p) && other[i].liberties.count() == 1)
                        taken |= other[i].stones;
            bool safe = g.wall[t].test(p) || g.near[p].meets(empty);
            const bool joins = g.near[p].meets(s[t]);
            if (joins && !safe)
                for (int i = 0; i < k && !safe; ++i)
                    if (own[i].liberties.test(p) && (own[i].held || own[i].liberties.count() > 1)) safe = true;
            if (safe || taken.any()) put(p, taken, safe || joins);
        }
    }

    // The cycle game: marked states, and whether moves have weights.
    bool marked(const State<W>& v) const { return bad(v); }
    bool weighs() const { return g.rules.weigh; }

    // All legal moves, the pass first.
    void steps(const State<W>& v, std::vector<Step<W>>& out) {
        out.clear();
        out.push_back(pass(v));
        const int t = v.turn;
        if (g.rules.plain == 1 - t && g.rules.lasting == Lasting::Either && banned(v, t).any()) {
            Step<W> step = out.back();
            step.move = LIFT;
            step.to.bans = Bits<W>::none();
            out.push_back(step);
        }
        if (g.rules.named())
            for (Bits<W> rest = banned(v, t); rest.any();) {
                const int q = rest.pop();
                Step<W> step = out.front();
                step.move = int16_t(LIFT - q);
                name(v, q, step.to);
                out.push_back(step);
            }
        each_play(v.s, t, [&](int p, const Bits<W>& taken, bool free) {
            if (g.rules.plain == NOBODY ? p == v.ban && !v.threats[t] : forbidden(v, p, !free && taken.count() == 1)) return;
            if (t == ATTACKER && (g.elsewhere.test(p) || (g.housed.any() && g.breathless(p, v.s[t], v.s[1 - t].minus(taken))))) return;
            Step<W> step;
            place(v, p, taken, free, step.to);
            // A proof has to know what stands there.
            if (g.rim[t].any() && step.to.unknown.meets(g.core(t))) return;
            step.captured = uint16_t(taken.count());
            step.move = int16_t(p);
            step.winner = NOBODY;
            if (g.rules.captured_once && t == ATTACKER && taken.meets(g.unit) && g.all_taken(step.to.taken)) step.winner = ATTACKER;
            if (t == OWNER && taken.meets(g.standing)) step.winner = OWNER;
            out.push_back(step);
        });
    }
};

}  // namespace shikatsu
