"""The words for settled positions in Python and on the command line, and who moves first."""

import json

import pytest
from pressed import ENDLESS, MEBIBYTES, STATES, ctrl_c_soon, needs_signals

import verifier
from verifier import BLACK, WHITE, InputError, Limits, Status, check, judge, load_ruleset, parse_diagram
from verifier.adjudicate.fights import brought, stands
from verifier.adjudicate.gains import Answer, find_gains
from verifier.adjudicate.referee import Referee
from verifier.adjudicate.unsettled import both_ways
from verifier.board import parse_vertex
from verifier.cli import main
from verifier.proof import read_certificate

EYES = ".XO.\n.XOO\n.XO.\n"
"""Black has three points in a row: two eyes or one, as whoever plays A2 likes."""
HALF_KO = ".XXXOOO.\nXXXO.OOO\n.XXXOOO.\n"
CROP = "edges: top,left\n. X X O .\nX O O O .\nO O . . .\n. . . . .\n"


@pytest.fixture
def eyes(tmp_path):
    path = tmp_path / "eyes.txt"
    path.write_text(EYES)
    return str(path)


def test_a_group_of_three_points_in_a_row_is_unsettled_and_both_sides_play_the_middle():
    black, white = verifier.unsettled(EYES)
    assert black.unsettled is Answer.YES
    assert black.plays(BLACK) == black.plays(WHITE) == 1 << 4
    assert white.unsettled is Answer.NO
    assert white.plays(BLACK) == white.plays(WHITE) == 0
    for verdict, value in zip(black.verdicts, ("owner", "attacker"), strict=True):
        assert check(verdict.certificate).claim.ruleset["first_move"] == value


def test_units_of_crops_are_asked_for_too_but_nothing_else_of_a_crop():
    assert [unit.unsettled for unit in verifier.unsettled(CROP)] == [Answer.NO, Answer.NO]
    with pytest.raises(InputError, match="a crop"):
        verifier.settlement(CROP)
    with pytest.raises(InputError, match="a crop"):
        verifier.fill_in_turn(CROP)


def test_deciding_plays_win_when_they_are_played():
    position = parse_diagram(EYES).position
    ruleset = load_ruleset("proposal2012")
    found = both_ways(position, position.chain_at(1), ruleset)
    killed = verifier.Position(3, 4, position.black, position.white | found.plays(WHITE))
    assert judge(killed, units=["B3"]).verdicts[0].status is Status.DEAD


def test_nothing_is_guessed_within_limits_that_are_too_small():
    found = verifier.settlement(EYES, limits=Limits(nodes=1))
    assert found.settled is Answer.UNKNOWN
    assert found.filling.stopped
    assert found.filling.lead is None
    assert found.filling.settled is Answer.UNKNOWN
    assert found.standing.decided  # one state is enough to see that Black, first, lives
    assert not found.gaining(BLACK)
    assert not found.gaining(WHITE)


def test_no_time_at_all_leaves_everything_unknown():
    found = verifier.settlement(EYES, seconds=1e-9)
    assert found.settled is Answer.UNKNOWN
    assert not found.interrupted


@needs_signals
def test_an_interruption_keeps_what_was_known():
    position = parse_diagram(ENDLESS).position
    endless = Limits(nodes=STATES, seconds=60.0, memory_mib=MEBIBYTES)
    with pytest.raises(verifier.Interrupted) as caught, ctrl_c_soon():
        verifier.settlement(position, limits=endless)
    found = caught.value.result
    assert found.interrupted
    assert found.settled is Answer.UNKNOWN
    assert found.filling.stopped
    statuses = list(found.standing.statuses.values())
    assert statuses == [Status.ALIVE, Status.UNKNOWN]
    referee = Referee(load_ruleset("proposal2012"), endless)
    with pytest.raises(KeyboardInterrupt), ctrl_c_soon():
        referee.standing(position)
    assert list(referee.glance(position).statuses.values()) == statuses


