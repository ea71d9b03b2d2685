"""Plain play: what a side wins that asks little of the ko rule it wins in every game that remembers."""

import dataclasses
import functools
import itertools
import random
from collections.abc import Iterator

import pytest
from reference.dense import TooLargeError, dense_verdict
from reference.once import FoundOnce
from small_boards import random_unit
from test_memory import arena_of, rules_with

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import Colour, Position, parse_vertex, unit_name
from verifier.errors import CertificateError, InputError
from verifier.jobs.cases.case import load_case
from verifier.jobs.compare.relabel import carried_over
from verifier.notation import parse_diagram
from verifier.play import MemoryArena, Pattern, PatternPlay, Plain, State, Step, arena_for, scoped
from verifier.proof import Certificate, Claim, Patterns, Verdict, check
from verifier.proof.patterns import PatternChecker, check_patterns
from verifier.proof.stages import check_stages
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.proof.unfold import Unfolded
from verifier.rules import load_ruleset
from verifier.rules.axes import BOTH_SIDES, ENABLING, NAMED, PASS_FOR_KO
from verifier.search import Limits, Status, prove
from verifier.search.minimise.minimise import minimise
from verifier.search.native import available, prove_native
from verifier.search.windows.stages import clear_in_stages
from verifier.search.windows.window import prove_in_window

AXES = [("ko", value) for value in PASS_FOR_KO] + [("dead_means", value) for value in ENABLING]
native = pytest.mark.skipif(not available(), reason="the native kernel is not built")


def random_games() -> Iterator[tuple[MemoryArena, Verdict]]:
    """Yield games that remember with their verdicts from the whole graph."""
    rng = random.Random("carried")
    while True:
        position, unit = random_unit(rng, *rng.choice([(1, 5), (1, 6), (2, 3), (2, 4), (3, 3)]), crop=rng.random() < 0.5)
        arena = arena_of(rng, position, unit, rules_with(rng, *rng.choice(AXES)))
        assert isinstance(arena, MemoryArena)
        try:
            verdict = dense_verdict(arena, most=1500)
        except TooLargeError:
            continue
        if arena.locale:
            yield arena, verdict


def plain(arena: MemoryArena) -> Iterator[tuple[Plain, Verdict]]:
    """Yield the games in which the owner, and the attacker, is to win by plain play, and what he then proves."""
    for (side, holds), named in itertools.product(
        ((arena.owner, False), (arena.attacker, False), (arena.owner, True)), (False, True)
    ):
        if named and arena.ruleset["ko"] not in NAMED[:2]:
            continue
        try:
            yield Plain(arena, side, holds=holds, named=named), (Verdict.ALIVE, Verdict.DEAD)[side == arena.attacker]
        except InputError:
            assert holds
            assert arena.ruleset["dead_means"] == "captured once"


FOUND = FoundOnce(random_games())


def games(count: int) -> Iterator[tuple[MemoryArena, Verdict]]:
    """Yield games that remember with their verdicts: the same for all tests, each solved once."""
    return itertools.islice(FOUND, count)


@functools.cache
def plain_games(number: int) -> tuple[tuple[Plain, Verdict, bool], ...]:
    """The same with whether it is won, for one of the random games."""
    arena, _ = FOUND[number]
    return tuple((game, proved, won(game)) for game, proved in plain(arena))


def won(game: Plain) -> bool:
    """Whether the side that plays plainly wins."""
    if game.settled(game.start) is game.side:
        return True
    return dense_verdict(game, most=20_000, prisoners=game.weighs) is (Verdict.ALIVE, Verdict.DEAD)[game.side == game.attacker]


def test_what_is_won_by_plain_play_is_won() -> None:
    wins = dict.fromkeys((Verdict.ALIVE, Verdict.DEAD, "held", "named"), 0)
    for number, (arena, verdict) in enumerate(games(100)):
        for game, proved, wins_it in plain_games(number):
            if wins_it:
                assert verdict is proved, (arena.position, arena.unit, arena.ruleset.id)
                wins["held" if game.holds else proved] += 1
                wins["named"] += game.named

    assert min(wins.values()) > 10


