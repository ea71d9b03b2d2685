"""The limits of one attempt after the other."""

from collections.abc import Iterator

from verifier.play import remembers
from verifier.rules import Ruleset
from verifier.search.outcome import Limits

__all__ = ["rounds"]

_SHARES = 64, 8
_LEAST = 1000


def rounds(ruleset: Ruleset, limits: Limits) -> Iterator[Limits]:
    """Yield the limits of each attempt, the last one with all.

    Games that remember are won in many ways, by plain play for one side or the other, in one scope or
    another. What leads anywhere mostly does so soon, so all is tried with little before anything gets much.
    """
    if remembers(ruleset):
        for share in _SHARES:
            if limits.nodes // share >= _LEAST:
                yield limits.share(share)
    yield limits
