"""``shikatsu propose FILE``: what a ruleset decides, where it differs, and which properties it breaks."""

import argparse
import contextlib
import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path

from verifier import text
from verifier.adjudicate.first import all_moving_first
from verifier.adjudicate.question import UnitVerdict
from verifier.board import Position, unit_name
from verifier.cli import exits
from verifier.cli.matrix import filled, open_cache, parted, print_legend
from verifier.cli.output import Progress, note, prepare_folder
from verifier.cli.propose_play import play_of, print_play
from verifier.cli.reporting import asked_limits, note_labels
from verifier.jobs.cases.case import CANONICAL_CASES, Case, load_case
from verifier.jobs.compare.blame_words import to_blame
from verifier.jobs.compare.matrix import Matrix
from verifier.jobs.compare.reasons import Parting
from verifier.jobs.explain.explanation import explain
from verifier.jobs.hunt.contradictions import (
    CHECKS,
    Fault,
    Finding,
    Judge,
    far_away,
    moonshine_alone,
    small_positions,
    smallest,
)
from verifier.jobs.hunt.properties import BROKEN
from verifier.jobs.show.files import write_entries
from verifier.jobs.show.page import Entry
from verifier.jobs.show.shown import of_verdicts
from verifier.proof import write_certificate
from verifier.rules import Ruleset, judging_ruleset
from verifier.search import Limits, Status

__all__ = ["run"]

OTHERS = ("proposal2012", "japanese1989")
"""The rulesets that a proposal is compared with."""


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    play, judged = play_of(arguments.file)
    if play is not None and not judged:
        print(f"{play.id}  {play.title}: valid, digest {play.digest[:12]}")
        print_play(arguments.file, play)
        return exits.OK
    proposal = all_moving_first(judging_ruleset(arguments.file), arguments.first, "a proposal")
    print(f"{proposal.id}  {proposal.title}: valid, digest {proposal.digest[:12]}")
    others = [judging_ruleset(name) for name in OTHERS if name != proposal.id]
    cases = [load_case(name) for name in arguments.cases or CANONICAL_CASES]
    note_labels(cases)
    with contextlib.closing(open_cache(arguments)) as cache:
        matrix = filled(arguments, cases, [proposal, *others], cache)
        if matrix.interrupted:
            note("interrupted; the verdicts found are kept, run the command again to go on")
            return exits.INTERRUPTED
        unknown = [cell for cell in matrix.cells.values() if cell.known.status is Status.UNKNOWN]
        decided = matrix.asked - len(unknown)
        print(f"{decided} of {matrix.asked} verdicts on {len(cases)} diagrams decided and proved\n")
        for other in others:
            why = parted(arguments, matrix, proposal, [other], cache) if arguments.why is not False else []
            _print_differences(matrix, proposal, other, why, in_full=bool(arguments.why))
    if play is not None:
        print_play(arguments.file, play)
    for cell in unknown:
        if cell.ruleset == proposal:
            name = unit_name(cell.case.position, cell.unit)
            print(f"unknown: {cell.case.id} {name}: {cell.known.reason}")
    seconds = min(arguments.limit_seconds or 5.0, 5.0)
    limits = dataclasses.replace(asked_limits(arguments), seconds=seconds)
    findings = _findings(proposal, cases, limits, arguments.points)
    folder = Path(arguments.proof) if arguments.proof else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    shown = None
    if arguments.export:
        shown = prepare_folder(arguments.export, ["index.html"], force=arguments.force)
    print(f"\nProperties that {proposal.id} breaks, or might")
    for fault in Fault:
        name, title, reason = BROKEN[fault]
        finding = findings.get(fault)
        if finding is None:
            where = f"on boards of up to {arguments.points} points and in these diagrams"
            if fault is Fault.FAR:
                where = "in examples 7-2 and 11"
            print(f"\n* {name} ({title}): not broken {where}")
            continue
        print(f"\n* {proposal.id} breaks the property {name} ({title}): {finding.words}")
        print(f"  why one might expect it: {reason}\n")
        print(text.board(finding.position))
        for verdict in finding.verdicts:
            file = _write(folder, fault, verdict, force=arguments.force) if folder else ""
            print(f"  {verdict.colour} {verdict.name}: {verdict.status.value}, {verdict.reason}{file}")
            if verdict.certificate is not None:
                said = explain(verdict.certificate)
                for line in said.sentences[1:] if arguments.why else [said.moves]:
                    print(f"    {line}")
    if shown:
        found = [_entry(finding) for finding in findings.values()]
        title = f"{proposal.id}: properties that it breaks"
        files = write_entries(shown, title, found, force=arguments.force)
        print(f"\nshown: {len(files)} files in {shown}")
    return exits.UNKNOWN if unknown else exits.OK


