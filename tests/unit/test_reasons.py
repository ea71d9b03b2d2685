"""Explanations under rulesets whose games remember, of drawn units and of refutations: what the texts name.

`python -m benchmarks.reasons` reads all texts of all cases under all rulesets in the same way.
"""

import dataclasses
import functools
import sys
from pathlib import Path

import pytest

from verifier import Status, judge
from verifier.board import vertex
from verifier.jobs.explain.explanation import Explanation, Fight, explain, guides_of
from verifier.jobs.explain.force import Forced, forces_unconditional_life
from verifier.jobs.explain.line import End
from verifier.jobs.explain.pages import html, markdown
from verifier.jobs.explain.survey import survey
from verifier.notation import parse_diagram
from verifier.play import MemoryArena
from verifier.proof import Certificate, Refutation, check
from verifier.proof.scope import scope_of
from verifier.search import Limits

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from reasons import faults

LIMITS = Limits(nodes=60_000, seconds=60)
DRAWS = "proposal2012[cycle=draw, end=two passes]"
TEXTS = [
    ("ex01", "B6", "japanese1989", Fight.NEW_STONE),
    ("ex01", "A5", "japanese1989-points", Fight.KO),
    ("ex03", "A3", "japanese1989-points", Fight.CAPTURE),
    ("ex07-1", "A5", "japanese1989", Fight.SEKI),
    ("ex07-1", "E5", "japanese1989", Fight.KO),
    ("ex07-1", "E5", "japanese2003", Fight.KO),
    ("ex08", "B6", "japanese1989", Fight.CYCLE),
    ("ex08", "A10", "japanese1989-pass-all", Fight.KO),
    ("ex10", "A5", "japanese1989", Fight.NEW_STONE),
    ("ex10", "B5", "japanese1989", Fight.CAPTURE),
    ("ex25", "E7", "proposal2012", Fight.CYCLE),
    ("ex25", "E7", "japanese1949", Fight.CYCLE),
    ("ex06", "G4", "japanese2003", Fight.UNCONDITIONAL),
    ("ex09", "D5", "japanese1989-owner-first", Fight.TWO_EYES),
]


@functools.cache
def proof_of(case: str, unit: str, rules: str, prover: str = "auto") -> Certificate:
    verdict = judge(case, rules, units=[unit], limits=LIMITS, prover=prover).verdicts[0]
    assert verdict.certificate is not None
    return verdict.certificate


@functools.cache
def explained(case: str, unit: str, rules: str, prover: str = "auto") -> Explanation:
    return explain(proof_of(case, unit, rules, prover))


@pytest.mark.parametrize(("case", "unit", "rules", "kind"), TEXTS)
def test_each_text_names_what_it_must(case, unit, rules, kind):
    found = explained(case, unit, rules)
    assert found.fight is kind
    assert list(faults(found)) == []


class Shortened(Explanation):
    """An explanation without one of its sentences."""

    without = 0

    def said(self, language="en"):
        lines = Explanation.said(self, language)
        return lines[: self.without] + lines[self.without + 1 :]


@pytest.mark.parametrize(("case", "unit"), [("ex08", "B6"), ("ex10", "A5"), ("ex07-1", "E5")])
def test_the_reader_of_texts_misses_every_sentence_that_is_left_out(case, unit, monkeypatch):
    found = explained(case, unit, "japanese1989")
    for index, sentence in enumerate(found.sentences):
        monkeypatch.setattr(Shortened, "without", index)
        told = ("After ", "The line shown is", "In this line")  # details of what other sentences name
        assert list(faults(Shortened(found.accounts))) or sentence.startswith(told), sentence


@pytest.mark.parametrize(("case", "unit", "rules", "kind"), TEXTS)
def test_all_moves_that_are_told_are_legal_and_the_winner_plays_his_proof(case, unit, rules, kind):
    found, guides = explained(case, unit, rules), guides_of(proof_of(case, unit, rules))
    for account, guide in zip(found.accounts, guides, strict=False):
        lines = [account.line, *(item.line for item in account.tries), account.findings.taken]
        for line in filter(None, lines):
            state = guide.arena.start
            for move in line.moves:
                assert move.before == state
                if state.to_move == guide.side:
                    assert move.point == guide.node(state).move
                step = guide.arena.step(state, move.point)
                assert step is not None
                assert step.captured == move.captured
                state = step.state
            assert state == line.last
            if line.end is End.SETTLED:
                assert guide.settled(state)
            elif line.end in (End.PASSES, End.CYCLE):
                assert state == line.moves[line.repeats].before


