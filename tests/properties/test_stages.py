"""Deaths proved in stages: true where the whole game is searched."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from searching import altered_and_searched, searched
from staging import accepted_in_stages, arenas, in_stages, relied, standing_bans

from verifier.adjudicate.question import Question
from verifier.jobs.compare.relabel import carried_over
from verifier.jobs.explain.explanation import explain
from verifier.play import MemoryArena, Pattern
from verifier.proof.certificate import Certificate, Claim, Places, Stages, Verdict
from verifier.rules.axes import NAMED, ONCE_FOR_EACH, PASS_FOR_KO
from verifier.search import Limits, Status
from verifier.search.native import available
from verifier.search.windows.places import PlaceSearch

pytestmark = pytest.mark.skipif(not available(), reason="whole games are searched by the native kernel")

CORES = [(2, 4), (2, 5), (3, 3), (3, 4), (2, 6), (1, 8)]
WITH_KOS = [(2, 5), (3, 3), (3, 4), (2, 6), (2, 7), (3, 5), (4, 4)]


def compared(seed: str, count: int) -> Counter[object]:
    """The verdicts of whole searches on so many boards with proofs in stages."""
    rng = random.Random(seed)
    found: Counter[object] = Counter()
    for position, unit, rules, evidence in islice(accepted_in_stages(rng, CORES, 13), count):
        answer = searched(Claim(position, unit, rules, Verdict.DEAD), 20_000)
        assert answer is not Status.ALIVE, (position, unit, rules, evidence)
        found[answer, len(evidence.places) > 1] += 1
    return found


def test_no_whole_search_contradicts_a_proof_in_stages() -> None:
    found = compared("truth", 24)
    assert found[Status.DEAD, True] > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_no_whole_search_contradicts_many_proofs_in_stages(seed: int) -> None:
    compared(f"truth {seed}", 400)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("ko", PASS_FOR_KO)
def test_no_whole_search_contradicts_a_place_that_relies_on_bans(ko: str, seed: int) -> None:
    rng = random.Random(f"{ko} {seed}")
    found: Counter[object] = Counter()
    for position, unit, rules, evidence in accepted_in_stages(rng, WITH_KOS, 17, (ko,)):
        if not relied(evidence):
            continue
        answer = searched(Claim(position, unit, rules, Verdict.DEAD), 60_000)
        assert answer is not Status.ALIVE, (position, unit, rules, evidence)
        found[answer] += 1
        found["begins"] += standing_bans(evidence)
        if found[Status.DEAD] >= 10 and found["begins"] >= 3:
            break
    assert found[Status.DEAD]


def altered(
    seed: str, certificates: int, count: int, kos: tuple[str, ...] = (), *, named: bool = False
) -> Counter[object]:
    """Of so many altered proofs, those that the checker accepts, by what a whole search says of their claims."""
    rng = random.Random(seed)
    divided = (item for item in accepted_in_stages(rng, CORES, 11, kos, named=named) if item[3].places)
    pool = [
        Certificate(Claim(position, unit, rules, Verdict.DEAD), (evidence,))
        for position, unit, rules, evidence in islice(divided, certificates)
    ]
    return altered_and_searched(rng, pool, count)


def test_altered_proofs_in_stages_are_refused_or_true() -> None:
    found = altered("altered", 8, 100)
    assert found["refused"] > 40
    assert found[Status.DEAD] > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_altered_proofs_in_stages_are_refused_or_true(seed: int) -> None:
    altered(f"altered {seed}", 100, 5000)


def patterns_of(evidence: Stages) -> list[Pattern]:
    """All patterns, those of the first stage and of the places."""
    return [node.pattern for node in evidence.nodes]


def compared_with_names(seed: str, ko: str, count: int) -> Counter[object]:
    """The verdicts of whole searches on so many boards where passes name kos, as far as any pattern has a ban."""
    rng = random.Random(seed)
    found: Counter[object] = Counter()
    for position, unit, rules, evidence in accepted_in_stages(rng, WITH_KOS, 15, (ko,), named=True):
        patterns = patterns_of(evidence)
        if not any(any(pattern.bans) for pattern in patterns):
            continue
        answer = searched(Claim(position, unit, rules, Verdict.DEAD), 30_000)
        assert answer is not Status.ALIVE, (position, unit, rules, evidence)
        found[answer] += 1
        found["passed"] += any(any(pattern.freed) for pattern in patterns)
        if found[Status.DEAD] >= count:
            return found
    raise AssertionError


@pytest.mark.parametrize("ko", NAMED[:2])
def test_no_whole_search_contradicts_a_proof_in_stages_where_passes_name_kos(ko: str) -> None:
    found = compared_with_names(f"named {ko}", ko, 5)
    assert bool(found["passed"]) is (ko == ONCE_FOR_EACH)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("ko", NAMED[:2])
def test_no_whole_search_contradicts_many_proofs_in_stages_where_passes_name_kos(ko: str, seed: int) -> None:
    compared_with_names(f"{ko} {seed}", ko, 40)


def test_altered_proofs_in_stages_where_passes_name_kos_are_refused_or_true() -> None:
    found = altered("names altered", 8, 100, NAMED[:2], named=True)
    assert found["refused"] > 40
    assert found[Status.DEAD] > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_altered_proofs_in_stages_where_passes_name_kos_are_refused_or_true(seed: int) -> None:
    altered(f"names {seed}", 40, 1500, NAMED[:2], named=True)


def with_named_kos(way: str) -> Iterator[Certificate]:
    """Deaths where passes name kos, found in stages or place by place, some pattern of a place with a ban."""
    rng = random.Random("named cycle")
    for arena in arenas(rng, WITH_KOS, 15, (ONCE_FOR_EACH,)):
        if way == "places":
            certificate = PlaceSearch(arena, Limits(nodes=20_000, seconds=1e9), {}, named=True).run().certificate
        else:
            certificate = proved_in_stages(arena, rng)
        if certificate is None:
            continue
        (evidence,) = certificate.evidence
        assert isinstance(evidence, Places | Stages)
        if any(any(node.pattern.bans) for place in evidence.places for node in place.evidence.nodes):
            yield certificate


def proved_in_stages(arena: MemoryArena, rng: random.Random) -> Certificate | None:
    evidence = in_stages(arena, rng, 60, named=True)
    claim = Claim(arena.position, arena.unit, arena.ruleset, Verdict.DEAD)
    return None if evidence is None else Certificate(claim, (evidence,))


@pytest.mark.parametrize("way", ["places", "stages"])
def test_a_proof_where_passes_name_kos_is_explained(way: str) -> None:
    lines = 0
    for certificate in islice(with_named_kos(way), 4):
        account = explain(certificate)
        assert account.claim == certificate.claim
        lines += bool(account.line.moves)
    assert lines


@pytest.mark.parametrize("way", ["places", "stages"])
def test_a_proof_where_passes_name_kos_serves_the_other_cycle_rule(way: str) -> None:
    """The places are measured anew in games where passes name kos too."""
    for certificate in islice(with_named_kos(way), 4):
        claim = certificate.claim
        other = claim.ruleset.with_values(
            cycle="aim" if claim.ruleset["cycle"] != "aim" else "prisoners then aim"
        )
        verdict = carried_over(Question(claim.position, claim.unit, other), [certificate])
        assert verdict is not None, claim
        assert verdict.status is Status.DEAD
