"""What the server answers, to its own page and to everybody else."""

import base64
import contextlib
import json
import re
import socket
import threading
import time
from pathlib import Path

import pytest
from running import ROOT, serving

SLOW = {"case": "ex18"}
"""Takes many seconds under the rules of 1989."""


def test_the_page_and_its_parts_are_sent_with_a_strict_policy(server):
    for name, kind in (("", "text/html"), ("main.js", "text/javascript"), ("style.css", "text/css")):
        status, _, headers = server.ask("GET", f"/{name}")
        assert status == 200
        assert headers["content-type"].startswith(kind)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"


def test_nothing_in_the_page_comes_from_elsewhere_or_needs_inline_code(server):
    page = server.ask("GET", "/")[1].decode()
    assert "http://" not in page
    assert "https://" not in page
    assert " style=" not in page
    assert " onclick=" not in page
    for name in ("main.js", "board.js", "verdicts.js", "argue.js", "picker.js"):
        script = server.ask("GET", f"/{name}")[1].decode()
        assert "innerHTML" not in script
        assert "eval(" not in script


def test_both_languages_have_the_same_texts_with_the_same_values(server):
    texts = {}
    for name in ("en", "ja"):
        script = server.ask("GET", f"/{name}.js")[1].decode()
        lines = [line.strip() for line in script.splitlines() if line.startswith("  ")]
        texts[name] = {
            line.split(":")[0]: {re.split("[:}]", part)[0] for part in line.split("{")[1:]} for line in lines
        }
    assert texts["en"] == texts["ja"]
    assert len(texts["en"]) > 150


def test_the_listing_has_all_cases_and_rulesets(server):
    listing = server.ask("GET", "/api/listing")[1]
    assert sum(case["canonical"] for case in listing["cases"]) == 28
    assert {"proposal2012", "japanese1989"} <= {rules["id"] for rules in listing["rulesets"]}


def test_a_position_is_judged_under_two_rulesets_and_the_differences_are_named(server):
    job = server.judge({"case": "ex01"}, "proposal2012", "japanese1989")
    news = server.follow(job)
    assert news["state"] == "done"
    verdicts = {(e["rules"], e["unit"]): e["verdict"] for e in news["events"] if e["event"] == "verdict"}
    assert [verdicts[0, unit]["status"] for unit in (0, 1)] == ["dead", "dead"]
    assert [verdicts[1, unit]["status"] for unit in (0, 1)] == ["alive", "alive"]
    (contrast,) = [e["contrast"] for e in news["events"] if e["event"] == "contrast"]
    assert contrast == {"units": [0, 1], "unsettled": [], "points": [], "lead": False, "same": False}
    reasons = [e["reason"] for e in news["events"] if e["event"] == "reason"]
    assert reasons[0]["kind"] == "capture"
    assert reasons[0]["ja"][0].startswith("黒B6の一団")


def test_rulesets_that_only_count_differently_are_searched_once_and_count_differently(server):
    job = server.judge({"text": ". X . X\nX X X X"}, "aga", "bga")
    events = server.follow(job)["events"]
    assert sum(event["event"] == "start" for event in events) == 1
    job = server.judge({"text": ". X . X\nX X X X"}, "proposal2012", "aga")
    events = server.follow(job)["events"]
    counts = {
        event["rules"]: event["count"]["bounds"]["lead"] for event in events if event["event"] == "count"
    }
    assert counts == {0: [2, 2], 1: [8, 8]}


def test_the_proof_answers_moves_until_the_end_of_the_line(server):
    job = server.judge({"case": "ex01"}, "proposal2012")
    server.follow(job, "judged")
    status, answer, _ = server.ask("POST", f"/api/jobs/{job}/0/0", {"moves": []})
    assert status == 200
    assert (answer["loser"], answer["end"], answer["choices"]) == ("black", None, [0])
    status, answer, _ = server.ask("POST", f"/api/jobs/{job}/0/0", {"moves": [-1]})
    assert [move["point"] for move in answer["moves"]] == [-1, 0]
    assert (answer["end"], answer["winner"]) == ("settled", "white")
    assert answer["boards"][-1][:3] == "O.."


