"""The games that rulesets describe, written to be read: the specification in code."""

from verifier.play.hypothetical import PASS, Arena, Cycle, Memory, State, Step
from verifier.play.keeping import KEEPING, Keeping
from verifier.play.memory import MemoryArena, arena_for, ko_of_pass, pass_for, remembers
from verifier.play.pattern import Pattern, PatternPlay, Result

__all__ = [
    "KEEPING",
    "PASS",
    "Arena",
    "Cycle",
    "Keeping",
    "Memory",
    "MemoryArena",
    "Pattern",
    "PatternPlay",
    "Result",
    "State",
    "Step",
    "arena_for",
    "ko_of_pass",
    "pass_for",
    "remembers",
]
