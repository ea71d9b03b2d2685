"""Games that remember, by the kernel: first by plain play, then as they are."""

from typing import Any

from verifier.board import Colour
from verifier.errors import InputError
from verifier.play import MemoryArena, Plain
from verifier.proof.certificate import Strategy
from verifier.search.named import names_help
from verifier.search.native.answers import BY_WINNER, left, outcome_of, wall, winner_of
from verifier.search.native.frame import Frame, bounds, kernel
from verifier.search.native.packed import PackedMemories
from verifier.search.native.plain import solved_plainly
from verifier.search.outcome import Limits, Outcome

__all__ = ["prove_as_it_is", "prove_memory"]

NEAR_AFTER = 65_536
"""After so many states of a game that remembers, sides that play near the unit only are tried."""


def prove_memory(arena: MemoryArena, limits: Limits, wanted: Colour | None) -> Outcome:
    """Decide a game that remembers; if only a win of the side *wanted* is of use, plain play for it alone."""
    if not arena.locale:
        return wall(arena)
    sides = [(arena.owner, False), (arena.attacker, False), (arena.owner, True)]
    names = (False, True) if names_help(arena.ruleset) else (False,)
    ways = [(*way, named) for named in names for way in sides if wanted in (None, way[0])]
    spent: list[dict[str, Any]] = []
    for number, (side, holds, named) in enumerate(ways):
        # What one of them leaves is for the others.
        share = left(limits, spent).share(len(ways) + 1 - number)
        try:
            game = Plain(arena, side, holds=holds, named=named)
        except InputError:  # it is not defined there
            continue
        spent.append(solved_plainly(game, arena.unit, share, holds))
        if "evidence" in spent[-1]:
            return outcome_of(arena, limits, BY_WINNER[side == arena.attacker], spent)
    return prove_as_it_is(arena, limits, spent)


def prove_as_it_is(
    arena: MemoryArena, limits: Limits, spent: list[dict[str, Any]], near_after: int = NEAR_AFTER
) -> Outcome:
    """Search the game as it is with what is left: no zones, strategies by states.

    *spent* is what the kernel answered before. After *near_after* states sides that play near the unit only
    are tried.
    """
    frame = Frame(arena)
    start = arena.start
    assert start.memory is not None
    rules = kernel.Rules(
        bad="real",
        banned=3,
        passes_end=False,
        captured_once=False,
        weigh=arena.weighs,
        threats=[0, 0],
    )
    answer: dict[str, Any] = frame.locale(rules, where={}).solve_memory(
        **frame.begin(start),
        ko=arena.ruleset["ko"],
        aim="no new stone" if arena.enabling else arena.ruleset["dead_means"],
        scope=frame.numbers(arena.scope),
        old=frame.numbers(start.memory.old),
        at_once=near_after,
        **bounds(left(limits, spent)),
    )
    winner = winner_of(answer)
    if winner is None:
        return outcome_of(arena, limits, None, [*spent, answer | {"claimed": ""}])
    side = arena.attacker if winner else arena.owner
    packed = PackedMemories(arena, side, answer["closure"], answer["words"])
    answer["evidence"] = Strategy(side, False, packed)
    return outcome_of(arena, limits, BY_WINNER[winner], [*spent, answer])
