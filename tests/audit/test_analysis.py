"""``shikatsu analysis``: queries of another program, one a line; every line has its answer."""

import json
import signal
import subprocess
import sys

import msgspec
import pytest
from endings import RULES, endings

import verifier
from verifier.cli.analysis_document import AnalysisDocument, ErrorDocument
from verifier.notation.game import parse_game

ENDINGS = {ending.name: ending for ending in endings()}
BOARD = {
    "boardXSize": 5,
    "initialStones": [["B", f"{column}{row}"] for row in (2, 4) for column in "ABCDE"] + [["W", "C1"]],
    "rules": "proposal2012",
}
COMMAND = [sys.executable, "-P", "-m", "verifier", "analysis"]


def lines(queries):
    return "".join((query if isinstance(query, str) else json.dumps(query)) + "\n" for query in queries)


def analysed(*queries, options=(), code=0):
    run = subprocess.run(
        [*COMMAND, *options], input=lines(queries), capture_output=True, text=True, check=False
    )
    assert run.returncode == code, run.stderr
    assert run.stderr == ""
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_a_board_is_judged_counted_and_compared_with_what_is_stated():
    (answer,) = analysed({**BOARD, "id": "one", "dead": ["C1"], "result": "B+16"})
    told = msgspec.convert(answer, AnalysisDocument)
    assert (told.id, told.proved, told.asked, told.interrupted) == ("one", 3, 3, False)
    assert {chain.chain: chain.proved for chain in told.chains} == {"A4": "alive", "A2": "alive", "C1": "dead"}
    assert told.count.result == "B+16"
    assert told.audit.finding == "confirmed"
    (answer,) = analysed({**BOARD, "id": "two", "result": "B+11", "dead": []})
    assert msgspec.convert(answer, AnalysisDocument).audit.dead == "refuted"


def test_only_what_is_asked_for_is_told():
    heads = {"schema", "kind", "program", "id", "ruleset", "moves", "proved", "asked", "seconds", "interrupted"}
    parts = [
        "chains", "count", "audit", "notes", "ownership", "proofs", "allowed",
        "sure", "supposed", "turns", "page", "picture",
    ]  # fmt: skip
    queries = [{**BOARD, "id": part, "report": [part]} for part in parts]
    for answer in analysed(*queries, {**BOARD, "id": "nothing", "report": []}):
        assert answer.keys() - heads == ({answer["id"]} if answer["id"] != "nothing" else set())


def test_all_that_an_audit_says_can_be_asked_for(tmp_path):
    """A row of three on the edge: who is first decides. Under ing1991 no chain is judged."""
    three = {
        "boardXSize": 5,
        "initialStones": [
            *(["B", f"{column}2"] for column in "ABCD"), ["B", "D1"],
            *(["W", point] for point in ("B5", "D5", "E5", "E3", "E2", "E1")),
            *(["W", f"{column}{row}"] for row in (4, 3) for column in "ABCD"),
        ],
        "dead": ["A2"], "result": "W+16",
    }  # fmt: skip
    parts = ["sure", "supposed", "turns", "proofs", "page", "picture"]
    judged, asked, wrong = analysed(
        {**three, "id": "1", "rules": RULES, "beside": "chinese2002", "report": parts},
        {**three, "id": "2", "rules": "ing1991", "beside": RULES, "report": parts},
        {**three, "id": "3", "rules": "ing1991", "beside": "nowhere.toml"},
    )
    (turn,) = [turn for turn in judged["turns"] if turn["unsettled"]]
    assert (turn["chain"], turn["owes"]) == ("A2", "white")
    assert (judged["supposed"], judged["beside"]) == (None, None)
    assert "C5" in judged["sure"]["white"]
    assert set(judged["proofs"]) == {"A2", "B5", "A2 attacker-first", "B5 attacker-first"}
    assert judged["page"].lower().startswith("<!doctype html>")
    assert judged["picture"].startswith("<svg")
    assert asked["supposed"]["basis"] == "agreed"
    assert {chain["chain"]: chain["status"] for chain in asked["beside"]["chains"]} == {"B5": "alive", "A2": "alive"}
    assert set(asked["proofs"]) == {"A2 beside", "B5 beside"}
    for number, proof in enumerate([*judged["proofs"].values(), *asked["proofs"].values()]):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(proof))
        verifier.check(path)
    assert wrong["field"] == "beside"


