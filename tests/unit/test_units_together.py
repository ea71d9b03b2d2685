"""``--together``: the question whether something survives of several units, from the front ends down."""

import dataclasses
import json
import random
from pathlib import Path

import pytest

import verifier
from verifier.adjudicate.question import Question, together_at
from verifier.board.grid import bits
from verifier.cli import main
from verifier.errors import InputError
from verifier.jobs.cases.case import load_case, parse_case
from verifier.jobs.explain.argue import argue
from verifier.jobs.explain.ko_kind import Dependence
from verifier.notation import parse_diagram
from verifier.play import Arena, arena_for
from verifier.proof import Verdict, check, dump_certificate, read_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, find_keeps
from verifier.search.minimise.minimise import minimise

PROPOSAL = load_ruleset("proposal2012")


def statuses(judgement: verifier.Judgement) -> dict[str, str]:
    return {verdict.name: verdict.status.value for verdict in judgement.verdicts}


# What it means


def test_of_dead_units_something_may_survive() -> None:
    judgement = verifier.judge("ex04", units=["B8", "H10"], together=["B8", "H10"])
    assert statuses(judgement) == {"B8": "dead", "H10": "dead", "H10,B8": "alive"}


TWO_KOS = "edges: left,bottom,right\n" + "\n".join(
    ["O O O O O O O O O O O", ". X X X X O X X X X .", ". . X . X O X . X . ."]
)
"""White moves first: she can fight a ko for either black unit, but not for both."""


@pytest.mark.parametrize(
    ("values", "alone", "both"),
    [
        ({}, "dead", "alive"),
        ({"attacker_threats": "unlimited"}, "dead", "alive"),
        ({"attacker_threats": "unlimited", "end": "two passes", "cycle": "draw"}, "dead", "alive"),
        (
            {"owner_threats": "unlimited", "attacker_threats": "unlimited", "end": "two passes", "cycle": "draw"},
            "drawn",
            "alive",
        ),
        ({"owner_threats": "unlimited"}, "alive", "alive"),
    ],
)
@pytest.mark.parametrize("prover", ["auto", "python"])
def test_each_of_two_units_hangs_by_a_ko_and_one_survives_any_threats(
    values: dict[str, str], alone: str, both: str, prover: str
) -> None:
    diagram = parse_diagram(TWO_KOS)
    rules = PROPOSAL.with_values(first_move="attacker", **values)
    found = verifier.judge(diagram, rules, units=["B2", "G2"], together=["B2", "G2"], prover=prover)
    assert statuses(found) == {"B2": alone, "G2": alone, "B2,G2": both}
    for verdict in found.verdicts:
        assert verdict.certificate is not None
        assert check(verdict.certificate).claim.verdict is Verdict(verdict.status.value)


def test_the_kind_of_ko_of_units_together() -> None:
    diagram = parse_diagram(TWO_KOS)
    alone, both = (
        verifier.ko_kind(diagram, unit, PROPOSAL, first="attacker") for unit in ("B2", ["B2", "G2"])
    )
    assert (alone.dependence, both.dependence) == (Dependence.KO, Dependence.NONE)
    assert set(both.table.values()) == {Status.ALIVE}


def test_a_unit_that_is_a_wall_makes_all_alive() -> None:
    judgement = verifier.judge(". X X X O\n. X . X O\nX X X O .\nO O O O X", together=["B4", "E1"])
    (verdict,) = judgement.verdicts
    assert verdict.reason == "unconditionally alive"
    assert verdict.certificate is not None
    assert verdict.certificate.evidence == ()
    assert check(verdict.certificate).claim.verdict is Verdict.ALIVE


def test_a_unit_kept_by_proof_makes_all_alive() -> None:
    case = load_case("ex02")
    rules = PROPOSAL.with_values(walls="independent")
    keeps = find_keeps(case.position)
    kept = sum(keep.stones for keep in keeps)
    side = case.position.white if kept & case.position.white else case.position.black
    units = [unit for unit in case.units if unit & side]
    assert len(units) > 1
    assert any(unit & kept for unit in units)
    names = [str(verifier.vertex((unit & -unit).bit_length() - 1, 5, 7)) for unit in units]
    (verdict,) = verifier.judge("ex02", rules, together=names).verdicts
    assert verdict.status is Status.ALIVE
    assert verdict.certificate is not None
    assert verdict.certificate.keeps or verdict.certificate.evidence
    check(verdict.certificate)