def test_who_plays_to_the_letter_wins_whatever_he_wins_without() -> None:
    compared = 0
    for number, _ in enumerate(games(100)):
        ways = {(game.side, bool(game.holds), game.named): wins_it for game, _, wins_it in plain_games(number)}
        for (side, holds, named), wins_it in ways.items():
            if not named and (side, holds, True) in ways:
                assert ways[side, holds, True] or not wins_it
                compared += wins_it

    assert compared > 10


@native
@pytest.mark.parametrize(("unit", "side", "holds"), [("A13", "attacker", False), ("A10", "owner", True)])
def test_a_pass_for_one_of_several_kos_leaves_the_others(unit: str, side: str, holds: bool) -> None:
    """Where one pass may lift all bans, and is for all kos, neither is won; it is if a pass names one (example 16)."""
    case = load_case("ex16")
    rules = load_ruleset("japanese1989-pass-once").with_values(dead_means="no new stone on its points")
    arena = arena_for(case.position, case.unit_at(unit), rules)
    assert isinstance(arena, MemoryArena)
    by = arena.attacker if side == "attacker" else arena.owner
    plainly, game = (Plain(arena, by, holds=holds, named=named) for named in (False, True))
    assert prove_native(plainly, Limits(nodes=50_000, seconds=1e9)).certificate is None
    outcome = prove_native(game, Limits(nodes=50_000, seconds=1e9))
    assert outcome.certificate is not None
    (evidence,) = outcome.certificate.evidence
    assert isinstance(evidence, Patterns)
    evidence = dataclasses.replace(evidence, holds=holds)
    assert evidence.named
    assert check_patterns(game, evidence) > 0
    assert any(any(node.pattern.freed) for node in evidence.nodes)
    verdict = Verdict.DEAD if side == "attacker" else Verdict.ALIVE
    certificate = Certificate(Claim(case.position, case.unit_at(unit), rules, verdict), (evidence,))
    again = parse_certificate(dump_certificate(certificate), "it")
    assert again == certificate
    assert check(again).claim.verdict is verdict
    other = dataclasses.replace(certificate.claim, ruleset=rules.with_values(ko="one pass for all kos"))
    with pytest.raises(CertificateError, match="no passes that name a ko"):
        check(dataclasses.replace(certificate, claim=other))


@native
def test_the_kernel_finds_exactly_what_is_won_by_plain_play() -> None:
    found = 0
    for number, _ in enumerate(games(80)):
        for game, _, wins_it in plain_games(number):
            outcome = prove_native(game, Limits(nodes=100_000, seconds=1e9))
            assert (outcome.certificate is not None) == wins_it, (game.position, game.unit, game.ruleset.id)
            found += outcome.certificate is not None

    assert found > 40


@native
def test_certificates_of_plain_play_are_accepted_and_read_back() -> None:
    ways = set()
    for arena, verdict in games(150):
        outcome = prove(arena, limits=Limits(nodes=100_000, seconds=1e9), prover="native")
        assert outcome.certificate is not None
        assert outcome.status.value == verdict.value
        ways.add((outcome.method == "plain play", verdict))
        if not scoped(arena.ruleset):
            again = parse_certificate(dump_certificate(outcome.certificate), "it")
            assert again == outcome.certificate
            assert check(again).claim.verdict is verdict

    assert ways >= {(True, Verdict.ALIVE), (True, Verdict.DEAD), (False, Verdict.ALIVE)}


@native
def test_patterns_of_other_games_are_refused_or_prove_the_truth() -> None:
    """Patterns that rely on a ko ban, or on taking a ko, are no proof where passes lift bans."""
    refused = accepted = 0
    for arena, verdict in games(120):
        if scoped(arena.ruleset):
            continue
        for aim, cycle in (("captured once", "prisoners"), ("finally owned", "prisoners then ownership")):
            rules = arena.ruleset.with_values(ko="basic", dead_means=aim, cycle=cycle)
            other = prove(arena_for(arena.position, arena.unit, rules), limits=Limits(nodes=50_000, seconds=1e9), prover="native")
            if other.certificate is None or not isinstance(other.certificate.evidence[0], Patterns):
                continue
            says = other.certificate.claim.verdict
            claim = Claim(arena.position, arena.unit, arena.ruleset, says)
            try:
                check(Certificate(claim, other.certificate.evidence))
            except CertificateError:
                refused += 1
            else:
                accepted += 1
                assert says is verdict, (arena.position, arena.unit, arena.ruleset.id)

    assert refused > 5
    assert accepted > 50