def test_ownership_goes_row_by_row_from_the_top_left():
    white = {**BOARD, "id": "w", "report": ["ownership"]}
    white["initialStones"] = [["W" if side == "B" else "B", point] for side, point in BOARD["initialStones"]]
    both = {"id": "n", "boardXSize": 5, "boardYSize": 2, "rules": RULES, "report": ["ownership"]}
    answers = {answer["id"]: answer["ownership"] for answer in analysed(white, both)}
    assert answers["w"] == [-1] * 25
    assert answers["n"] == [0] * 10


def test_proofs_are_certificates_that_are_accepted(tmp_path):
    (answer,) = analysed({**BOARD, "id": "p", "report": ["proofs"]})
    assert set(answer["proofs"]) == {"A4", "A2", "C1"}
    for name, proof in answer["proofs"].items():
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(proof))
        assert verifier.check(path).claim.ruleset.id == "proposal2012"


def test_a_game_in_sgf_says_the_same_as_its_audit():
    ending = ENDINGS["ex02-9-chain"]
    (answer,) = analysed({"id": "s", "sgf": ending.sgf.decode(), "rules": RULES})
    known = verifier.audit(ending.sgf, RULES)
    assert answer["audit"]["finding"] == known.finding.value == "refuted"
    assert [chain["proved"] for chain in answer["chains"]] == [chain.status.value for chain in known.chains]
    assert answer["moves"] == parse_game(ending.sgf).moves


def test_the_sgf_of_a_query_is_decoded_already_whatever_it_declares():
    game = "(;CA[Shift_JIS]SZ[3]PB[日本囲碁規約]AB[ba][bb][bc]RE[B+9])"
    (answer,) = analysed({"id": "ca", "sgf": game, "rules": "AGA"})
    assert [chain["chain"] for chain in answer["chains"]] == ["B3"]
    assert answer["audit"]["finding"] == "confirmed"


def test_moves_capture_and_count_as_prisoners():
    query = {"id": "m", "boardXSize": 3, "boardYSize": 2, "rules": RULES, "report": ["count"]}
    query["moves"] = [["W", "A1"], ["B", "A2"], ["B", "B1"], ["W", "pass"], ["B", "C2"]]
    (answer,) = analysed(query)
    assert answer["count"]["prisoners"] == [1, 0]
    assert answer["moves"] == 5


def test_chains_that_a_ruleset_does_not_judge_say_so():
    (answer,) = analysed({"id": "nz", "boardXSize": 3, "initialStones": [["B", "B2"]], "rules": "new-zealand"})
    (chain,) = answer["chains"]
    why = "suicide is allowed, and no hypothetical play with suicide is written down"
    assert (chain["proved"], chain["reason"]) == ("unknown", why)


WRONG = {
    "komi": {"komi": 0.3},
    "rules": {"rules": "ours"},
    "moves": {"moves": [["B", "A4"]]},
    "initialStones": {"initialStones": [["B", "J1"]]},
    "initialPlayer": {"initialPlayer": "nobody"},
    "boardXSize": {"boardXSize": 99},
    "dead": {"dead": ["A1"]},
    "hints": {"hints": ["Z9"]},
    "result": {"result": "who knows"},
    "limits": {"limits": {"seconds": 0}},
    "report": {"report": ["everything"]},
    "handicap": {"handicap": 400},
    "prisoners": {"prisoners": [-1, 0]},
    "sgf": {"sgf": "(;SZ[5"},
    "priority": {"priority": "high"},
    "nonsense": {"nonsense": 1},
    "first": {"first": "nobody"},
}


