"""Semantics section 3 word for word: play with its full history up to the first repeated state."""

from verifier.board import Colour
from verifier.play import PASS, Arena, Cycle, State
from verifier.proof import Verdict

_VERDICTS = {1: Verdict.ALIVE, 0: Verdict.DRAWN, -1: Verdict.DEAD}


class TooLongError(Exception):
    """The game tree has more nodes than was allowed."""


class _Play:
    """One line of play: its states, and what was taken between them."""

    def __init__(self, arena: Arena, most: int) -> None:
        self.arena = arena
        self.left = most
        self.line: list[State] = []
        self.taken: list[tuple[int, int]] = []  # by owner's and attacker's losses, move by move

    def result(self, winner: Colour | None) -> int:
        if winner is None:
            return 0
        return 1 if winner == self.arena.owner else -1

    def close(self, since: int) -> int:
        cycle = Cycle(
            sum(owner for owner, _ in self.taken[since:]),
            sum(attacker for _, attacker in self.taken[since:]),
            all(self.arena.attacker_owns_some(state) for state in self.line[since:]),
        )
        return self.result(self.arena.cycle_winner(cycle))

    def value(self, state: State, low: int, high: int) -> int:
        """Minimax between the bounds; 1 is the owner's win."""
        if state in self.line:
            return self.close(self.line.index(state))
        self.left -= 1
        if self.left < 0:
            raise TooLongError
        owner_moves = state.to_move == self.arena.owner
        best = -1 if owner_moves else 1
        self.line.append(state)
        for step in sorted(self.arena.steps(state), key=lambda step: step.move != PASS):
            self.taken.append((0, step.captured) if owner_moves else (step.captured, 0))
            value = self.value(step.state, low, high) if step.winner is None else self.result(step.winner)
            self.taken.pop()
            if owner_moves:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        self.line.pop()
        return best


def brute_force_verdict(arena: Arena, most: int = 100_000) -> Verdict:
    """Return the verdict by trying all lines of play.

    Raises:
        TooLongError: more than *most* nodes would have to be looked at.
    """
    return _VERDICTS[_Play(arena, most).value(arena.start, -1, 1)]
