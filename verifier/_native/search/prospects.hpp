// What a state promises: the first guess of how hard it is for either side to prove that it wins. It is read off from
// what can still become eyes, from liberties and from stones that may be taken, and directs the search; nothing follows
// from it. The weights are learned (benchmarks/learn.py).
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "games/cuts.hpp"
#include "games/game.hpp"
#include "search/common.hpp"
#include "search/terrain.hpp"

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

    uint32_t& of(int side) { return side == OWNER ? pn : dn; }
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

    Prospects(const Geometry<W>& geometry, Cuts<W>& cuts)
        : g(geometry), large(geometry.all.count() > SMALL_LOCALE), terrain(geometry, cuts, EXACT) {}

    Guess guess(const State<W>& s, bool bad) {
        const Traits t = traits(s, bad);
        const int which = kind(s);
        const PromiseTable* table = which < 4 ? PROMISES[which] : LARGE_PROMISES[which - 4];
        return {number(table[OWNER], t), number(table[ATTACKER], t)};
    }

    // Which of the tables is for the state: by who is to move, and whether all of the unit stands. If it does there are
    // others for large locales.
    int kind(const State<W>& s) const { return s.turn + (!g.unit.within(s.s[OWNER]) ? 2 : large ? 4 : 0); }

    // Work out the ground and the prices of a board; those of boards that differ little from it are then soon worked out.
    void keep(const State<W>& s) {
        terrain.keep(s);
        keep_prices(s);
    }

    // The traits as small numbers.
    Traits traits(const State<W>& s, bool bad) {
        if (corners.empty()) find_corners();
        const Bits<W>&mine = s.s[OWNER], &theirs = s.s[ATTACKER];
        const Ground<W> ground = terrain.of(s);
        const Bits<W>&dark = ground.dark, &area = ground.area, &hopes = ground.hopes, &chain = ground.chain;
        const Bits<W> empty = g.all.minus(mine | theirs), light = area.minus(dark), liberties = ground.beside & empty;
        Traits t{};
        t[BANNED] = s.ban >= 0;
        t[ROOM] = (empty & area).count();
        t[LIBERTIES] = liberties.count();
        t[DARK_LIBERTIES] = (liberties & dark).count();
        t[LIGHT_EMPTY] = (light & empty).count();
        t[LIGHT_THEIRS] = (light & theirs).count();
        t[LIGHT_MINE] = (light & mine).count();
        // Prices differ from those of the board kept only near where the stones do.
        Bits<W> changed = mine.minus(kept.mine) | kept.mine.minus(mine) | theirs.minus(kept.theirs) | kept.theirs.minus(theirs);
        if (!kept.prices.set || changed.count() > FEW) {
            keep_prices(s);
            changed = Bits<W>::none();
        }
        Bits<W> near = Bits<W>::none();
        for (Bits<W> rest = changed; rest.any();) near |= reach[size_t(rest.pop())];
        Prices fresh;
        const int added = changed.count() == 1 && kept.mine.within(mine) && kept.theirs.within(theirs) ? changed.lowest() : -1;
        for (Bits<W> rest = near & hopes; rest.any();) {
            const int p = rest.pop();
            fresh.add(p, added >= 0 ? price_with(p, added, mine.test(added)) : price_of(p, mine, theirs, empty));
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
        t[LOOSE] = theirs.minus(ground.safe).count();
        t[OTHERS] = mine.minus(chain).count();
        t[SIZE] = chain.count();
        t[PARTS] = ground.parts;
        t[LARGEST] = ground.largest;
        t[IN_ATARI] = ground.in_atari;
        t[SHORT] = ground.with_two;
        t[ATARIS] = ground.ataris;
        t[BESIDE] = (hopes & ground.beside).count();
        t[BEYOND] = (g.around(liberties) & empty).minus(liberties).count();
        t[NO_PAIR] = eyes < 2;
        t[GONE] = (g.unit & empty).count();
        t[TAKEN] = (g.unit & theirs).count();
        t[LEAST_LEFT] = ground.least;
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
    Terrain<W> terrain;
    struct Kept {
        Bits<W> mine = Bits<W>::none(), theirs = Bits<W>::none();
        Prices prices{};
        std::vector<uint8_t> price{};       // of each point that is not the owner's
    } kept{};

    void keep_prices(const State<W>& s) {
        if (corners.empty()) find_corners();
        if (kept.prices.set && s.s[OWNER] == kept.mine && s.s[ATTACKER] == kept.theirs) return;
        kept.mine = s.s[OWNER];
        kept.theirs = s.s[ATTACKER];
        kept.prices.set = 0;
        const Bits<W> empty = g.all.minus(kept.mine | kept.theirs);
        for (Bits<W> rest = g.all.minus(kept.mine); rest.any();) {
            const int p = rest.pop();
            kept.price[size_t(p)] = uint8_t(price_of(p, kept.mine, kept.theirs, empty));
            kept.prices.add(p, kept.price[size_t(p)]);
        }
    }

    void find_corners() {
        corners.resize(g.n);
        kept.price.resize(size_t(g.n));
        reach.resize(g.n, Bits<W>::none());
        for (Bits<W> rest = g.all; rest.any();) {
            const int p = rest.pop();
            Corners& c = corners[p];
            each_corner(g, p, [&c](int, int, const Bits<W>& both) { c.inside |= both; });
            const int all = c.inside.count();
            c.needed = all >= 4 ? all - 1 : all;
            reach[p] = Bits<W>::single(p) | g.near[p] | c.inside;
        }
    }

    // Half moves, about, until a point is an eye.
    int price_of(int p, const Bits<W>& mine, const Bits<W>& theirs, const Bits<W>& empty) const {
        const Corners& c = corners[p];
        int price = 2 * (g.near[p] & empty).count() + 4 * (g.near[p] & theirs).count() + (theirs.test(p) ? 2 : 0);
        return price + lack(c.needed - (c.inside & mine).count(), (c.inside & empty).count());
    }
    static int lack(int corners, int open) { return corners <= 0 ? 0 : corners + (corners > open ? 4 : 0); }

    // The same, if the board is the one kept with a stone more, the owner's or not.
    int price_with(int p, int stone, bool own) const {
        const int price = kept.price[size_t(p)];
        if (p == stone) return price + 2;
        if (g.near[size_t(stone)].test(p)) return own ? price - 2 : price + 2;
        const Corners& c = corners[size_t(p)];
        const int lacking = c.needed - (c.inside & kept.mine).count(), open = c.inside.minus(kept.mine | kept.theirs).count();
        return price - lack(lacking, open) + lack(lacking - own, open - 1);
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
