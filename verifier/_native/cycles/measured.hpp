// The least measure of a strategy that is closed under all replies: the credits and ranks of cycles/game.hpp without
// limits, worked out component by component (docs/certificates.md has the conditions that they meet).
#pragma once
#include <cstdint>
#include <vector>

#include "cycles/game.hpp"
#include "watch.hpp"

namespace shikatsu {

// An item has the fields bad (it is marked), first and edges (its links), credit and rank.
template <class Item>
struct Measured {
    struct Link {
        uint32_t to;
        int32_t weight;
        uint8_t bad = 0;                // a marked state lies on the way
    };
    static constexpr uint32_t NIL = ~uint32_t(0);

    bool given_up(uint64_t work) const { return watch && (hurried ? watch->over(work) : watch->late(work)); }
    Watch* watch = nullptr;             // when there is one, what takes too long is given up
    bool hurried = false;               // at the limit, and not some time later
    std::vector<Item> items;
    std::vector<Link> links;
    // Items whose measure is known. No links go on from them.
    struct Fixed {
        uint32_t item;
        uint32_t credit, rank;
    };
    std::vector<Fixed> fixed;

    // Strongly connected components in reverse topological order (Tarjan, iterative) over links that
    // `keep` accepts; `comp` numbers them so that successors have smaller numbers.
    template <class Keep>
    std::vector<uint32_t> components(const Keep& keep, std::vector<uint32_t>& order) const {
        const uint32_t n = uint32_t(items.size());
        std::vector<uint32_t> comp(n, NIL), low(n, 0), num(n, 0), stack, call, at(n, 0);
        uint32_t counter = 0, comps = 0;
        order.clear();
        for (uint32_t r = 0; r < n; ++r) {
            if (num[r]) continue;
            call.push_back(r);
            while (!call.empty()) {
                uint32_t v = call.back();
                if (!num[v]) {
                    num[v] = low[v] = ++counter;
                    stack.push_back(v);
                    at[v] = items[v].first;
                }
                bool deeper = false;
                while (at[v] < items[v].first + items[v].edges) {
                    uint32_t k = at[v];
                    uint32_t u = links[k].to;
                    if (!keep(v, links[k])) {
                        ++at[v];
                        continue;
                    }
                    if (!num[u]) {
                        call.push_back(u);
                        deeper = true;
                        break;
                    }
                    if (comp[u] == NIL && low[u] < low[v]) low[v] = low[u];
                    ++at[v];
                }
                if (deeper) continue;
                if (low[v] == num[v]) {
                    uint32_t u;
                    do {
                        u = stack.back();
                        stack.pop_back();
                        comp[u] = comps;
                        order.push_back(u);
                    } while (u != v);
                    ++comps;
                }
                call.pop_back();
            }
        }
        return comp;
    }

    template <class Keep, class Cost>
    bool costs_anything(const Keep& keep, const Cost& cost) const {
        for (uint32_t v = 0; v < items.size(); ++v)
            for (uint32_t k = items[v].first; k < items[v].first + items[v].edges; ++k)
                if (cost(v, links[k]) > 0 && keep(v, links[k])) return true;
        return false;
    }

    // Longest paths value(v) = max(0, value(u) + cost) over kept links, from the values of fixed items on. False: a
    // cycle of positive cost, or given up.
    template <class Keep, class Cost>
    bool longest(const Keep& keep, const Cost& cost, uint32_t Fixed::*known, std::vector<int64_t>& value) const {
        value.assign(items.size(), 0);
        for (const Fixed& one : fixed) value[one.item] = one.*known;
        if (fixed.empty() && !costs_anything(keep, cost)) return true;
        std::vector<uint32_t> order;
        std::vector<uint32_t> comp = components(keep, order);
        for (size_t a = 0; a < order.size();) {
            size_t b = a;
            while (b < order.size() && comp[order[b]] == comp[order[a]]) ++b;
            bool changed = true;
            for (size_t round = 0; changed; ++round) {
                if (round > b - a + 1) return false;
                changed = false;
                for (size_t i = a; i < b; ++i) {
                    uint32_t v = order[i];
                    if (given_up(1 + items[v].edges)) return false;
                    for (uint32_t k = items[v].first; k < items[v].first + items[v].edges; ++k) {
                        if (!keep(v, links[k])) continue;
                        int64_t x = value[links[k].to] + cost(v, links[k]);
                        if (x > value[v]) {
                            value[v] = x;
                            changed = true;
                        }
                    }
                }
            }
            a = b;
        }
        return true;
    }

    // Fill credits and ranks; `favoured`: even cycles with a marked item are the side's, not those without.
    // False: some cycle is lost for the side, so this is no winning strategy; or it was given up.
    bool measure(bool favoured) {
        std::vector<int64_t> credit, rank;
        auto all = [](uint32_t, const Link&) { return true; };
        auto weight = [](uint32_t, const Link& l) { return int64_t(l.weight); };
        if (!longest(all, weight, &Fixed::credit, credit)) return false;
        auto tight = [&](uint32_t v, const Link& l) {
            if (cycles::restarts(favoured, items[v].bad || l.bad)) return false;
            return credit[l.to] + l.weight == credit[v];
        };
        auto unit = [&](uint32_t v, const Link& l) { return int64_t(cycles::climbs(favoured, items[v].bad || l.bad)); };
        if (!longest(tight, unit, &Fixed::rank, rank)) return false;
        for (size_t i = 0; i < items.size(); ++i) {
            items[i].credit = uint32_t(credit[i]);
            items[i].rank = uint32_t(rank[i]);
        }
        return true;
    }
};

}  // namespace shikatsu
