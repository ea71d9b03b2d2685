// The explored part of the game graph, with results that hold whatever the path: a state is won for
// a side only if static rules, the attractor of won states, or a fixpoint over the explored graph say so.
#pragma once
#include <cstdint>
#include <new>
#include <stdexcept>
#include <vector>

#include "game.hpp"

namespace shikatsu {

constexpr uint8_t OPEN = NOBODY;
constexpr uint32_t NIL = ~uint32_t(0);
constexpr uint32_t INF = 1u << 28;

struct Edge {
    uint32_t to, from, next_in;     // next_in: next edge into the same node
    int16_t move;
    uint8_t captured;               // saturated; certificates recount
    uint8_t closing;                // a pass that the opponent's pass turns into a lost cycle
};

template <int W>
struct Node {
    State<W> state;
    uint8_t bad = 0, expanded = 0, tried = 0, status = OPEN, soft = OPEN;
    int16_t best = PASS;            // winning move of the side to move, once won
    uint16_t left = 0, edges = 0;   // left: edges not yet known to lose for the side to move
    uint32_t first = 0, in = NIL;
    uint32_t pn = 1, dn = 1;
    uint32_t epoch = 0, depth = 0;  // depth: 1 + index on the current path
};

template <int W>
struct Graph {
    const Geometry<W>& g;
    Mover<W> mover;
    std::vector<Node<W>> nodes;
    std::vector<Edge> edges;
    std::vector<uint64_t> table;            // high half of the hash, then the node's number
    std::vector<Step<W>> steps;
    std::vector<uint64_t> hashes;
    std::vector<uint32_t> stack;
    uint64_t expanded = 0;
    bool closing_passes;

    static constexpr uint64_t FREE = ~uint64_t(0);

    uint64_t limit;

    Graph(const Geometry<W>& geometry, uint64_t bytes)
        : g(geometry), mover(geometry), table(1 << 12, FREE), limit(bytes) {
        // Address space for all that the limit allows; memory is taken page by page as it is used.
        for (;; bytes /= 2) {
            try {
                nodes.reserve(bytes / 4 * 3 / sizeof(Node<W>) + 1024);
                edges.reserve(bytes / 4 / sizeof(Edge) + 1024);
                break;
            } catch (const std::bad_alloc&) {
                if (bytes < (1 << 20)) throw;   // the machine cannot even hold a small graph
            } catch (const std::length_error&) {
            }
        }
        closing_passes = !g.rules.passes_end;
        // Nodes 0 and 1 stand for ends of play won by the owner and by the attacker.
        nodes.resize(2);
        nodes[OWNER].status = OWNER;
        nodes[ATTACKER].status = ATTACKER;
    }

    size_t bytes() const {
        // The fixpoints keep a measure, a count and marks for each node.
        return nodes.size() * (sizeof(Node<W>) + 24) + edges.size() * sizeof(Edge) + table.size() * sizeof(uint64_t);
    }

    // Whether the next expansion may exceed the memory limit. A table that grows is held twice for a moment.
    bool full() const {
        const size_t most = size_t(g.n) + 1;
        const size_t growing = (nodes.size() + most) * 2 > table.size() ? 3 * table.size() * sizeof(uint64_t) : 0;
        return nodes.size() + most > nodes.capacity() || edges.size() + most > edges.capacity() ||
               bytes() + growing > limit;
    }

    uint32_t find(const State<W>& s) const {
        const uint64_t h = s.hash();
        const size_t mask = table.size() - 1;
        for (size_t i = h & mask; table[i] != FREE; i = (i + 1) & mask)
            if (table[i] >> 32 == h >> 32 && nodes[uint32_t(table[i])].state == s) return uint32_t(table[i]);
        return NIL;
    }

    // Number of a state; `twin` is a node with the same stones, not settled, if the caller knows one.
    uint32_t intern(const State<W>& s, uint32_t twin = NIL) { return intern(s, s.hash(), twin); }

    uint32_t intern(const State<W>& s, const uint64_t h, uint32_t twin) {
        if (nodes.size() * 2 > table.size()) grow();
        const size_t mask = table.size() - 1;
        size_t i = h & mask;
        for (; table[i] != FREE; i = (i + 1) & mask)
            if (table[i] >> 32 == h >> 32 && nodes[uint32_t(table[i])].state == s) return uint32_t(table[i]);
        const uint32_t id = uint32_t(nodes.size());
        table[i] = h >> 32 << 32 | id;
        nodes.emplace_back();
        Node<W>& v = nodes.back();
        v.state = s;
        if (twin != NIL) {
            v.bad = nodes[twin].bad;        // the same board: a pass
        } else {
            v.bad = mover.bad(s);
            // A move seldom settles matters for the side that did not make it, unless they were before.
            const int side = 1 - s.turn;
            if (mover.settled_for(s, side)) v.status = uint8_t(side);
            else if (id == 2 && mover.settled_for(s, s.turn)) v.status = s.turn;
        }
        if (v.status == OPEN) estimate(v);
        return id;
    }

