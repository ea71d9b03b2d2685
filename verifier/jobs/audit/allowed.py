"""Which dead stones would give the stated result, where a record names a result and no dead stones.

A set of dead stones is *plausible* if it is made of these parts: a single chain, or a chain with all chains
of its side that border on the same empty points, directly or through others of them, as an area is nobody's
while a living stone of its side stands at it. Chains that live whatever is played are not dead. The most
plausible set has the least of two things together: what it gives up (its stones, and the empty points that
they alone enclose), and the empty points that it leaves to nobody, as games end with few of them. None of
this decides anything: the sets say where to look, and proofs then confirm or refute them.
"""

import dataclasses
import heapq
from collections.abc import Iterable, Iterator

from verifier.board import Colour, Mask, Position
from verifier.board.life import shape_of, unconditionally_alive
from verifier.jobs.audit.count import count_game
from verifier.jobs.audit.filled import fills, given_count
from verifier.rules import Ruleset

__all__ = ["AllowedSet", "allowed_sets"]

_KEPT = 6
"""So many sets are kept for each lead, the cheapest ones."""
_PARTS = 80
"""More parts than these, the cheapest ones, are not combined."""
_SLACK = 2
"""The quick count may differ so much from the ruleset's own."""
_COUNTED = 40
"""So many sets are counted by the ruleset's own scoring."""


@dataclasses.dataclass(frozen=True, slots=True)
class AllowedSet:
    """Dead chains that make the stated result."""

    dead: frozenset[Mask]
    cost: int
    """What they give up and leave to nobody, in points."""


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class _Part:
    cost: int
    stones: Mask
    colour: Colour
    around: Mask
    """The stones, their neighbours, and the empty points that they border on."""
    gain: float
    """What it changes of Black's lead."""


def allowed_sets(
    position: Position,
    ruleset: Ruleset,
    lead: float,
    *,
    komi: float = 0.0,
    prisoners: tuple[int, int] = (0, 0),
    handicap: int = 0,
    first: Colour = Colour.BLACK,
    most: int = 5,
) -> tuple[AllowedSet, ...]:
    """Return up to *most* plausible sets of dead chains that count Black's *lead*, the most plausible first.

    The other arguments are those of the count. Sets are combined of parts by what each of them changes alone,
    so some may be missed.
    """
    board = _Board(position, ruleset)
    extras = {"komi": komi, "prisoners": prisoners, "handicap": handicap}
    base = count_game(position, (), ruleset, **extras)  # type: ignore[arg-type]
    # What the quick count leaves out is the same for all sets.
    more = komi + base.compensation - base.prisoners[0] + base.prisoners[1]
    wanted = lead + more - board.count(0)[0]

    def leads(chains: frozenset[Mask]) -> Iterator[tuple[float, float] | None]:
        """By the quickest count first."""
        if not fills(ruleset):
            yield count_game(position, chains, ruleset, **extras).lead  # type: ignore[arg-type]
            return
        for every_order in (False, True):
            yield given_count(
                position, chains, ruleset, first=first, every_order=every_order, **extras  # type: ignore[arg-type]
            ).lead

    found: list[AllowedSet] = []
    for dead in _nearest(_combined(board.parts()), wanted):
        chains = frozenset(unit for unit in position.units() if unit & dead)
        if all(found_lead == (lead, lead) for found_lead in leads(chains)):
            found.append(AllowedSet(chains, board.given_up(dead) + board.count(dead)[1]))
            if len(found) == most:
                break
    return tuple(sorted(found, key=lambda item: (item.cost, sorted(item.dead))))


