"""The file of an atlas: finished tables and positions in SQLite.

What is in the file is finished: a task's result is put in as a whole or not at all, under a key that it has
once and for all. So a build that was killed at any moment goes on where it was, and counts nothing twice.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.errors import InputError
from verifier.jobs.atlas.games import Game
from verifier.jobs.atlas.positions import Span
from verifier.jobs.atlas.shapes import Key, Locale
from verifier.jobs.atlas.survey import Proofs, Row
from verifier.jobs.atlas.tables import Certified, Table, TableTask

__all__ = ["FORMAT", "Store"]

FORMAT = 3

_SCHEMA = """
create table if not exists about (key text primary key, value text) without rowid;
create table if not exists tables (
    rows integer, cols integer, game text, locale text, target integer,
    states integer, owner integer, attacker integer, unproved integer, sweeps integer, seconds real,
    verdicts blob, measures blob,
    primary key (rows, cols, game, locale, target));
create table if not exists plans (rows integer, cols integer, what text, plan text,
    primary key (rows, cols, what)) without rowid;
create table if not exists chunks (rows integer, cols integer, first integer, last integer, tally text,
    primary key (rows, cols, first)) without rowid;
create table if not exists positions (
    rows integer, cols integer, code integer, images integer, statuses blob, scores blob,
    primary key (rows, cols, code)) without rowid;
create table if not exists proofs (
    rows integer, cols integer, code integer, unit integer, game integer, certificate blob,
    primary key (rows, cols, code, unit, game));
