// The explored part of the game graph, with results that hold whatever the path: a state is won for
// a side only if static rules, the attractor of won states, or a fixpoint over the explored graph say so.
#pragma once
#include <algorithm>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "games/game.hpp"
#include "games/life_after.hpp"
#include "games/zone.hpp"
#include "search/common.hpp"
#include "search/experience.hpp"
#include "search/first_sight.hpp"
#include "search/large_pages.hpp"
#include "search/node.hpp"
#include "search/patterns.hpp"
#include "search/prospects.hpp"
#include "search/proved.hpp"
#include "search/relevance.hpp"
#include "search/shapes.hpp"

namespace shikatsu {

template <int W>
struct Graph {
    using Vertex = Node<W>;
    using Link = Edge;
    using Area = Zone<W>;
    static constexpr bool ZONED = true;             // can tell what a proof depends on
    static constexpr bool FIRST_OF_EQUALS = false;  // of equal moves a strategy keeps the one it has, or takes the easiest
    const Geometry<W>& g;
    Mover<W> mover;
    LargeVector<Node<W>> nodes;
    LargeVector<Edge> edges;
    LargeVector<uint64_t> table;            // high half of the hash, then a node, or LOOSE and an edge
    size_t states = 0;                      // in the table
    Cuts<W> cuts{g};
    LifeAfter<W> life_after[2] = {{g, mover, cuts, OWNER}, {g, mover, cuts, ATTACKER}};
    std::vector<Step<W>> steps;
    std::vector<uint64_t> hashes;
    std::vector<uint32_t> stack;
    Zoner<W> zoner{g};
    uint64_t expanded = 0, generated = 0;   // generated: moves, the states after which were looked up
    bool closing_passes;
    PatternTable<W> patterns{g.all, g.n};
    Relevance<W> relevance;
    bool zones = true;                      // off: every proof depends on the whole locale
    Proved<W>* proved = nullptr;            // by other searches of the same game
    std::unordered_map<uint32_t, uint32_t> borrowed, lent;      // nodes that stand for what was proved, and the other way round

    static constexpr uint64_t FREE = ~uint64_t(0);
    static constexpr uint32_t LOOSE = 1u << 31;

    uint64_t limit;

    Graph(const Geometry<W>& geometry, uint64_t bytes)
        : g(geometry), mover(geometry), table(1 << 9, FREE), limit(bytes) {
        make_room();
        closing_passes = !g.rules.passes_end;
        zones = closing_passes;             // a play far away and a pass are two things where passes end play
        // Nodes 0 and 1 stand for ends of play won by the owner and by the attacker.
        nodes.resize(2);
        nodes[OWNER].status = OWNER;
        nodes[ATTACKER].status = ATTACKER;
    }

    // Small searches are many, and asking for much memory takes longer than they do: first little, then
    // more, at last address space for all that the limit allows, which is taken page by page as it is used.
    // Nodes and edges move when that happens: edges only before an expansion.
    void make_room() {
        const size_t small = nodes.capacity() ? size_t(1) << 14 : size_t(1) << 9;
        if (nodes.capacity() < small) {
            nodes.reserve(small);
            edges.reserve(8 * small);
            return;
        }
        for (uint64_t bytes = limit;; bytes /= 2) {
            try {
                nodes.reserve(bytes / 4 * 3 / sizeof(Node<W>) + 4096);
                edges.reserve(bytes / 4 * 3 / sizeof(Edge) + 4096);
                break;
            } catch (const std::bad_alloc&) {
                if (bytes < (1 << 20)) throw;   // the machine cannot even hold a small graph
            } catch (const std::length_error&) {
            }
        }
        roomy = true;
    }
    bool roomy = false;                     // the last step has been made

    // The most nodes of an expansion: each move leads to one, which may look like a pattern that was proved before.
    size_t most_nodes() const { return (proved ? 2 : 1) * (size_t(g.n) + 1); }

    bool cramped() const {
        const size_t most = size_t(g.n) + 1;
        return nodes.size() + most_nodes() > nodes.capacity() || edges.size() + most > edges.capacity();
    }

    size_t bytes() const {
        // The fixpoints keep a zone, a measure, counts, marks and places in several lists for each node.
        return nodes.size() * (sizeof(Node<W>) + sizeof(Zone<W>) + 72) + edges.size() * sizeof(Edge) + table.size() * sizeof(uint64_t) +
               patterns.bytes();
    }