class _Board:
    """A position with its empty regions, counted with any stones dead."""

    def __init__(self, position: Position, ruleset: Ruleset) -> None:
        self.position, self.grid = position, position.grid
        self.area = ruleset["score"] == "area"
        self.regions = [
            (region, self.grid.dilate(region) & ~region) for region in self.grid.components(position.empty)
        ]

    def count(self, dead: Mask) -> tuple[int, int]:
        """Black's lead, without komi and prisoners, and the points of nobody.

        An area is of the side whose stones alone stand at it.
        """
        position, grid = self.position, self.grid
        stones = position.black & ~dead, position.white & ~dead
        nobodys = 0
        sums = [stones[0].bit_count(), stones[1].bit_count()] if self.area else [0, 0]
        for region in grid.components(grid.full & ~(stones[0] | stones[1])):
            near = grid.dilate(region) & ~region
            owners = [side for side in (0, 1) if near & stones[side]]
            if len(owners) == 1:
                taken = 0 if self.area else (region & (position.black | position.white)).bit_count()
                sums[owners[0]] += region.bit_count() + taken
            else:
                nobodys += region.bit_count()
        return sums[0] - sums[1], nobodys

    def given_up(self, dead: Mask) -> int:
        """These stones, and the empty points that they alone enclose."""
        alone = sum(region for region, near in self.regions if not near & ~dead)
        return (dead | alone).bit_count()

    def parts(self) -> list[_Part]:
        """What may be dead together, the cheapest first."""
        found: set[Mask] = set()
        for colour in Colour:
            own, other = self.position.stones(colour), self.position.stones(colour.opponent)
            shape = shape_of(self.grid, self.grid.full, own, 0, 0)
            mortal = own & ~unconditionally_alive(shape, other)
            for chain in self.grid.components(mortal):
                found |= {chain, *self._together(chain, own, mortal)}
        base, nobodys = self.count(0)
        parts = []
        for stones in found:
            colour = self.position.owner_of(stones)
            near = self.grid.dilate(stones)
            around = near | sum(region for region, _ in self.regions if region & near)
            lead, left = self.count(stones)
            cost = self.given_up(stones) + left - nobodys
            parts.append(_Part(cost, stones, colour, around, lead - base))
        return heapq.nsmallest(_PARTS, parts)

    def _together(self, chain: Mask, own: Mask, mortal: Mask) -> Iterator[Mask]:
        """The chain with all of its side at the same empty points; nothing if one of these cannot die."""
        stones = before = chain
        while True:
            near = self.grid.dilate(stones)
            for region, border in self.regions:
                if region & near:
                    stones |= border & own
            stones = self.grid.flood(stones, own)
            if stones & ~mortal:
                return
            if stones == before:
                yield stones
                return
            before = stones


def _combined(parts: Iterable[_Part]) -> dict[float, list[tuple[int, Mask, Mask, Mask]]]:
    """For each change of the lead the cheapest sets: cost, stones, and what is around those of each side."""
    table: dict[float, list[tuple[int, Mask, Mask, Mask]]] = {0: [(0, 0, 0, 0)]}
    for part in parts:
        new: dict[float, list[tuple[int, Mask, Mask, Mask]]] = {}
        for total, entries in table.items():
            for cost, stones, *around in entries:
                # Where both sides are dead next to each other, neither is.
                if part.stones & (stones | around[part.colour.opponent]):
                    continue
                joined = list(around)
                joined[part.colour] |= part.around
                entry = (cost + part.cost, stones | part.stones, joined[0], joined[1])
                new.setdefault(total + part.gain, []).append(entry)
        for total, entries in new.items():
            known = {entry[1]: entry for entry in sorted([*entries, *table.get(total, ())], reverse=True)}
            table[total] = heapq.nsmallest(_KEPT, known.values())
    return table


def _nearest(table: dict[float, list[tuple[int, Mask, Mask, Mask]]], wanted: float) -> Iterator[Mask]:
    """The sets that change the lead as wanted, or nearly so, the cheapest first."""
    near = [
        (entry[0] + 2 * abs(total - wanted), entry[0], entry[1])
        for total, entries in table.items()
        if abs(total - wanted) <= _SLACK
        for entry in entries
    ]
    for _, _, stones in heapq.nsmallest(_COUNTED, near):
        yield stones
