"""Verdicts that were found before, kept in a file: a long comparison can be interrupted and taken up again.

The key is the position, the unit, and the axis values that hypothetical play depends on. A verdict is kept
with its certificate, and with the digest of the sources of the checker that accepted it. After a change of
these sources the certificate is checked again when it is asked for, and nothing has to be searched anew. That
a limit was reached is believed only as long as the provers, and with them all sources, are the same.

A certificate can take a gigabyte of memory once it is read. So the store keeps them, and what is handed out
reads its certificate each time that somebody looks at it.
"""

import dataclasses
import functools
import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from verifier.adjudicate.judge import decide
from verifier.adjudicate.many import Way
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.errors import InputError, ShikatsuError
from verifier.proof import Certificate, check
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.search import Limits, Status

__all__ = ["Known", "VerdictCache", "default_cache_path"]

_TABLE = """create table if not exists proved (
    key text primary key, stamp text, prover text, status text, reason text, nodes integer, seconds real,
    states integer, limit_nodes integer, limit_seconds real, limit_memory integer, certificate blob)"""

_REFUSED = "create table if not exists refused (key text, source text, stamp text, primary key (key, source))"

_TRUSTED = ("board", "rules", "play", "proof")
"""The folders that decide what a certificate proves."""

_CARRYING = (*_TRUSTED, "jobs/compare")
"""Those that decide whether a proof serves other rules."""

_SOURCES = (".py", ".so", ".pyd", ".hpp", ".cpp")


@dataclasses.dataclass(frozen=True, slots=True)
class Known:
    """What is known of one question."""

    status: Status
    reason: str
    nodes: int
    seconds: float
    states: int
    """States, patterns or variables of the accepted certificate; 0 without one."""
    read: Callable[[], Certificate | None] | None = dataclasses.field(default=None, compare=False)
    """Returns the accepted certificate; None where there is none."""

    @property
    def proved(self) -> bool:
        """Whether there is a certificate."""
        return self.read is not None

    @property
    def certificate(self) -> Certificate | None:
        """The certificate, read anew; None without one, or if it cannot be read any more.

        It is under some ruleset that plays the same: see :func:`verifier.jobs.compare.relabel.relabelled`.
        """
        return self.read() if self.read else None

    @staticmethod
    def of(verdict: UnitVerdict) -> "Known":
        """What a verdict says. It holds the certificate until :meth:`VerdictCache.put` has stored it."""
        outcome, report, certificate = verdict.outcome, verdict.report, verdict.certificate
        return Known(
            verdict.status,
            verdict.reason,
            outcome.nodes if outcome else 0,
            outcome.seconds if outcome else 0.0,
            report.states if report else 0,
            (lambda: certificate) if certificate else None,
        )


