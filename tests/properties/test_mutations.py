"""An altered certificate is refused, or there is a reason why it still proves a true claim."""

import dataclasses
import functools
import random
from collections import Counter

import pytest
from explaining import CLAIM, MEASURE, MOST_STATES, NOTHING, PATTERN, PROOF, UNMET, explanation, strategy_wins
from mutating import MUTATIONS
from patterning import as_patterns

from verifier.board import Position
from verifier.errors import CertificateError, InputError
from verifier.jobs.cases.case import load_case
from verifier.play import PASS, Arena
from verifier.proof import (
    Certificate,
    Evidence,
    Patterns,
    Refutation,
    Strategy,
    Verdict,
    check,
    dump_certificate,
)
from verifier.proof.store import parse_certificate
from verifier.proof.unfold import unfold
from verifier.rules import load_ruleset
from verifier.search import Limits, prove
from verifier.search.native import available

pytestmark = pytest.mark.skipif(not available(), reason="certificates and tables come from the native kernel")

PROPOSAL = load_ruleset("proposal2012").with_values(walls="assumed")
TWO_PASSES = {"end": "two passes"}
DRAWN = {"end": "two passes", "cycle": "draw"}
ONCE = {"dead_means": "captured once"}


def of_case(name: str, point: str, prover: str = "native", **values: str) -> Certificate:
    case = load_case(name)
    arena = Arena(case.position, case.unit_at(point), PROPOSAL.with_values(**values))
    return proof(arena, prover)


def together(name: str, *points: str, prover: str = "native", **values: str) -> Certificate:
    case = load_case(name)
    unit = sum(case.unit_at(point) for point in points)
    return proof(Arena(case.position, unit, PROPOSAL.with_values(**values)), prover)


def of_chains(*rows: str, points: tuple[int, ...], prover: str = "native", **values: str) -> Certificate:
    """Of the chains on the points together."""
    board = Position(len(rows), len(rows[0]), *(
        sum(1 << p for p, sign in enumerate("".join(rows)) if sign == wanted) for wanted in "XO"
    ))  # fmt: skip
    unit = sum({board.chain_at(point) for point in points})
    return proof(Arena(board, unit, PROPOSAL.with_values(**values)), prover)


TWO = ("X.O.X", "OOOO.", ".....")
BY_ONE = {"cycle": "alive", "first_move": "attacker", **ONCE}


def of_board(*rows: str, point: int, prover: str = "native", **values: str) -> Certificate:
    points = "".join(rows)
    black = sum(1 << p for p, sign in enumerate(points) if sign == "X")
    white = sum(1 << p for p, sign in enumerate(points) if sign == "O")
    board = Position(len(rows), len(rows[0]), black, white)
    return proof(Arena(board, board.chain_at(point), PROPOSAL.with_values(**values)), prover)


def by_states(arena: Arena, item: Evidence) -> Evidence:
    strategy = unfold(arena, item, MOST_STATES) if isinstance(item, Patterns) else item
    assert strategy is not None
    return strategy


def by_patterns(arena: Arena, item: Evidence) -> Evidence:
    return as_patterns(arena, item) if isinstance(item, Strategy) else item


def proof(arena: Arena, prover: str) -> Certificate:
    """The proof of a prover; of the native one by states, or if "zones" is asked for by patterns."""
    asked = "native" if prover == "zones" else prover
    certificate = prove(arena, limits=Limits(nodes=50_000, seconds=3600), prover=asked).certificate
    assert certificate is not None
    if prover != "sat":
        evidence = [by_states(arena, item) if prover == "native" else by_patterns(arena, item) for item in certificate.evidence]
        certificate = dataclasses.replace(certificate, evidence=tuple(evidence))
    return dataclasses.replace(certificate, about={"program": "shikatsu", "prover": prover, "nodes": 50_000})


