// Exact search for the end of a game that is played out, with its whole history.
//
// Claim: Black can force a value of at least `need` (endings/game.hpp). Depth-first proof-number search.
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

#include "endings/game.hpp"
#include "endings/numbers.hpp"
#include "endings/starts.hpp"

namespace shikatsu::ending {

constexpr uint32_t INFINITE = 1u << 30;

constexpr int16_t NO_MOVE = -2, RESTS = -3;   // RESTS: the winner only passes from now on

struct Found {
    uint32_t phi = 1, delta = 1;        // for the side to move: to win and to lose
    int16_t best = NO_MOVE;
    int touch = NO_TOUCH;
    Reach reach;
    bool solved() const { return phi == 0 || delta == 0; }
    bool fresh() const { return phi == 1 && delta == 1 && best == NO_MOVE; }
};

constexpr uint32_t EYE_FILLED = 20;
// What is to be done for all replies is the greatest number and this part of the others: most of them are done by
// the same moves in another order. With a smaller part games on 2x2 that go round in kos take a hundred times as long.
constexpr uint32_t SHARED = 2;
// States that a game after a move in a reserve may take before it counts as lost, and how many times as many then.
constexpr uint64_t PATIENCE = 200000, MORE_PATIENCE = 10;

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
    void follow(const Turned& t, int mover) {
        if (t.fresh()) begin(t.to, mover);
        else push(t.to, past.back().lost + t.lost, mover, t.move >= 0);
    }
    void back(const Turned& t) {
        if (t.fresh()) end();
        else pop();
    }
    // A game of its own, which knows no board before.
    void begin(const EndState& s, int mover) {
        left.push_back({std::move(past), std::move(chain), std::move(game.bans)});
        past.clear(), game.bans.clear();
        chain.assign(1, 0x1234);
        push(s, 0, mover, true);
    }
    void end() {
        past = std::move(left.back().past), chain = std::move(left.back().chain), game.bans = std::move(left.back().bans);
        left.pop_back();
    }

    // The state must be the last of the past. Decides whether Black can force `need` from it.
    Found decide(const EndState& s) {
        numbers.limit(limits.bytes / 2);
        Found known = look(s);
        return known.solved() ? known : search(s, INFINITE, INFINITE);
    }

    // For the tests: nothing is shared between pasts that repetition can tell apart, and no side rests.
    bool apart = false;

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

    std::vector<Node> proof;

    void forget() {
        proof.clear();
        rest = -1;
        written.clear();
        starts.forget();
    }

    struct Written {
        int id = -1;
        bool lost = false;                          // id -1: the other side wins, or else a limit was hit
        int touch = NO_TOUCH;
        Reach reach;
    };

    // Writes down a strategy of the side that wins from s. What the strategy reaches is worked out anew: the moves
    // found now may be others than when the result was found. Replies to moves in reserves name a start (Starts).
    Written extract(const EndState& s, int winner) {
        for (;;) {
            Written me;
            if (tick()) return me;
            for (uint64_t history : {chain.back(), uint64_t(0)}) {
                auto it = written.find(key(s, history));
                if (it != written.end() && (history || excluded(s, it->second.reach))) return it->second;
            }
            Found f = look(s);
            if (!f.solved()) f = search(s, INFINITE, INFINITE);
            if (!f.solved()) return me;
            if (((f.phi == 0) == (s.turn == BLACK_SIDE)) != (winner == BLACK_SIDE)) {
                me.lost = true;
                return me;
            }
            if (f.best == RESTS) {
                if (rest < 0) rest = int(proof.size()), proof.emplace_back();
                me.id = rest;
                me.reach = f.reach;
                return me;
            }
            if (write(s, f.best, winner, me)) return me;
            // A start that was hoped to be won is lost: what was known of s is not known.
            table.erase(key(s, chain.back()));
            const auto known = proved.find(base(s));
            if (known != proved.end()) known->second.by[winner].valid = false;
        }
    }

