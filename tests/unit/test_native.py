"""The native prover: all its widths, its limits, and that it is deterministic."""

import itertools
import pickle
import random
from collections import Counter

import pytest

from verifier.board import Colour, Position, Side, swap_colours, vertex
from verifier.board.grid import Grid, bits
from verifier.errors import InputError
from verifier.jobs.cases.case import load_case
from verifier.play import Arena
from verifier.proof import Patterns, Strategy, check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.native import DenseTable, available, prove_native
from verifier.search.native.frame import Frame, bounds, by_rows, kernel, sheet_of
from verifier.search.windows.window import UnitWindow

pytestmark = pytest.mark.skipif(not available(), reason="the kernel is not built")

PROPOSAL = load_ruleset("proposal2012")
WHOLE = PROPOSAL.with_values(walls="assumed")


def embedded(case_id: str, size: int) -> Position:
    """The crop of a case in the corner of a larger board, all the rest white but two far eyes."""
    small = load_case(case_id).position
    grid = Grid.of(size, size)

    def moved(mask: int) -> int:
        return sum(
            1 << (row * size + col)
            for row in range(small.rows)
            for col in range(small.cols)
            if mask >> (row * small.cols + col) & 1
        )

    black = moved(small.black)
    inner = moved(small.empty & ~small.outside)
    eyes = 1 << (grid.size - 1) | 1 << (grid.size - 3)
    return Position(size, size, black, grid.full & ~(black | inner | eyes), frozenset())


@pytest.mark.parametrize("size", [8, 9, 11, 12, 19])
def test_every_width_of_the_kernel_gives_the_verdicts_of_the_crop(size: int) -> None:
    case = load_case("ex10")
    claims = {unit: claim.status for unit, claim in case.claims_of("proposal2012").items()}
    position = embedded("ex10", size)
    for unit, status in claims.items():
        row, col = divmod((unit & -unit).bit_length() - 1, case.position.cols)
        arena = Arena(position, position.chain_at(row * size + col), WHOLE)
        assert arena.locale.bit_count() == size * size

        outcome = prove_native(arena, Limits(nodes=200_000))

        assert outcome.status is status, vertex(row * size + col, size, size)
        assert outcome.certificate is not None
        check(outcome.certificate)


def test_a_locale_beyond_the_widest_is_unknown_and_says_why() -> None:
    position = embedded("ex10", 20)
    arena = Arena(position, position.chain_at(0), WHOLE)

    outcome = prove_native(arena, Limits())

    assert outcome.status is Status.UNKNOWN
    assert outcome.limit == "locale over 361 points"


def hard() -> Arena:
    position = load_case("ex20").position
    return Arena(position, position.chain_at(0), PROPOSAL)


def test_the_search_is_deterministic_for_a_limit_on_states() -> None:
    first, second = (prove_native(hard(), Limits(nodes=30_000)) for _ in range(2))

    assert first.status is Status.UNKNOWN
    assert (first.nodes, first.limit) == (second.nodes, second.limit)
    assert first.limit == "30000 nodes"
    assert first.nodes <= 31_000


@pytest.mark.parametrize("nodes", [1, 7, 30])
def test_a_limit_on_states_is_for_all_stages_of_the_search_together(nodes: int) -> None:
    case = load_case("ex01")
    outcome = prove_native(Arena(case.position, case.unit_at("A5"), PROPOSAL), Limits(nodes=nodes))

    assert outcome.status is Status.UNKNOWN, "it takes one state more"
    assert outcome.nodes <= nodes


def test_a_game_that_is_solved_for_the_wrong_side_is_no_end_of_the_search() -> None:
    case = load_case("ex08")
    arena = Arena(case.position, case.unit_at("A10"), PROPOSAL)
    # With three states it is known that the unit can be taken once, and nothing of the game itself.
    assert [prove_native(arena, Limits(nodes=nodes)).limit for nodes in (2, 3, 4)] == ["2 nodes", "3 nodes", "4 nodes"]


def test_limits_on_memory_and_time_end_the_search_and_are_named() -> None:
    assert prove_native(hard(), Limits(memory_mib=8)).limit == "8 MiB"
    assert prove_native(hard(), Limits(seconds=0.2)).limit == "0.2 seconds"