def test_the_locale_is_that_of_all_units() -> None:
    position = parse_diagram(TWO_KOS).position
    unit = together_at(position, [13, 18])
    singles = [Arena(position, part, PROPOSAL).locale for part in Arena(position, unit, PROPOSAL).parts]
    assert len(set(singles)) == 2
    assert Arena(position, unit, PROPOSAL).locale == sum(singles)


@pytest.mark.parametrize("rules", ["japanese1989", "japanese2003", "korean", "spight", "katago-encore", "aga"])
def test_rulesets_that_remember_and_others_are_asked_too(rules: str) -> None:
    judgement = verifier.judge("ex25", rules, units=["E7", "A5"], together=["E7", "A5"], limits=Limits(nodes=50_000))
    alone, both = judgement.verdicts[:2], judgement.verdicts[2]
    assert both.certificate is not None
    assert check(both.certificate).claim.chains == (alone[0].unit, alone[1].unit)
    if any(verdict.status is Status.ALIVE for verdict in alone):
        assert both.status is Status.ALIVE


def test_how_far_new_stones_count_is_worked_out_with_proofs_about_other_units_only() -> None:
    case, rules = load_case("ex25"), load_ruleset("korean")
    unit = case.unit_at("E7") | case.unit_at("A5")
    (verdict,) = verifier.judge("ex25", rules, together=["E7", "A5"]).verdicts
    assert verdict.certificate is not None
    assert all(not support.claim.unit & unit for support in verdict.certificate.supports)
    scope = arena_for(case.position, unit, rules, case.position.grid.full)
    assert scope.unit == unit


def test_more_than_sixteen_are_too_many() -> None:
    rows = [". X . X . X . X . X . X", "X . X . X . X . X . X ."] * 3
    points = [r * 12 + c for r in range(6) for c in range(12) if rows[r].split()[c] == "X"]
    with pytest.raises(InputError, match="36 chains together: at most 16 can be judged so"):
        verifier.judge("\n".join(rows), together=points)


# The Python interface


def test_units_and_units_together_are_asked_in_one_call() -> None:
    judgement = verifier.judge("ex05", units=["B6"], together=["F6", "B6"])
    assert statuses(judgement) == {"B6": "dead", "B6,F6": "alive"}
    single, both = judgement.verdicts
    assert judgement.at("B6") is single
    assert judgement.at("F6") is both
    assert judgement.by_point()[next(iter(range(1, 2)))] is Status.DEAD
    assert both.together == tuple(sorted(both.together, key=lambda unit: unit & -unit))
    assert judgement.territory is None


def test_territory_does_not_depend_on_what_is_asked_besides() -> None:
    units = [verdict.name for verdict in verifier.judge("ex05").verdicts]
    assert (
        verifier.judge("ex05", units=units, together=["B6", "F6"]).territory == verifier.judge("ex05").territory
    )


def test_one_unit_is_the_unit_itself_and_a_unit_named_by_two_points_is_one() -> None:
    (alone,) = verifier.judge("ex04", together=["B8", "B4"]).verdicts
    (unit,) = verifier.judge("ex04", units=["B8"]).verdicts
    assert (alone.unit, alone.status, alone.together) == (unit.unit, unit.status, ())
    assert alone.certificate is not None
    assert unit.certificate is not None
    texts = [dump_certificate(dataclasses.replace(one, about={})) for one in (alone.certificate, unit.certificate)]
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("together", "message"),
    [
        ("B8,H10", "a list of points is needed"),
        ([], "no unit is named"),
        (["B8", "B8"], "units B8,B8: B8 is named twice"),
        (["B8", "B9"], "units B8,B9: B8 and B9 are not of one side"),
        (["B8", "C7"], "unit C7: this chain touches the outside of the diagram and is assumed alive"),
        (["B8", "A8"], "unit A8: there is no stone on this point"),
        (["B8", "Z1"], "point 'Z1' is off the board"),
        (["B8", None], "point None: use a vertex such as 'C3'"),
    ],
)
def test_what_cannot_be_asked_together_is_said_in_one_line(together: object, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        verifier.judge("ex04", together=together)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)