    bool crowded(size_t count) const { return count > table.size() / 4 * 3; }

    // Whether the next expansion may exceed the memory limit. Tables that grow are held twice for a moment.
    bool full() const {
        const size_t most = size_t(g.n) + 1;
        const size_t growing = crowded(states + most) ? 3 * table.size() * sizeof(uint64_t) : 0;
        return (roomy && cramped()) || bytes() + growing + patterns.growing(most) > limit;
    }

    // The number of a node, or NIL.
    uint32_t find(const State<W>& s) const {
        const uint64_t at = table[slot(s, s.hash())];
        return at == FREE || uint32_t(at) & LOOSE ? NIL : uint32_t(at);
    }

    // Where in the table a state is, or could be put.
    size_t slot(const State<W>& s, const uint64_t h) const {
        const size_t mask = table.size() - 1;
        size_t i = h & mask;
        for (; table[i] != FREE; i = (i + 1) & mask) {
            if (table[i] >> 32 != h >> 32) continue;
            const uint32_t at = uint32_t(table[i]);
            if (at & LOOSE ? leads(edges[at & ~LOOSE], s) : nodes[at].state == s) break;
        }
        return i;
    }

    // Whether a loose edge leads to that state.
    bool leads(const Edge& e, const State<W>& s) const {
        const State<W>& from = nodes[e.from].state;
        const int t = from.turn;
        if (s.turn == t || e.bans != (s.ban >= 0) || (!e.captured && s.taken != from.taken) || !(from.s[t] | Bits<W>::single(e.move)).within(s.s[t])) return false;
        if (!e.captured && !from.bans.any() && !g.rim[t].any())
            return s.s[t] == (from.s[t] | Bits<W>::single(e.move)) && s.s[1 - t] == from.s[1 - t] && s.threats[0] == from.threats[0] && s.threats[1] == from.threats[1] && !s.bans.any() && s.unknown == from.unknown;
        State<W> to;
        mover.play(from, e.move, to);
        return to == s;
    }

    // Number of a state, known or not.
    uint32_t intern(const State<W>& s) {
        const uint32_t known = find(s);
        if (known != NIL) return known;
        const uint64_t h = s.hash();
        const uint32_t id = add(s, h, slot(s, h), mover.bad(s));
        for (int side : {1 - s.turn, int(s.turn)})
            if (mover.settled_for(s, side)) {
                settle(id, side);
                break;
            }
        return id;
    }

    // A new node for a state that has none; `at` is its slot. `guessed`: its numbers come from elsewhere.
    uint32_t add(const State<W>& s, const uint64_t h, size_t at, bool bad, bool guessed = false) {
        const uint32_t id = uint32_t(nodes.size());
        const uint64_t before = table[at];
        table[at] = h >> 32 << 32 | id;
        nodes.emplace_back();
        Node<W>& v = nodes.back();
        v.state = s;
        v.bad = bad;
        if (!guessed) guess(v);
        if (before == FREE) {
            ++states;
            if (crowded(states)) grow();
            return id;
        }
        v.in = uint32_t(before) & ~LOOSE;
        for (uint32_t k = v.in; k != NIL; k = edges[k].next_in) {
            edges[k].loose = 0;
            edges[k].to = id;
        }
        return id;
    }

    // Statics say that `side` wins the node.
    void settle(uint32_t id, int side) {
        const State<W> s = nodes[id].state;
        nodes[id].status = uint8_t(side);
        nodes[id].zone = zones ? settled_zone(s, side) : Zone<W>(g.all);
        if (side != ATTACKER || s.turn != ATTACKER || g.rules.captured_once) return;
        mover.secured(s, ATTACKER);
        const Bits<W> points = mover.at_hand(s);
        if (!points.any()) return;
        // After a pass the node may stand in a proof with the move that settles it, else as it is.
        nodes[id].best = int16_t(mover.handiest(points));
        if (!zones) return;
        State<W> after;
        mover.play(s, nodes[id].best, after);
        Zone<W>& zone = nodes[id].zone;
        zone |= zoner.own_move(s, nodes[id].best, after, settled_zone(after, side), side, nodes[id].bad);
        zoner.support(s, side, zone);
    }

