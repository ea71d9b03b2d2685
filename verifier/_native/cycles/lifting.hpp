// The least measures of one side on a graph that is explored in part, by a worklist; unexplored states count as lost.
//
// A graph has arrays `nodes` and `edges`. The moves of node v are edges[v.first] and the v.edges - 1 after it; e leads
// from e.from to e.to; what leads to v is a list that begins with v.in, goes on with e.next_in and ends with NONE.
// The first states stand for ends of play, and are no members of anything.
#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "cycles/game.hpp"
#include "watch.hpp"
#include "words.hpp"

namespace shikatsu::cycles {

// Where a move leads for the side: to an explored state that is open, to what is lost for it, or to nothing that matters.
enum class Reach : uint8_t { Explored, Lost, Nothing };

template <class Graph>
struct Lifting {
    using Measure = Wide;
    static constexpr uint32_t NONE = ~uint32_t(0), FIRST = 2;
    static constexpr size_t AHEAD = 4;      // how many visits ahead memory is asked for

    Graph& graph;
    Watch& watch;
    std::vector<uint8_t> out;               // 1: cannot be shown won for the side on this graph
    std::vector<uint32_t> members;          // the others
    std::vector<uint64_t> measure;
    std::vector<uint32_t> count;
    std::vector<uint8_t> queued;
    std::deque<uint32_t> queue;

    Lifting(Graph& explored, Watch& clock) : graph(explored), watch(clock) {}

    // Members are the explored states from which the side can keep play among explored states for ever: those of its own
    // (`mine`) that have such a move, and the other side's that have no other. `reach` says where a move leads; `binds`
    // whether a move of the other side into a state that is out does for the state before. False: there was no time.
    template <class Explored, class Mine, class ReachOf, class Binds>
    bool trap(const Explored& explored, const Mine& mine, const ReachOf& reach, const Binds& binds) {
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        out.assign(nodes.size(), 1);
        count.assign(nodes.size(), 0);
        members.clear();
        std::vector<uint32_t> dropped;
        for (uint32_t id = FIRST; id < nodes.size(); ++id) {
            if (!explored(id)) continue;
            const auto& v = nodes[id];
            if (watch.late(1 + v.edges / 8)) return false;
            out[id] = 0;
            uint32_t good = 0;
            bool leak = false;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const Reach to = reach(edges[k]);
                good += to == Reach::Explored;
                leak = leak || to == Reach::Lost;
            }
            count[id] = good;
            if (mine(v) ? good == 0 : leak) {
                out[id] = 1;
                dropped.push_back(id);
            }
        }
        while (!dropped.empty()) {
            const uint32_t u = dropped.back();
            dropped.pop_back();
            for (uint32_t k = nodes[u].in; k != NONE; k = edges[k].next_in) {
                const auto& e = edges[k];
                if (e.closing || out[e.from]) continue;     // or not explored
                if (mine(nodes[e.from]) ? --count[e.from] == 0 : binds(e)) {
                    out[e.from] = 1;
                    dropped.push_back(e.from);
                }
            }
        }
        for (uint32_t id = FIRST; id < nodes.size(); ++id)
            if (!out[id]) members.push_back(id);
        return true;
    }

    // Lift all measures from nothing: visit members until no visit changes a thing that the states before depend on.
    // `visit` lifts one and says whether that changed something. False: there was no time.
    template <class Visit>
    bool saturate(const Visit& visit) {
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
                const auto& next = graph.nodes[queue[AHEAD]];
                fetch_soon(&graph.edges[next.first]);
                if (next.in != NONE) fetch_soon(&graph.edges[next.in]);
            }
            if (watch.late(1 + graph.nodes[id].edges)) return false;
            if (measure[id] == Measure::TOP || !visit(id)) continue;
            for (uint32_t k = graph.nodes[id].in; k != NONE; k = graph.edges[k].next_in) {
                const uint32_t p = graph.edges[k].from;
                if (out[p] || queued[p] || measure[p] == Measure::TOP) continue;
                queued[p] = 1;
                queue.push_back(p);
            }
        }
        return true;
    }

    // Lift one measure to what is needed; whether that is more than before.
    bool raise(uint32_t id, uint64_t need) {
        if (need <= measure[id]) return false;
        measure[id] = need;
        return true;
    }
};

}  // namespace shikatsu::cycles
