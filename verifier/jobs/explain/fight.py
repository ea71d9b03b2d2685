"""The kind of fight that decides a unit. docs/explain-kinds.md defines each kind with examples."""

import dataclasses
import enum

from verifier.board import Mask, Point
from verifier.board.grid import bits
from verifier.jobs.explain.force import Forced, forces_unconditional_life, most_states
from verifier.jobs.explain.line import End, Guide, Line, LineMove, best_line, cycle_of, made
from verifier.jobs.explain.rounds import kept_up
from verifier.jobs.explain.survey import Retake, Survey, survey
from verifier.play import PASS, Arena, Cycle, MemoryArena, State
from verifier.proof import Patterns, Verdict

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
    """Alive without two eyes, with liberties shared with attackers, who cannot fill them but may be dead."""
    STANDOFF = "standoff"
    """None of the others: the winner can wait, and answers whatever is tried."""
    NEW_STONE = "new stone"
    """Alive though it can be taken: that enables a new stone which cannot (article 7, 1 of 1989)."""
    DRAW = "draw"
    """Neither side can force what it wants, and the ruleset calls that a draw."""


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
    retake: Retake | None
    """A retake that the proof needs to be forbidden to the loser."""
    shared: Mask
    """Liberties of the unit and of opposing chains that are no walls, where both sides pass for ever."""
    ran_out: int | None = None
    """The budget, if a search that could have changed the kind ended for want of it; None if none did."""
    lead: tuple[LineMove, ...] = ()
    """With Fight.CYCLE: moves from the start to a cycle that the loser can keep up."""
    cycle: tuple[LineMove, ...] = ()
    """With Fight.CYCLE: the moves of the cycle, the loser's first."""
    judged: Cycle | None = None
    """What that cycle is judged by."""
    cycle_taken: bool = False
    """Whether the unit was taken before that cycle, where play goes on after that."""
    looked: int | None = None
    """The number of states of the proof that were looked at, if these are not all."""
    taken: Line | None = None
    """With Fight.NEW_STONE: a line in which the unit is taken."""

    @property
    def ban(self) -> Point | None:
        """The point of the retake."""
        return None if self.retake is None else self.retake.point


def find_fight(arena: Arena, verdict: Verdict, guide: Guide | None, *, budget: int | None = None) -> Findings:
    """Return the kind of fight, from the arena and the strategy of a checked certificate of its verdict.

    *guide* is None if the unit is a wall. *budget* limits the search for forced unconditional life, which is
    for games without a memory (:func:`verifier.jobs.explain.force.most_states` if nobody says); where play is
    remembered the proof alone speaks.
    """
    if arena.unit & arena.kept:
        return Findings(Fight.KEPT, Forced.NOT_FOUND, False, False, None, 0)
    if guide is None or arena.settled(arena.start) is arena.owner:
        return Findings(Fight.UNCONDITIONAL, Forced.YES, False, False, None, 0)
    graph = survey(guide)
    if isinstance(arena, MemoryArena):
        findings = _by_proof(arena, verdict, graph)
    else:
        findings = _by_search(arena, verdict, graph, most_states(arena) if budget is None else budget)
    if not graph.complete and findings.forced is not Forced.YES and findings.fight is not Fight.NEW_STONE:
        findings = dataclasses.replace(findings, looked=len(graph.steps))
    if findings.fight is not Fight.CYCLE:
        return findings
    equal, losing = kept_up(graph)
    cycle = equal or losing
    lead = graph.lead(cycle[0].before)
    memory = cycle[0].before.memory
    taken = memory is not None and memory.captured
    judged = cycle_of(arena, cycle)
    return dataclasses.replace(findings, lead=lead, cycle=cycle, judged=judged, cycle_taken=taken)


