"""Open dame refute nothing: the board is filled in turn before a result is compared with it.

What the boards count is worked out by a counter of their own (``plain_counter.py``). With SHIKATSU_GAMES the
same is done with a folder of real final positions: SGF set-up positions, and ``agreed.json`` with the
stones that the players took as dead.
"""

import json
import os
from pathlib import Path

import msgspec
import pytest
from plain_counter import Board

from verifier.adjudicate.given import fill_given
from verifier.adjudicate.judging import judge_units
from verifier.adjudicate.question import unit_at
from verifier.board import Colour, parse_vertex, vertex
from verifier.board.grid import bits
from verifier.cli import main
from verifier.cli.audit_document import CountedDocument, GameDocument
from verifier.gtp.engine import Engine
from verifier.gtp.setting import load_setting
from verifier.gtp.verdicts import Adjudicator
from verifier.jobs.audit import Finding, adjudication, audit_game
from verifier.jobs.audit.count import lead_text
from verifier.jobs.audit.filled import given_count
from verifier.jobs.audit.writing import sentences
from verifier.notation import parse_diagram, write_sgf
from verifier.notation.game import parse_game
from verifier.rules import load_ruleset
from verifier.search import Limits
from verifier.serve.documents import territory_document
from verifier.serve.tasks import _filled

VOIDING = ("japanese1989", "japanese2003", "korean", "katago-encore", "spight")
"""Rulesets in which an open dame makes the territory of the chains next to it count nothing."""

DAME = """
. X . X O . O
X X X X O O O
X . X X O . O
X X X . O O O
"""
"""One dame at D1, three points for Black, two for White."""

BOARDS = {
    "dame": (DAME, "", 1, ""),
    # When White has E5, F5 can be taken: Black pays a point for G5.
    "cut": (
        """
        . O O O . X . X X
        O O O O O O X X .
        . O O O O O X . X
        O O O . X X X X X
        . O O X X . X . X
        """,
        "",
        1,
        "G5",
    ),
    # F5 can be taken as the board stands.
    "atari": (
        """
        . O . O O X . X X
        O O O O . O X X .
        . O . O O O X . X
        O O O . X X X X X
        . O O X X . X . X
        """,
        "",
        -2,
        "G5",
    ),
    # Neither side can play at C5: the eyes at A5 and E5 count for nobody.
    "seki": (
        """
        . X . O . O X . X
        X X X O O O X X .
        O O O X X X X X X
        . O O X . X X . X
        O . O X X X X X X
        """,
        "",
        2,
        "",
    ),
    # White can take A5, but all that is dead then, and it costs Black nothing.
    "harmless": (
        """
        X O . . X O . O
        . X X X X O O .
        X X X X O O O O
        X . X . O O . O
        X X X O O O O O
        """,
        "B5",
        3,
        "",
    ),
}
"""Boards of our own with dead stones, Black's lead when the dame are filled, and where a move is needed."""


def position_of(name):
    text, dead, *_ = BOARDS[name]
    return parse_diagram(text).position, frozenset(unit_at_name(parse_diagram(text).position, dead))


def unit_at_name(position, names):
    points = [parse_vertex(name, position.rows, position.cols) for name in names.split()]
    return [unit_at(position, point) for point in points]


def sgf_of(tmp_path, name):
    path = tmp_path / f"{name}.sgf"
    path.write_text(write_sgf(parse_diagram(BOARDS[name][0])), encoding="utf-8")
    return path


@pytest.mark.parametrize("rules", VOIDING)
@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_filled_and_counted(name, rules):
    position, dead = position_of(name)
    text, names, lead, needed = BOARDS[name]
    assert Board.of_diagram(text, names.split()).japanese() == lead, "the counter of the tests agrees"
    found = given_count(position, dead, load_ruleset(rules))
    assert found.lead == (lead, lead), found.unknown
    for filling in found.fillings:
        where = [vertex(move.point, position.rows, position.cols) for move in filling.needed]
        assert " ".join(where) == needed
        _play_out(filling)


def _play_out(filling):
    """The moves alternate but for passes, are legal on a plain board, and leave no dame that can be filled."""
    start = filling.start
    stones = {
        divmod(point, start.cols)[::-1]: colour
        for colour, mask in (("B", start.black), ("W", start.white))
        for point in range(start.rows * start.cols)
        if mask >> point & 1
    }
    board = Board(start.cols, start.rows, stones)
    for move in filling.moves:
        point = divmod(move.point, start.cols)[::-1]
        assert point not in board.stones
        board = board.after(point, "BW"[move.colour])
        assert board is not None
    dead = {
        divmod(point, start.cols)[::-1]
        for chain in filling.end_dead
        for point in range(start.rows * start.cols)
        if chain >> point & 1
    }
    board.dead = dead
    dame = {p for region, colours in board.regions() if len(colours) == 2 for p in region}
    assert not [p for p in dame if board.fills(p, "B") or board.fills(p, "W")]


