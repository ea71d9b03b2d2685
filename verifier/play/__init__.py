"""The games that rulesets describe, written to be read: the specification in code."""

from verifier.play.hypothetical import PASS, Arena, Cycle, State, Step
from verifier.play.pattern import Pattern, PatternPlay, Result

__all__ = ["PASS", "Arena", "Cycle", "Pattern", "PatternPlay", "Result", "State", "Step"]
