"""``shikatsu cases --rules A B C ...``: all cases under several rulesets, as one table."""

import argparse
import contextlib
from collections.abc import Sequence
from pathlib import Path

from verifier.board import Mask, unit_name
from verifier.cli import document, exits
from verifier.cli.matrix_html import page
from verifier.cli.matrix_site import prepare_site, write_site
from verifier.cli.output import Progress, note, prepare_file, prepare_folder, print_table, write_text
from verifier.cli.reporting import (
    asked_limits,
    certificate_name,
    compared_count_document,
    limits_document,
    note_missing_kernel,
    workers_of,
)
from verifier.jobs.cases.case import Case
from verifier.jobs.cases.compared import Comparison
from verifier.jobs.compare.blame import Blame
from verifier.jobs.compare.blame_words import legend
from verifier.jobs.compare.cache import VerdictCache, default_cache_path
from verifier.jobs.compare.matrix import Cell, Matrix, fill
from verifier.jobs.compare.reasons import Parting, partings
from verifier.proof import write_certificate
from verifier.rules import Ruleset
from verifier.search import Status, available_provers
from verifier.workers import Workers

__all__ = [
    "exit_code",
    "filled",
    "kept_words",
    "open_cache",
    "parted",
    "print_legend",
    "print_reasons",
    "proof_folder",
    "run",
    "write_proofs",
]

_MARKS = {Comparison.AGREES: "=", Comparison.FAILS: "!", Comparison.DEVIATES: "~"}
_WORDS = {Status.ALIVE: "alive", Status.DEAD: "dead", Status.DRAWN: "drawn", Status.UNKNOWN: "?"}


def run(arguments: argparse.Namespace, cases: Sequence[Case], rulesets: Sequence[Ruleset]) -> int:
    """Fill the matrix, print it, write what was asked for, and return the exit code."""
    target = prepare_file(arguments.html, force=arguments.force) if arguments.html else None
    folder = proof_folder(arguments, cases, rulesets)
    site = prepare_site(arguments.site, cases, rulesets, force=arguments.force) if arguments.site else None
    why = arguments.why if arguments.why is not None else len(rulesets) == 2
    with contextlib.closing(open_cache(arguments)) as cache:
        matrix = filled(arguments, cases, rulesets, cache)
        reasons, unfinished = list[Parting](), False
        if why and not matrix.interrupted:
            reasons, unfinished = parted(arguments, matrix, rulesets[0], rulesets[1:], cache)
        if folder:
            write_proofs(matrix, folder, force=arguments.force)
        if target:
            write_text(target, page(matrix, reasons))
        if site:
            files = write_site(matrix, site, reasons, explained=bool(arguments.why))
            note(f"{site}: {files} files; open {site / 'index.html'}")
    code = exits.INTERRUPTED if unfinished else exit_code(matrix)
    if arguments.json:
        print(document.encode(matrix_document(matrix, code, reasons)))
    else:
        print_matrix(matrix)
        print_reasons(reasons, in_full=bool(arguments.why))
    if matrix.interrupted:
        note(f"interrupted; {len(matrix.cells)} of {matrix.asked} cells are there; {kept_words(arguments)}")
    return code


def kept_words(arguments: argparse.Namespace) -> str:
    """What becomes of the verdicts that were found before an interruption."""
    if arguments.no_cache:
        return "with --no-cache no verdict is kept"
    return "the verdicts found are kept, run the command again to go on"


def open_cache(arguments: argparse.Namespace) -> VerdictCache:
    """Return the store of verdicts that the options name."""
    if arguments.no_cache:
        return VerdictCache()
    return VerdictCache(Path(arguments.cache) if arguments.cache else default_cache_path())


def filled(
    arguments: argparse.Namespace, cases: Sequence[Case], rulesets: Sequence[Ruleset], cache: VerdictCache
) -> Matrix:
    """Return the matrix of the options, with progress. Its certificates stay in *cache*."""
    with workers_of(arguments) as workers:
        return _filled(arguments, cases, rulesets, cache, workers)