# The command


def test_the_command_judges_writes_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "proofs"
    assert main(["verify", "ex04", "--unit", "B8", "--together", "B8,H10", "--proof", str(folder)]) == 0
    table = [line.split() for line in capsys.readouterr().out.splitlines() if " by " in line]
    assert [line[:4] for line in table] == [["B8", "white", "7", "dead"], ["H10,B8", "white", "14", "alive"]]
    assert {path.name for path in folder.iterdir()} == {
        "ex04.proposal2012.B8.json",
        "ex04.proposal2012.H10,B8.json",
    }
    path = str(folder / "ex04.proposal2012.H10,B8.json")
    assert main(["check", path, "--expect", "ex04:B8,H10=alive", "--rules", "proposal2012"]) == 0
    out = capsys.readouterr().out
    assert "the white units H10 (7 stones: " in out
    assert " together are alive under proposal2012" in out
    assert main(["check", path, "--expect", "ex04:B8=alive"]) == 1
    assert "it is about the units together at H10,B8" in capsys.readouterr().out
    assert main(["check", path, "--expect", "ex04:H10,B8=dead"]) == 1
    assert "the units together are alive" in capsys.readouterr().out
    assert main(["check", str(folder / "ex04.proposal2012.B8.json"), "--expect", "ex04:B8,H10=dead"]) == 1
    assert "it is about the unit at B8" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["verify", "explain", "ko"])
@pytest.mark.parametrize(
    ("vertices", "message"),
    [
        ("B8,I3", "point 'I3': use a GTP vertex such as C3"),
        ("B8,T19", "point 'T19' is off the board of 10 rows and 10 columns"),
        ("B8,A8", "unit A8: there is no stone on this point"),
        ("B8,B9", "units B8,B9: B8 and B9 are not of one side"),
        ("B8,B8", "units B8,B8: B8 is named twice"),
        ("B8,C7", "unit C7: this chain touches the outside"),
        ("B8,", "point '': use a GTP vertex"),
        (",", "point '': use a GTP vertex"),
        ("B8;H10", "point 'B8;H10': use a GTP vertex"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    command: str, vertices: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "ex04", "--together", vertices]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"shikatsu: {message}")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ("ex04:B8,A8=alive", "there is no stone on A8"),
        ("ex04:B8,B9=alive", "only the units of one side are judged together"),
        ("ex04:B8,=alive", "point '': use a GTP vertex"),
    ],
)
def test_a_bad_expectation_is_one_line(expected: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "no.json", "--expect", expected]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_json_names_all_units(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path)
    arguments = ["verify", "ex05", "--unit", "B6", "--together", "B6,F6", "--json", "--proof", folder]
    assert main(arguments) == 0
    single, both = json.loads(capsys.readouterr().out)["units"]
    assert (single["unit"], single["together"]) == ("B6", [])
    assert (both["unit"], both["together"], both["status"]) == ("B6,F6", ["B6", "F6"], "alive")
    assert len(both["stones"]) > len(single["stones"])
    assert main(["check", both["certificate"], "--json"]) == 0
    claim = json.loads(capsys.readouterr().out)["files"][0]["claim"]
    assert (claim["unit"], claim["together"], claim["stones"]) == ("B6,F6", ["B6", "F6"], both["stones"])
    assert main(["ko", "ex05", "--together", "B6,F6", "--json"]) == 0
    (kind,) = json.loads(capsys.readouterr().out)["units"]
    assert (kind["unit"], kind["together"]) == ("B6,F6", ["B6", "F6"])
    assert "units B6 (1 stone) and F6 (3 stones) together are alive" in kind["sentences"][0]


