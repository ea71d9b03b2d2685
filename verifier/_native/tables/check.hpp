// The pass that certifies a table of tables/table.hpp. It has its own boards, moves and order of states, reads every state
// once, and believes nothing but the numbers in the table that it compares. docs/atlas.md says what is checked.
//
// What a measure must satisfy is written down here once more, and not taken from cycles/game.hpp, on purpose: an error
// there must not be able to hide itself.
#pragma once
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace shikatsu::atlas_check {

// What is claimed: the winner's measure of every state, the attacker's with the highest bit set.
struct Claim {
    std::vector<std::vector<int>> near;     // neighbours of each point
    std::vector<int> own_wall, other_wall;  // points next to a wall of the owner, of the attacker
    std::vector<int> target;
    std::string ko, goal;                   // "none", "basic", "each", "all", "both", "capture", "each-owner", "each-attacker"; "captured", "owned", "settled", "enabled"
    bool prisoners = false;                 // prisoners decide cycles
    std::vector<int> scope;                 // "enabled": where new stones of the owner count
    bool marks = false;                     // "enabled": stones that stand in the scope at the beginning are old
};

struct Result {
    bool accepted = true;
    uint64_t states = 0, owner = 0, attacker = 0, nothing = 0;
    uint64_t refused = 0;                   // number of the first state that is not as it must be
    // For each way to fill the points outside the target, which the owner covers: the verdict if the owner moves first,
    // plus four times the one if the attacker does: 0 no such board, 1 alive, 2 dead, 3 nothing.
    std::vector<uint8_t> verdicts;
};

class Checker {
public:
    Checker(const Claim& c, const std::vector<uint16_t>& table) : claim(c), values(table), n(int(c.near.size())) {
        if (n < 1 || n > 16) throw std::invalid_argument("a table holds 1 to 16 points");
        if (claim.goal != "captured" && claim.goal != "owned" && claim.goal != "settled" && claim.goal != "enabled") throw std::invalid_argument("goal");
        if (claim.ko != "none" && claim.ko != "basic" && claim.ko != "all" && claim.ko != "both" && claim.ko != "capture" && claim.ko.substr(0, 4) != "each") throw std::invalid_argument("ko");
        if (claim.ko.substr(0, 4) == "each" && claim.ko != "each" && claim.ko != "each-owner" && claim.ko != "each-attacker") throw std::invalid_argument("ko");
        if (claim.marks && claim.goal != "enabled") throw std::invalid_argument("marks");
        brief = claim.ko == "each-owner" ? ATTACKER : claim.ko == "each-attacker" ? OWNER : -1;
        if (claim.goal == "settled" && (claim.ko != "none" || claim.prisoners)) throw std::invalid_argument("settled");
        for (int p = 0; p < n; ++p)
            for (int q : claim.near[size_t(p)]) {
                if (q < 0 || q >= n) throw std::invalid_argument("a neighbour is not on the board");
                if (near[p].count == 4) throw std::invalid_argument("a point has too many neighbours");
                near[p].points[near[p].count++] = int8_t(q);
            }
        walled[0].assign(n, false);
        walled[1].assign(n, false);
        in_target.assign(n, false);
        for (int p : claim.own_wall) walled[0].at(p) = true;
        for (int p : claim.other_wall) walled[1].at(p) = true;
        for (int p : claim.target) in_target.at(p) = true;
        if (claim.target.empty()) throw std::invalid_argument("no target");
        if ((claim.goal == "enabled") == claim.scope.empty()) throw std::invalid_argument("scope");
        for (size_t i = 0; i < claim.scope.size(); ++i)
            if (claim.scope[i] < 0 || claim.scope[i] >= n || (i && claim.scope[i] <= claim.scope[i - 1]))
                throw std::invalid_argument("scope");
        phases = claim.goal == "enabled" ? int(claim.scope.size()) + 2 : 1;
        if (claim.marks)
            for (int p : claim.scope)
                if (!in_target[p]) may_be_old.push_back(p);
    }

    Result run(int threads) {
        number_states(threads);
        Result total;
        if (places * uint64_t(phases) != values.size()) {
            total.accepted = false;
            total.refused = places;
            return total;
        }
        std::vector<Result> parts(threads < 1 ? 1 : threads);
        std::vector<std::thread> pool;
        for (size_t t = 0; t < parts.size(); ++t)
            pool.emplace_back([this, t, &parts] {
                check_range(codes * t / parts.size(), codes * (t + 1) / parts.size(), parts[t]);
            });
        for (std::thread& thread : pool) thread.join();
        for (const Result& part : parts) {
            total.states += part.states;
            total.owner += part.owner;
            total.attacker += part.attacker;
            total.nothing += part.nothing;
            if (!part.accepted && total.accepted) {
                total.accepted = false;
                total.refused = part.refused;
            }
        }
        if (total.accepted) read_off(total);
        return total;
    }

private:
    static constexpr uint32_t ILLEGAL = 0xffffffffu;
    enum : int8_t { EMPTY = -1, OWNER = 0, ATTACKER = 1 };

    struct Position {
        int8_t at[16];
    };
    struct Ko {
        int point, side;                    // a retake of `side` on `point`
    };
    struct Move {
        Position after;
        int point, captured, retake;        // point -1: a pass; retake -1: it took no ko
        uint64_t code;
    };
    struct Edge {
        bool ends;                          // play is over; `winner` has won
        int winner;
        uint64_t state;
        int captured;
    };

    struct Near {
        int count = 0;
        int8_t points[4];
        const int8_t* begin() const { return points; }
        const int8_t* end() const { return points + count; }
    };
    struct Room {
        uint16_t of[2] = {0, 0};            // states with either side to move, for each set of old stones: at most 2^8, a ko has an empty point of its own
    };

    const Claim& claim;
    const std::vector<uint16_t>& values;
    int n, phases = 1, brief = -1;          // brief: the side whose bans end with its turn
    std::vector<bool> walled[2], in_target;
    std::vector<int> may_be_old;            // points of the scope where a stone may be old or new
    uint64_t codes = 1, places = 0;         // places of a phase: its states
    std::vector<uint32_t> begin;            // by code: the place of its first state
    std::vector<Room> room;                 // by code
    Near near[16];

    // Boards

    Position position(uint64_t code) const {
        Position v = {};
        for (int p = 0; p < n; ++p, code /= 3) v.at[p] = int8_t(int(code % 3) - 1);
        return v;
    }

    uint64_t code_of(const Position& v) const {
        uint64_t code = 0;
        for (int p = n - 1; p >= 0; --p) code = 3 * code + uint64_t(v.at[p] + 1);
        return code;
    }

    // The chain with a stone on p, as a list and by marks; and how many liberties it has, with one of them.
    struct Group {
        int size = 0, liberties = 0, liberty = -1;
        bool held = false;
        int8_t stones[16];
        uint32_t mask = 0;
    };
    Group group(const Position& v, int p) const {
        Group g;
        uint32_t free = 0;
        const int8_t colour = v.at[p];
        g.stones[g.size++] = int8_t(p);
        g.mask = 1u << p;
        for (int i = 0; i < g.size; ++i) {
            const int s = g.stones[i];
            g.held = g.held || walled[colour][s];
            for (int q : near[s]) {
                if (v.at[q] == colour && !(g.mask >> q & 1)) {
                    g.mask |= 1u << q;
                    g.stones[g.size++] = int8_t(q);
                } else if (v.at[q] == EMPTY && !(free >> q & 1)) {
                    free |= 1u << q;
                    ++g.liberties;
                    g.liberty = q;
                }
            }
        }
        return g;
    }

    bool legal(const Position& v) const {
        uint32_t seen = 0;
        for (int p = 0; p < n; ++p) {
            if (v.at[p] == EMPTY || (seen >> p & 1)) continue;
            const Group g = group(v, p);
            if (!g.liberties && !g.held) return false;
            seen |= g.mask;
        }
        return true;
    }

    // A play of `side` on p; false if it is suicide.
    bool play(const Position& v, int side, int p, Move& move) const {
        move.after = v;
        move.after.at[p] = int8_t(side);
        move.point = p;
        move.captured = 0;
        int last = -1;
        for (int q : near[p]) {
            if (move.after.at[q] != 1 - side) continue;
            const Group g = group(move.after, q);
            if (g.held || g.liberties) continue;
            for (int i = 0; i < g.size; ++i) move.after.at[g.stones[i]] = EMPTY;
            move.captured += g.size;
            last = g.stones[0];
        }
        const Group own = group(move.after, p);
        if (!own.liberties && !own.held) return false;
        const bool lone = own.size == 1 && own.liberties == 1 && !own.held;
        move.retake = move.captured == 1 && lone ? last : -1;
        return true;
    }

    // Kos (docs/games.md, section 1)

    // Whether `side` may be banned from retaking on q: all around are stones of the other side, one of them alone with q
    // as its only liberty.
    bool may_be_banned(const Position& v, int side, int q) const {
        if (v.at[q] != EMPTY || walled[side][q]) return false;
        bool lone = false;
        for (int r : near[q]) {
            if (v.at[r] != 1 - side) return false;
            const Group g = group(v, r);
            lone = lone || (g.size == 1 && g.liberties == 1 && !g.held);
        }
        return lone;
    }

    // Whether only stones of the other side are next to the empty point q: where a ban on all captures of `side` may stand.
    bool enclosed(const Position& v, int side, int q) const {
        if (v.at[q] != EMPTY || walled[side][q]) return false;
        for (int r : near[q])
            if (v.at[r] != 1 - side) return false;
        return true;
    }

    // Whether a play of `side` on q takes one stone and then stands alone with one liberty.
    bool takes_ko(const Position& v, int side, int q) const {
        Move move;
        return v.at[q] == EMPTY && play(v, side, q, move) && move.retake >= 0;
    }

    // Retakes that the order of states counts, the owner's first.
    int kos(const Position& v, Ko* out) const {
        if (claim.ko == "none") return 0;
        int count = 0;
        for (int side = 0; side < 2; ++side)
            for (int q = 0; q < n; ++q)
                if (claim.ko == "capture" ? enclosed(v, side, q) : may_be_banned(v, side, q) && (claim.ko == "basic" || takes_ko(v, side, q)))
                    out[count++] = {q, side};
        return count;
    }

    static int of_side(const Ko* list, int count, int side) {
        int k = 0;
        for (int i = 0; i < count; ++i) k += list[i].side == side;
        return k;
    }

    // Whether bans wait for a pass.
    bool lasting() const { return claim.ko != "none" && claim.ko != "basic"; }

    // Old stones (docs/atlas.md): a set of points, of those that the owner has where they may be old.

    int owned(const Position& v) const {
        int k = 0;
        for (int p : may_be_old) k += v.at[p] == OWNER;
        return k;
    }
    uint32_t numbered(const Position& v, uint32_t old) const {
        uint32_t number = 0, digit = 1;
        for (int p : may_be_old)
            if (v.at[p] == OWNER) {
                if (old >> p & 1) number += digit;
                digit *= 2;
            }
        return number;
    }
    uint32_t set_of(const Position& v, uint32_t number) const {
        uint32_t old = 0;
        for (int p : may_be_old)
            if (v.at[p] == OWNER) {
                if (number % 2) old |= 1u << p;
                number /= 2;
            }
        return old;
    }

    int slots(const Ko* list, int count, int turn) const {
        if (claim.ko == "none") return 1;
        return claim.ko == "basic" ? 1 + of_side(list, count, turn) : 1 << count;
    }

    void number_states(int threads) {
        for (int p = 0; p < n; ++p) codes *= 3;
        begin.assign(codes, ILLEGAL);
        room.resize(codes);
        const int parts = threads < 1 ? 1 : threads;
        std::vector<std::thread> pool;
        for (int t = 0; t < parts; ++t)
            pool.emplace_back([this, t, parts] {
                Ko list[32];
                for (uint64_t code = codes * t / parts; code < codes * (t + 1) / parts; ++code) {
                    const Position v = position(code);
                    if (!legal(v)) continue;
                    const int count = kos(v, list);
                    for (int turn = 0; turn < 2; ++turn) room[code].of[turn] = uint16_t(slots(list, count, turn));
                    begin[code] = uint32_t(room[code].of[0] + room[code].of[1]) << owned(v);
                }
            });
        for (std::thread& thread : pool) thread.join();
        for (uint32_t& entry : begin)
            if (entry != ILLEGAL) {
                const uint32_t size = entry;
                entry = uint32_t(places);
                places += size;
            }
        if (places >> 32) throw std::invalid_argument("too many states");
    }

    // The place of a state in its phase, which has the old stones in it; `old` may name others than the owner has.
    uint64_t place(const Position& v, uint64_t code, int turn, int slot, uint32_t old) const {
        const Room& here = room[code];
        return begin[code] + uint64_t(numbered(v, old)) * uint64_t(here.of[0] + here.of[1]) + uint64_t(turn ? here.of[0] : 0) + uint64_t(slot);
    }

    // The state after a play, with the bans that stood before it (under the rules where they last).
    uint64_t after(const Move& move, int turn, uint32_t banned, uint32_t old) const {
        if (!banned && move.retake < 0) return place(move.after, move.code, 1 - turn, 0, old);
        Ko list[32];
        const int count = kos(move.after, list);
        int slot = 0;
        if (claim.ko == "basic") {
            for (int i = 0, k = 1; i < count; ++i)
                if (list[i].side == 1 - turn) {
                    if (list[i].point == move.retake) slot = k;
                    ++k;
                }
            if (move.retake >= 0 && !slot) throw std::logic_error("a ban that the order of states does not know");
        } else if (claim.ko != "none") {
            for (int i = 0; i < count; ++i)
                if ((banned >> list[i].point & 1) || list[i].point == move.retake) slot |= 1 << i;
        }
        return place(move.after, move.code, 1 - turn, slot, old);
    }

    // Whether the attacker owns a point of the target.
    bool attacker_owns_some(const Position& v) const {
        for (int p = 0; p < n; ++p) {
            if (!in_target[p]) continue;
            if (v.at[p] == ATTACKER) return true;
            if (v.at[p] == OWNER) continue;
            bool own = false, other = false;
            uint32_t seen = 1u << p;
            int8_t list[16];
            int size = 0;
            list[size++] = int8_t(p);
            for (int i = 0; i < size; ++i) {
                own = own || walled[0][list[i]];
                other = other || walled[1][list[i]];
                for (int q : near[list[i]]) {
                    if (v.at[q] == OWNER) own = true;
                    else if (v.at[q] == ATTACKER) other = true;
                    else if (!(seen >> q & 1)) {
                        seen |= 1u << q;
                        list[size++] = int8_t(q);
                    }
                }
            }
            if (other && !own) return true;
        }
        return false;
    }

    bool all_own(const Position& v) const {
        for (int p = 0; p < n; ++p)
            if (in_target[p] && v.at[p] != OWNER) return false;
        return true;
    }

    // Phases: 0 until the target is taken; j while a stone of the owner is on point j - 1 of the scope; the last where
    // the round of all points is complete.
    bool occurs(const Position& v, int phase, uint32_t old) const {
        if (phase == 0) return all_own(v);
        return phase == phases - 1 || waits(v, phase, old);
    }

    // Whether a new stone is on the point of a phase.
    bool waits(const Position& v, int phase, uint32_t old) const {
        const int p = claim.scope[size_t(phase) - 1];
        return v.at[p] == OWNER && !(old >> p & 1);
    }

    int next_phase(const Position& to, int phase, uint32_t old) const {
        if (phase == 0 && all_own(to)) return 0;
        int wait = phase == 0 || phase == phases - 1 ? 1 : phase;
        while (wait < phases - 1 && !waits(to, wait, old)) ++wait;
        return wait;
    }

    // Old stones that are left on a board after a move; no move makes a stone old.
    static uint32_t left(const Position& to, uint32_t old) {
        uint32_t rest = 0;
        for (int p = 0; p < 16; ++p)
            if ((old >> p & 1) && to.at[p] == OWNER) rest |= 1u << p;
        return rest;
    }

    // The attacker's stones minus the owner's, and one if the attacker is to move. Credits of the attacker are stored less
    // this number, those of the owner plus it.
    int balance(const Position& v, int turn) const {
        int sum = turn == ATTACKER;
        for (int p = 0; p < n; ++p) sum += v.at[p] == EMPTY ? 0 : v.at[p] == ATTACKER ? 1 : -1;
        return sum;
    }

    // The conditions of docs/certificates.md on an edge from a state with measure x to one with y; `gain` is the change of
    // the balance.
    static bool falls(int winner, uint16_t x, uint16_t y, int lost, bool bad, int gain) {
        const int credit = (x & 0x7fff) >> 6, rank = x & 63, next_rank = y & 63;
        const int next = ((y & 0x7fff) >> 6) + (winner == OWNER ? -gain : gain);
        if (winner == OWNER) return next < credit - lost || (next == credit - lost && (bad || next_rank < rank));
        return next < credit + lost || (next == credit + lost && (next_rank < rank || (next_rank == rank && !bad)));
    }

    void check_range(uint64_t from, uint64_t to, Result& result) const {
        std::vector<Move> moves;
        for (uint64_t code = from; code < to && result.accepted; ++code) {
            if (begin[code] == ILLEGAL) continue;
            const Position v = position(code);
            if ((claim.goal == "captured" || claim.goal == "settled") && !all_own(v)) continue;     // play is over here
            Ko list[32];
            const int count = kos(v, list);
            const bool bad = claim.goal == "captured" || (claim.goal == "owned" && !attacker_owns_some(v));
            for (int turn = 0; turn < 2; ++turn) {
                moves.clear();
                Move move;
                for (int p = 0; p < n; ++p)
                    if (v.at[p] == EMPTY && play(v, turn, p, move)) {
                        move.code = code_of(move.after);
                        moves.push_back(move);
                    }
                const int width = room[code].of[turn], every = width << owned(v);
                for (int number = 0; number < every; ++number) {
                    const int slot = number % width;
                    const uint32_t old = set_of(v, uint32_t(number / width));
                    const uint64_t at = place(v, code, turn, slot, old);
                    for (int phase = 0; phase < phases; ++phase) {
                        if (claim.goal == "enabled" && !occurs(v, phase, old)) continue;
                        ++result.states;
                        const uint64_t index = uint64_t(phase) * places + at;
                        const uint16_t x = values[index];
                        if (x == 0xffff) {
                            ++result.nothing;
                            continue;
                        }
                        const int winner = x >> 15;
                        ++(winner ? result.attacker : result.owner);
                        if (!state_holds(v, code, list, count, turn, slot, moves, winner, x, bad, phase, old)) {
                            result.accepted = false;
                            result.refused = index;
                            return;
                        }
                    }
                }
            }
        }
    }

    bool state_holds(const Position& v, uint64_t code, const Ko* list, int count, int turn, int slot,
                     const std::vector<Move>& moves, int winner, uint16_t x, bool bad, int phase, uint32_t old) const {
        const bool lasting = this->lasting();
        uint32_t banned = 0, kept = 0;      // points; kept: where bans stay through this turn, if no pass lifts them
        int due = 0;
        for (int i = 0, k = 1; i < count; ++i) {
            const bool mine = list[i].side == turn;
            if (lasting ? slot >> i & 1 : mine && slot == k) {
                banned |= 1u << list[i].point;
                if (turn != brief || !mine) kept |= 1u << list[i].point;
                if (mine) due |= 1 << i;
            }
            k += mine;
        }
        const bool chooses = turn == winner;
        const int here = claim.prisoners ? balance(v, turn) : 0;
        auto fine = [&](const Edge& edge, const Position& to) {
            if (edge.ends) return edge.winner == winner;
            const int next = claim.goal == "enabled" ? next_phase(to, phase, left(to, old)) : 0;
            const uint16_t y = values[uint64_t(next) * places + edge.state];
            if (y == 0xffff || y >> 15 != winner) return false;
            const int lost = !claim.prisoners ? 0 : turn == ATTACKER ? edge.captured : -edge.captured;
            const int gain = claim.prisoners ? balance(to, 1 - turn) - here : 0;
            if (claim.goal != "enabled") return falls(winner, x, y, lost, bad, gain);
            // Marks are the attacker's as bad states are the owner's: the same conditions with the sides exchanged.
            return falls(1 - winner, x, y, -lost, phase == phases - 1, -gain);
        };
        // Passes. Where bans last, a side under bans names one of its kos, or lifts them all, or those of both sides.
        auto pass = [&](int still) {
            Edge edge = {false, 0, 0, 0};
            // After the attacker's pass the owner ends play by passing too.
            if (claim.goal == "settled" && turn == ATTACKER) edge = {true, OWNER, 0, 0};
            else edge.state = place(v, code, 1 - turn, still, old);
            return fine(edge, v);
        };
        if (!lasting || claim.ko == "all" || claim.ko == "both" || turn == brief || !due) {
            const int lifted = claim.ko == "both" && due ? slot : due;
            if (pass(lasting ? slot & ~lifted : 0) == chooses) return chooses;
        } else {
            for (int i = 0; i < count; ++i)
                if ((due >> i & 1) && pass(slot & ~(1 << i)) == chooses) return chooses;
        }
        for (const Move& move : moves) {
            if ((banned >> move.point & 1) && (!lasting || move.retake >= 0 || (claim.ko == "capture" && move.captured))) continue;
            Edge edge = {false, 0, 0, move.captured};
            if ((claim.goal == "captured" || claim.goal == "settled") && !all_own(move.after)) edge = {true, ATTACKER, 0, 0};
            else edge.state = after(move, turn, kept, old);
            if (fine(edge, move.after) == chooses) return chooses;
        }
        return !chooses;
    }

    // Verdicts of the boards on which the owner covers the target.
    void read_off(Result& result) const {
        std::vector<int> free;
        for (int p = 0; p < n; ++p)
            if (!in_target[p]) free.push_back(p);
        uint64_t size = 1;
        for (size_t i = 0; i < free.size(); ++i) size *= 3;
        result.verdicts.assign(size, 0);
        for (uint64_t rest = 0; rest < size; ++rest) {
            Position v = {};
            for (int p = 0; p < n; ++p) v.at[p] = OWNER;
            uint64_t c = rest;
            for (int p : free) {
                v.at[p] = int8_t(int(c % 3) - 1);
                c /= 3;
            }
            const uint64_t code = code_of(v);
            if (begin[code] == ILLEGAL) continue;
            uint8_t entry = 0;
            for (int turn = 0; turn < 2; ++turn) {
                const uint16_t x = values[place(v, code, turn, 0, ~0u)];    // all stones are old
                entry |= uint8_t((x == 0xffff ? 3 : 1 + (x >> 15)) << 2 * turn);
            }
            result.verdicts[rest] = entry;
        }
    }
};

}  // namespace shikatsu::atlas_check
