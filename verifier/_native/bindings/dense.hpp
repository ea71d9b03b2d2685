// Python face of tables/dense.hpp: every state of a small locale, solved.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <vector>

#include "bindings/locale.hpp"
#include "tables/dense.hpp"

namespace shikatsu::python {

struct DenseTable {
    std::unique_ptr<Dense> dense{};
    size_t undecided = 0;

    explicit DenseTable(const Locale& locale) {
        if (locale.points > DENSE_POINTS) throw nb::value_error("dense tables hold at most 12 points");
        nb::gil_scoped_release release;
        dense = std::make_unique<Dense>(geometry<1>(locale));
        undecided = dense->solve();
    }

    std::string winner(const std::vector<Points>& stones, int ban, int turn, bool passed, const Points& threats, int taken) const {
        State<1> s;
        for (size_t c = 0; c < 2; ++c) {
            s.s[c] = bits<1>(stones.at(c));
            s.threats[c] = uint8_t(threats.at(c));
        }
        s.ban = int16_t(ban);
        s.turn = uint8_t(turn != 0);
        s.passed = passed;
        s.taken = uint16_t(taken);
        const auto it = dense->index.find(s);
        if (it == dense->index.end()) throw nb::key_error("no such state in the table");
        const char* names[] = {"owner", "attacker", "undecided"};
        return names[dense->value[it->second]];
    }

    // Counts over all boards on which the unit's points carry owner's stones: (attacker wins, boards).
    std::vector<size_t> count(int turn, bool as_chain) const {
        size_t lost = 0, total = 0;
        for (size_t i = 0; i < dense->states.size(); ++i) {
            const State<1>& s = dense->states[i];
            if (s.ban >= 0 || s.passed || s.turn != turn || !full(s) || !dense->g.unit.within(s.s[OWNER])) continue;
            if (as_chain) {
                Bits<1> chain = dense->g.flood(Bits<1>::single(dense->g.unit.lowest()), s.s[OWNER]);
                if (!(chain == dense->g.unit)) continue;
            }
            ++total;
            lost += dense->value[i] == ATTACKER;
        }
        return {lost, total};
    }

  private:
    bool full(const State<1>& s) const {
        const Rules& rules = dense->g.rules;
        return s.threats[0] == rules.threats[0] && s.threats[1] == rules.threats[1];
    }
};

inline void bind_dense(nb::module_& m) {
    m.attr("DENSE_POINTS") = DENSE_POINTS;
    nb::class_<DenseTable>(m, "DenseTable")
        .def(nb::init<const Locale&>(), nb::arg("locale"))
        .def("winner", &DenseTable::winner, nb::arg("stones"), nb::arg("ban"), nb::arg("turn"), nb::arg("passed"), nb::arg("threats"),
             nb::arg("taken") = 0)
        .def("count", &DenseTable::count, nb::arg("turn"), nb::arg("as_chain"))
        .def_prop_ro("states", [](const DenseTable& t) { return t.dense->states.size(); })
        .def_ro("undecided", &DenseTable::undecided);
}

}  // namespace shikatsu::python
