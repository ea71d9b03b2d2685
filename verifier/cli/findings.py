"""``shikatsu findings``: the page docs/findings-tables.md, made from a run."""

import argparse

from verifier.cli import exits
from verifier.cli.matrix import exit_code, filled, proof_folder, write_proofs
from verifier.cli.output import Progress, note, prepare_file, write_text
from verifier.cli.reporting import workers_of
from verifier.errors import InputError
from verifier.jobs.cases.case import CANONICAL_CASES, case_ids, load_case
from verifier.jobs.compare.findings import FIGURES, findings_page, separations
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
    cases = [load_case(name) for name in chosen]
    folder = proof_folder(arguments, cases, rulesets)
    matrix = filled(arguments, cases, rulesets)
    if matrix.interrupted:
        note("interrupted; the verdicts found are kept, run the command again to go on")
        return exits.INTERRUPTED
    if folder:
        write_proofs(matrix, folder, force=arguments.force)
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
    given = f" --rules {' '.join(names)}" if arguments.rules else ""
    page = findings_page(matrix, separated, small, arguments.points, f"shikatsu findings{given}")
    if target:
        write_text(target, page)
    else:
        print(page, end="")
    return exit_code(matrix)
