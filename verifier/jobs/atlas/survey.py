"""Statuses, territory and score of every position in a range of codes, and what is counted of them."""

import contextlib
import dataclasses
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.adjudicate.territory import Territory, territory
from verifier.board import Colour, Mask, Position
from verifier.errors import ShikatsuError
from verifier.jobs.atlas.classes import Classes, implied_by
from verifier.jobs.atlas.games import Game
from verifier.jobs.atlas.positions import Span, decode
from verifier.jobs.atlas.rows import DamagedError, unpacked
from verifier.jobs.atlas.shapes import Key
from verifier.jobs.atlas.verdicts import Book
from verifier.jobs.compare.relabel import carried_over
from verifier.play import scoped
from verifier.proof import Certificate, Claim, check
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.proof.strict import MOST_BYTES
from verifier.rules import Ruleset
from verifier.search import Limits, Status

__all__ = [
    "Judged",
    "Proofs",
    "Row",
    "Tally",
    "judge_position",
    "pack_scores",
    "pack_statuses",
    "recheck",
    "survey",
    "unpack_statuses",
]

Row: TypeAlias = tuple[int, int, bytes, bytes]
"""A canonical position as it is kept: code, images, statuses, scores."""
Proofs: TypeAlias = Mapping[tuple[int, int], bytes]
"""Certificates found by search in one position, compressed, by the places of the unit and of the game."""
_Prove: TypeAlias = Callable[[int, int, Position, Mask, Ruleset], Status]
"""Decides what no table does: by the places of the unit and of the game, and what they are."""

_STATUSES = (Status.UNKNOWN, Status.ALIVE, Status.DEAD, Status.DRAWN)


@dataclasses.dataclass(frozen=True)
class Judged:
    """What the atlas says of one position."""

    position: Position
    units: tuple[Mask, ...]
    statuses: tuple[tuple[Status, ...], ...]
    """For each game of the atlas the statuses of the units."""
    territories: tuple[Territory, ...]
    """For each ruleset that counts differently."""
    searched: tuple[int, ...]
    """For each game how many statuses are known by search."""

    def outcome(self, index: int, game: int) -> tuple[Any, Any, Any]:
        """What a ruleset says: statuses, territory, and who leads by how much."""
        found = self.territories[index]
        points = tuple(found.points(colour) for colour in Colour) if self.known(game) else None
        lead = found.bounds.lead
        return self.statuses[game], points, lead[0] if lead[0] == lead[1] else None

    def known(self, game: int) -> bool:
        """Whether all statuses of a game are known."""
        return Status.UNKNOWN not in self.statuses[game]


def judge_position(position: Position, book: Book, classes: Classes, prove: _Prove | None) -> Judged:
    """Read the statuses of a position off the tables; *prove* is asked for those that no table has."""
    units = tuple(position.units())
    searched = [0] * len(classes.played)
    by_unit = [
        _statuses(position, place, unit, book, classes, prove, searched) for place, unit in enumerate(units)
    ]
    statuses = tuple(zip(*by_unit, strict=True)) if units else tuple(() for _ in classes.played)
    known: dict[Any, Territory] = {}
    territories = []
    for ruleset in classes.counted:
        game = classes.play_index(ruleset)
        key = statuses[game], classes.counting(ruleset)
        if key not in known:
            known[key] = territory(position, dict(zip(units, statuses[game], strict=True)), ruleset)
        territories.append(known[key])
    return Judged(position, units, statuses, tuple(territories), tuple(searched))


def _statuses(
    position: Position,
    place: int,
    unit: Mask,
    book: Book,
    classes: Classes,
    prove: _Prove | None,
    searched: list[int],
) -> list[Status]:
    owner = position.owner_of(unit)
    found = [book.status(position, unit, owner, ruleset) for ruleset in classes.played]
    # The narrowest and the widest scope first: they often decide what lies between.
    order = sorted(range(len(found)), key=lambda i: _ORDER.get(classes.played[i]["dead_means"], 0))
    for i in order:
        if found[i] is Status.UNKNOWN:
            found[i] = _implied(classes, found, i)
        if found[i] is Status.UNKNOWN and prove is not None:
            found[i] = prove(place, i, position, unit, classes.played[i])
            searched[i] += found[i] is not Status.UNKNOWN
    return found


