"""Hunting for the smallest position on which rulesets disagree, or one ruleset breaks a property."""

__all__ = ["ENUMERATED", "POINTS"]

POINTS = 6
"""Points of the boards that are gone through unless said otherwise."""
ENUMERATED = 25
"""Points of the largest boards that are: nobody would see the end of it."""
