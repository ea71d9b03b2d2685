"""Records without dead stones: which ones would give the result, and what another ruleset decides."""

import json

import pytest
from endings import RULES, endings

import verifier
from verifier.board import parse_vertex
from verifier.cli import main
from verifier.jobs.audit.allowed import allowed_sets
from verifier.jobs.audit.claims import stated_dead
from verifier.jobs.audit.count import count_game
from verifier.jobs.audit.filled import given_count
from verifier.notation.game import parse_game
from verifier.rules import load_ruleset

RIGHT = [ending for ending in endings() if ending.name.endswith("-right")]

# Both sides live with many eyes, and each has a dead stone in a room of six points.
ROWS = ["", ". X . X . . . X .", "X X X X . O . X X", ". X . X X X X X X", "X X X X X X X X X", "O O O O O O O O O", ". O . O . . . O .", "O O O O . X . O O", ". O . O . . . O ."][1:]


def board(more):
    stones = {"X": "", "O": ""}
    for row, line in enumerate(ROWS):
        for column, sign in enumerate(line.split()):
            if sign in stones:
                stones[sign] += f"[{'abcdefghi'[column]}{'abcdefgh'[row]}]"
    return f"(;GM[1]FF[4]SZ[9:8]KM[0]{more}AB{stones['X']}AW{stones['O']})".encode()


def chains(record, *names):
    position = record.position
    return {position.chain_at(parse_vertex(name, position.rows, position.cols)) for name in names}


@pytest.mark.parametrize("rules", ["proposal2012", "chinese2002", "japanese1989"])
def test_every_set_counts_as_stated_and_the_true_one_is_among_them(rules):
    ruleset = load_ruleset(rules)
    seen = tried = 0
    for ending in RIGHT:
        record = parse_game(ending.sgf)
        dead, _ = stated_dead(record)
        if dead is None:
            continue
        extras = {"komi": record.komi or 0.0, "prisoners": record.prisoners}

        def count(chains, record=record, extras=extras):
            if rules == "japanese1989":
                return given_count(record.position, chains, ruleset, first=record.to_move, **extras).lead
            return count_game(record.position, chains, ruleset, **extras).lead

        lead = count(dead)
        if lead is None or lead[0] != lead[1]:
            continue
        found = allowed_sets(record.position, ruleset, lead[0], first=record.to_move, **extras)
        assert all(count(item.dead) == lead for item in found)
        assert [item.cost for item in found] == sorted(item.cost for item in found)
        tried += 1
        seen += dead in [item.dead for item in found]
    assert tried >= 5
    assert seen >= 0.8 * tried, "most results are explained by the stones that are dead"


def test_the_likely_set_is_found_proved_and_told(tmp_path, capsys):
    path = tmp_path / "game.sgf"
    # Black has 10 empty points, White 14, and each side takes one dead stone.
    path.write_bytes(board("RE[W+4]"))
    assert main(["audit", str(path), "--rules", RULES, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["allowed"][0] == {"dead": ["F7", "F2"], "finding": "confirmed"}
    assert document["result"]["finding"] == "confirmed"
    assert main(["audit", str(path), "--rules", RULES]) == 0
    assert "Dead stones that make W+4: F7, F2 (confirmed)." in capsys.readouterr().out


def test_a_result_that_needs_a_dead_stone_alive_is_refuted():
    record = parse_game(board("RE[?]"))
    ruleset = load_ruleset(RULES)
    wrong = count_game(record.position, chains(record, "F7"), ruleset).lead[0]
    assert wrong > 0
    found = verifier.audit(board(f"RE[B+{wrong:g}]"), RULES)
    assert found.allowed[0].dead == chains(record, "F7")
    assert found.allows(found.allowed[0].dead).value == found.result.value == "refuted"
    assert found.allows(chains(record, "F7", "F2")).value == "confirmed"


def test_a_result_that_no_dead_stones_make_has_no_sets(capsys, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_bytes(board("RE[B+79.5]"))
    assert main(["audit", str(path), "--rules", RULES]) == 1
    assert "no likely ones were found that make B+79.5" in capsys.readouterr().out


def test_stated_dead_stones_leave_nothing_to_look_for():
    for ending in RIGHT[:5]:
        found = verifier.audit(ending.sgf, RULES)
        assert (found.claims.dead is None) == bool(found.allowed)


def test_hints_direct_the_search_and_decide_nothing(tmp_path, capsys):
    path, hints, out = tmp_path / "game.sgf", tmp_path / "hints.json", tmp_path / "out.jsonl"
    path.write_bytes(board("RE[B+1]"))
    answers = []
    for stones in ([], ["F7", "F2"], ["A5", "A4"]):
        hints.write_text(json.dumps({"game": stones, "another": ["A1"]}))
        out.unlink(missing_ok=True)
        assert main(["audit", str(path), "--rules", RULES, "--hints", str(hints), "--out", str(out)]) == 1
        answer = json.loads(out.read_text())
        answers.append([(chain["chain"], chain["proved"]) for chain in answer["chains"]])
        assert "no game is called another" in capsys.readouterr().err
    assert answers[0] == answers[1] == answers[2]
    assert answers[0] == [("B8", "alive"), ("F7", "dead"), ("A4", "alive"), ("F2", "dead")]
    hints.write_text(json.dumps({"game": ["A9"]}))
    capsys.readouterr()
    assert main(["audit", str(path), "--rules", RULES, "--hints", str(hints)]) == 2
    assert "shikatsu: game: hints: point 'A9' is off the board" in capsys.readouterr().err
    hints.write_text('{"game": ["A4"], "game": ["A5"]}')
    assert main(["audit", str(path), "--rules", RULES, "--hints", str(hints)]) == 2
    assert "'game' stands there twice" in capsys.readouterr().err
    hints.write_text("[]")
    assert main(["audit", str(path), "--rules", RULES, "--hints", str(hints)]) == 2
    assert '{"NAME": ["C3", "D4"]}' in capsys.readouterr().err
