"""Testing claims one after the other, and going on where a run was interrupted."""

import dataclasses
import functools
import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path

from verifier.datafiles import builtin_ids, read_data
from verifier.errors import InputError
from verifier.jobs.claims import facts, judging, playing
from verifier.jobs.claims.bench import Bench
from verifier.jobs.claims.finding import Finding, Result
from verifier.jobs.claims.record import about
from verifier.jobs.claims.spec import Spec
from verifier.jobs.claims.table import Claim
from verifier.rules import load_play_rules, load_ruleset

__all__ = ["evaluate", "run_claims"]

_TESTS: dict[str, Callable[[Bench, Spec], Finding]] = {
    "status": judging.status,
    "count": judging.count,
    "change": judging.change,
    "fill": judging.fill,
    "settled": judging.settled,
    "line": playing.line,
    "legal": playing.legal,
    "same": playing.same,
    "value": playing.value,
    "resumed": playing.resumed,
    "board": facts.board,
    "axis": facts.axis,
    "axiom": facts.axiom,
    "seki boards": facts.seki_boards,
    "turned": facts.turned,
    "form": facts.form,
}


def evaluate(bench: Bench, spec: Spec) -> Finding:
    """Do one test.

    Raises:
        InputError: its arguments do not fit its board.
    """
    finding = _TESTS[spec.kind](bench, spec)
    return finding.negated() if spec.get("negate", False) else finding


def run_claims(
    bench: Bench, claims: Sequence[Claim], on_result: Callable[[Result], None] | None = None
) -> tuple[list[Result], bool]:
    """Test *claims*; what the store knows is taken from there. Also return whether Ctrl-C ended the run.

    Raises:
        InputError: a test cannot be done; the message names the claim.
    """
    results: list[Result] = []
    for claim in claims:
        try:
            findings = [_finding(bench, claim, spec) for spec in claim.tests]
        except InputError as error:
            raise InputError(f"claim {claim.id}: {error}") from None
        except KeyboardInterrupt:
            return results, True
        results.append(Result(claim, tuple(findings)))
        if on_result:
            on_result(results[-1])
    return results, False


def _finding(bench: Bench, claim: Claim, spec: Spec) -> Finding:
    key = _key(bench, spec)
    known = bench.store.get(key)
    if known is not None:
        return known
    finding = evaluate(bench, spec)
    bench.store.put(key, claim.id, finding)
    return finding


def _key(bench: Bench, spec: Spec) -> str:
    """What the finding of a test depends on."""
    rules = [_digest_of(name) for name in [spec.get("rules"), *spec.get("also", [])] if name]
    limits = dataclasses.astuple(bench.limits(spec))
    key = json.dumps([*about(spec), rules, limits, _sources()], default=str)
    return hashlib.sha256(key.encode()).hexdigest()


def _digest_of(name: str) -> list[str]:
    found = []
    for load in (load_ruleset, load_play_rules):
        try:
            found.append(load(name).digest)
        except InputError:
            continue
    return found


@functools.cache
def _sources() -> str:
    """The digest of all sources, and of the rulesets and cases that come with them."""
    package = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for folder in ("encodings", "cases", "cases/play"):
        known = builtin_ids(folder)
        for name in known:
            text, file = read_data(folder, "file", name, known)
            digest.update(f"{folder}/{file}\n{text}".encode())
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".so", ".pyd"):
            digest.update(path.relative_to(package).as_posix().encode("utf-8"))
            digest.update(path.read_bytes())
    return digest.hexdigest()
