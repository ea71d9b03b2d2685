// Local search for any game of cycles: proof-number guided exploration with exact fixpoints over what has
// been explored. `Game` gives states, moves, statics and marks; search/search.hpp is the same idea with zones, for the
// game that remembers nothing.
//
// Even cycles with a marked state in them belong to the side that Game::marks names, other even ones to the other
// side. Prisoners are counted as passes in the search, which differs from captures by a potential only.
#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "search/search.hpp"
#include "watch.hpp"

namespace shikatsu {

template <class Game>
struct Solver {
    using State = typename Game::State;
    using Step = typename Game::Step;
    struct Link {
        uint32_t to, from, next_in;
        int16_t move;
    };
    struct Vertex {
        State state;
        uint8_t marked = 0, expanded = 0, status = OPEN, soft = OPEN;
        int16_t best = PASS;
        uint16_t left = 0, edges = 0;
        uint32_t first = 0, in = NIL, pn = 1, dn = 1, epoch = 0, depth = 0;
    };
    struct Frame {
        uint32_t id, thpn, thdn;
        int32_t weight;
        uint32_t marks;
    };
    static constexpr uint64_t FREE = ~uint64_t(0), TOP = ~uint64_t(0);

    Game& game;
    Limits limits;
    Watch& watch;
    std::vector<Vertex> nodes;
    std::vector<Link> edges;
    std::vector<uint64_t> table;
    std::vector<Step> steps;
    std::vector<uint32_t> stack, weak;
    std::vector<Frame> path;
    std::vector<uint32_t> distance;
    uint64_t expanded = 0, solves = 0, idle = 0, next_solve = 256;
    uint32_t epoch = 1, energy_cap = 1, rank_cap = 16;
    uint8_t gloomy = NOBODY;                // the side that is taken to lose all cycles, for a change
    uint64_t concluded = ~uint64_t(0);      // how many states there were at the last fixpoint
    Stop stop = Stop::Solved;

    Solver(Game& g, const Limits& bound, Watch& clock) : game(g), limits(bound), watch(clock), table(1 << 12, FREE) {
        nodes.resize(2);                    // ends of play won by the owner and by the attacker
        nodes[OWNER].status = OWNER;
        nodes[ATTACKER].status = ATTACKER;
    }

    size_t bytes() const {
        return nodes.size() * (sizeof(Vertex) + 24) + edges.size() * sizeof(Link) + table.size() * 8;
    }
    // Vectors that grow are held twice for a moment.
    bool full() const { return 2 * bytes() > limits.bytes || nodes.size() > 0xfffff000u; }

