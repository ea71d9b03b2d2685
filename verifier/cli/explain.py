"""``shikatsu explain``: why one unit lives or dies."""

import argparse

from verifier.adjudicate.first import moving_first
from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, unit_at
from verifier.board import parse_vertex
from verifier.cli import exits
from verifier.cli.output import Progress
from verifier.cli.reporting import asked_limits, asked_together, note_missing_kernel, note_named
from verifier.cli.source import asked_ruleset, note_labels, read_source
from verifier.errors import InputError
from verifier.jobs.explain.explanation import Fight, explain
from verifier.jobs.explain.ko_kind import find_ko_kind, has_threats
from verifier.jobs.explain.ko_words import sentences

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    asked = arguments.unit or arguments.together
    if len(asked) > 1:
        option = "--unit" if arguments.unit else "--together"
        raise InputError(
            f"{option} {asked[1]}: one fight is explained at a time; give {option} once, or --together for"
            " units of one side in one fight"
        )
    source = read_source(arguments.subject, game=arguments.sgf_game, move=arguments.sgf_move)
    position = source.diagram.position
    if arguments.together:
        unit = asked_together(position, asked[0])
    else:
        unit = unit_at(position, parse_vertex(asked[0], position.rows, position.cols))
    ruleset = moving_first(asked_ruleset(arguments.rules, source), arguments.first, position, unit)
    note_labels(source)
    note_named(source, arguments.first)
    limits = asked_limits(arguments)
    note_missing_kernel(arguments.prover)
    with Progress(1) as progress:
        progress.start(f"judging {asked[0]}")
        verdict = decide(Question(position, unit, ruleset, limits, arguments.prover))
        if verdict.certificate is None:
            what = "units together" if verdict.together else "unit"
            print(f"{verdict.colour} {what} {verdict.name}: unknown ({verdict.reason})")
            return exits.UNKNOWN
        progress.start("looking for the kind of fight")
        explanation = explain(verdict.certificate)
        kind = None
        if explanation.fight is Fight.KO and has_threats(ruleset):
            progress.start("looking for the kind of ko")
            kind = find_ko_kind(position, unit, ruleset, limits=limits, prover=arguments.prover)
    print(explanation)
    if kind is not None:
        print()
        print("\n".join(sentences(kind)))
    return exits.OK
