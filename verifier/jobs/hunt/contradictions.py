"""Where a ruleset breaks a property that one might expect: what goes wrong, a position, and the proofs.

Each check looks at one position and the proved verdicts of its units. Units whose status is unknown are left
out: a finding rests on accepted certificates alone. What that leaves open is counted beside it.
"""

import dataclasses
import enum
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from verifier.adjudicate.areas import AreaKind
from verifier.adjudicate.question import UnitVerdict
from verifier.board import Colour, Mask, Position, Side, unit_name, vertex, walls
from verifier.board.grid import bits
from verifier.jobs.hunt.judging import Judge
from verifier.jobs.hunt.positions import small_positions
from verifier.search import Status

__all__ = [
    "CHECKS",
    "Fault",
    "Finding",
    "Judge",
    "Sought",
    "difference",
    "far_away",
    "moonshine_alone",
    "small_positions",
    "smallest",
    "surrounded",
]


_Item = TypeVar("_Item")


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


@dataclasses.dataclass(frozen=True, slots=True)
class Sought(Generic[_Item]):
    """What came of looking for something in one position after the other."""

    found: _Item | None
    """The first of its kind; None if there was none."""
    undecided: int
    """Positions looked at before that one that might have it: units that matter are unknown."""


def _name(position: Position, unit: Mask) -> str:
    colour = "black" if unit & position.black else "white"
    return f"{colour} {unit_name(position, unit)}"


def inside(judge: Judge, position: Position) -> Finding | None:
    """A living unit where all is the other side's as far as players can see.

    It stands in a region around which there are unconditionally alive stones of the other side alone, and
    in which its side has no territory and no unit of the other side lives. (Areas next to a living unit
    are never the other side's territory, so the word cannot be meant as article 8 has it.)
    """
    regions = list(surrounded(position))
    areas = judge.areas(position) if regions else None
    if areas is None:
        return None
    statuses = judge.statuses(position)
    for region, colour in regions:
        if region & areas.points(colour):
            continue
        living = [unit for unit in statuses if unit & region and statuses[unit] is not Status.DEAD]
        if not living or any(unit & position.stones(colour.opponent) for unit in living):
            continue
        words = (
            f"{_name(position, living[0])} lives, without territory, in a region that only unconditionally"
            f" alive {colour.opponent} stones surround"
        )
        verdicts = judge.proved(position, *(unit for unit in statuses if unit & region))
        if verdicts:
            return Finding(Fault.INSIDE, position, words, verdicts)
    return None


def surrounded(position: Position) -> Iterator[tuple[Mask, Colour]]:
    """Yield the regions that only unconditionally alive stones of one side surround, with others in them.

    Where the other side has unconditionally alive stones too, nobody would call the region surrounded.

    The colour is that of the side that is surrounded; there may be stones of both in such a region.
    """
    grid = position.grid
    for colour in Colour:
        both = walls(position, "unconditional")
        around, inner = both[colour.opponent], both[colour]
        if not around:
            continue
        for region in grid.components(grid.full & ~(around | position.outside)):
            closed = not (region & (position.cut | inner) or grid.dilate(region) & ~(region | around))
            if closed and region & position.stones(colour):
                yield region, colour


def adjacent_dead(judge: Judge, position: Position) -> Finding | None:
    """Two dead units of opposite colours next to each other: each would have to take the other."""
    dead = [unit for unit, status in judge.statuses(position).items() if status is Status.DEAD]
    for black, white in itertools.product(dead, dead):
        if black & position.black and white & position.white and position.grid.dilate(black) & white:
            words = f"{_name(position, black)} and {_name(position, white)} touch, and both are dead"
            verdicts = judge.proved(position, black, white)
            if verdicts:
                return Finding(Fault.ADJACENT, position, words, verdicts)
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
            counts = [(bounds.black[0], bounds.white[0]) for bounds in (areas.bounds, after.bounds)]
            if judge.ruleset["score"] != "area" and counts[0] != counts[1]:
                (black_was, white_was), (black_is, white_is) = counts
                where = vertex(point, position.rows, position.cols)
                words = (
                    f"Black {black_was:g}, White {white_was:g}; with a {colour} stone on the dame {where}"
                    f" Black {black_is:g}, White {white_is:g}"
                )
                before, now = (judge.proved(board, *board.units()) for board in (position, filled))
                if before is not None and now is not None:
                    return Finding(Fault.DAME, position, words, (*before, *now))
    return None


