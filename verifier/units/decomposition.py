"""A position taken apart, once for a position and a kind of walls: units, walls, locales and their order.

Whoever judges takes these from here. The checker does not: it works walls and locales out by
:mod:`verifier.board.walls`, on points, and :meth:`Decomposition.differs` compares the two.
"""

import dataclasses
import functools
import operator
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from verifier.board import BLACK, WHITE, Mask, Position, unit_name
from verifier.errors import InputError
from verifier.units.division import Division, divide
from verifier.units.graph import Graph, parts, unit_graph
from verifier.units.unit import Locale, Unit
from verifier.units.walls import find_walls

__all__ = ["Decomposition", "decompose"]


@dataclasses.dataclass(frozen=True)
class Decomposition:
    """What a position consists of under one kind of walls. Made by :func:`decompose`."""

    position: Position
    kind: str
    """The value of the axis ``walls``."""
    kept: Mask
    """The stones of walls by proof, which somebody else has to prove."""
    walls: tuple[Mask, Mask] = dataclasses.field(compare=False)
    """The black and the white wall stones."""
    locale_of: Mapping[Mask, Mask] = dataclasses.field(compare=False, repr=False)
    """The locale of each unit, by its stones and in the order of the first points; 0 for a unit that is a
    wall."""

    @property
    def graph(self) -> Graph:
        """The chains and regions of the position; see :func:`verifier.units.unit_graph`."""
        return unit_graph(self.position)

    @property
    def chains(self) -> tuple[Mask, ...]:
        """The stones of each unit, by first point."""
        return tuple(self.locale_of)

    @functools.cached_property
    def units(self) -> tuple[Unit, ...]:
        """The chains to be judged, by first point: all but those assumed alive."""
        nodes = self.graph.nodes
        return tuple(
            Unit(nodes[chain]["colour"], chain, nodes[chain]["liberties"], self.name(chain))
            for chain in self.locale_of
        )

    @functools.cached_property
    def locales(self) -> tuple[Locale, ...]:
        """The locales with the units each of them has in common, by first point.

        Units that are walls belong to none; they are alive. The locale of ``board`` is one, connected or
        not. Locales without a unit are left out.
        """
        inside: dict[Mask, list[Unit]] = {}
        for unit in self.units:
            if points := self.locale_of[unit.stones]:
                inside.setdefault(points, []).append(unit)
        found = (Locale(points, tuple(chosen)) for points, chosen in inside.items())
        return tuple(sorted(found, key=lambda locale: locale.points & -locale.points))

    @functools.cached_property
    def regions(self) -> tuple[Mask, ...]:
        """The maximal connected sets of empty points, by first point."""
        return tuple(node for node, data in self.graph.nodes(data=True) if data["kind"] == "region")

    @property
    def numbers(self) -> dict[Mask, int]:
        """The numbers by which the units that are no walls are called in a board of characters."""
        inside = (chain for chain, locale in self.locale_of.items() if locale)
        return {chain: number for number, chain in enumerate(inside, 1)}

    @property
    def wall_chains(self) -> tuple[tuple[Mask, ...], tuple[Mask, ...]]:
        """The chains of the black and of the white walls, by first point."""
        black, white = (tuple(chain for chain in self.graph if chain & side) for side in self.walls)
        return black, white

    def name(self, part: Mask) -> str:
        """Return the GTP vertex of the first point of a chain or region: topmost row, then leftmost."""
        return unit_name(self.position, part)

    def locale(self, unit: Mask) -> Mask:
        """Return the points where hypothetical play for a unit takes place; none if it is a wall.

        For several units together it is what there is for each of them; none if one of them is a wall.

        Raises:
            InputError: these stones are none of the units.
        """
        if unit in self.locale_of:
            return self.locale_of[unit]
        chains = tuple(self.position.grid.components(unit))
        if not chains or any(chain not in self.locale_of for chain in chains):
            raise InputError("the unit is not a chain of the position, or is assumed alive")
        locales = [self.locale_of[chain] for chain in chains]
        return functools.reduce(operator.or_, locales) if all(locales) else 0

    def around(self, region: Mask) -> tuple[Mask, ...]:
        """Return the chains next to a region, by first point."""
        return _by_first_point(self.graph.adj[region])

    def neighbours(self, unit: Mask) -> tuple[Mask, ...]:
        """Return the chains of both colours that touch a chain or share a region with it, by first point."""
        adjacent, nodes = self.graph.adj, self.graph.nodes
        return _by_first_point(
            {
                other
                for near in adjacent[unit]
                for other in (adjacent[near] if nodes[near]["kind"] == "region" else (near,))
                if other != unit
            }
        )

    def order(self, units: Iterable[Mask]) -> list[Mask]:
        """Return units as they are best judged: those in small locales first, and of these the large ones."""
        sizes = {unit: self.locale(unit).bit_count() for unit in units}
        return sorted(sizes, key=lambda unit: (sizes[unit], -unit.bit_count(), unit))

    def surroundings(self, unit: Mask) -> tuple[Mask, Mask, Mask]:
        """Return the locale of a unit and the black and the white walls next to it: its game rests on these.

        A unit that is a wall has neither.
        """
        locale = self.locale(unit)
        border = self.position.grid.dilate(locale)
        return locale, self.walls[BLACK] & border, self.walls[WHITE] & border

    def divided(self, dead: Mask) -> Division:
        """Return the territories that there are if the chains *dead* are dead."""
        return divide(self.position, dead)

    def under(self, kind: str) -> "Decomposition":
        """Return the same position with another kind of walls, none of them by proof."""
        return decompose(self.position, kind)

    def keeping(self, kept: Mask) -> "Decomposition":
        """Return the same with the chains of *kept* as walls by proof.

        Raises:
            InputError: see :func:`decompose`.
        """
        return decompose(self.position, self.kind, kept)

    def differs(self, unit: Mask, walls: tuple[Mask, Mask], locale: Mask) -> str:
        """Return which of the two is different from what somebody else worked out for a unit, or "".

        Raises:
            InputError: these stones are none of the units.
        """
        if walls != self.walls:
            return "walls"
        return "locale" if locale != self.locale(unit) else ""

    def svg(self, *, rulers: bool = True, cell: int = 30, title: str = "") -> str:
        """Return a picture: locales in colours, walls grey, each unit's name on its first stone."""
        from verifier.units.picture import picture

        title = title or f"units and locales, walls = {self.kind}"
        parts = self.position, self.units, self.locales, self.wall_chains
        return picture(*parts, rulers=rulers, cell=cell, title=title)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        from verifier.units.picture import board

        return board(self.position, self.numbers, self.walls[0] | self.walls[1])

    def __repr__(self) -> str:
        names = ", ".join(unit.name for unit in self.units) or "none"
        return f"<Decomposition, walls = {self.kind}: units {names}>"

    def __getstate__(self) -> dict[str, Any]:
        # Another process needs no graph, and so no networkx, to compare.
        state = {field.name: self.__dict__[field.name] for field in dataclasses.fields(self)}
        return {**state, "locale_of": dict(self.locale_of)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update({**state, "locale_of": MappingProxyType(state["locale_of"])})


@functools.lru_cache(maxsize=256)
def decompose(position: Position, kind: str, kept: Mask = 0) -> Decomposition:
    """Take *position* apart under a value of the axis ``walls``.

    Raises:
        InputError: there are no walls of this *kind*, or *kept* does not consist of chains, or chains are
            kept under another kind than ``independent``.
    """
    walls = find_walls(position, kind, kept)
    graph = unit_graph(position)
    fixed = walls[BLACK] | walls[WHITE]
    chains: list[Mask] = []
    closed: set[Mask] = set()
    for node, data in graph.nodes(data=True):
        if node & fixed or data.get("outside"):
            closed.add(node)
        if data["kind"] == "chain" and not data["assumed"]:
            chains.append(node)
    locale_of = dict.fromkeys(_by_first_point(chains), 0)
    if kind == "board":
        points = sum(node for node in graph if node not in closed)
        locale_of = {chain: 0 if chain in closed else points for chain in locale_of}
    else:
        for part in parts(graph, closed):
            points = sum(part)
            for node in part:
                if node in locale_of:
                    locale_of[node] = points
    return Decomposition(position, kind, kept, walls, MappingProxyType(locale_of))


def _by_first_point(masks: Iterable[Mask]) -> tuple[Mask, ...]:
    return tuple(sorted(masks, key=lambda mask: mask & -mask))
