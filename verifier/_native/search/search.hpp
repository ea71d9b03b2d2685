// Local search: proof-number guided exploration with exact fixpoints over what has been explored.
//
// Guidance may use values that depend on the path (a state repeated on the current path is judged by
// the cycle rule). Such values are kept as `soft` for the current epoch only and never become results.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/graph.hpp"
#include "search/lifting.hpp"
#include "watch.hpp"

namespace shikatsu {

struct Limits {
    uint64_t nodes = 2000000;
    double seconds = 60;
    uint64_t bytes = uint64_t(1) << 30;
};

// How many items of so many bytes a proof may have while it is made. There is what has not been used for searching, or
// a part of the limit if that is more, since a search that ends with its memory full may have found something.
inline size_t room_for_proof(uint64_t limit, uint64_t searched, size_t item) {
    const uint64_t left = limit > searched ? limit - searched : 0;
    return size_t(std::min(std::max(left, limit / 4) / item, uint64_t(20000000)));
}

enum class Stop : uint8_t { Solved, Nodes, Seconds, Memory, Cancelled, Exhausted, Unproved };

inline const char* stop_name(Stop s) {
    switch (s) {
        case Stop::Solved: return "solved";
        case Stop::Nodes: return "nodes";
        case Stop::Seconds: return "seconds";
        case Stop::Memory: return "memory";
        case Stop::Cancelled: return "cancelled";
        case Stop::Exhausted: return "exhausted";
        case Stop::Unproved: return "unproved";
    }
    return "";
}

// How to explore. Guided is the one to use; the others are there to be compared with it.
enum class Order : uint8_t {
    Guided,         // proof numbers, with a fixpoint over the explored graph now and then
    Breadth,        // nearest states first, and fixpoints
    DepthFirst,     // df-pn that stores nothing that depends on the path; one fixpoint at the end
    Naive,          // df-pn that stores such results as if they did not; one fixpoint at the end
};

template <int W>
struct Search {
    Graph<W>& graph;
    Limits limits;
    Watch& watch;
    Order order = Order::Guided;
    bool fixpoints = true;                  // false: finite wins only, for the ko-free sandwich
    uint64_t solves = 0;
    uint8_t claimed = OPEN;                 // what df-pn says of the root where no proof was found

    struct Frame {
        uint32_t id, thpn, thdn;
        int32_t weight;                     // passes of the attacker minus the owner's, up to this state
        uint32_t bads;                      // bad states up to and including this one
    };
    std::vector<Frame> path;
    uint32_t epoch = 1;
    bool narrow = false;                    // disregard replies outside guessed zones
    uint8_t suspect = OPEN;                 // the side whose passes are looked into before its other moves
    size_t turns = 0;                       // ways of looking taken so far
    static constexpr uint32_t FAVOUR = 8, PUT_OFF = 8;     // of such a pass; of moves that have not mattered so far
    static constexpr uint32_t MARGIN = 64;  // by what share a move may fall behind the second best before that has its turn
    uint64_t next_solve = 128, solved = 0;  // when this turn ends, and when there was a fixpoint, in expansions
    static constexpr uint64_t SELDOM = 2;
    uint64_t idle = 0;                      // steps since the last expansion
    Stop stop = Stop::Solved;
    Caps caps{8, 64};

    Search(Graph<W>& explored, const Limits& bound, Watch& clock) : graph(explored), limits(bound), watch(clock) {}

