"""``shikatsu audit``: compare what was agreed on at the end of games with what is proved."""

import argparse
import contextlib
import dataclasses
from pathlib import Path

from verifier import text
from verifier.adjudicate.question import UnitVerdict
from verifier.board import Mask, unit_name, vertex
from verifier.board.grid import bits
from verifier.cli import exits
from verifier.cli.audit_document import game_document
from verifier.cli.document import encode_line
from verifier.cli.output import Progress, note, prepare_folder, print_table, write_text
from verifier.cli.reporting import certificate_name, limits_of, note_missing_kernel
from verifier.errors import InputError, Interrupted
from verifier.files import file_name, write_whole
from verifier.jobs.audit import ChainFinding, Finding, annotated
from verifier.jobs.audit.audit import GameAudit
from verifier.jobs.audit.batch import (
    ANNOTATED,
    GameResult,
    GameTask,
    audit_all,
    audit_one,
    sgf_files,
    tasks_of,
)
from verifier.jobs.audit.page import report_page
from verifier.jobs.audit.pictures import audit_board
from verifier.jobs.audit.result import Ending, parse_result
from verifier.jobs.audit.writing import refuting_line, sentences
from verifier.png import png_of, require_png
from verifier.processes import uninterrupted
from verifier.proof import write_certificate
from verifier.rules import load_ruleset

__all__ = ["pair_of", "run"]

_SECONDS = 60.0


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    tasks = _tasks(arguments)
    output = _Output(arguments)
    note_missing_kernel(arguments.prover)
    results: list[GameResult] = []
    interrupted = False
    if len(tasks) == 1:
        result, interrupted = _alone(tasks[0], output)
        results.append(result)
    else:
        interrupted = _batch(tasks, arguments.jobs, output, results)
    if interrupted:
        note(f"interrupted; {len(results)} of {len(tasks)} games were looked at")
    if not arguments.json:
        if len(tasks) == 1 and results:
            _print_one(results[0])
        else:
            _print_table(results)
    if len(tasks) == 1 and results and results[0].error:
        raise InputError(results[0].error)
    return exits.INTERRUPTED if interrupted else _exit_code(results)


def _tasks(arguments: argparse.Namespace) -> list[GameTask]:
    if arguments.rules:
        load_ruleset(arguments.rules)  # says what is wrong before anything is read
    if arguments.beside:
        load_ruleset(arguments.beside)
    if arguments.result is not None and parse_result(arguments.result).ending is Ending.UNSTATED:
        raise InputError(f"--result {arguments.result!r}: no result of a game; write such as B+3.5, W+ or 0")
    limits = limits_of(arguments.limit_nodes, arguments.limit_seconds or _SECONDS, arguments.limit_memory)
    tasks: list[GameTask] = []
    for path in arguments.paths:
        folder = Path(path)
        for file in sgf_files(path):
            # Files of the same name in different folders are told apart.
            name = file_name(file.stem if file == folder else str(file.relative_to(folder).with_suffix("")))
            template = GameTask(
                path=str(file),
                name=name,
                move=arguments.move,
                rules=arguments.rules,
                first=arguments.first,
                turns=arguments.whose_move,
                beside=arguments.beside,
                dead=None if arguments.dead is None else tuple(arguments.dead),
                result=arguments.result,
                komi=arguments.komi,
                prisoners=pair_of(arguments.prisoners),
                limits=limits,
                prover=arguments.prover,
            )
            tasks += tasks_of(template, arguments.game)
    if len(tasks) > 1 and (arguments.dead is not None or arguments.result or arguments.prisoners):
        raise InputError("--dead, --result and --prisoners are about one game; choose it with --game")
    return _distinct(tasks)


def _distinct(tasks: list[GameTask]) -> list[GameTask]:
    seen: dict[str, int] = {}
    for number, task in enumerate(tasks):
        count = seen[task.name] = seen.get(task.name, 0) + 1
        if count > 1:
            tasks[number] = dataclasses.replace(task, name=f"{task.name}-{count}")
    return tasks