def test_proofs_are_used_where_the_fight_is_the_same_and_are_rewritten_when_asked_for():
    # The ko fights in the middle do not touch the corners, and the other way round.
    position = parse_diagram("..X.O..\nXXX.OOO\n.X...O.\n..X.O..\n").position
    ruleset = load_ruleset("proposal2012")
    here = Referee(ruleset).standing(position)
    played, used = verifier.Position(4, 7, position.black | 1 << 1, position.white), 0
    for verdict in here.verdicts:
        if verdict.unit & 1 << 2 or not stands(verdict, played):
            continue
        moved = brought(verdict, played)
        assert check(moved.certificate).claim.position == played
        assert moved.status is verdict.status
        used += 1
    assert used


def test_whatever_is_reused_is_what_a_search_finds_too():
    position = parse_diagram(HALF_KO).position
    for rules in ("proposal2012", "japanese1949", "spight"):
        ruleset = load_ruleset(rules)
        referee = Referee(ruleset)
        gains = find_gains(referee, referee.standing(position), exact=True)
        standings = {reply.after.position: reply.after for item in gains.exchanges for reply in item.replies}
        assert referee.searches < sum(len(item.verdicts) for item in standings.values())
        for position_after, standing in standings.items():
            fresh = judge(position_after, ruleset).statuses
            for unit, status in standing.statuses.items():
                assert status in (Status.UNKNOWN, fresh[unit])


@pytest.mark.parametrize(("first", "status", "value"), [
    ("owner", Status.ALIVE, "owner"),
    ("attacker", Status.DEAD, "attacker"),
    ("black", Status.ALIVE, "owner"),
    ("white", Status.DEAD, "attacker"),
])
def test_the_first_mover_can_be_chosen_and_the_certificate_says_so(first, status, value):
    judgement = judge(EYES, units=["B3"], first=first)
    (verdict,) = judgement.verdicts
    claim = check(verdict.certificate).claim
    assert (verdict.status, claim.ruleset["first_move"]) == (status, value)
    name = "proposal2012" if value == "owner" else "proposal2012[first_move=attacker]"
    assert claim.ruleset == load_ruleset(name)
    assert claim.ruleset.id == name


def test_a_colour_that_moves_first_is_owner_of_some_units_and_attacker_of_others():
    judgement = judge(EYES, "japanese1989", first="white")
    values = {v.name: v.certificate.claim.ruleset["first_move"] for v in judgement.verdicts}
    assert values == {"B3": "attacker", "C3": "owner"}
    with pytest.raises(InputError, match="one of owner, attacker, black, white"):
        judge(EYES, first="nobody")


# The command


def test_settled_prints_gains_the_filling_and_what_decides(eyes, capsys):
    assert main(["settled", eyes]) == 0
    out = capsys.readouterr().out
    assert "white gains at A2: 11 after the best answer" in out
    assert "settled: no (with black to move yes, with white to move no)" in out
    assert "filling in turn, black first: B A2 (手入れ)" in out
    assert "count when filled: 0" in out
    assert "count as it stands, without komi and earlier prisoners: " in out
    assert "unsettled: black B3, alive if black moves first, dead if white does" in out


def test_settled_says_none_and_nothing_only_where_it_knows(tmp_path, capsys):
    path = tmp_path / "two.txt"
    path.write_text(". X . O .\n. X . O .\nX X . O O\n. X . O .\n", encoding="utf-8")
    assert main(["settled", str(path), "--limit-nodes", "1"]) == 3
    few = capsys.readouterr().out
    assert "neutral points: none proved\nunknown whether neutral: C4, C3, C2, C1\n" in few
    assert "first: no move; stopped there: it is unknown whether" in few
    assert "nothing to fill" not in few
    assert main(["settled", str(path)]) == 0
    assert "neutral points: C4, C3, C2, C1\n" in capsys.readouterr().out


def test_settled_goes_by_pl_and_writes_certificates(tmp_path, capsys):
    path = tmp_path / "eyes.sgf"
    path.write_text("(;GM[1]SZ[4:3]AB[ba][bb][bc]AW[ca][cb][cc][db]PL[W])")
    folder = tmp_path / "proofs"
    assert main(["settled", str(path), "--json", "--proof", str(folder)]) == 0
    document = json.loads(capsys.readouterr().out)
    filling = document["settlement"]["filling"]
    assert filling["first"] == "white"
    assert [(move["colour"], move["point"]) for move in filling["moves"]] == [("white", "pass"), ("black", "A2")]
    boards = {".start.": document["position"], ".filled.": filling["position"]}
    for file in folder.iterdir():
        position = check(read_certificate(file)).claim.position
        (board,) = (board for which, board in boards.items() if which in file.name)
        rows = ["".join(".XO"[0 if c is None else c + 1] for c in row) for row in _rows(position)]
        assert rows == board["board"]
    assert main(["settled", str(path), "--to-move", "black"]) == 0
    assert "black first: B A2" in capsys.readouterr().out


