"""Positions drawn at random from a fixed seed, and all small eye spaces: candidates without answers.

Their answers come from tables and from a second solver, and are kept in problems/answers.json.
"""

import dataclasses
import random
from collections.abc import Iterator

from enclosures import Cell, Sketch, beside, ring_sketch

__all__ = ["Candidate", "candidates"]

SEED = 20121001


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """A position and who moves first; *family* also says where the answer has to come from."""

    family: str
    label: str
    sketch: Sketch
    first: str


def candidates() -> Iterator[Candidate]:
    """Yield all candidates in a fixed order; no two labels of a family are the same."""
    for candidate in (*_eye_spaces(), *_stuffed(), *_rooms(), *_wide()):
        sketch = candidate.sketch
        if 6 <= len(sketch.empty) <= 20 and len(_chain(sketch.unit)) == len(sketch.unit):
            yield candidate


def _chain(stones: frozenset[Cell]) -> set[Cell]:
    """The connected part of *stones* with the first of them."""
    chain = {min(stones)}
    fresh = set(chain)
    while fresh:
        fresh = {near for cell in fresh for near in beside(cell)} & stones - chain
        chain |= fresh
    return chain


class _Dice:
    """Random numbers that every version of Python draws alike."""

    def __init__(self, name: str) -> None:
        self._random = random.Random(f"{SEED} {name}").random

    def below(self, limit: int) -> int:
        return int(self._random() * limit)

    def pick(self, cells: set[Cell] | frozenset[Cell]) -> Cell:
        return sorted(cells)[self.below(len(cells))]


def _polyominoes(size: int) -> list[frozenset[Cell]]:
    """All polyominoes of *size* cells, one for each class under rotation and reflection."""
    shapes = {frozenset([(0, 0)])}
    for _ in range(size - 1):
        grown = {shape | {near} for shape in shapes for cell in shape for near in beside(cell)}
        shapes = {_turned(shape) for shape in grown}
    return sorted(shapes, key=sorted)


def _turned(shape: frozenset[Cell]) -> frozenset[Cell]:
    """The least image of *shape*, moved to the origin."""
    images = []
    cells = set(shape)
    for _ in range(2):
        cells = {(c, r) for r, c in cells}
        for _ in range(4):
            cells = {(c, -r) for r, c in cells}
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            images.append(sorted((r - top, c - left) for r, c in cells))
    return frozenset(min(images))


def _eye_spaces() -> Iterator[Candidate]:
    """Empty eye spaces: of five points with a dame and of six without, then some on edges and in corners."""
    for size, dames in ((5, 1), (6, 0)):
        for index, cells in enumerate(_polyominoes(size)):
            yield Candidate("eye space", f"{size} {index}", ring_sketch(cells, dames=dames), "attacker")
    dice = _Dice("eye spaces")
    for index in range(70):
        place = ("edge", "corner")[index % 2]
        size = 5 + dice.below(4)
        cells = _blob(dice, size, place)
        # Corner spaces in which the corner point itself is part of it are the interesting ones.
        dames = max(6 - size, 0) + dice.below(2)
        try:
            sketch = ring_sketch(cells, dames=dames, floor=True, side=place == "corner")
        except ValueError:
            continue
        first = "owner" if dice.below(4) == 0 else "attacker"
        yield Candidate("eye space", f"{place} {index}", sketch, first)


def _blob(dice: _Dice, size: int, place: str) -> frozenset[Cell]:
    """A random connected set of cells, at the edge or in the corner if *place* says so."""
    cells: set[Cell] = {(0, 0)}
    while len(cells) < size:
        fresh = {near for cell in cells for near in beside(cell)} - cells
        if place != "middle":
            fresh = {cell for cell in fresh if 0 <= cell[0] < 3}
        if place == "corner":
            fresh = {cell for cell in fresh if cell[1] >= 0}
        cells.add(dice.pick(fresh))
    return frozenset(cells)


def _stuffed() -> Iterator[Candidate]:
    """Eye spaces of five to nine points with stones in them, most of them the attacker's."""
    dice = _Dice("stuffed")
    for index in range(1500):
        place = ("corner", "edge", "corner", "middle")[index % 4]
        size = 5 + dice.below(5)
        sketch = _stuffed_ring(dice, size, place, 1 + dice.below(3), max(0, 8 - size))
        if sketch is not None:
            yield Candidate("stuffed", f"{place} {index}", sketch, "owner" if dice.below(2) else "attacker")


def _stuffed_ring(dice: _Dice, size: int, place: str, stones: int, dames: int) -> Sketch | None:
    cells = _blob(dice, size, place)
    colours = {dice.pick(cells): dice.below(4) for _ in range(stones)}
    owner = {cell for cell, colour in colours.items() if not colour}
    other = set(colours) - owner
    try:
        return ring_sketch(
            cells,
            dames=dice.below(dames + 1),
            owner=owner,
            attacker=other,
            floor=place != "middle",
            side=place == "corner",
        )
    except ValueError:
        return None


def _room(dice: _Dice, rows: int, cols: int, most: int, attackers: int, place: str) -> Sketch:
    """A few stones of the owner, one chain of them the unit, in a walled rectangle."""
    cells = {(r, c) for r in range(rows) for c in range(cols)}
    unit = {dice.pick(cells)}
    for _ in range(1 + dice.below(most)):
        unit.add(dice.pick({near for cell in unit for near in beside(cell)} & cells))
    apart = cells - unit - {near for cell in unit for near in beside(cell)}
    owner = {dice.pick(apart)} if apart and dice.below(2) else set()
    attacker: set[Cell] = set()
    for _ in range(dice.below(attackers + 1)):
        attacker.add(dice.pick(cells - unit - owner))
    empty = cells - unit - owner - attacker
    return Sketch(
        frozenset(empty),
        frozenset(unit),
        frozenset(owner),
        frozenset(attacker),
        place != "middle",
        place == "corner",
    )


def _rooms() -> Iterator[Candidate]:
    """Rooms of 10 to 15 points."""
    dice = _Dice("rooms")
    for index in range(600):
        rows, cols = ((3, 4), (2, 6), (3, 5), (2, 7))[index % 4]
        sketch = _room(dice, rows, cols, 6, 2, ("corner", "edge", "middle")[index // 4 % 3])
        yield Candidate("room", f"{rows}x{cols} {index}", sketch, "owner" if dice.below(2) else "attacker")


def _wide() -> Iterator[Candidate]:
    """Larger problems: rooms of 14 to 20 points, and eye spaces of 10 to 13 points with stones in them."""
    dice = _Dice("wide")
    for index in range(1000):
        place = ("corner", "edge", "middle")[index // 2 % 3]
        sketch: Sketch | None
        if index % 2:
            rows, cols = ((3, 5), (2, 7), (4, 4), (3, 6), (4, 5), (2, 8))[index // 2 % 6]
            sketch = _room(dice, rows, cols, 7, 2, place)
        else:
            sketch = _stuffed_ring(dice, 10 + dice.below(4), place, 2 + dice.below(4), 0)
        if sketch is not None:
            yield Candidate("wide", f"{place} {index}", sketch, "owner" if dice.below(2) else "attacker")
