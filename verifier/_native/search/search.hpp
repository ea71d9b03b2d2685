// The search with zones: what passes are refuted by tells which other moves matter, and a proof holds whatever lies
// outside its zone. Zones are guessed on the way, audited where the root seems to be won, and proved by fixpoints.
#pragma once
#include <cstdint>
#include <vector>

#include "search/graph.hpp"
#include "search/proof_number.hpp"
#include "watch.hpp"

namespace shikatsu {

template <int W>
struct Search : ProofNumberSearch<Graph<W>, Search<W>> {
    using Base = ProofNumberSearch<Graph<W>, Search<W>>;
    using Base::epoch, Base::graph, Base::lifting, Base::limits, Base::next_solve, Base::order, Base::watch;
    using Base::may_expand, Base::no_room, Base::seems, Base::value_of;
    static constexpr uint64_t FIRST_SOLVE = 128, SHARE = 64;
    static constexpr uint32_t MARGIN = 128, EACH = 4;
    static constexpr Caps CAPS{8, 64};
    static constexpr bool STOPS_WHEN_FULL = false, FRESH = false;
    static constexpr uint32_t FAVOUR = 8, PUT_OFF = 8;     // of a pass that is looked into first; of moves that have not mattered so far
    // Up to here numbers of moves that are put off grow: where a side has no others they would soon be out of all bounds.
    static constexpr uint32_t HARDEST = 1 << 20;
    static constexpr uint64_t SELDOM = 2;
    static constexpr uint64_t SHORT = 10000;    // most searches end before guessed zones pay
    bool narrow = false;                    // disregard replies outside guessed zones
    uint8_t suspect = OPEN;                 // the side whose passes are looked into before its other moves
    uint8_t wanted = OPEN;                  // the side whose win alone is of use
    size_t turns = 0;                       // ways of looking taken so far
    uint64_t solved = 0;                    // when there was a fixpoint, in expansions

    using Base::Base;

    void begin() {
        graph.most_states = limits.nodes;
        look();
    }

    // Fixpoints take as long as the graph is large, and short rounds seldom leave anything for them.
    bool due() {
        if (graph.expanded >= next_solve && graph.expanded < solved + solved / SELDOM) return false;
        solved = graph.expanded;
        return true;
    }

    // Zones that are guessed too small cost time, and none at all too: take turns.
    void turn(uint32_t) {
        ++turns;
        look();
        next_solve = graph.expanded + graph.expanded / (narrow ? 20 : 2) + 64;
    }

    bool stuck(uint64_t before) const { return graph.expanded == before || order == Order::Breadth; }

    uint8_t cycle(const Edge& e) const { return Base::cycle_winner(e); }

    // Ways of looking, in turns: one side is taken to lose, or nothing is taken for granted. What refutes a pass
    // shows which other moves matter at all, but only a side that loses has no better move than to pass. Where one side's
    // win alone is of use it is always the other one that is taken to lose.
    void look() {
        narrow = graph.zones && turns % 2 == 0 && graph.expanded > SHORT;
        const int loser = wanted != OPEN ? 1 - wanted : turns % 4 == 0 ? ATTACKER : OWNER;
        suspect = uint8_t(narrow ? loser : OPEN);
    }

    // Whether the root seems to be won by a strategy with faults.
    bool review(uint32_t root) { return narrow && seems(root) != OPEN && audit(root, seems(root)); }

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

    // Give back the memory of the fixpoints: a proof needs some.
    void tidy() {
        lifting.reset();
        std::vector<uint32_t>().swap(tag);
    }

    // The zone that goes with such a value. Nothing is known yet of cycles.
    Zone<W> zone_of(const Edge& e, uint8_t winner) const {
        const Node<W>& u = graph.nodes[e.to];
        Zone<W> zone = u.zone;
        zone |= graph.g.core(winner);
        return graph.zoner.known(graph.nodes[e.from].state, winner, zone);
    }

    // Where the other side's replies have to be looked at if the side to move is to lose.
    Bits<W> near_replies(uint32_t id) {
        Node<W>& v = graph.nodes[id];
        const uint8_t winner = uint8_t(1 - v.state.turn);
        const Edge& pass = graph.edges[v.first];
        if (graph.frees_winner(v)) return graph.g.all;
        const uint8_t passed = graph.answers_itself(v, winner) ? OPEN : value_of(pass);
        if (passed == winner) return zone_of(pass, winner).hard;
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
                const Zone<W> zone = zone_of(e, winner);
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
        return graph.zoner.own_move(v.state, e.move, graph.nodes[e.to].state, zone_of(e, v.state.turn), v.state.turn, v.bad);
    }

    // The zone of a node whose side to move seems to lose. False: it depends on a reply that has not been looked at.
    bool guess_loss(uint32_t id, Zone<W>& zone) {
        const Node<W>& v = graph.nodes[id];
        const uint8_t winner = uint8_t(1 - v.state.turn);
        const Zone<W> passed = zone_of(graph.edges[v.first], winner);
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

    // A node seems to be won by edge `best`, or lost. Notes the zone; false if it needs a reply that has been left aside.
    bool note(uint32_t id, uint32_t best) {
        if (!graph.zones) return true;
        Zone<W> zone;
        if (best != NIL) zone = guess_win(id, graph.edges[best]);
        else if (!guess_loss(id, zone)) return false;
        graph.nodes[id].zone = zone;
        return true;
    }

    // How the moves of a node are looked at.
    struct View {
        const Bits<W> scope;
        const Bits<W>& irrelevant;
        const bool favoured;                // passes are

        bool leaves_aside(const Edge& e) const { return e.move >= 0 && !e.must && (e.apart || !scope.test(e.move)); }
        bool puts_off(const Edge& e) const { return e.move >= 0 && !e.must && irrelevant.test(e.move); }
        uint32_t seen(const Edge& e, uint32_t mine) const {
            if (favoured && e.move == PASS) mine = (mine + FAVOUR - 1) / FAVOUR;
            if (puts_off(e) && mine < HARDEST) mine = std::min(PUT_OFF * mine, HARDEST);
            return mine;
        }
        // A threshold for such a number, as one for what it was seen as.
        uint32_t meant(const Edge& e, uint32_t mine) const {
            if (favoured && e.move == PASS) mine = mine < INF / FAVOUR ? FAVOUR * (mine + 1) : INF;
            if (puts_off(e) && mine <= HARDEST) mine = mine / PUT_OFF + 1;
            return mine;
        }
    };
    View view(uint32_t id) {
        const Node<W>& v = graph.nodes[id];
        const Bits<W> scope = narrow ? near_replies(id) : graph.g.all;
        const Edge& pass = graph.edges[v.first];
        return {scope, graph.relevance.irrelevant, v.state.turn == suspect && !pass.closing && value_of(pass) == OPEN};
    }

    void siblings(uint32_t id) {
        if (simulations) simulate_siblings(id);
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
};

}  // namespace shikatsu
