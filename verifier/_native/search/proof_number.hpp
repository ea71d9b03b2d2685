// Local search: proof-number guided exploration with exact fixpoints over what has been explored.
//
// Guidance may use values that depend on the path (a state repeated on the current path is judged by
// the cycle rule). Such values are kept as `soft` for the current epoch only and never become results.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/common.hpp"
#include "search/lifting.hpp"
#include "watch.hpp"

namespace shikatsu {

// `G` is a graph that grows by expansion. `Way` is the search itself, derived from this: what guides it besides the
// numbers, with zones (search/search.hpp) or without (search/memory_search.hpp). A way has
//   FIRST_SOLVE, SHARE, MARGIN, CAPS    how it is paced; see where they are used
//   FRESH                               whether each round begins with first guesses
//   EACH                                what each further open move adds to the number of the side that has to meet them all
//   STOPS_WHEN_FULL                     whether a walk ends with the memory full, or only where it has to expand
//   begin()                             before the first round
//   review(root)                        whether what a walk found turns out not to hold: walk again
//   due()                               whether a round ends with a fixpoint
//   turn(root)                          how to look next, and `next_solve`
//   stuck(before)                       whether the graph is to grow beside the walks, too
//   siblings(id)                        what may settle a node before its moves are looked at
//   view(id)                            which moves of a node to leave aside, and what to make of their numbers
//   note(id, edge)                      a node seems to be won by an edge, or lost (NIL); false: look at it again
//   cycle(edge)                         the winner of a move back to a state of the path
template <class G, class Way>
struct ProofNumberSearch {
    using Node = typename G::Vertex;
    using Edge = typename G::Link;
    G& graph;
    Limits limits;
    Watch& watch;
    Order order = Order::Guided;
    bool fixpoints = true;                  // false: finite wins only, for relaxations without ko bans
    uint64_t solves = 0;
    uint32_t pn = 0, dn = 0;                // of the root, once a limit has ended the search
    uint8_t claimed = OPEN;                 // what df-pn says of the root where no proof was found

    struct Frame {
        uint32_t id, thpn, thdn;
        int32_t weight;                     // of the moves up to this state
        uint32_t marks;                     // marked states up to and including this one
        uint32_t late;                      // late retakes among the moves up to this state
    };
    std::vector<Frame> path;
    uint32_t epoch = 1;
    uint64_t next_solve = Way::FIRST_SOLVE; // when this round ends, in expansions
    uint64_t idle = 0;                      // steps since the last expansion
    Stop stop = Stop::Solved;
    Caps caps = Way::CAPS;

    ProofNumberSearch(G& explored, const Limits& bound, Watch& clock) : graph(explored), limits(bound), watch(clock) {}

    // `growing`: a node is to be expanded. Else so many moves are to be looked at.
    bool out_of_limits(bool growing, uint64_t moves = 0) {
        if (graph.expanded >= limits.nodes) stop = Stop::Nodes;
        else if ((growing || Way::STOPS_WHEN_FULL) && graph.full()) stop = Stop::Memory;
        else if (watch.over(growing ? Watch::OFTEN : 2 + moves)) stop = watch.stopped_by_user() ? Stop::Cancelled : Stop::Seconds;
        else return false;
        return true;
    }
    // Whether a state more may be expanded beside the walk, which then says why not.
    bool may_expand() { return !graph.full() && !watch.over(); }

    // Whether the node that an edge leads to would have to be made, and the limit on memory may forbid it.
    bool no_room(const Edge& e) const { return e.loose && graph.full(); }