    // Whether a play settles matters, and for whom. A move seldom does for the side that did not make it, but once the unit
    // is taken the attacker may only need the move. `life_after` begins where the play is made.
    int settled_by(const Step<W>& step) {
        const int turn = 1 - step.to.turn;
        if (life_after[turn].settled(step.to, step.move, step.captured)) return turn;
        if (turn == ATTACKER || g.rules.captured_once) return NOBODY;
        return life_after[ATTACKER].settled(step.to, step.move, step.captured) ? ATTACKER : NOBODY;
    }

    void tie(uint32_t k, uint32_t to) {
        edges[k].to = to;
        edges[k].next_in = nodes[to].in;
        nodes[to].in = k;
    }

    // Let an edge lead to a state that is a node or not yet one.
    void attach(uint32_t k, const uint64_t h, size_t at) {
        Edge& e = edges[k];
        const uint64_t before = table[at];
        if (before != FREE && !(uint32_t(before) & LOOSE)) {
            tie(k, uint32_t(before));
            return;
        }
        e.loose = 1;
        e.to = uint32_t(h);
        e.next_in = before == FREE ? NIL : uint32_t(before) & ~LOOSE;
        table[at] = h >> 32 << 32 | LOOSE | k;
        if (before != FREE) return;
        ++states;
        if (crowded(states)) grow();
    }

    // The node that an edge leads to, made if need be.
    uint32_t target(uint32_t k) {
        const Edge& e = edges[k];
        if (!e.loose) return e.to;
        State<W> to;
        mover.play(nodes[e.from].state, e.move, to);
        const uint64_t h = to.hash();
        const uint32_t id = add(to, h, slot(to, h), mover.bad(to), true);
        nodes[id].pn = e.pn;
        nodes[id].dn = e.dn;
        return id;
    }

    // The cycle game: bad states are marked, and marks favour the owner. Where the attacker clears, clear ones are, and
    // marks favour him; but one of several places has to stay clear.
    int favoured() const { return g.rules.clears && !g.rules.one_of_several ? ATTACKER : OWNER; }
    // Who wins a cycle with a late retake: whoever it was forbidden by.
    int late_winner() const { return g.rules.plain; }
    int32_t weight_of(const Node<W>& from, const Edge& e) const {
        if (e.move >= 0 || !g.rules.weigh) return 0;
        return from.state.turn == ATTACKER ? 1 : -1;
    }

    // How hard a move seems to be for a side: the proof number of what it leads to, or the disproof number.
    uint32_t effort(const Edge& e, int side) const {
        if (e.loose) return side == OWNER ? e.pn : e.dn;
        return side == OWNER ? nodes[e.to].pn : nodes[e.to].dn;
    }

    void guess(Node<W>& v) {
        const Guess guess = estimate(v.state);
        v.pn = guess.pn;
        v.dn = guess.dn;
    }

    // Whether the first guess is a learned one.
    bool learns() const { return !g.rules.clears && !g.rules.holds; }

    // First guess of the proof numbers. Where other points than the unit's count, the side to move is better off the more
    // moves it has.
    Guess estimate(const State<W>& s) {
        if (learns()) return prospects.guess(s, mover.bad(s));
        if (g.rules.clears) return clearing(s);
        Guess v;
        (s.turn == OWNER ? v.dn : v.pn) += uint32_t(g.all.minus(s.s[0] | s.s[1]).count());
        const uint32_t size = uint32_t(g.unit.count());
        if (g.unit.any() && g.unit.within(s.s[OWNER])) v.dn += taste.liberty * uint32_t(liberties_of_unit(s));
        else v.pn += 2 + (mover.bad(s) ? size : 4 * size);
        return v;
    }
    // The same where the attacker clears: the less there is left to secure, and to keep alive, the less he has to do.
    Guess clearing(const State<W>& s) {
        const auto& done = mover.cleared(s);
        const Bits<W> open = g.unit.minus(done.kept);
        Guess v;
        v.dn += CLEARING * uint32_t(open.count() + (open & s.s[OWNER]).count());
        v.pn += CLEARING / 2 * uint32_t(done.kept.count());
        if (g.standing.within(done.alive)) return v;
        v.dn += CLEARING * uint32_t(2 + 3 * std::max(0, 2 - done.eyes));
        return v;
    }
    static constexpr uint32_t CLEARING = 4;     // what a point left counts for
    int liberties_of_unit(const State<W>& s) const {
        const Bits<W> chain = g.flood(Bits<W>::single(g.unit.lowest()), s.s[OWNER]);
        return g.around(chain).minus(s.s[0] | s.s[1]).count();
    }

