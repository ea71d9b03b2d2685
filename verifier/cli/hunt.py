"""``shikatsu hunt``: the smallest position on which rulesets disagree, or one breaks a property."""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from verifier import text
from verifier.adjudicate.first import all_moving_first
from verifier.adjudicate.question import UnitVerdict
from verifier.board import Position
from verifier.board.grid import bits
from verifier.cli import document, exits
from verifier.cli.hunt_document import (
    FoundDocument,
    HuntDocument,
    LotDocument,
    ProvedDocument,
    UndecidedDocument,
)
from verifier.cli.matrix import print_legend
from verifier.cli.output import (
    Progress,
    Unwritten,
    note,
    prepare_file,
    prepare_folder,
    print_table,
    write_text,
)
from verifier.cli.reporting import (
    certificate_name,
    limits_document,
    limits_of,
    note_missing_kernel,
    print_files,
    unit_document,
    workers_of,
)
from verifier.errors import InputError
from verifier.files import file_name
from verifier.jobs.compare.blame import Blame, blame
from verifier.jobs.compare.blame_words import blame_words, to_blame
from verifier.jobs.explain.explanation import explain
from verifier.jobs.hunt.orbits import Board
from verifier.jobs.hunt.run import Found, Hunt, hunt
from verifier.jobs.hunt.spaces import Lot
from verifier.jobs.hunt.statements import Statement
from verifier.jobs.hunt.tally import Tally
from verifier.jobs.hunt.where import space_of
from verifier.jobs.show.files import write_entries
from verifier.jobs.show.page import Entry
from verifier.jobs.show.shown import of_verdicts
from verifier.notation import print_diagram
from verifier.proof import write_certificate
from verifier.rules import judging_ruleset
from verifier.search import Limits

__all__ = ["run"]

NODES, SECONDS = 200_000, 10.0
"""Limits for each unit unless others are given: there are many units."""

_LEAST_SIDE = 2
"""No side is shorter unless a number is given: nobody plays on a single row."""

_PROOFS = ("hunt-[0-9]*.txt", "hunt-[0-9]*.json")
_SHOWN = ("hunt-[0-9]*",)
"""Files that ``--proof`` and ``--export`` write."""

_LISTED = 10
"""So many unknown units are listed in the text."""

