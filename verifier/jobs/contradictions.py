"""Where a ruleset contradicts itself: what goes wrong, a position that shows it, and the proofs.

Each check looks at one position and the proved verdicts of its units. Units whose status is unknown are left
out: a finding rests on accepted certificates alone.
"""

import dataclasses
import enum
import itertools
from collections.abc import Callable, Iterator, Sequence

from verifier.adjudicate.areas import AreaKind
from verifier.adjudicate.judge import Question, UnitVerdict, decide
from verifier.adjudicate.territory import Territory, territory
from verifier.board import SYMMETRIES, Colour, Mask, Position, Side, unit_name, vertex
from verifier.board.grid import bits
from verifier.board.symmetry import transform
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = [
    "CHECKS",
    "Fault",
    "Finding",
    "Judge",
    "difference",
    "far_away",
    "moonshine_alone",
    "small_positions",
    "smallest",
]


class Fault(enum.Enum):
    """A way in which verdicts or counts of one ruleset do not fit together."""

    INSIDE = "a living unit inside the opponent's territory"
    ADJACENT = "two adjacent dead units of opposite colours"
    DAME = "territory that changes when a dame is filled"
    FAR = "a verdict that changes with a far-away position"
    ORDER = "a status that depends on which unit is settled first"


@dataclasses.dataclass(frozen=True, slots=True)
class Finding:
    """A fault, where it shows, and the verdicts that prove it."""

    fault: Fault
    position: Position
    words: str
    verdicts: tuple[UnitVerdict, ...]
    """All decided, each with an accepted certificate."""


class Judge:
    """Verdicts under one ruleset, each searched once."""

    def __init__(self, ruleset: Ruleset, limits: Limits) -> None:
        self.ruleset, self.limits = ruleset, limits
        self._known: dict[tuple[Position, Mask], UnitVerdict] = {}

    def unit(self, position: Position, unit: Mask) -> UnitVerdict:
        """The verdict of one unit."""
        key = (position, unit)
        if key not in self._known:
            self._known[key] = decide(Question(position, unit, self.ruleset, self.limits))
        return self._known[key]

    def all(self, position: Position) -> dict[Mask, UnitVerdict]:
        """The verdicts of all units."""
        return {unit: self.unit(position, unit) for unit in position.units()}

    def areas(self, position: Position) -> Territory | None:
        """Territory, or None if a unit is undecided."""
        found = {unit: verdict.status for unit, verdict in self.all(position).items()}
        if Status.UNKNOWN in found.values():
            return None
        return territory(position, found, self.ruleset)


def _name(position: Position, unit: Mask) -> str:
    colour = "black" if unit & position.black else "white"
    return f"{colour} {unit_name(position, unit)}"


def inside(judge: Judge, position: Position) -> Finding | None:
    """A living unit all liberties of which are the other side's territory."""
    areas = judge.areas(position)
    if areas is None:
        return None
    for unit, verdict in judge.all(position).items():
        if verdict.status is Status.ALIVE and not position.liberties(unit) & ~areas.points(
            verdict.colour.opponent
        ):
            words = f"{_name(position, unit)} lives, and all its liberties are the other side's territory"
            return Finding(Fault.INSIDE, position, words, (verdict,))
    return None


def adjacent_dead(judge: Judge, position: Position) -> Finding | None:
    """Two dead units of opposite colours next to each other: each would have to take the other."""
    found = judge.all(position)
    dead = [unit for unit, verdict in found.items() if verdict.status is Status.DEAD]
    for black, white in itertools.product(dead, dead):
        if black & position.black and white & position.white and position.grid.dilate(black) & white:
            words = f"{_name(position, black)} and {_name(position, white)} touch, and both are dead"
            return Finding(Fault.ADJACENT, position, words, (found[black], found[white]))
    return None


def dame_changes(judge: Judge, position: Position) -> Finding | None:
    """Filling a point that is nobody's, without taking anything, changes what is somebody's."""
    areas = judge.areas(position)
    if areas is None:
        return None
    for area in areas.areas:
        if area.kind is not AreaKind.BOTH_COLOURS or area.dead:
            continue
        for point, colour in itertools.product(bits(area.points), Colour):
            stone = 1 << point
            black = position.black | (stone if colour is Colour.BLACK else 0)
            white = position.white | (stone if colour is Colour.WHITE else 0)
            filled = dataclasses.replace(position, black=black, white=white)
            if any(filled.breathless()):
                continue
            after = judge.areas(filled)
            if after is None:
                continue
            counts = [(before.black[0], before.white[0]) for before in (areas.bounds, after.bounds)]
            if judge.ruleset["score"] != "area" and counts[0] != counts[1]:
                (black_was, white_was), (black_is, white_is) = counts
                where = vertex(point, position.rows, position.cols)
                words = (
                    f"Black {black_was:g}, White {white_was:g}; with a {colour} stone on the dame {where}"
                    f" Black {black_is:g}, White {white_is:g}"
                )
                verdicts = (*judge.all(position).values(), *judge.all(filled).values())
                return Finding(Fault.DAME, position, words, verdicts)
    return None