def test_an_argument_does_not_wait_for_an_explanation(server):
    """The explanation of this unit takes seconds; a move next to nothing."""
    job = server.judge({"case": "ex15"}, "proposal2012")
    events = server.follow(job, "judged")["events"]
    server.ask("DELETE", f"/api/jobs/{job}")  # the certificates are there; nothing else is to be explained
    sizes = {event["unit"]: event["verdict"]["size"] or 0 for event in events if event["event"] == "verdict"}
    unit = sorted(sizes, key=sizes.get)[-2]
    told = []

    def ask(method, body=None):
        status = server.ask(method, f"/api/jobs/{job}/0/{unit}", body)[0]
        told.append((method, status))

    explaining = threading.Thread(target=ask, args=("GET",))
    explaining.start()
    time.sleep(0.2)
    ask("POST", {"moves": []})
    explaining.join()
    assert told[0] == ("POST", 200)


def test_an_illegal_move_is_refused_with_the_reason(server):
    job = server.judge({"case": "ex01"}, "proposal2012")
    server.follow(job, "judged")
    status, answer, _ = server.ask("POST", f"/api/jobs/{job}/0/0", {"moves": [40]})
    assert status == 422
    assert answer["error"] == "move 1: F1: forbidden (outside)"


def test_the_certificate_that_is_downloaded_is_accepted_by_the_checker(server, tmp_path):
    from verifier.proof import check

    job = server.judge({"case": "ex01"}, "proposal2012", "japanese1989")
    server.follow(job, "judged")
    for rules, verdict in ((0, "dead"), (1, "alive")):
        status, document, headers = server.ask("GET", f"/api/jobs/{job}/{rules}/0.json")
        assert status == 200
        assert headers["content-disposition"].startswith("attachment")
        path = tmp_path / f"{rules}.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        assert check(path).claim.verdict.value == verdict


def test_a_search_is_cancelled_at_once_and_keeps_what_was_found(server):
    before = server.workers()
    job = server.judge(SLOW, "proposal2012", "japanese1989", seconds=20)
    server.follow(job, "verdict")
    started = set(server.workers()) - set(before)
    assert started
    status, answer, _ = server.ask("DELETE", f"/api/jobs/{job}")
    assert (status, answer["state"]) == (200, "cancelled")
    news = server.follow(job)
    assert news["state"] == "cancelled"
    found = next(event for event in news["events"] if event["event"] == "verdict")
    status = server.ask("POST", f"/api/jobs/{job}/{found['rules']}/{found['unit']}", {"moves": []})[0]
    assert status == (200 if found["verdict"]["proof"] else 404)
    # One more process may have been started for short questions; it goes on.
    assert started - set(server.workers())


def test_other_questions_are_answered_while_a_search_runs(server):
    job = server.judge(SLOW, "japanese1989", seconds=20)
    server.follow(job, "start")
    assert server.ask("POST", "/api/read", {"text": "X.O"})[0] == 200
    assert server.ask("GET", "/")[0] == 200
    assert server.ask("GET", f"/api/jobs/{job}?after=0&wait=0")[1]["state"] == "running"
    server.ask("DELETE", f"/api/jobs/{job}")


def test_only_so_many_searches_run_and_wait(server):
    jobs = [server.judge(SLOW, "japanese1989", seconds=20) for _ in range(2)]
    for job in jobs:
        server.follow(job, "start")
    jobs += [server.judge(SLOW, "japanese1989") for _ in range(8)]
    status, answer, _ = server.ask("POST", "/api/judge", {"source": SLOW, "rules": ["proposal2012"]})
    assert status == 429
    assert "wait already" in answer["error"]
    news = server.ask("GET", f"/api/jobs/{jobs[4]}?after=0&wait=0")[1]
    assert (news["state"], news["before"]) == ("waiting", 2)
    assert len(server.workers()) <= 4  # two searches, and two for questions
    for job in reversed(jobs):
        assert server.ask("DELETE", f"/api/jobs/{job}")[0] == 200
    assert server.judge({"case": "ex01"}, "proposal2012")