    // Decide the root; its status stays OPEN if a limit stopped the search.
    Stop run(uint32_t root) {
        auto& nodes = graph.nodes;
        stop = Stop::Solved;
        way().begin();
        while (nodes[root].status == OPEN) {
            const uint64_t before = graph.expanded;
            const bool within = order == Order::Breadth ? breadth(root, graph.expanded / 2 + 64) : descend(root);
            if (!within && !path.empty()) take_stock();
            clear_path();
            if (nodes[root].status != OPEN) break;
            if (!within) break;
            if (order == Order::DepthFirst || order == Order::Naive) {
                claimed = seems(root);
                return solve(root) ? stop = Stop::Solved : stop = Stop::Unproved;
            }
            if (!fixpoints) {
                if (seems(root) != OPEN) return Stop::Exhausted;
                if (graph.expanded == before && !widen(root, 64)) return Stop::Exhausted;
                continue;
            }
            if (way().review(root)) {
                ++epoch;
                idle = 0;
                continue;
            }
            if (way().due() && solve(root)) break;
            way().turn(root);
            ++epoch;
            idle = 0;
            // Numbers that grew while a state was reached in many ways may be worth less than a fresh look.
            if (Way::FRESH)
                for (Node& v : nodes) {
                    if (v.status == OPEN && v.expanded) graph.guess(v);
                    if (watch.over(1)) break;
                }
            if (way().stuck(before)) {
                const size_t quota = 16 + graph.expanded / Way::SHARE;
                if (!repair(quota) && !widen(root, quota)) {
                    // Nothing left to expand: the residue needs larger measures.
                    if (caps.credit > 4096) return stop = Stop::Exhausted;
                    caps.credit *= 4;
                    caps.rank *= 4;
                }
            }
        }
        if (nodes[root].status != OPEN) return stop = Stop::Solved;
        // The limit may have come just in time.
        if (fixpoints && stop != Stop::Cancelled && !(stop == Stop::Seconds && concluded == graph.expanded)) solve(root);
        return nodes[root].status != OPEN ? stop = Stop::Solved : stop;
    }

    // Who seems to win a node, as this epoch's walks tell.
    uint8_t seems(uint32_t id) const { return graph.nodes[id].epoch == epoch ? graph.nodes[id].soft : OPEN; }

    std::optional<Lifting<G>> lifting;
    uint64_t concluded = ~uint64_t(0);      // how many states there were at the last fixpoint
    std::vector<uint32_t> weak;             // trapped nodes whose measure overflowed, per last solve
    std::vector<uint32_t> wanted;           // unexplored replies that a strategy could not disregard

    // Fixpoints: what a side wins on the explored graph if all that is unexplored were lost.
    bool solve(uint32_t root) {
        ++solves;
        concluded = graph.expanded;
        if (!lifting) lifting.emplace(graph, watch);
        weak.clear();
        wanted.clear();
        for (int side : {OWNER, ATTACKER}) {
            lifting->run(side, caps);
            wanted.insert(wanted.end(), lifting->wanted.begin(), lifting->wanted.end());
            if (graph.nodes[root].status != OPEN) return true;
            for (uint32_t id : lifting->lost)
                if (graph.nodes[id].state.turn == side) weak.push_back(id);
        }
        return false;
    }

    // Expand the untried moves of the side whose cycles turned out to be lost.
    bool repair(size_t quota) {
        bool any = false;
        auto explore = [&](uint32_t k) {
            const uint32_t id = graph.target(k);
            if (graph.nodes[id].status != OPEN || graph.nodes[id].expanded) return;
            graph.expand(id);
            --quota;
            any = true;
        };
        for (uint32_t k : wanted) {
            if (!quota || !may_expand()) break;
            explore(k);
        }
        for (uint32_t id : weak) {
            if (!quota || watch.over(1)) break;
            if (graph.nodes[id].status != OPEN) continue;
            uint32_t first = graph.nodes[id].first, end = first + graph.nodes[id].edges;
            for (uint32_t k = first; k < end && quota && !graph.full(); ++k) {
                if (watch.over(16)) break;
                if (!graph.edges[k].closing && !graph.edges[k].far) explore(k);
            }
        }
        return any;
    }

