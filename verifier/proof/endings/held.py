"""An area that its owner holds: how many plays it needs until one of the other side's may go unanswered.

So a territory is told of by a number, and play in it by how that changes (``reserve``). Nothing that lies
outside matters: it is taken to be full of stones of the other side. docs/endings-why.md has the argument.
"""

import functools

from verifier.board import BLACK, Grid, Mask
from verifier.board.grid import bits
from verifier.errors import CertificateError
from verifier.play.placing import place
from verifier.proof.endings.safe_territory import attacks, lives

__all__ = ["SETTLED", "Held", "hold"]

SETTLED = -1
"""Instead of the plays that an own reserve needs: it is clean and lives, and may be left as it is."""

_MOST_STATES = 300_000
"""Areas of 14 points take up to some 160,000."""


class Held:
    """The game in an own reserve: which of its states need how many plays.

    ``holds(k, own, theirs)``: the stones *own* and *theirs* stand in the reserve, and ``k`` is how many plays
    the prover needs there to be able to leave a play of the other side unanswered. At 0 each such play leads
    to a state that needs 1. At more each has an answer after which as many are needed as before, or none; and
    some play of the prover leaves one less to do. At 0 the prover can go on alone until all is settled. It
    never loses a stone, though all points outside were the other side's.
    """

    def __init__(self, grid: Grid, region: Mask, chains: Mask) -> None:
        self._grid, self._region, self._chains = grid, region, chains
        self._known: dict[tuple[int, Mask, Mask], bool] = {}

    def holds(self, plays: int, own: Mask = 0, theirs: Mask = 0) -> bool:
        """Whether it is held so.

        Raises:
            CertificateError: there are too many states to tell.
        """
        key = plays, own, theirs
        if key not in self._known:
            if len(self._known) >= _MOST_STATES:
                raise CertificateError("the own reserve has too many states for this checker")
            self._known[key] = self._examine(plays, own, theirs)
        return self._known[key]

    def _examine(self, plays: int, own: Mask, theirs: Mask) -> bool:
        # Own stones only become more, and while they are the same, those of the other side: this ends.
        found = attacks(self._grid, self._region & ~own, self._chains | own, theirs)
        if found is None:
            return False
        for after in found:
            if plays == 0:
                if not self.holds(1, own, after):
                    return False
            elif not (self._leads(plays, own, after) or self._leads(0, own, after)):
                return False
        if plays == 0 and self.settled(own, theirs):
            return True
        return self._leads(max(plays - 1, 0), own, theirs)

    def _leads(self, plays: int, own: Mask, theirs: Mask) -> bool:
        """Whether some play of the prover leads to a state that needs so many."""
        for point in bits(self._region & ~own & ~theirs):
            taken = place(self._grid, self._chains | own, theirs, BLACK, point).taken
            if self.holds(plays, own | 1 << point, theirs & ~taken):
                return True
        return False

    def settled(self, own: Mask = 0, theirs: Mask = 0) -> bool:
        """Whether no stone of the other side is in it, and all stones live whatever lies outside."""
        return not theirs and lives(self._grid, self._region & ~own, self._chains | own)


@functools.lru_cache(maxsize=2)
def hold(grid: Grid, region: Mask, chains: Mask) -> Held:
    """The game in that reserve, which remembers what it has found."""
    return Held(grid, region, chains)