def test_the_command_ends_at_once_in_the_middle_of_a_search_and_of_questions():
    """Nothing is left over, and nothing is complained about; see running.serving."""
    with serving() as other:
        job = other.judge(SLOW, "japanese1989")
        other.follow(job, "start")
        asking = socket.create_connection(("127.0.0.1", other.port))
        # After more events than there will be: units that are decided soon are no answer.
        asking.sendall(
            f"GET /api/jobs/{job}?after=1000 HTTP/1.1\r\nHost: localhost:{other.port}\r\n\r\n".encode()
        )
        time.sleep(0.3)
        workers = other.workers()
    assert b'"state":"cancelled"' in asking.recv(65536)
    asking.close()
    assert workers
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_a_judgement_that_takes_too_long_ends_and_keeps_what_was_found():
    # Black lives at once; White is open for minutes. All in one locale that is searched as a whole: where
    # windows are used the search itself keeps to nearly all of the time, and may be done just before its end.
    board = ". X . X . X\nX X X X X X\n. . . . . .\n. . . O . .\n. . O . . .\n. . . . . ."
    with serving("--limit-total", "5") as other:
        job = other.judge({"text": board}, "japanese1989-pass-once")
        news = other.follow(job)
        assert news["state"] == "late"
        verdicts = [event["verdict"] for event in news["events"] if event["event"] == "verdict"]
        assert [verdict["status"] for verdict in verdicts] == ["alive"]
        assert len(other.workers()) <= 1


# Games

GAME = (
    "(;SZ[5]RU[AGA]KM[0.5]RE[B+24.5]PB[a]PW[b]AB[aa];B[cb];W[ee];B[cc];W[];B[cd];W[];B[ce];W[]"
    ";B[ca];W[];B[];W[];AE[ee])"
)


def test_a_game_is_read_with_its_moves_and_what_was_agreed_on(server):
    status, position, _ = server.ask("POST", "/api/game", {"text": GAME})
    assert status == 200
    game = position["game"]
    assert (game["rules"], game["result"], game["komi"], game["moves"]) == ("aga", "B+24.5", 0.5, 12)
    assert game["dead"] == [24]
    assert game["start"] == "X" + "." * 24
    assert game["steps"][0] == {"colour": "black", "point": 7, "put": {"7": "X"}}
    assert game["steps"][3] == {"colour": "white", "point": None, "put": {}}
    board = list(game["start"])
    for step in game["steps"]:
        for point, sign in step["put"].items():
            board[int(point)] = sign
    assert "".join(board) == position["stones"]


def test_stones_that_are_taken_or_set_up_on_the_way_are_steps(server):
    text = "(;SZ[3]AB[aa];W[ba];B[cc];W[ab];B[bb];AW[ca]AE[bb];W[bc])"
    game = server.ask("POST", "/api/game", {"text": text})[1]["game"]
    assert [step["put"] for step in game["steps"]] == [
        {"1": "O"},
        {"8": "X"},
        {"0": ".", "3": "O"},
        {"4": "X"},
        {"2": "O", "4": "."},
        {"7": "O"},
    ]
    assert game["steps"][4]["colour"] is None
    assert game["rules"] is None
    assert "RU is missing" in game["rules_unknown"]


def test_the_audit_of_a_game_is_that_of_the_command_and_leaves_a_report(server, tmp_path):
    from verifier.jobs.audit.batch import GameTask, audit_one
    from verifier.notation.game import parse_game
    from verifier.proof import check

    status, answer, _ = server.ask("POST", "/api/audit", {"source": {"text": GAME}, "seconds": 120})
    assert status == 202
    job = answer["job"]
    news = server.follow(job)
    assert news["state"] == "done"
    (found,) = [event["audit"] for event in news["events"] if event["event"] == "audit"]
    path = tmp_path / "game.sgf"
    path.write_text(GAME, encoding="utf-8")
    audit = audit_one(GameTask(str(path), "game")).audit
    assert found["finding"] == audit.finding.value == "confirmed"
    assert found["proved"] == audit.proved_result == "B+24.5"
    assert [chain["status"] for chain in found["chains"]] == [chain.status.value for chain in audit.chains]
    last = {"unit": 2, "stated": "dead", "status": "dead", "finding": "confirmed", "until_filled": False}
    assert found["chains"][-1] == last
    status, report, headers = server.ask("GET", f"/api/jobs/{job}/report.html")
    assert status == 200
    assert headers["content-disposition"].startswith("attachment")
    assert '<span class="finding confirmed">' in report.decode()
    text = server.ask("GET", f"/api/jobs/{job}/audited.sgf")[1]
    assert parse_game(text).position == audit.record.position
    verdicts = [event for event in news["events"] if event["event"] == "verdict"]
    assert len(verdicts) == 3
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(server.ask("GET", f"/api/jobs/{job}/0/2.json")[1]), encoding="utf-8")
    assert check(proof).claim.verdict.value == "dead"


