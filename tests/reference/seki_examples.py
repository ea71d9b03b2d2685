"""Positions with the stated properties of four seki examples whose figures are lost.

The source (https://new-gocafe.sakura.ne.jp/katte006u8.htm, examples 4 to 7) gives for 7x7 boards the
number of stones, whose move it is, the counts under 囲碁, 純碁, 丼碁 and 修正丼碁, where the seki is and
which eyes it has. A SAT solver finds boards with these properties; what is not a matter of counting
(chains, eyes, who can play in the seki) is checked on each model, and what fails is excluded.
docs/playing.md says what is assumed.
"""

import dataclasses
import itertools
from collections.abc import Callable, Iterator

from pysat.card import CardEnc
from pysat.formula import IDPool
from pysat.solvers import Solver

from verifier.board import BLACK, WHITE, Colour, Grid, Mask, Point, Position, shape_of, unconditionally_alive
from verifier.board.grid import bits
from verifier.play.placing import place

__all__ = ["EXAMPLES", "Example", "Reconstruction", "reconstructions"]

_GRID = Grid.of(7, 7)

LB, LW, SB, SW, TB, TW, DAME, EB, EW = range(9)
"""Living and seki stones of both sides, territories, dame, eyes in the seki."""


@dataclasses.dataclass(frozen=True, slots=True)
class Example:
    """What the source says of one example."""

    number: int
    stones: int
    """Of each side; nothing was captured."""
    territory: tuple[int, int]
    filled: int
    """Stones that both sides put into their territory (×)."""
    last: str
    """Who makes the extra play (△): "white" in territory, "black" in the seki, or ""."""
    black_eyes: tuple[Point, ...]
    white_eyes: tuple[Point, ...]
    seki_points: Mask
    """Where the seki may lie: 右辺, 下辺 or 右下."""
    black_chains: tuple[int, ...]
    """Possible numbers of black chains in the seki."""
    white_chains: int = 1
    """Greatest number of white chains in the seki."""

    @property
    def dame(self) -> int:
        """Points that are left when stones, territories and eyes are counted."""
        eyes = len(self.black_eyes) + len(self.white_eyes)
        return 49 - 2 * self.stones - sum(self.territory) - eyes


