"""What a side gets if a stopped game goes on from a small board, proved."""

import dataclasses
from collections.abc import Iterable, Iterator

from verifier.adjudicate.referee import Referee
from verifier.board import Colour, Position
from verifier.jobs.playing.resumed import ResumedCertificate, check_resumed, refuse_other_rules
from verifier.proof import Certificate
from verifier.proof.endings.resumed import ResumedClaim, ResumedReport, check_resumed_strategy
from verifier.rules import Ruleset
from verifier.search import Limits
from verifier.search.endings.resumed import ResumedValues

__all__ = ["ResumedAnswer", "behind", "resume"]


@dataclasses.dataclass(frozen=True, slots=True)
class ResumedAnswer:
    """What a side gets if the game goes on."""

    value: int | None
    """The greatest lead that it can force, where all counts are known; None if it can force no end."""
    certificate: ResumedCertificate | None
    """That it can force what was asked, or cannot; None if unknown units may decide it."""
    report: ResumedReport | None


def resume(
    position: Position,
    ruleset: Ruleset,
    *,
    to_move: Colour,
    side: Colour,
    at_least: int,
    limits: Limits | None = None,
) -> ResumedAnswer:
    """Say whether *side* can end play with so great a lead if the game goes on from a board.

    All boards that play may lead to are judged, each unit within *limits*, so the board has to be small. What
    is returned as proved has been checked.

    Raises:
        InputError: the position is a crop, play leads to too many boards, or the ruleset plays or counts
            otherwise.
    """
    refuse_other_rules(ruleset)
    referee = Referee(ruleset, limits)

    def leads(board: Position) -> tuple[float, float]:
        return referee.standing(board).lead

    value = None
    for cautious in (True, False):
        values = ResumedValues([position], side, leads, cautious=cautious)
        value = values.value(position, to_move)
        claim = ResumedClaim(position, to_move, side, at_least, forced=cautious)
        strategy = values.strategy(claim)
        if strategy is not None:
            ends = check_resumed_strategy(strategy, leads).ends
            found = ResumedCertificate(strategy, ruleset, tuple(behind(referee, ends)))
            return ResumedAnswer(value, found, check_resumed(found))
    return ResumedAnswer(value, None, None)


def behind(referee: Referee, boards: Iterable[Position]) -> Iterator[Certificate]:
    """Yield the certificates of all units of some boards that are decided."""
    for board in boards:
        for verdict in referee.standing(board).judgement().verdicts:
            if verdict.certificate is not None:
                yield verdict.certificate
