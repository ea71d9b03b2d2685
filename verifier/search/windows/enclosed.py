"""Where to look for the proof that a unit is taken: where it would be if the chains around could not be.

That is a smaller question by far, and soon answered. Who cannot take the unit then never can. Else the proof
shows which points matter, and which of the chains around have to hold out; these are the windows to search.
What is found here decides nothing.
"""

import functools
import operator
from collections.abc import Mapping

from verifier.board import Colour, Mask
from verifier.play import KEEPING, Arena, remembers
from verifier.proof.certificate import Patterns
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.provers import prove

__all__ = ["Enclosed", "Enclosure", "stands_for"]


_MORE = 0.25
"""A window stands for another one if it has at most this share of its points more,"""
_LACKING = 0.05
"""and lacks at most this share of them."""


class Enclosed(Arena):
    """The game for a unit in the *area* around it, where the attacker's chains that close it off are safe.

    Where a game remembers the unit is only to be taken.
    """

    def __init__(self, arena: Arena, area: Mask) -> None:
        self.kept = arena.kept
        own = arena.grid.full & ~area
        ruleset = KEEPING if remembers(arena.ruleset) else arena.ruleset
        frame = ((own, 0) if arena.attacker is Colour.BLACK else (0, own), area)
        self._describe(arena.position, arena.unit, arena.owner, ruleset, frame, arena.parts)


class Enclosure:
    """What encloses one unit: the area that the living chains of the other side leave around it."""

    def __init__(self, arena: Arena, dead: Mask) -> None:
        grid = arena.grid
        self.arena, self.dead = arena, dead
        self.living = arena.position.stones(arena.attacker) & ~dead
        self.area = grid.flood(arena.unit, grid.full & ~self.living)
        self.budget, self.hopeless = 0, False
        """The states that were searched, and whether the unit cannot be taken even so."""
        self.zone: Mask = 0
        """The points that matter, once it is known."""

    def search(self, limits: Limits, prover: str = "auto") -> Outcome | None:
        """Look for them, unless it is known or no more states than before may be expanded."""
        outcome = self.ask(limits, prover)
        if outcome is not None:
            self.learn(outcome, limits.nodes)
        return outcome

    def ask(self, limits: Limits, prover: str = "auto") -> Outcome | None:
        """The same, but that nothing is taken in of what is found, as :meth:`learn` does."""
        if self.zone or self.hopeless or self.budget >= limits.nodes:
            return None
        game = Enclosed(self.arena, self.area)
        return prove(game, limits=limits, prover=prover, side=game.attacker)

    def learn(self, outcome: Outcome, states: int) -> None:
        """Take in what a search of up to so many *states* has found."""
        self.budget = max(self.budget, states)
        self.hopeless = outcome.status is Status.ALIVE and not remembers(self.arena.ruleset)
        if outcome.status is Status.DEAD and outcome.certificate is not None:
            evidence = outcome.certificate.evidence[0]
            zone = evidence.area if isinstance(evidence, Patterns) and evidence.nodes else self.area
            self.zone = zone | self.arena.unit

    def windows(self, largest: int, zones: Mapping[Mask, Mask] | None = None) -> list[Mask]:
        """Return windows of up to so many points: what matters, or the whole area, and the chains around.

        Besides them there are the empty points next to these chains, and in other windows the chains that
        border on those. *zones* are the points that proofs of the life of chains depend on. A window has
        those of the chains around, if each has some.
        """
        found: dict[Mask, None] = {}
        empty, grid, known = self.arena.position.empty, self.arena.grid, zones or {}
        for inner in (self.zone, self.area):
            around = grid.flood(grid.dilate(inner) & self.living, self.living)
            chains = grid.components(around)
            near = inner | around | grid.dilate(around) & empty
            beside = near | grid.flood(grid.dilate(near & empty) & self.living, self.living)
            windows = [inner | around, near, beside | grid.dilate(beside) & empty]
            lived = functools.reduce(operator.or_, (known.get(chain, 0) for chain in chains), 0)
            if around and not around & ~lived:
                windows.append(inner | around | lived)
            for window in windows:
                if inner and window.bit_count() <= largest:
                    found.setdefault(window)
        return list(found)


def stands_for(other: Mask, window: Mask) -> bool:
    """Whether a window holds another one, but for a few points, and not many more.

    There the chains around have more to live by, so that it is mostly won if the other one is, and sooner.
    """
    size = window.bit_count()
    lacking = (window & ~other).bit_count()
    return lacking <= _LACKING * size and 0 < other.bit_count() - size <= _MORE * size
