import dataclasses
import itertools
import random
from collections.abc import Iterator

import pytest

from verifier.adjudicate import AreaKind, Score, Territory, territory, territory_bounds
from verifier.adjudicate.areas import areas_after, counted_stones, enclosed_areas, ko_points
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import Question, UnitVerdict
from verifier.adjudicate.sure import sure_points
from verifier.board import (
    BLACK,
    SYMMETRIES,
    WHITE,
    Colour,
    Position,
    Side,
    parse_vertex,
    swap_colours,
    transform,
)
from verifier.board.symmetry import transform_mask
from verifier.cli.reporting import count_lines
from verifier.errors import InputError
from verifier.jobs.cases.case import case_ids, load_case
from verifier.jobs.cases.compared import ComparedCount, Comparison, compare_counts
from verifier.jobs.cases.fields import Basis, Count, TerritoryClaim
from verifier.notation import parse_diagram
from verifier.rules import Ruleset, load_ruleset
from verifier.search import Limits
from verifier.search.outcome import Status

RULES = load_ruleset("proposal2012")
COUNTED = Ruleset.of("counted", dict(RULES.values) | {"ko_points": "counted"})
STATED = [
    name
    for name in case_ids()
    if (claim := load_case(name).territory_of("proposal2012"))
    and not load_case(name).silent.get("proposal2012")
]
"""Cases with a count of territory and a status for every unit."""


def judged(text: str, dead: tuple[str, ...] = (), unknown: tuple[str, ...] = (), rules: Ruleset = RULES) -> Territory:
    position = parse_diagram(text).position

    def named(points: tuple[str, ...]) -> set[int]:
        return {position.chain_at(parse_vertex(point, position.rows, position.cols)) for point in points}

    statuses = {
        unit: Status.DEAD if unit in named(dead) else Status.UNKNOWN if unit in named(unknown) else Status.ALIVE
        for unit in position.units()
    }
    return territory(position, statuses, rules)


def counts(result: Territory) -> tuple[int, int]:
    return result.count(BLACK), result.count(WHITE)


def random_judged(number: int, seed: int) -> Iterator[tuple[Position, dict[int, Status]]]:
    source = random.Random(seed)
    while number:
        rows, cols = source.randint(2, 6), source.randint(2, 6)
        filled = source.choice([0.4, 0.55, 0.7, 0.8])
        stones = [0, 0]
        for point in range(rows * cols):
            roll = source.random()
            if roll < filled:
                stones[roll < filled / 2] |= 1 << point
        sides = frozenset(side for side in Side if source.random() < 0.1)
        position = Position(rows, cols, stones[0], stones[1], sides)
        if any(position.breathless()):
            continue
        choice = [Status.ALIVE, Status.DEAD, Status.UNKNOWN]
        statuses = {unit: source.choice(choice) for unit in position.units()}
        if statuses and list(statuses.values()).count(Status.UNKNOWN) <= 6:
            number -= 1
            yield position, statuses


def test_every_count_that_the_text_states_is_listed() -> None:
    figures = {"fig-beginner-1", "fig-beginner-2", "fig-kakeme-3", "fig-seki-1", "fig-seki-2", "fig-territory-2", "fig-territory-3"}
    assert set(STATED) == {"ex23", "ex24", "ex26"} | figures


@pytest.mark.parametrize("name", STATED)
def test_the_stated_counts_follow_from_the_stated_statuses(name: str) -> None:
    case = load_case(name)
    claim = case.territory_of("proposal2012")
    assert claim is not None
    result = territory(case.position, case.statuses("proposal2012"), RULES)
    for colour, count in ((BLACK, claim.black), (WHITE, claim.white)):
        if count:
            assert result.count(colour) == count.total
            if count.points is not None:
                assert result.points(colour).bit_count() == count.points
                assert result.prisoners(colour).bit_count() == count.prisoners
    for area in claim.areas:
        found = result.area_at(area.at)
        assert found is not None
        assert (found.owner, found.count) == (area.colour, area.count and area.count.total)
    for point in claim.neutral:
        assert not (result.points(BLACK) | result.points(WHITE)) >> point & 1
    if claim.result:
        assert str(result.score(komi=case.komi, prisoners=case.prisoners)) == claim.result


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ex23", (13, 0)),
        ("ex24", (3, 3)),
        ("ex26", (3, 2)),
        ("fig-territory-3", (14, 8)),
        ("fig-kakeme-3", (7, 11)),
        ("fig-territory-2", (12, 6)),
        ("fig-beginner-1", (24, 2)),
        ("fig-beginner-2", (23, 2)),
        ("fig-seki-1", (11, 4)),
    ],
)
def test_the_counts_of_the_document(name: str, expected: tuple[int, int]) -> None:
    case = load_case(name)
    assert counts(territory(case.position, case.statuses("proposal2012"), RULES)) == expected