def _filled(
    arguments: argparse.Namespace,
    cases: Sequence[Case],
    rulesets: Sequence[Ruleset],
    cache: VerdictCache,
    workers: Workers,
) -> Matrix:
    limits = asked_limits(arguments)
    note_missing_kernel(arguments.prover)
    progress = Progress(0)

    def total(number: int) -> None:
        nonlocal progress
        progress.__exit__(None, None, None)
        progress = Progress(number)
        progress.__enter__()

    try:
        return fill(
            cases,
            rulesets,
            limits=limits,
            prover=arguments.prover,
            workers=workers,
            cache=cache,
            on_total=total,
            on_step=lambda what: progress.step(what),
        )
    finally:
        progress.__exit__(None, None, None)


def parted(
    arguments: argparse.Namespace,
    matrix: Matrix,
    first: Ruleset,
    others: Sequence[Ruleset],
    cache: VerdictCache,
) -> tuple[list[Parting], bool]:
    """Return why *first* and each of *others* part, as far as it came, and whether Ctrl-C ended it."""
    found = list[Parting]()
    with Progress(None) as progress:
        try:
            for other in others:
                progress.start(f"which axes are to blame: {first.id} and {other.id}")
                for item in partings(matrix, first, other, prover=arguments.prover, cache=cache):
                    found.append(item)
                    unit = unit_name(item.position, item.unit)
                    progress.start(f"which axes are to blame: {item.name} {unit}")
        except KeyboardInterrupt:
            note("interrupted while looking for what is to blame")
            return found, True
    return found, False


def print_reasons(reasons: Sequence[Parting], *, in_full: bool) -> None:
    """Print why rulesets part: a line for each unit and one for each axis, or all that is known of each."""
    if reasons and not in_full:
        print()
        for item in reasons:
            print(f"{item.name} {unit_name(item.position, item.unit)}: {item.brief}")
        print_legend([item.blame for item in reasons])
        return
    for item in reasons:
        print(f"\n{item.name} {unit_name(item.position, item.unit)}")
        for line in item.words:
            print(f"  {line}")


def print_legend(blames: Sequence[Blame], indent: str = "") -> None:
    """Print the values and articles of the axes that are to blame, each once."""
    if lines := legend(blames):
        print(f"{indent}What is to blame was found by trying, with proofs; --why says more. The values:")
        for line in lines:
            print(f"{indent}  {line}")


def exit_code(matrix: Matrix) -> int:
    """Deviations are what a matrix is for; only what is missing matters to the exit code."""
    if matrix.interrupted:
        return exits.INTERRUPTED
    unknown = any(cell.known.status is Status.UNKNOWN for cell in matrix.cells.values())
    return exits.UNKNOWN if unknown else exits.OK


def proof_folder(
    arguments: argparse.Namespace, cases: Sequence[Case], rulesets: Sequence[Ruleset]
) -> Path | None:
    """Return the folder that --proof names, or None without it.

    Raises:
        InputError: it cannot be made, or a certificate would overwrite a file.
    """
    if not arguments.proof:
        return None
    files = [_file(case, unit, ruleset) for case in cases for unit in case.units for ruleset in rulesets]
    return prepare_folder(arguments.proof, files, force=arguments.force)


def write_proofs(matrix: Matrix, folder: Path, *, force: bool) -> None:
    """Write one certificate for each decided cell."""
    for cell in matrix.cells.values():
        certificate = cell.certificate
        if certificate is not None:
            name = _file(cell.case, cell.unit, cell.ruleset)
            write_certificate(certificate, folder / name, force=force)


def _file(case: Case, unit: Mask, ruleset: Ruleset) -> str:
    return certificate_name(case.id, ruleset, unit_name(case.position, unit))


def letters(rulesets: Sequence[Ruleset]) -> dict[str, str]:
    """Short names for the columns, by ruleset id: A, B, ... Z, AA, ..."""
    names = {}
    for number, ruleset in enumerate(rulesets):
        first, last = divmod(number, 26)
        names[ruleset.id] = (chr(64 + first) if first else "") + chr(65 + last)
    return names


