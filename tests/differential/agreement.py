"""Asking all provers and tables about the same unit, and counting their answers."""

import dataclasses
import functools
from collections import Counter

from reference.dense import TooLargeError, dense_verdict

from verifier.board import SYMMETRIES, Mask, Position
from verifier.board.symmetry import transform, transform_mask
from verifier.play import Arena
from verifier.proof import Verdict, check
from verifier.rules import Ruleset
from verifier.search import Limits, Status, prove
from verifier.search.native import DenseTable

__all__ = ["Agreement", "canonical", "table_verdict"]

_FOREVER = 1e9  # limits count states, so that a run does not depend on the machine


@dataclasses.dataclass
class Agreement:
    """What the provers said about a number of units."""

    nodes: dict[str, int]
    """Limit on states for each prover by name."""
    asked: Counter[str] = dataclasses.field(default_factory=Counter)
    decided: Counter[str] = dataclasses.field(default_factory=Counter)
    found: Counter[Status] = dataclasses.field(default_factory=Counter)

    def compare(
        self,
        position: Position,
        unit: Mask,
        rules: Ruleset,
        provers: tuple[str, ...],
        *others: Verdict,
    ) -> None:
        """Ask *provers* and assert that their proofs are accepted and agree with each other and *others*."""
        answers = {Status(verdict.value) for verdict in others}
        for name in provers:
            status = self._ask(Arena(position, unit, rules), name)
            self.asked[name] += 1
            if status is not Status.UNKNOWN:
                self.decided[name] += 1
                answers.add(status)
        assert len(answers) < 2, (position, unit, rules.id, provers, answers)
        self.found.update(answers)

    def share(self, prover: str) -> float:
        """The part of the units asked that the prover decided."""
        return self.decided[prover] / self.asked[prover]

    def _ask(self, arena: Arena, prover: str) -> Status:
        outcome = prove(arena, limits=Limits(nodes=self.nodes[prover], seconds=_FOREVER), prover=prover)
        if outcome.status is Status.UNKNOWN:
            assert outcome.certificate is None
            assert outcome.limit
            return outcome.status
        assert outcome.certificate is not None
        claim = check(outcome.certificate).claim
        assert (claim.position, claim.unit, claim.ruleset) == (arena.position, arena.unit, arena.ruleset)
        assert claim.verdict.value == outcome.status.value
        return outcome.status


@functools.lru_cache(maxsize=4)
def _table(rows: int, cols: int, unit: Mask, black: bool, rules: Ruleset, draws_for_owner: bool) -> DenseTable:
    """The native table of a whole board; it depends on the points of the unit and not on other stones."""
    board = Position(rows, cols, unit if black else 0, 0 if black else unit)
    table = DenseTable(Arena(board, unit, rules), draws_for_owner=draws_for_owner)
    assert table.undecided == 0
    return table


def table_verdict(position: Position, unit: Mask, rules: Ruleset) -> Verdict:
    """Return the verdict of the native table on a whole board of a game without locality.

    Ask about the same unit points in a row: only a few tables are kept.
    """
    about = (position.rows, position.cols, unit, bool(unit & position.black), rules)
    start = Arena(position, unit, rules).start
    if not _table(*about, True).owner_wins(start):
        return Verdict.DEAD
    if rules["cycle"] == "draw" and not _table(*about, False).owner_wins(start):
        return Verdict.DRAWN
    return Verdict.ALIVE


def graph_verdicts(position: Position, unit: Mask, rules: Ruleset, most: int) -> tuple[Verdict, ...]:
    """Return the verdict of the whole graph if that has at most *most* states, else nothing."""
    try:
        return (dense_verdict(Arena(position, unit, rules), most=most),)
    except TooLargeError:
        return ()


def canonical(position: Position, unit: Mask) -> bool:
    """Whether a black unit comes first among its images under the symmetries that keep the board's shape."""
    rows, cols = position.rows, position.cols
    this = (unit, position.black, position.white)
    for symmetry in SYMMETRIES:
        image = transform(position, symmetry)
        if (image.rows, image.cols) == (rows, cols):
            if (transform_mask(unit, rows, cols, symmetry), image.black, image.white) < this:
                return False
    return bool(unit & position.black)
