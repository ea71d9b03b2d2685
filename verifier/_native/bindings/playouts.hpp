// Python face of guess/playouts.hpp.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

#include "bindings/locale.hpp"
#include "guess/playouts.hpp"

namespace shikatsu::python {

// For each point of a board how many of so many random games end with it Black's, less those in which it is White's.
inline std::vector<int> ends_of_playouts(int rows, int cols, const Points& black, const Points& white, int games, uint64_t seed) {
    if (rows < 1 || cols < 1 || rows > Playouts::MOST || cols > Playouts::MOST) throw nb::value_error("playouts: no such board");
    std::vector<uint8_t> colours(size_t(rows * cols), Playouts::EMPTY);
    for (const Points* stones : {&black, &white}) {
        expect_inside(*stones, colours.size());
        for (int p : *stones) colours[size_t(p)] = stones == &black ? Playouts::BLACK : Playouts::WHITE;
    }
    nb::gil_scoped_release release;
    return Playouts(rows, cols, colours).run(games, seed);
}

inline void bind_playouts(nb::module_& m) {
    m.def("playouts", &ends_of_playouts, nb::arg("rows"), nb::arg("cols"), nb::arg("black"), nb::arg("white"), nb::arg("games"),
          nb::arg("seed"), "Random games to their ends.");
}

}  // namespace shikatsu::python
