"""What is said of a game where something stays open: sure points, what is supposed, whose move it is."""

import dataclasses
import json
import random

import pytest
from endings import RULES, endings
from plain_counter import Board

import verifier
from verifier.board import BLACK, WHITE, Colour, parse_vertex, unit_name
from verifier.cli import main
from verifier.errors import Interrupted
from verifier.jobs.audit import Finding, adjudication, audit_game
from verifier.jobs.audit.answers import supposed_words, sure_words, turns_words
from verifier.jobs.audit.filled import given_count
from verifier.notation.game import parse_game
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

ENDINGS = {ending.name: ending for ending in endings()}

THREE = (
    "(;SZ[5]KM[0]RE[{result}]AB[ad][bd][cd][dd][de]"
    "AW[ba][da][ea][ab][bb][cb][db][ac][bc][cc][dc][ec][ed][ee])"
)
"""Black's only eye space is a row of three points on the edge: whoever is first at B1 decides."""


SIX = (
    "(;SZ[7]KM[0]RE[{result}]AB[ae][be][ce][de][df][dg]"
    "AW[ba][da][ea][fa][ga][ab][bb][cb][db][eb][fb][gb][ac][bc][cc][dc][ec][fc][gc]"
    "[ad][bd][cd][dd][ed][fd][gd][ee][fe][ge][ef][ff][gf][eg][fg][gg])"
)
"""Black has six points in the corner, White two eyes. Of one state no search proves that Black lives or dies.
Dead, these are 18 points of White's 20; alive, 6 of Black's against 2."""


def of_six(result, dead, **options):
    return verifier.audit(SIX.format(result=result).encode(), RULES, dead=dead, **options)


def of_three(result, dead, **options):
    data = THREE.format(result=result).encode()
    return verifier.audit(data, RULES, dead=dead, **options)


# Supposed, and sure


def opened(name, nodes=1, rules=RULES):
    """An ending of which hardly anything is proved."""
    record = parse_game(ENDINGS[name].sgf)
    return audit_game(record, load_ruleset(rules), adjudication(record), limits=Limits(nodes=nodes))


OPEN = [name for name in ENDINGS if name.endswith("-right") and "-9" in name][:12]