def test_the_prisoners_of_example_23_are_five() -> None:
    case = load_case("ex23")
    result = territory(case.position, case.statuses("proposal2012"), RULES)
    assert result.points(BLACK).bit_count() == 8
    assert result.prisoners(BLACK) == case.unit_at("r1c8") | case.unit_at("r5c1")
    assert result.prisoners(BLACK).bit_count() == 5


def test_ko_points_count_where_the_ruleset_says_so() -> None:
    case = load_case("ex26")
    assert counts(territory(case.position, case.statuses("proposal2012"), COUNTED)) == (4, 4)


def test_a_capture_that_leaves_two_liberties_is_no_ko() -> None:
    assert counts(judged("..OX\nOOXX\n....")) == (0, 2)
    assert counts(judged("O.OX\nOOXX\n....")) == (0, 0)


def test_stones_assumed_alive_are_in_no_ko() -> None:
    position = load_case("ex26").position
    living = position.black, position.white
    corner, stone = 1 << 6, 1 << 5
    assert ko_points(position.grid, living, 0) & corner
    assert not ko_points(position.grid, living, stone) & corner


def test_all_territory_claims_of_false_eyes_hold_if_everything_lives() -> None:
    for name in ("fig-kakeme-1", "fig-kakeme-2"):
        case = load_case(name)
        claim = case.territory_of("proposal2012")
        assert claim is not None
        result = territory(case.position, dict.fromkeys(case.units, Status.ALIVE), RULES)
        for area in claim.areas:
            assert result.points(area.colour) >> area.at & 1


def test_an_area_with_dead_stones_of_both_colours_is_nobodys() -> None:
    result = judged("..X..OO\nXOX..OO\nXXXOOOO", dead=("r2c2",))
    assert [area.kind for area in result.areas] == [AreaKind.TERRITORY, AreaKind.BOTH_COLOURS]
    assert counts(result) == (4, 0)
    own = judged("..X\n.XX", dead=("r1c3",))
    assert [area.kind for area in own.areas] == [AreaKind.NO_LIVING_STONES]
    mixed = judged("XO.O\n.OOO\nOO.O", dead=("r1c1",))
    assert counts(mixed) == (0, 5)
    buried = judged(".X.O\nX..O\n..OO", dead=("r1c2", "r1c4"))
    assert [area.kind for area in buried.areas] == [AreaKind.OWN_DEAD_STONES]


def test_in_a_crop_only_areas_of_units_inside_count() -> None:
    result = judged("┌●┬●┬\n●●●●┼\n├┼┼┼┼")
    assert [area.kind for area in result.areas] == [AreaKind.NO_UNIT, AreaKind.NO_UNIT, AreaKind.OPEN_SIDE]
    assert counts(result) == (0, 0)


def test_drawn_units_count_as_alive() -> None:
    position = parse_diagram(".X\nX.").position
    assert counts(territory(position, dict.fromkeys(position.units(), Status.DRAWN), RULES)) == (2, 0)


def test_a_score_adds_prisoners_and_komi() -> None:
    result = judged(".X.O.\nXX.OO")
    assert result.score() == Score(1, 1, 0)
    assert str(result.score()) == "0"
    assert str(result.score(komi=6.5)) == "W+6.5"
    assert result.score(komi=0.5, prisoners=(3, 1)) == Score(4, 2.5, 0.5)
    assert result.score(prisoners=(3, 1)).winner is BLACK


def test_an_unknown_unit_leaves_bounds_instead_of_a_score() -> None:
    result = judged("..X..\nXXXXX\n.O...", unknown=("r3c2",))
    assert result.bounds.exact
    assert (result.bounds.black, result.bounds.white, result.bounds.lead) == ((4, 10), (0, 0), (4, 10))
    assert [area.kind for area in result.areas] == [AreaKind.TERRITORY, AreaKind.TERRITORY, AreaKind.UNDECIDED]
    assert result.score_bounds(komi=6.5, prisoners=(1, 2)).lead == (-3.5, 2.5)
    with pytest.raises(InputError, match=r"^score: it depends on the unknown units B1; ask for bounds instead$"):
        result.score()


