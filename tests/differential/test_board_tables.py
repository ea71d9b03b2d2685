"""Tables of the atlas against the other provers, and against the specification state by state."""

import itertools
import random
import zlib
from array import array

import pytest
from reference.dense import TooLargeError, dense_verdict
from small_boards import all_units, random_unit

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import BLACK, WHITE, Position
from verifier.board.grid import bits
from verifier.jobs.atlas.games import Game, games_for, is_exact
from verifier.jobs.atlas.shapes import Locale, indexer, locale_for
from verifier.jobs.atlas.tables import TableTask, build_table
from verifier.jobs.atlas.verdicts import Book
from verifier.play import arena_for
from verifier.play.hypothetical import Memory, State
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, native

pytestmark = pytest.mark.skipif(not native.available(), reason="the native kernel is not built")

PROPOSAL = load_ruleset("proposal2012")
RULESETS = [
    PROPOSAL,
    PROPOSAL.with_values(walls="board", ko="none", first_move="attacker"),
    load_ruleset("japanese1949"),
    load_ruleset("japanese1949").with_values(walls="board", cycle="alive", first_move="owner"),
    load_ruleset("katago-encore"),
    load_ruleset("japanese2003-uncapturable"),
    load_ruleset("japanese2003-uncapturable").with_values(ko="pass before each retake"),
    load_ruleset("japanese1989-points").with_values(ko="one pass for both sides"),
    load_ruleset("japanese1989-points-same-ko"),
    PROPOSAL.with_values(ko="pass before each capture"),
    PROPOSAL.with_values(ko="one pass for all kos"),
    load_ruleset("japanese1989-points"),
    load_ruleset("japanese2003-capturable1"),
    load_ruleset("korean").with_values(dead_means="no new stone on its points"),
    load_ruleset("japanese1989-anywhere"),
    load_ruleset("japanese1989"),
    load_ruleset("japanese1989-owner-first"),
    load_ruleset("japanese1989-points-pass-once"),
    load_ruleset("japanese1989-pass-once"),
    PROPOSAL.with_values(ko="pass once for each ko"),
    load_ruleset("korean"),
]
_TABLES = {}


def atlas_status(position, unit, ruleset):
    """The status by tables that are made as they are asked for."""
    owner = BLACK if position.black & unit else WHITE
    size = position.rows, position.cols
    for chain in position.units() if "nearby" in ruleset["dead_means"] else [unit]:
        locale = locale_for(position, chain, owner, ruleset["walls"])
        if locale is None or not chain & position.stones(owner):
            continue
        for game in games_for([ruleset], position.grid.size):
            key = indexer(*size, locale, chain & -chain if game.by_points else chain)[0]
            if (*size, game, key) not in _TABLES:
                _TABLES[*size, game, key] = build_table(TableTask(*size, game, *key)).certified.verdicts
    missed = set()
    for _ in range(2):  # what scopes there are the other tables say
        for game, key in missed:
            _TABLES[*size, game, key] = build_table(TableTask(*size, game, *key)).certified.verdicts
        entries = {(g, k): v for (r, c, g, k), v in _TABLES.items() if (r, c) == size}
        status = Book(*size, entries, missed).status(position, unit, owner, ruleset)
    return status


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_tables_agree_with_the_searches_of_the_kernel(ruleset):
    rng = random.Random(ruleset.id)
    sizes = [(2, 3), (1, 6), (2, 4), (3, 3)]
    new = ruleset["dead_means"].startswith("no new stone")
    decided = proved = 0
    number_of = 10 if new else 25
    for number in range(number_of):
        # Tables in which stones are old or new are large.
        rows, cols = sizes[number % (3 if new else 4)]
        position, unit = random_unit(rng, rows, cols)
        found = atlas_status(position, unit, ruleset)
        assert not is_exact(ruleset) or found is not Status.UNKNOWN
        if found is Status.UNKNOWN:
            continue
        decided += 1
        verdict = decide(Question(position, unit, ruleset, Limits(nodes=10_000 if new else 200_000)))
        assert verdict.status in (found, Status.UNKNOWN), (position, unit)
        proved += verdict.status is found
    assert decided >= 0.75 * number_of
    assert proved >= 0.7 * number_of