def test_marks_are_the_agreement_or_only_hints(server):
    def audited(**more):
        job = server.ask("POST", "/api/audit", {"source": {"text": GAME}, "seconds": 120, **more})[1]["job"]
        events = server.follow(job)["events"]
        return next(event["audit"] for event in events if event["event"] == "audit")

    wrong = audited(dead=[0])
    assert wrong["finding"] == "refuted"
    assert [chain["stated"] for chain in wrong["chains"]] == ["dead", "alive", "alive"]
    assert audited(hints=[0])["finding"] == "confirmed"
    assert audited(rules="bga")["rules"] == "bga"


@pytest.mark.parametrize(
    ("body", "status", "what"),
    [
        ({"source": {"case": "ex01"}}, 400, "text or data"),
        ({"source": {"text": GAME}, "dead": [0], "hints": [0]}, 400, "not both"),
        ({"source": {"text": GAME}, "dead": ["A1"]}, 400, "dead: a list"),
        ({"source": {"text": GAME}, "hints": [625]}, 400, "hints: a list"),
        ({"source": {"text": GAME}, "rules": ""}, 400, "rules"),
        ({"source": {"text": GAME}, "seconds": -1}, 400, "seconds"),
        ({"source": {"text": GAME}, "units": []}, 400, "unknown key"),
    ],
)
def test_bad_audits_are_refused_in_one_line(server, body, status, what):
    found, answer, _ = server.ask("POST", "/api/audit", body)
    assert found == status
    assert what in answer["error"]
    assert "\n" not in answer["error"]


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ({"source": {"text": GAME}, "dead": [1]}, "no stone"),
        ({"source": {"text": GAME}, "dead": [400]}, "not on a board of 5 rows and 5 columns"),
        ({"source": {"text": "(;SZ[5];B[aa])"}}, "RU is missing"),
        ({"source": {"text": GAME}, "rules": "../x"}, "no ruleset"),
        ({"source": {"text": "X.O"}}, "SGF"),
    ],
)
def test_audits_of_what_is_no_game_end_with_one_line(server, body, what):
    job = server.ask("POST", "/api/audit", body)[1]["job"]
    news = server.follow(job)
    assert news["state"] == "refused"
    assert what in news["events"][-1]["message"]
    assert server.ask("GET", f"/api/jobs/{job}/report.html")[0] == 404


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        (GAME.replace("RU[AGA]", ""), "RU is missing, so the rules are not known; choose them under “Rules”"),
        (GAME.replace("RU[AGA]", "RU[of my club]"), "no ruleset of that name is known; choose one under “Rules”"),
        (GAME.replace("KM[0.5]", "KM[375]"), "hardly points of komi; correct KM in the file"),
        ("(;SZ[5]RU[AGA]KM[0]RE[B+5]AB[aa][ba];W[ee];B[cc];AE[aa])", "correct the file, or choose “Judge this position”"),
    ],
)
def test_advice_names_what_the_page_has_and_no_option_of_the_command(server, text, advice):
    status, answer, _ = server.ask("POST", "/api/game", {"text": text})
    said = answer["error"] if status == 422 else answer["game"]["rules_unknown"]
    if not said:
        said = server.follow(server.ask("POST", "/api/audit", {"source": {"text": text}})[1]["job"])["events"][-1]["message"]
    assert advice in said
    assert "--" not in said