@native
def test_changed_patterns_are_refused_or_prove_the_same() -> None:
    case = load_case("ex06")
    question = Question(case.position, case.unit_at("D5"), load_ruleset("japanese1989-points"))
    certificate = decide(question).certificate
    assert certificate is not None
    (patterns,) = certificate.evidence
    assert isinstance(patterns, Patterns)
    nodes = list(patterns.nodes)
    rng, refused = random.Random(3), 0
    for number in rng.sample(range(len(nodes)), 60):
        node = nodes[number]
        black, white = node.pattern.black, node.pattern.white
        point = rng.choice([p for p in range(case.position.rows * case.position.cols) if node.pattern.zone >> p & 1])
        for wrong in (
            dataclasses.replace(node, credit=node.credit + 1),
            dataclasses.replace(node, replies=dict(list(node.replies.items())[1:])),
            dataclasses.replace(node, pattern=node.pattern._replace(zone=node.pattern.zone & ~(1 << point))),
            dataclasses.replace(node, pattern=node.pattern._replace(black=black ^ (1 << point))),
            dataclasses.replace(node, pattern=node.pattern._replace(white=white ^ (1 << point))),
        ):
            changed = [*nodes[:number], wrong, *nodes[number + 1 :]]
            try:
                evidence = (dataclasses.replace(patterns, nodes=changed),)
                assert check(dataclasses.replace(certificate, evidence=evidence)).claim == certificate.claim
            except CertificateError:
                refused += 1

    assert refused > 150


@native
def test_bans_that_do_not_stand_are_refused() -> None:
    """A ban more on the side that loses, or one less on the side that wins, does not follow from what came before."""
    case = load_case("ex18")
    certificate = decide(Question(case.position, case.unit_at("B9"), load_ruleset("japanese1989-points"))).certificate
    assert certificate is not None
    (patterns,) = certificate.evidence
    assert isinstance(patterns, Patterns)
    nodes, side = list(patterns.nodes), patterns.side
    tried = dict.fromkeys(("more", "less", "elsewhere"), 0)
    for number, node in enumerate(nodes):
        pattern = node.pattern
        on_loser, on_winner = pattern.bans[side.opponent], pattern.bans[side]
        empty = pattern.zone & ~(pattern.black | pattern.white | on_loser)
        changes = {"more": (on_loser | empty & -empty, on_winner), "elsewhere": (on_loser | pattern.black, on_winner)}
        if on_winner:
            changes["less"] = (on_loser, on_winner & on_winner - 1)
        for kind, (loser, winner) in changes.items():
            if (loser, winner) == (on_loser, on_winner):
                continue
            bans = (winner, loser) if side is Colour.BLACK else (loser, winner)
            wrong = dataclasses.replace(node, pattern=pattern._replace(bans=bans))
            evidence = dataclasses.replace(patterns, nodes=[*nodes[:number], wrong, *nodes[number + 1 :]])
            with pytest.raises(CertificateError):
                check(Certificate(certificate.claim, (evidence,)))
            tried[kind] += 1

    assert min(tried.values()) > 0, tried


@native
def test_a_retake_that_takes_more_than_the_unit_is_no_retake() -> None:
    case = load_case("fig-beginner-2")
    verdict = decide(Question(case.position, case.unit_at("H7"), load_ruleset("japanese2003-uncapturable")))
    assert verdict.status is Status.DEAD, verdict.reason
    assert verdict.certificate is not None
    assert isinstance(verdict.certificate.evidence[0], Patterns)


