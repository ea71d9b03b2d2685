"""The static rules of :meth:`Arena.settled` against tables that know nothing of them.

A table holds every state of a small locale and is solved by retrograde lifting alone. Wherever the
statics name a winner, that side must win by the table, whatever is banned; under rules that know draws
even if these count for the other side.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from verifier.board import Colour, Mask, Position, Side, secured, shape_of
from verifier.board.grid import Grid, bits
from verifier.errors import InputError
from verifier.play import PASS, Arena, State, remembers
from verifier.rules import AXES, Ruleset, load_ruleset
from verifier.search.native import DenseTable, available

pytestmark = pytest.mark.skipif(not available(), reason="the tables belong to the native kernel")

PROPOSAL = load_ruleset("proposal2012")
WALLS = ("assumed", "unconditional", "board")


def all_games() -> list[Ruleset]:
    """Every combination of the axes that the statics could depend on, if there is a game for it."""
    axes = ("ko", "end", "dead_means", "cycle")
    games = []
    for values in itertools.product(*(AXES[axis].values for axis in axes)):
        try:
            games.append(PROPOSAL.with_values(**dict(zip(axes, values, strict=True))))
        except InputError:
            continue
    return [game for game in games if not remembers(game)]


GAMES = all_games()
AIMS = sorted({game["dead_means"] for game in GAMES})


def position(*rows: str, open_sides: Iterable[Side] = ()) -> Position:
    points = "".join(rows)
    black = sum(1 << p for p, sign in enumerate(points) if sign == "X")
    white = sum(1 << p for p, sign in enumerate(points) if sign == "O")
    return Position(len(rows), len(rows[0]), black, white, frozenset(open_sides))


class Comparison:
    """Compares statics and table for one arena, and counts what was compared."""

    def __init__(self, arena: Arena, seen: Counter[tuple[str, str]]) -> None:
        self.arena, self.seen = arena, seen
        self.table = DenseTable(arena)
        draws = arena.ruleset["cycle"] == "draw"
        # The owner must win even if no draw counts for him.
        self.strict = DenseTable(arena, draws_for_owner=False) if draws else self.table
        assert self.table.undecided == self.strict.undecided == 0

    def board(self, colours: Iterable[int]) -> None:
        """Compare all states with these colours (0 empty, 1 black, 2 white) on the points of the locale."""
        arena, points = self.arena, list(bits(self.arena.locale))
        stones = [arena.position.black & ~arena.locale, arena.position.white & ~arena.locale]
        for point, colour in zip(points, colours, strict=True):
            if colour:
                stones[colour - 1] |= 1 << point
        if arena.ruleset["dead_means"] == "captured once" and arena.unit & ~stones[arena.owner]:
            return  # play ends before such a board is reached
        flags = (False, True) if arena.ruleset["end"] == "two passes" else (False,)
        for mover, passed, ban in itertools.product((0, 1), flags, (-1, *points)):
            state = State(stones[0], stones[1], ban, mover, passed)
            winner = arena.settled(state)
            if winner is not None:
                self.state(state, winner)

    def state(self, state: State, winner: Colour) -> None:
        """Compare one state."""
        side = "owner" if winner == self.arena.owner else "attacker"
        table, expected = (self.strict, True) if side == "owner" else (self.table, False)
        try:
            wins = table.owner_wins(state)
        except KeyError:
            return  # no such ban can arise, or a chain has no liberty
        assert wins is expected, (self.arena.position, self.arena.unit, self.arena.ruleset.id, state, side)
        self.seen[side, self.arena.ruleset["dead_means"]] += 1
        if side == "attacker" and not self.arena._secured(*self.sides(state), self.arena.attacker):
            self.seen["at hand", "attacker" if state.to_move == self.arena.attacker else "owner"] += 1
            self.seen["at hand", "ban"] += state.ban >= 0
        elif self.arena.ruleset["dead_means"] == "finally owned":
            own, other = self.sides(state)
            self.seen["standing", side] += side == "attacker" and not self.arena.unit & ~other
            needed = self.without_pairs(*((other, own) if side == "owner" else (own, other)), winner)
            self.seen["pair", side] += bool(self.arena.unit & ~needed) if side == "owner" else not needed

    def without_pairs(self, own: Mask, other: Mask, colour: Colour) -> Mask:
        """The points of the unit that one side has secured in regions with one point in the middle at most."""
        arena, locale = self.arena, self.arena.locale
        walls = arena.walls[colour], arena.walls[colour.opponent]
        shape = shape_of(arena.grid, locale, own & locale, *walls)
        return secured(arena.grid, locale, shape, other & locale, arena.unit, *walls)

    def sides(self, state: State) -> tuple[Mask, Mask]:
        """The attacker's stones and the owner's."""
        return (state.black, state.white) if self.arena.owner else (state.white, state.black)


def connected(rows: int, cols: int) -> Iterator[Mask]:
    """Yield the sets of points that can be a chain with a liberty."""
    grid = Grid.of(rows, cols)
    for mask in range(1, grid.full):
        if grid.flood(mask & -mask, mask) == mask:
            yield mask


def random_crop(rng: random.Random, rows: int, cols: int) -> Position | None:
    """Return random stones within a ring of stones, or None if a chain has no liberty.

    The ring is mostly of one colour. It is cut by edges of the board on some sides, or on all.
    """
    ring = rng.choice("XO")
    signs = {
        (r, c): rng.choice("..XO") if 0 <= r < rows and 0 <= c < cols else ring
        for r in range(-1, rows + 1)
        for c in range(-1, cols + 1)
    }
    around = [place for place in signs if not (0 <= place[0] < rows and 0 <= place[1] < cols)]
    for place in rng.sample(around, rng.choice((0, 0, 0, 1, 2, 3))):
        signs[place] = "XO"[ring == "X"]
    whole = rng.random() < 0.15
    sides = frozenset(side for side in Side if not whole and rng.random() < 0.6)
    top, left = (-1 if side in sides else 0 for side in (Side.TOP, Side.LEFT))
    bottom = rows + (Side.BOTTOM in sides)
    right = cols + (Side.RIGHT in sides)
    lines = ["".join(signs[r, c] for c in range(left, right)) for r in range(top, bottom)]
    crop = position(*lines, open_sides=sides)
    return None if any(crop.breathless()) else crop


def compare_random_crops(
    seed: int,
    sizes: list[tuple[int, int]],
    arenas: int,
    boards: int,
    games: list[Ruleset] = GAMES,
    *,
    walled: bool = False,
) -> Counter[tuple[str, str]]:
    """Compare on random crops, all boards of a locale or a sample of *boards* rich in settled ones.

    With *walled* only units next to a wall of the attacker.
    """
    rng, seen = random.Random(seed), Counter[tuple[str, str]]()
    compared = 0
    while compared < arenas:
        crop = random_crop(rng, *rng.choice(sizes))
        units = list(crop.units()) if crop else []
        if not crop or not units:
            continue
        rules = games[compared % len(games)].with_values(walls=rng.choice(WALLS))
        arena = Arena(crop, rng.choice(units), rules)
        count = arena.locale.bit_count()
        if not 0 < count <= 12 or (walled and not crop.grid.dilate(arena.walls[arena.attacker]) & arena.unit):
            continue
        compared += 1
        comparison = Comparison(arena, seen)
        if 3**count <= boards:
            for colours in itertools.product(range(3), repeat=count):
                comparison.board(colours)
        else:
            for _ in range(boards):
                # Stones mostly of one side, as areas and eyes have them.
                favoured = rng.choice((1, 2))
                comparison.board(rng.choices((0, favoured, 3 - favoured), (3, 4, 2), k=count))
    return seen


def test_every_game_without_a_conflict_is_compared() -> None:
    assert len(GAMES) == 24
    assert {game["cycle"] for game in GAMES} == set(AXES["cycle"].values) - {"prisoners then aim", "aim"}


def compare_all_boards(sizes: list[tuple[int, int, int]], seen: Counter[tuple[str, str]]) -> None:
    """Compare all units of these sizes, each in one in so many of the games as the third number says."""
    for rows, cols, part in sizes:
        boards = list(itertools.product(range(3), repeat=rows * cols))
        for number, (unit, colour) in enumerate(itertools.product(connected(rows, cols), Colour)):
            board = Position(rows, cols, 0 if colour else unit, unit if colour else 0)
            for rules in GAMES[number % part :: part]:
                comparison = Comparison(Arena(board, unit, rules.with_values(walls="board")), seen)
                for colours in boards:
                    comparison.board(colours)


def test_on_all_small_boards_whoever_is_said_to_win_does_win() -> None:
    seen = Counter[tuple[str, str]]()
    compare_all_boards([(1, 2, 1), (1, 3, 1), (1, 4, 3), (2, 2, 3)], seen)
    assert min(seen["owner", means] for means in AIMS) > 1
    assert seen["attacker", "finally owned"] > 1


@pytest.mark.slow
def test_on_all_boards_to_six_points_whoever_is_said_to_win_does_win() -> None:
    seen = Counter[tuple[str, str]]()
    compare_all_boards([(1, 4, 1), (2, 2, 1), (1, 5, 1), (1, 6, 6), (2, 3, 6)], seen)
    assert seen["attacker", "finally owned"] > 1000


def test_in_small_crops_whoever_is_said_to_win_does_win() -> None:
    seen = compare_random_crops(1, [(1, 3), (1, 4), (1, 5), (2, 2), (2, 3)], 400, 300)
    assert min(seen["pair", side] for side in ("owner", "attacker")) > 100, seen
    assert seen["standing", "attacker"] > 1000, seen
    assert min(seen["owner", means] for means in AIMS) > 1000
    assert seen["attacker", "finally owned"] > 10_000


def test_whoever_is_said_to_win_does_win_also_where_one_side_may_always_retake() -> None:
    games = [
        game.with_values(**{axis: "unlimited"})
        for game in GAMES
        for axis in ("owner_threats", "attacker_threats")
        if game["ko"] == "basic"
    ]
    seen = compare_random_crops(3, [(1, 4), (1, 5), (2, 2), (2, 3)], 120, 200, games)
    assert min(seen["owner", means] for means in AIMS) > 100
    assert seen["attacker", "finally owned"] > 1000


def test_where_the_attacker_has_a_wall_whoever_is_said_to_win_does_win() -> None:
    sizes = [(1, 3), (1, 4), (1, 5), (2, 2), (2, 3), (2, 4)]
    final = [game for game in GAMES if game["dead_means"] == "finally owned"]
    seen = compare_random_crops(5, sizes, 160, 250, final, walled=True)
    assert min(seen["at hand", who] for who in ("attacker", "owner", "ban")) > 10, seen
    assert seen["standing", "attacker"] > 1000, seen
    assert seen["pair", "attacker"] > 100, seen


@pytest.mark.slow
def test_in_many_crops_where_the_attacker_has_a_wall_whoever_is_said_to_win_does_win() -> None:
    sizes = [(1, 5), (2, 3), (2, 4), (3, 3)]
    final = [game for game in GAMES if game["dead_means"] == "finally owned"]
    seen = compare_random_crops(6, sizes, 1200, 3000, final, walled=True)
    assert min(seen["at hand", who] for who in ("attacker", "owner", "ban")) > 1000, seen


def test_in_sampled_states_of_larger_crops_whoever_is_said_to_win_does_win() -> None:
    # One crop for each game; the marked run below has twenty.
    seen = compare_random_crops(2, [(2, 4), (3, 3)], len(GAMES), 800)
    assert min(seen["owner", means] for means in AIMS) > 100
    assert seen["attacker", "finally owned"] > 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sizes", "arenas", "boards"),
    [([(2, 3), (1, 5)], 4800, 800), ([(2, 4), (3, 3)], 480, 20_000), ([(2, 5)], 48, 5000)],
)
def test_in_many_crops_whoever_is_said_to_win_does_win(
    sizes: list[tuple[int, int]], arenas: int, boards: int
) -> None:
    seen = compare_random_crops(3, sizes, arenas, boards)
    assert seen["attacker", "finally owned"] > 5000


@pytest.mark.slow
def test_in_sampled_states_of_twelve_points_whoever_is_said_to_win_does_win() -> None:
    # Tables of this size take minutes where passing never ends play.
    games = [game for game in GAMES if game["end"] == "two passes"]
    seen = compare_random_crops(4, [(3, 4)], len(games), 5000, games)
    assert seen["attacker", "finally owned"] > 1000


# A stone alone on the inner point of an area


LONE = position("XXXXX", "X.O.X", "XOXOX", "X...X", "XXXXX", open_sides=Side)
CAPTURED_ONCE = [game for game in GAMES if game["dead_means"] == "captured once"]


@pytest.mark.parametrize("rules", CAPTURED_ONCE, ids=lambda rules: rules.id)
def test_a_lone_stone_on_the_inner_point_can_be_captured_once(rules: Ruleset) -> None:
    """White takes the centre stone at once and is taken himself later; one capture is enough."""
    centre = 1 << 12
    arena = Arena(LONE, centre, rules.with_values(first_move="attacker"))
    assert arena.settled(arena.start) is None
    assert DenseTable(arena).owner_wins(arena.start) is False


def test_a_lone_stone_on_the_inner_point_is_alive_where_final_ownership_counts() -> None:
    centre = 1 << 12
    arena = Arena(LONE, centre, PROPOSAL.with_values(first_move="attacker"))
    assert arena.settled(arena.start) == arena.owner
    assert DenseTable(arena).owner_wins(arena.start) is True


def test_nobody_is_said_to_win_where_the_other_side_can_end_play_at_once() -> None:
    """The unit is taken and another black stone stands in White's area, with no turn left to take it off."""
    crop = position("OOOO", "OX.O", "O..O", "OOOO", open_sides=Side)
    arena = Arena(crop, 1 << 5, PROPOSAL.with_values(end="two passes"))
    stones = (1 << 10, crop.white)
    for mover in Colour:
        assert arena.settled(State(*stones, -1, mover, False)) == Colour.WHITE
        assert arena.settled(State(*stones, -1, mover, True)) == (Colour.WHITE if mover else None)
    last = arena.step(State(*stones, -1, Colour.BLACK, True), PASS)
    assert last is not None
    assert last.winner == Colour.BLACK
