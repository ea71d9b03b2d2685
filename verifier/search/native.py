"""The native prover: the C++ kernel behind the same interface as the others.

The kernel sees a locale as numbered points. This module translates, and turns the kernel's packed
strategy into a candidate certificate. Where the kernel is not built, :func:`available` is false.
"""

import importlib
import struct
from typing import Any

from verifier.board import Mask
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.play import PASS, Arena, Memory, MemoryArena, Pattern, State, pass_for
from verifier.proof.certificate import (
    Certificate,
    Claim,
    Node,
    PatternNode,
    Patterns,
    Strategy,
    Verdict,
)
from verifier.search.outcome import Limits, Outcome, Status

__all__ = ["DenseTable", "available", "prove_native"]

_ABI = 4

try:
    _kernel: Any = importlib.import_module("verifier._native._kernel")
except ImportError:
    _kernel = None
if _kernel is not None and getattr(_kernel, "ABI", None) != _ABI:
    _kernel = None

SANDWICH_NODES = 5_000
"""Budget of the ko-free search that comes first (theory: the ko-robust sandwich)."""


def available() -> bool:
    """Whether the kernel was built for this Python."""
    return _kernel is not None


class _Frame:
    """Numbering of a locale's points, and the kernel's arguments that describe an arena."""

    def __init__(self, arena: Arena, *, draws_for_owner: bool) -> None:
        self.arena = arena
        self.points = list(bits(arena.locale))
        self.number = {point: i for i, point in enumerate(self.points)}
        grid, rule = arena.grid, arena.ruleset["cycle"]
        near = [grid.neighbours[p] for p in self.points]
        walls = [arena.walls[arena.owner], arena.walls[arena.attacker]]
        bad = "real" if rule == "prisoners then ownership" else "all"
        if rule == "draw" and not draws_for_owner:
            bad = "none"
        self.rules: dict[str, Any] = {
            "near": [self.numbers(mask & arena.locale) for mask in near],
            "walls": [[i for i, mask in enumerate(near) if mask & wall] for wall in walls],
            "unit": self.numbers(arena.unit),
            "bad": bad,
            "ko": arena.ruleset["ko"] == "basic",
            "attacker_banned": arena.bans_bind[arena.attacker],
            "passes_end": arena.ruleset["end"] == "two passes",
            "captured_once": arena.ruleset["dead_means"] == "captured once",
            "weigh": rule.startswith("prisoners"),
            "threats": [
                -1 if arena.ruleset[axis] == "unlimited" else int(arena.ruleset[axis])
                for axis in ("owner_threats", "attacker_threats")
            ],
        }

    def numbers(self, mask: Mask) -> list[int]:
        return [self.number[point] for point in bits(mask)]

    def stones(self, state: State) -> list[list[int]]:
        pair = (state.black & self.arena.locale, state.white & self.arena.locale)
        return [self.numbers(pair[self.arena.owner]), self.numbers(pair[self.arena.attacker])]

    def mask(self, words: tuple[int, ...]) -> Mask:
        whole = sum(word << (64 * i) for i, word in enumerate(words))
        return sum(1 << self.points[i] for i in bits(whole))

    def strategy(self, packed: bytes, words: int, winner: int, *, draw_wins: bool) -> Strategy:
        arena = self.arena
        side = arena.owner if winner == 0 else arena.attacker
        fixed = (arena.position.black & ~arena.locale, arena.position.white & ~arena.locale)
        nodes: dict[State, Node] = {}
        cache: dict[tuple[int, ...], Mask] = {}
        for item in struct.iter_unpack(f"<{2 * words}QhBBBBhII", packed):
            ban, turn, passed, own, other, move, credit, rank = item[2 * words :]
            halves = []
            for part in (item[:words], item[words : 2 * words]):
                if part not in cache:
                    cache[part] = self.mask(part)
                halves.append(cache[part])
            black, white = (halves[1], halves[0]) if arena.owner else (halves[0], halves[1])
            mover = arena.attacker if turn else arena.owner
            state = State(
                black | fixed[0],
                white | fixed[1],
                -1 if ban < 0 else self.points[ban],
                int(mover),
                bool(passed),
                threats=(other, own) if arena.owner else (own, other),
            )
            chosen = None
            if mover == side:
                chosen = PASS if move < 0 else self.points[move]
            nodes[state] = Node(chosen, credit, rank)
        return Strategy(side, draw_wins, nodes)

    def patterns(self, packed: bytes, words: int, winner: int, *, draw_wins: bool) -> Patterns:
        arena = self.arena
        side = arena.owner if winner == 0 else arena.attacker
        head = struct.Struct(f"<{4 * words}QhHBBhHII")
        cache: dict[tuple[int, ...], Mask] = {}
        nodes, offset = [], 0
        while offset < len(packed):
            item = head.unpack_from(packed, offset)
            ban, turn, mine, theirs, move, count, credit, rank = item[4 * words :]
            masks = []
            for start in range(0, 4 * words, words):
                part = item[start : start + words]
                if part not in cache:
                    cache[part] = self.mask(part)
                masks.append(cache[part])
            zone, eyes, own, other = masks
            black, white = (other, own) if arena.owner else (own, other)
            mover = arena.attacker if turn else arena.owner
            pairs = struct.unpack_from(f"<{2 * count}i", packed, offset + head.size)
            offset += head.size + 8 * count
            threats = (theirs, mine) if arena.owner else (mine, theirs)
            at = -1 if ban < 0 else self.points[ban]
            pattern = Pattern(zone, black, white, at, int(mover), eyes, threats)
            chosen = None
            if mover == side:
                chosen = PASS if move < 0 else self.points[move]
            replies = {self.points[pairs[i]]: pairs[i + 1] for i in range(2, 2 * count, 2)}
            nodes.append(PatternNode(pattern, chosen, credit, rank, pairs[1], replies))
        return Patterns(side, draw_wins, tuple(nodes))


