"""``shikatsu selftest``: proves and checks some units, to see whether an installation works."""

import argparse
import dataclasses
import time
from collections.abc import Iterator

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.board import Mask, unit_name
from verifier.cli import exits
from verifier.cli.output import print_table
from verifier.cli.reporting import note_missing_kernel
from verifier.errors import CertificateError, ShikatsuError
from verifier.jobs.cases.case import Case, load_case
from verifier.proof import Certificate, Verdict, check, dump_certificate
from verifier.proof.store import parse_certificate
from verifier.rules import Ruleset, load_ruleset
from verifier.search import Limits, available_provers

__all__ = ["run"]

CASES = ("ex01", "ex02", "ex07-1", "ex09", "ex11")
"""Cases of the 試案 whose units take a moment, between them all kinds of proof."""
SMALLEST = ("ex01", "ex02")
"""Those that every prover has to decide; the others are left to the quickest."""

LIMITS = Limits(nodes=200_000, seconds=20.0)


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    note_missing_kernel("auto")
    ruleset = load_ruleset("proposal2012")
    begun = time.monotonic()
    rows, wrong = [], 0
    for case, unit, prover in _questions():
        verdict = decide(Question(case.position, unit, ruleset, LIMITS, prover))
        said = _judged(case, unit, ruleset, verdict)
        wrong += said != "ok"
        size = str(verdict.report.states) if verdict.report else ""
        rows.append([case.id, unit_name(case.position, unit), prover, verdict.status.value, size, said])
    print_table(["case", "unit", "prover", "verdict", "states", "result"], rows, right=["states"])
    passed = len(rows) - wrong
    print(
        f"{passed} of {len(rows)} proofs found, written, read again and accepted, and refused when they claim"
        f" the contrary; {time.monotonic() - begun:.1f} s"
    )
    if wrong:
        print("this installation does not work as it should; please report it with this table")
    return exits.REFUSED if wrong else exits.OK


def _questions() -> Iterator[tuple[Case, Mask, str]]:
    for name in CASES:
        case = load_case(name)
        for prover in available_provers() if name in SMALLEST else available_provers()[:1]:
            for unit in case.units:
                yield case, unit, prover


def _judged(case: Case, unit: Mask, ruleset: Ruleset, verdict: UnitVerdict) -> str:
    """What is wrong with a verdict, or ``ok``."""
    if verdict.certificate is None:
        return f"not decided: {verdict.reason}"
    claim = case.claims_of(ruleset.id).get(unit)
    if claim is not None and not claim.contradicted and claim.status is not verdict.status:
        return f"the document says {claim.status.value}"
    try:
        again = parse_certificate(dump_certificate(verdict.certificate), "selftest")
        if check(again).claim != verdict.certificate.claim:
            return "the file proves something else"
    except ShikatsuError as error:
        return f"its file is refused: {error}"
    try:
        check(_contrary(verdict.certificate))
    except CertificateError:
        return "ok"
    return "THE CONTRARY IS ACCEPTED WITH THE SAME PROOF"


def _contrary(certificate: Certificate) -> Certificate:
    """The same evidence for the contrary claim."""
    other = Verdict.ALIVE if certificate.claim.verdict is Verdict.DEAD else Verdict.DEAD
    claim = dataclasses.replace(certificate.claim, verdict=other)
    return dataclasses.replace(certificate, claim=claim)
