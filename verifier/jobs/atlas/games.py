"""Which games the tables of the atlas are about, and which of them decide a ruleset.

A table is about one game, one locale and one target. It says who wins from every state, so it serves both
sides moving first, and every ruleset whose hypothetical play is that game.
"""

import dataclasses
from collections.abc import Iterable

from verifier.errors import InputError
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING

__all__ = [
    "ANY_KO",
    "SAFE",
    "SEIZED",
    "Game",
    "bounding_game",
    "game_of",
    "games_for",
    "refuse",
    "sweeping_game",
]

_KO = {
    "none": "none",
    "basic": "basic",
    "pass before each retake": "each",
    "one pass for all kos": "all",
}


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Game:
    """The axes of hypothetical play that a table depends on."""

    ko: str
    """``none``, ``basic``, ``each`` (pass before each retake) or ``all`` (one pass for all kos)."""
    goal: str
    """What the attacker is after, but for the second.

    ``captured`` once; ``settled``: the owner reaches two passes in a row; finally ``owned``; ``renewed``:
    captured with no new stone that stays on its points; ``swept``: captured, and no stone of the owner's
    stays anywhere, old ones neither.
    """
    prisoners: bool
    """Whether prisoners decide cycles."""

    @property
    def key(self) -> str:
        """A short name for files and messages."""
        return f"{self.goal}-{self.ko}{'' if self.prisoners else '-free'}"

    @property
    def by_points(self) -> bool:
        """Whether one point of a unit stands for all of it: its stones leave the board together."""
        return self.goal not in ("owned", "renewed")

    @property
    def checked_as(self) -> str:
        """The name by which the checker knows the goal."""
        return "enabled" if self.goal in ("renewed", "swept") else self.goal


SEIZED = Game("none", "captured", False)
"""The attacker takes the unit although every retake is allowed: so under every ko rule."""
SAFE = Game("none", "settled", False)
"""The owner comes to two passes although every retake is allowed: so under every ko rule."""
ANY_KO = (SEIZED, SAFE)
"""The two halves of the sandwich that holds for all ko rules, superko among them (docs/atlas.md)."""


def game_of(ruleset: Ruleset) -> Game | None:
    """Return the game that decides *ruleset*, or None if no table has it."""
    ko, goal, cycle = _KO.get(ruleset["ko"]), ruleset["dead_means"], ruleset["cycle"]
    if ko is None or ruleset["end"] != "never" or _threats(ruleset):
        return None
    if goal == "finally owned" and cycle == "prisoners then ownership":
        return Game(ko, "owned", True)
    if goal == "captured once" and cycle in ("prisoners then ownership", "prisoners", "alive"):
        return Game(ko, "captured", cycle != "alive")
    if goal == "no new stone on its points":
        return Game(ko, "renewed", cycle.startswith("prisoners"))
    return None


def bounding_game(ruleset: Ruleset) -> Game | None:
    """Return a game in which the owner's win is one under *ruleset*: his unit is never taken.

    Without a capture no other aim of the attacker is reached, and the cycles are judged alike.
    """
    ko = _KO.get(ruleset["ko"])
    if ko is None or ruleset["end"] != "never" or _threats(ruleset) or ruleset["cycle"] == "draw":
        return None
    return Game(ko, "captured", ruleset["cycle"].startswith("prisoners"))


def sweeping_game(ruleset: Ruleset) -> Game | None:
    """Return a game in which the attacker's win is one under *ruleset*: no stone of the owner's stays.

    Where the owner has no other stone in the locale than the unit, it is that of ``no new stone anywhere``.
    """
    bound = bounding_game(ruleset)
    return (
        None
        if bound is None or ruleset["dead_means"] not in ENABLING
        else Game(bound.ko, "swept", bound.prisoners)
    )


def games_for(rulesets: Iterable[Ruleset]) -> tuple[Game, ...]:
    """Return the games of which an atlas of *rulesets* has tables, the small ones first."""
    found = set(ANY_KO)
    for ruleset in rulesets:
        games = (game_of(ruleset), bounding_game(ruleset), sweeping_game(ruleset))
        found |= {game for game in games if game is not None}
    return tuple(sorted(found, key=lambda game: (not game.by_points, game)))


def refuse(ruleset: Ruleset) -> None:
    """Refuse a ruleset for which there is no atlas.

    Raises:
        InputError: its walls are found by search.
    """
    if ruleset["walls"] == "independent":
        raise InputError(
            f"ruleset {ruleset.id}: walls = 'independent' are found by search for one position at a time; an"
            " atlas needs 'unconditional' or 'board'"
        )


def _threats(ruleset: Ruleset) -> bool:
    return (ruleset["owner_threats"], ruleset["attacker_threats"]) != ("0", "0")