    void grow() {
        LargeVector<uint64_t> old(table.size() * 2, FREE);
        old.swap(table);
        const size_t mask = table.size() - 1;
        for (const uint64_t entry : old) {
            if (entry == FREE) continue;
            const uint32_t at = uint32_t(entry);
            const uint64_t low = at & LOOSE ? edges[at & ~LOOSE].to : uint32_t(nodes[at].state.hash());
            size_t i = (entry >> 32 << 32 | low) & mask;
            while (table[i] != FREE) i = (i + 1) & mask;
            table[i] = entry;
        }
    }

    Zone<W> settled_zone(const State<W>& s, int side) {
        Zone<W> zone = mover.settled_zone(s, side);
        zoner.support(s, side, zone);
        return zone;
    }

    // Zone of a node that its side to move wins by edge e.
    Zone<W> winning_zone(uint32_t id, const Edge& e) const {
        const Node<W>& v = nodes[id];
        const int side = v.state.turn;
        if (!zones) return g.all;
        if (e.to > 1) return zoner.own_move(v.state, e.move, nodes[e.to].state, nodes[e.to].zone, side, v.bad);
        // The unit is taken, with all that has been connected to it.
        State<W> after = v.state;
        if (!g.parts.empty() || v.state.bans.test(e.move)) mover.play(v.state, e.move, after);      // no retake: more is taken than the unit
        else after.s[1 - side] = after.s[1 - side].minus(g.flood(g.unit, after.s[1 - side]));
        return zoner.own_move(v.state, e.move, after, Zone<W>(g.unit), side, v.bad);
    }

    // What a node depends on that its side to move loses to `side`. A play outside the zone of the state after a pass
    // is no better than the pass; where the pass is answered by a pass (`passed`: none), the zone is the node's own and
    // grows with each reply. `reply(e, after)` gives the zone of the state after an edge (none is needed where
    // play ends), or leaves the edge aside; false stops here.
    // `least`: more points that the zone has to have, whatever the replies depend on, or none.
    template <class Reply>
    bool gather(uint32_t id, int side, const Zone<W>* passed, Zone<W>& zone, Reply reply, const Zone<W>* least = nullptr) {
        const Node<W>& v = nodes[id];
        const Zone<W> whole = g.all;
        if (passed && frees_winner(v)) passed = &whole;
        zone = zoner.base(v.state, side, v.bad, passed ? *passed : Zone<W>());
        if (passed) zone |= *passed;
        if (least) zone |= *least;
        Bits<W> played = Bits<W>::none(), legal = Bits<W>::none();
        bool lifted = false;
        const bool named = g.rules.named();
        Bits<W> passed_for = Bits<W>::none();
        for (uint32_t k = v.first + 1; k < v.first + v.edges; ++k)
            if (edges[k].move >= 0) legal.set(edges[k].move);
        for (bool more = true; more;) {
            more = false;
            const Bits<W> scope = passed ? passed->hard : zone.hard;
            for (uint32_t k = v.first + 1; k < v.first + v.edges; ++k) {
                Edge& e = edges[k];
                const bool lifts = e.move <= LIFT;
                // A pass that names a ko elsewhere is no other than one that names none.
                if (lifts && named ? passed_for.test(LIFT - e.move) || !zone.test(LIFT - e.move)
                    : lifts        ? lifted
                                   : played.test(e.move) || !scope.test(e.move)) continue;
                const Zone<W>* after = nullptr;
                if (!reply(e, after)) return false;
                if (!lifts) played.set(e.move);
                else if (named) passed_for.set(LIFT - e.move);
                else lifted = true;
                more = !passed;
                if (!after || e.to < 2) continue;
                zone |= *after;
                if (!lifts) zoner.reply(v.state, e.move, nodes[e.to].state, side, zone);
            }
            for (Bits<W> holes = scope.minus(v.state.s[0] | v.state.s[1] | legal | played); holes.any();) {
                const int p = holes.pop();
                played.set(p);
                more = !passed;
                if (!mover.forbidden(v.state, p, false)) zoner.forbidden(v.state, p, side, zone);
            }
            zoner.support(v.state, side, zone);
            if (!named) continue;
            zoner.seen(v.state, side, zone);
            more = (mover.banned(v.state, v.state.turn) & zone.hard).minus(passed_for).any() || (!passed && more);
        }
        return true;
    }

