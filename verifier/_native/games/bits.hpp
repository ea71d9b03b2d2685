// Fixed-width sets of points.
#pragma once
#include <cstdint>

#include "words.hpp"

namespace shikatsu {

template <int W>
struct Bits {
    uint64_t w[W];

    static Bits none() {
        Bits b;
        for (int i = 0; i < W; ++i) b.w[i] = 0;
        return b;
    }
    static Bits single(int p) {
        Bits b = none();
        b.set(p);
        return b;
    }
    void set(int p) { w[p >> 6] |= uint64_t(1) << (p & 63); }
    void clear(int p) { w[p >> 6] &= ~(uint64_t(1) << (p & 63)); }
    bool test(int p) const { return w[p >> 6] >> (p & 63) & 1; }
    bool any() const {
        uint64_t x = 0;
        for (int i = 0; i < W; ++i) x |= w[i];
        return x != 0;
    }
    int count() const {
        int c = 0;
        for (int i = 0; i < W; ++i) c += count_bits(w[i]);
        return c;
    }
    // The lowest point; the set must not be empty.
    int lowest() const {
        for (int i = 0; i < W; ++i)
            if (w[i]) return i * 64 + lowest_bit(w[i]);
        return -1;
    }
    // How many points have a lower number than this.
    int below(int p) const {
        int c = count_bits(w[p >> 6] & ((uint64_t(1) << (p & 63)) - 1));
        for (int i = 0; i < p >> 6; ++i) c += count_bits(w[i]);
        return c;
    }
    int pop() {
        int p = lowest();
        clear(p);
        return p;
    }
    // All points by so many numbers up or down, from 1 to 63; what leaves the set's width is gone.
    Bits up(int by) const {
        Bits b;
        for (int i = W - 1; i >= 0; --i) b.w[i] = w[i] << by | (i ? w[i - 1] >> (64 - by) : 0);
        return b;
    }
    Bits down(int by) const {
        Bits b;
        for (int i = 0; i < W; ++i) b.w[i] = w[i] >> by | (i + 1 < W ? w[i + 1] << (64 - by) : 0);
        return b;
    }
    Bits operator&(const Bits& o) const {
        Bits b;
        for (int i = 0; i < W; ++i) b.w[i] = w[i] & o.w[i];
        return b;
    }
    Bits operator|(const Bits& o) const {
        Bits b;
        for (int i = 0; i < W; ++i) b.w[i] = w[i] | o.w[i];
        return b;
    }
    // Points of this set that are not in the other.
    Bits minus(const Bits& o) const {
        Bits b;
        for (int i = 0; i < W; ++i) b.w[i] = w[i] & ~o.w[i];
        return b;
    }
    Bits& operator|=(const Bits& o) {
        for (int i = 0; i < W; ++i) w[i] |= o.w[i];
        return *this;
    }
    bool operator==(const Bits& o) const {
        for (int i = 0; i < W; ++i)
            if (w[i] != o.w[i]) return false;
        return true;
    }
    bool meets(const Bits& o) const {
        uint64_t x = 0;
        for (int i = 0; i < W; ++i) x |= w[i] & o.w[i];
        return x != 0;
    }
    bool within(const Bits& o) const {
        uint64_t x = 0;
        for (int i = 0; i < W; ++i) x |= w[i] & ~o.w[i];
        return x == 0;
    }
};

// Mix a set of points into a hash.
template <int W>
void mix(uint64_t& h, const Bits<W>& set) {
    for (int i = 0; i < W; ++i) {
        h ^= set.w[i] + 0x9e3779b97f4a7c15ull + (h << 6) + (h >> 2);
        h *= 0xff51afd7ed558ccdull;
        h ^= h >> 32;
    }
}

// Hard points: what stands there counts. Soft points: all points that one eye of the winner's consists of; it
// counts that none of his stones is there, but not whether a point is empty or has a stone of the loser's.
template <int W>
struct Zone {
    Bits<W> hard = Bits<W>::none(), soft = Bits<W>::none();

    Zone() = default;
    Zone(const Bits<W>& points) : hard(points) {}
    bool test(int p) const { return hard.test(p); }
    Bits<W> all() const { return hard | soft; }
    int count() const { return hard.count(); }
    // Where stones of a side count in what the winner has proved.
    Bits<W> counting(int side, int winner) const { return side == winner ? all() : hard; }
    void set(int p) {
        hard.set(p);
        soft.clear(p);
    }
    Zone& operator|=(const Bits<W>& points) {
        hard |= points;
        soft = soft.minus(points);
        return *this;
    }
    Zone& operator|=(const Zone& o) {
        hard |= o.hard;
        soft = (soft | o.soft).minus(hard);
        return *this;
    }
    Zone minus(const Bits<W>& points) const {
        Zone out;
        out.hard = hard.minus(points);
        out.soft = soft.minus(points);
        return out;
    }
    bool operator==(const Zone& o) const { return hard == o.hard && soft == o.soft; }
    bool within(const Zone& o) const { return hard.within(o.hard) && soft.within(o.hard | o.soft); }
};

}  // namespace shikatsu
