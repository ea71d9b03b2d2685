"""Where a new stone nearby counts, dame next to a living chain save a dead one on large boards too."""

import dataclasses

import pytest
from arenas import arena_at

from verifier import audit, judge
from verifier.adjudicate.question import Question
from verifier.adjudicate.served import served
from verifier.adjudicate.staged import judge_board
from verifier.board import Colour, parse_vertex, vertices
from verifier.cli.audit_document import game_document
from verifier.errors import Interrupted
from verifier.jobs.audit import Finding
from verifier.jobs.audit.batch import GameResult, GameTask
from verifier.jobs.audit.page import report_page
from verifier.jobs.audit.writing import sentences
from verifier.jobs.cases.case import load_case
from verifier.notation import parse_diagram, write_sgf
from verifier.proof import Patterns, check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, available_provers
from verifier.search.windows.surroundings import Surroundings
from verifier.units import decompose

kernel = pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")

# Black lives at the top, and G5 to G7 are dame: if White fills one, Black has another. E2 is dead in White's area.
BOARD = """
. . . . . X . O . .
X X X X X X . O . .
X X X X X X . O . .
O O O O O O O O . .
. . . . . . . . . .
. . . . X . . . . .
. . . . . . . . . .
"""

# The black stones at the bottom can make two eyes by themselves, and hold one of the dame.
SHELTERED = BOARD[: BOARD.index("O O O O")] + """\
O O O O O O O O . .
. X X X X X . . . .
. X . . . X . . . .
. X . . . X . . . .
"""

# Black is alive at the top left, with dame at D4 to D6, and A2 is dead but for these.
BESIDE_DAME = """
. X X . O . .
X . X . O . .
X X X . O . O
O O O O O O O
X X X X O . .
. . . X O . .
"""

# White's stones at E6 have two eyes, whatever becomes of anything else.
BY_ITSELF = """
. . . . O . .
X X X O O X X
X X O . O . .
O O . O X X .
. . O O X X .
. O . O . . .
"""

# Whoever is first at D4 takes a dame.
ONE_DAME = """
. X X X O . .
X . X X O . .
X X X . O . O
O O O O O O O
. . . . O . .
. X . . O . .
"""


def record(board):
    return write_sgf(parse_diagram(board)).encode()


def points(*vertices):
    return sum(1 << parse_vertex(vertex, 7, 10) for vertex in vertices)


def test_a_window_to_hold_a_stone_is_a_living_chain_with_its_dame():
    arena = arena_at(BOARD, "E2")
    position, unit = arena.position, arena.unit
    living = position.chain_at(parse_vertex("F7", 7, 10))
    around = Surroundings(decompose(position, "unconditional"), unit)
    assert around.holding(unit, Colour.BLACK, position.grid.full) == []
    around.proved(Colour.BLACK, living, living | points("A7", "B7"))
    dame = points("G7", "G6", "G5")
    (window,) = around.holding(unit, Colour.BLACK, dame | unit)
    assert window == living | points("A7", "B7") | dame
    assert around.holding(unit, Colour.BLACK, unit) == []
    assert around.holding(unit, Colour.WHITE, position.grid.full) == []


@kernel
@pytest.mark.parametrize("rules", ["japanese1989", "japanese2003", "korean"])
def test_a_dead_stone_is_alive_by_the_letter_if_dame_are_open(rules):
    diagram = parse_diagram(BOARD)
    living, dead = (diagram.position.chain_at(parse_vertex(vertex, 7, 10)) for vertex in ("F7", "E2"))
    limits = Limits(nodes=10_000, seconds=60.0)
    judged = judge_board(diagram, load_ruleset(rules), units=[living, dead], guess=[dead], limits=limits)
    assert [verdict.status for verdict in judged.verdicts] == [Status.ALIVE, Status.ALIVE]
    certificate = judged.verdicts[1].certificate
    assert check(certificate).claim.unit == dead
    (patterns,) = certificate.evidence
    assert patterns.holds
    assert not any(node.pattern.zone & dead for node in patterns.nodes)


@kernel
def test_a_stone_stated_to_be_dead_is_not_refuted_by_open_dame():
    """Players fill the dame before they count, and then no stone can be held there."""
    found = audit(record(BOARD), "japanese1989", dead=["E2"], limits=Limits(nodes=500, seconds=2.5))
    chains = {chain.unit: chain for chain in found.chains}
    dead = chains[points("E2")]
    assert dead.status is Status.ALIVE
    assert dead.dame
    assert dead.finding is Finding.NOT_PROVEN
    assert found.finding is not Finding.REFUTED
    assert any("E2 (black, stated dead) is alive while neutral points are open" in said for said in sentences(found))
    assert "1 stated dead and alive while neutral points are open (E2)" in report_page(found)
    told = game_document(GameResult(GameTask("game.sgf", "game"), found)).chains
    assert [(chain.chain, chain.finding) for chain in told if chain.until_filled] == [("E2", "not proven")]
    alive = audit(record(BOARD), "japanese1989", dead=[], limits=Limits(nodes=500, seconds=2.5))
    (same,) = (chain for chain in alive.chains if chain.unit == points("E2"))
    assert same.finding is Finding.CONFIRMED