@native
def test_plain_proofs_are_left_as_they_are_by_minimising() -> None:
    case = load_case("fig-ambiguous-1")
    question = Question(case.position, case.unit_at("G9"), load_ruleset("japanese1989-points"))
    certificate = decide(question).certificate
    assert certificate is not None
    assert isinstance(certificate.evidence[0], Patterns)

    assert minimise(certificate, seconds=5.0).certificate == certificate


@native
@pytest.mark.parametrize("names", [("japanese1989-points", "spight"), ("spight", "japanese1989-points")])
def test_what_was_found_for_another_aim_is_not_taken_for_this_one(names: tuple[str, str]) -> None:
    """Both aims have the same points here, and the attacker, who moves first, has them secured already."""
    position = Position(2, 3, 0b010010, 0b000101)
    for name in names:
        verdict = decide(Question(position, 0b000100, load_ruleset(name), Limits(nodes=10_000 + len(names[0]))))
        assert verdict.status is Status.DEAD, verdict.reason


class _Bound(MemoryArena):
    """The game that remembers, in which the owner plays as patterns of his say."""

    patterns: Unfolded

    def steps(self, state: State) -> Iterator[Step]:
        if state.to_move == self.attacker:
            yield from super().steps(state)
            return
        node = self.patterns.node(state)
        if node is not None:
            step = self.step(state, node.move)
            assert step is not None, (state, node)
            yield step
            return
        assert self.patterns.settled(state), state
        # Where a new stone of his lives he passes for ever; final ownership has a plan of its own.
        step = self.step(state, self._passes(state)[-1])
        yield step if self.enabling else step._replace(winner=self.owner)


@native
def test_a_holder_who_plays_by_his_patterns_wins() -> None:
    """Whatever the attacker does, and whatever is remembered: all cycles that he can get into are the owner's."""
    rng, wins = random.Random("bound"), dict.fromkeys((*PASS_FOR_KO, "basic", "none", *ENABLING, "finally owned"), 0)
    while min(wins.values()) < 4:
        position, unit = random_unit(rng, *rng.choice([(1, 5), (1, 6), (2, 3), (2, 4), (3, 3)]), crop=rng.random() < 0.5)
        arena = arena_of(rng, position, unit, rules_with(rng, *rng.choice(AXES)))
        assert isinstance(arena, MemoryArena)
        if not arena.locale or arena.ruleset["dead_means"] == "captured once" or arena.ruleset["cycle"] == "aim":
            continue
        evidence = evidence_of(arena, holds=True)
        if evidence is None or evidence_of(arena, holds=False) is not None:
            continue
        bound = _Bound(position, unit, arena.ruleset, arena.scope if scoped(arena.ruleset) else None)
        bound.patterns = Unfolded(arena, evidence)
        try:
            verdict = dense_verdict(bound, most=2000)
        except TooLargeError:
            continue
        assert verdict is Verdict.ALIVE, (position, unit, arena.ruleset.id)
        for axis in ("ko", "dead_means"):
            wins[arena.ruleset[axis]] += 1


def evidence_of(arena: MemoryArena, *, holds: bool) -> Patterns | None:
    """What the kernel finds for the owner by plain play, accepted by the checker."""
    game = Plain(arena, arena.owner, holds=holds)
    outcome = prove_native(game, Limits(nodes=100_000, seconds=1e9))
    if outcome.certificate is None:
        return None
    (patterns,) = outcome.certificate.evidence
    assert isinstance(patterns, Patterns)
    check_patterns(game, patterns)
    return dataclasses.replace(patterns, holds=holds)


@native
def test_plays_far_from_the_unit_may_help_to_hold_a_stone() -> None:
    """If the owner passes he holds none, and what decides that is not all that he could play on."""
    position = parse_diagram("OX.X\n.XO.\nOXOX\n").position
    unit = position.chain_at(parse_vertex("A1", 3, 4))
    values = {"ko": "pass before each capture", "dead_means": "no new stone inside", "cycle": "prisoners then aim"}
    rules = load_ruleset("proposal2012").with_values(**values, walls="board")
    scope = position.grid.full & ~sum(1 << parse_vertex(vertex, 3, 4) for vertex in ("C3", "A2", "B2"))
    arena = arena_for(position, unit, rules, scope)
    assert isinstance(arena, MemoryArena)
    assert evidence_of(arena, holds=True) is not None


