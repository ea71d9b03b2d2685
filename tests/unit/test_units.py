import dataclasses
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator

import networkx as nx
import pytest

from verifier.adjudicate.judge import Question, decide
from verifier.board import (
    BLACK,
    SYMMETRIES,
    WALL_KINDS,
    WHITE,
    Colour,
    Position,
    Side,
    locale_of,
    swap_colours,
    transform,
    walls,
)
from verifier.board.grid import bits
from verifier.board.symmetry import transform_mask
from verifier.errors import InputError
from verifier.jobs.cases.case import load_case
from verifier.notation import parse_diagram
from verifier.rules import load_ruleset
from verifier.search import Status
from verifier.units import Decomposition, decompose, parts, unconditional_life, unit_graph


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


def kept_chains(position: Position, seed: int) -> int:
    """Some of the chains, as if somebody had proved them to be walls."""
    source = random.Random(seed)
    return sum(chain for chain in position.units() if source.random() < 0.3)


def agrees(position: Position, kind: str, kept: int = 0) -> Decomposition:
    """The decomposition, after a comparison with what the board layer says."""
    found = decompose(position, kind, kept)
    assert found.walls == walls(position, kind, kept), (position, kind, kept)
    assert found.chains == tuple(position.units()), position
    expected = {unit: locale_of(position, unit, kind, kept) for unit in position.units()}
    assert dict(found.locale_of) == expected, (position, kind, kept)
    for unit, points in expected.items():
        assert found.differs(unit, walls(position, kind, kept), points) == ""
    return found


def test_walls_and_locales_on_the_graph_are_those_of_the_board_layer() -> None:
    shared = proved = 0
    for number, position in enumerate(random_positions(400, seed=2)):
        for kind in WALL_KINDS:
            found = agrees(position, kind)
            expected = {unit: points for unit, points in found.locale_of.items() if points}
            inside = {unit.stones: part.points for part in found.locales for unit in part.units}
            assert inside == expected
            shared += len(inside) > len(set(inside.values()))
        if kept := kept_chains(position, number):
            proved += agrees(position, "independent", kept).walls != walls(position, "independent")
    assert shared > 100
    assert proved > 50


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_images_of_a_position_are_taken_apart_in_the_same_way(symmetry: str) -> None:
    def turn(mask: int) -> int:
        return transform_mask(mask, position.rows, position.cols, symmetry)

    for number, position in enumerate(random_positions(40, seed=4)):
        for kind in WALL_KINDS:
            kept = kept_chains(position, number) if kind == "independent" else 0
            found = decompose(position, kind, kept)
            image = agrees(transform(position, symmetry), kind, turn(kept))
            assert image.walls == tuple(map(turn, found.walls))
            assert {turn(unit): turn(points) for unit, points in found.locale_of.items()} == image.locale_of
            swapped = agrees(swap_colours(position), kind, kept)
            assert swapped.walls == found.walls[::-1]
            assert swapped.locale_of == found.locale_of
            assert [unit.colour for unit in swapped.units] == [unit.colour.opponent for unit in found.units]


def test_the_order_of_judging_is_small_locales_and_then_large_units() -> None:
    seen = 0
    for position in random_positions(300, seed=5):
        found = decompose(position, "unconditional")
        order = found.order(found.chains)
        assert sorted(order) == sorted(found.chains)
        keys = [(found.locale(unit).bit_count(), -unit.bit_count(), unit) for unit in order]
        assert keys == sorted(keys)
        seen += order != list(found.chains)
    assert seen > 50


def test_a_guess_of_the_dead_divides_the_points_without_living_stones() -> None:
    both = 0
    for number, position in enumerate(random_positions(400, seed=6)):
        grid, dead = position.grid, kept_chains(position, number)
        found = decompose(position, "assumed").divided(dead)
        living = position.black & ~dead, position.white & ~dead
        assert found.living == living
        territories, shared = [0, 0], 0
        for region in grid.components(grid.full & ~(living[0] | living[1])):
            sides = [colour for colour in Colour if grid.dilate(region) & living[colour]]
            if len(sides) == 1:
                territories[sides[0]] |= region
            else:
                shared |= region
        assert (found.territories, found.shared) == (tuple(territories), shared), (position, dead)
        both += any(territories) and shared != 0
    assert both > 40


def test_neighbours_touch_a_unit_or_share_a_region_with_it() -> None:
    for position in random_positions(200, seed=7):
        grid, found = position.grid, decompose(position, "assumed")
        for unit in found.chains:
            around = grid.flood(grid.dilate(unit) & (position.empty | unit), position.empty | unit)
            near = {
                position.chain_at(point) for point in bits(grid.dilate(around) & ~around & ~position.empty)
            }
            assert set(found.neighbours(unit)) == near - {unit}


