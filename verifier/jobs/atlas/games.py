"""Which games the tables of the atlas are about, and which of them decide a ruleset.

A table is about one game, one locale and one target. It says who wins from every state, so it serves both
sides moving first, and every ruleset whose hypothetical play is that game.
"""

import dataclasses
from collections.abc import Iterable

from verifier.errors import InputError
from verifier.rules import Ruleset
from verifier.rules.axes import BOTH_SIDES, EACH_CAPTURE, ENABLING, INSIDE, ONCE_FOR_EACH
from verifier.search import Status

__all__ = [
    "ANY_KO",
    "GOALS",
    "KOS",
    "SAFE",
    "SEIZED",
    "Game",
    "Played",
    "games_for",
    "is_exact",
    "plays",
    "refuse",
]

_KO = {
    "none": ("none",),
    "basic": ("basic",),
    "pass before each retake": ("each",),
    "one pass for all kos": ("all",),
    BOTH_SIDES: ("both",),
    EACH_CAPTURE: ("capture",),
    ONCE_FOR_EACH: ("each-owner", "each-attacker"),
}
KOS = tuple(dict.fromkeys(name for names in _KO.values() for name in names))
"""The ko rules of tables (:attr:`Game.ko`)."""
GOALS = ("captured", "settled", "owned", "renewed", "anew", "swept")
"""What tables are about (:attr:`Game.goal`)."""
_PROVES = {"each-owner": (Status.ALIVE,), "each-attacker": (Status.DEAD,)}


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Game:
    """The axes of hypothetical play that a table depends on."""

    ko: str
    """``none``, ``basic``, ``each`` (pass before each retake), ``all`` (one pass for all kos), ``both`` (one
    pass for both sides), ``capture`` (pass before each capture); ``each-owner`` and ``each-attacker``: that
    side passes before each retake, bans on the other last for one turn."""
    goal: str
    """What the attacker is after, but for the second.

    ``captured`` once; ``settled``: the owner reaches two passes in a row; finally ``owned``; ``renewed``:
    captured with no new stone that stays on its points; ``anew``: with none that stays in the locale;
    ``swept``: captured, and no stone of the owner's stays anywhere, old ones neither.
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
        return "enabled" if self.goal in ("renewed", "swept", "anew") else self.goal


SWEPT_POINTS = 12
"""Up to so many points there are tables of ``swept``, which have a state for each point more."""
RENEWED_POINTS = 9
"""Up to so many points there are tables of ``renewed`` unasked: one for each shape, dearer than others."""
ANEW_POINTS = 9
"""Up to so many points there are tables of ``anew``, in which every stone of the owner is old or new."""

SEIZED = Game("none", "captured", False)
"""The attacker takes the unit although every retake is allowed: so under every ko rule."""
SAFE = Game("none", "settled", False)
"""The owner comes to two passes although every retake is allowed: so under every ko rule."""
ANY_KO = (SEIZED, SAFE)
"""The two relaxations that bound all ko rules, superko among them (docs/atlas.md)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """A game of which verdicts under a ruleset are read: its ko rule, how cycles are judged, and for whom."""

    ko: str
    prisoners: bool
    proves: tuple[Status, ...] = (Status.ALIVE, Status.DEAD)
    """Verdicts that hold under the ruleset. Where a ko rule stands for another it is hard on one side."""

    def game(self, goal: str) -> Game:
        """Return the game with a goal."""
        return Game(self.ko, goal, self.prisoners)


def plays(ruleset: Ruleset) -> tuple[Played, ...]:
    """Return the games of which verdicts under *ruleset* are read; none if no table has anything to say."""
    threats = (ruleset["owner_threats"], ruleset["attacker_threats"]) != ("0", "0")
    cycle = ruleset["cycle"]
    if ruleset["end"] != "never" or threats or cycle == "draw" or ruleset["ko"] not in _KO:
        return ()
    both = (Status.ALIVE, Status.DEAD)
    prisoners = cycle.startswith("prisoners")
    return tuple(Played(ko, prisoners, _PROVES.get(ko, both)) for ko in _KO[ruleset["ko"]])


def _goals(ruleset: Ruleset, points: int, renewed: bool) -> tuple[str, ...]:
    """What tables of a ruleset are about, on a board with so many points."""
    aim = ruleset["dead_means"]
    if aim == "finally owned":
        return ("captured", "owned") if ruleset["cycle"] == "prisoners then ownership" else ("captured",)
    if aim not in ENABLING:
        return ("captured",)
    goals = ["captured"]
    if points > ANEW_POINTS:
        goals += ["swept"] if points <= SWEPT_POINTS else []
    elif aim != ENABLING[0]:
        goals.append("anew")
    if points <= (SWEPT_POINTS if renewed else RENEWED_POINTS) and aim != ENABLING[-1]:
        goals.append("renewed")
    return tuple(goals)


def games_for(rulesets: Iterable[Ruleset], points: int, *, renewed: bool = False) -> tuple[Game, ...]:
    """Return the games of which an atlas has tables of boards with so many points, the small ones first."""
    found = set(ANY_KO)
    for ruleset in rulesets:
        goals = _goals(ruleset, points, renewed)
        found |= {played.game(goal) for played in plays(ruleset) for goal in goals}
    return tuple(sorted(found, key=lambda game: (not game.by_points, game)))


def is_exact(ruleset: Ruleset) -> bool:
    """Whether tables of small boards alone decide every unit under *ruleset*."""
    return len(plays(ruleset)) == 1


def refuse(ruleset: Ruleset) -> None:
    """Refuse a ruleset for which there is no atlas.

    Raises:
        InputError: its walls are found by search, or what a new stone is depends on the play.
    """
    if ruleset["walls"] == "independent":
        raise InputError(
            f"ruleset {ruleset.id}: walls = 'independent' are found by search for one position at a time; an"
            " atlas needs 'unconditional' or 'board'"
        )
    if ruleset["dead_means"] == INSIDE:
        raise InputError(
            f"ruleset {ruleset.id}: dead_means = {INSIDE!r}: an atlas has no tables for it; use 'no new stone"
            " on its points', 'nearby' or 'anywhere'"
        )