EXAMPLES = {
    "three stones that need not be taken": lambda: of_case("ex01", "r1c2"),
    "two stones that are taken": lambda: of_case("ex01", "r2c1"),
    "a stone lost in a ko": lambda: of_case("ex08", "r3c1"),
    "an endless even cycle": lambda: of_case("ex08", "r6c1"),
    "an endless even cycle, seven stones": lambda: of_case("ex08", "r7c3"),
    "a double ko lives": lambda: of_case("ex11", "r1c3"),
    "a double ko kills": lambda: of_case("ex11", "r1c7"),
    "long life": lambda: of_case("ex25", "r1c4"),
    "long life, the other side": lambda: of_case("ex25", "r3c1"),
    "a cycle that costs prisoners": lambda: of_case("ex23-ref", "r5c1"),
    "a cycle that costs prisoners, alive": lambda: of_case("ex23-ref", "r4c1"),
    "never taken": lambda: of_case("ex23", "r4c1"),
    "many prisoners": lambda: of_case("ex16", "r15c2"),
    "two passes, alive": lambda: of_case("ex11", "r1c3", **TWO_PASSES),
    "two passes, dead": lambda: of_case("ex10", "r1c2", **TWO_PASSES),
    "two passes, prisoners": lambda: of_case("ex25", "r1c2", cycle="prisoners", **TWO_PASSES),
    "captured once, dead": lambda: of_case("ex01", "r2c1", cycle="alive", **ONCE),
    "captured once, alive": lambda: of_case("ex08", "r4c2", cycle="alive", **ONCE),
    "attacker first": lambda: of_case("ex08", "r6c1", first_move="attacker"),
    "drawn": lambda: of_board("OO.", "OXX", point=0, **DRAWN),
    "patterns of two stones that are taken": lambda: of_case("ex01", "r2c1", prover="zones"),
    "patterns of a stone lost in a ko": lambda: of_case("ex08", "r3c1", prover="zones"),
    "patterns of an endless even cycle": lambda: of_case("ex08", "r6c1", prover="zones"),
    "patterns of long life": lambda: of_case("ex25", "r1c4", prover="zones"),
    "patterns of a cycle that costs prisoners": lambda: of_case("ex23-ref", "r5c1", prover="zones"),
    "patterns under captured once": lambda: of_case("ex08", "r4c2", prover="zones", cycle="alive", **ONCE),
    "patterns of a small board": lambda: of_board("X.XO..", "OOOO..", "......", point=0, prover="zones"),
    "refutation of a ko": lambda: of_case("ex10", "r1c2", prover="sat"),
    "refutation of two stones": lambda: of_case("ex01", "r2c1", prover="sat"),
    "refutation by more than propagation": lambda: of_board(".XO", "OOO", point=2, prover="sat"),
    "refutation under captured once": lambda: of_board(".O.", ".XX", point=4, prover="sat", cycle="alive", **ONCE),
    "drawn, with a refutation": lambda: of_board("OXX", "O.O", point=5, prover="sat", **DRAWN),
    "threats of both sides": lambda: of_case("ex10", "r1c2", owner_threats="1", attacker_threats="1"),
    "threats without limit": lambda: of_case("ex10", "r1c2", owner_threats="unlimited", attacker_threats="2"),
    "patterns with threats of both sides": lambda: of_case(
        "ex10", "r1c2", prover="zones", owner_threats="2", attacker_threats="1"
    ),
    "patterns with a threat of the winner": lambda: of_case(
        "ex07-1", "r1c5", prover="zones", owner_threats="1", attacker_threats="2"
    ),
    "refutation with threats": lambda: of_case("ex10", "r1c2", prover="sat", owner_threats="1"),
    "units together that live though each is dead": lambda: together("ex05", "B6", "F6"),
    "units together that are dead": lambda: together("ex11", "G6", "J4"),
    "patterns of units together that live": lambda: together("ex05", "B6", "F6", prover="zones"),
    "patterns of units together that are dead": lambda: together("ex11", "G6", "J6", "J4", prover="zones"),
    "units taken one by one": lambda: of_chains(*TWO, points=(0, 4), **BY_ONE),
    "patterns of units taken one by one": lambda: of_chains(*TWO, points=(0, 4), prover="zones", **BY_ONE),
    "patterns of one of two that is never taken": lambda: of_chains(
        "O.OO", "X..X", points=(7, 4), prover="zones", cycle="alive", **ONCE
    ),
    "units together, drawn": lambda: of_chains("X.X", ".O.", points=(0, 2), **DRAWN),
    "a wall": lambda: of_board(".XXX.", point=1, walls="unconditional"),
}

EACH = 3
"""How often each mutation is made to each certificate in the ordinary run."""


@functools.cache
def example(name: str) -> Certificate:
    return EXAMPLES[name]()


