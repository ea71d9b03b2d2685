"""``shikatsu cases``: verdicts beside what the documents claim, as a table."""

import argparse
import contextlib
import dataclasses
import functools
from collections.abc import Sequence
from pathlib import Path

from verifier.adjudicate.first import First, all_moving_first, first_text, moving_first
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.many import decide_all
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.board import unit_name
from verifier.cli import document, exits, matrix
from verifier.cli.output import Progress, note, print_table, size
from verifier.cli.reporting import (
    CertificateFolder,
    asked_limits,
    compared_count_document,
    limits_document,
    note_case_labels,
    note_missing_kernel,
    split_first,
    unit_document,
    workers_of,
)
from verifier.cli.source import DEFAULT_RULES
from verifier.errors import InputError
from verifier.jobs.cases.case import CANONICAL_CASES, DOCUMENTED, Case, case_ids, load_cases
from verifier.jobs.cases.compared import ComparedCount, ComparedUnit, Comparison, compare_counts, compare_unit
from verifier.rules import Ruleset, judging_names, judging_ruleset, load_ruleset
from verifier.search import Limits, Status, available_provers
from verifier.similar import did_you_mean

__all__ = ["run"]


@dataclasses.dataclass(frozen=True, slots=True)
class _Run:
    """What a run found."""

    ruleset: Ruleset
    first: First | None
    limits: Limits
    units: list[ComparedUnit]
    counts: list[ComparedCount]
    labels: dict[str, str]
    files: dict[tuple[str, int], Path]
    asked: int
    interrupted: bool

    @property
    def exit_code(self) -> int:
        if self.interrupted:
            return exits.INTERRUPTED
        results = {item.result for item in self.units} | {item.result for item in self.counts}
        if Comparison.FAILS in results:
            return exits.REFUSED
        unknown = Comparison.UNKNOWN in results
        return exits.UNKNOWN if unknown else exits.OK


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    cases = _chosen(arguments)
    if arguments.list and arguments.json:
        raise InputError("--list prints text; leave --json out")
    if arguments.list:
        rows = [[case.id, str(len(case.units)), case.title] for case in cases]
        print_table(["id", "units", "title"], rows, right=["units"])
        return exits.OK
    rulesets = _rulesets(arguments)
    if len(rulesets) == 1:
        _refuse_comparing(arguments)
    note_case_labels(cases)
    _note_claims(cases, rulesets)
    if len(rulesets) > 1 or arguments.html or arguments.site:
        return matrix.run(arguments, cases, rulesets)
    ruleset, first = split_first(arguments, rulesets[0])
    limits = asked_limits(arguments)
    asked = [(case, unit) for case in cases for unit in (*case.units, *case.together(ruleset.document))]
    folder = None
    if arguments.proof:
        wanted = [(case.id, case.position, unit) for case, unit in asked]
        folder = CertificateFolder(arguments.proof, wanted, ruleset, force=arguments.force, first=first)
    note_missing_kernel(arguments.prover)
    questions = [
        Question(
            case.position, unit, moving_first(ruleset, first, case.position, unit), limits, arguments.prover
        )
        for case, unit in asked
    ]
    found: dict[int, UnitVerdict] = {}
    files: dict[tuple[str, int], Path] = {}
    interrupted = False
    names = [f"{case.id} {unit_name(case.position, unit)}" for case, unit in asked]
    with workers_of(arguments) as workers, Progress(len(questions)) as progress:
        try:
            answers = decide_all(
                questions, workers=workers, on_start=lambda index: progress.start(names[index])
            )
            with contextlib.closing(answers):
                for index, verdict in answers:
                    found[index] = verdict
                    case, unit = asked[index]
                    if folder and (path := folder.write(case.id, verdict)):
                        files[case.id, unit] = path
                    progress.step(f"{names[index]} {verdict.status.value}")
        except KeyboardInterrupt:
            interrupted = True
    units = [compare_unit(asked[index][0], found[index]) for index in sorted(found)]
    judgements = [(case, _judgement(case, ruleset, limits, arguments.prover, units)) for case in cases]
    # Counts only where every unit was reached: the others would be called unknown for no reason.
    counts = [
        count
        for case, judgement in judgements
        if len(judgement.verdicts) == len(judgement.asked) and first is None
        for count in compare_counts(case, judgement)
    ]
    labels = {case.id: line for case in cases if (line := case.diagram.label_line)}
    result = _Run(ruleset, first, limits, units, counts, labels, files, len(asked), interrupted)
    if arguments.json:
        print(document.encode(_document(result)))
    else:
        _print(result)
    if interrupted:
        note(f"interrupted; {len(units)} of {len(asked)} units were judged")
    return result.exit_code


def _rulesets(arguments: argparse.Namespace) -> list[Ruleset]:
    """The words after --rules that are rulesets; those that are cases are cases."""
    names = [name for name in arguments.rules if name not in case_ids()] or [DEFAULT_RULES]
    found: dict[str, Ruleset] = {}
    for name in names:
        ruleset = judging_ruleset(name)
        if len(names) > 1 or arguments.html or arguments.site:
            ruleset = all_moving_first(ruleset, arguments.first, "a comparison")
        if ruleset.id in found:
            raise InputError(f"--rules {name}: {ruleset.id} is there already; name each ruleset once")
        found[ruleset.id] = ruleset
    return list(found.values())


