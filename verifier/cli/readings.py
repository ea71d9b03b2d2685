"""``shikatsu readings``: the simplest ruleset that gives all examples, or which exclude each other."""

import argparse
import contextlib
import time
from pathlib import Path

from verifier.board import Mask, unit_name
from verifier.cli import document, exits
from verifier.cli.matrix import kept_words, open_cache
from verifier.cli.output import Progress, note, prepare_folder, print_table, write_text
from verifier.cli.readings_document import (
    AxisPairDocument,
    ReadingAnswerDocument,
    ReadingCaseDocument,
    ReadingDocument,
    ReadingsDocument,
    ReadingTallyDocument,
    ReasonDocument,
)
from verifier.cli.reporting import asked_limits, certificate_name, limits_document, note_missing_kernel
from verifier.errors import InputError
from verifier.files import refuse_existing
from verifier.jobs.cases.case import Case, case_ids, load_case, load_cases
from verifier.jobs.cases.compared import Comparison
from verifier.jobs.cases.fields import Basis
from verifier.jobs.readings.answer import Answer, Inquiry, stages
from verifier.jobs.readings.bank import Bank
from verifier.jobs.readings.demands import Demand, demands_of, levels_of
from verifier.jobs.readings.page import (
    BEGIN,
    END,
    answer_words,
    reading_words,
    readings_page,
    reason_words,
    within,
)
from verifier.jobs.readings.product import Reading, open_axes, parse_axes, product_of
from verifier.jobs.readings.survey import Survey, Tried, survey
from verifier.proof import write_certificate
from verifier.rules import Ruleset, judging_ruleset
from verifier.search import Limits
from verifier.text import many

__all__ = ["run"]

_LISTED = 10
"""So many readings are shown in the text, those that contradict the fewest examples first."""

_SYMBOLS = {Comparison.AGREES: "agrees", Comparison.FAILS: "fails", Comparison.UNKNOWN: "unknown"}


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    base = judging_ruleset(arguments.base)
    axes = parse_axes(base, arguments.axes) if arguments.axes else open_axes(base)
    if not axes:
        raise InputError(f"{base.id}: the package has no other reading of it; name axes with --axes")
    product = product_of(base, axes)
    spoken = arguments.claims or base.document
    demands = demands_of(_cases(arguments.cases, spoken), spoken)
    levels = levels_of(demands, Basis(arguments.basis))
    limits = asked_limits(arguments)
    page = _page(arguments.out, force=arguments.force) if arguments.out else None
    folder = prepare_folder(arguments.proof, (), force=arguments.force) if arguments.proof else None
    note_missing_kernel(arguments.prover)
    deadline = time.monotonic() + (arguments.seconds or float("inf"))
    with contextlib.closing(open_cache(arguments)) as store, Progress(None) as progress:
        bank = Bank(
            product.games, store, prover=arguments.prover, deadline=deadline, on_search=progress.start
        )
        inquiry = Inquiry(product, bank, progress.start)
        found = survey(inquiry, levels, stages(limits), document=spoken, fill=arguments.all)
        files = _write(found, bank, folder, force=arguments.force) if folder else 0
    code = _exit_code(found)
    if found.interrupted:
        note(f"interrupted; {kept_words(arguments)}")
    if page is not None:
        text = readings_page(found, limits, _command(arguments))
        write_text(Path(arguments.out), within(page, text) or text)
    if arguments.json:
        print(document.encode(_document(found, limits, code)))
    else:
        _print(found)
        if folder:
            print(f"{files} certificates in {folder}")
    return code


def _cases(names: list[str], spoken: str) -> list[Case]:
    """The cases that are named, one by one or as folders; without names the examples with such claims."""
    if not names:
        return [case for case in map(load_case, case_ids()) if case.example and case.claims_of(spoken)]
    every: list[str] = []
    for name in names:
        path = Path(name)
        files = [str(file) for file in sorted(path.glob("*.toml"))] if path.is_dir() else [name]
        if not files:
            raise InputError(f"--cases {name}: there is no case file (.toml) in this folder")
        every += files
    return list(load_cases(every))


def _page(name: str, *, force: bool) -> str:
    """The text of the file that ``--out`` names, of which a part may be written anew; "" if there is none."""
    path = Path(name)
    with contextlib.suppress(OSError, UnicodeDecodeError):
        text = path.read_text(encoding="utf-8")
        if within(text, "") is not None:
            return text
    refuse_existing(path, force=force)
    return f"{BEGIN}\n{END}\n"


def _command(arguments: argparse.Namespace) -> str:
    """The command that this is, without where things are kept and how long it may take."""
    parts = ["shikatsu readings"]
    if arguments.base != "japanese1989":
        parts.append(f"--base {arguments.base}")
    if arguments.axes:
        parts.append("--axes " + " ".join(f"'{text}'" if " " in text else text for text in arguments.axes))
    if arguments.cases:
        parts.append("--cases " + " ".join(arguments.cases))
    if arguments.claims:
        parts.append(f"--claims {arguments.claims}")
    if arguments.basis != "inferred":
        parts.append(f"--basis {arguments.basis}")
    if arguments.all:
        parts.append("--all")
    return " ".join(parts)


def _exit_code(found: Survey) -> int:
    if found.interrupted:
        return exits.INTERRUPTED
    return exits.OK if all(answer.decided for answer in found.answers) else exits.UNKNOWN