    // A strategy of the side that has reserves. All games that begin with a move of the other side in a reserve are
    // hoped to be won, and searched when the strategy is written down; if one is lost, what used it is searched again.
    // Lost are also those that take too long, until with these the whole is lost; then there is more patience.
    bool prove(const EndState& root) {
        numbers.limit(limits.bytes / 2);
        for (uint64_t patience = PATIENCE;; patience *= MORE_PATIENCE) {
            forget();
            starts.lost.clear();
            proved.clear();
            table.clear();
            numbers.clear();
            bool gave_up = false;
            if (prove_all(root, patience, gave_up)) return true;
            if (stopped || !gave_up) return false;
        }
    }

private:
    struct Line {
        std::vector<Past> past;
        std::vector<uint64_t> chain;
        std::vector<int16_t> bans;
    };
    int rest = -1;                           // the one node without replies: the winner only passes from there
    Starts starts;
    uint64_t patient_until = ~uint64_t(0);

    int gain(const EndState& s) const { return game.reserves.side == BLACK_SIDE ? s.balance : -s.balance; }

    // After a play that settles the own reserve: whether what follows if it does not is hoped to be won.
    bool open_granted(const EndState& s) const {
        EndState open = s;
        open.needed = 0;
        return starts.granted(base(open), gain(open));
    }

    // The node of s with its moves; false if the other side wins after one of them. me.id is -1 if a limit was hit.
    bool write(const EndState& s, int move, int winner, Written& me) {
        const int here = int(past.size()) - 1, id = int(proof.size());
        proof.emplace_back();
        int illegal = NO_TOUCH;
        std::vector<Turned> all = game.moves(s, past, illegal);
        if (s.turn != winner) me.touch = illegal;
        for (const Turned& t : all) {
            if (s.turn == winner && t.move != move) continue;
            if (t.fresh() && (s.turn != winner || t.move == PLAY_SETTLED)) {
                Turned open = t;
                if (s.turn == winner) open.move = PLAY_OPEN, open.to.needed = 0;
                const StateKey to = base(open.to);
                if (!starts.granted(to, gain(open.to))) return false;
                const bool theirs = t.move == ASIDE || t.move == FILL_UP || t.move == INTRUDE;
                proof[id].replies.push_back({open.move, starts.ask(to, open.to, gain(open.to), theirs ? 1 - winner : winner)});
                if (s.turn != winner) continue;
            }
            Written child;
            if (t.ended) {
                child.touch = t.touch;
            } else {
                follow(t, s.turn);
                child = extract(t.to, winner);
                back(t);
                if (child.lost) return false;
                if (child.id < 0) return true;
            }
            proof[id].replies.push_back({t.move, child.id});
            if (t.fresh()) continue;
            if (t.move >= 0) me.reach.add(t.to.stones);
            me.reach.add(child.reach);
            if (child.touch < me.touch) me.touch = child.touch;
        }
        me.id = id;
        if (me.touch >= here) me.touch = NO_TOUCH;
        written[key(s, me.touch == NO_TOUCH ? 0 : chain.back())] = me;
        return true;
    }

    bool prove_all(const EndState& root, uint64_t patience, bool& gave_up) {
        int first = -1;
        for (;;) {
            if (first < 0) {
                const Written w = extract(root, game.reserves.side);
                if (w.id < 0) return false;
                first = w.id;
            }
            const int i = starts.open(proof, first);
            if (i < 0) break;
            const Start start = starts.list[size_t(i)];
            begin(start.state, start.mover);
            patient_until = nodes + patience;
            const Written w = extract(start.state, game.reserves.side);
            patient_until = ~uint64_t(0);
            end();
            const bool tired = stopped && why == "patience";
            if (tired) stopped = false, why.clear(), gave_up = true;
            if (stopped) return false;
            if (w.id >= 0) {
                starts.win(i, start.gain, w.id);
                continue;
            }
            starts.lose(i, start.gain);
            doubt(i, first);
        }
        starts.settle(proof, first);
        return true;
    }

