"""Audits of many games: one result for each, whatever is wrong with a file."""

import contextlib
import dataclasses
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from typing import Any

from verifier.adjudicate.first import First
from verifier.adjudicate.question import UnitVerdict
from verifier.arguments import is_komi
from verifier.board import Mask
from verifier.errors import InputError, Interrupted, ShikatsuError
from verifier.jobs.audit.audit import GameAudit
from verifier.jobs.audit.auditing import audit_game
from verifier.jobs.audit.beside import rules_beside
from verifier.jobs.audit.claims import Adjudication, adjudication, stated_dead
from verifier.jobs.audit.named_rules import ruleset_asked, ruleset_for
from verifier.notation.files import MAX_BYTES, refuse_large
from verifier.notation.game import GameRecord, count_games, parse_game
from verifier.processes import interruptible
from verifier.rules import Ruleset
from verifier.search import Limits
from verifier.workers import Workers

__all__ = [
    "ANNOTATED",
    "GameResult",
    "GameTask",
    "audit_all",
    "audit_one",
    "audit_record",
    "audit_task",
    "komi_of",
    "read_bytes",
    "sgf_files",
    "stated_komi",
    "tasks_of",
]

@dataclasses.dataclass(frozen=True, slots=True)
class GameTask:
    """Which game is to be audited, and how."""

    path: str
    name: str
    """For tables and file names."""
    game: int = 1
    move: int | None = None
    rules: str | Ruleset | None = None
    """A ruleset, or how a person names it; None: what the record says in RU."""
    dead: tuple[str, ...] | None = None
    result: str | None = None
    komi: float | None = None
    prisoners: tuple[int, int] | None = None
    hints: tuple[str, ...] | None = None
    """Stones that may be dead: where to look, and nothing else."""
    limits: Limits = dataclasses.field(default_factory=Limits)
    prover: str = "auto"
    first: First | None = None
    """Who moves first in hypothetical play; None: whom the ruleset names."""
    turns: bool = False
    """Whether every chain is judged with the other side moving first as well."""
    beside: str | Ruleset | None = None
    """Another ruleset, for chains that the first leaves open; None: one only where RU asks for it
    (:func:`verifier.jobs.audit.beside.rules_beside`)."""
    anyway: bool = False
    """Whether a game of which nothing was agreed on is audited too."""
    jobs: int = 1
    """How many processes search its board."""


ANNOTATED = ".audit.sgf"
"""How the names of annotated games end."""


@dataclasses.dataclass(frozen=True, slots=True)
class GameResult:
    """What came of it: an audit; a record without an adjudication, which is not searched; or an error."""

    task: GameTask
    audit: GameAudit | None = None
    why_not: str = ""
    """Why there is nothing to audit; empty if there is."""
    error: str = ""
    interrupted: bool = False
    """Whether Ctrl-C left it unfinished."""


def sgf_files(path: str) -> list[Path]:
    """Return the file *path*, or the SGF files of the folder and the folders in it.

    Games that an audit has annotated are left out: who wants one of them audited names it.

    Raises:
        InputError: there is no such file or folder, or no SGF file is in it.
    """
    given = Path(path)
    try:
        if given.is_dir():
            files = (file for file in given.rglob("*") if file.suffix.lower() == ".sgf")
            found = sorted(file for file in files if file.is_file() and not file.name.endswith(ANNOTATED))
            if not found:
                raise InputError(f"{path}: no SGF files in this folder")
            return found
        if given.exists():
            return [given]
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{path[:100]!r}: cannot be read") from None
    raise InputError(f"{path}: no such file or folder")


def read_bytes(path: str) -> bytes:
    """Return the bytes of an SGF file. Raises InputError if it cannot be read or is too large."""
    if not path:
        raise InputError("'': an empty text names no file; give the path of an SGF file")
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError:  # a NUL character in the name
        raise InputError(f"{path!r}: not the name of a file") from None
    refuse_large(data, path, "game")
    return data


def tasks_of(template: GameTask, game: int | None) -> list[GameTask]:
    """Return a task for each game of the file of *template*, or for number *game* only.

    A broken file gives one task, the result of which says what is wrong. Where there are several games their
    names have the number, also if only one of them is asked for.
    """
    try:
        count = count_games(read_bytes(template.path), template.path)
    except ShikatsuError:
        count = 1
    if count < 2:
        return [template if game is None else dataclasses.replace(template, game=game)]
    return [
        dataclasses.replace(template, game=number, name=f"{template.name}.{number}")
        for number in (range(1, count + 1) if game is None else [game])
    ]