def _rows(position):
    cells = [position.colour_at(p) for p in range(position.rows * position.cols)]
    return [cells[r : r + position.cols] for r in range(0, len(cells), position.cols)]


def test_settled_of_a_crop_looks_at_units_only(tmp_path, capsys):
    path = tmp_path / "crop.txt"
    path.write_text(CROP)
    assert main(["settled", str(path)]) == 0
    captured = capsys.readouterr()
    assert "a crop: gains" in captured.err
    assert "unsettled units: none" in captured.out
    assert "neutral" not in captured.out
    assert main(["settled", str(path), "--proof", str(tmp_path / "proofs")]) == 2


@pytest.mark.parametrize("command", [["verify"], ["explain", "--unit", "B3"], ["ko"], ["cases"]])
def test_first_changes_verdicts_of_every_command_that_judges(command, eyes, tmp_path, capsys):
    if command == ["cases"]:
        assert main(["cases", "ex24", "--first", "attacker", "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["ruleset"]["id"] == "proposal2012[first_move=attacker]"
        return
    name, *rest = command
    said = []
    for first in ("owner", "attacker", "black", "white"):
        main([name, eyes, *rest, "--first", first])
        said.append("dead" in capsys.readouterr().out.replace("dead stones", ""))
    assert said == [False, True, False, True]


def test_first_of_a_colour_is_refused_where_one_ruleset_is_needed(eyes, capsys):
    assert main(["cases", "ex24", "--rules", "proposal2012", "japanese1989", "--first", "white"]) == 2
    assert "use owner or attacker" in capsys.readouterr().err
    assert main(["hunt", "proposal2012", "--property", "dame", "--first", "white"]) == 2


def test_hunts_and_audits_know_the_first_mover(tmp_path, capsys):
    same = ["hunt", "proposal2012", "japanese1949", "--points", "4", "--no-cases", "--json"]
    main([*same, "--first", "attacker"])
    document = json.loads(capsys.readouterr().out)
    assert [rules["values"]["first_move"] for rules in document["rulesets"]] == ["attacker", "attacker"]
    game = tmp_path / "game.sgf"
    game.write_text("(;GM[1]SZ[4:3]RE[W+11]KM[0]AB[ba][bb][bc]AW[ca][cb][cc][db])")
    for first, result in (("owner", "refuted"), ("attacker", "confirmed"), ("white", "confirmed")):
        main(["audit", str(game), "--rules", "proposal2012", "--dead", "B3", "--first", first, "--json"])
        assert json.loads(capsys.readouterr().out)["finding"] == result


def test_commands_without_use_for_pl_say_so(tmp_path, capsys):
    path = tmp_path / "eyes.sgf"
    path.write_text("(;GM[1]SZ[4:3]RE[W+11]KM[0]AB[ba][bb][bc]AW[ca][cb][cc][db]PL[W])")
    for command in (["verify"], ["explain", "--unit", "B3"], ["ko"]):
        main([command[0], str(path), *command[1:]])
        assert "PL names white as the side to move" in capsys.readouterr().err
        main([command[0], str(path), *command[1:], "--first", "white"])
        assert "PL" not in capsys.readouterr().err
    main(["score", str(path), "--rules", "proposal2012"])
    assert "PL names white" in capsys.readouterr().err
    main(["audit", str(path), "--rules", "proposal2012", "--dead", "B3"])
    assert "PL names white" in capsys.readouterr().out


def test_a_move_after_pl_makes_it_a_thing_of_the_past():
    from verifier.notation import parse_sgf

    assert parse_sgf(b"(;SZ[5]PL[W];W[aa])").named is None
    assert parse_sgf(b"(;SZ[5]PL[W];W[aa];PL[W])").named is WHITE
    assert parse_vertex("A5", 5, 5) == 0
