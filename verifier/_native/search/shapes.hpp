// What speaks for a play by what is around it: the eight points next to it, the chains that it touches and makes, and how
// far it is from the unit and from the play before. It makes a move seem easier or harder, in large locales; nothing
// follows from it. The weights are learned (benchmarks/learn_moves.py).
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "games/game.hpp"
#include "search/common.hpp"

namespace shikatsu {

// What is looked at besides the eight points, each with a few values.
enum Sign {
    BEFORE,          // distance from the play before: none, next to it, across a corner, two steps, 2, 3, more
    CAPTURES,        // stones taken; 3: or more
    OWN_LEAST,       // least liberties of the own chains that it touches; 0: none, 5: more, or alive for certain
    THEIR_LEAST,     // the same of the other side's
    AFTERWARDS,      // liberties of the chain that it makes; 6: more, or alive for certain
    DISTANCE,        // from the unit; 8: or more
    OWN_CHAINS,      // own chains that it touches
    THEIR_CHAINS,    // the other side's
    SIDES,           // whether a wall of the side is next to it (2), and one of the other side (1)
};
constexpr int SIGNS = SIDES + 1, SIGN_VALUES = 9;
using Signs = std::array<int, SIGNS>;

// Weights in parts of 64 of exponents of 2: what is seen as half as hard has 64.
struct ShapeWeights {
    int16_t otherwise;              // of surroundings that have no entry
    int16_t sign[SIGNS][SIGN_VALUES];
    const std::pair<uint16_t, int16_t>* known;
    int many;
};

}  // namespace shikatsu

#include "search/shape_weights.hpp"
#include "search/shape_weights_cleared.hpp"

namespace shikatsu {

// The eight points around a play, clockwise from above: empty, of the side that plays, of the other one, or beyond the edge.
using Surroundings = std::array<int, 8>;

// The points of a number, in which each has two bits.
inline Surroundings surroundings(int code) {
    Surroundings around;
    for (int i = 0; i < 8; ++i) around[size_t(i)] = code >> 2 * (7 - i) & 3;
    return around;
}

// The numbers of surroundings turned and reflected.
inline std::array<int, 8> images_of(const Surroundings& around) {
    std::array<int, 8> out{};
    for (size_t k = 0; k < 8; ++k)
        for (size_t i = 0; i < 8; ++i) out[k] = out[k] * 4 + around[(k & 1 ? 8 - i + (k & 6) : i + (k & 6)) % 8];
    return out;
}

// A number that is the same for all of these.
inline int shape_of(const Surroundings& around) {
    const auto images = images_of(around);
    return *std::min_element(images.begin(), images.end());
}

// Weights for one side to move, and that of any surroundings without turning them first.
struct ShapeTable {
    const ShapeWeights& weights;
    std::vector<int16_t> at;

    explicit ShapeTable(const ShapeWeights& learned) : weights(learned), at(1 << 16, learned.otherwise) {
        for (int i = 0; i < weights.many; ++i)
            for (const int image : images_of(surroundings(weights.known[i].first))) at[size_t(image)] = weights.known[i].second;
    }
    // Where the attacker clears, or in other games.
    static const ShapeTable& of(bool clears, int side) {
        static const ShapeTable others[2] = {ShapeTable(SHAPES[OWNER]), ShapeTable(SHAPES[ATTACKER])};
        static const ShapeTable clearing[2] = {ShapeTable(SHAPES_CLEARED[OWNER]), ShapeTable(SHAPES_CLEARED[ATTACKER])};
        return (clears ? clearing : others)[side];
    }
};

template <int W>
class Shapes {
  public:
    explicit Shapes(const Geometry<W>& geometry)
        : g(geometry), of_use(g.columns && g.all.count() > SMALL_LOCALE && !g.rules.holds) {}

    // Whether plays are weighed: not in small locales, nor where nobody knows where the points are, nor where the owner is to
    // hold a stone, which nobody has learned.
    bool weigh() const { return of_use; }

    // Look at the chains of a board, after a play on `play`; plays from it can be weighed then.
    void keep(const State<W>& s, int play) {
        if (around.empty()) look_around();
        before = play;
        const Bits<W> empty = g.all.minus(s.s[0] | s.s[1]);
        uint8_t number = 0;
        for (int side : {OWNER, ATTACKER}) {
            const int many = chains_of(g, s.s[side], empty, g.wall[side], listed.data());
            for (int i = 0; i < many; ++i, ++number) {
                const uint8_t free = uint8_t(free_of(listed[size_t(i)].held, listed[size_t(i)].liberties, 5));
                for (Bits<W> stones = listed[size_t(i)].stones; stones.any();) chains[size_t(stones.pop())] = {number, free};
            }
        }
    }

    // How hard a play from that board seems if what it leads to seems as hard as `number`, `distance` steps away from the unit.
    uint32_t seen(uint32_t number, const State<W>& s, const Step<W>& step, uint32_t distance) const {
        const ShapeTable& table = ShapeTable::of(g.rules.clears, s.turn);
        const Signs signs = signs_of(s, step, distance);
        int sum = table.at[size_t(code(s, step.move))];
        for (size_t i = 0; i < SIGNS; ++i) sum += table.weights.sign[i][signs[i]];
        // Nothing is as easy as what is won, which has 0.
        return uint32_t(std::min<uint64_t>(std::max<uint64_t>((uint64_t(number) * factor(sum)) >> 16, 1), MOST));
    }

