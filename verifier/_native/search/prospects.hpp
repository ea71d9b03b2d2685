// What a state promises: the first guess of how hard it is for either side to prove that it wins. It is read off from
// what can still become eyes, from liberties and from stones that may be taken, and directs the search; nothing follows
// from it. The weights are learned (benchmarks/learn.py).
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "games/game.hpp"

namespace shikatsu {

// Weights of the first guess, in parts of 64 of exponents of 2: for each trait one for each value.
constexpr int TRAITS = 30, TRAIT_VALUES = 20;
struct PromiseTable {
    int16_t base, at[TRAITS][TRAIT_VALUES];
};

}  // namespace shikatsu

#include "search/prospect_weights.hpp"
#include "search/prospect_weights_large.hpp"

namespace shikatsu {

// First guess of the proof numbers.
struct Guess {
    uint32_t pn = 2, dn = 2;
};

// What is looked at of a state; eyes are the owner's.
enum Trait {
    BANNED,          // a ban stands
    ROOM,            // empty points of the area
    LIBERTIES,       // liberties of the unit's chain
    DARK_LIBERTIES,  // those of them that never become eyes
    LIGHT_EMPTY,     // points that can become eyes, empty
    LIGHT_THEIRS,    // with a stone of the attacker
    LIGHT_MINE,      // with a stone of the owner
    PRICE,           // price of the cheapest eye
    PRICE_2,         // of the cheapest one apart from it
    PRICE_3,         // of a third one
    EYES,            // eyes apart from each other, up to 8
    LOOSE,           // attacker's stones that are not safe
    OTHERS,          // owner's stones that are not in the unit's chain
    SIZE,            // stones of the unit's chain
    LARGEST,         // points of the largest connected set that can become eyes
    PARTS,           // number of such sets
    IN_ATARI,        // attacker's stones with one liberty
    SHORT,           // with two
    ATARIS,          // attacker's chains with one liberty
    MADE,            // points whose price is 0
    NEARLY,          // up to 2
    HALF,            // up to 4
    FAR,             // more
    BESIDE,          // points that can become eyes next to the unit's chain
    BEYOND,          // empty points next to its liberties
    NO_PAIR,         // fewer than two eyes apart from each other
    GONE,            // points of the unit that are empty
    TAKEN,           // points of the unit with the attacker's stones
    LEAST_LEFT,      // least liberties of a chain that stands there
    MARKED,          // the state is bad
};
static_assert(MARKED + 1 == TRAITS, "each trait has its weights");

template <int W>
struct Prospects {
    using Traits = std::array<int, TRAITS>;
    const Geometry<W>& g;
    const bool large;
    static constexpr int SMALL = 32;        // points of a locale

    explicit Prospects(const Geometry<W>& geometry) : g(geometry), large(geometry.all.count() > SMALL) {}

    Guess guess(const State<W>& s, bool bad) {
        const Traits t = traits(s, bad);
        const int which = kind(s);
        const PromiseTable* table = which < 4 ? PROMISES[which] : LARGE_PROMISES[which - 4];
        return {number(table[OWNER], t), number(table[ATTACKER], t)};
    }

    // Which of the tables is for the state: by who is to move, and whether all of the unit stands. If it does there are
    // others for large locales.
    int kind(const State<W>& s) const { return s.turn + (!g.unit.within(s.s[OWNER]) ? 2 : large ? 4 : 0); }

    // Work out the prices of a board; those of boards that differ little from it are then soon worked out.
    void keep(const State<W>& s) {
        if (corners.empty()) find_corners();
        kept.mine = s.s[OWNER];
        kept.theirs = s.s[ATTACKER];
        kept.prices.set = 0;
        const Bits<W> empty = g.all.minus(kept.mine | kept.theirs);
        for (Bits<W> rest = g.all.minus(kept.mine); rest.any();) {
            const int p = rest.pop();
            kept.prices.add(p, price_of(p, kept.mine, kept.theirs, empty));
        }
    }

