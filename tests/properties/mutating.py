"""Ways to alter a certificate, in memory or as text.

Each takes a random generator and returns the altered certificate, its altered text, or None where there
is nothing of the kind to alter.
"""

import dataclasses
import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

from verifier.board import Mask, Position, Side, swap_colours, unit_name
from verifier.board.grid import bits
from verifier.play import PASS, Arena, State
from verifier.proof import (
    CLOSED,
    Answer,
    Certificate,
    Cover,
    Evidence,
    Node,
    PatternNode,
    Patterns,
    Refutation,
    Strategy,
    Verdict,
    dump_certificate,
    target_of,
)
from verifier.rules import AXES

__all__ = ["MUTATIONS", "Mutation"]

Altered = Certificate | str | None
Mutation = Callable[[random.Random, Certificate], Altered]

MUTATIONS: dict[str, Mutation] = {}
"""All mutations by name."""


def mutation(function: Mutation) -> Mutation:
    MUTATIONS[function.__name__.replace("_", " ")] = function
    return function


def arena_of(certificate: Certificate) -> Arena:
    claim = certificate.claim
    return Arena(claim.position, claim.unit, claim.ruleset)


# Strategies

Change = Callable[[random.Random, Arena, dict[State, Node], State], None]


def of_a_node(change: Change) -> Mutation:
    """Make a mutation of a change to one random node, done in place."""

    def mutate(rng: random.Random, certificate: Certificate) -> Altered:
        places = [
            i for i, item in enumerate(certificate.evidence) if isinstance(item, Strategy) and item.nodes
        ]
        if not places:
            return None
        place = rng.choice(places)
        strategy = certificate.evidence[place]
        assert isinstance(strategy, Strategy)
        nodes = dict(strategy.nodes)
        change(rng, arena_of(certificate), nodes, rng.choice(list(nodes)))
        return with_evidence(certificate, place, dataclasses.replace(strategy, nodes=nodes))

    MUTATIONS[change.__name__.replace("_", " ")] = mutate
    return mutate


def with_evidence(certificate: Certificate, place: int, item: Evidence) -> Certificate:
    evidence = (*certificate.evidence[:place], item, *certificate.evidence[place + 1 :])
    return dataclasses.replace(certificate, evidence=evidence)


