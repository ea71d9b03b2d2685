"""The games that rulesets describe, written to be read: the specification in code."""

from typing import TYPE_CHECKING

from verifier.lazy import lazy_names

if TYPE_CHECKING:
    from verifier.play.arenas import arena_for, remembers, scoped
    from verifier.play.hypothetical import Arena, Cycle, Memory, State, Step
    from verifier.play.keeping import KEEPING, Keeping
    from verifier.play.memory import MemoryArena, ko_of_pass, pass_for
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

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "arenas": ("arena_for", "remembers", "scoped"),
            "hypothetical": ("Arena", "Cycle", "Memory", "State", "Step"),
            "keeping": ("KEEPING", "Keeping"),
            "memory": ("MemoryArena", "ko_of_pass", "pass_for"),
            "pattern": ("Pattern", "PatternPlay", "Successor"),
            "plain": ("LIFT", "Lasting", "Plain", "captures_end", "game_of_patterns"),
            "turn": ("PASS",),
        },
    )
