"""Units whose status differs with who moves first in hypothetical play, and the plays that decide it."""

import dataclasses
from collections.abc import Callable, Iterable

from verifier.adjudicate.first import First, moving_first
from verifier.adjudicate.gains import Answer
from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.board import Colour, Mask, Position
from verifier.errors import Interrupted
from verifier.play import PASS, PatternPlay, game_of_patterns
from verifier.proof import Patterns, Strategy, Verdict
from verifier.proof.answers import spelled
from verifier.proof.scope import arena_of
from verifier.rules import Ruleset
from verifier.search import Limits, Status
from verifier.units import decompose

__all__ = ["BothWays", "both_ways", "first_moves", "unsettled_units"]


@dataclasses.dataclass(frozen=True, slots=True)
class BothWays:
    """The verdicts on one unit with its owner and with the other side moving first."""

    owner_first: UnitVerdict
    attacker_first: UnitVerdict

    @property
    def unit(self) -> Mask:
        """The stones of the unit."""
        return self.owner_first.unit

    @property
    def colour(self) -> Colour:
        """Whose unit it is."""
        return self.owner_first.colour

    @property
    def name(self) -> str:
        """The GTP vertex of the unit's first stone."""
        return self.owner_first.name

    @property
    def verdicts(self) -> tuple[UnitVerdict, UnitVerdict]:
        """Both, the owner's first move before the other side's."""
        return self.owner_first, self.attacker_first

    @property
    def unsettled(self) -> Answer:
        """Whether the status differs with who moves first."""
        statuses = [verdict.status for verdict in self.verdicts]
        if Status.UNKNOWN in statuses:
            return Answer.UNKNOWN
        return Answer.YES if statuses[0] is not statuses[1] else Answer.NO

    def plays(self, colour: Colour) -> Mask:
        """Where *colour*, moving first, decides the status in its favour, as far as its proof says so.

        No point where the unit is not unsettled, where it is better not to move first, and where a proof by
        refutation names no move.
        """
        verdict = self.owner_first if colour is self.colour else self.attacker_first
        wanted = Status.ALIVE if colour is self.colour else Status.DEAD
        if self.unsettled is not Answer.YES or verdict.status is not wanted:
            return 0
        return first_moves(verdict)


def both_ways(
    position: Position,
    unit: Mask,
    ruleset: Ruleset,
    limits: Limits | None = None,
    prover: str = "auto",
    *,
    known: UnitVerdict | None = None,
) -> BothWays:
    """Judge *unit* with its owner and with the other side moving first; all other values are the ruleset's.

    *known* is the verdict under the ruleset itself, if there is one.

    Raises:
        InputError: the unit is no chain of the position or assumed alive, or the prover is not available.
    """
    apart = decompose(position, ruleset["walls"])

    def verdict(first: First) -> UnitVerdict:
        rules = moving_first(ruleset, first, position, unit)
        if known is not None and rules == ruleset:
            return known
        return decide(Question(position, unit, rules, limits or Limits(), prover, decomposition=apart))

    return BothWays(verdict("owner"), verdict("attacker"))


def unsettled_units(
    position: Position,
    ruleset: Ruleset,
    limits: Limits | None = None,
    prover: str = "auto",
    *,
    units: Iterable[Mask] | None = None,
    on_start: Callable[[Mask], None] | None = None,
) -> tuple[BothWays, ...]:
    """Judge units both ways, by default all of the position; crops have units as well.

    Raises:
        InputError: as :func:`both_ways`.
        Interrupted: Ctrl-C was pressed; its result has the units that were judged until then.
    """
    found: list[BothWays] = []
    try:
        for unit in decompose(position, ruleset["walls"]).chains if units is None else units:
            if on_start:
                on_start(unit)
            found.append(both_ways(position, unit, ruleset, limits, prover))
    except KeyboardInterrupt:
        raise Interrupted(tuple(found)) from None
    return tuple(found)


def first_moves(verdict: UnitVerdict) -> Mask:
    """Return the plays that the certificate proves to win, where the winner of the test moves first.

    All first moves of its strategy: that of the first pattern or state, and of every other pattern that
    matches the start. Passes are left out.
    """
    certificate = verdict.certificate
    if certificate is None or len(certificate.evidence) != 1:
        return 0
    claim, evidence = certificate.claim, certificate.evidence[0]
    arena = arena_of(certificate)
    winner = arena.owner if claim.verdict is Verdict.ALIVE else arena.attacker
    moves: list[int | None] = []
    if isinstance(evidence, Strategy):
        start = evidence.nodes.get(arena.start)
        moves = [start.move] if start and arena.start.to_move == winner else []
    elif isinstance(evidence, Patterns):
        game = game_of_patterns(arena, winner, evidence.holds, evidence.named)
        play, begin = PatternPlay(game, winner), game.start
        moves = [
            node.move
            for node in spelled(game, evidence).nodes
            if begin.to_move == winner and play.matches(node.pattern, begin)
        ]
    mask: Mask = 0
    for move in moves:
        if move is not None and move > PASS:
            mask |= 1 << move
    return mask

