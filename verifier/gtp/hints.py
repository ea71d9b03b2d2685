"""What a controller says of dead and living stones: a guess, which decides nothing.

Hints order the search, and say what the chains are taken for that are not proved, if the session wants that.
"""

from collections.abc import Iterable

from verifier.board import Colour, Mask, Position
from verifier.board.grid import bits
from verifier.search import Status

__all__ = ["Hints"]


class Hints:
    """Hints of a session, kept by stone: they are about a chain as long as a stone of it stands."""

    def __init__(self) -> None:
        self.given = False
        """Whether there were any: then every chain without one is taken to live."""
        self._stones: dict[tuple[int, Colour], Status] = {}

    def clear(self) -> None:
        """Forget all."""
        self.given = False
        self._stones.clear()

    def say(self, position: Position, chains: Iterable[Mask], status: Status) -> None:
        """Take a hint on *chains* of a position in place of earlier ones."""
        self.given = True
        for chain in chains:
            colour = position.owner_of(chain)
            self._stones.update({(point, colour): status for point in bits(chain)})

    def of(self, position: Position) -> dict[Mask, Status]:
        """The chains that are hinted at; where chains were joined, the hint on their first stone with one."""
        found = {}
        for chain in position.units():
            colour = position.owner_of(chain)
            said = [self._stones[point, colour] for point in bits(chain) if (point, colour) in self._stones]
            if said:
                found[chain] = said[0]
        return found

    def dead(self, position: Position) -> frozenset[Mask]:
        """The chains that are said to be dead."""
        return frozenset(chain for chain, status in self.of(position).items() if status is Status.DEAD)
