"""Answers questions about enclosed problems with our prover, one JSON object per line each way.

The counterpart of tsumego_driver.cjs, for comparison on equal terms: from the position to a verdict with its
certificate in one process. Question: {"rows": [...], "point": n, "attacker_first": true, "values": {...},
"seconds": limit, "times": n, "long": s}. The answer is found n times in a row, or until that takes s seconds:
{"status": ..., "seconds": [...], "kernel": ..., "nodes": ...}. The question {"check": true} is answered by
the seconds of the checker for the last certificate, its states and its bytes. It is a question of its own
because whoever checks in between finds other things in the caches.
"""

import functools
import json
import sys
import time
from typing import Any

from verifier.errors import CertificateError
from verifier.notation import parse_diagram
from verifier.play import Arena
from verifier.proof import Certificate, check, dump_certificate
from verifier.rules import Ruleset, load_ruleset
from verifier.search import Limits, prove


@functools.cache
def ruleset(**values: str) -> Ruleset:
    """The ruleset of the problems with other values, read once."""
    return load_ruleset("proposal2012").with_values(**values)


def answer(question: dict[str, Any]) -> tuple[dict[str, Any], Certificate | None]:
    """Decide one unit, and return the certificate as well.

    Reading the question is not timed; walls, arena, search and certificate are.
    """
    position = parse_diagram("\n".join(question["rows"])).position
    first = "attacker" if question["attacker_first"] else "owner"
    rules = ruleset(first_move=first, **question["values"])
    limits = Limits(nodes=10**9, seconds=question["seconds"], memory_mib=2048)
    times: list[float] = []
    while not times or (len(times) < question["times"] and times[-1] < question["long"]):
        begun = time.perf_counter()
        arena = Arena.at(position, question["point"], rules)
        outcome = prove(arena, limits=limits)
        times.append(time.perf_counter() - begun)
    reply = {
        "status": outcome.status.value,
        "seconds": times,
        "kernel": outcome.seconds,
        "nodes": outcome.nodes,
    }
    return reply, outcome.certificate


def examine(certificate: Certificate) -> dict[str, Any]:
    """Check a certificate."""
    try:
        report = check(certificate)
    except CertificateError as error:
        return {"refused": str(error)}
    size = len(dump_certificate(certificate))
    return {"checking": report.seconds, "states": report.states, "bytes": size}


def main() -> None:
    """Answer until the input ends."""
    certificate = None
    for line in sys.stdin:
        question = json.loads(line)
        if "check" in question:
            reply = {} if certificate is None else examine(certificate)
        else:
            reply, certificate = answer(question)
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
