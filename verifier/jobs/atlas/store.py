"""The file of an atlas: finished tables and positions in SQLite.

What is in the file is finished: a task's result is put in as a whole or not at all, under a key that it has
once and for all. So a build that was killed at any moment goes on where it was, and counts nothing twice.
"""

import json
import shlex
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.errors import InputError
from verifier.jobs.atlas.games import Game
from verifier.jobs.atlas.positions import Span, spans
from verifier.jobs.atlas.rows import (
    DamagedError,
    checked_size,
    digest_of,
    key_of,
    parsed,
    task_of,
    unpacked_values,
    unpacked_verdicts,
)
from verifier.jobs.atlas.shapes import Key
from verifier.jobs.atlas.survey import Proofs, Row
from verifier.jobs.atlas.tables import Certified, Table, TableTask

__all__ = ["FORMAT", "Store", "build_command"]

FORMAT = 4
"""Before 4 the tables of the file had no digests."""

_CONTENT = ("about", "tables", "plans", "chunks", "positions", "proofs")

_IN_RANGE = "rows = ? and cols = ? and code >= ? and code < ?"

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
create table if not exists digests (name text primary key, digest text) without rowid;
"""


def build_command(path: Path, size: str, rules: Iterable[str] = ()) -> str:
    """Return the command that builds a board of an atlas, as it can be typed."""
    words = ["shikatsu", "atlas", "build", size, "--store", str(path)]
    return shlex.join([*words, *(["--rules", *rules] if rules else [])])


class Store:
    """An open atlas file.

    Raises:
        InputError: the file cannot be opened, or is no atlas, or there is none and *create* is false.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        if not create and not path.is_file():
            raise InputError(f"{path}: no such atlas; {build_command(path, '3x3')} makes one")
        try:
            self._db = sqlite3.connect(path, timeout=60)
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = normal")
            known = self._db.execute("select name from sqlite_master where name = 'about'").fetchone()
            if known is None and not create:
                raise InputError(f"{path}: is no atlas")
            with self._db:
                self._db.executescript(_SCHEMA)
            found = self.about("format")
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise InputError(f"{path}: cannot be used as an atlas ({error})") from None
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
        if isinstance(error, sqlite3.Error | zlib.error | DamagedError):
            raise InputError(f"{self.path}: is damaged ({error}); build it anew") from None

    # What the atlas is about

    def about(self, key: str) -> str | None:
        """Return a fact about the atlas."""
        row = self._db.execute("select value from about where key = ?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def set_about(self, key: str, value: str) -> None:
        """Keep a fact about the atlas."""
        with self._db:
            self._replace("about", "key = ?", (key,), (key, value))

    # Plans: what has to be done, worked out once

    def plan(self, rows: int, cols: int, what: str) -> Any:
        """Return a stored plan, or None."""
        row = self._db.execute(
            "select plan from plans where rows = ? and cols = ? and what = ?", (rows, cols, what)
        ).fetchone()
        return None if row is None else parsed(row[0])

    def drop_plan(self, rows: int, cols: int, what: str) -> None:
        """Have a plan worked out again."""
        with self._db:
            self._remove("plans", "rows = ? and cols = ? and what = ?", (rows, cols, what))

    def set_plan(self, rows: int, cols: int, what: str, plan: Any) -> None:
        """Keep a plan."""
        with self._db:
            at = (rows, cols, what)
            self._replace("plans", "rows = ? and cols = ? and what = ?", at, (*at, json.dumps(plan)))

    # Tables

    def put_table(self, table: Table, *, measures: bool = True) -> None:
        """Keep a table; nothing happens if it is there already."""
        certified = table.certified
        numbers = (certified.states, certified.owner, certified.attacker, certified.nothing)
        row = (
            *key_of(table.task),
            *numbers,
            table.sweeps,
            round(table.seconds, 3),
            zlib.compress(certified.verdicts, 6),
            table.values if measures else None,
        )
        with self._db:
            if not self.has_table(table.task):
                self._add("tables", [row])

    def has_table(self, task: TableTask) -> bool:
        """Whether a table is finished."""
        query = "select 1 from tables where rows = ? and cols = ? and game = ? and locale = ? and target = ?"
        return self._db.execute(query, key_of(task)).fetchone() is not None

    def tasks(self, rows: int | None = None, cols: int | None = None) -> list[TableTask]:
        """Return what the finished tables are about."""
        query, given = "select rows, cols, game, locale, target from tables", ()
        if rows is not None:
            query, given = query + " where rows = ? and cols = ?", (rows, cols)  # type: ignore[assignment]
        return sorted(task_of(*row) for row in self._db.execute(query, given))

    def measures(self, task: TableTask) -> tuple[bytes | None, Certified]:
        """Return the values of a table, None if they were not kept, and what is said of it."""
        query = (
            "select states, owner, attacker, unproved, verdicts, measures from tables where rows = ?"
            " and cols = ? and game = ? and locale = ? and target = ?"
        )
        row = self._db.execute(query, key_of(task)).fetchone()
        try:
            states, owner, attacker, nothing, verdicts, measures = row
            certified = Certified(states, owner, attacker, nothing, unpacked_verdicts(task, verdicts))
            return None if measures is None else unpacked_values(task, measures), certified
        except (DamagedError, TypeError):
            raise InputError(f"{self.path}: table {task.name} is damaged; build it anew") from None

    def verdicts(self, rows: int, cols: int) -> dict[tuple[Game, Key], bytes]:
        """Return the verdicts of all tables of a board size."""
        query = "select rows, cols, game, locale, target, verdicts from tables where rows = ? and cols = ?"
        found = {}
        for *key, verdicts in self._db.execute(query, (rows, cols)):
            task = task_of(*key)
            found[task.game, (task.locale, task.target)] = unpacked_verdicts(task, verdicts)
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
            if not self.has_chunk(rows, cols, first):
                self._add("chunks", [(rows, cols, first, last, json.dumps(tally))])
                self._add("positions", [(rows, cols, *position) for position in positions])
                found = [
                    (rows, cols, code, *place, packed)
                    for code, kept in proofs.items()
                    for place, packed in kept.items()
                ]
                at = (rows, cols, first, last)
                self._remove("proofs", _IN_RANGE, at)
                self._add("proofs", found)

    def reopen(self, rows: int, cols: int, found: Iterable[Span]) -> None:
        """Have ranges of positions worked out again; proofs that searches found stay until then."""
        with self._db:
            for first, last in found:
                self._remove("chunks", "rows = ? and cols = ? and first = ?", (rows, cols, first))
                at = (rows, cols, first, last)
                self._remove("positions", _IN_RANGE, at)

    def proofs(self, rows: int, cols: int, span: Span) -> dict[int, dict[Any, bytes]]:
        """Return the proofs that are kept of a range, by code."""
        query = f"select code, unit, game, certificate from proofs where {_IN_RANGE}"
        found: dict[int, dict[Any, bytes]] = {}
        for code, unit, game, packed in self._db.execute(query, (rows, cols, *span)):
            found.setdefault(code, {})[unit, game] = packed
        return found

    def chunks(self, rows: int, cols: int) -> list[Span]:
        """Return the finished ranges of codes of a board size."""
        query = "select first, last from chunks where rows = ? and cols = ? order by first"
        found = list(self._db.execute(query, (rows, cols)))
        if not set(found) <= set(spans(rows, cols)):
            raise DamagedError(f"there are ranges of positions that {rows}x{cols} is not divided into")
        return found

    def chunk(self, rows: int, cols: int, span: Span) -> tuple[Any, list[Row], dict[int, dict[Any, bytes]]]:
        """Return what is kept of a finished range: tally, rows, and proofs by code."""
        at = (rows, cols, *span)
        tally = self._db.execute("select tally from chunks where rows = ? and cols = ? and first = ?", at[:3])
        data = parsed(tally.fetchone()[0])
        query = f"select code, images, statuses, scores from positions where {_IN_RANGE} order by code"
        found = list(self._db.execute(query, at))
        return data, found, self.proofs(rows, cols, span)

    def tallies(self, rows: int, cols: int) -> dict[Span, Any]:
        """Return the tallies of all finished ranges."""
        query = "select first, last, tally from chunks where rows = ? and cols = ? order by first"
        return {(row[0], row[1]): parsed(row[2]) for row in self._db.execute(query, (rows, cols))}

    def sizes(self) -> list[tuple[int, int]]:
        """Return the board sizes of which positions are finished, the small ones first."""
        found = [checked_size(*row) for row in self._db.execute("select distinct rows, cols from chunks")]
        return sorted(found, key=lambda size: (size[0] * size[1], size))

    def all_sizes(self) -> list[tuple[int, int]]:
        """Return the board sizes of which anything is there, the small ones first."""
        names = ("tables", "plans", "chunks", "positions")
        parts = [f"select distinct rows, cols from {name}" for name in names]
        found = {checked_size(*row) for row in self._db.execute(" union ".join(parts))}
        return sorted(found, key=lambda size: (size[0] * size[1], size))

    def is_complete(self, rows: int, cols: int) -> bool:
        """Whether all positions of a board size are finished."""
        return len(self.chunks(rows, cols)) == len(spans(rows, cols))

    def unfinished(self) -> list[tuple[int, int]]:
        """Return the board sizes that were begun, and of which some positions or all are missing."""
        return [size for size in self.all_sizes() if not self.is_complete(*size)]

    def position(self, rows: int, cols: int, code: int) -> tuple[int, bytes, bytes] | None:
        """Return (images, statuses, scores) of a canonical position, None if it is not there."""
        query = "select images, statuses, scores from positions where rows = ? and cols = ? and code = ?"
        row = self._db.execute(query, (rows, cols, code)).fetchone()
        return None if row is None else (row[0], row[1], row[2])

    def positions(self, rows: int, cols: int) -> Iterator[tuple[int, int, bytes, bytes]]:
        """Yield (code, images, statuses, scores) of all finished positions of a size."""
        query = "select code, images, statuses, scores from positions where rows = ? and cols = ?"
        for row in self._db.execute(query + " order by code", (rows, cols)):
            if type(row[0]) is not int or not 0 <= row[0] < 3 ** (rows * cols):
                raise DamagedError(f"{rows}x{cols} has no board of the number {ascii(row[0])[:40]}")
            yield row

    # What was written, and nothing else

    def damage(self) -> str | None:
        """Return what is not as it was written: in SQLite's own structures, or in the contents; or None."""
        for (told,) in self._db.execute("pragma integrity_check(1)"):
            if told != "ok":
                return f"SQLite says: {' '.join(str(told).split())[:200]}"
        kept = dict(self._db.execute("select name, digest from digests"))
        for table in _CONTENT:
            found = digest_of("0", table, self._db.execute(f"select * from {table}"))
            if found != kept.get(table, f"{0:064x}"):
                return f"the contents of {table!r} are not those that were written: the digest does not fit"
        return None

    def _add(self, table: str, rows: Sequence[Sequence[Any]]) -> None:
        """Put rows into a table of the file, and into its digest."""
        if rows:
            values = ", ".join("?" * len(rows[0]))
            self._db.executemany(f"insert or replace into {table} values ({values})", rows)
            self._digest(table, rows)

    def _remove(self, table: str, where: str, at: Sequence[Any]) -> None:
        """Take rows out of a table of the file, and out of its digest."""
        gone = self._db.execute(f"select * from {table} where {where}", at).fetchall()
        if gone:
            self._db.execute(f"delete from {table} where {where}", at)
            self._digest(table, gone, gone=True)

    def _replace(self, table: str, where: str, at: Sequence[Any], row: Sequence[Any]) -> None:
        self._remove(table, where, at)
        self._add(table, [row])

    def _digest(self, table: str, rows: Sequence[Sequence[Any]], *, gone: bool = False) -> None:
        known = self._db.execute("select digest from digests where name = ?", (table,)).fetchone()
        digest = digest_of(known[0] if known else "0", table, rows, gone=gone)
        self._db.execute("insert or replace into digests values (?, ?)", (table, digest))
