// Exact search for the end of a game that is played out, with its whole history.
//
// Claim: Black can force a value of at least `need`. Values are doubled leads of Black; a win by
// repetition or because the other side has no legal move is +-WON, a draw or no result is 0.
// verifier/play/game.py and ending.py are the specification.
//
// Repetition makes results depend on the boards before. A result is kept for all histories if its proof
// touched no earlier board and if no earlier board can occur in it; the boards that occur are known up to
// "these stones always stand, those never do" (Reach). Other results are kept for their exact history.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "words.hpp"

namespace shikatsu::ending {

using Mask = Wide;

constexpr int WON = 1 << 20;
constexpr int BLACK_SIDE = 0, WHITE_SIDE = 1;
constexpr int NO_TOUCH = 1 << 30;
constexpr uint32_t INFINITE = 1u << 30;

enum class Repeat : uint8_t { None, Void, Balance, BalanceLoses, Positional, Captures, Situational, Natural };
enum class Stop : uint8_t { Two, TwoAndTwo, Four };
enum class Price : uint8_t { Nothing, Always, AfterStop };
enum class Seki : uint8_t { None, Dame, Capturable };
enum class Wasted : uint8_t { None, InSeki, Towards };
enum class Score : uint8_t { Minus, Plus, Area, Stones, Prisoners };

struct PlayRules {
    bool suicide = false, basic_ko = true, last_ko = false, free_last = false, second_last = false;
    Repeat repeat = Repeat::Void;
    Stop stop = Stop::Two;
    Price price = Price::Nothing;
    Seki seki = Seki::None;
    Wasted wasted = Wasted::None;
    Score score = Score::Area;
    int first_player = BLACK_SIDE;
    int komi2 = 0;                      // doubled komi
};

struct Board {
    int rows, cols, n;
    Mask full, not_left, not_right;
    std::vector<Mask> near;
    Board(int r, int c) : rows(r), cols(c), n(r * c) {
        full = Mask::first(n);
        Mask left = 0;
        for (int i = 0; i < r; ++i) left |= Mask::single(i * c);
        not_left = full & ~left;
        not_right = full & ~(c > 1 ? left << (c - 1) : left);
        for (int p = 0; p < n; ++p) near.push_back(dilate(Mask::single(p)) & ~Mask::single(p));
    }
    Mask dilate(Mask m) const {
        return (m | (m & not_right) << 1 | (m & not_left) >> 1 | m << cols | m >> cols) & full;
    }
    Mask flood(Mask seed, Mask within) const {
        for (;;) {
            Mask more = dilate(seed) & within;
            if (more == seed) return seed;
            seed = more;
        }
    }
};

struct EndState {
    Mask stones[2] = {0, 0};
    Mask late = 0;
    int16_t ban = -1;
    int16_t balance = 0;                // White's stones lost and paid less Black's
    int8_t turn = 0, passes = 0, first = -1, since = 0;   // since: passes in a row after the first stop
    bool ko = false, ko_pass = false;   // last move took a ko; last move a pass after such a capture
};

struct Past {
    Mask stones[2];
    int lost;                           // Black's stones lost less White's
    int8_t turn, mover;                 // mover -1 if nobody moved
    bool play;
};

struct Reach {
    Mask always[2] = {Mask::all(), Mask::all()}, ever[2] = {0, 0};
    bool any = false;
    void add(const Mask* s) {
        for (int c = 0; c < 2; ++c) always[c] &= s[c], ever[c] |= s[c];
        any = true;
    }
    void add(const Reach& r) {
        if (!r.any) return;
        for (int c = 0; c < 2; ++c) always[c] &= r.always[c], ever[c] |= r.ever[c];
        any = true;
    }
    bool meets(const Mask* s) const {
        if (!any) return false;
        for (int c = 0; c < 2; ++c)
            if ((always[c] & ~s[c]) || (s[c] & ~ever[c])) return false;
        return true;
    }
};

struct Turned {                         // one legal move
    int move = -1;
    bool ended = false;
    int value = 0;
    int touch = NO_TOUCH;               // the earlier turn that decided, if repetition did
    int lost = 0;                       // change of Black's stones lost less White's
    EndState to;
};

class EndGame {
public:
    Board board;
    PlayRules rules;
    EndGame(int r, int c, const PlayRules& p) : board(r, c), rules(p) {}

