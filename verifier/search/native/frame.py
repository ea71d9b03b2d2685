"""What the kernel is told: a locale as numbered points, the rules, where play begins, and when to give up."""

import functools
from typing import Any

from verifier.board import Mask
from verifier.board.grid import bits
from verifier.board.position import Side
from verifier.kernel import load_kernel
from verifier.play import Arena, State
from verifier.rules import Ruleset
from verifier.search.outcome import Limits
from verifier.search.rim import Windowed

__all__ = ["Frame", "available", "bad_of", "banned_of", "bounds", "by_rows", "kernel", "rules_of", "sheet_of"]

kernel: Any = load_kernel()
"""The extension module; None where it is not built."""

_SIDES = {Side.TOP: 1, Side.BOTTOM: 2, Side.LEFT: 4, Side.RIGHT: 8}


def available() -> bool:
    """Whether the kernel was built for this Python."""
    return kernel is not None


@functools.lru_cache(maxsize=256)  # many units are decided in less time than it takes to say this again
def rules_of(ruleset: Ruleset, banned: int, draws_for_owner: bool) -> Any:
    """What the kernel has to know of the rules. *banned*: as :func:`banned_of` has it."""
    return kernel.Rules(
        bad=bad_of(ruleset, draws_for_owner),
        banned=banned,
        passes_end=ruleset["end"] == "two passes",
        captured_once=ruleset["dead_means"] == "captured once",
        weigh=ruleset["cycle"].startswith("prisoners"),
        threats=[
            -1 if ruleset[axis] == "unlimited" else int(ruleset[axis])
            for axis in ("owner_threats", "attacker_threats")
        ],
    )


def bad_of(ruleset: Ruleset, draws_for_owner: bool = True) -> str:
    """Which states count for the owner in cycles in which neither side lost more prisoners."""
    if ruleset["cycle"] == "draw" and not draws_for_owner:
        return "none"
    return "real" if ruleset["cycle"] == "prisoners then ownership" else "all"


def banned_of(arena: Arena) -> int:
    """Whom the bans of the basic rule bind: 1 for the owner and 2 for the attacker."""
    if arena.ruleset["ko"] != "basic":
        return 0
    return arena.bans_bind[arena.owner] | arena.bans_bind[arena.attacker] << 1


def bounds(limits: Limits) -> dict[str, Any]:
    """Where the kernel has to give up."""
    return {
        "nodes": min(max(1, limits.nodes), (1 << 64) - 1),
        "seconds": limits.seconds,
        "bytes": min(limits.memory_mib, 1 << 24) << 20,  # 16 TiB stand for no limit
    }


def sheet_of(arena: Arena) -> tuple[int, int, bytes, int, int, str]:
    """What the kernel has to know of a position to find walls and locale; the owner's stones come first."""
    position = arena.position
    black, white = position.black.to_bytes(48, "little"), position.white.to_bytes(48, "little")
    point = (arena.unit & -arena.unit).bit_length() - 1
    sides = sum([_SIDES[side] for side in position.open_sides])
    stones = white + black if arena.owner else black + white
    return position.rows, position.cols, stones, point, sides, arena.ruleset["walls"]


class Frame:
    """Numbering of a locale's points, by which everything about an arena is said."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.points = list(bits(arena.locale))
        self.number = {point: i for i, point in enumerate(self.points)}

    def numbers(self, mask: Mask) -> list[int]:
        """Numbers of points of the locale."""
        return [self.number[point] for point in bits(mask)]

    def stones(self, state: State) -> list[list[int]]:
        """Numbers of the owner's stones and of the attacker's."""
        pair = (state.black & self.arena.locale, state.white & self.arena.locale)
        return [self.numbers(pair[self.arena.owner]), self.numbers(pair[self.arena.attacker])]

    def begin(self, state: State) -> dict[str, Any]:
        """Where play begins: the stones, and who is to move."""
        return {"stones": self.stones(state), "first": int(state.to_move == self.arena.attacker)}

    def elsewhere(self) -> list[int]:
        """Numbers of eyes that chains have elsewhere: points beside the board, after those of the locale."""
        return [len(self.points)] if self.arena.spared else []

    def locale(
        self, rules: Any = None, *, draws_for_owner: bool = True, where: dict[str, Any] | None = None
    ) -> Any:
        """The kernel's locale, with *rules* of its making, or those of the arena.

        *where* the points are, as :func:`by_rows` has it: sets of them are then moved as a whole. Empty: in
        any order.
        """
        arena = self.arena
        near = [arena.grid.neighbours[p] for p in self.points]
        walls = [arena.walls[arena.owner], arena.walls[arena.attacker]]
        neighbours = [self.numbers(mask & arena.locale) for mask in near]
        stones = self.numbers(arena.spared)
        for eye in self.elsewhere():
            neighbours.append(stones)
            for stone in stones:
                neighbours[stone].append(eye)
        return kernel.Locale(
            near=neighbours,
            walls=[[i for i, mask in enumerate(near) if mask & wall] for wall in walls],
            unit=self.numbers(arena.unit),
            rules=rules or rules_of(arena.ruleset, banned_of(arena), draws_for_owner),
            rim=self._rim(near),
            together=arena.several,
            **(by_rows(self.points, arena.grid.cols) if where is None else where),
        )

    def _rim(self, near: list[Mask]) -> list[list[int]]:
        """For each side the points next to what lies beyond a window, if it is to win there."""
        arena = self.arena
        if not isinstance(arena, Windowed):
            return []
        points = [i for i, mask in enumerate(near) if mask & arena.beyond]
        return [points, []] if arena.winner == arena.owner else [[], points]


def by_rows(points: list[int], cols: int) -> dict[str, Any]:
    """Numbers of points by rows that are as short as they can be, one more than there are columns."""
    places = [divmod(point, cols) for point in points]
    top, left = min((row for row, _ in places), default=0), min((col for _, col in places), default=0)
    stride = max((col - left for _, col in places), default=0) + 2
    return {"where": [stride * (row - top) + col - left for row, col in places], "stride": stride}
