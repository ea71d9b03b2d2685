"""How much of finished boards can be proved, by size and by what the players agreed on.

    python benchmarks/boards.py FOLDER [--seconds S] [--jobs N] [--sizes N ...] [--rules ID ...]
    python benchmarks/boards.py FOLDER --out new.jsonl --against old.jsonl
    python benchmarks/boards.py FOLDER --searches 2

FOLDER holds final positions as SGF files and ``agreed.json``: for the name of each file without its ending
an object with ``size`` and ``agreed_dead`` (vertices, one of each dead chain or all of their points). The
agreed stones direct the search, as in an audit; ``--hints FILE``, an object with a list of vertices for each
name, directs it instead, or with ``--unhinted`` the program's own guess. Prints one line for each board and
ruleset when it is done, and the tables at the end, with every chain that is proved against the agreement
shown on its board and explained.

``--out`` writes one line of JSON for each board and ruleset. A run that was killed goes on with the same
command, and one that is done prints its tables again. ``--against`` takes such a file of another run and says
what differs: the exit code is 1 if a chain that was alive is dead now, or the other way round.
"""

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from boards_compared import (  # noqa: E402
    Board,
    Contradiction,
    across,
    comparison,
    contradictions,
    otherwise,
    table,
)
from machine import commit, machine, program  # noqa: E402

from verifier.adjudicate.question import UnitVerdict  # noqa: E402
from verifier.adjudicate.staged import judge_board  # noqa: E402
from verifier.board import Mask, unit_name  # noqa: E402
from verifier.errors import InputError  # noqa: E402
from verifier.jobs.audit import adjudication  # noqa: E402
from verifier.jobs.audit.batch import read_bytes  # noqa: E402
from verifier.jobs.explain.explanation import explain  # noqa: E402
from verifier.journal import Journal  # noqa: E402
from verifier.notation import Diagram  # noqa: E402
from verifier.notation.game import GameRecord, parse_game  # noqa: E402
from verifier.rules import load_ruleset  # noqa: E402
from verifier.search import Limits, Status  # noqa: E402
from verifier.workers import Workers  # noqa: E402

RULES = ("proposal2012", "japanese1989-inside", "japanese1989")


def measured(
    context: tuple[str, float, str, str, int], task: tuple[str, str, Sequence[str], Sequence[str] | None]
) -> Board:
    """Judge one board: its name, the ruleset, the agreed dead stones, and where to look (None: own guess)."""
    (folder, limit, revision, digest, searches), (name, ruleset, agreed, hints) = context, task
    record = read(folder, name)
    dead = adjudication(record, agreed).dead or frozenset()
    start = time.perf_counter()
    judged = judge_board(
        Diagram(record.position),
        load_ruleset(ruleset),
        guess=None if hints is None else adjudication(record, hints).dead or frozenset(),
        limits=Limits(seconds=limit),
        workers=Workers(searches),
    )
    took = time.perf_counter() - start
    verdicts = {verdict.unit: verdict for verdict in judged.verdicts}
    chains, against = {}, []
    for unit in record.position.units():
        stated = Status.DEAD if unit in dead else Status.ALIVE
        found = verdicts[unit].status if unit in verdicts else Status.UNKNOWN
        chains[unit_name(record.position, unit)] = (stated.value, found.value)
        if found not in (Status.UNKNOWN, stated):
            against.append(_explained(record, unit, stated, verdicts[unit]))
    size = max(record.position.rows, record.position.cols)
    return Board(name, ruleset, size, limit, took, chains, against, revision, digest)


def read(folder: str, name: str) -> GameRecord:
    """The record of a board.

    Raises:
        InputError: there is no such file, or no game in it.
    """
    return parse_game(read_bytes(str(Path(folder) / f"{name}.sgf")))


def _explained(record: GameRecord, unit: Mask, stated: Status, verdict: UnitVerdict) -> Contradiction:
    position = record.position
    assert verdict.certificate is not None
    why = str(explain(verdict.certificate))
    return Contradiction(unit_name(position, unit), stated.value, verdict.status.value, why)


