"""``shikatsu axioms``: the audit of the algebraic specification of Ikeda's rules. docs/axioms.md."""

import argparse
from collections.abc import Sequence
from typing import get_args

from verifier.cli import document, exits
from verifier.cli.output import Progress, note, print_table
from verifier.cli.play_document import (
    AxiomDocument,
    AxiomsDocument,
    CounterexampleDocument,
    move_names,
)
from verifier.errors import Interrupted
from verifier.jobs.ikeda import (
    SOURCE,
    AxiomAudit,
    AxiomFinding,
    AxiomVerdict,
    Counterexample,
    audit,
    axioms_named,
)
from verifier.jobs.ikeda.spelling import plain
from verifier.text import many

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    chosen = axioms_named(arguments.only)
    interrupted = False
    with Progress(arguments.games) as progress:
        try:
            found = audit(
                arguments.games,
                seed=arguments.seed,
                axioms=chosen,
                on_game=lambda number: progress.step(f"game {number}"),
            )
        except Interrupted as stop:
            found, interrupted = stop.result, True
    code = exits.OK if found.sound else exits.REFUSED
    if interrupted:
        code = exits.INTERRUPTED
        note(f"interrupted; {found.games} of {many(arguments.games, 'game')} were finished")
    if arguments.json:
        print(document.encode(_document(found, arguments.seed, code, interrupted=interrupted)))
        return code
    rows = [
        [
            finding.axiom.number,
            str(finding.axiom.line),
            finding.verdict,
            str(finding.instances),
            finding.axiom.says,
        ]
        for finding in found.findings
    ]
    print(f"Source: {SOURCE}")
    print()
    print_table(["axiom", "line", "as printed", "equations", "says"], rows, right=["line", "equations"])
    for finding in found.findings:
        if arguments.only or finding.axiom.meant or finding.broken is not None:
            print()
            _explain(finding)
    tally = ", ".join(
        f"{number} {'hold' if verdict == 'holds' and number > 1 else verdict}"
        for verdict in get_args(AxiomVerdict)
        if (number := sum(finding.verdict == verdict for finding in found.findings))
    )
    print()
    looked_at = f"{many(found.states, 'state')} of {many(found.games, 'game')}"
    print(f"{many(len(rows), 'axiom')}: {tally}; {looked_at}")
    _print_lack("the engine differs from", [item for item in found.findings if item.broken is not None])
    _print_lack("not met by any state", [item for item in found.findings if not item.met], more=True)
    _print_lack("not refuted as expected", [item for item in found.findings if item.unrefuted], more=True)
    return code


def _print_lack(what: str, findings: Sequence[AxiomFinding], *, more: bool = False) -> None:
    """Name the axioms for which the audit is not sound, and say whether more games may help."""
    if findings:
        numbers = ", ".join(finding.axiom.number for finding in findings)
        print(f"{what}: {numbers}" + ("; run more games (--games)" if more else ""))


def _explain(finding: AxiomFinding) -> None:
    axiom = finding.axiom
    print(f"{axiom.number}: {axiom.says}")
    print(f"  line {axiom.line}: {plain(axiom.quoted)}")
    if axiom.read:
        print(f"  read: {axiom.printed}")
    for flaw in axiom.flaws:
        print(f"  no value: {flaw}")
    if axiom.fault:
        print(f"  {axiom.fault}")
    if axiom.mended:
        print(f"  mended: {plain(axiom.mended)}")
    if finding.printed is not None:
        _refutation("as mended" if axiom.mended else "as printed", finding.printed)
    if axiom.meant:
        print(f"  meant: {plain(axiom.meant)}")
    if finding.broken is not None:
        _refutation("what is meant", finding.broken)
        return
    what = "what is meant" if axiom.meant else "this"
    if finding.met:
        print(f"  {what} held in {finding.instances} equations")
    else:
        print(f"  {what} was not met: no state of the games says anything of it")


def _refutation(what: str, example: Counterexample) -> None:
    n = example.lines
    moves = move_names(example.moves, n, n)
    print(f"  {what}, refuted on {n}x{n} after: {' '.join(moves) or 'no move'}")
    place = f"at {example.where}: " if example.where else ""
    print(f"  {place}the rules give {_shown(example.engine)}, the axiom {_shown(example.axiom)}")


def _shown(value: object) -> str:
    if isinstance(value, frozenset):
        return str(set(value)) if value else "{}"
    return str(value)


def _document(found: AxiomAudit, seed: int, code: int, *, interrupted: bool) -> AxiomsDocument:
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
                line=finding.axiom.line,
                quoted=finding.axiom.quoted,
                formula=finding.axiom.printed,
                verdict=finding.verdict,
                flaws=list(finding.axiom.flaws),
                fault=finding.axiom.fault,
                mended=plain(finding.axiom.mended),
                meant=plain(finding.axiom.meant),
                equations=finding.instances,
                printed=_example(finding.printed),
                broken=_example(finding.broken),
            )
            for finding in found.findings
        ],
        sound=found.sound,
        interrupted=interrupted,
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
