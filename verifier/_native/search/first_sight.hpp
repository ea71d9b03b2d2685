// What speaks against a move at first sight: weights that order the moves of a state before anything is known of them.
#pragma once
#include <cstdint>
#include <vector>

#include "games/game.hpp"

namespace shikatsu {

// Weights of a liberty of the unit, and of what speaks against a move.
struct Taste {
    uint32_t liberty = 3, distance = 2, pass = 3, own_eye = 20, own_room = 5, self_atari = 5;
};

// The same where the first guess is learned.
constexpr Taste LEARNED{3, 1, 3, 30, 8, 8};

template <int W>
struct FirstSight {
    static constexpr uint32_t FAR_AWAY = 20;
    static constexpr int ROOM = 4;          // points of an own small room
    const Geometry<W>& g;
    std::vector<uint32_t> distance{};

    // Distances from the unit, or where there is none from where a stone may be held: a chain and an empty point are one step
    // each. From `most` on they are FAR_AWAY, as where nothing leads.
    void measure(const Bits<W>* s, uint32_t most = ~uint32_t(0)) {
        distance.assign(g.n, FAR_AWAY);
        Bits<W> front = g.unit.any() ? g.unit : g.fresh, reached = front;
        for (uint32_t d = 0; front.any() && d < most; ++d) {
            Bits<W> stones = front & (s[0] | s[1]);
            while (stones.any()) {
                const int p = stones.lowest();
                const Bits<W> chain = g.flood(Bits<W>::single(p), s[s[0].test(p) ? 0 : 1]);
                stones = stones.minus(chain);
                front |= chain;
            }
            reached |= front;
            for (Bits<W> points = front; points.any();) distance[points.pop()] = d;
            front = g.around(front).minus(reached);
        }
    }

    // How little is to be expected of a play from the state that was measured, added to the number of the side that makes
    // it. `rooms`: one in a small room of its own counts as bad.
    template <class State, class Step>
    uint32_t doubt(const Taste& taste, const State& s, const Step& step, bool rooms) const {
        uint32_t sum = taste.distance * distance[step.move];
        if (step.captured) return sum;
        const int side = s.turn;
        const Bits<W> stone = Bits<W>::single(step.move), open = g.all.minus(s.s[side]);
        if (!g.near[step.move].meets(open) && !g.wall[1 - side].test(step.move)) return sum + taste.own_eye;
        if (rooms) {
            const Bits<W> room = g.flood_while(stone, open, [](const Bits<W>& reached) { return reached.count() <= ROOM; });
            if (room.count() <= ROOM && !room.meets(s.s[1 - side]) && !room.meets(g.wall[1 - side])) return sum + taste.own_room;
        }
        Bits<W> beside;
        const Bits<W> chain = g.flood(stone, step.to.s[side], beside);
        if (chain.meets(g.wall[side])) return sum;
        const Bits<W> empty = g.all.minus(step.to.s[0] | step.to.s[1]);
        return (beside & empty).count() == 1 ? sum + taste.self_atari : sum;
    }
};

}  // namespace shikatsu
