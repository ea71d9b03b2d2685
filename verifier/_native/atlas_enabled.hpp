// Tables of the games in which a capture may enable a new stone (docs/games.md, section 2; docs/atlas.md).
//
// A state is one of the graph with a phase. In phase 0 the target has not been taken. Afterwards the points of the scope
// are watched in turn: phase j waits until no stone of the owner is on point j - 1; when all points have had their turn
// the state is marked, in the last phase, and it begins anew. The attacker wins iff marks come up for ever.
#pragma once
#include "atlas.hpp"

namespace shikatsu::atlas {

class EnabledTable {
public:
    uint32_t undecided = 0, sweeps = 0;

    EnabledTable(const EnabledTable&) = delete;

    EnabledTable(std::shared_ptr<const Graph> g, bool prisoners, uint32_t points, uint32_t watched_points, int workers)
        : graph(std::move(g)), weigh(prisoners), target(points), threads(workers), base(graph->states()),
          marked(__builtin_popcount(watched_points) + 1), owner(size_t(base) * (marked + 1)),
          attacker(size_t(base) * (marked + 1)), board_of(base), watched(graph->boards()) {
        const uint32_t all = graph->frame.all;
        if (!target || (target & ~all)) throw std::invalid_argument("the target is not on the board");
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

    bool advance() {
        if (stage == Stage::Done) return false;
        ++sweeps;
        if (sweep()) return true;
        finish_stage();
        return stage != Stage::Done;
    }

    const char* phase_name() const {
        const char* names[] = {"candidates", "owner", "attacker", "done"};
        return names[int(stage)];
    }

    std::vector<uint16_t> values() const {
        std::vector<uint16_t> out(owner.size());
        for (size_t i = 0; i < out.size(); ++i) {
            const uint16_t o = get(owner, i), a = get(attacker, i);
            out[i] = o != TOP ? o : a != TOP ? uint16_t(a | 0x8000) : TOP;
        }
        return out;
    }

private:
    enum class Stage { Candidates, Owner, Attacker, Done };
    using Measures = std::vector<std::atomic<uint16_t>>;

    std::shared_ptr<const Graph> graph;
    bool weigh;
    uint32_t target;
    int threads;
    uint32_t base;
    int marked;                             // the last phase
    Measures owner, attacker;
    std::vector<uint32_t> board_of;
    std::vector<uint16_t> watched;          // by board: points of the scope with a stone of the owner, numbered in order
    Stage stage = Stage::Candidates;
    bool down = false;
    int round = 0, credits = 0, ranks = 31;

    static uint16_t get(const Measures& m, size_t i) { return m[i].load(std::memory_order_relaxed); }
    static void set(Measures& m, size_t i, uint16_t x) { m[i].store(x, std::memory_order_relaxed); }

    // Whether a board comes up in a phase.
    bool occurs(uint32_t b, int phase) const {
        if (phase == 0) return !(target & ~graph->own(b));
        return phase == marked || (watched[b] >> (phase - 1) & 1);
    }

    int next(int phase, uint32_t b) const {
        if (phase == 0 && !(target & ~graph->own(b))) return 0;
        const int from = phase == 0 || phase == marked ? 0 : phase - 1;
        const uint32_t rest = uint32_t(watched[b]) >> from << from;
        return rest ? __builtin_ctz(rest) + 1 : marked;
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
    void put_floor(Measures& m, int other, Asked asked) {
        const uint16_t floor = weigh ? 1 << RANK_BITS : 0;
        each_state([&](size_t i, uint32_t, int turn, int) {
            if (asked(i)) set(m, i, turn == other ? floor : uint16_t(0));
        });
    }

    bool open(size_t i) const { return get(owner, i) == TOP && get(attacker, i) == TOP; }

    void finish_stage() {
        if (stage == Stage::Candidates) {
            put_floor(owner, OTHER, [this](size_t i) { return get(owner, i) != TOP; });
            credits = 16;
            ranks = 15;
            stage = Stage::Owner;
        } else if (stage == Stage::Owner) {
            put_floor(attacker, OWN, [this](size_t i) { return open(i); });
            stage = Stage::Attacker;
        } else {
            std::atomic<uint32_t> count{0};
            each_state([&](size_t i, uint32_t, int, int) { count += open(i); });
            undecided = count;
            if (!undecided || ++round == 4) {
                stage = Stage::Done;
                return;
            }
            credits = round == 1 ? 16 : MOST / 2;
            ranks = 63;
            put_floor(owner, OTHER, [this](size_t i) { return open(i); });
            stage = Stage::Owner;
        }
    }

    bool sweep() {
        std::atomic<bool> changed{false};
        down = !down;
        each_state(
            [&](size_t i, uint32_t state, int turn, int phase) {
                const bool any = stage == Stage::Attacker ? lift<OTHER>(attacker, i, state, turn, phase, weigh)
                                                          : lift<OWN>(owner, i, state, turn, phase, weigh && stage == Stage::Owner);
                if (any && !changed.load(std::memory_order_relaxed)) changed = true;
            },
            !down);
        return changed;
    }

    template <int SIDE>
    bool lift(Measures& m, size_t i, uint32_t state, int turn, int phase, bool weighed) {
        const uint16_t now = get(m, i);
        if (now == TOP) return false;
        const bool mine = turn == SIDE, is_marked = phase == marked;
        uint16_t need = mine ? TOP : now;
        for (uint32_t j = graph->first[state]; j < graph->first[state + 1]; ++j) {
            const uint32_t edge = graph->edges[j], to = edge & Graph::TARGET;
            const uint16_t u = get(m, size_t(next(phase, board_of[to])) * base + to);
            uint16_t d = TOP;
            if (u != TOP) {
                int credit = u >> RANK_BITS, rank = u & ((1 << RANK_BITS) - 1);
                if (weighed && (edge & Graph::PASS)) credit += mine ? -1 : 1;
                if (credit < 0) credit = rank = 0;
                else if (SIDE == OTHER) rank = is_marked ? 0 : rank + 1;
                else rank += is_marked;
                if (rank > ranks) ++credit, rank = 0;
                if (credit <= credits) d = uint16_t(credit << RANK_BITS | rank);
            }
            if (mine) {
                if (d <= now) return false;
                if (d < need) need = d;
            } else if (d > need) {
                need = d;
                if (d == TOP) break;
            }
        }
        if (need <= now) return false;
        set(m, i, need);
        return true;
    }
};

}  // namespace shikatsu::atlas
