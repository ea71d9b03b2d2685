// Exact solution of the cyclic residue of an explored graph, for one side at a time: unexplored states
// count as lost. Progress measures (energy, rank) are lifted to their least fixpoint; a finite measure
// proves a win, an overflow proves nothing.
//
// Prisoners are counted as passes, which differs from captures by a potential only (suicide is forbidden).
#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "cycles/game.hpp"
#include "search/graph.hpp"
#include "watch.hpp"

namespace shikatsu {

using Caps = cycles::Room<int64_t>;

template <int W>
struct Lifting {
    Graph<W>& graph;
    Watch& watch;
    std::vector<uint8_t> out;               // 1: cannot be shown won for the side on this graph
    std::vector<uint8_t> known;             // for each node who wins it, or EXPLORED: open, and its moves are known
    std::vector<uint32_t> count;
    std::vector<uint64_t> measure;          // energy << 32 | rank
    std::vector<Zone<W>> zone;              // what the strategy found so far depends on
    std::vector<uint32_t> choice;           // edge chosen by the side
    std::vector<uint8_t> changes;
    std::vector<uint32_t> members;
    std::vector<uint32_t> lost;             // members that every measure is too small for
    std::vector<uint8_t> queued;
    std::deque<uint32_t> queue;
    std::vector<uint32_t> wanted;           // edges of unexplored replies that broke a strategy
    static constexpr uint64_t TOP = ~uint64_t(0);
    static constexpr uint8_t EXPLORED = OPEN + 1;
    static constexpr size_t AHEAD = 4;      // how many visits ahead memory is asked for
    static constexpr uint8_t PATIENCE = 6;  // from so many changes on zones only grow, so that this ends

    Lifting(Graph<W>& explored, Watch& clock) : graph(explored), watch(clock) {}

    // Settle what `side` wins; return the number of nodes settled. Measures that time did not suffice for prove nothing.
    size_t run(int side, const Caps& caps) {
        wanted.clear();
        lost.clear();
        if (!trap(side) || members.empty()) return 0;
        if ((graph.zones && !sieve(side, caps)) || (!members.empty() && !lift(side, caps))) {
            lost.clear();
            return 0;
        }
        return members.empty() ? 0 : settle(side);
    }

    // Nodes where the side can keep play among explored nodes for ever, replies that may turn out to be far
    // from the fight left aside. False: there was no time.
    bool trap(int side) {
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        out.assign(nodes.size(), 1);
        count.assign(nodes.size(), 0);
        members.clear();
        std::vector<uint32_t> queue;
        // Nodes are far larger than what is asked of those that a move leads to.
        known.clear();
        for (const Node<W>& v : nodes) known.push_back(v.status == OPEN && v.expanded ? EXPLORED : v.status);
        for (uint32_t id = 2; id < nodes.size(); ++id) {
            if (known[id] != EXPLORED) continue;
            const Node<W>& v = nodes[id];
            if (watch.late(1 + v.edges / 8)) return false;
            out[id] = 0;
            uint32_t good = 0;
            bool leak = false;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const Edge& e = edges[k];
                if (e.closing) continue;
                if (e.loose) {
                    leak = leak || !graph.zones;
                    continue;
                }
                const uint8_t after = known[e.to];
                if (after == EXPLORED) ++good;
                else if (after != side && (e.move < 0 || !graph.zones)) leak = true;
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
                if (out[e.from]) continue;      // or not explored
                if (nodes[e.from].state.turn != side ? e.move < 0 || !graph.zones : --count[e.from] == 0) {
                    out[e.from] = 1;
                    queue.push_back(e.from);
                }
            }
        }
        for (uint32_t id = 2; id < nodes.size(); ++id)
            if (!out[id]) members.push_back(id);
        return true;
    }

    uint64_t demand(int side, const Node<W>& v, const Edge& e, const Caps& caps) const {
        const int64_t lost = graph.g.rules.weigh && e.move < 0 ? (v.state.turn == side ? -1 : 1) : 0;
        return cycles::Wide::need(measure[e.to], lost, side == OWNER, v.bad, caps);
    }

    bool inside(const Edge& e) const { return !e.loose && e.to > 1 && !out[e.to]; }

