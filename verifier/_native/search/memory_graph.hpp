// The explored part of a game that remembers, with results that hold whatever the path. It knows no zones.
#pragma once
#include <cstdint>
#include <vector>

#include "games/memory.hpp"
#include "search/common.hpp"
#include "search/first_sight.hpp"

namespace shikatsu {

template <int W>
struct MemoryGraph {
    using Game = MemoryGame<W>;
    using State = MemoryState<W>;
    using Step = MemoryStep<W>;
    static constexpr bool ZONED = false, zones = false;
    static constexpr bool FIRST_OF_EQUALS = true;   // of equal moves a strategy takes the first
    struct Area {};                                 // proofs depend on everything
    struct Link {
        uint32_t to, from, next_in;
        int16_t move;
        static constexpr bool loose = false, closing = false, far = false, late = false;      // as they are in Edge
    };
    struct Vertex {
        State state;
        uint8_t bad = 0, expanded = 0, status = OPEN, soft = OPEN;              // bad: marked
        int16_t best = PASS;
        uint16_t left = 0, edges = 0;
        uint32_t first = 0, in = NIL, pn = 1, dn = 1, epoch = 0, depth = 0;
    };
    static constexpr uint64_t FREE = ~uint64_t(0);

    Game& game;
    uint64_t limit;
    std::vector<Vertex> nodes;
    std::vector<Link> edges;
    std::vector<uint64_t> table;
    std::vector<Step> steps;
    std::vector<uint32_t> stack;
    uint64_t expanded = 0;

    MemoryGraph(Game& g, uint64_t bytes) : game(g), limit(bytes), table(1 << 12, FREE), sight{g.g} {
        nodes.resize(2);                    // ends of play won by the owner and by the attacker
        nodes[OWNER].status = OWNER;
        nodes[ATTACKER].status = ATTACKER;
    }

    size_t bytes() const {
        return nodes.size() * (sizeof(Vertex) + 24) + edges.size() * sizeof(Link) + table.size() * 8;
    }
    // Vectors that grow are held twice for a moment.
    bool full() const { return 2 * bytes() > limit || nodes.size() > 0xfffff000u; }

    // The cycle game.
    int favoured() const { return game.marks(); }
    int late_winner() const { return NOBODY; }      // here bans are remembered to the letter
    int32_t weight_of(const Vertex& from, const Link& e) const {
        if (e.move >= 0 || !game.weighs()) return 0;
        return from.state.turn == ATTACKER ? 1 : -1;
    }

    uint32_t target(uint32_t k) const { return edges[k].to; }
    uint32_t effort(const Link& e, int side) const { return side == OWNER ? nodes[e.to].pn : nodes[e.to].dn; }
    void guess(Vertex& v) const { game.estimate(v.state, v.pn, v.dn); }

    uint32_t find(const State& s) const {
        const uint64_t h = s.hash();
        const size_t mask = table.size() - 1;
        for (size_t i = h & mask; table[i] != FREE; i = (i + 1) & mask)
            if (table[i] >> 32 == h >> 32 && nodes[uint32_t(table[i])].state == s) return uint32_t(table[i]);
        return NIL;
    }

    // Number of a state. A play seldom settles matters for the side that did not make it, and a pass never does.
    uint32_t intern(const State& s, bool passed = false) {
        if (nodes.size() * 2 > table.size()) {
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
        const uint64_t h = s.hash();
        const size_t mask = table.size() - 1;
        size_t i = h & mask;
        for (; table[i] != FREE; i = (i + 1) & mask)
            if (table[i] >> 32 == h >> 32 && nodes[uint32_t(table[i])].state == s) return uint32_t(table[i]);
        const uint32_t id = uint32_t(nodes.size());
        table[i] = h >> 32 << 32 | id;
        nodes.emplace_back();
        Vertex& v = nodes.back();
        v.state = s;
        if (id == 2) {
            const int side = game.settled(s);
            if (side != NOBODY) v.status = uint8_t(side);
        } else if (!passed && game.settled_for(s, 1 - s.turn)) v.status = uint8_t(1 - s.turn);
        if (v.status == OPEN) {
            v.bad = game.marked(s);
            guess(v);
        }
        return id;
    }

    // How little is to be expected of a move.
    FirstSight<W> sight;
    uint32_t doubt(const State& s, const Step& step) const {
        if (step.move < 0) return step.move == PASS ? 3 : 1;
        return sight.doubt(Taste(), s, step, false);
    }

    void expand(uint32_t id) {
        const State s = nodes[id].state;
        const uint8_t turn = s.turn;
        game.steps(s, steps);
        sight.measure(s.s, FirstSight<W>::FAR_AWAY);
        nodes[id].expanded = 1;
        nodes[id].first = uint32_t(edges.size());
        nodes[id].edges = uint16_t(steps.size());
        ++expanded;
        uint16_t left = 0;
        bool won = false;
        for (const Step& step : steps) {
            const size_t known = nodes.size();
            const uint32_t to = step.winner != NOBODY ? step.winner : intern(step.to, step.move < 0);
            if (nodes.size() > known && nodes[to].status == OPEN)
                (turn == OWNER ? nodes[to].pn : nodes[to].dn) += doubt(s, step);
            const Link e{to, id, nodes[to].in, step.move};
            if (to > 1) nodes[to].in = uint32_t(edges.size());
            edges.push_back(e);
            const uint8_t status = nodes[to].status;
            if (status == turn && !won) {
                won = true;
                nodes[id].best = step.move;
            }
            if (status != 1 - turn) ++left;
        }
        nodes[id].left = left;
        if (won || !left) {
            nodes[id].status = won ? turn : uint8_t(1 - turn);
            propagate(id);
        }
    }

    void propagate(uint32_t id) {
        stack.push_back(id);
        while (!stack.empty()) {
            const uint32_t u = stack.back();
            stack.pop_back();
            const uint8_t winner = nodes[u].status;
            for (uint32_t k = nodes[u].in; k != NIL; k = edges[k].next_in) {
                Vertex& p = nodes[edges[k].from];
                if (p.status != OPEN) continue;
                if (p.state.turn == winner) p.best = edges[k].move;
                else if (--p.left) continue;
                p.status = winner;
                stack.push_back(edges[k].from);
            }
        }
    }
};

}  // namespace shikatsu
