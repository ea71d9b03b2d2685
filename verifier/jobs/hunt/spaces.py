"""Where a hunt looks: finite sets of positions in small lots, the smallest positions first."""

import abc
import dataclasses
from collections.abc import Iterator, Sequence

from verifier.board import Position
from verifier.jobs.hunt.encoding import Encoding
from verifier.jobs.hunt.orbits import Board
from verifier.jobs.hunt.positions import legal_positions, place_in_order
from verifier.jobs.hunt.structure import Structure
from verifier.notation import print_diagram
from verifier.text import many

__all__ = ["AndCases", "Constrained", "Enumerated", "Lot", "Near", "Space"]


@dataclasses.dataclass(frozen=True, slots=True)
class Lot:
    """Positions that are equally large."""

    board: Board
    stones: int
    """Stones, or where a position is changed the number of changes."""
    near: str = ""
    """The name of the position that is changed; empty where positions come by their size."""

    def __str__(self) -> str:
        if self.near:
            return f"{self.near}, {many(self.stones, 'change')}"
        return f"{self.board}, {self.stones}"


class Space(abc.ABC):
    """A finite set of positions. Each lot has one position of each class, in an order that never changes.

    In lots that are near no other position, no position is smaller than one that comes before it.
    """

    structures: Sequence[Structure] = ()

    @property
    @abc.abstractmethod
    def identity(self) -> str:
        """What tells this space from others, the same in every process (sets have no order there)."""

    @abc.abstractmethod
    def lots(self) -> Iterator[Lot]:
        """Yield the lots in order."""

    @abc.abstractmethod
    def positions(self, lot: Lot) -> Iterator[Position]:
        """Yield the positions of a lot that have the structures."""

    def _that_hold(self, positions: Iterator[Position]) -> Iterator[Position]:
        for position in positions:
            if all(structure.holds(position) for structure in self.structures):
                yield position


@dataclasses.dataclass(frozen=True)
class Enumerated(Space):
    """All legal positions of some boards, gone through one by one."""

    boards: tuple[Board, ...]
    structures: tuple[Structure, ...] = ()
    stones: range | None = None

    @property
    def identity(self) -> str:
        """The way of finding them, the boards, the structures and the numbers of stones."""
        boards = "; ".join(map(str, self.boards))
        return f"{type(self).__name__} {boards}; {_names(self.structures)}; {self.stones}"

    def lots(self) -> Iterator[Lot]:
        """By board, and then by number of stones."""
        for board in self.boards:
            for stones in range(board.points + 1):
                if self.stones is None or stones in self.stones:
                    yield Lot(board, stones)

    def positions(self, lot: Lot) -> Iterator[Position]:
        """Those of a board with so many stones."""
        return self._that_hold(legal_positions(lot.board, lot.stones))

    def __str__(self) -> str:
        return _described("all legal positions", self)


@dataclasses.dataclass(frozen=True)
class Constrained(Enumerated):
    """The same positions as models of a formula: quick where few of them have the structures."""

    def positions(self, lot: Lot) -> Iterator[Position]:
        """Those of a board with so many stones; that there are no more is the solver's word.

        All models are found before the first is looked at, so that their order is that of the enumeration.
        """
        encoding = Encoding(lot.board)
        try:
            encoding.stones(lot.stones)
            for structure in self.structures:
                structure.clauses(encoding)
            found = sorted(self._that_hold(encoding.positions()), key=place_in_order)
        finally:
            encoding.close()
        yield from found

    def __str__(self) -> str:
        return _described("models of the constraints", self)


@dataclasses.dataclass(frozen=True)
class Near(Space):
    """What becomes of one position when some of its points are changed."""

    name: str
    base: Position
    changes: int
    structures: tuple[Structure, ...] = ()

    @property
    def identity(self) -> str:
        """The position, the number of changes and the structures."""
        base = print_diagram(self.base, style="ascii")
        return f"Near {self.name}; {base}; {self.changes}; {_names(self.structures)}"

    def lots(self) -> Iterator[Lot]:
        """By number of changes, the position itself first."""
        board = Board(self.base.rows, self.base.cols, self.base.open_sides)
        for changes in range(self.changes + 1):
            yield Lot(board, changes, self.name)

    def positions(self, lot: Lot) -> Iterator[Position]:
        """The legal positions with so many changed points."""
        encoding = Encoding(lot.board)
        try:
            encoding.near(self.base, lot.stones)
            for structure in self.structures:
                structure.clauses(encoding)
            yield from self._that_hold(encoding.positions(upright=False))
        finally:
            encoding.close()

    def __str__(self) -> str:
        board = Board(self.base.rows, self.base.cols, self.base.open_sides)
        plural = "" if self.changes == 1 else "s"
        with_ = "".join(f", {structure}" for structure in self.structures)
        return f"{self.name} on {board} with up to {self.changes} changed point{plural}{with_}"


@dataclasses.dataclass(frozen=True)
class AndCases(Space):
    """Positions by their size, and then what is near some cases."""

    first: Enumerated
    cases: tuple[Near, ...]

    @property
    def structures(self) -> Sequence[Structure]:  # type: ignore[override]
        """Those of the positions by size."""
        return self.first.structures

    @property
    def identity(self) -> str:
        """That of all parts."""
        return "\n".join([self.first.identity, *(case.identity for case in self.cases)])

    def lots(self) -> Iterator[Lot]:
        """The lots by size, then all cases as they are, then all cases with one change, and so on."""
        yield from self.first.lots()
        lots = [lot for case in self.cases for lot in case.lots()]
        yield from sorted(lots, key=lambda lot: (lot.stones, lot.board.points))

    def positions(self, lot: Lot) -> Iterator[Position]:
        """The positions of the part that the lot belongs to."""
        part = next((case for case in self.cases if case.name == lot.near), self.first)
        yield from part.positions(lot)

    def __str__(self) -> str:
        changes = max((case.changes for case in self.cases), default=0)
        how = f", with up to {many(changes, 'changed point')}" if changes else ""
        return f"{self.first}; then {many(len(self.cases), 'case')}{how}"


def _names(structures: Sequence[Structure]) -> str:
    return ", ".join(map(str, structures))


def _described(what: str, space: Enumerated) -> str:
    boards = ", ".join(map(str, space.boards))
    if len(space.boards) > 3:
        first, last = space.boards[0], space.boards[-1]
        sides = sorted(side.value for side in first.open_sides)
        open_ = f" (open: {', '.join(sides)})" if sides else ""
        boards = f"{len(space.boards)} boards of {first.points} to {last.points} points{open_}"
    text = f"{what} of {boards}"
    if space.stones is not None:
        text += f", {space.stones.start} to {space.stones.stop - 1} stones"
    return text + "".join(f", {structure}" for structure in space.structures)
