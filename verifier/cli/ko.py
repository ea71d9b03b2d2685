"""``shikatsu ko``: how units depend on ko threats."""

import argparse
import itertools
from pathlib import Path

from verifier.adjudicate.first import First, moving_first
from verifier.adjudicate.question import UnitVerdict
from verifier.board import Position, unit_name
from verifier.cli import document, exits
from verifier.cli.output import Progress, note, prepare_folder, print_table
from verifier.cli.reporting import (
    asked_limits,
    asked_units,
    certificate_name,
    limits_document,
    note_missing_kernel,
    note_named,
    print_files,
    print_headline,
    split_first,
)
from verifier.cli.source import asked_ruleset, note_labels, read_source
from verifier.jobs.explain.ko_kind import COUNTS, LEVELS, Dependence, KoFight, KoKind, Threats, find_ko_kind
from verifier.jobs.explain.ko_words import header, rows, sentences, way
from verifier.jobs.subject import Source
from verifier.proof import write_certificate
from verifier.rules import Ruleset
from verifier.search import Limits, Status, available_provers

__all__ = ["run"]

Files = dict[tuple[int, Threats], Path]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    source = read_source(arguments.subject, game=arguments.sgf_game, move=arguments.sgf_move)
    ruleset, first = split_first(arguments, asked_ruleset(arguments.rules, source))
    position = source.diagram.position
    units = asked_units(position, arguments.unit, arguments.together)
    folder = None
    pairs = list(itertools.product(COUNTS, COUNTS))
    if arguments.proof:
        wanted = [
            _file(source, moving_first(ruleset, first, position, unit), unit_name(position, unit), pair)
            for unit in units
            for pair in pairs
        ]
        folder = prepare_folder(arguments.proof, wanted, force=arguments.force)
    limits = asked_limits(arguments)
    note_labels(source)
    note_named(source, arguments.first)
    note_missing_kernel(arguments.prover)
    kinds: list[KoKind] = []
    files: Files = {}
    interrupted = False
    with Progress(len(units)) as progress:
        try:
            for unit in units:
                name = unit_name(position, unit)
                progress.start(f"judging {name}")
                rules = moving_first(ruleset, first, position, unit)

                def found(
                    pair: Threats, verdict: UnitVerdict, name: str = name, rules: Ruleset = rules
                ) -> None:
                    progress.start(f"judging {name}, threats {pair[0]} against {pair[1]}")
                    if folder and verdict.certificate is not None:
                        path = folder / _file(source, rules, name, pair)
                        write_certificate(verdict.certificate, path, force=arguments.force)
                        files[verdict.unit, pair] = path

                kinds.append(
                    find_ko_kind(
                        position, unit, rules, limits=limits, prover=arguments.prover, on_verdict=found
                    )
                )
                progress.step(f"{name} done")
        except KeyboardInterrupt:
            interrupted = True
            note(f"interrupted; {len(kinds)} of {len(units)} units were judged")
    unknown = any(Status.UNKNOWN in kind.table.values() for kind in kinds)
    code = exits.INTERRUPTED if interrupted else exits.UNKNOWN if unknown else exits.OK
    if arguments.json:
        print(document.encode(_document(source, ruleset, first, limits, kinds, files, interrupted, code)))
    else:
        _print(source, ruleset, first, kinds, files)
    return code


def _file(source: Source, ruleset: Ruleset, unit: str, pair: Threats) -> str:
    return certificate_name(source.name, ruleset, unit, f"threats-{pair[0]}-{pair[1]}")


def _print(
    source: Source, ruleset: Ruleset, first: First | None, kinds: list[KoKind], files: Files
) -> None:
    print_headline(source, ruleset, first)
    for kind in kinds:
        print()
        for line in sentences(kind):
            print(line)
        if kind.dependence is not Dependence.NONE:
            print_table(header(kind), rows(kind), right=[header(kind)[0]])
    if not kinds:
        print("no units: every chain touches the outside of the diagram, or there are no stones")
    print_files(files)


def _document(
    source: Source,
    ruleset: Ruleset,
    first: First | None,
    limits: Limits,
    kinds: list[KoKind],
    files: Files,
    interrupted: bool,
    code: int,
) -> document.KoDocument:
    position = source.diagram.position
    return document.KoDocument(
        schema=document.SCHEMA,
        kind="ko",
        program=document.PROGRAM,
        name=source.name,
        title=source.title,
        position=document.position_document(source.diagram),
        assumed_alive=document.assumed_document(position),
        ruleset=document.ruleset_document(ruleset),
        first=first,
        limits=limits_document(limits),
        provers=list(available_provers()),
        units=[_unit_document(position, kind, files) for kind in kinds],
        interrupted=interrupted,
        exit_code=code,
    )


def _unit_document(position: Position, kind: KoKind, files: Files) -> document.KoUnitDocument:
    entries = []
    # The table, and what was searched beyond it.
    for pair in dict.fromkeys([*itertools.product(LEVELS, LEVELS), *kind.verdicts]):
        verdict = kind.verdicts.get(pair)
        path = files.get((kind.unit, pair))
        status = kind.table[pair] if pair in kind.table else kind.verdicts[pair].status
        entries.append(
            document.KoEntryDocument(
                owner_threats=pair[0],
                attacker_threats=pair[1],
                status=status.value,
                searched=verdict is not None,
                reason=verdict.reason if verdict else "",
                certificate=str(path) if path else None,
            )
        )
    return document.KoUnitDocument(
        unit=unit_name(position, kind.unit),
        together=[unit_name(position, chain) for chain in kind.together],
        colour=document.colour_name(kind.owner),
        stones=document.names(position, kind.unit),
        dependence=kind.dependence.value,
        sentences=sentences(kind),
        table=entries,
        fights=[_fight_document(position, kind, fight) for fight in kind.fights],
    )


def _fight_document(position: Position, kind: KoKind, fight: KoFight) -> document.KoFightDocument:
    return document.KoFightDocument(
        side=document.colour_name(fight.side),
        threats=fight.threats,
        more=fight.more,
        takes_first=fight.first,
        captures=fight.captures,
        approach_moves=fight.approach_moves,
        kos=[document.names(position, ko) for ko in fight.kos],
        way=way(kind, fight),
    )