def test_one_bad_query_harms_none_and_its_answer_names_the_field():
    queries = [{**BOARD, "id": f"wrong {field}", **change} for field, change in WRONG.items()]
    queries[[*WRONG].index("sgf")] = {"id": "wrong sgf", **WRONG["sgf"]}
    good = {**BOARD, "id": "good", "report": ["count"]}
    broken = ["", "nonsense", "[1, 2]", '{"boardXSize": 5}', '{"id": 7}', "\x00", '{"id": "x', "[" * 100000]
    answers = analysed(good, *queries, *broken, good)
    by_id = {}
    for answer in answers:
        by_id.setdefault(answer["id"], []).append(answer)
    assert [answer["count"]["result"] for answer in by_id.pop("good")] == ["B+16"] * 2
    unread = [msgspec.convert(answer, ErrorDocument) for answer in by_id.pop(None)]
    assert [answer.line for answer in unread] == list(range(len(queries) + 3, len(queries) + len(broken) + 2))
    assert {field: by_id[f"wrong {field}"][0]["field"] for field in WRONG} == {field: field for field in WRONG}
    assert all(len(found) == 1 and "\n" not in found[0]["error"] for found in by_id.values())


def test_rules_in_rules_end_no_other_query():
    """A process cannot be given what is nested hundreds of times."""
    deep = '{"id":"deep","boardXSize":3,"rules":' + '{"ko":' * 900 + "1" + "}" * 900 + "}"
    flat = {"ko": "SIMPLE", "scoring": "AREA", "tax": "NONE", "suicide": False, "komi": 7.5, "whiteHandicapBonus": "N"}
    for options in ((), ("--jobs", "2")):
        answers = analysed({**BOARD, "id": "a"}, deep, {**BOARD, "id": "b", "rules": flat}, options=options)
        answers = {answer["id"]: answer for answer in answers}
        assert answers["deep"]["field"] == "rules"
        assert answers["deep"]["error"] == (
            "for each of KataGo's rules a text, a number, true or false is needed, not an object"
        )
        assert answers["a"]["proved"] == 3
        assert answers["b"]["ruleset"]["id"] == "chinese2002"


WORDS = [
    ({"boardYSize": 0}, "boardYSize", "0: no side of a board; use 1 to 25"),
    ({"boardXSize": "9"}, "boardXSize", "a whole number is needed, not a text"),
    ({"komi": []}, "komi", "a number is needed, not a list"),
    ({"initialStones": [["B"]]}, "initialStones", "a list of 2 is needed, not of 1"),
    ({"initialStones": [["B", "A1"], ["W", "A1"]]}, "initialStones", "A1: named twice; give one stone for each point"),
    ({"moves": [["B", "A1"], ["W", "A1"]], "initialStones": []}, "moves", "move 2 at A1: the point is occupied"),
    ({"handicap": -3}, "handicap", "handicap = -3: a number of handicap stones from 0 to 25 is needed"),
    ({"handicap": 1000}, "handicap", "handicap = 1000: a number of handicap stones from 0 to 25 is needed"),
    ({"komi": 6.3}, "komi", "komi = 6.3: whole or half points from -100 to 100 are needed"),
    ({"limits": {"seconds": 1e7}}, "limits", "seconds = 10000000.0: use a number above 0, up to 1000000"),
    ({"limits": {"nodes": 10**13}}, "limits", "nodes = 10000000000000: use a number above 0, up to 1000000000000"),
    ({"limits": {"nodes": 10**400}}, "limits", ""),
    ({"limits": {"memoryMiB": 0}}, "limits", "memoryMiB = 0: use a number above 0, up to 1000000"),
    ({"initialStones": [["bogus", "A1"]]}, "initialStones", "'bogus': no side; use B or W"),
    ({"moves": [["", "A1"]]}, "moves", "'': no side; use B or W"),
    ({"rules": "proposal"}, "rules", "rules 'proposal': no ruleset of that name is known; did you mean proposal2012? The ids are "),
    ({"rules": "chinse"}, "rules", "rules 'chinse': no ruleset of that name is known; did you mean chinese"),
    ({"beside": "xyzzyx"}, "beside", "beside 'xyzzyx': no ruleset of that name is known; the ids are aga, "),
    ({"first": "nobody"}, "first", "nobody moves first so; use owner, attacker, black, white"),
    ({"limits": {"second": 3}}, "limits", "has no field second"),
    ({"board": 9}, "board", "no field of a query is called so; did you mean boardXSize or boardYSize? The fields are id, "),
]


