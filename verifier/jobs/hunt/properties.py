"""Properties that one might expect of every ruleset, and how a position refutes each of them."""

import dataclasses
import itertools
from collections.abc import Callable, Iterator

from verifier.adjudicate.question import UnitVerdict
from verifier.board import SYMMETRIES, Colour, Mask, Position, swap_colours, vertex, walls
from verifier.board.grid import bits
from verifier.board.symmetry import transform, transform_mask
from verifier.jobs.hunt.contradictions import CHECKS, Fault, surrounded
from verifier.jobs.hunt.judging import Judge
from verifier.search import Status

__all__ = ["BROKEN", "PROPERTIES", "Disagreement", "Property"]


@dataclasses.dataclass(frozen=True, slots=True)
class Disagreement:
    """A position, what disagrees there, and the verdicts that prove it, each with an accepted certificate."""

    position: Position
    words: tuple[str, ...]
    """One line for each unit or count."""
    verdicts: tuple[UnitVerdict, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Property:
    """A statement about all positions under one ruleset."""

    name: str
    title: str
    reason: str
    """Why one might expect it."""
    refute: Callable[[Judge, Position], Disagreement | None]
    """What shows that the statement is false there; None also where a unit is unknown (the judge tells)."""
    concerns: Callable[[Position], bool] = lambda position: True
    """Whether the statement says anything about a position."""


def _fault(fault: Fault) -> Callable[[Judge, Position], Disagreement | None]:
    check = CHECKS[fault]

    def refute(judge: Judge, position: Position) -> Disagreement | None:
        finding = check(judge, position)
        return Disagreement(position, (finding.words,), finding.verdicts) if finding else None

    return refute


def _symmetry(judge: Judge, position: Position) -> Disagreement | None:
    """A unit whose image has another status. Statuses are not remembered here: each image is searched."""
    for unit in position.units():
        verdict = judge.unit(position, unit)
        for how, image, there in _images(position, unit):
            other = judge.unit(image, there)
            if Status.UNKNOWN not in (verdict.status, other.status) and verdict.status is not other.status:
                words = f"{_name(verdict)} is {verdict.status.value}; {how} it is {other.status.value}"
                return Disagreement(position, (words,), (verdict, other))
    return None


def _images(position: Position, unit: Mask) -> Iterator[tuple[str, Position, Mask]]:
    seen = {position}
    for name in SYMMETRIES:
        image = transform(position, name)
        there = transform_mask(unit, position.rows, position.cols, name)
        swapped = swap_colours(image)
        for how, board in ((f"after '{name}'", image), (f"after '{name}' with colours exchanged", swapped)):
            if board not in seen:
                seen.add(board)
                yield how, board, there


def _name(verdict: UnitVerdict) -> str:
    return f"{verdict.colour} {verdict.name}"


def _sum(judge: Judge, position: Position) -> Disagreement | None:
    """Two or more parts that only unconditionally alive stones separate do not count what they count alone.

    A part is alone when each other one is filled by the side around it but for one point.
    """
    parts = list(_parts(position))
    nothing = position
    alone = [position] * len(parts)
    for number, part in enumerate(parts):
        for index in range(len(parts)):
            if index != number:
                alone[index] = part.filled(alone[index])
        nothing = part.filled(nothing)
    boards = [position, nothing, *alone]
    leads = []
    for board in boards:
        areas = judge.areas(board)
        if areas is None or not areas.bounds.decided:
            return None
        leads.append(areas.bounds.lead[0])
    whole, base, *single = leads
    if whole - base == sum(lead - base for lead in single):
        return None
    verdicts: list[UnitVerdict] = []
    for board in boards:
        proved = judge.proved(board, *board.units())
        if proved is None:
            return None
        verdicts += proved
    names = [
        f"{vertex(part.eye, position.rows, position.cols)} {lead - base:+g}"
        for part, lead in zip(parts, single, strict=True)
    ]
    words = (
        f"Black's lead changes by {whole - base:+g} with all parts, against all of them filled;"
        f" the parts alone change it by {', '.join(names)}"
    )
    return Disagreement(position, (words,), tuple(verdicts))


@dataclasses.dataclass(frozen=True, slots=True)
class _Part:
    """A region with something to judge in it, and what quiet board it can be exchanged for."""

    region: Mask
    colour: Colour
    """Who surrounds it."""
    eye: int
    """The point that is left when he fills it."""

    def filled(self, position: Position) -> Position:
        stones = self.region & ~(1 << self.eye)
        black = position.black & ~self.region | (stones if self.colour is Colour.BLACK else 0)
        white = position.white & ~self.region | (stones if self.colour is Colour.WHITE else 0)
        return dataclasses.replace(position, black=black, white=white)


def _parts(position: Position) -> Iterator[_Part]:
    around = walls(position, "unconditional")
    grid = position.grid
    for region in grid.components(grid.full & ~(around[0] | around[1] | position.outside)):
        border = grid.dilate(region) & ~region
        sides = [colour for colour in Colour if border & around[colour]]
        if region & position.empty == region or len(sides) != 1 or border & ~around[sides[0]]:
            continue
        for eye in bits(region):
            part = _Part(region, sides[0], eye)
            board = part.filled(position)
            if any(board.breathless()):
                continue
            now = walls(board, "unconditional")
            kept = not (around[0] & ~now[0] | around[1] & ~now[1])
            if kept and not board.stones(part.colour) & region & ~now[part.colour]:
                yield part
                break


def _surrounds(position: Position) -> bool:
    return any(True for _ in surrounded(position))


def _has_parts(position: Position) -> bool:
    return len(list(itertools.islice(_parts(position), 2))) == 2


PROPERTIES: dict[str, Property] = {
    item.name: item
    for item in (
        Property(
            "inside",
            "no living unit inside opposing territory",
            "players count what living stones of one side alone surround as territory of that side",
            _fault(Fault.INSIDE),
            _surrounds,
        ),
        Property(
            "dame",
            "filling a dame changes nothing",
            "a point between living stones of both sides is worth nothing to either",
            _fault(Fault.DAME),
        ),
        Property(
            "sum",
            "a board of independent parts counts as their sum",
            "players count one area after the other",
            _sum,
            _has_parts,
        ),
        Property(
            "symmetry",
            "turning a board or exchanging the colours changes no status",
            "no rule of hypothetical play names a colour or a side of the board",
            _symmetry,
        ),
        Property(
            "adjacent",
            "no two adjacent dead units of opposite colours",
            "dead stones are taken by the other side, and of two that touch only one is taken first",
            _fault(Fault.ADJACENT),
        ),
        Property(
            "order",
            "taking a dead unit off changes no other status",
            "dead stones are taken off in whatever order one likes",
            _fault(Fault.ORDER),
        ),
    )
}
"""All properties by name."""

BROKEN: dict[Fault, tuple[str, str, str]] = {
    fault: (name, PROPERTIES[name].title, PROPERTIES[name].reason)
    for fault, name in (
        (Fault.INSIDE, "inside"),
        (Fault.ADJACENT, "adjacent"),
        (Fault.DAME, "dame"),
        (Fault.ORDER, "order"),
    )
} | {
    Fault.FAR: (
        "far",
        "no verdict changes with a far-away position",
        "a fight is not decided by what lies beyond stones that live",
    )
}
"""For each fault the name of the property that it breaks, what the property says, and why."""
