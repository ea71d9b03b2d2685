"""What ``shikatsu audit`` writes as the results come, and what is there of an earlier run."""

import argparse
import dataclasses
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from verifier.board import unit_name
from verifier.cli import exits
from verifier.cli.audit_document import ToldDocument, game_document
from verifier.cli.document import encode_line
from verifier.cli.output import prepare_folder, print_table, write_text
from verifier.cli.reporting import certificate_name
from verifier.errors import InputError
from verifier.files import write_whole
from verifier.jobs.audit import ChainFinding, Finding, annotated
from verifier.jobs.audit.audit import GameAudit
from verifier.jobs.audit.batch import ANNOTATED, GameResult, GameTask
from verifier.jobs.audit.page import report_page
from verifier.jobs.audit.pictures import audit_board
from verifier.journal import Journal
from verifier.png import png_of, require_png
from verifier.proof import write_certificate

__all__ = ["Output", "chain_name", "word"]


class Output:
    """Files, lines and the table, as the results come. Of each game no more is kept than its row."""

    def __init__(self, arguments: argparse.Namespace, journal: Journal | None, mark: str) -> None:
        self.force, self.json, self.journal, self.mark = arguments.force, arguments.json, journal, mark
        self.png = arguments.png
        if self.png and not arguments.report:
            raise InputError("--png is about the picture of a report: say where with --report DIR")
        if self.png:
            require_png()
        self.proofs = prepare_folder(arguments.proof, (), force=True) if arguments.proof else None
        self.games = prepare_folder(arguments.annotate, (), force=True) if arguments.annotate else None
        self.reports = prepare_folder(arguments.report, (), force=True) if arguments.report else None
        self.number = self.before = 0
        self.words: Counter[str] = Counter()
        self.unsettled = False
        """Whether chains stay open in some game of which nothing was agreed on."""
        self.rows: list[list[str]] = []
        self.known: set[bytes] = set()
        if journal is not None:
            self.force = True  # what a killed run wrote of a game before its line is written again
            for line in journal.lines():
                self._remember(journal, line)

    def _remember(self, journal: Journal, line: bytes) -> None:
        try:
            told = msgspec.json.decode(line, type=ToldDocument)
        except msgspec.MsgspecError as error:
            raise InputError(f"{journal.path}: has a line that is no audit ({error})") from None
        if told.options != self.mark:
            raise InputError(
                f"{journal.path}: audits with other options or by another version; name another file"
            )
        self.known.add(_key(told.file, told.game))
        self.words["error" if told.error else told.finding or ""] += 1
        self.unsettled |= told.finding == Finding.NOTHING.value and told.open
        self.before += 1

    def missing(self, tasks: Iterable[GameTask]) -> Iterator[GameTask]:
        """Those of which there is no line, each once."""
        for task in tasks:
            if self.journal is not None:
                key = _key(task.path, task.game)
                if key in self.known:
                    continue
                self.known.add(key)
            yield task

    def refuse(self, task: GameTask) -> None:
        """Refuse to overwrite an annotated game or a report, before the search."""
        files = [self.game_file(task)] if self.games else []
        for file in [*files, *self.report_files(task).values()]:
            if not self.force and file.exists():
                raise InputError(f"{file}: exists already; use --force to overwrite it")

    def report_files(self, task: GameTask) -> dict[str, Path]:
        """The files of a report that are to be written, by their kind."""
        if self.reports is None:
            return {}
        kinds = ("html", "svg", "png") if self.png else ("html", "svg")
        return {kind: self.reports / f"{task.name}.report.{kind}" for kind in kinds}

    def game_file(self, task: GameTask) -> Path:
        """Where the annotated game is written."""
        assert self.games is not None
        return self.games / f"{task.name}{ANNOTATED}"

    def take(self, result: GameResult) -> GameResult:
        """Write what was asked for; what cannot be written is an error of the result that tells the rest."""
        try:
            if result.audit:
                self.write_files(result.task, result.audit)
        except InputError as error:
            result = dataclasses.replace(result, error=str(error))
        if self.journal is not None and result.interrupted:
            return result  # no answer yet: the next run gives it
        self.number += 1
        if self.journal is not None:
            self.journal.append(encode_line(game_document(result, self.mark)))
        elif self.json:
            print(encode_line(game_document(result, self.mark)), flush=True)
        else:
            self.rows.append(_row(result))
        self.words[word(result)] += 1
        audit = result.audit
        if audit is not None and audit.finding is Finding.NOTHING:
            self.unsettled |= audit.proved < len(audit.chains)
        return result

    def write_files(self, task: GameTask, audit: GameAudit) -> None:
        """Write the report, the annotated game, and the certificates.

        Raises:
            InputError: one of them cannot be written.
        """
        self.refuse(task)
        for kind, file in self.report_files(task).items():
            if kind == "html":
                write_text(file, report_page(audit))
            elif kind == "svg":
                write_text(file, audit_board(audit))
            else:
                write_whole(file, png_of(audit_board(audit)), force=True)
        if self.games:
            write_text(self.game_file(task), annotated(audit))
        if self.proofs:
            for verdict, way in audit.proofs():
                assert verdict.certificate is not None
                if way == "beside":
                    name = certificate_name(task.name, verdict.question.ruleset, verdict.name)
                else:
                    name = certificate_name(task.name, audit.ruleset, verdict.name, *([way] if way else []))
                write_certificate(verdict.certificate, self.proofs / name, force=self.force)

    def summary(self) -> None:
        """Print the table, or how many lines are in the file."""
        counted = ", ".join(f"{number} {word}" for word, number in self.words.items())
        if self.journal is not None:
            total = sum(self.words.values())
            before = f", {self.before} of them from before" if self.before else ""
            print(f"{self.journal.path}: {total} games{before}" + (f": {counted}" if counted else ""))
        elif not self.json:
            header = ["game", "finding", "chains", "stated", "proved", "seconds", ""]
            print_table(header, self.rows, right=["chains", "seconds"])
            print(counted)

    @property
    def exit_code(self) -> int:
        """The exit code by what was found, of an earlier run too."""
        if self.words[Finding.REFUTED.value]:
            return exits.REFUSED
        if self.words["error"]:
            return exits.BAD_INPUT
        return exits.UNKNOWN if self.words[Finding.NOT_PROVEN.value] or self.unsettled else exits.OK


def _key(path: str, game: int) -> bytes:
    """A game in a few bytes."""
    return hashlib.blake2b(f"{game} {path}".encode("utf-8", "surrogateescape"), digest_size=12).digest()


def word(result: GameResult) -> str:
    """The finding of a game, or that it has none."""
    if result.error:
        return "error"
    return result.audit.finding.value if result.audit else Finding.NOTHING.value


def _row(result: GameResult) -> list[str]:
    audit = result.audit
    if audit is None:
        return [result.task.name, word(result), "", "", "", "", result.error or result.why_not]
    wrong = [chain_name(audit, chain) for chain in audit.chains if chain.finding is Finding.REFUTED]
    return [
        result.task.name,
        audit.finding.value,
        f"{audit.proved}/{len(audit.chains)}",
        audit.claims.stated.text,
        audit.proved_result,
        f"{audit.seconds:.1f}",
        result.error or (f"wrong: {' '.join(wrong)}" if wrong else ""),
    ]


def chain_name(audit: GameAudit, chain: ChainFinding) -> str:
    """What a chain is called."""
    return unit_name(audit.record.position, chain.unit)


