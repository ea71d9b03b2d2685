// The search without zones, for the games that remember.
#pragma once
#include <cstdint>

#include "search/memory_graph.hpp"
#include "search/proof_number.hpp"

namespace shikatsu {

template <int W>
struct MemorySearch : ProofNumberSearch<MemoryGraph<W>, MemorySearch<W>> {
    using Base = ProofNumberSearch<MemoryGraph<W>, MemorySearch<W>>;
    using Link = typename Base::Edge;
    using Base::graph, Base::next_solve, Base::seems;
    static constexpr uint64_t FIRST_SOLVE = 256, SHARE = 6;
    static constexpr uint32_t MARGIN = 8, EACH = 1;
    static constexpr Caps CAPS{1, 16};
    static constexpr bool STOPS_WHEN_FULL = true, FRESH = true;
    uint8_t pessimist = NOBODY;             // the side that is taken to lose all cycles, for a change

    using Base::Base;

    void begin() {}
    bool review(uint32_t) { return false; }
    bool due() const { return pessimist == NOBODY || graph.expanded >= next_solve; }

    // What seems to be won by cycles that do not hold: look for a way to win without cycles.
    void turn(uint32_t root) {
        pessimist = pessimist == NOBODY ? seems(root) : uint8_t(NOBODY);
        next_solve = 2 * graph.expanded + 64;
    }

    bool stuck(uint64_t before) const { return graph.expanded == before && pessimist == NOBODY; }
    uint8_t cycle(const Link& e) const { return pessimist == NOBODY ? Base::cycle_winner(e) : uint8_t(1 - pessimist); }
    void siblings(uint32_t) {}
    bool note(uint32_t, uint32_t) { return true; }

    // All moves, as their numbers are.
    struct View {
        static bool leaves_aside(const Link&) { return false; }
        static uint32_t seen(const Link&, uint32_t mine) { return mine; }
        static uint32_t meant(const Link&, uint32_t mine) { return mine; }
    };
    View view(uint32_t) const { return {}; }
};

}  // namespace shikatsu
