"""Games that remember: provers, the whole graph, and the definition without reviews are of one opinion."""

import dataclasses
import random
from collections.abc import Iterator

import pytest
from reference.dense import TooLargeError, dense_verdict
from small_boards import PROPOSAL, random_unit

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import SYMMETRIES, Mask, Position, swap_colours, transform
from verifier.board.symmetry import transform_mask
from verifier.errors import CertificateError, InputError
from verifier.jobs.cases.case import load_case
from verifier.play import Arena, State, arena_for, ko_of_pass, pass_for, scoped
from verifier.proof import Certificate, Verdict, check
from verifier.proof.scope import nearby, support_rules, supporters
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import Ruleset, load_ruleset
from verifier.rules.axes import ENABLING, PASS_FOR_KO
from verifier.search import Limits, Status, available_provers, prove

ATTACKER_FIRST = PROPOSAL.with_values(first_move="attacker")
SIZES = [(1, 4), (1, 5), (1, 6), (2, 2), (2, 3), (2, 4), (3, 3)]
NEW_VALUES = [
    *(("ko", value) for value in PASS_FOR_KO),
    *(("dead_means", value) for value in ENABLING),
    ("cycle", "prisoners then aim"),
    ("cycle", "aim"),
]
PROVERS = [name for name in available_provers() if name != "sat"]


def rules_with(rng: random.Random, axis: str, value: str) -> Ruleset:
    """Return a ruleset that remembers, with one value given and the others drawn."""
    aims = [value] if axis == "dead_means" else [*ENABLING]
    if axis == "ko":
        aims += ["captured once", "finally owned"]
    aim = rng.choice(aims)
    kos = [value] if axis == "ko" else ["none", "basic", *PASS_FOR_KO]
    cycles = {"captured once": ["prisoners", "alive"], "finally owned": ["prisoners then ownership"]}
    cycle = value if axis == "cycle" else rng.choice(cycles.get(aim, ["prisoners then aim", "aim"]))
    first = rng.choice(["owner", "attacker"])
    return PROPOSAL.with_values(ko=rng.choice(kos), dead_means=aim, cycle=cycle, first_move=first)


def arena_of(rng: random.Random, position: Position, unit: Mask, rules: Ruleset) -> Arena:
    scope = None
    if scoped(rules):
        scope = unit | rng.getrandbits(position.rows * position.cols)
    return arena_for(position, unit, rules, scope)


def without_reviews(arena: Arena, most: int = 3000) -> Verdict:
    """Decide a game of new stones by its definition: nested fixpoints over states that hold nothing."""

    def bare(state: State) -> State:
        assert state.memory is not None
        return state._replace(memory=state.memory._replace(held=0))

    states, number, after = [bare(arena.start)], {bare(arena.start): 0}, []
    for state in states:  # grows while it is read
        successors = []
        for step in arena.steps(state):
            to = bare(step.state)
            if to not in number:
                if len(states) >= most:
                    raise TooLargeError("too many states")
                number[to] = len(states)
                states.append(to)
            successors.append(number[to])
        after.append(successors)
    mine = [state.to_move == arena.attacker for state in states]
    points = [p for p in range(arena.grid.size) if arena.scope >> p & 1]  # type: ignore[attr-defined]

    def rid(state: State, point: int) -> bool:
        assert state.memory is not None
        new = (state.white if arena.owner else state.black) & ~state.memory.old
        return state.memory.captured and not new >> point & 1

    def forced(target: set[int]) -> set[int]:
        return {v for v, to in enumerate(after) if (any if mine[v] else all)(u in target for u in to)}

    won = set(range(len(states)))
    while True:
        before = won
        again = forced(won)
        for point in points:
            goal = {v for v in again if rid(states[v], point)}
            reach: set[int] = set()
            while not goal <= reach:
                reach = goal
                goal = goal | forced(reach)
            won = won & reach
            again = forced(won)
        if won == before:
            return Verdict.DEAD if 0 in won else Verdict.ALIVE