def _note_claims(cases: Sequence[Case], rulesets: Sequence[Ruleset]) -> None:
    """Name claims that no ruleset asked for, and none of the package, will ever be compared with."""
    asked = {*DOCUMENTED, *(ruleset.document for ruleset in rulesets)}
    for case in cases:
        named = [claim.ruleset for claim in case.claims] + [claim.ruleset for claim in case.territories]
        for ruleset in dict.fromkeys(named):
            if ruleset not in asked and ruleset not in _documents():
                meant = did_you_mean(ruleset, sorted(asked | _documents()))
                which = "which is no ruleset asked for nor of the package"
                note(f"{case.id}: claims of {ruleset!r}, {which}{f'; {meant}' if meant else ''}")


@functools.cache
def _documents() -> frozenset[str]:
    """The documents of the rulesets of the package; to read them all takes longer than most runs need."""
    return frozenset(load_ruleset(name).document for name in judging_names())


def _refuse_comparing(arguments: argparse.Namespace) -> None:
    """Refuse what says nothing of a single ruleset.

    Raises:
        InputError: it is asked for.
    """
    if arguments.why and not arguments.site:
        raise InputError("--why compares rulesets; name two or more with --rules, or use shikatsu explain")
    if arguments.cache and not (arguments.html or arguments.site):
        raise InputError("--cache keeps verdicts of a comparison; name two or more rulesets with --rules")


def _chosen(arguments: argparse.Namespace) -> Sequence[Case]:
    named = [*arguments.cases, *(name for name in arguments.rules if name in case_ids())]
    if named:
        if arguments.all or arguments.canonical:
            option = "--all" if arguments.all else "--canonical"
            raise InputError(f"{option} and {named[0]}: give either the option or the names of cases")
        return load_cases(named)
    return load_cases(case_ids() if arguments.all or arguments.list else CANONICAL_CASES)


def _judgement(
    case: Case, ruleset: Ruleset, limits: Limits, prover: str, units: Sequence[ComparedUnit]
) -> Judgement:
    verdicts = tuple(item.verdict for item in units if item.case is case and not item.verdict.together)
    return Judgement(case.diagram, ruleset, limits, prover, case.units, verdicts)


def _word(result: Comparison) -> str:
    return "FAILS" if result is Comparison.FAILS else str(result.value)


def _print(found: _Run) -> None:
    rows, notes = [], []
    for item in found.units:
        verdict, outcome = item.verdict, item.verdict.outcome
        path = found.files.get((item.case.id, verdict.unit))
        rows.append(
            [
                item.case.id,
                verdict.name,
                f"{verdict.unit.bit_count()}{'O' if verdict.colour else 'X'}",
                item.claim.status.value if item.claim else "-",
                verdict.status.value,
                _word(item.result),
                outcome.prover if outcome else "",
                str(outcome.nodes) if outcome else "",
                f"{outcome.seconds:.3f}" if outcome else "",
                str(verdict.report.states) if verdict.report else "",
                size(path.stat().st_size) if path else "",
            ]
        )
        told = (Comparison.FAILS, Comparison.DEVIATES, Comparison.UNKNOWN)
        if item.result in told or verdict.status is Status.UNKNOWN:
            why = item.note or "no note in the case file"
            notes.append(f"{item.case.id} {verdict.name}: {_word(item.result)}: {why}")
    header = ["case", "unit", "stones", "claim", "verdict", "result"]
    header += ["prover", "nodes", "seconds", "states", "file"]
    under = f"under {found.ruleset.id}{first_text(found.first)}"
    print(f"{under}; claims are those of the documents for this ruleset")
    print()
    print_table(header, rows, right=["stones", "nodes", "seconds", "states", "file"])
    if found.counts:
        print()
        lines = [
            [item.case.id, item.what, item.claim, item.found, _word(item.result)] for item in found.counts
        ]
        print_table(["case", "territory", "claim", "found", "result"], lines)
        notes += [
            f"{item.case.id} {item.what}: {_word(item.result)}: {item.note or 'no note in the case file'}"
            for item in found.counts
            if item.result in (Comparison.FAILS, Comparison.DEVIATES)
        ]
    print()
    for line in notes:
        print(line)
    print(_summary(found))


def _summary(found: _Run) -> str:
    decided = [item for item in found.units if item.verdict.status is not Status.UNKNOWN]
    tally = ", ".join(
        f"{number} {_word(result)}"
        for result in Comparison
        if (number := sum(item.result is result for item in found.units))
    )
    seconds = sum(item.verdict.outcome.seconds for item in found.units if item.verdict.outcome)
    checked = sum(item.verdict.report.seconds for item in found.units if item.verdict.report)
    nodes = sum(item.verdict.outcome.nodes for item in found.units if item.verdict.outcome)
    return (
        f"{len(decided)} of {found.asked} units decided and proved ({tally or 'none'});"
        f" search {seconds:.1f} s over {nodes} nodes, checking {checked:.1f} s"
    )


def _document(found: _Run) -> document.CasesDocument:
    return document.CasesDocument(
        schema=document.SCHEMA,
        kind="cases",
        program=document.PROGRAM,
        ruleset=document.ruleset_document(found.ruleset),
        first=found.first,
        limits=limits_document(found.limits),
        provers=list(available_provers()),
        units=[
            document.ComparedDocument(
                case=item.case.id,
                claim=item.claim.status.value if item.claim else None,
                result=item.result.value,
                note=item.note,
                unit=unit_document(item.verdict, found.files.get((item.case.id, item.verdict.unit))),
            )
            for item in found.units
        ],
        counts=[compared_count_document(item) for item in found.counts],
        labels=found.labels,
        interrupted=found.interrupted,
        exit_code=found.exit_code,
    )
