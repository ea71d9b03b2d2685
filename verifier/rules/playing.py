"""The axes of ordinary play: how a game goes, how it ends and what is counted when it is played out.

They stand apart from the axes of hypothetical play in :mod:`verifier.rules.axes`. A ruleset file has a
section ``[play.NAME]`` for these, a section ``[axes.NAME]`` for those, or both.
"""

import dataclasses
from collections.abc import Mapping

from verifier.errors import InputError
from verifier.rules.axes import Axis
from verifier.rules.ruleset import AxisValues

__all__ = ["PLAY_AXES", "PlayRules"]

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
    }),
    Axis("ko_pass_pass", "May two passes follow the capture of a ko?", {
        "allowed": "Yes.",
        "forbidden": "No: after a ko capture and a pass the side that captured may not pass.",
    }),
    Axis("stop", "What do passes in a row end?", {
        "two end": "Two end the game.",
        "two stop, two more end": "The first two in a row are a provisional end. Play goes on, and then two"
        " in a row end the game.",
        "two stop, four end": "Two are a stop, from which the players may go on; four end the game.",
    }),
    Axis("agreement", "May the players end a stopped game by agreeing on dead stones and seki?", {
        "none": "No.",
        "at a stop": "Yes, when two passes in a row have just stopped play.",
    }),
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
    Axis("last_passer", "Who may end the game by a pass?", {
        "either": "Either side.",
        "the second player": "Only the second player of the game, so that both had as many turns; the other"
        " side's pass is answered by one more.",
    }),
    Axis("no_move", "What of a side that has no legal move?", {
        "loses": "It loses.",
    }),
    Axis("illegal_move", "What of an illegal move?", {
        "refused": "It is taken back.",
        "loses": "The player loses.",
    }),
    Axis("seki", "Which stones surround no territory, though only one side touches the empty points?", {
        "none": "None: such points always count.",
        "has dame": "Chains next to dame, and those that share empty points with them.",
        "capturable": "Chains that the opponent could take if the owner passed for ever.",
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
    }),
)

PLAY_AXES: Mapping[str, Axis] = {axis.name: axis for axis in _ALL}
"""All axes of ordinary play by name, in the order of a ruleset file."""


@dataclasses.dataclass(frozen=True)
class PlayRules(AxisValues):
    """A value for each axis of :data:`PLAY_AXES`. Compares by these values alone.

    Raises:
        InputError: an axis is missing, unknown or has a value that is not allowed, or two values
            contradict each other.
    """

    def __post_init__(self) -> None:
        given = dict(self.values)
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

    def article(self, axis: str) -> str:
        """The article that fixes the value of *axis*, or the value itself where none is cited."""
        return self.citations[axis].article if axis in self.citations else f"{axis} = {self[axis]}"


def _conflict(values: Mapping[str, str]) -> str | None:
    """Return why a combination of values makes no sense, or None."""
    ends = values["stop"] == "two end"
    if ends and values["agreement"] != "none":
        return "agreement = 'at a stop' with stop = 'two end': there is no stop"
    if ends and values["pass_price"] == "a stone after the stop":
        return "pass_price = 'a stone after the stop' with stop = 'two end': there is no play after the stop"
    if ends and values["last_pass"] != "paid":
        return "last_pass names the first mover after the stop, and stop = 'two end' knows none"
    if ends and values["wasted"] != "none":
        return "wasted stones are played after the stop, and stop = 'two end' knows none"
    if not ends and values["last_passer"] != "either":
        return "last_passer = 'the second player' is played with stop = 'two end' only"
    if values["wasted"] != "none" and values["score"] != "territory minus own prisoners":
        return "wasted stones are taken from score = 'territory minus own prisoners' only"
    return None
