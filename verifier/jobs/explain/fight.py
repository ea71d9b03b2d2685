"""The kind of fight that decides a unit. docs/explain.md defines each kind with examples."""

import dataclasses
import enum
import itertools
from collections.abc import Iterable

import networkx as nx

from verifier.board import Mask, Point
from verifier.board.grid import bits
from verifier.jobs.explain.force import Forced, forces_unconditional_life
from verifier.jobs.explain.line import End, Guide, LineMove, best_line, reachable
from verifier.play import PASS, Arena, State, Step
from verifier.proof import Verdict

__all__ = ["Fight", "Findings", "find_fight"]


class Fight(enum.Enum):
    """Why a unit lives or dies."""

    UNCONDITIONAL = "unconditional"
    """Alive even if the owner always passes."""
    KEPT = "kept"
    """A wall by proof: the owner answers every attack, and has no use for kos."""
    TWO_EYES = "two eyes"
    """Alive: the owner forces unconditional life, even if no retake were ever forbidden."""
    CAPTURE = "capture"
    """Dead: the attacker gets a stone on the unit that lives unconditionally, ko rule or not."""
    KO = "ko"
    """The winner needs the ban on retaking."""
    CYCLE = "cycle"
    """The loser can keep play going round for ever, with captures that the winner must answer."""
    SEKI = "seki"
    """Alive without two eyes, with liberties that neither side can fill."""
    STANDOFF = "standoff"
    """None of the others: the winner can wait, and answers whatever is tried."""


@dataclasses.dataclass(frozen=True, slots=True)
class Findings:
    """The facts that the kind of fight is read from."""

    fight: Fight
    forced: Forced
    """Whether the winner can force a settled state; with every retake allowed, unless the fight is KO."""
    equal_cycle: bool
    """The loser can keep up a cycle of the proof with captures and equal prisoners."""
    losing_cycle: bool
    """He can keep up a cycle that costs him more prisoners than the winner."""
    ban: Point | None
    """A point where the proof needs that the loser may not retake."""
    shared: Mask
    """Liberties of the unit and of opposing chains that are no walls, where both sides pass for ever."""
    ran_out: int | None = None
    """The budget, if a search that could have changed the kind ended for want of it; None if none did."""
    lead: tuple[LineMove, ...] = ()
    """With Fight.CYCLE: moves from the start to a cycle that the loser can keep up."""
    cycle: tuple[LineMove, ...] = ()
    """With Fight.CYCLE: the moves of the cycle, the loser's first."""


def find_fight(arena: Arena, verdict: Verdict, guide: Guide | None, *, budget: int = 3000) -> Findings:
    """Return the kind of fight, from the arena and the strategy of a checked certificate of its verdict.

    *guide* is None if the unit is a wall. *budget* limits the search for forced unconditional life.
    """
    if arena.unit & arena.kept:
        return Findings(Fight.KEPT, Forced.NOT_FOUND, False, False, None, 0)
    if guide is None or arena.settled(arena.start) is arena.owner:
        return Findings(Fight.UNCONDITIONAL, Forced.YES, False, False, None, 0)
    ban = _needed_ban(guide)
    no_ko = arena.ruleset.with_values(ko="none", owner_threats="0", attacker_threats="0")
    free = Arena(arena.position, arena.unit, no_ko, arena.kept)
    forced = forces_unconditional_life(free, guide.side, budget=budget)
    if forced is Forced.YES:
        fight = Fight.TWO_EYES if verdict is Verdict.ALIVE else Fight.CAPTURE
        return Findings(fight, forced, False, False, ban, 0)
    equal_round, losing_round = _cycles(guide)
    equal, losing = bool(equal_round), bool(losing_round)
    shared = _shared(guide) if verdict is Verdict.ALIVE else 0
    with_ko = forces_unconditional_life(arena, guide.side, budget=budget)
    ran_out = budget if Forced.NOT_FOUND in (forced, with_ko) else None
    if with_ko is Forced.YES:
        return Findings(Fight.KO, with_ko, equal, losing, ban, shared, ran_out)
    if equal:
        fight = Fight.CYCLE
    elif shared:
        fight = Fight.SEKI
    elif losing:
        fight = Fight.CYCLE
    elif ban is not None:
        fight = Fight.KO
    elif verdict is Verdict.DEAD and best_line(guide).end is End.SETTLED:
        fight = Fight.CAPTURE
    else:
        fight = Fight.STANDOFF
    findings = Findings(fight, forced, equal, losing, ban, shared, ran_out)
    if fight is not Fight.CYCLE:
        return findings
    cycle = equal_round or losing_round
    return dataclasses.replace(findings, lead=_lead(guide, cycle[0].before), cycle=cycle)