    // What is weighed: the surroundings, the same for all turns, and the signs.
    std::vector<int> weighed(const State<W>& s, const Step<W>& step, uint32_t distance) const {
        const Signs signs = signs_of(s, step, distance);
        std::vector<int> out{shape_of(surroundings(code(s, step.move)))};
        out.insert(out.end(), signs.begin(), signs.end());
        return out;
    }

  private:
    static constexpr int EDGE = 3, RANGE = 64 * 8;
    static constexpr uint32_t MOST = 60000;
    const Geometry<W>& g;
    const bool of_use;
    std::vector<std::array<int16_t, 8>> around{};       // clockwise from above; -1: not in the locale. None: nobody has looked
    struct Member {
        uint8_t number, liberties;
    };
    std::vector<Member> chains{};           // of each point with a stone
    std::vector<Chain<W>> listed{};         // room for the chains of a side
    int before = PASS;                      // the play before

    Signs signs_of(const State<W>& s, const Step<W>& step, uint32_t distance) const {
        const int p = step.move, me = s.turn;
        Signs out{};
        out[BEFORE] = before < 0 ? 0 : apart(p, before);
        out[CAPTURES] = std::min<int>(step.captured, 3);
        uint8_t met[4];
        int many = 0;
        for (size_t i = 0; i < 8; i += 2) {
            const int q = around[size_t(p)][i];
            const int side = q < 0 ? NOBODY : s.s[me].test(q) ? 0 : s.s[1 - me].test(q) ? 1 : NOBODY;
            if (side == NOBODY || std::find(met, met + many, chains[size_t(q)].number) != met + many) continue;
            met[many++] = chains[size_t(q)].number;
            int& least = out[side ? THEIR_LEAST : OWN_LEAST];
            const int free = chains[size_t(q)].liberties;
            ++out[side ? THEIR_CHAINS : OWN_CHAINS];
            least = least ? std::min(least, free) : free;
        }
        Bits<W> beside;
        const Bits<W> chain = g.flood(Bits<W>::single(p), step.to.s[me], beside);
        out[AFTERWARDS] = free_of(chain.meets(g.wall[me]), beside.minus(step.to.s[0] | step.to.s[1]) & g.all, 6);
        out[DISTANCE] = int(std::min<uint32_t>(distance, SIGN_VALUES - 1));
        out[SIDES] = 2 * g.wall[me].test(p) + g.wall[1 - me].test(p);
        return out;
    }

    // The surroundings of a play as a number, not turned.
    int code(const State<W>& s, int p) const {
        Surroundings seen;
        const int me = s.turn;
        const auto& points = around[size_t(p)];
        auto content = [&](int q) { return s.s[me].test(q) ? 1 : s.s[1 - me].test(q) ? 2 : 0; };
        const int beside = g.wall[1 - me].test(p) ? 2 : g.wall[me].test(p) ? 1 : EDGE;
        for (size_t i = 0; i < 8; i += 2) seen[i] = points[i] < 0 ? beside : content(points[i]);
        // What lies across a corner beyond the locale: nobody knows, unless the edge does.
        auto edge = [&](size_t i) { return points[i] < 0 && seen[i] == EDGE; };
        for (size_t i = 1; i < 8; i += 2) seen[i] = points[i] >= 0 ? content(points[i]) : edge(i - 1) || edge((i + 1) % 8) ? EDGE : 2;
        int number = 0;
        for (const int value : seen) number = number * 4 + value;
        return number;
    }

    void look_around() {
        around.assign(size_t(g.n), {-1, -1, -1, -1, -1, -1, -1, -1});
        chains.resize(size_t(g.n));
        listed.resize(size_t(g.n) + 1);
        const int rows = row_of(g.n - 1) + 1;           // the last number is that of a point, and the last of the places
        std::vector<int16_t> at(size_t(rows * g.columns), -1);
        for (Bits<W> rest = g.all; rest.any();) {
            const int p = rest.pop();
            at[size_t(g.place_of(p))] = int16_t(p);
        }
        static constexpr int DOWN[] = {-1, -1, 0, 1, 1, 1, 0, -1}, RIGHT[] = {0, 1, 1, 1, 0, -1, -1, -1};
        for (Bits<W> rest = g.all; rest.any();) {
            const int p = rest.pop(), row = row_of(p), column = column_of(p);
            for (size_t i = 0; i < 8; ++i) {
                const int r = row + DOWN[i], c = column + RIGHT[i];
                if (r >= 0 && r < rows && c >= 0 && c < g.columns) around[size_t(p)][i] = at[size_t(r * g.columns + c)];
            }
        }
    }
    int row_of(int p) const { return g.place_of(p) / g.columns; }
    int column_of(int p) const { return g.place_of(p) % g.columns; }

    int apart(int p, int q) const {
        const int down = std::abs(row_of(p) - row_of(q)), right = std::abs(column_of(p) - column_of(q)), far = std::max(down, right);
        if (far <= 1) return down + right == 2 ? 2 : 1;
        return down + right == 2 ? 3 : std::min(far + 2, 6);
    }

    // Liberties that count; a chain that is connected to a wall has the most.
    static int free_of(bool held, const Bits<W>& liberties, int most) { return held ? most : std::min(most, liberties.count()); }

    // 2 to the power of minus so many parts of 64, in parts of 2^16.
    static uint64_t factor(int weight) {
        static const auto all = [] {
            std::array<uint64_t, 2 * RANGE + 1> out{};
            for (int i = -RANGE; i <= RANGE; ++i) out[size_t(i + RANGE)] = uint64_t(std::lround(65536 * std::exp2(-i / 64.)));
            return out;
        }();
        return all[size_t(std::min(std::max(weight, -RANGE), RANGE) + RANGE)];
    }
};

}  // namespace shikatsu
