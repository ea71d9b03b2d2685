// A search that may go on later from where a limit ended it: what has been explored is kept until then.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "bindings/solver.hpp"

namespace shikatsu::python {

class Begun {
  public:
    virtual ~Begun() = default;
    // Go on within these limits, each of which is one more. Not again once somebody has won.
    virtual Answer search(const Plan& plan) = 0;
};

template <int W>
class BegunOn : public Begun {
  public:
    BegunOn(const Geometry<W>& geometry, const State<W>& begin) : g(geometry), s(begin) { g.hasty = g.rules.holds; }
    BegunOn(const BegunOn&) = delete;       // its parts know each other's addresses

    Answer search(const Plan& limits) override {
        plan = limits;
        Answer answer = further();
        if (!g.hasty || answer.status != "owner") return answer;
        // Most stones that can be held are found by a hasty search; where it finds none it says nothing.
        solver.reset();
        g.hasty = false;
        const bool states = answer.expanded < plan.limits.nodes;
        if (!states || answer.seconds >= plan.limits.seconds) return open(answer, states ? Stop::Seconds : Stop::Nodes);
        plan.limits.nodes -= answer.expanded;
        plan.limits.seconds -= answer.seconds;
        Answer whole = further();
        for (auto count : {&Answer::expanded, &Answer::generated, &Answer::solves, &Answer::looks}) whole.*count += answer.*count;
        whole.bytes = std::max(whole.bytes, answer.bytes);
        whole.seconds += answer.seconds;
        return whole;
    }

  private:
    Geometry<W> g;
    const State<W> s;
    Plan plan = Plan::of(NOBODY, 0, 0, 0);
    Continued<W> before{};
    std::optional<Solver<W>> solver{};

    // That nothing is known yet, with what was spent.
    static Answer open(const Answer& spent, Stop stop) {
        Answer answer;
        for (auto count : {&Answer::expanded, &Answer::generated, &Answer::solves, &Answer::looks, &Answer::bytes}) answer.*count = spent.*count;
        answer.seconds = spent.seconds;
        answer.stop = stop_name(stop);
        return answer;
    }

    Answer further() {
        before.drop();
        if (solver) solver->again();
        else solver.emplace(g, s, plan, before).run();
        return solver->told();
    }
};

// What Python keeps of a search, and the side whose win alone is of use. None where the board is too large for the kernel.
class Kept {
  public:
    Kept(std::unique_ptr<Begun> begun, int side) : search_(std::move(begun)), side_(side) {}

    nb::dict search(uint64_t nodes, double seconds, uint64_t bytes) {
        const Plan plan = Plan::of(side_, nodes, seconds, bytes);
        Answer answer;
        answer.stop = "points";
        if (search_) {
            nb::gil_scoped_release release;
            answer = search_->search(plan);
        }
        return result(answer);
    }

  private:
    std::unique_ptr<Begun> search_;
    int side_;
};

inline void bind_begun(nb::module_& m) {
    nb::class_<Kept>(m, "Begun").def("search", &Kept::search, nb::arg("nodes"), nb::arg("seconds"), nb::arg("bytes"));
}

}  // namespace shikatsu::python
