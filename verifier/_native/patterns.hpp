// Proved patterns, by zone: what looks like one of them is won as well, whatever else is on the board.
//
// Patterns have the same shape if the same points count in them. What is at a point of a state rules out shapes none
// of whose patterns has that there: for each point and content there is a row with a bit for each such shape, and the
// rows of all points together leave the few shapes that are looked up.
#pragma once
#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "zone.hpp"

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
    bool possible(const State<W>& s) const {
        return always[0].within(s.s[0]) && always[1].within(s.s[1]) && !never[0].meets(s.s[0]) && !never[1].meets(s.s[1]);
    }
};

template <int W>
struct PatternTable {
    struct Shape {
        InCommon<W> common;                     // of its patterns
        uint64_t hash;
        uint32_t hits = 0;
    };
    struct Entry {
        uint64_t key;
        uint32_t id;                            // the node that proved it
    };
    std::vector<Entry> table;
    size_t size = 0;
    uint64_t hits = 0;

    static constexpr uint32_t FREE = ~uint32_t(0);
    // Shapes are tried by chunks: the first ones, those of most hits, each time, and one of the others in turn.
    static constexpr size_t WORDS = 8, CHUNK = 64 * WORDS, FAVOURITES = 8;

    explicit PatternTable(int board_points) : table(1 << 7, Entry{0, FREE}), points(size_t(board_points)) {}

    static uint64_t mix(uint64_t h, uint64_t x) {
        h = (h ^ x) * 0xff51afd7ed558ccdull;
        return h ^ h >> 32;
    }
    static uint64_t key(const Shape& z, const State<W>& s) {
        uint64_t h = z.hash;
        for (int c = 0; c < 2; ++c)
            for (int i = 0; i < W; ++i) h = mix(h, s.s[c].w[i] & z.common.mask[c].w[i]);
        return h;
    }

    size_t bytes() const {
        size_t sum = table.size() * sizeof(Entry);
        for (const Turn& turn : turns) sum += turn.shapes.size() * (sizeof(Shape) + 40) + turn.rows.size() * sizeof(uint64_t);
        return sum;
    }

    void add(const State<W>& s, const Zone<W>& zone, int winner, uint32_t id) {
        Turn& turn = turns[s.turn];
        Shape z{InCommon<W>(zone, winner), 0x9e3779b97f4a7c15ull + s.turn};
        for (int c = 0; c < 2; ++c)
            for (int i = 0; i < W; ++i) z.hash = mix(z.hash, z.common.mask[c].w[i]);
        const auto known = turn.known.find(z.hash);
        if (known == turn.known.end()) {
            z.common.admit(s);
            if (turn.shapes.size() == turn.sorted) sort(turn);
            append(turn, z);
        } else rule_out(turn, known->second, turn.shapes[known->second].common.admit(s));
        if (++size * 2 > table.size()) grow();
        insert({key(z, s), id});
    }

    // The first node for which `fits` among those whose pattern may match, or FREE.
    template <class Fits>
    uint32_t find(const State<W>& s, const Fits& fits) {
        Turn& turn = turns[s.turn];
        const size_t chunks = (turn.shapes.size() + CHUNK - 1) / CHUNK;
        uint32_t rows[64 * W];
        size_t count = 0;
        for (Bits<W> rest = turn.points; rest.any();) {
            const int p = rest.pop();
            rows[count++] = uint32_t(row(p, s.s[0].test(p) ? 1 : s.s[1].test(p) ? 2 : 0));
        }
        for (size_t k = 0; k < chunks && k <= FAVOURITES; ++k) {
            const size_t chunk = k < FAVOURITES ? k : FAVOURITES + turn.next++ % (chunks - FAVOURITES);
            const uint64_t* const base = turn.rows.data() + chunk * row(int(points), 0);
            uint64_t out[WORDS] = {};
            for (size_t j = 0; j < count; ++j) {
                const uint64_t* const at = base + rows[j];
                for (size_t w = 0; w < WORDS; ++w) out[w] |= at[w];
            }
            // The table is far larger than the caches: ask for all lines before the first is needed.
            uint32_t left[CHUNK];
            uint64_t keys[CHUNK];
            size_t many = 0;
            const size_t first = chunk * CHUNK, end = std::min(first + CHUNK, turn.shapes.size());
            for (size_t w = 0; w < WORDS; ++w)
                for (uint64_t rest = ~out[w]; rest; rest &= rest - 1) {
                    const size_t number = first + 64 * w + size_t(lowest_bit(rest));
                    if (number >= end) break;
                    left[many] = uint32_t(number);
                    keys[many] = key(turn.shapes[number], s);
                    fetch_soon(&table[keys[many++] & (table.size() - 1)]);
                }
            for (size_t j = 0; j < many; ++j) {
                Shape& shape = turn.shapes[left[j]];
                const uint32_t id = look_up(keys[j], shape, fits);
                if (id == FREE) continue;
                ++hits;
                ++shape.hits;
                return id;
            }
        }
        return FREE;
    }