_ORDER = {"no new stone on its points": 1, "no new stone anywhere": 2, "no new stone nearby": 3}


def _implied(classes: Classes, found: list[Status], i: int) -> Status:
    for other, status in zip(classes.played, found, strict=True):
        if status is Status.UNKNOWN:
            continue
        dead, alive = implied_by(classes.played[i], other)
        if (status is Status.DEAD and dead) or (status is Status.ALIVE and alive):
            return status
    return Status.UNKNOWN


def pack_statuses(judged: Judged) -> bytes:
    """Return the statuses of the units, game by game, four in a byte."""
    flat = [_STATUSES.index(status) for row in judged.statuses for status in row]
    flat += [0] * (-len(flat) % 4)
    return bytes(a | b << 2 | c << 4 | d << 6 for a, b, c, d in zip(*[iter(flat)] * 4, strict=True))


def unpack_statuses(packed: bytes, units: int, games: int) -> tuple[tuple[Status, ...], ...]:
    """Return what :func:`pack_statuses` packed."""
    flat = [_STATUSES[byte >> shift & 3] for byte in packed for shift in (0, 2, 4, 6)]
    return tuple(tuple(flat[game * units : (game + 1) * units]) for game in range(games))


def pack_scores(judged: Judged) -> bytes:
    """Return the least and greatest count of Black and of White for each ruleset that counts differently."""
    out = bytearray()
    for found in judged.territories:
        for low, high in (found.bounds.black, found.bounds.white):
            out += bytes((int(low), int(high)))
    return bytes(out)


