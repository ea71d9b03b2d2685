// Tables of whole boards: every state of a locale of up to 16 points, solved without any search.
//
// The graph of states is laid out once for a locale and a ko rule and serves all targets on it. A table lifts
// progress measures over it, sweep by sweep, and keeps for every state the winner's measure, so that one pass
// over the states certifies it (atlas_check.hpp, which shares no code with this file). docs/atlas.md has
// the games, the order of the states and the conditions.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

namespace shikatsu::atlas {

constexpr int MAX_POINTS = 16;
constexpr uint32_t NONE = 0xffffffffu;
constexpr int OWN = 0, OTHER = 1;           // the side that owns the target, and the attacker

enum class Ko : uint8_t { None, Basic, Each, All };
enum class Goal : uint8_t {
    Captured,                               // the attacker takes a stone on the target
    Owned,                                  // some point of the target finally belongs to the attacker
    Settled,                                // the owner reaches two passes in a row with his stones on the target
};

inline void in_parallel(int threads, uint32_t count, const std::function<void(uint32_t, uint32_t)>& work) {
    if (threads <= 1 || count < 4096) return work(0, count);
    std::vector<std::thread> pool;
    for (int t = 0; t < threads; ++t) {
        const uint32_t from = uint32_t(uint64_t(count) * t / threads), to = uint32_t(uint64_t(count) * (t + 1) / threads);
        pool.emplace_back([&work, from, to] { work(from, to); });
    }
    for (std::thread& thread : pool) thread.join();
}

// The points of a locale as bits of a mask; `wall` has the points next to a wall of either side.
struct Frame {
    int n = 0;
    uint32_t all = 0, wall[2] = {0, 0}, near[MAX_POINTS] = {};
    uint32_t low[256], high[256];           // neighbours of the points 0 to 7 and 8 to 15 of a set
    uint32_t ternary[1 << 8], ternary_high[1 << 8];
    uint32_t codes = 1;

    Frame(const std::vector<uint32_t>& neighbours, uint32_t own_wall, uint32_t other_wall) : n(int(neighbours.size())) {
        if (n < 1 || n > MAX_POINTS) throw std::invalid_argument("a table holds 1 to 16 points");
        all = (1u << n) - 1;
        wall[OWN] = own_wall;
        wall[OTHER] = other_wall;
        for (int p = 0; p < n; ++p) near[p] = neighbours[p];
        uint32_t power[MAX_POINTS];
        for (int p = 0; p < n; ++p, codes *= 3) power[p] = codes;
        for (int set = 0; set < 256; ++set) {
            low[set] = high[set] = ternary[set] = ternary_high[set] = 0;
            for (int b = 0; b < 8; ++b)
                if (set >> b & 1) {
                    if (b < n) low[set] |= near[b], ternary[set] += power[b];
                    if (b + 8 < n) high[set] |= near[b + 8], ternary_high[set] += power[b + 8];
                }
        }
    }
    uint32_t around(uint32_t set) const { return low[set & 255] | high[set >> 8]; }
    uint32_t flood(uint32_t seed, uint32_t within) const {
        for (;;) {
            const uint32_t more = seed | (around(seed) & within);
            if (more == seed) return seed;
            seed = more;
        }
    }
    // Base 3, the digit of a point is 1 for the owner's and 2 for the attacker's stone.
    uint32_t code(uint32_t own, uint32_t other) const {
        return ternary[own & 255] + ternary_high[own >> 8] + 2 * (ternary[other & 255] + ternary_high[other >> 8]);
    }
    bool breathes(uint32_t stones, uint32_t empty, uint32_t held) const {
        while (stones) {
            const uint32_t chain = flood(stones & -stones, stones);
            if (!(around(chain) & empty) && !(chain & held)) return false;
            stones &= ~chain;
        }
        return true;
    }
};

struct Board {
    uint32_t stones[2];
};

struct Chain {
    uint32_t stones, liberties;
    bool held;
};

struct Play {
    uint32_t code;
    int8_t point, retake;                   // retake: where the stone was that a play in a ko took, or -1
    Board after;
};

// Points of retakes in kos on a board, those of the owner first, each side's in order.
struct Kos {
    int count = 0, of[2] = {0, 0};
    int8_t point[2 * MAX_POINTS];
};

class Graph {
public:
    Frame frame;
    Ko ko;
    std::vector<uint32_t> stones;           // by board: the owner's, and the attacker's shifted by 16
    std::vector<uint32_t> offset;           // by board: its first state; then the number of states
    std::vector<uint8_t> kos;               // by board: retakes of the owner, and of the attacker times 16
    std::vector<uint32_t> first, edges;     // state: first[i] .. first[i + 1]; an edge is a target, passes with PASS
    static constexpr uint32_t PASS = 1u << 31, TARGET = (1u << 28) - 1;

