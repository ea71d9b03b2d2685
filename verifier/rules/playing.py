"""The axes of ordinary play: how a game goes, how it ends and what is counted when it is played out.

They stand apart from the axes of hypothetical play in :mod:`verifier.rules.axes`. A ruleset file has a
section ``[play.NAME]`` for these, a section ``[axes.NAME]`` for those, or both.
"""

import dataclasses
import functools
from collections.abc import Mapping
from typing import Self

from verifier.errors import InputError
from verifier.rules.axes import Axis
from verifier.rules.ruleset import AxisValues, Ruleset, check_id, digest_of

__all__ = ["PLAY_AXES", "SOLVED", "PlayRules"]

_ALL = (
    Axis("moves", "What is a move?", {
        "alternate": "In turn, a stone on an empty point or a pass.",
    }),
    Axis("capture", "What does a play take?", {
        "opponent first": "The opposing chains without liberties; then, where suicide is allowed, its own.",
    }),
    Axis("suicide", "May a play leave the player's own chain without liberties?", {
        "forbidden": "No.",
        "allowed": "Yes; the chain is taken off and counts as prisoners.",
        "several stones": "Yes, if more than the stone played is taken off.",
    }),
    Axis("ko", "Is there a rule for a single ko of its own?", {
        "basic": "A stone that took one stone and stands alone with one liberty may not be retaken next turn;"
        " any move, a pass too, lifts the ban.",
        "none": "No; repetition rules do its work.",
    }),
    Axis("repetition", "What of a play that makes a board (the stones alone) that there was before?", {
        "no rule": "Nothing: play may go on for ever.",
        "no result": "If the side to move and the ko ban are the same too, the game ends without result.",
        "prisoner balance": "If it was there three or more moves before, whoever lost more stones since"
        " then loses; if equal, the game is a draw.",
        "prisoner balance, else the player loses": "The same, but if equal the player who made it loses.",
        "positional": "It is forbidden.",
        "positional on captures": "It is forbidden if the play takes a stone.",
        "situational": "It is forbidden if the side to move was the same too.",
        "natural situational": "It is forbidden if a play of the same player made that board before.",
        "no result the third time": "If the side to move and marked stones are the same too, and it was so"
        " twice since the last pass, the game ends without result.",
        "no result if agreed": "The players may agree that the game ends without result.",
        "no result if neither yields": "If the side to move is the same too and no pass lies between, either"
        " player may state that neither yields, and the game ends without result.",
    }),
    Axis("ko_pass_pass", "May two passes follow the capture of a ko?", {
        "allowed": "Yes.",
        "forbidden": "No: after a ko capture and a pass the side that captured may not pass.",
    }),
    Axis("stop", "What do passes in a row end?", {
        "two end": "Two end the game.",
        "two end after the first": "The first pass of the game ends nothing. After it two in a row end the"
        " game.",
        "two stop, two more end": "The first two in a row are a provisional end. Play goes on, and then two"
        " in a row end the game.",
        "two stop, four end": "Two are a stop, from which the players may go on; four end the game.",
        "four end": "Four end the game; fewer do nothing.",
        "two stop": "Two stop the game. It goes on only if a player asks for it, and then his opponent moves"
        " first. However many never end it.",
        "two end a phase": "Two end a phase of the game, and so does one by a side that passed before in this"
        " phase on the same board with the same side to move and the same marks.",
        "nothing": "Nothing, however many.",
    }),
    Axis("encore", "Does play go on after the main phase? A file that does not say means `none`.", {
        "none": "No.",
        "two cleanup phases": "Twice. A capture in a ko marks its stone; it is not retaken until the other"
        " side spends a turn on taking the mark off, nor is the same ko taken twice on one board. In the"
        " second phase each move is worth a point. Marks are gone when a phase begins.",
    }, "none"),
    Axis("agreement", "May the players end a game by agreeing on dead stones and seki?", {
        "none": "No.",
        "at a stop": "Yes, when two passes in a row have just stopped play.",
        "at any time": "Yes, whenever both hold it to be over.",
    }),
    Axis(
        "deadlock",
        "What if the players neither agree on the end nor play on? A file that does not say means `no rule`.",
        {
            "no rule": "The rules do not say.",
            "both lose": "Both lose, once play has stopped.",
            "all live": "The game ends, and all stones on the board live.",
        },
        "no rule",
    ),
    Axis("pass_price", "What does a pass cost?", {
        "nothing": "Nothing.",
        "a stone": "A prisoner to the opponent.",
        "a stone after the stop": "Nothing until two passes first stopped play, then a prisoner.",
    }),
    Axis("last_pass", "Does the pass that ends the game cost as much as others?", {
        "paid": "Yes.",
        "free for the first mover after the stop": "No, if that pass is made by the side that moved first"
        " after the first stop: both then made as many plays.",
    }),
    Axis("returned", "Is a last pass that would be free given back at an agreed end as well? A file that does"
         " not say means `yes`.", {
        "yes": "Yes.",
        "no": "No: only the pass of a complete end is free.",
    }, "yes"),
    Axis("last_passer", "Who may end the game by a pass?", {
        "either": "Either side.",
        "the second player": "Only the second player of the game, so that both had as many turns; the other"
        " side's pass is answered by one more.",
        "White": "White: if the last pass before the end, agreed or not, is Black's, she passes once more.",
    }),
    Axis(
        "first_pass",
        "What is the first pass of the game worth? A file that does not say means `nothing`.",
        {
            "nothing": "Nothing.",
            "half a point to White": "If White makes it, half a point is taken from Black's score and added"
            " to hers.",
        },
        "nothing",
    ),
    Axis("no_move", "What of a side that has no legal move?", {
        "loses": "It loses.",
    }),
    Axis("illegal_move", "What of an illegal move?", {
        "refused": "It is taken back.",
        "loses": "The player loses.",
        "a pass": "It is taken back and counts as a pass.",
    }),
    Axis(
        "displaced",
        "What if stones were moved and cannot be put back? A file that does not say means `no rule`.",
        {
            "no rule": "The rules do not say.",
            "no result": "The game ends without result.",
            "both lose": "Both lose.",
        },
        "no rule",
    ),
    Axis("dead", "Which stones are dead at the end? A file that does not say means `named`.", {
        "named": "Those that both name at an agreed end. At any other end all stones on the board live.",
        "named at every end": "Those that both name, whatever ended the game.",
        "judged": "Those that are dead under the section `[axes]` of the same file, which also says what is"
        " territory, unless both name others.",
    }, "named"),
    Axis("seki", "Which stones surround no territory, though only one side touches the empty points?", {
        "none": "None: such points always count.",
        "has dame": "Chains next to dame, and those that share empty points with them.",
        "capturable": "Chains that the opponent could take if the owner passed for ever.",
        "no independent life": "Those that can reach dame or a chain of theirs in atari without crossing"
        " stones of the other side.",
    }),
    Axis("wasted", "Which stones played after the stop are taken from the score?", {
        "none": "None.",
        "in seki": "Those in a seki.",
        "in seki or towards the opponent": "Those too that touch an opposing stone or dame, or are connected"
        " to such a stone by stones played after the stop.",
    }),
    Axis("score", "What is compared?", {
        "territory minus own prisoners": "Territory, less the own stones lost (captured and given for passes)"
        " and less wasted stones.",
        "territory plus prisoners": "Territory and the opposing stones taken.",
        "area": "Stones on the board and territory.",
        "stones": "Stones on the board.",
        "prisoners": "Opposing stones taken and given for passes.",
        "territory, prisoners and cleanup": "Territory, the opposing stones taken and the moves made in the"
        " second cleanup phase, less own stones in seki that were played in that phase.",
    }),
)