class Tally:
    """Counts of positions and units, all images of a position counted; they add up over ranges."""

    def __init__(self, classes: Classes) -> None:
        self.classes = classes
        self.data: dict[str, Any] = {
            "canonical": 0,
            "positions": 0,
            "units": 0,
            # by game: units alive, dead, unknown, drawn; positions with an unknown unit
            "games": [[0, 0, 0, 0, 0] for _ in classes.played],
            # by game: units whose status is known by search
            "searched": [0] * len(classes.played),
            # by who moves first: units dead and alive under any ko rule, open; positions without open units
            "any_ko": {"owner": [0, 0, 0, 0], "attacker": [0, 0, 0, 0]},
            # by pair of rulesets: positions whose statuses, territory or score differ; units, and those of
            # them that are dead under the first; open positions
            "pairs": {},
            # positions on which all games agree
            "agreed": 0,
        }

    def add(self, code: int, images: int, judged: Judged, book: Book) -> None:
        """Count one canonical position."""
        data = self.data
        data["canonical"] += 1
        data["positions"] += images
        data["units"] += images * len(judged.units)
        for row, statuses in zip(data["games"], judged.statuses, strict=True):
            for status in statuses:
                row[_COLUMN[status]] += images
            row[4] += images * (Status.UNKNOWN in statuses)
        data["searched"] = [a + images * b for a, b in zip(data["searched"], judged.searched, strict=True)]
        self._add_any_ko(images, judged, book)
        data["agreed"] += images * (len(set(judged.statuses)) == 1 and judged.known(0))
        stones = (judged.position.black | judged.position.white).bit_count()
        outcomes = [
            judged.outcome(index, self.classes.play_index(ruleset))
            for index, ruleset in enumerate(self.classes.counted)
        ]
        numbers: dict[Any, int] = {}
        groups = [numbers.setdefault(outcome, len(numbers)) for outcome in outcomes]
        if len(numbers) == 1 and judged.known(0):
            return
        for i, first in enumerate(outcomes):
            for j in range(i):
                if groups[i] != groups[j] or not all(judged.known(g) for g in self._games(i, j)):
                    self._add_pair(j, i, outcomes[j], first, images, [stones, code])

    def _games(self, i: int, j: int) -> tuple[int, int]:
        counted = self.classes.counted
        return self.classes.play_index(counted[i]), self.classes.play_index(counted[j])

    def _add_pair(self, j: int, i: int, first: Any, second: Any, images: int, where: list[int]) -> None:
        row = self.data["pairs"].setdefault(
            f"{j} {i}",
            dict.fromkeys(_SUMS, 0) | dict.fromkeys(_LEAST),
        )
        differing = [
            a for a, b in zip(first[0], second[0], strict=True) if a is not b and Status.UNKNOWN not in (a, b)
        ]
        if differing:
            row["status"] += images
            row["units"] += images * len(differing)
            row["dead_first"] += images * differing.count(Status.DEAD)
            row["least"] = min(row["least"] or where, where)
        elif len(set(self._games(i, j))) == 2 and any(
            Status.UNKNOWN in (a, b) for a, b in zip(first[0], second[0], strict=True)
        ):
            row["open"] += images
        if None not in (first[1], second[1]) and first[1] != second[1]:
            row["territory"] += images
        if None not in (first[2], second[2]) and first[2] != second[2]:
            row["score"] += images
            row["least_score"] = min(row["least_score"] or where, where)

    def _add_any_ko(self, images: int, judged: Judged, book: Book) -> None:
        for name, row in self.data["any_ko"].items():
            open_units = 0
            for unit in judged.units:
                owner = judged.position.owner_of(unit)
                status = book.under_any_ko(judged.position, unit, owner, name == "attacker")
                row[0] += images * (status is Status.DEAD)
                row[1] += images * (status is Status.ALIVE)
                open_units += status is Status.UNKNOWN
            row[2] += images * open_units
            row[3] += images * (not open_units)

    def merge(self, other: dict[str, Any]) -> None:
        """Add the counts of another range."""
        data = self.data
        for key in ("canonical", "positions", "units", "agreed"):
            data[key] += other[key]
        for row, more in zip(data["games"], other["games"], strict=True):
            row[:] = [a + b for a, b in zip(row, more, strict=True)]
        data["searched"] = [a + b for a, b in zip(data["searched"], other["searched"], strict=True)]
        for name, row in data["any_ko"].items():
            row[:] = [a + b for a, b in zip(row, other["any_ko"][name], strict=True)]
        for name, more in other["pairs"].items():
            row = data["pairs"].setdefault(name, dict(more) | dict.fromkeys(_SUMS, 0) | dict.fromkeys(_LEAST))
            for key in _SUMS:
                row[key] += more[key]
            for key in _LEAST:
                found = [where for where in (row[key], more[key]) if where is not None]
                row[key] = min(found) if found else None


_COLUMN = {Status.ALIVE: 0, Status.DEAD: 1, Status.UNKNOWN: 2, Status.DRAWN: 3}
_SUMS = ("status", "territory", "score", "units", "dead_first", "open")
_LEAST = ("least", "least_score")


def missed_scopes(context: tuple[Book, tuple[str, ...]], span: Span) -> set[tuple[Game, Key]]:
    """Return the tables with a scope that the verdicts of a range of positions ask for, and are not there."""
    book, names = context
    book = dataclasses.replace(book, missed=set())
    assert book.missed is not None
    rulesets = [r for r in _classes(names).played if scoped(r)]
    for _, _, position in decode(book.rows, book.cols, span):
        for unit in position.units():
            owner = position.owner_of(unit)
            for ruleset in rulesets:
                book.status(position, unit, owner, ruleset)
    return book.missed


def survey(
    context: tuple[Book, tuple[str, ...], Limits | None], task: tuple[Span, Mapping[int, Proofs]]
) -> tuple[dict[str, Any], list[Row], dict[int, Proofs]]:
    """Judge all canonical positions in a range: their tally, a row for each, and the proofs by code.

    Args:
        context: The verdicts of the tables, the names of the rulesets, and limits if there are searches.
        task: The range, and proofs by code that earlier searches found.
    """
    book, names, limits = context
    span, known = task
    classes = _classes(names)
    tally = Tally(classes)
    rows: list[Row] = []
    proofs: dict[int, Proofs] = {}
    for code, images, position in decode(book.rows, book.cols, span):
        kept: dict[tuple[int, int], bytes] = {}
        there = known.get(code, {})
        prove = _searching(limits, there, kept) if limits or there else None
        judged = judge_position(position, book, classes, prove)
        tally.add(code, images, judged, book)
        rows.append((code, images, pack_statuses(judged), pack_scores(judged)))
        if kept:
            proofs[code] = kept
    return tally.data, rows, proofs


