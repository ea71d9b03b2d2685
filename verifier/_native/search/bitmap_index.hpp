// A bitmap index of shapes: which of many a state may fit, hundreds at a time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/game.hpp"
#include "search/large_pages.hpp"

namespace shikatsu {

// What states have in common where a zone of theirs counts.
template <int W>
struct InCommon {
    Bits<W> mask[2];                            // where stones of each side count
    Bits<W> always[2], never[2];                // stones that all of the states have there, and that none has

    InCommon(const Zone<W>& zone, int winner) {
        for (int c = 0; c < 2; ++c) mask[c] = always[c] = never[c] = zone.counting(c, winner);
    }
    // One more state. Returns the points where less is in common now.
    Bits<W> admit(const State<W>& s) {
        Bits<W> changed = Bits<W>::none();
        for (int c = 0; c < 2; ++c) {
            changed |= always[c].minus(s.s[c]) | (never[c] & s.s[c]);
            always[c] = always[c] & s.s[c];
            never[c] = never[c].minus(s.s[c]);
        }
        return changed;
    }
};

// A bit for each shape of a chunk.
struct Row {
    static constexpr size_t WORDS = 8, BITS = 64 * WORDS;
    uint64_t w[WORDS];

    Row& operator|=(const Row& o) {
        for (size_t i = 0; i < WORDS; ++i) w[i] |= o.w[i];
        return *this;
    }
    // Calls visit(number) for the bits that are not set, in order, until it says false; whether it never did.
    template <class Visit>
    bool each_clear(const Visit& visit) const {
        for (size_t i = 0; i < WORDS; ++i)
            for (uint64_t rest = ~w[i]; rest; rest &= rest - 1)
                if (!visit(64 * i + size_t(lowest_bit(rest)))) return false;
        return true;
    }
};

// For each point, and each thing that may be there, a row with a bit for each shape that this rules out. Shapes are
// numbered from 0 and come in chunks.
template <int W>
class BitmapIndex {
  public:
    static constexpr size_t CHUNK = Row::BITS;

    // Which rows concern a state.
    struct Rows {
        uint32_t at[128 * W];
        size_t count = 0;
    };

    // Of a locale whose points have numbers below `numbers`. `kinds`: rows of each point. The first three are those of
    // an empty point and of stones of either side.
    BitmapIndex(const Bits<W>& locale, size_t numbers, size_t kinds = 3) : all(locale), points(numbers), each(kinds) {}

    const Bits<W> all;

    size_t bytes() const { return (rows.size() + sums.size()) * sizeof(Row); }
    void clear() {
        rows.clear();
        summed = 0;
    }

    // Room for the next shape.
    void append(size_t number) {
        if (number % CHUNK == 0) rows.resize(rows.size() + points * each, Row{});
    }
    // Whether a thing on a point rules a shape out.
    void mark(size_t number, int p, size_t kind, bool out) {
        const size_t chunk = number / CHUNK, bit = number % CHUNK;
        uint64_t& word = rows[chunk * points * each + at(p, kind)].w[bit / 64];
        const uint64_t mask = uint64_t(1) << bit % 64;
        word = out ? word | mask : word & ~mask;
        if (chunk < SUMMED) summed &= ~(uint64_t(1) << chunk);
    }
    // What its states have in common rules out on these points.
    void rule_out(size_t number, const InCommon<W>& common, Bits<W> where) {
        while (where.any()) {
            const int p = where.pop();
            const bool all[2] = {common.always[0].test(p), common.always[1].test(p)};
            mark(number, p, 0, all[0] || all[1]);
            mark(number, p, 1, common.never[0].test(p) || all[1]);
            mark(number, p, 2, common.never[1].test(p) || all[0]);
        }
    }
    void add(Rows& list, int p, size_t kind) const { list.at[list.count++] = uint32_t(at(p, kind)); }
    void add(Rows& list, int p, const State<W>& s) const { add(list, p, content(s, p)); }

    // The shapes of a chunk that one of the rows rules out.
    Row out(size_t chunk, const Rows& list) const {
        const Row* const base = rows.data() + chunk * points * each;
        Row sum{};
        for (size_t i = 0; i < list.count; ++i) sum |= base[list.at[i]];
        return sum;
    }

    // Many states that come next will differ from this one in a point.
    void expect(const State<W>& s) {
        for (int c = 0; c < 2; ++c) usual.s[c] = s.s[c];
        summed = 0;
    }
    // The only point where a state differs from the one that was expected, or -1.
    int odd(const State<W>& s) const {
        Bits<W> other = Bits<W>::none();
        for (int c = 0; c < 2; ++c) other |= s.s[c].minus(usual.s[c]) | usual.s[c].minus(s.s[c]);
        return other.count() == 1 ? other.lowest() : -1;
    }
    // The shapes of one of the first chunks that are ruled out by such a state.
    Row out(size_t chunk, const State<W>& s, int p) {
        const Row* const base = rows.data() + chunk * points * each;
        Row* const others = sum(chunk);
        if (!(summed >> chunk & 1)) {
            int order[64 * W];
            size_t count = 0;
            for (Bits<W> rest = all; rest.any();) order[count++] = rest.pop();
            Row before{}, after{};
            for (size_t i = 0; i < count; ++i) {
                others[order[i]] = before;
                before |= base[at(order[i], content(usual, order[i]))];
            }
            for (size_t i = count; i-- > 0;) {
                others[order[i]] |= after;
                after |= base[at(order[i], content(usual, order[i]))];
            }
            summed |= uint64_t(1) << chunk;
        }
        Row out = others[p];
        out |= base[at(p, content(s, p))];
        return out;
    }
    static constexpr size_t SUMMED = 8;         // how many chunks that works for

  private:
    size_t points, each;
    LargeVector<Row> rows{};                    // by chunk, point and kind
    State<W> usual{{Bits<W>::none(), Bits<W>::none()}};
    std::vector<Row> sums{};                    // for each chunk and point, of its rows of all other points
    uint64_t summed = 0;                        // chunks whose sums are up to date

    size_t at(int p, size_t kind) const { return size_t(p) * each + kind; }
    static size_t content(const State<W>& s, int p) { return s.s[0].test(p) ? 1 : s.s[1].test(p) ? 2 : 0; }
    Row* sum(size_t chunk) {
        if (sums.empty()) sums.resize(SUMMED * points);
        return sums.data() + chunk * points;
    }
};

}  // namespace shikatsu