@pytest.mark.parametrize("nodes", [3, 300, 3_000])
def test_where_a_limit_ends_a_search_it_says_how_far_each_side_was_from_a_proof(nodes: int) -> None:
    arena = hard()
    swapped = Arena(swap_colours(arena.position), arena.unit, arena.ruleset)
    ended = [prove_native(one, Limits(nodes=nodes)) for one in (arena, swapped)]
    assert [one.status for one in ended] == [Status.UNKNOWN] * 2
    numbers = [one.numbers for one in ended]
    assert numbers[0] is not None
    assert min(numbers[0]) >= 1
    assert numbers[0][0] != numbers[0][1]
    assert numbers[1] == numbers[0][::-1], "they are those of Black and of White"


def test_what_is_decided_is_no_distance_from_a_proof() -> None:
    case = load_case("ex10")
    for unit in case.position.units():
        assert prove_native(Arena(case.position, unit, PROPOSAL), Limits()).numbers is None


def test_the_ko_free_search_changes_no_verdict() -> None:
    position = load_case("ex16").position
    for unit in position.units():
        arena = Arena(position, unit, PROPOSAL)
        with_it, without = (prove_native(arena, Limits(), relaxations=budget) for budget in (5000, 0))
        assert with_it.status is without.status is not Status.UNKNOWN


def test_dense_tables_refuse_large_locales() -> None:
    with pytest.raises(InputError, match="dense tables hold 1 to 12 points"):
        DenseTable(hard())


