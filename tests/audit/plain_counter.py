"""A counter of finished games that shares nothing with the program: dictionaries, floods, and no search.

It takes the dead stones as given and reads a final position as players do who have filled the dame: a dame that
one side can fill without losing stones counts for nobody and harms nobody, one that neither can fill makes
seki, and a chain that would be left with one liberty has to be connected.
"""

import re

LETTERS = "abcdefghijklmnopqrstuvwxyz"
VERTICES = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
OTHER = {"B": "W", "W": "B"}


def lead_text(lead):
    """A lead of Black as in RE."""
    return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"


def replay(text, dead=None):
    """The board after the moves of a record, and the stones that each side took.

    *dead* are vertices; without them the stones that AE takes off.
    """
    size = int(re.search(r"SZ\[(\d+)\]", text)[1])
    board = Board.of_sgf(text)
    taken = {"B": 0, "W": 0}
    for colour, point in re.findall(r";([BW])\[([a-z]*)\]", text):
        if point:
            before = len(board.stones)
            board = board.after((LETTERS.index(point[0]), LETTERS.index(point[1])), colour)
            taken[colour] += before + 1 - len(board.stones)
    if dead is None:
        off = re.search(r";AE((?:\[[a-z]+\])+)", text)
        dead = re.findall(r"\[([a-z])([a-z])\]", off[1]) if off else []
        points = [(LETTERS.index(column), LETTERS.index(row)) for column, row in dead]
    else:
        points = [(VERTICES.index(name[0]), size - int(name[1:])) for name in dead]
    return Board(size, size, board.stones, points), taken


class Board:
    """Stones by point (column, row from the top), and points that are dead stones."""

    def __init__(self, columns, rows, stones, dead=()):
        self.points = [(column, row) for row in range(rows) for column in range(columns)]
        self.columns, self.rows = columns, rows
        self.stones = dict(stones)
        self.dead = set()
        for point in dead:
            self.dead |= self.chain(point)

    @classmethod
    def of_sgf(cls, text, dead=()):
        """A set-up position without moves; *dead* are vertices."""
        size = int(re.search(r"SZ\[(\d+)\]", text)[1])
        stones = {}
        for key, colour in (("AB", "B"), ("AW", "W")):
            for values in re.findall(rf"(?<![A-Z]){key}((?:\[[a-z]+\]\s*)+)", text):
                for column, row in re.findall(r"\[([a-z])([a-z])\]", values):
                    stones[LETTERS.index(column), LETTERS.index(row)] = colour
        points = [(VERTICES.index(name[0]), size - int(name[1:])) for name in dead]
        return cls(size, size, stones, points)

    @classmethod
    def of_diagram(cls, text, dead=()):
        """Lines of ``X``, ``O`` and ``.``; *dead* are vertices."""
        lines = [line.split() for line in text.strip().splitlines()]
        found = {"X": "B", "O": "W"}
        stones = {
            (column, row): found[mark]
            for row, line in enumerate(lines)
            for column, mark in enumerate(line)
            if mark in found
        }
        points = [(VERTICES.index(name[0]), len(lines) - int(name[1:])) for name in dead]
        return cls(len(lines[0]), len(lines), stones, points)

    def around(self, point):
        column, row = point
        near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        return [(c, r) for c, r in near if 0 <= c < self.columns and 0 <= r < self.rows]

    def flood(self, start, inside):
        found, todo = {start}, [start]
        while todo:
            for point in self.around(todo.pop()):
                if point not in found and inside(point):
                    found.add(point)
                    todo.append(point)
        return found

    def chain(self, point):
        colour = self.stones[point]
        return self.flood(point, lambda p: self.stones.get(p) == colour)

    def liberties(self, chain):
        return {p for point in chain for p in self.around(point) if p not in self.stones}

    def living(self, point):
        return self.stones.get(point) if point not in self.dead else None

    def regions(self):
        """The connected sets of empty points and dead stones, and the colours of living stones around each."""
        left = {point for point in self.points if self.living(point) is None}
        while left:
            region = self.flood(min(left), lambda p: self.living(p) is None)
            left -= region
            yield region, {self.living(p) for point in region for p in self.around(point)} - {None}

    def after(self, point, colour):
        """The board with a stone more, what has no liberty left being taken off; None if that is suicide."""
        board = Board(self.columns, self.rows, {**self.stones, point: colour})
        for near in self.around(point):
            if board.stones.get(near) == OTHER[colour] and not board.liberties(board.chain(near)):
                for taken in board.chain(near):
                    del board.stones[taken]
        if not board.liberties(board.chain(point)):
            return None
        board.dead = {p for p in self.dead if p in board.stones}
        return board

    def fills(self, point, colour):
        """Whether a stone there can be left alone: it takes nothing and is not in atari."""
        board = self.after(point, colour)
        if board is None or len(board.stones) != len(self.stones) + 1:
            return False
        return len(board.liberties(board.chain(point))) > 1

    def japanese(self):
        """Black's lead: territory, dead stones in it, seki without territory, needed connections paid for."""
        regions = list(self.regions())
        dame = {p for region, colours in regions if len(colours) == 2 for p in region}
        stuck = {p for p in dame if not (self.fills(p, "B") or self.fills(p, "W"))}
        seki = set()
        for point in stuck:
            for near in self.around(point):
                if self.living(near):
                    seki |= self.chain(near)
        while True:
            more = set()
            for region, colours in regions:
                border = {p for point in region for p in self.around(point) if self.living(p)}
                if len(colours) == 1 and border & seki:
                    for point in border - seki:
                        more |= self.chain(point)
            if not more:
                break
            seki |= more
        lead = 0
        for region, colours in regions:
            if len(colours) != 1 or any(p in seki for point in region for p in self.around(point)):
                continue
            (colour,) = colours
            worth = len(region) + sum(self.stones.get(p) == OTHER[colour] for p in region)
            worth -= len(self.needed(colour, dame - stuck) & region)
            lead += worth if colour == "B" else -worth
        return lead

    def needed(self, colour, dame):
        """Where *colour* has to connect once the other side has filled the dame."""
        full = Board(self.columns, self.rows, {**self.stones, **dict.fromkeys(dame, OTHER[colour])})
        full.dead = self.dead
        found = set()
        for point, stone in self.stones.items():
            if stone != colour or point in self.dead:
                continue
            chain = full.chain(point)
            liberties = full.liberties(chain)
            if len(liberties) != 1 or self.miai(point, colour, dame):
                continue
            (last,) = liberties
            gone = full.flood(last, lambda p, chain=chain: full.living(p) is None or p in chain)
            if any(full.living(p) == OTHER[colour] for q in gone for p in full.around(q) if p not in gone):
                found.add(last)
        return found

    def miai(self, point, colour, dame):
        """Whether two dame would each connect the chain, so that it gets one of them in any case."""
        ways = 0
        for near in self.liberties(self.chain(point)) & dame:
            rest = dict.fromkeys(dame - {near}, OTHER[colour])
            full = Board(self.columns, self.rows, {**self.stones, **rest, near: colour})
            ways += len(full.liberties(full.chain(point))) > 1
        return ways > 1

    def area(self):
        """Black's lead if living stones count and prisoners do not; dame are nobody's."""
        lead = 0
        for region, colours in self.regions():
            if len(colours) == 1:
                lead += len(region) if colours == {"B"} else -len(region)
        for point, stone in self.stones.items():
            if point not in self.dead:
                lead += 1 if stone == "B" else -1
        return lead
