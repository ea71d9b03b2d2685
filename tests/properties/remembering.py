"""Small games that remember, all their states, and which of them match a pattern of plain play."""

import itertools
import random
from collections.abc import Iterator

from verifier.board import Colour, Mask, Position, Side
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.play import Arena, Memory, MemoryArena, Pattern, Plain, State, arena_for, scoped
from verifier.rules import load_ruleset
from verifier.rules.axes import ENABLING, PASS_FOR_KO

__all__ = [
    "all_states",
    "board_with_kos",
    "kos_of",
    "lasting",
    "matches",
    "may_match",
    "plain_games",
    "random_game",
    "seen_plainly",
]

PROPOSAL = load_ruleset("proposal2012").with_values(walls="assumed")
SIZES = ((1, 4), (1, 5), (2, 3), (2, 5), (3, 3), (3, 4), (3, 5))


def random_game(
    rng: random.Random, points: int, *, kos: int = 1, waits: bool = False, ko: str | None = None
) -> MemoryArena:
    """A unit of a random board or crop, with a locale of so many points and so many kos at once in it.

    With *waits* they are kos that wait for passes; *ko* is the ko rule, if not any.
    """
    while True:
        rows, cols = rng.choice(SIZES)
        colours = rng.choices("XO.", (9, 9, 2), k=rows * cols)
        black, white = (
            sum(1 << p for p, colour in enumerate(colours) if colour == sign) for sign in "XO"
        )
        sides = frozenset(side for side in Side if rng.random() < 0.5)
        position = Position(rows, cols, black, white, sides)
        units = list(position.units())
        if not units or any(position.breathless()):
            continue
        unit = rng.choice(units)
        aim = rng.choice([*ENABLING, "captured once", "finally owned"])
        values = ["none", "basic", *PASS_FOR_KO] if aim in ENABLING and not waits else PASS_FOR_KO
        cycles = {"captured once": ("prisoners", "alive"), "finally owned": ("prisoners then ownership",)}
        rules = PROPOSAL.with_values(
            ko=ko or rng.choice(values),
            dead_means=aim,
            cycle=rng.choice(cycles.get(aim, ("prisoners then aim", "aim"))),
            first_move=rng.choice(["owner", "attacker"]),
        )
        scope = unit | rng.getrandbits(rows * cols) if scoped(rules) else None
        arena = arena_for(position, unit, rules, scope)
        assert isinstance(arena, MemoryArena)
        if arena.locale.bit_count() != points:
            continue
        if any(kos_of(arena, *board).bit_count() >= kos for board in boards(arena)):
            return arena


def plain_games(rng: random.Random, ko: str, *, named: bool = False) -> Iterator[tuple[MemoryArena, Plain]]:
    """Plain play for each side, and to hold a stone, in a random game with kos that wait for passes."""
    arena = random_game(rng, rng.choice((4, 5, 6)), kos=rng.choice((1, 2)), waits=True, ko=ko)
    for side, holds in ((arena.owner, False), (arena.attacker, False), (arena.owner, True)):
        try:
            yield arena, Plain(arena, side, holds=holds, named=named)
        except InputError:
            continue


def board_with_kos(rng: random.Random, arena: MemoryArena, kept: Mask) -> tuple[Mask, Mask, Mask] | None:
    """A random board and its points of kos; on *kept* stand the owner's stones. None if none was found."""
    for _ in range(60):
        stones = [arena.position.black & ~arena.locale, arena.position.white & ~arena.locale]
        weights = rng.choice(((5, 5, 2), (5, 2, 2), (2, 5, 2)))
        for point in bits(arena.locale):
            colour = rng.choices((0, 1, 2), weights)[0]
            if kept >> point & 1:
                colour = int(arena.owner)
            if colour < 2:
                stones[colour] |= 1 << point
        size = arena.position.rows, arena.position.cols
        board = Position(*size, stones[0], stones[1], arena.position.open_sides)
        kos = kos_of(arena, stones[0], stones[1])
        if kos and not any(board.breathless()):
            return stones[0], stones[1], kos
    return None


def boards(arena: Arena) -> Iterator[tuple[Mask, Mask]]:
    """All legal boards that differ in the locale alone."""
    points, grid = list(bits(arena.locale)), arena.grid
    for colours in itertools.product(range(3), repeat=len(points)):
        black, white = arena.position.black & ~arena.locale, arena.position.white & ~arena.locale
        black |= sum(1 << p for p, colour in zip(points, colours, strict=True) if colour == 1)
        white |= sum(1 << p for p, colour in zip(points, colours, strict=True) if colour == 2)
        breath = arena.locale & ~(black | white)
        if all(
            grid.dilate(chain) & (breath | arena.walls[side])
            for side, stones in ((0, black), (1, white))
            for chain in grid.components(stones & arena.locale)
        ):
            yield black, white