    Graph(const Frame& f, Ko rule, int threads) : frame(f), ko(rule) {
        enumerate(threads);
        link(threads);
        index = std::vector<uint32_t>();
    }

    uint32_t boards() const { return uint32_t(stones.size()); }
    uint32_t states() const { return offset.back(); }
    uint32_t own(uint32_t b) const { return stones[b] & 0xffff; }
    uint32_t other(uint32_t b) const { return stones[b] >> 16; }
    uint32_t slots(uint32_t b, int turn) const {
        const int k[2] = {kos[b] & 15, kos[b] >> 4};
        if (ko == Ko::None) return 1;
        return ko == Ko::Basic ? uint32_t(1 + k[turn]) : 1u << (k[0] + k[1]);
    }
    size_t bytes() const { return 4 * (stones.size() + offset.size() + first.size() + edges.size()) + kos.size(); }

private:
    std::vector<uint32_t> index;            // by code

    void enumerate(int threads) {
        index.assign(frame.codes, NONE);
        in_parallel(threads, frame.codes, [this](uint32_t from, uint32_t to) {
            for (uint32_t code = from; code < to; ++code) {
                const Board v = board(code);
                const uint32_t empty = frame.all & ~(v.stones[0] | v.stones[1]);
                if (frame.breathes(v.stones[0], empty, frame.wall[0]) && frame.breathes(v.stones[1], empty, frame.wall[1]))
                    index[code] = 0;
            }
        });
        uint32_t count = 0;
        for (uint32_t& id : index)
            if (id != NONE) id = count++;
        stones.resize(count);
        kos.resize(count);
        in_parallel(threads, frame.codes, [this](uint32_t from, uint32_t to) {
            for (uint32_t code = from; code < to; ++code) {
                if (index[code] == NONE) continue;
                const Board v = board(code);
                stones[index[code]] = v.stones[0] | v.stones[1] << 16;
                if (ko == Ko::None) continue;
                const Kos found = kos_on(v);
                kos[index[code]] = uint8_t(found.of[0] | found.of[1] << 4);
            }
        });
        offset.resize(size_t(count) + 1);
        uint64_t sum = 0;
        for (uint32_t b = 0; b < count; ++b) {
            offset[b] = uint32_t(sum);
            sum += slots(b, 0) + slots(b, 1);
            if (sum >> 28) throw std::invalid_argument("the table would have too many states");
        }
        offset[count] = uint32_t(sum);
    }

    Board board(uint32_t code) const {
        Board v = {{0, 0}};
        for (int p = 0; p < frame.n; ++p, code /= 3)
            if (code % 3) v.stones[code % 3 - 1] |= 1u << p;
        return v;
    }

    int chains(const Board& v, int side, Chain* out) const {
        const uint32_t empty = frame.all & ~(v.stones[0] | v.stones[1]);
        int k = 0;
        for (uint32_t rest = v.stones[side]; rest;) {
            Chain& c = out[k++];
            c.stones = frame.flood(rest & -rest, v.stones[side]);
            c.liberties = frame.around(c.stones) & empty;
            c.held = (c.stones & frame.wall[side]) != 0;
            rest &= ~c.stones;
        }
        return k;
    }

    // Under the basic rule a point may be banned that takes more than one stone; under the others it is then no ko.
    Kos kos_on(const Board& v) const {
        Kos found;
        const uint32_t empty = frame.all & ~(v.stones[0] | v.stones[1]);
        for (int side = 0; side < 2; ++side) {
            const uint32_t theirs = v.stones[1 - side];
            for (uint32_t rest = empty & ~frame.wall[side]; rest; rest &= rest - 1) {
                const int q = __builtin_ctz(rest);
                if (frame.near[q] & ~theirs) continue;
                bool lone = false;
                for (uint32_t r = frame.near[q] & ~frame.wall[1 - side]; r && !lone; r &= r - 1) {
                    const uint32_t around = frame.near[__builtin_ctz(r)];
                    lone = !(around & theirs) && (around & empty) == 1u << q;
                }
                if (!lone) continue;
                if (ko != Ko::Basic && taken(v, side, q) != 1) continue;
                found.point[found.count++] = int8_t(q);
                ++found.of[side];
            }
        }
        return found;
    }