    // Forgets all that was written down and leads to a start.
    void doubt(int start, int& first) {
        const std::vector<bool> bad = starts.leading_to(proof, start);
        for (auto it = written.begin(); it != written.end();)
            it = bad[size_t(it->second.id)] ? written.erase(it) : std::next(it);
        for (Start& s : starts.list)
            if (s.node >= 0 && bad[size_t(s.node)]) s.node = -1;
        if (bad[size_t(first)]) first = -1;
    }

    std::vector<Line> left;                  // games that a move in a reserve has left
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
    // Results that hold for one exact history.
    std::unordered_map<StateKey, Found, StateKeyHash> table;
    Numbers numbers;
    std::unordered_map<StateKey, Written, StateKeyHash> written;

    StateKey key(const EndState& s, uint64_t history) const { return with(base(s), s, history); }
    StateKey with(const StateKey& base, const EndState& s, uint64_t history) const {
        const uint64_t balance = game.counts_balance() ? uint64_t(int64_t(s.balance)) : 0;
        return {mix(mix(base.a, balance), history), mix(mix(base.b, balance), history * 131 + 5)};
    }
    // All of the state but the balance: the key of `proved`.
    StateKey base(const EndState& s) const {
        uint64_t a = 77, b = 99;
        for (int c = 0; c < 2; ++c)
            for (uint64_t x : {s.stones[c].low, s.stones[c].high}) a = mix(a, x), b = mix(b, x * 31 + 7);
        for (uint64_t x : {s.late.low, s.late.high, uint64_t(uint16_t(s.ban)) | uint64_t(uint8_t(s.needed)) << 16,
                           uint64_t(int64_t(need)),
                           uint64_t(s.turn) | uint64_t(s.passes) << 8 | uint64_t(uint8_t(s.first)) << 16 |
                               uint64_t(s.since) << 24 | uint64_t(s.ko) << 32 | uint64_t(s.ko_pass) << 33})
            a = mix(a, x), b = mix(b, x * 131 + 5);
        return {a, b};
    }

    // What is known of s, the last turn of the past: proved for this history, or proved for all.
    Found look(const EndState& s) const {
        if (apart) return look_apart(s);
        const StateKey here = base(s);
        const uint64_t number = with(here, s, numbers_of(s)).a;
        numbers.prefetch(number);
        if (!table.empty()) {
            auto exact = table.find(with(here, s, chain.back()));
            if (exact != table.end()) return exact->second;
        }
        auto sure = proved.find(here);
        if (sure != proved.end())
            for (int side = 0; side < 2; ++side) {
                const Sure& known = sure->second.by[side];
                if (!known.valid || (side == BLACK_SIDE ? s.balance < known.balance : s.balance > known.balance)) continue;
                if (excluded(s, known.found.reach)) return known.found;
            }
        Found f;
        if (const Numbers::Entry* known = numbers.find(number))
            f.phi = known->phi, f.delta = known->delta, f.best = known->best;
        else rested(s, f);
        return f;
    }

    // Numbers are shared between pasts. Where plays may repeat boards that can send the search round and round; for
    // the second half of its limit each past then has its own numbers.
    uint64_t numbers_of(const EndState& s) const {
        return game.may_repeat() && nodes > limits.nodes / 2 ? mix(memory(s), 1) : 0;
    }

    StateKey key_apart(const EndState& s) const { return key(s, mix(memory(s), 1)); }

    Found look_apart(const EndState& s) const {
        const StateKey here = key_apart(s);
        auto exact = table.find(here);
        if (exact != table.end()) return exact->second;
        Found f;
        if (const Numbers::Entry* known = numbers.find(here.b)) f.phi = known->phi, f.delta = known->delta, f.best = known->best;
        return f;
    }