def outcome(before: Certificate, altered: Certificate | str) -> str:
    """Return "refused", or the reason why the altered certificate is accepted and valid."""
    try:
        after = altered if isinstance(altered, Certificate) else parse_certificate(altered, "altered")
        check(after)
    except (CertificateError, InputError):
        return "refused"
    reason = explanation(before, after)
    assert reason is not None, (before.claim, after.claim)
    return reason


def made(name: str, seed: object, certificate: Certificate) -> Certificate | str | None:
    """Make a mutation; None if there is nothing to alter or the altered value cannot even be built."""
    try:
        return MUTATIONS[name](random.Random(f"{name} {seed}"), certificate)
    except InputError:
        return None


def count(name: str, each: int) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    certificate = example(name)
    text = dump_certificate(certificate)
    results, details = Counter[str](), Counter[tuple[str, str]]()
    for mutation in MUTATIONS:
        for number in range(each):
            altered = made(mutation, f"{name} {number}", certificate)
            if altered is None or altered in (certificate, text):
                continue
            result = outcome(certificate, altered)
            results[result] += 1
            details[mutation, result] += 1
    return results, details


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_are_proofs(name: str) -> None:
    certificate = example(name)
    assert check(parse_certificate(dump_certificate(certificate), "example")).claim == certificate.claim
    assert explanation(certificate, certificate) == NOTHING


def test_the_examples_are_of_all_kinds() -> None:
    certificates = [example(name) for name in EXAMPLES]
    assert {certificate.claim.verdict for certificate in certificates} == set(Verdict)
    assert sum(any(isinstance(e, Refutation) for e in c.evidence) for c in certificates) >= 5
    assert max(len(e.proof) for c in certificates for e in c.evidence if isinstance(e, Refutation)) > 5
    assert any(not c.evidence for c in certificates)
    assert {c.claim.position.colour_at((c.claim.unit & -c.claim.unit).bit_length() - 1) for c in certificates} == {0, 1}


EACH_OF_MANY = 40


@functools.cache
def counted(name: str) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    return count(name, EACH)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_altered_certificate_is_refused_or_explained(name: str) -> None:
    results, _ = counted(name)
    assert results["refused"] >= 0.75 * results.total(), results
    assert results.total() > 50


def test_the_mutations_are_many_and_nearly_all_are_refused() -> None:
    results, details = Counter[str](), Counter[tuple[str, str]]()
    for name in EXAMPLES:
        some, more = counted(name)
        results.update(some)
        details.update(more)
    assert results.total() >= 2500
    assert results["refused"] >= 0.85 * results.total(), results
    # No way to alter something goes through as a rule, but for those that need not change what is proved.
    harmless = {"all measures shifted", "an added state", "whom draws help", "the measure of a pattern"}
    for mutation in MUTATIONS.keys() - harmless:
        made = sum(number for (kind, _), number in details.items() if kind == mutation)
        assert details[mutation, "refused"] >= 0.2 * made > 0, (mutation, details)
    assert all(results[reason] for reason in (CLAIM, MEASURE, UNMET, PROOF, PATTERN))


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_each_of_many_mutations_is_refused_or_explained(name: str) -> None:
    results, _ = count(name, EACH_OF_MANY)
    assert results["refused"] >= 0.75 * results.total(), results


@pytest.mark.parametrize("name", [name for name in EXAMPLES if not name.startswith(("refutation", "patterns")) and "a refutation" not in name and name != "a wall"])
def test_the_strategies_win_whatever_their_measures_say(name: str) -> None:
    """And a move that gives the win away is found out by the same means."""
    claim = example(name).claim
    arena = Arena(claim.position, claim.unit, claim.ruleset)
    for item in example(name).evidence:
        assert isinstance(item, Strategy)
        assert strategy_wins(arena, item)
        assert not strategy_wins(arena, dataclasses.replace(item, side=item.side.opponent))


def test_a_passing_attacker_does_not_win_what_he_must_take() -> None:
    certificate = example("two stones that are taken")
    claim, (item,) = certificate.claim, certificate.evidence
    assert isinstance(item, Strategy)
    arena = Arena(claim.position, claim.unit, claim.ruleset)
    idle = {s: dataclasses.replace(n, move=None if n.move is None else PASS) for s, n in item.nodes.items()}
    assert not strategy_wins(arena, dataclasses.replace(item, nodes=idle))