def pair_of(text: str | None) -> tuple[int, int] | None:
    """Return the two numbers of an option such as ``--prisoners 3,1``.

    Raises:
        InputError: it is no such pair.
    """
    if text is None:
        return None
    parts = text.split(",")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise InputError(f"--prisoners {text!r}: numbers taken by Black and White such as 3,1")
    return int(parts[0]), int(parts[1])


class _Output:
    """Files and JSON lines, written as the results come."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.force, self.json = arguments.force, arguments.json
        self.proofs = prepare_folder(arguments.proof, (), force=True) if arguments.proof else None
        self.games = prepare_folder(arguments.annotate, (), force=True) if arguments.annotate else None
        self.reports = prepare_folder(arguments.report, (), force=True) if arguments.report else None
        self.png = arguments.png
        if self.png and self.reports is None:
            raise InputError("--png is about the picture of a report: say where with --report DIR")
        if self.png:
            require_png()

    def refuse(self, task: GameTask) -> None:
        """Refuse to overwrite an annotated game or a report, before the search."""
        files = [self.game_file(task)] if self.games else []
        files += self.report_files(task).values()
        for file in files:
            if not self.force and file.exists():
                raise InputError(f"{file}: exists already; use --force to overwrite it")

    def report_files(self, task: GameTask) -> dict[str, Path]:
        """The files of a report that are to be written, by their kind."""
        if self.reports is None:
            return {}
        kinds = ("html", "svg", "png") if self.png else ("html", "svg")
        return {kind: self.reports / f"{task.name}.report.{kind}" for kind in kinds}

    def write_report(self, task: GameTask, audit: GameAudit) -> None:
        """Write the page and the pictures."""
        for kind, file in self.report_files(task).items():
            if kind == "html":
                write_text(file, report_page(audit))
            elif kind == "svg":
                write_text(file, audit_board(audit))
            else:
                write_whole(file, png_of(audit_board(audit)), force=True)

    def game_file(self, task: GameTask) -> Path:
        assert self.games is not None
        return self.games / f"{task.name}{ANNOTATED}"

    def take(self, result: GameResult) -> GameResult:
        """Write what was asked for; what cannot be written is the error of the result."""
        try:
            if result.audit:
                self.refuse(result.task)
                self.write_report(result.task, result.audit)
            if result.audit and self.games:
                write_text(self.game_file(result.task), annotated(result.audit))
            if result.audit and self.proofs:
                self.write_proofs(result.task.name, result.audit, self.proofs)
        except InputError as error:
            result = dataclasses.replace(result, audit=None, error=str(error))
        if self.json:
            print(encode_line(game_document(result)), flush=True)
        return result


    def write_proofs(self, name: str, audit: GameAudit, folder: Path) -> None:
        """Write the certificates, those with the other side moving first by a name of their own."""
        verdicts = audit.judgement.verdicts
        files = {certificate_name(name, audit.ruleset, verdict.name): verdict for verdict in verdicts}
        for turn in audit.turns or ():
            for verdict, way in zip(turn.both.verdicts, ("owner-first", "attacker-first"), strict=True):
                if verdict not in verdicts:
                    files[certificate_name(name, audit.ruleset, verdict.name, way)] = verdict
        for verdict in audit.decided_beside:
            files[certificate_name(name, verdict.question.ruleset, verdict.name)] = verdict
        for file, verdict in files.items():
            if verdict.certificate:
                write_certificate(verdict.certificate, folder / file, force=self.force)


def _alone(task: GameTask, output: _Output) -> tuple[GameResult, bool]:
    """The result of a single game, and whether it was interrupted."""
    output.refuse(task)
    with Progress(1000) as progress:
        count = 0

        def start(unit: Mask, budget: int) -> None:
            progress.start(f"{count} chains proved; searching with {budget} states")

        def found(verdict: UnitVerdict) -> None:
            nonlocal count
            count += 1
            progress.start(f"{verdict.name} {verdict.status.value}")

        try:
            result, interrupted = audit_one(task, on_start=start, on_verdict=found), False
        except Interrupted as stop:
            result, interrupted = GameResult(task, stop.result), True
    return output.take(result), interrupted


def _batch(tasks: list[GameTask], jobs: int, output: _Output, results: list[GameResult]) -> bool:
    """Add the results to *results* as they come; say whether it was interrupted."""
    with Progress(len(tasks)) as progress:

        def take(result: GameResult) -> None:
            with uninterrupted():
                result = output.take(result)
                results.append(result)
            progress.step(f"{result.task.name} {_word(result)}")

        audits = audit_all(tasks, jobs=jobs, on_start=lambda task: progress.start(task.name))
        try:
            for result in audits:
                take(result)
        except KeyboardInterrupt as stop:
            # Perhaps it came here, and the games in progress do not know of it.
            with contextlib.suppress(KeyboardInterrupt, StopIteration):
                take(audits.throw(stop))
                for result in audits:
                    take(result)
            return True
    return False


def _exit_code(results: list[GameResult]) -> int:
    findings = [result.audit.finding for result in results if result.audit]
    if Finding.REFUTED in findings:
        return exits.REFUSED
    if any(result.error for result in results):
        return exits.BAD_INPUT
    return exits.UNKNOWN if Finding.NOT_PROVEN in findings else exits.OK


def _word(result: GameResult) -> str:
    if result.error:
        return "error"
    return result.audit.finding.value if result.audit else Finding.NOTHING.value


def _print_table(results: list[GameResult]) -> None:
    rows = []
    for result in results:
        audit = result.audit
        if audit is None:
            rows.append([result.task.name, _word(result), "", "", "", "", result.error or result.why_not])
            continue
        wrong = [_chain_name(audit, chain) for chain in audit.chains if chain.finding is Finding.REFUTED]
        says = f"wrong: {' '.join(wrong)}" if wrong else ""
        rows.append(
            [
                result.task.name,
                audit.finding.value,
                f"{audit.proved}/{len(audit.chains)}",
                audit.claims.stated.text,
                audit.proved_result,
                f"{audit.seconds:.1f}",
                says,
            ]
        )
    header = ["game", "finding", "chains", "stated", "proved", "seconds", ""]
    print_table(header, rows, right=["chains", "seconds"])
    words = [_word(result) for result in results]
    print(", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words)))


def _print_one(result: GameResult) -> None:
    audit = result.audit
    if audit is None:
        if result.why_not:
            print(f"{result.task.name}: {result.why_not}: there is no adjudication to audit")
        return
    position = audit.record.position
    print(result.task.name)
    print(f"under {audit.ruleset.id}" + (f" ({audit.ruleset.title})" if audit.ruleset.title else ""))
    print()
    statuses = {p: chain.status.value for chain in audit.chains for p in bits(chain.unit)}
    suffixes = {point: text.STATUS_SUFFIXES[status] for point, status in statuses.items()}
    print(text.board(position, suffixes=suffixes))
    if suffixes:
        print(text.legend(suffixes))
    print()
    for sentence in sentences(audit):
        print(sentence)
    for chain in audit.chains:
        if chain.finding is Finding.REFUTED:
            print(f"{_chain_name(audit, chain)}: {_line_text(audit, chain)}")


def _line_text(audit: GameAudit, chain: ChainFinding) -> str:
    position = audit.record.position
    moves = refuting_line(chain)
    if not moves:
        return f"proved {chain.status.value} without a move"
    return ", ".join(
        f"{'BW'[colour]} {'pass' if point is None else vertex(point, position.rows, position.cols)}"
        for colour, point in moves
    )


def _chain_name(audit: GameAudit, chain: ChainFinding) -> str:
    return unit_name(audit.record.position, chain.unit)


