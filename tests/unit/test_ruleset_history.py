"""Corrected encodings: earlier versions are known, and proofs for them stay proofs of what they say."""

import dataclasses
from pathlib import Path

import pytest

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import Position
from verifier.cli import main
from verifier.errors import CertificateError, InputError
from verifier.proof import check
from verifier.proof.expect import difference
from verifier.proof.store import write_certificate
from verifier.rules import Ruleset, builtin_names, judging_names, load_ruleset, parse_ruleset, superseded
from verifier.search import Status

EARLIER = Ruleset.of(
    "japanese2003", {**dict(load_ruleset("japanese2003").values), "ko": "one pass for all kos"}
)
POSITION = Position(3, 3, 0b000_011_010, 0b011_100_000)  # one black chain


def proved(ruleset: Ruleset):
    verdict = decide(Question(POSITION, next(iter(POSITION.units())), ruleset))
    assert verdict.certificate is not None
    return verdict.certificate


def test_a_proof_for_an_earlier_version_is_accepted_and_said_to_be_one(tmp_path, capsys) -> None:
    path = tmp_path / "old.json"
    write_certificate(proved(EARLIER), path)

    assert main(["check", str(path)]) == 0
    assert "under japanese2003 as it stood in version 1, ko = 'one pass for all kos', which was" in capsys.readouterr().out

    assert main(["check", str(path), "--rules", "japanese2003"]) == 1
    said = capsys.readouterr().out
    assert "had in an earlier version (version 1, ko = 'one pass for all kos')" in said
    assert "in version 2 ko = 'one pass for both sides'" in said


def test_a_proof_for_the_present_version_is_of_no_earlier_one(tmp_path, capsys) -> None:
    path = tmp_path / "new.json"
    write_certificate(proved(load_ruleset("japanese2003")), path)

    assert main(["check", str(path), "--rules", "japanese2003"]) == 0
    assert "version" not in capsys.readouterr().out
    assert difference(check(path).claim, [], EARLIER).startswith("proves a claim under other rules: ko")


def test_values_that_a_ruleset_never_had_are_refused_under_its_name(tmp_path) -> None:
    path = tmp_path / "foreign.json"
    foreign = Ruleset.of("japanese2003", {**dict(EARLIER.values), "first_move": "owner"})
    write_certificate(proved(foreign), path)
    with pytest.raises(CertificateError, match="called japanese2003 but has other values"):
        check(path)


def test_every_earlier_version_differs_from_the_present_one_and_loads() -> None:
    found = 0
    for name in builtin_names():
        ruleset = load_ruleset(name)
        assert [edition.version for edition in ruleset.history] == list(range(ruleset.version - 1, 0, -1))
        for edition in ruleset.history:
            earlier = Ruleset.of(name, {**dict(ruleset.values), **dict(edition.was)})
            assert earlier.digest != ruleset.digest
            assert superseded(earlier) == edition
            found += 1
    assert found >= 6


HEAD = 'schema = 1\nid = "mine"\ntitle = "t"\nsource = "s"\nbase = "japanese1989"\n'


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("version = 0", "version = 0: a whole number from 1 on"),
        ("version = true", "version = True: a whole number"),
        ("version = 2", r"one table \[\[history\]\] for each version before 2"),
        ('[[history]]\nversion = 1\nwhy = "w"\nwas = { "axes.ko" = "basic" }', "for each version before 1"),
        ("version = 2\n[[history]]\nversion = 1", "version = 1, why and was is required"),
        ('version = 2\n[[history]]\nversion = 1\nwhy = " "\nwas = { "axes.ko" = "basic" }', "say what was wrong"),
        ('version = 2\n[[history]]\nversion = true\nwhy = "w"\nwas = { "axes.ko" = "basic" }', "version = 1, why and was"),
        ('version = 2\n[[history]]\nversion = 1\nwhy = "\\u001b"\nwas = { "axes.ko" = "basic" }', "why: has '.x1b'"),
        ('version = 2\n[[history]]\nversion = 1\nwhy = "w"\nwas = { ko = "basic" }', "'ko' = 'basic': use 'axes.NAME'"),
        ('version = 2\n[[history]]\nversion = 1\nwhy = "w"\nwas = { "axes.ko" = "x" }', "'axes.ko' = 'x'"),
        ('version = 2\n[[history]]\nversion = 1\nwhy = "w"\nwas = { "axes.ko" = 1 }', "'axes.ko' = 1"),
    ],
)
def test_a_history_that_makes_no_sense_is_refused_in_one_line(keys: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        parse_ruleset(HEAD + keys, "mine.toml")
    assert "\n" not in str(caught.value)


def test_corrections_add_up_from_the_present_to_the_first_version() -> None:
    text = HEAD + (
        'version = 3\n[[history]]\nversion = 1\nwhy = "a"\nwas = { "axes.ko" = "none", "axes.seki" = "no concept" }\n'
        '[[history]]\nversion = 2\nwhy = "b"\nwas = { "axes.ko" = "basic" }\n'
    )
    second, first = parse_ruleset(text, "mine.toml").history
    assert dict(second.was) == {"ko": "basic"}
    assert dict(first.was) == {"ko": "none", "seki": "no concept"}


def test_a_file_may_not_bear_the_name_of_a_ruleset_with_values_that_were_corrected(tmp_path) -> None:
    text = (Path(__file__).parents[2] / "encodings" / "japanese2003.toml").read_text(encoding="utf-8")
    path = tmp_path / "old.toml"
    path.write_text(text.replace('value = "one pass for both sides"', 'value = "one pass for all kos"'), encoding="utf-8")
    with pytest.raises(InputError, match="stands for other values"):
        load_ruleset(str(path))


# Rulesets with a text that allows suicide


@pytest.mark.parametrize("name", ["new-zealand", "ing1991", "tromp-taylor-settled"])
def test_units_are_not_judged_where_suicide_is_allowed(name: str, capsys) -> None:
    assert name not in judging_names()
    assert main(["verify", "ex01", "--rules", name]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"shikatsu: ruleset {name}: units are not judged: suicide is allowed, and no hypothetical play with suicide is"
        " written down; count with given dead stones (score)\n"
    )
    verdict = decide(Question(POSITION, next(iter(POSITION.units())), load_ruleset(name)))
    assert (verdict.status, verdict.certificate) == (Status.UNKNOWN, None)


def test_no_certificate_is_accepted_where_suicide_is_allowed() -> None:
    certificate = proved(load_ruleset("aga"))
    rules = load_ruleset("aga").with_values(suicide="allowed")
    changed = dataclasses.replace(certificate, claim=dataclasses.replace(certificate.claim, ruleset=rules))
    with pytest.raises(CertificateError, match="units are not judged"):
        check(changed)


def test_an_area_is_counted_with_given_dead_stones_where_suicide_is_allowed(tmp_path, capsys) -> None:
    game = tmp_path / "game.sgf"
    game.write_text("(;GM[1]SZ[5]RU[NZ]RE[B+1]AB[ba][ab][bb][cb]AW[da][db][eb])", encoding="utf-8")
    assert main(["score", str(game)]) == 0
    assert "result: B+1" in capsys.readouterr().out
    assert main(["audit", str(game)]) == 3
    assert "Chains are not judged under new-zealand: suicide is allowed" in capsys.readouterr().out
