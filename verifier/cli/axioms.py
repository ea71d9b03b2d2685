"""``shikatsu axioms``: the audit of the algebraic specification of Ikeda's rules. docs/axioms.md."""

import argparse

from verifier.board import vertex
from verifier.cli import exits
from verifier.cli.output import Progress, print_table
from verifier.errors import InputError
from verifier.jobs.ikeda import AXIOMS, Finding, audit

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    numbers = [axiom.number for axiom in AXIOMS]
    for name in arguments.only or ():
        if name not in numbers:
            raise InputError(f"axiom {name!r}: the axioms are {numbers[0]} to {numbers[-1]}, such as 5-9")
    chosen = [axiom for axiom in AXIOMS if not arguments.only or axiom.number in arguments.only]
    with Progress(arguments.games) as progress:
        found = audit(
            arguments.games,
            seed=arguments.seed,
            axioms=chosen,
            on_game=lambda number: progress.step(f"game {number}"),
        )
    rows = [
        [finding.axiom.number, finding.verdict, str(finding.instances), finding.axiom.says]
        for finding in found.findings
    ]
    print_table(["axiom", "as printed", "equations", "says"], rows, right=["equations"])
    for finding in found.findings:
        if finding.axiom.corrected is not None or finding.broken is not None:
            print()
            _explain(finding)
    tally = ", ".join(
        f"{number} {verdict}"
        for verdict in ("holds", "refuted", "not well-formed", "ENGINE DIFFERS")
        if (number := sum(finding.verdict == verdict for finding in found.findings))
    )
    print()
    print(f"{len(found.findings)} axioms: {tally}; {found.states} states of {found.games} games")
    if not found.sound:
        print("some axiom was not met or not refuted as expected: run more games (--games)")
    return exits.OK if found.sound else exits.REFUSED


def _explain(finding: Finding) -> None:
    axiom = finding.axiom
    print(f"{axiom.number}: {axiom.says}")
    if axiom.fault:
        print(f"  {axiom.fault}")
    for what, example in (("as printed", finding.printed), ("as corrected", finding.broken)):
        if example is None:
            continue
        n = example.lines
        moves = [vertex(move, n, n) if move >= 0 else "pass" for move in example.moves]
        print(f"  {what}, refuted on {n}x{n} after: {' '.join(moves) or 'no move'}")
        print(f"  at {example.where}: the rules give {_shown(example.engine)},", end=" ")
        print(f"the axiom {_shown(example.axiom)}")
    if axiom.corrected is not None and finding.broken is None:
        print(f"  the corrected form held in {finding.instances} equations")


def _shown(value: object) -> str:
    if isinstance(value, frozenset):
        return str(set(value)) if value else "{}"
    return str(value)
