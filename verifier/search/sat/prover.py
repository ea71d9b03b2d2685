"""The SAT prover: an owner's strategy is a model, a proof of death is a refuted formula.

Rounds of three steps. (1) Solve with the states that are not explored left free; no model: the unit
is dead. (2) Assume that the owner does not hold from those of them that the model meets, and solve
again, until a model meets none (the unit is alive) or there is no model. (3) Explore the states that
this failure rests on. Losing cycles in a model become clauses, and the step is repeated.
"""

import time

from verifier.board import Colour
from verifier.errors import InputError
from verifier.play import Arena
from verifier.proof.certificate import Certificate, Claim, Refutation, Strategy, Verdict
from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.sat.encoding import Encoding
from verifier.search.sat.game import Game, OutOfLimitError

__all__ = ["prove_sat"]


def prove_sat(arena: Arena, limits: Limits | None = None, side: Colour | None = None) -> Outcome:
    """Decide the unit of *arena*; answers UNKNOWN at a limit of explored states or seconds.

    Does not watch memory, nor whose win is of use. The certificate is a candidate: only the checker's word
    makes it a proof.
    """
    limits = limits or Limits()
    if type(arena) is not Arena:
        raise InputError("the sat prover does not play games that remember; use auto, native or python")
    begun = time.monotonic()
    games: list[Game] = []
    limit = ""
    verdict: Verdict | None = None
    evidence: tuple[Strategy | Refutation, ...] = ()
    method = "sat"
    if not arena.locale:
        verdict, method = Verdict.ALIVE, "wall"
    else:
        try:
            verdict, evidence = _verdict(arena, limits, begun, games)
        except OutOfLimitError as error:
            limit = str(error)
    nodes = sum(game.encoding.explored for game in games)
    seconds = time.monotonic() - begun
    if verdict is None:
        return Outcome(Status.UNKNOWN, None, "sat", method, nodes, seconds, limit)
    about = {"prover": "sat", "nodes": nodes, "seconds": round(seconds, 3)}
    claim = Claim(arena.position, arena.unit, arena.ruleset, verdict, arena.kept)
    return Outcome(Status(verdict.value), Certificate(claim, evidence, about), "sat", method, nodes, seconds)


def _verdict(
    arena: Arena, limits: Limits, begun: float, games: list[Game]
) -> tuple[Verdict, tuple[Strategy | Refutation, ...]]:
    def decide(draw_wins: bool) -> Strategy | Refutation:
        spent = sum(game.encoding.explored for game in games)
        game = Game(Encoding(arena, draw_wins), limits.nodes - spent, begun + limits.seconds, limits)
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