def compared(rng: random.Random, axis: str, value: str, count: int) -> Iterator[tuple[Arena, Verdict]]:
    """Yield arenas on which all provers and tables agreed, with their verdict."""
    while count:
        position, unit = random_unit(rng, *rng.choice(SIZES), crop=rng.random() < 0.3)
        rules = rules_with(rng, axis, value)
        arena = arena_of(rng, position, unit, rules)
        try:
            verdict = dense_verdict(arena, most=1200)
            if rules["cycle"] == "aim":
                assert without_reviews(arena) is verdict, (position, unit, rules.id)
        except TooLargeError:
            continue
        for prover in PROVERS:
            outcome = prove(arena, limits=Limits(nodes=100_000, seconds=1e9), prover=prover)
            assert outcome.status.value == verdict.value, (position, unit, rules.id, prover)
            assert outcome.certificate is not None
            if not scoped(rules):
                text = dump_certificate(outcome.certificate)
                assert parse_certificate(text, "it") == outcome.certificate
                assert check(outcome.certificate).claim.verdict is verdict
        count -= 1
        yield arena, verdict


@pytest.mark.parametrize(("axis", "value"), NEW_VALUES)
def test_provers_and_definitions_agree_on_random_units(axis: str, value: str) -> None:
    rng = random.Random(f"{axis} {value}")
    found = {verdict for _, verdict in compared(rng, axis, value, 25)}

    assert found == {Verdict.ALIVE, Verdict.DEAD}


@pytest.mark.slow
@pytest.mark.parametrize(("axis", "value"), NEW_VALUES)
def test_provers_and_definitions_agree_on_two_thousand_random_units(axis: str, value: str) -> None:
    assert sum(1 for _ in compared(random.Random(f"bulk {axis} {value}"), axis, value, 2000)) == 2000


def test_verdicts_do_not_depend_on_orientation_and_colour() -> None:
    rng = random.Random(5)
    for _ in range(40):
        position, unit = random_unit(rng, *rng.choice([(1, 6), (2, 3), (2, 4)]))
        rules = rules_with(rng, *rng.choice(NEW_VALUES))
        if scoped(rules):
            continue
        symmetry = rng.choice(SYMMETRIES)
        image = swap_colours(transform(position, symmetry))
        turned = transform_mask(unit, position.rows, position.cols, symmetry)
        limits = Limits(nodes=50_000, seconds=1e9)
        first, second = (
            prove(arena_for(diagram, mask, rules), limits=limits).status
            for diagram, mask in ((position, unit), (image, turned))
        )

        assert first is second or Status.UNKNOWN in (first, second), (position, unit, rules.id)


# The ko rules, move by move

