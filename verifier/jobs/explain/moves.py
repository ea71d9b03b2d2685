"""The line of play of a proof as moves for pictures and records, and how it is divided into diagrams."""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from verifier.adjudicate.question import UnitVerdict
from verifier.board import BLACK, WHITE, Colour, Point, Position, vertex
from verifier.errors import ShikatsuError
from verifier.jobs.explain.line import Guide, best_line
from verifier.play.placing import place
from verifier.proof import Refutation

__all__ = ["Moves", "Part", "line_of", "parts", "with_stone"]

_LONGEST = 80
"""Moves of a line, at most."""

Moves: TypeAlias = list[tuple[Colour, Point | None]]
"""Who moves, and where; None is a pass."""


def line_of(verdict: UnitVerdict | None) -> Moves:
    """Return the line of play of a proof; empty if it has none, or there is no proof."""
    if verdict is None or verdict.certificate is None or verdict.report is None:
        return []
    evidence = verdict.certificate.evidence[:1]
    if not evidence or isinstance(evidence[0], Refutation):
        return []
    try:
        line = best_line(Guide(verdict.question.arena(), evidence[0]))
    except ShikatsuError:
        return []
    moves: Moves = []
    for move in line.moves[:_LONGEST]:
        if move.point < 0 and moves and moves[-1][1] is None:
            break  # both pass: what follows is passing too, or a repetition of it
        moves.append((move.colour, move.point if move.point >= 0 else None))
    return moves


@dataclasses.dataclass(frozen=True, slots=True)
class Part:
    """Moves of a line that one diagram can show."""

    before: Position
    """The board before the first of them."""
    first: int
    """The number of the first of them."""
    moves: tuple[tuple[Colour, Point | None], ...]

    @property
    def numbers(self) -> dict[Point, int]:
        """The number of the move that is played on each point."""
        return {point: self.first + i for i, (_, point) in enumerate(self.moves) if point is not None}

    @property
    def board(self) -> Position:
        """The board before the first move with the stones of all of them, nothing being taken off."""
        position = self.before
        for colour, point in self.moves:
            if point is not None:
                position = with_stone(position, colour, point)
        return position

    @property
    def caption(self) -> str:
        """The moves in words, numbered as in the diagram."""
        rows, cols = self.before.rows, self.before.cols
        return ", ".join(
            f"{number} {'BW'[colour]} {'pass' if point is None else vertex(point, rows, cols)}"
            for number, (colour, point) in enumerate(self.moves, start=self.first)
        )


def parts(position: Position, moves: Sequence[tuple[Colour, Point | None]], most: int = 20) -> Iterator[Part]:
    """Yield the diagrams of a line of play, of up to *most* moves each; one if there is no move.

    A new one begins where a move is played on a point that is taken in the one before.
    """
    now, before = position, position
    shown: list[tuple[Colour, Point | None]] = []
    begin, taken = 1, position.black | position.white
    for number, (colour, point) in enumerate(moves, start=1):
        if len(shown) == most or (point is not None and taken >> point & 1):
            yield Part(before, begin, tuple(shown))
            before, shown, begin, taken = now, [], number, now.black | now.white
        shown.append((colour, point))
        if point is not None:
            taken |= 1 << point
            placed = place(now.grid, now.black, now.white, colour, point)
            now = dataclasses.replace(now, black=placed.black, white=placed.white)
    yield Part(before, begin, tuple(shown))


def with_stone(position: Position, colour: Colour, point: Point) -> Position:
    """The board with a stone more, nothing being taken off."""
    if not position.empty >> point & 1:
        return position
    stone = 1 << point
    return dataclasses.replace(
        position,
        black=position.black | (stone if colour is BLACK else 0),
        white=position.white | (stone if colour is WHITE else 0),
    )
