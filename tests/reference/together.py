"""Several chains together, from nothing but the games for each of them: naive, and for tiny boards.

One play is followed in the games for all the chains at once, each with its own state. The attacker wins it if
he wins it against every chain. What is common to the games, which move is legal and what it takes, is asserted
to be the same in all of them; how a play ends for one chain is what its own game says. The graph of these
tuples of states is solved by :mod:`reference.dense`. The arena for several chains is not used at all.
"""

from collections.abc import Sequence
from typing import NamedTuple

from reference.dense import TooLargeError, _attacker_wins

from verifier.board import Mask, Position
from verifier.play import Arena, State, arena_for
from verifier.proof import Verdict
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING

__all__ = ["together_verdict"]

_WON, _LOST = -1, -2


class _Place(NamedTuple):
    """Where one play stands."""

    states: tuple[State, ...]
    """In the game for each chain."""
    taken: tuple[bool, ...]
    """Which chains have been taken, where one capture counts."""
    waiting: int
    """Where new stones count: the chain that is next to come to a review at which nothing is held."""


class _Games:
    """The games for the chains, played as one."""

    def __init__(
        self, position: Position, chains: Sequence[Mask], rules: Ruleset, scopes: Sequence[Mask | None]
    ) -> None:
        self.rules = rules
        self.arenas: list[Arena] = [
            arena_for(position, chain, rules, scope) for chain, scope in zip(chains, scopes, strict=True)
        ]
        first = self.arenas[0]
        assert all(arena.locale == first.locale for arena in self.arenas), "one locale for all"
        self.attacker, self.owner = first.attacker, first.owner
        self.once = rules["dead_means"] == "captured once"
        self.enabling = rules["dead_means"] in ENABLING

    def start(self) -> _Place:
        states = tuple(arena.start for arena in self.arenas)
        return _Place(states, (False,) * len(states), 0)

    def to_move(self, place: _Place) -> int:
        (mover,) = {state.to_move for state in place.states}
        return mover

    def moves(self, place: _Place) -> list[tuple[_Place | int, int]]:
        """What each move leads to, or who has won by it; and what the owner lost by it, less the attacker."""
        found: list[tuple[_Place | int, int]] = []
        pairs = list(zip(self.arenas, place.states, strict=True))
        by_move = [{step.move: step for step in arena.steps(state)} for arena, state in pairs]
        (legal,) = {frozenset(steps) for steps in by_move}
        for move in sorted(legal):
            steps = [steps[move] for steps in by_move]
            (captured,) = {step.captured for step in steps}
            loss = captured if self.to_move(place) == self.attacker else -captured
            winners = [step.winner for step in steps]
            states = tuple(step.state for step in steps)
            taken, after = place.taken, place.waiting
            if self.once:
                now = [one or winner == self.attacker for one, winner in zip(taken, winners, strict=True)]
                taken = tuple(now)
                if all(taken):
                    found.append((_WON, loss))
                    continue
                if self.owner in winners:  # two passes
                    found.append((_LOST, loss))
                    continue
            elif winners[0] is not None:
                found.append((_WON if set(winners) == {self.attacker} else _LOST, loss))
                continue
            if self.enabling and self.arenas[after].marked(place.states[after]):
                after = (after + 1) % len(self.arenas)
            found.append((_Place(states, taken, after), loss))
        return found

    def marked(self, place: _Place) -> bool:
        """Whether an even cycle through the place is the owner's; where new stones count, the attacker's."""
        rule = self.rules["cycle"]
        if self.enabling:
            # All games have to come to such a review for ever: it is enough to wait for them in turn.
            last = len(self.arenas) - 1
            return place.waiting == last and self.arenas[last].marked(place.states[last])
        if rule == "prisoners then ownership":
            pairs = zip(self.arenas, place.states, strict=True)
            owned = [arena.attacker_owns_some(state) for arena, state in pairs]
            return not all(owned)
        return True


def together_verdict(
    position: Position,
    chains: Sequence[Mask],
    rules: Ruleset,
    scopes: Sequence[Mask | None] = (),
    *,
    most: int = 4000,
) -> Verdict:
    """Return the verdict on *chains* together; all of them must have the same locale.

    Args:
        position: The position.
        chains: Chains of one side.
        rules: The rules.
        scopes: Where a new stone counts for each chain, for "no new stone nearby" only.
        most: The number of places from which on the graph is called too large.

    Raises:
        TooLargeError: there are more.
    """
    games = _Games(position, chains, rules, scopes or [None] * len(chains))
    places = [games.start()]
    number = {places[0]: 0}
    edges: list[list[tuple[int, int]]] = []
    for place in places:  # grows while it is read
        successors = []
        for after, loss in games.moves(place):
            if isinstance(after, int):
                successors.append((after, loss))
                continue
            if after not in number:
                if len(places) >= most:
                    raise TooLargeError(f"more than {most} places")
                number[after] = len(places)
                places.append(after)
            successors.append((number[after], loss))
        edges.append(successors)
    if not rules["cycle"].startswith("prisoners"):
        edges = [[(u, 0) for u, _ in successors] for successors in edges]
    chooses = [games.to_move(place) == games.attacker for place in places]
    bad = [games.marked(place) for place in places]
    if _attacker_wins(edges, chooses, bad, marks=games.enabling)[0]:
        return Verdict.DEAD
    if rules["cycle"] == "draw" and _attacker_wins(edges, chooses, [False] * len(places))[0]:
        return Verdict.DRAWN
    return Verdict.ALIVE