    // Whether a play far away may be better than the pass: that lifts bans on the other side too, which the play leaves.
    bool frees_winner(const Node<W>& v) const {
        return g.rules.lasting == Lasting::Either && v.state.turn == g.rules.plain && mover.banned(v.state, 1 - v.state.turn).any();
    }

    // Whether the pass of a node is answered by a pass if it loses to `side`.
    bool answers_itself(const Node<W>& v, int side) const {
        const Edge& pass = edges[v.first];
        return pass.closing && nodes[pass.to].status != side;
    }

    // Zone of a node whose side to move loses. False: a reply in the zone is not known to lose yet.
    bool losing_zone(uint32_t id, Zone<W>& zone) {
        const Node<W>& v = nodes[id];
        const int side = 1 - v.state.turn;
        const Zone<W>* passed = answers_itself(v, side) ? nullptr : &nodes[edges[v.first].to].zone;
        return gather(id, side, passed, zone, [&](const Edge& e, const Zone<W>*& after) {
            if (e.loose || nodes[e.to].status != side) return false;
            after = &nodes[e.to].zone;
            return true;
        });
    }

    // Whether an open node looks like one that is won; if so it is won as well.
    bool recognise(uint32_t id) {
        const uint32_t found = alike(nodes[id].state);
        if (found == NIL) return false;
        adopt(nodes[id], found);
        propagate(id);
        return true;
    }

    // A node whose proof holds for that state as well, or NIL.
    uint32_t alike(const State<W>& s) {
        const uint32_t own = patterns.find(s, [&](uint32_t other, const Bits<W>* mask) {
            const Node<W>& v = nodes[other];
            return covers(v, g.rules.named() ? &(*g.passes)[v.state.passed_for()] : nullptr, s, mask);
        });
        if (own != NIL || !proved) return own;
        const uint32_t number = proved->find(s, [&](const typename Proved<W>::Item& other, const Bits<W>* mask) {
            return covers(other.node, &other.passed, s, mask);
        });
        return number == NIL ? NIL : borrow(number);
    }

    // The node that stands for a pattern that was proved before.
    uint32_t borrow(uint32_t number) {
        const auto [at, fresh] = lent.try_emplace(number, uint32_t(nodes.size()));
        if (fresh) {
            const auto& item = proved->items[number];
            nodes.push_back(item.node);
            if (g.rules.named()) nodes.back().state.pass_for(g.passes->find(item.passed));
            borrowed.emplace(at->second, number);
        }
        return at->second;
    }

    // Which of the patterns proved before a node stands for, or NIL.
    uint32_t borrowed_from(uint32_t id) const {
        const auto at = borrowed.find(id);
        return at == borrowed.end() ? NIL : at->second;
    }

    using Passed = typename PassBook<W>::Passed;

    // Whether the proof of v, where they have `passed` for that, holds for s as well. `mask`: what counts in the zone of v,
    // as far as the key of a table tells.
    bool covers(const Node<W>& v, const Passed* passed, const State<W>& s, const Bits<W>* mask) const {
        if (s.unknown.any() && g.rim[v.status].any() && v.zone.hard.meets(s.unknown)) return false;
        if (v.state.turn != s.turn || !(mask[v.status] == v.zone.all()) || !(mask[1 - v.status] == v.zone.hard)) return false;
        for (int c = 0; c < 2; ++c)
            if (!((v.state.s[c] & mask[c]) == (s.s[c] & mask[c]))) return false;
        if (!(g.rules.named() ? as_passed(v, *passed, s) : as_free(v, s))) return false;
        if (v.state.taken != s.taken && !as_taken(v, s)) return false;
        // The winner must be free to play his move; a ban that the proof relies on must stand.
        if (v.status == s.turn) return s.ban < 0 || s.ban != v.best || s.ban == v.state.ban;
        return v.state.ban < 0 || !v.zone.test(v.state.ban) || v.state.ban == s.ban;
    }

