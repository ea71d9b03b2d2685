"""Problems whose answers follow from an argument, family by family.

Every family has an argument in :data:`ARGUMENTS`, in words; the answers below are what it gives. Nothing
here is searched.
"""

import dataclasses
from collections.abc import Iterator

from enclosures import Cell, Sketch, around, beside, ring_sketch

__all__ = ["ARGUMENTS", "Draft", "constructed"]

ARGUMENTS = {
    "row": (
        "The eye space is a row of n points, each next to the unit. n >= 4: whatever the attacker "
        "plays, a stone in the row leaves an empty point on both sides, and each side is an eye. "
        "n = 3: the middle point decides. n <= 2: one eye at most. Dames are filled by the "
        "attacker and never become eyes."
    ),
    "nakade": (
        "An eye space with one vital point (T of four, cross and bulky five, rabbity six): the "
        "owner lives by taking it first; if the attacker does, he can always fill up to a smaller "
        "dead shape."
    ),
    "square": (
        "The square of four is dead with either first move: a stone of the owner leaves three "
        "points in an angle, of which the attacker takes the middle."
    ),
    "two eyes": ("Two separate eyes, all points of which are next to the one chain of the unit."),
    "two heads": (
        "Two chains joined by two false eyes, around a living group: each eye is next to both "
        "chains, so neither can be filled before the other."
    ),
    "shared liberties": (
        "The unit surrounds a chain; neither has an eye and all liberties are shared, at least "
        "two. Whoever fills the last but one is taken. Nobody has to: seki."
    ),
    "race": (
        "The unit has d dames and no eye, the chain that it surrounds has an eye of one point, "
        "and s liberties are shared. The owner has to fill all s and then the eye, the attacker "
        "the dames first: the owner is ahead iff d > s when he begins, d > s + 1 when he does "
        "not. What he takes leaves room for two eyes."
    ),
    "bent four": (
        "Three stones of the attacker and two empty points in a corner. The owner cannot "
        "approach; the attacker fills all dames, then makes the bent four, is taken, and plays "
        "the ko that he takes first. With no threats outside the unit is dead, with all of them "
        "it lives: a ko."
    ),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Draft:
    """A position with what is known about it, before it is turned, coloured and named."""

    family: str
    label: str
    """What tells it from the others of the family."""
    sketch: Sketch
    first: str
    """"owner" or "attacker"."""
    plain: str
    """"alive" or "dead" without threats outside, or "" where nothing is claimed."""
    masters: str
    """"alive", "dead" or "ko": what the answer is if either side has all the threats."""
    kind: str
    source: str = "construction"


def constructed() -> Iterator[Draft]:
    """Yield all problems that need no table."""
    yield from _rows()
    yield from _nakade()
    yield from _two_eyes()
    yield from _two_heads()
    yield from _shared()
    yield from _races()
    yield from _bent_fours()


def _simple(family: str, label: str, sketch: Sketch, first: str, status: str, kind: str = "") -> Draft:
    return Draft(family, label, sketch, first, status, status, kind or status)


def _row(length: int, place: str, dames: int, gap: int = 0) -> Sketch:
    cells = [(0, gap + i) for i in range(length)]
    return ring_sketch(cells, dames=dames, floor=place != "middle", side=place == "corner")


def _rows() -> Iterator[Draft]:
    for place in ("middle", "edge", "corner"):
        for length, dames in ((2, 4), (3, 3), (3, 4)):
            if place == "corner" and (length, dames) != (3, 3):
                continue  # the ring in a corner is short
            sketch = _row(length, place, dames)
            yield _simple("row", f"{length} {place} {dames}", sketch, "attacker", "dead")
            status = "alive" if length == 3 else "dead"
            yield _simple("row", f"{length} {place} {dames}", sketch, "owner", status)
        for length, dames in ((4, 2), (4, 3), (5, 1), (5, 4), (6, 0), (6, 3), (7, 2), (8, 0)):
            sketch = _row(length, place, dames)
            yield _simple("row", f"{length} {place} {dames}", sketch, "attacker", "alive")


_T4 = ((0, 0), (0, 1), (0, 2), (1, 1))
_CROSS = ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
_BULKY = ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0))
_RABBITY = ((0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1))
_SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))


