"""Cycle games: who wins a cycle, and the measure that proves it.

**The game.** A *side* and its opponent move along the edges of a graph; at each vertex one of them chooses.
An edge has a *weight*, what the side loses by it; a vertex has a *priority*: 0, 1 or 2. Play that never ends
falls apart into simple cycles. A cycle whose weights sum to less than 0 belongs to the side, one with more
than 0 to the opponent. Where the sum is 0 the greatest priority of its vertices decides, as in parity games:
an even one for the side, 1 for the opponent. The side wins if all cycles that its moves allow are its own.
One of the two has moves that win, and they need not depend on the past (Björklund and Vorobyov 2007;
docs/certificates-why.md has the argument for play that stops at the first repetition).

**Credit and rank.** A *progress measure* gives vertices a credit and a rank, whole numbers from 0 on. Let an
edge from v to u weigh w. To move there v *needs*

* the credit of u plus w; if that is below 0, credit 0 and rank 0 are enough;
* with that credit the rank of u if v has priority 0, one more if it has priority 1, rank 0 if it has 2.

Credits are compared first, then ranks. In a progress measure a vertex of the side has what one of its edges
needs, and a vertex of the opponent what all of them need. Then the side wins from all vertices that have a
pair. For round a cycle the credits cancel, so that the weights sum to 0 at most. If they sum to 0, every edge
is *tight*: the credits differ by its weight. Along tight edges ranks never rise but from priority 2, and fall
from priority 1; so a cycle with priority 1 on it has priority 2 on it as well, and is the side's.

Credits are those of energy games (Brim et al. 2011): what the side can afford to lose. Ranks are the small
progress measures of parity games (Jurdziński 2000). Where the side wins there is a least measure. Its pairs
are sums along paths that meet no vertex twice; what would exceed all such sums is lost.

Sources: M. Jurdziński, "Small progress measures for solving parity games", STACS 2000. L. Brim, J. Chaloupka,
L. Doyen, R. Gentilini, J.-F. Raskin, "Faster algorithms for mean-payoff games", Formal Methods in System
Design 38, 2011. H. Björklund, S. Vorobyov, "A combinatorial strongly subexponential strategy improvement
algorithm for mean payoff games", Discrete Applied Mathematics 155, 2007.
"""

import dataclasses
import functools
from collections.abc import Iterable, Mapping, Sequence

__all__ = ["WON", "CycleGame", "attractor", "priorities"]

WON = -1
"""Instead of a successor: the side has won."""


@dataclasses.dataclass(frozen=True)
class CycleGame:
    """A cycle game on vertices 0..n-1. Who cannot move loses."""

    chooses: list[bool]
    """Whether the side chooses at a vertex."""
    edges: list[list[tuple[int, int]]]
    """For each vertex (successor or WON, weight)."""
    priority: list[int]

    @functools.cached_property
    def before(self) -> list[list[int]]:
        """The vertices from which edges lead to each vertex, once for each edge."""
        before: list[list[int]] = [[] for _ in self.edges]
        for v, edges in enumerate(self.edges):
            for u, _ in edges:
                if u >= 0:
                    before[u].append(v)
        return before


def attractor(
    before: Mapping[int, Sequence[int]], escapes: Mapping[int, int], goal: Iterable[int]
) -> set[int]:
    """Return the vertices from which the opponent can force play to *goal*, which is included.

    Args:
        before: The vertices from which edges lead to each vertex, once for each edge.
        escapes: Of a vertex where the side chooses, the number of its edges; of another one, 1.
        goal: Vertices.
    """
    left = dict(escapes)
    reached = set(goal)
    front = list(reached)
    while front:
        for v in before[front.pop()]:
            if v not in reached:
                left[v] -= 1
                if not left[v]:
                    reached.add(v)
                    front.append(v)
    return reached


def priorities(marks_side: bool, marked: Iterable[bool]) -> list[int]:
    """Return the priorities for a rule by marks.

    Cycles that sum to 0 with a marked vertex in them belong to the side if *marks_side*, and all others to
    the opponent; else it is the other way round.
    """
    with_mark, without = (2, 1) if marks_side else (1, 0)
    return [with_mark if mark else without for mark in marked]
