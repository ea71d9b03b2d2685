"""Kinds of fight and best lines, on the examples of docs/explain-kinds.md and on made-up positions."""

import dataclasses
import functools
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from verifier import explain, judge, parse_diagram
from verifier.board import parse_vertex
from verifier.jobs.explain.explanation import Explanation
from verifier.jobs.explain.fight import Fight
from verifier.jobs.explain.force import Forced, forces_unconditional_life, most_states
from verifier.jobs.explain.line import End, Guide, best_line
from verifier.play import PASS, Arena
from verifier.rules import load_ruleset
from verifier.search import Status

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "explain-kinds.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(
    r"^\| (near miss: )?([a-z ]+) \| ((?:ex|fig-)[\w-]+) \| ([A-Z]\d+) \|", PAGE, re.MULTILINE
)
RULES = load_ruleset("proposal2012")
RULES_OF = {"kept": "proposal2012[walls=independent]", "new stone": "japanese1989"}


@functools.cache
def explained(case: str, unit: str, rules: str = "proposal2012") -> Explanation:
    verdict = judge(case, rules, units=[unit]).verdicts[0]
    assert verdict.certificate is not None
    return explain(verdict.certificate)


@pytest.mark.parametrize(("near", "kind", "case", "unit"), EXAMPLES, ids=lambda value: value.strip(": "))
def test_the_examples_of_the_documentation_are_of_the_kind_that_it_says(near, kind, case, unit):
    assert kind == explained(case, unit, RULES_OF.get(kind, "proposal2012")).fight.value


def test_every_kind_has_three_examples_and_a_near_miss():
    parts: dict[str, list[str]] = {}
    current = ""
    for near, kind, _, _ in EXAMPLES:
        if near:
            assert kind != current, "a near miss is of another kind"
            parts[current].append("near miss")
        else:
            current = kind
            parts.setdefault(current, []).append("example")
    assert set(parts) == {fight.value for fight in Fight} - {Fight.DRAW.value}, "no case is drawn"
    for found in parts.values():
        assert found.count("example") >= 3
        assert found.count("near miss") == 1


def test_a_seki_is_said_of_one_unit_and_the_other_one_may_be_dead():
    shown = PAGE.partition("*Seki* is said of one unit")[2].split("```")[1]
    board = parse_diagram("\n".join(re.findall(r"\| (.*) \|", shown)))
    lives, dies = judge(board, "proposal2012", units=["A3", "C3"]).verdicts
    assert (lives.status, dies.status) == (Status.ALIVE, Status.DEAD)
    said = explain(lives.certificate)
    assert said.fight is Fight.SEKI
    assert "White cannot take the unit by filling the shared liberties B3 A1." in str(said)
    assert "neither side can begin" not in PAGE


def test_the_winner_plays_the_certificate_and_the_line_ends():
    verdict = judge("ex01", units=["B6"]).verdicts[0]
    arena = verdict.question.arena()
    strategy = Guide(arena, verdict.certificate.evidence[0])
    line = best_line(strategy)
    state = arena.start
    for move in line.moves:
        assert move.before == state
        if state.to_move == strategy.side:
            assert move.point == strategy.node(state).move
        step = arena.step(state, move.point)
        assert step is not None
        state = step.state
    assert state == line.last
    assert line.end is End.SETTLED
    assert arena.settled(state) is strategy.side


def test_the_resistance_never_chooses_a_reply_with_a_smaller_measure():
    verdict = judge("ex24", units=["B10"]).verdicts[0]
    arena = verdict.question.arena()
    strategy = Guide(arena, verdict.certificate.evidence[0])
    for move in best_line(strategy).moves:
        if move.before.to_move == strategy.side:
            continue
        measures = {
            step.move: strategy.length(step.state)
            for step in strategy.steps(move.before)
            if strategy.node(step.state) is not None
        }
        if measures:
            assert measures[move.point] == max(measures.values())


def test_a_line_with_captures_that_repeats_is_judged_by_its_cycle():
    explanation = explained("ex08", "A7")
    assert explanation.line is not None
    if explanation.line.end is End.CYCLE:
        lost = explanation.line.cycle
        assert lost.owner_lost == lost.attacker_lost > 0
        assert any("play repeats itself; each time Black loses" in line for line in explanation.sentences)


@pytest.mark.parametrize(("case", "unit"), [("ex08", "B9"), ("ex08", "A7"), ("ex17", "A3")])
def test_the_moves_of_a_cycle_are_given_and_return_to_where_they_began(case, unit):
    verdict = judge(case, units=[unit]).verdicts[0]
    arena, explanation = verdict.question.arena(), explained(case, unit)
    lead, cycle = explanation.findings.lead, explanation.findings.cycle
    strategy = Guide(arena, verdict.certificate.evidence[0])
    state, lost = arena.start, [0, 0]
    for index, move in enumerate([*lead, *cycle]):
        assert move.before == state
        if state.to_move == strategy.side:
            assert move.point == strategy.node(state).move
        step = arena.step(state, move.point)
        assert step.captured == move.captured
        if index >= len(lead):
            lost[state.to_move] += step.captured
        state = step.state
    assert state == cycle[0].before
    assert lost[0] == lost[1] > 0
    assert sum(sentence.startswith("Such a cycle, ") for sentence in explanation.sentences) == 1


