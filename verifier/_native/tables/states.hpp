// The states of a whole board, of a locale of up to 16 points, and the moves between them.
//
// The graph is laid out once for a locale and a ko rule and serves all tables on it (tables/table.hpp). docs/atlas.md
// has the games, the order of the states and the conditions.
#pragma once
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "words.hpp"

namespace shikatsu::atlas {

constexpr int MAX_POINTS = 16;
constexpr uint32_t NONE = 0xffffffffu;
constexpr int OWN = 0, OTHER = 1;           // the side that owns the target, and the attacker

// Both: a pass of a side that is under bans lifts those of the other side too. Capture: bans are on all captures on a point.
enum class Ko : uint8_t { None, Basic, Each, All, Both, Capture };

// A ko rule; under Each the bans of one side, `brief`, may last for one turn (docs/atlas.md, "Passing once").
struct KoRule {
    Ko kind;
    int brief = -1;
};

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
    int brief;                              // the side whose bans end with its turn, or -1
    std::vector<uint32_t> stones;           // by board: the owner's, and the attacker's shifted by 16
    std::vector<uint32_t> offset;           // by board: its first state; then the number of states
    std::vector<uint8_t> kos;               // by board: retakes of the owner, and of the attacker times 16
    std::vector<uint32_t> first, edges;     // state: first[i] .. first[i + 1]; an edge is a target, passes with PASS
    static constexpr uint32_t PASS = 1u << 31, TARGET = (1u << 28) - 1;

    Graph(const Frame& f, KoRule rule, int threads) : frame(f), ko(rule.kind), brief(rule.brief) {
        enumerate(threads);
        link(threads);
        if (edges.size() < MOST_LISTED) list_before();
        index = std::vector<uint32_t>();
    }

    // Boards from which one move leads to a board, itself among them, in `before` from before_first[b] on; empty if too many.
    std::vector<uint32_t> before_first, before;

    uint32_t boards() const { return uint32_t(stones.size()); }
    uint32_t states() const { return offset.back(); }
    uint32_t own(uint32_t b) const { return stones[b] & 0xffff; }
    uint32_t other(uint32_t b) const { return stones[b] >> 16; }
    uint32_t slots(uint32_t b, int turn) const {
        const int k[2] = {kos[b] & 15, kos[b] >> 4};
        if (ko == Ko::None) return 1;
        return ko == Ko::Basic ? uint32_t(1 + k[turn]) : 1u << (k[0] + k[1]);
    }
    size_t bytes() const { return 4 * (stones.size() + offset.size() + first.size() + edges.size() + before_first.size() + before.size()) + kos.size(); }

private:
    static constexpr size_t MOST_LISTED = size_t(1) << 27;
    std::vector<uint32_t> index;            // by code

    void list_before() {
        std::vector<uint32_t> board_of(states()), last(boards(), NONE);
        for (uint32_t b = 0; b < boards(); ++b)
            for (uint32_t i = offset[b]; i < offset[b + 1]; ++i) board_of[i] = b;
        before_first.assign(size_t(boards()) + 1, 0);
        for (const bool counting : {true, false}) {
            for (uint32_t b = 0; b < boards(); ++b)
                for (uint32_t j = first[offset[b]]; j < first[offset[b + 1]]; ++j) {
                    const uint32_t to = board_of[edges[j] & TARGET];
                    if (last[to] == b) continue;
                    last[to] = b;
                    if (counting) ++before_first[to + 1];
                    else before[before_first[to]++] = b;
                }
            if (!counting) break;
            for (uint32_t b = 0; b < boards(); ++b) before_first[b + 1] += before_first[b];
            before.resize(before_first.back());
            last.assign(boards(), NONE);
        }
        for (uint32_t b = boards(); b > 0; --b) before_first[b] = before_first[b - 1];
        before_first[0] = 0;
    }

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

    // Under the basic rule a point may be banned that takes more than one stone; under the others it is then no ko. Where
    // bans are on all captures they stay as long as the point is empty, and only stones of the other side are next to it.
    Kos kos_on(const Board& v) const {
        Kos found;
        const uint32_t empty = frame.all & ~(v.stones[0] | v.stones[1]);
        for (int side = 0; side < 2; ++side) {
            const uint32_t theirs = v.stones[1 - side];
            for (uint32_t rest = empty & ~frame.wall[side]; rest; rest &= rest - 1) {
                const int q = lowest_bit(rest);
                if (frame.near[q] & ~theirs) continue;
                bool lone = ko == Ko::Capture;
                for (uint32_t r = frame.near[q] & ~frame.wall[1 - side]; r && !lone; r &= r - 1) {
                    const uint32_t around = frame.near[lowest_bit(r)];
                    lone = !(around & theirs) && (around & empty) == 1u << q;
                }
                if (!lone) continue;
                if (ko != Ko::Basic && ko != Ko::Capture && taken(v, side, q) != 1) continue;
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
        return count_bits(set);
    }

    int plays(const Board& v, int turn, Play* out) const {
        Chain own[MAX_POINTS], other[MAX_POINTS];
        const int k = chains(v, turn, own), m = chains(v, 1 - turn, other);
        const uint32_t empty = frame.all & ~(v.stones[0] | v.stones[1]);
        int count = 0;
        for (uint32_t rest = empty; rest; rest &= rest - 1) {
            const int p = lowest_bit(rest);
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
            play.retake = int8_t(alone && count_bits(take) == 1 ? lowest_bit(take) : -1);
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
            uint32_t due = 0, lasting = banned, mover = 0;
            for (int i = mine; i < end; ++i)
                if (slot >> i & 1) {
                    due |= 1u << i;
                    mover |= 1u << here.point[i];
                    if (turn == brief) lasting &= ~(1u << here.point[i]);
                }
            if (ko == Ko::Both) put(slot, state(b, 1 - turn, due ? 0 : slot) | PASS);
            else if (ko == Ko::All || !due || turn == brief) put(slot, state(b, 1 - turn, slot & ~due) | PASS);
            else
                for (uint32_t rest = due; rest; rest &= rest - 1) put(slot, state(b, 1 - turn, slot & ~(rest & -rest)) | PASS);
            for (int i = 0; i < count; ++i)
                if (ko == Ko::Capture ? !(mover >> list[i].point & 1) : !((banned >> list[i].point & 1) && list[i].retake >= 0))
                    put(slot, target(list[i], turn, lasting));
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

}  // namespace shikatsu::atlas