    // Whether in the zone of v the winner is under no bans in s that are not in v, and the loser under all of those.
    // More threats for the winner do no harm, nor fewer for the loser.
    bool as_free(const Node<W>& v, const State<W>& s) const {
        const int winner = v.status;
        if (v.state.threats[winner] > s.threats[winner] || v.state.threats[1 - winner] < s.threats[1 - winner]) return false;
        if (!v.state.bans.any() && !s.bans.any()) return true;
        const Bits<W>& zone = v.zone.hard;
        return (mover.banned(s, winner) & zone).within(v.state.bans) && (mover.banned(v.state, 1 - winner) & zone).within(s.bans);
    }

    // Where passes name kos: whether in the zone of v the bans are the same, the winner has passed for no fewer kos in s
    // than in v and the loser for no more.
    bool as_passed(const Node<W>& v, const Passed& passed, const State<W>& s) const {
        const Bits<W>& zone = v.zone.hard;
        const int winner = v.status;
        return (v.state.bans & zone) == (s.bans & zone) &&
               (passed.by[winner] & zone).within(mover.passed(s, winner)) &&
               (mover.passed(s, 1 - winner) & zone).within(passed.by[1 - winner]);
    }

    // Whether of several chains no more were taken in s than in v if the owner won v, and no fewer if the attacker did.
    static bool as_taken(const Node<W>& v, const State<W>& s) {
        return !(v.status == OWNER ? s.taken & ~v.state.taken : v.state.taken & ~s.taken);
    }

    void adopt(Node<W>& u, uint32_t from) {
        const Node<W>& v = nodes[from];
        u.status = v.status;
        u.zone = v.zone;
        u.best = v.best;
        u.like = v.like == NIL ? from : v.like;
    }

    // Where a pass could be answered by a move that settles matters, look at that first: only moves that interfere with it
    // are worth a look then.
    void answer_pass(const State<W>& s) {
        if (expanded + 1 >= most_states) return;
        const State<W> passed = mover.pass(s).to;
        const uint32_t known = find(passed);
        if (known != NIL && (nodes[known].status != OPEN || nodes[known].expanded)) return;
        const int other = passed.turn;
        mover.steps(passed, steps);
        life_after[other].begin(passed);
        const bool found = std::any_of(steps.begin() + 1, steps.end(), [&](const Step<W>& step) {
            if (step.move < 0) return false;
            return step.winner == NOBODY ? life_after[other].settled(step.to, step.move, step.captured) : step.winner == other;
        });
        if (!found) return;
        const uint32_t id = intern(passed);
        if (nodes[id].status != OPEN) return;
        answering = true;
        expand(id);
        answering = false;
    }
    bool answering = false;
    uint64_t most_states = ~uint64_t(0);    // the limit on them

