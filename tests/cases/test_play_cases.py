"""The worked examples of documents on rules that are played out, replayed move by move."""

import pytest

from verifier.errors import InputError
from verifier.jobs.playing.case import load_play_case, parse_play_case, play_case_ids, play_line

LINES = [
    pytest.param(name, number, rules, id=f"{name}-{number + 1}-{rules}")
    for name in play_case_ids()
    for number, line in enumerate(load_play_case(name).lines)
    for rules in line.rules
]


@pytest.mark.parametrize(("name", "number", "rules"), LINES)
def test_a_line_comes_out_as_its_file_says(name, number, rules):
    case = load_play_case(name)
    line = case.lines[number]
    played = play_line(case, line, rules)
    assert played.outcome.result == line.result
    assert played.holds, played.refusal or "the move that must be refused was legal"
    if line.refused is not None:
        assert f"[{line.refused_by}: " in played.refusal


def test_a_claim_that_does_not_hold_comes_with_the_reason():
    refuted = []
    for name in play_case_ids():
        case = load_play_case(name)
        assert case.id == name
        for line in case.lines:
            if line.claim and line.claim != line.result:
                assert line.note
                refuted.append((name, line.claim, line.result))
    assert refuted == [("pika-dame-left", "0", "B+7"), ("pika-hanko", "0", "B+1")]


def test_a_mistake_in_a_play_case_is_named():
    text = 'schema = 1\nid = "a"\ntitle = "b"\nsources = ["c"]\nto_move = "black"\ndiagram = """\n..\n..\n"""\n'
    with pytest.raises(InputError, match=r"mine: line\[1\]\.moves: point 'Z9'"):
        parse_play_case(text + '[[line]]\nrules = ["jungo"]\nsays = "x"\nmoves = "Z9"\nresult = "?"\n', "mine")
    with pytest.raises(InputError, match="mine: schema = 2"):
        parse_play_case("schema = 2", "mine")
    with pytest.raises(InputError, match="mine: colour: unknown key"):
        parse_play_case(text.replace('title = "b"', 'title = "b"\ncolour = "x"') + "", "mine")
