// What all searches share: limits, why a search ends, how it explores.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "games/game.hpp"

namespace shikatsu {

constexpr uint8_t OPEN = NOBODY;
constexpr uint32_t NIL = ~uint32_t(0);
constexpr uint32_t INF = 1u << 28;

struct Limits {
    uint64_t nodes = 2000000;
    double seconds = 60;
    uint64_t bytes = uint64_t(1) << 30;
};

// How many items of so many bytes a proof may have while it is made. There is what has not been used for searching, or
// a part of the limit if that is more, since a search that ends with its memory full may have found something.
inline size_t room_for_proof(uint64_t limit, uint64_t searched, size_t item) {
    const uint64_t left = limit > searched ? limit - searched : 0;
    return size_t(std::min(std::max(left, limit / 4) / item, uint64_t(20000000)));
}

enum class Stop : uint8_t { Solved, Nodes, Seconds, Memory, Cancelled, Exhausted, Unproved };

inline const char* stop_name(Stop s) {
    switch (s) {
        case Stop::Solved: return "solved";
        case Stop::Nodes: return "nodes";
        case Stop::Seconds: return "seconds";
        case Stop::Memory: return "memory";
        case Stop::Cancelled: return "cancelled";
        case Stop::Exhausted: return "exhausted";
        case Stop::Unproved: return "unproved";
    }
    return "";
}

// Points of a locale up to which what is learned in small ones serves.
constexpr int SMALL_LOCALE = 32;

// How to explore. Guided is the one to use; the others are there to be compared with it.
enum class Order : uint8_t {
    Guided,         // proof numbers, with a fixpoint over the explored graph now and then
    Breadth,        // nearest states first, and fixpoints
    DepthFirst,     // df-pn that stores nothing that depends on the path; one fixpoint at the end
    Naive,          // df-pn that stores such results as if they did not; one fixpoint at the end
};

}  // namespace shikatsu