def plain_lead(position, dead, *, area):
    """Black's lead on the board, by floods over points: no seki, no kos, no code of the program."""
    stones = {}
    for point in range(position.rows * position.cols):
        if position.colour_at(point) is not None:
            stones[point % position.cols, point // position.cols] = "BW"[position.colour_at(point)]
    gone = [(p % position.cols, p // position.cols) for unit in dead for p in range(unit.bit_length()) if unit >> p & 1]
    board = Board(position.cols, position.rows, stones, gone)
    lead = 0
    for region, colours in board.regions():
        if len(colours) == 1 and not any(board.stones.get(point) in colours for point in region):
            prisoners = 0 if area else sum(point in board.stones for point in region)
            lead += (len(region) + prisoners) * (1 if colours == {"B"} else -1)
    if area:
        lead += sum((1 if board.living(p) == "B" else -1) for p in board.points if board.living(p))
    return lead


@pytest.mark.parametrize("rules", ["proposal2012[ko_points=counted]", "chinese2002"])
@pytest.mark.parametrize("name", OPEN)
def test_what_is_supposed_is_what_an_independent_counter_makes_of_the_agreement(name, rules):
    audit = opened(name, rules=rules)
    position, supposed, area = audit.record.position, audit.supposed, rules == "chinese2002"
    if supposed is None:
        assert audit.judgement.complete
        return
    assert supposed.agreed is (audit.claims.dead is not None)
    dead = {chain.unit for chain in audit.chains if chain.status is Status.DEAD}
    dead |= {chain.unit for chain in supposed.chains if chain.status is Status.DEAD}
    proved = {chain.unit for chain in audit.chains if chain.status is not Status.UNKNOWN}
    assert proved | {chain.unit for chain in supposed.chains} == {chain.unit for chain in audit.chains}
    assert not proved & {chain.unit for chain in supposed.chains}, "nothing is proved and supposed at once"
    assert dead - proved == (audit.claims.dead or frozenset()) - proved
    base = plain_lead(position, dead, area=area)
    besides = 0 if area else audit.record.prisoners[BLACK] - audit.record.prisoners[WHITE]
    besides -= audit.record.komi or 0
    assert supposed.count.lead == (base + besides, base + besides)
    for chain in supposed.chains:
        assert chain.change == plain_lead(position, dead ^ {chain.unit}, area=area) - base
    most = supposed.matters_most
    if most:
        assert abs(most.change) == max(abs(c.change) for c in supposed.chains if c.turns == most.turns)
        assert most.turns == any(chain.turns for chain in supposed.chains)
        least, greatest = audit.count.lead
        assert least <= base + besides + most.change <= greatest


@pytest.mark.parametrize("name", OPEN)
def test_sure_points_are_those_of_the_board_when_all_is_proved(name):
    before, after = opened(name), opened(name, nodes=100_000)
    assert after.judgement.complete
    for colour in Colour:
        assert not before.sure(colour) & ~after.count.territory.points(colour)
        assert after.sure(colour) == after.count.territory.points(colour)
    assert after.supposed is None
    assert [*supposed_words(after), *sure_words(after)] == []


def test_no_finding_rests_on_what_is_supposed():
    audit = of_six("W+11", ["A3"], limits=Limits(nodes=1))
    supposed = audit.supposed
    assert [unit_name(audit.record.position, chain.unit) for chain in supposed.chains] == ["A3"]
    assert supposed.result == "W+20"
    assert supposed.chains[0].result == "B+4"
    assert supposed.chains[0].turns
    assert audit.proved_result == "W+20 to B+4"
    assert audit.result is Finding.NOT_PROVEN
    assert audit.dead is Finding.NOT_PROVEN
    words = " ".join(supposed_words(audit))
    assert words.startswith("assumed, not proved: if the open chains are as agreed (dead A3)")
    assert "A3 matters: 24 points between dead and alive (then B+4; the winner turns)" in words


def test_where_nobody_named_dead_stones_the_open_chains_are_taken_as_alive_and_it_is_said():
    audit = of_six("W+20", None, limits=Limits(nodes=1))
    assert audit.supposed.agreed is False
    assert audit.supposed.result == "B+4"
    assert "alive, as nobody named dead stones" in " ".join(supposed_words(audit))


# Whose move


@pytest.mark.parametrize(("dead", "owes"), [([], BLACK), (["A2"], WHITE)])
def test_a_row_of_three_is_unsettled_and_its_middle_decides(dead, owes):
    audit = of_three("W+16", dead, turns=True)
    (turn,) = [turn for turn in audit.turns if turn.unsettled]
    middle = 1 << parse_vertex("B1", 5, 5)
    assert [turn.both.plays(colour) for colour in Colour] == [middle, middle]
    assert turn.owes is owes
    assert turn.settled is Status.UNKNOWN
    claims = [check(verdict.certificate).claim for verdict in turn.both.verdicts]
    assert [(claim.ruleset["first_move"], claim.verdict.value) for claim in claims] == [
        ("owner", "alive"), ("attacker", "dead")
    ]  # fmt: skip
    words = list(turns_words(audit))
    side = str(owes).capitalize()
    assert words[0] == "1 of 2 chains is proved the same whoever moves first"
    assert "Black saves it by moving first at B1, White takes it by moving first at B1" in words[1]
    assert words[1].endswith(f"; {side} owes a move")
    assert words[-1] == "the board still owes a move: it is not finished as it was agreed on"


def test_the_side_that_a_ruleset_has_moving_first_does_not_matter_for_whose_move_it_is():
    found = []
    for first in (None, "attacker", "black", "white"):
        audit = of_three("W+16", [], turns=True, first=first)
        found.append([[verdict.status for verdict in turn.both.verdicts] for turn in audit.turns])
    assert found == [found[0]] * 4
    assert [Status.ALIVE, Status.DEAD] in found[0]


def test_a_finished_board_owes_nothing():
    record = parse_game(ENDINGS["ex07-1-13-right"].sgf)
    audit = audit_game(record, load_ruleset(RULES), adjudication(record), turns=True)
    assert {turn.stated for turn in audit.turns} == {Status.ALIVE, Status.DEAD}
    assert all(turn.settled is turn.stated for turn in audit.turns)
    words = list(turns_words(audit))
    assert len(words) == 1
    assert words[0].startswith(f"{len(audit.turns)} of {len(audit.turns)} chains")


def test_what_is_not_proved_of_a_turn_is_said_and_owes_nothing():
    audit = of_six("W+20", ["A3"], turns=True, limits=Limits(nodes=1))
    assert not any(turn.unsettled or turn.owing for turn in audit.turns)
    assert "whether it matters who moves first is not proved of A3" in list(turns_words(audit))


def test_an_interruption_keeps_the_verdicts_of_both_sides(monkeypatch):
    """Ctrl-C while the other side's turns are searched: the audit itself is complete."""
    def interrupted(judgement, **options):
        raise Interrupted(dataclasses.replace(judgement, verdicts=()))

    monkeypatch.setattr("verifier.jobs.audit.auditing.whose_move", interrupted)
    with pytest.raises(Interrupted) as stop:
        of_three("W+16", ["A2"], turns=True)
    audit = stop.value.result
    assert audit.judgement.complete
    assert [turn.both.owner_first.status for turn in audit.turns] == [Status.ALIVE, Status.ALIVE]
    assert {turn.both.attacker_first.status for turn in audit.turns} == {Status.UNKNOWN}


def test_the_command_prints_both_and_writes_the_certificates_of_both(tmp_path, capsys):
    path = tmp_path / "three.sgf"
    path.write_text(THREE.format(result="W+16"), encoding="utf-8")
    arguments = [str(path), "--rules", RULES, "--dead", "A2", "--whose-move", "--proof", str(tmp_path / "proofs")]
    assert main(["audit", *arguments]) == 1
    assert "White owes a move." in capsys.readouterr().out
    files = sorted(file.name for file in (tmp_path / "proofs").iterdir())
    assert len(files) == 4
    assert "three.proposal2012.A2.attacker-first.json" in files
    verdicts = {file.name: check(file).claim.verdict.value for file in (tmp_path / "proofs").iterdir()}
    assert sorted(verdicts.values()) == ["alive", "alive", "alive", "dead"]
    assert main(["audit", *arguments, "--json", "--force"]) == 1
    document = json.loads(capsys.readouterr().out)
    (turn,) = [turn for turn in document["turns"] if turn["unsettled"]]
    assert (turn["chain"], turn["black_plays"], turn["white_plays"], turn["owes"]) == ("A2", ["B1"], ["B1"], "white")
    assert document["supposed"] is None


def test_the_document_of_what_is_supposed(tmp_path, capsys):
    path = tmp_path / "six.sgf"
    path.write_text(SIX.format(result="W+20"), encoding="utf-8")
    assert main(["audit", str(path), "--rules", RULES, "--dead", "A3", "--json", "--limit-nodes", "1"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["finding"] == "not proven"
    supposed = document["supposed"]
    assert (supposed["basis"], supposed["result"], supposed["matters_most"]) == ("agreed", "W+20", "A3")
    (chain,) = supposed["chains"]
    assert (chain["chain"], chain["status"], chain["change"], chain["turns_winner"]) == ("A3", "dead", 24.0, True)
    assert (chain["result"], chain["lead"], chain["unknown"]) == ("B+4", [4.0, 4.0], None)
    assert document["count"]["lead"] == [-20.0, 4.0]
    assert document["sure"] == {"black": [], "white": ["A7", "C7"], "but_for_seki": False}


@pytest.mark.parametrize("most", [6, 0], ids=["in all ways", "by sure points"])
def test_no_agreement_on_open_chains_fills_to_a_result_outside_the_range(most, monkeypatch):
    """Other agreements fill other points. Where many chains are open the filled board is bounded as a whole."""
    monkeypatch.setattr("verifier.jobs.audit.filled_bounds._MOST_UNKNOWN", most)
    source, tried, narrow = random.Random(3), 0, 0
    for name in OPEN:
        audit = opened(name, rules="japanese1989")
        unknown = [chain.unit for chain in audit.chains if chain.status is Status.UNKNOWN]
        if not unknown or audit.filled.possible is None:
            continue
        record, rules = audit.record, audit.ruleset
        proved = [chain.unit for chain in audit.chains if chain.status is Status.DEAD]
        low, high = audit.filled.possible
        narrow += high - low < 2 * record.position.grid.size
        for _ in range(60):
            dead = proved + [unit for unit in unknown if source.random() < 0.2]
            found = given_count(
                record.position, dead, rules, komi=record.komi or 0, prisoners=record.prisoners, first=record.to_move
            )
            if found.lead is not None:
                tried += 1
                assert low <= found.lead[0] <= found.lead[1] <= high, (name, dead)
    assert tried > 60
    assert narrow > 3