def test_parts_are_the_connected_components_that_networkx_finds() -> None:
    for position in random_positions(300, seed=8):
        graph = unit_graph(position)
        assert set().union(*parts(graph, ())) == set(graph)
        without = {node for node, data in graph.nodes(data=True) if data.get("colour") is BLACK}
        expected = nx.connected_components(graph.subgraph(set(graph) - without))
        assert sorted(map(sorted, parts(graph, without))) == sorted(map(sorted, expected))


def test_the_graph_of_a_position_cannot_be_changed() -> None:
    graph = unit_graph(parse_diagram("X.").position)
    with pytest.raises(nx.NetworkXError, match=r"(?i)frozen"):
        graph.remove_node(0b1)


def test_another_process_compares_without_networkx() -> None:
    found = decompose(load_case("ex23").position, "unconditional")
    script = (
        "import pickle, sys; found = pickle.loads(sys.stdin.buffer.read());"
        "print(found.differs(found.chains[0], found.walls, 0), 'networkx' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=pickle.dumps(found), capture_output=True, check=True
    )
    assert done.stdout == b"locale False\n"


def test_where_graph_and_board_disagree_there_is_no_verdict() -> None:
    position, rules = load_case("ex23").position, load_ruleset("proposal2012")
    found = decompose(position, rules["walls"])
    unit = next(unit for unit in found.chains if found.locale(unit))
    asked = Question(position, unit, rules, decomposition=found)
    assert decide(asked).status is not Status.UNKNOWN
    forged = {
        "walls": dataclasses.replace(found, walls=(found.walls[0] | unit, found.walls[1])),
        "locale": dataclasses.replace(found, locale_of={**found.locale_of, unit: position.grid.full}),
    }
    for what, other in forged.items():
        verdict = decide(dataclasses.replace(asked, decomposition=other))
        assert verdict.status is Status.UNKNOWN
        assert verdict.certificate is None
        assert (
            verdict.reason
            == f"internal error: the graph of the position and the checker differ about the {what}"
        )
    strange = decide(dataclasses.replace(asked, decomposition=decompose(position, "board")))
    assert strange.reason.startswith("internal error: the position was taken apart under other walls")


def test_a_unit_that_is_none_has_no_locale() -> None:
    found = decompose(load_case("ex01").position, "unconditional")
    for stones in (0, 1, found.chains[0] | found.chains[1]):
        with pytest.raises(
            InputError, match=r"^the unit is not a chain of the position, or is assumed alive$"
        ):
            found.locale(stones)


@pytest.mark.parametrize(
    ("kind", "kept", "message"),
    [
        ("unconditional", 0b1, "^walls 'unconditional': only under 'independent' there are walls by proof$"),
        ("independent", 0b10, "^a wall has a point without a stone$"),
        ("independent", 0b1000, "^a wall is only a part of a chain$"),
    ],
)
def test_walls_by_proof_are_chains_where_there_are_such_walls(kind: str, kept: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        decompose(parse_diagram("X.O\nXOO").position, kind, kept)


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
    found = decompose(load_case("ex23").position, "unconditional").units
    assert len(found) == 9
    assert str(found[0]) == "white B9 (1 stone)"
    assert [unit.size for unit in found if unit.colour is WHITE] == [1, 5, 2, 1, 1, 3]


def test_outer_chains_of_a_crop_are_assumed_alive_and_no_units() -> None:
    position = load_case("ex01").position
    graph = unit_graph(position)
    assumed = {node for node, data in graph.nodes(data=True) if data.get("assumed")}
    found = decompose(position, "assumed")
    chosen = {unit.stones for unit in found.units}
    assert len(chosen) == 2
    assert assumed == {*position.chains(BLACK), *position.chains(WHITE)} - chosen
    assert {chain for side in found.wall_chains for chain in side} == assumed


def test_regions_that_touch_an_open_side_are_outside() -> None:
    graph = unit_graph(parse_diagram("┌●┬\n●●┼").position)
    regions = {node: data["outside"] for node, data in graph.nodes(data=True) if data["kind"] == "region"}
    assert regions == {0b1: False, 0b100100: True}


def test_walls_of_an_unknown_kind_are_refused() -> None:
    with pytest.raises(InputError, match=r"^walls 'wooden': use one of "):
        decompose(parse_diagram("X.").position, "wooden")


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
