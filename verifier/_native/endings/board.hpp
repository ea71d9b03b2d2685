// Boards of up to 121 points as sets of points.
#pragma once
#include <cstdint>
#include <vector>

#include "words.hpp"

namespace shikatsu::ending {

using Mask = Wide;

inline uint64_t mix(uint64_t h, uint64_t x) {
    h ^= x + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccdull;
    return h ^ h >> 32;
}

struct Board {
    int rows, cols, n;
    Mask full, not_left, not_right;
    std::vector<Mask> near;
    Board(int r, int c) : rows(r), cols(c), n(r * c) {
        full = Mask::first(n);
        Mask left = 0;
        for (int i = 0; i < r; ++i) left |= Mask::single(i * c);
        not_left = full & ~left;
        not_right = full & ~(c > 1 ? left << (c - 1) : left);
        for (int p = 0; p < n; ++p) near.push_back(dilate(Mask::single(p)) & ~Mask::single(p));
    }
    Mask dilate(Mask m) const {
        return (m | (m & not_right) << 1 | (m & not_left) >> 1 | m << cols | m >> cols) & full;
    }
    Mask flood(Mask seed, Mask within) const {
        for (;;) {
            Mask more = dilate(seed) & within;
            if (more == seed) return seed;
            seed = more;
        }
    }
    // Whether something is true of every connected part of a set of points.
    template <class True>
    bool every_part(Mask points, True&& is_true) const {
        for (Mask rest = points; rest;) {
            const Mask part = flood(rest.lowest_alone(), points);
            rest &= ~part;
            if (!is_true(part)) return false;
        }
        return true;
    }
    // Calls `each` with every connected part of a set of points, by the lowest point.
    template <class Each>
    void parts(Mask points, Each&& each) const {
        every_part(points, [&](Mask part) { return each(part), true; });
    }
    // The chains of the other side next to a stone that have no liberty among `open`.
    Mask taken(Mask stone, Mask theirs, Mask open) const {
        Mask gone = 0;
        for (Mask rest = dilate(stone) & theirs; rest;) {
            const Mask chain = flood(rest.lowest_alone(), theirs);
            rest &= ~chain;
            if (!(dilate(chain) & open)) gone |= chain;
        }
        return gone;
    }
    // Benson's unconditionally alive stones.
    Mask alive(Mask own, Mask other) const {
        struct Part {
            Mask points, around;
        };
        Part chains[MOST_PARTS], regions[MOST_PARTS];       // of regions the empty points
        int k = 0, m = 0;
        parts(full & ~own, [&](Mask region) {
            if (region & ~other) regions[m++] = {region & ~other, dilate(region)};
        });
        if (m < 2) return 0;
        parts(own, [&](Mask chain) { chains[k++] = {chain, dilate(chain)}; });
        for (;;) {
            Mask living = 0;
            int living_chains = 0, kept = 0;
            for (int i = 0; i < k; ++i) {
                int vital = 0;
                for (int j = 0; j < m && vital < 2; ++j)
                    vital += (regions[j].around & chains[i].points) && !(regions[j].points & ~chains[i].around);
                if (vital < 2) continue;
                living |= chains[i].points;
                chains[living_chains++] = chains[i];
            }
            for (int j = 0; j < m; ++j)
                if (!(regions[j].around & own & ~living)) regions[kept++] = regions[j];
            if (living_chains == k && kept == m) return living;
            k = living_chains, m = kept;
        }
    }

private:
    static constexpr int MOST_PARTS = 64;       // of a board of at most 121 points
};

}  // namespace shikatsu::ending
