"""Lines of play as pictures."""

from collections.abc import Iterator, Sequence

from verifier import svg
from verifier.board import Colour, Mask, Point, Position
from verifier.jobs.explain.moves import parts

__all__ = ["line_pictures"]


def line_pictures(
    position: Position,
    moves: Sequence[tuple[Colour, Point | None]],
    unit: Mask,
    *,
    cell: int = 20,
    title: str = "",
) -> Iterator[svg.Captioned]:
    """Yield pictures of a line of play; the chain in question is outlined.

    A new picture begins where a move is played on a point that is taken in the one before.
    """
    for part in parts(position, moves):
        labels = {point: str(number) for point, number in part.numbers.items()}
        board = svg.board(part.board, labels=labels, highlight=unit, cell=cell, title=title)
        yield svg.Captioned(board, part.caption)