    bool counts_balance() const { return rules.score != Score::Area && rules.score != Score::Stones; }

    // All legal moves; `touch` becomes the least index of a turn that made some play illegal.
    std::vector<Turned> moves(const EndState& s, const std::vector<Past>& past, int& touch) const {
        std::vector<Turned> out;
        Mask empty = board.full & ~(s.stones[0] | s.stones[1]);
        for (Mask rest = empty; rest; rest = rest.without_lowest()) {
            int p = rest.lowest();
            if (p == s.ban) continue;
            Turned t;
            if (play(s, p, past, t, touch)) out.push_back(t);
        }
        if (!(rules.last_ko && s.ko_pass)) out.push_back(pass(s));
        return out;
    }

    // A quick guess at lead2: territory by enclosure, nothing dead, nothing in seki.
    int guess2(const EndState& s) const {
        Mask empty = board.full & ~(s.stones[0] | s.stones[1]);
        int points = 0;
        for (Mask rest = empty; rest;) {
            Mask region = board.flood(rest.lowest_alone(), empty), border = board.dilate(region);
            rest &= ~region;
            bool b(border & s.stones[0]), w(border & s.stones[1]);
            if (b != w) points += b ? region.count() : -region.count();
        }
        int own = s.stones[0].count() - s.stones[1].count();
        switch (rules.score) {
            case Score::Minus: case Score::Plus: return 2 * (points + s.balance) - rules.komi2;
            case Score::Area: case Score::Stones: return 2 * (points + own) - rules.komi2;
            case Score::Prisoners: return 2 * (s.balance + points) - rules.komi2;
        }
        return 0;
    }

