"""What the players agreed on, as far as a record or a referee says it."""

import dataclasses
from collections.abc import Sequence

from verifier.adjudicate.question import unit_at
from verifier.board import BLACK, WHITE, Mask, Position, parse_vertex, vertex
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.jobs.audit.result import Stated, parse_result
from verifier.notation.game import GameRecord

__all__ = ["TAKEN_OFF_SETUP", "Adjudication", "adjudication", "stated_dead"]

TAKEN_OFF = "taken off after the last move"
TAKEN_OFF_SETUP = "taken off by AE after the set-up position"


@dataclasses.dataclass(frozen=True, slots=True)
class Adjudication:
    """Dead chains, territory and result as stated; what is not stated is None."""

    dead: frozenset[Mask] | None
    source: str
    """Where the dead chains are stated, in words; empty if nowhere."""
    marks: tuple[Mask, Mask] | None
    """Territory of Black and White as marked."""
    stated: Stated

    @property
    def anything(self) -> bool:
        """Whether anything is stated that can be audited."""
        return self.stated.counted or self.dead is not None


def adjudication(
    record: GameRecord, dead: Sequence[str] | None = None, result: str | None = None
) -> Adjudication:
    """Return what is claimed about a game.

    *dead* are vertices that replace what the record says about dead stones and territory; *result* replaces
    its RE. Else dead are the stones taken off after the last move or the set-up position, or the stones under
    the opponent's territory marks and those all of whose liberties are marked so.

    Raises:
        InputError: there is no stone on one of the vertices, or a chain is taken off only in part.
    """
    chains, source = stated_dead(record, dead)
    # Marks say the same as dead stones; whoever gives others has another agreement in mind.
    marks = record.marks if dead is None and record.marks[0] | record.marks[1] else None
    return Adjudication(chains, source, marks, parse_result(record.result if result is None else result))


def stated_dead(record: GameRecord, dead: Sequence[str] | None = None) -> tuple[frozenset[Mask] | None, str]:
    """Return the chains stated to be dead and where that is said; see :func:`adjudication`."""
    position = record.position
    if dead is not None:
        points = [parse_vertex(text, position.rows, position.cols) for text in dead]
        return frozenset(unit_at(position, point) for point in points), "given"
    if record.removed:
        chains = frozenset(unit for unit in position.units() if unit & record.removed)
        if left := sum(chains) & ~record.removed:
            where = vertex(next(bits(left)), position.rows, position.cols)
            raise InputError(
                f"{record.name}: AE takes off a part of the chain at {where}; correct the file or use --dead"
            )
        return chains, TAKEN_OFF if record.moves else TAKEN_OFF_SETUP
    if record.marks[0] | record.marks[1]:
        return frozenset(_marked_dead(position, record.marks)), "under territory marks"
    return None, ""


def _marked_dead(position: Position, marks: tuple[Mask, Mask]) -> list[Mask]:
    found = []
    for unit in position.units():
        owner = WHITE if unit & position.white else BLACK
        theirs = marks[owner.opponent]
        if unit & theirs or not position.liberties(unit) & ~theirs:
            found.append(unit)
    return found
