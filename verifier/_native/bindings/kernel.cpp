// The extension module. One call runs a whole search, with the GIL released.
#include <nanobind/nanobind.h>

#include "bindings/begun.hpp"
#include "bindings/dense.hpp"
#include "bindings/endings.hpp"
#include "bindings/plain.hpp"
#include "bindings/playouts.hpp"
#include "bindings/questions.hpp"
#include "bindings/sheet.hpp"
#include "bindings/tables.hpp"

NB_MODULE(_kernel, m) {
    using namespace shikatsu;
    m.doc() = "Native search kernel; see verifier/search/native for its Python face.";
    m.attr("ABI") = 36;
    m.attr("BOARD_POINTS") = BOARD_POINTS;
    m.def("set_clock", [](double step) { Watch::step = step; }, nanobind::arg("step"),
          "For tests: let so many seconds go by whenever the time is looked at; 0: by the clock.");
    python::bind_begun(m);
    python::bind_locale(m);
    python::bind_plain(m);
    python::bind_sheet(m);
    python::bind_dense(m);
    python::bind_playouts(m);
    ending::bind_endings(m);
    atlas::bind_atlas(m);
}