@kernel
def test_a_stone_that_is_held_counts_for_all_units_from_which_it_is_near():
    """B1 is next to the same dame as E2; it takes no search of its own."""
    diagram = parse_diagram(BOARD[:-20] + ". X . . . . . . . .\n")
    (living, dead, other) = (diagram.position.chain_at(parse_vertex(vertex, 7, 10)) for vertex in ("F7", "E2", "B1"))
    limits = Limits(nodes=10_000, seconds=60.0)
    asked = {"units": [living, dead, other], "guess": [dead, other], "limits": limits}
    judged = judge_board(diagram, load_ruleset("japanese1989"), **asked)
    found = {verdict.unit: verdict for verdict in judged.verdicts}
    assert {verdict.status for verdict in judged.verdicts} == {Status.ALIVE}
    methods = {found[unit].outcome.method for unit in (dead, other)}
    assert methods & {"the proof of E2", "the proof of B1"}
    assert all(check(verdict.certificate).claim.unit == verdict.unit for verdict in judged.verdicts)
    # Inside, the scopes end at the white chains around, and no stone on the dame counts.
    inside = load_ruleset("japanese1989-inside")
    for unit, proof in ((dead, found[other].certificate), (other, found[dead].certificate)):
        question = Question(diagram.position, unit, inside, limits, "auto")
        assert served(question, [dataclasses.replace(proof, claim=dataclasses.replace(proof.claim, ruleset=inside))]) is None


@kernel
def test_a_proof_serves_no_unit_of_the_other_side_and_none_that_is_kept_serves_at_all():
    diagram = parse_diagram(BOARD)
    rules, limits = load_ruleset("japanese1989"), Limits(nodes=10_000, seconds=60.0)
    living, dead, white = (diagram.position.chain_at(parse_vertex(vertex, 7, 10)) for vertex in ("F7", "E2", "H7"))
    judged = judge_board(diagram, rules, units=[living, dead], guess=[dead], limits=limits)
    kept, held = (verdict.certificate for verdict in judged.verdicts)
    assert served(Question(diagram.position, white, rules, limits, "auto"), [kept, held]) is None
    assert served(Question(diagram.position, dead, rules, limits, "auto"), [kept]) is None


@kernel
def test_a_unit_that_lives_by_a_stone_elsewhere_is_kept_besides_for_others_to_lean_on():
    """There is time for that as long as others are open, here the white stones around."""
    diagram, told = parse_diagram(SHELTERED), []
    limits = Limits(nodes=500, seconds=60.0)
    judged = judge_board(diagram, load_ruleset("japanese1989"), limits=limits, on_verdict=told.append)
    (before,) = (verdict for verdict in told if verdict.name == "B3")
    (after,) = (verdict for verdict in judged.verdicts if verdict.unit == before.unit)
    assert (before.status, before.held) == (Status.ALIVE, True)
    assert (after.status, after.held) == (Status.ALIVE, False)
    assert check(after.certificate).claim == check(before.certificate).claim


@kernel
def test_an_interrupted_audit_refutes_nothing_by_open_dame_either():
    def stop(verdict):
        if verdict.name == "A2":
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        audit(record(BESIDE_DAME), "japanese1989", dead=["A2"], result="W+20", limits=Limits(seconds=20.0), on_verdict=stop)
    found = stopped.value.result
    (chain,) = (chain for chain in found.chains if chain.stated is Status.DEAD)
    assert (chain.status, chain.finding, chain.until_filled) == (Status.ALIVE, Finding.NOT_PROVEN, True)
    assert found.finding is not Finding.REFUTED


@kernel
def test_points_that_a_chain_has_only_while_dame_are_open_are_not_sure():
    found = audit(record(BESIDE_DAME), "japanese1989", dead=["A2"], result="W+20", limits=Limits(seconds=20.0))
    (chain,) = (chain for chain in found.chains if chain.stated is Status.DEAD)
    assert chain.until_filled
    assert vertices(found.sure(Colour.BLACK), 6, 7) == ["A6", "B5"]


@kernel
def test_a_chain_with_eyes_of_its_own_is_refuted_though_a_dame_saves_it_too():
    found = audit(record(BY_ITSELF), "japanese1989", dead=["E6"], limits=Limits(nodes=500, seconds=4.0))
    (chain,) = (chain for chain in found.chains if chain.stated is Status.DEAD)
    assert not chain.verdict.held
    assert chain.finding is Finding.REFUTED
    judged = judge_board(parse_diagram(SHELTERED), load_ruleset("japanese1989"), guess=[points("B3", "B2", "B1", "C3", "D3", "E3", "F3", "F2", "F1")], limits=Limits(nodes=500, seconds=60.0))
    (kept,) = (verdict for verdict in judged.verdicts if verdict.name == "B3")
    assert (kept.status, kept.held) == (Status.ALIVE, False)


@kernel
@pytest.mark.parametrize("rules", ["japanese1989", "korean"])
def test_nobody_owes_a_move_on_a_dame(rules):
    found = audit(record(ONE_DAME), rules, dead=["B1"], result="W+16", turns=True, limits=Limits(seconds=20.0))
    assert found.turns is not None
    assert [turn.owing for turn in found.turns if turn.owing] == []
    assert not any("owes a move" in said for said in sentences(found))


@kernel
def test_where_final_ownership_counts_nothing_is_held_elsewhere():
    """Such a proof says that the owner has the points of the unit in the end, which no dame changes."""
    seen = set()
    for name in ("ex03", "ex06", "ex08", "ex12", "ex17"):
        case = load_case(name)
        for verdict in judge(case.diagram, "katago-encore", limits=Limits(nodes=20_000)).verdicts:
            items = verdict.certificate.evidence if verdict.certificate else ()
            seen.add(any(isinstance(item, Patterns) and item.holds for item in items))
            assert not verdict.held
    assert True in seen