    // Whether one side has enough in s, the last of the past, even if it only passes from now on, or answers inside its safe territory.
    bool rested(const EndState& s, Found& f) const {
        for (int side = 0; side < 2; ++side) {
            EndGame::Rest rest;
            if (!game.rests(s, side, need, rest)) continue;
            Reach reach;
            if (game.may_repeat() || rest.room) {
                reach.any = true;
                reach.always[side] = rest.kept, reach.ever[side] = s.stones[side] | rest.room;
                reach.always[1 - side] = s.stones[1 - side] & ~rest.room;
                reach.ever[1 - side] = game.board.full & ~rest.kept;
                bool again = false;
                for (const Past& q : past)
                    again = again || ((q.stones[0] != s.stones[0] || q.stones[1] != s.stones[1]) && reach.meets(q.stones));
                if (again) continue;
            }
            f = settled(side == s.turn);
            f.best = RESTS;
            f.reach = reach;
            return true;
        }
        return false;
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
        else if (nodes > patient_until) why = "patience", stopped = true;
        else if (table.size() * (sizeof(Found) + 64) + proved.size() * (sizeof(Both) + 64) + game.territory_bytes() > limits.bytes / 2) why = "memory", stopped = true;
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
            if (t.fresh() && s.turn != game.reserves.side) {
                // What follows is proved apart, and hoped to be won until it is found lost.
                const bool black = starts.granted(base(t.to), gain(t.to)) == (game.reserves.side == BLACK_SIDE);
                child[i] = settled(black == (s.turn != BLACK_SIDE));
                continue;
            }
            if (t.move == PLAY_SETTLED && !open_granted(t.to)) {
                child[i] = settled(true);
                continue;
            }
            follow(t, s.turn);
            child[i] = look(t.to);
            back(t);
            if (child[i].fresh()) {
                expect(t.to, child[i]);
                // A play into one's own eye is hardly ever good.
                if (t.move >= 0 && !(game.board.near[t.move] & ~s.stones[s.turn])) child[i].delta += EYE_FILLED;
            }
        }
        for (;;) {
            uint32_t phi = INFINITE, second = INFINITE;
            uint64_t delta = 0, most = 0;
            size_t best = 0;
            for (size_t i = 0; i < all.size(); ++i) {
                if (child[i].delta < phi) second = phi, phi = child[i].delta, best = i;
                else if (child[i].delta < second) second = child[i].delta;
                delta += child[i].phi;
                if (child[i].phi > most) most = child[i].phi;
            }
            delta = most + (delta - most) / SHARED;
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
            uint32_t child_phi = delta_limit >= INFINITE ? INFINITE : child[best].phi + (delta_limit - me.delta);
            uint32_t step = second >= INFINITE ? INFINITE : second + 1 + second / 4;
            uint32_t child_delta = phi_limit < step ? phi_limit : step;
            const Turned& t = all[best];
            follow(t, s.turn);
            child[best] = search(t.to, child_phi, child_delta);
            back(t);
            if (stopped) return me;
        }
    }

    void finish(const EndState& s, Found& me, const std::vector<Turned>& all, const std::vector<Found>& child,
                size_t best, int here, int illegal) {
        if (apart) {
            if (me.solved()) table[key_apart(s)] = me, numbers.drop(key_apart(s).b);
            else numbers.keep(key_apart(s).b, me.phi, me.delta, me.best);
            return;
        }
        if (!me.solved()) {
            numbers.keep(key(s, numbers_of(s)).a, me.phi, me.delta, me.best);
            return;
        }
        auto use = [&](size_t i) {
            if (all[i].fresh()) return;
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
        Sure& known = proved[base(s)].by[winner];
        bool wider = !known.valid || (winner == BLACK_SIDE ? s.balance <= known.balance : s.balance >= known.balance);
        if (wider) known = {true, s.balance, me};
        numbers.drop(key(s, numbers_of(s)).a);
    }
};

}  // namespace shikatsu::ending
