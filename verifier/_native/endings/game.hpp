// A game that is played out: moves, repetition, the count at its end.
//
// Values are doubled leads of Black; a win by repetition or because the other side has no legal move is +-WON, a
// draw or no result is 0. verifier/play/game.py and ending.py are the specification.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "endings/board.hpp"
#include "endings/safe_territory.hpp"

namespace shikatsu::ending {

constexpr int WON = 1 << 20;
constexpr int BLACK_SIDE = 0, WHITE_SIDE = 1;
constexpr int NO_TOUCH = 1 << 30;

enum class Repeat : uint8_t { None, Void, Balance, BalanceLoses, Positional, Captures, Situational, Natural };
enum class Stop : uint8_t { Two, TwoAndTwo, Four, AfterFirst };
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
    bool first_pass = false;            // a first pass of White's is worth a point to her
    int komi2 = 0;                      // doubled komi
};

struct EndState {
    Mask stones[2] = {0, 0};
    Mask late = 0;
    int16_t ban = -1;
    int16_t balance = 0;                // White's stones lost and paid less Black's
    // first: who was to move at the first stop, or with Stop::AfterFirst who made the first pass; since: passes in a row after that
    int8_t turn = 0, passes = 0, first = -1, since = 0;
    bool ko = false, ko_pass = false;   // last move took a ko; last move a pass after such a capture
    int8_t needed = 0;                  // plays that the own reserve needs
};

// Areas that are closed while `side` looks for a strategy; verifier/proof/endings/reserve.py is the specification.
struct Reserves {
    int side = -1;
    Mask own = 0, own_eyes = 0, other = 0, other_eyes = 0;
};
constexpr int ASIDE = -4, FILL_UP = -5, INTRUDE = -6, TRADE = -7, TRADE_OPEN = -8, TRADE_SETTLED = -9, PLAY = -10,
              PLAY_SETTLED = -11;
constexpr int8_t SETTLED = -1;          // instead of the plays that the own reserve needs

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
    bool fresh() const { return move <= ASIDE; }    // in a reserve: no board before it comes back
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
    Reserves reserves;
    EndGame(int r, int c, const PlayRules& p) : board(r, c), rules(p) {}
    EndGame(const EndGame&) = delete;       // its parts know the address of the board

    bool counts_balance() const { return rules.score != Score::Area && rules.score != Score::Stones; }

    // All legal moves; `touch` becomes the least index of a turn that made some play illegal.
    std::vector<Turned> moves(const EndState& s, const std::vector<Past>& past, int& touch) const {
        std::vector<Turned> out;
        const Mask empty = board.full & ~(s.stones[0] | s.stones[1]) & ~(reserves.own | reserves.other);
        const Mask filled = reserves.other & ~reserves.other_eyes;
        for (Mask rest = empty; rest; rest = rest.without_lowest()) {
            int p = rest.lowest();
            if (p == s.ban) continue;
            Turned t;
            if (play(s, p, past, t, touch) && !(filled & ~t.to.stones[reserves.side == BLACK_SIDE])) out.push_back(t);
        }
        if (reserves.side >= 0) in_reserves(s, out);
        if (!(rules.last_ko && s.ko_pass)) out.push_back(pass(s));
        return out;
    }

    // Stones that stay though their side only passes, or answers inside its safe territory, and where it may still play there.
    struct Rest {
        Mask kept = 0, room = 0;
    };

    // Whether `side` has reached its aim (lead2 >= need for Black, < need for White) even if it only passes from
    // now on, or plays inside its safe territory only; repetition aside. verifier/proof/endings/rest.py says why.
    bool rests(const EndState& s, int side, int need, Rest& rest) const {
        if (rules.suicide || rules.seki == Seki::Dame) return false;
        if (s.turn == side ? s.ko_pass : s.ko) return false;
        const bool holds = side == reserves.side && reserves.own;
        if (holds && s.needed != SETTLED && may_end(s, side)) return false;
        const Mask away = side == reserves.side ? reserves.other : Mask(0);
        const Mask own = s.stones[side], other = s.stones[1 - side];
        auto enough = [&](Mask stones, Mask room) {
            const int lead = least(s, side, stones, room) + worth_of_first_pass(s, side);
            return side == BLACK_SIDE ? 2 * lead - rules.komi2 >= need : -2 * lead - rules.komi2 < need;
        };
        const bool by_answers = answers_inside();
        if (!enough(own, 0) && !(by_answers && enough(own, board.full & ~own & ~other))) return false;
        const Mask alive = board.alive(own, other);
        rest = {alive, holds ? reserves.own_eyes : Mask(0)};
        if (enough(rest.kept, rest.room)) return true;
        if (!by_answers) return false;
        auto dwell = [&](const SafeTerritory& territory) {
            if ((territory.region & away) || !keeps(s, side, territory)) return false;
            rest.kept |= territory.chains, rest.room |= territory.region;
            return true;
        };
        // Whether they are safe is found out one by one, as long as there would be enough if all others were.
        std::vector<Linked> groups = territories.candidates(own, other);
        while (!groups.empty()) {
            Rest most = rest;
            for (const Linked& group : groups) most.kept |= group.whole.chains, most.room |= group.whole.region;
            if (!enough(most.kept, most.room)) return false;
            const Linked group = std::move(groups.back());
            groups.pop_back();
            if (group.whole.region.count() <= TERRITORY_POINTS && dwell(group.whole)) continue;
            if (group.parts.size() > 1 || (group.whole.region & away))
                for (const SafeTerritory& territory : group.parts) dwell(territory);
        }
        return rest.room && enough(rest.kept, rest.room);
    }

    size_t territory_bytes() const { return territories.bytes(); }

    // Whether plays that repeat boards are legal and end the game.
    bool may_repeat() const { return rules.repeat < Repeat::Positional; }

    // A quick guess at lead2: territory by enclosure, nothing dead, nothing in seki.
    int guess2(const EndState& s) const {
        Mask empty = board.full & ~(s.stones[0] | s.stones[1]);
        int points = 0;
        board.parts(empty, [&](Mask region) {
            const Mask border = board.dilate(region);
            bool b(border & s.stones[0]), w(border & s.stones[1]);
            if (b != w) points += b ? region.count() : -region.count();
        });
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
        if (rules.seki == Seki::Capturable)
            for (int c = 0; c < 2; ++c) seki |= s.stones[c] & ~board.alive(s.stones[c], s.stones[1 - c]);
        board.parts(empty, [&](Mask region) {
            const Mask border = board.dilate(region);
            bool b(border & s.stones[0]), w(border & s.stones[1]);
            if (b && w) dame |= region;
            else if ((b || w) && !(border & seki)) land[b ? 0 : 1] |= region;
        });
        int lead = 0;
        int own = s.stones[0].count() - s.stones[1].count(), points = land[0].count() - land[1].count();
        switch (rules.score) {
            case Score::Minus: lead = points + s.balance - wasted(s, 0, dame, seki) + wasted(s, 1, dame, seki); break;
            case Score::Plus: lead = points + s.balance; break;
            case Score::Area: lead = points + own; break;
            case Score::Stones: lead = own; break;
            case Score::Prisoners: lead = s.balance; break;
        }
        return 2 * (lead - int(rules.first_pass && s.first == WHITE_SIDE)) - rules.komi2;
    }

