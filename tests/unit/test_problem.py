"""Units as problems: first moves against an independent judgement of each, and trees that are legal to the end."""

import dataclasses

import pytest

from verifier import Limits, judge, load_case
from verifier.board import BLACK, WHITE, Colour
from verifier.cli import main
from verifier.jobs.explain.problem import COMPARED, solve_problem
from verifier.notation import parse_diagram, parse_sgf
from verifier.play.placing import place
from verifier.rules import load_ruleset
from verifier.search import Status

LIMITS = Limits(nodes=100_000, seconds=60.0)
THREE = "edges: top, left\n. . . X O . .\nX X X X O . .\nO O O O O . .\n. . . . . . ."
"""Three points in a row: the middle decides."""
FOUR = "edges: top, left\n. . . . X O .\nX X X X X O .\nO O O O O O .\n. . . . . . ."
"""Four in a row live whoever begins."""


def problem(text, side, rules="aga", others=(), mirror=False):
    if mirror:
        text = text.translate(str.maketrans("XO", "OX"))
    position = parse_diagram(text).position
    (unit,) = position.units()
    return solve_problem(
        position, unit, side, load_ruleset(rules), limits=LIMITS, others=[load_ruleset(name) for name in others]
    )


def works(found):
    return {move.point: move.works for move in found.moves}


@pytest.mark.parametrize("rules", ["aga", "chinese2002", "japanese1989", "proposal2012"])
@pytest.mark.parametrize("mirror", [False, True])
def test_of_three_points_the_middle_decides_for_both_sides(rules, mirror):
    for side in (WHITE, BLACK):
        found = problem(THREE, side.opponent if mirror else side, rules, mirror=mirror)
        assert found.solved
        assert works(found) == {0: False, 1: True, 2: False}


def test_four_in_a_row_live_and_cannot_be_killed():
    found = problem(FOUR, WHITE)
    assert (found.solved, found.verdict.status, found.moves) == (False, Status.ALIVE, ())
    assert found.tree
    assert all(one.good is False and one.colour is WHITE for one in found.tree)


def test_every_first_move_is_as_the_board_after_it_is_judged():
    text = "edges: top, left\n. . . . X O .\n. X X X X O .\nX X O O O O .\nO O O . . . .\n. . . . . . ."
    position = parse_diagram(text).position
    (unit,) = position.units()
    found = solve_problem(position, unit, WHITE, load_ruleset("aga"), limits=LIMITS)
    for point, judged in works(found).items():
        placed = place(position.grid, position.black, position.white, WHITE, point)
        rows = [
            "".join(
                "X" if placed.black >> p & 1 else "O" if placed.white >> p & 1 else "."
                for p in range(row * position.cols, (row + 1) * position.cols)
            )
            for row in range(position.rows)
        ]
        after = parse_diagram("edges: top, left\n" + "\n".join(rows))
        verdict = judge(after, "aga", units=["E5"], first="black", limits=LIMITS).verdicts[0]
        assert judged is (verdict.status is Status.DEAD)


def legal(position, tree, side=None):
    """Every move of a tree is legal and colours alternate."""
    for one in tree:
        assert side is None or one.colour is side
        black, white = position
        if one.point is not None:
            assert not (black | white) >> one.point & 1
            placed = place(GRID, black, white, one.colour, one.point)
            assert not placed.own_taken
            black, white = placed.black, placed.white
        legal((black, white), one.follow, one.colour.opponent)


GRID = parse_diagram(THREE).position.grid


@pytest.mark.parametrize("rules", ["aga", "japanese1989"])
def test_the_tree_is_legal_ends_in_words_and_begins_with_the_answer(rules):
    found = problem(THREE, WHITE, rules)
    start = found.position.black, found.position.white
    legal(start, found.tree, WHITE)
    assert [(one.point, one.good) for one in found.tree] == [(1, True), (0, False), (2, False)]

    def ends(tree):
        return [end for one in tree for end in (ends(one.follow) if one.follow else [one.comment])]

    assert all("are dead." in end for end in ends(found.tree[:1]))
    assert all("alive" in end for end in ends(found.tree[1:]))


def test_whether_the_ruleset_matters_is_said():
    assert problem(THREE, WHITE, others=COMPARED).matters is False
    case = load_case("ex01")
    proposal, official = load_ruleset("proposal2012"), load_ruleset("japanese1989")
    found = solve_problem(
        case.position, case.unit_at("B6"), WHITE, proposal, limits=LIMITS, others=[official, proposal]
    )
    assert found.others == (("japanese1989", Status.ALIVE),)
    assert found.verdict.status is Status.DEAD
    assert found.matters is True
    assert found.words[-1] == "the ruleset matters: alive under japanese1989"
    unknown = dataclasses.replace(found.verdict, status=Status.UNKNOWN)
    one = dataclasses.replace(found, verdict=unknown)
    assert one.matters is None, "what is not decided does not differ"
    assert dataclasses.replace(one, others=(*one.others, ("another", Status.DEAD))).matters is True


def test_a_move_that_takes_a_ko_is_not_judged():
    # White may take at b: the retake is banned for a turn, which no board shows.
    case = load_case("ex08")
    found = solve_problem(case.position, case.unit_at("A7"), WHITE, load_ruleset("aga"), limits=LIMITS)
    undecided = [move for move in found.moves if move.works is None]
    assert undecided
    assert all("ko" in move.why for move in undecided)


def test_the_command_writes_a_record_that_is_read_back(tmp_path, capsys):
    source, target = tmp_path / "p.txt", tmp_path / "a.sgf"
    source.write_text(THREE, encoding="utf-8")
    assert main(["show", str(source), "--unit", "D4", "--first", "white", "--tree", "--out", str(target)]) == 0
    text = target.read_text(encoding="utf-8")
    assert (text.count("TE[1]"), text.count("BM[1]")) == (1, 2)
    begin = parse_sgf(text.encode(), move=0)
    assert begin.position == parse_diagram(THREE).position
    assert begin.to_move is Colour.WHITE
    answer = parse_sgf(text.encode(), move=1)
    assert answer.position.white >> 1 & 1
    capsys.readouterr()
    assert main(["show", str(source), "--tree"]) == 2
    assert "--unit" in capsys.readouterr().err


def test_moves_that_connect_to_the_outside_work():
    position = parse_diagram("edges: top, left\nX . X X X\n. O X O O\nX O O O .\nX O . . .\n. X X X X").position
    unit = next(unit for unit in position.units() if unit & 1)
    found = solve_problem(position, unit, BLACK, load_ruleset("aga"), limits=LIMITS)
    assert found.solved
    assert works(found)[1] is True


def test_what_is_left_undecided_shows_in_the_exit_code(tmp_path, capsys):
    source = tmp_path / "p.txt"
    source.write_text(THREE, encoding="utf-8")
    command = ["show", str(source), "--unit", "D4", "--first", "black", "--tree"]
    for form in ([], ["--as", "sgf"]):
        assert main([*command, *form, "--limit-nodes", "3"]) == 3
        assert "not decided: A4, C4" in capsys.readouterr().out
        assert main([*command, *form]) == 0
        assert "not decided" not in capsys.readouterr().out
    found = problem(THREE, WHITE, others=COMPARED)
    assert found.complete
    others = (("japanese1989", Status.UNKNOWN), *found.others[1:])
    assert not dataclasses.replace(found, others=others).complete