    // Expand unexplored states nearest to the root among those that can still matter.
    bool widen(uint32_t root, size_t quota) {
        std::vector<uint32_t> queue{root};
        std::vector<uint8_t> seen(graph.nodes.size(), 0);
        seen[root] = 1;
        bool any = false;
        for (size_t i = 0; i < queue.size() && quota && !graph.full(); ++i) {
            uint32_t id = queue[i];
            if (graph.nodes[id].status != OPEN) continue;
            if (watch.over(graph.nodes[id].expanded ? 16 * graph.nodes[id].edges : Watch::OFTEN)) break;
            if (!graph.nodes[id].expanded) {
                graph.expand(id);
                --quota;
                any = true;
                continue;
            }
            uint32_t first = graph.nodes[id].first, end = first + graph.nodes[id].edges;
            for (uint32_t k = first; k < end && !graph.full(); ++k) {
                const uint32_t u = graph.target(k);
                seen.resize(graph.nodes.size(), 0);
                if (!seen[u] && graph.nodes[u].status == OPEN) {
                    seen[u] = 1;
                    queue.push_back(u);
                }
            }
        }
        return any;
    }

    bool breadth(uint32_t root, size_t quota) {
        widen(root, quota);
        return !out_of_limits(true);
    }

    // The numbers of the root when a limit ended the search, with what was found out on the way down. They tell how far
    // away a win is, and change nothing for a search that goes on.
    void take_stock() {
        std::vector<std::pair<uint32_t, uint32_t>> before;
        for (const Frame& f : path) before.emplace_back(graph.nodes[f.id].pn, graph.nodes[f.id].dn);
        for (size_t i = path.size(); i-- > 0;) {
            Node& v = graph.nodes[path[i].id];
            if (v.status != OPEN || !v.expanded) continue;
            const uint8_t me = v.state.turn, other = uint8_t(1 - me);
            uint32_t least = INF - 1, most = 0, open = 0;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const Edge& e = graph.edges[k];
                if (e.closing || e.far || (!e.loose && graph.nodes[e.to].status != OPEN)) continue;
                ++open;
                least = std::min(least, graph.effort(e, me));
                most = std::max(most, graph.effort(e, other));
            }
            const uint32_t sum = open ? std::min(most + Way::EACH * (open - 1), INF - 1) : 0;
            v.pn = me == OWNER ? least : sum;
            v.dn = me == OWNER ? sum : least;
        }
        const Node& start = graph.nodes[path.front().id];
        pn = start.pn;
        dn = start.dn;
        for (size_t i = 0; i < path.size(); ++i) {
            graph.nodes[path[i].id].pn = before[i].first;
            graph.nodes[path[i].id].dn = before[i].second;
        }
    }

    void clear_path() {
        for (const Frame& f : path) graph.nodes[f.id].depth = 0;
        path.clear();
    }

    void push(uint32_t id, uint32_t thpn, uint32_t thdn, int32_t weight, uint32_t late) {
        Node& v = graph.nodes[id];
        const uint32_t marks = (path.empty() ? 0 : path.back().marks) + v.bad;
        path.push_back({id, thpn, thdn, weight, marks, late});
        v.depth = uint32_t(path.size());
    }

    void pop() {
        graph.nodes[path.back().id].depth = 0;
        path.pop_back();
    }

    int32_t weight_of(const Edge& e) const { return graph.weight_of(graph.nodes[e.from], e); }

    // Who wins the cycle that a move from the top of the path back to `to` closes.
    uint8_t cycle_winner(const Edge& e) const {
        const Frame& back = path[graph.nodes[e.to].depth - 1];
        const Frame& top = path.back();
        if (top.late - back.late + e.late) return uint8_t(graph.late_winner());
        const bool marked = top.marks - back.marks + graph.nodes[e.to].bad;
        return uint8_t(cycles::winner(top.weight - back.weight + weight_of(e), marked, graph.favoured()));
    }

