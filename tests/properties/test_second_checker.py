"""The second checker, written from the pages alone, is of one opinion with the first."""

import json
import random
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from elsewhere import with_parts_elsewhere
from holding import certificates_of_stones_held
from placing import certificates_by_places
from second import (
    PROPOSAL,
    SecondChecker,
    compiler,
    first_judges,
    kinds_of,
    random_certificates,
    random_position,
    random_rules,
    some_unit,
)  # fmt: skip
from second_altering import altered_text
from staging import certificates_in_stages

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import Position
from verifier.errors import InputError
from verifier.jobs.cases.case import case_ids, load_case
from verifier.proof.certificate import Certificate
from verifier.proof.store import dump_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits
from verifier.search.native import available

pytestmark = [
    pytest.mark.skipif(compiler() is None, reason="no C++ compiler on the path: c++, g++ or clang++"),
    pytest.mark.skipif(not available(), reason="the native kernel is not built"),
]

RULES = [
    "proposal2012", "proposal2012[walls=independent]", "japanese1989", "japanese1989-inside", "japanese2003", "korean",
]  # fmt: skip
Source = Callable[[random.Random], Iterator[Certificate]]
LONGEST = 20_000
"""Longer certificates are not altered: they take long, and have nothing that shorter ones lack."""
AT_ONCE = 1000
"""Altered ones are given to the second checker in heaps, so that the two need not wait for each other."""


@pytest.fixture(scope="module")
def second(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SecondChecker]:
    with SecondChecker(tmp_path_factory.mktemp("second")) as checker:
        yield checker


def accepted(answer: str) -> bool:
    assert answer.startswith(("accepted", "refused: ")), answer
    return answer.startswith("accepted")


def compare(
    second: SecondChecker, seed: str, certificates: int, altered: int, source: Source = random_certificates
) -> tuple[Counter[bool], set[str]]:
    """Judge random certificates and altered ones twice; return how many were accepted or not, and what kinds."""
    rng = random.Random(seed)
    pool: list[Certificate] = []
    kinds: set[str] = set()
    for certificate in source(rng):
        text = dump_certificate(certificate)
        answer = second.judge(text)
        if source is random_certificates:
            assert accepted(answer), (answer, text)
        else:
            assert accepted(first := first_judges(text)) is accepted(answer), (first, answer, text)
        kinds |= kinds_of(text)
        if len(text) <= LONGEST:
            pool.append(certificate)
        if len(pool) == certificates:
            break
    found: Counter[bool] = Counter()
    while found.total() < altered:
        texts: list[str] = []
        while len(texts) < min(AT_ONCE, altered - found.total()):
            text = altered_text(rng, rng.choice(pool))
            if text is not None:
                texts.append(text)
        for text, other in zip(texts, second.judge_all(texts), strict=True):
            first = first_judges(text)
            assert accepted(first) is accepted(other), (first, other, text)
            found[accepted(first)] += 1
    return found, kinds


def test_certificates_and_altered_ones_are_judged_alike(second: SecondChecker) -> None:
    found, kinds = compare(second, "d", 80, 600)
    assert {"strategy", "patterns", "refutation", "memory", "plain play", "together", "walls by proof"} <= kinds
    assert found[True] > 50
    assert found[False] > 300


def test_proofs_place_by_place_and_altered_ones_are_judged_alike(second: SecondChecker) -> None:
    found, kinds = compare(second, "p", 80, 600, certificates_by_places)
    assert {"places", "standing", "together"} <= kinds
    assert found[True] > 30
    assert found[False] > 250


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_altered_proofs_place_by_place_are_judged_alike(second: SecondChecker, seed: int) -> None:
    compare(second, f"places {seed}", 400, 50_000, certificates_by_places)


def test_proofs_of_stones_that_are_held_and_altered_ones_are_judged_alike(second: SecondChecker) -> None:
    found, kinds = compare(second, "h", 80, 600, certificates_of_stones_held)
    assert {"plain play", "memory"} & kinds
    assert found[True] > 50
    assert found[False] > 250


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_many_altered_proofs_of_stones_that_are_held_are_judged_alike(second: SecondChecker, seed: int) -> None:
    compare(second, f"held {seed}", 400, 50_000, certificates_of_stones_held)


