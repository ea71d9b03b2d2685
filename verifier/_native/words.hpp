// Single bits of 64-bit words, for every compiler.
#pragma once
#include <cstdint>
#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

namespace shikatsu {

inline int count_bits(uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_popcountll(x);
#else
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    return int((x + (x >> 4) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
#endif
}

// The lowest bit of x, which is not 0.
inline int lowest_bit(uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(x);
#elif defined(_M_X64) || defined(_M_ARM64)
    unsigned long at;
    _BitScanForward64(&at, x);
    return int(at);
#else
    return count_bits((x & (~x + 1)) - 1);
#endif
}

// Asks for a line of memory that will be needed soon.
inline void fetch_soon(const void* at) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(at);
#else
    (void)at;
#endif
}

// 128 bits as two words, with the operators of an unsigned number that sets of points need.
struct Wide {
    uint64_t low = 0, high = 0;

    constexpr Wide() = default;
    constexpr Wide(uint64_t l) : low(l) {}
    constexpr Wide(uint64_t l, uint64_t h) : low(l), high(h) {}
    static constexpr Wide all() { return {~uint64_t(0), ~uint64_t(0)}; }
    static constexpr Wide single(int p) { return p < 64 ? Wide(uint64_t(1) << p, 0) : Wide(0, uint64_t(1) << (p - 64)); }
    // The lowest n bits, n from 0 to 128.
    static constexpr Wide first(int n) {
        return n >= 128 ? all() : n >= 64 ? Wide(~uint64_t(0), (uint64_t(1) << (n - 64)) - 1) : Wide((uint64_t(1) << n) - 1, 0);
    }

    constexpr explicit operator bool() const { return (low | high) != 0; }
    constexpr Wide operator&(const Wide& o) const { return {low & o.low, high & o.high}; }
    constexpr Wide operator|(const Wide& o) const { return {low | o.low, high | o.high}; }
    constexpr Wide operator~() const { return {~low, ~high}; }
    constexpr Wide& operator&=(const Wide& o) { return low &= o.low, high &= o.high, *this; }
    constexpr Wide& operator|=(const Wide& o) { return low |= o.low, high |= o.high, *this; }
    constexpr bool operator==(const Wide& o) const { return low == o.low && high == o.high; }
    constexpr bool operator!=(const Wide& o) const { return !(*this == o); }
    // By 1 to 127 bits.
    constexpr Wide operator<<(int n) const {
        return n >= 64 ? Wide(0, low << (n - 64)) : Wide(low << n, high << n | low >> (64 - n));
    }
    constexpr Wide operator>>(int n) const {
        return n >= 64 ? Wide(high >> (n - 64), 0) : Wide(low >> n | high << (64 - n), high >> n);
    }
    constexpr bool test(int p) const { return (p < 64 ? low >> p : high >> (p - 64)) & 1; }
    int count() const { return count_bits(low) + count_bits(high); }
    // The lowest bit; there must be one.
    int lowest() const { return low ? lowest_bit(low) : 64 + lowest_bit(high); }
    // The lowest bit alone, and the set without it.
    constexpr Wide lowest_alone() const {
        return low ? Wide(low & (~low + 1), 0) : Wide(0, high & (~high + 1));
    }
    constexpr Wide without_lowest() const { return low ? Wide(low & (low - 1), high) : Wide(0, high & (high - 1)); }
};

}  // namespace shikatsu