def test_an_unknown_set_is_no_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "ex21", "--together", "C8,E8,E6", "--limit-nodes", "500"]) == 3
    assert main(["explain", "ex21", "--together", "C8,E8,E6", "--limit-nodes", "500"]) == 3
    assert "units together C8,E8,E6: unknown (limit: 500 nodes)" in capsys.readouterr().out


# Explaining, exporting, minimising


@pytest.mark.parametrize(("case", "units"), [("ex05", ["B6", "F6"]), ("ex11", ["G6", "J4"])])
def test_a_proof_about_several_units_is_explained_and_argued_with(case: str, units: list[str]) -> None:
    certificate = verifier.judge(case, together=units).verdicts[0].certificate
    assert certificate is not None
    told = verifier.explain(certificate)
    assert told.sentences[0].endswith(f"together are {certificate.claim.verdict.value} under proposal2012.")
    japanese = told.said("ja")
    assert "まとめて問えば" in japanese[0]
    assert told.said("en") == told.sentences
    argument = argue(certificate)
    for seed in range(10):
        chance, moves = random.Random(seed), list[int]()
        while not (dispute := argument.follow(moves, beyond=True)).end:
            moves.append(chance.choice(dispute.choices))
        assert dispute.winner is argument.side


def test_a_proof_of_death_of_several_units_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = "proposal2012[dead_means=captured once, cycle=alive, first_move=attacker]"
    diagram = tmp_path / "two.txt"
    diagram.write_text("X . O . X\nO O O O .\n. . . . .\n", encoding="utf-8")
    for prover in ("auto", "sat"):
        arguments = ["verify", str(diagram), "--rules", rules, "--together", "A3,E3", "--prover", prover]
        assert main([*arguments, "--proof", str(tmp_path / prover)]) == 0
        (path,) = (tmp_path / prover).iterdir()
        assert main(["export", str(path), str(tmp_path / "out"), "--force"]) == 0
        assert main(["rup", str(tmp_path / "out.cnf"), str(tmp_path / "out.drup")]) == 0
        assert capsys.readouterr().out.splitlines()[-1] == "s VERIFIED"
        text = (tmp_path / "out.cnf").read_text(encoding="ascii")
        assert "chains of the claim that were taken" in text
        assert " 0 0 E3\n" in text or " 0 0 A3\n" in text
        assert " 0 0 -\n" in text


def test_smaller_certificates_prove_the_same_of_several_units() -> None:
    certificate = verifier.judge("ex05", together=["B6", "F6"]).verdicts[0].certificate
    assert certificate is not None
    made = minimise(certificate, seconds=6.0, nodes=400)
    assert check(made.certificate).claim == certificate.claim
    assert made.nodes[1] <= made.nodes[0]


def test_what_was_taken_has_no_smaller_certificates() -> None:
    rules = PROPOSAL.with_values(dead_means="captured once", cycle="alive", first_move="attacker")
    (verdict,) = verifier.judge("X . O . X\nO O O O .\n. . . . .", rules, together=["A3", "E3"]).verdicts
    assert verdict.certificate is not None
    made = minimise(verdict.certificate, seconds=2.0)
    assert made.certificate == verdict.certificate
    assert not made.whole


# Cases

CASE = """
schema = 1
id = "two-kos"
title = "Two kos"
section = "none"
sources = ["https://example.org"]
diagram = '''
edges: left,bottom,right
O O O O O O O O O O O
. X X X X O X X X X .
. . X . X O X . X . .
'''

[[claim]]
ruleset = "proposal2012"
alive = {alive}
dead = {dead}
basis = "inferred"
where = "nowhere"

[[silent]]
ruleset = "japanese1989"
units = "rest"
reason = "no text"
"""


def case_text(alive: str = '["r2c2", "r2c7", ["r2c2", "r2c7"]]', dead: str = "[]") -> str:
    dead_line = "" if dead == "[]" else f"dead = {dead}"
    return CASE.replace("dead = {dead}", dead_line).replace("{alive}", alive)