def test_a_chain_that_cannot_be_saved_leaves_the_count_unknown():
    text = """
    X . X O . O
    . X . O O .
    X X X . O O
    X X X O O O
    """
    found = given_count(parse_diagram(text).position, (), load_ruleset("japanese1989"))
    assert found.lead is None
    assert found.result == "unknown"
    assert "A4 is said to live" in found.unknown


def test_a_chain_that_has_grown_is_named_by_a_stone_of_the_board_as_it_stands():
    # White has played at A4 when he can no longer save what stood at B4.
    board = parse_diagram(". O . X X\nO . X X .\nO O . X X\n. O O X .").position
    found = fill_given(board, (), load_ruleset("japanese1989"), Colour.BLACK)
    assert found.stopped == "B4 is said to live and can be taken, and no move prevents it"


def test_a_board_with_an_open_border_is_not_filled():
    text = """
    . X . O . O .
    X X . O O O O
    . X . . O . O
    """
    found = given_count(parse_diagram(text).position, (), load_ruleset("japanese1989"))
    assert found.unknown == "the board is not settled: white makes territory by playing at C1"


def test_dead_stones_among_dame_leave_the_count_unknown():
    text = """
    . X . . O .
    X X O . O O
    . X X O O .
    """
    position = parse_diagram(text).position
    found = given_count(position, unit_at_name(position, "C2"), load_ruleset("korean"))
    assert found.unknown == "C2 is said to be dead and stands where neither side has territory"


@pytest.mark.parametrize("name", BOARDS)
def test_an_audit_refutes_nothing_because_of_dame(name, tmp_path, capsys):
    _, dead, lead, needed = BOARDS[name]
    stated = lead_text(lead)
    path = sgf_of(tmp_path, name)
    options = ["--dead", *dead.split(), "--result", stated, "--rules", "japanese1989"]
    assert main(["audit", str(path), *options, "--limit-seconds", "5"]) in (0, 3)
    out = capsys.readouterr().out
    assert f"Stated result {stated}, proved" in out
    assert "with neutral points filled in turn" in out
    assert "refuted:" not in out
    if needed:
        assert f"needs the move at {needed}" in out


def test_a_result_that_no_filling_makes_is_refuted(tmp_path, capsys):
    path = sgf_of(tmp_path, "dame")
    options = ["--dead", "--rules", "japanese1989"]
    assert main(["audit", str(path), "--result", "B+1", *options]) == 0
    assert "proved B+1 with neutral points filled in turn: confirmed" in capsys.readouterr().out
    assert main(["audit", str(path), "--result", "0", *options]) == 1, "the count of the board as it stands"
    out = capsys.readouterr().out
    assert "Stated result 0, proved B+1 with neutral points filled in turn: refuted" in out
    assert "as the board stands, nothing filled, it counts 0" in out
    assert main(["audit", str(path), "--result", "B+1", *options, "--json"]) == 0
    document = msgspec.json.decode(capsys.readouterr().out, type=GameDocument)
    assert document.compared == "with neutral points filled in turn"
    assert document.filled.statuses == "proved"
    assert [move.point for move in document.filled.moves] == ["D1"]
    assert (document.filled.result, document.count.result) == ("B+1", "0")


def test_without_a_dame_that_voids_the_board_as_it_stands_is_compared(tmp_path, capsys):
    path = sgf_of(tmp_path, "dame")
    for rules, result in (("proposal2012", "B+1"), ("chinese2002", "B+3")):
        options = ["--dead", "--rules", rules, "--json", "--result", result]
        assert main(["audit", str(path), *options]) == 0
        document = msgspec.json.decode(capsys.readouterr().out, type=GameDocument)
        assert (document.compared, document.filled) == ("as the board stands", None)


def test_marks_are_compared_with_the_filled_board(tmp_path, capsys):
    path = tmp_path / "game.sgf"
    text = write_sgf(parse_diagram(DAME))
    path.write_text(text.rstrip().removesuffix(")") + "TB[aa][ca][bc]TW[fa][fc]RE[B+1])", encoding="utf-8")
    assert main(["audit", str(path), "--rules", "japanese1989"]) == 0
    assert "under japanese1989: confirmed" in capsys.readouterr().out


def test_a_point_marked_for_both_sides_is_named(tmp_path, capsys):
    path = tmp_path / "game.sgf"
    text = write_sgf(parse_diagram(DAME))
    marked = "TB[aa][ca][bc]TW[fa][fc][aa]RE[B+1])"
    path.write_text(text.rstrip().removesuffix(")") + marked, encoding="utf-8")
    assert main(["audit", str(path), "--rules", "proposal2012"]) == 1
    assert "Territory marks of both sides are on A4, and cannot both be right." in capsys.readouterr().out


