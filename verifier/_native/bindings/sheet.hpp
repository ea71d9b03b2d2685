// Small boards whole: the kernel finds walls and locale by itself, as many units are decided in less time than it takes to
// hand these over.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <string>
#include <vector>

#include "bindings/locale.hpp"
#include "bindings/solver.hpp"
#include "games/board.hpp"

namespace shikatsu::python {

// What Python knows of a position: masks as little-endian bytes, the owner's stones first.
struct Sheet {
    int rows, cols, point, open;
    uint64_t own[6] = {}, other[6] = {};
    Walls walls;

    Sheet(int r, int c, const nb::bytes& stones, int unit, int sides, const std::string& kind)
        : rows(r), cols(c), point(unit), open(sides),
          walls(kind == "unconditional" || kind == "independent" ? Walls::Unconditional
                : kind == "board"                                ? Walls::Board
                : kind == "assumed"                              ? Walls::Assumed
                                                                 : throw nb::value_error("no walls of this kind are known")) {
        if (rows < 1 || cols < 1 || rows * cols > BOARD_POINTS) throw nb::value_error("at most 361 points");
        if (point < 0 || point >= rows * cols) throw nb::value_error("a point off the board");
        if (stones.size() != sizeof own + sizeof other) throw nb::value_error("stones: 48 bytes for each side");
        std::memcpy(own, stones.c_str(), sizeof own);
        std::memcpy(other, stones.c_str() + sizeof own, sizeof other);
    }

    template <int B>
    Bits<B> mask(const uint64_t* words) const {
        Bits<B> out;
        std::memcpy(out.w, words, sizeof out.w);
        for (int p = rows * cols; p < 64 * B; ++p) out.clear(p);
        return out;
    }

    template <int B>
    Board<B> board() const {
        return Board<B>(rows, cols, mask<B>(own), mask<B>(other), point, open, walls);
    }
};

template <int B>
Answer decide_on(const Sheet& sheet, const Rules& rules, int first, const Plan& plan) {
    const Board<B> board = sheet.board<B>();
    Answer answer;
    if (board.failed) answer.stop = "board";
    else if (!board.locale.any()) answer.stop = "wall";
    if (answer.stop != "solved") return answer;
    return with_width(size_t(board.locale.count()), [&](auto width) {
        constexpr int W = decltype(width)::value;
        State<W> start;
        Geometry<W> g = board.template geometry<W>(start);
        g.rules = rules;
        start.turn = uint8_t(first ? ATTACKER : OWNER);
        for (int c = 0; c < 2; ++c) start.threats[c] = uint8_t(rules.threats_of(c));
        return solve<W>(g, start, plan);
    });
}

// Few arguments and none by name: they take longer to read than some questions to answer.
inline nb::dict decide(const Rules& rules, int first, const Plan& plan, int rows, int cols, const nb::bytes& stones, int point, int open,
                       const std::string& walls) {
    const Sheet sheet(rows, cols, stones, point, open, walls);
    Answer answer;
    {
        nb::gil_scoped_release release;
        answer = with_width(size_t(rows * cols), [&](auto width) {
            return decide_on<decltype(width)::value>(sheet, rules, first, plan);
        });
    }
    return result(answer);
}

// The points of the locale, and for each side those next to its walls; none if the kernel cannot tell.
inline std::vector<Points> frame(int rows, int cols, const nb::bytes& stones, int point, int open, const std::string& walls) {
    const Sheet sheet(rows, cols, stones, point, open, walls);
    const auto board = sheet.board<6>();
    if (board.failed) return {};
    std::vector<Points> out(3);
    for (auto rest = board.locale; rest.any();) out[0].push_back(rest.pop());
    for (int side : {OWNER, ATTACKER})
        for (auto rest = board.around(board.fixed[side]) & board.locale; rest.any();) out[size_t(1 + side)].push_back(rest.pop());
    return out;
}

inline void bind_sheet(nb::module_& m) {
    m.def("decide", &decide);
    m.def("frame", &frame);
}

}  // namespace shikatsu::python
