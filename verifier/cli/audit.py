"""``shikatsu audit``: compare what was agreed on at the end of games with what is proved."""

import argparse
import contextlib
import dataclasses
import hashlib
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from verifier import text
from verifier.adjudicate.question import UnitVerdict
from verifier.board import Mask, vertex
from verifier.board.grid import bits
from verifier.cli import exits
from verifier.cli.audit_stream import Output, chain_name, word
from verifier.cli.document import PROGRAM
from verifier.cli.output import Progress, note
from verifier.cli.reporting import asked_katago, limits_of, note_missing_kernel, pair_of, workers_of
from verifier.errors import InputError, Interrupted
from verifier.files import file_name
from verifier.jobs.audit import ChainFinding, Finding
from verifier.jobs.audit.audit import GameAudit
from verifier.jobs.audit.batch import (
    GameResult,
    GameTask,
    audit_all,
    audit_one,
    sgf_files,
    tasks_of,
)
from verifier.jobs.audit.guided import guided
from verifier.jobs.audit.katago import KataGo
from verifier.jobs.audit.named_rules import ruleset_asked
from verifier.jobs.audit.result import Ending, parse_result
from verifier.jobs.audit.writing import refuting_line, sentences
from verifier.journal import Journal
from verifier.workers import Workers, cores

__all__ = ["run"]

