// Tables of the games in which a capture may enable a new stone (docs/games.md, section 2; docs/atlas.md).
//
// A state is one of the graph with a phase. In phase 0 the target has not been taken. Afterwards the points of the scope
// are watched in turn: phase j waits until no stone of the owner is on point j - 1; when all points have had their turn
// the state is marked, in the last phase, and it begins anew. The attacker wins iff marks come up for ever.
#pragma once
#include "atlas_table.hpp"

namespace shikatsu::atlas {

class EnabledTable : public Measures {
public:
    EnabledTable(std::shared_ptr<const Graph> g, bool prisoners, uint32_t points, uint32_t watched_points, int workers)
        : Measures(std::move(g), prisoners, points, workers, size_t(count_bits(watched_points)) + 2),
          base(graph->states()), marked(count_bits(watched_points) + 1), board_of(base), watched(graph->boards()) {
        const uint32_t all = graph->frame.all;
        if (target & ~watched_points || watched_points & ~all) throw std::invalid_argument("the scope holds the target, on the board");
        in_parallel(threads, graph->boards(), [&](uint32_t from, uint32_t to) {
            for (uint32_t b = from; b < to; ++b) {
                for (uint32_t i = graph->offset[b]; i < graph->offset[b + 1]; ++i) board_of[i] = b;
                uint32_t number = 0;
                for (uint32_t rest = watched_points; rest; rest &= rest - 1, ++number)
                    if (graph->own(b) & rest & -rest) watched[b] |= uint16_t(1u << number);
            }
        });
        for (size_t i = 0; i < owner.size(); ++i) {
            set(owner, i, TOP);
            set(attacker, i, TOP);
        }
        each_state([this](size_t i, uint32_t, int, int) { set(owner, i, 0); });
    }

private:
    uint32_t base;
    int marked;                             // the last phase of the game
    std::vector<uint32_t> board_of;
    std::vector<uint16_t> watched;          // by board: points of the scope with a stone of the owner, numbered in order

    // Whether a board comes up in a phase.
    bool occurs(uint32_t b, int phase) const {
        if (phase == 0) return !(target & ~graph->own(b));
        return phase == marked || (watched[b] >> (phase - 1) & 1);
    }

    int next(int phase, uint32_t b) const {
        if (phase == 0 && !(target & ~graph->own(b))) return 0;
        const int from = phase == 0 || phase == marked ? 0 : phase - 1;
        const uint32_t rest = uint32_t(watched[b]) >> from << from;
        return rest ? lowest_bit(rest) + 1 : marked;
    }

    // Calls work(index, state, turn, phase) for all states that come up.
    template <class Work>
    void each_state(Work work, bool backwards = false) {
        in_parallel(threads, graph->boards(), [&](uint32_t from, uint32_t to) {
            for (uint32_t k = from; k < to; ++k) {
                const uint32_t b = backwards ? from + to - 1 - k : k;
                for (int phase = 0; phase <= marked; ++phase) {
                    if (!occurs(b, phase)) continue;
                    uint32_t i = graph->offset[b];
                    for (int turn = 0; turn < 2; ++turn)
                        for (const uint32_t end = i + graph->slots(b, turn); i < end; ++i)
                            work(size_t(phase) * base + i, i, turn, phase);
                }
            }
        });
    }

    template <class Asked>
    void put_floor(Measure& m, int other, Asked asked) {
        each_state([&](size_t i, uint32_t, int turn, int) {
            if (asked(i)) set(m, i, floor_of(turn, other));
        });
    }

    void finish_phase() override {
        if (Measures::phase == Phase::Candidates) {
            put_floor(owner, OTHER, [this](size_t i) { return get(owner, i) != TOP; });
            credits = 16;
            ranks = 15;
            Measures::phase = Phase::Owner;
        } else if (Measures::phase == Phase::Owner) {
            put_floor(attacker, OWN, [this](size_t i) { return open(i); });
            Measures::phase = Phase::Attacker;
        } else {
            std::atomic<uint32_t> count{0};
            each_state([&](size_t i, uint32_t, int, int) { count += open(i); });
            undecided = count;
            if (!undecided || ++round == 4) {
                Measures::phase = Phase::Done;
                return;
            }
            make_room();
            put_floor(owner, OTHER, [this](size_t i) { return open(i); });
            Measures::phase = Phase::Owner;
        }
    }

    bool sweep() override {
        std::atomic<bool> changed{false};
        down = !down;
        each_state(
            [&](size_t i, uint32_t state, int turn, int phase) {
                const bool any = Measures::phase == Phase::Attacker ? lift<OTHER>(attacker, i, state, turn, phase, weigh)
                                                          : lift<OWN>(owner, i, state, turn, phase, weigh && Measures::phase == Phase::Owner);
                if (any && !changed.load(std::memory_order_relaxed)) changed = true;
            },
            !down);
        return changed;
    }

    // Marked states favour the attacker.
    template <int SIDE>
    bool lift(Measure& m, size_t i, uint32_t state, int turn, int phase, bool weighed) {
        return Measures::lift<SIDE == OTHER>(
            m, i, turn == SIDE, phase == marked, weighed, graph->first[state], graph->first[state + 1],
            [&](uint32_t to) { return size_t(next(phase, board_of[to])) * base + to; });
    }
};

}  // namespace shikatsu::atlas
