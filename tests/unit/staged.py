"""Proofs in stages of tests: the unit is taken, then all else is cleared, by the search."""

from collections.abc import Iterable

from verifier.board import Point, Position, Side
from verifier.play import Plain
from verifier.proof import Certificate, Claim, Patterns, Stages, Verdict
from verifier.rules import Ruleset
from verifier.search import Limits
from verifier.search.native import prove_native
from verifier.search.windows.stages import clear_in_stages

__all__ = ["proof_of"]


def proof_of(
    rules: Ruleset, *rows: str, at: Point | None = None, sides: Iterable[Side] = ()
) -> Certificate:
    """A proof that the unit *at* a point, or the first white stone, is dead; *sides* are open."""
    stones = "".join(rows)
    black, white = (sum(1 << p for p, sign in enumerate(stones) if sign == wanted) for wanted in "XO")
    position = Position(len(rows), len(rows[0]), black, white, frozenset(sides))
    unit = position.chain_at(stones.index("O") if at is None else at)
    claim = Claim(position, unit, rules, Verdict.DEAD)
    arena = claim.arena(None)
    game = Plain(arena, arena.attacker)
    first, limits = game.taking(), Limits(nodes=50_000, seconds=1e9)
    assert first is not None
    taken = prove_native(first, limits).certificate
    assert taken is not None
    (patterns,) = taken.evidence
    assert isinstance(patterns, Patterns)
    evidence, _ = clear_in_stages(game, first, patterns, limits)
    assert isinstance(evidence, Stages)
    return Certificate(claim, (evidence,))
