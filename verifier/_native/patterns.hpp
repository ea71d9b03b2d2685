// Proved patterns, by zone: what looks like one of them is won as well, whatever else is on the board.
//
// A few zones serve nearly all hits, so they are kept in the order of their hits, and only the first ones
// are tried each time, with some of the others in turn.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "zone.hpp"

namespace shikatsu {

template <int W>
struct PatternTable {
    struct Shape {
        Bits<W> mask[2];                        // where stones of each side count
        uint64_t hash;
        uint32_t hits = 0, number = 0;          // the latter in the order in which they came
    };
    // What all patterns of a shape have in common: stones that are there, and stones that are not.
    struct Filter {
        Bits<W> always[2], never[2];

        Filter(const Shape& shape, const State<W>& s) {
            for (int c = 0; c < 2; ++c) {
                always[c] = s.s[c] & shape.mask[c];
                never[c] = shape.mask[c].minus(s.s[c]);
            }
        }
        void admit(const State<W>& s) {
            for (int c = 0; c < 2; ++c) {
                always[c] = always[c] & s.s[c];
                never[c] = never[c].minus(s.s[c]);
            }
        }
        // No branch: nearly every shape is ruled out, each in another way.
        bool possible(const State<W>& s) const {
            uint64_t wrong = 0;
            for (int c = 0; c < 2; ++c)
                for (int i = 0; i < W; ++i) wrong |= (always[c].w[i] & ~s.s[c].w[i]) | (never[c].w[i] & s.s[c].w[i]);
            return !wrong;
        }
    };
    // By the side to move, most useful first.
    std::vector<Shape> shapes[2];
    std::vector<Filter> filters[2];
    std::unordered_map<uint64_t, uint32_t> known[2];    // number of a shape, by its hash
    std::vector<uint32_t> place[2];                     // where it is now, by number
    struct Entry {
        uint64_t key;
        uint32_t id;                            // the node that proved it
    };
    std::vector<Entry> table;
    size_t size = 0;
    uint64_t hits = 0;
    size_t turn = 0;                            // which of the lesser zones come next

    static constexpr uint32_t FREE = ~uint32_t(0);
    static constexpr size_t FAVOURITES = 48, OTHERS = 16;

    PatternTable() : table(1 << 7, Entry{0, FREE}) {}

    static uint64_t mix(uint64_t h, uint64_t x) {
        h = (h ^ x) * 0xff51afd7ed558ccdull;
        return h ^ h >> 32;
    }
    static uint64_t key(const Shape& z, const State<W>& s) {
        uint64_t h = z.hash;
        for (int c = 0; c < 2; ++c)
            for (int i = 0; i < W; ++i) h = mix(h, s.s[c].w[i] & z.mask[c].w[i]);
        return h;
    }

    size_t bytes() const {
        return table.size() * sizeof(Entry) + (shapes[0].size() + shapes[1].size()) * (sizeof(Shape) + sizeof(Filter) + 52);
    }

    void add(const State<W>& s, const Zone<W>& zone, int winner, uint32_t id) {
        const int t = s.turn;
        Shape z;
        for (int c = 0; c < 2; ++c) z.mask[c] = zone.counting(c, winner);
        z.hash = 0x9e3779b97f4a7c15ull + t;
        for (int c = 0; c < 2; ++c)
            for (int i = 0; i < W; ++i) z.hash = mix(z.hash, z.mask[c].w[i]);
        z.number = uint32_t(shapes[t].size());
        auto [at, fresh] = known[t].try_emplace(z.hash, z.number);
        if (fresh) {
            place[t].push_back(z.number);
            shapes[t].push_back(z);
            filters[t].emplace_back(z, s);
        } else filters[t][place[t][at->second]].admit(s);
        if (++size * 2 > table.size()) grow();
        insert({key(z, s), id});
    }

    // The first node for which `fits` among those whose pattern may match, or FREE.
    template <class Fits>
    uint32_t find(const State<W>& s, const Fits& fits) {
        auto& list = shapes[s.turn];
        auto& filter = filters[s.turn];
        const size_t n = list.size();
        const size_t tries = n < FAVOURITES + OTHERS ? n : FAVOURITES + OTHERS;
        for (size_t t = 0; t < tries; ++t) {
            size_t i = t;
            if (t >= FAVOURITES && n > FAVOURITES + OTHERS) i = FAVOURITES + turn++ % (n - FAVOURITES);
            if (!filter[i].possible(s)) continue;
            const uint64_t h = key(list[i], s);
            const size_t mask = table.size() - 1;
            for (size_t k = h & mask; table[k].id != FREE; k = (k + 1) & mask) {
                const uint32_t id = table[k].id;
                if (table[k].key != h || !fits(id, list[i].mask)) continue;
                ++hits;
                ++list[i].hits;
                for (; i && list[i - 1].hits < list[i].hits; --i) {
                    std::swap(list[i - 1], list[i]);
                    std::swap(filter[i - 1], filter[i]);
                    std::swap(place[s.turn][list[i - 1].number], place[s.turn][list[i].number]);
                }
                return id;
            }
        }
        return FREE;
    }

  private:
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
