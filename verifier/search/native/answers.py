"""What the kernel answers, made an outcome with its certificate."""

import dataclasses
from typing import Any

from verifier.board import Colour
from verifier.play import Arena
from verifier.proof.certificate import Certificate, Claim, Verdict
from verifier.search.native.frame import kernel
from verifier.search.outcome import Limits, Outcome, Status
from verifier.text import many
from verifier.text import seconds as in_words

__all__ = ["BY_WINNER", "left", "outcome_of", "wall", "winner_of"]

_WINNERS = {"owner": 0, "attacker": 1}
BY_WINNER = (Verdict.ALIVE, Verdict.DEAD)
_STATUS = {verdict: Status(verdict.value) for verdict in Verdict}


def winner_of(answer: dict[str, Any]) -> int | None:
    """Return 0 if the owner wins, 1 if the attacker does, and None where nobody was found to."""
    return _WINNERS.get(answer["status"])


def left(limits: Limits, spent: list[dict[str, Any]]) -> Limits:
    """Return what searches before have left of the limits."""
    if not spent:
        return limits
    nodes = limits.nodes - sum(answer["expanded"] for answer in spent)
    seconds = limits.seconds - sum(answer["seconds"] for answer in spent)
    return dataclasses.replace(limits, nodes=max(1, nodes), seconds=max(0.0, seconds))


def wall(arena: Arena) -> Outcome:
    """Return the outcome for a unit that nobody can take."""
    claim = Claim(arena.position, arena.unit, arena.ruleset, Verdict.ALIVE, arena.kept)
    return Outcome(Status.ALIVE, Certificate(claim, ()), "static", "wall", 0, 0.0)


def outcome_of(
    arena: Arena, limits: Limits, verdict: Verdict | None, answers: list[dict[str, Any]]
) -> Outcome:
    """Return the outcome of all searches of an arena; those that prove the verdict have evidence."""
    nodes = sum([answer["expanded"] for answer in answers])
    seconds = sum([answer["seconds"] for answer in answers])
    if verdict is None:
        stop = answers[-1]["stop"]
        if stop == "unproved" and not answers[-1]["claimed"]:
            stop = "no progress"
        stop = {
            "nodes": many(limits.nodes, "node"),
            "seconds": in_words(limits.seconds),
            "memory": f"{limits.memory_mib} MiB",
            "points": f"locale over {kernel.BOARD_POINTS} points",
        }.get(stop, stop)
        numbers = answers[-1].get("numbers", (0, 0))
        numbers = numbers if arena.owner is Colour.BLACK else (numbers[1], numbers[0])
        return Outcome(
            Status.UNKNOWN, None, "native", "", nodes, seconds, stop, numbers if any(numbers) else None
        )
    proofs = [answer for answer in answers if "evidence" in answer]
    method = proofs[0]["method"]
    if len(proofs) == 2 and proofs[1]["method"] != method:
        method += f" and {proofs[1]['method']}"
    claim = Claim(arena.position, arena.unit, arena.ruleset, verdict, arena.kept)
    certificate = Certificate(claim, tuple([answer["evidence"] for answer in proofs]))
    return Outcome(_STATUS[verdict], certificate, "native", method, nodes, seconds)
