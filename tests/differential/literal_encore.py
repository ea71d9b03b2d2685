"""KataGo's phases once more: a slow transcription of the page, on lists of states.

It shares the making of a board with ``literal_play`` and nothing with the engine. Words for turns are cells,
"pass", and ("unblock", cell).
"""

from literal_play import BLACK, WHITE, Board, Cell, LiteralGame, other

from verifier.rules import load_play_rules

Turn = Cell | str | tuple[str, Cell]


class LiteralEncore:
    """A game under way."""

    def __init__(self, cols: int, rows: int) -> None:
        self.boards = LiteralGame(load_play_rules("tromp-taylor"), cols, rows)
        self.cells = [(x, y) for y in range(1, rows + 1) for x in range(1, cols + 1)]
        self.phase, self.side, self.result = "main", BLACK, ""
        self.board: Board = {}
        self.marked: set[Cell] = set()
        self.captures = {BLACK: 0, WHITE: 0}
        self.moved = {(side, phase): 0 for side in (BLACK, WHITE) for phase in ("main", "one", "two")}
        self.held: Board = {}
        self.starts: list[Board] = []
        """The colouring at the start of every turn."""
        self.phase_starts()

    def phase_starts(self) -> None:
        self.marked = set()
        self.passed_from: list[object] = []
        self.since_pass: list[object] = []
        self.ko_moves: list[tuple[str, Cell, Board]] = []
        self.passed_last = False

    def state(self) -> object:
        return dict(self.board), set(self.marked), self.side

    def pseudolegal(self, board: Board, side: str, cell: Cell) -> Board | None:
        if cell in board:
            return None
        new, _, own = self.boards.put(board, side, cell)
        return None if own or new == board else new

    def is_ko_move(self, cell: Cell) -> bool:
        """The opponent has a pseudolegal reply that restores the colouring."""
        new = self.pseudolegal(self.board, self.side, cell)
        assert new is not None
        replies = (self.pseudolegal(new, other(self.side), reply) for reply in self.cells)
        return any(reply == self.board for reply in replies)

    def legal(self, turn: Turn) -> bool:
        if self.result:
            return False
        if turn == "pass":
            return True
        if turn[0] == "unblock":
            cell = turn[1]
            if self.phase == "main" or cell not in self.marked or self.board.get(cell) != other(self.side):
                return False
            lone = self.boards.group(self.board, cell) == {cell}
            return lone and len([near for near in self.boards.around(cell) if near not in self.board]) == 1
        new = self.pseudolegal(self.board, self.side, turn)
        if new is None:
            return False
        if self.phase == "main":
            return not (len(self.starts) >= 1 and new == self.starts[-1])
        if not self.is_ko_move(turn):
            return True
        taken = {cell for cell in self.board if cell not in new}
        return not taken & self.marked and (self.side, turn, self.board) not in self.ko_moves

    def play(self, turn: Turn) -> None:
        before = self.state()
        self.since_pass.append(before)
        start = dict(self.board)
        if turn == "pass":
            ends = self.passed_last or before in self.passed_from
            self.passed_from.append(before)
            self.passed_last, self.since_pass = True, []
            self.starts.append(start)
            self.side = other(self.side)
            if ends:
                self.next_phase()
            return
        self.passed_last = False
        if turn[0] == "unblock":
            self.marked.discard(turn[1])
        else:
            ko = self.phase != "main" and self.is_ko_move(turn)
            self.ko_moves.append((self.side, turn, start))
            new, taken, _ = self.boards.put(self.board, self.side, turn)
            self.board = new
            self.captures[other(self.side)] += len(taken)
            self.moved[self.side, self.phase] += 1
            if ko:
                self.marked.add(turn)
            self.marked &= set(new)
        self.starts.append(start)
        self.side = other(self.side)
        if self.since_pass.count(self.state()) >= 2:
            self.result = "void"

    def next_phase(self) -> None:
        if self.phase == "two":
            self.result = "complete"
            return
        self.phase = "one" if self.phase == "main" else "two"
        self.phase_starts()
        if self.phase == "two":
            self.held = dict(self.board)

    # The count, by the page's second formulation

    def region(self, cell: Cell, without: str | None) -> set[Cell]:
        """What can be reached over cells that are not of the colour *without* (None: over empty cells)."""
        def open_(c: Cell) -> bool:
            return c not in self.board if without is None else self.board.get(c) != without

        seen, way = {cell}, [cell]
        while way:
            for near in self.boards.around(way.pop()):
                if near not in seen and open_(near):
                    seen.add(near)
                    way.append(near)
        return seen

    def independent(self, side: str, cell: Cell) -> bool:
        """Whether *cell* lies in an independent life region of *side*."""
        if self.board.get(cell) == other(side):
            return False
        region = self.region(cell, other(side))
        if side not in {self.board.get(c) for c in region}:
            return False
        for c in region:
            if c not in self.board:
                touched = {self.board[n] for e in self.region(c, None) for n in self.boards.around(e) if n in self.board}
                if len(touched) == 2:
                    return False
            else:
                group = self.boards.group(self.board, c)
                free = {n for g in group for n in self.boards.around(g) if n not in self.board}
                if len(free) == 1:
                    return False
        return True

    def score(self, side: str) -> int:
        total = -self.moved[side, "main"] - self.moved[side, "one"]
        for cell in self.cells:
            inside = self.independent(side, cell)
            if cell not in self.board:
                total += inside
            elif self.board[cell] == side:
                total += inside or self.held.get(cell) == side
        return total