Files = dict[int, Path]
"""By id of the verdict."""


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    names = (arguments.rules_a, arguments.rules_b)
    rulesets = tuple(
        all_moving_first(judging_ruleset(name), arguments.first, "a hunt") for name in names if name
    )
    if len({ruleset.id for ruleset in rulesets}) < len(rulesets) and names[0] != names[1]:
        raise InputError(f"{names[1]}: {rulesets[1].id} is the id of {names[0]} too; give it another one")
    if arguments.property and len(rulesets) > 1:
        raise InputError("--property is about one ruleset; leave the second one out")
    if arguments.property and arguments.on:
        raise InputError("--property is about one ruleset, and --on compares two; leave one of them out")
    if arguments.positions == "settled" and arguments.open:
        raise InputError("--positions settled: only complete boards are settled; leave --open out")
    crops = arguments.open or arguments.near
    settled = arguments.positions == "settled" or not (arguments.positions or crops)
    statement = Statement(rulesets, arguments.on or "status", arguments.property or "", settled)
    changes = arguments.changes if arguments.changes is not None else 1 if arguments.near else 0
    narrowed = (arguments.near, arguments.board, arguments.open, arguments.stones, arguments.where)
    elsewhere = any(narrowed) or arguments.by != "enumeration"
    cases = not (elsewhere or arguments.no_cases)
    if arguments.changes is not None and not (arguments.near or cases):
        raise InputError("--changes: only cases are changed, and none is looked at here; leave it out")
    named = arguments.near or arguments.board
    space = space_of(
        points=arguments.points,
        least_side=arguments.least_side or (None if named else _LEAST_SIDE),
        sizes=arguments.board,
        open_sides=arguments.open,
        stones=arguments.stones,
        where=arguments.where,
        by=arguments.by,
        near=arguments.near,
        changes=changes,
        cases=cases,
    )
    limits = limits_of(
        arguments.limit_nodes or NODES,
        arguments.limit_seconds or SECONDS,
        arguments.limit_memory,
        arguments.limit_walls,
    )
    folder = shown = None
    if arguments.proof:
        folder = prepare_folder(arguments.proof, (), force=arguments.force, like=_PROOFS)
    if arguments.export:
        shown = prepare_folder(arguments.export, ["index.html"], force=arguments.force, like=_SHOWN)
    note_missing_kernel(arguments.prover)
    with workers_of(arguments) as workers, Progress(None) as progress:
        watch = _Watch(progress)
        found = hunt(
            statement,
            space,
            limits=limits,
            prover=arguments.prover,
            count=arguments.count,
            workers=workers,
            state=Path(arguments.state) if arguments.state else None,
            on_position=watch.position,
            on_shrink=lambda position: progress.start(f"making it smaller: {_size(position)}"),
        )
    code = exits.UNKNOWN if found.tally.undecided else exits.OK
    if found.interrupted:
        code = exits.INTERRUPTED
        note("interrupted" + ("; the same command goes on from here" if arguments.state else ""))
    files: Files = {}
    exported: list[Path] = []
    with Unwritten() as unwritten:
        if folder:
            _write(found, folder, files, force=arguments.force)
    with Unwritten() as unshown:
        if shown:
            exported = write_entries(shown, str(statement), _entries(found), force=arguments.force)
    if arguments.json:
        print(document.encode(_document(found, files, code)))
    else:
        _print(found, files, in_full=arguments.why)
        if exported:
            print(f"shown: {len(exported)} files in {shown}")
    unwritten.tell()
    unshown.tell()
    return code