def test_tries_differ_from_the_line_in_a_move_of_the_loser():
    found = explained("ex10", "A5", "japanese1989")
    account = found.accounts[0]
    assert len(account.tries) == 3
    for item in account.tries:
        moves = item.line.moves
        assert moves[: item.index] == account.line.moves[: item.index]
        assert moves[item.index].point != account.line.moves[item.index].point
        assert moves[item.index].colour is account.winner.opponent


def test_a_pass_names_the_ko_that_it_is_for_or_all_that_it_lifts():
    named = str(explained("ex07-1", "E5", "japanese1989"))
    assert "White pass for the ko at A5" in named
    assert "until he has passed for that ko" in named
    every = str(explained("ex08", "A10", "japanese1989-pass-all"))
    assert "which lifts the ko ban" in every
    assert "pass for the ko" not in every
    assert "until he has passed." in every


def test_new_stones_stand_on_points_that_count_and_are_no_old_ones():
    proof = proof_of("ex01", "B6", "japanese1989")
    found = explain(proof)
    taken = found.findings.taken
    arena = proof.claim.arena(scope_of(proof))
    assert isinstance(arena, MemoryArena)
    assert taken.last.memory.captured
    assert taken.stays
    own = taken.last.white if arena.owner else taken.last.black
    assert not taken.stays & ~(own & arena.scope)
    assert not taken.stays & taken.last.memory.old
    rows, cols = proof.claim.position.rows, proof.claim.position.cols
    point = (taken.stays & -taken.stays).bit_length() - 1
    assert f"{vertex(point, rows, cols)}" in found.sentences[2]


@pytest.mark.parametrize(
    ("case", "unit", "rules"),
    [("ex09", "D5", "japanese1989-owner-first"), ("ex24", "C10", "japanese1989-owner-first"),
     ("ex03", "A3", "japanese1989-points")],
)  # fmt: skip
def test_where_no_ban_is_needed_a_search_without_bans_agrees(case, unit, rules):
    """Kinds are read off the proof; what that says of play without ko bans is searched for here."""
    proof = proof_of(case, unit, rules)
    guide = guides_of(proof)[0]
    assert survey(guide).finite
    claim = proof.claim
    free = MemoryArena(claim.position, claim.unit, claim.ruleset.with_values(ko="none"), scope_of(proof))
    assert forces_unconditional_life(free, guide.side, budget=20_000) is Forced.YES


def test_a_refuted_formula_is_explained_by_a_strategy_on_its_own_states():
    proof = proof_of("ex01", "A5", "proposal2012", "sat")
    refutation = proof.evidence[0]
    assert isinstance(refutation, Refutation)
    found = explain(proof)
    assert list(faults(found)) == []
    assert any("refuted formula" in sentence for sentence in found.sentences)
    guide = guides_of(proof)[0]
    named = {meaning if hasattr(meaning, "black") else meaning[0] for meaning in refutation.variables}
    after = {guide.arena.step(*meaning).state for meaning in refutation.variables if not hasattr(meaning, "black")}
    assert set(guide.evidence.nodes) <= named | after
    assert check(dataclasses.replace(proof, evidence=(guide.evidence,))).claim == proof.claim


def test_a_drawn_unit_has_the_lines_of_both_proofs():
    for board, prover in (("O .\n. X", "auto"), ("O X X\nO . O", "auto"), ("O X X\nO . O", "sat")):
        verdicts = judge(parse_diagram(board), DRAWS, limits=LIMITS, prover=prover).verdicts
        drawn = [verdict.certificate for verdict in verdicts if verdict.status is Status.DRAWN]
        assert drawn
        found = explain(drawn[0])
        assert found.fight is Fight.DRAW
        assert [account.holds for account in found.accounts] == [True, False]
        assert list(faults(found)) == []
        assert "calls such a cycle a draw" in str(found)


def test_pages_have_the_same_words_as_the_terminal():
    found = explained("ex07-1", "E5", "japanese1989")
    page, text = html(found), markdown(found)
    for sentence in found.sentences:
        assert sentence in text
        assert sentence.replace("'", "&#x27;") in page
    assert page.count("<svg") == len(found.parts) == text.count("```") / 2
    assert found.said("ja")[0] in html(found, "ja")
