"""What one proof shows: the facts that an explanation puts into words."""

import dataclasses

from verifier.board import Colour
from verifier.jobs.explain.fight import Findings
from verifier.jobs.explain.line import Line
from verifier.jobs.explain.tries import Try
from verifier.proof import Claim, Verdict

__all__ = ["Account"]


@dataclasses.dataclass(frozen=True, slots=True)
class Account:
    """The kind of fight, the main line and what else the loser can try, for one side's proof of a claim."""

    claim: Claim
    findings: Findings
    line: Line | None
    """None if the unit is a wall."""
    tries: tuple[Try, ...] = ()
    side: Colour | None = None
    """Whose proof it is, where that is not the side that the verdict names: of a drawn unit each has one."""
    refuted: bool = False
    """The proof is a refuted formula; the moves are those of a strategy on the states that it names."""
    places: int = 0
    """Into how many places the proof divides what has to be cleared, 0 if it does not. Then the line is
    played in the place of the unit."""
    part: bool = False
    """What was looked at is a part of the proof: one place of several, or the first of two stages."""

    @property
    def owner(self) -> Colour:
        """Whose unit it is."""
        return self.claim.position.owner_of(self.claim.unit)

    @property
    def winner(self) -> Colour:
        """Who gets what the proof is for."""
        if self.side is not None:
            return self.side
        return self.owner.opponent if self.claim.verdict is Verdict.DEAD else self.owner

    @property
    def holds(self) -> bool:
        """Whether the proof is the owner's."""
        return self.winner is self.owner

    @property
    def several(self) -> bool:
        """Whether it is about several units together."""
        return len(self.claim.chains) > 1

    @property
    def aim(self) -> str:
        """The value of the axis ``dead_means``."""
        return self.claim.ruleset["dead_means"]
