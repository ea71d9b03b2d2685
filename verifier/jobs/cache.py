"""Verdicts that were found before, kept in a file: a long comparison can be interrupted and taken up again.

The key is the position, the unit, the axis values that hypothetical play depends on, and the version of the
program. What is kept was accepted by the checker when it was put in; the certificate is kept with it.
"""

import dataclasses
import hashlib
import json
import os
import sqlite3
import zlib
from pathlib import Path

from verifier import __version__
from verifier.adjudicate.judge import Question, UnitVerdict
from verifier.errors import InputError
from verifier.proof import Certificate
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.search import Limits, Status

__all__ = ["Known", "VerdictCache", "default_cache_path"]

_TABLE = """create table if not exists verdicts (
    key text primary key, status text, reason text, nodes integer, seconds real, states integer,
    limit_nodes integer, limit_seconds real, limit_memory integer, certificate blob)"""


@dataclasses.dataclass(frozen=True, slots=True)
class Known:
    """What is known of one question."""

    status: Status
    reason: str
    nodes: int
    seconds: float
    states: int
    """States, patterns or variables of the accepted certificate; 0 without one."""
    certificate: Certificate | None
    """Under some ruleset that plays the same; see :func:`verifier.jobs.matrix.relabelled`."""

    @staticmethod
    def of(verdict: UnitVerdict) -> "Known":
        """What a verdict says."""
        outcome, report = verdict.outcome, verdict.report
        return Known(
            verdict.status,
            verdict.reason,
            outcome.nodes if outcome else 0,
            outcome.seconds if outcome else 0.0,
            report.states if report else 0,
            verdict.certificate,
        )


def default_cache_path() -> Path:
    """Return where verdicts are kept if no other file is named."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "shikatsu" / "verdicts.sqlite3"


class VerdictCache:
    """Verdicts in an SQLite file; without a path, in memory.

    Raises:
        InputError: the file cannot be opened or is none of this kind.
    """

    def __init__(self, path: Path | None = None) -> None:
        try:
            if path:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._store = sqlite3.connect(path or ":memory:")
            self._store.execute("pragma journal_mode = wal")
            self._store.execute(_TABLE)
        except (OSError, sqlite3.Error) as error:
            raise InputError(f"{path}: cannot be used as a store of verdicts ({error})") from None

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    def get(self, question: Question) -> Known | None:
        """Return what is known, or None.

        An unknown unit counts as known only if it was tried within limits as wide as these.
        """
        row = self._store.execute("select * from verdicts where key = ?", (_key(question),)).fetchone()
        if row is None:
            return None
        _, status, reason, nodes, seconds, states, *limits, packed = row
        if Status(status) is Status.UNKNOWN and _wider(question.limits, limits):
            return None
        certificate = None
        if packed is not None:
            certificate = parse_certificate(zlib.decompress(packed).decode("ascii"), "stored certificate")
        return Known(Status(status), reason, nodes, seconds, states, certificate)

    def put(self, question: Question, known: Known) -> None:
        """Keep a verdict."""
        packed = None
        if known.certificate is not None:
            packed = zlib.compress(dump_certificate(known.certificate).encode("ascii"), 3)
        limits = question.limits
        values = (known.status.value, known.reason, known.nodes, known.seconds, known.states)
        bounds = (limits.nodes, limits.seconds, limits.memory_mib)
        with self._store:
            self._store.execute(
                "insert or replace into verdicts values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (_key(question), *values, *bounds, packed),
            )


def _wider(limits: Limits, tried: list[float]) -> bool:
    nodes, seconds, memory = tried
    return limits.nodes > nodes or limits.seconds > seconds or limits.memory_mib > memory


def _key(question: Question) -> str:
    position = question.position
    about = [
        position.rows,
        position.cols,
        f"{position.black:x}",
        f"{position.white:x}",
        sorted(side.value for side in position.open_sides),
        f"{question.unit:x}",
        question.ruleset.play_digest,
        question.prover,
        __version__,
    ]
    return hashlib.sha256(json.dumps(about).encode("ascii")).hexdigest()
