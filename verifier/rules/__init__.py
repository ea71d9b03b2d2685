"""Rulesets as frozen values on named axes, read from TOML files."""

from typing import TYPE_CHECKING

from verifier.lazy import lazy_names

if TYPE_CHECKING:
    from verifier.rules.axes import AXES, Axis, unjudged
    from verifier.rules.history import Edition
    from verifier.rules.loader import (
        builtin_names,
        judging_names,
        judging_ruleset,
        load_play_rules,
        load_ruleset,
        own_ruleset,
        own_sections,
        parse_play_rules,
        parse_ruleset,
        play_names,
        play_usurped,
        sections,
        solved_names,
        superseded,
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
    "Edition",
    "PlayRules",
    "Ruleset",
    "builtin_names",
    "judging_names",
    "judging_ruleset",
    "load_play_rules",
    "load_ruleset",
    "own_ruleset",
    "own_sections",
    "parse_play_rules",
    "parse_ruleset",
    "play_names",
    "play_usurped",
    "sections",
    "solved_names",
    "superseded",
    "unjudged",
    "usurped",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "axes": ("AXES", "Axis", "unjudged"),
            "history": ("Edition",),
            "loader": (
                "builtin_names",
                "judging_names",
                "judging_ruleset",
                "load_play_rules",
                "load_ruleset",
                "own_ruleset",
                "own_sections",
                "parse_play_rules",
                "parse_ruleset",
                "play_names",
                "play_usurped",
                "sections",
                "solved_names",
                "superseded",
                "usurped",
            ),
            "playing": ("PLAY_AXES", "SOLVED", "PlayRules"),
            "ruleset": ("Basis", "Citation", "Ruleset"),
        },
    )
