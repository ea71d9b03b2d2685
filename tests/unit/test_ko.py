"""Kinds of ko: constructed positions with known answers, canonical examples, the command."""

import itertools
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

import verifier
from verifier.board import SYMMETRIES, Colour, Mask, Position, parse_vertex, swap_colours, vertices
from verifier.board.symmetry import transform, transform_mask
from verifier.cli import document, main
from verifier.jobs.cases.case import load_case
from verifier.jobs.explain.ko_kind import LEVELS, Dependence, KoFight, KoKind, find_ko_kind
from verifier.jobs.explain.ko_words import sentences
from verifier.notation import parse_diagram
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.native import available

pytestmark = pytest.mark.skipif(not available(), reason="the Python prover takes minutes for this")

PROPOSAL = load_ruleset("proposal2012")
LIMITS = Limits(nodes=100_000, seconds=3600)


def kind_of(position: Position, unit: Mask, **values: str) -> KoKind:
    return find_ko_kind(position, unit, PROPOSAL.with_values(**values), limits=LIMITS)


def of_case(name: str, point: str) -> KoKind:
    case = load_case(name)
    return kind_of(case.position, case.unit_at(point))


def fight_of(kind: KoKind, side: Colour) -> KoFight:
    return next(fight for fight in kind.fights if fight.side is side)


def race(plays: int, *, black_takes: bool = False) -> Position:
    """White's chain with one eye against Black's without: White needs so many plays once he holds the ko."""
    holes = "".join("O." if number < plays else "OO" for number in range(3))
    top, second = (".OO.OXO.", "OXOOOXO.") if black_takes else ("XOO.OXO.", ".XOOOXO.")
    rows = [top, second, "XXXXXXO.", holes + "O.", "OOOOOOO.", "........"]
    return parse_diagram("edges: top, left\n" + "\n".join(" ".join(row) for row in rows)).position


def at(position: Position, name: str) -> Mask:
    return position.chain_at(parse_vertex(name, position.rows, position.cols))


def test_chains_that_are_proved_first_stand_in_the_play_that_is_shown() -> None:
    position = parse_diagram("X X X X X .\n. . X . X X\nX X O X X X\nO X O O O O\n. O O . . O").position
    kind = kind_of(position, at(position, "C3"), walls="independent")
    assert kind.dependence is Dependence.KO
    walled = [one.certificate for one in kind.verdicts.values() if one.certificate and one.certificate.claim.walls]
    assert walled, "chains around are assumed to live in some of the proofs"
    assert [(fight.more, fight.threats, bool(fight.moves)) for fight in kind.fights] == [(True, None, False), (False, 0, True)]


# Direct kos and approach moves


@pytest.mark.parametrize("plays", [1, 2, 3])
def test_the_owner_takes_first_and_needs_a_threat_for_each_approach_move(plays: int) -> None:
    position = race(plays)
    fight = fight_of(kind_of(position, at(position, "B6")), Colour.WHITE)
    assert (fight.threats, fight.first if plays > 1 else True) == (plays - 1, True)
    if plays > 1:
        assert (fight.captures, fight.approach_moves) == (plays, plays - 1)
        assert [vertices(ko, 6, 8) for ko in fight.kos] == [["A6", "A5"]]


@pytest.mark.parametrize("plays", [1, 2, 3])
def test_the_owner_takes_second_and_needs_a_threat_more(plays: int) -> None:
    position = race(plays, black_takes=True)
    fight = fight_of(kind_of(position, at(position, "B6"), first_move="attacker"), Colour.WHITE)
    assert (fight.threats, fight.first) == (plays, False)
    assert (fight.captures, fight.approach_moves) == (plays, plays - 1)


@pytest.mark.parametrize("plays", [2, 3])
def test_the_attacker_has_an_approach_ko(plays: int) -> None:
    position = race(plays)
    kind = kind_of(position, at(position, "B5"), first_move="attacker")
    fight = fight_of(kind, Colour.WHITE)
    assert (fight.threats, fight.first, fight.captures) == (plays - 1, True, plays)
    assert fight_of(kind, Colour.BLACK).threats == 0
    assert f"with {plays - 1} approach move" in " ".join(sentences(kind))