def prove_native(
    arena: Arena,
    limits: Limits,
    *,
    order: str = "guided",
    sandwich: int = SANDWICH_NODES,
    zones: bool = True,
    start: State | None = None,
) -> Outcome:
    """Decide the unit of *arena* with the kernel.

    *order* is ``guided``, or for comparison ``breadth``, ``df-pn`` or ``naive`` (search.hpp);
    *sandwich* is the budget of the ko-free search (0: none). With *zones* the proof holds whatever lies
    far from the fight, and is given by patterns; where passes end play there are none. Deterministic for a
    given limit on nodes. With *start* play begins at another state, the ban and pass of which are not looked
    at; the claim of the certificate is then not what its evidence shows.

    Raises:
        InputError: the kernel is not built.
        KeyboardInterrupt: the user interrupted the search.
    """
    if _kernel is None:
        raise InputError("the native prover is not built here; use the python or the sat prover")
    if not arena.locale:
        claim = Claim(arena.position, arena.unit, arena.ruleset, Verdict.ALIVE, arena.kept)
        return Outcome(Status.ALIVE, Certificate(claim, ()), "static", "wall", 0, 0.0)
    if isinstance(arena, MemoryArena):
        return _prove_memory(arena, limits)
    draws = arena.ruleset["cycle"] == "draw"
    start = start or arena.start
    winner, first = _run(arena, limits, order, sandwich, zones, start, draws_for_owner=True)
    if winner is None or not draws:
        verdict = None if winner is None else (Verdict.ALIVE, Verdict.DEAD)[winner]
        return _outcome(arena, limits, verdict, [first])
    if winner == 1:
        return _outcome(arena, limits, Verdict.DEAD, [first])
    second_winner, second = _run(arena, limits, order, sandwich, zones, start, draws_for_owner=False)
    if second_winner is None:
        return _outcome(arena, limits, None, [first, second])
    if second_winner == 0:
        return _outcome(arena, limits, Verdict.ALIVE, [second])
    return _outcome(arena, limits, Verdict.DRAWN, [first, second])


def _prove_memory(arena: MemoryArena, limits: Limits) -> Outcome:
    """Decide a game that remembers: no zones and no sandwich, strategies by states."""
    frame = _Frame(arena, draws_for_owner=True)
    start = arena.start
    assert start.memory is not None
    aim = "no new stone" if arena.enabling else arena.ruleset["dead_means"]
    answer: dict[str, Any] = _kernel.solve_memory(
        near=frame.rules["near"],
        walls=frame.rules["walls"],
        unit=frame.rules["unit"],
        stones=frame.stones(start),
        first=int(start.to_move == arena.attacker),
        ko=arena.ruleset["ko"],
        aim=aim,
        weigh=frame.rules["weigh"],
        scope=frame.numbers(arena.scope),
        old=frame.numbers(start.memory.old),
        nodes=max(1, limits.nodes),
        seconds=limits.seconds,
        bytes=min(limits.memory_mib, 1 << 24) << 20,
    )
    winner = {"owner": 0, "attacker": 1}.get(answer["status"])
    if winner is None:
        return _outcome(arena, limits, None, [answer | {"claimed": ""}])
    answer["evidence"] = _memory_strategy(frame, answer["closure"], answer["words"], winner)
    return _outcome(arena, limits, (Verdict.ALIVE, Verdict.DEAD)[winner], [answer])


def _memory_strategy(frame: _Frame, packed: bytes, words: int, winner: int) -> Strategy:
    arena = frame.arena
    side = arena.owner if winner == 0 else arena.attacker
    fixed = (arena.position.black & ~arena.locale, arena.position.white & ~arena.locale)
    nodes: dict[State, Node] = {}
    cache: dict[tuple[int, ...], Mask] = {}
    for item in struct.iter_unpack(f"<{7 * words}QBBhII", packed):
        masks = []
        for begin in range(0, 7 * words, words):
            part = item[begin : begin + words]
            if part not in cache:
                cache[part] = frame.mask(part)
            masks.append(cache[part])
        own, other, bans, freed_own, freed_other, old, held = masks
        turn, captured, move, credit, rank = item[7 * words :]
        if arena.owner:
            own, other, freed_own, freed_other = other, own, freed_other, freed_own
        memory = Memory(bans, (freed_own, freed_other), bool(captured), old, held)
        mover = arena.attacker if turn else arena.owner
        state = State(own | fixed[0], other | fixed[1], -1, int(mover), False, memory)
        chosen = None
        if mover == side:
            chosen = frame.points[move] if move >= 0 else PASS
            if move < PASS:
                chosen = pass_for(frame.points[-2 - move])
        nodes[state] = Node(chosen, credit, rank)
    return Strategy(side, False, nodes)