    // The traits as small numbers. An area is the part of the locale around the unit
    // that the attacker's stones beside his walls leave; points next to these and to walls never become eyes.
    Traits traits(const State<W>& s, bool bad) {
        if (corners.empty()) find_corners();
        const Bits<W>&mine = s.s[OWNER], &theirs = s.s[ATTACKER];
        const Bits<W> safe = g.flood(theirs & g.wall[ATTACKER], theirs), open = g.all.minus(safe);
        const Bits<W> dark = safe | g.around(safe) | g.wall[ATTACKER], empty = g.all.minus(mine | theirs);
        const Bits<W> area = g.flood(g.unit & open, open), light = area.minus(dark), hopes = light.minus(mine);
        const Bits<W> chain = g.flood(g.unit & mine, mine), beside = g.around(chain), liberties = beside & empty;
        const Bits<W> loose = theirs.minus(safe);
        Traits t{};
        t[BANNED] = s.ban >= 0;
        t[ROOM] = (empty & area).count();
        t[LIBERTIES] = liberties.count();
        t[DARK_LIBERTIES] = (liberties & dark).count();
        t[LIGHT_EMPTY] = (light & empty).count();
        t[LIGHT_THEIRS] = (light & theirs).count();
        t[LIGHT_MINE] = (light & mine).count();
        // Prices differ from those of the board kept only near where the stones do.
        const Bits<W> changed = mine.minus(kept.mine) | kept.mine.minus(mine) | theirs.minus(kept.theirs) | kept.theirs.minus(theirs);
        if (!kept.prices.set || changed.count() > FEW) keep(s);
        Bits<W> near = Bits<W>::none();
        if (!(mine == kept.mine && theirs == kept.theirs))
            for (Bits<W> rest = changed; rest.any();) near |= reach[rest.pop()];
        Prices fresh;
        for (Bits<W> rest = near & hopes; rest.any();) {
            const int p = rest.pop();
            fresh.add(p, price_of(p, mine, theirs, empty));
        }
        // Eyes apart from each other, the cheapest first.
        t[PRICE] = t[PRICE_2] = t[PRICE_3] = DEAR;
        int eyes = 0;
        const Bits<W> far = hopes.minus(near);
        Bits<W> apart = hopes;
        const uint32_t set = kept.prices.set | fresh.set;
        for (int price = 0; set >> price; ++price) {
            if (!(set >> price & 1)) continue;
            Bits<W> points = Bits<W>::none();
            if (kept.prices.set >> price & 1) points |= kept.prices.at[price] & far;
            if (fresh.set >> price & 1) points |= fresh.at[price];
            t[price == 0 ? MADE : price <= 2 ? NEARLY : price <= 4 ? HALF : FAR] += points.count();
            for (Bits<W> rest = points & apart; rest.any() && eyes < 8; rest = rest & apart) {
                const int p = rest.lowest();
                if (eyes < 3) t[PRICE + eyes] = std::min(price, DEAR);
                ++eyes;
                apart.clear(p);
                apart = apart.minus(g.near[p]);
            }
        }
        t[EYES] = eyes;
        t[LOOSE] = loose.count();
        t[OTHERS] = mine.minus(chain).count();
        t[SIZE] = chain.count();
        for (Bits<W> rest = hopes; rest.any(); ++t[PARTS]) {
            const Bits<W> part = g.flood(Bits<W>::single(rest.lowest()), hopes);
            rest = rest.minus(part);
            t[LARGEST] = std::max(t[LARGEST], part.count());
        }
        for (Bits<W> rest = loose; rest.any();) {
            const Bits<W> other = g.flood(Bits<W>::single(rest.lowest()), theirs);
            rest = rest.minus(other);
            const int left = (g.around(other) & empty).count();
            if (left == 1) {
                t[IN_ATARI] += other.count();
                ++t[ATARIS];
            } else if (left == 2) t[SHORT] += other.count();
        }
        t[BESIDE] = (hopes & beside).count();
        t[BEYOND] = (g.around(liberties) & empty).minus(liberties).count();
        t[NO_PAIR] = eyes < 2;
        t[GONE] = (g.unit & empty).count();
        t[TAKEN] = (g.unit & theirs).count();
        t[LEAST_LEFT] = EXACT;
        for (Bits<W> rest = g.unit & theirs; rest.any();) {
            const Bits<W> other = g.flood(Bits<W>::single(rest.lowest()), theirs);
            rest = rest.minus(other);
            if (!other.meets(g.wall[ATTACKER])) t[LEAST_LEFT] = std::min(t[LEAST_LEFT], (g.around(other) & empty).count());
        }
        t[MARKED] = bad;
        for (int& value : t) value = graded(value);
        return t;
    }

