"""Cases: positions as data, with what documents claim about them. docs/cases.md describes the format.

A case never says what is true; it says who claims what, and where.
"""

import dataclasses
import functools
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from verifier.board import Colour, Mask, Position, unit_name, vertex
from verifier.board.grid import bits
from verifier.datafiles import builtin_ids, parse_toml, read_data
from verifier.errors import InputError
from verifier.jobs.cases.fields import (
    DOCUMENTED,
    SCHEMA,
    AreaClaim,
    Basis,
    Count,
    Table,
    TerritoryClaim,
    UnitClaim,
    open_table,
    parse_point,
)
from verifier.notation import Diagram, parse_diagram
from verifier.search.outcome import Status

__all__ = [
    "CANONICAL_CASES",
    "CASE_SUFFIXES",
    "DOCUMENTED",
    "AreaClaim",
    "Basis",
    "Case",
    "Count",
    "TerritoryClaim",
    "UnitClaim",
    "case_ids",
    "load_case",
    "load_cases",
    "parse_case",
]

CANONICAL_CASES: tuple[str, ...] = (
    *(f"ex{number:02}" for number in range(1, 7)),
    "ex07-1",
    "ex07-2",
    *(f"ex{number:02}" for number in range(8, 24)),
    "ex23-ref",
    *(f"ex{number:02}" for number in range(24, 27)),
)
"""The 28 diagrams of the 26 examples of the 試案, section III, in the order of the document."""

_RESULT = re.compile(r"0|[BW]\+(0\.5|[1-9][0-9]{0,4}(\.5)?)")

CASE_SUFFIXES = (".case", ".toml")
"""How the name of a case file ends where diagrams and games are read as well."""


@dataclasses.dataclass(frozen=True, slots=True)
class Case:
    """A diagram, where it comes from, and what documents say about it."""

    id: str
    title: str
    section: str
    """Where in the 試案 the diagram stands."""
    example: str
    """Number of the life-and-death example; empty for other figures."""
    sources: tuple[str, ...]
    """Public addresses of the text."""
    diagram: Diagram
    claims: tuple[UnitClaim, ...]
    silent: Mapping[str, Mapping[Mask, str]]
    """For each ruleset, the units that its documents do not judge, with the reason."""
    territories: tuple[TerritoryClaim, ...]
    notes: tuple[str, ...] = ()
    to_move: Colour | None = None
    komi: float = 0.0
    prisoners: tuple[int, int] = (0, 0)
    """Stones taken by Black and by White before the diagram."""

    @property
    def position(self) -> Position:
        """The stones of :attr:`diagram`."""
        return self.diagram.position

    @property
    def canonical(self) -> bool:
        """Whether this is one of the 28 diagrams of examples 1 to 26."""
        return self.id in CANONICAL_CASES

    @property
    def units(self) -> tuple[Mask, ...]:
        """The units to be judged, by first point."""
        return tuple(self.position.units())

    def unit_at(self, point: str) -> Mask:
        """Return the unit with a stone on *point* (``"r1c2"`` or a GTP vertex).

        Raises:
            InputError: there is no stone, or its chain is assumed alive.
        """
        return _unit(self.position, point, f"case {self.id}")

    def claims_of(self, ruleset: str) -> dict[Mask, UnitClaim]:
        """Return the claims about units under a ruleset, by unit or by the stones of those together.

        Silent units are not in it.
        """
        return {claim.unit: claim for claim in self.claims if claim.ruleset == ruleset}

    def together(self, ruleset: str) -> tuple[Mask, ...]:
        """Return the stones of the units that documents judge together under a ruleset, as they come."""
        return tuple(unit for unit in self.claims_of(ruleset) if unit not in self.units)

    def statuses(self, ruleset: str) -> dict[Mask, Status]:
        """Return the claimed status of every unit; UNKNOWN where the documents are silent."""
        claims = self.claims_of(ruleset)
        return {unit: claims[unit].status if unit in claims else Status.UNKNOWN for unit in self.units}

    def territory_of(self, ruleset: str) -> TerritoryClaim | None:
        """Return what is claimed about territory under a ruleset, or None."""
        return next((claim for claim in self.territories if claim.ruleset == ruleset), None)

    def _repr_svg_(self) -> str:
        return self.diagram._repr_svg_()


