"""What a prover is asked and what it answers."""

import dataclasses
import enum
import numbers
import operator
from typing import Any, Literal

from verifier.errors import InputError
from verifier.proof.certificate import Certificate

__all__ = ["SOLVED", "Limits", "Outcome", "Status"]

SOLVED = "solved"
"""In the place of a limit: a search that was to win for one side came to its end, and that side does not."""

_REACHED: dict[str, Literal["nodes", "seconds", "memory"]] = {
    "node": "nodes",
    "nodes": "nodes",
    "second": "seconds",
    "seconds": "seconds",
    "MiB": "memory",
}
"""The last words of :attr:`Outcome.limit`."""


class Status(enum.Enum):
    """The answer for one unit. UNKNOWN means that a limit was reached; it is never a guess."""

    ALIVE = "alive"
    DEAD = "dead"
    DRAWN = "drawn"
    UNKNOWN = "unknown"


@dataclasses.dataclass(frozen=True, slots=True)
class Limits:
    """Where a search gives up, per unit.

    Raises:
        InputError: a limit is no number, or below 0.
    """

    nodes: int = 2_000_000
    """Expanded states."""
    seconds: float = 60.0
    memory_mib: int = 1024
    wall_nodes: int = 20_000
    """Expanded states for each set of chains that is tried as a wall (walls = ``independent``)."""

    def __post_init__(self) -> None:
        for name in ("nodes", "memory_mib", "wall_nodes"):
            value = getattr(self, name)
            if not hasattr(value, "__index__") or isinstance(value, bool) or value < 0:
                raise InputError(f"{name} = {value!r:.60}: a whole number of 0 or more is needed")
            object.__setattr__(self, name, operator.index(value))
        seconds = self.seconds
        if not isinstance(seconds, numbers.Real) or isinstance(seconds, bool) or not seconds >= 0:
            raise InputError(f"seconds = {seconds!r:.60}: a number of 0 or more is needed")
        object.__setattr__(self, "seconds", float(seconds))

    def share(self, parts: int) -> "Limits":
        """Return one of so many equal parts of states and time."""
        return dataclasses.replace(self, nodes=max(1, self.nodes // parts), seconds=self.seconds / parts)

    def less(self, seconds: float, nodes: int = 0) -> "Limits":
        """Return what is left when so many seconds have passed, and so many states were expanded."""
        left = max(1, self.nodes - nodes), max(0.0, self.seconds - seconds)
        return dataclasses.replace(self, nodes=left[0], seconds=left[1])

    def exceed(self, tried: "Limits") -> bool:
        """Whether a search that *tried* did not settle may find more within these."""
        mine, other = ((x.nodes, x.seconds, x.memory_mib) for x in (self, tried))
        return any(new > old for new, old in zip(mine, other, strict=True))


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of a prover for one unit."""

    status: Status
    certificate: Certificate | None
    """Present unless the status is UNKNOWN. A candidate: only the checker's word makes it a proof."""
    prover: str
    """"native", "python", "sat", "tables" or "static"."""
    method: str
    """How the prover came to its answer, in a word or two, for the reader."""
    nodes: int
    """States expanded."""
    seconds: float
    limit: str = ""
    """Which limit was reached, such as "2000000 nodes"; empty if none."""
    numbers: tuple[int, int] | None = None
    """Where a limit ended the search: how far away it was from a proof that Black wins, and that White does
    (proof numbers of the start). They prove nothing."""

    @property
    def stopped(self) -> bool:
        """Whether a limit was reached, so that more of it may be of use."""
        return self.limit not in ("", SOLVED)

    @property
    def reached(self) -> Literal["nodes", "seconds", "memory", ""]:
        """Which of the :class:`Limits` was reached; empty if none, or something else ended the search."""
        return _REACHED.get(self.limit.rpartition(" ")[2], "")

    def with_proof(self, **parts: Any) -> "Outcome":
        """Return this with parts of its certificate replaced, such as ``supports``; if it has one."""
        if self.certificate is None:
            return self
        return dataclasses.replace(self, certificate=dataclasses.replace(self.certificate, **parts))

    def after(self, first: "Outcome") -> "Outcome":
        """Return this with what was spent on *first*, which was tried before."""
        return dataclasses.replace(self, nodes=first.nodes + self.nodes, seconds=first.seconds + self.seconds)

    def only(self, status: Status, why: str) -> "Outcome":
        """Return this if *status* is what was proved; else UNKNOWN, because of *why* or of a limit."""
        if self.status is status and self.certificate is not None:
            return self
        if self.status is Status.UNKNOWN and self.limit != SOLVED:
            return self
        return dataclasses.replace(self, status=Status.UNKNOWN, certificate=None, limit=why)
