"""A hunt: every position of a space is looked at, in order, until enough disagreements are found."""

import contextlib
import dataclasses
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from pathlib import Path

from verifier.adjudicate.question import UnitVerdict
from verifier.board import Position
from verifier.errors import InputError
from verifier.jobs.hunt.orbits import canonical
from verifier.jobs.hunt.properties import Disagreement
from verifier.jobs.hunt.shrink import shrink
from verifier.jobs.hunt.spaces import Lot, Space
from verifier.jobs.hunt.statements import Refuter, Statement
from verifier.jobs.hunt.tally import (
    Count,
    Tally,
    Undecided,
    drawn,
    fingerprint,
    load_tally,
    read_drawn,
    save_tally,
)
from verifier.processes import Processes
from verifier.search import Limits

__all__ = ["Found", "Hunt", "hunt"]

_SAVE_EVERY = 2.0
"""Seconds between two writings of the state file."""
_CHUNK = 8
"""Positions that a process takes at a time."""


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """A disagreement, and what is known of its size."""

    disagreement: Disagreement
    smallest: bool
    """Whether every smaller position of the space was looked at and proved to agree."""
    smaller_unknown: int
    """How many smaller positions of the space are undecided."""
    shrunk_from: Position | None
    """The position that was found, if this one is what became of it by taking stones, rows and columns."""


@dataclasses.dataclass(frozen=True, slots=True)
class Hunt:
    """The result of a hunt, complete or as far as it came."""

    statement: Statement
    space: Space
    limits: Limits
    lots: tuple[Lot, ...]
    tally: Tally
    found: tuple[Found, ...]
    interrupted: bool

    @property
    def complete(self) -> bool:
        """Whether every position of the space was looked at."""
        counts = self.tally.counts
        return len(counts) == len(self.lots) and all(count.complete for count in counts)

    @property
    def none_up_to(self) -> int:
        """No position of the space on boards of up to so many points disagrees, and none there is unknown."""
        return self.tally.complete_to(list(self.lots)) if self.space.ordered else 0


def hunt(
    statement: Statement,
    space: Space,
    *,
    limits: Limits | None = None,
    prover: str = "auto",
    count: int = 1,
    jobs: int = 1,
    state: Path | None = None,
    on_position: Callable[[Lot, Tally], None] | None = None,
    on_shrink: Callable[[Position], None] | None = None,
) -> Hunt:
    """Look for *count* positions of *space*, no two of one class, that refute *statement*.

    Where the space is not ordered by size, what is found is made smaller: first stones, rows and columns are
    taken. With *state* the hunt goes on where the file says that it stopped, and writes there how far it is.
    Ctrl-C ends it with what there is. *jobs* is the number of processes.

    Raises:
        InputError: the state file is of another hunt or cannot be used, or there is no such prover.
    """
    limits = limits or Limits()
    if jobs < 1 or count < 1:
        raise InputError(f"jobs = {jobs}, count = {count}: at least one is needed")
    mark = fingerprint(statement, space, limits, prover)
    tally = load_tally(state, mark) if state else Tally(mark)
    refuter = Refuter(statement, limits, prover)
    lots = tuple(space.lots())
    run = _Run(refuter, space, lots, tally, count, jobs, state, on_position)
    interrupted = False
    found: list[Found] = []
    try:
        run.go()
        for text in tally.found:
            item = _found(refuter, space, lots, tally, read_drawn(text), on_shrink)
            found.append(item)  # one by one: an interruption keeps those before
    except KeyboardInterrupt:
        interrupted = True
    finally:
        run.save()
    return Hunt(statement, space, limits, lots, tally, _distinct(found), interrupted)


def _found(
    refuter: Refuter,
    space: Space,
    lots: tuple[Lot, ...],
    tally: Tally,
    position: Position,
    on_shrink: Callable[[Position], None] | None,
) -> Found:
    disagreement, _ = refuter.refute(position)
    if disagreement is None:
        raise InputError("the state file names a position that does not disagree; name another file")
    if not space.ordered:
        less = shrink(refuter, disagreement, space.structures, on_shrink)
        return Found(less, False, 0, position if less.position != position else None)
    size = (position.rows * position.cols, (position.black | position.white).bit_count())
    unknown = sum(
        count.unknown
        for lot, count in zip(lots, tally.counts, strict=False)
        if (lot.board.points, lot.stones) < size
    )
    return Found(disagreement, unknown == 0, unknown, None)