def _write(found: Survey, bank: Bank, folder: Path, *, force: bool) -> int:
    """Write the certificates behind the answers; return how many. Answers, and claims, may share some."""
    wanted: dict[str, tuple[Case, Mask, Ruleset]] = {}
    for answer in found.answers:
        for demand, reading in _behind(found, answer):
            for unit in demand.units:
                name = certificate_name(demand.id, reading.ruleset, unit_name(demand.case.position, unit))
                wanted[name] = demand.case, unit, reading.ruleset
    number = 0
    for name, asked in wanted.items():
        certificate, path = bank.certificate(*asked), folder / name
        if certificate is not None:
            if force or not path.exists():
                write_certificate(certificate, path, force=force)
            number += 1
    return number


def _behind(found: Survey, answer: Answer) -> list[tuple[Demand, Reading]]:
    """Claims and readings on whose verdicts an answer rests: all of its reading, one of each other one."""
    pairs = [(demand, answer.reading) for demand in answer.level.demands if answer.reading]
    for tried in found.tried:
        failing = [
            demand
            for demand in answer.level.demands
            if tried.results[demand] is Comparison.FAILS
            and (not answer.conflict or demand.id in answer.conflict)
        ]
        if failing:
            pairs.append((failing[0], tried.reading))
    return pairs


def _print(found: Survey) -> None:
    product = found.product
    print(f"base: {product.base.id}  {product.base.title}")
    for axis, values in product.axes.items():
        print(f"axis {axis}: {', '.join(values)}")
    claims = f"{many(found.units, 'claim')} about units in {many(len(found.cases), 'example')}"
    print(f"{many(len(product.readings), 'reading')}, {claims}\n")
    for answer in found.answers:
        names = f"{answer.level.basis.value} or better" if len(found.levels) > 1 else answer.level.basis.value
        examples = many(len(answer.level.cases), "example")
        print(f"claims that are {names} ({len(answer.level.demands)} in {examples})")
        print(f"  {answer_words(answer)}")
        for reason in answer.reasons:
            print(f"  {reason_words(reason)}")
        for reading in answer.undecided:
            print(f"  open: {reading_words(reading)}")
        print()
    best = sorted(found.tried, key=lambda one: (_failures(found, one), one.reading.cost))
    rows = [
        [
            reading_words(one.reading),
            str(sum(one.case(name) is Comparison.AGREES for name in found.cases)),
            ", ".join(name for name in found.cases if one.case(name) is Comparison.FAILS) or "none",
            ", ".join(name for name in found.cases if one.case(name) is Comparison.UNKNOWN) or "none",
        ]
        for one in best[:_LISTED]
    ]
    print_table(["reading", "examples right", "contradicted", "open"], rows, right=["examples right"])
    if len(best) > len(rows):
        print(f"... and {len(best) - len(rows)} more; --json has all")
    share = 100 * found.decided / max(1, found.asked)
    tally = found.tally
    print(
        f"\n{found.decided} of {found.asked} verdicts decided and proved ({share:.1f} %): {tally.stored} from"
        f" the store, {tally.searched} by searches, {tally.carried} by proofs found under another reading"
    )


def _failures(found: Survey, one: Tried) -> int:
    return sum(one.case(name) is Comparison.FAILS for name in found.cases)


def _document(found: Survey, limits: Limits, code: int) -> ReadingsDocument:
    product, tally = found.product, found.tally
    return ReadingsDocument(
        schema=document.SCHEMA,
        kind="readings",
        program=document.PROGRAM,
        base=product.base.id,
        claims_of=found.document,
        axes={axis: list(values) for axis, values in product.axes.items()},
        limits=limits_document(limits),
        answers=[_answer_document(answer) for answer in found.answers],
        readings=[
            ReadingDocument(
                name=str(one.reading),
                values=dict(one.reading.values),
                departures=[axis for axis, _ in one.reading.departures],
                words=one.reading.words,
                cases=[
                    ReadingCaseDocument(
                        case=name,
                        result=_SYMBOLS[one.case(name)],  # type: ignore[arg-type]
                        units={unit: status.value for unit, status in one.units(name).items()},
                    )
                    for name in found.cases
                ],
                decided=one.decided,
            )
            for one in found.tried
        ],
        pairs=[
            AxisPairDocument(
                axis=pair.axis,
                values=list(pair.values),
                same=pair.same,
                apart=pair.apart,
                open=pair.open,
                cases=list(pair.cases),
                first=f"{pair.first.case.id} {pair.first.name}" if pair.first else None,
                statuses=[one.value for one in pair.first.statuses] if pair.first else None,
            )
            for pair in found.pairs
        ],
        tally=ReadingTallyDocument(
            asked=found.asked,
            decided=found.decided,
            stored=tally.stored,
            searched=tally.searched,
            carried=tally.carried,
            searches=tally.searches,
            seconds=round(tally.seconds, 3),
        ),
        interrupted=found.interrupted,
        exit_code=code,
    )


def _answer_document(answer: Answer) -> ReadingAnswerDocument:
    return ReadingAnswerDocument(
        basis=answer.level.basis.value,
        claims=len(answer.level.demands),
        cases=list(answer.level.cases),
        reading=str(answer.reading) if answer.reading else None,
        undecided=[str(reading) for reading in answer.undecided],
        refuted=answer.refuted,
        reasons=[
            ReasonDocument(
                case=reason.demand.id,
                claim=reason.demand.name,
                values=dict(reason.values),
                readings=reason.readings,
            )
            for reason in answer.reasons
        ],
        conflict=list(answer.conflict),
        least=answer.least,
        decided=answer.decided,
    )
