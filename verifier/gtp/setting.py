"""The ruleset of a session: how life and death are judged, and what is a legal move.

A ruleset of the package says either how units are judged or how the game is played out. What the other
part needs is added here: rules of play for the first kind, and for the second that all stones live.
"""

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from verifier.datafiles import read_data
from verifier.errors import InputError
from verifier.jobs.audit.katago_rules import katago_rules
from verifier.rules import PlayRules, Ruleset, builtin_names, load_ruleset
from verifier.rules.loader import load_play_rules, play_names, sections

__all__ = ["KATA_NAMES", "PLAYED_AS", "Setting", "closest", "kata_rules", "load_setting"]


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """A ruleset by which a session plays and judges."""

    id: str
    title: str
    judged: Ruleset | None
    """How units are judged; None where life and death are played out."""
    played: PlayRules
    """Which moves are legal; where nothing is judged also how the board is counted."""


# suicide, ko, repetition
_BASIC = ("forbidden", "basic", "no rule")
PLAYED_AS: Mapping[str, tuple[str, str, str]] = {
    "tromp-taylor-settled": ("allowed", "none", "positional"),
}
"""Suicide, ko and repetition in ordinary play under rulesets whose file has no section ``[play]``; all others
forbid suicide and the retake of a single ko, and nothing else."""

_REST = {
    "moves": "alternate",
    "capture": "opponent first",
    "ko_pass_pass": "allowed",
    "stop": "two end",
    "agreement": "none",
    "pass_price": "nothing",
    "last_pass": "paid",
    "last_passer": "either",
    "no_move": "loses",
    "illegal_move": "refused",
    "seki": "none",
    "wasted": "none",
}

_BONUSES = {"none": "0", "a point for each stone": "N", "a point for each stone but the first": "N-1"}
"""What White gets for handicap stones, in KataGo's words."""

KATA_NAMES: Mapping[str, str] = {
    "tromp-taylor": "tromp-taylor",
    "chinese": "chinese2002",
    "chinese-ogs": "chinese2002",
    "chinese-kgs": "chinese2002",
    "japanese": "japanese1989",
    "korean": "korean",
    "stone-scoring": "jungo",
    "aga": "aga",
    "bga": "bga",
    "new-zealand": "new-zealand",
    "aga-button": "aga",
}
"""The names of KataGo for rules, and the closest ruleset."""


def load_setting(name: str) -> Setting:
    """Return the setting for a ruleset: an id, one with changes in brackets, or the path of a file.

    Raises:
        InputError: there is no such ruleset, or its file breaks the schema.
    """
    if name in play_names() and name not in builtin_names():
        rules = load_play_rules(name)
        return Setting(rules.id, rules.title, None, rules)
    if name not in builtin_names() and not name.endswith("]"):
        found = sections(*read_data("encodings", "ruleset", name, (*builtin_names(), *play_names())))
        if "play" in found:
            rules = load_play_rules(name)
            if rules["encore"] != "none":
                raise InputError(f"{name}: play.encore: a controller knows no cleanup phases; use play-out")
            judged = load_ruleset(name) if "axes" in found else None
            return Setting(rules.id, rules.title, judged, rules)
    ruleset = load_ruleset(name)
    return Setting(ruleset.id, ruleset.title, ruleset, _played(ruleset))


def _played(ruleset: Ruleset) -> PlayRules:
    known = ruleset.id.partition("[")[0]
    for text in (known, ruleset.document):
        if text in play_names() and text in builtin_names():
            # The same text read in another way, which is about hypothetical play alone.
            played = load_play_rules(text)
            if played["encore"] != "none":
                break  # a controller knows no phases; the main phase is played
            return dataclasses.replace(played, id=ruleset.id, title=ruleset.title, units=None)
    suicide, ko, repetition = PLAYED_AS.get(known, PLAYED_AS.get(ruleset.document, _BASIC))
    score = "area" if ruleset["score"] == "area" else "territory plus prisoners"
    values = {**_REST, "suicide": suicide, "ko": ko, "repetition": repetition, "score": score}
    # What the file cites for hypothetical play holds for ordinary play where the value is the same.
    cited = {axis: ruleset.citations[axis] for axis in ("suicide", "ko")
             if axis in ruleset.citations and ruleset[axis] == values[axis]}  # fmt: skip
    return PlayRules(ruleset.id, tuple(values.items()), ruleset.title, ruleset.source, cited)


def kata_rules(setting: Setting) -> dict[str, Any]:
    """Return the setting in KataGo's terms, as far as these reach, and its id."""
    played, judged = setting.played, setting.judged
    superko = {"positional": "POSITIONAL", "positional on captures": "POSITIONAL"}
    repetition = played["repetition"]
    ko = "SITUATIONAL" if "situational" in repetition else superko.get(repetition, "SIMPLE")
    stones = played["score"] == "stones"
    no_eyes_in_seki = judged["seki"] != "no concept" if judged else played["seki"] != "none"
    return {
        "hasButton": False,
        "ko": ko,
        "scoring": "AREA" if stones or played["score"] == "area" else "TERRITORY",
        "suicide": played["suicide"] != "forbidden",
        "tax": "ALL" if stones else "SEKI" if no_eyes_in_seki else "NONE",
        "whiteHandicapBonus": _BONUSES[judged["handicap"] if judged else "none"],
        "shikatsu-ruleset": setting.id,
    }


def closest(text: str) -> str:
    """Return the ruleset closest to what ``kata-set-rules`` was given: a name, or KataGo's rules in words.

    These are JSON, or short as in ``koSIMPLEscoreAREA``, with ``ko`` and ``scoring`` at least. What they
    leave out is as in KataGo.

    Raises:
        InputError: it is none of them, or names what KataGo does not know.
    """
    if known := KATA_NAMES.get(text.strip().casefold()):
        return known
    if named := _answered(text):
        return named
    parts = katago_rules(text.strip())
    if parts is None:
        raise InputError(
            f"rules {text[:60]!r}: use one of {', '.join(KATA_NAMES)}, or rules in KataGo's words, with ko"
            " and scoring at least; shikatsu-ruleset takes other names"
        )
    wanted = {
        "scoring": parts["score"],
        "tax": parts.get("tax", "SEKI" if parts["score"] == "TERRITORY" else "NONE"),
        "ko": parts["ko"],
        "suicide": parts.get("sui") == "1",
        "whiteHandicapBonus": parts.get("whb", "0"),
    }

    def likeness(name: str) -> list[bool]:
        has = kata_rules(load_setting(name))
        return [has[key] == value for key, value in wanted.items()]

    return max(dict.fromkeys(KATA_NAMES.values()), key=likeness)


def _answered(text: str) -> str:
    """The ruleset that ``kata-get-rules`` named, if that is what *text* is."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    named = told.get("shikatsu-ruleset") if isinstance(told, dict) else None
    return named if isinstance(named, str) else ""
