// Dense retrograde tables: every state of a locale of up to 12 points, solved without any search.
//
// All legal boards, both sides to move, every ko ban that can arise and (where two passes end play) the
// pass flag. Two progress measures are lifted over the whole table until nothing changes, one for each
// side; a state is decided when exactly one of them is finite. The captures themselves are the weights.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "cycles/game.hpp"
#include "games/game.hpp"

namespace shikatsu {

constexpr int DENSE_POINTS = 12;

struct Dense {
    using G = Geometry<1>;
    using S = State<1>;
    struct Hash {
        size_t operator()(const S& s) const { return size_t(s.hash()); }
    };
    G g;
    std::vector<S> states;
    std::unordered_map<S, uint32_t, Hash> index;
    std::vector<uint32_t> first;            // moves of state i: first[i] .. first[i + 1]
    struct Move {
        uint32_t to;                        // or END + winner
        int16_t weight;                     // owner's minus attacker's stones captured
    };
    static constexpr uint32_t END = 0xfffffff0u;
    std::vector<Move> moves;
    std::vector<uint8_t> bad, value;        // value: OWNER, ATTACKER or NOBODY

    explicit Dense(const G& geometry) : g(geometry) {
        if (g.n > DENSE_POINTS) throw std::invalid_argument("dense tables hold at most 12 points");
    }

    bool legal(const S& s) const {
        Bits<1> empty = g.all.minus(s.s[0] | s.s[1]);
        for (int c = 0; c < 2; ++c) {
            Bits<1> rest = s.s[c];
            while (rest.any()) {
                Bits<1> chain = g.flood(Bits<1>::single(rest.lowest()), s.s[c]);
                rest = rest.minus(chain);
                if (!g.around(chain).meets(empty) && !chain.meets(g.wall[c])) return false;
            }
        }
        return true;
    }

    uint32_t add(const S& s) {
        auto it = index.find(s);
        if (it != index.end()) return it->second;
        uint32_t id = uint32_t(states.size());
        index.emplace(s, id);
        states.push_back(s);
        return id;
    }

    // Enumerate the boards with all numbers of threats left, then all states that moves lead to (bans and
    // pass flags arise on the way).
    void enumerate() {
        uint64_t codes = 1;
        for (int i = 0; i < g.n; ++i) codes *= 3;
        for (uint64_t code = 0; code < codes; ++code) {
            S s;
            s.s[0] = s.s[1] = Bits<1>::none();
            uint64_t c = code;
            for (int p = 0; p < g.n; ++p, c /= 3)
                if (c % 3) s.s[c % 3 - 1].set(p);
            if (!legal(s)) continue;
            for (int k = 0; k < (g.rules.threats[0] + 1) * (g.rules.threats[1] + 1) * 2; ++k) {
                s.turn = uint8_t(k % 2);
                s.threats[0] = uint8_t(k / 2 % (g.rules.threats[0] + 1));
                s.threats[1] = uint8_t(k / 2 / (g.rules.threats[0] + 1));
                add(s);
            }
        }
        Mover<1> mover(g);
        std::vector<Step<1>> steps;
        for (uint32_t i = 0; i < states.size(); ++i) {
            S s = states[i];
            first.push_back(uint32_t(moves.size()));
            bad.push_back(mover.bad(s));
            mover.steps(s, steps);
            for (const Step<1>& step : steps) {
                Move m;
                m.to = step.winner != NOBODY ? END + step.winner : add(step.to);
                int w = g.rules.weigh ? step.captured : 0;
                m.weight = int16_t(s.turn == ATTACKER ? w : -w);
                moves.push_back(m);
            }
        }
        first.push_back(uint32_t(moves.size()));
    }

    // States by the number of threats left, fewest first: no move leads to a later layer.
    std::vector<std::vector<uint32_t>> layers() const {
        std::vector<std::vector<uint32_t>> out;
        for (uint32_t i = 0; i < states.size(); ++i) {
            const size_t left = threats_of(i);
            if (out.size() <= left) out.resize(left + 1);
            out[left].push_back(i);
        }
        return out;
    }

    size_t threats_of(uint32_t i) const { return size_t(states[i].threats[0]) + states[i].threats[1]; }

    using Measure = cycles::Wide;

    // Least measure of a layer for `side`, whom marks favour if it is the owner; bad states are marked. Moves out of the
    // layer end play: their states are decided.
    void lift(int side, const cycles::Room<int64_t>& room, const std::vector<uint32_t>& layer, std::vector<uint64_t>& m) const {
        const uint64_t top = Measure::TOP;
        const size_t left = threats_of(layer[0]);
        for (uint32_t i : layer) m[i] = 0;
        bool changed = true;
        bool down = true;
        while (changed) {
            changed = false;
            down = !down;
            for (size_t k = 0; k < layer.size(); ++k) {
                const uint32_t i = layer[down ? layer.size() - 1 - k : k];
                if (m[i] == top) continue;
                bool mine = states[i].turn == side;
                uint64_t need = mine ? top : 0;
                for (uint32_t j = first[i]; j < first[i + 1]; ++j) {
                    const uint32_t to = moves[j].to;
                    uint64_t d;
                    if (to >= END) d = to == END + uint32_t(side) ? 0 : top;
                    else if (threats_of(to) < left) d = value[to] == side ? 0 : top;
                    else d = Measure::need(m[to], cycles::loss<int64_t>(side, moves[j].weight), side == OWNER, bad[i], room);
                    if (mine ? d < need : d > need) need = d;
                }
                if (need > m[i]) {
                    m[i] = need;
                    changed = true;
                }
            }
        }
    }

    // Solve the table; the caps grow until both sides agree on every state. Returns the undecided ones.
    size_t solve() {
        enumerate();
        value.assign(states.size(), NOBODY);
        std::vector<uint64_t> o(states.size()), a(states.size());
        size_t undecided = 0;
        for (const std::vector<uint32_t>& layer : layers()) {
            if (layer.empty()) continue;
            size_t open = layer.size();
            cycles::Room<int64_t> room{g.n + 2, 256};
            for (int round = 0; round < 4 && open; ++round, room.credit *= 2, room.rank *= 4) {
                lift(OWNER, room, layer, o);
                lift(ATTACKER, room, layer, a);
                open = 0;
                for (uint32_t i : layer) {
                    bool wins_o = o[i] != Measure::TOP, wins_a = a[i] != Measure::TOP;
                    if (wins_o && wins_a) throw std::logic_error("both sides win a state of the dense table");
                    value[i] = wins_o ? OWNER : wins_a ? ATTACKER : NOBODY;
                    open += value[i] == NOBODY;
                }
            }
            undecided += open;
        }
        return undecided;
    }
};

}  // namespace shikatsu
