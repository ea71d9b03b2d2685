"""The Python interface."""

import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest
from pressed import ENDLESS, MEBIBYTES, STATES, ctrl_c_soon, needs_signals

import verifier
from verifier import InputError, Limits, Status, judge
from verifier.board import Colour
from verifier.jobs.subject import diagram_of
from verifier.search.endings.solve import ending_solver_available
from verifier.search.windows import ways

ROOT = Path(__file__).resolve().parents[2]
OPEN = ". . . X O\n. . X O .\n. X X O O\nX O O . .\n. . . . .\n"
CORNER = "edges: top,left\n. X X O .\nX O O O .\nO O . . .\n. . . . .\n"


def test_a_diagram_is_judged_in_one_call():
    judgement = judge(CORNER)
    assert [(verdict.name, verdict.status) for verdict in judgement.verdicts] == [("B4", Status.DEAD), ("A3", Status.DEAD)]
    assert judgement.complete
    assert judgement.ruleset.id == "proposal2012"


def test_every_verdict_carries_a_certificate_that_the_checker_accepts():
    for verdict in judge(CORNER).verdicts:
        assert verdict.certificate is not None
        assert verifier.check(verdict.certificate).claim.verdict.value == verdict.status.value


def test_positions_diagrams_cases_and_ids_are_all_accepted():
    case = verifier.load_case("ex24")
    found = [judge(subject, units=["B10"]) for subject in ("ex24", case, case.diagram, case.position)]
    assert {judgement.verdicts[0].status for judgement in found} == {Status.DEAD}