def test_a_finding_advises_what_the_page_has(server):
    """Dead stones that are taken off a position that was set up."""
    text = "(;SZ[5]RU[AGA]KM[0]RE[B+25]AB[ca][cb][cc][cd][ce]AW[ee];AE[ee])"
    job = server.ask("POST", "/api/audit", {"source": {"text": text}, "seconds": 60})[1]["job"]
    (audit,) = [event["audit"] for event in server.follow(job)["events"] if event["event"] == "audit"]
    (said,) = [sentence for sentence in audit["sentences"] if "AE after the set-up position" in sentence]
    assert "others can be named with “Mark dead stones”" in said
    assert "--" not in said


def test_a_large_board_is_searched_in_windows(server):
    """Two walls of stones with two eyes each on an otherwise empty board: a whole locale has 300 points."""
    rows = ["." * 19 for _ in range(19)]
    rows[0], rows[1] = ".X.X" + "." * 15, "XXXX" + "." * 15
    rows[18], rows[17] = "." * 15 + "O.O.", "." * 15 + "OOOO"
    job = server.judge({"text": "\n".join(rows)}, "proposal2012", "aga", seconds=10)
    news = server.follow(job)
    verdicts = {(e["rules"], e["unit"]): e["verdict"]["status"] for e in news["events"] if e["event"] == "verdict"}
    assert verdicts == {(rules, unit): "alive" for rules in (0, 1) for unit in (0, 1)}


# Rules of one's own

OWN = (ROOT / "encodings" / "proposal2012.toml").read_text(encoding="utf-8").replace(
    'id = "proposal2012"', 'id = "mine"'
)


def test_a_ruleset_of_ones_own_is_read_and_judged_by(server):
    status, found, _ = server.ask("POST", "/api/ruleset", {"text": OWN})
    assert (status, found["id"]) == (200, "mine")
    assert found["axes"]["first_move"]["value"] == "owner"
    job = server.judge({"case": "ex01"}, "mine", "japanese1989", own=OWN)
    events = server.follow(job)["events"]
    statuses = {(e["rules"], e["unit"]): e["verdict"]["status"] for e in events if e["event"] == "verdict"}
    assert statuses == {(0, 0): "dead", (0, 1): "dead", (1, 0): "alive", (1, 1): "alive"}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "schema"),
        ("schema = 1\nid", "not valid TOML"),
        (OWN.replace('value = "owner"', 'value = "nobody"'), "axes.first_move.value = 'nobody': allowed values"),
        (OWN.replace('id = "mine"', 'id = "japanese1989"'), "choose another id"),
        (OWN.replace('id = "mine"', 'id = "mine"\nbase = "/etc/passwd"'), "base = '/etc/passwd'"),
    ],
)
def test_a_wrong_ruleset_is_refused_in_one_line(server, text, what):
    status, answer, _ = server.ask("POST", "/api/ruleset", {"text": text})
    assert status == 422
    assert what in answer["error"]
    assert "\n" not in answer["error"]
    job = server.judge({"case": "ex01"}, "mine", own=text)
    assert server.follow(job)["state"] == "refused"


def test_own_rules_serve_only_those_who_send_them(server):
    job = server.judge({"case": "ex01"}, "mine")
    news = server.follow(job)
    assert news["events"][-1]["message"] == "there is no ruleset 'mine'"


def test_the_text_of_a_ruleset_of_the_package_is_there_to_start_from(server):
    status, answer, _ = server.ask("GET", "/api/rulesets/proposal2012.toml")
    assert status == 200
    assert 'id = "proposal2012"' in answer["text"]
    assert server.ask("GET", "/api/rulesets/nothing.toml")[0] == 404
    assert server.ask("GET", "/api/rulesets/..%2Fx.toml")[0] == 404


def test_what_a_ruleset_changes_in_the_examples_is_told_example_by_example(server):
    body = {"rules": ["proposal2012", "japanese1989"], "seconds": 1}
    job = server.ask("POST", "/api/changes", body)[1]["job"]
    news = server.follow(job, "case")
    case = next(event for event in news["events"] if event["event"] == "case")
    assert case["case"] == "ex01"
    assert case["units"] == [{"name": name, "statuses": ["dead", "alive"]} for name in ("B6", "A5")]
    server.ask("DELETE", f"/api/jobs/{job}")
    assert server.ask("POST", "/api/changes", {"rules": ["proposal2012"]})[0] == 400


