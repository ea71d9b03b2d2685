// Examples for learning first guesses: states that a search met, what they promise, and what deciding each of them takes.
#pragma once
#include <cstdint>
#include <vector>

#include "bindings/drawing.hpp"
#include "search/search.hpp"

namespace shikatsu {

struct Sampling {
    uint64_t nodes = 10000, cap = 3000;     // of the search that meets the states, and for deciding each of them
    int draws = 200;
    uint64_t seed = 1, bytes = uint64_t(1) << 30;
};

// For each example the winner (NOBODY: not decided within the cap), the states expanded, the kind of state by which
// tables are chosen, and the traits. Moves of the search are drawn at random; what statics settle is left out.
template <int W>
std::vector<std::vector<int>> sample(const Geometry<W>& g, const State<W>& start, const Sampling& plan, Watch& watch) {
    Graph<W> graph(g, plan.bytes);
    Limits limits;
    limits.nodes = plan.nodes;
    limits.bytes = plan.bytes;
    Search<W> search(graph, limits, watch);
    search.run(graph.intern(start));
    uint64_t seed = plan.seed;
    std::vector<std::vector<int>> rows;
    for (int draw = 0; draw < plan.draws && !graph.edges.empty() && !watch.over(); ++draw) {
        const Edge e = graph.edges[drawn(seed, graph.edges.size())];
        if (e.move < 0 || e.far) continue;
        State<W> s;
        graph.mover.play(graph.nodes[e.from].state, e.move, s);
        if (graph.mover.settled(s) != NOBODY) continue;
        Graph<W> fresh(g, plan.bytes);
        Limits cap = limits;
        cap.nodes = plan.cap;
        Search<W> attempt(fresh, cap, watch);
        const uint32_t root = fresh.intern(s);
        attempt.run(root);
        const auto traits = graph.prospects.traits(s, graph.mover.bad(s));
        std::vector<int> row{fresh.nodes[root].status, int(fresh.expanded), graph.prospects.kind(s)};
        row.insert(row.end(), traits.begin(), traits.end());
        rows.push_back(row);
    }
    return rows;
}

}  // namespace shikatsu