def test_proofs_in_stages_and_altered_ones_are_judged_alike(second: SecondChecker) -> None:
    found, kinds = compare(second, "s", 10, 800, certificates_in_stages)
    assert "stages" in kinds
    assert found[True] > 60
    assert found[False] > 400


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_altered_proofs_in_stages_are_judged_alike(second: SecondChecker, seed: int) -> None:
    compare(second, f"stages {seed}", 300, 50_000, certificates_in_stages)


def test_memories_that_no_state_has_are_refused_by_both(second: SecondChecker) -> None:
    """They would lead elsewhere by one reading of docs/games.md than by another."""
    rules = PROPOSAL.with_values(dead_means="no new stone inside", cycle="prisoners then aim", walls="assumed", first_move="owner")
    certificate = decide(Question(Position(1, 4, 0b1000, 0b0001), 0b0001, rules, prover="python")).certificate
    assert certificate is not None
    data = json.loads(dump_certificate(certificate))
    assert accepted(second.judge(json.dumps(data)))
    nodes = data["evidence"][0]["nodes"]
    place = next(place for place, node in enumerate(nodes) if node.startswith("0 a 0:0:0:0:2:c 1 "))
    for memory in ("0:0:0:0:a:c", "0:0:0:0:3:c", "0:0:0:2:2:c", "0:0:0:1:2:c", "0:0:0:0:2:w", "2:0:0:0:2:c", "0:0:0:8:2:c"):
        data["evidence"][0]["nodes"] = [*nodes, nodes[place].replace("0:0:0:0:2:c", memory)]
        text = json.dumps(data)
        assert first_judges(text) == "refused: a listed state says what no state of this game can", memory
        assert second.judge(text).startswith("refused: memory: "), memory


WITH_A_UNIT_UNKNOWN = """
ffff 8c81 7210 -1 0 5 0 0 1
ffff 8ca1 7210 -1 1 . 0 0 2>2 1:8>3 2:6>4 3:2>2 6:2>2
ffff 8ca5 7210 -1 1 . 0 0 1>. 1:8>5
ffff 8da0 12 -1 1 . 0 0 2>5 0:13>6 2:6>7 3:2>5 6:2>5 9:13>8 12:13>8 13:9>9
ffff 8ce1 7214 -1 1 . 0 0 -1>4 1:8>7 3:8>10
bfff 8da4 12 -1:1:0 1 . 0 0 11 9:13>.
afff+5000 ada0 13 -1 1 . 0 0 12 2:3>. 3:2>. 6:2>.
ffff 8de0 16 -1 1 . 0 0 13>. 0:9>. 9:13>. 12:13>. 13:0>15 14:13>.
afff+5000 ada0 12 -1 1 . 0 0 13 0:2>. 2:6>. 3:2>. 6:2>.
8fff+7000 8fa0 12 -1 1 . 0 0 2>. 0:2>. 2:0>16 3:2>. 6:2>.
ffff 8de1 c -1 1 . 0 0 14 9:13>. 13:4>.
8fad+40 8da4 0 -1:1:0 0 9 0 0 .
adfd+1200 ada0 11 -1 0 2 0 0 .
aded+1200 ada0 0 -1 0 2 0 0 .
afef+10 8de1 c -1 0 9 0 0 .
ffff 8de1 2006 -1:0:10 1 . 0 0 17 9:4>. 12:4>. 14:4>.
8fff+7000 8fa1 6 -1:0:10 1 . 0 0 4>. 3:4>. 6:4>.
fff1+e 8de1 2000 -1 0 4 0 0 .
"""
"""In pattern 12 Black plays C4. That may take White's stones at A4 and A3, and then A4 is not known."""


