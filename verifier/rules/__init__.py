"""Rulesets as frozen values on named axes, read from TOML files."""

from verifier.rules.axes import AXES, Axis
from verifier.rules.loader import (
    builtin_names,
    load_play_rules,
    load_ruleset,
    parse_play_rules,
    parse_ruleset,
    play_names,
    sections,
    solved_names,
    usurped,
)
from verifier.rules.playing import PLAY_AXES, SOLVED, PlayRules
from verifier.rules.ruleset import Basis, Citation, Ruleset

__all__ = [
    "AXES",
    "PLAY_AXES",
    "SOLVED",
    "Axis",
    "Basis",
    "Citation",
    "PlayRules",
    "Ruleset",
    "builtin_names",
    "load_play_rules",
    "load_ruleset",
    "parse_play_rules",
    "parse_ruleset",
    "play_names",
    "sections",
    "solved_names",
    "usurped",
]
