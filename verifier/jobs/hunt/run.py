"""A hunt: every position of a space is looked at, in order, until enough disagreements are found."""

import contextlib
import dataclasses
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

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
from verifier.search import Limits
from verifier.workers import Workers

__all__ = ["Found", "Hunt", "hunt"]

_LOGGER = logging.getLogger(__name__)

_Answer = tuple[Position, bool, list[Undecided], int]
_Chunk = tuple[int, tuple[Position, ...]]
"""The number of a lot, and positions of it."""

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
    near: str
    """The name of the case that it is near; empty if positions came by their size."""
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
        """No position of the space on boards of up to so many points disagrees, and none there is unknown.

        What is near a case is not counted.
        """
        return self.tally.complete_to([lot for lot in self.lots if not lot.near])


def hunt(
    statement: Statement,
    space: Space,
    *,
    limits: Limits | None = None,
    prover: str = "auto",
    count: int = 1,
    jobs: int = 1,
    workers: Workers | None = None,
    state: Path | None = None,
    on_position: Callable[[Lot, Tally], None] | None = None,
    on_shrink: Callable[[Position], None] | None = None,
) -> Hunt:
    """Look for *count* positions of *space*, no two of one class, that refute *statement*.

    What is found near another position is made smaller: stones, rows and columns are taken. With *state* the
    hunt goes on where the file says that it stopped, and writes there how far it is. Ctrl-C ends it with what
    there is. *jobs* is the number of processes; *workers* do it instead.

    Raises:
        InputError: the state file is of another hunt or cannot be used, there is no such prover, or all
            workers of a task died.
    """
    limits = limits or Limits()
    if jobs < 1 or count < 1:
        raise InputError(f"jobs = {jobs}, count = {count}: at least one is needed")
    mark = fingerprint(statement, space, limits, prover)
    tally = load_tally(state, mark) if state else Tally(mark)
    refuter = Refuter(statement, limits, prover)
    lots = tuple(space.lots())
    run = _Run(refuter, space, lots, tally, count, workers or Workers(jobs), state, on_position)
    interrupted = False
    found: list[Found] = []
    try:
        run.go()
        for text, index in zip(tally.found, _lots_of(tally), strict=True):
            item = _found(refuter, space, lots[index], tally.counts[:index], read_drawn(text), on_shrink)
            found.append(item)  # one by one: an interruption keeps those before
    except KeyboardInterrupt:
        interrupted = True
    finally:
        run.save()
    return Hunt(statement, space, limits, lots, tally, _distinct(found), interrupted)


def _found(
    refuter: Refuter,
    space: Space,
    lot: Lot,
    before: Sequence[Count],
    position: Position,
    on_shrink: Callable[[Position], None] | None,
) -> Found:
    """What is known of a position that was found in *lot*; *before* is what was done of the smaller ones."""
    disagreement, _ = refuter.refute(position)
    if disagreement is None:
        raise InputError("the state file names a position that does not disagree; name another file")
    if lot.near:
        less = shrink(refuter, disagreement, space.structures, on_shrink)
        return Found(less, False, 0, lot.near, position if less.position != position else None)
    unknown = sum(count.unknown for count in before)
    smallest = not unknown and not any(count.disagree for count in before)
    return Found(disagreement, smallest, unknown, "", None)


def _lots_of(tally: Tally) -> list[int]:
    """The number of the lot of each position that was found."""
    return [index for index, count in enumerate(tally.counts) for _ in range(count.disagree)]


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
    workers: Workers
    state: Path | None
    on_position: Callable[[Lot, Tally], None] | None
    saved: float = dataclasses.field(default_factory=time.monotonic)
    begun: float = dataclasses.field(default_factory=time.monotonic)

    def go(self) -> None:
        if len(self.tally.found) >= self.wanted:
            return
        first = max(0, len(self.tally.counts) - 1)
        size = 1 if self.workers.here else _CHUNK
        context = self.refuter if self.workers.here else self.refuter.about
        chunks = self.chunks(first, size)
        answers = self.workers.run(_answer_all, chunks, context, in_order=True)
        with contextlib.closing(answers):
            for (index, _), found in answers:
                if len(self.tally.found) >= self.wanted:
                    return
                self.complete_to(index)
                for answer in found:
                    if len(self.tally.found) >= self.wanted:
                        return
                    self.take(index, answer)
        if len(self.tally.found) < self.wanted:
            self.complete_to(len(self.lots))

    def chunks(self, first: int, size: int) -> Iterator[_Chunk]:
        """Yield what is left to look at, by the number of its lot."""
        for index in range(first, len(self.lots)):
            known = self.tally.counts[index] if index < len(self.tally.counts) else Count()
            if known.complete:
                continue
            concerned = filter(self.refuter.statement.concerns, self.space.positions(self.lots[index]))
            rest = islice(concerned, known.positions, None)
            while chunk := tuple(islice(rest, size)):
                yield index, chunk

    def complete_to(self, index: int) -> None:
        """All lots before number *index* are looked at: answers come in order."""
        while len(self.tally.counts) < min(index + 1, len(self.lots)):
            _LOGGER.debug("hunt: looking at %s", self.lots[len(self.tally.counts)])
            self.tally.counts.append(Count())
        for count in self.tally.counts[:index]:
            count.complete = True

    def take(self, index: int, answer: _Answer) -> None:
        """Count what was found of one position."""
        position, disagrees, unknown, searches = answer
        count = self.tally.counts[index]
        count.positions += 1
        self.tally.searches += searches
        if disagrees:
            count.disagree += 1
            self.tally.found.append(drawn(position))
        elif unknown:
            count.unknown += 1
            self.tally.unknown += unknown
        if self.on_position:
            self.on_position(self.lots[index], self.tally)
        if time.monotonic() > self.saved + _SAVE_EVERY:
            self.save()

    def save(self) -> None:
        now = time.monotonic()
        self.tally.seconds += now - self.begun
        self.begun = self.saved = now
        if self.state:
            save_tally(self.tally, self.state)


def _answer(refuter: Refuter, position: Position) -> _Answer:
    before = refuter.searches
    found, unknown = refuter.refute(position)
    undecided = [_undecided(verdict) for verdict in unknown]
    return position, found is not None, undecided, refuter.searches - before


def _undecided(verdict: UnitVerdict) -> Undecided:
    question = verdict.question
    return Undecided(drawn(question.position), verdict.name, question.ruleset.id, verdict.reason)


_mine = threading.local()
"""What this thread of a worker judges with; it remembers what it has found."""


def _answer_all(about: Any, chunk: _Chunk) -> list[_Answer]:
    if isinstance(about, Refuter):
        refuter = about
    else:
        if getattr(_mine, "about", None) != about:
            _mine.about, _mine.refuter = about, Refuter(*about)
        refuter = _mine.refuter
    return [_answer(refuter, position) for position in chunk[1]]