@functools.cache
def case_ids() -> tuple[str, ...]:
    """Return the ids of the cases that come with the package: the canonical ones first, in their order."""
    names = set(builtin_ids("cases"))
    return (*(name for name in CANONICAL_CASES if name in names), *sorted(names - set(CANONICAL_CASES)))


def load_cases(names: Iterable[str]) -> list[Case]:
    """Load several cases as :func:`load_case` does, each name once.

    Raises:
        InputError: as there, or two files have the same id.
    """
    found: dict[str, tuple[str, Case]] = {}
    for name in dict.fromkeys(names):
        case = load_case(name)
        if case.id in found:
            other = found[case.id][0]
            raise InputError(f"{name}: the id {case.id!r} is that of {other} too; give it another one")
        found[case.id] = name, case
    return [case for _, case in found.values()]


def load_case(id_or_path: str) -> Case:
    """Load a case by its id (one that comes with the package) or from the path of a TOML file.

    A file is read each time, as it may have changed.

    Raises:
        InputError: there is no such case, or its file does not follow the format.
    """
    if id_or_path in case_ids():
        return _of_package(id_or_path)
    refuse_play_case(id_or_path)
    return _of_text(*read_data("cases", "case", id_or_path, case_ids()))


@functools.cache
def _of_package(case_id: str) -> Case:
    return _of_text(*read_data("cases", "case", case_id, case_ids()))


@functools.lru_cache(maxsize=64)
def _of_text(text: str, file: str) -> Case:
    _refuse_other_file(text, file)
    return parse_case(text, file)


def refuse_play_case(name: str) -> None:
    """Refuse the id of a play case where a position is wanted, unless a file has that name.

    Raises:
        InputError: it is one.
    """
    if name in builtin_ids("cases/play") and name not in case_ids() and not Path(name).exists():
        raise InputError(
            f"{name!r}: is a play case, a game to be replayed and no position to be judged;"
            f" use shikatsu play-out {name}, or solve"
        )


def _refuse_other_file(text: str, file: str) -> None:
    """Refuse what is no TOML in a file that is not named like a case file: mostly a diagram or a game.

    Raises:
        InputError: it is that.
    """
    if Path(file).suffix not in CASE_SUFFIXES:
        try:
            parse_toml(text, file)
        except InputError:
            raise InputError(
                f"{file}: a case file (TOML, docs/cases.md) is needed here, and this is none;"
                " verify, explain, show, ko, settled, units and score take diagrams and SGF files"
            ) from None


def parse_case(text: str, file: str) -> Case:
    """Parse the text of a case file; *file* names it in errors.

    Raises:
        InputError: names file and key. Among others, every unit must have one claim or be named as
            silent, for each ruleset of :data:`DOCUMENTED`.
    """
    top = open_table(text, file, SCHEMA)
    title = top.text("title")
    diagram = parse_diagram(top.text("diagram"), name=f"{file}: diagram")
    diagram = dataclasses.replace(diagram, title=title)
    position = diagram.position
    claims = [claim for table in top.tables("claim") for claim in _unit_claims(table, position)]
    silent: dict[str, dict[Mask, str]] = {}
    for table in top.tables("silent"):
        ruleset = table.text("ruleset")
        units = _silent_units(table, position, {claim.unit for claim in claims if claim.ruleset == ruleset})
        silent.setdefault(ruleset, {}).update(dict.fromkeys(units, table.text("reason")))
        table.no_more()
    territories = tuple(_territory_claim(table, position) for table in top.tables("territory"))
    _complete(position, claims, silent, file)
    komi = top.komi("komi")
    identifier = top.text("id")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", identifier):
        raise top.error("id", "use up to 100 letters, digits and any of . _ - (it names files)")
    case = Case(
        id=identifier,
        title=title,
        section=top.text("section"),
        example=top.text("example", ""),
        sources=top.texts("sources"),
        diagram=diagram,
        claims=tuple(claims),
        silent=silent,
        territories=territories,
        notes=top.texts("notes", ()),
        to_move=top.colour("to_move") if top.get("to_move") is not None else None,
        komi=komi,
        prisoners=top.pair("prisoners", (0, 0)),
    )
    top.no_more()
    return case