"""


class _DamagedError(Exception):
    """Something in the file is not what was written there."""


class Store:
    """An open atlas file.

    Raises:
        InputError: the file cannot be opened, or is no atlas, or there is none and *create* is false.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        if not create and not path.is_file():
            raise InputError(f"{path}: no such atlas; shikatsu atlas build makes one")
        try:
            self._db = sqlite3.connect(path, timeout=60)
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = normal")
            known = self._db.execute("select name from sqlite_master where name = 'about'").fetchone()
            if known is None and not create:
                raise InputError(f"{path}: is no atlas")
            with self._db:
                self._db.executescript(_SCHEMA)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise InputError(f"{path}: cannot be used as an atlas ({error})") from None
        found = self.about("format")
        if found is None and create:
            self.set_about("format", str(FORMAT))
        elif found != str(FORMAT):
            raise InputError(f"{path}: an atlas of another version ({found}); build it anew")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        self.close()
        if isinstance(error, sqlite3.OperationalError):  # locked, or no room
            raise InputError(f"{self.path}: cannot be read or written ({error})") from None
        if isinstance(error, sqlite3.Error | zlib.error | _DamagedError):
            raise InputError(f"{self.path}: is damaged ({error}); build it anew") from None

    # What the atlas is about

    def about(self, key: str) -> str | None:
        """Return a fact about the atlas."""
        row = self._db.execute("select value from about where key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set_about(self, key: str, value: str) -> None:
        """Keep a fact about the atlas."""
        with self._db:
            self._db.execute("insert or replace into about values (?, ?)", (key, value))

    # Plans: what has to be done, worked out once

    def plan(self, rows: int, cols: int, what: str) -> Any:
        """Return a stored plan, or None."""
        row = self._db.execute(
            "select plan from plans where rows = ? and cols = ? and what = ?", (rows, cols, what)
        ).fetchone()
        return None if row is None else _parsed(row[0])

    def set_plan(self, rows: int, cols: int, what: str, plan: Any) -> None:
        """Keep a plan."""
        with self._db:
            self._db.execute(
                "insert or replace into plans values (?, ?, ?, ?)", (rows, cols, what, json.dumps(plan))
            )

    # Tables

    def put_table(self, table: Table, *, measures: bool = True) -> None:
        """Keep a table; nothing happens if it is there already."""
        certified = table.certified
        numbers = (certified.states, certified.owner, certified.attacker, certified.nothing)
        with self._db:
            self._db.execute(
                f"insert or ignore into tables values ({', '.join('?' * 13)})",
                (
                    *_key(table.task),
                    *numbers,
                    table.sweeps,
                    round(table.seconds, 3),
                    zlib.compress(certified.verdicts, 6),
                    table.values if measures else None,
                ),
            )

    def has_table(self, task: TableTask) -> bool:
        """Whether a table is finished."""
        query = "select 1 from tables where rows = ? and cols = ? and game = ? and locale = ? and target = ?"
        return self._db.execute(query, _key(task)).fetchone() is not None

    def tasks(self, rows: int | None = None, cols: int | None = None) -> list[TableTask]:
        """Return what the finished tables are about."""
        query, given = "select rows, cols, game, locale, target from tables", ()
        if rows is not None:
            query, given = query + " where rows = ? and cols = ?", (rows, cols)  # type: ignore[assignment]
        return sorted(_task(*row) for row in self._db.execute(query, given))

    def measures(self, task: TableTask) -> tuple[bytes | None, Certified]:
        """Return the values of a table, None if they were not kept, and what is said of it."""
        query = (
            "select states, owner, attacker, unproved, verdicts, measures from tables where rows = ?"
            " and cols = ? and game = ? and locale = ? and target = ?"
        )
        row = self._db.execute(query, _key(task)).fetchone()
        try:
            states, owner, attacker, nothing, verdicts, measures = row
            certified = Certified(states, owner, attacker, nothing, zlib.decompress(verdicts))
            return None if measures is None else zlib.decompress(measures), certified
        except (zlib.error, TypeError):
            raise InputError(f"{self.path}: table {task.name} is damaged; build it anew") from None

    def verdicts(self, rows: int, cols: int) -> dict[tuple[Game, Key], bytes]:
        """Return the verdicts of all tables of a board size."""
        query = "select rows, cols, game, locale, target, verdicts from tables where rows = ? and cols = ?"
        found = {}
        for *key, verdicts in self._db.execute(query, (rows, cols)):
            task = _task(*key)
            found[task.game, (task.locale, task.target)] = zlib.decompress(verdicts)
        return found

    def table_rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield (rows, cols, game, whole board?, tables, states, unproved, seconds, bytes) by kind."""
        yield from self._db.execute(
            "select rows, cols, game, locale like '%:0:0:0', count(*), sum(states), sum(unproved),"
            " sum(seconds), sum(length(measures)) + sum(length(verdicts)) from tables group by 1, 2, 3, 4"
            " order by rows * cols, 1, 3, 4 desc"
        )

    # Positions

    def has_chunk(self, rows: int, cols: int, first: int) -> bool:
        """Whether the positions from code *first* on are finished."""
        query = "select 1 from chunks where rows = ? and cols = ? and first = ?"
        return self._db.execute(query, (rows, cols, first)).fetchone() is not None

    def put_chunk(
        self,
        rows: int,
        cols: int,
        first: int,
        last: int,
        tally: Any,
        positions: Sequence[Row],
        proofs: Mapping[int, Proofs],
    ) -> None:
        """Keep the positions with codes from *first* to *last*, tally and proofs by code, all or nothing."""
        with self._db:
            row = (rows, cols, first, last, json.dumps(tally))
            done = self._db.execute("insert or ignore into chunks values (?, ?, ?, ?, ?)", row)
            if done.rowcount:
                every = [(rows, cols, *position) for position in positions]
                self._db.executemany("insert into positions values (?, ?, ?, ?, ?, ?)", every)
                found = [
                    (rows, cols, code, *place, packed)
                    for code, kept in proofs.items()
                    for place, packed in kept.items()
                ]
                self._db.executemany("insert into proofs values (?, ?, ?, ?, ?, ?)", found)

    def chunks(self, rows: int, cols: int) -> list[Span]:
        """Return the finished ranges of codes of a board size."""
        query = "select first, last from chunks where rows = ? and cols = ? order by first"
        return list(self._db.execute(query, (rows, cols)))

    def chunk(self, rows: int, cols: int, span: Span) -> tuple[Any, list[Row], dict[int, dict[Any, bytes]]]:
        """Return what is kept of a finished range: tally, rows, and proofs by code."""
        at = (rows, cols, *span)
        where = "where rows = ? and cols = ? and code >= ? and code < ?"
        tally = self._db.execute("select tally from chunks where rows = ? and cols = ? and first = ?", at[:3])
        data = _parsed(tally.fetchone()[0])
        query = f"select code, images, statuses, scores from positions {where} order by code"
        found = list(self._db.execute(query, at))
        proofs: dict[int, dict[Any, bytes]] = {}
        for code, unit, game, packed in self._db.execute(
            f"select code, unit, game, certificate from proofs {where}", at
        ):
            proofs.setdefault(code, {})[unit, game] = packed
        return data, found, proofs

    def tallies(self, rows: int, cols: int) -> list[Any]:
        """Return the tallies of all finished chunks."""
        query = "select tally from chunks where rows = ? and cols = ? order by first"
        return [_parsed(row[0]) for row in self._db.execute(query, (rows, cols))]

    def sizes(self) -> list[tuple[int, int]]:
        """Return the board sizes of which positions are finished, the small ones first."""
        found = self._db.execute("select distinct rows, cols from chunks").fetchall()
        return sorted(found, key=lambda size: (size[0] * size[1], size))

    def position(self, rows: int, cols: int, code: int) -> tuple[int, bytes, bytes] | None:
        """Return (images, statuses, scores) of a canonical position, None if it is not there."""
        query = "select images, statuses, scores from positions where rows = ? and cols = ? and code = ?"
        row = self._db.execute(query, (rows, cols, code)).fetchone()
        return None if row is None else (row[0], row[1], row[2])

    def positions(self, rows: int, cols: int) -> Iterator[tuple[int, int, bytes, bytes]]:
        """Yield (code, images, statuses, scores) of all finished positions of a size."""
        query = "select code, images, statuses, scores from positions where rows = ? and cols = ?"
        yield from self._db.execute(query + " order by code", (rows, cols))


def _key(task: TableTask) -> tuple[int, int, str, str, int]:
    game, locale = task.game, task.locale
    name = f"{game.goal} {game.ko} {int(game.prisoners)}"
    return task.rows, task.cols, name, locale.name, task.target


def _task(rows: int, cols: int, game: str, locale: str, target: int) -> TableTask:
    try:
        goal, ko, prisoners = game.split()
        masks = [int(part, 16) for part in locale.split(":")]
        return TableTask(rows, cols, Game(ko, goal, prisoners == "1"), Locale(*masks), target)
    except (AttributeError, TypeError, ValueError):
        raise _DamagedError(f"no table is called {game!r} {locale!r}") from None


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (TypeError, ValueError) as error:
        raise _DamagedError(str(error)) from None
