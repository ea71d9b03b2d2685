"""Can resuming a stopped game beat the agreed count? Best play under the 試案 on small boards.

    python -m benchmarks.resumption atlas.sqlite 3x3

reads the counts from an atlas that has proposal2012. Play goes on from a position: basic ko (a pass lifts the
ban), no suicide, four passes end it, and the end is counted with the statuses of the 試案 and the prisoners
taken since. Play that never ends counts as a failure of the side that wants more than the agreed count. So
what is printed as beaten is beaten by force within finitely many moves.

The values are least fixed points over all states at once, found by iteration; no certificates come of it.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from verifier.adjudicate.gains import Answer
from verifier.board import BLACK, WHITE, Colour, Position
from verifier.board.grid import bits
from verifier.jobs.atlas.positions import position_of
from verifier.jobs.atlas.query import classes_of
from verifier.jobs.atlas.separate import _Board, _lives
from verifier.jobs.atlas.shapes import size_of
from verifier.jobs.atlas.store import Store
from verifier.play.placing import place
from verifier.rules import load_ruleset
from verifier.text import board as drawn

LOST = -10_000


class States:
    """All boards of a size with their bans, and the plays between them."""

    def __init__(self, board: _Board) -> None:
        self.rules = load_ruleset("proposal2012")
        self.board = board
        rows, cols = board.rows, board.cols
        self.number: dict[tuple[int, int, int], int] = {}
        self.keys: list[tuple[int, int, int]] = []
        leads: list[int] = []
        self.moves: list[list[list[tuple[int, int]]]] = [[], []]
        """By side and state the states after its plays, with the stones that Black took (White: negative)."""
        legal = [code for code in range(3 ** (rows * cols)) if self._legal(position_of(rows, cols, code))]
        for code in legal:
            position = position_of(rows, cols, code)
            self._id(position.black, position.white, -1)
        done = 0
        while done < len(self.keys):
            black, white, ban = self.keys[done]
            position = Position(rows, cols, black, white)
            leads.append(self._lead(position) if ban < 0 else leads[self.number[black, white, -1]])
            for colour in Colour:
                self.moves[colour].append(list(self._plays(position, colour, ban)))
            done += 1
        self.leads = leads
        self.bare = [self.number[black, white, -1] for black, white, _ in self.keys]

    @staticmethod
    def _legal(position: Position) -> bool:
        return next(position.breathless(), 0) == 0

    def _id(self, black: int, white: int, ban: int) -> int:
        key = (black, white, ban)
        if key not in self.number:
            self.number[key] = len(self.keys)
            self.keys.append(key)
        return self.number[key]

    def _lead(self, position: Position) -> int:
        found = self.board.lead(position, self.rules)
        assert found is not None, "the atlas leaves a count open"
        return found

    def _plays(self, position: Position, colour: Colour, ban: int) -> Iterator[tuple[int, int]]:
        for point in bits(position.empty):
            if point == ban:
                continue
            placed = place(position.grid, position.black, position.white, colour, point)
            if placed.own_taken:
                continue
            taken = placed.taken.bit_count()
            after = self._id(placed.black, placed.white, placed.ban)
            yield after, taken if colour is BLACK else -taken


def best(states: States, hope: Colour) -> list[list[int]]:
    """Return what *hope* can force, for each side to move and state, seen from *hope*; LOST if nothing."""
    sign = 1 if hope is BLACK else -1
    size = len(states.keys)
    values = [[[LOST] * size for _ in range(4)] + [[sign * lead for lead in states.leads]] for _ in Colour]
    changed = True
    while changed:
        changed = False
        for colour in Colour:
            choose = max if colour is hope else min
            there = values[1 - colour]
            for state in range(size):
                reach = [
                    there[0][after] + sign * taken if there[0][after] > LOST else LOST
                    for after, taken in states.moves[colour][state]
                ]
                for passes in (3, 2, 1, 0):
                    found = choose([there[passes + 1][states.bare[state]], *reach])
                    if found != values[colour][passes][state]:
                        values[colour][passes][state] = found
                        changed = True
    return [values[colour][0] for colour in Colour]


def main() -> None:
    """Print how many settled positions there are, and those where a side can beat the count."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("store", type=Path)
    parser.add_argument("size", nargs="+")
    options = parser.parse_args()
    with Store(options.store) as store:
        classes = classes_of(store)
        for name in options.size:
            rows, cols = size_of(name)
            board = _Board(store, rows, cols, classes)
            report(board)


def report(board: _Board) -> None:
    """Say of one board size what resuming can do."""
    states = States(board)
    rules = states.rules
    gains = {hope: best(states, hope) for hope in Colour}
    figures = {"positions": 0, "settled": 0, "both live": 0}
    beaten: dict[str, list[tuple[Position, str]]] = {"settled": [], "both live": [], "positions": []}
    for position in board.positions():
        kinds = ["positions"]
        if board.settled(position, rules) is Answer.YES:
            kinds.append("settled")
            statuses = board.statuses(position, rules)
            if all(_lives(statuses, position.stones(colour)) is Answer.YES for colour in Colour):
                kinds.append("both live")
        for kind in kinds:
            figures[kind] += 1
        number = states.number[position.black, position.white, -1]
        lead = states.leads[number]
        words = [
            f"{hope} gets {gains[hope][mover][number] * (1 if hope is BLACK else -1):+d} instead of {lead:+d}"
            f" ({mover} to move)"
            for hope in (BLACK, WHITE)
            for mover in Colour
            if gains[hope][mover][number] > (lead if hope is BLACK else -lead)
        ]
        if words:
            for kind in kinds:
                beaten[kind].append((position, "; ".join(words)))
    print(f"## {board.rows}x{board.cols}, up to symmetry and colours")
    for kind, number in figures.items():
        print(f"{kind}: {number}, the count is beaten in {len(beaten[kind])}")
    for kind in ("settled", "both live"):
        for position, words in beaten[kind][:3]:
            print(f"{kind}: {words}\n{drawn(position)}")


if __name__ == "__main__":
    main()
