"""Several searches on a board at a time, by processes of this machine or the workers of a cluster."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from queue import SimpleQueue
from typing import Any

from verifier.adjudicate.searching import Found, Search, Searcher, searched
from verifier.board import Mask
from verifier.crews import Again, Crew, LostError
from verifier.workers import Workers

__all__ = ["Team"]


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
        for number, asked in self._given.items():
            if needless(asked):
                self._crew.interrupt(number)
        number, done = self._inbox.get()
        asked = self._given[number]
        try:
            found: Found = self._crew.settle(number, done)
        except Again:
            return
        except LostError:  # most likely for want of memory, which more states need more of
            found = Found(None, asked.most)
        del self._given[number]
        yield asked, found

    def close(self) -> None:
        """End what is still under way."""
        if self._crew is not None:
            self._crew.close()