def _searching(limits: Limits | None, known: Proofs, kept: dict[tuple[int, int], bytes]) -> _Prove:
    """Take a proof that is known, or search within *limits*; the proofs that serve go to *kept*."""
    checked = _checking(known)
    found: dict[int, list[Certificate]] = {}
    """By the place of the unit, from all games: what proves it in one often does in others."""

    def prove(place: int, game: int, position: Position, unit: Mask, ruleset: Ruleset) -> Status:
        with contextlib.suppress(*_REFUSED):  # then it is searched for as if there were none
            status = checked(place, game, position, unit, ruleset)
            if status is not Status.UNKNOWN:
                kept[place, game] = known[place, game]
                return status
        if limits is None:
            return Status.UNKNOWN
        question = Question(position, unit, ruleset, limits)
        if place not in found:
            found[place] = list(_readable(known, place))
        verdict = carried_over(question, found[place]) or decide(question)
        if verdict.certificate is not None:
            found[place].append(verdict.certificate)
            kept[place, game] = zlib.compress(dump_certificate(verdict.certificate).encode("ascii"), 6)
        return verdict.status

    return prove


_REFUSED = (ShikatsuError, ValueError, LookupError, DamagedError)
"""What a proof raises that cannot be read, or proves something else, or nothing."""


def _readable(kept: Proofs, place: int) -> Iterator[Certificate]:
    for (unit, _), packed in kept.items():
        if unit == place:
            with contextlib.suppress(*_REFUSED):
                yield _parsed(packed)


def _parsed(packed: bytes) -> Certificate:
    return parse_certificate(unpacked(packed, MOST_BYTES).decode("ascii"), "stored certificate")


def _checking(kept: Proofs) -> _Prove:
    def prove(place: int, game: int, position: Position, unit: Mask, ruleset: Ruleset) -> Status:
        packed = kept.get((place, game))
        if packed is None:
            return Status.UNKNOWN
        claim = check(_parsed(packed)).claim
        if claim != Claim(position, unit, ruleset, claim.verdict):
            raise ValueError("it proves another claim")
        return Status(claim.verdict.value)

    return prove


def recheck(
    context: tuple[Book, tuple[str, ...]], kept: tuple[Span, Any, Sequence[Row], Mapping[int, Proofs]]
) -> str | None:
    """Work a range out again, with the proofs that are kept and no search; return what is wrong, or None.

    Args:
        context: The verdicts of the tables, and the names of the rulesets.
        kept: The range, its tally, its rows, and its proofs by code.
    """
    book, names = context
    span, tally, rows, proofs = kept
    classes = _classes(names)
    found = Tally(classes)
    at = f"{book.rows}x{book.cols}, position"
    there = {row[0]: row for row in rows}
    for code, images, position in decode(book.rows, book.cols, span):
        try:
            judged = judge_position(position, book, classes, _checking(proofs.get(code, {})))
        except _REFUSED as error:
            return f"{at} {code}: a proof is refused: {' '.join(str(error).split())}"
        found.add(code, images, judged, book)
        if there.pop(code, None) != (code, images, pack_statuses(judged), pack_scores(judged)):
            return f"{at} {code}: is kept with other statuses or scores than the tables and proofs say"
    if there:
        return f"{at} {min(there)}: is no canonical position of its range"
    if found.data != tally:
        return f"{book.rows}x{book.cols}, positions from {span[0]} on: are counted wrongly"
    return None


_known: dict[tuple[str, ...], Classes] = {}


def _classes(names: tuple[str, ...]) -> Classes:
    if names not in _known:
        _known[names] = Classes.of(names)
    return _known[names]