    int lead2(const EndState& s) const {
        Mask empty = board.full & ~(s.stones[0] | s.stones[1]), dame = 0, land[2] = {0, 0}, seki = 0;
        if (rules.seki == Seki::Dame) seki = dame_seki(s);
        if (rules.seki == Seki::Capturable) seki = (s.stones[0] & ~alive(s, 0)) | (s.stones[1] & ~alive(s, 1));
        for (Mask rest = empty; rest;) {
            Mask region = board.flood(rest.lowest_alone(), empty), border = board.dilate(region);
            rest &= ~region;
            bool b(border & s.stones[0]), w(border & s.stones[1]);
            if (b && w) dame |= region;
            else if ((b || w) && !(border & seki)) land[b ? 0 : 1] |= region;
        }
        int lead = 0;
        int own = s.stones[0].count() - s.stones[1].count(), points = land[0].count() - land[1].count();
        switch (rules.score) {
            case Score::Minus: lead = points + s.balance - wasted(s, 0, dame, seki) + wasted(s, 1, dame, seki); break;
            case Score::Plus: lead = points + s.balance; break;
            case Score::Area: lead = points + own; break;
            case Score::Stones: lead = own; break;
            case Score::Prisoners: lead = s.balance; break;
        }
        return 2 * lead - rules.komi2;
    }

private:
    int wasted(const EndState& s, int side, Mask dame, Mask seki) const {
        if (rules.wasted == Wasted::None) return 0;
        Mask own = s.stones[side] & s.late, lost = own & seki;
        if (rules.wasted == Wasted::Towards) {
            Mask touching = board.dilate(s.stones[1 - side] | dame) & own;
            if (touching) lost |= board.flood(touching, own);
        }
        return lost.count();
    }
    Mask dame_seki(const EndState& s) const {
        Mask empty = board.full & ~(s.stones[0] | s.stones[1]), seki = 0;
        std::vector<Mask> borders;
        for (Mask rest = empty; rest;) {
            Mask region = board.flood(rest.lowest_alone(), empty);
            rest &= ~region;
            borders.push_back(board.dilate(region));
        }
        for (Mask before = Mask::all(); before != seki;) {
            before = seki;
            for (Mask b : borders)
                if (((b & s.stones[0]) && (b & s.stones[1])) || (b & seki))
                    for (int c = 0; c < 2; ++c)
                        if (b & s.stones[c]) seki |= board.flood(b & s.stones[c], s.stones[c]);
        }
        return seki;
    }
    // Benson's unconditionally alive stones.
    Mask alive(const EndState& s, int side) const {
        Mask own = s.stones[side], other = s.stones[1 - side];
        std::vector<Mask> chains, regions;
        for (Mask rest = own; rest;) {
            Mask chain = board.flood(rest.lowest_alone(), own);
            rest &= ~chain;
            chains.push_back(chain);
        }
        for (Mask rest = board.full & ~own; rest;) {
            Mask region = board.flood(rest.lowest_alone(), board.full & ~own);
            rest &= ~region;
            if (region & ~other) regions.push_back(region);
        }
        for (;;) {
            Mask living = 0;
            for (Mask chain : chains) {
                Mask around = board.dilate(chain);
                int vital = 0;
                for (Mask region : regions)
                    if ((board.dilate(region) & chain) && !(region & ~other & ~around)) ++vital;
                if (vital >= 2) living |= chain;
            }
            std::vector<Mask> kept_chains, kept_regions;
            for (Mask chain : chains)
                if (chain & living) kept_chains.push_back(chain);
            for (Mask region : regions)
                if (!(board.dilate(region) & own & ~living)) kept_regions.push_back(region);
            if (kept_chains.size() == chains.size() && kept_regions.size() == regions.size()) return living;
            chains.swap(kept_chains);
            regions.swap(kept_regions);
        }
    }

    bool play(const EndState& s, int p, const std::vector<Past>& past, Turned& t, int& touch) const {
        const int me = s.turn, you = 1 - me;
        Mask stone = Mask::single(p), mine = s.stones[me] | stone, theirs = s.stones[you], taken = 0;
        Mask occupied = mine | theirs;
        for (Mask rest = board.near[p] & theirs; rest;) {
            Mask chain = board.flood(rest.lowest_alone(), theirs);
            rest &= ~chain;
            if (!(board.dilate(chain) & ~occupied)) taken |= chain;
        }
        theirs &= ~taken;
        Mask own = board.flood(stone, mine), breath = board.dilate(own) & ~(mine | theirs) & board.full;
        Mask gone = breath ? 0 : own;
        if (gone && !rules.suicide) return false;
        mine &= ~gone;
        EndState& n = t.to;
        n.stones[me] = mine;
        n.stones[you] = theirs;
        bool ko = taken.count() == 1 && own == stone && breath == taken;
        int took = taken.count(), lost_own = gone.count();
        t.lost = me == BLACK_SIDE ? lost_own - took : took - lost_own;
        // Repetition.
        if (rules.repeat >= Repeat::Positional && (rules.repeat != Repeat::Captures || taken))
            for (int i = int(past.size()) - 1; i >= 0; --i) {
                const Past& q = past[i];
                if (q.stones[0] != n.stones[0] || q.stones[1] != n.stones[1]) continue;
                if (rules.repeat == Repeat::Situational && q.turn != you) continue;
                if (rules.repeat == Repeat::Natural && !(q.play && q.mover == me)) continue;
                if (i < touch) touch = i;
                return false;
            }
        t.move = p;
        n.turn = int8_t(you);
        n.ban = ko && rules.basic_ko ? int16_t(taken.lowest()) : int16_t(-1);
        n.ko = ko && rules.last_ko;
        n.ko_pass = false;
        n.passes = n.since = 0;
        n.first = s.first;
        n.balance = int16_t(s.balance - t.lost);
        n.late = s.late & ~(taken | gone);
        if (rules.wasted != Wasted::None && s.first >= 0) n.late |= stone & ~gone;
        int last = int(past.size()) - 1;
        if (rules.repeat == Repeat::Void) {
            for (int i = last; i >= 0 && !t.ended; --i)
                if (past[i].stones[0] == n.stones[0] && past[i].stones[1] == n.stones[1] && past[i].turn == n.turn &&
                    bans[i] == n.ban) {
                    t.ended = true, t.value = 0, t.touch = i;
                }
        }
        if (rules.repeat == Repeat::Balance || rules.repeat == Repeat::BalanceLoses)
            for (int i = last - 2; i >= 0; --i)
                if (past[i].stones[0] == n.stones[0] && past[i].stones[1] == n.stones[1]) {
                    int more = past[last].lost + t.lost - past[i].lost;   // Black's loss less White's
                    t.ended = true, t.touch = i;
                    if (more) t.value = more > 0 ? -WON : WON;
                    else t.value = rules.repeat == Repeat::Balance ? 0 : (you == BLACK_SIDE ? WON : -WON);
                    break;
                }
        return true;
    }