def test_bounds_are_the_extremes_over_all_assignments() -> None:
    merged = 0
    for position, statuses in random_judged(250, seed=5):
        unknown = [unit for unit, status in statuses.items() if status is Status.UNKNOWN]
        found = []
        for chosen in itertools.product((Status.ALIVE, Status.DEAD), repeat=len(unknown)):
            assigned = statuses | dict(zip(unknown, chosen, strict=True))
            black, white = counts(territory(position, assigned, RULES))
            found.append((black, white, black - white))
        extremes = [(min(column), max(column)) for column in zip(*found, strict=True)]
        exact = territory_bounds(position, statuses, RULES)
        assert exact.exact
        assert [exact.black, exact.white, exact.lead] == extremes, (position, statuses)
        assert exact.unknown == tuple(unknown)
        wide = territory_bounds(position, statuses, RULES, max_enumerated=1)
        merged += not wide.exact
        for outer, inner in zip((wide.black, wide.white, wide.lead), extremes, strict=True):
            assert outer[0] <= inner[0]
            assert inner[1] <= outer[1]
    assert merged > 50


def test_a_long_chain_with_its_last_liberty_in_a_ko_joins_zones() -> None:
    result = judged("XOO\nXO.\n.XO", unknown=("r1c1",))
    assert result.bounds.exact
    assert (result.bounds.black, result.bounds.white, result.bounds.lead) == ((0, 1), (0, 1), (0, 0))


def small_judged(number: int, seed: int) -> Iterator[tuple[Position, dict[int, Status]]]:
    """Small dense positions and crops with one to four unknown units, most of them with a ko."""
    source = random.Random(seed)
    while number:
        rows, cols = source.randint(1, 4), source.randint(2, 5)
        filled = source.choice((0.6, 0.7, 0.8, 0.9))
        cells = source.choices((None, BLACK, WHITE), (1 - filled, filled / 2, filled / 2), k=rows * cols)
        black, white = (sum(1 << p for p, cell in enumerate(cells) if cell is colour) for colour in Colour)
        sides = frozenset(side for side in Side if source.random() < 0.05)
        position = Position(rows, cols, black, white, sides)
        units = list(position.units())
        if not units or any(position.breathless()):
            continue
        unknown = source.sample(units, min(len(units), source.randint(1, 4)))
        dead = [unit for unit in units if unit not in unknown and source.random() < 0.1]
        removed = sum(dead) | sum(unit for unit in unknown if source.random() < 0.5)
        if source.random() < 0.95 and not ko_points(position.grid, (black & ~removed, white & ~removed), 0):
            continue
        number -= 1
        fates = dict.fromkeys(units, Status.ALIVE) | dict.fromkeys(dead, Status.DEAD)
        yield position, fates | dict.fromkeys(unknown, Status.UNKNOWN)


def defined_counts(position: Position, dead: int) -> tuple[int, int]:
    """Points and prisoners of Black and White, straight from the definition and without the areas of the package."""
    grid = position.grid
    living = {colour: position.stones(colour) & ~dead for colour in Colour}
    assumed = position.assumed(BLACK) | position.assumed(WHITE)
    empty = grid.full & ~living[BLACK] & ~living[WHITE]

    def is_ko(point: int) -> bool:
        for player in Colour:
            own, other = living[player] | point, living[player.opponent]
            taken = 0
            for chain in grid.components(other):
                if not chain & assumed and not grid.dilate(chain) & empty & ~point:
                    taken |= chain
            stone = grid.flood(point, own)
            freed = grid.full & ~own & ~(other & ~taken)
            if taken.bit_count() == 1 and stone == point and (grid.dilate(stone) & freed).bit_count() == 1:
                return True
        return False

    found = {BLACK: 0, WHITE: 0}
    for area in grid.components(empty):
        touched = [colour for colour in Colour if grid.dilate(area) & living[colour]]
        if len(touched) != 1 or area & position.cut:
            continue
        owner = touched[0]
        if area & position.stones(owner) or not grid.dilate(area) & living[owner] & ~assumed:
            continue
        points = [1 << p for p in range(grid.size) if area >> p & 1]
        found[owner] += sum(not is_ko(point) for point in points) + (area & dead).bit_count()
    return found[BLACK], found[WHITE]


