// A winner's strategy, closed under all replies, state by state; its least measure is then a proof.
#pragma once
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "cycles/measured.hpp"
#include "search/common.hpp"

namespace shikatsu {

// Follow the winner's moves from `start` in a game that gives moves, statics, marks and weights; `choose(s, move)` gives
// the move in a state, or false if there is none. False: the strategy has a hole or more than `most` states, or time is over.
template <class Step, class Game, class State, class Item, class Choose>
bool close_strategy(Game& game, const State& start, int side, size_t most, Measured<Item>& closure, const Choose& choose) {
    struct Hash {
        size_t operator()(const State& s) const { return size_t(s.hash()); }
    };
    std::unordered_map<State, uint32_t, Hash> index;
    std::vector<Step> steps;
    auto& items = closure.items;
    auto add = [&](const State& s) {
        const auto it = index.find(s);
        if (it != index.end()) return it->second;
        const uint32_t id = uint32_t(items.size());
        index.emplace(s, id);
        items.emplace_back();
        items.back().state = s;
        items.back().bad = game.marked(s);
        return id;
    };
    if (game.settled(start) == side) return true;
    add(start);
    for (uint32_t i = 0; i < items.size(); ++i) {
        if (items.size() > most || closure.given_up(Watch::OFTEN / 8)) return false;
        const State s = items[i].state;
        items[i].first = uint32_t(closure.links.size());
        game.steps(s, steps);
        if (s.turn == side && !choose(s, items[i].move)) return false;
        bool found = false;
        for (const auto& step : steps) {
            if (s.turn == side && step.move != items[i].move) continue;
            found = true;
            if (step.winner != NOBODY) {
                if (step.winner != side) return false;
                continue;
            }
            if (game.settled(step.to) == side) continue;
            const uint32_t to = add(step.to);
            const int32_t taken = game.weighs() ? int32_t(step.captured) : 0;
            closure.links.push_back({to, cycles::loss(side, s.turn == OWNER ? -taken : taken)});
        }
        if (!found) return false;
        items[i].edges = uint32_t(closure.links.size()) - items[i].first;
    }
    return true;
}

}  // namespace shikatsu
