"""The SAT prover: an owner's strategy is a model, a proof of death is a refuted formula.

Rounds of three steps. (1) Solve with every open state assumed good for the owner; no model: the unit
is dead. (2) Solve with every open state assumed bad for him; a model: the unit is alive. (3) Explore
the open states that matter to both: those that the model of (1) meets and the failure of (2) rests on.
Losing cycles in a model become clauses, and the step is repeated.
"""

import time
from collections.abc import Iterable

from pysat.solvers import Solver

from verifier.play import Arena
from verifier.proof.certificate import Certificate, Claim, Refutation, Strategy, Verdict
from verifier.search.measures import Closure, LosingCycle, close, losing_cycles, measure
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.refute import refute
from verifier.search.sat_encoding import Encoding

__all__ = ["prove_sat"]

_SLICE = 5_000
"""Conflicts between two looks at the clock."""


class _OutOfLimitError(Exception):
    """A limit was reached; the text names it."""


def prove_sat(arena: Arena, limits: Limits | None = None) -> Outcome:
    """Decide the unit of *arena*; answers UNKNOWN at a limit of explored states or seconds.

    Does not watch memory. The certificate is a candidate: only the checker's word makes it a proof.
    """
    limits = limits or Limits()
    begun = time.monotonic()
    games: list[_Game] = []
    limit = ""
    verdict: Verdict | None = None
    evidence: tuple[Strategy | Refutation, ...] = ()
    method = "sat"
    if not arena.locale:
        verdict, method = Verdict.ALIVE, "wall"
    else:
        try:
            verdict, evidence = _verdict(arena, limits, begun, games)
        except _OutOfLimitError as error:
            limit = str(error)
    nodes = sum(game.encoding.explored for game in games)
    seconds = time.monotonic() - begun
    if verdict is None:
        return Outcome(Status.UNKNOWN, None, "sat", method, nodes, seconds, limit)
    about = {"prover": "sat", "nodes": nodes, "seconds": round(seconds, 3)}
    claim = Claim(arena.position, arena.unit, arena.ruleset, verdict)
    return Outcome(Status(verdict.value), Certificate(claim, evidence, about), "sat", method, nodes, seconds)


def _verdict(
    arena: Arena, limits: Limits, begun: float, games: list["_Game"]
) -> tuple[Verdict, tuple[Strategy | Refutation, ...]]:
    def decide(draw_wins: bool) -> Strategy | Refutation:
        spent = sum(game.encoding.explored for game in games)
        game = _Game(arena, draw_wins, limits.nodes - spent, begun + limits.seconds, limits)
        games.append(game)
        try:
            return game.decide()
        finally:
            game.close()

    if arena.ruleset["cycle"] != "draw":
        result = decide(True)
        if isinstance(result, Refutation):
            return Verdict.DEAD, (result,)
        return Verdict.ALIVE, (Strategy(result.side, False, result.nodes),)
    strict = decide(False)
    if isinstance(strict, Strategy):
        return Verdict.ALIVE, (strict,)
    lenient = decide(True)
    if isinstance(lenient, Strategy):
        return Verdict.DRAWN, (lenient, strict)
    return Verdict.DEAD, (lenient,)


class _Game:
    """One search: a formula that grows, and an incremental solver that has read it so far."""

    def __init__(self, arena: Arena, draw_wins: bool, nodes: int, deadline: float, limits: Limits) -> None:
        self.arena, self.limits = arena, limits
        self.nodes, self.deadline = nodes, deadline
        self.encoding = Encoding(arena, draw_wins)
        self.solver = Solver("glucose4", incr=False)
        self.read = 0

    def close(self) -> None:
        """Free the solver."""
        self.solver.delete()

    def decide(self) -> Strategy | Refutation:
        """Return a strategy of the owner, or the refutation of all of them."""
        encoding = self.encoding
        while True:
            best = self._held([])
            if best is None:
                return refute(encoding, self.deadline)
            closure, numbers, met = best
            if not met:
                return self._strategy(closure, numbers)
            pessimism = [-encoding.hold[v] for v in encoding.open]
            worst = self._held(pessimism)
            if worst is not None:
                return self._strategy(worst[0], worst[1])
            core = set(self.solver.get_core() or ())
            wanted = [v for v in met if -encoding.hold[v] in core]
            self._explore(wanted or met)

    def _explore(self, wanted: Iterable[int]) -> None:
        for v in wanted:
            if v in self.encoding.open:
                if self.encoding.explored >= self.nodes:
                    raise _OutOfLimitError(f"{self.limits.nodes} nodes")
                self.encoding.explore(v)

    def _held(self, assumptions: list[int]) -> tuple[Closure, list[int], list[int]] | None:
        """Return the closure of a model without losing cycles, or None if there is no model."""
        while True:
            self._feed()
            if not self._solve(assumptions):
                return None
            model = {literal for literal in self.solver.get_model() or () if literal > 0}
            closure, numbers, met = self.encoding.closure(model)
            cycles = losing_cycles(closure)
            if not cycles:
                return closure, numbers, met
            for cycle in cycles:
                self.encoding.cut(cycle.steps)

    def _feed(self) -> None:
        for clause in self.encoding.clauses[self.read :]:
            self.solver.add_clause(clause)
        self.read = len(self.encoding.clauses)

    def _solve(self, assumptions: list[int]) -> bool:
        while True:
            if time.monotonic() > self.deadline:
                raise _OutOfLimitError(f"{self.limits.seconds:g} seconds")
            self.solver.conf_budget(_SLICE)
            answer = self.solver.solve_limited(assumptions=assumptions)
            if answer is not None:
                return bool(answer)

    def _strategy(self, closure: Closure, numbers: list[int]) -> Strategy:
        moves = self.encoding.choices(numbers, closure)
        whole = close(self.arena, self.arena.owner, moves.get, self.encoding.draw_wins)
        measured = measure(whole)
        if isinstance(measured, LosingCycle):
            raise AssertionError("the model was free of losing cycles, its strategy is not")
        return measured
