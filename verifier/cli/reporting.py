"""From verdicts to the lines, documents and files of the command."""

import argparse
import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier import text
from verifier.adjudicate.areas import AreaKind
from verifier.adjudicate.first import First, all_moving_first, first_text, moving_first
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict, together_at, unit_at
from verifier.board import Colour, Mask, Position, parse_vertex, unit_name
from verifier.cli.checked import checked_document
from verifier.cli.document import (
    CaseCountDocument,
    CountDocument,
    LimitsDocument,
    SideCounts,
    UnitDocument,
    colour_name,
    names,
    wall_names,
)
from verifier.cli.output import note, prepare_folder
from verifier.errors import InputError
from verifier.files import file_name
from verifier.jobs.audit.katago import ANSWER_SECONDS, KataGo
from verifier.jobs.cases.case import Case
from verifier.jobs.cases.compared import ComparedCount
from verifier.jobs.subject import Source
from verifier.proof import write_certificate
from verifier.rules import Ruleset
from verifier.search import Limits, available_provers
from verifier.workers import Workers, cores

__all__ = [
    "CertificateFolder",
    "asked_katago",
    "asked_limits",
    "asked_together",
    "asked_units",
    "certificate_name",
    "compared_count_document",
    "count_document",
    "count_lines",
    "limits_document",
    "limits_of",
    "note_case_labels",
    "note_missing_kernel",
    "note_named",
    "pair_of",
    "print_files",
    "print_headline",
    "split_first",
    "unit_document",
    "workers_of",
]


@contextlib.contextmanager
def workers_of(arguments: argparse.Namespace) -> Iterator[Workers]:
    """Where ``--jobs`` and ``--cluster`` have the work done; by default one process for each core.

    Raises:
        InputError: the cluster cannot be reached.
    """
    workers = Workers(arguments.jobs or cores(), arguments.cluster)
    try:
        yield workers
    finally:
        workers.close()