def _entry(finding: Finding) -> Entry:
    """A finding, to be shown: each of its positions with the verdicts there."""
    groups: dict[Position, list[UnitVerdict]] = {}
    for verdict in finding.verdicts:
        groups.setdefault(verdict.question.position, []).append(verdict)
    name = finding.fault.name.lower()
    boards = tuple(
        (name if number == 1 else f"{name}.board-{number}", of_verdicts(position, verdicts))
        for number, (position, verdicts) in enumerate(groups.items(), 1)
    )
    broken, title, reason = BROKEN[finding.fault]
    why = f"Why one might expect it: {reason}."
    return Entry(f"The property {broken} is broken: {title}", (finding.words, why), boards)


def _print_differences(
    matrix: Matrix, proposal: Ruleset, other: Ruleset, why: Sequence[Parting], *, in_full: bool
) -> None:
    """Say in words which verdicts and counts differ, and why."""
    lines, number = list[str](), 0
    reasons = {(item.name, item.unit): item for item in why}
    for case in matrix.cases:
        mine, theirs = matrix.statuses(case, proposal), matrix.statuses(case, other)
        for unit in case.units:
            pair = mine[unit], theirs[unit]
            if Status.UNKNOWN not in pair and pair[0] is not pair[1]:
                number += 1
                reason = reasons.get((case.id, unit))
                kinds = [f" ({item.fight.value})" for item in reason.explanations] if reason else ["", ""]
                lines.append(
                    f"  {case.id}: {_unit(case, unit)} is {pair[0].value}{kinds[0]};"
                    f" under {other.id} {pair[1].value}{kinds[1]}"
                )
                if reason and in_full:
                    lines += [f"    {line}" for line in reason.words]
                elif reason:
                    lines[-1] += f". To blame: {to_blame(reason.blame)}"
        words = matrix.counted(case, proposal, other), matrix.counted(case, other, proposal)
        if words[0] != words[1]:
            number += 1
            lines.append(f"  {case.id}: it counts {words[0]}; under {other.id} {words[1]}")
    print(f"Against {other.id} ({other.title}): {number or 'no'} differences")
    for line in lines:
        print(line)
    if not in_full:
        print_legend([item.blame for item in why], "  ")


def _unit(case: Case, unit: int) -> str:
    colour = "black" if unit & case.position.black else "white"
    return f"{colour} {unit_name(case.position, unit)} ({text.stones(unit.bit_count())})"


def _findings(proposal: Ruleset, cases: Sequence[Case], limits: Limits, points: int) -> dict[Fault, Finding]:
    judge = Judge(proposal, limits)
    positions = [*small_positions(points, least_side=2)]
    with Progress(len(positions)) as progress:

        def counted() -> Iterator[Position]:
            for position in positions:
                progress.step("looking at properties")
                yield position

        found = smallest(judge, tuple(CHECKS), counted())
    missing = [fault for fault in (Fault.INSIDE, Fault.ADJACENT) if fault not in found]
    found |= smallest(judge, missing, iter(case.position for case in cases))
    moonshine = load_case("ex11").position
    bent = load_case("ex07-1").position, load_case("ex07-2").position
    far = far_away(judge, moonshine, moonshine_alone(moonshine), moonshine.cols - 4)
    far = far or far_away(judge, bent[1], bent[0], 0)
    return found | ({Fault.FAR: far} if far else {})


def _write(folder: Path, fault: Fault, verdict: UnitVerdict, *, force: bool) -> str:
    assert verdict.certificate is not None
    path = folder / f"{fault.name.lower()}.{verdict.name}.{verdict.status.value}.json"
    number = 2
    while path.exists() and not force:
        path = folder / f"{fault.name.lower()}.{verdict.name}.{verdict.status.value}.{number}.json"
        number += 1
    write_certificate(verdict.certificate, path, force=force)
    return f", {path}"