PLAY_AXES: Mapping[str, Axis] = {axis.name: axis for axis in _ALL}
"""All axes of ordinary play by name, in the order of a ruleset file."""

SOLVED: Mapping[str, tuple[str, ...]] = {
    "suicide": ("forbidden", "allowed"),
    "repetition": (
        "no rule", "no result", "prisoner balance", "prisoner balance, else the player loses", "positional",
        "positional on captures", "situational", "natural situational",
    ),
    "stop": ("two end", "two stop, two more end", "two stop, four end", "two end after the first"),
    "agreement": ("none", "at a stop"),
    "encore": ("none",),
    "deadlock": ("no rule",),
    "last_passer": ("either", "the second player"),
    "illegal_move": ("refused", "loses"),
    "displaced": ("no rule",),
    "dead": ("named",),
    "seki": ("none", "has dame", "capturable"),
    "score": (
        "territory minus own prisoners", "territory plus prisoners", "area", "stones", "prisoners",
    ),
}  # fmt: skip
"""The values that the exact solver of endings plays; of axes that are not named here, all."""


@dataclasses.dataclass(frozen=True)
class PlayRules(AxisValues):
    """A value for each axis of :data:`PLAY_AXES`. Compares by these values alone.

    Raises:
        InputError: an axis is missing, unknown or has a value that is not allowed, or two values
            contradict each other. An axis that has a default may be missing.
    """

    units: Ruleset | None = dataclasses.field(default=None, compare=False, repr=False)
    """How units are judged where ``dead = 'judged'``: the section ``[axes]`` of the same file."""

    def __post_init__(self) -> None:
        check_id(self.id, 2000)
        defaults = {name: axis.default for name, axis in PLAY_AXES.items() if axis.default is not None}
        given = {**defaults, **dict(self.values)}
        for name, axis in PLAY_AXES.items():
            if given.get(name) not in axis.values:
                allowed = ", ".join(repr(value) for value in axis.values)
                raise InputError(f"ruleset {self.id}: play.{name} = {given.get(name)!r}: allowed: {allowed}")
        for name in given:
            if name not in PLAY_AXES:
                raise InputError(f"ruleset {self.id}: play.{name}: unknown; use {', '.join(PLAY_AXES)}")
        reason = _conflict(given)
        if reason:
            raise InputError(f"ruleset {self.id}: {reason}")
        object.__setattr__(self, "values", tuple((name, given[name]) for name in PLAY_AXES))

    def with_values(self, **changes: str) -> Self:
        """Return rules that differ in the given axes; citations of these axes are dropped."""
        return dataclasses.replace(super().with_values(**changes), units=self.units)

    @functools.cached_property
    def said(self) -> dict[str, str]:
        """The values that a file has to say: all but those that are the default of their axis."""
        return {name: value for name, value in self.values if value != PLAY_AXES[name].default}

    @functools.cached_property
    def digest(self) -> str:
        """SHA-256 over :attr:`said`, so that rules keep their digest when an axis is added."""
        return digest_of(self.said)

    @property
    def unsolved(self) -> str | None:
        """Why the exact solver and the checker of its proofs do not know these rules; None if they do."""
        for name, value in self.values:
            if value not in SOLVED.get(name, PLAY_AXES[name].values):
                return f"play.{name} = {value!r} is not known to the exact solver"
        if self["repetition"] == "positional on captures" and self["suicide"] == "allowed":
            # Suicide brings earlier boards back and takes nothing, so play may go on for ever.
            beside = f"play.repetition = {self['repetition']!r}"
            return f"play.suicide = 'allowed' beside {beside} is not known to the exact solver"
        return None

    def article(self, axis: str) -> str:
        """The article that fixes the value of *axis*, or the value itself where none is cited."""
        return self.citations[axis].article if axis in self.citations else f"{axis} = {self[axis]}"