def test_a_direct_ko_is_won_by_whoever_has_the_threats() -> None:
    position = race(1)
    kind = kind_of(position, at(position, "B6"))
    for owner, attacker in itertools.product(("0", "1", "2"), repeat=2):
        expected = Status.ALIVE if owner >= attacker else Status.DEAD
        assert kind.table[owner, attacker] is expected
    fight = fight_of(kind, Colour.BLACK)
    assert (fight.threats, fight.first, fight.captures) == (1, False, 1)
    assert sentences(kind) == [
        "Ko: the fate of White's unit B6 (6 stones) depends on ko threats.",
        "Without threats on either side it is alive.",
        "Black needs 1 threat to kill if White has none.",
        "Direct ko for Black, at A6/A5; White takes first.",
        "One way there: White A5 takes 1, Black A6 takes 1 after a threat.",
    ]


def test_the_kind_does_not_change_when_the_board_is_turned_or_the_colours_are_swapped() -> None:
    position = race(2)
    unit = at(position, "B6")
    expected = kind_of(position, unit)
    for number, symmetry in enumerate(SYMMETRIES):
        turned = transform(position, symmetry)
        mask = transform_mask(unit, position.rows, position.cols, symmetry)
        swapped = number % 2 == 1
        kind = kind_of(swap_colours(turned) if swapped else turned, mask)
        assert kind.table == expected.table
        fight = fight_of(kind, Colour.BLACK if swapped else Colour.WHITE)
        assert (fight.threats, fight.first, fight.captures, fight.approach_moves) == (1, True, 2, 1)
        (ko,) = fight_of(expected, Colour.WHITE).kos
        assert fight.kos == (transform_mask(ko, position.rows, position.cols, symmetry),)


# Other kos


@pytest.mark.parametrize(
    ("black", "white", "unit", "places", "symmetries"),
    [
        (45096, 198148, "D3", {("A3", "A2"), ("C1", "D1"), ("C3", "D3")}, SYMMETRIES),
        (32203, 164352, "D2", {("B3", "C3"), ("C3", "C2"), ("C3", "D3")}, SYMMETRIES[:2]),
        pytest.param(
            *(32203, 164352, "D2", {("B3", "C3"), ("C3", "C2"), ("C3", "D3")}, SYMMETRIES),
            marks=pytest.mark.slow,
        ),
    ],
    ids=["in all orientations", "upright and turned", "longer, in all orientations"],
)
def test_two_kos_in_a_row_are_two_stages(
    black: int, white: int, unit: str, places: set[tuple[str, str]], symmetries: Sequence[str]
) -> None:
    position = Position(3, 6, black, white)
    allowed = {sum(1 << parse_vertex(name, 3, 6) for name in place) for place in places}
    for symmetry in symmetries:
        turned = transform(position, symmetry)
        kind = kind_of(turned, transform_mask(at(position, unit), 3, 6, symmetry))
        fight = fight_of(kind, Colour.BLACK)
        assert (fight.threats, fight.approach_moves, len(set(fight.kos))) == (2, None, 2)
        assert set(fight.kos) <= {transform_mask(ko, 3, 6, symmetry) for ko in allowed}
        # The way shows both: in each of the kos a stone is retaken that the ban would have kept.
        retaken = [move.point for move in fight.moves if move.point == move.before.ban >= 0]
        assert [sum(1 << point & ko > 0 for point in retaken) for ko in fight.kos] == [1, 1]
        assert any(line.startswith("Ko in 2 stages for Black, at ") for line in sentences(kind))


def test_an_approach_ko_of_the_document_is_one() -> None:
    fight = fight_of(of_case("ex10", "B5"), Colour.WHITE)
    assert (fight.threats, fight.first, fight.approach_moves) == (1, True, 1)


@pytest.mark.parametrize("name", ["ex06:G5", "ex08:A10", "ex11:G6"])
def test_a_double_ko_or_long_life_against_a_side_takes_threats_without_end(name: str) -> None:
    case, _, point = name.partition(":")
    kind = of_case(case, point)
    fight = fight_of(kind, kind.owner)
    assert (fight.threats, fight.more) == (None, True)
    assert all(kind.table[count, "0"] is Status.DEAD for count in ("0", "1", "2"))
    assert "only with threats without end" in sentences(kind)[2]


def test_the_bent_four_is_a_ko_that_the_attacker_takes_first() -> None:
    kind = of_case("ex07-1", "E5")
    assert kind.table["0", "0"] is Status.DEAD
    fight = fight_of(kind, Colour.WHITE)
    assert (fight.threats, fight.first, fight.captures) == (1, False, 1)