@pytest.mark.parametrize("cycle", ["prisoners then aim", "aim"])
@pytest.mark.parametrize("ko", ["basic", "pass before each retake", "pass once for each ko"])
def test_bounds_say_nothing_else_than_the_tables_that_decide(ko, cycle):
    """Above nine points there are only some of the tables; with these nothing else may come out."""
    rows, cols = 2, 3
    aims = ["no new stone on its points", "no new stone nearby", "no new stone anywhere"]
    rulesets = [load_ruleset("japanese1989").with_values(ko=ko, cycle=cycle, dead_means=aim) for aim in aims]
    units = all_units(rows, cols)[::3]
    for position, unit in units:
        for ruleset in rulesets:
            atlas_status(position, unit, ruleset)
    every = {(g, k): v for (r, c, g, k), v in _TABLES.items() if (r, c) == (rows, cols)}
    for game in games_for(rulesets, 10):
        for point in range(2):
            key = indexer(rows, cols, Locale.whole(rows, cols), 1 << point)[0]
            every[game, key] = build_table(TableTask(rows, cols, game, *key)).certified.verdicts
    whole = Book(rows, cols, every)
    part = Book(rows, cols, {k: v for k, v in every.items() if k[0].goal in ("captured", "swept")})
    told = 0
    for position, unit in units:
        owner = BLACK if position.black & unit else WHITE
        for ruleset in rulesets:
            bound = part.status(position, unit, owner, ruleset)
            assert bound in (whole.status(position, unit, owner, ruleset), Status.UNKNOWN), (position, unit)
            told += bound is not Status.UNKNOWN
    assert told > len(units)


@pytest.mark.parametrize("ruleset", RULESETS[:4], ids=lambda ruleset: ruleset.id)
def test_tables_agree_with_strategy_improvement(ruleset):
    rng = random.Random(ruleset.id)
    compared = 0
    while compared < 12:
        position, unit = random_unit(rng, 2, 3)
        try:
            verdict = dense_verdict(arena_for(position, unit, ruleset), most=4000)
        except TooLargeError:
            continue
        assert atlas_status(position, unit, ruleset).value == verdict.value, (position, unit)
        compared += 1