    Turned pass(const EndState& s) const {
        Turned t;
        EndState& n = t.to;
        n = s;
        const int me = s.turn;
        n.turn = int8_t(1 - me);
        n.ban = -1;
        n.ko_pass = s.ko;
        n.ko = false;
        n.passes = int8_t(s.passes + 1);
        n.since = s.first >= 0 ? int8_t(s.since + 1) : 0;
        bool costs = rules.price == Price::Always || (rules.price == Price::AfterStop && s.first >= 0);
        bool ends = false;
        switch (rules.stop) {
            case Stop::Two: ends = n.passes >= 2 && !(rules.second_last && me == rules.first_player); break;
            case Stop::TwoAndTwo: ends = s.first >= 0 && n.since >= 2; break;
            case Stop::Four: ends = n.passes >= 4; break;
        }
        if (rules.stop != Stop::Two && s.first < 0 && n.passes == 2) n.first = int8_t(1 - me);
        if (ends && rules.free_last && me == s.first) costs = false;
        if (costs) n.balance = int16_t(n.balance + (me == WHITE_SIDE ? 1 : -1));
        if (rules.stop == Stop::Two && n.passes > 2) n.passes = 2;
        if (rules.stop == Stop::TwoAndTwo && n.passes > 2) n.passes = 2;
        if (ends) {
            t.ended = true;
            t.value = lead2(n);
        }
        return t;
    }

public:
    mutable std::vector<int16_t> bans;  // ban of each past turn, for the rule "no result"
};

struct Found {
    uint32_t phi = 1, delta = 1;        // for the side to move: to win and to lose
    int16_t best = -2;
    int touch = NO_TOUCH;
    Reach reach;
    bool solved() const { return phi == 0 || delta == 0; }
    bool fresh() const { return phi == 1 && delta == 1 && best == -2; }
};

struct StateKey {
    uint64_t a, b;
    bool operator==(const StateKey& o) const { return a == o.a && b == o.b; }
};
struct StateKeyHash {
    size_t operator()(const StateKey& k) const { return k.a; }
};

inline uint64_t mix(uint64_t h, uint64_t x) {
    h ^= x + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2);
    h *= 0xff51afd7ed558ccdull;
    return h ^ h >> 32;
}

constexpr uint32_t EYE_FILLED = 20;

struct EndLimits {
    uint64_t nodes = 1000000, bytes = uint64_t(1) << 30;
    double seconds = 60;
};