    // Generate the moves of an open node and settle it at once if the children allow.
    void expand(uint32_t id) {
        while (!roomy && cramped()) make_room();
        State<W> s = nodes[id].state;
        const uint8_t turn = s.turn;
        if (zones && recognise(id)) return;
        if (zones && !answering) {
            answer_pass(s);
            if (nodes[id].status != OPEN) return;
        }
        mover.steps(s, steps);
        if (zones) {
            // If passing is known to lose, so is all that the proof of it does not depend on.
            const uint32_t passed = find(steps[0].to);
            if (passed != NIL && nodes[passed].status == 1 - turn && !frees_winner(nodes[id])) {
                size_t kept = 1;
                for (size_t i = 1; i < steps.size(); ++i)
                    if (steps[i].move < 0 || nodes[passed].zone.test(steps[i].move)) steps[kept++] = steps[i];
                steps.resize(kept);
            }
        }
        // The hash table is far larger than the caches: ask for all its lines before the first is needed.
        hashes.clear();
        for (const Step<W>& step : steps) {
            hashes.push_back(step.to.hash());
            fetch_soon(&table[hashes.back() & (table.size() - 1)]);
        }
        // Then for what they say is known.
        for (const uint64_t h : hashes) {
            const uint64_t at = table[h & (table.size() - 1)];
            if (at == FREE || at >> 32 != h >> 32) continue;
            if (uint32_t(at) & LOOSE) fetch_soon(&edges[uint32_t(at) & ~LOOSE]);
            else fetch_soon(&nodes[uint32_t(at)]);
        }
        bool measured = false;
        for (LifeAfter<W>& life : life_after) life.begin(s);
        const Bits<W> reach = zones ? mover.within_reach(s) : g.all;
        nodes[id].expanded = 1;
        nodes[id].first = uint32_t(edges.size());
        nodes[id].edges = uint16_t(steps.size());
        ++expanded;
        uint16_t left = 0;
        uint32_t by = NIL;
        for (size_t i = 0; i < steps.size(); ++i) {
            const Step<W>& step = steps[i];
            ++generated;
            const uint32_t k = uint32_t(edges.size());
            edges.push_back(Edge{});
            Edge& e = edges.back();
            e.from = id;
            e.next_in = NIL;
            e.move = step.move;
            e.captured = uint8_t(step.captured > 255 ? 255 : step.captured);
            e.bans = step.to.ban >= 0;
            e.late = mover.late(s, step.move);
            e.apart = step.move >= 0 && !reach.test(step.move);
            // Both sides passing for ever: the owner wins that cycle iff the board is bad.
            e.closing = step.move == PASS && closing_passes && s.ban < 0 && (nodes[id].bad == (favoured() == OWNER)) != (turn == OWNER) &&
                        step.to.threats[turn] == s.threats[turn] && step.to.bans == s.bans &&
                        (g.rules.lasting != Lasting::Either || !s.bans.any());
            const size_t at = slot(step.to, hashes[i]);
            if (step.winner != NOBODY) e.to = step.winner;
            else if (step.move < 0) {
                const bool known = table[at] != FREE && !(uint32_t(table[at]) & LOOSE);
                const uint32_t to = known ? uint32_t(table[at]) : add(step.to, hashes[i], at, nodes[id].bad);
                if (!known) {
                    (turn == OWNER ? nodes[to].pn : nodes[to].dn) += taste.pass;
                    // Once the unit is taken the attacker may only need the move.
                    if (turn == OWNER && !g.rules.captured_once && mover.settled_for(step.to, ATTACKER)) settle(to, ATTACKER);
                }
                tie(k, to);
            } else {
                const int settled = table[at] == FREE && !e.apart ? settled_by(step) : NOBODY;
                attach(k, hashes[i], at);
                if (settled != NOBODY) settle(target(k), settled);
                else if (e.loose) {
                    if (!measured) measure(s, weighs() ? play_before(id) : PASS);
                    measured = true;
                    if (g.rules.clears) life_after[ATTACKER].settled(step.to, step.move, step.captured);     // the guess asks for the same
                    Guess guess = estimate(step.to);
                    guess.of(turn) = first_seen(guess.of(turn), s, step);
                    e.pn = uint16_t(guess.pn);
                    e.dn = uint16_t(guess.dn);
                }
            }
            const uint8_t st = e.loose ? OPEN : nodes[e.to].status;
            if (st == turn && by == NIL) {
                by = k;
                if (zones) {        // nothing else is asked of a node that is won
                    nodes[id].edges = uint16_t(i + 1);
                    break;
                }
            }
            if (!(e.closing || st == 1 - turn)) ++left;
        }
        nodes[id].left = left;
        if (by != NIL) {
            win(id, edges[by]);
            propagate(id);
            return;
        }
        if (lost(id)) {
            propagate(id);
            return;
        }
        if (!zones) return;
        const uint32_t first = nodes[id].first;
        if (nodes[edges[first].to].status == OPEN && !nodes[edges[first].to].expanded) recognise(edges[first].to);
        patterns.expect_after(s);
        for (size_t i = 1; i < steps.size() && nodes[id].status == OPEN; ++i) {
            const Edge& e = edges[first + i];
            // What others have led to before has been looked at.
            if (!e.loose || e.far || e.apart || e.next_in != NIL) continue;
            const uint32_t found = alike(steps[i].to);
            if (found == NIL) continue;
            const uint32_t to = target(first + i);
            adopt(nodes[to], found);
            propagate(to);
        }
    }

    // What tells moves apart before anything is known of them.
    Taste taste = learns() ? LEARNED : Taste();
    FirstSight<W> sight{g};
    Prospects<W> prospects{g, cuts};
    Experience experience{g.n};
    Shapes<W> shapes{g};

