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
    Sought,
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

_IN_DIAGRAMS = (Fault.INSIDE, Fault.ADJACENT)
"""What is looked for in the diagrams as well: the others take too many searches there."""


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
        finding, undecided = findings[fault].found, findings[fault].undecided
        if finding is None:
            open_ = f"not known to be broken, {text.many(undecided, 'position')} undecided,"
            broken = open_ if undecided else "not broken"
            print(f"\n* {name} ({title}): {broken} {_where(fault, arguments.points)}")
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
        found = [_entry(item.found) for item in findings.values() if item.found is not None]
        title = f"{proposal.id}: properties that it breaks"
        files = write_entries(shown, title, found, force=arguments.force)
        print(f"\nshown: {len(files)} files in {shown}")
    left = unknown or any(item.found is None and item.undecided for item in findings.values())
    return exits.UNKNOWN if left else exits.OK


def _where(fault: Fault, points: int) -> str:
    """Where a property is looked at."""
    if fault is Fault.FAR:
        return "in examples 7-2 and 11"
    also = " and in these diagrams" if fault in _IN_DIAGRAMS else ""
    return f"on boards of up to {points} points (two lines and more){also}"


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
    lines, number, unknown = list[str](), 0, 0
    reasons = {(item.name, item.unit): item for item in why}
    for case in matrix.cases:
        mine, theirs = matrix.statuses(case, proposal), matrix.statuses(case, other)
        for unit in case.units:
            pair = mine[unit], theirs[unit]
            if Status.UNKNOWN in pair:
                unknown += 1
            elif pair[0] is not pair[1]:
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
        if matrix.counts_differ(case, proposal, other):
            number += 1
            mine_, theirs_ = matrix.counted(case, proposal, other), matrix.counted(case, other, proposal)
            lines.append(f"  {case.id}: it counts {mine_}; under {other.id} {theirs_}")
    left = f", {text.many(unknown, 'unit')} not compared" if unknown else ""
    print(f"Against {other.id} ({other.title}): {number or 'no'} difference{'s' * (number != 1)}{left}")
    for line in lines:
        print(line)
    if not in_full:
        print_legend([item.blame for item in why], "  ")


def _unit(case: Case, unit: int) -> str:
    colour = "black" if unit & case.position.black else "white"
    return f"{colour} {unit_name(case.position, unit)} ({text.stones(unit.bit_count())})"


def _findings(
    proposal: Ruleset, cases: Sequence[Case], limits: Limits, points: int
) -> dict[Fault, Sought[Finding]]:
    judge = Judge(proposal, limits)
    positions = [*small_positions(points, least_side=2)]
    with Progress(len(positions)) as progress:

        def counted() -> Iterator[Position]:
            for position in positions:
                progress.step("looking at properties")
                yield position

        found = smallest(judge, tuple(CHECKS), counted())
    missing = [fault for fault in _IN_DIAGRAMS if found[fault].found is None]
    for fault, item in smallest(judge, missing, iter(case.position for case in cases)).items():
        found[fault] = Sought(item.found, found[fault].undecided + item.undecided)
    moonshine = load_case("ex11").position
    bent = load_case("ex07-1").position, load_case("ex07-2").position
    far = far_away(judge, moonshine, moonshine_alone(moonshine), moonshine.cols - 4)
    if far.found is None:
        other = far_away(judge, bent[1], bent[0], 0)
        far = Sought(other.found, far.undecided + other.undecided)
    return found | {Fault.FAR: far}


def _write(folder: Path, fault: Fault, verdict: UnitVerdict, *, force: bool) -> str:
    assert verdict.certificate is not None
    path = folder / f"{fault.name.lower()}.{verdict.name}.{verdict.status.value}.json"
    number = 2
    while path.exists() and not force:
        path = folder / f"{fault.name.lower()}.{verdict.name}.{verdict.status.value}.{number}.json"
        number += 1
    write_certificate(verdict.certificate, path, force=force)
    return f", {path}"
