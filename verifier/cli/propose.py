"""``shikatsu propose FILE``: what a ruleset decides, where it differs, and which properties it breaks."""

import argparse
import contextlib
import dataclasses
from collections.abc import Sequence
from pathlib import Path

from verifier import text
from verifier.adjudicate.first import all_moving_first
from verifier.board import unit_name
from verifier.cli import exits
from verifier.cli.matrix import filled, kept_words, open_cache, parted, print_legend
from verifier.cli.output import note, prepare_folder
from verifier.cli.propose_play import play_of, print_play
from verifier.cli.propose_properties import look_for, print_properties, show_properties
from verifier.cli.reporting import asked_limits, note_case_labels
from verifier.jobs.cases.case import CANONICAL_CASES, Case, load_cases
from verifier.jobs.compare.blame_words import to_blame
from verifier.jobs.compare.matrix import Matrix
from verifier.jobs.compare.reasons import Parting
from verifier.rules import Ruleset, judging_ruleset
from verifier.search import Status
from verifier.text import many

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
    others = [judging_ruleset(name) for name in OTHERS if name != proposal.id]
    cases = load_cases(arguments.cases or CANONICAL_CASES)
    proofs, shown = _folders(arguments)
    print(f"{proposal.id}  {proposal.title}: valid, digest {proposal.digest[:12]}")
    note_case_labels(cases)
    with contextlib.closing(open_cache(arguments)) as cache:
        matrix = filled(arguments, cases, [proposal, *others], cache)
        if matrix.interrupted:
            proved = sum(cell.known.status is not Status.UNKNOWN for cell in matrix.cells.values())
            print(f"{proved} of {matrix.asked} verdicts decided and proved")
            note(f"interrupted; {kept_words(arguments)}")
            return exits.INTERRUPTED
        unknown = [cell for cell in matrix.cells.values() if cell.known.status is Status.UNKNOWN]
        decided = matrix.asked - len(unknown)
        print(f"{decided} of {matrix.asked} verdicts on {many(len(cases), 'diagram')} decided and proved\n")
        for other in others:
            why, cut = list[Parting](), False
            if arguments.why is not False:
                why, cut = parted(arguments, matrix, proposal, [other], cache)
            _print_differences(matrix, proposal, other, why, in_full=bool(arguments.why))
            if cut:
                return exits.INTERRUPTED
    if play is not None:
        print_play(arguments.file, play)
    for cell in unknown:
        if cell.ruleset == proposal:
            name = unit_name(cell.case.position, cell.unit)
            print(f"unknown: {cell.case.id} {name}: {cell.known.reason}")
    seconds = min(arguments.limit_seconds or 5.0, 5.0)
    limits = dataclasses.replace(asked_limits(arguments), seconds=seconds)
    looked = look_for(matrix, proposal, limits, arguments.points)
    in_full = bool(arguments.why)
    print_properties(looked, proposal, arguments.points, proofs, force=arguments.force, in_full=in_full)
    if shown:
        files = show_properties(looked, proposal, shown, force=arguments.force)
        print(f"\nshown: {files} files in {shown}")
    if looked.interrupted:
        note("interrupted while looking at properties")
        return exits.INTERRUPTED
    return exits.UNKNOWN if unknown or looked.undecided else exits.OK


def _folders(arguments: argparse.Namespace) -> tuple[Path | None, Path | None]:
    """The folders for certificates and for pictures, made before anything is searched."""
    proofs = prepare_folder(arguments.proof, (), force=arguments.force) if arguments.proof else None
    shown = None
    if arguments.export:
        shown = prepare_folder(arguments.export, ["index.html"], force=arguments.force)
    return proofs, shown


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
            counts = matrix.counted(case, proposal, other), matrix.counted(case, other, proposal)
            lines.append(f"  {case.id}: it counts {counts[0]}; under {other.id} {counts[1]}")
    differences = text.many(number, "difference") if number else "no differences"
    left = f", {text.many(unknown, 'unit')} not compared" if unknown else ""
    print(f"Against {other.id} ({other.title}): {differences}{left}")
    for line in lines:
        print(line)
    if not in_full:
        print_legend([item.blame for item in why], "  ")


def _unit(case: Case, unit: int) -> str:
    colour = "black" if unit & case.position.black else "white"
    return f"{colour} {unit_name(case.position, unit)} ({text.stones(unit.bit_count())})"
