"""Rulesets as frozen values on named axes, read from TOML files."""

from verifier.rules.axes import AXES, Axis
from verifier.rules.loader import builtin_names, load_ruleset, parse_ruleset, usurped
from verifier.rules.ruleset import Basis, Citation, Ruleset

__all__ = [
    "AXES",
    "Axis",
    "Basis",
    "Citation",
    "Ruleset",
    "builtin_names",
    "load_ruleset",
    "parse_ruleset",
    "usurped",
]
