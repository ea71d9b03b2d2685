// Games of cycles, and the measures that prove who wins them. Nothing of Go is in this folder.
//
// Sides 0 and 1 move on a finite graph for ever, so that play ends in cycles. A move has a weight, what side 0 loses by
// it to side 1, and a state may be marked. Who loses by the weights of a cycle loses it; if they come to nothing, it is
// won by the side that marks favour if a state in it is marked, and by the other side if none is.
//
// A measure of a side gives each state that it wins a credit and a rank, in this order. The credit bounds what the side
// loses by weights from here on (energy games). The rank bounds, for the side that marks favour, how many moves go by
// without a mark while the credit stays the same; for the other side, how many marks (progress measures of Jurdziński,
// for parity games with two priorities). What each move needs is a measure at least as large as `need` makes of the one
// after it. So a finite measure proves a win, and the least one is found by lifting all from nothing. With limits on its
// numbers it is not found for all that is won: what exceeds them is TOP, which proves nothing.
#pragma once
#include <cstdint>

namespace shikatsu::cycles {

// Who wins a cycle in which weights sum up to this; `favoured` is the side that marks favour.
inline int winner(int64_t weights, bool marked, int favoured) {
    if (weights) return weights > 0 ? 1 : 0;
    return marked ? favoured : 1 - favoured;
}

// What a side loses by a move of this weight.
template <class Number>
Number loss(int side, Number weight) {
    return side == 0 ? weight : Number(-weight);
}

// How a rank goes on through a move that costs no credit; `favoured`: marks favour the side, `marked`: the state moved from.
constexpr bool restarts(bool favoured, bool marked) { return favoured && marked; }
constexpr bool climbs(bool favoured, bool marked) { return favoured != marked; }

// The largest numbers of a measure. A rank above its limit costs a credit more instead.
template <class Number>
struct Room {
    Number credit, rank;
};

// A credit and a rank in one word, so that measures compare as words do. `Number` holds sums of credits.
template <class Word, int RANK_BITS, class Number>
struct Packed {
    static constexpr Word TOP = Word(~Word(0));

    static constexpr Word pack(Number credit, Number rank) { return Word(Word(credit) << RANK_BITS | Word(rank)); }
    static constexpr Number credit(Word m) { return Number(m >> RANK_BITS); }
    static constexpr Number rank(Word m) { return Number(m & ((Word(1) << RANK_BITS) - 1)); }

    // The least measure before a move that loses so much, if `after` is the one after it.
    static constexpr Word need(Word after, Number lost, bool favoured, bool marked, const Room<Number>& room) {
        if (after == TOP) return TOP;
        Number c = credit(after) + lost, r = rank(after);
        if (c < 0) return 0;                            // a gain that nothing before can use
        r = restarts(favoured, marked) ? 0 : r + climbs(favoured, marked);
        if (r > room.rank) ++c, r = 0;
        return c > room.credit ? TOP : pack(c, r);
    }
};

using Wide = Packed<uint64_t, 32, int64_t>;
using Small = Packed<uint16_t, 6, int>;                 // ranks below 64

}  // namespace shikatsu::cycles
