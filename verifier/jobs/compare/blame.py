"""Which axes are to blame that two rulesets decide a unit differently.

Found by trying: the smallest sets of axes such that one ruleset, with the other one's values on them, has the
other one's verdict. Each answer has a certificate that the checker accepted. Nothing is inferred from what
the axes mean.
"""

import dataclasses
import itertools
from collections.abc import Callable, Iterator

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.errors import InputError
from verifier.jobs.compare.relabel import carried_over
from verifier.proof import Certificate
from verifier.rules import Ruleset
from verifier.rules.axes import PLAYED
from verifier.search import Limits, Status

__all__ = ["Blame", "Swap", "blame"]

Decide = Callable[[Question], UnitVerdict]


@dataclasses.dataclass(frozen=True, slots=True)
class Swap:
    """A ruleset with some values of another one, and what it decides."""

    base: Ruleset
    giver: Ruleset
    axes: tuple[str, ...]
    """The axes on which *base* has the values of *giver* here."""
    verdict: UnitVerdict
    """Proved, or unknown."""
    bound: bool
    """No game is written down for *base* with the values of some of these axes alone."""


@dataclasses.dataclass(frozen=True, slots=True)
class Blame:
    """Why two rulesets decide a unit differently."""

    first: Certificate
    second: Certificate
    found: tuple[Swap, ...]
    """The smallest sets of axes that make the verdicts equal; empty only if *unknown* is not."""
    unknown: tuple[Swap, ...]
    """Sets that are not larger, of which it is not known whether they do."""

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes of the first smallest set; empty if none is known."""
        return self.found[0].axes if self.found else ()

    @property
    def smallest(self) -> bool:
        """Whether no smaller set makes the verdicts equal, for sure."""
        size = len(self.axes)
        return bool(self.found) and all(len(swap.axes) >= size for swap in self.unknown)


def blame(
    first: Certificate,
    second: Certificate,
    limits: Limits | None = None,
    prover: str = "auto",
    *,
    ask: Decide = decide,
) -> Blame:
    """Find out which axes make the verdicts of two certificates differ.

    *ask* decides what has to be searched. The *limits* are for each set of axes. Sets that no game is written
    down for are left out: there, other axes have to be changed as well.

    Raises:
        ValueError: they are not about the same unit of the same position, or do not differ.
    """
    one, two = first.claim, second.claim
    if (one.position, one.unit) != (two.position, two.unit) or one.verdict is two.verdict:
        raise ValueError("two different verdicts on the same unit are compared")
    differing = tuple(axis for axis in PLAYED if one.ruleset[axis] != two.ruleset[axis])
    found: list[Swap] = []
    unknown: list[Swap] = []
    for size in range(1, len(differing) + 1):
        for swap in _swaps(first, second, differing, size, limits or Limits(), prover, ask):
            status = swap.verdict.status
            goal = two.verdict if swap.base is one.ruleset else one.verdict
            if status is Status.UNKNOWN:
                unknown.append(swap)
            elif status.value == goal.value:
                found.append(swap)
        if found:
            break
    return Blame(first, second, tuple(found), tuple(unknown))


def _swaps(
    first: Certificate,
    second: Certificate,
    differing: tuple[str, ...],
    size: int,
    limits: Limits,
    prover: str,
    ask: Decide,
) -> Iterator[Swap]:
    """Yield what *first* decides with values of *second*, then the other way round."""
    for base, giver in ((first, second), (second, first)):
        for axes in itertools.combinations(differing, size):
            values = {axis: giver.claim.ruleset[axis] for axis in axes}
            if len(axes) == len(differing):
                ruleset = giver.claim.ruleset
            else:
                try:
                    ruleset = base.claim.ruleset.with_values(**values)
                except InputError:
                    continue  # no game is written down
            question = Question(base.claim.position, base.claim.unit, ruleset, limits, prover)
            verdict = carried_over(question, (base, giver)) or ask(question)
            yield Swap(base.claim.ruleset, giver.claim.ruleset, axes, verdict, _bound(base, giver, axes))
            if len(axes) == len(differing):
                return


def _bound(base: Certificate, giver: Certificate, axes: tuple[str, ...]) -> bool:
    parts = [part for size in range(1, len(axes)) for part in itertools.combinations(axes, size)]
    for part in parts:
        try:
            base.claim.ruleset.with_values(**{axis: giver.claim.ruleset[axis] for axis in part})
        except InputError:
            continue
        return False
    return bool(parts)
