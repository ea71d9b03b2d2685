// Python face of tables/table.hpp, tables/enabled.hpp and tables/check.hpp; verifier/jobs/atlas uses it.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tables/check.hpp"
#include "tables/enabled.hpp"
#include "tables/table.hpp"

namespace shikatsu::atlas {

namespace nba = nanobind;

inline uint32_t mask_of(const std::vector<int>& points, size_t n) {
    uint32_t mask = 0;
    for (int p : points) {
        if (p < 0 || size_t(p) >= n) throw nba::value_error("a point lies outside the locale");
        mask |= 1u << p;
    }
    return mask;
}

inline KoRule rule_named(const std::string& ko) {
    if (ko == "none") return {Ko::None};
    if (ko == "basic") return {Ko::Basic};
    if (ko == "all") return {Ko::All};
    if (ko == "each") return {Ko::Each};
    if (ko == "both") return {Ko::Both};
    if (ko == "capture") return {Ko::Capture};
    if (ko == "each-owner") return {Ko::Each, OTHER};
    if (ko == "each-attacker") return {Ko::Each, OWN};
    throw nba::value_error("no such ko rule");
}

// The states of a locale under a ko rule, shared by the tables on it.
class Space {
public:
    std::shared_ptr<const Graph> graph;

    Space(const std::vector<std::vector<int>>& near, const std::vector<int>& own_wall, const std::vector<int>& other_wall,
          const std::string& ko, int threads) {
        const size_t n = near.size();
        if (n < 1 || n > MAX_POINTS) throw nba::value_error("a table holds 1 to 16 points");
        std::vector<uint32_t> rows;
        for (const auto& row : near) rows.push_back(mask_of(row, n));
        const KoRule rule = rule_named(ko);
        const Frame frame(rows, mask_of(own_wall, n), mask_of(other_wall, n));
        nba::gil_scoped_release release;
        graph = std::make_shared<const Graph>(frame, rule, threads);
    }

    Table* table(const std::string& goal, bool prisoners, const std::vector<int>& target, int threads) const {
        const Goal aim = goal == "owned"      ? Goal::Owned
                         : goal == "settled"  ? Goal::Settled
                         : goal == "captured" ? Goal::Captured
                                              : throw nba::value_error("no table is written down for this goal");
        const uint32_t points = mask_of(target, size_t(graph->frame.n));
        nba::gil_scoped_release release;
        return new Table(graph, aim, prisoners, points, threads);
    }