def board(text: str) -> Position:
    rows = text.split()
    cols = len(rows[0])
    black, white = (
        sum(1 << (r * cols + c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == sign)
        for sign in "XO"
    )
    return Position(len(rows), cols, black, white)


def ko_position() -> tuple[Position, Mask]:
    """White takes the black stone on point 6 by playing on 5; Black may want to retake on 6."""
    return board(".XO. X.XO .XO. ...."), 1 << 6


@pytest.mark.parametrize("ko", PASS_FOR_KO)
def test_a_retake_waits_for_a_pass(ko: str) -> None:
    position, unit = ko_position()
    arena = arena_for(position, unit, ATTACKER_FIRST.with_values(ko=ko))
    taken = arena.step(arena.start, 5)  # White takes the black stone on C3
    assert taken is not None
    assert taken.captured == 1
    assert arena.step(taken.state, 6) is None
    elsewhere = arena.step(taken.state, 15)
    assert elsewhere is not None
    answer = arena.step(elsewhere.state, 12)
    assert answer is not None
    assert arena.step(answer.state, 6) is None, "a threat lifts nothing"
    naming = -1 if ko in ("one pass for all kos", "one pass for both sides") else pass_for(6)
    assert [step.move for step in arena.steps(answer.state) if step.move < 0] == [naming]
    passed = arena.step(answer.state, naming)
    assert passed is not None
    again = arena.step(passed.state, -1)
    assert again is not None
    retaken = arena.step(again.state, 6)
    assert retaken is not None
    assert retaken.captured == 1
    assert arena.step(retaken.state, 5) is None, "the other side is banned now"


def after(arena: Arena, *moves: int) -> State:
    state = arena.start
    for move in moves:
        step = arena.step(state, move)
        assert step is not None, move
        state = step.state
    return state


@pytest.mark.parametrize("ko", PASS_FOR_KO)
def test_a_pass_lifts_the_bans_of_the_other_side_only_where_the_rule_says_so(ko: str) -> None:
    # White takes the black stone on point 11 and Black the white one on 16: both are banned from a retake.
    position = board(".XO...OX. X.XO.O.OX .XO...OX. .........")
    arena = arena_for(position, 1 << 11, ATTACKER_FIRST.with_values(ko=ko))
    both = after(arena, 10, 15)
    assert arena.step(both, 16) is None
    (pass_,) = [step.move for step in arena.steps(both) if step.move < 0]
    assert arena.step(after(arena, 10, 15, pass_, 27), 16) is not None, "White passed, so she may retake"
    retake = arena.step(after(arena, 10, 15, pass_), 11)
    assert (retake is not None) == (ko == "one pass for both sides"), "Black did not pass"


def test_a_pass_without_a_ban_on_the_passing_side_lifts_nothing() -> None:
    position, unit = ko_position()
    arena = arena_for(position, unit, ATTACKER_FIRST.with_values(ko="one pass for both sides"))
    assert arena.step(after(arena, 5, 15, -1), 6) is None, "White passed, on whom there is no ban"
    assert arena.step(after(arena, 5, -1, -1), 6) is not None, "Black passed, on whom there is one"


@pytest.mark.parametrize("ko", PASS_FOR_KO)
def test_a_ban_on_captures_outlasts_the_shape_of_a_ko(ko: str) -> None:
    # White takes the black stone on point 7 by playing on 6. When Black has played on 3 the white stone on 2 is in
    # atari too: a play on 7 takes two stones. That is no take in a ko, but a capture where one was made.
    arena = arena_for(board(".XO.. X.XO. .XO.. ....."), 1 << 7, ATTACKER_FIRST.with_values(ko=ko))
    state = after(arena, 6, 3, 19)
    play = arena.step(state, 7)
    if ko != "pass before each capture":
        assert play is not None
        assert play.captured == 2
        return
    assert play is None
    passed = arena.step(after(arena, 6, 3, 19, pass_for(7), 18), 7)
    assert passed is not None, "Black has passed for it"
    assert passed.captured == 2
    filled = after(arena, 6, 3, 7)
    assert filled.memory is not None
    assert filled.memory.bans == 0, "White has filled the point"


def test_once_passed_a_ko_is_an_ordinary_one_for_good() -> None:
    position, unit = ko_position()
    moves = [5, pass_for(6), -1, 6, pass_for(5), -1, 5]
    outcomes = {}
    for ko in PASS_FOR_KO[:2]:
        arena = arena_for(position, unit, ATTACKER_FIRST.with_values(ko=ko))
        state = arena.start
        for move in moves:
            step = arena.step(state, move)
            assert step is not None, (ko, move)
            state = step.state
        assert arena.step(state, 6) is None, "not at once"
        for move in (-1 if ko == PASS_FOR_KO[1] else pass_for(6), -1):
            step = arena.step(state, move)
            assert step is not None
            state = step.state
        outcomes[ko] = state
        assert arena.step(state, 6) is not None

    each, once = (outcomes[ko].memory for ko in PASS_FOR_KO[:2])
    assert each is not None
    assert once is not None
    assert (once.freed, each.freed) == ((1 << 6, 1 << 5), (0, 0))


def test_a_pass_names_its_ko() -> None:
    assert [ko_of_pass(move) for move in (3, 0, -1, pass_for(0), pass_for(7))] == [None, None, None, 0, 7]


# Certificates


def proof_of(text: str, unit: int, verdict: Verdict, **values: str) -> Certificate:
    position = board(text)
    arena = arena_for(position, position.chain_at(unit), ATTACKER_FIRST.with_values(**values))
    outcome = prove(arena, limits=Limits(seconds=1e9), prover="python")
    assert outcome.certificate is not None
    assert outcome.status.value == verdict.value
    return outcome.certificate


OWNED = {"cycle": "prisoners then ownership"}
POINTS = {"dead_means": "no new stone on its points", "cycle": "aim", "ko": PASS_FOR_KO[0]}


def test_changed_strategies_are_refused_or_prove_the_same() -> None:
    certificate = proof_of("X.XO .OO. ..O.", 0, Verdict.DEAD, **POINTS)
    (strategy,) = certificate.evidence
    refused = 0
    for state, node in strategy.nodes.items():
        for wrong in (
            {k: v for k, v in strategy.nodes.items() if k != state},
            {**strategy.nodes, state: dataclasses.replace(node, rank=node.rank + 40)},
            {**strategy.nodes, state: dataclasses.replace(node, credit=node.credit + 1)},
            {**strategy.nodes, state: dataclasses.replace(node, move=None if node.move is not None else -1)},
        ):
            changed = dataclasses.replace(
                certificate, evidence=(dataclasses.replace(strategy, nodes=wrong),)
            )
            try:
                assert check(changed).claim == certificate.claim
            except CertificateError:
                refused += 1

    assert refused > 2 * len(strategy.nodes)


def impossible(state: State) -> Iterator[State]:
    """States like the first one of a proof under POINTS, with a memory that no state of that game has."""
    memory = state.memory
    assert memory is not None
    yield state._replace(memory=None)
    beyond, stone, empty = 1 << 12, state.white & -state.white, 1 << 1
    assert not empty & (state.black | state.white)
    for wrong in (
        {"bans": beyond}, {"freed": (0, beyond)}, {"old": beyond}, {"held": beyond, "captured": True},
        {"bans": stone},  # there is no ko where a stone stands
        {"old": empty},  # nor an old stone where none does
        {"old": memory.old | stone},  # nor is a stone of the attacker one
        {"held": memory.old},  # nothing is held before the capture
        {"held": memory.old, "captured": True},  # and old stones never are
    ):  # fmt: skip
        yield state._replace(memory=memory._replace(**wrong))  # type: ignore[arg-type]


def test_a_strategy_remembers_only_what_a_state_can() -> None:
    certificate = proof_of("X.XO .OO. ..O.", 0, Verdict.DEAD, **POINTS)
    (strategy,) = certificate.evidence
    state, node = next(iter(strategy.nodes.items()))
    for wrong in impossible(state):
        evidence = (dataclasses.replace(strategy, nodes={**strategy.nodes, wrong: node}),)
        with pytest.raises(CertificateError, match="says what no state of this game can"):
            check(dataclasses.replace(certificate, evidence=evidence))


def test_where_no_new_stone_counts_nothing_is_old_or_held() -> None:
    values = {"dead_means": "finally owned", "ko": PASS_FOR_KO[0]} | OWNED
    certificate = proof_of("X.XO .OO. ..O.", 0, Verdict.DEAD, **values)
    (strategy,) = certificate.evidence
    state, node = next(iter(strategy.nodes.items()))
    assert state.memory is not None
    for wrong in ({"old": 1}, {"captured": True}, {"captured": True, "held": 1}):
        listed = state._replace(memory=state.memory._replace(**wrong))  # type: ignore[arg-type]
        evidence = (dataclasses.replace(strategy, nodes={**strategy.nodes, listed: node}),)
        with pytest.raises(CertificateError, match="says what no state of this game can"):
            check(dataclasses.replace(certificate, evidence=evidence))


def test_a_strategy_proves_nothing_in_another_game() -> None:
    certificate = proof_of("X.XO .OO. ..O.", 0, Verdict.DEAD, **POINTS)
    for values in ({"dead_means": ENABLING[2]}, {"first_move": "owner"}, {"dead_means": "finally owned"} | OWNED):
        rules = certificate.claim.ruleset.with_values(**values)
        claim = dataclasses.replace(certificate.claim, ruleset=rules)
        with pytest.raises(CertificateError):
            check(dataclasses.replace(certificate, claim=claim))


def test_a_scope_is_given_where_it_belongs() -> None:
    position, unit = ko_position()
    with pytest.raises(InputError, match="a scope belongs to"):
        arena_for(position, unit, ATTACKER_FIRST.with_values(**POINTS), unit)
    with pytest.raises(InputError, match="a scope belongs to"):
        arena_for(position, unit, ATTACKER_FIRST.with_values(**POINTS | {"dead_means": "no new stone nearby"}))


def test_local_two_stops_at_living_stones_of_the_same_side() -> None:
    position = Position(1, 7, 0b0001001, 0)
    rules = ATTACKER_FIRST.with_values(**POINTS | {"dead_means": "no new stone nearby"})

    assert nearby(position, 1, rules, 0b0001000) == 0b0000111
    assert nearby(position, 1, rules, 0) == 0b1111111


def test_scopes_nearby_are_those_of_the_definition() -> None:
    rng = random.Random(8)
    rules = ATTACKER_FIRST.with_values(**POINTS | {"dead_means": "no new stone nearby"})
    narrower = 0
    for _ in range(60):
        position, unit = random_unit(rng, *rng.choice([(1, 6), (2, 3), (2, 4)]))
        try:
            stops = sum(
                other
                for other in supporters(position, unit, rules)
                if dense_verdict(arena_for(position, other, support_rules(rules)), most=2000) is Verdict.ALIVE
            )
            scope = nearby(position, unit, rules, stops)
            exact = dense_verdict(arena_for(position, unit, rules, scope), most=2000)
        except TooLargeError:
            continue
        verdict = decide(Question(position, unit, rules, Limits(nodes=50_000, seconds=1e9)))

        assert verdict.status.value == exact.value, (position, unit)
        assert verdict.certificate is not None
        again = parse_certificate(dump_certificate(verdict.certificate), "it")
        assert again.supports == verdict.certificate.supports
        narrower += bool(stops)

    assert narrower > 5


def test_verdicts_on_other_units_that_are_known_are_taken_as_given() -> None:
    case = load_case("ex24")
    question = Question(case.position, case.unit_at("B10"), load_ruleset("japanese1989"))
    found = decide(question).certificate
    assert found is not None
    (needed,) = found.supports
    assert needed.claim.verdict is not found.claim.verdict

    given = decide(dataclasses.replace(question, supports=(needed,)))
    assert given.status is Status.DEAD
    assert given.certificate is not None
    assert given.certificate.supports == (needed,)

    alone = decide(dataclasses.replace(question, supports=()))
    assert alone.status is Status.UNKNOWN, "they are not looked for where it is said that there are none"
    assert alone.reason == "limit: the status of another unit of the same side"


def test_supports_must_be_proofs_of_what_they_are_needed_for() -> None:
    case = load_case("ex24")
    rules = load_ruleset("japanese1989")
    verdict = decide(Question(case.position, case.unit_at("B10"), rules))
    certificate = verdict.certificate
    assert certificate is not None
    assert certificate.supports
    (support,) = certificate.supports
    wrong = [
        dataclasses.replace(support, evidence=()),
        dataclasses.replace(support, claim=dataclasses.replace(support.claim, ruleset=rules)),
        dataclasses.replace(support, claim=dataclasses.replace(support.claim, verdict=Verdict.DEAD)),
        dataclasses.replace(support, supports=(support,)),
    ]
    for supports in [(item,) for item in wrong] + [(support, support)]:
        with pytest.raises(CertificateError):
            check(dataclasses.replace(certificate, supports=supports))
    other = dataclasses.replace(support, supports=(support,))
    with pytest.raises(CertificateError, match="needs no proofs about other units"):
        check(other)