    int taken(const Board& v, int side, int q) const {
        const uint32_t theirs = v.stones[1 - side], empty = frame.all & ~(v.stones[0] | v.stones[1]);
        uint32_t set = 0;
        for (uint32_t r = frame.near[q] & theirs; r; r &= ~set & (r - 1)) {
            const uint32_t chain = frame.flood(r & -r, theirs);
            if (!(chain & frame.wall[1 - side]) && (frame.around(chain) & empty) == 1u << q) set |= chain;
        }
        return __builtin_popcount(set);
    }

    int plays(const Board& v, int turn, Play* out) const {
        Chain own[MAX_POINTS], other[MAX_POINTS];
        const int k = chains(v, turn, own), m = chains(v, 1 - turn, other);
        const uint32_t empty = frame.all & ~(v.stones[0] | v.stones[1]);
        int count = 0;
        for (uint32_t rest = empty; rest; rest &= rest - 1) {
            const int p = __builtin_ctz(rest);
            const uint32_t stone = 1u << p;
            uint32_t take = 0;
            for (int i = 0; i < m; ++i)
                if (!other[i].held && other[i].liberties == stone) take |= other[i].stones;
            const bool alone = !((frame.wall[turn] >> p & 1) || (frame.near[p] & (empty | v.stones[turn])));
            bool legal = take || (frame.wall[turn] >> p & 1) || (frame.near[p] & empty);
            for (int i = 0; i < k && !legal; ++i)
                legal = (own[i].liberties & stone) && (own[i].held || (own[i].liberties & ~stone));
            if (!legal) continue;
            Play& play = out[count++];
            play.point = int8_t(p);
            play.retake = int8_t(alone && __builtin_popcount(take) == 1 ? __builtin_ctz(take) : -1);
            play.after.stones[turn] = v.stones[turn] | stone;
            play.after.stones[1 - turn] = v.stones[1 - turn] & ~take;
            play.code = frame.code(play.after.stones[0], play.after.stones[1]);
        }
        return count;
    }

    uint32_t state(uint32_t b, int turn, uint32_t slot) const { return offset[b] + (turn ? slots(b, 0) : 0) + slot; }

    // Calls put(slot, edge) for all moves from a board, passes first in each slot.
    template <class Put>
    void moves(uint32_t b, int turn, Put put) const {
        const Board v = {{own(b), other(b)}};
        Play list[MAX_POINTS];
        const int count = plays(v, turn, list);
        Kos here;
        if (kos[b]) here = kos_on(v);
        const int mine = turn ? here.of[0] : 0, end = turn ? here.count : here.of[0];     // retakes of the mover
        for (uint32_t slot = 0; slot < slots(b, turn); ++slot) {
            if (ko == Ko::None || ko == Ko::Basic) {
                put(slot, state(b, 1 - turn, 0) | PASS);
                const int ban = slot ? here.point[mine + int(slot) - 1] : -1;
                for (int i = 0; i < count; ++i)
                    if (list[i].point != ban) put(slot, target(list[i], turn, 0));
                continue;
            }
            uint32_t banned = 0;
            for (int i = 0; i < here.count; ++i)
                if (slot >> i & 1) banned |= 1u << here.point[i];
            uint32_t due = 0;
            for (int i = mine; i < end; ++i) due |= slot & (1u << i);
            if (ko == Ko::All || !due) put(slot, state(b, 1 - turn, slot & ~due) | PASS);
            else
                for (uint32_t rest = due; rest; rest &= rest - 1) put(slot, state(b, 1 - turn, slot & ~(rest & -rest)) | PASS);
            for (int i = 0; i < count; ++i)
                if (!((banned >> list[i].point & 1) && list[i].retake >= 0))
                    put(slot, target(list[i], turn, banned));
        }
    }

    uint32_t target(const Play& play, int turn, uint32_t banned) const {
        const uint32_t b = index[play.code];
        uint32_t slot = 0;
        if (ko != Ko::None && kos[b] && (banned || play.retake >= 0)) {
            const Kos there = kos_on(play.after);
            if (ko == Ko::Basic) {
                const int from = turn ? 0 : there.of[0];
                for (int i = 0; i < there.of[1 - turn]; ++i)
                    if (there.point[from + i] == play.retake) slot = uint32_t(i + 1);
            } else {
                for (int i = 0; i < there.count; ++i)
                    if ((banned >> there.point[i] & 1) || there.point[i] == play.retake) slot |= 1u << i;
            }
        }
        return state(b, 1 - turn, slot);
    }