@native
@pytest.mark.parametrize("rules", ["japanese1989", "japanese1989-inside", "korean"])
def test_without_a_ko_rule_the_kernel_proves_deaths_as_well(rules: str) -> None:
    position = parse_diagram("X . O O\nX X O .\n").position
    unit = position.chain_at(parse_vertex("A2", 2, 4))
    verdict = decide(Question(position, unit, load_ruleset(rules).with_values(ko="none"), prover="native"))
    assert verdict.status is Status.DEAD, verdict.reason


@native
def test_a_stone_that_is_held_elsewhere_saves_the_unit() -> None:
    """In windows without the unit too, of which no pattern says what becomes of it."""
    rng, without, dense = random.Random("elsewhere"), 0, 0
    while without < 70:
        position, unit = random_unit(rng, *rng.choice([(1, 6), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4)]), crop=rng.random() < 0.5)
        arena = arena_of(rng, position, unit, rules_with(rng, "dead_means", rng.choice([*ENABLING])))
        assert isinstance(arena, MemoryArena)
        area = arena.locale & (~unit if rng.random() < 0.8 else -1) & (rng.getrandbits(12) | rng.getrandbits(12))
        outcome = prove_in_window(arena, arena.owner, area, Limits(nodes=20_000, seconds=1e9), held=True)
        if not arena.locale or outcome.certificate is None:
            continue
        (patterns,) = outcome.certificate.evidence
        assert isinstance(patterns, Patterns)
        assert patterns.holds
        check_patterns(Plain(arena, arena.owner, holds=True), patterns)
        without += any(not node.pattern.zone & unit for node in patterns.nodes)
        try:
            assert dense_verdict(arena, most=1500) is Verdict.ALIVE, (position, unit, arena.ruleset)
            dense += 1
        except TooLargeError:
            continue
    assert dense > 20


def held() -> Certificate:
    """Six stones that are taken and taken back: alive under the rules of 1989 only because new ones live there."""
    case = load_case("ex04")
    certificate = decide(Question(case.position, case.unit_at("E10"), load_ruleset("japanese1989-points"))).certificate
    assert certificate is not None
    return certificate


@native
def test_an_owner_may_lose_the_unit_and_hold_its_points() -> None:
    certificate = held()
    (patterns,) = certificate.evidence
    assert isinstance(patterns, Patterns)
    assert patterns.holds
    assert parse_certificate(dump_certificate(certificate), "it") == certificate

    kept = dataclasses.replace(certificate, evidence=(dataclasses.replace(patterns, holds=False),))
    with pytest.raises(CertificateError):
        check(kept)


@native
@pytest.mark.parametrize(
    ("verdict", "changes"),
    [
        (Verdict.ALIVE, {"dead_means": "captured once", "cycle": "prisoners"}),
        (Verdict.ALIVE, {"dead_means": "finally owned", "cycle": "prisoners then ownership", "ko": "basic"}),
        (Verdict.DEAD, {}),
    ],
)
def test_what_is_held_proves_nothing_else(verdict: Verdict, changes: dict[str, str]) -> None:
    certificate = held()
    claim = dataclasses.replace(
        certificate.claim, verdict=verdict, ruleset=certificate.claim.ruleset.with_values(**changes)
    )
    (patterns,) = certificate.evidence
    side = patterns.side.opponent if verdict is Verdict.DEAD else patterns.side
    evidence = (dataclasses.replace(patterns, side=side),)

    with pytest.raises(CertificateError):
        check(Certificate(claim, evidence))


@native
@pytest.mark.parametrize("wrong", ['"yes"', "1", "null"])
def test_holds_is_true_or_false(wrong: str) -> None:
    text = dump_certificate(held()).replace('"holds": true', f'"holds": {wrong}')

    with pytest.raises(CertificateError, match="holds"):
        parse_certificate(text, "it")