    // The side to move is `side`: its best move.
    uint64_t best_move(int side, uint32_t id, const Caps& caps, Zone<W>& depends) {
        const Node<W>& v = graph.nodes[id];
        uint64_t need = TOP;
        uint32_t best = NIL, number = 0;
        for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
            const Edge& e = graph.edges[k];
            if (!inside(e) || e.closing) continue;
            const uint64_t d = demand(side, v, e, caps);
            if (d > need || d == TOP) continue;
            const Node<W>& u = graph.nodes[e.to];
            const uint32_t hard = side == OWNER ? u.pn : u.dn;
            const bool better = d < need || k == choice[id] || (best != choice[id] && hard < number);
            if (!better) continue;
            need = d;
            best = k;
            number = hard;
        }
        if (best == NIL) return TOP;
        choice[id] = best;
        const Edge& e = graph.edges[best];
        if (graph.zones)
            depends = graph.zoner.own_move(v.state, e.move, graph.nodes[e.to].state, zone[e.to], side, v.bad);
        return need;
    }

    // The other side is to move: all replies that the zones cannot disregard.
    uint64_t replies(int side, uint32_t id, const Caps& caps, Zone<W>& depends) {
        const Node<W>& v = graph.nodes[id];
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        const Edge& pass = edges[v.first];
        uint64_t need = 0;
        if (!pass.closing && inside(pass)) need = demand(side, v, pass, caps);
        if (!graph.zones) {
            for (uint32_t k = v.first + 1; k < v.first + v.edges; ++k)
                if (inside(edges[k])) {
                    const uint64_t d = demand(side, v, edges[k], caps);
                    if (d > need) need = d;
                }
            return need;
        }
        if (need == TOP) return TOP;
        const Zone<W>& after_pass = nodes[pass.to].status == side ? nodes[pass.to].zone : zone[pass.to];
        const Zone<W>* passed = graph.answers_itself(v, side) ? nullptr : &after_pass;
        const bool all = graph.gather(id, side, passed, depends, [&](Edge& e, const Zone<W>*& after) {
            const uint8_t status = e.loose ? OPEN : nodes[e.to].status;
            if (status == side) {
                after = &nodes[e.to].zone;
                return true;
            }
            if (inside(e)) {
                const uint64_t d = demand(side, v, e, caps);
                if (d == TOP) return false;
                if (d > need) need = d;
                after = &zone[e.to];
                return true;
            }
            e.must = 1;
            if (e.loose || (status == OPEN && !nodes[e.to].expanded)) wanted.push_back(uint32_t(&e - edges.data()));
            return false;
        });
        return all ? need : TOP;
    }

    // Lift all measures from nothing: visit members until no visit changes a thing that their parents depend on.
    // False: there was no time for that.
    template <class Visit>
    bool saturate(Visit visit) {
        measure.assign(graph.nodes.size(), 0);
        queued.assign(graph.nodes.size(), 0);
        queue.assign(members.rbegin(), members.rend());
        for (uint32_t id : members) queued[id] = 1;
        while (!queue.empty()) {
            const uint32_t id = queue.front();
            queue.pop_front();
            queued[id] = 0;
            // The graph is far larger than the caches.
            if (queue.size() > 2 * AHEAD) {
                fetch_soon(&graph.nodes[queue[2 * AHEAD]]);
                const Node<W>& next = graph.nodes[queue[AHEAD]];
                fetch_soon(&graph.edges[next.first]);
                if (next.in != NIL) fetch_soon(&graph.edges[next.in]);
            }
            if (watch.late(1 + graph.nodes[id].edges)) return false;
            if (measure[id] == TOP || !visit(id)) continue;
            for (uint32_t k = graph.nodes[id].in; k != NIL; k = graph.edges[k].next_in) {
                const uint32_t p = graph.edges[k].from;
                if (out[p] || queued[p] || measure[p] == TOP) continue;
                queued[p] = 1;
                queue.push_back(p);
            }
        }
        return true;
    }

    // Drop the members that are lost even if the other side had no replies but passes and those known to matter:
    // nearly all, and without zones it is quick to tell.
    bool sieve(int side, const Caps& caps) {
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        const bool done = saturate([&](uint32_t id) {
            const Node<W>& v = nodes[id];
            const bool mine = v.state.turn == side;
            uint64_t need = mine ? TOP : 0;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const Edge& e = edges[k];
                if (e.closing || (!mine && e.move >= 0 && !e.must)) continue;
                if (!inside(e)) {
                    if (!mine && !e.far && (e.loose || nodes[e.to].status != side)) need = TOP;
                    continue;
                }
                const uint64_t d = demand(side, v, e, caps);
                if (mine ? d < need : d > need) need = d;
            }
            if (need <= measure[id]) return false;
            measure[id] = need;
            return true;
        });
        if (!done) return false;
        size_t kept = 0;
        for (uint32_t id : members) {
            if (measure[id] == TOP) {
                out[id] = 1;
                lost.push_back(id);
            } else members[kept++] = id;
        }
        members.resize(kept);
        return true;
    }

    bool lift(int side, const Caps& caps) {
        auto& nodes = graph.nodes;
        choice.assign(nodes.size(), NIL);
        changes.assign(nodes.size(), 0);
        if (graph.zones) zone.assign(nodes.size(), graph.g.unit);
        return saturate([&](uint32_t id) {
            Zone<W> depends = graph.g.all;
            const bool mine = nodes[id].state.turn == side;
            uint64_t need = mine ? best_move(side, id, caps, depends) : replies(side, id, caps, depends);
            bool news = need > measure[id];
            if (news) measure[id] = need;
            if (graph.zones && need != TOP) {
                if (changes[id] >= PATIENCE) depends |= zone[id];
                if (!(depends == zone[id])) {
                    zone[id] = depends;
                    if (changes[id] < PATIENCE) ++changes[id];
                    news = true;
                }
            }
            return news;
        });
    }

    size_t settle(int side) {
        for (uint32_t id : members)
            if (measure[id] == TOP) lost.push_back(id);
        size_t settled = 0;
        for (uint32_t id : members) graph.nodes[id].own = graph.answers_itself(graph.nodes[id], side);
        for (uint32_t id : members)
            if (measure[id] != TOP) {
                Node<W>& v = graph.nodes[id];
                v.status = uint8_t(side);
                v.zone = graph.zones ? zone[id] : Zone<W>(graph.g.all);
                if (v.state.turn == side) v.best = graph.edges[choice[id]].move;
                ++settled;
            }
        for (uint32_t id : members)
            if (measure[id] != TOP) graph.propagate(id);
        return settled;
    }
};

}  // namespace shikatsu
