// What a state promises: the first guess of how hard it is for either side to prove that it wins. It is read off from
// what can still become eyes, from liberties and from stones that may be taken, and directs the search; nothing follows
// from it. The weights are learned from solved states.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "games/game.hpp"
#include "search/prospect_weights.hpp"

namespace shikatsu {

// First guess of the proof numbers.
struct Guess {
    uint32_t pn = 2, dn = 2;
};

template <int W>
struct Prospects {
    using Traits = std::array<int, TRAITS>;
    const Geometry<W>& g;

    explicit Prospects(const Geometry<W>& geometry) : g(geometry) {}

    Guess guess(const State<W>& s, bool bad) {
        const Traits t = traits(s, bad);
        const PromiseTable* table = PROMISES[s.turn + (g.unit.within(s.s[OWNER]) ? 0 : 2)];
        return {number(table[OWNER], t), number(table[ATTACKER], t)};
    }

    // What is looked at, as small numbers, in the order of TRAIT_NAMES. An area is the part of the locale around the unit
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
        t[0] = s.ban >= 0;
        t[1] = (empty & area).count();
        t[2] = liberties.count();
        t[3] = (liberties & dark).count();
        t[4] = (light & empty).count();
        t[5] = (light & theirs).count();
        t[6] = (light & mine).count();
        for (Bits<W> rest = hopes; rest.any();) {
            const int p = rest.pop(), price = cost[p] = price_of(p, mine, theirs, empty);
            ++t[price == 0 ? 19 : price <= 2 ? 20 : price <= 4 ? 21 : 22];
        }
        // Eyes apart from each other, the cheapest first.
        t[7] = t[8] = t[9] = DEAR;
        int eyes = 0;
        for (Bits<W> rest = hopes; rest.any() && eyes < 8; ++eyes) {
            int best = -1;
            for (Bits<W> points = rest; points.any();) {
                const int p = points.pop();
                if (best < 0 || cost[p] < cost[best]) best = p;
            }
            if (eyes < 3) t[7 + eyes] = std::min(cost[best], DEAR);
            rest.clear(best);
            rest = rest.minus(g.near[best]);
        }
        t[10] = eyes;
        t[11] = loose.count();
        t[12] = mine.minus(chain).count();
        t[13] = chain.count();
        for (Bits<W> rest = hopes; rest.any(); ++t[15]) {
            const Bits<W> part = g.flood(Bits<W>::single(rest.lowest()), hopes);
            rest = rest.minus(part);
            t[14] = std::max(t[14], part.count());
        }
        for (Bits<W> rest = loose; rest.any();) {
            const Bits<W> other = g.flood(Bits<W>::single(rest.lowest()), theirs);
            rest = rest.minus(other);
            const int left = (g.around(other) & empty).count();
            if (left == 1) {
                t[16] += other.count();
                ++t[18];
            } else if (left == 2) t[17] += other.count();
        }
        t[23] = (hopes & beside).count();
        t[24] = (g.around(liberties) & empty).minus(liberties).count();
        t[25] = eyes < 2;
        t[26] = (g.unit & empty).count();
        t[27] = (g.unit & theirs).count();
        t[28] = MOST;
        for (Bits<W> rest = g.unit & theirs; rest.any();) {
            const Bits<W> other = g.flood(Bits<W>::single(rest.lowest()), theirs);
            rest = rest.minus(other);
            if (!other.meets(g.wall[ATTACKER])) t[28] = std::min(t[28], (g.around(other) & empty).count());
        }
        t[29] = bad;
        for (int& value : t) value = std::min(value, MOST);
        return t;
    }

  private:
    static constexpr int MOST = TRAIT_VALUES - 1, DEAR = 14;
    static constexpr int SHARP = 64, LEAST = 0, LARGEST = 57 * SHARP / 4;    // exponents of 2 in so many parts
    // The points that decide whether an eye is false; how many of them the owner needs, and what is an attacker's wall.
    struct Corners {
        Bits<W> inside = Bits<W>::none();
        int needed = 0;
    };
    std::vector<Corners> corners{};
    std::vector<int> cost{};

    void find_corners() {
        corners.resize(g.n);
        cost.resize(g.n);
        for (Bits<W> rest = g.all; rest.any();) {
            const int p = rest.pop();
            Corners& c = corners[p];
            std::vector<int> around;
            for (Bits<W> near = g.near[p]; near.any();) around.push_back(near.pop());
            int walls = 0;
            for (size_t i = 0; i < around.size(); ++i)
                for (size_t j = i + 1; j < around.size(); ++j) {
                    const Bits<W> corner = (g.near[around[i]] & g.near[around[j]]).minus(Bits<W>::single(p));
                    const bool opposite = g.stride && around[i] + around[j] == 2 * p;
                    if (corner.any()) c.inside |= corner;
                    else if (!opposite && g.wall[ATTACKER].test(around[i]) && g.wall[ATTACKER].test(around[j])) ++walls;
                }
            const int all = c.inside.count() + walls;
            c.needed = all >= 4 ? all - 1 : all;
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
        return powers()[std::min(std::max(sum, LEAST), LARGEST) - LEAST];
    }
    static const std::array<uint32_t, LARGEST - LEAST + 1>& powers() {
        static const auto all = [] {
            std::array<uint32_t, LARGEST - LEAST + 1> out{};
            for (int e = LEAST; e <= LARGEST; ++e) out[e - LEAST] = uint32_t(std::max(1l, std::lround(std::exp2(double(e) / SHARP))));
            return out;
        }();
        return all;
    }
};

}  // namespace shikatsu
