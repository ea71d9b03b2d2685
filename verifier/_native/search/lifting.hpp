// Exact solution of the cyclic residue of an explored graph, for one side at a time: an adapter on cycles/lifting.hpp.
// Where the graph knows zones, strategies may disregard replies far from the fight, and the zones grow with the measures.
//
// Prisoners are counted as passes, which differs from captures by a potential only (suicide is forbidden).
#pragma once
#include <cstdint>
#include <vector>

#include "cycles/lifting.hpp"
#include "search/common.hpp"

namespace shikatsu {

using Caps = cycles::Room<int64_t>;

template <class G>
struct Lifting : cycles::Lifting<G> {
    using Base = cycles::Lifting<G>;
    using Node = typename G::Vertex;
    using Edge = typename G::Link;
    using Zone = typename G::Area;
    using Base::graph, Base::members, Base::measure, Base::out, Base::watch;
    std::vector<uint8_t> known;             // for each node who wins it, or EXPLORED: open, and its moves are known
    std::vector<Zone> zone;                 // what the strategy found so far depends on
    std::vector<uint32_t> choice;           // edge chosen by the side
    std::vector<uint8_t> changes;
    std::vector<uint32_t> lost;             // members that every measure is too small for
    std::vector<uint32_t> wanted;           // edges of unexplored replies that broke a strategy
    static constexpr uint64_t TOP = Base::Measure::TOP;
    static constexpr uint8_t EXPLORED = OPEN + 1;
    static constexpr uint8_t PATIENCE = 6;  // from so many changes on zones only grow, so that this ends

    Lifting(G& explored, Watch& clock) : Base(explored, clock) {}

    // Settle what `side` wins; return the number of nodes settled. Measures that time did not suffice for prove nothing.
    size_t run(int side, const Caps& caps) {
        wanted.clear();
        lost.clear();
        if (!keep(side) || members.empty()) return 0;
        bool done = true;
        if constexpr (G::ZONED) done = !graph.zones || sift(side, caps);
        if (done && !members.empty()) done = lift(side, caps);
        if (!done) {
            lost.clear();
            return 0;
        }
        return members.empty() ? 0 : settle(side);
    }

    // Nodes where the side can keep play among explored nodes for ever, replies that may turn out to be far
    // from the fight left aside. False: there was no time.
    bool keep(int side) {
        using cycles::Reach;
        // Nodes are far larger than what is asked of those that a move leads to.
        known.clear();
        for (const Node& v : graph.nodes) known.push_back(v.status == OPEN && v.expanded ? EXPLORED : v.status);
        const auto explored = [this](uint32_t id) { return known[id] == EXPLORED; };
        const auto mine = [side](const Node& v) { return v.state.turn == side; };
        const auto reach = [this, side](const Edge& e) {
            if (e.closing) return Reach::Nothing;
            if (e.loose) return graph.zones ? Reach::Nothing : Reach::Lost;
            const uint8_t after = known[e.to];
            if (after == EXPLORED) return Reach::Explored;
            return after != side && binds(e) ? Reach::Lost : Reach::Nothing;
        };
        return Base::trap(explored, mine, reach, [this](const Edge& e) { return binds(e); });
    }

    // Whether a reply can never be disregarded.
    bool binds(const Edge& e) const { return e.move < 0 || !graph.zones; }

    uint64_t demand(int side, const Node& v, const Edge& e, const Caps& caps) const {
        if (e.late) return side == graph.late_winner() && measure[e.to] != TOP ? 0 : TOP;
        return Base::Measure::need(measure[e.to], cycles::loss<int64_t>(side, graph.weight_of(v, e)), side == graph.favoured(),
                                   v.bad, caps);
    }

    bool inside(const Edge& e) const { return !e.loose && e.to > 1 && !out[e.to]; }

