"""The axes on which rulesets differ, and the values that the program can play.

Semantics section 5 lists more values; a value is added here when the play layer has a game
for it, so that a ruleset file can never ask for a rule that is silently ignored.
"""

import dataclasses
from collections.abc import Mapping
from typing import Protocol

__all__ = [
    "ADDED",
    "AXES",
    "BOTH_SIDES",
    "EACH_CAPTURE",
    "ENABLING",
    "NAMED",
    "ONCE_FOR_EACH",
    "ONE_FOR_ALL",
    "ONE_PASS",
    "PASS_FOR_KO",
    "PLAYED",
    "Axis",
    "compensation",
    "conflict",
    "unjudged",
]

COUNTED = ("territory", "ko_points", "seki", "score", "handicap")
"""The axes that are about counting alone."""

BOTH_SIDES = "one pass for both sides"
"""The value of the axis ``ko`` under which a pass lifts the bans of the other side too."""

EACH_CAPTURE = "pass before each capture"
"""The value of the axis ``ko`` under which a ban is on every capture on its point."""

ONCE_FOR_EACH = "pass once for each ko"
"""The value of the axis ``ko`` under which a side passes for a ko once, and for good."""

ONE_FOR_ALL = "one pass for all kos"
"""The value of the axis ``ko`` under which each pass lifts all bans of the side that passes."""

PASS_FOR_KO = (
    "pass before each retake",
    ONCE_FOR_EACH,
    ONE_FOR_ALL,
    BOTH_SIDES,
    EACH_CAPTURE,
)
"""Values of the axis ``ko`` under which a ban lasts until a pass (docs/games.md)."""

NAMED = ("pass before each retake", ONCE_FOR_EACH, EACH_CAPTURE)
"""Those of them under which a pass is for one ko, which it names."""

ONE_PASS = (ONE_FOR_ALL, BOTH_SIDES)
"""Those of them under which one pass lifts all bans of the side that passes."""

INSIDE = "no new stone inside"
"""The value of the axis ``dead_means`` under which chains of the attacker that stand end the scope."""

ENABLING = ("no new stone on its points", INSIDE, "no new stone nearby", "no new stone anywhere")
"""Values of the axis ``dead_means`` that let the owner lose the unit if that enables a new stone; the larger
scopes last."""


@dataclasses.dataclass(frozen=True, slots=True)
class Axis:
    """One question that a rule text answers, with the answers that are implemented."""

    name: str
    question: str
    values: Mapping[str, str]
    """Allowed value -> its meaning in one sentence."""
    default: str | None = None
    """What a file means that does not name the axis; None if it has to."""


class SupportsAxes(Protocol):
    """Something that has a value for each axis: a ruleset, or a mapping."""

    def __getitem__(self, axis: str, /) -> str:
        """The value on an axis."""


_THREATS = {
    "0": "None: no ban on a retake is ever lifted by one.",
    "1": "One: he may retake in a ko once although that is forbidden.",
    **{str(count): f"So many retakes: {count}." for count in (2, 3, 4)},
    "unlimited": "One for every ko: no retake is ever forbidden to him.",
}