class _Watch:
    """Says how far a hunt is and how quickly it goes."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.begun = time.monotonic()
        self.before: int | None = None

    def position(self, lot: Lot, tally: Tally) -> None:
        positions = tally.positions
        if self.before is None:
            self.before = positions - 1
        rate = (positions - self.before) / max(time.monotonic() - self.begun, 0.001)
        self.progress.start(
            f"{lot}: {positions} positions, {tally.undecided} unknown,"
            f" {rate:.0f} a second"
        )


def _size(position: Position) -> str:
    stones = text.stones((position.black | position.white).bit_count())
    return f"{Board(position.rows, position.cols, position.open_sides)}, {stones}"


def _write(found: Hunt, folder: Path, files: Files, *, force: bool) -> None:
    """Write the positions as diagrams, and the certificates of all disagreements; *files* learns of these."""
    for number, item in enumerate(found.found, 1):
        diagram = prepare_file(str(folder / f"hunt-{number}.txt"), force=force)
        write_text(diagram, print_diagram(item.disagreement.position, style="ascii") + "\n")
        boards: dict[Position, int] = {}
        for verdict in item.disagreement.verdicts:
            question = verdict.question
            board = boards.setdefault(question.position, len(boards) + 1)
            more = () if board == 1 else (f"board-{board}",)
            name = certificate_name(f"hunt-{number}", question.ruleset, verdict.name, *more)
            path = folder / name
            if verdict.certificate is not None:
                if path not in files.values():
                    write_certificate(verdict.certificate, path, force=force)
                files[id(verdict)] = path


def _entries(found: Hunt) -> list[Entry]:
    """What was found, to be shown: each position under each ruleset that the disagreement rests on."""
    entries = []
    for number, item in enumerate(found.found, 1):
        boards = []
        numbers: dict[Position, int] = {}
        for (position, ruleset), verdicts in _grouped(item.disagreement.verdicts).items():
            board = numbers.setdefault(position, len(numbers) + 1)
            more = [] if board == 1 else [f"board-{board}"]
            name = ".".join([f"hunt-{number}", *more, file_name(ruleset)])
            boards.append((name, of_verdicts(position, verdicts)))
        size = _size(item.disagreement.position)
        entries.append(Entry(f"{number}. {size}", item.disagreement.words, tuple(boards)))
    return entries


def _print(found: Hunt, files: Files, *, in_full: bool) -> None:
    print(f"statement: {found.statement}")
    print(f"looked at: {found.space}")
    print()
    figures = _by_board(found)
    rows = [[board, *map(str, row)] for board, row in figures.items() if any(row)]
    header = ["board", "positions", "disagree", "unknown"]
    if rows:
        print_table(header, rows, right=header[1:])
    if len(rows) < len(figures):
        print(f"{text.many(len(figures) - len(rows), 'board')} without such positions")
    print()
    for number, item in enumerate(found.found, 1):
        _print_found(number, item, found.limits, in_full=in_full)
    print_files({path: path for path in files.values()})
    print(_summary(found))
    listed = found.tally.unknown[:_LISTED]
    for unit in listed:
        board = "/".join(unit.board.splitlines())
        print(f"unknown: {board} {unit.unit} under {unit.ruleset}: {unit.reason}")
    if len(found.tally.unknown) > len(listed):
        print(f"and {len(found.tally.unknown) - len(listed)} more; --json lists all")


def _by_board(found: Hunt) -> dict[str, list[int]]:
    """Positions, disagreements and unknown positions of each board; cases that agree are one row."""
    figures: dict[str, list[int]] = {}
    for lot, count in zip(found.lots, found.tally.counts, strict=False):
        row = figures.setdefault(f"near {lot.near}" if lot.near else str(lot.board), [0, 0, 0])
        for index, number in enumerate((count.positions, count.disagree, count.unknown)):
            row[index] += number
    cases = {f"near {lot.near}" for lot in found.lots if lot.near}
    quiet = [name for name, row in figures.items() if name in cases and row[0] and not any(row[1:])]
    if len(quiet) > 1:
        rows = [figures.pop(name) for name in quiet]
        figures[f"near {len(quiet)} other cases"] = [sum(column) for column in zip(*rows, strict=True)]
    return figures


def _print_found(number: int, item: Found, limits: Limits, *, in_full: bool) -> None:
    print(f"{number}. {_size(item.disagreement.position)}")
    for line in item.disagreement.words:
        print(line)
    for (position, ruleset), verdicts in _grouped(item.disagreement.verdicts).items():
        signs = {
            point: text.STATUS_SUFFIXES[verdict.status.value]
            for verdict in verdicts
            for point in bits(verdict.unit)
        }
        changed = "" if position == item.disagreement.position else "changed so, "
        print(f"\n{changed}under {ruleset}:")
        print(text.board(position, suffixes=signs))
        print(text.legend(signs))
        for verdict in verdicts:
            if verdict.certificate is not None:
                said = explain(verdict.certificate)
                print("\n" + "\n".join(said.sentences) if in_full else said.brief)
    _print_blamed(item, limits, in_full=in_full)
    if item.shrunk_from is not None:
        print(f"\nfound as {_size(item.shrunk_from)}, and made smaller")
    print()


def _print_blamed(item: Found, limits: Limits, *, in_full: bool) -> None:
    """Print which axes are to blame for each unit that two rulesets decide differently."""
    pairs: dict[tuple[Position, int], list[UnitVerdict]] = {}
    for verdict in item.disagreement.verdicts:
        pairs.setdefault((verdict.question.position, verdict.unit), []).append(verdict)
    blamed: dict[str, Blame] = {}
    for pair in pairs.values():
        proofs = [verdict.certificate for verdict in pair if verdict.certificate is not None]
        if len(proofs) == 2 and proofs[0].claim.verdict is not proofs[1].claim.verdict:
            blamed[pair[0].name] = blame(proofs[0], proofs[1], limits)
    if in_full:
        for name, found in blamed.items():
            print("\n".join(["", f"{name}:", *blame_words(found)]))
    elif blamed:
        print()
        for name, found in blamed.items():
            print(f"to blame for {name}: {to_blame(found)}")
        print_legend(list(blamed.values()))


def _grouped(verdicts: Sequence[UnitVerdict]) -> dict[tuple[Position, str], list[UnitVerdict]]:
    """The verdicts by position and ruleset."""
    groups: dict[tuple[Position, str], list[UnitVerdict]] = {}
    for verdict in verdicts:
        groups.setdefault((verdict.question.position, verdict.question.ruleset.id), []).append(verdict)
    return groups


def _summary(found: Hunt) -> str:
    """What the run shows, and no more."""
    tally = found.tally
    looked = f"{text.many(tally.positions, 'position')}, {tally.undecided} unknown"
    if found.found:
        first = found.found[0]
        if first.smallest:
            return f"no smaller position of these boards disagrees ({looked})"
        if not first.near:
            smaller = text.many(first.smaller_unknown, "smaller position")
            return f"perhaps not the smallest: {smaller} unknown ({looked})"
        larger = ""
        if found.none_up_to:
            larger = f"; boards of up to {found.none_up_to} points are decided in full"
        return (
            f"near {first.near}: no row, column or stone can be taken from it; smaller ones may exist{larger}"
            f" ({looked})"
        )
    if found.complete and not tally.positions:
        return "there is no such position, so nothing is shown"
    what = "none found" if tally.undecided or not found.complete else "none"
    if found.complete and not tally.undecided:
        return f"{what}: everything looked at agrees, each verdict proved and checked ({looked})"
    if found.none_up_to:
        return f"{what}; boards of up to {found.none_up_to} points are decided in full ({looked})"
    return f"{what} ({looked})"


def _document(found: Hunt, files: Files, code: int) -> HuntDocument:
    statement, tally = found.statement, found.tally
    return HuntDocument(
        schema=document.SCHEMA,
        kind="hunt",
        program=document.PROGRAM,
        statement=str(statement),
        space=str(found.space),
        rulesets=[document.ruleset_document(ruleset) for ruleset in statement.rulesets],
        compared=None if statement.property else statement.compared,
        settled=statement.settled,
        property=statement.property or None,
        limits=limits_document(found.limits),
        lots=[
            LotDocument(
                board=str(lot.board),
                stones=lot.stones,
                near=lot.near or None,
                positions=count.positions,
                disagree=count.disagree,
                unknown=count.unknown,
                complete=count.complete,
            )
            for lot, count in zip(found.lots, tally.counts, strict=False)
        ],
        positions=tally.positions,
        searches=tally.searches,
        seconds=round(tally.seconds, 3),
        found=[_found_document(item, files) for item in found.found],
        unknown=[
            UndecidedDocument(
                board=item.board.splitlines(), unit=item.unit, ruleset=item.ruleset, reason=item.reason
            )
            for item in tally.unknown
        ],
        none_up_to=found.none_up_to,
        complete=found.complete,
        interrupted=found.interrupted,
        exit_code=code,
    )


def _found_document(item: Found, files: Files) -> FoundDocument:
    before = item.shrunk_from
    return FoundDocument(
        position=document.position_document(item.disagreement.position),
        words=list(item.disagreement.words),
        smallest=item.smallest,
        smaller_unknown=item.smaller_unknown,
        near=item.near or None,
        shrunk_from=document.position_document(before) if before else None,
        verdicts=[
            ProvedDocument(
                position=document.position_document(verdict.question.position),
                ruleset=verdict.question.ruleset.id,
                unit=unit_document(verdict, files.get(id(verdict))),
            )
            for verdict in item.disagreement.verdicts
        ],
    )
