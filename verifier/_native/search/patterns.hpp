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

#include "search/bitmap_index.hpp"
#include "search/large_pages.hpp"

namespace shikatsu {

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
    LargeVector<Entry> table;
    LargeVector<uint64_t> seen;                 // a bit for each key, and others: most keys asked for are in no entry
    size_t size = 0;
    uint64_t hits = 0;

    static constexpr uint32_t FREE = ~uint32_t(0);
    // Shapes are tried by chunks: the first ones, those of most hits, each time, and one of the others in turn.
    static constexpr size_t CHUNK = BitmapIndex<W>::CHUNK, FAVOURITES = BitmapIndex<W>::SUMMED;

    // Of a locale whose points have numbers below `numbers`.
    PatternTable(const Bits<W>& locale, int numbers)
        : table(1 << 7, Entry{0, FREE}), seen(table.size() / PER_WORD, 0), turns{{locale, numbers}, {locale, numbers}} {}

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
        size_t sum = table.size() * sizeof(Entry) + seen.size() * sizeof(uint64_t);
        for (const Turn& turn : turns) sum += turn.shapes.size() * (sizeof(Shape) + 40) + turn.index.bytes();
        return sum;
    }

    // What the table takes beside itself while that many patterns more make it grow, or 0 if they do not.
    size_t growing(size_t more) const { return (size + more) * 2 > table.size() ? 2 * table.size() * sizeof(Entry) : 0; }

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
        } else {
            InCommon<W>& common = turn.shapes[known->second].common;
            turn.index.rule_out(known->second, common, common.admit(s));
        }
        if (++size * 2 > table.size()) grow();
        insert({key(z, s), id});
    }

    // States after moves from this one will be asked for.
    void expect_after(const State<W>& s) { turns[1 - s.turn].index.expect(s); }

    // The first node for which `fits` among those whose pattern may match, or FREE.
    template <class Fits>
    uint32_t find(const State<W>& s, const Fits& fits) {
        Turn& turn = turns[s.turn];
        const size_t chunks = (turn.shapes.size() + CHUNK - 1) / CHUNK;
        const int odd = turn.index.odd(s);
        typename BitmapIndex<W>::Rows rows;
        if (odd < 0 || chunks > FAVOURITES)
            for (Bits<W> rest = turn.points; rest.any();) turn.index.add(rows, rest.pop(), s);
        for (size_t k = 0; k < chunks && k <= FAVOURITES; ++k) {
            const size_t chunk = k < FAVOURITES ? k : FAVOURITES + turn.next++ % (chunks - FAVOURITES);
            const Row out = odd >= 0 && k < FAVOURITES ? turn.index.out(chunk, s, odd) : turn.index.out(chunk, rows);
            // The table is far larger than the caches: ask for all lines before the first is needed.
            uint32_t left[CHUNK];
            uint64_t keys[CHUNK];
            size_t many = 0;
            const size_t first = chunk * CHUNK, end = std::min(first + CHUNK, turn.shapes.size());
            out.each_clear([&](size_t bit) {
                if (first + bit >= end) return false;
                const uint64_t h = key(turn.shapes[first + bit], s);
                if (!(word(h) >> (h >> 58) & 1)) return true;
                left[many] = uint32_t(first + bit);
                keys[many++] = h;
                fetch_soon(&table[h & (table.size() - 1)]);
                return true;
            });
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
        std::vector<Shape> shapes{};            // in the order in which they are tried
        std::unordered_map<uint64_t, uint32_t> known{};     // shapes by their hash
        BitmapIndex<W> index;
        Bits<W> points = Bits<W>::none();       // those that count in any shape
        size_t sorted = CHUNK;                  // with how many shapes they are put in order next
        size_t next = 0;                        // which of the other chunks comes next
        Turn(const Bits<W>& locale, int numbers) : index(locale, size_t(numbers)) {}
    } turns[2];

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
        const Bits<W> counting = shape.common.mask[0] | shape.common.mask[1];
        turn.points |= counting;
        turn.index.append(number);
        turn.index.rule_out(number, shape.common, counting);
    }

    // Most hits first.
    void sort(Turn& turn) {
        std::vector<Shape> shapes;
        shapes.swap(turn.shapes);
        std::stable_sort(shapes.begin(), shapes.end(), [](const Shape& a, const Shape& b) { return a.hits > b.hits; });
        turn.known.clear();
        turn.index.clear();
        for (const Shape& shape : shapes) append(turn, shape);
        turn.sorted *= 2;
    }

    static constexpr size_t PER_WORD = 16;      // entries of the table for a word of `seen`
    uint64_t& word(uint64_t key) { return seen[key >> 32 & (seen.size() - 1)]; }

    void insert(const Entry& entry) {
        word(entry.key) |= uint64_t(1) << (entry.key >> 58);
        const size_t mask = table.size() - 1;
        size_t k = entry.key & mask;
        while (table[k].id != FREE) k = (k + 1) & mask;
        table[k] = entry;
    }

    void grow() {
        LargeVector<Entry> old(table.size() * 2, Entry{0, FREE});
        old.swap(table);
        seen.assign(table.size() / PER_WORD, 0);
        for (const Entry& entry : old)
            if (entry.id != FREE) insert(entry);
    }
};

}  // namespace shikatsu