@native
def test_changed_patterns_of_a_holder_are_refused_or_prove_the_same() -> None:
    certificate = held()
    (patterns,) = certificate.evidence
    assert isinstance(patterns, Patterns)
    nodes, claim = list(patterns.nodes), certificate.claim
    rng, refused = random.Random(5), 0
    for number in rng.sample(range(len(nodes)), min(60, len(nodes))):
        node = nodes[number]
        point = rng.choice([p for p in range(claim.position.grid.size) if node.pattern.zone >> p & 1])
        for wrong in (
            dataclasses.replace(node, rank=max(0, node.rank - 1)),
            dataclasses.replace(node, replies=dict(list(node.replies.items())[1:])),
            dataclasses.replace(node, pattern=node.pattern._replace(zone=node.pattern.zone & ~(1 << point))),
            dataclasses.replace(node, pattern=node.pattern._replace(black=node.pattern.black ^ (1 << point))),
            dataclasses.replace(node, after=-1),
        ):
            evidence = dataclasses.replace(patterns, nodes=[*nodes[:number], wrong, *nodes[number + 1 :]])
            try:
                assert check(Certificate(claim, (evidence,))).claim == claim
            except CertificateError:
                refused += 1

    assert refused > 60


@native
@pytest.mark.parametrize(("name", "unit"), [("ex17", "B7"), ("ex18", "B9"), ("ex18", "A8")])
def test_a_pattern_without_a_ban_on_the_loser_has_one_kind_of_pass(name: str, unit: str) -> None:
    """Where a pass lifts the bans of both sides, and all bans of the loser are outside the zone of a pattern."""
    case = load_case(name)
    question = Question(case.position, case.unit_at(unit), load_ruleset("japanese2003"), Limits(nodes=15_000))
    verdict = decide(question)
    assert verdict.status is Status.ALIVE, verdict.reason
    assert verdict.report is not None
    assert verdict.report.family == "patterns"


@native
@pytest.mark.parametrize(("name", "unit"), [("ex17", "A11"), ("ex18", "D9")])
def test_a_play_far_away_leaves_the_bans_that_a_pass_lifts(name: str, unit: str) -> None:
    """Where a pass lifts the bans of both sides, whoever wins may only be refuted by more than his pass."""
    case = load_case(name)
    changes = {"ko": BOTH_SIDES, "dead_means": "no new stone on its points"}
    arena = arena_for(case.position, case.unit_at(unit), load_ruleset("japanese1989").with_values(**changes))
    outcome = prove(arena, limits=Limits(nodes=400_000, seconds=1e9), prover="native", side=arena.attacker)
    assert outcome.certificate is not None, outcome.limit
    assert check(outcome.certificate).claim.verdict is Verdict.DEAD


class _ForGood(PatternChecker):
    """Asks that all be clear in the end, and stay so."""

    def __init__(self, play: PatternPlay, patterns: Patterns) -> None:
        super().__init__(play, patterns)
        self.favoured = False

    def marked(self, pattern: Pattern) -> bool:
        return not super().marked(pattern)


@native
def test_whoever_clears_may_be_invaded_again_and_again() -> None:
    """Example 17: the black stone at A8 is taken, played again and taken again, for a stone each time.

    Where none is left ranks start anew. Else they have to fall, and where they do not the proof is refused.
    """
    case = load_case("ex17")
    rules = load_ruleset("japanese1989").with_values(dead_means="no new stone on its points")
    unit = next(unit for unit in case.units if unit_name(case.position, unit) == "A8")
    arena = arena_for(case.position, unit, rules)
    certificate = prove(arena, limits=Limits(nodes=20_000, seconds=1e9), prover="native").certificate
    assert certificate is not None
    assert check(certificate).claim.verdict is Verdict.DEAD
    (proof,) = certificate.evidence
    assert isinstance(arena, MemoryArena)
    assert isinstance(proof, Patterns)
    play = PatternPlay(Plain(arena, arena.attacker), arena.attacker)
    with pytest.raises(CertificateError, match="measure"):
        _ForGood(play, proof).check()

    refused = 0
    for number, node in enumerate(proof.nodes):
        if node.pattern.black & unit and node.rank > 1:
            lower = (*proof.nodes[:number], dataclasses.replace(node, rank=0), *proof.nodes[number + 1 :])
            changed = dataclasses.replace(certificate, evidence=(dataclasses.replace(proof, nodes=lower),))
            with pytest.raises(CertificateError, match="measure"):
                check(changed)
            refused += 1
    assert refused


