"""The part of ``shikatsu propose`` about properties: what one might expect of a ruleset, and it breaks."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

from verifier import text
from verifier.adjudicate.question import UnitVerdict
from verifier.board import Position
from verifier.cli.output import Progress
from verifier.jobs.cases.case import load_case
from verifier.jobs.compare.matrix import Matrix
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
from verifier.rules import Ruleset
from verifier.search import Limits

__all__ = ["Looked", "look_for", "print_properties", "show_properties"]

_IN_DIAGRAMS = (Fault.INSIDE, Fault.ADJACENT)
"""What is looked for in the diagrams as well: the others take too many searches there."""


@dataclasses.dataclass(frozen=True, slots=True)
class Looked:
    """What came of looking for each fault."""

    sought: dict[Fault, Sought[Finding]]
    interrupted: bool

    @property
    def undecided(self) -> bool:
        """Whether one was not found, and may be in a position that is undecided."""
        return any(item.found is None and item.undecided for item in self.sought.values())


def look_for(matrix: Matrix, proposal: Ruleset, limits: Limits, points: int) -> Looked:
    """Look for all faults on boards of up to so many points, for some in the diagrams of *matrix* as well.

    Ctrl-C ends it with what there is.
    """
    sought: dict[Fault, Sought[Finding]] = {fault: Sought(None, 0) for fault in Fault}
    judge = Judge(proposal, limits)
    for case in matrix.cases:
        judge.told(case.position, matrix.statuses(case, proposal))
    with Progress(None) as progress:
        try:
            smallest(judge, tuple(CHECKS), _counted(points, progress), sought)
            missing = [fault for fault in _IN_DIAGRAMS if sought[fault].found is None]
            smallest(judge, missing, (case.position for case in matrix.cases), sought)
            sought[Fault.FAR] = _far(judge)
        except KeyboardInterrupt:
            return Looked(sought, interrupted=True)
    return Looked(sought, interrupted=False)


def _counted(points: int, progress: Progress) -> Iterator[Position]:
    for number, position in enumerate(small_positions(points, least_side=2), 1):
        progress.start(f"looking at properties: {position.rows}x{position.cols}, position {number}")
        yield position


def _far(judge: Judge) -> Sought[Finding]:
    moonshine = load_case("ex11").position
    first = far_away(judge, moonshine, moonshine_alone(moonshine), moonshine.cols - 4)
    if first.found is not None:
        return first
    second = far_away(judge, load_case("ex07-2").position, load_case("ex07-1").position, 0)
    return Sought(second.found, first.undecided + second.undecided)


def print_properties(
    looked: Looked, proposal: Ruleset, points: int, folder: Path | None, *, force: bool, in_full: bool
) -> None:
    """Print which properties are broken, and where; certificates are written into *folder*."""
    print(f"\nProperties that {proposal.id} breaks, or might")
    for fault in Fault:
        name, title, reason = BROKEN[fault]
        finding = looked.sought[fault].found
        if finding is None:
            print(f"\n* {name} ({title}): {_not_found(looked, fault)} {_where(fault, points)}")
            continue
        print(f"\n* {proposal.id} breaks the property {name} ({title}): {finding.words}")
        print(f"  why one might expect it: {reason}\n")
        print(text.board(finding.position))
        for verdict in finding.verdicts:
            file = _write(folder, fault, verdict, force=force) if folder else ""
            print(f"  {verdict.colour} {verdict.name}: {verdict.status.value}, {verdict.reason}{file}")
            if verdict.certificate is not None:
                said = explain(verdict.certificate)
                for line in said.sentences[1:] if in_full else [said.moves]:
                    print(f"    {line}")


def _not_found(looked: Looked, fault: Fault) -> str:
    if looked.interrupted:
        return "not looked for to the end"
    if undecided := looked.sought[fault].undecided:
        return f"not known to be broken, {text.many(undecided, 'position')} undecided,"
    return "not broken"


def _where(fault: Fault, points: int) -> str:
    """Where a property is looked at."""
    if fault is Fault.FAR:
        return "in examples 7-2 and 11"
    also = " and in these diagrams" if fault in _IN_DIAGRAMS else ""
    return f"on boards of up to {points} points (two lines and more){also}"


def show_properties(looked: Looked, proposal: Ruleset, folder: Path, *, force: bool) -> int:
    """Write what was found as pictures and a page; return how many files these are."""
    found = [_entry(item.found) for item in looked.sought.values() if item.found is not None]
    return len(write_entries(folder, f"{proposal.id}: properties that it breaks", found, force=force))


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


def _write(folder: Path, fault: Fault, verdict: UnitVerdict, *, force: bool) -> str:
    assert verdict.certificate is not None
    path = folder / f"{fault.name.lower()}.{verdict.name}.{verdict.status.value}.json"
    number = 2
    while path.exists() and not force:
        path = folder / f"{fault.name.lower()}.{verdict.name}.{verdict.status.value}.{number}.json"
        number += 1
    write_certificate(verdict.certificate, path, force=force)
    return f", {path}"
