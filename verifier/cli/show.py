"""``shikatsu show``: a position as text, picture, SGF or forum diagram, with what is known of it."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.judging import judge_units
from verifier.board import Colour, Mask, unit_name, vertex
from verifier.board.grid import bits
from verifier.cli import exits
from verifier.cli.arguments.given import given, option_name
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
from verifier.cli.source import asked_ruleset, read_source
from verifier.errors import InputError, Interrupted
from verifier.files import write_whole
from verifier.jobs.explain.problem import COMPARED, solve_problem
from verifier.jobs.show.files import SUFFIXES, content
from verifier.jobs.show.shown import Shown, of_judgement
from verifier.jobs.subject import Source
from verifier.notation import Diagram
from verifier.png import require_png
from verifier.rules import Ruleset, judging_ruleset

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    _refuse_unused(arguments)
    source = read_source(arguments.subject, game=arguments.sgf_game, move=arguments.sgf_move)
    targets = _targets(arguments.out, force=arguments.force)
    named = bool(arguments.unit or arguments.together)
    form = arguments.form or "text"
    if arguments.tree:
        shown, code = _problem(arguments, source)
    elif _asking(arguments):
        judgement, interrupted = _judged(arguments, source)
        if interrupted and targets:  # a file of it would be in the way of the next run
            targets = []
            if not judgement.verdicts:
                return exits.INTERRUPTED
        lines = judgement.verdicts if named or arguments.lines else ()
        words = count_lines(judgement)
        shown = of_judgement(judgement, words=words, lines=lines, to_move=source.named)
        code = exits.INTERRUPTED if interrupted else exits.OK if judgement.complete else exits.UNKNOWN
    else:
        shown, code = Shown(_titled(source), to_move=source.named), exits.OK
    for target in targets:
        data = content(shown, target, form)
        if isinstance(data, str):
            write_text(target, data)
        else:
            write_whole(target, data, force=arguments.force)
    if not targets:
        print(shown.form(form))
    return code


def _asking(arguments: argparse.Namespace) -> list[str]:
    """The options that ask for verdicts."""
    asking = ("rules", "unit", "together", "first", "lines", "tree")
    return [f"--{name}" for name in asking if getattr(arguments, name)]


def _refuse_unused(arguments: argparse.Namespace) -> None:
    """Refuse options that would have no effect.

    Raises:
        InputError: one of them is given.
    """
    asking = _asking(arguments)
    workers = {"--jobs": arguments.jobs != 1, "--cluster": arguments.cluster is not None}
    limits = ("limit_nodes", "limit_seconds", "limit_memory", "limit_walls")
    searching = {option_name(name): given(arguments, name) for name in limits}
    searching |= {"--prover": arguments.prover != "auto", **workers}
    if not asking and (option := _first_given(searching)):
        asked = "--rules, --unit, --together, --first or --lines"
        raise InputError(f"{option}: nothing is judged unless {asked} asks for it; leave it out")
    if arguments.tree and (option := _first_given({"--lines": arguments.lines, **workers})):
        what = "has the lines of its answer" if option == "--lines" else "is searched in one process"
        raise InputError(f"{option}: --tree {what}; leave {option} out")
    suffixes = {Path(name).suffix.lower() for name in arguments.out}
    form = arguments.form
    if form and arguments.out and ".txt" not in suffixes:
        raise InputError(f"--as {form}: only a file .txt has that form, and --out names none; leave it out")
    if form == "diagram" and asking and suffixes <= {".txt"}:
        raise InputError(f"--as diagram: has no verdicts; use another form, or leave {', '.join(asking)} out")


def _first_given(options: dict[str, bool]) -> str:
    return next((option for option, given in options.items() if given), "")


def _targets(names: Sequence[str], *, force: bool) -> list[Path]:
    """Refuse what could not be written before anything is searched.

    Raises:
        InputError: there is such a file, or two of them are one.
    """
    targets = [_target(name, force=force) for name in names]
    places = [os.path.realpath(target) for target in targets]
    for number, place in enumerate(places):
        if place in places[:number]:
            raise InputError(f"--out {names[number]}: is there already; give each of them a file of its own")
    return targets


def _target(name: str, *, force: bool) -> Path:
    suffix = Path(name).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(f"--out {name}: a name ending in {', '.join(SUFFIXES)} is needed")
    if suffix == ".png":
        require_png()
    return prepare_file(name, force=force)


def _titled(source: Source) -> Diagram:
    diagram = source.diagram
    return diagram if diagram.title else Diagram(diagram.position, diagram.labels, source.title)


def _problem(arguments: argparse.Namespace, source: Source) -> tuple[Shown, int]:
    """The unit that is asked for as a problem, with whoever moves first by the options or the ruleset."""
    position = source.diagram.position
    units = asked_units(position, arguments.unit, arguments.together)
    if len(arguments.unit or ()) != 1 or arguments.together:
        raise InputError("--tree is about one unit: name it with --unit")
    ruleset = asked_ruleset(arguments.rules, source)
    note_missing_kernel(arguments.prover)
    side = _first_side(arguments, source, units[0], ruleset)
    with Progress(None) as progress:
        problem = solve_problem(
            position,
            units[0],
            side,
            ruleset,
            limits=asked_limits(arguments),
            prover=arguments.prover,
            others=[judging_ruleset(name) for name in COMPARED],
            on_move=lambda move: progress.start(
                f"{vertex(move.point, position.rows, position.cols)}: {move.why}"
            ),
        )
    status = problem.verdict.status
    shown = Shown(
        _titled(source),
        f"{ruleset.id}, {side} first",
        problem.words,
        dict.fromkeys(bits(problem.verdict.unit), status.value),
        to_move=side,
        tree=problem.tree,
    )
    return shown, exits.OK if problem.complete else exits.UNKNOWN


def _first_side(arguments: argparse.Namespace, source: Source, unit: Mask, ruleset: Ruleset) -> Colour:
    """Who is to move: by --first, else by the file, else by the ruleset."""
    owner = source.diagram.position.owner_of(unit)
    first = arguments.first
    if first is None and source.named is not None:
        return source.named
    if first in ("black", "white"):
        return Colour[first.upper()]
    return owner if (first or ruleset["first_move"]) == "owner" else owner.opponent


def _judged(arguments: argparse.Namespace, source: Source) -> tuple[Judgement, bool]:
    ruleset, first = split_first(arguments, asked_ruleset(arguments.rules, source))
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
            unwritten = "; no file is written" if arguments.out else ""
            note(f"interrupted; {len(stop.result.verdicts)} of {len(units)} units were judged{unwritten}")
            return stop.result, True
    return judgement, False
