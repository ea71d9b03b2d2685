import random
from collections.abc import Iterator

import pytest

from verifier.board import (
    BLACK,
    SYMMETRIES,
    WALL_KINDS,
    WHITE,
    Colour,
    Position,
    Side,
    locale_of,
    transform,
    walls,
)
from verifier.board.symmetry import transform_mask
from verifier.errors import InputError
from verifier.jobs.cases.case import load_case
from verifier.notation import parse_diagram
from verifier.units import locales, unconditional_life, unit_graph, units, walls_of


def random_positions(number: int, seed: int) -> Iterator[Position]:
    """Dense positions with one colour in the majority, crops among them, so that many chains live."""
    source = random.Random(seed)
    for _ in range(number):
        rows, cols = source.randint(1, 7), source.randint(1, 7)
        filled = source.choice([0.5, 0.7, 0.8])
        black = white = 0
        for point in range(rows * cols):
            roll = source.random()
            if roll < filled * 0.75:
                black |= 1 << point
            elif roll < filled:
                white |= 1 << point
        yield Position(rows, cols, black, white, frozenset(side for side in Side if source.random() < 0.2))


def test_life_on_the_graph_is_the_life_of_the_board_layer() -> None:
    alive = 0
    for position in random_positions(2000, seed=1):
        graph = unit_graph(position)
        for colour in Colour:
            found = unconditional_life(graph, colour)
            assert found == walls(position, "unconditional")[colour], position
            alive += found != 0
    assert alive > 500


def test_locales_on_the_graph_are_those_of_the_board_layer() -> None:
    shared = 0
    for position in random_positions(400, seed=2):
        for kind in WALL_KINDS:
            found = {unit.stones: part.points for part in locales(position, kind) for unit in part.units}
            expected = {unit: locale_of(position, unit, kind) for unit in position.units()}
            assert found == {unit: points for unit, points in expected.items() if points}, (position, kind)
            shared += len(found) > len(set(found.values()))
    assert shared > 100


def test_the_graph_has_chains_regions_and_what_they_share() -> None:
    position = parse_diagram("X.O\nX.O\n.OO").position
    graph = unit_graph(position)
    chains = {node: data for node, data in graph.nodes(data=True) if data["kind"] == "chain"}
    regions = {node: data for node, data in graph.nodes(data=True) if data["kind"] == "region"}
    black, white, middle, corner = 0b001001, 0b110100100, 0b010010, 1 << 6
    assert {node: (data["colour"], data["size"], data["liberties"]) for node, data in chains.items()} == {
        black: (BLACK, 2, middle | corner),
        white: (WHITE, 4, middle | corner),
    }
    assert {node: (data["size"], data["outside"]) for node, data in regions.items()} == {
        middle: (2, False),
        corner: (1, False),
    }
    assert graph.number_of_edges() == 4
    for first, second, data in graph.edges(data=True):
        assert data["contact"] == (first in chains and second in chains)
        if not data["contact"]:
            chain, region = (first, second) if first in chains else (second, first)
            assert data["shared"] == chains[chain]["liberties"] & region != 0


def test_example_23_has_nine_units() -> None:
    found = units(load_case("ex23").position)
    assert len(found) == 9
    assert str(found[0]) == "white B9 (1 stone)"
    assert [unit.size for unit in found if unit.colour is WHITE] == [1, 5, 2, 1, 1, 3]


def test_outer_chains_of_a_crop_are_assumed_alive_and_no_units() -> None:
    position = load_case("ex01").position
    graph = unit_graph(position)
    assumed = {node for node, data in graph.nodes(data=True) if data.get("assumed")}
    chosen = {unit.stones for unit in units(position)}
    assert len(chosen) == 2
    assert assumed == {*position.chains(BLACK), *position.chains(WHITE)} - chosen
    assert {chain for side in walls_of(position, "assumed") for chain in side} == assumed


def test_regions_that_touch_an_open_side_are_outside() -> None:
    graph = unit_graph(parse_diagram("┌●┬\n●●┼").position)
    regions = {node: data["outside"] for node, data in graph.nodes(data=True) if data["kind"] == "region"}
    assert regions == {0b1: False, 0b100100: True}


def test_walls_of_an_unknown_kind_are_refused() -> None:
    with pytest.raises(InputError, match=r"^walls 'wooden': use one of "):
        walls_of(parse_diagram("X.").position, "wooden")


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetric_positions_have_symmetric_life(symmetry: str) -> None:
    for position in random_positions(60, seed=3):
        image = transform(position, symmetry)
        for colour in Colour:
            life = unconditional_life(unit_graph(position), colour)
            moved = transform_mask(life, position.rows, position.cols, symmetry)
            assert unconditional_life(unit_graph(image), colour) == moved


def test_two_eyes_live_and_one_dies() -> None:
    two = parse_diagram(".X.X\nXXXX\n....").position
    assert unconditional_life(unit_graph(two), BLACK) == two.black
    one = parse_diagram(".XXO\nXXOO\nOOO.").position
    assert unconditional_life(unit_graph(one), BLACK) == 0


def test_touching_chains_of_two_colours_have_an_edge_with_their_common_liberties() -> None:
    graph = unit_graph(parse_diagram("XO.\n...").position)
    assert graph.edges[0b1, 0b10] == {"shared": 0, "contact": True}
    corner = unit_graph(parse_diagram("X.\nXO").position)
    assert corner.edges[0b101, 0b1000] == {"shared": 0b10, "contact": True}