@pytest.mark.parametrize(("change", "field", "words"), WORDS)
def test_what_is_wrong_is_said_in_the_words_of_a_query(change, field, words):
    (answer,) = analysed({**BOARD, "id": "wrong", **change})
    assert (answer["field"], answer["error"][: len(words)]) == (field, words)
    (lacking,) = analysed({"boardXSize": 9})
    assert (lacking["field"], lacking["error"]) == ("id", "a query needs the field id")


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"game": 2}, "game", "sgf: game 2: the file has one game; leave the number out"),
        ({"game": -1}, "game", "sgf: game -1: "),
        ({"move": 9}, "move", "sgf: move 9: the main line has 2 moves; choose 0 to 2"),
        ({"sgf": "(;SZ[5]KM[375];B[aa])"}, "sgf", "sgf: KM[375]: hardly points of komi; say what is meant with the field komi"),
        ({"sgf": "(;SZ[5]"}, "sgf", "sgf: not a readable SGF file"),
    ],
)
def test_what_an_sgf_lacks_is_told_of_the_field_that_asks_for_it(change, field, words):
    (answer,) = analysed({"id": "s", "sgf": "(;SZ[5];B[aa];W[bb])", "rules": RULES, **change})
    assert (answer["field"], answer["error"][: len(words)]) == (field, words)


@pytest.mark.parametrize(("black", "white"), [("b", "w"), ("B", "White"), ("black", "W"), ("BLACK", "wHITE")])
def test_a_side_is_named_by_its_letter_or_its_word(black, white):
    query = {"id": "s", "boardXSize": 3, "rules": RULES, "report": ["chains"]}
    (answer,) = analysed({**query, "initialStones": [[black, "A1"]], "moves": [[white, "C3"]], "initialPlayer": black})
    assert [(chain["chain"], chain["colour"]) for chain in answer["chains"]] == [("C3", "white"), ("A1", "black")]


def test_no_file_is_opened_for_a_query(tmp_path):
    secret = tmp_path / "rules.toml"
    secret.write_text("not for others")
    (answer,) = analysed({**BOARD, "id": "f", "rules": str(secret)})
    assert answer["field"] == "rules"
    assert "not for others" not in answer["error"]


def test_a_line_that_is_too_long_is_answered_and_forgotten():
    (first, second) = analysed(json.dumps({**BOARD, "id": "x" * 5_000_000}), {**BOARD, "id": "good"})
    assert (first["id"], first["line"]) == (None, 1)
    assert second["id"] == "good"


def test_what_matters_more_is_answered_first():
    slow = {"id": "slow", "sgf": ENDINGS["fig-seki-1-right"].sgf.decode(), "rules": RULES}
    slow["limits"] = {"seconds": 600, "nodes": 10**9}
    quick = [{**BOARD, "id": str(number), "priority": number, "report": []} for number in (2, 0, 3, 1)]
    answers = analysed(slow, *quick, {"id": "end", "action": "terminate", "terminateId": "slow"})
    assert [answer["id"] for answer in answers] == ["end", "slow", "3", "2", "1", "0"]