def prepare(task: GameTask) -> tuple[GameRecord, Ruleset | None, Adjudication]:
    """Read what *task* is about; there is no ruleset where there is nothing to audit.

    Raises:
        InputError: the file is broken, or its rules are not known.
    """
    record = parse_game(read_bytes(task.path), game=task.game, move=task.move, name=task.path)
    claims = adjudication(record, task.dead, task.result)
    if not claims.anything and not task.anyway:
        return record, None, claims
    return record, ruleset_for(record, task.rules), claims


def audit_one(
    task: GameTask,
    *,
    workers: Workers | None = None,
    on_start: Callable[[Mask, int], None] | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> GameResult:
    """Audit one game, by *workers*; default: here. What is wrong with the file is in the result.

    Raises:
        Interrupted: Ctrl-C was pressed.
    """
    try:
        record, ruleset, claims = prepare(task)
        if ruleset is None:
            return GameResult(task, why_not=claims.stated.why_not)
        audit = audit_record(
            task, record, ruleset, claims, workers=workers, on_start=on_start, on_verdict=on_verdict
        )
    except ShikatsuError as error:
        return GameResult(task, error=" ".join(str(error).split()))
    except Exception as error:  # one bad file must not stop the others
        return GameResult(task, error=f"internal error: {type(error).__name__}: {error}")
    return GameResult(task, audit)


def audit_record(
    task: GameTask,
    record: GameRecord,
    ruleset: Ruleset,
    claims: Adjudication,
    *,
    workers: Workers | None = None,
    on_start: Callable[[Mask, int], None] | None = None,
    on_verdict: Callable[[UnitVerdict], None] | None = None,
) -> GameAudit:
    """Audit a game that was read, with the options of *task*, by *workers*; default: here.

    Raises:
        InputError: komi or hints make no sense.
        Interrupted: Ctrl-C was pressed.
    """
    komi = task.komi if task.komi is not None else komi_of(record)
    try:
        hints = None if task.hints is None else stated_dead(record, task.hints)[0]
    except InputError as error:
        raise InputError(f"{task.name}: hints: {error}") from None
    beside = ruleset_asked(task.beside) if task.beside else None
    if beside is None and not task.rules:  # who names the rules knows what they ask
        beside = rules_beside(ruleset)
    return audit_game(
        record,
        ruleset,
        claims,
        hints=hints,
        limits=task.limits,
        prover=task.prover,
        workers=workers,
        komi=komi,
        prisoners=task.prisoners,
        first=task.first,
        turns=task.turns,
        beside=beside,
        on_start=on_start,
        on_verdict=on_verdict,
    )


def komi_of(record: GameRecord) -> float | None:
    """Return komi as recorded; a quarter is one of Chinese counting by halves of the board.

    Raises:
        InputError: it is no komi, such as 375 for 3 3/4.
    """
    return None if record.komi is None else stated_komi(record.komi, record.name)


def stated_komi(komi: float, name: str) -> float:
    """Return what KM of the file *name* means. Raises InputError like :func:`komi_of`."""
    if is_komi(komi):
        return komi
    if is_komi(2 * komi):
        return 2 * komi
    raise InputError(f"{name}: KM[{komi:g}]: hardly points of komi; say what is meant with --komi")


def audit_all(
    tasks: Iterable[GameTask],
    *,
    workers: Workers | None = None,
    on_start: Callable[[GameTask], None] | None = None,
) -> Generator[GameResult, None, None]:
    """Yield the result of each task as it comes, by *workers*; default: here.

    Tasks are asked for as there is room for them, and nothing of a result is kept: there may be any number.
    After Ctrl-C the games in progress are yielded as well, with what was proved of them, and then it is
    raised; not so on a cluster, where nobody can reach into them.

    Raises:
        InputError: the cluster is gone.
        KeyboardInterrupt: Ctrl-C was pressed; what was yielded before stays valid.
    """
    workers = workers or Workers()
    answers = workers.run(audit_task, tasks, on_start=on_start, lost=_lost, gather=True)
    with contextlib.closing(answers):
        for _, result in answers:
            yield result


def audit_task(_: Any, task: GameTask) -> GameResult:
    """Audit one game for :class:`verifier.workers.Workers`; what Ctrl-C leaves of it is a result, too."""
    with interruptible() as listen:
        try:
            # From here on whatever there is can be returned.
            return audit_one(task, workers=Workers(task.jobs), on_start=lambda *_: listen())
        except Interrupted as stop:
            return GameResult(task, stop.result, interrupted=True)
        except KeyboardInterrupt:
            return GameResult(task, error="interrupted before anything was proved", interrupted=True)


def _lost(task: GameTask) -> GameResult:
    return GameResult(task, error="a worker process died, most likely for want of memory")
