// Python face of endings/search.hpp; verifier/search/endings uses it.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <nanobind/stl/pair.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "endings/search.hpp"

namespace shikatsu::ending {

namespace nbe = nanobind;

// The game so far and the search from its last turn.
class Ending {
public:
    // `rules`: the numbers of the enums in the order of PlayRules. Each turn: black low, black high, white low,
    // white high, lost difference, side to move, mover (2: nobody), a play?, ban (n: none).
    // `last`: late low, late high, balance, passes, first (2: none), since, ko, ko_pass.
    Ending(int rows, int cols, const std::vector<int>& rules, const std::vector<std::vector<int64_t>>& turns,
           const std::vector<int64_t>& last) {
        if (rows < 1 || cols < 1 || rows * cols > 121) throw nbe::value_error("at most 121 points");
        if (rules.size() != 14 || turns.empty() || last.size() != 8) throw nbe::value_error("wrong number of values");
        PlayRules p;
        p.suicide = rules[0];
        p.basic_ko = rules[1];
        p.last_ko = rules[2];
        p.free_last = rules[3];
        p.second_last = rules[4];
        p.repeat = Repeat(rules[5]);
        p.stop = Stop(rules[6]);
        p.price = Price(rules[7]);
        p.seki = Seki(rules[8]);
        p.wasted = Wasted(rules[9]);
        p.score = Score(rules[10]);
        p.first_player = rules[11];
        p.first_pass = rules[12];
        p.komi2 = rules[13];
        search = std::make_unique<EndSearch>(rows, cols, p);
        for (const auto& t : turns) {
            if (t.size() != 9) throw nbe::value_error("a turn has nine values");
            start = EndState();
            start.stones[0] = mask(t[0], t[1]);
            start.stones[1] = mask(t[2], t[3]);
            start.turn = int8_t(t[5]);
            start.ban = t[8] >= rows * cols ? int16_t(-1) : int16_t(t[8]);
            search->push(start, int(t[4]), t[6] == 2 ? -1 : int(t[6]), t[7] != 0);
        }
        start.late = mask(last[0], last[1]);
        start.balance = int16_t(last[2]);
        start.passes = int8_t(last[3]);
        start.first = last[4] == 2 ? int8_t(-1) : int8_t(last[4]);
        start.since = int8_t(last[5]);
        start.ko = last[6];
        start.ko_pass = last[7];
    }

    // "black" if Black can force `need` (a doubled lead, or WON), "white" if White can prevent it, or "unknown".
    std::string decide(int need, uint64_t limit_nodes, double seconds, uint64_t bytes) {
        Found found;
        {
            nbe::gil_scoped_release release;
            prepare(need, limit_nodes, seconds, bytes);
            found = search->decide(start);
        }
        if (PyErr_Occurred()) throw nbe::python_error();
        if (!found.solved()) return "unknown";
        return (found.phi == 0) == (start.turn == BLACK_SIDE) ? "black" : "white";
    }

    // A strategy for what decide found: for each node the moves and their nodes; empty if a limit was hit.
    std::vector<std::vector<std::pair<int, int>>> strategy(int need, bool black, uint64_t limit_nodes, double seconds,
                                                           uint64_t bytes) {
        std::vector<std::vector<std::pair<int, int>>> out;
        {
            nbe::gil_scoped_release release;
            prepare(need, limit_nodes, seconds, bytes);
            search->forget();
            if (search->extract(start, black ? BLACK_SIDE : WHITE_SIDE).id == 0)
                for (auto& node : search->proof) out.push_back(node.replies);
        }
        if (PyErr_Occurred()) throw nbe::python_error();
        return out;
    }

    // One side has `reserves` (own, its eyes, other, its eyes; low and high words each), the own one needs so
    // many plays, and all are closed on the board. A strategy with which `black` wins; empty if none was found.
    std::vector<std::vector<std::pair<int, int>>> prove(int need, bool black, const std::vector<int64_t>& reserves,
                                                        int needed, uint64_t limit_nodes, double seconds,
                                                        uint64_t bytes) {
        if (reserves.size() != 8) throw nbe::value_error("reserves have eight words");
        std::vector<std::vector<std::pair<int, int>>> out;
        {
            nbe::gil_scoped_release release;
            prepare(need, limit_nodes, seconds, bytes);
            auto part = [&](size_t i) { return mask(reserves[2 * i], reserves[2 * i + 1]); };
            search->game.reserves = {black ? BLACK_SIDE : WHITE_SIDE, part(0), part(1), part(2), part(3)};
            start.needed = int8_t(needed);
            if (search->prove(start))
                for (auto& node : search->proof) out.push_back(node.replies);
        }
        if (PyErr_Occurred()) throw nbe::python_error();
        return out;
    }

    // decide once more without any memory: "black", "white" or "unknown". For the tests.
    std::string plain(int need, uint64_t patience) {
        nbe::gil_scoped_release release;
        search->need = need;
        int got = search->plain(start, patience);
        return got < 0 ? "unknown" : got ? "black" : "white";
    }

    // decide without sharing anything between pasts that differ. For the tests.
    std::string apart(int need, uint64_t limit_nodes, double seconds, uint64_t bytes) {
        auto shared = std::move(search);
        search = std::make_unique<EndSearch>(shared->game.board.rows, shared->game.board.cols, shared->game.rules);
        search->past = shared->past;
        search->chain = shared->chain;
        search->game.bans = shared->game.bans;
        search->apart = true;
        std::string found = decide(need, limit_nodes, seconds, bytes);
        const uint64_t searched = search->nodes;
        search = std::move(shared);
        search->nodes = searched;
        return found;
    }

    uint64_t nodes() const { return search->nodes; }
    std::string why() const { return search->why; }

private:
    std::unique_ptr<EndSearch> search;
    EndState start;

    static Mask mask(int64_t low, int64_t high) { return {uint64_t(low), uint64_t(high)}; }

    void prepare(int need, uint64_t limit_nodes, double seconds, uint64_t bytes) {
        search->need = need;
        search->nodes = 0;
        search->stopped = false;
        search->why.clear();
        search->limits = {limit_nodes, bytes, seconds};
        search->begun = std::chrono::steady_clock::now();
        search->cancelled = [] {
            nbe::gil_scoped_acquire gil;
            return PyErr_CheckSignals() != 0;
        };
    }
};

inline void bind_endings(nbe::module_& m) {
    m.attr("ENDING_WON") = WON;
    m.attr("ENDING_POINTS") = 121;
    nbe::class_<Ending>(m, "Ending")
        .def(nbe::init<int, int, const std::vector<int>&, const std::vector<std::vector<int64_t>>&,
                       const std::vector<int64_t>&>())
        .def("decide", &Ending::decide)
        .def("strategy", &Ending::strategy)
        .def("prove", &Ending::prove)
        .def("plain", &Ending::plain)
        .def("apart", &Ending::apart)
        .def_prop_ro("nodes", &Ending::nodes)
        .def_prop_ro("why", &Ending::why);
}

}  // namespace shikatsu::ending
