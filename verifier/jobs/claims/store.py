"""Where the outcomes, the verdicts and the certificates of a run are kept, for a later run to go on with."""

import contextlib
import hashlib
import json
from pathlib import Path
from types import TracebackType

from verifier.errors import InputError
from verifier.files import write_whole
from verifier.jobs.claims.finding import Finding, Outcome
from verifier.jobs.compare.cache import VerdictCache
from verifier.jobs.playing.resumed import ResumedCertificate
from verifier.jobs.playing.resumed_file import dump_resumed
from verifier.journal import Journal
from verifier.proof import Certificate
from verifier.proof.endings.checker import EndingCertificate
from verifier.proof.endings.store import dump_ending
from verifier.proof.store import dump_certificate

__all__ = ["Store"]


class Store:
    """A folder with ``outcomes.jsonl``, ``verdicts.sqlite3`` and ``certificates``; without a path, nothing.

    An outcome is used again only for the same test, on the same boards, under the same values of the rulesets
    and within the same limits, by the same version of all sources, and only if its certificates are there as
    they were written.

    Raises:
        InputError: the folder cannot be used, or another run has it.
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = Path(path) if path is not None else None
        self._known: dict[str, Finding] = {}
        self._journal: Journal | None = None
        if self.path is None:
            self.cache = VerdictCache()
            return
        try:
            (self.path / "certificates").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{path}: cannot be used as a folder ({error.strerror})") from None
        self._journal = Journal(self.path / "outcomes.jsonl")
        for line in self._journal.lines():
            self._read(line)
        try:
            self.cache = VerdictCache(self.path / "verdicts.sqlite3")
        except InputError:
            self._journal.close()
            raise

    def _read(self, line: bytes) -> None:
        """What cannot be read is not known, and is computed again."""
        with contextlib.suppress(ValueError, KeyError, TypeError):
            entry = json.loads(line)
            outcome = Outcome(entry["outcome"])
            self._known[str(entry["key"])] = Finding(
                outcome, str(entry["found"]), tuple(map(str, entry["certificates"]))
            )

    def get(self, key: str) -> Finding | None:
        """The finding that is kept under *key*, if its certificates are there."""
        finding = self._known.get(key)
        if finding is None or not all(self._there(name) for name in finding.certificates):
            return None
        return finding

    def _there(self, name: str) -> bool:
        assert self.path is not None
        file = self.path / "certificates" / name
        # A file is named by what it holds.
        return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest()[:32] == file.stem

    def put(self, key: str, claim: str, finding: Finding) -> None:
        """Keep a finding.

        Raises:
            InputError: there is no room for it.
        """
        if self._journal is None:
            return
        entry = {
            "key": key,
            "claim": claim,
            "outcome": finding.outcome.value,
            "found": finding.found,
            "certificates": finding.certificates,
        }
        try:
            self._journal.append(json.dumps(entry, ensure_ascii=False))
        except OSError as error:
            raise InputError(f"{self._journal.path}: cannot be written ({error.strerror})") from None

    def keep(self, certificate: Certificate | EndingCertificate | ResumedCertificate) -> tuple[str, ...]:
        """Write a certificate that the checker accepted, and return the name of its file."""
        if self.path is None:
            return ()
        if isinstance(certificate, EndingCertificate):
            text = dump_ending(certificate)
        elif isinstance(certificate, ResumedCertificate):
            text = dump_resumed(certificate)
        else:
            text = dump_certificate(certificate)
        data = text.encode("ascii")
        file = self.path / "certificates" / f"{hashlib.sha256(data).hexdigest()[:32]}.json"
        try:
            there = file.is_file() and file.read_bytes() == data
        except OSError as error:
            raise InputError(f"{file}: cannot be read ({error.strerror})") from None
        if not there:
            write_whole(file, data, force=True)
        return (file.name,)

    def close(self) -> None:
        """Close its files."""
        self.cache.close()
        if self._journal is not None:
            self._journal.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