def _nakade() -> Iterator[Draft]:
    shapes = (("T", _T4, (2, 4, 6)), ("cross", _CROSS, (1, 3, 5)), ("bulky", _BULKY, (1, 3, 5)))
    for name, cells, counts in (*shapes, ("rabbity", _RABBITY, (0, 2, 4))):
        for dames in counts:
            sketch = ring_sketch(cells, dames=dames)
            yield _simple("nakade", f"{name} {dames}", sketch, "attacker", "dead")
            yield _simple("nakade", f"{name} {dames}", sketch, "owner", "alive")
    for dames in (2, 4, 6):
        sketch = ring_sketch(_SQUARE, dames=dames)
        for first in ("owner", "attacker"):
            yield _simple("square", str(dames), sketch, first, "dead")


def _two_eyes() -> Iterator[Draft]:
    for first_eye, second_eye, dames in ((1, 1, 4), (1, 2, 5), (2, 2, 2), (1, 5, 0)):
        cells = [(0, i) for i in range(first_eye)]
        cells += [(0, first_eye + 1 + i) for i in range(second_eye)]
        sketch = ring_sketch(cells, dames=dames, floor=True)
        yield _simple("two eyes", f"{first_eye} {second_eye} {dames}", sketch, "attacker", "alive")


def _two_heads() -> Iterator[Draft]:
    """A loop of two chains around a group with two eyes; its corners (0, 0) and (4, w) are false eyes."""
    for width, dames in ((6, 4), (6, 6), (7, 5)):
        inner = {(r, c) for r in range(1, 4) for c in range(1, width)}
        eyes = {(2, 2), (2, width - 2)}
        loop = {(r, c) for r in range(5) for c in range(width + 1)} - inner
        false = {(0, 0), (4, width)}
        heads = {(-1, 0), (-1, 1), (0, -1), (1, -1)}
        heads |= {(5, width), (5, width - 1), (4, width + 1), (3, width + 1)}
        stones = loop - false | heads
        taken: set[Cell] = set()
        for cell in sorted(around(stones | false) - inner):
            touching = sum(near in stones for near in beside(cell))
            if len(taken) < dames and touching == 1 and not around([cell]) & (taken | false | eyes):
                taken.add(cell)
        # The unit is the chain that holds the upper side of the loop.
        unit = {
            cell for cell in stones if (cell[0] == 0 and cell[1] > 0) or (cell[1] == width and cell[0] < 4)
        }
        unit |= {(-1, 0), (-1, 1), (4, width + 1), (3, width + 1)}
        sketch = Sketch(
            frozenset(false | taken | eyes),
            frozenset(unit),
            frozenset(stones - unit),
            frozenset(inner - eyes),
        )
        yield _simple("two heads", f"{width} {dames}", sketch, "attacker", "alive")


def _pocket(width: int, shared: int, *, eye: bool, dames: int) -> Sketch:
    """A chain on the first two lines under the unit, with shared liberties on the second line.

    With *eye* the chain has an eye of one point on the first line.
    """
    cells = {(r, c) for r in range(2) for c in range(width)}
    hole = {(0, 1)} if eye else set()
    liberties = {(1, width - 1 - i) for i in range(shared)}
    chain = cells - liberties - hole
    return ring_sketch(cells, dames=dames, attacker=chain, floor=True)


def _shared() -> Iterator[Draft]:
    for shared in (6, 7, 8):
        sketch = _pocket(shared, shared, eye=False, dames=0)
        for first in ("owner", "attacker"):
            yield _simple("shared liberties", str(shared), sketch, first, "alive", "seki")


def _races() -> Iterator[Draft]:
    for shared in (1, 2, 3):
        for dames in range(max(1, 5 - shared), 6):
            for first in ("owner", "attacker"):
                sketch = _pocket(6, shared, eye=True, dames=dames)
                ahead = dames > shared + (first == "attacker")
                status = "alive" if ahead else "dead"
                yield _simple("race", f"{shared} {dames}", sketch, first, status)


def _bent_fours() -> Iterator[Draft]:
    for dames in range(4, 7):
        cells = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]
        stones = [(0, 0), (0, 1), (0, 2)]
        sketch = ring_sketch(cells, dames=dames, attacker=stones, floor=True, side=True)
        for first in ("owner", "attacker"):
            yield Draft("bent four", str(dames), sketch, first, "dead", "ko", "ko")
