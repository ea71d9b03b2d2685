// Games played at random from a board to their end, again and again. Whose a point is at most of these ends says where stones
// may be dead. It directs searches; nothing follows from it.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "drawing.hpp"

namespace shikatsu {

// Players take what was left in atari, save what was put there, fill no eyes of their own, and put no more than two stones
// of theirs into atari. Otherwise they play anywhere.
class Playouts {
  public:
    static constexpr uint8_t BLACK = 0, WHITE = 1, EMPTY = 2, EDGE = 3;
    static constexpr int MOST = 52;             // rows or columns

    // A board of so many rows and columns, with a colour for each point by rows.
    Playouts(int height, int width, const std::vector<uint8_t>& colours)
        : rows(height), cols(width), stride(width + 1), begin(size_t((height + 2) * stride + 1)) {
        for (int row = 0; row < rows; ++row)
            for (int col = 0; col < cols; ++col) begin.colour[at(row, col)] = EMPTY;
        for (int row = 0; row < rows; ++row)
            for (int col = 0; col < cols; ++col) begin.add_empty(at(row, col));
        for (int row = 0; row < rows; ++row)
            for (int col = 0; col < cols; ++col) {
                const uint8_t colour = colours[size_t(row * cols + col)];
                if (colour != EMPTY) put(begin, at(row, col), colour);
            }
    }

    // For each point by rows how many of so many games end with it Black's, less those in which it is White's.
    std::vector<int> run(int games, uint64_t seed) const {
        std::vector<int> sum(size_t(rows * cols), 0);
        for (int game = 0; game < games; ++game) {
            Board board = begin;
            play_out(board, uint8_t(game % 2), seed);
            for (int row = 0; row < rows; ++row)
                for (int col = 0; col < cols; ++col) {
                    const uint8_t owner = owner_of(board, at(row, col));
                    if (owner < EMPTY) sum[size_t(row * cols + col)] += owner == BLACK ? 1 : -1;
                }
        }
        return sum;
    }

  private:
    using Place = uint16_t;
    static constexpr Place NONE = 0;            // no point has this number

    // What is next to a chain, each point as often as it is next to a stone: how many, their sum, and that of their squares.
    // They are one point iff the square of the sum is the number times the sum of squares.
    struct Breath {
        uint32_t many = 0, sum = 0;
        uint64_t squares = 0;

        void add(Place p) {
            ++many;
            sum += p;
            squares += uint64_t(p) * p;
        }
        void drop(Place p) {
            --many;
            sum -= p;
            squares -= uint64_t(p) * p;
        }
        void join(const Breath& o) {
            many += o.many;
            sum += o.sum;
            squares += o.squares;
        }
        bool none() const { return !many; }
        bool one() const { return many && uint64_t(sum) * sum == many * squares; }
        Place last() const { return Place(sum / many); }
    };

    struct Board {
        std::vector<uint8_t> colour;
        std::vector<Place> chain, next, size;   // of a stone: the number of its chain, and the next stone of it
        std::vector<Breath> breath;             // by chain
        std::vector<Place> empty, slot;         // the empty points, and where in the list each is
        Place banned = NONE;

        explicit Board(size_t numbers)
            : colour(numbers, EDGE), chain(numbers, NONE), next(numbers, NONE), size(numbers, 0), breath(numbers), slot(numbers, 0) {}
        void add_empty(Place p) {
            slot[p] = Place(empty.size());
            empty.push_back(p);
        }
        void drop_empty(Place p) {
            const Place last = empty.back();
            empty[slot[p]] = last;
            slot[last] = slot[p];
            empty.pop_back();
        }
    };

    const int rows, cols, stride;
    Board begin;

    Place at(int row, int col) const { return Place((row + 1) * stride + col + 1); }
    std::array<Place, 4> near(Place p) const { return {Place(p - stride), Place(p - 1), Place(p + 1), Place(p + stride)}; }

    // Put a stone on an empty point and take what is without a liberty then. Returns how many stones were taken.
    int put(Board& b, Place p, uint8_t colour) const {
        b.drop_empty(p);
        b.colour[p] = colour;
        b.chain[p] = b.next[p] = p;
        b.size[p] = 1;
        b.breath[p] = Breath();
        for (const Place q : near(p)) {
            if (b.colour[q] == EMPTY) b.breath[p].add(q);
            else if (b.colour[q] != EDGE) b.breath[b.chain[q]].drop(p);
        }
        for (const Place q : near(p))
            if (b.colour[q] == colour) join(b, p, q);
        int taken = 0;
        Place last = NONE;
        for (const Place q : near(p))
            if (b.colour[q] == 1 - colour && b.breath[b.chain[q]].none()) {
                taken += b.size[b.chain[q]];
                last = q;
                take(b, q);
            }
        const Place own = b.chain[p];
        b.banned = taken == 1 && b.size[own] == 1 && b.breath[own].one() ? last : NONE;
        return taken;
    }