_ALL = (
    Axis("suicide", "May a play leave the player's own chain without liberties?", {
        "forbidden": "No.",
        "allowed": "Yes; the chain is taken off. No hypothetical play is written down with it: such a ruleset"
        " counts areas with given dead stones, and its units are not judged.",
    }),
    Axis("ko", "Which retake is forbidden in ordinary play and in hypothetical play?", {
        "basic": "The retake of a single ko stone on the very next turn; any play or pass lifts the ban.",
        "pass before each retake": "A retake in a ko, until the side passes for it; each take bans anew.",
        ONCE_FOR_EACH: "A retake in a ko, until the side passes for that ko; from then on as under"
        " `basic`.",
        ONE_FOR_ALL: "A retake in a ko, until the side passes; a pass counts for all kos at once.",
        BOTH_SIDES: "A retake in a ko, until a side that is under such a ban passes; that lifts all bans,"
        " those on the other side too.",
        EACH_CAPTURE: "Every capture on the point of a stone taken in a ko, of more than one stone too, until"
        " the side passes for it or the point is filled; each take bans anew.",
        "none": "None (it bounds the games with a ko rule; no rule text has it).",
    }),
    Axis(
        "owner_threats",
        "How many ko threats has the owner of the unit outside the fight? A file that does not say means 0.",
        _THREATS,
        "0",
    ),
    Axis(
        "attacker_threats",
        "How many ko threats has the other side outside the fight? A file that does not say means 0.",
        _THREATS,
        "0",
    ),
    Axis("first_move", "Who moves first in hypothetical play for a unit?", {
        "owner": "The owner of the unit.",
        "attacker": "The other side.",
    }),
    Axis("end", "When does hypothetical play end?", {
        "never": "Passes never end it; it stops at the first repeated state.",
        "two passes": "At the second pass in a row; a pass that lifts a ko ban does not count.",
    }),
    Axis("dead_means", "What must the attacker achieve?", {
        "finally owned": "A point of the unit belongs to him in the end.",
        "captured once": "The unit is captured at some time.",
        "no new stone on its points": "The unit is captured, and no new stone of its owner stays on its"
        " points.",
        INSIDE: "The unit is captured, and no new stone of its owner stays on any point that is connected to"
        " it without crossing living stones of his, or chains of the attacker that stand from first to last.",
        "no new stone nearby": "The unit is captured, and no new stone of its owner stays on any point"
        " that is connected to it without crossing living stones of his (local-2).",
        "no new stone anywhere": "The unit is captured, and no new stone of its owner stays in the locale.",
    }),
    Axis("cycle", "Who wins when hypothetical play repeats a state?", {
        "prisoners then ownership": "Whoever lost fewer prisoners in the cycle; if equal, the attacker"
        " iff he owned some point of the unit in every state of the cycle.",
        "prisoners then aim": "Whoever lost fewer prisoners in the cycle; if equal, the attacker iff the unit"
        " was captured and no new stone that counts stays through the cycle.",
        "aim": "The attacker iff the unit was captured and no new stone that counts stays through the cycle.",
        "prisoners": "Whoever lost fewer prisoners in the cycle; if equal, the owner.",
        "alive": "The owner.",
        "draw": "Nobody: a unit that neither side can settle is drawn.",
    }),
    Axis("walls", "Which chains does hypothetical play treat as uncapturable?", {
        "assumed": "The chains of a crop that touch its outside.",
        "unconditional": "Those, and the chains that live even if their owner always passes.",
        "independent": "Those, and chains that their owner is proved to keep by answering every play in an"
        " area of their own, which play for the unit does not enter; the verdict names them.",
        "board": "Those of a crop that touch its outside; play is anywhere, not only in the locale.",
    }),
    Axis("territory", "What is territory?", {
        "enclosed by living stones": "A region of empty points and dead stones that touches living stones"
        " of one side only and holds no dead stone of that side.",
    }),
    Axis("ko_points", "Does the mouth of a ko between living stones of both sides count?", {
        "excluded": "No.",
        "counted": "Yes.",
    }),
    Axis("seki", "Which living stones surround no territory?", {
        "no concept": "None: what living stones enclose is territory, whatever else they touch.",
        "has dame": "Those next to a dame (an area that is nobody's), and those that enclose an area together"
        " with such stones.",
        "has dame or atari": "Those in atari as well.",
        "capturable": "Those that the other side could take if their owner passed for ever.",
    }),
    Axis("score", "What is compared at the end?", {
        "territory and prisoners": "Territory plus prisoners, the dead stones in territory included.",
        "area": "Territory and living stones.",
    }),
    Axis(
        "handicap",
        "How many points does White receive for two handicap stones or more? A file that does not say means"
        " `none`.",
        {
            "none": "None.",
            "a point for each stone": "As many as there are handicap stones.",
            "a point for each stone but the first": "One less than there are handicap stones.",
        },
        "none",
    ),
)

AXES: Mapping[str, Axis] = {axis.name: axis for axis in _ALL}
"""All axes by name, in the order of a ruleset file."""

PLAYED = tuple(name for name in AXES if name not in COUNTED)
"""The axes that hypothetical play may depend on: all but those about counting."""


ADDED = ("handicap",)
"""Axes that came after the first certificates. At its default such an axis is not written into one, nor into
the digest of a ruleset: rulesets that do not need it stay what they were."""


def compensation(values: SupportsAxes, stones: int) -> int:
    """Return how many points White receives for a number of handicap stones. One stone is none."""
    if stones < 2 or values["handicap"] == "none":
        return 0
    return stones if values["handicap"] == "a point for each stone" else stones - 1


def unjudged(values: SupportsAxes) -> str | None:
    """Return in one sentence why units are not judged under these values, or None if they are.

    Such values may stand in a ruleset: its counting can be used with given dead stones.
    """
    if values["suicide"] == "allowed":
        return "suicide is allowed, and no hypothetical play with suicide is written down"
    return None


def conflict(values: Mapping[str, str]) -> str | None:
    """Return in one sentence why a combination of axis values has no game, or None if it has one."""
    cycle, aim = values["cycle"], values["dead_means"]
    threats = next((axis for axis in ("owner_threats", "attacker_threats") if values[axis] != "0"), None)
    if threats and (values["ko"] != "basic" or aim in ENABLING):
        return f"ko threats are written down for ko = 'basic' and without enabled stones; use {threats} = '0'"
    if values["ko"] in PASS_FOR_KO and (values["end"] != "never" or cycle == "draw"):
        return f"ko = {values['ko']!r} is written down for end = 'never' and decided cycles only"
    if values["walls"] == "independent" and (
        values["ko"] in PASS_FOR_KO or aim in ENABLING or cycle == "draw"
    ):
        return (
            "walls = 'independent' is written down for games that remember nothing and for decided cycles"
            " only; use walls = 'unconditional'"
        )
    if aim in ENABLING:
        if cycle not in ("prisoners then aim", "aim") or values["end"] != "never":
            return f"dead_means = {aim!r} needs cycle = 'prisoners then aim' or 'aim', and end = 'never'"
        return None
    if cycle in ("prisoners then aim", "aim"):
        return f"cycle = {cycle!r} is about stones that a capture enables, and dead_means = {aim!r} is not"
    if values["end"] == "two passes" or cycle == "prisoners then ownership":
        return None
    if values["dead_means"] == "finally owned":
        return (
            f"cycle = {cycle!r} with end = 'never' and dead_means = 'finally owned' leaves"
            " passing for ever without a result; use end = 'two passes'"
        )
    if cycle == "draw":
        return "cycle = 'draw' with end = 'never' makes every life a draw; use end = 'two passes'"
    return None