def test_bounds_of_small_positions_follow_from_the_definition() -> None:
    undecided = 0
    for position, statuses in small_judged(2000, seed=8):
        unknown = [unit for unit, status in statuses.items() if status is Status.UNKNOWN]
        gone = sum(unit for unit, status in statuses.items() if status is Status.DEAD)
        found = []
        for chosen in itertools.product((False, True), repeat=len(unknown)):
            removed = gone | sum(itertools.compress(unknown, chosen))
            black, white = defined_counts(position, removed)
            found.append((black, white, black - white))
        extremes = [(min(column), max(column)) for column in zip(*found, strict=True)]
        for enumerated in (0, 1, 2, 4):
            bounds = territory_bounds(position, statuses, RULES, max_enumerated=enumerated)
            ranges = [bounds.black, bounds.white, bounds.lead]
            assert bounds.exact or enumerated < len(unknown)
            if bounds.exact:
                assert ranges == extremes, (position, statuses)
            for outer, inner in zip(ranges, extremes, strict=True):
                assert outer[0] <= inner[0] <= inner[1] <= outer[1], (position, statuses)
        result = territory(position, statuses, RULES)
        settled = sum(area.points for area in result.areas if area.kind is not AreaKind.UNDECIDED)
        assert not settled & sum(unknown)
        for colour in Colour:
            assert result.count(colour) <= extremes[colour][0]
        undecided += any(least != greatest for least, greatest in extremes)
    assert undecided > 500


@pytest.mark.parametrize("name", ["proposal2012", "chinese2002", "japanese1989", "japanese2003"])
def test_bounds_and_sure_points_hold_for_all_assignments_under_other_rules(name: str) -> None:
    """Areas, seki and its absence; each number of units that are tried together."""
    ruleset = load_ruleset(name)
    sure, narrower = 0, 0
    for position, statuses in small_judged(500, seed=21):
        unknown = [unit for unit, status in statuses.items() if status is Status.UNKNOWN]
        found, points = [], [position.grid.full] * 2
        for chosen in itertools.product((Status.ALIVE, Status.DEAD), repeat=len(unknown)):
            assigned = statuses | dict(zip(unknown, chosen, strict=True))
            dead = [unit for unit, status in assigned.items() if status is Status.DEAD]
            areas = areas_after(position, dead, ruleset)
            stones = [counted_stones(position, dead, colour, ruleset) for colour in Colour]
            black, white = (
                sum(area.count for area in areas if area.owner is colour) + stones[colour].bit_count()
                for colour in Colour
            )
            found.append((black, white, black - white))
            # What is enclosed by one side, whether or not a seki takes it.
            areas = enclosed_areas(position, dead, ruleset)
            for colour in Colour:
                held = sum(area.territory for area in areas if area.owner is colour)
                points[colour] &= held | stones[colour]
        extremes = [(min(column), max(column)) for column in zip(*found, strict=True)]
        for enumerated in (0, 1, 4):
            bounds = territory_bounds(position, statuses, ruleset, max_enumerated=enumerated)
            for outer, inner in zip((bounds.black, bounds.white, bounds.lead), extremes, strict=True):
                assert outer[0] <= inner[0] <= inner[1] <= outer[1], (position, statuses, enumerated)
            if bounds.exact:
                assert [bounds.black, bounds.white, bounds.lead] == extremes
            narrower += not bounds.exact and bounds.lead[1] - bounds.lead[0] < 2 * position.grid.size
        assert sure_points(position, statuses, ruleset) == tuple(points), (position, statuses)
        sure += bool(unknown) and any(points)
    assert sure > 20
    assert narrower > 50