    void join(Board& b, Place p, Place q) const {
        Place large = b.chain[p], small = b.chain[q];
        if (large == small) return;
        if (b.size[large] < b.size[small]) std::swap(large, small);
        b.breath[large].join(b.breath[small]);
        b.size[large] = Place(b.size[large] + b.size[small]);
        Place stone = small;
        do {
            b.chain[stone] = large;
            stone = b.next[stone];
        } while (stone != small);
        std::swap(b.next[large], b.next[small]);
    }

    void take(Board& b, Place of) const {
        const Place first = b.chain[of];
        Place stone = first;
        do {
            const Place then = b.next[stone];
            b.colour[stone] = EMPTY;
            b.add_empty(stone);
            for (const Place q : near(stone))
                if (b.colour[q] < EMPTY && b.chain[q] != first) b.breath[b.chain[q]].add(stone);
            b.chain[stone] = NONE;
            stone = then;
        } while (stone != first);
    }

    // Whether a play takes a chain.
    bool takes(const Board& b, Place p, uint8_t colour) const {
        for (const Place q : near(p))
            if (b.colour[q] == 1 - colour && b.breath[b.chain[q]].one()) return true;
        return false;
    }

    // Whether a player may want to play there: it is allowed, fills no eye and puts at most two stones into atari.
    bool sensible(const Board& b, Place p, uint8_t colour) const {
        if (p == b.banned) return false;
        Breath left;
        std::array<Place, 4> joined{};
        size_t many = 0;
        int stones = 1;
        bool open = false;
        for (const Place q : near(p)) {
            if (b.colour[q] == EMPTY) {
                left.add(q);
                open = true;
            } else if (b.colour[q] == colour) {
                const Place own = b.chain[q];
                left.drop(p);
                bool known = false;
                for (size_t i = 0; i < many; ++i) known = known || joined[i] == own;
                if (known) continue;
                joined[many++] = own;
                left.join(b.breath[own]);
                stones += b.size[own];
            } else if (b.colour[q] == 1 - colour) open = true;
        }
        if (takes(b, p, colour)) return true;
        if (left.none()) return false;
        if (!open && is_eye(b, p, colour)) return false;
        return stones < 3 || !left.one();
    }

    // Whether an empty point with nothing but own stones next to it is an eye: at most one corner is the other side's, and none
    // at the edge.
    bool is_eye(const Board& b, Place p, uint8_t colour) const {
        int lost = 0;
        bool edge = false;
        for (const Place q : {Place(p - stride - 1), Place(p - stride + 1), Place(p + stride - 1), Place(p + stride + 1)}) {
            lost += b.colour[q] == 1 - colour;
            edge = edge || b.colour[q] == EDGE;
        }
        return lost + edge < 2;
    }

    // A play that takes or saves what the last one has put into atari, or NONE.
    Place answer(const Board& b, Place before, uint8_t colour) const {
        if (b.colour[before] != 1 - colour) return NONE;
        if (b.breath[b.chain[before]].one()) {
            const Place p = b.breath[b.chain[before]].last();
            if (p != b.banned) return p;
        }
        for (const Place q : near(before)) {
            if (b.colour[q] != colour || !b.breath[b.chain[q]].one()) continue;
            const Place p = b.breath[b.chain[q]].last();
            if (sensible(b, p, colour)) return p;
        }
        return NONE;
    }

    void play_out(Board& b, uint8_t turn, uint64_t& seed) const {
        int passes = 0;
        Place before = NONE;
        for (int left = 3 * rows * cols; left > 0 && passes < 2; --left, turn = uint8_t(1 - turn)) {
            Place move = before == NONE || drawn(seed, SELDOM) == 0 ? NONE : answer(b, before, turn);
            if (move == NONE && !b.empty.empty()) {
                const size_t many = b.empty.size(), first = drawn(seed, many);
                for (size_t i = 0; i < many && move == NONE; ++i) {
                    const Place p = b.empty[(first + i) % many];
                    if (sensible(b, p, turn)) move = p;
                }
            }
            before = move;
            if (move == NONE) {
                b.banned = NONE;
                ++passes;
                continue;
            }
            passes = 0;
            put(b, move, turn);
        }
    }
    static constexpr size_t SELDOM = 10;        // one time in so many nothing is answered

    // Whose a point is at the end: that of its stone, or of all stones next to it.
    uint8_t owner_of(const Board& b, Place p) const {
        if (b.colour[p] != EMPTY) return b.colour[p];
        uint8_t owner = EMPTY;
        for (const Place q : near(p)) {
            if (b.colour[q] >= EMPTY) continue;
            if (owner < EMPTY && owner != b.colour[q]) return EMPTY;
            owner = b.colour[q];
        }
        return owner;
    }
};

}  // namespace shikatsu
