// Exact solution of the cyclic residue of an explored graph, for one side at a time: unexplored states
// count as lost. Progress measures (energy, rank) are lifted to their least fixpoint; a finite measure
// proves a win, an overflow proves nothing.
//
// Prisoners are counted as passes, which differs from captures by a potential only (suicide is forbidden).
#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "graph.hpp"

namespace shikatsu {

struct Caps {
    uint32_t energy = 8, rank = 64;
};

template <int W>
struct Lifting {
    Graph<W>& graph;
    std::vector<uint8_t> out;               // 1: cannot be shown won for the side on this graph
    std::vector<uint32_t> count;
    std::vector<uint64_t> measure;          // energy << 32 | rank
    std::vector<uint32_t> members;
    bool root_in_trap = false;
    bool overflowed = false;
    static constexpr uint64_t TOP = ~uint64_t(0);

    explicit Lifting(Graph<W>& explored) : graph(explored) {}

    // Settle what `side` wins; return the number of nodes settled.
    size_t run(int side, uint32_t root, const Caps& caps) {
        trap(side);
        root_in_trap = graph.nodes[root].status == OPEN && graph.nodes[root].expanded && !out[root];
        overflowed = false;
        if (members.empty()) return 0;
        lift(side, caps);
        return settle(side);
    }

    // Nodes where the side can keep play among explored nodes for ever.
    void trap(int side) {
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        out.assign(nodes.size(), 1);
        count.assign(nodes.size(), 0);
        members.clear();
        std::vector<uint32_t> queue;
        for (uint32_t id = 2; id < nodes.size(); ++id) {
            const Node<W>& v = nodes[id];
            if (v.status != OPEN || !v.expanded) continue;
            out[id] = 0;
            uint32_t good = 0;
            bool leak = false;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const Edge& e = edges[k];
                if (e.closing) continue;
                const Node<W>& u = nodes[e.to];
                if (u.status == OPEN && u.expanded) ++good;
                else if (u.status != side) leak = true;
            }
            count[id] = good;
            if (v.state.turn == side ? good == 0 : leak) {
                out[id] = 1;
                queue.push_back(id);
            }
        }
        while (!queue.empty()) {
            uint32_t u = queue.back();
            queue.pop_back();
            for (uint32_t k = nodes[u].in; k != NIL; k = edges[k].next_in) {
                const Edge& e = edges[k];
                if (e.closing) continue;
                const Node<W>& p = nodes[e.from];
                if (p.status != OPEN || !p.expanded || out[e.from]) continue;
                if (p.state.turn != side || --count[e.from] == 0) {
                    out[e.from] = 1;
                    queue.push_back(e.from);
                }
            }
        }
        for (uint32_t id = 2; id < nodes.size(); ++id)
            if (!out[id]) members.push_back(id);
    }

    uint64_t demand(int side, const Node<W>& v, const Edge& e, const Caps& caps) const {
        uint64_t m = measure[e.to];
        if (m == TOP) return TOP;
        int64_t energy = int64_t(m >> 32);
        uint64_t rank = m & 0xffffffffu;
        if (graph.g.rules.weigh && e.move == PASS) energy += v.state.turn == side ? -1 : 1;
        if (energy < 0) return 0;
        if (side == OWNER) rank = v.bad ? 0 : rank + 1;
        else rank += v.bad;
        if (rank > caps.rank) {
            rank = 0;
            ++energy;
        }
        if (energy > int64_t(caps.energy)) return TOP;
        return uint64_t(energy) << 32 | rank;
    }

    void lift(int side, const Caps& caps) {
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        measure.assign(nodes.size(), 0);
        std::vector<uint8_t> queued(nodes.size(), 0);
        std::deque<uint32_t> queue(members.begin(), members.end());
        for (uint32_t id : members) queued[id] = 1;
        while (!queue.empty()) {
            uint32_t id = queue.front();
            queue.pop_front();
            queued[id] = 0;
            if (measure[id] == TOP) continue;
            const Node<W>& v = nodes[id];
            bool mine = v.state.turn == side;
            uint64_t need = mine ? TOP : 0;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const Edge& e = edges[k];
                bool inside = e.to > 1 && !out[e.to];
                if (mine) {
                    if (!inside || e.closing) continue;
                    uint64_t d = demand(side, v, e, caps);
                    if (d < need) need = d;
                } else {
                    if (!inside) continue;      // won for the side, or a pass answered by a pass
                    uint64_t d = demand(side, v, e, caps);
                    if (d > need) need = d;
                }
            }
            if (need <= measure[id]) continue;
            measure[id] = need;
            if (need == TOP) overflowed = true;
            for (uint32_t k = v.in; k != NIL; k = edges[k].next_in) {
                uint32_t p = edges[k].from;
                if (!out[p] && !queued[p] && measure[p] != TOP) {
                    queued[p] = 1;
                    queue.push_back(p);
                }
            }
        }
        for (uint32_t id : members) {
            if (measure[id] == TOP || nodes[id].state.turn != side) continue;
            Node<W>& v = nodes[id];
            uint64_t least = TOP;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const Edge& e = edges[k];
                if (e.to < 2 || out[e.to] || e.closing) continue;
                uint64_t d = demand(side, v, e, caps);
                if (d < least) {
                    least = d;
                    v.best = e.move;
                }
            }
        }
    }

    size_t settle(int side) {
        size_t settled = 0;
        for (uint32_t id : members)
            if (measure[id] != TOP) {
                graph.nodes[id].status = uint8_t(side);
                ++settled;
            }
        for (uint32_t id : members)
            if (measure[id] != TOP) graph.propagate(id);
        return settled;
    }
};

}  // namespace shikatsu