    EnabledTable* enabled_table(bool prisoners, const std::vector<int>& target, const std::vector<int>& scope, bool marks,
                                int threads) const {
        const size_t n = size_t(graph->frame.n);
        const uint32_t points = mask_of(target, n), watched = mask_of(scope, n);
        nba::gil_scoped_release release;
        return new EnabledTable(graph, prisoners, points, watched, marks, threads);
    }
};

inline nba::bytes packed(const std::vector<uint16_t>& values) {
    return nba::bytes(reinterpret_cast<const char*>(values.data()), values.size() * 2);
}

// Check a table; its values are 16-bit numbers in the byte order of the machine that made it, little-endian.
inline nba::dict check(const std::vector<std::vector<int>>& near, const std::vector<int>& own_wall,
                       const std::vector<int>& other_wall, const std::string& ko, const std::string& goal, bool prisoners,
                       const std::vector<int>& target, const nba::bytes& values, const std::vector<int>& scope, bool marks,
                       int threads) {
    std::vector<uint16_t> table(values.size() / 2);
    std::memcpy(table.data(), values.c_str(), table.size() * 2);
    if (values.size() % 2) throw nba::value_error("half a value");
    const atlas_check::Claim claim{near, own_wall, other_wall, target, ko, goal, prisoners, scope, marks};
    atlas_check::Result result;
    {
        nba::gil_scoped_release release;
        result = atlas_check::Checker(claim, table).run(threads);
    }
    nba::dict out;
    out["accepted"] = result.accepted;
    out["states"] = result.states;
    out["owner"] = result.owner;
    out["attacker"] = result.attacker;
    out["nothing"] = result.nothing;
    out["refused"] = result.refused;
    out["verdicts"] = nba::bytes(reinterpret_cast<const char*>(result.verdicts.data()), result.verdicts.size());
    return out;
}

// The legal boards with codes from `first` to below `last` that have the least code among their images under `maps`
// (where each point goes) and the exchange of colours: each code, and after it the number of its images.
inline std::vector<uint32_t> positions(const std::vector<std::vector<int>>& near, const std::vector<std::vector<int>>& maps,
                                       uint32_t first, uint32_t last) {
    const size_t n = near.size();
    if (n < 1 || n > MAX_POINTS) throw nba::value_error("a table holds 1 to 16 points");
    std::vector<uint32_t> rows, power(n, 1);
    for (const auto& row : near) rows.push_back(mask_of(row, n));
    for (size_t p = 1; p < n; ++p) power[p] = 3 * power[p - 1];
    for (const auto& map : maps)
        if (map.size() != n || uint32_t(count_bits(mask_of(map, n))) != n) throw nba::value_error("no symmetry");
    const Frame frame(rows, 0, 0);
    if (last > frame.codes) last = frame.codes;
    nba::gil_scoped_release release;
    std::vector<uint32_t> out, images;
    for (uint32_t code = first; code < last; ++code) {
        int at[MAX_POINTS];
        uint32_t stones[2] = {0, 0}, rest = code;
        for (size_t p = 0; p < n; ++p, rest /= 3) {
            at[p] = int(rest % 3);
            if (at[p]) stones[at[p] - 1] |= 1u << p;
        }
        images.clear();
        bool least = true;
        for (const auto& map : maps) {
            uint32_t image = 0, swapped = 0;
            for (size_t p = 0; p < n; ++p) {
                image += power[size_t(map[p])] * uint32_t(at[p]);
                swapped += power[size_t(map[p])] * uint32_t(at[p] ? 3 - at[p] : 0);
            }
            least = least && image >= code && swapped >= code;
            if (!least) break;
            images.push_back(image);
            images.push_back(swapped);
        }
        const uint32_t empty = frame.all & ~(stones[0] | stones[1]);
        if (!least || !frame.breathes(stones[0], empty, 0) || !frame.breathes(stones[1], empty, 0)) continue;
        std::sort(images.begin(), images.end());
        out.push_back(code);
        out.push_back(uint32_t(std::unique(images.begin(), images.end()) - images.begin()));
    }
    return out;
}

inline void bind_atlas(nba::module_& m) {
    m.attr("ATLAS_POINTS") = MAX_POINTS;
    nba::class_<Measures>(m, "AtlasMeasures")
        .def("advance", &Measures::advance, nba::call_guard<nba::gil_scoped_release>())
        .def("values", [](const Measures& t) { return packed(t.values()); })
        .def_prop_ro("phase", [](const Measures& t) { return std::string(t.phase_name()); })
        .def_ro("sweeps", &Measures::sweeps)
        .def_ro("undecided", &Measures::undecided);
    nba::class_<Table, Measures>(m, "AtlasTable");
    nba::class_<EnabledTable, Measures>(m, "AtlasEnabledTable");
    nba::class_<Space>(m, "AtlasSpace")
        .def(nba::init<const std::vector<std::vector<int>>&, const std::vector<int>&, const std::vector<int>&, const std::string&, int>(),
             nba::arg("near"), nba::arg("own_wall"), nba::arg("other_wall"), nba::arg("ko"), nba::arg("threads"))
        .def("table", &Space::table, nba::arg("goal"), nba::arg("prisoners"), nba::arg("target"), nba::arg("threads"),
             nba::rv_policy::take_ownership)
        .def("enabled_table", &Space::enabled_table, nba::arg("prisoners"), nba::arg("target"), nba::arg("scope"),
             nba::arg("marks"), nba::arg("threads"), nba::rv_policy::take_ownership)
        .def_prop_ro("boards", [](const Space& s) { return s.graph->boards(); })
        .def_prop_ro("states", [](const Space& s) { return s.graph->states(); })
        .def_prop_ro("moves", [](const Space& s) { return s.graph->edges.size(); })
        .def_prop_ro("bytes", [](const Space& s) { return s.graph->bytes(); });
    m.def("atlas_positions", &positions, nba::arg("near"), nba::arg("maps"), nba::arg("first"), nba::arg("last"));
    m.def("atlas_check", &check, nba::arg("near"), nba::arg("own_wall"), nba::arg("other_wall"), nba::arg("ko"), nba::arg("goal"),
          nba::arg("prisoners"), nba::arg("target"), nba::arg("values"), nba::arg("scope"), nba::arg("marks"), nba::arg("threads"));
}

}  // namespace shikatsu::atlas