def random_position(rng: random.Random) -> Position:
    """Stones with a few colours to a neighbourhood, so that there are chains, eyes and walls."""
    rows, cols = rng.randint(2, 11), rng.randint(2, 11)
    grid, colours = Grid.of(rows, cols), [0, 0, 0]
    patches = [
        (rng.randrange(grid.size), rng.choice((0, 1, 1, 1, 1, 2, 2, 2, 2))) for _ in range(grid.size // 9 + 2)
    ]
    for point in range(grid.size):
        near = min(
            patches,
            key=lambda patch: sum(
                abs(a - b) for a, b in zip(divmod(point, cols), divmod(patch[0], cols), strict=True)
            ),
        )
        colours[near[1] if rng.random() < 0.9 else 0] |= 1 << point
    sides = frozenset(side for side in Side if rng.random() < 0.3)
    return Position(rows, cols, colours[1], colours[2], sides)


def test_the_kernel_finds_the_walls_and_locales_of_the_board() -> None:
    rng, seen = random.Random(8), Counter[str]()
    while min(seen["locale"] / 20, seen["wall"]) < 20:
        position = random_position(rng)
        if any(position.breathless()):
            continue
        for unit, kind in itertools.product(position.units(), ("assumed", "unconditional", "board")):
            arena = Arena(position, unit, PROPOSAL.with_values(walls=kind))
            locale, *walls = kernel.frame(*sheet_of(arena))

            assert sum(1 << point for point in locale) == arena.locale
            for colour, points in zip((arena.owner, arena.attacker), walls, strict=True):
                near = arena.grid.dilate(arena.walls[colour]) & arena.locale
                assert sum(1 << point for point in points) == near
            seen["locale"] += bool(arena.locale)
            seen["wall"] += not arena.locale
            seen["beside a wall"] += any(walls)
            seen["unconditional"] += arena.walls != tuple(map(position.assumed, Colour))
    assert min(seen.values()) > 10, seen


def test_a_unit_that_is_a_wall_is_alive_however_the_arena_was_described() -> None:
    position = load_case("ex26").position
    walls = [Arena(position, unit, PROPOSAL) for unit in position.units()]
    walls = [arena for arena in walls if not arena.locale]

    assert len(walls) == 3
    for mapped in walls:
        for arena in (mapped, Arena(position, mapped.unit, PROPOSAL)):
            outcome = prove_native(arena, Limits())
            assert (outcome.status, outcome.method) == (Status.ALIVE, "wall")
            assert outcome.certificate is not None
            check(outcome.certificate)


@pytest.mark.parametrize("end", ["never", "two passes"])
@pytest.mark.parametrize(
    ("position", "walls", "by_rows"),
    [
        (load_case("ex06").position, "unconditional", True),
        (load_case("ex16").position, "unconditional", False),
        (embedded("ex06", 9), "board", True),
        (embedded("ex06", 12), "board", False),
    ],
    ids=["one word, by rows", "one word, in order", "two words, by rows", "six words, in order"],
)
def test_evidence_is_the_same_however_the_points_are_numbered(
    position: Position, walls: str, by_rows: bool, end: str
) -> None:
    rules, decided = PROPOSAL.with_values(walls=walls, end=end), 0
    for unit in position.units():
        lazy, mapped = (Arena(position, unit, rules) for _ in range(2))
        if not mapped.locale:  # from here on the kernel gets it with its points in order
            continue
        rows = [point // position.cols for point in bits(mapped.locale)]
        columns = [point % position.cols for point in bits(mapped.locale)]
        width = max(columns) - min(columns) + 2
        last = (rows[-1] - rows[0]) * width + columns[-1] - min(columns)
        words = 1 if mapped.locale.bit_count() <= 64 else 2 if mapped.locale.bit_count() <= 128 else 6
        assert by_rows == (words <= 2 and last < 64 * words)
        first, second = (prove_native(arena, Limits(nodes=2_000)) for arena in (lazy, mapped))

        assert (first.status, first.nodes, first.method) == (second.status, second.nodes, second.method)
        if first.certificate is not None:
            assert second.certificate is not None
            assert first.certificate.evidence == second.certificate.evidence
            check(first.certificate)
            decided += bool(first.certificate.evidence)
    assert decided


def test_packed_evidence_compares_and_pickles_as_what_it_holds() -> None:
    position = load_case("ex06").position
    for end in ("never", "two passes"):
        found = set()
        for unit in position.units():
            outcome = prove_native(Arena(position, unit, PROPOSAL.with_values(end=end)), Limits(nodes=50_000))
            if outcome.certificate is None or not outcome.certificate.evidence:
                continue
            (item,) = outcome.certificate.evidence
            assert isinstance(item, Strategy | Patterns)
            plain = dict(item.nodes) if isinstance(item, Strategy) else tuple(item.nodes)
            copy = pickle.loads(pickle.dumps(outcome.certificate))

            assert item.nodes == plain
            assert plain == item.nodes
            assert len(item.nodes) == len(plain)
            assert copy.evidence == outcome.certificate.evidence
            assert copy.evidence[0].nodes == plain
            assert type(copy.evidence[0].nodes) is type(plain)
            if item.nodes:
                check(copy)
                found.add(type(item))
        assert Strategy in found if end == "two passes" else Patterns in found


@pytest.mark.parametrize(("rows", "cols"), [(5, 6), (6, 7), (7, 7), (9, 9), (13, 11), (12, 15)])
def test_points_numbered_by_rows_are_searched_as_points_in_any_order(rows: int, cols: int) -> None:
    """In windows of all widths of masks: the same states, and the same proof."""
    rng = random.Random(rows)
    seen = Counter[str]()
    while seen.total() < 12 or len(seen) < 2:
        black = white = 0
        for point in range(rows * cols):
            kind = rng.random()
            black |= (kind < 0.1) << point
            white |= (kind > 0.9) << point
        position = Position(rows, cols, black, white)
        if not black or any(position.breathless()):
            continue
        board = Arena(position, next(iter(position.units())), PROPOSAL)
        middle = sum(1 << point for point in range(rows * cols) if 0 < point % cols < cols - 1)
        arena = UnitWindow(board, board.owner, board.unit | middle)
        frame = Frame(arena)
        answers = []
        far = [60 * (point // cols) + point % cols for point in frame.points]  # too far apart for masks
        how = {"order": "guided", "relaxations": 0, "zones": True, "side": 0}
        plan = kernel.Plan(**bounds(Limits(nodes=300)), **how)
        for where in (by_rows(frame.points, cols), {"where": far, "stride": 60}):
            answer = frame.locale(where=where).solve(**frame.begin(arena.start), plan=plan)
            answers.append({key: answer[key] for key in ("status", "stop", "expanded", "generated")})
        assert answers[0] == answers[1]
        seen[answers[0]["status"]] += 1