def test_units_are_named_by_vertex_by_row_and_column_or_by_number():
    names = [judge(CORNER, units=[unit]).verdicts[0].name for unit in ("C4", "r1c3", 2)]
    assert names == ["B4", "B4", "B4"]
    assert len(judge(CORNER, units=["B4", "C4"]).verdicts) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"units": "A3"}, "a list of points is needed"),
        ({"units": [99]}, "point 99 is off the board of 4 rows and 5 columns"),
        ({"units": ["A4"]}, "there is no stone on this point"),
        ({"units": ["D4"]}, "assumed alive"),
        ({"rules": "nowhere"}, "no such file and no such id"),
        ({"jobs": 0}, "at least one is needed"),
        ({"limits": 5}, r"limits = 5: Limits are needed, such as Limits\(seconds=10\)$"),
        ({"limits": {"nodes": 5}}, "Limits are needed"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        judge(CORNER, **arguments)


@pytest.mark.parametrize(
    ("subject", "message"),
    [
        (42, "a subject of type int cannot be judged; give a Position"),
        (None, "a subject of type NoneType cannot be judged; give a Position"),
        (b"\xff\xff", "^bytes: a diagram is UTF-8 text"),
        ("nowhere.txt", "^'nowhere.txt': no such file and no such case"),
        (Path("nowhere.txt"), "^'nowhere.txt': no such file and no such case"),
        ("", "names no case and no file"),
        ("bad\0name", "no such file|not the name of a file"),
        ("x" * 5000, "no such file|cannot be read"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_one_line(subject, message):
    with pytest.raises(InputError, match=message) as caught:
        judge(subject)
    assert "\n" not in str(caught.value)


def test_paths_of_files_are_accepted(tmp_path):
    diagram = tmp_path / "corner.txt"
    diagram.write_text(CORNER, encoding="utf-8")
    assert diagram_of(str(diagram)).position == diagram_of(CORNER).position
    assert [verdict.name for verdict in judge(str(diagram)).verdicts] == ["B4", "A3"]
    for name in ("game.sgf", "game"):
        game = tmp_path / name
        game.write_text("(;GM[1]SZ[5]AB[aa]AW[cc])", encoding="utf-8")
        assert diagram_of(str(game)).position.colour_at(0) is Colour.BLACK
    (tmp_path / "latin.txt").write_bytes(b"\xff\xff")
    with pytest.raises(InputError, match="a diagram is UTF-8 text"):
        diagram_of(str(tmp_path / "latin.txt"))
    with pytest.raises(InputError, match="cannot be read"):
        diagram_of(str(tmp_path))


def test_a_byte_order_mark_may_begin_a_case(tmp_path):
    path = tmp_path / "marked.toml"
    path.write_text((ROOT / "cases" / "ex01.toml").read_text(encoding="utf-8"), encoding="utf-8-sig")
    assert diagram_of(path).position == diagram_of("ex01").position


def test_paths_and_bytes_are_judged_as_well(tmp_path):
    diagram = tmp_path / "corner.txt"
    diagram.write_text(CORNER, encoding="utf-8")
    game = b"(;GM[1]SZ[5]AB[aa]AW[cc])"
    assert diagram_of(diagram) == diagram_of(diagram.read_bytes()) == diagram_of(CORNER)
    assert diagram_of(game).position.colour_at(0) is Colour.BLACK
    found = judge(diagram)
    assert [verdict.name for verdict in found.alive + found.dead + found.unknown] == ["B4", "A3"]


def test_a_judgement_is_asked_by_name_of_a_point():
    found = judge(CORNER, limits=Limits(nodes=1))
    for point in ("B4", "r1c2", 1):
        assert found.at(point) is found.verdicts[0]
    assert found.at("D1") is None
    assert [verdict.status for verdict in found.unknown] == [Status.UNKNOWN] * len(found.unknown)
    assert len(found.alive) + len(found.dead) + len(found.unknown) == len(found.verdicts)
    for wrong, message in ((99, "off the board"), ("Z9", "off the board"), ("nowhere", "use a GTP vertex"),
                           (None, "use a vertex"), (True, "use a vertex")):  # fmt: skip
        with pytest.raises(InputError, match=message) as caught:
            found.at(wrong)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "limits", [{"seconds": -1}, {"nodes": -5}, {"memory_mib": "much"}, {"seconds": float("nan")}, {"nodes": 1.5}]
)
def test_limits_below_nothing_are_refused(limits):
    with pytest.raises(InputError, match=f"^{next(iter(limits))} = "):
        Limits(**limits)


def test_limits_are_numbers_of_any_kind():
    limits = Limits(nodes=Whole(5), seconds=Fraction(1, 2))
    assert (limits.nodes, limits.seconds) == (5, 0.5)
    assert (type(limits.nodes), type(limits.seconds)) == (int, float)


class Whole:
    """A whole number that is no int, as those of numerical packages are."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    def __lt__(self, other):
        return self.value < other


def test_positions_and_certificates_show_themselves():
    verdict = judge(CORNER).verdicts[0]
    certificate = verdict.certificate
    assert str(certificate).endswith(f"the black unit B4 (2 stones) is {verdict.status.value} under proposal2012")
    assert "B4" in certificate._repr_svg_()
    position = diagram_of(CORNER).position
    assert str(position).count("X") == position.black.bit_count()
    assert position._repr_svg_().startswith("<svg")


def test_an_unknown_unit_is_unknown_and_has_no_certificate():
    judgement = judge(OPEN, limits=Limits(nodes=1))
    unknown = [verdict for verdict in judgement.verdicts if verdict.status is Status.UNKNOWN]
    assert unknown
    assert all(verdict.certificate is None and verdict.report is None for verdict in unknown)
    assert not judgement.complete
    assert not judgement.territory.bounds.decided


def test_territory_is_known_only_if_all_units_were_asked_for():
    assert judge(CORNER, units=["A3"]).territory is None
    territory = judge(CORNER).territory
    assert territory is not None
    assert territory.bounds.decided


def test_a_judgement_shows_itself_in_three_ways():
    judgement = judge(CORNER)
    assert repr(judgement) == "<Judgement under proposal2012: B4 dead, A3 dead>"
    assert " 4| .  X- X- O  .  4" in str(judgement)
    assert ET.fromstring(judgement._repr_svg_()).tag.endswith("svg")
    assert repr(judgement.verdicts[0]).startswith("<UnitVerdict black B4: dead (strategy of ")


def test_a_verdict_is_found_by_a_point():
    judgement = judge(CORNER)
    assert judgement.at(1) is judgement.verdicts[0]
    assert judgement.at(0) is None


def test_progress_is_reported_verdict_by_verdict():
    seen = []
    judgement = judge(CORNER, on_verdict=seen.append)
    assert tuple(seen) == judgement.verdicts


def test_texts_are_diagrams_games_or_names():
    assert [verdict.name for verdict in judge("(;SZ[3]AB[bb])").verdicts] == ["B2"]
    with pytest.raises(InputError, match="a diagram of one row ends with a line break"):
        judge("X.O")
    assert len(judge("X.O\n").verdicts) == 2


def test_mistakes_with_certificates_are_told_in_one_line(tmp_path):
    certificate = judge(CORNER).verdicts[0].certificate
    path = tmp_path / "one.json"
    verifier.write_certificate(certificate, path)
    assert verifier.minimise(path, seconds=1.0).certificate.claim == certificate.claim
    for wrong, message in (
        ({"objective": "length"}, "objective 'length': use one of nodes, bytes"),
        ({"seconds": -1}, "seconds = -1"),
        ({"nodes": "few"}, "nodes = 'few'"),
    ):
        with pytest.raises(InputError, match=message):
            verifier.minimise(certificate, **wrong)
    with pytest.raises(InputError, match="language 'fr': use one of en, ja"):
        verifier.explain(certificate).said("fr")
    with pytest.raises(InputError, match="an empty text names no file"):
        verifier.check("")


@needs_signals
def test_an_interruption_carries_what_was_found():
    with pytest.raises(verifier.Interrupted) as caught, ctrl_c_soon():
        judge(ENDLESS, limits=Limits(nodes=STATES, memory_mib=MEBIBYTES))
    assert [(verdict.name, verdict.status) for verdict in caught.value.result.verdicts] == [("B9", Status.ALIVE)]
    assert not caught.value.result.complete


def test_want_of_memory_is_unknown(monkeypatch):
    def exhausted(*args, **options):
        raise MemoryError

    monkeypatch.setattr(ways, "prove", exhausted)
    assert {verdict.reason for verdict in judge(CORNER).verdicts} == {"limit: the memory of this machine"}


def test_everything_that_the_package_promises_is_there():
    for name in verifier.__all__:
        assert getattr(verifier, name) is not None
    assert set(verifier.__all__) <= set(dir(verifier))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = verifier.nothing


def test_positions_cases_verdicts_and_judgements_show_themselves_in_a_notebook():
    case = verifier.load_case("ex02")
    judgement = judge(case, limits=Limits(nodes=20_000))
    pictures = [shown._repr_svg_() for shown in (case, case.diagram, judgement, *judgement.verdicts)]
    for picture in pictures:
        assert picture.startswith("<svg ")
        assert "<desc>" in picture
    assert len(set(pictures[1:])) == len(pictures) - 1, "each shows something else"
    assert pictures[0] == pictures[1]
    assert f"{judgement.verdicts[0].name}: alive under proposal2012" in pictures[3]


def test_games_are_played_out_in_one_call():
    played = verifier.play_out("pika-teire", "pass pass r2c1 r1c2 r5c5 pass pass pass pass")
    assert (played.outcome.result, played.error) == ("W+1", "")
    refused = verifier.play_out("pika-teire", ["pass", "r1c1"])
    assert refused.refusal.axis == "moves"
    assert "is occupied" in refused.error
    agreed = verifier.play_out("pika-dame-left", [-1, -1], claims=verifier.Claims())
    assert agreed.outcome.result == "0"
    assert verifier.play_out("..\n..\n", resign=Colour.BLACK).outcome.result == "W+R"
    with pytest.raises(InputError, match="off the board"):
        verifier.play_out("..\n..\n", [9])


def test_an_sgf_game_is_played_out_from_its_first_board(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[1]SZ[3]KM[0.5];B[bb];W[];B[])")
    played = verifier.play_out(str(path), rules="tromp-taylor")
    assert [move for _, move in played.game.moves] == [4, -1, -1]
    assert played.outcome.result == "B+8.5"


@pytest.mark.skipif(not ending_solver_available(), reason="the native kernel is not built")
def test_endings_are_solved_in_one_call():
    found = verifier.solve("pika-teire", moves="pass pass")
    assert found.value == -1
    assert all(answer.report is not None for answer in found.answers)
    one = verifier.solve(verifier.Setup(verifier.parse_diagram("...\n").position), "tromp-taylor", at_least=3)
    assert (one.answers[0].side, one.least, one.value) == (Colour.BLACK, 3, None)
    limited = verifier.solve("pika-teire", limits=Limits(nodes=3))
    assert (limited.value, limited.answers[0].side) == (None, None)


def test_the_axioms_are_audited_in_one_call():
    found = verifier.audit_axioms(9, only=["8-2", "5-9", "8-1"])
    assert [finding.verdict for finding in found.findings] == ["holds", "not well-formed", "refuted"]
    with pytest.raises(InputError, match="such as 8-2"):
        verifier.audit_axioms(only=["13-1"])


def test_a_judgement_names_the_labels_of_its_diagram() -> None:
    judgement = judge(CORNER.replace(". .\n", ". a\n", 1))
    assert judgement.diagram.label_line
    assert str(judgement).endswith(f"\n{judgement.diagram.label_line}")


BOARD = verifier.parse_diagram("...\n...\n").position
GAME = b"(;SZ[5]RU[Japanese]AB[ba][bb][bc][bd][be]AW[ca][cb][cc][cd][ce][ab]RE[W+4];B[];W[])"
FULL = ". X O .\n. X O .\n. X O .\n"
WRONG = [
    (verifier.Setup, (BOARD,), {"komi": "x"}, "komi = 'x': a number is needed"),
    (verifier.Setup, (BOARD,), {"komi": float("nan")}, "komi = nan: a number is needed"),
    (verifier.Setup, (BOARD,), {"komi": 10**400}, "komi = 1000.*: a number is needed"),
    (verifier.Setup, (BOARD,), {"to_move": "black"}, "to_move = 'black': BLACK or WHITE of verifier is needed"),
    (verifier.Setup, (BOARD,), {"ko": 99}, "ko = 99: a point of the board by its number, 0 to 5, or -1 is needed"),
    (verifier.Setup, (BOARD,), {"ko": "A1"}, "ko = 'A1': a point of the board"),
    (verifier.Setup, (BOARD,), {"lost": 3}, r"lost = 3: two whole numbers are needed, of Black and of White, such as \(3, 1\)"),
    (verifier.Setup, (BOARD,), {"lost": (1, "2")}, "lost = '2': a whole number from 0 is needed"),
    (verifier.Setup, ("...\n",), {}, "position = '...*': a Position is needed"),
    (verifier.play_out, (FULL, 5), {}, r"moves = 5: a list is needed, such as \['C3', 'pass'\]"),
    (verifier.play_out, (FULL, [None]), {}, "point None: use a vertex"),
    (verifier.play_out, (FULL, [1.5]), {}, "point 1.5: use a vertex"),
    (verifier.play_out, (FULL,), {"resign": "black"}, "resign = 'black': BLACK or WHITE of verifier is needed, or None"),
    (verifier.play_out, (FULL,), {"claims": ["A1"]}, r"claims = \['A1'\]: Claims are needed, or None"),
    (verifier.play_out, (FULL,), {"rules": ["jungo"]}, r"rules = \['jungo'\]: use PlayRules, an id"),
    (verifier.play_out, (FULL,), {"rules": Path("nowhere")}, "ruleset 'nowhere': no such file"),
    (verifier.Claims, ("A1",), {}, "dead = 'A1': a set of points as a number is needed, such as 1 << 3 for point 3 alone"),
    (verifier.Claims, (), {"seki": [3]}, r"seki = \[3\]: a set of points"),
    (verifier.Claims, (), {"one_sided": 1}, "one_sided = 1: two of them are needed: a set of points"),
    (verifier.Claims, (), {"one_sided": (1,)}, r"one_sided = \(1,\): two of them are needed"),
    (verifier.solve, (FULL,), {"at_least": 1e9}, r"at_least = 1e\+09: a number of points up to 262144, or inf"),
    (verifier.solve, (FULL,), {"at_least": float("nan")}, "at_least = nan: a number"),
    (verifier.solve, (FULL,), {"at_least": float("-inf")}, "at_least = -inf: a number"),
    (verifier.solve, (FULL,), {"at_least": "x"}, "at_least = 'x': a number is needed"),
    (verifier.solve, (FULL,), {"at_least": 1, "reserves_for": "black"}, "reserves_for = 'black': BLACK or WHITE"),
    (verifier.solve, (FULL,), {"limits": 5}, r"limits = 5: Limits are needed, such as Limits\(seconds=10\)"),
    (verifier.audit_axioms, ("x",), {}, "games = 'x': a whole number is needed, and at least one"),
    (verifier.audit_axioms, (1,), {"only": "8-2"}, r"only = '8-2': a list is needed, such as \['8-2'\]"),
    (verifier.audit_axioms, (1,), {"seed": "x"}, "seed = 'x': a whole number"),
    (verifier.settlement, (FULL,), {"to_move": "black"}, "to_move = 'black': BLACK or WHITE of verifier is needed"),
    (verifier.settlement, (FULL,), {"seconds": "x"}, "seconds = 'x': a number from 0 is needed"),
    (verifier.fill_in_turn, (FULL,), {"to_move": 0}, "to_move = 0: BLACK or WHITE"),
    (verifier.fill_in_turn, (FULL,), {"seconds": -1}, "seconds = -1: a number from 0 is needed"),
    (verifier.unsettled, (FULL,), {"limits": 5}, "limits = 5: Limits are needed"),
    (verifier.ko_kind, (FULL, "B1"), {"prover": []}, r"prover = \[\]: the name of a prover is needed"),
    (verifier.hunt, ("proposal2012", "japanese1989"), {"on": "x"}, "on = 'x': use one of status, score"),
    (verifier.hunt, ("proposal2012", "japanese1989"), {"count": "x"}, "count = 'x': a whole number"),
    (verifier.hunt, ("proposal2012", "japanese1989"), {"limits": 5}, "limits = 5: Limits are needed"),
    (verifier.hunt, ("proposal2012", "japanese1989"), {"settled": "x"}, "settled = 'x': True or False is needed"),
    (verifier.hunt, ("proposal2012",), {"property": 5}, "property = 5: the name of a property is needed"),
    (verifier.hunt, ("proposal2012",), {"property": "dame", "on": "score"}, "a property is about one ruleset, and on"),
    (verifier.hunt, ("proposal2012", "japanese1989"), {"state": 5}, "state = 5: the path of a file is needed"),
    (verifier.hunt_space, (), {"points": "x"}, "points = 'x': a whole number from 1 is needed"),
    (verifier.hunt_space, (), {"sizes": "3x4"}, r"sizes = '3x4': a list is needed, such as \['3x4'\]"),
    (verifier.hunt_space, (), {"stones": 5}, "stones = 5: a text is needed, such as '4-9'"),
    (verifier.hunt_space, (), {"near": 5}, "near = 5: a text is needed, such as 'ex08:r1c1-r4c6'"),
    (verifier.hunt_space, (), {"near": "ex01", "changes": -1}, "changes = -1: a whole number from 0 is needed"),
    (judge, (CORNER,), {"jobs": "x"}, "jobs = 'x': a whole number is needed"),
    (judge, (CORNER,), {"units": 5}, r"units = 5: a list is needed, such as \['C3'\]"),
    (judge, (CORNER,), {"on_verdict": 5}, "on_verdict = 5: a function is needed, or None"),
    (judge, ("",), {}, "^'': an empty text names no case and no file; give the id or the path of one$"),
    (verifier.play_out, ("",), {}, "^'': an empty text names no case and no file"),
    (verifier.audit, ("",), {}, "^'': an empty text names no file; give the path of an SGF file$"),
    (verifier.audit, (GAME,), {"dead": "A4"}, r"dead = 'A4': a list is needed, such as \['C3'\]"),
    (verifier.audit, (GAME,), {"number": "x"}, "number = 'x': a whole number from 1 is needed"),
    (verifier.audit, (GAME,), {"move": "x"}, "move = 'x': a whole number from 0 is needed"),
    (verifier.audit, (GAME,), {"result": 5}, r"result = 5: a result is needed, such as 'B\+2.5'"),
    (verifier.audit, (GAME,), {"beside": 5}, "beside = 5: a Ruleset, its id"),
    (verifier.audit, (GAME, 5), {}, "rules = 5: a Ruleset, its id"),
    (verifier.final_score, (GAME,), {"komi": "x"}, "komi = 'x': a number is needed"),
    (verifier.final_score, (GAME,), {"komi": 6.3}, "komi = 6.3: whole or half points from -100 to 100 are needed"),
    (verifier.audit, (GAME,), {"result": "foo"}, r"\(the argument result says it in others\)"),
    (verifier.final_score, (b"(;SZ[5]RU[foo])",), {}, "no ruleset of that name is known; name one with the argument rules$"),
    (verifier.score, (b"(;SZ[5])",), {}, "name them with the argument rules$"),
    (verifier.score, (b"(;SZ[5]RU[aga]KM[375])",), {}, "say what is meant with the argument komi$"),
    (verifier.audit, (b"(;SZ[5]RU[aga]AB[aa][ab];B[cc];AE[aa])",), {}, "correct the file or use the argument dead$"),
    (verifier.check, (5,), {}, "certificate = 5: a Certificate, or the path of its file, is needed"),
    (verifier.explain, (5,), {}, "certificate = 5: a Certificate, or the path of its file, is needed"),
    (verifier.explain, ("nowhere.json",), {}, "nowhere.json: cannot be read"),
    (verifier.argue, (None,), {}, "certificate = None: a Certificate, or the path of its file, is needed"),
    (verifier.Atlas, (5,), {}, "path = 5: the path of a file is needed"),
    (verifier.Atlas, (None,), {}, "path = None: the path of a file is needed"),
    (verifier.Atlas, ("",), {}, "path = '': the path of a file is needed"),
    (verifier.Atlas, ("a",), {"jobs": "2"}, "jobs = '2': a whole number from 1 is needed"),
    (verifier.Atlas("a").build, (5,), {}, "size = 5: rows and columns such as '3x4' are needed"),
    (verifier.Atlas("a").build, ("1x2",), {"rules": "aga"}, r"rules = 'aga': a list is needed, such as \['proposal2012'\]"),
    (verifier.Atlas("a").build, ("1x2",), {"rules": [5]}, "rules = 5: ids of rulesets, or paths of files, are needed"),
    (verifier.Atlas("a").build, ("1x2",), {"search": ["all"]}, r"search = \['all'\]: one of 'none', 'small', 'all' is needed"),
    (verifier.Atlas("a").build, ("1x2",), {"limits": 5}, "limits = 5: Limits are needed"),
    (verifier.Atlas("a").export, (5,), {}, "path = 5: the path of a file|a: no such atlas"),
    (verifier.score, (FULL,), {"komi": 100.5}, "komi = 100.5: whole or half points from -100 to 100 are needed"),
    (verifier.play_out, (verifier.Setup(BOARD, komi=6.3),), {}, "komi = 6.3: whole or half points"),
    (verifier.final_score, (GAME,), {"limits": 5}, "limits = 5: Limits are needed"),
    (verifier.score, (GAME,), {"prisoners": 5}, "prisoners = 5: two whole numbers are needed"),
    (verifier.score, (5,), {}, "a subject of type int cannot be judged; give a Position"),
    (verifier.score, (FULL,), {"move": 1}, "diagram: is no SGF file; number and move make no sense here"),
    (verifier.score, (FULL,), {"number": 2}, "diagram: is no SGF file"),
    (verifier.score, ("ex01",), {}, "ex01: a crop; only a complete board has a score"),
    (verifier.score, ("nowhere",), {}, "'nowhere': no such file and no such case"),
    (verifier.score, (b"(;EDGES[top]SZ[3])",), {}, "a crop of a board"),
    (verifier.score, (FULL,), {"dead": ["Z9"]}, "Z9"),
]


def test_a_certificate_is_explained_and_argued_with_by_its_path(tmp_path):
    certificate = judge("ex01").verdicts[0].certificate
    path = tmp_path / "proof.json"
    verifier.write_certificate(certificate, path)
    for given in (path, str(path)):
        assert str(verifier.explain(given)) == str(verifier.explain(certificate))
        assert verifier.argue(given).follow([-1]).end is verifier.argue(certificate).follow([-1]).end
    for moves, message in (("x", "moves = 'x': a list is needed"), ([1.5], "moves = 1.5: points by their numbers")):
        with pytest.raises(InputError, match=message):
            verifier.argue(path).follow(moves)
    with pytest.raises(InputError, match="against = 'black': BLACK or WHITE of verifier is needed, or None"):
        verifier.argue(path, against="black")


@pytest.mark.parametrize(("function", "given", "named", "message"), WRONG)
def test_an_argument_of_the_wrong_kind_is_one_line_that_names_it(function, given, named, message):
    with pytest.raises(InputError, match=message) as caught:
        function(*given, **named)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(not ending_solver_available(), reason="the native kernel is not built")
def test_komi_may_be_a_whole_number():
    board = verifier.parse_diagram("...\n").position
    found = verifier.solve(verifier.Setup(board, komi=2, lost=[0, 0]), "tromp-taylor")
    assert (found.value, found.setup) == (1, verifier.Setup(board, komi=2.0))


def test_what_arguments_are_not_is_said_in_one_line():
    class Odd:
        def __repr__(self):
            return "one\ntwo"

    with pytest.raises(InputError, match="komi = one two: a number is needed"):
        verifier.Setup(BOARD, komi=Odd())
    with pytest.raises(InputError, match="komi = a number of type int: a number is needed"):
        verifier.Setup(BOARD, komi=10**5000)
