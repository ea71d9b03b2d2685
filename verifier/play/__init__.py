"""The games that rulesets describe, written to be read: the specification in code."""

from verifier.play.hypothetical import PASS, Arena, Cycle, State, Step

__all__ = ["PASS", "Arena", "Cycle", "State", "Step"]
