// Searches of the same game from one state after the other: what they have proved, and what the last one has added to it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/closure.hpp"
#include "search/proved.hpp"

namespace shikatsu {

template <int W>
struct Continued {
    std::optional<Proved<W>> proved{};
    Closure<W> last{};
    std::vector<uint32_t> numbers{};        // of its items
    uint32_t first = 0;                     // number of the next new pattern

    void take(Closure<W>&& closure) {
        last = std::move(closure);
        last.watch = nullptr;
        numbers.clear();
        uint32_t next = first;
        for (const auto& item : last.items) numbers.push_back(item.proved == NIL ? next++ : proved->items[item.proved].number);
    }

    // The number of the pattern proved before that holds for the start of the last search, or -1.
    int64_t covered() const { return last.items.empty() || last.items[0].proved == NIL ? -1 : int64_t(numbers[0]); }

    // Forget the last search.
    void drop() { last = Closure<W>(); }

    // Let later searches end at what the last one has found, which `side` won.
    void keep(const Geometry<W>& g, int side) {
        if (!proved) proved.emplace(g.all, g.n);
        for (size_t i = 0; i < last.items.size(); ++i) {
            const ClosureItem<W>& item = last.items[i];
            if (item.proved != NIL) continue;
            Node<W> node;
            node.state = item.state;
            node.state.bans = item.bound[0] | item.bound[1];
            node.zone = item.zone;
            node.bad = item.bad;
            node.status = uint8_t(side);
            node.best = item.move;
            const auto passed = g.rules.named() ? (*g.passes)[item.state.passed_for()] : typename PassBook<W>::Passed();
            proved->add({node, passed, item.credit, item.rank, numbers[i]});
        }
        drop();
    }
};

}  // namespace shikatsu