class EndSearch {
public:
    EndGame game;
    EndLimits limits;
    std::vector<Past> past;
    std::vector<uint64_t> chain{0x1234};     // hash of the sequence of boards, plays and losses up to each turn
    uint64_t nodes = 0;
    bool stopped = false;
    std::string why;
    std::function<bool()> cancelled = [] { return false; };
    int need = 0;
    std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();

    EndSearch(int r, int c, const PlayRules& p) : game(r, c, p) {}

    void push(const EndState& s, int lost, int mover, bool play) {
        past.push_back({{s.stones[0], s.stones[1]}, lost, s.turn, int8_t(mover), play});
        game.bans.push_back(s.ban);
        uint64_t h = chain.back();
        for (int c = 0; c < 2; ++c) h = mix(mix(h, s.stones[c].low), s.stones[c].high);
        // A pass and the suicide of one stone leave the same board.
        chain.push_back(mix(h, uint64_t(s.turn) | uint64_t(play) << 1 | uint64_t(uint32_t(lost)) << 32));
    }
    void pop() {
        past.pop_back();
        game.bans.pop_back();
        chain.pop_back();
    }

    // The state must be the last of the past. Decides whether Black can force `need` from it.
    Found decide(const EndState& s) { return search(s, INFINITE, INFINITE); }

    // The same by alpha-beta over whole games, deepened move by move, for the tests. What it remembers holds for
    // one state with one past and for nothing else. 1 if Black gets `need`, 0 if not, -1 if `patience`, the
    // number of moves to try, ends.
    int plain(const EndState& s, uint64_t& patience) {
        killers.clear();
        seen.clear();
        for (int depth = 1;; ++depth) {
            int got = deepen(s, depth, patience);
            if (got != OPEN) return got;
        }
    }

    struct Node {
        std::vector<std::pair<int, int>> replies;   // move, node or -1 where the move ends the game
    };
    std::vector<Node> proof;

    void forget() {
        proof.clear();
        written.clear();
    }

    struct Written {
        int id = -1;
        int touch = NO_TOUCH;
        Reach reach;
    };

    // Writes down a strategy of the side that wins from s; its id is -1 if a limit was hit. What the strategy
    // reaches is worked out anew: the moves found now may be others than when the result was found.
    Written extract(const EndState& s, int winner) {
        Written me;
        if (tick()) return me;
        const int here = int(past.size()) - 1;
        for (uint64_t history : {chain.back(), uint64_t(0)}) {
            auto it = written.find(key(s, history));
            if (it != written.end() && (history || excluded(s, it->second.reach))) return it->second;
        }
        Found f = look(s);
        if (!f.solved()) f = search(s, INFINITE, INFINITE);
        if (!f.solved()) return me;
        const int id = int(proof.size());
        proof.emplace_back();
        int illegal = NO_TOUCH;
        std::vector<Turned> all = game.moves(s, past, illegal);
        if (s.turn != winner) me.touch = illegal;
        for (const Turned& t : all) {
            if (s.turn == winner && t.move != f.best) continue;
            Written child;
            if (t.ended) {
                child.touch = t.touch;
            } else {
                push(t.to, past.back().lost + t.lost, s.turn, t.move >= 0);
                child = extract(t.to, winner);
                pop();
                if (child.id < 0) return Written();
            }
            if (t.move >= 0) me.reach.add(t.to.stones);
            me.reach.add(child.reach);
            if (child.touch < me.touch) me.touch = child.touch;
            proof[id].replies.push_back({t.move, child.id});
        }
        me.id = id;
        if (me.touch >= here) me.touch = NO_TOUCH;
        written[key(s, me.touch == NO_TOUCH ? 0 : chain.back())] = me;
        return me;
    }

private:
    static constexpr int OPEN = -2;
    std::vector<int> killers;                // the move that decided last, by the number of moves before
    struct Seen {
        int got = OPEN, depth = 0;
    };
    std::unordered_map<StateKey, Seen, StateKeyHash> seen;