def _points(test: Callable[[int, int], bool]) -> Mask:
    return sum(1 << p for p in range(49) if test(p // 7, p % 7))


A1, D1, G1, G4 = 42, 45, 48, 27
_F1, _G2, _F2 = 47, 41, 40
EXAMPLES: dict[int, Example] = {
    4: Example(4, 17, (6, 7), 4, "white", (), (), _points(lambda row, col: col >= 3), (1,)),
    5: Example(5, 16, (7, 7), 5, "", (G1,), (A1,), _points(lambda row, col: row >= 3), (1,)),
    6: Example(6, 19, (3, 4), 1, "white", (D1, G4), (), _points(lambda row, col: row + col >= 6), (2,), 2),
    7: Example(7, 19, (4, 4), 2, "black", (G1,), (), _points(lambda row, col: row + col >= 6), (2,)),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Reconstruction:
    """A board with the properties, and the stones played after it."""

    example: Example
    position: Position
    seki: Mask
    fills: tuple[tuple[Point, ...], tuple[Point, ...]]
    """× of Black and of White, then White's △ where it is in territory."""


def reconstructions(number: int, limit: int | None = None) -> Iterator[Reconstruction]:
    """Yield boards with the properties of example *number*, all of them or up to *limit*, each once."""
    example = EXAMPLES[number]
    pool = IDPool()

    def var(point: Point, label: int) -> int:
        return int(pool.id((point, label)))

    clauses = list(_clauses(example, var, pool))
    found = 0
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        while solver.solve():
            model = set(solver.get_model())
            sets = [sum(1 << p for p in range(49) if var(p, label) in model) for label in range(9)]
            board = sets[LB] | sets[SB], sets[LW] | sets[SW]
            if not _is_seki(example, sets):
                # All that the test looks at: what touches the seki has no liberty elsewhere.
                solver.add_clause([-var(p, label) for label in (SB, SW, DAME) for p in bits(sets[label])])
                continue
            solver.add_clause([-var(p, label) for label in (LB, SB, LW, SW) for p in bits(sets[label])])
            fills = _fills(example, sets)
            if fills is None:
                continue
            yield Reconstruction(example, Position(7, 7, *board), sets[SB] | sets[SW], fills)
            found += 1
            if found == limit:
                return


def _clauses(example: Example, var: Callable[[Point, int], int], pool: IDPool) -> Iterator[list[int]]:
    """Counts, places, and which kinds of points may be neighbours."""
    for p in range(49):
        yield from CardEnc.equals([var(p, label) for label in range(9)], 1, vpool=pool).clauses
        if not example.seki_points >> p & 1:
            yield from ([-var(p, label)] for label in (SB, SW, DAME))
        yield [var(p, EB)] if p in example.black_eyes else [-var(p, EB)]
        yield [var(p, EW)] if p in example.white_eyes else [-var(p, EW)]
    sizes = (
        ((LB, SB), example.stones), ((LW, SW), example.stones), ((TB,), example.territory[0]),
        ((TW,), example.territory[1]), ((DAME,), example.dame),
    )  # fmt: skip
    for labels, size in sizes:
        literals = [var(p, label) for p in range(49) for label in labels]
        yield from CardEnc.equals(literals, size, vpool=pool).clauses
    if example.number == 7:
        yield [-var(_F2, SB)]
    near = {TB: {LB, TB}, TW: {LW, TW}, DAME: {SB, SW, DAME}, EB: {SB}, EW: {SW}, LB: {SB}, LW: {SW}}
    for p in range(49):
        for q in bits(_GRID.neighbours[p]):
            for label, allowed in near.items():
                for other in range(9):
                    # Living stones are not next to seki stones of their colour: these would live too.
                    wrong = other in allowed if label in (LB, LW) else other not in allowed
                    if wrong:
                        yield [-var(p, label), -var(q, other)]
        for stones in (SB, SW):
            yield [-var(p, DAME), *(var(q, stones) for q in bits(_GRID.neighbours[p]))]
    for label, chains in ((LB, 1), (LW, 1), (SW, example.white_chains), (SB, max(example.black_chains))):
        yield from _connected(label, chains, var, pool)


def _connected(
    label: int, chains: int, var: Callable[[Point, int], int], pool: IDPool
) -> Iterator[list[int]]:
    """At most *chains* chains of a kind: every stone is reached from one of so many roots."""

    def reached(point: Point, step: int) -> int:
        return int(pool.id((point, label, step)))

    roots = [reached(p, 0) for p in range(49)]
    yield from CardEnc.atmost(roots, chains, vpool=pool).clauses
    for p in range(49):
        yield [-var(p, label), reached(p, _STEPS)]
        yield [-reached(p, 0), var(p, label)]
        for step in range(1, _STEPS + 1):
            yield [-reached(p, step), var(p, label)]
            before = [reached(q, step - 1) for q in bits(_GRID.neighbours[p])]
            yield [-reached(p, step), reached(p, step - 1), *before]


_STEPS = 14
"""Longest way through a chain that is looked for."""


def _low(mask: Mask) -> Point:
    return (mask & -mask).bit_length() - 1


def _fills(example: Example, sets: list[Mask]) -> tuple[tuple[Point, ...], tuple[Point, ...]] | None:
    """Stones that leave each living group exactly two eyes, or None."""
    chosen = []
    for stones, land in ((LB, TB), (LW, TW)):
        points = list(bits(sets[land]))
        for eyes in itertools.combinations(points, 2):
            filled = [p for p in points if p not in eyes]
            own = sets[stones] | sum(1 << p for p in filled)
            outside = _GRID.full & ~own
            alive = unconditionally_alive(shape_of(_GRID, _GRID.full, own, 0, 0), outside & ~sets[land])
            if alive == own:
                chosen.append(tuple(filled))
                break
        else:
            return None
    return chosen[0], chosen[1]


def _is_seki(example: Example, sets: list[Mask]) -> bool:
    """Whether whoever plays in the seki loses the chain he plays, but for Black's false eye in example 7."""
    if len(list(_GRID.components(sets[SB]))) not in example.black_chains:
        return False
    empty = sets[DAME] | sets[EB] | sets[EW]
    for label in (SB, SW):
        for chain in _GRID.components(sets[label]):
            if (_GRID.dilate(chain) & empty).bit_count() < 2:
                return False
    stones = sets[LB] | sets[SB], sets[LW] | sets[SW]
    if example.number != 7:
        return all(_punished(stones, sets, side, empty) for side in Colour)
    # White may not gain by coming first; Black's play at the false eye is free, and then nobody may.
    # A false eye: its neighbours are of different chains.
    one = _GRID.flood(1 << _F1, sets[SB])
    if one >> _G2 & 1 or not place(_GRID, *stones, WHITE, G1).own_taken:
        return False
    if not _punished(stones, sets, WHITE, empty):
        return False
    filled = place(_GRID, *stones, BLACK, G1).stones
    return all(_punished(filled, sets, side, empty & ~(1 << G1)) for side in Colour)


def _punished(stones: tuple[Mask, Mask], sets: list[Mask], side: Colour, empty: Mask) -> bool:
    """Whether each legal play of *side* on *empty* takes nothing and has its chain taken for good."""
    for point in bits(empty):
        placed = place(_GRID, *stones, side, point)
        if placed.own_taken:
            continue
        chain = _GRID.flood(1 << point, placed.stones[side])
        liberties = _GRID.dilate(chain) & ~(placed.black | placed.white)
        if placed.taken or chain.bit_count() < 3 or liberties.bit_count() != 1:
            return False
        after = place(_GRID, *placed.stones, side.opponent, _low(liberties))
        living = sets[LB] if side is WHITE else sets[LW]
        # With a living group beside the stones taken the seki chain can connect to it.
        connects = _GRID.dilate(chain) & living
        if after.taken != chain or not (connects or _lives(after.stones, side.opponent, _low(liberties))):
            return False
    return True


def _lives(stones: tuple[Mask, Mask], side: Colour, point: Point) -> bool:
    """Whether the chain at *point* can make two eyes though the other side plays first.

    Two separate eye spaces are enough, and so are seven points; otherwise every play is tried, with an answer
    after which the chain is unconditionally alive.
    """
    empty = _GRID.full & ~(stones[0] | stones[1])
    space = _GRID.flood(_GRID.dilate(_GRID.flood(1 << point, stones[side])) & empty, empty)
    if space.bit_count() >= 7 or len(list(_GRID.components(space))) >= 2:
        return True
    for attack in bits(space):
        placed = place(_GRID, *stones, side.opponent, attack)
        if placed.own_taken:
            continue
        if not any(
            _unconditional(place(_GRID, *placed.stones, side, answer).stones, side) >> point & 1
            for answer in bits(space & ~(1 << attack))
            if not place(_GRID, *placed.stones, side, answer).own_taken
        ):
            return False
    return True


def _unconditional(stones: tuple[Mask, Mask], side: Colour) -> Mask:
    own, other = stones[side], stones[side.opponent]
    return unconditionally_alive(shape_of(_GRID, _GRID.full, own, 0, 0), other)