    // Whether plays are weighed by their shapes: on demand, where the weights are of use.
    bool shaped = false;
    bool weighs() const { return shaped && shapes.weigh(); }

    // Look at a state, after a play on `before`, before plays from it are looked at.
    void measure(const State<W>& s, int before) {
        sight.measure(s.s);
        if (learns()) prospects.keep(s);
        if (weighs()) shapes.keep(s, before);
    }

    // How hard a play seems for the side that makes it, if what it leads to seems as hard as `number`.
    uint32_t first_seen(uint32_t number, const State<W>& s, const Step<W>& step) const {
        const uint32_t tried = experience.doubt(s.turn, step.move);
        if (!weighs()) return number + sight.doubt(taste, s, step, true) + tried;
        return shapes.seen(number, s, step, sight.distance[size_t(step.move)]) + tried;
    }

    // A play that leads to a node, or PASS.
    int play_before(uint32_t id) const { return nodes[id].in == NIL ? PASS : std::max<int>(PASS, edges[nodes[id].in].move); }

    // The side to move wins by this edge.
    void win(uint32_t id, const Edge& e) {
        Node<W>& v = nodes[id];
        v.status = v.state.turn;
        v.best = e.move;
        v.zone = winning_zone(id, e);
        if (e.move >= 0) experience.won(v.state.turn, e.move);
    }

    // Whether the side to move loses as far as the children tell; records it.
    bool lost(uint32_t id) {
        Node<W>& v = nodes[id];
        const Edge& pass = edges[v.first];
        if (v.left && !(zones && pass.closing)) return false;
        Zone<W> zone = g.all;
        if (zones && !losing_zone(id, zone)) return false;
        v.status = uint8_t(1 - v.state.turn);
        v.own = answers_itself(v, v.status);
        v.zone = zone;
        for (uint32_t k = v.first + 1; k < v.first + v.edges; ++k)
            if (edges[k].move >= 0 && !edges[k].loose) experience.lost(v.state.turn, edges[k].move);
        return true;
    }

    // Carry the result of a node to all nodes that it decides.
    void propagate(uint32_t id) {
        stack.push_back(id);
        while (!stack.empty()) {
            const uint32_t u = stack.back();
            stack.pop_back();
            const uint8_t winner = nodes[u].status;
            if (zones && nodes[u].like == NIL) {
                const State<W>& s = nodes[u].state;
                patterns.add(s, nodes[u].zone, winner, u);
                relevance.note(nodes[u].zone.all().minus(s.s[0] | s.s[1]), winner, g.n);
            }
            for (uint32_t k = nodes[u].in; k != NIL; k = edges[k].next_in) {
                const Edge e = edges[k];
                Node<W>& p = nodes[e.from];
                if (p.status != OPEN) continue;
                if (p.state.turn == winner) {
                    if (e.closing) continue;
                    win(e.from, e);
                    stack.push_back(e.from);
                    continue;
                }
                if (!e.closing && !e.far) --p.left;
                if (zones && e.move == PASS && !frees_winner(p)) far_replies(e.from, u);
                if (lost(e.from)) stack.push_back(e.from);
            }
        }
    }

    // Whether no other edge leads where that loose one does.
    bool alone(uint32_t k) const {
        if (edges[k].next_in != NIL) return false;
        const size_t mask = table.size() - 1;
        for (size_t i = edges[k].to & mask; table[i] != FREE; i = (i + 1) & mask)
            if (uint32_t(table[i]) == (LOOSE | k)) return true;
        return false;
    }

    // What node u, reached from p by a pass, is won by, wins against all plays outside its zone.
    void far_replies(uint32_t p, uint32_t u) {
        for (uint32_t k = nodes[p].first; k < nodes[p].first + nodes[p].edges; ++k) {
            Edge& e = edges[k];
            if (e.move < 0 || e.far || (!e.loose && e.to < 2) || nodes[u].zone.test(e.move)) continue;
            if (e.loose && alone(k)) {
                --nodes[p].left;
                e.far = 1;
                continue;
            }
            const uint32_t x = target(k);
            if (nodes[x].status != OPEN) continue;
            adopt(nodes[x], u);
            stack.push_back(x);
        }
    }
};

}  // namespace shikatsu