def test_only_the_units_of_one_side_are_judged(server):
    # Two points of Black enclose two eyes; White has a stone of his own.
    job = server.judge({"text": ". X . X\nX X X X\n. . . .\nO . . ."}, "aga", of="black")
    events = server.follow(job)["events"]
    position = next(event["position"] for event in events if event["event"] == "position")
    judged = {event["unit"] for event in events if event["event"] == "verdict"}
    assert judged == {at for at, unit in enumerate(position["units"]) if unit["colour"] == "black"}
    assert server.ask("POST", "/api/judge", {"source": {"case": "ex01"}, "rules": ["aga"], "of": "red"})[0] == 400


# Problems

THREE = "edges: top, left\n. . . X O . .\nX X X X O . .\nO O O O O . .\n. . . . . . ."


def test_a_problem_is_answered_with_a_tree_and_a_record(server):
    from verifier.notation import parse_sgf

    body = {"source": {"text": THREE}, "rules": ["aga"], "unit": 0, "first": "white", "seconds": 120}
    status, answer, _ = server.ask("POST", "/api/problem", body)
    assert status == 202
    events = server.follow(answer["job"])["events"]
    (found,) = [event["problem"] for event in events if event["event"] == "problem"]
    assert (found["solved"], found["status"], found["side"]) == (True, "dead", "white")
    assert {move["point"]: move["works"] for move in found["moves"]} == {0: False, 1: True, 2: False}
    assert [(one["point"], one["good"]) for one in found["tree"]] == [(1, True), (0, False), (2, False)]
    assert found["tree"][1]["follow"][0]["point"] == 1
    assert found["matters"] is False
    text = server.ask("GET", f"/api/jobs/{answer['job']}/problem.sgf")[1]
    assert parse_sgf(text, move=0).to_move.name == "WHITE"
    assert server.ask("POST", "/api/problem", body | {"first": "green"})[0] == 400
    assert server.ask("POST", "/api/problem", body | {"rules": ["aga", "bga"]})[0] == 400
    job = server.ask("POST", "/api/problem", body | {"unit": 9})[1]["job"]
    assert server.follow(job)["state"] == "refused"


# Positions


@pytest.mark.parametrize(
    ("source", "stones"),
    [
        ({"text": "X.O\n..."}, "X.O..."),
        ({"text": "┌┬○\n├●○"}, "..O.XO"),
        ({"text": "(;SZ[3]AB[aa]AW[ca];B[bb])", "move": 0}, "X.O......"),
        ({"text": "(;CA[Shift_JIS]SZ[2]PB[日本囲碁規約]AB[aa])"}, "X..."),
        ({"data": base64.b64encode("(;CA[Shift_JIS]GN[死活]SZ[2]AB[aa])".encode("cp932")).decode()}, "X..."),
        ({"text": ".BW\nB.."}, ".XOX.."),
        ({"data": base64.b64encode("●○┐\n┼┼┤".encode("utf-16")).decode()}, "XO...."),
        ({"data": base64.b64encode("(;SZ[2]AB[aa])".encode("utf-16")).decode()}, "X..."),
        ({"data": base64.b64encode("( TE[表]SZ[2]AB[aa])".encode("cp932")).decode()}, "X..."),
        ({"case": "ex02"}, None),
    ],
)
def test_positions_are_read_from_text_files_and_cases(server, source, stones):
    status, position, _ = server.ask("POST", "/api/read", source)
    assert status == 200
    if stones is not None:
        assert position["stones"] == stones


