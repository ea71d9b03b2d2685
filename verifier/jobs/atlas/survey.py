"""Statuses, territory and score of every position in a range of codes, and what is counted of them."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from verifier.adjudicate.judge import Question, decide
from verifier.adjudicate.territory import Territory, territory
from verifier.board import BLACK, WHITE, Colour, Mask, Position
from verifier.jobs.atlas.classes import Classes, implied_by
from verifier.jobs.atlas.games import game_of
from verifier.jobs.atlas.positions import Span, decode
from verifier.jobs.atlas.verdicts import Book
from verifier.search import Limits, Status

__all__ = ["Judged", "Tally", "judge_position", "pack_scores", "pack_statuses", "survey", "unpack_statuses"]

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

    def outcome(self, index: int, game: int) -> tuple[Any, Any, Any]:
        """What a ruleset says: statuses, territory, and who leads by how much."""
        found = self.territories[index]
        points = tuple(found.points(colour) for colour in Colour) if self.known(game) else None
        lead = found.bounds.lead
        return self.statuses[game], points, lead[0] if lead[0] == lead[1] else None

    def known(self, game: int) -> bool:
        """Whether all statuses of a game are known."""
        return Status.UNKNOWN not in self.statuses[game]


def judge_position(position: Position, book: Book, classes: Classes, limits: Limits | None) -> Judged:
    """Read the statuses of a position off the tables; with *limits* search for those that no table has."""
    units = tuple(position.units())
    by_unit = [_statuses(position, unit, book, classes, limits) for unit in units]
    statuses = tuple(zip(*by_unit, strict=True)) if units else tuple(() for _ in classes.played)
    known: dict[Any, Territory] = {}
    territories = []
    for ruleset in classes.counted:
        game = classes.play_index(ruleset)
        key = statuses[game], classes.counting(ruleset)
        if key not in known:
            known[key] = territory(position, dict(zip(units, statuses[game], strict=True)), ruleset)
        territories.append(known[key])
    return Judged(position, units, statuses, tuple(territories))


def _statuses(
    position: Position, unit: Mask, book: Book, classes: Classes, limits: Limits | None
) -> list[Status]:
    owner = BLACK if position.black & unit else WHITE
    found = [book.status(position, unit, owner, ruleset) for ruleset in classes.played]
    if limits is None:
        return found
    # The narrowest and the widest scope first: they often decide what lies between.
    order = sorted(range(len(found)), key=lambda i: _ORDER.get(classes.played[i]["dead_means"], 0))
    for i in order:
        if found[i] is not Status.UNKNOWN:
            continue
        found[i] = _implied(classes, found, i)
        if found[i] is Status.UNKNOWN and game_of(classes.played[i]) is None:
            verdict = decide(Question(position, unit, classes.played[i], limits))
            found[i] = verdict.status
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
            # by who moves first: units dead and alive under any ko rule, open; positions without open units
            "any_ko": {"owner": [0, 0, 0, 0], "attacker": [0, 0, 0, 0]},
            # by pair of rulesets: positions whose statuses, territory or score differ; units; open positions
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
        units = sum(
            a is not b and Status.UNKNOWN not in (a, b) for a, b in zip(first[0], second[0], strict=True)
        )
        if units:
            row["status"] += images
            row["units"] += images * units
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
                owner = BLACK if judged.position.black & unit else WHITE
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
_SUMS = ("status", "territory", "score", "units", "open")
_LEAST = ("least", "least_score")


def survey(
    context: tuple[Book, tuple[str, ...], Limits | None], span: Span
) -> tuple[dict[str, Any], list[tuple[int, int, bytes, bytes]]]:
    """Judge all canonical positions in a range: their tally, and (code, images, statuses, scores) of each."""
    book, names, limits = context
    classes = _classes(names)
    tally = Tally(classes)
    rows = []
    for code, images, judged in _judged(book, classes, limits, span):
        tally.add(code, images, judged, book)
        rows.append((code, images, pack_statuses(judged), pack_scores(judged)))
    return tally.data, rows


def _judged(
    book: Book, classes: Classes, limits: Limits | None, span: Span
) -> Iterator[tuple[int, int, Judged]]:
    for code, images, position in decode(book.rows, book.cols, span):
        yield code, images, judge_position(position, book, classes, limits)


_known: dict[tuple[str, ...], Classes] = {}


def _classes(names: tuple[str, ...]) -> Classes:
    if names not in _known:
        _known[names] = Classes.of(names)
    return _known[names]
