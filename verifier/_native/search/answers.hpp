// Answers in a proof by patterns: after a move of the loser the pattern with the winner to move is left out, as it says
// no more than is known then (docs/certificates.md). What is known is at least what that pattern says, so the winner's
// move is as good from there, and what covers it fits. What has to be looked at is what a pattern must be itself:
// sealed, with support for each chain of the winner. Where that is not sure the pattern stays.
#pragma once
#include <cstdint>
#include <vector>

#include "search/closure.hpp"

namespace shikatsu {

template <int W>
class Answers {
    using Reply = typename Closure<W>::Reply;

  public:
    Answers(Closure<W>& proof, const Geometry<W>& geometry, int winner) : closure(proof), g(geometry), side(winner) {}

    // The measure of the patterns with the loser to move stays one.
    void give() {
        for (uint32_t i = 0; i < closure.items.size(); ++i)
            if (closure.items[i].state.turn != side) look(i);
        renumber();
    }

  private:
    Closure<W>& closure;
    const Geometry<W>& g;
    const int side;
    struct Known {
        Bits<W> stones, liberties;
        bool enclosed, eye;                     // with an eye of its own
    };
    std::vector<Known> risky;                   // chains of the winner with few liberties in the pattern looked at

    void look(uint32_t i) {
        const ClosureItem<W>& item = closure.items[i];
        const Bits<W> zone = item.zone.hard, eyes = item.zone.soft, mine = item.state.s[side] & zone;
        const Bits<W> empty = zone.minus(item.state.s[0] | item.state.s[1]);
        // An answer to the pass does without some empty points that are not in the zone of the pattern after it.
        const uint32_t after = item.answers ? closure.replies[item.answer].to : NIL;
        const Bits<W> left = after == NIL ? empty : empty & closure.items[after].zone.hard;
        risky.clear();
        bool pass = true;
        for (Bits<W> rest = mine; rest.any();) {
            Known chain;
            chain.stones = g.flood(Bits<W>::single(rest.lowest()), mine);
            rest = rest.minus(chain.stones);
            if (chain.stones.meets(g.wall[side])) continue;
            const Bits<W> around = g.around(chain.stones);
            chain.liberties = around & empty;
            const int own = around.meets(eyes) ? eyes_of(around, eyes) : 0;
            if (own > 1) continue;
            pass = pass && around.meets(left);
            if (chain.liberties.count() > 1) continue;
            chain.enclosed = around.within(zone | chain.stones);
            chain.eye = own > 0;
            risky.push_back(chain);
        }
        const Bits<W> rim = eyes.any() ? g.around(eyes) : eyes;
        for (uint32_t k = item.answer; k < item.answer + item.answers; ++k) {
            Reply& reply = closure.replies[k];
            if (reply.to == NIL) continue;
            const ClosureItem<W>& own = closure.items[reply.to];
            const bool first = k == item.answer;
            if (own.proved != NIL) continue;
            if (first ? !pass || own.zone.soft.meets(empty) : reply.move >= 0 && !stands(reply.move, rim)) continue;
            if (!same_bans(item, own, first, reply.move)) continue;
            const Reply& then = closure.replies[own.answer];
            reply.answer = own.move;
            reply.to = then.to;
            reply.weight += then.weight;
            reply.bad = own.bad;
        }
    }

    // Eyes all of whose points are next to the chain.
    int eyes_of(const Bits<W>& around, const Bits<W>& eyes) const {
        int count = 0;
        for (Bits<W> rest = eyes; rest.any();) {
            const Bits<W> eye = g.flood(Bits<W>::single(rest.lowest()), eyes);
            rest = rest.minus(eye);
            count += eye.within(around);
        }
        return count;
    }

    // After this play of the loser's each chain of the winner that is known has support, and the eyes are sealed.
    bool stands(int16_t move, const Bits<W>& rim) const {
        Bits<W> gone = Bits<W>::none(), taken = gone;
        for (const Known& chain : risky) {
            if (chain.eye || !chain.liberties.test(move)) continue;
            gone |= chain.stones;
            if (chain.enclosed) taken |= chain.stones;
        }
        if (gone.meets(rim) || gone.minus(taken).meets(g.unit)) return false;
        for (const Known& chain : risky)
            if (chain.eye && !chain.liberties.minus(Bits<W>::single(move)).any()) return false;
        return true;
    }

    // More that is known may mean more bans on the winner, of which his pass lifts another one; and a ban on the loser
    // that plays far away could end is left out only of patterns that are listed. What was taken ends play or not.
    bool same_bans(const ClosureItem<W>& item, const ClosureItem<W>& own, bool pass, int16_t move) const {
        if (side == ATTACKER && item.state.taken != own.state.taken) return false;
        if (g.rules.plain == NOBODY) return true;
        // A ban for one turn does not stand where the pattern asks for one that waits for a pass, nor the other way round.
        const uint8_t turn = pass && g.rules.lasting == Lasting::Once ? 1 : item.state.threats[1 - side];
        if (own.state.threats[1 - side] != turn) return false;
        if (pass && item.bound[1 - side].any() && g.rules.lasting == Lasting::Either) return false;
        return own.move != PASS || (!item.bound[side].any() && move < 0);
    }

    // Leave out what nothing refers to, and set the links anew.
    void renumber() {
        const size_t count = closure.items.size();
        std::vector<uint8_t> kept(count, 0);
        std::vector<uint32_t> waiting{0}, place(count, NIL);
        if (!count) return;
        kept[0] = 1;
        while (!waiting.empty()) {
            const ClosureItem<W>& item = closure.items[waiting.back()];
            waiting.pop_back();
            for (uint32_t k = item.answer; k < item.answer + item.answers; ++k) {
                const uint32_t to = closure.replies[k].to;
                if (to == NIL || kept[to]) continue;
                kept[to] = 1;
                waiting.push_back(to);
            }
        }
        uint32_t number = 0;
        for (uint32_t i = 0; i < count; ++i)
            if (kept[i]) place[i] = number++;
        closure.links.clear();
        for (uint32_t i = 0; i < count; ++i) {
            if (!kept[i]) continue;
            ClosureItem<W>& item = closure.items[i];
            item.first = uint32_t(closure.links.size());
            for (uint32_t k = item.answer; k < item.answer + item.answers; ++k) {
                Reply& reply = closure.replies[k];
                if (reply.to == NIL) continue;
                reply.to = place[reply.to];
                closure.links.push_back({reply.to, reply.weight, reply.bad});
            }
            item.edges = uint32_t(closure.links.size()) - item.first;
            closure.items[place[i]] = item;
        }
        closure.items.resize(number);
        size_t left = 0;
        for (const auto& one : closure.fixed)
            if (kept[one.item]) closure.fixed[left++] = {place[one.item], one.credit, one.rank};
        closure.fixed.resize(left);
    }
};

}  // namespace shikatsu