def _distinct(found: list[Found]) -> tuple[Found, ...]:
    """One of each class: two positions may have become one when they were made smaller."""
    return tuple({canonical(item.disagreement.position): item for item in reversed(found)}.values())[::-1]


@dataclasses.dataclass(slots=True)
class _Run:
    """The loop over lots and positions. The tally is always that of whole positions, in order."""

    refuter: Refuter
    space: Space
    lots: tuple[Lot, ...]
    tally: Tally
    wanted: int
    jobs: int
    state: Path | None
    on_position: Callable[[Lot, Tally], None] | None
    saved: float = dataclasses.field(default_factory=time.monotonic)
    begun: float = dataclasses.field(default_factory=time.monotonic)

    def go(self) -> None:
        if len(self.tally.found) >= self.wanted:
            return
        first = max(0, len(self.tally.counts) - 1)
        with contextlib.closing(_Workers(self.refuter, self.jobs)) as workers:
            for index in range(first, len(self.lots)):
                if index == len(self.tally.counts):
                    self.tally.counts.append(Count())
                count = self.tally.counts[index]
                if count.complete:
                    continue
                if not self.lot(workers, self.lots[index], count):
                    return

    def lot(self, workers: "_Workers", lot: Lot, count: Count) -> bool:
        """Look at the rest of a lot; false if enough is found."""
        concerned = filter(self.refuter.statement.concerns, self.space.positions(lot))
        rest = islice(concerned, count.positions, None)
        with contextlib.closing(workers.answers(rest)) as answers:
            for position, disagrees, unknown, searches in answers:
                if len(self.tally.found) >= self.wanted:
                    return False
                count.positions += 1
                self.tally.searches += searches
                if disagrees:
                    count.disagree += 1
                    self.tally.found.append(drawn(position))
                elif unknown:
                    count.unknown += 1
                    self.tally.unknown += unknown
                if self.on_position:
                    self.on_position(lot, self.tally)
                if time.monotonic() > self.saved + _SAVE_EVERY:
                    self.save()
        if len(self.tally.found) >= self.wanted:
            return False
        count.complete = True
        return True

    def save(self) -> None:
        now = time.monotonic()
        self.tally.seconds += now - self.begun
        self.begun = self.saved = now
        if self.state:
            save_tally(self.tally, self.state)


_Answer = tuple[Position, bool, list[Undecided], int]


class _Workers:
    """Looks at positions here or in other processes; the answers come in the order of the positions."""

    def __init__(self, refuter: Refuter, jobs: int) -> None:
        self.refuter = refuter
        self.jobs = jobs
        self.processes: Processes | None = None
        if jobs > 1:
            judge = refuter.judges[0]
            self.processes = Processes(jobs, _prepare, refuter.statement, judge.limits, judge.prover)

    def answers(self, positions: Iterator[Position]) -> Generator[_Answer, None, None]:
        if self.processes is None:
            for position in positions:
                yield _answer(self.refuter, position)
            return
        pending: deque[Future[list[_Answer]]] = deque()
        try:
            while True:
                while len(pending) < 2 * self.jobs and (chunk := list(islice(positions, _CHUNK))):
                    pending.append(self.processes.submit(_answer_all, chunk))
                if not pending:
                    return
                yield from pending.popleft().result()
        except BrokenProcessPool:
            raise InputError(
                "a process died, most likely for want of memory; take fewer jobs or lower limits"
            ) from None

    def close(self) -> None:
        if self.processes is not None:
            self.processes.close()


def _answer(refuter: Refuter, position: Position) -> _Answer:
    before = refuter.searches
    found, unknown = refuter.refute(position)
    undecided = [_undecided(verdict) for verdict in unknown]
    return position, found is not None, undecided, refuter.searches - before


def _undecided(verdict: UnitVerdict) -> Undecided:
    question = verdict.question
    return Undecided(drawn(question.position), verdict.name, question.ruleset.id, verdict.reason)


_refuter: Refuter | None = None
"""In a worker process: what it judges with."""


def _prepare(statement: Statement, limits: Limits, prover: str) -> None:
    global _refuter
    _refuter = Refuter(statement, limits, prover)


def _answer_all(positions: list[Position]) -> list[_Answer]:
    assert _refuter is not None, "a worker is prepared first"
    return [_answer(_refuter, position) for position in positions]
