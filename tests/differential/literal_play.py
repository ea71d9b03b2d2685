"""Ordinary play once more: a slow transcription of the rule texts on sets of (column, row).

Written from the texts and not from the engine, with which it shares nothing but the names of the values.
A game is nothing but its list of moves; every question is answered by replaying them.
"""

from verifier.rules import PlayRules

Cell = tuple[int, int]
Board = dict[Cell, str]
BLACK, WHITE = "black", "white"


def other(side: str) -> str:
    return WHITE if side == BLACK else BLACK


class LiteralGame:
    """Rules, size, moves (cells or "pass"), Black first."""

    def __init__(self, rules: PlayRules, cols: int, rows: int) -> None:
        self.rules, self.cols, self.rows = rules, cols, rows
        self.near: dict[Cell, list[Cell]] = {}
        self.moves: list[Cell | str] = []
        self.boards: list[Board] = [{}]
        self.captures: list[tuple[int, int]] = [(0, 0)]
        """Black and white stones taken by each move; index 0 is the start."""

    # What a board is like

    def around(self, cell: Cell) -> list[Cell]:
        if cell not in self.near:
            x, y = cell
            near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            self.near[cell] = [(a, b) for a, b in near if 1 <= a <= self.cols and 1 <= b <= self.rows]
        return self.near[cell]

    def group(self, board: Board, cell: Cell) -> set[Cell]:
        found, border = {cell}, [cell]
        while border:
            for near in self.around(border.pop()):
                if board.get(near) == board[cell] and near not in found:
                    found.add(near)
                    border.append(near)
        return found

    def breathes(self, board: Board, group: set[Cell]) -> bool:
        return any(near not in board for cell in group for near in self.around(cell))

    def put(self, board: Board, side: str, cell: Cell) -> tuple[Board, set[Cell], set[Cell]]:
        """The board after the stone and the removals, the opposing and the own stones removed."""
        new = dict(board)
        new[cell] = side
        taken: set[Cell] = set()
        for stone in board:
            if new.get(stone) == other(side) and not self.breathes(new, self.group(new, stone)):
                taken.add(stone)
        for stone in taken:
            del new[stone]
        mine = self.group(new, cell)
        own = set() if self.breathes(new, mine) else mine
        for stone in own:
            del new[stone]
        return new, taken, own

    # What the record is like

    @property
    def side(self) -> str:
        return BLACK if len(self.moves) % 2 == 0 else WHITE

    def passes_at_end(self) -> int:
        number = 0
        while number < len(self.moves) and self.moves[-1 - number] == "pass":
            number += 1
        return number

    def took_ko(self, number: int) -> Cell | None:
        """Move *number* (from 1) took one stone that could be taken back: the point of that stone."""
        if number < 1 or self.moves[number - 1] == "pass":
            return None
        cell, before, after = self.moves[number - 1], self.boards[number - 1], self.boards[number]
        assert isinstance(cell, tuple)
        gone = [stone for stone in before if stone not in after]
        if len(gone) != 1 or after.get(cell) is None:
            return None
        if self.group(after, cell) != {cell}:
            return None
        if [near for near in self.around(cell) if near not in after] != gone:
            return None
        return gone[0]

    def first_stop(self) -> int | None:
        """The number of the move that first stopped play."""
        if self.rules["stop"] in ("two end", "two end after the first", "four end", "nothing"):
            return None
        for number in range(2, len(self.moves) + 1):
            if self.moves[number - 1] == self.moves[number - 2] == "pass":
                return number
        return None

    # The rules

    def legal(self, move: Cell | str) -> bool:
        if self.over():
            return False
        board, side, rules = self.boards[-1], self.side, self.rules
        if move == "pass":
            blocked = (
                rules["ko_pass_pass"] == "forbidden"
                and len(self.moves) >= 2
                and self.moves[-1] == "pass"
                and self.took_ko(len(self.moves) - 1) is not None
            )
            return not blocked
        assert isinstance(move, tuple)
        if move in board:
            return False
        new, taken, own = self.put(board, side, move)
        if own and rules["suicide"] == "forbidden":
            return False
        if len(own) == 1 and rules["suicide"] == "several stones":
            return False
        if rules["ko"] == "basic" and self.took_ko(len(self.moves)) == move:
            return False
        rule = rules["repetition"]
        if rule == "positional":
            return new not in self.boards
        if rule == "positional on captures":
            return not taken or new not in self.boards
        if rule == "situational":
            # After this move the other side is to move; after move i it is Black's turn if i is even.
            turn = (len(self.moves) + 1) % 2
            return all(new != b for i, b in enumerate(self.boards) if i % 2 == turn)
        if rule == "natural situational":
            mine = len(self.moves) % 2
            return all(
                new != self.boards[i + 1]
                for i, m in enumerate(self.moves)
                if i % 2 == mine and m != "pass"
            )
        return True

    def play(self, move: Cell | str) -> None:
        board = self.boards[-1]
        self.side_moved = self.side
        if move == "pass":
            self.boards.append(board)
            self.captures.append((0, 0))
        else:
            assert isinstance(move, tuple)
            new, taken, own = self.put(board, self.side, move)
            self.boards.append(new)
            gone = (len(own), len(taken)) if self.side == BLACK else (len(taken), len(own))
            self.captures.append(gone)
        self.moves.append(move)

    def lost(self) -> tuple[int, int]:
        return sum(b for b, _ in self.captures), sum(w for _, w in self.captures)

    def paid(self) -> tuple[int, int]:
        """Stones given for passes, the free last pass left out."""
        total = {BLACK: 0, WHITE: 0}
        stop = self.first_stop()
        for number, move in enumerate(self.moves, start=1):
            side = BLACK if number % 2 else WHITE
            if move != "pass":
                continue
            price = self.rules["pass_price"]
            if price == "a stone" or (price == "a stone after the stop" and stop and number > stop):
                total[side] += 1
                last = number == len(self.moves) and self.complete()
                first_mover = BLACK if stop and (stop + 1) % 2 else WHITE
                if last and self.rules["last_pass"] != "paid" and side == first_mover:
                    total[side] -= 1
                if last and self.rules["last_passer"] == "White" and side == BLACK:
                    total[WHITE] += 1
        return total[BLACK], total[WHITE]

    def complete(self) -> bool:
        passes, stop = self.passes_at_end(), self.rules["stop"]
        if stop == "two end":
            if self.rules["last_passer"] == "the second player":
                return passes >= 2 and len(self.moves) % 2 == 0
            return passes >= 2
        if stop == "two end after the first":
            number = self.moves.index("pass") + 1 if "pass" in self.moves else len(self.moves)
            return self.moves[number:][-2:] == ["pass", "pass"]
        if stop in ("two stop, four end", "four end"):
            return passes >= 4
        if stop in ("two stop", "nothing"):
            return False
        first = self.first_stop()
        if first is None:
            return False
        after = self.moves[first:]
        return len(after) >= 2 and after[-1] == after[-2] == "pass"

    def repetition(self) -> str | None:
        """"black", "white", "draw" or "void" if the last move ended the game by repetition."""
        rule, last = self.rules["repetition"], len(self.moves)
        if not self.moves or self.moves[-1] == "pass":
            return None
        if rule == "no result":
            for i in range(last):
                if i % 2 == last % 2 and self.boards[i] == self.boards[last]:
                    if self.took_ko(i) == self.took_ko(last):
                        return "void"
        if rule.startswith("prisoner balance"):
            for i in range(last - 2):
                if self.boards[i] == self.boards[last]:
                    black = sum(b for b, _ in self.captures[i + 1 :])
                    white = sum(w for _, w in self.captures[i + 1 :])
                    if black != white:
                        return WHITE if black > white else BLACK
                    return self.side if rule.endswith("loses") else "draw"
        return None

    def came_again(self) -> bool:
        """Whether the players may say now that the game has no result."""
        last, rule = len(self.moves), self.rules["repetition"]
        if not rule.startswith("no result if"):
            return False
        for i in range(last):
            if self.boards[i] == self.boards[last] and any(b != self.boards[i] for b in self.boards[i:last]):
                if rule == "no result if agreed":
                    return True
                if i % 2 == last % 2 and "pass" not in self.moves[i:]:
                    return True
        return False

    def stuck(self) -> bool:
        cells = [(x, y) for x in range(1, self.cols + 1) for y in range(1, self.rows + 1)]
        return not any(self.legal(move) for move in [*cells, "pass"])

    def over(self) -> bool:
        return self.complete() or self.repetition() is not None

    # The count

    def totals(self) -> tuple[float, float]:
        board, (lost_b, lost_w), (paid_b, paid_w) = self.boards[-1], self.lost(), self.paid()
        empty = [
            (x, y) for x in range(1, self.cols + 1) for y in range(1, self.rows + 1) if (x, y) not in board
        ]
        seki = self.seki_stones()
        dame = {cell for cell in empty if {board[s] for s in self.seen_from(cell)} == {BLACK, WHITE}}
        territory = {BLACK: 0, WHITE: 0}
        for cell in empty:
            stones = self.seen_from(cell)
            colours = {board[stone] for stone in stones}
            if len(colours) == 1 and not stones & seki:
                territory[colours.pop()] += 1
        wasted = self.wasted(dame, seki)
        stones = {side: sum(c == side for c in board.values()) for side in (BLACK, WHITE)}
        gone = {BLACK: lost_b + paid_b, WHITE: lost_w + paid_w}
        out = []
        for side in (BLACK, WHITE):
            mine, his = territory[side], gone[other(side)]
            out.append({
                "territory minus own prisoners": mine - gone[side] - len(wasted[side]),
                "territory plus prisoners": mine + his,
                "area": mine + stones[side],
                "stones": stones[side],
                "prisoners": his,
            }[self.rules["score"]])
        if self.rules["first_pass"] != "nothing" and "pass" in self.moves and self.moves.index("pass") % 2 == 1:
            return out[0] - 0.5, out[1] + 0.5  # the second, fourth, ... move is White's
        return out[0], out[1]

    def seen_from(self, cell: Cell) -> set[Cell]:
        """The stones met on the way from an empty cell along empty cells."""
        board, met, seen, way = self.boards[-1], set(), {cell}, [cell]
        while way:
            for near in self.around(way.pop()):
                if near in board:
                    met.add(near)
                elif near not in seen:
                    seen.add(near)
                    way.append(near)
        return met

    def seki_stones(self) -> set[Cell]:
        board, rule = self.boards[-1], self.rules["seki"]
        if rule == "none":
            return set()
        if rule == "capturable":
            return {cell for cell in board if self.capturable(board, cell)}
        cells = [(x, y) for x in range(1, self.cols + 1) for y in range(1, self.rows + 1)]
        seki: set[Cell] = set()
        while True:
            before = len(seki)
            for cell in cells:
                if cell in board:
                    continue
                stones = self.seen_from(cell)
                if len({board[stone] for stone in stones}) == 2 or stones & seki:
                    for stone in stones:
                        seki |= self.group(board, stone)
            if len(seki) == before:
                return seki

    def capturable(self, board: Board, cell: Cell) -> bool:
        """Whether the opponent can take this chain by moving alone: all his sequences are tried."""
        attacker = other(board[cell])
        start = frozenset(board.items())
        seen, way = {start}, [start]
        while way:
            now = dict(way.pop())
            for x in range(1, self.cols + 1):
                for y in range(1, self.rows + 1):
                    if (x, y) in now:
                        continue
                    new, _, own = self.put(now, attacker, (x, y))
                    if own:
                        continue
                    if new.get(cell) != board[cell]:
                        return True
                    frozen = frozenset(new.items())
                    if frozen not in seen:
                        seen.add(frozen)
                        way.append(frozen)
        return False

    def wasted(self, dame: set[Cell], seki: set[Cell]) -> dict[str, set[Cell]]:
        rule, board = self.rules["wasted"], self.boards[-1]
        found: dict[str, set[Cell]] = {BLACK: set(), WHITE: set()}
        stop = self.first_stop()
        if rule == "none" or stop is None:
            return found
        late = set()
        for number in range(stop + 1, len(self.moves) + 1):
            cell = self.moves[number - 1]
            if cell != "pass" and all(cell in b for b in self.boards[number:]):
                late.add(cell)
        for cell in late:
            if cell in seki:
                found[board[cell]].add(cell)
            if rule != "in seki or towards the opponent":
                continue
            # From the stone along stones of its colour played after the stop.
            seen, way = {cell}, [cell]
            while way:
                here = way.pop()
                for near in self.around(here):
                    if near in dame or board.get(near) == other(board[cell]):
                        found[board[cell]].add(cell)
                    elif near in late and board.get(near) == board[cell] and near not in seen:
                        seen.add(near)
                        way.append(near)
        return found
