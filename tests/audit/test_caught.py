"""Chains that hold each other are looked at together: what a seki is about is in the windows of both sides."""

import pytest
from arenas import arena_at

from verifier.adjudicate.staged import judge_board
from verifier.board import Colour, parse_vertex
from verifier.notation import parse_diagram
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, available_provers
from verifier.search.windows.surroundings import Surroundings
from verifier.units import decompose

# White's chain at C13 and Black's at A13 share the liberties B13 and B10, and neither side can fill one.
SEKI = """
X . O X . . O . . . . . .
X O O X . . O . . . . . .
X O O X . X O . . . . . .
X . O X . . O . . . . . .
O O O X . X O . . . . . .
X X X X . X O O O O O O O
. . . X X X O . . . . . .
X X X X O O O . . . . . .
O O O O O . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
"""


def units(position, *vertices):
    return [position.chain_at(parse_vertex(vertex, position.rows, position.cols)) for vertex in vertices]


def test_what_is_caught_is_small_and_holds_both_sides():
    arena = arena_at(SEKI, "A13")
    position = arena.position
    inner, around = units(position, "A13", "C13")
    shared = sum(1 << parse_vertex(vertex, 13, 13) for vertex in ("B13", "B10"))
    surroundings = Surroundings(decompose(position, arena.ruleset["walls"]), 0)
    assert surroundings.caught(Colour.WHITE) == inner | shared
    assert surroundings.caught(Colour.BLACK) == around | shared
    windows = {colour: surroundings.windows(arena.unit, colour, 1.1) for colour in Colour}
    for colour, chain in ((Colour.BLACK, around), (Colour.WHITE, inner)):
        assert any(not (chain | shared) & ~window for window in windows[colour])
    dead = Surroundings(decompose(position, arena.ruleset["walls"]), inner)
    assert dead.caught(Colour.WHITE) == 0, "it is no living chain then"


@pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")
@pytest.mark.parametrize(("rules", "vertices"), [("proposal2012", "A13 C13"), ("japanese1989-inside", "C13")])
def test_both_sides_of_a_seki_are_proved_to_live(rules, vertices):
    diagram = parse_diagram(SEKI)
    asked = units(diagram.position, *vertices.split())
    limits = Limits(nodes=2_500, seconds=60.0)
    judged = judge_board(diagram, load_ruleset(rules), units=asked, limits=limits)
    assert [verdict.status for verdict in judged.verdicts] == [Status.ALIVE] * len(asked)
    for verdict in judged.verdicts:
        claim = check(verdict.certificate).claim
        assert (claim.position, claim.unit) == (diagram.position, verdict.unit)