def test_labels_of_a_diagram_are_sent_for_the_page_to_name(server):
    _, position, _ = server.ask("POST", "/api/read", {"text": "X a .\n. O c"})
    assert position["labels"] == {"1": "a", "5": "c"}
    assert position["label_line"] == "labels on empty points: a B2; c C1"
    _, position, _ = server.ask("POST", "/api/read", {"text": "X a c\nd e f\n. O g"})
    assert "".join(position["labels"][point] for point in sorted(position["labels"])) == "acdefg", "on most of its points"


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ({"text": ""}, "no diagram here"),
        ({"text": "X.\nX"}, "row 2"),
        ({"text": "(;SZ[99])"}, "SZ"),
        ({"text": "(;GM[2]SZ[3])"}, "not a game of Go"),
        ({"text": "(" * 20}, "unknown character"),
        ({"text": "Hello"}, "row 1, column 1: 'H': 4 of 5 points are letters, as in a text in words; draw"),
        ({"text": "lorem ipsum dolor sit amet"}, "are letters, as in a text in words"),
        ({"text": "(" * 100_000}, "at most 25 columns"),
        ({"text": "(;" * 60_000}, "nested more than 5000 deep"),
        ({"text": "X O B\n. . ."}, "could be a stone or a label"),
        ({"text": ". P Q ."}, "on a board without stones"),
        ({"text": "(;SZ[19]" + ";B[aa];W[ba]" * 9_000 + ")"}, ""),
        ({"data": "!"}, "did not arrive whole"),
        ({"case": "../../etc/passwd"}, "no case"),
    ],
)
def test_bad_positions_are_refused_in_one_line(server, source, what):
    status, answer, _ = server.ask("POST", "/api/read", source)
    assert status == 422
    assert what in answer["error"]
    assert "\n" not in answer["error"]


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b"{", "not JSON"),
        (b"[" * 50_000, "not JSON"),
        (b"[]", "a JSON object"),
        ({"source": {"case": "ex01"}}, "rules"),
        ({"source": {"case": "ex01"}, "rules": []}, "rules"),
        ({"source": {"case": "ex01"}, "rules": ["a", "b", "c"]}, "rules"),
        ({"source": {"case": "ex01"}, "rules": ["proposal2012", "proposal2012"]}, "rules"),
        ({"source": {"case": "ex01"}, "rules": [3]}, "rules"),
        ({"source": {"case": "ex01"}, "rules": ["proposal2012"], "seconds": -1}, "seconds"),
        ({"source": {"case": "ex01"}, "rules": ["proposal2012"], "seconds": True}, "seconds"),
        (b'{"source": {"case": "ex01"}, "rules": ["proposal2012"], "seconds": NaN}', "seconds"),
        ({"source": {"case": "ex01"}, "rules": ["proposal2012"], "folder": "/"}, "unknown key"),
        ({"source": {"case": "ex01", "text": "X"}, "rules": ["proposal2012"]}, "one of"),
        ({"source": {"case": 3}, "rules": ["proposal2012"]}, "text"),
        ({"source": {"text": "X", "move": 1.5}, "rules": ["proposal2012"]}, "move"),
        ({"source": "ex01", "rules": ["proposal2012"]}, "source"),
        (b'{"source": {"text": "\\ud800"}, "rules": ["proposal2012"]}', "surrogate"),
    ],
)
def test_malformed_requests_are_refused_by_key(server, body, what):
    status, answer, _ = server.ask("POST", "/api/judge", body)
    assert status == 400
    assert what in answer["error"]


@pytest.mark.parametrize(
    "rules", ["/etc/passwd", "nonsense", "proposal2012[walls=up]", "../proposal2012", "tromp-taylor"]
)
def test_rulesets_are_those_of_the_package_and_no_files(server, rules):
    job = server.judge({"case": "ex01"}, rules)
    news = server.follow(job)
    assert news["state"] == "refused"
    assert "root:" not in json.dumps(news)


@pytest.mark.parametrize("moves", [[1.5], ["A1"], [10**9], [True], 3, None, [0] * 3000])
def test_malformed_arguments_are_refused(server, moves):
    job = server.judge({"case": "ex01"}, "proposal2012")
    server.follow(job, "judged")
    assert server.ask("POST", f"/api/jobs/{job}/0/0", {"moves": moves})[0] == 400


@pytest.mark.parametrize(
    "path",
    ["/api/jobs/none", "/api/jobs/none/0/0.json", "/nothing", "/../pyproject.toml", "/%2e%2e/pyproject.toml",
     "/..%2fapp.py", "/api/jobs/../../x", "/api", "/favicon.ico", "/__init__.py"],
)  # fmt: skip
def test_what_is_not_there_is_not_found(server, path):
    status, answer, _ = server.ask("GET", path)
    assert status == 404
    assert b"import" not in (answer if isinstance(answer, bytes) else b"")