def kos_of(arena: MemoryArena, black: Mask, white: Mask) -> Mask:
    """The points where a retake may be forbidden to somebody."""
    state = State(black, white, -1, 0, False, Memory(bans=arena.locale))
    return arena.bans_on(state, 0) | arena.bans_on(state, 1)


def subsets(mask: Mask) -> Iterator[Mask]:
    points = [1 << point for point in bits(mask)]
    return (sum(part) for part in itertools.product(*((0, point) for point in points)))


def some(rng: random.Random, memories: Iterator[Memory], most: int) -> list[Memory]:
    found = list(memories)
    return found if len(found) <= most else rng.sample(found, most)


def all_states(rng: random.Random, arena: MemoryArena, most: int) -> list[State]:
    """All boards, with all that may be remembered there or, of many memories for one board, some."""
    states = []
    for black, white in boards(arena):
        own = (white if arena.owner else black) & arena.locale
        if arena.unit & ~own and arena.ruleset["dead_means"] == "captured once":
            continue
        for mover in (0, 1):
            chosen = some(rng, memories(rng, arena, black, white, mover), most)
            states += [State(black, white, -1, mover, False, memory) for memory in chosen]
    return states


def memories(rng: random.Random, arena: MemoryArena, black: Mask, white: Mask, mover: int) -> Iterator[Memory]:
    kos, ko = kos_of(arena, black, white), arena.ruleset["ko"]
    bans = list(subsets(kos)) if ko in PASS_FOR_KO else [0]
    if ko == "basic":
        mine = arena.bans_on(State(black, white, -1, mover, False, Memory(bans=kos)), mover)
        bans += [1 << point for point in bits(mine)]
    own = (white if arena.owner else black) & arena.scope
    for ban in bans:
        freed = [(0, 0)]
        if ko == "pass once for each ko":
            freed = list(itertools.product(subsets(kos), repeat=2))
        for pair in freed:
            if not arena.enabling:
                yield Memory(ban, pair)
                continue
            if not arena.unit & ~(white if arena.owner else black):
                for old in subsets(own & ~arena.unit):
                    yield Memory(ban, pair, old=old | arena.unit & arena.scope)
            for old in subsets(own & ~arena.unit):
                for held in subsets(own & ~old):
                    yield Memory(ban, pair, True, old, held)


def may_match(arena: MemoryArena, game: Plain, state: State) -> bool:
    """Whether play by a proof for *game* can come to *state*.

    Where one capture is the end there was none; and where a stone counts as new on a point that was not
    the owner's at the beginning, no old one stands there.
    """
    if game.holds:
        assert state.memory is not None
        return not state.memory.old & ~arena.position.stones(arena.owner)
    own = state.white if game.owner else state.black
    return game.ruleset["dead_means"] != "captured once" or not game.unit & ~own


def seen_plainly(arena: MemoryArena, side: Colour, state: State) -> list[State]:
    """The states of plain play for *side* that *state* stands for (docs/games.md, section 4)."""
    own, other = arena.bans_on(state, side), arena.bans_on(state, 1 - side)
    bans = [-1]
    if state.to_move != side:
        bans += bits(other)
    elif arena.ruleset["ko"] == "basic":
        bans = [*bits(own)] or [-1]
    plain, bound = state._replace(memory=None), {0, lasting(arena, state, 1 - side)}
    return [
        plain._replace(ban=ban, threats=(one, 0) if side else (0, one), bans=(more, own) if side else (own, more))
        for ban in bans
        for one in {freed(arena, state, 1 - side), int(arena.ruleset["ko"] != "none")}
        for more in bound
    ]


def freed(arena: MemoryArena, state: State, side: int) -> int:
    """1 if new bans on a side may last for one turn only, else 0."""
    ko = arena.ruleset["ko"]
    assert state.memory is not None
    return int(ko == "basic" or (ko == "pass once for each ko" and state.memory.freed[side] > 0))


def lasting(arena: MemoryArena, state: State, side: int) -> Mask:
    """The bans on a side that it has to pass for."""
    if arena.ruleset["ko"] not in PASS_FOR_KO:
        return 0
    assert state.memory is not None
    return arena.bans_on(state, side) & ~state.memory.freed[side]


def matches(arena: MemoryArena, side: Colour, pattern: Pattern, move: int | None, state: State) -> bool:
    """The same for a node of a proof by patterns: whether *state* is one of those it is about."""
    zone, memory = pattern.zone, state.memory
    assert memory is not None
    other = 1 - side
    return (
        state.to_move == pattern.to_move
        and (state.black & zone, state.white & zone) == (pattern.black, pattern.white)
        and not (state.white if side else state.black) & pattern.eyes
        and (pattern.ban < 0 or bool(arena.bans_on(state, state.to_move) >> pattern.ban & 1))
        and freed(arena, state, other) <= pattern.threats[other]
        and not arena.bans_on(state, side) & zone & ~pattern.bans[side]
        and not pattern.bans[other] & ~lasting(arena, state, other)
        and not (arena.ruleset["ko"] == "basic" and move is not None and move >= 0 and memory.bans >> move & 1)
    )