    // The winner of a move from the top of the path, as far as is known or assumed.
    uint8_t value_of(const Edge& e) const {
        if (e.far) return uint8_t(1 - graph.nodes[e.from].state.turn);
        if (e.loose) return OPEN;
        const Node& u = graph.nodes[e.to];
        if (u.status != OPEN) return u.status;
        if (u.depth) return way().cycle(e);
        return u.epoch == epoch && order != Order::DepthFirst ? u.soft : OPEN;
    }

    // Proof-number search from the root. False: a limit was reached.
    bool descend(uint32_t root) {
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        path.clear();
        push(root, INF, INF, 0, 0);
        while (!path.empty()) {
            Frame f = path.back();
            uint32_t id = f.id;
            const bool fresh = nodes[id].status == OPEN && !nodes[id].expanded;
            if (out_of_limits(fresh, nodes[id].edges)) return false;
            if (fresh) {
                graph.expand(id);
                idle = 0;
            } else if (++idle > (order == Order::DepthFirst ? 2000000 : 20000 + graph.expanded / 4)) return true;
            if (nodes[root].status != OPEN) return true;
            if (fixpoints && order == Order::Guided && graph.expanded >= next_solve) return true;
            if (nodes[id].status != OPEN) {
                pop();
                continue;
            }
            way().siblings(id);
            if (nodes[id].status != OPEN) {
                if (nodes[root].status != OPEN) return true;
                pop();
                continue;
            }
            Node& v = nodes[id];
            for (uint32_t k = v.first; k < v.first + v.edges; ++k)
                if (!edges[k].loose) fetch_soon(&nodes[edges[k].to].status);
            // For the side to move its own number is the minimum, the other's a maximum plus the count.
            const uint8_t me = v.state.turn, other = uint8_t(1 - me);
            const auto view = way().view(id);
            uint32_t least = INF, second = INF, most = 0, open = 0;
            uint32_t best = NIL;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const Edge& e = edges[k];
                if (e.closing) continue;
                const uint8_t value = value_of(e);
                if (value == me) {
                    least = 0;
                    best = k;
                    break;
                }
                if (value != OPEN || view.leaves_aside(e)) continue;
                const uint32_t theirs = graph.effort(e, other), mine = view.seen(e, graph.effort(e, me));
                ++open;
                if (mine < least) {
                    second = least;
                    least = mine;
                    best = k;
                } else if (mine < second) second = mine;
                if (theirs > most) most = theirs;
            }
            if (least == 0 || best == NIL) {
                if (!way().note(id, best)) continue;
                v.soft = least == 0 ? me : other;
                v.epoch = epoch;
                if (least == 0) v.best = edges[best].move;
                pop();
                continue;
            }
            uint32_t sum = most + Way::EACH * (open - 1);
            uint32_t mine = least > INF - 1 ? INF - 1 : least;
            if (sum > INF - 1) sum = INF - 1;
            const bool owner = me == OWNER;
            v.pn = owner ? mine : sum;
            v.dn = owner ? sum : mine;
            uint32_t th_mine = owner ? f.thpn : f.thdn, th_theirs = owner ? f.thdn : f.thpn;
            if (mine >= th_mine || sum >= th_theirs) {
                pop();
                continue;
            }
            const Edge& e = edges[best];
            // A move may fall behind the second best by this share before that has its turn.
            const uint32_t step = second + 1 + second / Way::MARGIN;
            const uint32_t child_mine = view.meant(e, step < th_mine ? step : th_mine);
            // Without a bound there is none for the child either: its number may be the largest that there is.
            const uint32_t child_theirs = th_theirs == INF ? INF : th_theirs - Way::EACH * (open - 1);
            if (no_room(e)) {
                stop = Stop::Memory;
                return false;
            }
            const int32_t weight = f.weight + weight_of(e);
            const uint32_t late = f.late + e.late;
            push(graph.target(best), owner ? child_mine : child_theirs, owner ? child_theirs : child_mine, weight, late);
        }
        return true;
    }

  private:
    Way& way() { return static_cast<Way&>(*this); }
    const Way& way() const { return static_cast<const Way&>(*this); }
};

}  // namespace shikatsu
