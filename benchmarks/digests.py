"""What the program finds of each canonical unit, a line for each: to tell whether a change changes a result.

    python benchmarks/digests.py > before.txt           (a minute or two)
    python benchmarks/digests.py > after.txt; diff before.txt after.txt

A line has case, unit, verdict, expanded states, nodes of the certificate, and the first 16 digits of the
SHA-256 of what the certificate says: the claim and its evidence, but not which program made it in what time.
All of that is the same on every machine as long as no limit on seconds is reached.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.jobs.cases.case import CANONICAL_CASES, load_case
from verifier.proof import dump_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits


def line(identifier: str, number: int, rules: str, limits: Limits) -> str:
    """What is found of one unit of a case."""
    case = load_case(identifier)
    unit = tuple(case.position.units())[number]
    verdict = decide(Question(case.position, unit, load_ruleset(rules), limits))
    outcome, certificate, size, digest = verdict.outcome, verdict.certificate, 0, "-"
    if certificate is not None and verdict.report is not None:
        supports = tuple(dataclasses.replace(support, about={}) for support in certificate.supports)
        bare = dataclasses.replace(certificate, about={}, supports=supports)
        size, digest = verdict.report.states, hashlib.sha256(dump_certificate(bare).encode()).hexdigest()[:16]
    states = outcome.nodes if outcome else 0
    return f"{identifier} {verdict.name} {verdict.status.value} {states} {size} {digest}"


def main() -> None:
    """Print all lines in order."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--rules", default="proposal2012", help="id of a ruleset")
    parser.add_argument("--nodes", type=int, default=600_000, help="limit on states per unit")
    parser.add_argument("--seconds", type=float, default=3600.0, help="limit on seconds per unit")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    options = parser.parse_args()
    limits = Limits(nodes=options.nodes, seconds=options.seconds)
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        waiting = [
            pool.submit(line, identifier, number, options.rules, limits)
            for identifier in CANONICAL_CASES
            for number, _ in enumerate(load_case(identifier).position.units())
        ]
        for future in waiting:
            print(future.result(), flush=True)


if __name__ == "__main__":
    main()