    // So many moves are to be looked at, or a state is to be expanded.
    bool out_of_limits(uint64_t moves) {
        if (expanded >= limits.nodes) stop = Stop::Nodes;
        else if (full()) stop = Stop::Memory;
        else if (watch.over(moves)) stop = watch.stopped_by_user() ? Stop::Cancelled : Stop::Seconds;
        else return false;
        return true;
    }

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
            v.marked = game.marked(s);
            game.estimate(s, v.pn, v.dn);
        }
        return id;
    }

    // Distances from the unit: a chain and an empty point are one step each.
    void measure_distances(const State& s) {
        const auto& g = game.g;
        distance.assign(g.n, 20);
        auto front = g.unit, reached = g.unit;
        for (uint32_t d = 0; front.any() && d < 20; ++d) {
            auto stones = front & (s.s[0] | s.s[1]);
            while (stones.any()) {
                const int p = stones.lowest();
                auto seed = stones.minus(stones);
                seed.set(p);
                const auto chain = g.flood(seed, s.s[s.s[0].test(p) ? 0 : 1]);
                stones = stones.minus(chain);
                front |= chain;
            }
            reached |= front;
            for (auto points = front; points.any();) distance[points.pop()] = d;
            front = g.around(front).minus(reached);
        }
    }

    // How little is to be expected of a move.
    uint32_t doubt(const State& s, const Step& step) const {
        if (step.move < 0) return step.move == PASS ? 3 : 1;
        uint32_t sum = 2 * distance[step.move];
        if (step.captured) return sum;
        const auto& g = game.g;
        const int side = s.turn;
        const auto open = g.all.minus(s.s[side]);
        if (!g.near[step.move].meets(open) && !g.wall[1 - side].test(step.move)) return sum + 20;
        auto stone = open.minus(open);
        stone.set(step.move);
        const auto chain = g.flood(stone, step.to.s[side]);
        if (chain.meets(g.wall[side])) return sum;
        const auto empty = g.all.minus(step.to.s[0] | step.to.s[1]);
        return (g.around(chain) & empty).count() == 1 ? sum + 5 : sum;
    }

    void expand(uint32_t id) {
        const State s = nodes[id].state;
        const uint8_t turn = s.turn;
        game.steps(s, steps);
        measure_distances(s);
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
            Link e{to, id, nodes[to].in, step.move};
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

    int32_t weight_of(const Vertex& from, int16_t move) const {
        return move >= 0 || !game.weighs() ? 0 : from.state.turn == ATTACKER ? 1 : -1;
    }

    void push(uint32_t id, uint32_t thpn, uint32_t thdn, int32_t weight) {
        path.push_back({id, thpn, thdn, weight, (path.empty() ? 0 : path.back().marks) + nodes[id].marked});
        nodes[id].depth = uint32_t(path.size());
    }
    void pop() {
        nodes[path.back().id].depth = 0;
        path.pop_back();
    }

    uint8_t cycle_winner(const Link& e) const {
        const Frame& back = path[nodes[e.to].depth - 1];
        const Frame& top = path.back();
        const bool marked = top.marks - back.marks + nodes[e.to].marked;
        return uint8_t(cycles::winner(top.weight - back.weight + weight_of(nodes[top.id], e.move), marked, game.marks()));
    }

    uint8_t value_of(const Link& e) const {
        const Vertex& u = nodes[e.to];
        if (u.status != OPEN) return u.status;
        if (u.depth) return gloomy == NOBODY ? cycle_winner(e) : uint8_t(1 - gloomy);
        return u.epoch == epoch ? u.soft : OPEN;
    }

    Stop run(uint32_t root) {
        while (nodes[root].status == OPEN) {
            const uint64_t before = expanded;
            const bool within = descend(root);
            while (!path.empty()) pop();
            if (nodes[root].status != OPEN || !within) break;
            const uint8_t seems = nodes[root].epoch == epoch ? nodes[root].soft : OPEN;
            const bool rosy = gloomy == NOBODY;
            if ((rosy || expanded >= next_solve) && solve(root)) break;
            next_solve = 2 * expanded + 64;
            ++epoch;
            idle = 0;
            for (Vertex& v : nodes) {
                if (v.status == OPEN && v.expanded) game.estimate(v.state, v.pn, v.dn);
                if (watch.over(1)) break;
            }
            // What seems to be won by cycles that do not hold: look for a way to win without cycles.
            gloomy = rosy && seems != OPEN ? seems : uint8_t(NOBODY);
            if (expanded == before && (!rosy || seems == OPEN)) {
                const size_t quota = 16 + expanded / 6;
                if (!repair(quota) && !widen(root, quota)) {
                    if (energy_cap > 4096) return stop = Stop::Exhausted;
                    energy_cap *= 4;
                    rank_cap *= 4;
                }
            }
        }
        const bool known = stop == Stop::Seconds && concluded == expanded;
        if (nodes[root].status == OPEN && stop != Stop::Cancelled && !known) solve(root);
        return nodes[root].status != OPEN ? stop = Stop::Solved : stop;
    }

    bool descend(uint32_t root) {
        push(root, INF, INF, 0);
        while (!path.empty()) {
            const Frame f = path.back();
            const uint32_t id = f.id;
            const bool fresh = nodes[id].status == OPEN && !nodes[id].expanded;
            if (out_of_limits(fresh ? Watch::OFTEN : 2 + nodes[id].edges)) return false;
            if (fresh) {
                expand(id);
                idle = 0;
            } else if (++idle > 20000 + expanded / 4) return true;
            if (nodes[root].status != OPEN || expanded >= next_solve) return true;
            if (nodes[id].status != OPEN) {
                pop();
                continue;
            }
            Vertex& v = nodes[id];
            const bool owner = v.state.turn == OWNER;
            const uint8_t me = v.state.turn;
            uint32_t least = INF, second = INF, most = 0, open = 0, best = NIL;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const uint8_t value = value_of(edges[k]);
                if (value == me) {
                    least = 0;
                    best = k;
                    break;
                }
                if (value != OPEN) continue;
                const Vertex& u = nodes[edges[k].to];
                const uint32_t mine = owner ? u.pn : u.dn, theirs = owner ? u.dn : u.pn;
                ++open;
                if (mine < least) {
                    second = least;
                    least = mine;
                    best = k;
                } else if (mine < second) second = mine;
                if (theirs > most) most = theirs;
            }
            if (best == NIL || !least) {
                v.soft = least ? uint8_t(1 - me) : me;
                v.epoch = epoch;
                if (!least) v.best = edges[best].move;
                pop();
                continue;
            }
            const uint32_t sum = most + open - 1 > INF - 1 ? INF - 1 : most + open - 1;
            const uint32_t mine = least > INF - 1 ? INF - 1 : least;
            v.pn = owner ? mine : sum;
            v.dn = owner ? sum : mine;
            const uint32_t th_mine = owner ? f.thpn : f.thdn, th_theirs = owner ? f.thdn : f.thpn;
            if (mine >= th_mine || sum >= th_theirs) {
                pop();
                continue;
            }
            const uint32_t pace = second + 1 + second / 8;
            const uint32_t child_mine = pace < th_mine ? pace : th_mine, child_theirs = th_theirs - (open - 1);
            const Link& e = edges[best];
            push(e.to, owner ? child_mine : child_theirs, owner ? child_theirs : child_mine,
                 f.weight + weight_of(v, e.move));
        }
        return true;
    }

    // Fixpoints: what a side wins on the explored graph if all that is unexplored were lost.
    std::vector<uint8_t> out;
    std::vector<uint32_t> count, members;
    std::vector<uint64_t> measure;

    bool solve(uint32_t root) {
        ++solves;
        concluded = expanded;
        weak.clear();
        for (int side : {OWNER, ATTACKER}) {
            if (!trap(side)) return false;
            if (members.empty()) continue;
            if (!lift(side)) return false;
            settle(side);
            if (nodes[root].status != OPEN) return true;
            for (uint32_t id : members)
                if (measure[id] == TOP && nodes[id].state.turn == side) weak.push_back(id);
        }
        return false;
    }

    // False: there was no time.
    bool trap(int side) {
        out.assign(nodes.size(), 1);
        count.assign(nodes.size(), 0);
        members.clear();
        std::vector<uint32_t> queue;
        for (uint32_t id = 2; id < nodes.size(); ++id) {
            const Vertex& v = nodes[id];
            if (v.status != OPEN || !v.expanded) continue;
            if (watch.late(1 + v.edges / 4)) return false;
            out[id] = 0;
            uint32_t good = 0;
            bool leak = false;
            for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
                const Vertex& u = nodes[edges[k].to];
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
            const uint32_t u = queue.back();
            queue.pop_back();
            for (uint32_t k = nodes[u].in; k != NIL; k = edges[k].next_in) {
                const uint32_t p = edges[k].from;
                if (out[p] || nodes[p].status != OPEN || !nodes[p].expanded) continue;
                if (nodes[p].state.turn != side || --count[p] == 0) {
                    out[p] = 1;
                    queue.push_back(p);
                }
            }
        }
        for (uint32_t id = 2; id < nodes.size(); ++id)
            if (!out[id]) members.push_back(id);
        return true;
    }

    uint64_t demand(int side, const Vertex& v, const Link& e) const {
        const uint64_t m = measure[e.to];
        return cycles::Wide::need(m, cycles::loss<int64_t>(side, weight_of(v, e.move)), side == game.marks(), v.marked, {energy_cap, rank_cap});
    }

    uint64_t need(int side, uint32_t id, int16_t* move) const {
        const Vertex& v = nodes[id];
        const bool mine = v.state.turn == side;
        uint64_t sum = mine ? TOP : 0;
        for (uint32_t k = v.first; k < v.first + v.edges; ++k) {
            const Link& e = edges[k];
            if (e.to < 2 || out[e.to]) continue;
            const uint64_t d = demand(side, v, e);
            if (mine ? d < sum : d > sum) {
                sum = d;
                if (mine && move) *move = e.move;
            }
        }
        return sum;
    }

    // False: there was no time, and the measures prove nothing.
    bool lift(int side) {
        measure.assign(nodes.size(), 0);
        std::vector<uint8_t> queued(nodes.size(), 0);
        std::deque<uint32_t> queue(members.rbegin(), members.rend());
        for (uint32_t id : members) queued[id] = 1;
        while (!queue.empty()) {
            const uint32_t id = queue.front();
            queue.pop_front();
            queued[id] = 0;
            if (watch.late(1 + nodes[id].edges)) return false;
            if (measure[id] == TOP) continue;
            const uint64_t more = need(side, id, nullptr);
            if (more <= measure[id]) continue;
            measure[id] = more;
            for (uint32_t k = nodes[id].in; k != NIL; k = edges[k].next_in) {
                const uint32_t p = edges[k].from;
                if (!out[p] && !queued[p] && measure[p] != TOP) {
                    queued[p] = 1;
                    queue.push_back(p);
                }
            }
        }
        return true;
    }

    void settle(int side) {
        for (uint32_t id : members)
            if (measure[id] != TOP && nodes[id].state.turn == side) need(side, id, &nodes[id].best);
        for (uint32_t id : members)
            if (measure[id] != TOP) nodes[id].status = uint8_t(side);
        for (uint32_t id : members)
            if (measure[id] != TOP) propagate(id);
    }

    // Expand the untried moves of the side whose cycles turned out to be lost.
    bool repair(size_t quota) {
        bool any = false;
        for (uint32_t id : weak) {
            if (nodes[id].status != OPEN) continue;
            for (uint32_t k = nodes[id].first, end = k + nodes[id].edges; k < end; ++k) {
                const uint32_t u = edges[k].to;
                if (nodes[u].status != OPEN || nodes[u].expanded) continue;
                if (!quota-- || full() || watch.over()) return any;
                expand(u);
                any = true;
            }
        }
        return any;
    }

    // Expand unexplored states nearest to the root among those that can still matter.
    bool widen(uint32_t root, size_t quota) {
        std::vector<uint32_t> queue{root};
        std::vector<uint8_t> seen(nodes.size(), 0);
        seen[root] = 1;
        bool any = false;
        for (size_t i = 0; i < queue.size() && quota && !full(); ++i) {
            const uint32_t id = queue[i];
            if (nodes[id].status != OPEN) continue;
            if (watch.over(nodes[id].expanded ? 1 + nodes[id].edges : Watch::OFTEN)) break;
            if (!nodes[id].expanded) {
                expand(id);
                --quota;
                any = true;
                continue;
            }
            for (uint32_t k = nodes[id].first, end = k + nodes[id].edges; k < end; ++k) {
                const uint32_t u = edges[k].to;
                if (u < seen.size() && !seen[u] && nodes[u].status == OPEN) {
                    seen[u] = 1;
                    queue.push_back(u);
                }
            }
        }
        return any;
    }
};

}  // namespace shikatsu