# Who may ask


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1", "localhost:1", "", "a@localhost",
                                  "127.0.0.1:{port}@evil.example", "evil.example:{port}", "[::1", "localhost:{port}/x"])  # fmt: skip
def test_other_names_than_its_own_are_refused(server, host):
    status, answer, _ = server.ask("GET", "/api/listing", Host=host.format(port=server.port))
    assert status in (400, 421)
    assert "cases" not in str(answer)


def test_a_request_without_a_host_or_with_two_is_refused(server):
    assert b" 421 " in server.raw(b"GET / HTTP/1.0\r\n\r\n").splitlines()[0] + b" "
    two = (
        f"GET / HTTP/1.1\r\nHost: localhost:{server.port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
    )
    assert server.raw(two.encode()).split()[1] in (b"400", b"421")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "LOCALHOST"])
def test_its_own_names_are_answered(server, host):
    assert server.ask("GET", "/", Host=f"{host}:{server.port}")[0] == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost", "https://127.0.0.1:{port}",
                                    "http://127.0.0.1:1", "http://127.0.0.1:{port}.evil.example"])  # fmt: skip
def test_pages_of_other_origins_may_not_ask(server, origin):
    headers = {"Host": f"127.0.0.1:{server.port}", "Origin": origin.format(port=server.port)}
    body = {"source": {"case": "ex01"}, "rules": ["proposal2012"]}
    assert server.ask("POST", "/api/judge", body, **headers)[0] == 403
    assert server.ask("GET", "/api/listing", **headers)[0] == 403


def test_its_own_page_may_ask(server):
    host = f"localhost:{server.port}"
    headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
    assert server.ask("POST", "/api/read", {"text": "X.O"}, **headers)[0] == 200


def test_another_site_may_open_the_page_and_nothing_else(server):
    foreign = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    assert server.ask("GET", "/", **foreign)[0] == 200
    assert server.ask("GET", "/api/listing", **foreign)[0] == 403
    assert server.ask("GET", "/", Sec_Fetch_Site="same-site", Sec_Fetch_Mode="no-cors")[0] == 403


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_forms_cannot_post(server, kind):
    assert server.ask("POST", "/api/read", b'{"text": "X.O"}', Content_Type=kind)[0] == 415


@pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
def test_other_methods_are_refused(server, method):
    assert server.ask(method, "/api/read")[0] in (400, 405)


def test_the_server_can_be_given_other_names():
    with serving("--name", "go.example") as other:
        assert other.ask("GET", "/", Host=f"go.example:{other.port}")[0] == 200
        assert other.ask("GET", "/", Host=f"evil.example:{other.port}")[0] == 421


# Size and patience


def test_large_requests_are_refused_before_they_are_read(server):
    status, answer, _ = server.ask("POST", "/api/read", {"text": "X" * 300_000})
    assert status == 413
    assert "KiB" in answer["error"]


def test_a_large_request_without_a_length_is_cut_off(server):
    head = f"POST /api/read HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: application/json\r\n"
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    answer = server.raw(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + chunk * 12)
    assert answer.split()[1] == b"413"


def test_an_endless_head_is_refused(server):
    answer = server.raw(b"GET / HTTP/1.1\r\n" + b"X-Fill: " + b"a" * 100_000)
    assert answer.split()[1] == b"400"


@pytest.mark.parametrize("data", [b"\x00\xff\xfe\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/9.9\r\n\r\n",
                                  b"POST /api/read HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"])  # fmt: skip
def test_what_is_no_http_is_refused(server, data):
    answer = server.raw(data)
    assert answer == b"" or answer.split()[1].startswith(b"4")


@pytest.mark.slow
def test_a_request_that_never_ends_does_not_hold_a_place_for_ever(server):
    assert server.raw(b"GET / HTTP/1.1\r\nHost: loc") == b"", "it hangs up"


def test_many_idle_connections_do_not_keep_others_out_for_ever(server):
    with contextlib.ExitStack() as stack:
        for _ in range(80):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        status = server.ask("GET", "/")[0]
        assert status in (200, 503)
    for _ in range(10_000):  # it may take a while to hear that they are gone
        if server.ask("GET", "/")[0] == 200:
            break
    else:
        raise AssertionError("others are kept out")
