// Tables of whole boards: every state solved without any search.
//
// A table lifts progress measures over the graph of states, sweep by sweep, and keeps for every state the winner's
// measure, so that one pass over the states certifies it (tables/check.hpp, which shares no code with this file).
#pragma once
#include <atomic>
#include <memory>

#include "cycles/game.hpp"
#include "tables/states.hpp"

namespace shikatsu::atlas {

// Measures as in cycles/game.hpp, packed as credit * 64 + rank. Prisoners are counted as passes: stones come by plays and
// leave by capture, so what a side loses in a cycle are its plays, and the turns alternate. The checker adds what that
// leaves out, a number that depends on the state alone, and compares prisoners.
using Packed = cycles::Small;
constexpr uint16_t TOP = Packed::TOP;
constexpr int MOST = 500;                   // credits below 500

// What all tables have in common: measures of both sides, lifted in phases, sweep by sweep.
class Measures {
public:
    uint32_t undecided = 0;
    uint32_t sweeps = 0;

    Measures(const Measures&) = delete;
    virtual ~Measures() = default;

    // One sweep; false when there is nothing left to do.
    bool advance() {
        if (phase == Phase::Done) return false;
        ++sweeps;
        if (sweep()) return true;
        finish_phase();
        return phase != Phase::Done;
    }

    const char* phase_name() const {
        const char* names[] = {"candidates", "owner", "attacker", "done"};
        return names[int(phase)];
    }

    // The winner's measure of a state: 0x8000 for the attacker's; 0xffff where nothing is claimed.
    std::vector<uint16_t> values() const {
        std::vector<uint16_t> out(owner.size());
        for (size_t i = 0; i < out.size(); ++i) {
            const uint16_t o = get(owner, i), a = get(attacker, i);
            out[i] = o != TOP ? o : a != TOP ? uint16_t(a | 0x8000) : TOP;
        }
        return out;
    }

protected:
    enum class Phase { Candidates, Owner, Attacker, Done };
    using Measure = std::vector<std::atomic<uint16_t>>;

    std::shared_ptr<const Graph> graph;
    bool weigh;
    uint32_t target;
    int threads;
    Measure owner, attacker;
    Phase phase = Phase::Candidates;
    bool down = false;
    int round = 0;
    cycles::Room<int> room{0, 31};          // measures above these end a phase sooner; the next round has more room

    Measures(std::shared_ptr<const Graph> g, bool prisoners, uint32_t points, int workers, size_t places)
        : graph(std::move(g)), weigh(prisoners), target(points), threads(workers),
          owner(places), attacker(places) {
        if (!target || (target & ~graph->frame.all)) throw std::invalid_argument("the target is not on the board");
    }

    virtual bool sweep() = 0;
    virtual void finish_phase() = 0;

    static uint16_t get(const Measure& m, size_t i) { return m[i].load(std::memory_order_relaxed); }
    static void set(Measure& m, size_t i, uint16_t x) { m[i].store(x, std::memory_order_relaxed); }
    bool open(size_t i) const { return get(owner, i) == TOP && get(attacker, i) == TOP; }

    // Where the other side is to move, its pass costs a credit at least.
    uint16_t floor_of(int turn, int other) const { return weigh && turn == other ? Packed::pack(1, 0) : 0; }

    // More room for what is left after a round, with what is won as it is.
    void make_room() {
        room = {round == 1 ? 16 : MOST / 2, 63};
    }

