// Relevance of moves: how often what has been won depended on a point. Moves on points that did not matter so far are
// put off; nothing else follows from it.
#pragma once
#include <cstdint>
#include <vector>

#include "games/bits.hpp"

namespace shikatsu {

template <int W>
struct Relevance {
    static constexpr uint64_t RARE = 64;    // a point matters if one proof in so many depends on it

    Bits<W> irrelevant = Bits<W>::none();   // empty points that did not matter to either side so far

    // A proof won by `winner` depends on the empty points `needed`, of `n` on the board.
    void note(const Bits<W>& needed, int winner, int n) {
        std::vector<uint32_t>& count = counts[winner];
        if (count.empty()) count.assign(n, 0);
        ++won[winner];
        for (Bits<W> rest = needed; rest.any();) ++count[rest.pop()];
        if (won[0] + won[1] < due) return;
        due += due / 8;
        irrelevant = Bits<W>::none();
        for (int p = 0; p < n; ++p)
            if (!matters(p, 0) && !matters(p, 1)) irrelevant.set(p);
    }

  private:
    std::vector<uint32_t> counts[2];
    uint64_t won[2] = {0, 0}, due = 64;     // due: how many proofs there are when `irrelevant` is next worked out

    bool matters(int p, int winner) const { return won[winner] && counts[winner][p] * RARE > won[winner]; }
};

}  // namespace shikatsu
