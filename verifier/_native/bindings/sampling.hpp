// Examples for learning first guesses and what speaks for a play: states that a search met, and what deciding each of them
// takes.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "drawing.hpp"
#include "search/search.hpp"

namespace shikatsu {

struct Sampling {
    uint64_t nodes = 10000, cap = 3000;     // of the search that meets the states, and for deciding each of them
    int draws = 200;
    uint64_t seed = 1, bytes = uint64_t(1) << 30;
};

// A search from a state, as in windows.
template <int W>
struct Sampled {
    Graph<W> graph;
    Search<W> search;
    uint32_t root;

    Sampled(const Geometry<W>& g, const State<W>& s, uint64_t nodes, uint64_t bytes, Watch& watch)
        : graph(g, bytes), search(graph, Limits(), watch) {
        search.limits.nodes = nodes;
        search.limits.bytes = bytes;
        graph.shaped = true;
        root = graph.intern(s);
        search.run(root);
    }
    Sampled(const Sampled&) = delete;       // its parts know each other's addresses
};

// Who wins a state (NOBODY: not decided within so many states), and the states expanded.
template <int W>
std::pair<int, int> decided(const Geometry<W>& g, const State<W>& s, const Sampling& plan, uint64_t most, Watch& watch) {
    const Sampled<W> sampled(g, s, most, plan.bytes, watch);
    return {sampled.graph.nodes[sampled.root].status, int(sampled.graph.expanded)};
}

// States that a search meets, each with the play before it: moves of the search are drawn at random, and what statics
// settle is left out. `told(graph, s, before)` is told of each.
template <int W, class Told>
void draw_states(const Geometry<W>& g, const State<W>& start, const Sampling& plan, Watch& watch, const Told& told) {
    Sampled<W> sampled(g, start, plan.nodes, plan.bytes, watch);
    Graph<W>& graph = sampled.graph;
    uint64_t seed = plan.seed;
    for (int draw = 0; draw < plan.draws && !graph.edges.empty() && !watch.over(); ++draw) {
        const Edge e = graph.edges[drawn(seed, graph.edges.size())];
        if (e.move < 0 || e.far) continue;
        State<W> s;
        graph.mover.play(graph.nodes[e.from].state, e.move, s);
        if (graph.mover.settled(s) == NOBODY) told(graph, s, e.move);
    }
}

// For each example the winner, the states expanded, the kind of state by which tables are chosen, and the traits.
template <int W>
std::vector<std::vector<int>> sample(const Geometry<W>& g, const State<W>& start, const Sampling& plan, Watch& watch) {
    std::vector<std::vector<int>> rows;
    draw_states(g, start, plan, watch, [&](Graph<W>& graph, const State<W>& s, int) {
        const auto [winner, states] = decided(g, s, plan, plan.cap, watch);
        const auto traits = graph.prospects.traits(s, graph.mover.bad(s));
        std::vector<int> row{winner, states, graph.prospects.kind(s)};
        row.insert(row.end(), traits.begin(), traits.end());
        rows.push_back(row);
    });
    return rows;
}

// States that the side to move wins, but not at once. For each example that side and the states expanded; then for each of
// its plays whether it wins (0), loses (1) or is open (2), the states expanded, the first guess, its surroundings and its
// signs (search/shapes.hpp).
template <int W>
std::vector<std::vector<int>> sample_plays(const Geometry<W>& g, const State<W>& start, const Sampling& plan, Watch& watch) {
    constexpr int EASY = 4;
    std::vector<std::vector<int>> rows;
    draw_states(g, start, plan, watch, [&](Graph<W>& graph, const State<W>& s, int before) {
        const int me = s.turn;
        const auto [winner, states] = decided(g, s, plan, plan.cap, watch);
        if (winner != me || states < EASY || !graph.weighs()) return;
        std::vector<Step<W>> steps;
        graph.mover.steps(s, steps);
        graph.measure(s, before);
        std::vector<int> row{me, states};
        for (const Step<W>& step : steps) {
            const int settled = step.winner != NOBODY ? step.winner : graph.mover.settled(step.to);
            if (settled == me) return;
            if (settled != NOBODY || step.move < 0) continue;
            const auto [by, tried] = decided(g, step.to, plan, uint64_t(2 * states + 100), watch);
            row.insert(row.end(), {by == me ? 0 : by == NOBODY ? 2 : 1, tried, int(graph.estimate(step.to).of(me))});
            const auto weighed = graph.shapes.weighed(s, step, graph.sight.distance[size_t(step.move)]);
            row.insert(row.end(), weighed.begin(), weighed.end());
        }
        rows.push_back(row);
    });
    return rows;
}

}  // namespace shikatsu