def order(judge: Judge, position: Position) -> Finding | None:
    """Another unit has another status once a dead unit is taken off the board."""
    found = judge.all(position)
    for first, verdict in found.items():
        if verdict.status is not Status.DEAD:
            continue
        bare = dataclasses.replace(
            position, black=position.black & ~first, white=position.white & ~first
        )
        for unit in bare.units():
            if unit not in found or found[unit].status is Status.UNKNOWN:
                continue
            again = judge.unit(bare, unit)
            if again.status is not Status.UNKNOWN and again.status is not found[unit].status:
                words = (
                    f"{_name(position, unit)} is {found[unit].status.value}; once {_name(position, first)},"
                    f" which is dead, is taken off, it is {again.status.value}"
                )
                return Finding(Fault.ORDER, position, words, (verdict, found[unit], again))
    return None


CHECKS: dict[Fault, Callable[[Judge, Position], Finding | None]] = {
    Fault.INSIDE: inside,
    Fault.ADJACENT: adjacent_dead,
    Fault.DAME: dame_changes,
    Fault.ORDER: order,
}


def far_away(judge: Judge, with_far: Position, alone: Position, shift: int) -> Finding | None:
    """A unit of *alone* has another status in *with_far*, where it stands *shift* columns further right."""
    for unit, verdict in judge.all(alone).items():
        image = sum(
            1 << (row * with_far.cols + col + shift)
            for row, col in (divmod(point, alone.cols) for point in bits(unit))
        )
        if image not in set(with_far.units()):
            continue
        other = judge.unit(with_far, image)
        statuses = {verdict.status, other.status}
        if len(statuses) == 2 and Status.UNKNOWN not in statuses:
            words = f"{_name(alone, unit)} is {verdict.status.value} alone, and {other.status.value} there"
            return Finding(Fault.FAR, with_far, words, (verdict, other))
    return None


def small_positions(most: int) -> Iterator[Position]:
    """Yield the legal positions on boards of up to *most* points, one of each class under the symmetries."""
    sides = range(1, most + 1)
    sizes = [(rows, cols) for cols in sides for rows in sides if rows <= cols and 1 < rows * cols <= most]
    for rows, cols in sorted(sizes, key=lambda size: (size[0] * size[1], -size[0])):
        for stones in range(rows * cols + 1):
            for points in itertools.combinations(range(rows * cols), stones):
                for colours in range(1 << stones):
                    black = sum(1 << point for i, point in enumerate(points) if colours >> i & 1)
                    white = sum(1 << point for point in points) & ~black
                    position = Position(rows, cols, black, white)
                    if _first_of_its_kind(position) and not any(position.breathless()):
                        yield position


def _first_of_its_kind(position: Position) -> bool:
    this = (position.black, position.white)
    for symmetry in SYMMETRIES:
        image = transform(position, symmetry)
        if (image.rows, image.cols) == (position.rows, position.cols):
            if (image.black, image.white) > this or (image.white, image.black) > this:
                return False
    return True


def smallest(judge: Judge, faults: Sequence[Fault], positions: Iterator[Position]) -> dict[Fault, Finding]:
    """Return the first finding of each fault among *positions*; stops when all are found."""
    found: dict[Fault, Finding] = {}
    for position in positions:
        for fault in faults:
            if fault not in found:
                finding = CHECKS[fault](judge, position)
                if finding is not None:
                    found[fault] = finding
        if len(found) == len(faults):
            break
    return found


def difference(
    first: Judge, second: Judge, positions: Iterator[Position]
) -> tuple[Position, UnitVerdict, UnitVerdict] | None:
    """Return the first position with a unit that is proved dead under one ruleset and not under the other."""
    for position in positions:
        for unit in position.units():
            mine, theirs = first.unit(position, unit), second.unit(position, unit)
            if Status.UNKNOWN not in (mine.status, theirs.status) and mine.status is not theirs.status:
                return position, mine, theirs
    return None


def moonshine_alone(position: Position) -> Position:
    """Return the four rightmost columns of example 11 as a crop: the corner without the double ko."""
    keep = 4
    shift = position.cols - keep

    def cut(mask: Mask) -> Mask:
        columns = ((row, col - shift) for row, col in (divmod(point, position.cols) for point in bits(mask)))
        return sum(1 << (row * keep + col) for row, col in columns if col >= 0)

    sides = position.open_sides | {Side.LEFT}
    return Position(position.rows, keep, cut(position.black), cut(position.white), sides)
