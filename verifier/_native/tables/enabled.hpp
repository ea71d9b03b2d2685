// Tables of the games in which a capture may enable a new stone (docs/games.md, section 2; docs/atlas.md).
//
// A state is one of the graph with a phase. In phase 0 the target has not been taken. Afterwards the points of the scope
// are watched in turn: phase j waits until no new stone of the owner is on point j - 1; when all points have had their
// turn the state is marked, in the last phase, and it begins anew. The attacker wins iff marks come up for ever.
//
// With `marks` a state also says which stones of the owner in the scope, outside the target, are old. On the target they
// are old in phase 0 and new in all others. Without, all count as new.
#pragma once
#include "tables/table.hpp"

namespace shikatsu::atlas {

class EnabledTable : public Swept<EnabledTable> {
public:
    EnabledTable(std::shared_ptr<const Graph> g, bool prisoners, uint32_t points, uint32_t watched_points, bool marks, int workers)
        : Swept(g, prisoners, points, workers, places(*g, marks ? watched_points & ~points : 0) * (size_t(count_bits(watched_points)) + 2)),
          scope(watched_points), markable(marks ? watched_points & ~points : 0), marked(count_bits(watched_points) + 1),
          board_of(graph->states()), start(graph->boards() + 1) {
        if (target & ~scope || scope & ~graph->frame.all) throw std::invalid_argument("the scope holds the target, on the board");
        for (uint32_t b = 0; b < graph->boards(); ++b) {
            for (uint32_t i = graph->offset[b]; i < graph->offset[b + 1]; ++i) board_of[i] = b;
            start[b + 1] = start[b] + (size(b) << count_bits(graph->own(b) & markable));
        }
        base = start.back();
        for (uint32_t set = 0; set < 256; ++set) {
            low[set] = uint16_t(gathered(set, scope & 255));
            high[set] = uint16_t(gathered(set, scope >> 8) << count_bits(scope & 255));
        }
        for (size_t i = 0; i < owner.size(); ++i) {
            set(owner, i, TOP);
            set(attacker, i, TOP);
        }
        visits(0, graph->boards(), [this](const Visit& v) { set(owner, v.place, 0); });
    }

private:
    uint32_t scope, markable;
    int marked;                             // the last phase of the game
    std::vector<uint32_t> board_of, start;  // by state its board; by board its first place in a phase
    size_t base = 0;                        // places in a phase
    uint16_t low[256], high[256];           // points of the scope, numbered in order

    static size_t places(const Graph& g, uint32_t may_be_old) {
        size_t sum = 0;
        for (uint32_t b = 0; b < g.boards(); ++b) sum += size_t(g.offset[b + 1] - g.offset[b]) << count_bits(g.own(b) & may_be_old);
        if (sum >> 32) throw std::invalid_argument("the table would have too many states");
        return sum;
    }

    uint32_t size(uint32_t b) const { return graph->offset[b + 1] - graph->offset[b]; }

    // The members of `set` in `of`, as bits numbered by the members of `of`; and the other way round.
    static uint32_t gathered(uint32_t set, uint32_t of) {
        uint32_t out = 0;
        for (uint32_t bit = 1; of; of &= of - 1, bit <<= 1)
            if (set & of & -of) out |= bit;
        return out;
    }
    static uint32_t scattered(uint32_t number, uint32_t of) {
        uint32_t out = 0;
        for (; of; of &= of - 1, number >>= 1)
            if (number & 1) out |= of & -of;
        return out;
    }

    // The points of the scope with a new stone on them, numbered in order.
    uint32_t watched(uint32_t b, uint32_t old) const {
        const uint32_t fresh = graph->own(b) & ~old;
        return low[fresh & 255] | high[fresh >> 8];
    }

    bool untaken(uint32_t b) const { return !(target & ~graph->own(b)); }

    // Whether a board comes up in a phase.
    bool occurs(uint32_t b, uint32_t old, int number) const {
        if (number == 0) return untaken(b);
        return number == marked || (watched(b, old) >> (number - 1) & 1);
    }

    // The place of the state `to` of the graph, reached in a phase while `old` were the old stones.
    size_t after(int now, uint32_t old, uint32_t to) const {
        const uint32_t b = board_of[to], own = graph->own(b), left = old & own;
        int next = 0;
        if (now != 0 || !untaken(b)) {
            const int from = now == 0 || now == marked ? 0 : now - 1;
            const uint32_t rest = watched(b, left) >> from << from;
            next = rest ? lowest_bit(rest) + 1 : marked;
        }
        const uint32_t number = markable ? gathered(left, own & markable) : 0;
        return size_t(next) * base + start[b] + number * size(b) + (to - graph->offset[b]);
    }

    friend class Swept<EnabledTable>;

    template <class Work>
    void visits(uint32_t from, uint32_t to, Work work) const {
        for (uint32_t b = from; b < to; ++b) {
            const uint32_t own = graph->own(b) & markable;
            for (uint32_t number = 0; number >> count_bits(own) == 0; ++number) {
                const uint32_t old = scattered(number, own);
                for (int j = 0; j <= marked; ++j) {
                    if (!occurs(b, old, j)) continue;
                    uint32_t i = graph->offset[b];
                    size_t at = size_t(j) * base + start[b] + number * size(b);
                    for (int turn = 0; turn < 2; ++turn)
                        for (const uint32_t end = i + graph->slots(b, turn); i < end; ++i, ++at)
                            work(Visit{at, i, old, int8_t(turn), int8_t(j)});
                }
            }
        }
    }

    bool visit(const Visit& v) {
        return phase == Phase::Attacker ? lift<OTHER>(attacker, v, weigh) : lift<OWN>(owner, v, weigh && phase == Phase::Owner);
    }

    // Marked states favour the attacker.
    template <int SIDE>
    bool lift(Measure& m, const Visit& v, bool weighed) {
        return Measures::lift<SIDE == OTHER>(m, v.place, v.turn == SIDE, v.phase == marked, weighed, graph->first[v.state],
                                             graph->first[v.state + 1], [&](uint32_t to) { return after(v.phase, v.old, to); });
    }

    void finish_phase() override {
        if (phase == Phase::Candidates) {
            put_floor(owner, OTHER, [this](size_t i) { return get(owner, i) != TOP; });
            room = {16, 15};
            phase = Phase::Owner;
        } else if (phase == Phase::Owner) {
            put_floor(attacker, OWN, [this](size_t i) { return open(i); });
            phase = Phase::Attacker;
        } else {
            if (!count_undecided() || ++round == 4) {
                phase = Phase::Done;
                return;
            }
            make_room();
            put_floor(owner, OTHER, [this](size_t i) { return open(i); });
            phase = Phase::Owner;
        }
    }
};

}  // namespace shikatsu::atlas