def print_matrix(matrix: Matrix) -> None:
    """Print units by rulesets, counts by rulesets, and a line for each ruleset."""
    short = letters(matrix.rulesets)
    for ruleset in matrix.rulesets:
        print(f"{short[ruleset.id]:>3}  {ruleset.id}  {ruleset.title}")
    print("\n= agrees with the ruleset's document, ! contradicts it, ~ the document contradicts itself\n")
    rows = []
    for case in matrix.cases:
        for unit in case.units:
            cells = [matrix.cell(case, unit, ruleset) for ruleset in matrix.rulesets]
            colour = "O" if unit & case.position.white else "X"
            stones = f"{unit.bit_count()}{colour}"
            rows.append([case.id, unit_name(case.position, unit), stones, *map(_cell, cells)])
    print_table(["case", "unit", "stones", *short.values()], rows, right=["stones"])
    print()
    rows = []
    for case in matrix.cases:
        if case.units:
            totals = ["-".join(matrix.total(case, ruleset)) for ruleset in matrix.rulesets]
            marks = [_count_mark(matrix, case, ruleset) for ruleset in matrix.rulesets]
            rows.append([case.id, *(total + mark for total, mark in zip(totals, marks, strict=True))])
    print_table(["territory", *short.values()], rows)
    print()
    for ruleset in matrix.rulesets:
        tally = matrix.tally(ruleset)
        number = sum(tally.values())
        decided = number - tally[Comparison.UNKNOWN]
        deviate = tally[Comparison.DEVIATES]
        print(
            f"{ruleset.id}: {decided} of {number} decided and proved; {tally[Comparison.AGREES]} agree,"
            f" {tally[Comparison.FAILS]} contradict,"
            + (f" {deviate} where the document contradicts itself," if deviate else "")
            + f" {tally[Comparison.UNCLAIMED]} unclaimed"
        )
    decided = sum(cell.known.status is not Status.UNKNOWN for cell in matrix.cells.values())
    share = 100 * decided / max(1, matrix.asked)
    print(f"{decided} of {matrix.asked} cells decided and proved ({share:.1f} %)")


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return ""
    return _WORDS[cell.known.status] + _MARKS.get(cell.result, "")


def _count_mark(matrix: Matrix, case: Case, ruleset: Ruleset) -> str:
    results = {item.result for item in matrix.counts(case, ruleset)}
    for result, mark in ((Comparison.FAILS, "!"), (Comparison.DEVIATES, "~"), (Comparison.UNKNOWN, "?")):
        if result in results:
            return mark
    return "=" if results else ""


def matrix_document(
    matrix: Matrix, code: int, reasons: Sequence[Parting] = ()
) -> document.MatrixDocument:
    """Return the matrix for JSON."""
    return document.MatrixDocument(
        schema=document.SCHEMA,
        kind="matrix",
        program=document.PROGRAM,
        rulesets=[document.ruleset_document(ruleset) for ruleset in matrix.rulesets],
        limits=limits_document(matrix.limits),
        provers=list(available_provers()),
        cells=[
            document.CellDocument(
                case=cell.case.id,
                unit=unit_name(cell.case.position, cell.unit),
                ruleset=cell.ruleset.id,
                status=cell.known.status.value,
                reason=cell.known.reason,
                claim=cell.claim.status.value if cell.claim else None,
                result=cell.result.value,
                nodes=cell.known.nodes,
                seconds=round(cell.known.seconds, 6),
                states=cell.known.states,
            )
            for cell in matrix.cells.values()
        ],
        totals=[
            document.TotalDocument(
                case=case.id,
                ruleset=ruleset.id,
                black=matrix.total(case, ruleset)[0],
                white=matrix.total(case, ruleset)[1],
                claims=[compared_count_document(item) for item in matrix.counts(case, ruleset)],
            )
            for case in matrix.cases
            for ruleset in matrix.rulesets
        ],
        differences=[
            document.DifferenceDocument(
                case=item.name,
                unit=unit_name(item.position, item.unit),
                rulesets=[item.blame.first.claim.ruleset.id, item.blame.second.claim.ruleset.id],
                axes=[list(axes) for axes in dict.fromkeys(swap.axes for swap in item.blame.found)],
                smallest=item.blame.smallest,
                undecided=[list(axes) for axes in dict.fromkeys(swap.axes for swap in item.blame.unknown)],
                words=item.words,
            )
            for item in reasons
        ],
        interrupted=code == exits.INTERRUPTED,
        exit_code=code,
    )