def limits_of(
    nodes: int | None, seconds: float | None, memory: int | None, walls: int | None = None
) -> Limits:
    """Return limits, with the defaults where an option was not given."""
    given = {"nodes": nodes, "seconds": seconds, "memory_mib": memory, "wall_nodes": walls}
    return Limits(**{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]


def asked_limits(arguments: argparse.Namespace) -> Limits:
    """Return the limits of the options; not every command knows ``--limit-walls``."""
    walls = getattr(arguments, "limit_walls", None)
    return limits_of(arguments.limit_nodes, arguments.limit_seconds, arguments.limit_memory, walls)


def asked_katago(arguments: argparse.Namespace) -> KataGo | None:
    """Begin the engine that ``--katago`` names, if it does; what it does not answer is a note.

    Raises:
        InputError: it cannot be started.
    """
    if arguments.katago is None:
        if arguments.katago_seconds is not None:
            raise InputError("--katago-seconds is about an engine: name it with --katago")
        return None
    return KataGo(arguments.katago, note, seconds=arguments.katago_seconds or ANSWER_SECONDS)


def note_missing_kernel(prover: str) -> None:
    """Say so if the slow provers do the work because the native one was not built."""
    if prover == "auto" and "native" not in available_provers():
        note("installed without the native kernel (no C++ compiler); the Python prover is used and is slower")


def certificate_name(name: str, ruleset: Ruleset, unit: str, *more: str) -> str:
    """The file name of a certificate about a unit of the position of that *name*."""
    return ".".join((name, file_name(ruleset.id), unit, *more, "json"))


def asked_units(
    position: Position, vertices: Sequence[str] | None, together: Sequence[str] | None = None
) -> list[Mask]:
    """Return the units at the *vertices* of ``--unit`` and those of each ``--together``, each once.

    All units without these options.

    Raises:
        InputError: one of them is no point of the board, or has no unit, or as :func:`together_at`.
    """
    if not vertices and not together:
        return list(position.units())
    points = [parse_vertex(text, position.rows, position.cols) for text in vertices or ()]
    units = [unit_at(position, point) for point in points]
    return list(dict.fromkeys([*units, *(asked_together(position, text) for text in together or ())]))


def asked_together(position: Position, text: str) -> Mask:
    """Return the stones of the units at the vertices of ``--together``, which commas separate.

    Raises:
        InputError: as :func:`asked_units`.
    """
    points = [parse_vertex(name, position.rows, position.cols) for name in text.split(",")]
    return together_at(position, points)


def print_headline(source: Source, ruleset: Ruleset, first: First | None = None) -> None:
    """Print what is judged, and under which ruleset; *first* moves first in every test."""
    print(f"{source.name}  {source.title}".rstrip())
    print(f"under {ruleset.id}" + (f" ({ruleset.title})" if ruleset.title else "") + first_text(first))


def note_case_labels(cases: Iterable[Case]) -> None:
    """Name the letters of the diagrams of cases that are labels and no stones, in one line."""
    lines = [f"{case.id} {line.partition(': ')[2]}" for case in cases if (line := case.diagram.label_line)]
    if lines:
        note(f"labels on empty points: {' | '.join(lines)}")


def note_named(source: Source, first: First | None = None) -> None:
    """Say that PL of an SGF file does not decide who moves first in hypothetical play, but *first* does."""
    if source.named is not None and first is None:
        side = str(source.named)
        note(f"PL names {side} as the side to move; units are tested as the ruleset says (--first {side})")


def split_first(arguments: argparse.Namespace, ruleset: Ruleset) -> tuple[Ruleset, First | None]:
    """Return the ruleset of ``--first owner`` or ``attacker``, or the given one and a colour."""
    first: First | None = arguments.first
    if first in ("owner", "attacker"):
        return all_moving_first(ruleset, first, "this command"), None
    return ruleset, first


def pair_of(text: str | None, option: str) -> tuple[int, int] | None:
    """Return the numbers of Black and White of an *option* such as ``--prisoners 3,1``; None without it.

    Raises:
        InputError: it is no such pair.
    """
    if text is None:
        return None
    parts = text.split(",")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise InputError(f"{option} {text!r}: numbers of Black and White such as 3,1")
    return int(parts[0]), int(parts[1])


def print_files(files: Mapping[Any, Path]) -> None:
    """Print how many certificates were written, and where."""
    if files:
        print(f"certificates: {len(files)} in {next(iter(files.values())).parent}")


class CertificateFolder:
    """Where ``--proof`` writes: one file for each unit, whose name says what it is about."""

    def __init__(
        self,
        path: str,
        wanted: Sequence[tuple[str, Position, Mask]],
        ruleset: Ruleset,
        *,
        force: bool,
        first: First | None = None,
    ) -> None:
        self._ruleset, self._first = ruleset, first
        files = [self.name(name, position, unit) for name, position, unit in wanted]
        self.folder, self.force = prepare_folder(path, files, force=force), force

    def name(self, name: str, position: Position, unit: Mask) -> str:
        """The file for a unit."""
        rules = moving_first(self._ruleset, self._first, position, unit)
        return certificate_name(name, rules, unit_name(position, unit))

    def write(self, name: str, verdict: UnitVerdict) -> Path | None:
        """Write the certificate of a verdict, if it has one."""
        if verdict.certificate is None:
            return None
        path = self.folder / self.name(name, verdict.question.position, verdict.unit)
        write_certificate(verdict.certificate, path, force=self.force)
        return path


def unit_document(verdict: UnitVerdict, certificate: Path | None = None) -> UnitDocument:
    """Return a verdict for JSON."""
    outcome, position = verdict.outcome, verdict.question.position
    return UnitDocument(
        unit=verdict.name,
        together=[unit_name(position, chain) for chain in verdict.together],
        colour=colour_name(verdict.colour),
        stones=names(position, verdict.unit),
        status=verdict.status.value,
        reason=verdict.reason,
        prover=outcome.prover if outcome else None,
        method=outcome.method if outcome else None,
        nodes=outcome.nodes if outcome else None,
        seconds=round(outcome.seconds, 6) if outcome else None,
        limit=outcome.limit or None if outcome else None,
        walls=wall_names(position, verdict.walls),
        checked=checked_document(verdict.report),
        certificate=str(certificate) if certificate else None,
    )


def limits_document(limits: Limits) -> LimitsDocument:
    """Return limits for JSON."""
    return LimitsDocument(
        nodes=limits.nodes,
        seconds=limits.seconds,
        memory_mib=limits.memory_mib,
        wall_nodes=limits.wall_nodes,
    )


def count_document(judgement: Judgement) -> CountDocument | None:
    """Return territory, or its bounds, for JSON."""
    found, position = judgement.territory, judgement.diagram.position
    if found is None:
        return None
    bounds = found.bounds
    sides = [
        SideCounts(
            points=names(position, found.points(colour)),
            prisoners=names(position, found.prisoners(colour)),
            least=(bounds.black, bounds.white)[colour][0],
            greatest=(bounds.black, bounds.white)[colour][1],
        )
        for colour in Colour
    ]
    return CountDocument(
        decided=bounds.decided,
        tight=bounds.exact,
        black=sides[0],
        white=sides[1],
        least_lead=bounds.lead[0],
        greatest_lead=bounds.lead[1],
    )


def compared_count_document(item: ComparedCount) -> CaseCountDocument:
    """Return a claim about territory, and what was found, for JSON."""
    return CaseCountDocument(
        case=item.case.id,
        what=item.what,
        claim=item.claim,
        found=item.found,
        result=item.result.value,
        note=item.note,
    )


def count_lines(judgement: Judgement) -> list[str]:
    """Return territory, or its bounds, as text."""
    found = judgement.territory
    if found is None:
        return []
    if found.bounds.decided:
        settled = all(area.kind is not AreaKind.UNDECIDED for area in found.areas)
        texts = []
        for colour in Colour:
            total = (found.bounds.black, found.bounds.white)[colour][0]
            points, prisoners = found.points(colour).bit_count(), found.prisoners(colour).bit_count()
            parts = f"{text.many(points, 'point')}, {text.many(prisoners, 'dead stone')}"
            texts.append(f"{str(colour).capitalize()} {total:g}" + (f" ({parts})" if settled else ""))
        ending = "" if settled else "; the same whatever the unknown units are"
        if any(area.kind is AreaKind.NO_UNIT and area.dead for area in found.areas):
            ending += "; areas that touch only chains assumed alive are not counted"
        return [f"territory: {', '.join(texts)}{ending}"]
    ranges = (("Black", found.bounds.black), ("White", found.bounds.white))
    texts = [
        f"{colour} {low:g} to {high:g}" if low != high else f"{colour} {low:g}"
        for colour, (low, high) in ranges
    ]
    return [f"territory: {', '.join(texts)}; it depends on what is unknown"]