_SECONDS = 60.0


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    template = _template(arguments)
    hints = _hints(arguments.hints)
    games = _games(arguments, template, hints)
    jobs = 1 if arguments.cluster else arguments.jobs or cores()
    # Of a list no more is read before the first game is audited: it may come as slowly as it likes.
    begin = list(itertools.islice(games, 2 if arguments.list else max(2, jobs)))
    if not begin:
        raise InputError(f"--list {arguments.list}: names no file")
    if len(begin) > 1 and (arguments.dead is not None or arguments.result or arguments.prisoners):
        raise InputError("--dead, --result and --prisoners are about one game; choose it with --game")
    if len(begin) < jobs and not arguments.list:  # these are all
        begin = [dataclasses.replace(task, jobs=jobs // len(begin)) for task in begin]
    tasks = itertools.chain(begin, games)
    note_missing_kernel(arguments.prover)
    with contextlib.ExitStack() as stack:
        journal = stack.enter_context(Journal(arguments.out)) if arguments.out else None
        output = Output(arguments, journal, _mark(template, hints, arguments.katago))
        engine = asked_katago(arguments)
        if engine is not None:
            stack.enter_context(engine)
        workers = stack.enter_context(workers_of(arguments))
        if len(begin) == 1 and journal is None:
            return _one(begin[0], output, engine, workers)
        interrupted = _many(guided(output.missing(tasks), engine), workers, output)
    if interrupted:
        more = "; the same command goes on from here" if journal else ""
        looked_at = "1 game was" if output.number == 1 else f"{output.number} games were"
        note(f"interrupted; {looked_at} looked at{more}")
    output.summary()
    return exits.INTERRUPTED if interrupted else output.exit_code


def _template(arguments: argparse.Namespace) -> GameTask:
    """What the options say of every game."""
    if not arguments.paths and not arguments.list:
        swallowed = [text for text in arguments.dead or () if Path(text).is_file()]
        if swallowed:
            raise InputError(f"--dead takes all words after it; name {swallowed[0]} before it")
        raise InputError("name SGF files or folders, or a file with their names (--list)")
    # Looked up once, before anything is read: a file that changes meanwhile is no matter.
    rules, beside = (ruleset_asked(name) if name else None for name in (arguments.rules, arguments.beside))
    if arguments.result is not None and parse_result(arguments.result).ending is Ending.UNSTATED:
        raise InputError(f"--result {arguments.result!r}: no result of a game; write such as B+3.5, W+ or 0")
    return GameTask(
        path="",
        name="",
        move=arguments.move,
        rules=rules,
        first=arguments.first,
        turns=arguments.whose_move,
        beside=beside,
        anyway=arguments.anyway,
        dead=None if arguments.dead is None else tuple(arguments.dead),
        result=arguments.result,
        komi=arguments.komi,
        prisoners=pair_of(arguments.prisoners, "--prisoners"),
        limits=limits_of(arguments.limit_nodes, arguments.limit_seconds or _SECONDS, arguments.limit_memory),
        prover=arguments.prover,
    )


def _hints(path: str | None) -> dict[str, tuple[str, ...]]:
    """Stones that may be dead, by the name of the game."""
    if path is None:
        return {}
    try:
        raw = json.loads(Path(path).read_bytes(), object_pairs_hook=_each_once)
        return msgspec.convert(raw, dict[str, tuple[str, ...]])
    except OSError as error:
        raise InputError(f"--hints {path}: cannot be read ({error.strerror})") from None
    except InputError as error:
        raise InputError(f"--hints {path}: {error}") from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        form = '{"NAME": ["C3", "D4"]}'
        raise InputError(f"--hints {path}: not of the form {form} ({error})") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InputError(f"{name!r} stands there twice; name each game once")
        found[name] = value
    return found


def _mark(template: GameTask, hints: Mapping[str, tuple[str, ...]], katago: str | None) -> str:
    """What tells audits with other options or by another version apart."""
    values = dataclasses.asdict(dataclasses.replace(template, rules=None, beside=None))
    del values["jobs"]  # who searches is no matter of what is asked
    for name in ("rules", "beside"):
        if asked := getattr(template, name):
            values[name] = ruleset_asked(asked).digest
    about = PROGRAM, sorted(values.items()), sorted(hints.items()), *([katago] if katago else [])
    return hashlib.sha256(repr(about).encode()).hexdigest()[:16]


def _games(
    arguments: argparse.Namespace, template: GameTask, hints: Mapping[str, tuple[str, ...]]
) -> Iterator[GameTask]:
    """The games of all files, one after the other; what is wrong with one is the result of its task."""
    seen: dict[str, int] = {}
    left = set(hints)
    # Those that are named on the command line are looked for at once.
    named = [(Path(path), sgf_files(path)) for path in arguments.paths]
    for folder, file in itertools.chain(
        ((folder, file) for folder, files in named for file in files), _listed(arguments.list)
    ):
        # Files of the same name in different folders are told apart.
        name = file_name(file.stem if file == folder else str(file.relative_to(folder).with_suffix("")))
        for task in tasks_of(dataclasses.replace(template, path=str(file), name=name), arguments.game):
            count = seen[task.name] = seen.get(task.name, 0) + 1
            name = task.name if count == 1 else f"{task.name}-{count}"
            yield dataclasses.replace(task, name=name, hints=hints.get(name))
            left.discard(name)
    if left:
        note(f"--hints {arguments.hints}: no game is called {', '.join(sorted(left))}")


def _listed(path: str | None) -> Iterator[tuple[Path, Path]]:
    """The files that a list names, as far as it has come."""
    if path is None:
        return
    try:
        source = 0 if path == "-" else path
        with open(source, encoding="utf-8", errors="surrogateescape") as lines:  # noqa: PTH123
            for line in lines:
                if line := line.rstrip("\r\n"):
                    yield Path(line), Path(line)
    except OSError as error:
        raise InputError(f"--list {path}: cannot be read ({error.strerror})") from None


def _one(task: GameTask, output: Output, engine: KataGo | None, workers: Workers) -> int:
    """Audit a single game and tell all of it."""
    output.refuse(task)
    result, interrupted = _alone(next(guided([task], engine)), output, workers)
    if interrupted:
        note("interrupted; the audit is as far as it came")
    if not output.json:
        _print_one(result)
    if result.error:
        raise InputError(result.error)
    return exits.INTERRUPTED if interrupted else output.exit_code


def _alone(task: GameTask, output: Output, workers: Workers) -> tuple[GameResult, bool]:
    """The result of a single game, and whether it was interrupted."""
    with Progress(None) as progress:
        count = 0

        def start(unit: Mask, budget: int) -> None:
            progress.start(f"{count} chains proved; searching with {budget} states")

        def found(verdict: UnitVerdict) -> None:
            nonlocal count
            count += 1
            progress.start(f"{verdict.name} {verdict.status.value}")

        try:
            result = audit_one(task, workers=workers, on_start=start, on_verdict=found)
            interrupted = False
        except Interrupted as stop:
            result, interrupted = GameResult(task, stop.result, interrupted=True), True
    return output.take(result), interrupted


def _many(tasks: Iterable[GameTask], workers: Workers, output: Output) -> bool:
    """Have *output* take the results as they come; say whether it was interrupted."""
    with Progress(None) as progress:
        try:
            for result in audit_all(tasks, workers=workers, on_start=lambda task: progress.start(task.name)):
                result = output.take(result)
                progress.start(f"{output.number} games; {result.task.name} {word(result)}")
        except KeyboardInterrupt:
            return True
    return False


def _print_one(result: GameResult) -> None:
    audit = result.audit
    if audit is None:
        if result.why_not:
            print(f"{result.task.name}: {result.why_not}: there is no adjudication to audit")
            note("say what was agreed on with --dead or --result, or have it proved with --anyway")
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
            print(f"{chain_name(audit, chain)}: {_line_text(audit, chain)}")


def _line_text(audit: GameAudit, chain: ChainFinding) -> str:
    position = audit.record.position
    moves = refuting_line(chain)
    if not moves:
        return f"proved {chain.status.value} without a move"
    return ", ".join(
        f"{'BW'[colour]} {'pass' if point is None else vertex(point, position.rows, position.cols)}"
        for colour, point in moves
    )