def _has_bans(arena: Arena) -> bool:
    """Whether what is won without bans is won in this arena as well, and easier to find there."""
    return arena.ruleset["ko"] == "basic" and (all(arena.bans_bind) or arena.with_threats)


def _run(
    arena: Arena,
    limits: Limits,
    order: str,
    sandwich: int,
    zones: bool,
    start: State,
    *,
    draws_for_owner: bool,
) -> tuple[int | None, dict[str, Any]]:
    frame = _Frame(arena, draws_for_owner=draws_for_owner)
    answer: dict[str, Any] = _kernel.solve(
        **frame.rules,
        stones=frame.stones(start),
        first=int(start.to_move == arena.attacker),
        nodes=max(1, limits.nodes),
        seconds=limits.seconds,
        bytes=min(limits.memory_mib, 1 << 24) << 20,  # 16 TiB stand for no limit
        order=order,
        sandwich=sandwich if _has_bans(arena) else 0,
        zones=zones,
    )
    winner = {"owner": 0, "attacker": 1}.get(answer["status"])
    if winner is not None:
        # Draws helped the winner iff they counted for the owner and he won, or the other way round.
        drawn = arena.ruleset["cycle"] == "draw" and draws_for_owner == (winner == 0)
        unpack = frame.patterns if answer["patterns"] else frame.strategy
        answer["evidence"] = unpack(answer["closure"], answer["words"], winner, draw_wins=drawn)
    return winner, answer


def _outcome(
    arena: Arena, limits: Limits, verdict: Verdict | None, answers: list[dict[str, Any]]
) -> Outcome:
    nodes = sum(answer["expanded"] for answer in answers)
    seconds = sum(answer["seconds"] for answer in answers)
    if verdict is None:
        stop = answers[-1]["stop"]
        if stop == "unproved" and not answers[-1]["claimed"]:
            stop = "no progress"
        stop = {
            "nodes": f"{limits.nodes} nodes",
            "seconds": f"{limits.seconds:g} seconds",
            "memory": f"{limits.memory_mib} MiB",
            "points": f"locale over {_kernel.MAX_POINTS} points",
        }.get(stop, stop)
        return Outcome(Status.UNKNOWN, None, "native", "", nodes, seconds, stop)
    method = " and ".join(dict.fromkeys(answer["method"] for answer in answers))
    claim = Claim(arena.position, arena.unit, arena.ruleset, verdict, arena.kept)
    certificate = Certificate(claim, tuple(answer["evidence"] for answer in answers))
    return Outcome(Status(verdict.value), certificate, "native", method, nodes, seconds)


class DenseTable:
    """Every state of a locale of at most 12 points, solved exactly by retrograde lifting.

    Built for the unit, walls and rules of *arena*; draws count for the owner. Serves all positions
    on the same locale with the same unit points.

    Raises:
        InputError: the kernel is not built, or the locale is larger than 12 points.
    """

    def __init__(self, arena: Arena, *, draws_for_owner: bool = True) -> None:
        if _kernel is None:
            raise InputError("dense tables need the native kernel, which is not built here")
        self._frame = _Frame(arena, draws_for_owner=draws_for_owner)
        if not 0 < len(self._frame.points) <= _kernel.DENSE_POINTS:
            raise InputError(f"dense tables hold 1 to {_kernel.DENSE_POINTS} points")
        self._table = _kernel.Table(**self._frame.rules)
        self.states: int = self._table.states
        self.undecided: int = self._table.undecided
        """States that neither side's measure settled; 0 unless the caps were too small."""

    def owner_wins(self, state: State) -> bool | None:
        """Whether the owner wins from *state*, or None where the table is undecided.

        Raises:
            KeyError: the state is not on this locale or not legal.
        """
        turn = int(state.to_move == self._frame.arena.attacker)
        ban = -1 if state.ban < 0 else self._frame.number[state.ban]
        threats = list(state.threats[::-1] if self._frame.arena.owner else state.threats)
        answer = self._table.winner(self._frame.stones(state), ban, turn, state.passed, threats)
        return {"owner": True, "attacker": False}.get(answer)

    def count(self, *, attacker_first: bool = False, as_chain: bool = False) -> tuple[int, int]:
        """Count the legal boards on which the unit's points carry owner's stones: (lost, all).

        With *as_chain* only boards where these points are exactly one chain.
        """
        lost, total = self._table.count(int(attacker_first), as_chain)
        return lost, total
