"""The games that rulesets describe, written to be read: the specification in code."""

from verifier.play.hypothetical import Arena, Cycle, Memory, State, Step
from verifier.play.keeping import KEEPING, Keeping
from verifier.play.memory import MemoryArena, arena_for, ko_of_pass, pass_for, remembers, scoped
from verifier.play.pattern import Pattern, PatternPlay, Successor
from verifier.play.plain import LIFT, Lasting, Plain, captures_end, game_of_patterns
from verifier.play.turn import PASS

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
    "State",
    "Step",
    "Successor",
    "arena_for",
    "captures_end",
    "game_of_patterns",
    "ko_of_pass",
    "pass_for",
    "remembers",
    "scoped",
]