def test_no_branch_is_closed_where_a_point_of_some_unit_is_unknown(second: SecondChecker) -> None:
    """D3, the other one, lives for certain, which would be enough."""
    stones = "X...O..X.OXXOOOX"
    black, white = (sum(1 << p for p, sign in enumerate(stones) if sign == wanted) for wanted in "XO")
    values = {"ko": "pass before each retake", "dead_means": "finally owned", "cycle": "prisoners then ownership"}
    rules = PROPOSAL.with_values(**values, end="never", first_move="owner", walls="unconditional")
    certificate = decide(Question(Position(4, 4, black, white), black, rules, prover="native")).certificate
    assert certificate is not None
    data = json.loads(dump_certificate(certificate))
    data["evidence"][0]["nodes"] = WITH_A_UNIT_UNKNOWN.strip().splitlines()
    text = json.dumps(data)
    assert first_judges(text) == "refused: black C4 at pattern 12 leads to a pattern that is not settled"
    assert second.judge(text) == "refused: statics do not close a branch"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_million_altered_certificates_are_judged_alike(second: SecondChecker, seed: int) -> None:
    compare(second, f"night {seed}", 400, 50_000)


def parts_elsewhere(second: SecondChecker, seed: str, count: int) -> None:
    """Proofs that list strategies from states to which no play comes are accepted by both."""
    rng, left, memories = random.Random(seed), count, 0
    while left:
        position, rules = random_position(rng), random_rules(rng)
        if position.rows * position.cols > 10 or rules["walls"] == "independent":
            continue
        try:
            question = Question(position, some_unit(rng, position), rules, Limits(nodes=3000, seconds=1e9), prover="python")
            certificate = decide(question).certificate
        except InputError:
            continue
        more = certificate and with_parts_elsewhere(rng, certificate, 12)
        if not more:
            continue
        text = dump_certificate(more)
        assert first_judges(text) == "accepted", text
        answer = second.judge(text)
        assert accepted(answer), (answer, text)
        memories += "memory" in kinds_of(text)
        left -= 1
    assert min(memories, count - memories) > 3


def test_play_from_anywhere_is_the_same_in_both(second: SecondChecker) -> None:
    parts_elsewhere(second, "anywhere", 20)


@pytest.mark.slow
def test_play_from_anywhere_is_the_same_in_both_for_long(second: SecondChecker) -> None:
    parts_elsewhere(second, "anywhere for long", 2_000)


def of_cases(second: SecondChecker, names: list[str], rules: str, nodes: int) -> int:
    """Compare the certificates of all units of some cases; return how many there were."""
    ruleset, number = load_ruleset(rules), 0
    for name in names:
        case = load_case(name)
        for unit in case.position.units():
            if unit & (case.position.assumed(0) | case.position.assumed(1)):
                continue
            found = decide(Question(case.position, unit, ruleset, Limits(nodes=nodes, seconds=1e9, wall_nodes=2_000)))
            if found.certificate is not None:
                text = dump_certificate(found.certificate)
                assert accepted(second.judge(text)), (name, rules, text)
                number += 1
    return number


@pytest.mark.parametrize("rules", RULES)
def test_certificates_of_some_cases_are_accepted(second: SecondChecker, rules: str) -> None:
    assert of_cases(second, ["ex01", "ex11"], rules, 5_000) > 3


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
def test_certificates_of_all_canonical_cases_are_accepted(second: SecondChecker, rules: str) -> None:
    assert of_cases(second, [name for name in case_ids() if load_case(name).canonical], rules, 600_000) > 50


def run(second: SecondChecker, *arguments: str | Path) -> tuple[int, str]:
    program = second.process.args[0]  # type: ignore[index]
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_the_program_prints_the_claim_and_says_how_it_went(second: SecondChecker, tmp_path: Path) -> None:
    case = load_case("ex01")
    certificate = decide(Question(case.position, case.unit_at("r2c1"), load_ruleset("proposal2012"))).certificate
    assert certificate is not None
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(dump_certificate(certificate))
    data = json.loads(good.read_text())
    data["evidence"][0]["nodes"].pop()
    bad.write_text(json.dumps(data))

    code, output = run(second, good)
    claim, verdict = output.splitlines()
    assert (code, verdict) == (0, "accepted")
    assert json.loads(claim) == data["claim"]
    code, output = run(second, bad)
    assert code == 1
    assert output.splitlines()[-1].startswith("refused: ")
    assert run(second)[0] == run(second, "--no-such-option")[0] == run(second, tmp_path / "none.json")[0] == 2
