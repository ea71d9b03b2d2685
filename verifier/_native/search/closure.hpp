// From a searched graph to a candidate certificate: the winner's strategy closed under all replies, state by
// state or as patterns, and the least measure that decides its cycles. Prisoners are counted as captured stones here.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cycles/measured.hpp"
#include "search/graph.hpp"
#include "search/strategy.hpp"
#include "search/subsumption.hpp"

namespace shikatsu {

template <int W>
struct ClosureItem {
    State<W> state;
    Zone<W> zone;                       // patterns: the points of the state that count
    Bits<W> bound[2] = {Bits<W>::none(), Bits<W>::none()};      // plain play: the bans on each side in the zone
    int16_t move = PASS;
    uint8_t bad = 0;
    uint32_t credit = 0, rank = 0;
    uint32_t first = 0, edges = 0;
    uint32_t answer = 0, answers = 0;   // patterns: its replies
    uint32_t proved = NIL;              // patterns: one that was proved before, which leads nowhere here
};

template <int W>
struct Closure : Measured<ClosureItem<W>> {
    using Item = ClosureItem<W>;
    using Measured<Item>::items;
    using Measured<Item>::links;
    using Measured<Item>::fixed;
    using Measured<Item>::given_up;
    // Patterns, item by item: what covers what a move leads to; NIL where statics or the rules end the branch.
    static constexpr int16_t NO_ANSWER = -2;
    struct Reply {
        int16_t move;
        uint32_t to;
        int32_t weight = 0;
        int16_t answer = NO_ANSWER;         // the winner's move at once, which leads to `to`; see answers.hpp
        uint8_t bad = 0;                    // what it is played in is marked
    };
    std::vector<Reply> replies;

    // The strategy searched in `strategy`, from `start` on in the arena of `g`. It may have been searched in the ko-free
    // arena, whose states carry no ban. False: it has a hole.
    bool build(const Geometry<W>& g, const Graph<W>& strategy, const State<W>& start, int side, uint64_t limit) {
        const bool bans = strategy.g.rules.basic_ko;
        Mover<W> game(g);
        return close_strategy<Step<W>>(game, start, side, limit, *this, [&](const State<W>& s, int16_t& move) {
            State<W> key = s;
            if (!bans) key.ban = -1, key.threats[0] = key.threats[1] = 0;
            const uint32_t id = strategy.find(key);
            // A state that is reached only by a pass which this pass answers has no move of its own.
            if (id != NIL && strategy.nodes[id].status == side) move = strategy.nodes[id].best;
            return true;
        });
    }

    std::vector<uint32_t> source;           // patterns: the node that an item comes from
    std::unordered_map<uint32_t, uint32_t> subsumed;    // nodes, with those that take their place; see generalised()

    // For nodes of the present items others that subsume them; fewer if it is given up.
    std::unordered_map<uint32_t, uint32_t> generalised(const Graph<W>& graph, int side) const {
        std::vector<uint32_t> expanded;
        for (const uint32_t id : source)
            if (graph.nodes[id].expanded) expanded.push_back(id);
        const size_t most = items.size() > LARGE ? 16 * SHAPES : SHAPES;
        return Subsumption<W>(graph.nodes, side, graph.g.all, graph.g.n).find(std::move(expanded), most, [this] { return given_up(Watch::OFTEN / 16); });
    }
    static constexpr size_t SHAPES = 512, LARGE = 20000;