    // Lift measure `i` over the moves `from` to below `to` of the graph; at(state) is the place of a target's measure.
    // Cycles with a flagged state are won by the side that flags favour, if prisoners leave that open.
    template <bool FAVOURED, class At>
    bool lift(Measure& m, size_t i, bool mine, bool flagged, bool weighed, uint32_t from, uint32_t to, At at) {
        const uint16_t now = get(m, i);
        if (now == TOP) return false;
        uint16_t need = mine ? TOP : now;
        for (uint32_t j = from; j < to; ++j) {
            const uint32_t edge = graph->edges[j];
            const int lost = weighed && (edge & Graph::PASS) ? (mine ? -1 : 1) : 0;
            const uint16_t d = Packed::need(get(m, at(edge & Graph::TARGET)), lost, FAVOURED, flagged, room);
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

// A state to be looked at: its place in the table and in the graph, and what the table must know besides.
struct Visit {
    size_t place;
    uint32_t state, old;
    int8_t turn, phase;
};

// Sweeps over the states of a game. Game::visits calls for those that come up on some of the boards, Game::visit lifts one.
template <class Game>
class Swept : public Measures {
protected:
    using Measures::Measures;

    // Begin to lift the states that are asked for from below. If they are few the sweeps that follow go over a list of them.
    template <class Asked>
    void put_floor(Measure& m, int other, Asked asked) {
        std::atomic<size_t> count{0};
        every([&](const Visit& v, size_t& here) { here += asked(v.place); }, count);
        listed.clear();
        stir();
        has_list = count < owner.size() / FEW;
        if (!has_list) {
            every([&](const Visit& v, size_t&) { if (asked(v.place)) set(m, v.place, floor_of(v.turn, other)); }, count);
            return;
        }
        listed.reserve(count);
        game().visits(0, graph->boards(), [&](const Visit& v) { if (asked(v.place)) listed.push_back(v); });
        for (const Visit& v : listed) set(m, v.place, floor_of(v.turn, other));
    }

    uint32_t count_undecided() {
        std::atomic<size_t> count{0};
        every([&](const Visit& v, size_t& here) { here += open(v.place); }, count);
        return undecided = uint32_t(count);
    }

private:
    static constexpr size_t FEW = 6;        // one place in so many
    std::vector<Visit> listed;
    bool has_list = false, all = false;     // all: every board is visited in the next sweep
    std::vector<std::atomic<uint8_t>> stirred;  // by board: whether something it leads to has changed since it was visited

    void stir() {
        if (graph->before.empty()) return;
        if (stirred.empty()) stirred = std::vector<std::atomic<uint8_t>>(graph->boards());
        for (auto& flag : stirred) flag.store(1, std::memory_order_relaxed);
    }

    // Visit the states of a board, if that may change anything.
    bool visit_board(uint32_t b) {
        bool any = false;
        if (!stirred.empty() && !stirred[b].exchange(0, std::memory_order_acq_rel)) return false;
        game().visits(b, b + 1, [&](const Visit& v) { any |= game().visit(v); });
        if (any && !stirred.empty())
            for (uint32_t j = graph->before_first[b]; j < graph->before_first[b + 1]; ++j)
                stirred[graph->before[j]].store(1, std::memory_order_release);
        return any;
    }

    Game& game() { return static_cast<Game&>(*this); }

    template <class Work>
    void every(Work work, std::atomic<size_t>& count) {
        in_parallel(threads, graph->boards(), [&](uint32_t from, uint32_t to) {
            size_t here = 0;
            game().visits(from, to, [&](const Visit& v) { work(v, here); });
            count += here;
        });
    }

    bool sweep() override {
        if (stirred.empty()) stir();
        std::atomic<bool> changed{false};
        const bool backwards = down;
        down = !down;
        in_parallel(threads, has_list ? uint32_t(listed.size()) : graph->boards(), [&](uint32_t from, uint32_t to) {
            bool any = false;
            for (uint32_t k = from; k < to; ++k) {
                const uint32_t i = backwards ? from + to - 1 - k : k;
                any |= has_list ? game().visit(listed[i]) : visit_board(i);
            }
            if (any) changed = true;
        });
        // Two threads may miss that the other has stirred a board: a phase ends with a sweep of all.
        const bool again = !changed && !all && threads > 1 && !has_list && !stirred.empty();
        all = again;
        if (again) stir();
        return changed || again;
    }
};

class Table : public Swept<Table> {
public:
    Table(std::shared_ptr<const Graph> g, Goal aim, bool prisoners, uint32_t points, int workers)
        : Swept(g, prisoners, points, workers, g->states()), goal(aim), bad(graph->boards()) {
        if (goal == Goal::Settled && graph->ko != Ko::None) throw std::invalid_argument("'settled' has no ko rule");
        const uint32_t count = graph->boards();
        in_parallel(threads, count, [this](uint32_t from, uint32_t to) {
            for (uint32_t b = from; b < to; ++b) bad[b] = goal == Goal::Owned ? !loses_a_point(b) : goal == Goal::Captured;
        });
        begin();
    }

private:
    Goal goal;
    std::vector<uint8_t> bad;

    // Whether some point of the target belongs to the attacker.
    bool loses_a_point(uint32_t b) const {
        const Frame& f = graph->frame;
        const uint32_t mine = graph->own(b), theirs = graph->other(b), empty = f.all & ~(mine | theirs);
        if (target & theirs) return true;
        for (uint32_t rest = target & empty; rest;) {
            const uint32_t region = f.flood(rest & -rest, empty), border = f.around(region);
            if (((border & theirs) || (region & f.wall[OTHER])) && !((border & mine) || (region & f.wall[OWN]))) return true;
            rest &= ~region;
        }
        return false;
    }

    // Where "captured once" is over: the attacker has won.
    bool over(uint32_t b) const { return goal != Goal::Owned && (target & ~graph->own(b)); }

    template <class Work>
    void each_board(Work work) {
        in_parallel(threads, graph->boards(), [&](uint32_t from, uint32_t to) {
            for (uint32_t b = from; b < to; ++b) work(b);
        });
    }

    void begin() {
        for (uint32_t i = 0; i < graph->states(); ++i) {
            set(owner, i, goal == Goal::Settled ? uint16_t(0) : TOP);
            set(attacker, i, goal == Goal::Owned ? uint16_t(0) : TOP);
        }
        room.credit = 0;
        if (goal == Goal::Owned) return;
        each_board([this](uint32_t b) {
            if (over(b))
                for (uint32_t i = graph->offset[b]; i < graph->offset[b + 1]; ++i) {
                    set(owner, i, TOP);
                    set(attacker, i, goal == Goal::Captured ? uint16_t(0) : TOP);
                }
        });
        // Where winning is reaching something, the candidates are found as a set that grows.
        if (goal == Goal::Settled)
            for (uint32_t i = 0; i < graph->states(); ++i) set(owner, i, TOP);
    }

    void finish_phase() override {
        const uint32_t count = graph->states();
        if (phase == Phase::Candidates) {
            if (goal == Goal::Settled) {
                phase = Phase::Done;
                return;
            }
            put_floor(owner, OTHER, [this](size_t i) { return get(attacker, i) == TOP; });
            room = {16, 15};
            phase = Phase::Owner;
        } else if (phase == Phase::Owner) {
            // What the candidates say of "captured once" stands: distances fall on every edge, so no cycle is left.
            const bool keep = round > 0 || goal == Goal::Captured;
            if (!keep)
                for (uint32_t i = 0; i < count; ++i) set(attacker, i, TOP);
            if (!keep || count_undecided()) {
                put_floor(attacker, OWN, [this](size_t i) { return open(i); });
                phase = Phase::Attacker;
                if (keep) room.credit = MOST - 1;       // what stands must not be lifted beyond a limit
                return;
            }
            phase = Phase::Done;
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

    friend class Swept<Table>;

    template <class Work>
    void visits(uint32_t from, uint32_t to, Work work) const {
        for (uint32_t b = from; b < to; ++b) {
            if (over(b)) continue;
            uint32_t i = graph->offset[b];
            for (int turn = 0; turn < 2; ++turn)
                for (const uint32_t end = i + graph->slots(b, turn); i < end; ++i) work(Visit{i, i, 0, int8_t(turn), int8_t(bad[b])});
        }
    }

    bool visit(const Visit& v) {
        if (phase == Phase::Candidates && goal == Goal::Captured) return mark(attacker, v.state, v.turn == OTHER, 0);
        if (phase == Phase::Candidates && goal == Goal::Settled) return mark(owner, v.state, v.turn == OWN, v.turn == OTHER);
        return phase == Phase::Owner ? lift<OWN>(owner, v.state, v.turn, v.phase, weigh)
                                     : lift<OTHER>(attacker, v.state, v.turn, v.phase, weigh && phase == Phase::Attacker);
    }

    // Let the set of states that are not TOP grow by one step; the first `skip` moves do not count. The credit is a number
    // that falls on all the moves that this rests on; the rank makes it hold for prisoners, too, as the other side's pass
    // may cost one.
    bool mark(Measure& m, uint32_t i, bool mine, int skip) {
        if (get(m, i) != TOP) return false;
        int distance = mine ? MOST : 0;
        for (uint32_t j = graph->first[i] + skip; j < graph->first[i + 1]; ++j) {
            const uint16_t u = get(m, graph->edges[j] & Graph::TARGET);
            if (mine ? u == TOP : false) continue;
            if (u == TOP) return false;
            const int through = Packed::credit(u) + 1;
            if (mine ? through < distance : through > distance) distance = through;
        }
        if (distance >= MOST) return false;
        set(m, i, Packed::pack(distance, !mine));
        return true;
    }

    // Bad states favour the owner.
    template <int SIDE>
    bool lift(Measure& m, uint32_t i, int turn, bool is_bad, bool weighed) {
        // A pass after which the owner passes too has reached what is to be reached.
        const uint32_t from = graph->first[i] + (goal == Goal::Settled && turn == OTHER);
        return Measures::lift<SIDE == OWN>(m, i, turn == SIDE, is_bad, weighed, from, graph->first[i + 1],
                                           [](uint32_t to) { return to; });
    }
};

}  // namespace shikatsu::atlas