def test_answers_come_out_of_order():
    seki = ENDINGS["fig-seki-1-right"].sgf.decode()
    slow = {"id": "slow", "sgf": seki, "rules": RULES, "limits": {"seconds": 600, "nodes": 10**9}}
    quick = [{**BOARD, "id": f"quick {number}"} for number in range(4)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([*COMMAND, "--jobs", "2"], **pipes) as run:
        run.stdin.write(lines([slow, *quick]))
        run.stdin.flush()
        found = [json.loads(run.stdout.readline())["id"] for _ in quick]
        assert sorted(found) == [query["id"] for query in quick], "the slow one holds nobody up"
        run.stdin.write(lines([{"id": "end", "action": "terminate", "terminateId": "slow"}]))
        run.stdin.close()
        rest = [json.loads(line) for line in run.stdout]
    assert run.returncode == 0
    assert [answer["id"] for answer in rest] == ["end", "slow"]
    assert rest[1]["interrupted"]
    assert rest[1]["chains"]


def test_actions_are_answered():
    version, none, unknown = analysed(
        {"id": "v", "action": "query_version"},
        {"id": "t", "action": "terminate"},
        {"id": "u", "action": "sing"},
    )
    assert version["version"].startswith("shikatsu ")
    assert none["field"] == "terminateId"
    assert unknown["field"] == "action"


def test_ctrl_c_answers_all_that_was_read_and_stops(tmp_path):
    seki = ENDINGS["fig-seki-1-right"].sgf.decode()
    slow = {"sgf": seki, "rules": RULES, "limits": {"seconds": 600, "nodes": 10**9}}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(COMMAND, **pipes) as run:
        run.stdin.write(lines([{**BOARD, "id": "first"}, *({**slow, "id": str(number)} for number in range(3))]))
        run.stdin.flush()
        assert json.loads(run.stdout.readline())["id"] == "first"
        run.send_signal(signal.SIGINT)
        out, errors = run.communicate()
    assert run.returncode == 130
    answers = {answer["id"]: answer for answer in map(json.loads, out.splitlines())}
    assert sorted(answers) == ["0", "1", "2"]
    assert answers["0"]["interrupted"]
    assert {answers[name]["error"] for name in "12"} == {"interrupted before it was begun"}
    assert errors == "shikatsu: note: interrupted; 4 answers were given\n"


def test_answers_in_a_file_are_not_given_again(tmp_path):
    out = tmp_path / "answers.jsonl"
    queries = [{**BOARD, "id": str(number), "report": ["count"]} for number in range(6)]
    queries[2:2] = ["nonsense", {**BOARD, "id": "wrong", "komi": 0.3}]
    assert analysed(*queries[:5], options=["--out", str(out)]) == []
    half = out.read_bytes()
    assert half.count(b"\n") == 5
    out.write_bytes(half[:-30])  # as if it had been killed while it wrote
    analysed(*queries, options=["--out", str(out), "--jobs", "2"])
    answers = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert sorted(str(answer["id"]) for answer in answers) == ["0", "1", "2", "3", "4", "5", "None", "wrong"]


def test_a_file_of_answers_belongs_to_one_set_of_options(tmp_path):
    out = tmp_path / "answers.jsonl"
    query = {key: value for key, value in BOARD.items() if key != "rules"} | {"id": "one", "report": ["count"]}
    analysed(query, options=["--rules", "chinese2002", "--out", str(out)])
    before = out.read_bytes()
    for other in (["--rules", "proposal2012"], ["--rules", "chinese2002", "--limit-nodes", "5"]):
        run = subprocess.run(
            [*COMMAND, *other, "--out", str(out)], input=lines([query]), capture_output=True, text=True, check=False
        )
        assert run.returncode == 2
        assert "answers with other options or by another version; name another file" in run.stderr
    queries = tmp_path / "queries.jsonl"
    queries.write_text(lines([query]))
    run = subprocess.run([*COMMAND, "--out", str(queries)], input="", capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "has a line that is no answer" in run.stderr
    assert (out.read_bytes(), queries.read_text()) == (before, lines([query]))


def test_in_a_file_an_id_stands_for_one_query_and_no_line_is_lost_or_told_twice(tmp_path):
    out = tmp_path / "answers.jsonl"
    query = {**BOARD, "id": "same", "report": ["count"]}
    unlike = {"id": "act", "action": "frob"}
    lines = [query, {**query, "komi": 3}, {**query, "komi": 0.3}, unlike, unlike]
    for _ in range(3):
        analysed(*lines, options=["--out", str(out)])
        answers = [json.loads(line) for line in out.read_bytes().splitlines()]
        assert sorted((answer["id"] or "", answer.get("line") or 0) for answer in answers) == [
            ("", 2),
            ("", 3),
            ("", 5),
            ("act", 0),
            ("same", 0),
        ]
    errors = {answer["line"]: answer["error"] for answer in answers if answer["id"] is None}
    assert "'same' is that of an earlier query" in errors[2]
    assert len(analysed(*lines)) == 5


def test_a_reader_that_goes_away_ends_it():
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        run.stdout.close()
        run.stdin.write(lines([{**BOARD, "id": "one"}]).encode())
        run.stdin.close()
        assert run.stderr.read() == b""
    assert run.returncode == 141


@pytest.mark.parametrize("rules", ["Japanese", {"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI"}])
def test_rules_are_named_as_in_records(rules):
    (answer,) = analysed({**BOARD, "id": "r", "rules": rules, "report": []}, options=["--rules", RULES])
    assert answer["ruleset"]["id"] == "japanese1989-inside"
