"""The JSON document of ``shikatsu units``."""

from typing import Literal

from verifier.board import Mask
from verifier.cli.document import (
    PROGRAM,
    SCHEMA,
    BaseDocument,
    ColourName,
    PositionDocument,
    colour_name,
    names,
    position_document,
)
from verifier.jobs.subject import Source
from verifier.units import Decomposition

__all__ = ["UnitsDocument", "units_document"]


class ChainDocument(BaseDocument):
    """A unit: a chain to be judged."""

    unit: str
    colour: ColourName
    stones: list[str]
    liberties: list[str]
    locale: str | None
    """The first point of its locale; null if the unit is a wall."""
    neighbours: list[str]
    """The first stones of the chains that touch it or share a region with it."""


class WallDocument(BaseDocument):
    """A chain that is a wall."""

    wall: str
    colour: ColourName
    stones: list[str]
    why: Literal["assumed", "unconditional"]


class LocaleDocument(BaseDocument):
    """Where hypothetical play for some units takes place."""

    locale: str
    points: list[str]
    units: list[str]


class RegionDocument(BaseDocument):
    """A maximal connected set of empty points."""

    region: str
    points: list[str]
    outside: bool
    chains: list[str]
    """The first stones of the chains around it."""


class UnitsDocument(BaseDocument):
    """The output of ``units --json``."""

    schema: int
    kind: Literal["units"]
    program: str
    name: str
    title: str
    position: PositionDocument
    walls: str
    """The value of the axis ``walls``."""
    units: list[ChainDocument]
    wall_chains: list[WallDocument]
    locales: list[LocaleDocument]
    regions: list[RegionDocument]
    order: list[str]
    """The units in the order in which a whole board is judged."""
    exit_code: int


def units_document(source: Source, found: Decomposition, code: int) -> UnitsDocument:
    """Return a decomposition for JSON."""
    position, nodes = found.position, found.graph.nodes

    def points(mask: Mask) -> list[str]:
        return names(position, mask)

    return UnitsDocument(
        schema=SCHEMA,
        kind="units",
        program=PROGRAM,
        name=source.name,
        title=source.title,
        position=position_document(source.diagram),
        walls=found.kind,
        units=[
            ChainDocument(
                unit=unit.name,
                colour=colour_name(unit.colour),
                stones=points(unit.stones),
                liberties=points(unit.liberties),
                locale=found.name(locale) if (locale := found.locale(unit.stones)) else None,
                neighbours=[found.name(chain) for chain in found.neighbours(unit.stones)],
            )
            for unit in found.units
        ],
        wall_chains=[
            WallDocument(
                wall=found.name(chain),
                colour=colour_name(nodes[chain]["colour"]),
                stones=points(chain),
                why="assumed" if nodes[chain]["assumed"] else "unconditional",
            )
            for side in found.wall_chains
            for chain in side
        ],
        locales=[
            LocaleDocument(
                locale=found.name(locale.points),
                points=points(locale.points),
                units=[unit.name for unit in locale.units],
            )
            for locale in found.locales
        ],
        regions=[
            RegionDocument(
                region=found.name(region),
                points=points(region),
                outside=nodes[region]["outside"],
                chains=[found.name(chain) for chain in found.around(region)],
            )
            for region in found.regions
        ],
        order=[found.name(unit) for unit in found.order(found.chains)],
        exit_code=code,
    )
