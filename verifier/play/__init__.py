"""The games that rulesets describe, written to be read: the specification in code."""

from verifier.play.hypothetical import PASS, Arena, Cycle, Memory, State, Step
from verifier.play.keeping import KEEPING, Keeping
from verifier.play.memory import MemoryArena, arena_for, ko_of_pass, pass_for, remembers, scoped
from verifier.play.pattern import Pattern, PatternPlay, Result
from verifier.play.plain import LIFT, Lasting, Plain, captures_end, game_of_patterns

__all__ = [
    "KEEPING",
    "LIFT",
    "PASS",
    "Arena",
    "Cycle",
    "Keeping",
    "Lasting",
    "Memory",
    "MemoryArena",
    "Pattern",
    "PatternPlay",
    "Plain",
    "Result",
    "State",
    "Step",
    "arena_for",
    "captures_end",
    "game_of_patterns",
    "ko_of_pass",
    "pass_for",
    "remembers",
    "scoped",
]
