// Subsumption, for smaller proofs: a node of a proof subsumes others whose states look like its own in its zone, and may
// take their place.
//
// The search proves small zones after large ones too, and what was proved for a large zone may follow from a proof
// for a smaller one that was not there yet.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/graph.hpp"

namespace shikatsu {

template <int W>
struct Subsumption {
    const LargeVector<Node<W>>& nodes;
    const int side;                         // who wins these nodes

    Subsumption(const LargeVector<Node<W>>& searched, int winner, const Bits<W>& locale, int numbers)
        : nodes(searched), side(winner), index(locale, size_t(numbers), KINDS) {}

    // Those of the nodes that are subsumed, each with the node that has the smallest zone. `most`: how many zones
    // are tried, those of the most nodes. `given_up()` is asked for each node, and true ends it.
    template <class GivenUp>
    std::unordered_map<uint32_t, uint32_t> find(std::vector<uint32_t> ids, size_t most, const GivenUp& given_up) {
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        collect(ids, most);
        std::unordered_map<uint32_t, uint32_t> found;
        for (const uint32_t id : ids) {
            if (given_up()) break;
            const uint32_t other = smallest(nodes[id]);
            if (other != NIL) found.emplace(id, other);
        }
        return found;
    }

  private:
    // Nodes with the same zone.
    struct Shape {
        Zone<W> zone;
        InCommon<W> common;
        int size;                           // points of the zone
        std::vector<std::pair<uint64_t, uint32_t>> members{};      // nodes by the stones that count, sorted

        uint64_t key(const State<W>& s) const {
            uint64_t h = s.turn;
            for (int c = 0; c < 2; ++c) mix(h, s.s[c] & common.mask[c]);
            return h;
        }
    };
    std::vector<Shape> shapes{};            // smallest zone first
    BitmapIndex<W> index;
    // Rows beside those of contents: the shape counts the point, or every content of it.
    static constexpr size_t COUNTED = 3, HARD = 4, KINDS = 5;

    void collect(const std::vector<uint32_t>& ids, size_t most) {
        std::unordered_map<uint64_t, uint32_t> known;
        for (const uint32_t id : ids) {
            const Zone<W>& zone = nodes[id].zone;
            uint64_t h = 0;
            mix(h, zone.hard);
            mix(h, zone.soft);
            const auto [at, fresh] = known.try_emplace(h, uint32_t(shapes.size()));
            if (fresh) shapes.push_back({zone, InCommon<W>(zone, side), zone.all().count()});
            Shape& shape = shapes[at->second];
            if (!(shape.zone == zone)) continue;
            shape.common.admit(nodes[id].state);
            shape.members.emplace_back(shape.key(nodes[id].state), id);
        }
        auto more_used = [](const Shape& a, const Shape& b) { return a.members.size() > b.members.size(); };
        std::stable_sort(shapes.begin(), shapes.end(), more_used);
        if (shapes.size() > most) shapes.erase(shapes.begin() + std::ptrdiff_t(most), shapes.end());
        auto smaller = [](const Shape& a, const Shape& b) { return a.size < b.size; };
        std::stable_sort(shapes.begin(), shapes.end(), smaller);
        for (uint32_t number = 0; number < shapes.size(); ++number) {
            Shape& shape = shapes[number];
            std::sort(shape.members.begin(), shape.members.end());
            index.append(number);
            index.rule_out(number, shape.common, shape.zone.all());
            for (Bits<W> rest = shape.zone.all(); rest.any();) index.mark(number, rest.pop(), COUNTED, true);
            for (Bits<W> rest = shape.zone.hard; rest.any();) index.mark(number, rest.pop(), HARD, true);
        }
    }

    // The node with the smallest zone that subsumes v, or NIL.
    uint32_t smallest(const Node<W>& v) const {
        typename BitmapIndex<W>::Rows rows;
        const Bits<W> counted = v.zone.all();
        for (Bits<W> rest = index.all.minus(counted); rest.any();) index.add(rows, rest.pop(), COUNTED);
        for (Bits<W> rest = v.zone.soft; rest.any();) index.add(rows, rest.pop(), HARD);
        for (Bits<W> rest = counted; rest.any();) index.add(rows, rest.pop(), v.state);
        const int size = counted.count();
        for (size_t first = 0; first < shapes.size() && shapes[first].size < size; first += BitmapIndex<W>::CHUNK) {
            uint32_t found = NIL;
            const bool more = index.out(first / BitmapIndex<W>::CHUNK, rows).each_clear([&](size_t bit) {
                const size_t number = first + bit;
                if (number >= shapes.size() || shapes[number].size >= size) return false;
                found = within(shapes[number], v);
                return found == NIL;
            });
            if (!more) return found;
        }
        return NIL;
    }

    // The first node of a shape that subsumes v, or NIL. Follows the index.
    uint32_t within(const Shape& shape, const Node<W>& v) const {
        const uint64_t key = shape.key(v.state);
        auto at = std::lower_bound(shape.members.begin(), shape.members.end(), std::make_pair(key, uint32_t(0)));
        for (; at != shape.members.end() && at->first == key; ++at)
            if (fits(shape, nodes[at->second], v)) return at->second;
        return NIL;
    }

    // Whether u subsumes v.
    bool fits(const Shape& shape, const Node<W>& u, const Node<W>& v) const {
        for (int c = 0; c < 2; ++c)
            if (!((u.state.s[c] & shape.common.mask[c]) == (v.state.s[c] & shape.common.mask[c])) || u.state.threats[c] != v.state.threats[c])
                return false;
        if (u.state.taken != v.state.taken) return false;
        if (!((u.state.bans & u.zone.hard) == (v.state.bans & u.zone.hard))) return false;
        if (u.state.turn != v.state.turn) return false;
        // The zones before v tell whether its own move may be banned, but not whether another may be.
        if (v.state.turn == side) return u.state.ban < 0 && v.state.ban < 0 && (u.best == v.best || u.best == PASS);
        return u.state.ban < 0 || !u.zone.test(u.state.ban) || u.state.ban == v.state.ban;
    }
};

}  // namespace shikatsu
