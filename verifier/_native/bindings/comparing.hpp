// For tests: what is worked out for all plays from a board at once, beside what is worked out for each board by itself; and
// how hard plays seem.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "drawing.hpp"
#include "games/life_after.hpp"
#include "search/graph.hpp"
#include "search/prospects.hpp"

namespace shikatsu {

// For each play from the states of a game that is drawn at random the move, whether matters are settled for the owner and
// the attacker, and what the first guess is made of, the traits or how far the attacker has cleared: twice, from the state
// before it and from the state itself.
template <int W>
std::vector<std::vector<int>> compare(const Geometry<W>& g, State<W> s, int moves, uint64_t seed) {
    Mover<W> mover(g), alone(g);
    Cuts<W> cuts(g);
    std::array<LifeAfter<W>, 2> life{LifeAfter<W>(g, mover, cuts, OWNER), LifeAfter<W>(g, mover, cuts, ATTACKER)};
    Prospects<W> prospects(g, cuts);
    std::vector<Step<W>> steps;
    std::vector<std::vector<int>> rows;
    auto guessed_by = [&g](std::vector<int>& row, Prospects<W>& traits, Mover<W>& clearer, const State<W>& v) {
        if (g.rules.clears) {
            const auto& done = clearer.cleared(v);
            row.insert(row.end(), {done.eyes, done.kept.count(), done.alive.count()});
        } else if (!g.rules.holds) {
            const auto seen = traits.traits(v, clearer.bad(v));
            row.insert(row.end(), seen.begin(), seen.end());
        }
    };
    for (int i = 0; i < moves; ++i) {
        mover.steps(s, steps);
        for (LifeAfter<W>& of : life) of.begin(s);
        prospects.keep(s);
        std::vector<size_t> open;
        for (size_t k = 1; k < steps.size(); ++k) {
            const Step<W>& step = steps[k];
            if (step.move < 0 || step.winner != NOBODY) continue;
            open.push_back(k);
            std::vector<int> row{step.move};
            for (LifeAfter<W>& of : life) row.push_back(of.settled(step.to, step.move, step.captured));
            guessed_by(row, prospects, mover, step.to);
            for (int side : {OWNER, ATTACKER}) row.push_back(alone.settled_for(step.to, side));
            Prospects<W> itself(g, cuts);
            guessed_by(row, itself, alone, step.to);
            rows.push_back(row);
        }
        if (open.empty()) break;
        s = steps[open[drawn(seed, open.size())]].to;
        if ((seed >> 20 & 7) == 0) s = mover.pass(s).to;
    }
    return rows;
}

// Each play that decides nothing at once from a state in a large locale, after a play on `before`: how hard it seems at first
// sight for the side that makes it, its surroundings and its signs (search/shapes.hpp).
template <int W>
std::vector<std::vector<int>> seen_at_first(const Geometry<W>& g, const State<W>& s, int before) {
    Graph<W> graph(g, uint64_t(1) << 24);
    graph.shaped = true;
    std::vector<Step<W>> steps;
    std::vector<std::vector<int>> rows;
    if (!graph.weighs()) return rows;
    graph.mover.steps(s, steps);
    graph.measure(s, before);
    for (const Step<W>& step : steps) {
        if (step.move < 0 || step.winner != NOBODY) continue;
        const uint32_t number = graph.first_seen(graph.estimate(step.to).of(s.turn), s, step);
        std::vector<int> row{g.in_order(step.move), int(number)};
        const auto weighed = graph.shapes.weighed(s, step, graph.sight.distance[size_t(step.move)]);
        row.insert(row.end(), weighed.begin(), weighed.end());
        rows.push_back(row);
    }
    return rows;
}

}  // namespace shikatsu
