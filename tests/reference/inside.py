"""The game in which a new stone counts inside what standing stones surround, written down state by state.

The scope of :class:`verifier.play.MemoryArena` is fixed, and a proof says which chains it never loses. Here
the scope is what the definition says (docs/games.md, section 2): it grows when a chain of the attacker that
has stood since the beginning loses a stone.
"""

from verifier.board import Mask, Position
from verifier.play import MemoryArena, State, Step
from verifier.rules import Ruleset

__all__ = ["Inside"]


class Inside(MemoryArena):
    """The game itself; what is old says also which stones of the attacker stand since the beginning."""

    def __init__(self, position: Position, unit: Mask, ruleset: Ruleset, stops: Mask) -> None:
        super().__init__(position, unit, ruleset, position.grid.full)
        self._stops = stops
        attacking = position.stones(self.attacker) & self.locale
        self._chains = tuple(position.grid.components(attacking))

    @property
    def start(self) -> State:
        state = super().start
        assert state.memory is not None
        old = (self.position.black | self.position.white) & self.locale
        return state._replace(memory=state.memory._replace(old=old))

    def _finish(self, state: State, plain: Step, bans: Mask, freed: tuple[Mask, Mask]) -> Step:
        memory, after = state.memory, plain.state
        assert memory is not None
        stays = after.white if self.attacker else after.black
        gone = sum(chain for chain in self._chains if chain & memory.old and chain & ~stays)
        memory = memory._replace(old=memory.old & ~gone)
        return super()._finish(state._replace(memory=memory), plain, bans, freed)

    def _new(self, state: State, old: Mask) -> Mask:
        standing = sum(chain for chain in self._chains if not chain & ~old)
        scope = self.grid.flood(self.unit, self.locale & ~(standing | self._stops))
        return (state.white if self.owner else state.black) & scope & ~old