def test_diagrams_cover_every_move_once_and_play_on_empty_points_only():
    explanation = explained("ex01", "B6")
    numbers = [index for part in explanation.parts for index in part]
    assert numbers == list(range(len(explanation.line.moves)))
    for part in explanation.parts:
        position = explanation.line.position(part.start, explanation.claim.position)
        points = [explanation.line.moves[i].point for i in part if explanation.line.moves[i].point != PASS]
        assert len(points) == len(set(points))
        assert all(position.empty >> point & 1 for point in points)


def test_an_explanation_shows_itself_as_text_and_as_a_picture():
    explanation = explained("ex01", "B6")
    text = str(explanation)
    assert text.startswith("Black's unit B6 (4 stones) is dead under proposal2012.\nKind of fight: capture. ")
    assert "1 Black A6 takes 1" in text
    root = ET.fromstring(explanation._repr_svg_())
    assert "1" in [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize(
    ("case", "winner", "loser"), [("ex12", "White", "Black"), ("ex13", "Black", "White")]
)
def test_a_kind_is_given_as_far_as_is_known_if_the_search_ran_out(case, winner, loser):
    explanation = explained(case, "A5")
    states = most_states(explanation.accounts[0].claim.arena(None))
    assert explanation.findings.ran_out == states
    assert re.fullmatch(
        f"Kind of fight: seki. {loser} cannot take the unit by filling the shared libert(y|ies) [A-T0-9 ]+. "
        f"As far as is known: no way for {winner} to make two eyes was found within {states} states.",
        explanation.sentences[1],
    )
    ends = [line for line in explanation.sentences if line.startswith("In this line, after")]
    assert len(ends) == 1
    assert re.search(r"after \d+ moves, the (unit lives even if|points of the unit are)", ends[0])


def test_a_kind_is_firm_if_the_search_settled_it():
    firms = set()
    for near, kind, case, unit in EXAMPLES:
        explanation = explained(case, unit, RULES_OF.get(kind, "proposal2012"))
        firm = explanation.findings.ran_out is None
        firms.add(firm)
        assert ("As far as is known" in explanation.sentences[1]) != firm, (near, case, unit)
    assert firms == {True, False}
    settled = explained("ex12", "A5")
    (account,) = settled.accounts
    findings = dataclasses.replace(account.findings, forced=Forced.NO, ran_out=None)
    settled = dataclasses.replace(settled, accounts=(dataclasses.replace(account, findings=findings),))
    assert settled.sentences[1].startswith(
        "Kind of fight: seki. White cannot force two eyes, and Black cannot"
    )


def test_a_try_that_ends_as_the_main_line_does_is_told_shortly_and_any_other_in_full():
    explanation = explained("ex03", "A8")  # both sides pass, but for one try, after which the unit lives for good
    tries = [line for line in explanation.sentences if line.startswith("If move")]
    assert len(tries) == len(explanation.tries) == 3
    for item, said in zip(explanation.tries, tries, strict=True):
        if item.line.end is explanation.line.end:
            assert said.endswith(f"Then the same, from move {item.line.repeats + 1} on.")
        else:
            assert "the unit lives even if Black passes from then on" in said
    assert {item.line.end is explanation.line.end for item in explanation.tries} == {True, False}


def test_a_wall_is_explained_without_a_line():
    explanation = explained("ex24", "B8")
    assert explanation.line is None
    assert explanation.parts == []
    assert "White may pass for ever" in str(explanation)


@pytest.mark.parametrize(
    ("case", "unit", "found"),
    [("ex09", "A5", Forced.YES), ("ex01", "B6", Forced.NO)],
)
def test_what_the_owner_can_force_is_found(case, unit, found):
    position = judge(case, units=[unit]).diagram.position
    chain = position.chain_at(parse_vertex(unit, position.rows, position.cols))
    arena = Arena(position, chain, RULES)
    assert forces_unconditional_life(arena, arena.owner, budget=most_states(arena)) is found


def test_a_small_budget_is_not_taken_for_an_answer():
    position = judge("ex02", units=["B5"]).diagram.position
    arena = Arena(position, position.chain_at(parse_vertex("B5", position.rows, position.cols)), RULES)
    for budget in (-1, 0, 3):
        assert forces_unconditional_life(arena, arena.owner, budget=budget) is Forced.NOT_FOUND


def test_any_number_of_states_may_be_allowed():
    certificate = judge("ex09", units=["A5"]).verdicts[0].certificate
    assert {explain(certificate, budget=budget).fight for budget in (2**63, 2**64, 10**30)} == {Fight.TWO_EYES}
