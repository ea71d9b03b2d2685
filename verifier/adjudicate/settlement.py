"""Whether a position is settled, and what is left of it: gaining plays, neutral points, unsettled units."""

import dataclasses
from collections.abc import Callable

from verifier.adjudicate.filling import Filling, fill_in_turn
from verifier.adjudicate.gains import Answer, Exchange, Gains, NeutralPoint, find_gains, neutral_points
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.referee import Referee, Standing
from verifier.adjudicate.unsettled import BothWays, both_ways
from verifier.board import BLACK, Colour, Mask, Position
from verifier.rules import Ruleset
from verifier.search import Limits

__all__ = ["Settlement", "settlement"]


@dataclasses.dataclass(frozen=True, slots=True)
class Settlement:
    """All that semantics section 7 asks of a complete board under one ruleset."""

    ruleset: Ruleset
    gains: Gains
    """The plays of both sides in the position as it stands."""
    neutral_points: tuple[NeutralPoint, ...]
    """The neutral points and one-sided dame, or of which that is unknown, in board order."""
    filling: Filling
    units: tuple[BothWays, ...]
    """Every unit judged with either side moving first; fewer after an interruption."""
    limits: Limits
    prover: str
    interrupted: bool
    """Whether Ctrl-C ended the work; what was not known by then is unknown."""

    @property
    def standing(self) -> Standing:
        """The position with its verdicts and its count."""
        return self.gains.standing

    @property
    def judgement(self) -> Judgement:
        """The verdicts of the position as it stands."""
        return self.standing.judgement(self.limits, self.prover)

    @property
    def counted(self) -> Judgement:
        """The verdicts of the position that filling in turn ends in."""
        return self.filling.end.judgement(self.limits, self.prover)

    @property
    def neutral(self) -> Mask:
        """The neutral points."""
        return sum(1 << item.point for item in self.neutral_points if item.answer is Answer.YES)

    def one_sided(self, colour: Colour) -> Mask:
        """The dame that only *colour* can fill without loss."""
        return sum(1 << item.point for item in self.neutral_points if item.one_sided(colour))

    @property
    def unsettled(self) -> tuple[BothWays, ...]:
        """The units whose status differs with who moves first."""
        return tuple(unit for unit in self.units if unit.unsettled is Answer.YES)

    def gaining(self, colour: Colour) -> tuple[Exchange, ...]:
        """The plays of *colour* that gain, but for the one point of a dame under area rules."""
        return tuple(item for item in self.gains.of(colour) if self._counts(item) is Answer.YES)

    def settled_for(self, colour: Colour) -> Answer:
        """Whether the position is settled for *colour* to move: no play of that side gains.

        Under area rules: none gains more than the one point of a dame, and none gains anything when the dame
        are filled.
        """
        answers = [
            ~self._counts(item)
            for item in self.gains.exchanges
            if item.colour is colour and self.gains.answer(item) is not Answer.NO
        ]
        if self.ruleset["score"] == "area":
            filled = self.filling.gains
            answers.append(filled.settled_for(colour) if filled else Answer.UNKNOWN)
        return Answer.of_all(answers)

    @property
    def settled(self) -> Answer:
        """Whether the position is settled for both sides."""
        return Answer.of_all(self.settled_for(colour) for colour in Colour)

    def _counts(self, item: Exchange) -> Answer:
        """Whether a play gains what a settled position does not leave."""
        if self.ruleset["score"] != "area" or item.exceeds(1) is Answer.YES:
            return self.gains.answer(item)
        point = next((point for point in self.neutral_points if point.point == item.point), None)
        if point is None:
            return item.gains
        side = point.sides[item.colour]
        if side is Answer.NO:
            return item.gains
        if side is Answer.UNKNOWN or item.exceeds(1) is Answer.UNKNOWN:
            return Answer.UNKNOWN
        return Answer.NO


def settlement(
    position: Position,
    ruleset: Ruleset,
    to_move: Colour = BLACK,
    *,
    limits: Limits | None = None,
    prover: str = "auto",
    seconds: float | None = None,
    on_search: Callable[[Position], None] | None = None,
    referee: Referee | None = None,
) -> Settlement:
    """Say of a complete board what is settled, what gains, what is neutral, and how filling in turn ends.

    *limits*, *prover*, *seconds* and *on_search* are those of :class:`Referee`; a *referee* who knows
    verdicts of such positions under the ruleset replaces them. *to_move* begins the filling. Ctrl-C ends the
    work with what there is.

    Raises:
        InputError: the position is a crop, or the prover is not available.
    """
    if referee is None:
        referee = Referee(ruleset, limits, prover, seconds=seconds, on_search=on_search, patient=True)
    standing = referee.standing(position)
    gains = find_gains(referee, standing, exact=True)
    neutral = neutral_points(referee, standing)
    filling = fill_in_turn(referee, position, to_move)
    units: list[BothWays] = []
    try:
        for verdict in standing.judgement(referee.limits, referee.prover).verdicts:
            if not referee.interrupted:
                limits = referee.remaining()
                units.append(
                    both_ways(position, verdict.unit, ruleset, limits, referee.prover, known=verdict)
                )
    except KeyboardInterrupt:
        pass
    interrupted = referee.interrupted or len(units) < len(standing.verdicts)
    return Settlement(
        ruleset, gains, neutral, filling, tuple(units), referee.limits, referee.prover, interrupted
    )