@of_a_node
def another_move(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    moves = [None, PASS, *range(arena.grid.size), arena.grid.size + 3, -7]
    legal = [step.move for step in arena.steps(state)] if rng.random() < 0.7 else moves
    choice = [move for move in legal if move != nodes[state].move]
    if choice:
        nodes[state] = dataclasses.replace(nodes[state], move=rng.choice(choice))


@of_a_node
def two_moves_exchanged(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    others = [
        other
        for other, node in nodes.items()
        if other.to_move == state.to_move and node.move != nodes[state].move
    ]
    if others:
        other = rng.choice(others)
        first, second = nodes[state].move, nodes[other].move
        nodes[state] = dataclasses.replace(nodes[state], move=second)
        nodes[other] = dataclasses.replace(nodes[other], move=first)


def renamed(nodes: dict[State, Node], old: State, new: State) -> None:
    node = nodes.pop(old)
    nodes[new] = node


@of_a_node
def a_stone_of_a_state(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    renamed(nodes, state, with_other_stone(rng, arena, state))


def with_other_stone(rng: random.Random, arena: Arena, state: State) -> State:
    near = list(bits(arena.locale or arena.grid.full))
    point = 1 << (rng.choice(near) if rng.random() < 0.9 else rng.randrange(arena.grid.size))
    colours = [0, 1, 2]
    colours.remove(1 if state.black & point else 2 if state.white & point else 0)
    colour = rng.choice(colours)
    black, white = state.black & ~point, state.white & ~point
    return state._replace(black=black | point * (colour == 1), white=white | point * (colour == 2))


@of_a_node
def the_ban_of_a_state(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    bans = {-1, *bits(arena.locale)} - {state.ban}
    renamed(nodes, state, state._replace(ban=rng.choice(sorted(bans))))


@of_a_node
def the_side_to_move(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    renamed(nodes, state, state._replace(to_move=1 - state.to_move))


@of_a_node
def the_pass_flag(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    renamed(nodes, state, state._replace(passed=not state.passed))


@of_a_node
def the_threats_of_a_state(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    renamed(nodes, state, state._replace(threats=other_threats(rng, state.threats)))


@of_a_node
def the_threats_of_all_states(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    """One threat more or less for one side everywhere."""
    side, change = rng.randrange(2), rng.choice((-1, 1))
    before = list(nodes.items())
    nodes.clear()
    for key, node in before:
        threats = tuple(max(0, left + change * (colour == side)) for colour, left in enumerate(key.threats))
        nodes[key._replace(threats=threats)] = node


def other_threats(rng: random.Random, threats: tuple[int, int]) -> tuple[int, int]:
    side, change = rng.randrange(2), rng.choice((-1, -1, 1, 1, 2))
    black, white = (left + change * (colour == side) for colour, left in enumerate(threats))
    return black, white


@of_a_node
def the_chains_taken_of_a_state(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    renamed(nodes, state, state._replace(taken=other_chains(rng, arena, state.taken)))


def other_chains(rng: random.Random, arena: Arena, taken: Mask) -> Mask:
    """Chains of the claim, or something else on the board, that are not those *taken*."""
    some = sum(part for part in arena.parts if rng.random() < 0.5)
    return some if some != taken and rng.random() < 0.8 else taken ^ 1 << rng.randrange(arena.grid.size)


@of_a_node
def no_chains_taken(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    """What was taken is forgotten, or assumed, everywhere."""
    before, all_or_none = list(nodes.items()), rng.choice((0, *arena.parts))
    nodes.clear()
    nodes.update({key._replace(taken=all_or_none): node for key, node in before})


@of_a_node
def another_credit(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    credit = nodes[state].credit + rng.choice((-2, -1, -1, 1, 1, 2, 40))
    nodes[state] = dataclasses.replace(nodes[state], credit=credit)


@of_a_node
def another_rank(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    nodes[state] = dataclasses.replace(nodes[state], rank=nodes[state].rank + rng.choice((-2, -1, -1, 1, 1, 2, 40)))


@of_a_node
def no_measure(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    for key, node in list(nodes.items()):
        nodes[key] = dataclasses.replace(node, credit=0, rank=0)


@of_a_node
def a_missing_state(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    del nodes[state]


@of_a_node
def a_missing_reply(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    after = [step.state for step in arena.steps(state) if step.state in nodes]
    if after:
        del nodes[rng.choice(after)]


@of_a_node
def an_added_state(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    other = with_other_stone(rng, arena, state) if rng.random() < 0.3 else state
    other = other._replace(ban=rng.choice([-1, *bits(arena.locale)]))
    nodes.setdefault(other, dataclasses.replace(nodes[state], rank=nodes[state].rank + rng.randint(0, 1)))


@of_a_node
def all_measures_shifted(rng: random.Random, arena: Arena, nodes: dict[State, Node], state: State) -> None:
    credit, rank, factor = rng.choice(((1, 0, 1), (0, 5, 1), (0, 0, 2), (-1, 0, 1), (0, -1, 1)))
    for key, node in list(nodes.items()):
        nodes[key] = dataclasses.replace(node, credit=node.credit + credit, rank=node.rank * factor + rank)


# Patterns

Nodes = list[PatternNode]


def of_a_pattern(change: Callable[[random.Random, Arena, Nodes, int], PatternNode | None]) -> Mutation:
    """Make a mutation of a change to one random pattern: a new node, or None after a change in place."""

    def mutate(rng: random.Random, certificate: Certificate) -> Altered:
        for place, item in enumerate(certificate.evidence):
            if isinstance(item, Patterns) and item.nodes:
                nodes = list(item.nodes)
                number = rng.randrange(len(nodes))
                node = change(rng, arena_of(certificate), nodes, number)
                if node is not None:
                    nodes[number] = node
                return with_evidence(certificate, place, dataclasses.replace(item, nodes=tuple(nodes)))
        return None

    MUTATIONS[change.__name__.replace("_", " ")] = mutate
    return mutate


def of_stones(node: PatternNode, **changes: Any) -> PatternNode:
    return dataclasses.replace(node, pattern=node.pattern._replace(**changes))


def one_of(rng: random.Random, mask: Mask) -> Mask:
    """A random point of a set, or none."""
    points = list(bits(mask))
    return 1 << rng.choice(points) if points else 0


def without(pattern: PatternNode, point: Mask) -> PatternNode:
    """A node that no longer knows what stands on a point."""
    zone, black, white = (mask & ~point for mask in pattern.pattern[:3])
    return of_stones(pattern, zone=zone, black=black, white=white)


@of_a_pattern
def a_smaller_zone(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    return without(nodes[number], one_of(rng, nodes[number].pattern.zone & ~arena.unit))


@of_a_pattern
def a_smaller_zone_everywhere(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> None:
    point = one_of(rng, nodes[number].pattern.zone & ~arena.unit)
    at = point.bit_length() - 1
    for place, node in enumerate(nodes):
        replies = {reply: target for reply, target in node.replies.items() if reply != at}
        nodes[place] = dataclasses.replace(without(node, point), replies=replies)


@of_a_pattern
def a_larger_zone(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    pattern = nodes[number].pattern
    point, colour = one_of(rng, arena.locale & ~pattern.zone) or 1, rng.randrange(3)
    return of_stones(
        nodes[number],
        zone=pattern.zone | point,
        black=pattern.black | point * (colour == 1),
        white=pattern.white | point * (colour == 2),
    )


@of_a_pattern
def a_stone_of_a_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    pattern = nodes[number].pattern
    point, colour = one_of(rng, pattern.zone), rng.randrange(3)
    black, white = pattern.black & ~point, pattern.white & ~point
    return of_stones(nodes[number], black=black | point * (colour == 1), white=white | point * (colour == 2))


@of_a_pattern
def the_ban_of_a_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    bans = {-1, *bits(arena.locale)} - {nodes[number].pattern.ban}
    return of_stones(nodes[number], ban=rng.choice(sorted(bans)))


@of_a_pattern
def the_threats_of_a_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    return of_stones(nodes[number], threats=other_threats(rng, nodes[number].pattern.threats))


@of_a_pattern
def the_threats_of_all_patterns(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> None:
    side, change = rng.randrange(2), rng.choice((-1, 1))
    for place, node in enumerate(nodes):
        left = node.pattern.threats
        threats = tuple(max(0, count + change * (colour == side)) for colour, count in enumerate(left))
        nodes[place] = of_stones(node, threats=threats)


@of_a_pattern
def the_chains_taken_of_a_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    return of_stones(nodes[number], taken=other_chains(rng, arena, nodes[number].pattern.taken))


@of_a_pattern
def the_chains_taken_of_all_patterns(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> None:
    taken = rng.choice((0, *arena.parts))
    nodes[:] = [of_stones(node, taken=taken) for node in nodes]


@of_a_pattern
def the_mover_of_a_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    return of_stones(nodes[number], to_move=1 - nodes[number].pattern.to_move)


@of_a_pattern
def eyes_of_a_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    """Leave the stones of some points open, or take them for open ones, or forget that."""
    pattern = nodes[number].pattern
    eyes = getattr(pattern, "eyes", 0)
    if eyes and rng.random() < 0.5:
        return of_stones(nodes[number], eyes=eyes & ~one_of(rng, eyes))
    point = one_of(rng, arena.locale & ~arena.unit & ~eyes)
    if rng.random() < 0.5:
        return of_stones(without(nodes[number], point), eyes=eyes | point)
    return of_stones(nodes[number], eyes=eyes | point)


@of_a_pattern
def the_move_of_a_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    moves = [move for move in (None, PASS, *bits(arena.locale)) if move != nodes[number].move]
    return dataclasses.replace(nodes[number], move=rng.choice(moves))


@of_a_pattern
def what_follows_a_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    return dataclasses.replace(nodes[number], after=rng.randint(CLOSED, len(nodes)))


@of_a_pattern
def what_follows_a_reply(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    listed = [node for node in nodes if node.replies]
    node = nodes[number] if nodes[number].replies or not listed else rng.choice(listed)
    number = nodes.index(node)
    if node.replies:
        replies = dict(node.replies) | {rng.choice(list(node.replies)): rng.randint(CLOSED, len(nodes))}
        nodes[number] = dataclasses.replace(node, replies=replies)
    return nodes[number]


@of_a_pattern
def a_reply_less(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> None:
    listed = [place for place, node in enumerate(nodes) if node.replies]
    if listed:
        place = rng.choice(listed)
        replies = dict(nodes[place].replies)
        del replies[rng.choice(list(replies))]
        nodes[place] = dataclasses.replace(nodes[place], replies=replies)


def of_an_answer(
    change: Callable[[random.Random, Arena, Nodes, Answer], Cover],
) -> Callable[[random.Random, Arena, Nodes, int], None]:
    """Make a mutation of a change to one random answer; without answers a pass gets one."""

    def mutate(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> None:
        places = [
            (place, move)
            for place, node in enumerate(nodes)
            for move, cover in ((PASS, node.after), *node.replies.items())
            if isinstance(cover, Answer)
        ]
        if not places:
            nodes[number] = dataclasses.replace(nodes[number], after=Answer(PASS, rng.randrange(len(nodes))))
            return
        place, move = rng.choice(places)
        node = nodes[place]
        cover = change(rng, arena, nodes, node.after if move == PASS else node.replies[move])
        changes = {"after": cover} if move == PASS else {"replies": {**node.replies, move: cover}}
        nodes[place] = dataclasses.replace(node, **changes)

    mutate.__name__ = change.__name__
    return of_a_pattern(mutate)


@of_an_answer
def the_move_of_an_answer(rng: random.Random, arena: Arena, nodes: Nodes, answer: Answer) -> Cover:
    return answer._replace(move=rng.choice([PASS, *bits(arena.locale)]))


@of_an_answer
def the_target_of_an_answer(rng: random.Random, arena: Arena, nodes: Nodes, answer: Answer) -> Cover:
    return answer._replace(target=rng.randint(CLOSED, len(nodes)))


@of_an_answer
def an_answer_that_settles_it(rng: random.Random, arena: Arena, nodes: Nodes, answer: Answer) -> Cover:
    return answer._replace(target=CLOSED)


@of_an_answer
def an_answer_less(rng: random.Random, arena: Arena, nodes: Nodes, answer: Answer) -> Cover:
    return rng.choice((CLOSED, answer.target))


@of_a_pattern
def an_answer_in_the_place_of_a_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    """Of the pass, or of a move of the winner, which has none."""
    after = target_of(nodes[number].after)
    return dataclasses.replace(nodes[number], after=Answer(rng.choice([PASS, *bits(arena.locale)]), after))


@of_a_pattern
def a_measure_one_less(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    node = nodes[number]
    if rng.random() < 0.5 and node.credit:
        return dataclasses.replace(node, credit=node.credit - 1)
    return dataclasses.replace(node, rank=max(0, node.rank - 1))


@of_a_pattern
def a_reply_more(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    replies = dict(nodes[number].replies)
    replies.setdefault(rng.choice(list(bits(arena.locale))), rng.randrange(len(nodes)))
    return dataclasses.replace(nodes[number], replies=replies)


@of_a_pattern
def a_pattern_less(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> None:
    del nodes[number]


@of_a_pattern
def patterns_exchanged(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> None:
    other = rng.randrange(len(nodes))
    nodes[number], nodes[other] = nodes[other], nodes[number]


@of_a_pattern
def stones_of_another_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    return dataclasses.replace(nodes[number], pattern=rng.choice(nodes).pattern)


@of_a_pattern
def the_measure_of_a_pattern(rng: random.Random, arena: Arena, nodes: Nodes, number: int) -> PatternNode:
    node, change = nodes[number], rng.choice((-2, -1, -1, 1, 1, 2, 40))
    if rng.random() < 0.5:
        return dataclasses.replace(node, credit=node.credit + change)
    return dataclasses.replace(node, rank=node.rank + change)


# Refutations


def refuting(change: Callable[[random.Random, Arena, Refutation], Refutation]) -> Mutation:
    """Make a mutation of a change to a refutation."""

    def mutate(rng: random.Random, certificate: Certificate) -> Altered:
        for place, item in enumerate(certificate.evidence):
            if isinstance(item, Refutation):
                return with_evidence(certificate, place, change(rng, arena_of(certificate), item))
        return None

    MUTATIONS[change.__name__.replace("_", " ")] = mutate
    return mutate


Clauses = tuple[tuple[int, ...], ...]


def with_line(lines: Clauses, place: int, *new: tuple[int, ...]) -> Clauses:
    return (*lines[:place], *new, *lines[place + 1 :])


def other_line(rng: random.Random, lines: Clauses, variables: int) -> Clauses:
    """Alter, drop, exchange or add one literal of one line."""
    place = rng.randrange(len(lines))
    line = list(lines[place])
    literal = rng.choice((-1, 1)) * rng.randint(1, variables)
    at = rng.randrange(len(line)) if line else 0
    kind = rng.choice(("alter", "negate", "drop", "exchange", "add")) if line else "add"
    if kind == "alter":
        line[at] = literal
    elif kind == "negate":
        line[at] = -line[at]
    elif kind == "drop":
        del line[at]
    elif kind == "exchange":
        line[at], line[0] = line[0], line[at]
    else:
        line.insert(at, literal)
    return with_line(lines, place, tuple(line))


@refuting
def another_clause(rng: random.Random, arena: Arena, refutation: Refutation) -> Refutation:
    clauses = other_line(rng, refutation.clauses, len(refutation.variables))
    return dataclasses.replace(refutation, clauses=clauses)


@refuting
def a_missing_clause(rng: random.Random, arena: Arena, refutation: Refutation) -> Refutation:
    clauses = with_line(refutation.clauses, rng.randrange(len(refutation.clauses)))
    return dataclasses.replace(refutation, clauses=clauses)


@refuting
def another_proof_line(rng: random.Random, arena: Arena, refutation: Refutation) -> Refutation:
    proof = other_line(rng, refutation.proof, len(refutation.variables))
    return dataclasses.replace(refutation, proof=proof)


@refuting
def a_missing_proof_line(rng: random.Random, arena: Arena, refutation: Refutation) -> Refutation:
    proof = with_line(refutation.proof, rng.randrange(len(refutation.proof)))
    return dataclasses.replace(refutation, proof=proof)


@refuting
def another_variable(rng: random.Random, arena: Arena, refutation: Refutation) -> Refutation:
    variables = list(refutation.variables)
    place = rng.randrange(len(variables))
    meaning = variables[place]
    state, move = (meaning, None) if isinstance(meaning, State) else meaning
    if move is not None and rng.random() < 0.5:
        move = rng.choice([PASS, *bits(arena.locale)])
    else:
        state = rng.choice((with_other_stone(rng, arena, state), state._replace(to_move=1 - state.to_move)))
    variables[place] = state if move is None else (state, move)
    return dataclasses.replace(refutation, variables=tuple(variables))


@refuting
def two_variables_exchanged(rng: random.Random, arena: Arena, refutation: Refutation) -> Refutation:
    variables = list(refutation.variables)
    first, second = rng.sample(range(len(variables)), 2) if len(variables) > 1 else (0, 0)
    variables[first], variables[second] = variables[second], variables[first]
    return dataclasses.replace(refutation, variables=tuple(variables))


# Evidence as a whole


@mutation
def dropped_evidence(rng: random.Random, certificate: Certificate) -> Altered:
    evidence = list(certificate.evidence)
    if not evidence:
        return None
    del evidence[rng.randrange(len(evidence))]
    return dataclasses.replace(certificate, evidence=tuple(evidence))


@mutation
def evidence_twice(rng: random.Random, certificate: Certificate) -> Altered:
    evidence = certificate.evidence
    return dataclasses.replace(certificate, evidence=evidence + evidence[:1]) if evidence else None


@mutation
def reversed_evidence(rng: random.Random, certificate: Certificate) -> Altered:
    if len(certificate.evidence) < 2:
        return None
    return dataclasses.replace(certificate, evidence=certificate.evidence[::-1])


@mutation
def the_side_of_the_evidence(rng: random.Random, certificate: Certificate) -> Altered:
    for place, item in enumerate(certificate.evidence):
        if isinstance(item, Strategy | Patterns):
            return with_evidence(certificate, place, dataclasses.replace(item, side=item.side.opponent))
    return None


@mutation
def whom_draws_help(rng: random.Random, certificate: Certificate) -> Altered:
    if not certificate.evidence:
        return None
    place = rng.randrange(len(certificate.evidence))
    item = certificate.evidence[place]
    return with_evidence(certificate, place, dataclasses.replace(item, draw_wins=not item.draw_wins))


@mutation
def whether_a_stone_is_held(rng: random.Random, certificate: Certificate) -> Altered:
    for place, item in enumerate(certificate.evidence):
        if isinstance(item, Patterns):
            return with_evidence(certificate, place, dataclasses.replace(item, holds=not item.holds))
    return None


# The claim


def with_claim(certificate: Certificate, **changes: Any) -> Certificate:
    return dataclasses.replace(certificate, claim=dataclasses.replace(certificate.claim, **changes))


@mutation
def another_verdict(rng: random.Random, certificate: Certificate) -> Altered:
    verdicts = [verdict for verdict in Verdict if verdict is not certificate.claim.verdict]
    return with_claim(certificate, verdict=rng.choice(verdicts))


@mutation
def another_unit(rng: random.Random, certificate: Certificate) -> Altered:
    units = [unit for unit in certificate.claim.position.units() if unit != certificate.claim.unit]
    return with_claim(certificate, unit=rng.choice(units)) if units else None


@mutation
def a_chain_more(rng: random.Random, certificate: Certificate) -> Altered:
    position, unit = certificate.claim.position, certificate.claim.unit
    side = position.black if unit & position.black else position.white
    others = [chain for chain in position.units() if chain & side and not chain & unit]
    return with_claim(certificate, unit=unit | rng.choice(others)) if others else None


@mutation
def a_chain_less(rng: random.Random, certificate: Certificate) -> Altered:
    chains = certificate.claim.chains
    if len(chains) < 2:
        return None
    return with_claim(certificate, unit=certificate.claim.unit & ~rng.choice(chains))


@mutation
def a_unit_that_is_no_chain(rng: random.Random, certificate: Certificate) -> Altered:
    unit: Mask = certificate.claim.unit ^ 1 << rng.randrange(certificate.claim.position.grid.size)
    return with_claim(certificate, unit=unit)


@mutation
def all_colours(rng: random.Random, certificate: Certificate) -> Altered:
    return with_claim(certificate, position=swap_colours(certificate.claim.position))


@mutation
def a_stone_of_the_position(rng: random.Random, certificate: Certificate) -> Altered:
    position = certificate.claim.position
    state = State(position.black, position.white, -1, 0, False)
    changed = with_other_stone(rng, arena_of(certificate), state)
    return with_claim(certificate, position=dataclasses.replace(position, black=changed.black, white=changed.white))


@mutation
def an_open_side(rng: random.Random, certificate: Certificate) -> Altered:
    position: Position = certificate.claim.position
    sides = position.open_sides ^ {rng.choice(list(Side))}
    return with_claim(certificate, position=dataclasses.replace(position, open_sides=sides))


@mutation
def a_ruleset_value(rng: random.Random, certificate: Certificate) -> Altered:
    return with_claim(certificate, ruleset=certificate.claim.ruleset.with_values(**other_value(rng, certificate)))


def other_value(rng: random.Random, certificate: Certificate) -> dict[str, str]:
    """Another allowed value of an axis that has more than one."""
    ruleset = certificate.claim.ruleset
    name = rng.choice([axis.name for axis in AXES.values() if len(axis.values) > 1])
    return {name: rng.choice([value for value in AXES[name].values if value != ruleset[name]])}


# The file


def digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def edited(change: Callable[[random.Random, Certificate, dict[str, Any]], None]) -> None:
    """Make two mutations of an edit of the claim in the file: with the old digests, and with new ones."""

    def edit(rng: random.Random, certificate: Certificate, *, renew: bool) -> Altered:
        data = json.loads(dump_certificate(certificate))
        claim = data["claim"]
        change(rng, certificate, claim)
        if renew:
            claim["ruleset"]["digest"] = digest(claim["ruleset"]["values"])
            data["claim_digest"] = digest(claim)
        return json.dumps(data)

    name = change.__name__.replace("_", " ")
    MUTATIONS[f"{name}, old digests"] = lambda rng, certificate: edit(rng, certificate, renew=False)
    MUTATIONS[f"{name}, new digests"] = lambda rng, certificate: edit(rng, certificate, renew=True)


@edited
def file_with_another_stone(rng: random.Random, certificate: Certificate, claim: dict[str, Any]) -> None:
    row = rng.randrange(len(claim["rows"]))
    col = rng.randrange(len(claim["rows"][row]))
    line = claim["rows"][row]
    claim["rows"][row] = line[:col] + rng.choice([sign for sign in ".XO" if sign != line[col]]) + line[col + 1 :]


@edited
def file_with_another_unit(rng: random.Random, certificate: Certificate, claim: dict[str, Any]) -> None:
    cols, rows = len(claim["rows"][0]), len(claim["rows"])
    holder, key = (claim, "unit") if "unit" in claim else (claim["together"], rng.randrange(len(claim["together"])))
    old = holder[key]
    while holder[key] == old:
        holder[key] = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[rng.randrange(cols)] + str(rng.randint(1, rows))


@edited
def file_with_units_together(rng: random.Random, certificate: Certificate, claim: dict[str, Any]) -> None:
    names = claim.pop("together", None) or [claim.pop("unit")]
    position = certificate.claim.position
    chains = [unit_name(position, chain) for chain in position.units()] or names
    kind = rng.randrange(4)
    if kind == 0 and len(names) > 1:
        claim["unit"] = rng.choice(names)
    elif kind == 1 and len(names) > 2:
        claim["together"] = rng.sample(names, len(names) - 1)
    elif kind == 2:
        claim["together"] = [*names, rng.choice(names)]
    else:
        claim["together"] = [*names, rng.choice(chains)]


@edited
def file_with_another_verdict(rng: random.Random, certificate: Certificate, claim: dict[str, Any]) -> None:
    claim["verdict"] = rng.choice([v for v in ("alive", "dead", "drawn", "unknown") if v != claim["verdict"]])


@edited
def file_with_another_ruleset_value(rng: random.Random, certificate: Certificate, claim: dict[str, Any]) -> None:
    if rng.random() < 0.15:
        claim["ruleset"]["values"][rng.choice(list(AXES))] = rng.choice(["", "none", "yes"])
    else:
        claim["ruleset"]["values"].update(other_value(rng, certificate))


@edited
def file_with_another_open_side(rng: random.Random, certificate: Certificate, claim: dict[str, Any]) -> None:
    claim["open_sides"] = sorted(set(claim["open_sides"]) ^ {rng.choice([side.value for side in Side])})


@mutation
def another_character(rng: random.Random, certificate: Certificate) -> Altered:
    text = dump_certificate(certificate)
    place = rng.randrange(len(text))
    other = rng.choice("0123456789abcdefpXO.-[]{},: \"\n\\é")
    return text[:place] + other + text[place + 1 :]


@mutation
def another_digit(rng: random.Random, certificate: Certificate) -> Altered:
    text = dump_certificate(certificate)
    digits = [place for place, sign in enumerate(text) if sign.isdigit()]
    place = rng.choice(digits)
    return text[:place] + rng.choice("0123456789") + text[place + 1 :]


@mutation
def a_missing_line(rng: random.Random, certificate: Certificate) -> Altered:
    lines = dump_certificate(certificate).splitlines(keepends=True)
    del lines[rng.randrange(len(lines))]
    return "".join(lines)


@mutation
def a_doubled_line(rng: random.Random, certificate: Certificate) -> Altered:
    lines = dump_certificate(certificate).splitlines(keepends=True)
    place = rng.randrange(len(lines))
    return "".join([*lines[:place], lines[place], *lines[place:]])


@mutation
def a_cut_end(rng: random.Random, certificate: Certificate) -> Altered:
    text = dump_certificate(certificate)
    return text[: rng.randrange(len(text))]


@mutation
def a_field_of_the_wrong_type(rng: random.Random, certificate: Certificate) -> Altered:
    data = json.loads(dump_certificate(certificate))
    places: list[tuple[Any, Any]] = [(data, key) for key in data if key != "about"]
    places += [(data["claim"], key) for key in data["claim"]]
    places += [(data["claim"]["ruleset"], key) for key in data["claim"]["ruleset"]]
    for item in data["evidence"]:
        places += [(item, key) for key in item]
        places += [(item[key], rng.randrange(len(item[key]))) for key in item if isinstance(item[key], list) and item[key]]
    holder, key = rng.choice(places)
    holder[key] = rng.choice([None, True, 7, -1, 1.5, "", "0 0 -1 0", [], [[]], {}, {"a": 1}, "x" * 50])
    if rng.random() < 0.5:
        data["claim_digest"] = digest(data["claim"])
    return json.dumps(data)