def test_a_case_claims_something_of_units_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = parse_case(case_text(), "it")
    (both,) = case.together("proposal2012")
    assert both == sum(case.units)
    assert case.claims_of("proposal2012")[both].status is Status.ALIVE
    assert case.together("japanese1989") == ()
    assert set(case.statuses("proposal2012")) == set(case.units)
    file = tmp_path / "two-kos.toml"
    file.write_text(case_text(), encoding="utf-8")
    assert main(["cases", str(file)]) == 0
    out = capsys.readouterr().out
    assert [line.split()[:6] for line in out.splitlines() if line.startswith("two-kos")] == [
        ["two-kos", "B2", "6X", "alive", "alive", "agrees"],
        ["two-kos", "G2", "6X", "alive", "alive", "agrees"],
        ["two-kos", "B2,G2", "12X", "alive", "alive", "agrees"],
    ]
    file = tmp_path / "two-kos-not-so.toml"
    file.write_text(case_text('["r2c2", "r2c7"]', '[["r2c7", "r2c2"]]'), encoding="utf-8")
    assert main(["cases", str(file), "--json"]) == 1
    (item,) = [unit for unit in json.loads(capsys.readouterr().out)["units"] if unit["result"] == "fails"]
    assert item["unit"]["together"] == ["B2", "G2"]


@pytest.mark.parametrize(
    ("alive", "message"),
    [
        ('["r2c2", "r2c7", ["r2c2", "r2c3"]]', "claim[1].alive: r2c2, r2c3: name each unit once"),
        ('["r2c2", "r2c7", ["r2c2", "r3c1"]]', "claim[1].alive: r3c1: no stone there; name a point of a unit"),
        ('["r2c2", "r2c7", ["r2c2", "r2c6"]]', "claim[1].alive: r2c6: this chain is assumed alive"),
        ('["r2c2", "r2c7", []]', "claim[1].alive: a list of strings, or of lists of strings"),
        ('["r2c2", "r2c7", [["r2c2"]]]', "claim[1].alive: a list of strings, or of lists of strings"),
        ('["r2c2", "r2c7", 3]', "claim[1].alive: a list of strings, or of lists of strings"),
        ('["r2c2", "r2c7", ["r2c2", "r2c7"], ["r2c7", "r2c2"]]', "units B2,G2 under proposal2012: 2 claims"),
        ('["r2c2", "r2c7", ["r2c2"]]', "unit r2c2 (B2) under proposal2012: 2 claims"),
    ],
)
def test_a_bad_claim_about_units_together_is_one_line(alive: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_case(case_text(alive), "it")
    assert message in str(error.value)


def test_units_of_two_sides_are_not_claimed_together() -> None:
    text = case_text('["r1c1", ["r1c1", "r1c3"]]').replace(
        "edges: left,bottom,right\nO O O O O O O O O O O\n. X X X X O X X X X .\n. . X . X O X . X . .", "X . O\n. . ."
    )
    with pytest.raises(InputError, match="only units of one side are judged together"):
        parse_case(text, "it")


def test_the_map_of_a_position_has_the_locale_of_several_units() -> None:
    """The graph of the position and the checker's own code agree on the locale of several units."""
    from verifier.units import decompose

    case = load_case("ex23")
    found = decompose(case.position, "unconditional")
    for side in (case.position.black, case.position.white):
        unit = sum(one for one in case.units if one & side)
        assert found.locale(unit) == Arena(case.position, unit, PROPOSAL).locale
    with pytest.raises(InputError, match="not a chain of the position"):
        found.locale(unit ^ 1 << next(bits(max(case.units, key=int.bit_count))))


def test_the_certificate_of_the_same_units_is_the_same_in_any_order(tmp_path: Path) -> None:
    texts = set()
    for order in (["B6", "F6"], ["F6", "B6"]):
        certificate = verifier.judge("ex05", together=order).verdicts[0].certificate
        assert certificate is not None
        path = tmp_path / f"{order[0]}.json"
        verifier.write_certificate(certificate, path)
        claim = read_certificate(path).claim
        assert claim == certificate.claim
        texts.add(json.dumps(json.loads(path.read_text(encoding="ascii"))["evidence"]))
    assert len(texts) == 1
    assert Question(claim.position, claim.unit, PROPOSAL).arena().parts == claim.chains