  private:
    // The patterns with the same side to move.
    struct Turn {
        std::vector<Shape> shapes;              // in the order in which they are tried
        std::unordered_map<uint64_t, uint32_t> known;       // shapes by their hash
        std::vector<uint64_t> rows;             // by chunk, point and content
        Bits<W> points = Bits<W>::none();       // those that count in any shape
        size_t sorted = CHUNK;                  // with how many shapes they are put in order next
        size_t next = 0;                        // which of the other chunks comes next
    } turns[2];
    size_t points;

    // Where a row is in its chunk. Contents: empty, a stone of the owner, of the attacker.
    static size_t row(int p, int content) { return (size_t(p) * 3 + size_t(content)) * WORDS; }

    template <class Fits>
    uint32_t look_up(uint64_t h, const Shape& shape, const Fits& fits) const {
        const size_t mask = table.size() - 1;
        for (size_t k = h & mask; table[k].id != FREE; k = (k + 1) & mask)
            if (table[k].key == h && fits(table[k].id, shape.common.mask)) return table[k].id;
        return FREE;
    }

    void append(Turn& turn, const Shape& shape) {
        const uint32_t number = uint32_t(turn.shapes.size());
        turn.known[shape.hash] = number;
        turn.shapes.push_back(shape);
        if (number % CHUNK == 0) turn.rows.resize(turn.rows.size() + row(int(points), 0), 0);
        const Bits<W> counting = shape.common.mask[0] | shape.common.mask[1];
        turn.points |= counting;
        rule_out(turn, number, counting);
    }

    void rule_out(Turn& turn, uint32_t number, Bits<W> where) {
        const InCommon<W>& common = turn.shapes[number].common;
        uint64_t* const base = turn.rows.data() + number / CHUNK * row(int(points), 0) + number % CHUNK / 64;
        const uint64_t bit = uint64_t(1) << number % 64;
        while (where.any()) {
            const int p = where.pop();
            const bool all[2] = {common.always[0].test(p), common.always[1].test(p)};
            const bool out[3] = {all[0] || all[1], common.never[0].test(p) || all[1], common.never[1].test(p) || all[0]};
            for (int content = 0; content < 3; ++content) {
                uint64_t& word = base[row(p, content)];
                word = out[content] ? word | bit : word & ~bit;
            }
        }
    }

    // Most hits first.
    void sort(Turn& turn) {
        std::vector<Shape> shapes;
        shapes.swap(turn.shapes);
        std::stable_sort(shapes.begin(), shapes.end(), [](const Shape& a, const Shape& b) { return a.hits > b.hits; });
        turn.known.clear();
        turn.rows.clear();
        for (const Shape& shape : shapes) append(turn, shape);
        turn.sorted *= 2;
    }

    void insert(const Entry& entry) {
        const size_t mask = table.size() - 1;
        size_t k = entry.key & mask;
        while (table[k].id != FREE) k = (k + 1) & mask;
        table[k] = entry;
    }

    void grow() {
        std::vector<Entry> old(table.size() * 2, Entry{0, FREE});
        old.swap(table);
        for (const Entry& entry : old)
            if (entry.id != FREE) insert(entry);
    }
};

}  // namespace shikatsu