_CLEANUP = {
    "encore": "two cleanup phases",
    "repetition": "no result the third time",
    "stop": "two end a phase",
    "seki": "no independent life",
    "score": "territory, prisoners and cleanup",
    "suicide": "forbidden",
    "ko": "basic",
    "ko_pass_pass": "allowed",
    "agreement": "none",
    "deadlock": "no rule",
    "pass_price": "nothing",
    "last_pass": "paid",
    "last_passer": "either",
    "dead": "named",
    "wasted": "none",
}
"""What a game with cleanup phases is written down for."""
_CLEANUP_ALONE = ("encore", "repetition", "stop", "seki", "score")
"""The axes whose value in it has no meaning elsewhere."""
_JUDGED = ("territory plus prisoners", "area")


def _conflict(values: Mapping[str, str]) -> str | None:
    """Return why a combination of values makes no sense, or None."""
    if any(values[axis] == _CLEANUP[axis] for axis in _CLEANUP_ALONE):
        for axis, value in _CLEANUP.items():
            if values[axis] != value:
                return f"{axis} = {values[axis]!r}: a game with cleanup phases is played with {value!r} only"
        return None
    stop = f"stop = {values['stop']!r}"
    ends = values["stop"] in ("two end", "two end after the first")
    if ends and values["agreement"] == "at a stop":
        return f"agreement = 'at a stop' with {stop}: there is no stop"
    if ends and values["pass_price"] == "a stone after the stop":
        return f"pass_price = 'a stone after the stop' with {stop}: there is no play after the stop"
    if ends and values["last_pass"] != "paid":
        return f"last_pass names the first mover after the stop, and {stop} knows none"
    if ends and values["wasted"] != "none":
        return f"wasted stones are played after the stop, and {stop} knows none"
    if values["first_pass"] != "nothing" and values["stop"] != "two end after the first":
        return f"first_pass = {values['first_pass']!r} is played with stop = 'two end after the first' only"
    if values["stop"] != "two end" and values["last_passer"] == "the second player":
        return "last_passer = 'the second player' is played with stop = 'two end' only"
    if values["last_passer"] == "White" and values["stop"] != "two stop, four end":
        return "last_passer = 'White' is played with stop = 'two stop, four end' only"
    unstopped = values["stop"] in ("four end", "nothing")
    if unstopped and values["agreement"] == "at a stop":
        return f"agreement = 'at a stop' with stop = {values['stop']!r}: there is no stop"
    if unstopped or values["stop"] == "two stop":
        if values["pass_price"] == "a stone after the stop" or values["last_pass"] != "paid":
            return f"pass_price and last_pass: stop = {values['stop']!r} has no play after a provisional end"
        if values["wasted"] != "none":
            return f"wasted stones are played after a provisional end; stop = {values['stop']!r} has none"
    if values["stop"] in ("nothing", "two stop") and values["agreement"] == "none":
        return f"stop = {values['stop']!r} with agreement = 'none': no game would end"
    if values["deadlock"] != "no rule" and values["agreement"] == "none":
        return f"deadlock = {values['deadlock']!r}: with agreement = 'none' there is nothing to agree on"
    if values["deadlock"] == "both lose" and values["stop"] != "two stop":
        return "deadlock = 'both lose' is for a stopped game; use stop = 'two stop'"
    if values["dead"] == "judged" and (values["score"] not in _JUDGED or values["seki"] != "none"):
        return (
            "dead = 'judged' takes territory from the section [axes]; use seki = 'none' and"
            f" score = {' or '.join(map(repr, _JUDGED))}"
        )
    if values["wasted"] != "none" and values["score"] != "territory minus own prisoners":
        return "wasted stones are taken from score = 'territory minus own prisoners' only"
    return None
