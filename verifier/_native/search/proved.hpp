// What searches of the same game have proved: patterns at which a new search may end, and a new proof.
#pragma once
#include <cstdint>
#include <vector>

#include "search/node.hpp"
#include "search/patterns.hpp"

namespace shikatsu {

template <int W>
struct Proved {
    struct Item {
        Node<W> node;                       // cut down to its zone
        typename PassBook<W>::Passed passed;    // what they have passed for: each search has a book of its own
        uint32_t credit, rank;
        uint32_t number;                    // by which new proofs refer to it
    };
    std::vector<Item> items;

    Proved(const Bits<W>& locale, int numbers) : table(locale, numbers) {}

    void add(const Item& item) {
        table.add(item.node.state, item.node.zone, item.node.status, uint32_t(items.size()));
        items.push_back(item);
    }

    // The first item for which `fits` among those that may look like that state, or NIL.
    template <class Fits>
    uint32_t find(const State<W>& s, const Fits& fits) {
        return table.find(s, [&](uint32_t k, const Bits<W>* mask) { return fits(items[k], mask); });
    }

  private:
    PatternTable<W> table;
};

}  // namespace shikatsu