def default_cache_path() -> Path:
    """Return where verdicts are kept if no other file is named."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "shikatsu" / "verdicts.sqlite3"


class VerdictCache:
    """Verdicts in an SQLite file; without a path, in memory. Certificates can be read until it is closed.

    Raises:
        InputError: the file cannot be opened or is none of this kind.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        try:
            if path:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._store = sqlite3.connect(path or ":memory:")
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"{path}: cannot be used as a store of verdicts ({error})") from None
        try:
            for statement in ("pragma journal_mode = wal", _TABLE, _REFUSED):
                self._store.execute(statement)
        except sqlite3.Error as error:
            self._store.close()
            raise InputError(f"{path}: cannot be used as a store of verdicts ({error})") from None

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    def brief(self, question: Question) -> Known | None:
        """Return the verdict that is kept without a look at its certificate; None where one is needed.

        What has a certificate is known if today's checker has accepted it.
        """
        key = _key(question)
        row = self._row(
            "select stamp, prover, status, reason, nodes, seconds, states, limit_nodes, limit_seconds,"
            " limit_memory, certificate is null from proved where key = ?",
            key,
        )
        if row is None:
            return None
        stamp, prover, status, reason, nodes, seconds, states, *limits, unproved = row
        if unproved:
            same = (stamp, prover) == (_stamp_of(None), question.prover)
            fresh = same and not question.limits.exceed(Limits(*limits))
        else:
            fresh = stamp == _digest(_TRUSTED)
        read = None if unproved else functools.partial(self._certificate, key)
        return Known(Status(status), reason, nodes, seconds, states, read) if fresh else None

    def get(self, question: Question, way: Way = decide) -> Known | None:
        """Return what is known from that *way* to answer, or None.

        An unknown unit counts as known only if it was tried within limits as wide as these, and a proof only
        if it can be read.
        """
        key = _key(question, way)
        row = self._row("select * from proved where key = ?", key)
        if row is None:
            return None
        _, stamp, prover, status, reason, nodes, seconds, states, *limits, packed = row
        if packed is None:
            same = (stamp, prover) == (_stamp_of(None), question.prover)
            if not same or question.limits.exceed(Limits(*limits)):
                return None
            return Known(Status.UNKNOWN, reason, nodes, seconds, states)
        certificate = _unpacked(packed)
        if certificate is None:
            return None
        read = functools.partial(self._certificate, key)
        known = Known(Status(status), reason, nodes, seconds, states, read)
        if stamp != _stamp_of(certificate):
            if not _still_proved(question, known.status, certificate):
                return None
            self._change("update proved set stamp = ? where key = ?", _digest(_TRUSTED), key)
        return known

    def size(self, question: Question) -> int | None:
        """The states, patterns or variables of the certificate that is kept, or None without one.

        It may have been accepted by the checker of another version.
        """
        row = self._row("select states from proved where key = ? and certificate is not null", _key(question))
        return row[0] if row else None

    def put(self, question: Question, known: Known, way: Way = decide) -> Known:
        """Keep a verdict, and return it with its certificate left in the store."""
        key, certificate = _key(question, way), known.certificate
        packed = None
        if certificate is not None:
            packed = zlib.compress(dump_certificate(certificate).encode("ascii"), 3)
        limits = question.limits
        about = key, _stamp_of(certificate), question.prover
        values = (known.status.value, known.reason, known.nodes, known.seconds, known.states)
        bounds = (limits.nodes, limits.seconds, limits.memory_mib)
        row = (*about, *values, *bounds, packed)
        self._change(f"insert or replace into proved values ({', '.join('?' * len(row))})", *row)
        read = functools.partial(self._certificate, key) if packed is not None else None
        return dataclasses.replace(known, read=read)

    def refuses(self, question: Question, source: Question) -> bool:
        """Whether the proof of *source* was tried on *question* in vain, by today's checker."""
        about = _key(question), _key(source)
        row = self._row("select stamp from refused where key = ? and source = ?", *about)
        return row is not None and row[0] == _digest(_CARRYING)

    def refuse(self, question: Question, source: Question) -> None:
        """Remember that."""
        about = _key(question), _key(source), _digest(_CARRYING)
        self._change("insert or replace into refused values (?, ?, ?)", *about)

    def _certificate(self, key: str) -> Certificate | None:
        row = self._row("select certificate from proved where key = ?", key)
        return _unpacked(row[0]) if row and row[0] is not None else None

    def _row(self, query: str, *values: Any) -> Any:
        """The first row that a query finds, or None."""
        try:
            return self._store.execute(query, values).fetchone()
        except sqlite3.Error as error:
            raise self._broken(error) from None

    def _change(self, statement: str, *values: Any) -> None:
        """Make a change that is there as a whole or not at all."""
        try:
            with self._store:
                self._store.execute(statement, values)
        except sqlite3.Error as error:
            raise self._broken(error) from None

    def _broken(self, error: sqlite3.Error) -> InputError:
        what = self._path or "the store of verdicts in memory"
        return InputError(f"{what}: cannot be read or written ({error})")


def _unpacked(packed: bytes) -> Certificate | None:
    try:
        return parse_certificate(zlib.decompress(packed).decode("ascii"), "stored certificate")
    except (zlib.error, UnicodeDecodeError, ShikatsuError):
        return None


def _key(question: Question, way: Way = decide) -> str:
    position = question.position
    about = [
        position.rows,
        position.cols,
        f"{position.black:x}",
        f"{position.white:x}",
        sorted(side.value for side in position.open_sides),
        f"{question.unit:x}",
        question.ruleset.play_digest,
    ]
    if way is not decide:
        about.append(way.__name__)
    return hashlib.sha256(json.dumps(about).encode("ascii")).hexdigest()


def _still_proved(question: Question, status: Status, certificate: Certificate) -> bool:
    """Whether today's checker accepts a stored certificate, and what it proves is what is asked."""
    try:
        claim = check(certificate).claim
    except ShikatsuError:
        return False
    return (
        claim.position == question.position
        and claim.unit == question.unit
        and claim.ruleset.play_digest == question.ruleset.play_digest
        and claim.verdict.value == status.value
    )


def _stamp_of(certificate: Certificate | None) -> str:
    """The digest of what stands behind an entry: the checker for a proof, else the whole program."""
    return _digest(_TRUSTED if certificate is not None else ("",))


@functools.cache
def _digest(folders: tuple[str, ...]) -> str:
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for folder in folders:
        sources = [path for path in (package / folder).rglob("*") if path.suffix in _SOURCES]
        assert sources, f"{folder} is no folder of the package"  # else nothing would be checked again
        for path in sorted(sources):
            digest.update(path.relative_to(package).as_posix().encode("utf-8"))
            digest.update(path.read_bytes())
    return digest.hexdigest()
