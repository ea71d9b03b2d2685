// Experience: how often a play on a point has won for its side, and how often it was no use. What has not won anything
// so far is put behind what has; nothing else follows from it.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace shikatsu {

struct Experience {
    static constexpr uint32_t WEIGHT = 10;

    explicit Experience(int points) : wins{std::vector<uint32_t>(points), std::vector<uint32_t>(points)}, losses(wins) {}

    void won(int side, int p) { ++wins[side][p]; }
    void lost(int side, int p) { ++losses[side][p]; }

    // Added to the number of the side that plays there.
    uint32_t doubt(int side, int p) const {
        return WEIGHT * (losses[side][p] + 1) / (wins[side][p] + losses[side][p] + 2);
    }

  private:
    std::array<std::vector<uint32_t>, 2> wins, losses;
};

}  // namespace shikatsu