@native
def test_a_proof_serves_the_other_cycle_rule_if_its_moves_win_there() -> None:
    """Its measure is worked out anew; what the checker then accepts is true."""
    served = dict.fromkeys((Verdict.ALIVE, Verdict.DEAD), 0)
    refused = 0
    for arena, _ in games(150):
        if not arena.enabling or scoped(arena.ruleset):
            continue
        outcome = prove(arena, limits=Limits(nodes=100_000, seconds=1e9), prover="native")
        assert outcome.certificate is not None
        cycle = "prisoners then aim" if arena.ruleset["cycle"] == "aim" else "aim"
        other = arena.ruleset.with_values(cycle=cycle)
        verdict = carried_over(Question(arena.position, arena.unit, other), [outcome.certificate])
        if verdict is None:
            refused += 1
            continue
        truth = dense_verdict(arena_for(arena.position, arena.unit, other), most=4000)
        assert verdict.status.value == truth.value, (arena.position, arena.unit, other.id)
        served[truth] += 1

    assert min(served.values()) > 10
    assert refused < sum(served.values())


@native
def test_what_a_proof_shows_under_other_rules_is_true() -> None:
    """Strategies by states are followed there as far as they go, and who may wait passes first."""
    rng, served = random.Random("other rules"), dict.fromkeys(("strategy", "patterns"), 0)
    for arena, _ in games(150):
        if not arena.enabling or scoped(arena.ruleset):
            continue
        outcome = prove(arena, limits=Limits(nodes=100_000, seconds=1e9), prover="native")
        assert outcome.certificate is not None
        first = {"owner": "attacker", "attacker": "owner"}[arena.ruleset["first_move"]]
        for changes in (
            {"ko": rng.choice([ko for ko in PASS_FOR_KO if ko != arena.ruleset["ko"]])},
            {"first_move": first},
            {"dead_means": rng.choice(["no new stone on its points", "no new stone anywhere"])},
        ):
            other = arena.ruleset.with_values(**changes)
            if other == arena.ruleset:
                continue
            verdict = carried_over(Question(arena.position, arena.unit, other), [outcome.certificate])
            if verdict is None:
                continue
            try:
                truth = dense_verdict(arena_for(arena.position, arena.unit, other), most=4000)
            except TooLargeError:
                continue
            assert verdict.status.value == truth.value, (arena.position, arena.unit, other.id)
            assert verdict.report is not None
            served[verdict.report.family] += 1

    assert min(served.values()) > 10


@native
def test_what_is_cleared_in_stages_is_won() -> None:
    """First the unit is taken, then all else cleared; who cannot do the first cannot do both."""
    found = dict.fromkeys((True, False), 0)
    for number, (arena, verdict) in enumerate(games(150)):
        game = Plain(arena, arena.attacker)
        first = game.taking()
        if first is None:
            continue
        limits = Limits(nodes=100_000, seconds=1e9)
        taken = prove_native(first, limits).certificate
        won_whole = next(wins for plain, _, wins in plain_games(number) if plain.side == arena.attacker)
        if taken is None:
            assert not won_whole, (arena.position, arena.unit, arena.ruleset.id)
            continue
        (patterns,) = taken.evidence
        assert isinstance(patterns, Patterns)
        evidence, _ = clear_in_stages(game, first, patterns, limits)
        found[evidence is not None] += 1
        if evidence is not None:
            check_stages(arena, evidence)
            assert verdict is Verdict.DEAD
            assert won_whole

    assert min(found.values()) > 3, found
