"""What a listed state may say (docs/certificates.md): all that play leads to, and nothing that is no state."""

import dataclasses
import random
from collections.abc import Iterator

import pytest
from elsewhere import some_state
from second import random_position, random_rules, some_unit

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import Position
from verifier.errors import CertificateError, InputError
from verifier.play import Arena, arena_for, scoped
from verifier.proof import check
from verifier.proof.certificate import Certificate, Node, Strategy
from verifier.proof.scope import arena_of, nearby
from verifier.rules import load_ruleset

PROPOSAL = load_ruleset("proposal2012")


def arenas(rng: random.Random, count: int) -> Iterator[Arena]:
    while count:
        position, rules = random_position(rng), random_rules(rng)
        unit = some_unit(rng, position)
        try:
            yield arena_for(position, unit, rules, nearby(position, unit, rules, 0) if scoped(rules) else None)
        except InputError:  # assumed alive
            continue
        count -= 1


def test_what_play_leads_to_may_be_listed() -> None:
    rng, banned, passed, captured, taken, spent = random.Random(8), 0, 0, 0, 0, 0
    for arena in arenas(rng, 400):
        state = arena.start
        for _ in range(50):
            assert arena.may_be_listed(state), (arena.position, arena.unit, arena.ruleset.id, state)
            steps = [step for step in arena.steps(state) if step.winner is None]
            if not steps:
                break
            state = rng.choice(steps).state
            memory = state.memory
            banned += memory.bans > 0 if memory else state.ban >= 0
            captured += memory.captured if memory else 0
            passed, taken, spent = passed + state.passed, taken + (state.taken > 0), spent + (state.threats != arena.start.threats)
    assert min(banned, passed, captured, taken, spent) > 20


def test_any_stones_may_be_listed() -> None:
    rng = random.Random(9)
    for arena in arenas(rng, 100):
        state = some_state(rng, arena)
        assert arena.may_be_listed(state)
        full = state._replace(black=state.black | arena.locale & ~state.white, ban=-1)
        if full.memory is not None:
            full = full._replace(memory=full.memory._replace(bans=0))
        assert arena.may_be_listed(full)


def refused_with(certificate: Certificate, **changed: object) -> None:
    """The proof is one, and is none any more with a state more in the list."""
    (strategy,) = certificate.evidence
    assert isinstance(strategy, Strategy)
    check(certificate)
    state = arena_of(certificate).start._replace(**changed)  # type: ignore[arg-type]
    listed = {**strategy.nodes, state: Node(None if state.to_move != strategy.side else -1, 0, 0)}
    evidence = (dataclasses.replace(strategy, nodes=listed),)
    with pytest.raises(CertificateError, match="a listed state says what no state of this game can"):
        check(dataclasses.replace(certificate, evidence=evidence))


SMALL = Position(1, 4, 0b1000, 0b0001)
TWO = Position(1, 5, 0b00101, 0b10000)


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ({}, {"ban": 0}),  # there is a stone
        ({}, {"ban": 3}),
        ({}, {"passed": True}),  # no pass counts
        ({"end": "two passes"}, {"passed": True, "ban": 1}),
        ({}, {"threats": (1, 0)}),
        ({"owner_threats": "2"}, {"threats": (0, 3)}),
        ({"owner_threats": "unlimited"}, {"threats": (0, 1)}),
        ({}, {"taken": 1}),  # it does not count
        ({"dead_means": "captured once", "cycle": "alive"}, {"white": 0}),  # play would have ended
        ({"dead_means": "captured once", "cycle": "alive"}, {"taken": 1, "white": 0}),
    ],
)  # fmt: skip
def test_what_no_state_can_say_is_refused(values: dict[str, str], changed: dict[str, object]) -> None:
    rules = PROPOSAL.with_values(walls="assumed", **values)
    certificate = decide(Question(SMALL, 0b0001, rules, prover="python")).certificate
    assert certificate is not None
    refused_with(certificate, **changed)


def test_of_several_units_those_not_called_taken_stand() -> None:
    rules = PROPOSAL.with_values(walls="assumed", dead_means="captured once", cycle="alive")
    certificate = decide(Question(TWO, 0b00101, rules, prover="python")).certificate
    assert certificate is not None
    assert arena_of(certificate).may_be_listed(arena_of(certificate).start._replace(black=0b00100, taken=0b00001))
    refused_with(certificate, black=0b00100)
    refused_with(certificate, black=0b00100, taken=0b00100)
    refused_with(certificate, black=0b00100, taken=0b01000)