class Run:
    """The boards that are done, in a file if there is one."""

    def __init__(self, journal: Journal | None, limit: float, digest: str) -> None:
        self.journal = journal
        self.boards: dict[tuple[str, str], Board] = {}
        if journal is None:
            return
        for board in _boards(journal.lines()):
            if (board.limit, board.program) != (limit, digest):
                what = "program" if board.limit == limit else f"time of {board.limit:g} seconds a board"
                raise InputError(f"{journal.path}: is a run with another {what}; take another file")
            self.boards[board.name, board.ruleset] = board

    def add(self, board: Board) -> None:
        """Keep a board."""
        self.boards[board.name, board.ruleset] = board
        if self.journal is not None:
            self.journal.append(json.dumps(asdict(board), ensure_ascii=False))


def _boards(lines: Iterator[bytes]) -> Iterator[Board]:
    for line in lines:
        found = json.loads(line)
        found["against"] = [Contradiction(**one) for one in found["against"]]
        found["chains"] = {name: tuple(pair) for name, pair in found["chains"].items()}
        yield Board(**found)


def read_json(path: Path) -> Mapping[str, Any]:
    """An object in a file.

    Raises:
        InputError: there is no such file, or it is none of JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as JSON ({error})") from None


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--rules", nargs="+", default=RULES, metavar="ID")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--searches", type=int, default=1, help="at a time on each board")
    parser.add_argument("--sizes", type=int, nargs="*")
    parser.add_argument("--boards", nargs="*", metavar="NAME", help="only these")
    parser.add_argument("--hints", type=Path, metavar="FILE", help="stones that direct the search")
    parser.add_argument("--unhinted", action="store_true", help="nobody says where to look")
    parser.add_argument("--out", metavar="FILE", help="write the boards there, and go on from there")
    parser.add_argument("--against", metavar="FILE", help="what --out wrote of another run")
    args = parser.parse_args()
    try:
        return _run(args)
    except InputError as error:
        print(f"boards: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("boards: interrupted; with --out the same command goes on from here", file=sys.stderr)
        return 130


def _run(args: argparse.Namespace) -> int:
    agreed = read_json(Path(args.folder) / "agreed.json")
    hints = read_json(args.hints) if args.hints else {}
    names = [
        name
        for name, entry in agreed.items()
        if (not args.sizes or entry["size"] in args.sizes) and (not args.boards or name in args.boards)
    ]
    before = None
    if args.against:
        try:
            with open(args.against, "rb") as lines:  # noqa: PTH123
                before = list(_boards(iter(lines)))
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise InputError(f"{args.against}: is no run of --out ({error})") from None
    # With more searches at a time it is another run, as with another program.
    digest = program() if args.searches == 1 else f"{program()}, {args.searches} searches at a time"
    with contextlib.ExitStack() as stack:
        run = Run(stack.enter_context(Journal(args.out)) if args.out else None, args.seconds, digest)
        said = {} if args.unhinted else {name: agreed[name]["agreed_dead"] for name in names} | hints
        tasks = [
            (name, ruleset, agreed[name]["agreed_dead"], said.get(name))
            for ruleset in args.rules
            for name in names
            if (name, ruleset) not in run.boards
        ]
        context = (args.folder, args.seconds, commit(), digest, args.searches)
        for _, board in Workers(args.jobs).run(measured, tasks, context):
            run.add(board)
            open_, against = " ".join(board.open) or "none", ", ".join(map(str, board.against)) or "none"
            line = f"{board.name} {board.ruleset} {board.seconds:.1f} s, open: {open_}, against: {against}"
            print(line, flush=True)
    boards = [run.boards[name, ruleset] for ruleset in args.rules for name in names]
    how = f"{args.jobs} at a time" + (f", {args.searches} searches for each" if args.searches > 1 else "")
    print(f"\n{args.seconds:g} seconds a board, {how}, {commit()}; {machine()}")
    for ruleset in args.rules:
        print(f"\n{table([board for board in boards if board.ruleset == ruleset])}")
    if len(args.rules) > 1:
        print(f"\n{across(boards)}")
    for ruleset in args.rules if before is not None else ():
        print(f"\n{comparison(before or [], boards, ruleset)}")
    print(f"\n{contradictions(boards, lambda name: read(args.folder, name).position)}")
    return 1 if otherwise(before or [], boards) else 0


if __name__ == "__main__":
    sys.exit(main())