    // The side to move is `side`: its best move.
    uint64_t best_move(int side, uint32_t id, const Caps& caps) {
        const Node& v = graph.nodes[id];
        uint64_t need = TOP;
        uint32_t best = NIL, number = 0;
        for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
            const Edge& e = graph.edges[k];
            if (!inside(e) || e.closing) continue;
            const uint64_t d = demand(side, v, e, caps);
            if (d > need || d == TOP) continue;
            if constexpr (G::FIRST_OF_EQUALS) {
                if (d == need) continue;
            } else {
                const uint32_t hard = graph.effort(e, side);
                const bool better = d < need || k == choice[id] || (best != choice[id] && hard < number);
                if (!better) continue;
                number = hard;
            }
            need = d;
            best = k;
        }
        if (best != NIL) choice[id] = best;
        return need;
    }

    // The other side is to move: all replies.
    uint64_t replies(int side, uint32_t id, const Caps& caps) const {
        const Node& v = graph.nodes[id];
        uint64_t need = 0;
        for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
            const Edge& e = graph.edges[k];
            if (e.closing || !inside(e)) continue;
            const uint64_t d = demand(side, v, e, caps);
            if (d > need) need = d;
        }
        return need;
    }

    // The other side is to move: all replies that the zones cannot disregard.
    uint64_t replies(int side, uint32_t id, const Caps& caps, Zone& depends, const Zone* least) {
        const Node& v = graph.nodes[id];
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        const Edge& pass = edges[v.first];
        uint64_t need = 0;
        if (!pass.closing && inside(pass)) need = demand(side, v, pass, caps);
        if (need == TOP) return TOP;
        const Zone& after_pass = nodes[pass.to].status == side ? nodes[pass.to].zone : zone[pass.to];
        const Zone* passed = graph.answers_itself(v, side) ? nullptr : &after_pass;
        const bool all = graph.gather(id, side, passed, depends, [&](Edge& e, const Zone*& after) {
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
        }, least);
        return all ? need : TOP;
    }

    // Drop the members that are lost even if the other side had no replies but passes and those known to matter:
    // nearly all, and without zones it is quick to tell.
    bool sift(int side, const Caps& caps) {
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        const bool done = Base::saturate([&](uint32_t id) {
            const Node& v = nodes[id];
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
            return Base::raise(id, need);
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
        choice.assign(graph.nodes.size(), NIL);
        if constexpr (G::ZONED)
            if (graph.zones) return lift_zones(side, caps);
        return Base::saturate([&](uint32_t id) {
            const bool mine = graph.nodes[id].state.turn == side;
            return Base::raise(id, mine ? best_move(side, id, caps) : replies(side, id, caps));
        });
    }

    bool lift_zones(int side, const Caps& caps) {
        auto& nodes = graph.nodes;
        changes.assign(nodes.size(), 0);
        zone.assign(nodes.size(), graph.g.core(side));
        return Base::saturate([&](uint32_t id) {
            const Node& v = nodes[id];
            Zone depends = graph.g.all;
            uint64_t need = TOP;
            // Which passes that name kos have to be answered depends on the whole of the zone.
            const bool named = graph.g.rules.named();
            const Zone* least = named && changes[id] >= PATIENCE ? &zone[id] : nullptr;
            if (v.state.turn != side) need = replies(side, id, caps, depends, least);
            else if ((need = best_move(side, id, caps)) != TOP) {
                const Edge& e = graph.edges[choice[id]];
                depends = graph.zoner.own_move(v.state, e.move, nodes[e.to].state, zone[e.to], side, v.bad);
            }
            bool news = Base::raise(id, need);
            if (need != TOP) {
                if (changes[id] >= PATIENCE) depends |= zone[id];
                if (named) graph.zoner.seen(v.state, side, depends);
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
        size_t settled = 0;
        for (uint32_t id : members)
            if (measure[id] == TOP) lost.push_back(id);
        if constexpr (G::ZONED)
            for (uint32_t id : members) graph.nodes[id].own = graph.answers_itself(graph.nodes[id], side);
        for (uint32_t id : members)
            if (measure[id] != TOP) {
                Node& v = graph.nodes[id];
                v.status = uint8_t(side);
                if constexpr (G::ZONED) v.zone = graph.zones ? zone[id] : Zone(graph.g.all);
                if (v.state.turn == side) v.best = graph.edges[choice[id]].move;
                ++settled;
            }
        for (uint32_t id : members)
            if (measure[id] != TOP) graph.propagate(id);
        return settled;
    }
};

}  // namespace shikatsu
