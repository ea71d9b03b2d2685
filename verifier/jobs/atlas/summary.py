"""What an atlas says as a whole: counts, disagreements, the smallest of them."""

import dataclasses
from typing import Any

from verifier.board import Position
from verifier.errors import InputError
from verifier.jobs.atlas.classes import Classes
from verifier.jobs.atlas.games import is_exact
from verifier.jobs.atlas.positions import position_of
from verifier.jobs.atlas.query import classes_of
from verifier.jobs.atlas.shapes import boards_up_to
from verifier.jobs.atlas.store import Store
from verifier.jobs.atlas.survey import Tally
from verifier.rules import Ruleset

__all__ = ["BoardSummary", "PairSummary", "Summary", "summarise"]


@dataclasses.dataclass(frozen=True)
class BoardSummary:
    """The counts of one board size."""

    rows: int
    cols: int
    complete: bool
    """Whether all its positions are finished."""
    data: dict[str, Any]
    """As in :class:`verifier.jobs.atlas.survey.Tally`."""


@dataclasses.dataclass(frozen=True)
class PairSummary:
    """How two rulesets differ on all boards of the atlas."""

    first: Ruleset
    second: Ruleset
    status: int
    """Positions in which they give some unit different statuses."""
    units: int
    dead_first: int
    """Of these units those that are dead under the first."""
    territory: int
    score: int
    open: int
    """Positions in which they may differ, but a status is unknown."""
    least: Position | None
    """The smallest position with different statuses: fewest points, then fewest stones, then least code."""
    least_score: Position | None
    """The smallest with another score."""
    proved: bool
    """Whether there is no smaller one: all boards up to there are in the atlas, and nothing is open."""


@dataclasses.dataclass(frozen=True)
class Summary:
    """All of it."""

    classes: Classes
    boards: tuple[BoardSummary, ...]
    begun: tuple[tuple[int, int], ...]
    """Boards that were begun, and of which no position is finished: nothing is counted of them."""
    pairs: tuple[PairSummary, ...]
    tables: tuple[tuple[Any, ...], ...]
    """(rows, cols, game, whole board?, tables, states, unproved, seconds, bytes)."""

    @property
    def searched(self) -> list[Ruleset]:
        """The games in which tables alone do not decide every unit."""
        return [ruleset for ruleset in self.classes.played if not is_exact(ruleset)]


def summarise(store: Store) -> Summary:
    """Add up what is finished of an atlas.

    Raises:
        InputError: nothing is, or its rulesets have changed.
    """
    classes = classes_of(store)
    boards = []
    for rows, cols in store.sizes():
        tally = Tally(classes)
        chunks = store.tallies(rows, cols).values()
        for chunk in chunks:
            try:
                tally.merge(chunk)
            except (KeyError, TypeError, ValueError):
                what = f"the counts of {rows}x{cols} are damaged"
                raise InputError(f"{store.path}: {what}; build it anew") from None
        boards.append(BoardSummary(rows, cols, store.is_complete(rows, cols), tally.data))
    pairs = [
        _pair(classes, boards, i, j)
        for i in range(len(classes.counted))
        for j in range(i + 1, len(classes.counted))
    ]
    there = {(board.rows, board.cols) for board in boards}
    begun = tuple(size for size in store.unfinished() if size not in there)
    return Summary(classes, tuple(boards), begun, tuple(pairs), tuple(store.table_rows()))


def _pair(classes: Classes, boards: list[BoardSummary], i: int, j: int) -> PairSummary:
    rows = [board.data["pairs"].get(f"{i} {j}") for board in boards]
    sums = {
        key: sum(row[key] for row in rows if row is not None)
        for key in ("status", "units", "dead_first", "territory", "score", "open")
    }
    least, at = _least(boards, rows, "least")
    least_score, _ = _least(boards, rows, "least_score")
    size = None if at is None else boards[at].rows * boards[at].cols
    reached = max((b.rows * b.cols for b in boards), default=0) if size is None else size
    before = [(b, row) for b, row in zip(boards, rows, strict=True) if b.rows * b.cols <= reached]
    still_open = any(row is not None and row["open"] for _, row in before)
    proved = bool(before) and _all_boards(before, reached) and not still_open
    return PairSummary(
        classes.counted[i], classes.counted[j], least=least, least_score=least_score, proved=proved, **sums
    )


def _least(boards: list[BoardSummary], rows: list[Any], key: str) -> tuple[Position | None, int | None]:
    found = [
        (board.rows * board.cols, row[key][0], board.rows, row[key][1], at)
        for at, (board, row) in enumerate(zip(boards, rows, strict=True))
        if row is not None and row[key] is not None
    ]
    if not found:
        return None, None
    _, _, _, code, at = min(found)
    return position_of(boards[at].rows, boards[at].cols, code), at


def _all_boards(boards: list[tuple[BoardSummary, Any]], points: int) -> bool:
    have = {(board.rows, board.cols) for board, _ in boards if board.complete}
    return have >= set(boards_up_to(points))
