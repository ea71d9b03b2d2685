// What a graph of plain states is made of: states with what is known of them, and moves between them.
#pragma once
#include <cstdint>

#include "games/game.hpp"
#include "games/zone.hpp"
#include "search/common.hpp"

namespace shikatsu {

// A move from a node. Most moves are never looked into, so the state that one leads to becomes a node only when
// it is wanted. Until then the edges into it are loose, and keep a first guess of its numbers.
struct Edge {
    uint32_t to;                    // a node; loose: low half of the hash
    uint32_t from;
    uint32_t next_in;               // next edge into the same state
    int16_t move;
    uint8_t captured;               // saturated; certificates recount
    uint8_t loose : 1;
    uint8_t closing : 1;            // a pass that the opponent's pass turns into a lost cycle
    uint8_t bans : 1;               // takes a ko
    uint8_t must : 1;               // a reply that a strategy turned out to depend on
    uint8_t far : 1;                // loose, and lost: far from what passing is refuted by
    uint8_t late : 1;               // a retake that can be made now and then only: no cycle with one is won by it
    uint8_t apart : 1;              // out of reach of what matters: tried only if a proof turns out to depend on it
    uint16_t pn, dn;                // while loose
};

template <int W>
struct Node {
    State<W> state;
    Zone<W> zone;                   // what the proof depends on; a guess as long as the status is open
    uint8_t bad = 0, expanded = 0, tried = 0, status = OPEN, soft = OPEN;
    uint8_t own = 0;                // lost, and the pass is answered by a pass: replies count in the node's own zone
    int16_t best = PASS;            // winning move of the side to move, once won
    uint16_t left = 0, edges = 0;   // left: edges not yet known to lose for the side to move
    uint32_t first = 0, in = NIL;
    uint32_t pn = 1, dn = 1;
    uint32_t epoch = 0, guessed = 0, depth = 0;     // depth: 1 + index on the current path
    uint32_t like = NIL;            // won because it looks like that node in that node's zone
};

}  // namespace shikatsu