    // Small numbers as they are, and large ones by grades.
    static constexpr int graded(int value) {
        if (value <= EXACT) return value;
        return value <= 19 ? EXACT + 1 : value <= 25 ? EXACT + 2 : value <= 35 ? EXACT + 3 : EXACT + 4;
    }

  private:
    static constexpr int EXACT = 15, DEAR = 14, PRICES = 32, FEW = 4;
    static constexpr int SHARP = 64, POWERS = 57 * SHARP / 4;    // exponents of 2 in so many parts
    // The points of the locale that decide whether an eye is false, and how many of them the owner needs.
    struct Corners {
        Bits<W> inside = Bits<W>::none();
        int needed = 0;
    };
    std::vector<Corners> corners{};
    std::vector<Bits<W>> reach{};           // for each point those whose price depends on what stands there
    // Points by their price.
    struct Prices {
        std::array<Bits<W>, PRICES> at;     // only those in `set` mean anything
        uint32_t set = 0;

        void add(int p, int price) {
            if (!(set >> price & 1)) at[price] = Bits<W>::none();
            set |= 1u << price;
            at[price].set(p);
        }
    };
    struct Kept {
        Bits<W> mine = Bits<W>::none(), theirs = Bits<W>::none();
        Prices prices{};
    } kept{};

    void find_corners() {
        corners.resize(g.n);
        reach.resize(g.n, Bits<W>::none());
        for (Bits<W> rest = g.all; rest.any();) {
            const int p = rest.pop();
            Corners& c = corners[p];
            std::vector<int> around;
            for (Bits<W> near = g.near[p]; near.any();) around.push_back(near.pop());
            for (size_t i = 0; i < around.size(); ++i)
                for (size_t j = i + 1; j < around.size(); ++j)
                    c.inside |= (g.near[around[i]] & g.near[around[j]]).minus(Bits<W>::single(p));
            const int all = c.inside.count();
            c.needed = all >= 4 ? all - 1 : all;
            reach[p] = Bits<W>::single(p) | g.near[p] | c.inside;
        }
    }

    // Half moves, about, until a point is an eye.
    int price_of(int p, const Bits<W>& mine, const Bits<W>& theirs, const Bits<W>& empty) const {
        const Corners& c = corners[p];
        int price = 2 * (g.near[p] & empty).count() + 4 * (g.near[p] & theirs).count() + (theirs.test(p) ? 2 : 0);
        const int lack = c.needed - (c.inside & mine).count();
        if (lack > 0) price += lack + (lack > (c.inside & empty).count() ? 4 : 0);
        return price;
    }

    static uint32_t number(const PromiseTable& table, const Traits& t) {
        int sum = table.base;
        for (int i = 0; i < TRAITS; ++i) sum += table.at[i][t[i]];
        return powers()[std::min(std::max(sum, 0), POWERS)];
    }
    static const std::array<uint32_t, POWERS + 1>& powers() {
        static const auto all = [] {
            std::array<uint32_t, POWERS + 1> out{};
            for (int e = 0; e <= POWERS; ++e) out[e] = uint32_t(std::max(1l, std::lround(std::exp2(double(e) / SHARP))));
            return out;
        }();
        return all;
    }
};

}  // namespace shikatsu
