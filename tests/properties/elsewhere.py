"""States to which no play comes, and strategies that list what follows from some of them."""

import dataclasses
import random

from verifier.board import Mask
from verifier.board.grid import bits
from verifier.play import Arena, Memory, MemoryArena, State
from verifier.proof.certificate import Certificate, Node, Strategy
from verifier.proof.scope import arena_of
from verifier.search import Limits, prove

__all__ = ["begun_at", "some_state", "with_parts_elsewhere"]


def some_of(rng: random.Random, points: Mask, share: float = 0.5) -> Mask:
    return sum(1 << point for point in bits(points) if rng.random() < share)


def some_state(rng: random.Random, arena: Arena) -> State:
    """Any stones in the locale, and whatever else a state may say."""
    while True:
        state = any_state(rng, arena)
        if arena.may_be_listed(state):
            return state


def any_state(rng: random.Random, arena: Arena) -> State:
    rules, stones = arena.ruleset, [arena.position.black & ~arena.locale, arena.position.white & ~arena.locale]
    for point in bits(arena.locale):
        colour = rng.randrange(3)
        if colour < 2:
            stones[colour] |= 1 << point
    taken = sum(part for part in arena.parts if rng.random() < 0.5) if arena.takes else 0
    if rules["dead_means"] == "captured once":
        stones[arena.owner] |= arena.unit & ~taken
        stones[arena.attacker] &= ~(arena.unit & ~taken)
    black, white = stones
    empty, mover = arena.locale & ~(black | white), rng.randrange(2)
    if not isinstance(arena, MemoryArena):
        ban = rng.choice([-1, *bits(empty)])
        passed = rules["end"] != "never" and ban < 0 and rng.random() < 0.5
        one, other = (rng.randint(0, most) for most in arena.start.threats)
        return State(black, white, ban, mover, passed, threats=(one, other), taken=taken)
    bans = 0 if rules["ko"] == "none" else some_of(rng, empty)
    freed = (0, 0)
    if rules["ko"] == "pass once for each ko":
        freed = some_of(rng, arena.locale, 0.3), some_of(rng, arena.locale, 0.3)
    if not arena.enabling:
        return State(black, white, -1, mover, False, Memory(bans, freed), taken=taken)
    captured = taken == arena.unit if arena.takes else rng.random() < 0.7
    own = stones[arena.owner] & arena.scope
    old = some_of(rng, own)
    held = some_of(rng, own & ~old) if captured else 0
    return State(black, white, -1, mover, False, Memory(bans, freed, captured, old, held), taken=taken)


def begun_at(arena: Arena, state: State) -> Arena:
    """The same game with another first state."""
    arena.__class__ = type(type(arena).__name__, (type(arena),), {"start": state})
    return arena


def with_parts_elsewhere(rng: random.Random, certificate: Certificate, tries: int) -> Certificate | None:
    """A proof by states that also lists strategies from states to which no play comes; None if it is none."""
    if len(certificate.evidence) != 1 or not isinstance(certificate.evidence[0], Strategy):
        return None
    (strategy,) = certificate.evidence
    arena, nodes = arena_of(certificate), dict(strategy.nodes)
    for _ in range(tries):
        begun = begun_at(arena_of(certificate), some_state(rng, arena))
        found = prove(begun, limits=Limits(nodes=3000, seconds=1e9), prover="python").certificate
        if found is None or len(found.evidence) != 1:
            continue
        part = found.evidence[0]
        if not isinstance(part, Strategy) or (part.side, part.draw_wins) != (strategy.side, strategy.draw_wins):
            continue
        # Whatever leads from the new nodes to those that were there has credit to lose.
        more = 1000 + max((node.credit for node in nodes.values()), default=0)
        for state, node in part.nodes.items():
            nodes.setdefault(state, Node(node.move, node.credit + more, node.rank))
    evidence = (dataclasses.replace(strategy, nodes=nodes),)
    return dataclasses.replace(certificate, evidence=evidence) if len(nodes) > len(strategy.nodes) else None
