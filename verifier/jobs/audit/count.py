"""Counting a finished game with given statuses, by the ruleset's own scoring (verifier.adjudicate)."""

import dataclasses
from collections.abc import Iterable, Mapping

from verifier.adjudicate.territory import Territory, territory
from verifier.board import Mask, Position
from verifier.rules import Ruleset
from verifier.rules.axes import compensation
from verifier.search import Status

__all__ = ["GameCount", "count_game", "handicap_words", "lead_text", "result_text"]


@dataclasses.dataclass(frozen=True, slots=True)
class GameCount:
    """Territory and result of a game."""

    territory: Territory
    komi: float
    compensation: int
    """Points that White receives for handicap stones."""
    prisoners: tuple[int, int]
    """Stones taken in play by Black and White, as far as they count under the ruleset."""
    black: tuple[float, float]
    """Least and greatest total of Black, of White with komi and compensation, and Black's lead."""
    white: tuple[float, float]
    lead: tuple[float, float]
    exact: bool
    """Whether the least and the greatest are reached by some statuses of what is unknown."""

    @property
    def decided(self) -> bool:
        """Whether the result is known."""
        return self.lead[0] == self.lead[1]

    @property
    def result(self) -> str:
        """The result as in RE, or the range of results."""
        return result_text(self.lead)


def lead_text(lead: float) -> str:
    """Black's lead as in RE."""
    return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"


def result_text(lead: tuple[float, float] | None) -> str:
    """The least and greatest of Black's lead as in RE, as a range where they differ; None is ``unknown``."""
    if lead is None:
        return "unknown"
    low, high = lead
    return lead_text(low) if low == high else f"{lead_text(low)} to {lead_text(high)}"


def handicap_words(ruleset: Ruleset, stones: int) -> str:
    """What a ruleset gives White for so many handicap stones."""
    points, cite = compensation(ruleset, stones), ruleset.citations.get("handicap")
    if not points:
        return f"for {stones} handicap stones White receives nothing under {ruleset.id}"
    source = f" ({cite.article})" if cite else ""
    plural = "s" if points > 1 else ""
    return f"for {stones} handicap stones White receives {points} point{plural} besides komi{source}"


def count_game(
    position: Position,
    statuses: Mapping[Mask, Status] | Iterable[Mask],
    ruleset: Ruleset,
    *,
    komi: float = 0.0,
    prisoners: tuple[int, int] = (0, 0),
    handicap: int = 0,
) -> GameCount:
    """Count *position*; *statuses* has one for each unit, or names the dead ones.

    *prisoners*, taken by Black and by White in play, count where the ruleset compares prisoners; *handicap*
    stones where it gives White points for them.
    """
    if not isinstance(statuses, Mapping):
        dead = set(statuses)
        statuses = {unit: Status.DEAD if unit in dead else Status.ALIVE for unit in position.units()}
    found = territory(position, statuses, ruleset)
    if ruleset["score"] == "area":
        prisoners = (0, 0)
    more = compensation(ruleset, handicap)
    bounds = found.score_bounds(komi=komi + more, prisoners=prisoners)
    return GameCount(found, komi, more, prisoners, bounds.black, bounds.white, bounds.lead, bounds.exact)


