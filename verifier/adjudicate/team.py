"""Several searches on a board at a time, by processes of this machine or the workers of a cluster."""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from queue import Empty, SimpleQueue
from typing import Any

from verifier.adjudicate.searching import Found, Search, Searcher, searched
from verifier.board import Mask
from verifier.crews import Again, Crew, LostError
from verifier.workers import Workers

__all__ = ["Team"]

_REPEAT = 0.5
"""Seconds until searches that have become needless are told so once more."""


class Team:
    """Who searches for one board. Nobody is called before the first search is given out."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._crew: Crew | None = None
        self._inbox: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        self._given: dict[int, Search] = {}
        self._number = 0

    @property
    def room(self) -> bool:
        """Whether one more search can be begun at once."""
        return len(self._given) < self._workers.jobs

    @property
    def busy(self) -> Mapping[Mask, int]:
        """How many searches are under way for each unit."""
        return Counter(asked.question.unit for asked in self._given.values())

    def over(self, needless: Callable[[Search], bool]) -> bool:
        """Whether no search is under way but those that are *needless*."""
        return all(map(needless, self._given.values()))

    def give(self, asked: Search) -> None:
        """Have a search done."""
        if self._crew is None:
            self._crew = self._workers.crew(searched, Searcher(), self._inbox)
        self._number += 1
        self._given[self._number] = asked
        self._crew.give(self._number, asked)

    def results(self, needless: Callable[[Search], bool]) -> Iterable[tuple[Search, Found]]:
        """Wait for the next search that ends, and yield it; nothing if a worker died or none is under way.

        Before, those that have become *needless* are told to end.
        """
        if self._crew is None or not self._given:
            return
        number, done = self._next(self._crew, needless)
        asked = self._given[number]
        try:
            found: Found = self._crew.settle(number, done)
        except Again:
            return
        except LostError:  # most likely for want of memory, which more states need more of
            found = Found(None, asked.most)
        del self._given[number]
        yield asked, found

    def _next(self, crew: Crew, needless: Callable[[Search], bool]) -> tuple[int, Any]:
        """What comes into the inbox next. A process that still begins does not hear that it is to end."""
        while True:
            ending = [number for number, asked in self._given.items() if needless(asked)]
            for number in ending:
                crew.interrupt(number)
            with contextlib.suppress(Empty):
                return self._inbox.get(timeout=_REPEAT if ending else None)

    def close(self) -> None:
        """End what is still under way."""
        if self._crew is not None:
            self._crew.close()