    void link(int threads) {
        const uint32_t count = boards();
        first.assign(size_t(states()) + 1, 0);
        in_parallel(threads, count, [this](uint32_t from, uint32_t to) {
            for (uint32_t b = from; b < to; ++b)
                for (int turn = 0; turn < 2; ++turn)
                    moves(b, turn, [&](uint32_t slot, uint32_t) { ++first[state(b, turn, slot) + 1]; });
        });
        uint64_t sum = 0;
        for (uint32_t& f : first) {
            sum += f;
            f = uint32_t(sum);
        }
        if (sum >> 32) throw std::invalid_argument("the table would have too many moves");
        edges.resize(size_t(sum));
        in_parallel(threads, count, [this](uint32_t from, uint32_t to) {
            std::vector<uint32_t> at;
            for (uint32_t b = from; b < to; ++b)
                for (int turn = 0; turn < 2; ++turn) {
                    at.assign(slots(b, turn), 0);
                    moves(b, turn, [&](uint32_t slot, uint32_t edge) {
                        edges[first[state(b, turn, slot)] + at[slot]++] = edge;
                    });
                }
        });
    }
};

// Measures are (credit, rank) with ranks below 64, packed as credit * 64 + rank. A rank that grows too long costs a
// credit, which the conditions allow. Prisoners are counted as passes: stones come by plays and leave by capture, so what
// a side loses in a cycle are its plays, and the turns alternate. The checker adds what that leaves out, a number that
// depends on the state alone, and compares prisoners.
constexpr uint16_t TOP = 0xffff;
constexpr int RANK_BITS = 6, MOST = 500;    // ranks below 64, credits below 500

class Table {
public:
    uint32_t undecided = 0;
    uint32_t sweeps = 0;

    Table(const Table&) = delete;

    Table(std::shared_ptr<const Graph> g, Goal aim, bool prisoners, uint32_t points, int workers)
        : graph(std::move(g)), goal(aim), weigh(prisoners), target(points), threads(workers),
          owner(graph->states()), attacker(graph->states()), bad(graph->boards()) {
        if (!target || (target & ~graph->frame.all)) throw std::invalid_argument("the target is not on the board");
        if (goal == Goal::Settled && graph->ko != Ko::None) throw std::invalid_argument("'settled' has no ko rule");
        const uint32_t count = graph->boards();
        in_parallel(threads, count, [this](uint32_t from, uint32_t to) {
            for (uint32_t b = from; b < to; ++b) bad[b] = goal == Goal::Owned ? !loses_a_point(b) : goal == Goal::Captured;
        });
        begin();
    }

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
        std::vector<uint16_t> out(graph->states());
        for (uint32_t i = 0; i < out.size(); ++i) {
            const uint16_t o = owner[i].load(std::memory_order_relaxed), a = attacker[i].load(std::memory_order_relaxed);
            out[i] = o != TOP ? o : a != TOP ? uint16_t(a | 0x8000) : TOP;
        }
        return out;
    }

private:
    enum class Phase { Candidates, Owner, Attacker, Done };
    using Measures = std::vector<std::atomic<uint16_t>>;

    std::shared_ptr<const Graph> graph;
    Goal goal;
    bool weigh;
    uint32_t target;
    int threads;
    Measures owner, attacker;
    std::vector<uint8_t> bad;
    Phase phase = Phase::Candidates;
    bool down = false;
    int round = 0;
    int credits = 0;
    int ranks = 31;                         // measures above these end a phase sooner; the next round has more room

    static uint16_t get(const Measures& m, uint32_t i) { return m[i].load(std::memory_order_relaxed); }
    static void set(Measures& m, uint32_t i, uint16_t x) { m[i].store(x, std::memory_order_relaxed); }

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
        credits = 0;
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

    // Begin to lift the states that are asked for from below. Where the other side is to move, its pass costs a credit.
    template <class Asked>
    void put_floor(Measures& m, int other, Asked asked) {
        const uint16_t floor = weigh ? 1 << RANK_BITS : 0;
        each_board([&](uint32_t b) {
            uint32_t i = graph->offset[b];
            for (int turn = 0; turn < 2; ++turn)
                for (const uint32_t end = i + graph->slots(b, turn); i < end; ++i)
                    if (asked(i)) set(m, i, turn == other ? floor : uint16_t(0));
                    else if (phase == Phase::Candidates) set(m, i, TOP);
        });
    }

    uint32_t count_undecided() {
        undecided = 0;
        for (uint32_t i = 0; i < graph->states(); ++i) undecided += get(owner, i) == TOP && get(attacker, i) == TOP;
        return undecided;
    }