class Literal:
    """The pass over a table once more, by the arena of the play layer, slow and plain."""

    def __init__(self, rows, cols, ruleset, game, unit, values):
        self.game, self.values = game, values
        own = sum(1 << p for p in unit)
        self.arena = arena_for(Position(rows, cols, own, 0), own, ruleset)
        self.boards = list(self._legal(rows, cols))
        self.number = {}
        for board in self.boards:
            kos = self.kos(*board)
            for turn in (0, 1):
                for bans in self.slots(kos, turn):
                    self.number[board, turn, bans] = len(self.number)

    def _legal(self, rows, cols):
        for colours in itertools.product(range(3), repeat=rows * cols):
            digits = colours[::-1]  # the first point changes fastest
            black = sum(1 << p for p, c in enumerate(digits) if c == 1)
            white = sum(1 << p for p, c in enumerate(digits) if c == 2)
            if not any(Position(rows, cols, black, white).breathless()):
                yield black, white

    def kos(self, black, white):
        """(point, side) of all retakes, the owner's first."""
        if self.game.ko == "none":
            return []
        found = []
        grid, stones = self.arena.grid, (black, white)
        empty = grid.full & ~(black | white)
        for side in (0, 1):
            for q in bits(empty):
                near = grid.neighbours[q]
                theirs = stones[1 - side]
                if near & ~theirs:
                    continue
                lone = any(
                    not grid.neighbours[r] & theirs and grid.neighbours[r] & empty == 1 << q
                    for r in bits(near)
                )
                if lone and (self.game.ko == "basic" or self.taken(stones, side, q) == 1):
                    found.append((q, side))
        return found

    def taken(self, stones, side, q):
        grid = self.arena.grid
        empty = grid.full & ~(stones[0] | stones[1])
        chains = {grid.flood(1 << r, stones[1 - side]) for r in bits(grid.neighbours[q])}
        return sum(c.bit_count() for c in chains if grid.dilate(c) & empty == 1 << q)

    def slots(self, kos, turn):
        if self.game.ko in ("none", "basic"):
            return [
                frozenset(),
                *(frozenset([q]) for q, side in kos if side == turn and self.game.ko == "basic"),
            ]
        return [
            frozenset(q for i, (q, _) in enumerate(kos) if mask >> i & 1) for mask in range(1 << len(kos))
        ]

    def state(self, board, turn, bans):
        if self.game.ko in ("each", "all"):
            return State(*board, -1, turn, False, memory=Memory(bans=sum(1 << q for q in bans)))
        return State(*board, min(bans, default=-1), turn, False)

    def place(self, state):
        bans = bits(state.memory.bans) if state.memory is not None else [state.ban] if state.ban >= 0 else []
        return self.number[(state.black, state.white), state.to_move, frozenset(bans)]

    def check(self):
        """The first state that does not hold, or None."""
        checked = 0
        for (board, turn, bans), index in self.number.items():
            state = self.state(board, turn, bans)
            if self.game.goal == "captured" and self.arena.unit & ~state.black:
                continue
            value = self.values[index]
            if value == 0xFFFF:
                continue
            checked += 1
            winner = value >> 15
            chooses = turn == winner
            fine = [self.holds(state, step, winner, value) for step in self.arena.steps(state)]
            if not (any(fine) if chooses else all(fine)):
                return index
        assert checked
        return None

    def holds(self, state, step, winner, value):
        after = step.state
        if step.winner is not None:
            return int(step.winner) == winner
        if self.game.goal == "captured" and self.arena.unit & ~after.black:
            return winner == 1
        other = self.values[self.place(after)]
        if other == 0xFFFF or other >> 15 != winner:
            return False
        lost = step.captured if state.to_move == 1 else -step.captured
        bad = self.game.goal == "captured" or self.arena.marked(state)
        (credit, rank), (next_credit, next_rank) = self.measure(state, value), self.measure(after, other)
        if not self.game.prisoners:
            lost = 0
        if winner == 0:
            return next_credit < credit - lost or (next_credit == credit - lost and (bad or next_rank < rank))
        tight = next_credit == credit + lost
        return next_credit < credit + lost or (
            tight and (next_rank < rank or (next_rank == rank and not bad))
        )

    def measure(self, state, value):
        balance = state.white.bit_count() - state.black.bit_count() + (state.to_move == 1)
        if not self.game.prisoners:
            balance = 0
        credit = (value & 0x7FFF) >> 6
        return credit + (balance if value >> 15 else -balance), value & 63


LITERAL = [
    (PROPOSAL, Game("basic", "owned", True)),
    (load_ruleset("japanese1949"), Game("basic", "captured", True)),
    (load_ruleset("katago-encore"), Game("each", "owned", True)),
    (load_ruleset("japanese2003-uncapturable"), Game("all", "captured", True)),
]


@pytest.mark.parametrize(("ruleset", "game"), LITERAL, ids=lambda item: getattr(item, "id", ""))
@pytest.mark.parametrize(("rows", "cols", "unit"), [(2, 3, (0,)), (2, 3, (1, 4)), (1, 5, (2,))])
def test_the_specification_accepts_the_tables_and_refuses_changed_ones(rows, cols, unit, ruleset, game):
    unit = unit[:1] if game.by_points else unit
    ruleset = ruleset.with_values(walls="board")
    target = sum(1 << p for p in unit)
    table = build_table(TableTask(rows, cols, game, Locale.whole(rows, cols), target))
    values = array("H", zlib.decompress(table.values))
    literal = Literal(rows, cols, ruleset, game, unit, values)
    assert len(literal.number) == len(values)
    assert literal.check() is None
    place = next(
        literal.number[board, 0, frozenset()]
        for board in literal.boards
        if board[0] & target == target and board[1] and board[0].bit_count() > len(unit)
    )
    values[place] ^= 0x8000
    assert literal.check() is not None
