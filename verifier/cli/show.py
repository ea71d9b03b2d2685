"""``shikatsu show``: a position as text, picture, SGF or forum diagram, with what is known of it."""

import argparse
from pathlib import Path

from verifier.adjudicate.judgement import Judgement, judge_units
from verifier.board import unit_name
from verifier.cli import exits
from verifier.cli.output import Progress, note, prepare_file, write_text
from verifier.cli.reporting import (
    asked_limits,
    asked_units,
    count_lines,
    note_missing_kernel,
    note_named,
    split_first,
    workers_of,
)
from verifier.cli.source import read_source
from verifier.errors import InputError, Interrupted
from verifier.files import write_whole
from verifier.jobs.show.files import SUFFIXES, content
from verifier.jobs.show.shown import Shown, of_judgement
from verifier.jobs.subject import Source
from verifier.notation import Diagram
from verifier.png import require_png
from verifier.rules import judging_ruleset

__all__ = ["run"]

DEFAULT_RULES = "proposal2012"


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    source = read_source(arguments.subject, game=arguments.sgf_game, move=arguments.sgf_move)
    targets = [_target(name, force=arguments.force) for name in arguments.out]
    named = bool(arguments.unit or arguments.together)
    if arguments.rules or named or arguments.lines or arguments.first:
        judgement, interrupted = _judged(arguments, source)
        lines = judgement.verdicts if named or arguments.lines else ()
        words = count_lines(judgement)
        shown = of_judgement(judgement, words=words, lines=lines, to_move=source.named)
        code = exits.INTERRUPTED if interrupted else exits.OK if judgement.complete else exits.UNKNOWN
    else:
        shown, code = Shown(_titled(source), to_move=source.named), exits.OK
    for target in targets:
        data = content(shown, target, arguments.form)
        if isinstance(data, str):
            write_text(target, data)
        else:
            write_whole(target, data, force=arguments.force)
    if not targets:
        print(shown.form(arguments.form))
    return code


def _target(name: str, *, force: bool) -> Path:
    """Refuse what could not be written before anything is searched."""
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"--out {name}: a name ending in {', '.join(SUFFIXES)} is needed")
    if suffix == ".png":
        require_png()
    return prepare_file(name, force=force)


def _titled(source: Source) -> Diagram:
    diagram = source.diagram
    return diagram if diagram.title else Diagram(diagram.position, diagram.labels, source.title)


def _judged(arguments: argparse.Namespace, source: Source) -> tuple[Judgement, bool]:
    ruleset, first = split_first(arguments, judging_ruleset(arguments.rules or DEFAULT_RULES))
    position = source.diagram.position
    units = asked_units(position, arguments.unit, arguments.together)
    note_named(source, arguments.first)
    note_missing_kernel(arguments.prover)
    with workers_of(arguments) as workers, Progress(len(units)) as progress:
        try:
            judgement = judge_units(
                _titled(source),
                ruleset,
                units=units,
                limits=asked_limits(arguments),
                prover=arguments.prover,
                workers=workers,
                first=first,
                on_start=lambda unit: progress.start(f"judging {unit_name(position, unit)}"),
                on_verdict=lambda verdict: progress.step(f"{verdict.name} {verdict.status.value}"),
            )
        except Interrupted as stop:
            note(f"interrupted; {len(stop.result.verdicts)} of {len(units)} units were judged")
            return stop.result, True
    return judgement, False