def order(judge: Judge, position: Position) -> Finding | None:
    """Another unit has another status once a dead unit is taken off the board."""
    found = judge.statuses(position)
    for first, status in found.items():
        if status is not Status.DEAD:
            continue
        bare = dataclasses.replace(position, black=position.black & ~first, white=position.white & ~first)
        for unit in bare.units():
            if unit not in found or found[unit] is Status.UNKNOWN:
                continue
            again = judge.status(bare, unit)
            if again is Status.UNKNOWN or again is found[unit]:
                continue
            words = (
                f"{_name(position, unit)} is {found[unit].value}; once {_name(position, first)},"
                f" which is dead, is taken off, it is {again.value}"
            )
            verdicts, later = judge.proved(position, first, unit), judge.proved(bare, unit)
            if verdicts and later:
                return Finding(Fault.ORDER, position, words, (*verdicts, *later))
    return None


CHECKS: dict[Fault, Callable[[Judge, Position], Finding | None]] = {
    Fault.INSIDE: inside,
    Fault.ADJACENT: adjacent_dead,
    Fault.DAME: dame_changes,
    Fault.ORDER: order,
}


def far_away(judge: Judge, with_far: Position, alone: Position, shift: int) -> Sought[Finding]:
    """A unit of *alone* has another status in *with_far*, where it stands *shift* columns further right."""
    judge.unknown.clear()
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
            return Sought(Finding(Fault.FAR, with_far, words, (verdict, other)), 0)
    return Sought(None, int(bool(judge.unknown)))


def smallest(
    judge: Judge,
    faults: Sequence[Fault],
    positions: Iterator[Position],
    sought: dict[Fault, Sought[Finding]] | None = None,
) -> dict[Fault, Sought[Finding]]:
    """Return the first finding of each fault among *positions*; stops when all are found.

    It is the smallest one if the positions come by their size and none before it is undecided. What is known
    from elsewhere stands in *sought*, which has what was found if Ctrl-C ends the search.
    """
    if sought is None:
        sought = {}
    for fault in faults:
        sought.setdefault(fault, Sought(None, 0))
    for position in positions:
        for fault in faults:
            if sought[fault].found is None:
                judge.unknown.clear()
                finding = CHECKS[fault](judge, position)
                undecided = finding is None and bool(judge.unknown)
                sought[fault] = Sought(finding, sought[fault].undecided + undecided)
        if all(sought[fault].found is not None for fault in faults):
            break
    return sought


def difference(
    first: Judge, second: Judge, positions: Iterator[Position]
) -> Sought[tuple[Position, UnitVerdict, UnitVerdict]]:
    """Return the first position with a unit that two rulesets are proved to decide differently."""
    undecided = 0
    for position in positions:
        unknown = False
        for unit in position.units():
            mine, theirs = first.unit(position, unit), second.unit(position, unit)
            if Status.UNKNOWN in (mine.status, theirs.status):
                unknown = True
            elif mine.status is not theirs.status:
                return Sought((position, mine, theirs), undecided)
        undecided += unknown
    return Sought(None, undecided)


def moonshine_alone(position: Position) -> Position:
    """Return the four rightmost columns of example 11 as a crop: the corner without the double ko."""
    keep = 4
    shift = position.cols - keep

    def cut(mask: Mask) -> Mask:
        columns = ((row, col - shift) for row, col in (divmod(point, position.cols) for point in bits(mask)))
        return sum(1 << (row * keep + col) for row, col in columns if col >= 0)

    sides = position.open_sides | {Side.LEFT}
    return Position(position.rows, keep, cut(position.black), cut(position.white), sides)