def test_the_thousand_year_ko_lives_unless_the_attacker_has_a_threat_more() -> None:
    kind = of_case("ex12", "E5")
    assert kind.table["0", "0"] is Status.ALIVE
    assert (fight_of(kind, Colour.WHITE).threats, fight_of(kind, Colour.BLACK).threats) == (1, 0)


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("ex08:B9", Status.ALIVE),  # triple ko
        ("ex11:C6", Status.ALIVE),  # double ko
        ("ex25:E7", Status.ALIVE),  # double-ko seki
        ("ex02:B5", Status.ALIVE),  # seki
        ("ex02:C5", Status.ALIVE),  # two eyes
        ("ex01:B6", Status.DEAD),  # three stones that need not be taken
    ],
)
def test_threats_change_nothing_where_no_ko_has_to_be_won(name: str, status: Status) -> None:
    case, _, point = name.partition(":")
    kind = of_case(case, point)
    assert kind.dependence is Dependence.NONE
    assert set(kind.table.values()) == {status}
    assert len(kind.verdicts) <= 2
    assert kind.fights == ()
    (line,) = sentences(kind)
    assert line.endswith(f"is {status.value} however many ko threats either side has.")


# What it rests on


def test_every_search_has_a_certificate_that_names_its_threats() -> None:
    kind = of_case("ex10", "B5")
    assert len(kind.verdicts) < 16
    for (owner, attacker), verdict in kind.verdicts.items():
        assert verdict.certificate is not None
        claim = check(verdict.certificate).claim
        assert (claim.ruleset["owner_threats"], claim.ruleset["attacker_threats"]) == (owner, attacker)
        assert claim.verdict.value == kind.table[owner, attacker].value
    for owner, attacker in itertools.product(LEVELS, LEVELS):
        rules = PROPOSAL.with_values(owner_threats=owner, attacker_threats=attacker)
        judged = verifier.judge("ex10", rules, units=["B5"])
        assert judged.verdicts[0].status is kind.table[owner, attacker]


def test_a_limit_leaves_unknown_what_does_not_follow() -> None:
    position = race(3)
    kind = find_ko_kind(position, at(position, "B6"), PROPOSAL, limits=Limits(nodes=40, seconds=3600))
    full = kind_of(position, at(position, "B6"))
    assert Status.UNKNOWN in kind.table.values()
    assert all(status in (Status.UNKNOWN, full.table[pair]) for pair, status in kind.table.items())
    assert sentences(kind)


def test_the_interface_takes_what_judge_takes() -> None:
    assert verifier.ko_kind("ex10", "B5").table == of_case("ex10", "B5").table
    with pytest.raises(verifier.InputError, match="unit A4: there is no stone"):
        verifier.ko_kind("ex10", "A4")
    with pytest.raises(verifier.InputError, match="kinds of ko need ko = 'basic'"):
        verifier.ko_kind("ex10", "B5", PROPOSAL.with_values(ko="none"))
    with pytest.raises(verifier.InputError, match="ruleset japanese1989: kinds of ko need"):
        verifier.ko_kind("ex10", "B5", "japanese1989")


# The command


def test_the_command_prints_sentences_and_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ko", "ex10", "--unit", "B5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Approach ko for White with 1 approach move, at A5/A4; White takes first." in lines[6]
    assert lines[-5] == "White's threats  Black has 0  Black has 1  Black has 2  Black has unlimited"
    assert lines[-1].split() == ["unlimited", "alive", "alive", "alive", "alive"]


def test_the_command_writes_certificates_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ko", "ex10", "--unit", "B5", "--json", "--proof", str(tmp_path)]
    assert main([*command, "--limit-walls", "777"]) == 0
    text = capsys.readouterr().out
    parsed = msgspec.json.decode(text, type=document.KoDocument)
    assert parsed.limits.wall_nodes == 777
    (unit,) = parsed.units
    assert (unit.unit, unit.dependence, len([e for e in unit.table if e.owner_threats in LEVELS])) == ("B5", "ko", 16)
    written = [entry for entry in unit.table if entry.certificate]
    assert len(written) == sum(entry.searched for entry in unit.table) > 5
    for entry in written:
        claim = check(entry.certificate).claim
        assert claim.ruleset["owner_threats"] == entry.owner_threats
        assert claim.verdict.value == entry.status
    assert json.loads(text)["units"][0]["fights"][0]["approach_moves"] == 1
    assert main(["ko", "ex10", "--unit", "B5", "--proof", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err


def test_explain_says_what_kind_of_ko_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "ex24", "--unit", "B10"]) == 0
    text = capsys.readouterr().out
    assert "Kind of fight: ko" in text
    assert "White needs 1 threat to live if Black has none." in text
    assert "Direct ko for White, at A10/B10; Black takes first." in text
