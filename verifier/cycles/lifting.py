"""The least progress measure of a cycle game, by lifting (what a measure is: :mod:`verifier.cycles.game`)."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from verifier.cycles.game import CycleGame
from verifier.cycles.strategy_improvement import losing

__all__ = ["LOST", "Caps", "ProgressMeasure"]

LOST = 1 << 100
"""More than any vertex has."""

_FREE = -LOST

_PATIENCE = 8
"""Times that a vertex is looked at on average before it is asked what is lost at all."""


class Caps(NamedTuple):
    """The most that vertices may have."""

    credit: int
    """Vertices that need more are lost."""
    rank: int
    """Vertices that need more get one more credit instead, and rank 0."""


class ProgressMeasure:
    """Credits and ranks of a game, each pair as one number: the credit times *ranks*, plus the rank.

    A vertex can also be *lost*, so that no move may rest on it, or *free*, so that every move may. In the
    beginning all are lost.
    """

    def __init__(self, game: CycleGame, ranks: int) -> None:
        self.game, self.ranks = game, ranks
        self._value = [LOST] * len(game.edges) + [_FREE]  # the last one is that of WON

    def start(self, vertex: int, credit: int = 0) -> None:
        """Give a vertex a pair to be lifted from, which must not be above the least that it needs."""
        self._value[vertex] = credit * self.ranks

    def set_free(self, vertex: int) -> None:
        """Let every move to a vertex need nothing."""
        self._value[vertex] = _FREE

    def is_lost(self, vertex: int) -> bool:
        """Whether a vertex has no pair, and is not free."""
        return self._value[vertex] >= LOST

    def pair(self, vertex: int) -> tuple[int, int]:
        """Credit and rank of a vertex that has them."""
        return divmod(self._value[vertex], self.ranks)

    def need(self, priority: int, target: int, weight: int) -> int:
        """What a vertex needs for an edge, as one number; more than any vertex has if the target is lost."""
        return _need(self._value[target] + weight * self.ranks, priority, self.ranks)

    def allows(self, vertex: int, priority: int, target: int, weight: int) -> bool:
        """Whether a vertex has what an edge needs."""
        return self.need(priority, target, weight) <= self._value[vertex]

    def best(self, vertex: int) -> int:
        """Return the place of an edge that needs least, the first of them."""
        priority = self.game.priority[vertex]
        needs = [self.need(priority, u, weight) for u, weight in self.game.edges[vertex]]
        return needs.index(min(needs))

    def bounds(self, members: Sequence[int]) -> Caps:
        """Caps that the least measure of *members* never exceeds, where that of the others is final."""
        inside = set(members)
        value, priority, edges = self._value, self.game.priority, self.game.edges
        gain = rise = credit = rank = 0
        for v in members:
            rise += priority[v] == 1
            most = 0
            for u, weight in edges[v]:
                most = max(most, weight)
                if u not in inside and 0 < value[u] < LOST:
                    credit = max(credit, value[u] // self.ranks)
                    rank = max(rank, value[u] % self.ranks)
            gain += most
        return Caps(credit + gain, rank + rise)

    def lift(
        self,
        members: Sequence[int],
        tick: Callable[[], None],
        caps: Caps | None = None,
        *,
        only_lost: bool = False,
    ) -> None:
        """Set the least measure of *members*, which were started; that of all others is final.

        Without *caps* it is exact: the bounds of the theory are the caps, and where climbing up to them takes
        long it is asked what is lost. With *only_lost* vertices that are not lost may then be left with too
        little. *tick* is called now and then and may raise.
        """
        patience = 0 if caps else _PATIENCE * len(members)
        most_credit, most_rank = caps or self.bounds(members)
        ranks, value, before = self.ranks, self._value, self.game.before
        chooses, edges, priority = self.game.chooses, self.game.edges, self.game.priority
        top = (most_credit + 1) * ranks
        queue = deque(members)
        waiting = [True] * len(value)  # those that are no members as well: they never come into the queue
        count = 0
        while queue:
            v = queue.popleft()
            waiting[v] = False
            old = value[v]
            if old >= LOST:
                continue
            count += 1
            if not count & 1023:
                tick()
            # What an edge needs rises with what its target has, so the least or most of these is enough.
            rests = [value[u] + weight * ranks for u, weight in edges[v]]
            rest = min(rests, default=LOST) if chooses[v] else max(rests, default=_FREE)
            new = _need(rest, priority[v], ranks)
            if new > old:
                if new % ranks > most_rank:
                    new += ranks - new % ranks
                value[v] = new if new < top else LOST
                for p in before[v]:
                    if not waiting[p]:
                        waiting[p] = True
                        queue.append(p)
            if count == patience:
                for u in losing(self.game, members, self._final, tick):
                    if value[u] < LOST:
                        value[u] = LOST
                        for p in before[u]:
                            if not waiting[p]:
                                waiting[p] = True
                                queue.append(p)
                if only_lost:
                    return

    def _final(self, vertex: int) -> bool:
        """Whether the side wins from a vertex whose measure is final."""
        return not self.is_lost(vertex)


def _need(rest: int, priority: int, ranks: int) -> int:
    """What is needed where what the target has and the weight come to *rest*."""
    if rest < 0:
        return 0
    if priority == 1:
        return rest + 1
    if priority == 2:
        return rest - rest % ranks
    return rest