    // All of the past that repetition can ever ask for, in any order where order does not matter.
    uint64_t memory(const EndState& s) const {
        const int size = int(past.size());
        const bool balance = game.rules.repeat == Repeat::Balance || game.rules.repeat == Repeat::BalanceLoses;
        uint64_t total = 0;
        std::vector<uint64_t> met;
        for (int i = size - 1; i >= 0; --i) {
            const Past& q = past[i];
            uint64_t board = 5, more = 0;
            for (int c = 0; c < 2; ++c) board = mix(mix(board, q.stones[c].low), q.stones[c].high);
            if (game.rules.repeat == Repeat::Void) more = uint64_t(q.turn) | uint64_t(uint16_t(game.bans[i])) << 1;
            if (game.rules.repeat == Repeat::Situational) more = uint64_t(q.turn);
            if (game.rules.repeat == Repeat::Natural) more = q.play ? uint64_t(q.mover) : 7;
            if (balance) {
                more = uint64_t(uint32_t(q.lost - past.back().lost));
                if (i > size - 3) {                          // too near to count yet; the order matters
                    total += mix(mix(board, more), uint64_t(size - i));
                    continue;
                }
            }
            const uint64_t item = balance ? board : mix(board, more);
            bool again = false;
            for (uint64_t m : met) again = again || m == item;
            if (again) continue;                             // of several only the latest counts
            met.push_back(item);
            total += balance ? mix(mix(board, more), 9) : item;
        }
        return mix(total, uint64_t(s.turn));
    }

    // plain for games of at most `depth` more moves; OPEN if longer ones matter.
    int deepen(const EndState& s, int depth, uint64_t& patience) {
        const StateKey here = key(s, memory(s));
        auto known = seen.find(here);
        if (known != seen.end() && (known->second.got != OPEN || known->second.depth >= depth))
            return known->second.got;
        int got = tried(s, depth, patience);
        if (got != -1) seen[here] = {got, depth};
        return got;
    }

    int tried(const EndState& s, int depth, uint64_t& patience) {
        int touch = NO_TOUCH;
        std::vector<Turned> all = game.moves(s, past, touch);
        const bool black = s.turn == BLACK_SIDE;
        const size_t ply = past.size();
        if (killers.size() <= ply) killers.resize(ply + 1, -2);
        bool open = false;
        auto first = [&](const Turned& t) { return t.move == killers[ply] ? 0 : t.move < 0 ? 1 : 2; };
        for (int kind = 0; kind < 3; ++kind)
            for (const Turned& t : all) {
                if (first(t) != kind) continue;
                if (patience == 0) return -1;
                --patience;
                int got = t.ended ? t.value >= need : OPEN;
                if (!t.ended && depth > 1) {
                    push(t.to, past.back().lost + t.lost, s.turn, t.move >= 0);
                    got = deepen(t.to, depth - 1, patience);
                    pop();
                    if (got == -1) return got;
                }
                if (got == OPEN) open = true;
                else if ((got == 1) == black) {
                    killers[ply] = t.move;
                    return got;
                }
            }
        return open ? OPEN : black ? 0 : 1;
    }

    // Wins that hold for every history from which no board of theirs can come back: with more prisoners too.
    struct Sure {
        bool valid = false;
        int balance = 0;
        Found found;
    };
    struct Both {
        Sure by[2];
    };
    std::unordered_map<StateKey, Both, StateKeyHash> proved;
    // Numbers for unsolved states, and results that hold for one exact history.
    std::unordered_map<StateKey, Found, StateKeyHash> table;
    std::unordered_map<StateKey, Written, StateKeyHash> written;

