"""Each of the 96 axioms of the algebraic specification is a property of the engine, or is refuted."""

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from verifier.board import Position
from verifier.cli import main
from verifier.jobs.ikeda import AXIOMS, audit
from verifier.jobs.ikeda.audit import RULES, random_states, refute
from verifier.jobs.ikeda.model import PASS, State
from verifier.play.game import Game
from verifier.rules import load_play_rules

WRONG = {
    "5-2", "5-3", "5-3'", "5-5", "5-7", "5-9", "5-11", "8-2", "8-2'", "10-2", "10-2'", "11-2", "11-2'",
    "12-12", "12-12'",
}  # fmt: skip


def test_there_are_96_axioms_in_twelve_groups():
    assert len({axiom.number for axiom in AXIOMS}) == len(AXIOMS) == 96
    sizes = [sum(axiom.group == group for axiom in AXIOMS) for group in range(1, 13)]
    assert sizes == [5, 3, 6, 4, 18, 6, 9, 4, 6, 3, 10, 22]


def test_the_printed_forms_that_are_wrong_are_these_and_say_why():
    assert {axiom.number for axiom in AXIOMS if axiom.corrected} == WRONG
    assert all(bool(axiom.fault) == bool(axiom.corrected) for axiom in AXIOMS)


@pytest.mark.parametrize("axiom", AXIOMS, ids=lambda axiom: axiom.number)
@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(lines=st.integers(2, 5), seed=st.integers(0, 2**32))
def test_axiom(axiom, lines, seed):
    """The right form holds in every state of a random game."""
    rng = random.Random(seed)
    for state, move in random_states(lines, rng, 30):
        _, found = refute(axiom.right, state, move, rng)
        assert found is None


@pytest.mark.parametrize(
    "axiom", [axiom for axiom in AXIOMS if axiom.corrected and axiom.printed], ids=lambda axiom: axiom.number
)
def test_the_printed_form_is_refuted(axiom):
    report = audit(60, seed=7, axioms=[axiom], sizes=(2,))
    found = report.findings[0].printed
    assert found is not None
    assert found.engine != found.axiom
    # The counterexample can be replayed.
    game = Game(load_play_rules(RULES), Position(found.lines, found.lines, 0, 0))
    game.play_all(found.moves)
    assert report.sound


class AxiomMachine(RuleBasedStateMachine):
    """Games that hypothesis plays; after each move some axioms are checked, all of them in turn."""

    @initialize(lines=st.integers(2, 9))
    def begin(self, lines: int) -> None:
        self.game = Game(load_play_rules(RULES), Position(lines, lines, 0, 0))
        self.rng = random.Random(lines)
        self.next = 0

    @precondition(lambda self: self.game.result is None)
    @rule(choice=st.integers(0, 2**16))
    def play(self, choice: int) -> None:
        moves = self.game.legal_moves()
        self.game.play(moves[choice % len(moves)])

    @precondition(lambda self: self.game.result is None)
    @rule()
    def do_pass(self) -> None:
        self.game.play(PASS)

    @precondition(lambda self: len(self.game.turns) > 1)
    @rule()
    def undo(self) -> None:
        self.game.undo()

    @invariant()
    def axioms_hold(self) -> None:
        if self.game.result is not None:
            return
        state = State.of(self.game.copy())
        move = self.rng.choice(self.game.legal_moves())
        for _ in range(12):
            axiom = AXIOMS[self.next % len(AXIOMS)]
            self.next += 1
            _, found = refute(axiom.right, state, move, self.rng)
            assert found is None, (axiom.number, found)


TestAxiomsInPlay = AxiomMachine.TestCase
TestAxiomsInPlay.settings = settings(
    max_examples=25, stateful_step_count=40, deadline=None, derandomize=True,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


@pytest.mark.slow
def test_the_whole_audit():
    assert audit(400, seed=11).sound


def test_the_documentation_has_every_axiom():
    page = (Path(__file__).resolve().parents[2] / "docs" / "axioms.md").read_text(encoding="utf-8")
    for axiom in AXIOMS:
        verdict = "holds" if not axiom.corrected else "refuted" if axiom.printed else "not well-formed"
        assert f"| {axiom.number} | {axiom.says} | {verdict} |" in page
        assert not axiom.fault or f"* **{axiom.number}**: {axiom.fault}" in page


def test_the_command_reports_the_audit(capsys):
    assert main(["axioms", "--games", "3", "--only", "5-9", "--only", "4-2"]) == 0
    out = capsys.readouterr().out
    assert "refuted on 2x2 after: no move" in out or "refuted on " in out
    assert "2 axioms: 1 holds, 1 refuted" in out
    assert main(["axioms", "--only", "13-1"]) == 2
