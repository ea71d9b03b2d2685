"""Games with handicap stones come out as their result says: White's points for them are the ruleset's."""

import dataclasses
from pathlib import Path

import msgspec
import pytest
from plain_counter import lead_text, replay

from verifier import judge
from verifier.cli import main
from verifier.cli.audit_document import CountedDocument, GameDocument
from verifier.gtp.engine import Engine
from verifier.gtp.setting import load_setting
from verifier.gtp.verdicts import Adjudicator
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import load_ruleset
from verifier.rules.axes import compensation
from verifier.search import Limits

FOLDER = Path(__file__).parent / "handicap"
GIVES = {"aga": lambda stones: stones - 1, "chinese": lambda stones: stones, "japanese": lambda stones: 0}
GAMES = [
    (rules, "(;" + text) for rules in GIVES for text in (FOLDER / f"{rules}.sgf").read_text().split("(;")[1:]
]


def value(text, key):
    return text.partition(f"{key}[")[2].partition("]")[0]


def test_there_are_ten_games_of_each():
    assert all(sum(rules == name for rules, _ in GAMES) >= 10 for name in GIVES)
    assert {value(text, "HA") for _, text in GAMES} == {"2", "3", "4", "5"}


@pytest.mark.parametrize(("rules", "text"), GAMES)
def test_the_result_is_that_of_the_record(rules, text, tmp_path, capsys):
    board, taken = replay(text)
    lead = board.japanese() + taken["B"] - taken["W"] if rules == "japanese" else board.area()
    lead -= 0.5 + GIVES[rules](int(value(text, "HA")))
    assert lead_text(lead) == value(text, "RE"), "the record says what the counter of the tests finds"
    path = tmp_path / "game.sgf"
    path.write_text(text, encoding="ascii")
    assert main(["score", str(path), "--json"]) == 0
    document = msgspec.json.decode(capsys.readouterr().out, type=CountedDocument)
    found = document.filled if rules == "japanese" else document.count
    assert found.result == value(text, "RE")
    assert document.count.compensation == GIVES[rules](int(value(text, "HA")))
    assert main(["audit", str(path), "--limit-seconds", "0.3", "--json"]) in (0, 3)
    audited = msgspec.json.decode(capsys.readouterr().out, type=GameDocument)
    assert audited.result.finding != "refuted"
    if ";AE" in text:  # else nobody says which stones are dead
        assert (audited.agreed_filled or audited.agreed).result == value(text, "RE")


BOARD = "SZ[5:3]AB[ba][bb][bc][ab]AW[da][db][dc][eb][ca][cb][cc]"


@pytest.mark.parametrize(
    ("rules", "lead"),
    [
        ("AGA", "W+5"),
        ("BGA", "W+5"),
        ("Chinese", "W+6"),
        ("NZ", "W+3"),
        ("Ing", "W+3"),
        ("Japanese", "0"),
    ],
)
def test_each_ruleset_gives_its_own(rules, lead, tmp_path, capsys):
    """Black has six points of area, White nine; three handicap stones."""
    path = tmp_path / "game.sgf"
    path.write_text(f"(;HA[3]KM[0]RU[{rules}]{BOARD})", encoding="ascii")
    assert main(["score", str(path)]) == 0
    out = capsys.readouterr().out
    assert f"result: {lead}" in out
    assert "for 3 handicap stones White receives" in out
    path.write_text(f"(;KM[0]RU[{rules}]{BOARD})", encoding="ascii")
    assert main(["score", str(path)]) == 0
    assert f"result: {'0' if rules == 'Japanese' else 'W+3'}" in capsys.readouterr().out


def test_one_stone_is_no_handicap():
    assert [compensation(load_ruleset("chinese2002"), stones) for stones in range(4)] == [0, 0, 2, 3]
    assert [compensation(load_ruleset("aga"), stones) for stones in range(4)] == [0, 0, 1, 2]


def test_the_values_of_play_and_old_digests_do_not_change():
    """The digests before there was such an axis."""
    old = {
        "japanese1989": "45db812930503976408b2c75812f0941e28d867c049a48724b3d6e41fc007dce",
        "proposal2012": "3f821ae2731383ce6b86a1508e9963080ca3739bd388cb02ed460af8d83944d6",
    }
    assert {name: load_ruleset(name).digest for name in old} == old
    aga = load_ruleset("aga")
    before = aga.with_values(handicap="none")
    assert before.digest == "61b754fc188d814dced5aad2b6c375cc8b398a96a9002500fc83715dbb9798b6"
    assert before.play_digest == aga.play_digest
    assert aga.edition(before).version == 1


def test_a_certificate_of_the_earlier_version_stays_valid():
    aga = load_ruleset("aga")
    certificate = judge(". X . X\nX X X X\n", "aga").verdicts[0].certificate
    claim = dataclasses.replace(
        certificate.claim, ruleset=dataclasses.replace(aga.with_values(handicap="none"), id="aga")
    )
    text = dump_certificate(dataclasses.replace(certificate, claim=claim))
    assert "handicap" not in text
    assert parse_certificate(text, "old.json").claim.ruleset.digest != aga.digest
    assert '"handicap"' in dump_certificate(certificate)
    assert "handicap" not in dump_certificate(
        judge(". X . X\nX X X X\n", "proposal2012").verdicts[0].certificate
    )


def test_a_session_knows_the_stones_that_it_placed(tmp_path):
    engine = Engine(load_setting("aga"), Adjudicator(Limits(seconds=5)))
    path = tmp_path / "game.sgf"
    path.write_text(f"(;HA[3]KM[0]RU[AGA]{BOARD})", encoding="ascii")
    assert engine.reply(f"loadsgf {path}".encode()).data == b"=\n\n"
    assert engine.table.handicap == 3
    assert engine.reply(b"final_score").data == b"= W+5\n\n"
    engine.reply(b"clear_board")
    engine.reply(b"boardsize 9")
    assert engine.reply(b"fixed_handicap 2").data.startswith(b"=")
    assert engine.table.handicap == 2
    engine.reply(b"clear_board")
    assert engine.table.handicap == 0
