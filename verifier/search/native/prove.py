"""Deciding a unit with the kernel: which games are searched, in which order, with which limits."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from verifier.board import Colour
from verifier.kernel import require_kernel
from verifier.play import Arena, MemoryArena, Plain, State, captures_end, game_of_patterns
from verifier.proof.certificate import Patterns, Strategy, Verdict
from verifier.search.native.answers import BY_WINNER, left, outcome_of, wall, winner_of
from verifier.search.native.frame import Frame, banned_of, bounds, kernel, rules_of, sheet_of
from verifier.search.native.memory import prove_memory
from verifier.search.native.packed import PackedPatterns, PackedStates
from verifier.search.native.plain import prove_plain
from verifier.search.outcome import Limits, Outcome

__all__ = ["RELAXATION_NODES", "evidence_of", "prove_native"]

RELAXATION_NODES = 5_000
"""Budget of the first look at the game, and of the relaxations without ko bans after it: wins there hold."""

AT_ONCE = 100
"""Budget of a first look where there is more than one game to search."""


def prove_native(
    arena: Arena,
    limits: Limits,
    *,
    order: str = "guided",
    relaxations: int = RELAXATION_NODES,
    zones: bool = True,
    start: State | None = None,
    side: Colour | None = None,
    counts: Callable[[dict[str, Any]], object] | None = None,
) -> Outcome:
    """Decide the unit of *arena* with the kernel.

    *order* is ``guided``, or for comparison ``breadth``, ``df-pn`` or ``naive`` (search/common.hpp);
    *relaxations* is the budget of the first look at the game, and of relaxations without ko bans after it
    (0: neither); where there are threats there is no first look. With *zones* the proof holds whatever lies
    far from the fight, and is given by patterns; where passes end play there are none. Deterministic for a
    given limit on nodes. With *start* play begins at another state, the ban and pass of which are not
    looked at but in plain play; the claim of the certificate is then not what its evidence shows. If only a
    win of one *side* is of use, a game that remembers is played plainly for that side alone; of other games
    nothing but the game itself is searched, as smaller ones take part of the limits and seldom help one side.
    *counts* is told what the kernel counted.

    Raises:
        InputError: the kernel is not built.
        KeyboardInterrupt: the user interrupted the search.
    """
    require_kernel("the native prover is not built here; use the python or the sat prover")
    if isinstance(arena, MemoryArena):
        return prove_memory(arena, limits, side)
    if isinstance(arena, Plain):
        return prove_plain(arena, limits, start)
    spent: list[dict[str, Any]] = []
    verdict = _verdict(arena, limits, _How(order, relaxations, zones, side, start), spent)
    if counts:
        counts(spent[0])
    return wall(arena) if spent[-1]["stop"] == "wall" else outcome_of(arena, limits, verdict, spent)


class _How(NamedTuple):
    """Arguments of :func:`prove_native`."""

    order: str
    relaxations: int
    zones: bool
    side: Colour | None
    start: State | None


def _verdict(arena: Arena, limits: Limits, how: _How, spent: list[dict[str, Any]]) -> Verdict | None:
    """Search, and add to *spent* what every search took; those that prove the verdict have evidence."""
    draws = arena.ruleset["cycle"] == "draw"
    by_patterns = how.zones and how.start is None and captures_end(arena)
    holds = False
    if draws or by_patterns:
        # Life without the help of draws is all that is to be proved, and most life is quick to see.
        winner = _search(arena, _kept_limits(limits, AT_ONCE), how, spent, draws_for_owner=not draws)
        if winner == 0 or (winner == 1 and not draws):
            return BY_WINNER[winner]
        spent[-1].pop("evidence", None)
        if spent[-1]["stop"] == "wall":
            return None
    if by_patterns:
        rest = left(limits, spent)
        most = dataclasses.replace(rest, nodes=max(1, 3 * rest.nodes // 4), seconds=3 * rest.seconds / 4)
        winner = _search(game_of_patterns(arena, arena.attacker), most, how, spent)
        if winner == 1:
            return Verdict.DEAD
        spent[-1].pop("evidence", None)
        # Who is never captured although no pass ends play holds where passes do, but for draws.
        holds = winner == 0
    if not draws:
        winner = _search(arena, left(limits, spent), how, spent)
        return None if winner is None else BY_WINNER[winner]
    return _verdict_with_draws(arena, limits, how, spent, holds)


def _verdict_with_draws(
    arena: Arena, limits: Limits, how: _How, spent: list[dict[str, Any]], holds: bool
) -> Verdict | None:
    """As :func:`_verdict`; whether the owner *holds* with the help of draws may be known."""
    if not holds:
        winner = _search(arena, left(limits, spent), how, spent)
        if winner != 0:
            return None if winner is None else Verdict.DEAD
    winner = _search(arena, left(limits, spent), how, spent, draws_for_owner=False)
    if winner is None:
        return None
    if winner == 0:
        if not holds:
            spent[-2].pop("evidence", None)
        return Verdict.ALIVE
    if holds:
        if _search(arena, left(limits, spent), how, spent) != 0:
            return None
        # A certificate of a draw begins with the owner's evidence.
        spent[-2], spent[-1] = spent[-1], spent[-2]
    return Verdict.DRAWN


def _search(
    arena: Arena, limits: Limits, how: _How, spent: list[dict[str, Any]], *, draws_for_owner: bool = True
) -> int | None:
    """One search, added to *spent*; 0 if the owner wins, 1 if the attacker does."""
    winner, answer = _run(arena, limits, how, draws_for_owner=draws_for_owner)
    spent.append(answer)
    return winner


def _has_bans(arena: Arena) -> bool:
    """Whether what is won without bans is won in this arena as well, and easier to find there."""
    return arena.ruleset["ko"] == "basic" and (all(arena.bans_bind) or arena.with_threats)


def _run(
    arena: Arena, limits: Limits, how: _How, *, draws_for_owner: bool
) -> tuple[int | None, dict[str, Any]]:
    start = how.start
    number = -1 if how.side is None else int(how.side == arena.attacker)
    plan = _plan(limits, how.order, how.relaxations if _has_bans(arena) else 0, how.zones, number)
    answer: dict[str, Any] = {"stop": "board"}
    alone = start is None and not arena.several
    if alone and "locale" not in vars(arena) and arena.grid.size <= kernel.BOARD_POINTS:
        rules = rules_of(arena.ruleset, banned_of(arena), draws_for_owner)
        first = int(arena.ruleset["first_move"] == "attacker")
        answer = kernel.decide(rules, first, plan, *sheet_of(arena))
    if answer["stop"] == "board":
        if not arena.locale:
            return None, {"stop": "wall", "expanded": 0, "seconds": 0.0}
        frame = Frame(arena)
        locale = frame.locale(draws_for_owner=draws_for_owner)
        answer = locale.solve(**frame.begin(start or arena.start), plan=plan)
    winner = winner_of(answer)
    if winner is not None:
        # Draws helped the winner iff they counted for the owner and he won, or the other way round.
        drawn = arena.ruleset["cycle"] == "draw" and draws_for_owner == (winner == 0)
        answer["evidence"] = evidence_of(arena, winner, answer, drawn=drawn)
    return winner, answer


def evidence_of(
    arena: Arena, winner: int, answer: dict[str, Any], *, drawn: bool = False
) -> Patterns | Strategy:
    """Return the evidence in what the kernel has answered: 0 for *winner* is the owner, 1 the attacker."""
    side = arena.attacker if winner else arena.owner
    packed = (arena, side, answer["closure"], answer["words"])
    if answer["patterns"]:
        return Patterns(side, drawn, PackedPatterns(*packed))
    return Strategy(side, drawn, PackedStates(*packed))


# Many units are decided in less time than it takes to tell the kernel of limits.


@functools.lru_cache(maxsize=256)
def _kept_limits(limits: Limits, nodes: int) -> Limits:
    return dataclasses.replace(limits, nodes=min(limits.nodes, nodes))


@functools.lru_cache(maxsize=256)
def _plan(limits: Limits, order: str, relaxations: int, zones: bool, side: int) -> Any:
    """How the kernel searches. *side*: whose win alone is of use, 0 the owner's, 1 the attacker's; or -1."""
    return kernel.Plan(**bounds(limits), order=order, relaxations=relaxations, zones=zones, side=side)