def _needed_ban(guide: Guide) -> Point | None:
    """A banned retake of the loser that the strategy has no answer to, or None."""
    arena = guide.arena
    for state, step in reachable(guide):
        if state.ban < 0 or state.to_move == guide.side or step.move != PASS:
            continue
        retake = arena.step(state._replace(ban=-1), state.ban)
        if retake and guide.node(retake.state) is None and arena.settled(retake.state) is not guide.side:
            return state.ban
    return None


def _lead(guide: Guide, goal: State) -> tuple[LineMove, ...]:
    """The fewest moves from the start to a state of the strategy's graph."""
    graph = nx.DiGraph()
    for state, step in reachable(guide):
        if step.winner is None and not graph.has_edge(state, step.state):
            graph.add_edge(state, step.state, move=LineMove(state, step.move, step.captured))
    path = nx.shortest_path(graph, guide.arena.start, goal)
    return tuple(graph.edges[edge]["move"] for edge in itertools.pairwise(path))


def _cycles(guide: Guide) -> tuple[tuple[LineMove, ...], tuple[LineMove, ...]]:
    """Cycles that the loser forces: one with equal prisoners, and one with unequal ones; empty if none.

    The edges are pairs of moves, the loser's and the winner's reply; where the winner passes in reply to
    a play he is not forced to anything, so such pairs are left out. Passing alone never closes a
    cycle of more than one pair.
    """
    steps: dict[State, list[Step]] = {}
    first = guide.node(guide.arena.start)
    credit: dict[State, int] = {} if first is None else {guide.arena.start: first.credit}
    for state, step in reachable(guide):
        node = guide.node(step.state) if step.winner is None else None
        if node is not None:
            steps.setdefault(state, []).append(step)
            credit[step.state] = node.credit
    weigh = guide.arena.ruleset["cycle"].startswith("prisoners")
    graph, tight = nx.DiGraph(), nx.DiGraph()
    for state, tries in steps.items():
        if state.to_move == guide.side:
            continue
        for attempt in tries:
            for reply in steps.get(attempt.state, ()):
                if reply.move == PASS != attempt.move or reply.state == state:
                    continue
                # Round a cycle the slacks of the credits add up to what the loser loses.
                gain = attempt.captured - reply.captured
                slack = credit[state] - credit[reply.state] - gain
                pair = (
                    LineMove(state, attempt.move, attempt.captured),
                    LineMove(attempt.state, reply.move, reply.captured),
                )
                if not weigh or slack == 0:
                    tight.add_edge(state, reply.state, pair=pair)
                if not graph.has_edge(state, reply.state):
                    graph.add_edge(state, reply.state, pair=pair)
    return _round(tight, tight.edges), _round(graph, [e for e in graph.edges if not tight.has_edge(*e)])


def _round(graph: nx.DiGraph, wanted: Iterable[tuple[State, State]]) -> tuple[LineMove, ...]:
    """The moves of a cycle of *graph* through an edge that is *wanted*; empty if there is none."""
    part_of = {
        state: number for number, part in enumerate(nx.strongly_connected_components(graph)) for state in part
    }
    for begin, end in wanted:
        if part_of[begin] == part_of[end]:
            path = [begin, *nx.shortest_path(graph, end, begin)]
            pairs = (graph.edges[edge]["pair"] for edge in itertools.pairwise(path))
            return tuple(move for pair in pairs for move in pair)
    return ()


def _shared(guide: Guide) -> Mask:
    """The shared liberties where play comes to rest if the attacker only passes."""
    arena = guide.arena
    state, seen = arena.start, set[State]()
    while (node := guide.node(state)) is not None and state not in seen:
        seen.add(state)
        step = arena.step(state, PASS if node.move is None else node.move)
        if step is None or step.winner is not None:
            return 0
        state = step.state
    if state not in seen or arena.settled(state) is not None:
        return 0
    stones = (state.black, state.white)
    own, other = stones[arena.owner], stones[arena.attacker]
    whole = sum(part for part in arena.parts if not part & ~own)
    if not whole:
        return 0
    grid, empty = arena.grid, arena.grid.full & ~(own | other)
    mine = grid.dilate(grid.flood(whole, own)) & empty
    free = other & ~arena.walls[arena.attacker]
    return sum(1 << point for point in bits(mine) if grid.neighbours[point] & free)
