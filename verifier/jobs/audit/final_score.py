"""What is proved of a finished game, in the few answers that a program asks for."""

import dataclasses

from verifier.board import Mask, vertices
from verifier.jobs.audit.audit import GameAudit
from verifier.search import Status

__all__ = ["FinalScore"]


@dataclasses.dataclass(frozen=True, slots=True)
class FinalScore:
    """Dead stones, territory and result of a finished game, as proved; points are vertices such as ``C3``."""

    audit: GameAudit
    """Where they come from, with the certificate of each verdict and the reasons in words."""

    @property
    def dead(self) -> tuple[str, ...]:
        """All stones that are proved dead."""
        return self._stones(Status.DEAD)

    @property
    def unknown(self) -> tuple[str, ...]:
        """All stones of which nothing was proved within the limits; empty if everything is known."""
        return self._stones(Status.UNKNOWN)

    @property
    def black_territory(self) -> tuple[str, ...]:
        """Black's proved territory: empty points, and points under White's dead stones."""
        return self._names(self.audit.territory[0])

    @property
    def white_territory(self) -> tuple[str, ...]:
        """White's proved territory."""
        return self._names(self.audit.territory[1])

    @property
    def result(self) -> str:
        """The result as in RE, ``B+7`` or ``0``, or a range such as ``W+3 to B+7``.

        It is a range while stones are unknown, or where the order of filling neutral points matters.
        """
        return self.audit.proved_result

    @property
    def lead(self) -> tuple[float, float] | None:
        """Black's lead with komi and prisoners, least and greatest; None if neither is known."""
        return self.audit.lead

    @property
    def decided(self) -> bool:
        """Whether the result is known."""
        return self.lead is not None and self.lead[0] == self.lead[1]

    def _stones(self, status: Status) -> tuple[str, ...]:
        return self._names(sum(chain.unit for chain in self.audit.chains if chain.status is status))

    def _names(self, points: Mask) -> tuple[str, ...]:
        position = self.audit.record.position
        return tuple(vertices(points, position.rows, position.cols))