def _by_search(arena: Arena, verdict: Verdict, graph: Survey, states: int) -> Findings:
    """The kind where nothing is remembered: what ends is told from what only stops by a search of its own."""
    guide, retake = graph.guide, graph.retake
    no_ko = arena.ruleset.with_values(ko="none", owner_threats="0", attacker_threats="0")
    free = Arena(arena.position, arena.unit, no_ko, arena.kept)
    forced = forces_unconditional_life(free, guide.side, budget=states)
    if forced is Forced.YES:
        fight = Fight.TWO_EYES if verdict is Verdict.ALIVE else Fight.CAPTURE
        return Findings(fight, forced, False, False, retake, 0)
    equal, losing = map(bool, kept_up(graph))
    shared = _shared(guide) if verdict is Verdict.ALIVE else 0
    # Where the proof needs no ban the fight is none about a ko, even if a ban would end it sooner.
    with_ko = forced if graph.free else forces_unconditional_life(arena, guide.side, budget=states)
    ran_out = states if Forced.NOT_FOUND in (forced, with_ko) else None
    if with_ko is Forced.YES:
        return Findings(Fight.KO, with_ko, equal, losing, retake, shared, ran_out)
    fight = _not_forced(verdict, guide, equal, losing, shared, retake)
    return Findings(fight, forced, equal, losing, retake, shared, ran_out)


def _by_proof(arena: Arena, verdict: Verdict, graph: Survey) -> Findings:
    """The kind where play is remembered: what the strategy of the proof does, and no more."""
    guide, retake = graph.guide, graph.retake
    taken = _taken(graph) if verdict is Verdict.ALIVE else None
    if taken is not None:
        return Findings(Fight.NEW_STONE, Forced.NOT_FOUND, False, False, retake, 0, taken=taken)
    if graph.finite and not guide.part:  # elsewhere the proof may need what it does not need here
        fight = Fight.TWO_EYES if verdict is Verdict.ALIVE else Fight.CAPTURE
        return Findings(fight, Forced.YES, False, False, retake, 0)
    equal, losing = map(bool, kept_up(graph))
    shared = _shared(guide) if verdict is Verdict.ALIVE else 0
    fight = _not_forced(verdict, guide, equal, losing, shared, retake)
    if fight is Fight.STANDOFF and verdict is Verdict.DEAD and arena.ruleset["dead_means"] != "finally owned":
        fight = Fight.CAPTURE  # an attacker's proof takes the unit in every play
    return Findings(fight, Forced.NOT_FOUND, equal, losing, retake, shared)


def _not_forced(
    verdict: Verdict, guide: Guide, equal: bool, losing: bool, shared: Mask, retake: Retake | None
) -> Fight:
    if equal:
        return Fight.CYCLE
    if shared:
        return Fight.SEKI
    if losing:
        return Fight.CYCLE
    if retake is not None:
        return Fight.KO
    if verdict is Verdict.DEAD and best_line(guide).end in (End.SETTLED, End.PLACES, End.RULE):
        return Fight.CAPTURE
    return Fight.STANDOFF


def _taken(graph: Survey) -> Line | None:
    """A line of an owner's proof in which the unit is taken, by the fewest moves; None if there is none."""
    guide = graph.guide
    evidence = guide.evidence
    if isinstance(evidence, Patterns) and not evidence.holds:
        return None  # by plain play the unit is never taken
    for state, step in graph.edges():
        memory = step.state.memory
        assert memory is not None
        if memory.captured and step.winner is None:
            return best_line(guide, [*graph.lead(state), made(guide.arena, state, step)], step.state)
    return None


def _shared(guide: Guide) -> Mask:
    """The shared liberties where play comes to rest if the attacker only passes."""
    arena = guide.arena
    state, seen = arena.start, set[State]()
    while (node := guide.node(state)) is not None and state not in seen:
        seen.add(state)
        if node.move is None:
            step = next((step for step in arena.steps(state) if step.move <= PASS), None)
        else:
            step = arena.step(state, node.move)
        if step is None or step.winner is not None:
            return 0
        state = step.state
    if state not in seen or arena.settled(state) is not None:
        return 0
    stones = (state.black, state.white)
    own, other = stones[arena.owner], stones[arena.attacker]
    whole = sum(part for part in arena.parts if not part & ~own)
    if not whole or (state.memory is not None and state.memory.captured):
        return 0
    grid, empty = arena.grid, arena.grid.full & ~(own | other)
    mine = grid.dilate(grid.flood(whole, own)) & empty
    free = other & ~arena.walls[arena.attacker]
    return sum(1 << point for point in bits(mine) if grid.neighbours[point] & free)