BETWEEN = """
. X . X O . O . O .
X X X X O . O O O O
X . X X O . O O O O
X X X X O . O O O O
"""
"""If E4 is dead it stands where chains of both sides live: how the board is filled then is not known."""


def audited_between(limits):
    """That board under the rules of 1989, with no dead stones agreed."""
    record = parse_game(write_sgf(parse_diagram(BETWEEN)).encode())
    return audit_game(record, load_ruleset("japanese1989"), adjudication(record, ()), limits=limits)


def test_what_is_filled_and_what_matters_rest_on_what_the_open_chains_are_taken_for():
    audit = audited_between(Limits(nodes=1))
    said = "\n".join(sentences(audit))
    assert "Not proven within the limits: E4." in said
    assert "There is nothing to fill if the open chains are as agreed." in said
    assert "the result is W+3" in said
    most = audit.supposed.matters_most
    assert (most.change, most.lead, most.result, most.turns) == (4, None, "unknown", False)
    assert "E4 is said to be dead and stands where neither side has territory" in most.unknown
    assert f"4 points between alive and dead in enclosed areas (how the neutral points are filled then is not known: {most.unknown})" in said


def test_a_score_says_both(tmp_path, capsys):
    path = sgf_of(tmp_path, "dame")
    assert main(["score", str(path), "--rules", "japanese1989", "--komi", "0.5"]) == 0
    out = capsys.readouterr().out
    assert "result: W+0.5 (the board as it stands)" in out
    assert "with neutral points filled in turn: B+0.5" in out
    assert main(["score", str(path), "--rules", "japanese1989", "--json"]) == 0
    document = msgspec.json.decode(capsys.readouterr().out, type=CountedDocument)
    assert (document.filled.statuses, document.filled.result) == ("given", "B+1")
    assert main(["score", str(path), "--rules", "proposal2012"]) == 0
    assert "filled" not in capsys.readouterr().out


def test_final_score_is_that_of_the_filled_board():
    engine = Engine(load_setting("japanese1989"), Adjudicator(Limits(seconds=10)))
    position = parse_diagram(DAME).position
    stones = " ".join(
        f"{'BW'[colour]} {vertex(point, position.rows, position.cols)}"
        for colour in Colour
        for point in bits(position.stones(colour))
    )
    for command in ("rectangular_boardsize 7 4", f"gogui-setup {stones}"):
        assert engine.reply(command.encode()).data.startswith(b"=")
    assert engine.reply(b"final_score").data.split() == [b"=", b"B+1"]
    assert b"with neutral points filled B+1" in engine.reply(b"shikatsu-territory").data


def test_the_page_is_told_both():
    judgement = judge_units(parse_diagram(DAME), load_ruleset("japanese1989"))
    document = territory_document(judgement.territory, _filled(judgement))
    assert document["bounds"]["lead"] == (0, 0)
    assert document["filled"] == {"lead": (1, 1), "moves": 1, "needed": [], "unknown": ""}
    judgement = judge_units(parse_diagram(DAME), load_ruleset("proposal2012"))
    assert _filled(judgement) is None


def _games():
    folder = os.environ.get("SHIKATSU_GAMES")
    if not folder:
        return []
    agreed = json.loads((Path(folder) / "agreed.json").read_text(encoding="utf-8"))
    return [(Path(folder) / f"{name}.sgf", item["agreed_dead"]) for name, item in agreed.items()]


NO_GAMES = "set SHIKATSU_GAMES to a folder of final positions with agreed.json"


@pytest.mark.skipif(not _games(), reason=NO_GAMES)
@pytest.mark.parametrize("rules", ["japanese1989", "chinese2002"])
@pytest.mark.parametrize(("path", "dead"), _games(), ids=lambda item: getattr(item, "stem", ""))
def test_no_real_board_is_refuted_because_of_dame(path, dead, rules):
    """The count of the tests as the stated result: given the dead stones it is the program's, or not known."""
    data = path.read_bytes()
    board = Board.of_sgf(data.decode(), dead)
    lead = board.japanese() if rules in VOIDING else board.area()
    record = parse_game(data)
    claims = adjudication(record, dead, lead_text(lead))
    audit = audit_game(record, load_ruleset(rules), claims, limits=Limits(seconds=2))
    assert f"proved {audit.proved_result}" in "\n".join(sentences(audit))
    # Where a proof contradicts the agreement itself, the result falls with it.
    assert audit.result is not Finding.REFUTED or audit.dead is Finding.REFUTED
    if rules in VOIDING:
        given = audit.agreed_filled
        assert given.unknown or given.lead[0] <= lead <= given.lead[1]
        assert audit.compared == "with neutral points filled in turn"
    else:
        assert audit.agreed.lead == (lead, lead)
