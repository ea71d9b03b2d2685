"""``shikatsu verify``: judge the units of a position."""

import argparse
import functools
import operator
from pathlib import Path

from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.judging import judge_units
from verifier.adjudicate.question import UnitVerdict
from verifier.board import unit_name
from verifier.cli import document, exits
from verifier.cli.output import Progress, note, prepare_svg, print_table, write_text
from verifier.cli.reporting import (
    CertificateFolder,
    asked_limits,
    asked_units,
    count_document,
    count_lines,
    limits_document,
    note_missing_kernel,
    note_named,
    print_files,
    print_headline,
    split_first,
    unit_document,
    workers_of,
)
from verifier.cli.source import asked_ruleset, read_source
from verifier.errors import Interrupted
from verifier.jobs.subject import Source
from verifier.search import available_provers

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    source = read_source(arguments.subject, game=arguments.sgf_game, move=arguments.sgf_move)
    ruleset, first = split_first(arguments, asked_ruleset(arguments.rules, source))
    position = source.diagram.position
    units = asked_units(position, arguments.unit, arguments.together)
    picture = None if arguments.svg is None else prepare_svg(arguments.svg, force=arguments.force)
    folder = None
    if arguments.proof:
        wanted = [(source.name, position, unit) for unit in units]
        folder = CertificateFolder(arguments.proof, wanted, ruleset, force=arguments.force, first=first)
    note_named(source, arguments.first)
    note_missing_kernel(arguments.prover)
    files: dict[int, Path] = {}
    interrupted = False
    with workers_of(arguments) as workers, Progress(len(units)) as progress:

        def found(verdict: UnitVerdict) -> None:
            if folder and (path := folder.write(source.name, verdict)):
                files[verdict.unit] = path
            progress.step(f"{verdict.name} {verdict.status.value}")

        try:
            judgement = judge_units(
                source.diagram,
                ruleset,
                units=units,
                limits=asked_limits(arguments),
                prover=arguments.prover,
                workers=workers,
                first=first,
                on_wall=lambda keep: progress.start("looking for walls"),
                on_start=lambda unit: progress.start(f"judging {unit_name(position, unit)}"),
                on_verdict=found,
            )
        except Interrupted as stop:
            judgement, interrupted = stop.result, True
    code = exits.OK if judgement.complete else exits.UNKNOWN
    if interrupted:
        code = exits.INTERRUPTED
        note(f"interrupted; {len(judgement.verdicts)} of {len(units)} units were judged")
    if picture:
        write_text(picture, judgement.svg())
    if arguments.json:
        print(document.encode(_document(source, judgement, files, interrupted, code)))
    else:
        _print(source, judgement, files)
    return code


def _print(source: Source, judgement: Judgement, files: dict[int, Path]) -> None:
    print_headline(source, judgement.ruleset, judgement.first)
    print()
    print(judgement)
    print()
    if judgement.verdicts:
        rows = []
        for verdict in judgement.verdicts:
            nodes = str(verdict.outcome.nodes) if verdict.outcome else ""
            seconds = f"{verdict.outcome.seconds:.3f}" if verdict.outcome else ""
            stones = str(verdict.unit.bit_count())
            rows.append(
                [
                    verdict.name,
                    str(verdict.colour),
                    stones,
                    verdict.status.value,
                    verdict.reason,
                    nodes,
                    seconds,
                ]
            )
        header = ["unit", "colour", "stones", "status", "proof", "nodes", "seconds"]
        print_table(header, rows, right=["stones", "nodes", "seconds"])
    elif not judgement.asked:
        print("no units: every chain touches the outside of the diagram, or there are no stones")
    if walls := functools.reduce(operator.or_, (verdict.walls for verdict in judgement.verdicts), 0):
        print(f"walls by proof: {', '.join(document.wall_names(judgement.diagram.position, walls))}")
    for line in count_lines(judgement):
        print(line)
    print_files(files)


def _document(
    source: Source, judgement: Judgement, files: dict[int, Path], interrupted: bool, code: int
) -> document.VerifyDocument:
    position = source.diagram.position
    return document.VerifyDocument(
        schema=document.SCHEMA,
        kind="verify",
        program=document.PROGRAM,
        name=source.name,
        title=source.title,
        position=document.position_document(source.diagram),
        assumed_alive=document.assumed_document(position),
        ruleset=document.ruleset_document(judgement.ruleset),
        first=judgement.first,
        limits=limits_document(judgement.limits),
        provers=list(available_provers()),
        units=[unit_document(verdict, files.get(verdict.unit)) for verdict in judgement.verdicts],
        territory=count_document(judgement),
        interrupted=interrupted,
        exit_code=code,
    )
