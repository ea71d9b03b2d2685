"""Structure that positions may be asked to have: each demand as a test of a position and as clauses.

The clauses may let through what the test refuses, and never the other way round; every model is tested.
"""

import abc
import dataclasses
import itertools
import re
from collections.abc import Iterator

from verifier.board import Colour, Mask, Position
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.jobs.hunt.encoding import Encoding
from verifier.play.placing import place

__all__ = ["STRUCTURES", "Structure", "parse_structure"]


class Structure(abc.ABC):
    """A demand on positions that all images of a position meet or none."""

    name: str
    points = 1
    """No smaller board can have it."""

    @abc.abstractmethod
    def holds(self, position: Position) -> bool:
        """Whether *position* has the structure."""

    @abc.abstractmethod
    def clauses(self, encoding: Encoding) -> None:
        """Add what every position with the structure satisfies."""

    def __str__(self) -> str:
        return self.name


class _Ko(Structure):
    """Somewhere a play takes exactly one stone and then stands alone with exactly one liberty."""

    name = "ko"

    def holds(self, position: Position) -> bool:
        return any(True for _ in _kos(position))

    def clauses(self, encoding: Encoding) -> None:
        grid, found = encoding.grid, []
        for point, colour in itertools.product(range(grid.size), Colour):
            around = grid.neighbours[point]
            for stone in bits(around & ~encoding.cut):
                mouth = encoding.new()
                found.append(mouth)
                encoding.add(-mouth, encoding.empty(point))
                for near in bits(around):
                    encoding.add(-mouth, encoding.stone(near, colour.opponent))
                for near in bits(grid.neighbours[stone] & ~(1 << point)):
                    encoding.add(-mouth, encoding.stone(near, colour))
        encoding.add(*found)


def _kos(position: Position) -> Iterator[tuple[int, Colour]]:
    """The points where a play of a colour takes in a ko."""
    for point, colour in itertools.product(bits(position.empty & ~position.cut), Colour):
        if position.grid.neighbours[point] & ~position.stones(colour.opponent):
            continue
        placed = place(position.grid, position.black, position.white, colour, point)
        if (placed.taken & ~position.assumed(colour.opponent)).bit_count() == 1:
            yield point, colour


class _NoKo(_Ko):
    """There is no such point."""

    name = "no ko"

    def holds(self, position: Position) -> bool:
        return not super().holds(position)

    def clauses(self, encoding: Encoding) -> None:
        """None: what looks like a ko may take more stones; models with a ko are left to the test."""


class _Eyeless(Structure):
    """Two chains of opposite colours touch, and neither has an eye.

    An eye of a chain is a liberty all neighbours of which carry stones of its colour.
    """

    name = "eyeless"

    def holds(self, position: Position) -> bool:
        bare: list[Mask] = []
        for colour in Colour:
            stones = position.stones(colour)
            eyes = [p for p in bits(position.empty) if not position.grid.neighbours[p] & ~stones]
            eyes = [p for p in eyes if not position.cut >> p & 1]
            near = position.grid.dilate(sum(1 << p for p in eyes))
            bare.append(sum(chain for chain in position.chains(colour) if not chain & near))
        return bool(position.grid.dilate(bare[0]) & bare[1])

    def clauses(self, encoding: Encoding) -> None:
        grid = encoding.grid
        chosen = [encoding.closed_set(colour) for colour in Colour]
        for point, colour in itertools.product(range(grid.size), Colour):
            for liberty in bits(grid.neighbours[point] & ~encoding.cut):
                other = [-encoding.stone(near, colour) for near in bits(grid.neighbours[liberty])]
                encoding.add(-chosen[colour][point], -encoding.empty(liberty), *other)
        touching = []
        for point in range(grid.size):
            for near in bits(grid.neighbours[point]):
                both = encoding.new()
                encoding.add(-both, chosen[0][point])
                encoding.add(-both, chosen[1][near])
                touching.append(both)
        encoding.add(*touching)


@dataclasses.dataclass(frozen=True)
class _Region(Structure):
    """A maximal connected set of empty points has so many points."""

    size: int

    @property
    def name(self) -> str:  # type: ignore[override]
        return f"region={self.size}"

    @property
    def points(self) -> int:  # type: ignore[override]
        return self.size

    def holds(self, position: Position) -> bool:
        regions = position.grid.components(position.empty)
        return any(region.bit_count() == self.size for region in regions)

    def clauses(self, encoding: Encoding) -> None:
        grid = encoding.grid
        if self.size > grid.size:
            encoding.add()
            return
        chosen = encoding.closed_set(None)
        encoding.count(chosen, self.size)
        encoding.connected(chosen, self.size)


class _TwoEyes(Structure):
    """Each side has a chain with two eyes of one point, and so stones that live whatever comes."""

    name = "two eyes"

    def holds(self, position: Position) -> bool:
        return all(_two_eyed(position, colour) for colour in Colour)

    def clauses(self, encoding: Encoding) -> None:
        grid = encoding.grid
        for colour in Colour:
            chain = encoding.closed_set(colour)
            encoding.connected(chain, grid.size)
            eyes = []
            for point in bits(grid.full & ~encoding.cut):
                eye = encoding.new()
                eyes.append(eye)
                encoding.add(-eye, encoding.empty(point))
                for near in bits(grid.neighbours[point]):
                    encoding.add(-eye, chain[near])
            encoding.count(eyes, 2)


def _two_eyed(position: Position, colour: Colour) -> bool:
    eyes: dict[Mask, int] = {}
    for point in bits(position.empty & ~position.cut):
        around = position.grid.neighbours[point]
        chain = position.chain_at(next(bits(around))) if around else 0
        if chain & position.stones(colour) and not around & ~chain:
            eyes[chain] = eyes.get(chain, 0) + 1
    return any(number >= 2 for number in eyes.values())


STRUCTURES: dict[str, str] = {
    "ko": "a play somewhere takes in a ko",
    "no ko": "no play takes in a ko",
    "eyeless": "two chains of opposite colours touch, and neither has an eye of one point",
    "two eyes": "each side has a chain with two eyes of one point",
    "region=K": "an empty region of exactly K points",
}
"""What can be asked for, and what it means."""


def parse_structure(text: str) -> Structure:
    """Return the structure that *text* names.

    Raises:
        InputError: there is no such structure.
    """
    plain: tuple[Structure, ...] = (_Ko(), _NoKo(), _Eyeless(), _TwoEyes())
    for structure in plain:
        if structure.name == text.strip():
            return structure
    if match := re.fullmatch(r"region=([1-9][0-9]{0,2})", text.strip()):
        return _Region(int(match[1]))
    raise InputError(f"structure {text!r}: use one of {', '.join(STRUCTURES)}")
