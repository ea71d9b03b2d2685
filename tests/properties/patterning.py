"""Patterns for tests: drawn as figures, made from states, and from strategies."""

import random

from verifier.board import Colour, Mask, Position, Side
from verifier.board.grid import bits
from verifier.play import PASS, Arena, Pattern, State
from verifier.proof import CLOSED, Node, PatternNode, Patterns, Strategy
from verifier.rules import load_ruleset

__all__ = [
    "as_patterns",
    "figure",
    "pattern_of",
    "random_arena",
    "random_completion",
    "random_zone",
    "with_eyes",
    "with_other_threats",
]


def figure(*rows: str) -> tuple[Mask, Mask, Mask]:
    """Zone, black and white of a figure: X and O are stones, . is empty, ? is outside the zone."""
    signs = "".join(rows)
    zone = sum(1 << p for p, sign in enumerate(signs) if sign != "?")
    black = sum(1 << p for p, sign in enumerate(signs) if sign == "X")
    return zone, black, sum(1 << p for p, sign in enumerate(signs) if sign == "O")


PROPOSAL = load_ruleset("proposal2012").with_values(walls="assumed")
SETTINGS = [
    {},
    {"first_move": "attacker"},
    {"ko": "none"},
    {"owner_threats": "1", "attacker_threats": "2"},
    {"owner_threats": "2", "first_move": "attacker"},
    {"owner_threats": "unlimited", "attacker_threats": "1"},
    {"attacker_threats": "unlimited", "first_move": "attacker"},
    {"walls": "unconditional"},
    {"dead_means": "captured once", "cycle": "alive"},
    {"dead_means": "captured once", "cycle": "prisoners"},
    {"dead_means": "captured once"},
]


def random_arena(rng: random.Random, rows: int, cols: int) -> Arena:
    """A unit of a random board or crop that is no wall, under one of the settings."""
    size = rows * cols
    while True:
        points = rng.sample(range(size), rng.randint(size // 3, size - 1))
        black = sum(1 << point for point in points if rng.random() < 0.5)
        white = sum(1 << point for point in points) & ~black
        sides = frozenset(side for side in Side if rng.random() < 0.3)
        position = Position(rows, cols, black, white, sides)
        units = [u for u in position.units() if not any(u & position.assumed(colour) for colour in Colour)]
        if units and not any(position.breathless()):
            arena = Arena(position, rng.choice(units), PROPOSAL.with_values(**rng.choice(SETTINGS)))
            if arena.locale:
                return arena


def pattern_of(state: State, zone: Mask, winner: Colour) -> Pattern:
    """What is left of a state in a zone."""
    ban = state.ban if state.to_move != winner and state.ban >= 0 and zone >> state.ban & 1 else -1
    stones = state.black & zone, state.white & zone
    return Pattern(zone, *stones, ban, state.to_move, 0, state.threats, taken=state.taken)


def random_zone(rng: random.Random, arena: Arena) -> Mask:
    """The unit with some points around it, or anywhere in the locale."""
    zone = arena.unit
    near = rng.random() < 0.7
    for _ in range(rng.randint(0, arena.locale.bit_count())):
        rest = (arena.grid.dilate(zone) if near else arena.locale) & arena.locale & ~zone
        if rest:
            zone |= 1 << rng.choice(list(bits(rest)))
    return zone


def with_eyes(rng: random.Random, arena: Arena, state: State, pattern: Pattern, winner: Colour) -> Pattern:
    """Leave open what stands in some regions that the winner's stones surround."""
    mine = (state.white if winner else state.black) & arena.locale
    zone, eyes = pattern.zone, 0
    for region in arena.grid.components(arena.locale & ~mine):
        border = arena.grid.dilate(region)
        if rng.random() < 0.7 and not region & arena.unit and not border & arena.walls[winner.opponent]:
            eyes |= region
            zone = zone & ~region | border & mine
    return pattern_of(state, zone, winner)._replace(eyes=eyes)


def with_other_threats(rng: random.Random, state: State, pattern: Pattern, winner: Colour) -> Pattern:
    """Ask for fewer threats of the winner and allow more of the loser; let the winner use one of his."""
    threats = list(state.threats)
    threats[winner] = rng.randint(0, threats[winner])
    threats[winner.opponent] += rng.choice((0, 0, 1))
    if state.to_move == winner and state.ban >= 0 and pattern.zone >> state.ban & 1 and rng.random() < 0.8:
        pattern = pattern._replace(ban=state.ban)
    return pattern._replace(threats=(threats[0], threats[1]))


def random_completion(rng: random.Random, arena: Arena, pattern: Pattern, winner: Colour) -> State | None:
    """A legal state of a pattern, with a ban that is possible in it; None if none was found."""
    unknown = list(bits(arena.locale & ~pattern.zone))
    fixed = (arena.position.black & ~arena.locale, arena.position.white & ~arena.locale)
    for _ in range(8):
        black, white = pattern.black | fixed[0], pattern.white | fixed[1]
        density = rng.random()
        for point in unknown:
            if rng.random() < density:
                colour = winner.opponent if pattern.eyes >> point & 1 else rng.randrange(2)
                if not colour:
                    black |= 1 << point
                else:
                    white |= 1 << point
        position = Position(arena.position.rows, arena.position.cols, black, white, arena.position.open_sides)
        if not any(position.breathless()):
            ban, left, taken = pattern.ban, pattern.threats, pattern.taken
            return State(black, white, ban, pattern.to_move, False, threats=left, taken=taken)
    return None


def whole(strategy: Strategy, arena: Arena) -> list[State]:
    """The states of a strategy, the start first."""
    states = list(strategy.nodes)
    if arena.start in strategy.nodes:
        states.remove(arena.start)
        states.insert(0, arena.start)
    return states


def as_patterns(arena: Arena, strategy: Strategy) -> Patterns:
    """The same strategy as patterns whose zone is the whole locale."""
    states = whole(strategy, arena)
    # Statics do not close a pass for the side that is to move then: it plays the move that settles matters.
    chosen = dict(strategy.nodes)
    for state in states:
        passed = arena.step(state, PASS)
        assert passed is not None
        if strategy.nodes[state].move is None and passed.winner is None and passed.state not in chosen:
            move = next(s.move for s in arena.steps(passed.state) if arena.settled(s.state) is strategy.side)
            chosen[passed.state] = Node(move, 0, 0)
    states += [state for state in chosen if state not in strategy.nodes]
    number = {state: i for i, state in enumerate(states)}
    nodes = []
    for state in states:
        node = chosen[state]
        move = PASS if node.move is None else node.move
        first = arena.step(state, move)
        assert first is not None
        replies = {}
        if node.move is None:
            replies = {s.move: number.get(s.state, CLOSED) for s in arena.steps(state) if s.move != PASS}
        after = CLOSED if first.winner is not None else number.get(first.state, CLOSED)
        pattern = pattern_of(state, arena.locale, strategy.side)
        if node.move == state.ban != PASS:  # a retake that is forbidden, at the cost of a threat
            pattern = pattern._replace(ban=state.ban)
        nodes.append(PatternNode(pattern, node.move, node.credit, node.rank, after, replies))
    return Patterns(strategy.side, strategy.draw_wins, tuple(nodes))
