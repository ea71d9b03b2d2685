"""``shikatsu axioms``: the audit of the algebraic specification of Ikeda's rules. docs/axioms.md."""

import argparse

from verifier.cli import document, exits
from verifier.cli.output import Progress, print_table
from verifier.cli.play_document import (
    AxiomDocument,
    AxiomsDocument,
    CounterexampleDocument,
    move_names,
)
from verifier.jobs.ikeda import Audit, Counterexample, Finding, audit, axioms_named

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    chosen = axioms_named(arguments.only)
    with Progress(arguments.games) as progress:
        found = audit(
            arguments.games,
            seed=arguments.seed,
            axioms=chosen,
            on_game=lambda number: progress.step(f"game {number}"),
        )
    code = exits.OK if found.sound else exits.REFUSED
    if arguments.json:
        print(document.encode(_document(found, arguments.seed, code)))
        return code
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
    return code


def _explain(finding: Finding) -> None:
    axiom = finding.axiom
    print(f"{axiom.number}: {axiom.says}")
    if axiom.fault:
        print(f"  {axiom.fault}")
    for what, example in (("as printed", finding.printed), ("as corrected", finding.broken)):
        if example is None:
            continue
        n = example.lines
        moves = move_names(example.moves, n, n)
        print(f"  {what}, refuted on {n}x{n} after: {' '.join(moves) or 'no move'}")
        print(f"  at {example.where}: the rules give {_shown(example.engine)},", end=" ")
        print(f"the axiom {_shown(example.axiom)}")
    if axiom.corrected is not None and finding.broken is None:
        print(f"  the corrected form held in {finding.instances} equations")


def _shown(value: object) -> str:
    if isinstance(value, frozenset):
        return str(set(value)) if value else "{}"
    return str(value)


def _document(found: Audit, seed: int, code: int) -> AxiomsDocument:
    return AxiomsDocument(
        schema=document.SCHEMA,
        kind="axioms",
        program=document.PROGRAM,
        games=found.games,
        seed=seed,
        states=found.states,
        axioms=[
            AxiomDocument(
                number=finding.axiom.number,
                says=finding.axiom.says,
                verdict=finding.verdict,
                fault=finding.axiom.fault,
                equations=finding.instances,
                printed=_example(finding.printed),
                broken=_example(finding.broken),
            )
            for finding in found.findings
        ],
        sound=found.sound,
        exit_code=code,
    )


def _example(example: Counterexample | None) -> CounterexampleDocument | None:
    if example is None:
        return None
    return CounterexampleDocument(
        lines=example.lines,
        moves=move_names(example.moves, example.lines, example.lines),
        where=example.where,
        engine=_shown(example.engine),
        axiom=_shown(example.axiom),
    )
