"""The kernel's packed strategies, read when somebody looks at them.

A verdict often is all that is asked for, and making Python objects of a proof takes longer than to find it.
What is read is kept. Comparing and copying work as for a dict and a tuple.
"""

import functools
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, overload

from verifier.board import Colour, Mask
from verifier.board.grid import bits
from verifier.play import PASS, Arena, Memory, Pattern, Plain, State, pass_for
from verifier.proof.certificate import Answer, Node, PatternNode

__all__ = ["PackedMemories", "PackedPatterns", "PackedStates"]


class _Reader:
    """Masks and points of a locale whose points the kernel numbers in their order on the board."""

    def __init__(self, arena: Arena, side: Colour, words: int) -> None:
        self.arena, self.side, self.words = arena, side, words
        self.points = list(bits(arena.locale))
        self.board = (1 << len(self.points)) - 1
        self.named = isinstance(arena, Plain) and arena.named
        # An eye elsewhere comes after the points of the board; nobody plays there, and it is in no mask.
        self._masks: dict[tuple[int, ...], Mask] = {}

    def mask(self, words: tuple[int, ...]) -> Mask:
        known = self._masks.get(words)
        if known is None:
            points = self.points
            whole = sum(word << (64 * i) for i, word in enumerate(words))
            known = self._masks[words] = sum([1 << points[i] for i in bits(whole & self.board)])
        return known

    def masks(self, item: tuple[int, ...], count: int) -> list[Mask]:
        return [self.mask(item[i * self.words : (i + 1) * self.words]) for i in range(count)]

    def colours(self, own: Mask, other: Mask) -> tuple[Mask, Mask]:
        """Black and white of the owner's and the attacker's."""
        return (other, own) if self.arena.owner else (own, other)

    def chains(self, numbers: int) -> Mask:
        """Those of several chains, by their numbers."""
        return sum([part for i, part in enumerate(self.arena.parts) if numbers >> i & 1]) if numbers else 0

    def point(self, number: int) -> int:
        if self.named and number < PASS:
            return pass_for(self.points[pass_for(number)])
        return number if number < 0 else self.points[number]

    def mover(self, turn: int) -> Colour:
        return self.arena.attacker if turn else self.arena.owner


class PackedStates(Mapping[State, Node]):
    """The states of a strategy with its moves and measure."""

    _FORMAT = "<{}QhBBBBHhII"
    _MASKS = 2

    def __init__(self, arena: Arena, side: Colour, packed: bytes, words: int) -> None:
        self._source = (arena, side, packed, words)

    @functools.cached_property
    def _item(self) -> struct.Struct:
        return struct.Struct(self._FORMAT.format(self._MASKS * self._source[3]))

    @functools.cached_property
    def _nodes(self) -> dict[State, Node]:
        arena, side, packed, words = self._source
        reader = _Reader(arena, side, words)
        fixed = arena.position.black & ~arena.locale, arena.position.white & ~arena.locale
        count = self._MASKS
        return dict(
            self._read(reader, reader.masks(item, count), item[count * words :], fixed)
            for item in self._item.iter_unpack(packed)
        )

    @staticmethod
    def _read(
        reader: _Reader, masks: list[Mask], rest: tuple[int, ...], fixed: tuple[Mask, Mask]
    ) -> tuple[State, Node]:
        ban, turn, passed, own, other, taken, move, credit, rank = rest
        black, white = reader.colours(*masks)
        mover = reader.mover(turn)
        where = -1 if ban < 0 else reader.points[ban]
        threats = reader.colours(own, other)
        stones, chains = (black | fixed[0], white | fixed[1]), reader.chains(taken)
        state = State(*stones, where, int(mover), bool(passed), threats=threats, taken=chains)
        return state, Node(reader.point(move) if mover == reader.side else None, credit, rank)

    def __getitem__(self, state: State) -> Node:
        return self._nodes[state]

    def get(self, state: State, default: Any = None) -> Any:
        """As for a dict."""
        return self._nodes.get(state, default)

    def __iter__(self) -> Iterator[State]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._source[2]) // self._item.size

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (self._nodes,)


class PackedMemories(PackedStates):
    """The same for games that remember."""

    _FORMAT = "<{}QBBHhII"
    _MASKS = 7

    @staticmethod
    def _read(
        reader: _Reader, masks: list[Mask], rest: tuple[int, ...], fixed: tuple[Mask, Mask]
    ) -> tuple[State, Node]:
        own, other, bans, freed_own, freed_other, old, held = masks
        turn, captured, taken, move, credit, rank = rest
        black, white = reader.colours(own, other)
        memory = Memory(bans, reader.colours(freed_own, freed_other), bool(captured), old, held)
        mover = reader.mover(turn)
        stones, chains = (black | fixed[0], white | fixed[1]), reader.chains(taken)
        state = State(*stones, -1, int(mover), False, memory, taken=chains)
        chosen = None
        if mover == reader.side:
            chosen = pass_for(reader.points[-2 - move]) if move < PASS else reader.point(move)
        return state, Node(chosen, credit, rank)


class PackedPatterns(Sequence[PatternNode]):
    """The nodes of a proof by patterns."""

    def __init__(self, arena: Arena, side: Colour, packed: bytes, words: int) -> None:
        self._source = (arena, side, packed, words)

    @functools.cached_property
    def _nodes(self) -> tuple[PatternNode, ...]:
        arena, side, packed, words = self._source
        reader = _Reader(arena, side, words)
        # Where passes name kos two more say for which ones either side has passed.
        masks = 8 if reader.named else 6
        head = struct.Struct(f"<{masks * words}QhHBBHhHII")
        points = reader.points
        nodes, offset = [], 0
        while offset < len(packed):
            item = head.unpack_from(packed, offset)
            ban, turn, mine, theirs, taken, move, count, credit, rank = item[masks * words :]
            zone, eyes, mine_there, theirs_there, bound, bound_other, *passed = reader.masks(item, masks)
            stones = mine_there, theirs_there
            freed = reader.colours(*passed) if passed else (0, 0)
            said = struct.unpack_from(f"<{3 * count}i", packed, offset + head.size)
            offset += head.size + 12 * count
            mover = reader.mover(turn)
            where = -1 if ban < 0 else points[ban]
            threats = reader.colours(mine, theirs)
            bans = reader.colours(bound, bound_other)
            turn, gone = int(mover), reader.chains(taken)
            pattern = Pattern(zone, *reader.colours(*stones), where, turn, eyes, threats, bans, gone, freed)
            moves = [reader.point(point) for point in said[::3]]
            covers = [
                target if answer < PASS else Answer(reader.point(answer), target)
                for target, answer in zip(said[1::3], said[2::3], strict=True)
            ]
            chosen = reader.point(move) if mover == side else None
            replies = dict(zip(moves[1:], covers[1:], strict=True))
            nodes.append(PatternNode(pattern, chosen, credit, rank, covers[0], replies))
        return tuple(nodes)

    @overload
    def __getitem__(self, index: int) -> PatternNode: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[PatternNode, ...]: ...
    def __getitem__(self, index: int | slice) -> PatternNode | tuple[PatternNode, ...]:
        return self._nodes[index]

    def __len__(self) -> int:
        return len(self._nodes)

    def __iter__(self) -> Iterator[PatternNode]:
        return iter(self._nodes)

    def __eq__(self, other: object) -> bool:
        return self._nodes == (other._nodes if isinstance(other, PackedPatterns) else other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self._nodes,)
