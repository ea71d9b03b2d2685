// Whether a set of points may fall apart when a point leaves it, as far as the points around that one tell.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "games/game.hpp"

namespace shikatsu {

// Calls put(i, j, points) for each two neighbours of p, by their order, with what is next to both of them besides p.
template <int W, class Put>
void each_corner(const Geometry<W>& g, int p, Put put) {
    std::vector<int> near;
    for (Bits<W> rest = g.near[size_t(p)]; rest.any();) near.push_back(rest.pop());
    for (size_t i = 0; i < near.size(); ++i)
        for (size_t j = i + 1; j < near.size(); ++j)
            put(int(i), int(j), (g.near[size_t(near[i])] & g.near[size_t(near[j])]).minus(Bits<W>::single(p)));
}

template <int W>
class Cuts {
  public:
    explicit Cuts(const Geometry<W>& geometry) : g(geometry) {}

    // `set` holds p. False is certain; true where its neighbours in the set are connected by a longer way only, or not.
    bool may_cut(int p, const Bits<W>& set) {
        if (around.empty()) look_around();
        const Around& a = around[size_t(p)];
        if (a.many) return true;
        unsigned there = 0;
        for (int i = 0; i < a.count; ++i) there |= unsigned(set.test(a.near[size_t(i)])) << i;
        if (!(there & (there - 1))) return false;
        unsigned reached = there & -there;
        for (unsigned before = 0; before != reached;) {
            before = reached;
            for (int i = 0; i < a.corners; ++i) {
                const Corner& c = a.corner[size_t(i)];
                if ((c.sides & there) == c.sides && (c.sides & reached) && set.test(c.point)) reached |= c.sides;
            }
        }
        return reached != there;
    }

  private:
    static constexpr int MOST = 4;
    // A point that is next to two neighbours of another one: these, as bits.
    struct Corner {
        int16_t point = 0;
        uint8_t sides = 0;
    };
    struct Around {
        std::array<int16_t, MOST> near{};
        std::array<Corner, MOST> corner{};
        uint8_t count = 0, corners = 0;
        bool many = false;              // more than a board has: nothing is told of such a point
    };
    const Geometry<W>& g;
    std::vector<Around> around{};

    void look_around() {
        around.resize(size_t(g.n));
        for (Bits<W> rest = g.all; rest.any();) {
            const int p = rest.pop();
            Around& a = around[size_t(p)];
            a.many = g.near[size_t(p)].count() > MOST;
            if (a.many) continue;
            for (Bits<W> near = g.near[size_t(p)]; near.any();) a.near[a.count++] = int16_t(near.pop());
            each_corner(g, p, [&a](int i, int j, Bits<W> both) {
                while (both.any() && a.corners < MOST)
                    a.corner[a.corners++] = {int16_t(both.pop()), uint8_t(1u << i | 1u << j)};
            });
        }
    }
};

}  // namespace shikatsu
