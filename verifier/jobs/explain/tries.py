"""What else the loser of a proof can try on the line that is shown, and how each of it fails.

Each try is followed to its end: the winner plays his proof, the loser resists as on the line itself.
"""

import dataclasses

from verifier.jobs.explain.line import Guide, Line, best_line, made, resistance
from verifier.play import PASS

__all__ = ["Try", "best_tries"]

MOST_TRIES = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Try:
    """Another move of the loser at one place of a line, and what comes of it."""

    index: int
    """The number of the move that it replaces, from 0."""
    line: Line
    """From the start of play."""


def best_tries(guide: Guide, line: Line, most: int = MOST_TRIES) -> tuple[Try, ...]:
    """Return the loser's other plays that keep the proof busy longest, from the first places of the line.

    A place later in the line is looked at only where those before it have not so many.
    """
    found: list[Try] = []
    for index, move in enumerate(line.moves):
        if move.before.to_move == guide.side:
            continue
        others = [
            step
            for step in guide.steps(move.before)
            if step.move > PASS and step.move != move.point and step.winner is None
        ]
        others.sort(key=lambda step: resistance(guide, step), reverse=True)
        for step in others[: most - len(found)]:
            begin = [*line.moves[:index], made(guide.arena, move.before, step)]
            found.append(Try(index, best_line(guide, begin, step.state)))
        if len(found) >= most:
            break
    return tuple(found)