def test_sure_points_next_to_many_unknown_units_are_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer points are found where not all is tried, and never one too many."""
    cases = list(small_judged(500, seed=4))
    exact = [sure_points(position, statuses, RULES) for position, statuses in cases]
    monkeypatch.setattr("verifier.adjudicate.sure._MOST_TRIED", 0)
    kept = 0
    for (position, statuses), tried in zip(cases, exact, strict=True):
        for colour, points in zip(Colour, sure_points(position, statuses, RULES), strict=True):
            assert not points & ~tried[colour], (position, statuses)
            kept += bool(points) and Status.UNKNOWN in statuses.values()
    assert kept > 10


def partly_judged(text: str, unknown: str) -> Judgement:
    """All units alive but one, whose status is unknown."""
    diagram = parse_diagram(text)
    position = diagram.position
    missing = position.chain_at(parse_vertex(unknown, position.rows, position.cols)) if unknown else 0
    verdicts = tuple(
        UnitVerdict(Question(position, unit, RULES), Status.ALIVE, "", None, None)
        for unit in position.units()
        if unit != missing
    )
    return Judgement(diagram, RULES, Limits(), "auto", tuple(position.units()), verdicts)


SAME_COUNT = "OO\nX.\nOX\n.O"
"""Whether the black stone of the third row is dead or alive, White has one point."""


def compared(judgement: Judgement, black: Count | None, white: Count | None, result: str = "") -> list[ComparedCount]:
    claim = TerritoryClaim("proposal2012", black, white, (), (), result, Basis.STATED, "", "", "")
    case = dataclasses.replace(
        load_case("ex26"), diagram=judgement.diagram, territories=(claim,), komi=0.5, prisoners=(0, 0)
    )
    return compare_counts(case, judgement)


def test_the_bounds_are_the_count_where_an_unknown_unit_changes_nothing() -> None:
    judgement = partly_judged(SAME_COUNT, unknown="r3c2")
    found = judgement.territory
    assert found is not None
    assert found.bounds.decided
    assert (found.bounds.black, found.bounds.white) == ((0, 0), (1, 1))
    assert counts(found) == (0, 0)
    assert str(found.score(komi=0.5)) == "W+1.5"
    assert count_lines(judgement) == ["territory: Black 0, White 1; the same whatever the unknown units are"]
    everything = count_lines(partly_judged(SAME_COUNT, unknown=""))
    assert everything == ["territory: Black 0 (0 points, 0 dead stones), White 1 (1 point, 0 dead stones)"]


def test_stated_counts_are_compared_with_the_bounds() -> None:
    judgement = partly_judged(SAME_COUNT, unknown="r3c2")
    found = compared(judgement, Count(0, None, None), Count(1, None, None), "W+1.5")
    assert [(item.what, item.found, item.result) for item in found] == [
        ("black", "0", Comparison.AGREES),
        ("white", "1", Comparison.AGREES),
        ("result", "W+1.5", Comparison.AGREES),
    ]
    parts = compared(judgement, Count(1, 1, 0), Count(1, 1, 0))
    assert [(item.found, item.result) for item in parts] == [("0", Comparison.FAILS), ("1", Comparison.UNKNOWN)]
    settled = compared(partly_judged(SAME_COUNT, unknown=""), None, Count(1, 1, 0))
    assert [(item.found, item.result) for item in settled] == [("1 (1+0)", Comparison.AGREES)]
    open_ended = partly_judged("..X..\nXXXXX\n.O...", unknown="r3c2")
    for total, result in ((4, Comparison.UNKNOWN), (10, Comparison.UNKNOWN), (3, Comparison.FAILS), (11, Comparison.FAILS)):
        item = compared(open_ended, Count(total, None, None), None)[0]
        assert (item.found, item.result) == ("4 to 10", result)


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetric_positions_have_the_same_counts(symmetry: str) -> None:
    for position, statuses in random_judged(25, seed=6):
        moved = {
            transform_mask(unit, position.rows, position.cols, symmetry): status for unit, status in statuses.items()
        }
        given = territory(position, statuses, RULES)
        turned = territory(transform(position, symmetry), moved, RULES)
        assert (turned.bounds.black, turned.bounds.white) == (given.bounds.black, given.bounds.white)
        swapped = territory(swap_colours(position), statuses, RULES)
        assert (swapped.bounds.black, swapped.bounds.white) == (given.bounds.white, given.bounds.black)
        assert counts(swapped) == counts(given)[::-1]


def test_points_are_never_counted_for_both_sides() -> None:
    for position, statuses in random_judged(100, seed=7):
        result = territory(position, statuses, RULES)
        assert not result.points(BLACK) & result.points(WHITE)
        for colour in Colour:
            assert not result.prisoners(colour) & ~position.stones(colour.opponent)
        assert sum(area.points for area in result.areas).bit_count() == sum(a.points.bit_count() for a in result.areas)


def test_statuses_that_do_not_fit_are_refused() -> None:
    position = parse_diagram(".X\nX.").position
    with pytest.raises(InputError, match=r"^unit B2: no status; give one for each unit$"):
        territory(position, {}, RULES)
    with pytest.raises(InputError, match=r"^status for A2: not a unit of this position; give one mask per unit$"):
        territory(position, dict.fromkeys([*position.units(), 1], Status.ALIVE), RULES)
    with pytest.raises(InputError, match=r"^status for a mask without points: not a unit"):
        territory(position, {0: Status.ALIVE}, RULES)
