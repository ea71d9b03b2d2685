"""Small boards that chains of an attacker divide, and games of new stones on them."""

import random

from verifier.board import Mask, Position, Side
from verifier.play import MemoryArena
from verifier.proof.certificate import Certificate, Claim, Verdict
from verifier.proof.scope import arena_of
from verifier.rules import Ruleset, load_ruleset
from verifier.rules.axes import PASS_FOR_KO

__all__ = ["CORES", "JAPANESE", "LARGE", "any_unit", "divided", "game_of", "rules_of_clearing", "standing_somewhere"]

JAPANESE = load_ruleset("japanese1989")
LARGE = [(3, 4), (4, 5), (5, 5), (3, 6), (3, 7), (2, 7)]
CORES = [(2, 4), (2, 5), (2, 6), (3, 3), (3, 4), (3, 5), (4, 4)]


def rules_of_clearing(rng: random.Random, *, aims: tuple[str, ...] = ()) -> Ruleset:
    """Any game of new stones."""
    nearby = ("no new stone anywhere", "no new stone on its points", "no new stone inside", "no new stone nearby")
    return JAPANESE.with_values(
        dead_means=rng.choice(aims or nearby),
        ko=rng.choice(["none", "basic", *PASS_FOR_KO]),
        cycle=rng.choice(["prisoners then aim", "aim"]),
        first_move=rng.choice(["owner", "attacker"]),
        walls=rng.choice(["assumed", "unconditional"]),
    )


def divided(rng: random.Random, cores: list[tuple[int, int]] = CORES) -> Position:
    """A small board, black lines across it, stones between; around it edges, or walls on sides that are open."""
    while True:
        rows, cols = rng.choice(cores)
        signs = [[rng.choice("....OOXX") for _ in range(cols)] for _ in range(rows)]
        for _ in range(rng.choice((1, 1, 1, 2, 2))):
            if rng.random() < 0.6 or rows < 3:
                at = rng.randrange(cols)
                for row in signs:
                    row[at] = "X"
            else:
                signs[rng.randrange(rows)] = ["X"] * cols
        for _ in range(rng.choice((0, 0, 1, 2))):
            signs[rng.randrange(rows)][rng.randrange(cols)] = rng.choice(".O")
        sides = set()
        for side in Side:
            if rng.random() < 0.5:
                continue
            sides.add(side)
            wall = [rng.choice("OOOOOOOOX.") for _ in range(len(signs) if side in (Side.LEFT, Side.RIGHT) else len(signs[0]))]
            if side is Side.TOP:
                signs.insert(0, wall)
            elif side is Side.BOTTOM:
                signs.append(wall)
            else:
                signs = [[sign, *row] if side is Side.LEFT else [*row, sign] for row, sign in zip(signs, wall, strict=True)]
        rows, cols = len(signs), len(signs[0])
        flat = [sign for row in signs for sign in row]
        if rng.random() < 0.5:
            flat = [{"X": "O", "O": "X"}.get(sign, sign) for sign in flat]
        black, white = (sum(1 << p for p, sign in enumerate(flat) if sign == wanted) for wanted in "XO")
        position = Position(rows, cols, black, white, frozenset(sides))
        if any(True for _ in position.units()) and not any(position.breathless()):
            return position


def any_unit(rng: random.Random, position: Position) -> Mask:
    """A unit, or now and then several of one side together."""
    units = list(position.units())
    unit = rng.choice(units)
    if rng.random() < 0.2:
        side = position.black if unit & position.black else position.white
        unit |= sum(other for other in units if other & side & ~unit and rng.random() < 0.6)
    return unit


def game_of(
    position: Position, unit: Mask, rules: Ruleset, standing: Mask = 0, verdict: Verdict = Verdict.DEAD
) -> MemoryArena | None:
    """The game that a certificate of *verdict* without supports is about; None if the unit is a wall or assumed alive."""
    stones = position.black if unit & position.black else position.white
    if unit & position.assumed(0 if stones == position.black else 1):
        return None
    arena = arena_of(Certificate(Claim(position, unit, rules, verdict), (), standing=standing))
    assert isinstance(arena, MemoryArena)
    return arena if arena.locale else None


def standing_somewhere(rng: random.Random, arena: MemoryArena) -> Mask:
    """Chains of the attacker at which the scope may end, where that is a question."""
    if arena.ruleset["dead_means"] != "no new stone inside":
        return 0
    chains = arena.grid.components(arena.position.stones(arena.attacker) & arena.locale)
    often = rng.choice((0, 0.4, 0.8))
    return sum(chain for chain in chains if rng.random() < often)
