"""Rules that are harder for one side than those of a reading: one proof under them may serve many readings.

Plain play (docs/games.md, section 4) depends on little of a ruleset, so there are far fewer of its games than
readings. The hardest come first, as a proof of one serves most; the last is that of the reading itself.
"""

import dataclasses
from collections.abc import Hashable, Iterator
from typing import TypeAlias

from verifier.adjudicate.judge import prove_death, prove_holding, prove_life, prove_places
from verifier.adjudicate.many import Way
from verifier.play import remembers
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING, ONCE_FOR_EACH, ONE_FOR_ALL, PASS_FOR_KO

__all__ = ["Harder", "harder", "plain_game"]

Harder: TypeAlias = tuple[Way, Ruleset]
"""For whom plain play is looked for, and the rules."""

_ONE_TURN = "basic"
_EACH = "pass before each retake"
_WEIGHED = "prisoners then aim"
_POINTS, _ANYWHERE = "no new stone on its points", "no new stone anywhere"
_HARD: dict[Way, tuple[str, str]] = {
    prove_life: (_POINTS, "attacker"),
    prove_holding: (_POINTS, "attacker"),
    prove_death: (_ANYWHERE, "owner"),
    prove_places: (_ANYWHERE, "owner"),
}
"""What counts as a new stone and who moves first where it is hardest to prove life, and death."""


def harder(ruleset: Ruleset) -> Iterator[Harder]:
    """Yield rules that are harder than *ruleset* for one side: those that are hardest of all first.

    Nothing where states remember no more than a ban, nor where a new stone is of no use.
    """
    if not remembers(ruleset) or ruleset["walls"] == "independent" or ruleset["dead_means"] not in ENABLING:
        return
    seen = set()
    for changes in _chain(ruleset):
        for way, (aim, first) in _HARD.items():
            strict = ruleset.with_values(**{"dead_means": aim, "first_move": first, **changes})
            strict = dataclasses.replace(strict, id=f"strict-{way.__name__}")
            game = plain_game(way, strict)
            if game not in seen:
                seen.add(game)
                yield way, strict


def _chain(ruleset: Ruleset) -> Iterator[dict[str, str]]:
    """Axis values that depart less and less from those of a reading; what is missing is the hardest value."""
    own = {axis: ruleset[axis] for axis in ("first_move", "dead_means")}
    hard = {"ko": _ONE_TURN, "cycle": _WEIGHED}
    yield hard
    if ruleset["ko"] in PASS_FOR_KO:
        yield {**hard, "ko": ruleset["ko"]}
    yield {**hard, "first_move": own["first_move"]}
    yield {**hard, **own}
    if ruleset["ko"] in (ONCE_FOR_EACH, _EACH, ONE_FOR_ALL):
        yield {**hard, **own, "ko": ONCE_FOR_EACH}
    if ruleset["ko"] in PASS_FOR_KO:
        yield {**hard, **own, "ko": ruleset["ko"]}
    yield {**own, "ko": ruleset["ko"], "cycle": ruleset["cycle"]}


def plain_game(way: Way, ruleset: Ruleset) -> tuple[Hashable, ...]:
    """Return what plain play depends on, of the axes of a reading: rules with the same are one game."""
    # One pass may lift the bans in several places.
    ko = _EACH if ruleset["ko"] == ONE_FOR_ALL and way is not prove_places else ruleset["ko"]
    aim = None if way is prove_life else ruleset["dead_means"]
    return way.__name__, ko, ruleset["first_move"], aim, ruleset["cycle"]