    // `growing`: a node is to be expanded. Else so many moves are to be looked at.
    bool out_of_limits(bool growing, uint64_t moves = 0) {
        if (graph.expanded >= limits.nodes) stop = Stop::Nodes;
        else if (growing && graph.full()) stop = Stop::Memory;
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
        look();
        while (nodes[root].status == OPEN) {
            uint64_t before = graph.expanded;
            bool within = order == Order::Breadth ? breadth(root, graph.expanded / 2 + 64) : descend(root);
            clear_path();
            if (nodes[root].status != OPEN) break;
            if (!within) break;
            if (order == Order::DepthFirst || order == Order::Naive) {
                claimed = nodes[root].epoch == epoch ? nodes[root].soft : OPEN;
                return solve(root) ? stop = Stop::Solved : stop = Stop::Unproved;
            }
            if (!fixpoints) {
                if (nodes[root].epoch == epoch && nodes[root].soft != OPEN) return Stop::Exhausted;
                if (graph.expanded == before && !widen(root, 64)) return Stop::Exhausted;
                continue;
            }
            if (narrow && nodes[root].epoch == epoch && nodes[root].soft != OPEN && audit(root, nodes[root].soft)) {
                ++epoch;
                idle = 0;
                continue;
            }
            // Fixpoints take as long as the graph is large, and short turns seldom leave anything for them.
            if (graph.expanded < next_solve || graph.expanded >= solved + solved / SELDOM) {
                solved = graph.expanded;
                if (solve(root)) break;
            }
            // Zones that are guessed too small cost time, and none at all too: take turns.
            ++turns;
            look();
            next_solve = graph.expanded + graph.expanded / (narrow ? 20 : 2) + 64;
            ++epoch;
            idle = 0;
            // Numbers that grew while a state was reached in many ways are worth less than a fresh look.
            for (Node<W>& v : nodes) {
                if (v.status == OPEN && v.expanded) graph.guess(v);
                if (watch.over(1)) break;
            }
            if (graph.expanded == before || order == Order::Breadth) {
                size_t quota = 16 + graph.expanded / 64;
                if (!repair(root, quota) && !widen(root, quota)) {
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

    // Ways of looking, in turns: one side is taken to lose, or nothing is taken for granted. What refutes a pass
    // shows which other moves matter at all, but only a side that loses has no better move than to pass.
    void look() {
        narrow = graph.zones && turns % 2 == 0;
        suspect = !narrow ? OPEN : turns % 4 == 0 ? ATTACKER : OWNER;
    }

    // The root seems to be won for `side`: work out the zones of the strategy found, cycles included, and mark
    // the replies that it had no right to disregard. Returns their number.
    std::vector<uint32_t> tag;
    uint32_t audits = 0;
    size_t audit(uint32_t root, uint8_t side) {
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        ++audits;
        tag.resize(nodes.size(), 0);
        std::vector<uint32_t> queue;
        size_t faults = 0;
        auto enter = [&](uint32_t id) {
            if (tag[id] == audits) return;
            tag[id] = audits;
            if (nodes[id].status != OPEN) return;
            nodes[id].zone = graph.zoner.base(nodes[id].state, side, nodes[id].bad);
            queue.push_back(id);
        };
        auto holds = [&](uint32_t id) {
            const Node<W>& u = nodes[id];
            return u.status == side || (u.status == OPEN && u.epoch == epoch && u.soft == side && u.expanded);
        };
        enter(root);
        while (!queue.empty()) {
            const uint32_t id = queue.back();
            queue.pop_back();
            Node<W>& v = nodes[id];
            if (watch.over(4 + v.edges)) return faults + 1;
            Zone<W> zone = v.zone;
            if (v.state.turn == side) {
                for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                    const Edge& e = edges[k];
                    if (e.move != v.best) continue;
                    enter(e.to);
                    zone |= graph.winning_zone(id, e);
                }
            } else {
                const uint32_t pass = edges[v.first].to;
                const bool own = graph.answers_itself(v, side);
                if (!own) enter(pass);
                graph.gather(id, side, own ? nullptr : &nodes[pass].zone, zone, [&](Edge& e, const Zone<W>*& after) {
                    if (e.far) return true;
                    if (e.loose || !holds(e.to)) {
                        faults += !e.must;
                        e.must = 1;
                        return true;
                    }
                    enter(e.to);
                    after = &nodes[e.to].zone;
                    return true;
                });
                zone |= v.zone;
            }
            if (zone == v.zone) continue;
            v.zone = zone;
            for (uint32_t k = nodes[id].in; k != NIL; k = edges[k].next_in) {
                const uint32_t p = edges[k].from;
                if (tag[p] == audits && nodes[p].status == OPEN) queue.push_back(p);
            }
        }
        return faults;
    }

    std::optional<Lifting<W>> lifting;
    uint64_t concluded = ~uint64_t(0);      // how many states there were at the last fixpoint
    std::vector<uint32_t> weak;             // trapped nodes whose measure overflowed, per last solve
    std::vector<uint32_t> wanted;           // unexplored replies that a strategy could not disregard

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

    // Give back the memory of the fixpoints: a proof needs some.
    void tidy() {
        lifting.reset();
        std::vector<uint32_t>().swap(tag);
    }

    // Expand the untried moves of the side whose cycles turned out to be lost.
    bool repair(uint32_t, size_t quota) {
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

    void clear_path() {
        for (const Frame& f : path) graph.nodes[f.id].depth = 0;
        path.clear();
    }

    void push(uint32_t id, uint32_t thpn, uint32_t thdn, int32_t weight) {
        Node<W>& v = graph.nodes[id];
        uint32_t bads = (path.empty() ? 0 : path.back().bads) + v.bad;
        path.push_back({id, thpn, thdn, weight, bads});
        v.depth = uint32_t(path.size());
    }

    // Who wins the cycle that a move from the top of the path back to `to` closes.
    uint8_t cycle_winner(const Edge& e) const {
        const Frame& back = path[graph.nodes[e.to].depth - 1];
        const Frame& top = path.back();
        const uint32_t bads = top.bads - back.bads + graph.nodes[e.to].bad;
        return uint8_t(cycles::winner(top.weight - back.weight + weight_of(e), bads > 0, OWNER));
    }

    // The winner of a move from the top of the path, as far as is known or assumed.
    uint8_t value_of(const Edge& e) const {
        if (e.far) return uint8_t(1 - graph.nodes[e.from].state.turn);
        if (e.loose) return OPEN;
        const Node<W>& u = graph.nodes[e.to];
        if (u.status != OPEN) return u.status;
        if (u.depth) return cycle_winner(e);
        return u.epoch == epoch && order != Order::DepthFirst ? u.soft : OPEN;
    }

    // The zone that goes with such a value. Nothing is known yet of cycles.
    Zone<W> zone_of(const Edge& e) const {
        const Node<W>& u = graph.nodes[e.to];
        Zone<W> zone = u.zone;
        zone |= graph.g.unit;
        return zone;
    }

    // Where the other side's replies have to be looked at if the side to move is to lose.
    Bits<W> near_replies(uint32_t id) {
        Node<W>& v = graph.nodes[id];
        const uint8_t winner = uint8_t(1 - v.state.turn);
        const Edge& pass = graph.edges[v.first];
        const uint8_t passed = graph.answers_itself(v, winner) ? OPEN : value_of(pass);
        if (passed == winner) return zone_of(pass).hard;
        if (!pass.closing) return graph.g.all;
        if (v.guessed != epoch) {
            v.guessed = epoch;
            v.zone = graph.zoner.base(v.state, winner, v.bad);
        }
        for (bool more = true; more;) {
            more = false;
            for (uint32_t k = v.first + 1; k < v.first + v.edges; ++k) {
                const Edge& e = graph.edges[k];
                if ((e.move >= 0 && !v.zone.test(e.move)) || e.loose || e.to < 2 || value_of(e) != winner) continue;
                const Zone<W> zone = zone_of(e);
                if (zone.within(v.zone)) continue;
                v.zone |= zone;
                if (e.move >= 0) graph.zoner.reply(v.state, e.move, graph.nodes[e.to].state, winner, v.zone);
                graph.zoner.support(v.state, winner, v.zone);
                more = true;
            }
        }
        return v.zone.hard;
    }

    Zone<W> guess_win(uint32_t id, const Edge& e) const {
        const Node<W>& v = graph.nodes[id];
        if (e.to < 2) return graph.winning_zone(id, e);
        return graph.zoner.own_move(v.state, e.move, graph.nodes[e.to].state, zone_of(e), v.state.turn, v.bad);
    }

    // The zone of a node whose side to move seems to lose. False: it depends on a reply that has not been looked at.
    bool guess_loss(uint32_t id, Zone<W>& zone) {
        const Node<W>& v = graph.nodes[id];
        const uint8_t winner = uint8_t(1 - v.state.turn);
        const Zone<W> passed = zone_of(graph.edges[v.first]);
        bool complete = true;
        graph.gather(id, winner, graph.answers_itself(v, winner) ? nullptr : &passed, zone, [&](Edge& e, const Zone<W>*& after) {
            if (e.far) return true;
            if (e.loose || value_of(e) != winner) {
                e.must = 1;
                complete = false;
            } else after = &graph.nodes[e.to].zone;
            return true;
        });
        return complete;
    }

    int32_t weight_of(const Edge& e) const {
        if (e.move >= 0 || !graph.g.rules.weigh) return 0;
        return graph.nodes[e.from].state.turn == ATTACKER ? 1 : -1;
    }

    // Proof-number search from the root. False: a limit was reached.
    bool descend(uint32_t root) {
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        path.clear();
        push(root, INF, INF, 0);
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
            if (simulations) {
                simulate_siblings(id);
                if (nodes[id].status != OPEN) {
                    if (nodes[root].status != OPEN) return true;
                    pop();
                    continue;
                }
            }
            Node<W>& v = nodes[id];
            for (uint32_t k = v.first; k < v.first + v.edges; ++k)
                if (!edges[k].loose) fetch_soon(&nodes[edges[k].to].status);
            // For the side to move its own number is the minimum, the other's a maximum plus the count.
            const bool owner = v.state.turn == OWNER;
            const uint8_t me = v.state.turn, other = uint8_t(1 - me);
            const Bits<W> scope = narrow ? near_replies(id) : graph.g.all;
            const Edge& pass = edges[v.first];
            const bool favoured = me == suspect && !pass.closing && value_of(pass) == OPEN;
            auto put_off = [&](const Edge& e) { return e.move >= 0 && !e.must && graph.heed.idle.test(e.move); };
            uint32_t least = INF, second = INF, most = 0, open = 0;
            uint32_t best = NIL;
            bool lost_all = true;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const Edge& e = edges[k];
                if (e.closing) continue;
                const uint8_t value = value_of(e);
                if (value == me) {
                    least = 0;
                    best = k;
                    lost_all = false;
                    break;
                }
                if (value != OPEN || (e.move >= 0 && !e.must && (e.apart || !scope.test(e.move)))) continue;
                lost_all = false;
                const uint32_t pn = e.loose ? e.pn : nodes[e.to].pn, dn = e.loose ? e.dn : nodes[e.to].dn;
                const uint32_t theirs = owner ? dn : pn;
                uint32_t mine = owner ? pn : dn;
                if (favoured && e.move == PASS) mine = (mine + FAVOUR - 1) / FAVOUR;
                if (put_off(e)) mine = mine < INF / PUT_OFF ? PUT_OFF * mine : INF - 1;
                ++open;
                if (mine < least) {
                    second = least;
                    least = mine;
                    best = k;
                } else if (mine < second) second = mine;
                if (theirs > most) most = theirs;
            }
            if (least == 0 || lost_all) {
                if (graph.zones) {
                    Zone<W> zone;
                    if (least == 0) zone = guess_win(id, edges[best]);
                    else if (!guess_loss(id, zone)) continue;
                    v.zone = zone;
                }
                v.soft = least == 0 ? me : other;
                v.epoch = epoch;
                if (least == 0) v.best = edges[best].move;
                pop();
                continue;
            }
            uint32_t sum = most + open - 1;
            uint32_t mine = least > INF - 1 ? INF - 1 : least;
            if (sum > INF - 1) sum = INF - 1;
            v.pn = owner ? mine : sum;
            v.dn = owner ? sum : mine;
            uint32_t th_mine = owner ? f.thpn : f.thdn, th_theirs = owner ? f.thdn : f.thpn;
            if (mine >= th_mine || sum >= th_theirs) {
                pop();
                continue;
            }
            uint32_t step = second + 1 + second / MARGIN;
            uint32_t child_mine = step < th_mine ? step : th_mine;
            if (favoured && edges[best].move == PASS) child_mine = child_mine < INF / FAVOUR ? FAVOUR * (child_mine + 1) : INF;
            if (put_off(edges[best])) child_mine = child_mine / PUT_OFF + 1;
            uint32_t child_theirs = th_theirs - (open - 1);
            const Edge& e = edges[best];
            if (no_room(e)) {
                stop = Stop::Memory;
                return false;
            }
            push(graph.target(best), owner ? child_mine : child_theirs, owner ? child_theirs : child_mine, f.weight + weight_of(e));
        }
        return true;
    }

    // Kawano's simulation: where one move of the side to move loses, try the same refutation on its
    // untried siblings. Only expansions and final results follow from it.
    bool simulations = true;
    uint64_t budget = 0;
    static constexpr int SIMULATION_DEPTH = 64;
    static constexpr uint64_t SIMULATION_NODES = 200;

    void simulate_siblings(uint32_t id) {
        auto& nodes = graph.nodes;
        auto& edges = graph.edges;
        const uint8_t winner = uint8_t(1 - nodes[id].state.turn);
        uint32_t first = nodes[id].first, end = first + nodes[id].edges;
        uint32_t guide = NIL;
        for (uint32_t k = first; k < end; ++k) {
            if (edges[k].loose) continue;
            const uint32_t u = edges[k].to;
            if (u > 1 && nodes[u].status == winner && nodes[u].expanded) {
                guide = u;
                break;
            }
        }
        if (guide == NIL) return;
        for (uint32_t k = first; k < end; ++k) {
            if (edges[k].far || no_room(edges[k])) continue;
            const uint32_t u = graph.target(k);
            if (nodes[u].status != OPEN || nodes[u].tried || nodes[u].depth) continue;
            nodes[u].tried = 1;
            budget = SIMULATION_NODES;
            simulate(u, guide, winner, 0);
            if (nodes[id].status != OPEN) return;
        }
    }

    // Both states have the winner to move.
    bool simulate(uint32_t x, uint32_t guide, uint8_t winner, int depth) {
        auto& nodes = graph.nodes;
        if (nodes[x].status != OPEN) return nodes[x].status == winner;
        if (depth > SIMULATION_DEPTH || guide < 2 || !nodes[guide].expanded) return false;
        if (!nodes[x].expanded) {
            if (!budget || graph.expanded >= limits.nodes || !may_expand()) return false;
            --budget;
            graph.expand(x);
            if (nodes[x].status != OPEN) return nodes[x].status == winner;
        }
        int16_t move = nodes[guide].best;
        uint32_t y = child(x, move), gy = child(guide, move);
        if (y == NIL || gy < 2 || gy == NIL) return false;
        if (nodes[y].status != OPEN) return nodes[y].status == winner;
        if (!nodes[gy].expanded) return false;
        if (!nodes[y].expanded) {
            if (!budget || graph.expanded >= limits.nodes || !may_expand()) return false;
            --budget;
            graph.expand(y);
        }
        for (uint32_t i = 0; i < nodes[y].edges; ++i) {
            if (nodes[y].status != OPEN) break;
            const Edge& e = graph.edges[nodes[y].first + i];
            if (e.closing || e.far || (!e.loose && nodes[e.to].status == winner)) continue;
            if (!e.loose && nodes[e.to].status != OPEN) return false;
            const uint32_t gz = child(gy, e.move);
            if (gz == NIL || nodes[gz].status != winner || no_room(e)) return false;
            if (!simulate(graph.target(nodes[y].first + i), gz, winner, depth + 1)) return false;
        }
        return nodes[y].status == winner;
    }

    uint32_t child(uint32_t id, int16_t move) {
        const Node<W>& v = graph.nodes[id];
        for (uint32_t k = v.first; k < v.first + v.edges; ++k)
            if (graph.edges[k].move == move) return graph.edges[k].far || no_room(graph.edges[k]) ? NIL : graph.target(k);
        return NIL;
    }

    void pop() {
        graph.nodes[path.back().id].depth = 0;
        path.pop_back();
    }
};

}  // namespace shikatsu