    // The proof as patterns: states cut down to the zones that the search found. With `merge` equal patterns
    // are one item, whatever states they come from; that may tie a knot which `measure` then refuses.
    // The loser has `most` threats at the start.
    bool patterns(const Graph<W>& graph, uint32_t root, int side, uint8_t most, uint64_t limit, bool merge) {
        items.clear();
        links.clear();
        replies.clear();
        fixed.clear();
        source.clear();
        // Most proofs are small, and asking for memory bit by bit takes longer than to find them.
        items.reserve(SMALL);
        links.reserve(2 * SMALL);
        replies.reserve(2 * SMALL);
        source.reserve(SMALL);
        struct Key {
            State<W> state;
            Zone<W> zone;
            uint32_t id;
            Bits<W> bound = Bits<W>::none();
            bool operator==(const Key& o) const { return id == o.id && zone == o.zone && state == o.state && bound == o.bound; }
        };
        struct Hash {
            size_t operator()(const Key& k) const {
                size_t h = size_t(k.state.hash()) ^ k.id * 0x9e3779b97f4a7c15ull;
                for (int i = 0; i < W; ++i) h = ((h ^ k.zone.hard.w[i]) * 0xff51afd7ed558ccdull ^ k.zone.soft.w[i]) * 0x9e3779b97f4a7c15ull;
                return h ^ h >> 29;
            }
        };
        std::unordered_map<Key, uint32_t, Hash> index;
        index.reserve(2 * SMALL);
        std::vector<uint8_t> waits;             // an item that only passes back to that node's item
        const auto& nodes = graph.nodes;
        auto resolve = [&](uint32_t id) {
            if (nodes[id].like != NIL) id = nodes[id].like;
            const auto better = subsumed.find(id);
            return better == subsumed.end() ? id : better->second;
        };
        const bool named = graph.g.rules.named();
        auto closed = [&](uint32_t id) {
            return id < 2 || (!nodes[id].expanded && nodes[id].like == NIL && graph.borrowed_from(id) == NIL);
        };
        std::unordered_map<uint32_t, uint32_t> known_items;     // of nodes that stand for what was proved before
        auto add_known = [&](uint32_t id, uint32_t number) {
            const auto [at, fresh] = known_items.try_emplace(id, uint32_t(items.size()));
            if (!fresh) return at->second;
            const auto& known = graph.proved->items[number];
            Item item;
            item.state = nodes[id].state;
            item.zone = nodes[id].zone;
            item.proved = number;
            fixed.push_back({at->second, known.credit, known.rank});
            items.push_back(item);
            source.push_back(id);
            waits.push_back(false);
            return at->second;
        };
        auto add = [&](uint32_t id, const State<W>& state, const Zone<W>& zone, bool wait) {
            const uint32_t before = graph.borrowed_from(id);
            if (before != NIL) return add_known(id, before);
            Key key{state, zone, merge ? 0 : id * 2 + wait};
            for (int c = 0; c < 2; ++c) key.state.s[c] = key.state.s[c] & zone.counting(c, side);
            if (named) {
                auto passed = (*graph.g.passes)[state.passed_for()];
                for (Bits<W>& by : passed.by) by = by & zone.hard;
                key.state.pass_for(graph.g.passes->find(passed));
            }
            Bits<W> bound = graph.mover.banned(state, 1 - side) & zone.hard;
            // What covers a pass covers plays far away too: a ban that these could end is left out.
            if (state.turn == side && graph.g.rules.lasting == Lasting::Either) bound = graph.zoner.lasting(state, bound, side, zone.hard);
            key.state.bans = (state.bans & zone.hard).minus(bound);
            key.bound = bound;
            key.state.unknown = Bits<W>::none();
            if (state.ban >= 0 && !zone.test(state.ban)) key.state.ban = -1;
            // Bans of the winner matter only for his move, so patterns that differ in one of these are two.
            const bool threat = !wait && state.turn == side && state.ban >= 0 && state.ban == nodes[id].best;
            if (state.turn == side) {
                key.state.ban = wait ? int16_t(PASS) : nodes[id].best;
                key.state.passed = threat;
            }
            auto it = index.find(key);
            if (it != index.end()) return it->second;
            const uint32_t number = uint32_t(items.size());
            index.emplace(key, number);
            Item item;
            item.state = key.state;
            if (state.turn == side && !threat) item.state.ban = -1;
            item.state.passed = 0;
            item.bound[side] = key.state.bans;
            item.bound[1 - side] = bound;
            // Without bans no threats were needed, and the loser's were no use.
            if (!graph.g.rules.basic_ko) item.state.threats[1 - side] = most;
            item.zone = zone;
            item.move = PASS;
            item.bad = nodes[id].bad;
            items.push_back(item);
            source.push_back(id);
            waits.push_back(wait);
            return number;
        };
        auto reach = [&](uint32_t id) {         // the item for a won node
            id = resolve(id);
            return closed(id) ? NIL : add(id, nodes[id].state, nodes[id].zone, false);
        };
        if (reach(root) == NIL) return true;
        for (uint32_t i = 0; i < items.size(); ++i) {
            if (items.size() > limit || given_up(Watch::OFTEN / 8)) return false;
            items[i].first = uint32_t(links.size());
            items[i].answer = uint32_t(replies.size());
            if (items[i].proved != NIL) continue;
            const uint32_t id = source[i];
            const Node<W>& v = nodes[id];
            auto link = [&](int16_t move, uint32_t to, const Bits<W>& taken, bool late = false) {
                const int32_t taken_here = graph.g.rules.weigh ? int32_t((taken & items[i].zone.hard).count()) : 0;
                const int32_t w = items[i].state.turn == side ? -taken_here : taken_here;
                replies.push_back({move, to, w});
                if (to != NIL && !late) links.push_back({to, w});     // nothing is asked of the measure then
            };
            auto taken = [&](const Edge& e) {
                const int other = 1 - v.state.turn;
                return e.to < 2 ? Bits<W>::none() : v.state.s[other].minus(nodes[e.to].state.s[other] | nodes[e.to].state.unknown);
            };
            if (closed(id)) {
                items[i].move = v.best;
                link(v.best, NIL, Bits<W>::none());
            } else if (waits[i]) {
                link(PASS, add(id, v.state, v.zone, false), Bits<W>::none());
            } else if (v.state.turn == side) {
                uint32_t k = v.first;
                while (k < v.first + v.edges && graph.edges[k].move != v.best) ++k;
                if (k == v.first + v.edges) return false;
                items[i].move = v.best;
                link(v.best, reach(graph.edges[k].to), taken(graph.edges[k]));
            } else {
                const Edge& pass = graph.edges[v.first];
                if (!v.own && nodes[pass.to].status != side) return false;
                const uint32_t to = v.own ? id : resolve(pass.to);
                const Bits<W> scope = nodes[to].zone.hard;
                if (v.own) {
                    State<W> waiting = v.state;
                    waiting.turn = uint8_t(side);
                    link(PASS, add(id, waiting, v.zone, true), Bits<W>::none());
                } else {
                    // A state that is won by one more move is a pattern of its own after a pass: its zone is small.
                    link(PASS, add(to, nodes[to].state, nodes[to].zone, false), Bits<W>::none());
                }
                for (uint32_t k = v.first + 1; k < v.first + v.edges; ++k) {
                    const Edge& e = graph.edges[k];
                    // Without a ban on the loser in its zone a pattern knows one kind of pass.
                    const Bits<W>& bound = items[i].bound[1 - side];
                    if (e.move >= 0 ? !scope.test(e.move) : named ? !bound.test(LIFT - e.move) : !bound.any()) continue;
                    if (e.loose || nodes[e.to].status != side) return false;
                    link(e.move, reach(e.to), taken(e), e.late);
                }
            }
            items[i].edges = uint32_t(links.size()) - items[i].first;
            items[i].answers = uint32_t(replies.size()) - items[i].answer;
        }
        return true;
    }

  private:
    static constexpr size_t SMALL = 32;
};

}  // namespace shikatsu
