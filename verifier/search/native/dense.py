"""Every state of a small locale, solved by the kernel."""

from verifier.errors import InputError
from verifier.kernel import require_kernel
from verifier.play import Arena, State
from verifier.search.native.frame import Frame, kernel

__all__ = ["DenseTable"]


class DenseTable:
    """Every state of a locale of at most 12 points, solved exactly by retrograde lifting.

    Built for the unit, walls and rules of *arena*; draws count for the owner. Serves all positions
    on the same locale with the same unit points.

    Raises:
        InputError: the kernel is not built, or the locale is larger than 12 points.
    """

    def __init__(self, arena: Arena, *, draws_for_owner: bool = True) -> None:
        require_kernel("dense tables need the native kernel, which is not built here")
        self._frame = Frame(arena)
        if not 0 < len(self._frame.points) <= kernel.DENSE_POINTS:
            raise InputError(f"dense tables hold 1 to {kernel.DENSE_POINTS} points")
        self._table = kernel.DenseTable(self._frame.locale(draws_for_owner=draws_for_owner, where={}))
        self.states: int = self._table.states
        self.undecided: int = self._table.undecided
        """States that neither side's measure settled; 0 unless the caps were too small."""

    def owner_wins(self, state: State) -> bool | None:
        """Whether the owner wins from *state*, or None where the table is undecided.

        Raises:
            KeyError: the state is not on this locale or not legal.
        """
        turn = int(state.to_move == self._frame.arena.attacker)
        ban = -1 if state.ban < 0 else self._frame.number[state.ban]
        threats = list(state.threats[::-1] if self._frame.arena.owner else state.threats)
        taken = sum(1 << i for i, part in enumerate(self._frame.arena.parts) if part & state.taken)
        answer = self._table.winner(self._frame.stones(state), ban, turn, state.passed, threats, taken)
        return {"owner": True, "attacker": False}.get(answer)

    def count(self, *, attacker_first: bool = False, as_chain: bool = False) -> tuple[int, int]:
        """Count the legal boards on which the unit's points carry owner's stones: (lost, all).

        With *as_chain* only boards where these points are exactly one chain.
        """
        lost, total = self._table.count(int(attacker_first), as_chain)
        return lost, total