    // Keys with `history` 0 and no balance are those of `proved`.
    StateKey key(const EndState& s, uint64_t history, bool balance = true) const {
        uint64_t a = 77, b = 99;
        for (int c = 0; c < 2; ++c)
            for (uint64_t x : {s.stones[c].low, s.stones[c].high}) a = mix(a, x), b = mix(b, x * 31 + 7);
        for (uint64_t x : {s.late.low, s.late.high, uint64_t(uint16_t(s.ban)),
                           uint64_t(int64_t(need)), balance && game.counts_balance() ? uint64_t(int64_t(s.balance)) : 0,
                           uint64_t(s.turn) | uint64_t(s.passes) << 8 | uint64_t(uint8_t(s.first)) << 16 |
                               uint64_t(s.since) << 24 | uint64_t(s.ko) << 32 | uint64_t(s.ko_pass) << 33,
                           history})
            a = mix(a, x), b = mix(b, x * 131 + 5);
        return {a, b};
    }

    // What is known of s, the last turn of the past: proved for this history, or proved for all.
    Found look(const EndState& s) const {
        auto exact = table.find(key(s, chain.back()));
        if (exact != table.end()) return exact->second;
        auto sure = proved.find(key(s, 0, false));
        if (sure != proved.end())
            for (int side = 0; side < 2; ++side) {
                const Sure& known = sure->second.by[side];
                if (!known.valid || (side == BLACK_SIDE ? s.balance < known.balance : s.balance > known.balance)) continue;
                if (excluded(s, known.found.reach)) return known.found;
            }
        auto it = table.find(key(s, 0));
        return it == table.end() ? Found() : it->second;
    }

    // Whether no earlier board can come back where only boards of `reach` arise, other than such as make no
    // difference beside the present one. s is the last of the past.
    bool excluded(const EndState& s, const Reach& reach) const {
        for (size_t i = 0; i + 1 < past.size(); ++i)
            if (reach.meets(past[i].stones) && !covered(i, s)) return false;
        return true;
    }

    // Whether what an earlier turn with the present board forbids or ends below, the present one does too.
    bool covered(size_t i, const EndState& s) const {
        const Past &q = past[i], &now = past.back();
        if (q.stones[0] != s.stones[0] || q.stones[1] != s.stones[1]) return false;
        switch (game.rules.repeat) {
            case Repeat::Void: return q.turn == s.turn && game.bans[i] == s.ban;
            case Repeat::Situational: return q.turn == s.turn;
            case Repeat::Natural: return !q.play || (now.play && q.mover == now.mover);
            // Sooner than three moves later a board comes back by a ko retaken at once and by suicide only.
            case Repeat::Balance: case Repeat::BalanceLoses: return game.rules.basic_ko && !game.rules.suicide;
            default: return true;
        }
    }

    bool tick() {
        if (stopped) return true;
        ++nodes;
        if (nodes > limits.nodes) why = "nodes", stopped = true;
        else if (table.size() * (sizeof(Found) + 64) + proved.size() * (sizeof(Both) + 64) > limits.bytes) why = "memory", stopped = true;
        else if ((nodes & 1023) == 0) {
            std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
            if (spent.count() > limits.seconds) why = "seconds", stopped = true;
            else if (cancelled()) why = "cancelled", stopped = true;
        }
        return stopped;
    }

    // First numbers of a state by a guess at its count: the worse it looks for a side the more it has to do.
    void expect(const EndState& s, Found& f) const {
        int ahead = game.guess2(s) - need;
        int good = (s.turn == BLACK_SIDE ? ahead : -ahead - 1) / 2;
        if (good > 24) good = 24;
        if (good < -24) good = -24;
        f.phi = uint32_t(good < 0 ? 1 - good : 1);
        f.delta = uint32_t(good > 0 ? 1 + good : 1);
    }

    static Found settled(bool mover_wins) {
        Found f;
        f.phi = mover_wins ? 0 : INFINITE;
        f.delta = mover_wins ? INFINITE : 0;
        return f;
    }