private:
    mutable AlternatingPlay territories{board};

    // Whether these rules let a side answer in safe territory at no cost: after the stop a pass costs as much as a play.
    bool answers_inside() const {
        return rules.price == Price::AfterStop && rules.stop != Stop::Two && rules.score == Score::Minus;
    }

    // Whether the other side is to move and ends the game if it passes.
    bool may_end(const EndState& s, int side) const {
        return s.turn != side && (rules.stop == Stop::Four ? s.passes >= 3 : s.since >= 1);
    }

    void in_reserves(const EndState& s, std::vector<Turned>& out) const {
        const int side = reserves.side, other = 1 - side, gain = side == BLACK_SIDE ? 1 : -1;
        auto add = [&](int move, int turn, int balance, int needed) -> EndState& {
            Turned t;
            t.move = move;
            t.to = s;
            t.to.turn = int8_t(turn);
            t.to.ban = -1;
            t.to.passes = t.to.since = 0;
            t.to.ko = t.to.ko_pass = false;
            t.to.balance = int16_t(s.balance + balance * gain);
            t.to.needed = int8_t(needed);
            out.push_back(t);
            return out.back().to;
        };
        if (s.turn == side) {
            if (!reserves.own || s.needed == SETTLED) return;
            // One play, which may come to either: the search looks at the second with the first granted.
            if (s.needed > 1) add(PLAY, other, -1, s.needed - 1);
            else add(PLAY_SETTLED, other, -1, SETTLED);
            return;
        }
        if (reserves.other_eyes & ~s.stones[other]) {
            add(ASIDE, side, 1, s.needed);
            const Mask stones = s.stones[other] | reserves.other;
            if (board.dilate(board.flood(reserves.other, stones)) & ~(stones | s.stones[side]))
                add(FILL_UP, side, 1 - reserves.other_eyes.count(), s.needed).stones[other] |= reserves.other;
        }
        if (!reserves.own) return;
        if (s.needed <= 0) {
            add(INTRUDE, side, 1, 1);
        } else {
            add(TRADE, other, 0, s.needed);
            add(TRADE_OPEN, other, 0, 0);
            add(TRADE_SETTLED, other, 0, SETTLED);
        }
    }

    bool keeps(const EndState& s, int side, const SafeTerritory& territory) const {
        const Mask late = s.late & s.stones[side], all = territory.region | territory.chains, theirs = s.stones[1 - side] & territory.region;
        // Stones that are played here must not be wasted in the end.
        if (rules.wasted == Wasted::Towards && (board.dilate(board.flood(territory.region, territory.region | late)) & ~all)) return false;
        if (s.turn == side && s.ban >= 0 && territory.region.test(s.ban)) return false;
        if (may_end(s, side) && !territories.settled(territory, theirs)) return false;
        return territories.holds(territory, theirs);
    }

    // The least that the first pass of the game is worth to a side that passes whenever it is to move.
    int worth_of_first_pass(const EndState& s, int side) const {
        if (!rules.first_pass) return 0;
        if (s.first < 0 && s.turn != side) return side == BLACK_SIDE ? -1 : 0;
        if ((s.first < 0 ? s.turn : s.first) == BLACK_SIDE) return 0;
        return side == WHITE_SIDE ? 1 : -1;
    }

    // The least lead of a side of which `stones` stay, with all of `room` and the points that they surround one by one.
    int least(const EndState& s, int side, Mask stones, Mask room) const {
        const Mask own = s.stones[side], all = stones | room;
        const Mask open = board.full & ~all, empty = open & ~own & ~s.stones[1 - side];
        const Mask beside_open = (open & board.not_right) << 1 | (open & board.not_left) >> 1 | open << board.cols | open >> board.cols;
        const Mask beside = empty & board.dilate(stones), eyes = beside & ~beside_open;
        const int kept = all.count(), rest = board.n - kept - eyes.count();
        if (rules.score == Score::Area) return kept + eyes.count() - rest;
        if (rules.score == Score::Stones) return kept - rest;
        int turns = 0;                  // the other side's plays and paid passes less this one's paid passes
        const int to_move = s.turn == side;
        if (rules.price == Price::Always) turns = -to_move;
        if (rules.price == Price::AfterStop)
            turns = s.first < 0 ? (rules.free_last ? 0 : -1) : int(rules.free_last && s.first == side) - to_move;
        int held = rules.score == Score::Prisoners ? kept - rest : kept + eyes.count() - rest;
        Mask late = rules.wasted == Wasted::None ? Mask(0) : s.late & own;
        if (room) {
            if (rules.wasted == Wasted::InSeki) late &= ~stones;
            if (rules.wasted == Wasted::Towards) {
                late &= ~board.flood(room, room | late);
                // Who plays next to stones that stay pays for it before the stop, and after it the stone is wasted.
                held += (beside & ~eyes).count();
            }
        }
        return held - own.count() + s.stones[1 - side].count() + (side == BLACK_SIDE ? s.balance : -s.balance) + turns -
               late.count();
    }
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
        board.parts(empty, [&](Mask region) { borders.push_back(board.dilate(region)); });
        for (Mask before = Mask::all(); before != seki;) {
            before = seki;
            for (Mask b : borders)
                if (((b & s.stones[0]) && (b & s.stones[1])) || (b & seki))
                    for (int c = 0; c < 2; ++c)
                        if (b & s.stones[c]) seki |= board.flood(b & s.stones[c], s.stones[c]);
        }
        return seki;
    }
    bool play(const EndState& s, int p, const std::vector<Past>& past, Turned& t, int& touch) const {
        const int me = s.turn, you = 1 - me;
        Mask stone = Mask::single(p), mine = s.stones[me] | stone, theirs = s.stones[you];
        const Mask taken = board.taken(stone, theirs, board.full & ~(mine | theirs));
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
        n.needed = s.needed;
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
            case Stop::AfterFirst: ends = s.first >= 0 && n.since >= 2; break;
        }
        if (rules.stop == Stop::AfterFirst && s.first < 0) n.first = int8_t(me);
        else if (rules.stop != Stop::Two && s.first < 0 && n.passes == 2) n.first = int8_t(1 - me);
        if (ends && rules.free_last && me == s.first) costs = false;
        if (costs) n.balance = int16_t(n.balance + (me == WHITE_SIDE ? 1 : -1));
        if (rules.stop == Stop::Two && n.passes > 2) n.passes = 2;
        if ((rules.stop == Stop::TwoAndTwo || rules.stop == Stop::AfterFirst) && n.passes > 2) n.passes = 2;
        if (ends) {
            t.ended = true;
            t.value = !reserves.own || s.needed == SETTLED ? lead2(n) : reserves.side == BLACK_SIDE ? -WON : WON;   // not settled, perhaps
        }
        return t;
    }

public:
    mutable std::vector<int16_t> bans;  // ban of each past turn, for the rule "no result"
};

}  // namespace shikatsu::ending
