"""Solving an ending: thresholds answered by the solver, and nothing believed that the checker refuses."""

import contextlib
import dataclasses
import math
from collections.abc import Callable

from verifier.board import BLACK, WHITE, Colour, Point
from verifier.errors import CertificateError, InputError
from verifier.jobs.playing.replay import Setup
from verifier.proof.endings.checker import EndingCertificate, EndingReport, check_ending
from verifier.rules import PlayRules
from verifier.search import Limits
from verifier.search.endings.solve import EndingAnswer, solve_ending, solve_threshold

__all__ = ["Proved", "Solution", "solve"]

_INTERRUPTED = "interrupted"
"""In the place of a limit."""


@dataclasses.dataclass(frozen=True, slots=True)
class Proved:
    """The answer for one threshold; a side only with a certificate that the checker has accepted."""

    at_least: float
    side: Colour | None
    """BLACK if he can force that lead, WHITE if she can prevent it, None if it is unknown."""
    certificate: EndingCertificate | None
    report: EndingReport | None
    nodes: int
    """States searched."""
    limit: str = ""
    """Why it is unknown."""


@dataclasses.dataclass(frozen=True, slots=True)
class Solution:
    """What was proved of the result of best play."""

    setup: Setup
    rules: PlayRules
    moves: tuple[Point, ...]
    limits: Limits
    answers: tuple[Proved, ...]
    """The answers that carry a proof, and those that stayed unknown."""
    least: float = -math.inf
    """Black can force this lead; -inf if nothing is proved."""
    greatest: float = math.inf
    """White can keep Black from more; inf if nothing is proved."""
    interrupted: bool = False
    """Whether Ctrl-C came before all was asked."""

    @property
    def value(self) -> float | None:
        """Black's lead under best play if both bounds meet; infinite for a win by repetition."""
        return self.least if self.least == self.greatest else None


def solve(
    setup: Setup,
    rules: PlayRules,
    *,
    moves: tuple[Point, ...] = (),
    at_least: float | None = None,
    limits: Limits | None = None,
    on_answer: Callable[[EndingAnswer], None] | None = None,
    reserves_for: Colour | None = None,
) -> Solution:
    """Find Black's lead under best play after *moves*; with *at_least* only whether he can force that.

    *limits* hold for each threshold. *on_answer* is told each answer of the solver before it is checked. With
    *reserves_for* (and *at_least*) only a strategy of that side is looked for, with areas closed that are as
    good as settled. Ctrl-C ends it with what is proved so far.

    Raises:
        InputError: the game cannot be played, is over or too large, or the kernel is not built.
    """
    limits = limits or Limits()
    if at_least is not None:
        proved = Proved(at_least, None, None, None, 0, _INTERRUPTED)
        with contextlib.suppress(KeyboardInterrupt):
            answer = solve_threshold(
                setup, rules, at_least, moves=moves, limits=limits, reserves_for=reserves_for
            )
            if on_answer:
                on_answer(answer)
            proved = _proved(answer)
        least = at_least if proved.side is BLACK else -math.inf
        return Solution(
            setup, rules, moves, limits, (proved,), least, interrupted=proved.limit == _INTERRUPTED
        )
    if reserves_for is not None:
        raise InputError("reserves are for one threshold; name it")
    bounds = solve_ending(setup, rules, moves=moves, limits=limits, on_answer=on_answer)
    answers = [_proved(a) for a in bounds.answers if a.certificate is not None or a.side is None]
    interrupted = bounds.interrupted or any(answer.limit == _INTERRUPTED for answer in answers)
    sides = {answer.side for answer in answers}
    least, greatest = bounds.least, bounds.greatest
    # A bound stands on the proof of its side.
    if BLACK not in sides:
        least = -math.inf
    if WHITE not in sides:
        greatest = math.inf
    return Solution(setup, rules, moves, limits, tuple(answers), least, greatest, interrupted)


def _proved(answer: EndingAnswer) -> Proved:
    """The answer as far as the checker agrees with it."""
    if answer.side is None:
        return Proved(answer.at_least, None, None, None, answer.nodes, answer.limit)
    if answer.certificate is None:
        return Proved(answer.at_least, None, None, None, answer.nodes, "the proof reached a limit")
    try:
        report = check_ending(answer.certificate)
    except CertificateError as error:
        return Proved(answer.at_least, None, None, None, answer.nodes, f"refused by the checker: {error}")
    except KeyboardInterrupt:
        return Proved(answer.at_least, None, None, None, answer.nodes, _INTERRUPTED)
    return Proved(answer.at_least, answer.side, answer.certificate, report, answer.nodes)
