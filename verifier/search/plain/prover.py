"""The plain-Python prover: the fallback where the native kernel is missing, and its partner in tests.

It explores the game graph from the start, guided by proof numbers (:mod:`verifier.search.plain.guidance`),
spreads finite wins at once (:mod:`verifier.search.plain.explored`) and, whenever the graph has grown enough,
solves its cycles exactly (:mod:`verifier.search.plain.lifting`). The winner's moves become a certificate
through :mod:`verifier.search.measures`.
"""

import time

from verifier.board import Colour
from verifier.play import Arena
from verifier.proof.certificate import Certificate, Claim, Strategy, Verdict
from verifier.search.measures import LosingCycle, close, measure
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.plain.explored import ATTACKER, OWNER, Explored
from verifier.search.plain.guidance import Guide
from verifier.search.plain.lifting import reachable, solve_cycles
from verifier.text import many, seconds

__all__ = ["prove_python"]

_GROWTH = 1.3
_IDLE = 200  # descents without an expansion before leaves are taken at large
_RANKS, _CREDITS = 16, 3  # first caps of the measures


class _LimitError(Exception):
    """A limit stops the search; the argument names it."""


class _Budget:
    """Counts expansions over all games of one call, and stops at the limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.begun = time.perf_counter()
        self.nodes = 0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self.begun

    def tick(self) -> None:
        """Raise if time is up."""
        if self.seconds > self.limits.seconds:
            raise _LimitError(seconds(self.limits.seconds))

    def spend(self, graph: Explored) -> None:
        """Count one expansion."""
        if self.nodes >= self.limits.nodes:
            raise _LimitError(many(self.limits.nodes, "node"))
        self.tick()
        if graph.memory > self.limits.memory_mib << 20:
            raise _LimitError(f"{self.limits.memory_mib} MiB")
        self.nodes += 1


def prove_python(arena: Arena, limits: Limits, side: Colour | None = None) -> Outcome:
    """Decide the unit of *arena* within *limits*; whose win is of use makes no difference here.

    The status is UNKNOWN if a limit was reached, never a guess. The certificate is a candidate: only
    the checker's word makes it a proof. A unit that is itself a wall is alive and needs no evidence.
    """
    budget = _Budget(limits)
    if not arena.locale:
        return _outcome(arena, Verdict.ALIVE, (), "static", "wall", budget)
    try:
        graph = Explored(arena, draws_to_owner=True)
        winner, cyclic = _search(graph, budget)
        if winner == ATTACKER or arena.ruleset["cycle"] != "draw":
            evidence = _evidence(graph, winner, draw_wins=False)
            verdict = Verdict.ALIVE if winner == OWNER else Verdict.DEAD
            return _outcome(arena, verdict, (evidence,), "python", _method(cyclic), budget)
        other = Explored(arena, draws_to_owner=False)
        winner, cyclic_too = _search(other, budget)
        method = _method(cyclic or cyclic_too)
        if winner == OWNER:
            evidence = _evidence(other, OWNER, draw_wins=False)
            return _outcome(arena, Verdict.ALIVE, (evidence,), "python", method, budget)
        both = (_evidence(graph, OWNER, draw_wins=True), _evidence(other, ATTACKER, draw_wins=True))
        return _outcome(arena, Verdict.DRAWN, both, "python", method, budget)
    except _LimitError as limit:
        return Outcome(
            Status.UNKNOWN, None, "python", "explored graph", budget.nodes, budget.seconds, str(limit)
        )


def _method(cyclic: bool) -> str:
    return "cycles" if cyclic else "finite win"


def _search(graph: Explored, budget: _Budget) -> tuple[int, bool]:
    """Return the winner of the threshold game of *graph*, and whether cycles had to be solved."""
    guide = Guide(graph)
    value, root = graph.value, graph.root
    cyclic = False
    due, idle = 64, 0
    while not value[root]:
        leaf = guide.select()
        if leaf >= 0:
            budget.spend(graph)
            graph.expand(leaf)
            idle = 0
        else:
            idle += 1
        guide.update()
        side = guide.believed()
        stuck = bool(side) or idle > _IDLE
        if not stuck and graph.expanded < due:
            continue
        if not value[root]:
            cyclic = _solve(graph, _RANKS, _CREDITS, budget) or cyclic
        due = int(graph.expanded * _GROWTH) + 64
        if stuck and not value[root]:
            _widen(graph, guide, side or OWNER, budget)
            idle = 0
    return value[root], cyclic


def _solve(graph: Explored, ranks: int, credits: int, budget: _Budget) -> bool:
    """Decide what can be decided of the explored graph for either side; return whether that was anything."""
    found = 0
    for side in (OWNER, ATTACKER):
        if not graph.value[graph.root]:
            found += solve_cycles(graph, side, ranks, credits, budget.tick)
    return found > 0


def _widen(graph: Explored, guide: Guide, side: int, budget: _Budget) -> None:
    """Expand leaves where *side* was wrongly believed to win; raise the caps if there are none left."""
    leaves = guide.wanted(side, most=1 + graph.expanded // 20)
    for leaf in leaves:
        if not graph.value[leaf] and not graph.value[graph.root]:
            budget.spend(graph)
            graph.expand(leaf)
    guide.forget()
    ranks, credits = _RANKS, _CREDITS
    while not leaves and not graph.value[graph.root]:
        # No measure exceeds the number of states: a path without a cycle cannot cost more.
        enough = len(reachable(graph)[0]) + 2
        if ranks >= enough and credits >= enough:
            raise AssertionError("measures up to the bound of the theory decide nothing")
        ranks, credits = min(4 * ranks, enough), min(2 * credits, enough)
        _solve(graph, ranks, credits, budget)


def _evidence(graph: Explored, winner: int, draw_wins: bool) -> Strategy:
    """Return the winner's strategy with its measure."""
    arena = graph.arena
    side = arena.owner if winner == OWNER else arena.attacker
    strategy = measure(close(arena, side, graph.choose, draw_wins))
    if isinstance(strategy, LosingCycle):
        raise AssertionError(f"the moves found for {side} lose a cycle: {strategy.steps}")
    return strategy


def _outcome(
    arena: Arena, verdict: Verdict, evidence: tuple[Strategy, ...], prover: str, method: str, budget: _Budget
) -> Outcome:
    claim = Claim(arena.position, arena.unit, arena.ruleset, verdict, arena.kept)
    about = {"prover": prover, "method": method, "nodes": budget.nodes, "seconds": round(budget.seconds, 3)}
    certificate = Certificate(claim, evidence, about=about)
    return Outcome(Status(verdict.value), certificate, prover, method, budget.nodes, budget.seconds)