    // First guess of the proof numbers. The side to move is better off the more moves it has; a unit with
    // many liberties is hard to kill, and one that has been taken is the harder to regain the larger it was.
    void estimate(Node<W>& v) const {
        const State<W>& s = v.state;
        Bits<W> empty = g.all.minus(s.s[0] | s.s[1]);
        uint32_t room = uint32_t(empty.count()), size = uint32_t(g.unit.count());
        v.pn = v.dn = 2;
        (s.turn == OWNER ? v.dn : v.pn) += room;
        if (g.unit.within(s.s[OWNER])) {
            Bits<W> chain = g.flood(Bits<W>::single(g.unit.lowest()), s.s[OWNER]);
            v.dn += uint32_t((g.around(chain) & empty).count());
        } else v.pn += 2 + (v.bad ? size : 4 * size);
    }

    void grow() {
        std::vector<uint64_t> old(table.size() * 2, FREE);
        old.swap(table);
        const size_t mask = table.size() - 1;
        for (uint32_t id = 2; id < nodes.size(); ++id) {
            const uint64_t h = nodes[id].state.hash();
            size_t i = h & mask;
            while (table[i] != FREE) i = (i + 1) & mask;
            table[i] = h >> 32 << 32 | id;
        }
    }

    // Generate the moves of an open node and settle it at once if the children allow.
    void expand(uint32_t id) {
        State<W> s = nodes[id].state;
        mover.steps(s, steps);
        // The hash table is far larger than the caches: ask for all its lines before the first is needed.
        hashes.clear();
        for (const Step<W>& step : steps) {
            hashes.push_back(step.to.hash());
            __builtin_prefetch(&table[hashes.back() & (table.size() - 1)]);
        }
        const uint8_t turn = s.turn;
        nodes[id].expanded = 1;
        nodes[id].first = uint32_t(edges.size());
        nodes[id].edges = uint16_t(steps.size());
        ++expanded;
        uint16_t left = 0;
        uint8_t won = OPEN;
        for (size_t i = 0; i < steps.size(); ++i) {
            const Step<W>& step = steps[i];
            uint32_t to = step.winner;
            if (to == NOBODY) to = intern(step.to, hashes[i], step.move == PASS ? id : NIL);
            Edge e;
            e.to = to;
            e.from = id;
            e.move = step.move;
            e.captured = uint8_t(step.captured > 255 ? 255 : step.captured);
            // Both sides passing for ever: the owner wins that cycle iff the board is bad.
            e.closing = step.move == PASS && closing_passes && s.ban < 0 && nodes[id].bad != (turn == OWNER);
            e.next_in = nodes[to].in;
            if (to > 1) nodes[to].in = uint32_t(edges.size());
            edges.push_back(e);
            uint8_t st = nodes[to].status;
            if (st == turn && won == OPEN) {
                won = turn;
                nodes[id].best = step.move;
            }
            if (!(e.closing || st == 1 - turn)) ++left;
        }
        nodes[id].left = left;
        if (won == OPEN && left == 0) won = 1 - turn;
        if (won != OPEN) {
            nodes[id].status = won;
            propagate(id);
        }
    }

    // Carry the result of a node to all nodes that it decides.
    void propagate(uint32_t id) {
        stack.push_back(id);
        while (!stack.empty()) {
            uint32_t u = stack.back();
            stack.pop_back();
            uint8_t winner = nodes[u].status;
            for (uint32_t k = nodes[u].in; k != NIL; k = edges[k].next_in) {
                const Edge& e = edges[k];
                Node<W>& p = nodes[e.from];
                if (p.status != OPEN) continue;
                if (p.state.turn == winner) {
                    if (e.closing) continue;
                    p.status = winner;
                    p.best = e.move;
                    stack.push_back(e.from);
                } else if (!e.closing && --p.left == 0) {
                    p.status = winner;
                    stack.push_back(e.from);
                }
            }
        }
    }
};

}  // namespace shikatsu
