"""Rulesets of an atlas, put together: some play the same game, and some of those count alike, too."""

import dataclasses
import functools
from collections.abc import Sequence

from verifier.jobs.atlas.games import refuse
from verifier.rules import Ruleset, builtin_names, judging_names, judging_ruleset, load_ruleset, unjudged
from verifier.rules.axes import COUNTED, ENABLING, INSIDE

__all__ = ["Classes", "implied_by", "left_out"]


@dataclasses.dataclass(frozen=True)
class Classes:
    """The rulesets of an atlas in two ways put together."""

    rulesets: tuple[Ruleset, ...]

    @staticmethod
    def of(names: Sequence[str] | None = None) -> "Classes":
        """Load rulesets, by default all that come with the package but those :func:`left_out`.

        Raises:
            InputError: one is not known, or there is no atlas for it.
        """
        chosen = tuple(judging_ruleset(name) for name in dict.fromkeys(names or judging_names()))
        if not names:
            chosen = tuple(ruleset for ruleset in chosen if _no_tables(ruleset) is None)
        for ruleset in chosen:
            refuse(ruleset)
        return Classes(chosen)

    @functools.cached_property
    def played(self) -> tuple[Ruleset, ...]:
        """One ruleset for each game, the first that has it."""
        return tuple({r.play_digest: r for r in reversed(self.rulesets)}.values())[::-1]

    @functools.cached_property
    def counted(self) -> tuple[Ruleset, ...]:
        """One ruleset for each game and way of counting."""
        return tuple({r.digest: r for r in reversed(self.rulesets)}.values())[::-1]

    def play_index(self, ruleset: Ruleset) -> int:
        """Return the place of a ruleset's game in :attr:`played`."""
        return next(i for i, other in enumerate(self.played) if other.play_digest == ruleset.play_digest)

    def names(self, ruleset: Ruleset) -> list[str]:
        """Return the ids of all rulesets that are one with *ruleset* in :attr:`counted`."""
        return [other.id for other in self.rulesets if other.digest == ruleset.digest]

    def players(self, ruleset: Ruleset) -> list[str]:
        """Return the ids of all rulesets that are one with *ruleset* in :attr:`played`."""
        return [other.id for other in self.rulesets if other.play_digest == ruleset.play_digest]

    @staticmethod
    def counting(ruleset: Ruleset) -> tuple[str, ...]:
        """Return what territory and score depend on beside the statuses."""
        return tuple(ruleset[axis] for axis in COUNTED)


def left_out() -> dict[str, tuple[str, ...]]:
    """Return the rulesets of the package that an atlas leaves out if none are named: ids by the reason."""
    reasons = {name: _no_tables(load_ruleset(name)) for name in builtin_names()}
    return {
        why: tuple(name for name, other in reasons.items() if other == why)
        for why in sorted(filter(None, reasons.values()))
    }


def _no_tables(ruleset: Ruleset) -> str | None:
    if ruleset["dead_means"] == INSIDE:
        return f"there are no tables for dead_means = {INSIDE!r}"
    return unjudged(ruleset)


def implied_by(ruleset: Ruleset, other: Ruleset) -> tuple[bool, bool]:
    """Return whether a unit is dead under *ruleset* if it is under *other*; and the same for alive.

    A new stone that counts in a larger scope helps the owner, and so does the first move: he may pass, no ban
    being there to lift.
    """
    same = all(
        ruleset[axis] == other[axis]
        for axis in ("suicide", "ko", "owner_threats", "attacker_threats", "end", "cycle", "walls")
    )
    if not same or ruleset["dead_means"] not in ENABLING or other["dead_means"] not in ENABLING:
        return False, False
    mine, theirs = ENABLING.index(ruleset["dead_means"]), ENABLING.index(other["dead_means"])
    first, their_first = ruleset["first_move"] == "owner", other["first_move"] == "owner"
    return theirs >= mine and their_first >= first, theirs <= mine and their_first <= first