    Found search(const EndState& s, uint32_t phi_limit, uint32_t delta_limit) {
        Found me;
        if (tick()) return me;
        const int here = int(past.size()) - 1;
        int illegal = NO_TOUCH;
        std::vector<Turned> all = game.moves(s, past, illegal);
        std::vector<Found> child(all.size());
        for (size_t i = 0; i < all.size(); ++i) {
            const Turned& t = all[i];
            if (t.ended) {
                bool black = t.value >= need;
                child[i] = settled(black == (s.turn != BLACK_SIDE));   // from the view of the side to move next
                child[i].touch = t.touch;
                continue;
            }
            push(t.to, past.back().lost + t.lost, s.turn, t.move >= 0);
            child[i] = look(t.to);
            pop();
            if (child[i].fresh()) {
                expect(t.to, child[i]);
                // A play into one's own eye is hardly ever good.
                if (t.move >= 0 && !(game.board.near[t.move] & ~s.stones[s.turn])) child[i].delta += EYE_FILLED;
            }
        }
        for (;;) {
            uint32_t phi = INFINITE, second = INFINITE;
            uint64_t delta = 0;
            size_t best = 0;
            for (size_t i = 0; i < all.size(); ++i) {
                if (child[i].delta < phi) second = phi, phi = child[i].delta, best = i;
                else if (child[i].delta < second) second = child[i].delta;
                delta += child[i].phi;
            }
            if (phi == 0) delta = INFINITE;
            me.phi = phi;
            me.delta = delta >= INFINITE ? INFINITE - (phi != 0 ? 1 : 0) : uint32_t(delta);
            // A sum is infinite only if some child cannot be won by its mover.
            if (phi != 0)
                for (const Found& c : child)
                    if (c.phi >= INFINITE) me.delta = INFINITE;
            if (all.empty()) me.phi = INFINITE, me.delta = 0;
            if (me.delta == 0) me.phi = INFINITE;
            if (me.solved() || me.phi >= phi_limit || me.delta >= delta_limit) {
                if (!all.empty()) me.best = int16_t(all[best].move);
                finish(s, me, all, child, best, here, illegal);
                return me;
            }
            const uint32_t rest = me.delta - (child[best].phi < me.delta ? child[best].phi : me.delta);
            uint32_t child_phi = delta_limit >= INFINITE ? INFINITE : delta_limit - rest;
            uint32_t step = second >= INFINITE ? INFINITE : second + 1 + second / 4;
            uint32_t child_delta = phi_limit < step ? phi_limit : step;
            const Turned& t = all[best];
            push(t.to, past.back().lost + t.lost, s.turn, t.move >= 0);
            child[best] = search(t.to, child_phi, child_delta);
            pop();
            if (stopped) return me;
        }
    }

    void finish(const EndState& s, Found& me, const std::vector<Turned>& all, const std::vector<Found>& child,
                size_t best, int here, int illegal) {
        if (!me.solved()) {
            Found& kept = table[key(s, 0)];
            kept.phi = me.phi, kept.delta = me.delta, kept.best = me.best;
            return;
        }
        auto use = [&](size_t i) {
            if (all[i].move >= 0) me.reach.add(all[i].to.stones);
            me.reach.add(child[i].reach);
            if (child[i].touch < me.touch) me.touch = child[i].touch;
        };
        if (me.phi == 0) use(best);
        else {
            for (size_t i = 0; i < all.size(); ++i) use(i);
            if (illegal < me.touch) me.touch = illegal;
        }
        if (me.touch < here) {
            table[key(s, chain.back())] = me;
            return;
        }
        me.touch = NO_TOUCH;
        const int winner = (me.phi == 0) == (s.turn == BLACK_SIDE) ? BLACK_SIDE : WHITE_SIDE;
        Sure& known = proved[key(s, 0, false)].by[winner];
        bool wider = !known.valid || (winner == BLACK_SIDE ? s.balance <= known.balance : s.balance >= known.balance);
        if (wider) known = {true, s.balance, me};
        table.erase(key(s, 0));
    }
};

}  // namespace shikatsu::ending
