// Can a side force its way to a settled state in finitely many moves? For explanations; no verdict follows from it. The
// same search in Python is in verifier/jobs/explain/force.py.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/graph.hpp"
#include "watch.hpp"

namespace shikatsu {

enum class Forced : uint8_t { Yes, No, NotFound };

// Play that goes on for ever counts against the side. Of its moves it tries what looks easiest, and of the replies first the
// one that looks hardest.
template <int W>
class ForcedSearch {
  public:
    ForcedSearch(const Geometry<W>& g, const State<W>& begin, uint8_t winner, uint64_t bytes, Watch& clock)
        : graph(g, bytes), side(winner), watch(clock) {
        graph.zones = false;
        graph.closing_passes = false;           // where both sides pass for ever nothing is forced
        root = graph.intern(begin);
    }

    // Up to `most` states are expanded.
    Forced run(uint64_t most) {
        auto& nodes = graph.nodes;
        while (nodes[root].status == OPEN) {
            if (graph.expanded >= most || graph.full() || watch.over()) return Forced::NotFound;
            descend();
            uint32_t leaf = path.back();
            if (nodes[leaf].expanded) {         // all continuations run into the path itself
                const auto other = unexplored();
                if (!other) return Forced::No;
                path.assign(1, leaf = *other);
            }
            if (!settled(leaf)) graph.expand(leaf);
            for (size_t i = path.size(); i-- > 0;) estimate(path[i]);
        }
        return nodes[root].status == side ? Forced::Yes : Forced::No;
    }

  private:
    Graph<W> graph;
    const uint8_t side;
    Watch& watch;
    uint32_t root = 0, next = 2;                // next: all nodes before it are expanded or decided, and their moves nodes
    std::vector<uint32_t> effort{};             // of each node, as far as it was estimated
    std::vector<uint32_t> path{};

    static constexpr uint32_t MOST = 1u << 30;

    uint32_t effort_of(const Edge& e) const { return e.loose || e.to >= effort.size() ? 1 : std::max(effort[e.to], 1u); }
    bool chooses(const Node<W>& v) const { return v.state.turn == side; }
    bool open(const Edge& e) const { return e.loose || graph.nodes[e.to].status == OPEN; }

    // Whether statics end play in a node. Who moved was asked when it was made, and who did not move was not.
    bool settled(uint32_t id) {
        const int winner = graph.mover.settled(graph.nodes[id].state);
        if (winner == NOBODY) return false;
        graph.settle(id, winner);
        graph.propagate(id);
        return true;
    }

    // From the root to a node that is not expanded, or to one all open moves of which lead back to the path.
    void descend() {
        path.assign(1, root);
        for (uint32_t id = root; id != NIL && graph.nodes[id].expanded;) {
            graph.nodes[id].depth = 1;          // on the path
            id = easiest(id);
            if (id != NIL) path.push_back(id);
        }
        for (const uint32_t id : path) graph.nodes[id].depth = 0;
    }

    uint32_t easiest(uint32_t id) {
        const Node<W>& v = graph.nodes[id];
        uint32_t best = NIL;
        for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
            const Edge& e = graph.edges[k];
            if (!open(e) || (!e.loose && graph.nodes[e.to].depth)) continue;
            if (best == NIL || (chooses(v) ? effort_of(e) < effort_of(graph.edges[best]) : effort_of(e) > effort_of(graph.edges[best])))
                best = k;
        }
        return best == NIL ? NIL : graph.target(best);
    }

    // A node of which nothing is known yet, if there is one.
    std::optional<uint32_t> unexplored() {
        for (; next < graph.nodes.size(); ++next) {
            const Node<W>& v = graph.nodes[next];
            if (v.status != OPEN) continue;
            if (!v.expanded) return next;
            for (uint32_t k = v.first, end = v.first + v.edges; k < end; ++k)
                if (graph.edges[k].loose) return graph.target(k);
        }
        return std::nullopt;
    }

    void estimate(uint32_t id) {
        const Node<W>& v = graph.nodes[id];
        if (v.status != OPEN || !v.expanded) return;
        uint32_t least = MOST, hardest = 0, many = 0;
        for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
            const Edge& e = graph.edges[k];
            if (!open(e)) continue;
            least = std::min(least, effort_of(e));
            hardest = std::max(hardest, effort_of(e));
            ++many;
        }
        if (!many) return;
        if (id >= effort.size()) effort.resize(graph.nodes.size(), 1);
        effort[id] = std::min(chooses(v) ? least + 1 : hardest + many - 1, MOST);
    }
};

}  // namespace shikatsu
