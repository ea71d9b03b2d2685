"""What is asked of a unit, and what is answered."""

import dataclasses
import functools
import operator
from collections.abc import Sequence

from verifier.board import Colour, Mask, Position, unit_name, vertex
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.play import Arena, arena_for
from verifier.proof import Certificate, CheckReport, Keep, Patterns
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING
from verifier.search import Limits, Outcome, Status, find_keeps, keeps_for
from verifier.units import Decomposition

__all__ = ["Question", "UnitVerdict", "together_at", "unit_at"]


@dataclasses.dataclass(frozen=True, slots=True)
class Question:
    """What is the status of one unit, or of several of one side together?"""

    position: Position
    unit: Mask
    """Its stones, or those of all of them."""
    ruleset: Ruleset
    limits: Limits = dataclasses.field(default_factory=Limits)
    prover: str = "auto"
    found: tuple[Keep, ...] | None = dataclasses.field(default=None, repr=False, compare=False)
    """Proofs of walls found in the position (walls = ``independent``); None: they are looked for."""
    supports: tuple[Certificate, ...] | None = dataclasses.field(default=None, repr=False, compare=False)
    """Verdicts found on the owner's other units, where they say how far "nearby" reaches
    (verifier.proof.scope); None: they are looked for."""
    decomposition: Decomposition | None = dataclasses.field(default=None, repr=False, compare=False)
    """The position under the walls of the ruleset, where whoever asks took it apart. Then there is no verdict
    unless the checker's own code finds the same walls and the same locale."""

    def keeps(self) -> tuple[Keep, ...]:
        """The proofs of the walls that stand around the unit; none where the ruleset has no such walls."""
        if self.ruleset["walls"] != "independent":
            return ()
        found = self.found
        if found is None:
            found = _walls(self.position, self.limits, self.prover)
        return keeps_for(self.position, self.unit, found)

    @property
    def kept(self) -> Mask:
        """The stones of those walls."""
        return sum(keep.stones for keep in self.keeps())

    def arena(self) -> Arena:
        """The game that answers it.

        Raises:
            InputError: the unit is no chain of the position, or assumed alive.
        """
        return arena_for(self.position, self.unit, self.ruleset, kept=self.kept)


@functools.lru_cache(maxsize=4)
def _walls(position: Position, limits: Limits, prover: str) -> tuple[Keep, ...]:
    return find_keeps(position, limits, prover=prover)


@dataclasses.dataclass(frozen=True, slots=True)
class UnitVerdict:
    """The answer for one unit, or for several together."""

    question: Question
    status: Status
    """UNKNOWN unless a certificate of the status was checked and accepted."""
    reason: str
    """Why, in a few words: the kind of proof, the limit that was reached, or the fault that was found."""
    outcome: Outcome | None
    """What the prover answered, or None if it never did."""
    report: CheckReport | None
    """What the checker proved; present unless the status is UNKNOWN."""

    @property
    def unit(self) -> Mask:
        """The stones of the unit, or of all the units."""
        return self.question.unit

    @property
    def together(self) -> tuple[Mask, ...]:
        """The stones of each unit where several are judged together; else empty."""
        chains = tuple(self.question.position.grid.components(self.unit))
        return chains if len(chains) > 1 else ()

    @property
    def name(self) -> str:
        """The GTP vertex of the unit's first stone (top row first, from the left); several with commas."""
        return unit_name(self.question.position, self.unit)

    @property
    def colour(self) -> Colour:
        """Whose unit it is."""
        return self.question.position.owner_of(self.unit)

    @property
    def walls(self) -> Mask:
        """The walls by proof that the verdict depends on; none if the status is UNKNOWN."""
        certificate = self.certificate
        return certificate.claim.walls if certificate else 0

    @property
    def certificate(self) -> Certificate | None:
        """The accepted certificate; None if the status is UNKNOWN."""
        return self.outcome.certificate if self.outcome and self.report else None

    @property
    def held(self) -> bool:
        """Whether what is proved is that a new stone stays; the unit may be lost, the stone be far away.

        Never where no new stone counts: there the owner of a unit that is lost owns its points in the end.
        """
        if self.question.ruleset["dead_means"] not in ENABLING:
            return False
        evidence = self.certificate.evidence if self.certificate else ()
        return any(isinstance(item, Patterns) and item.holds for item in evidence)

    def __repr__(self) -> str:
        return f"<UnitVerdict {self.colour} {self.name}: {self.status.value} ({self.reason})>"

    def _repr_svg_(self) -> str:
        from verifier import svg

        statuses = dict.fromkeys(bits(self.unit), self.status.value)
        title = f"{self.colour} {self.name}: {self.status.value} under {self.question.ruleset.id}"
        return svg.board(self.question.position, statuses=statuses, title=title)


def unit_at(position: Position, point: int) -> Mask:
    """Return the unit with a stone on *point*.

    Raises:
        InputError: the point is empty, or the stones there are assumed alive.
    """
    chain = position.chain_at(point)
    where = vertex(point, position.rows, position.cols)
    colour = position.colour_at(point)
    if colour is None:
        raise InputError(f"unit {where}: there is no stone on this point")
    if chain & position.assumed(colour):
        raise InputError(f"unit {where}: this chain touches the outside of the diagram and is assumed alive")
    return chain


def together_at(position: Position, points: Sequence[int]) -> Mask:
    """Return the stones of the units with stones on *points*, to be judged together; or of the one unit.

    Raises:
        InputError: as :func:`unit_at`, or a point comes twice, or not all of the units are of one side.
    """
    if not points:
        raise InputError("no unit is named: name a point of each unit that is to be judged together")
    units = [unit_at(position, point) for point in points]
    names = [vertex(point, position.rows, position.cols) for point in points]
    for index, point in enumerate(points):
        if point in points[:index]:
            raise InputError(f"units {','.join(names)}: {names[index]} is named twice")
        if position.colour_at(point) != position.colour_at(points[0]):
            raise InputError(
                f"units {','.join(names)}: {names[0]} and {names[index]} are not of one side;"
                " only the units of one side are judged together"
            )
    return functools.reduce(operator.or_, units)
