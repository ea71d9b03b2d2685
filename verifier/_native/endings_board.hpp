// Boards of up to 121 points as sets of points.
#pragma once
#include <cstdint>
#include <vector>

#include "words.hpp"

namespace shikatsu::ending {

using Mask = Wide;

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
    // Benson's unconditionally alive stones.
    Mask alive(Mask own, Mask other) const {
        std::vector<Mask> chains, regions;
        for (Mask rest = own; rest;) {
            Mask chain = flood(rest.lowest_alone(), own);
            rest &= ~chain;
            chains.push_back(chain);
        }
        for (Mask rest = full & ~own; rest;) {
            Mask region = flood(rest.lowest_alone(), full & ~own);
            rest &= ~region;
            if (region & ~other) regions.push_back(region);
        }
        for (;;) {
            Mask living = 0;
            for (Mask chain : chains) {
                Mask around = dilate(chain);
                int vital = 0;
                for (Mask region : regions)
                    if ((dilate(region) & chain) && !(region & ~other & ~around)) ++vital;
                if (vital >= 2) living |= chain;
            }
            std::vector<Mask> kept_chains, kept_regions;
            for (Mask chain : chains)
                if (chain & living) kept_chains.push_back(chain);
            for (Mask region : regions)
                if (!(dilate(region) & own & ~living)) kept_regions.push_back(region);
            if (kept_chains.size() == chains.size() && kept_regions.size() == regions.size()) return living;
            chains.swap(kept_chains);
            regions.swap(kept_regions);
        }
    }
};

}  // namespace shikatsu::ending
