"""``shikatsu findings``: the page docs/findings-tables.md, made from a run."""

import argparse
import contextlib
from collections.abc import Sequence

from verifier.cli import exits
from verifier.cli.matrix import exit_code, filled, kept_words, open_cache, proof_folder, write_proofs
from verifier.cli.output import Progress, note, prepare_file, write_text
from verifier.cli.reporting import workers_of
from verifier.errors import InputError
from verifier.jobs.cases.case import CANONICAL_CASES, case_ids, load_cases
from verifier.jobs.compare.findings import FIGURES, findings_page, separations
from verifier.jobs.compare.matrix import Matrix
from verifier.jobs.hunt import POINTS
from verifier.rules import judging_names, load_ruleset
from verifier.search import Limits

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    target = prepare_file(arguments.out, force=arguments.force) if arguments.out else None
    documents = ("proposal2012", "japanese1989")
    every = [name for name in judging_names() if load_ruleset(name).document in documents]
    names = list(dict.fromkeys(["proposal2012", "japanese1989", *(arguments.rules or every)]))
    if wrong := [name for name in names if name not in every]:
        raise InputError(f"--rules {wrong[0]}: use some of {', '.join(every)}")
    rulesets = [load_ruleset(name) for name in names]
    chosen = dict.fromkeys([*CANONICAL_CASES, *FIGURES]) if not arguments.all else case_ids()
    cases = load_cases(chosen)
    folder = proof_folder(arguments, cases, rulesets)
    with contextlib.closing(open_cache(arguments)) as cache:
        matrix = filled(arguments, cases, rulesets, cache)
        if matrix.interrupted:
            note(f"interrupted; {kept_words(arguments)}")
            return exits.INTERRUPTED
        if folder:
            write_proofs(matrix, folder, force=arguments.force)
        page = _page(arguments, matrix, names)
    if target:
        write_text(target, page)
    else:
        print(page, end="")
    return exit_code(matrix)


def _page(arguments: argparse.Namespace, matrix: Matrix, names: Sequence[str]) -> str:
    small = Limits(nodes=200_000, seconds=10.0)
    with workers_of(arguments) as workers, Progress(None) as progress:
        separated = list(
            separations(
                load_ruleset("proposal2012"),
                load_ruleset("japanese1989-points"),
                small,
                arguments.points,
                lambda what: progress.start(what),
                workers,
            )
        )
    return findings_page(matrix, separated, small, arguments.points, _command(arguments, names))


def _command(arguments: argparse.Namespace, names: Sequence[str]) -> str:
    """The command that this is, without where things are kept."""
    parts = ["shikatsu findings"]
    if arguments.rules:
        parts.append(f"--rules {' '.join(names)}")
    if arguments.all:
        parts.append("--all")
    if arguments.points != POINTS:
        parts.append(f"--points {arguments.points}")
    if arguments.limit_nodes is not None:
        parts.append(f"--limit-nodes {arguments.limit_nodes}")
    if arguments.limit_seconds is not None:
        parts.append(f"--limit-seconds {arguments.limit_seconds:g}")
    if arguments.limit_memory is not None:
        parts.append(f"--limit-memory {arguments.limit_memory}")
    return " ".join(parts)