    void finish_phase() {
        const uint32_t count = graph->states();
        if (phase == Phase::Candidates) {
            if (goal == Goal::Settled) {
                phase = Phase::Done;
                return;
            }
            put_floor(owner, OTHER, [this](uint32_t i) { return get(attacker, i) == TOP; });
            credits = 16;
            ranks = 15;
            phase = Phase::Owner;
        } else if (phase == Phase::Owner) {
            // What the candidates say of "captured once" stands: distances fall on every edge, so no cycle is left.
            const bool keep = round > 0 || goal == Goal::Captured;
            if (!keep)
                for (uint32_t i = 0; i < count; ++i) set(attacker, i, TOP);
            if (!keep || count_undecided()) {
                put_floor(attacker, OWN, [this](uint32_t i) { return get(owner, i) == TOP && get(attacker, i) == TOP; });
                phase = Phase::Attacker;
                if (keep) credits = MOST - 1;       // what stands must not be lifted beyond a limit
                return;
            }
            phase = Phase::Done;
        } else {
            if (!count_undecided() || ++round == 4) {
                phase = Phase::Done;
                return;
            }
            // Once more for what is left, with what is won as it is.
            credits = round == 1 ? 16 : MOST / 2;
            ranks = 63;
            put_floor(owner, OTHER, [this](uint32_t i) { return get(owner, i) == TOP && get(attacker, i) == TOP; });
            phase = Phase::Owner;
        }
    }

    bool sweep() {
        std::atomic<bool> changed{false};
        const bool backwards = down;
        down = !down;
        in_parallel(threads, graph->boards(), [&](uint32_t from, uint32_t to) {
            bool any = false;
            for (uint32_t k = from; k < to; ++k) {
                const uint32_t b = backwards ? from + to - 1 - k : k;
                if (over(b)) continue;
                uint32_t i = graph->offset[b];
                for (int turn = 0; turn < 2; ++turn)
                    for (const uint32_t end = i + graph->slots(b, turn); i < end; ++i) any |= visit(i, turn, bad[b]);
            }
            if (any) changed = true;
        });
        return changed;
    }

    bool visit(uint32_t i, int turn, bool is_bad) {
        if (phase == Phase::Candidates && goal == Goal::Captured) return mark(attacker, i, turn == OTHER, 0);
        if (phase == Phase::Candidates && goal == Goal::Settled) return mark(owner, i, turn == OWN, turn == OTHER);
        if (phase == Phase::Owner) return lift<OWN>(owner, i, turn, is_bad, weigh);
        return lift<OTHER>(attacker, i, turn, is_bad, weigh && phase == Phase::Attacker);
    }

    // Let the set of states that are not TOP grow by one step; the first `skip` moves do not count. The credit is a number
    // that falls on all the moves that this rests on; the rank makes it hold for prisoners, too, as the other side's pass
    // may cost one.
    bool mark(Measures& m, uint32_t i, bool mine, int skip) {
        if (get(m, i) != TOP) return false;
        int distance = mine ? MOST : 0;
        for (uint32_t j = graph->first[i] + skip; j < graph->first[i + 1]; ++j) {
            const uint16_t u = get(m, graph->edges[j] & Graph::TARGET);
            if (mine ? u == TOP : false) continue;
            if (u == TOP) return false;
            const int through = (u >> RANK_BITS) + 1;
            if (mine ? through < distance : through > distance) distance = through;
        }
        if (distance >= MOST) return false;
        set(m, i, uint16_t(distance << RANK_BITS | !mine));
        return true;
    }

    template <int SIDE>
    bool lift(Measures& m, uint32_t i, int turn, bool is_bad, bool weighed) {
        const uint16_t now = get(m, i);
        if (now == TOP) return false;
        const bool mine = turn == SIDE;
        uint16_t need = mine ? TOP : now;
        // A pass after which the owner passes too has reached what is to be reached.
        const uint32_t from = graph->first[i] + (goal == Goal::Settled && turn == OTHER);
        for (uint32_t j = from; j < graph->first[i + 1]; ++j) {
            const uint32_t edge = graph->edges[j];
            const uint16_t u = get(m, edge & Graph::TARGET);
            uint16_t d = TOP;
            if (u != TOP) {
                int credit = u >> RANK_BITS, rank = u & ((1 << RANK_BITS) - 1);
                if (weighed && (edge & Graph::PASS)) credit += turn == SIDE ? -1 : 1;
                if (credit < 0) credit = rank = 0;
                else if (SIDE == OWN) rank = is_bad ? 0 : rank + 1;
                else rank += is_bad;
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