def _unit(position: Position, point: str, where: str) -> Mask:
    chain = position.chain_at(parse_point(point, position, where))
    if not chain:
        raise InputError(f"{where}: {point}: no stone there; name a point of a unit")
    if chain & (position.assumed(Colour.BLACK) | position.assumed(Colour.WHITE)):
        raise InputError(f"{where}: {point}: this chain is assumed alive; name a point of a unit")
    return chain


def _units(position: Position, points: Sequence[str], where: str) -> Mask:
    """The unit with a stone on the one point, or the stones of those that are judged together."""
    units = [_unit(position, point, where) for point in points]
    if len(set(units)) < len(units):
        raise InputError(f"{where}: {', '.join(points)}: name each unit once")
    stones = sum(units)
    if stones & position.black and stones & position.white:
        raise InputError(f"{where}: {', '.join(points)}: only units of one side are judged together")
    return stones


def _unit_claims(table: Table, position: Position) -> Iterable[UnitClaim]:
    ruleset, basis = table.text("ruleset"), Basis(table.choice("basis", [basis.value for basis in Basis]))
    where, address, note = table.text("where"), table.text("address", ""), table.text("note", "")
    if basis is not Basis.INFERRED and not address:
        raise table.error("address", "the public address is required unless the basis is 'inferred'")
    doubtful = {
        _units(position, points, table.place("contradicted")) for points in table.groups("contradicted")
    }
    for status in (Status.ALIVE, Status.DEAD):
        for points in table.groups(status.value):
            unit = _units(position, points, table.place(status.value))
            yield UnitClaim(ruleset, unit, status, basis, where, address, note, unit in doubtful)
            doubtful.discard(unit)
    if doubtful:
        raise table.error("contradicted", "name only units that this table calls alive or dead")
    table.no_more()


def _silent_units(table: Table, position: Position, claimed: set[Mask]) -> Iterable[Mask]:
    if table.get("units") == "rest":
        return [unit for unit in position.units() if unit not in claimed]
    return [_unit(position, point, table.place("units")) for point in table.texts("units")]


def _complete(
    position: Position, claims: Iterable[UnitClaim], silent: Mapping[str, Mapping[Mask, str]], file: str
) -> None:
    found: dict[tuple[str, Mask], int] = {}
    for claim in claims:
        found[claim.ruleset, claim.unit] = found.get((claim.ruleset, claim.unit), 0) + 1
    for ruleset, units in silent.items():
        for unit in units:
            found[ruleset, unit] = found.get((ruleset, unit), 0) + 1
    for ruleset in (*DOCUMENTED, *sorted({name for name, _ in found} - set(DOCUMENTED))):
        for unit in position.units():
            first = next(bits(unit))
            row, col = divmod(first, position.cols)
            name = f"r{row + 1}c{col + 1} ({vertex(first, position.rows, position.cols)})"
            number = found.get((ruleset, unit), 0)
            if number == 0 and ruleset in DOCUMENTED:
                raise InputError(
                    f"{file}: unit {name} under {ruleset}: no claim; claim it alive or dead, or list it in a "
                    "[[silent]] table"
                )
            if number > 1:
                raise InputError(f"{file}: unit {name} under {ruleset}: {number} claims; leave one of them")
    for (ruleset, unit), number in found.items():
        if number > 1:
            name = unit_name(position, unit)
            raise InputError(f"{file}: units {name} under {ruleset}: {number} claims; leave one of them")


def _territory_claim(table: Table, position: Position) -> TerritoryClaim:
    areas: list[AreaClaim] = []
    for area in table.tables("areas"):
        point = parse_point(area.text("at"), position, area.place("at"))
        areas.append(AreaClaim(point, area.colour("colour"), area.count_fields()))
        area.no_more()
    result = table.text("result", "")
    if result and not _RESULT.fullmatch(result):
        raise table.error("result", "write it as RE of SGF does, such as 'B+1', 'W+0.5' or '0'")
    claim = TerritoryClaim(
        ruleset=table.text("ruleset"),
        black=table.count("black"),
        white=table.count("white"),
        areas=tuple(areas),
        neutral=tuple(
            parse_point(text, position, table.place("neutral")) for text in table.texts("neutral", ())
        ),
        result=result,
        basis=Basis(table.choice("basis", [basis.value for basis in Basis])),
        where=table.text("where"),
        address=table.text("address"),
        note=table.text("note", ""),
    )
    table.no_more()
    return claim
