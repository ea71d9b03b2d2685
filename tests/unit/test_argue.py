"""Whoever argues with a proof loses, whatever he plays, and is told how the line ends."""

import random

import pytest

from verifier import Limits, explain, judge
from verifier.board import Colour
from verifier.errors import CertificateError, InputError
from verifier.jobs.explain.argue import Forbidden, argue
from verifier.jobs.explain.line import End
from verifier.play import PASS
from verifier.proof import Certificate, Patterns, Stages, Strategy, Verdict
from verifier.proof.answers import spelled
from verifier.search import available_provers

PROOFS = [
    ("ex01", "B6", "proposal2012", "auto"),
    ("ex01", "A5", "proposal2012", "python"),
    ("ex07-1", "A5", "proposal2012", "auto"),
    ("ex08", "A7", "proposal2012", "auto"),
    ("ex08", "B9", "proposal2012", "python"),
    ("ex12", "A5", "proposal2012", "auto"),
    ("ex25", "E7", "proposal2012", "auto"),
    ("ex01", "B6", "japanese1989", "auto"),
    ("ex09", "A5", "japanese1989", "auto"),
    ("ex07-1", "E5", "japanese1989", "auto"),
    ("ex01", "A5", "korean", "auto"),
    ("ex01", "A5", "proposal2012[owner_threats=1]", "auto"),
    ("ex02", "C5", "proposal2012[walls=independent]", "auto"),
    ("ex13", "A5", "proposal2012[walls=independent]", "auto"),
]


def proof(case: str, unit: str, rules: str, prover: str = "auto") -> Certificate:
    certificate = judge(case, rules, units=[unit], prover=prover).verdicts[0].certificate
    assert certificate is not None
    return certificate


STAGED = "O . . O X\nO . . X .\n. O X O O\n. . X . .\n"
"""E4 is taken at once; what else White has to clear under the rules of 1989 is cleared place by place."""


@pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")
def test_a_proof_in_stages_is_followed_to_its_places():
    limits = Limits(nodes=100_000, seconds=60.0)
    certificate = judge(STAGED, "japanese1989", units=["E4"], limits=limits).verdicts[0].certificate
    assert isinstance(certificate.evidence[0], Stages)
    dispute = argue(certificate).follow([])
    assert (dispute.end, dispute.winner) == (End.PLACES, Colour.WHITE)
    said = str(explain(certificate))
    assert "after 1 move, the unit is taken, and what is left to clear is cleared place by place" in said
    assert "even if every retake" not in said
    assert "残りは場所ごとに" in "".join(explain(certificate).said("ja"))
    with pytest.raises(InputError, match="ended before it"):
        argue(certificate).follow([PASS])


@pytest.mark.parametrize(("case", "unit", "rules", "prover"), PROOFS)
def test_whatever_is_played_the_proof_answers_legally_and_wins(case, unit, rules, prover):
    certificate = proof(case, unit, rules, prover)
    argument = argue(certificate)
    alive = certificate.claim.verdict is Verdict.ALIVE
    assert (argument.side == argument.arena.owner) is alive
    for seed in range(25):
        chance, moves = random.Random(seed), []
        while not (dispute := argument.follow(moves)).end:
            assert dispute.state.to_move == argument.loser
            assert set(dispute.choices) == {step.move for step in argument.arena.steps(dispute.state)}
            empty = argument.arena.grid.full & ~(dispute.state.black | dispute.state.white)
            told = {*dispute.forbidden, *(move for move in dispute.choices if move > PASS)}
            assert sum(1 << point for point in told) == empty
            moves.append(chance.choice(dispute.choices))
            assert len(moves) < 400
        assert dispute.winner is argument.side
        assert [move.point for move in dispute.moves if move.colour == argument.loser] == moves
        state = argument.arena.start
        for move in dispute.moves:
            assert move.before == state
            step = argument.arena.step(state, move.point)
            assert step is not None
            state = step.state
        assert state == dispute.state
        if dispute.end in (End.PASSES, End.CYCLE):
            assert state == dispute.moves[dispute.repeats].before
            states = [move.before for move in dispute.moves]
            assert len(set(states)) == len(states)


def test_answers_come_from_the_nodes_of_the_certificate():
    for prover, kind in (("native", Patterns), ("python", Strategy)):
        certificate = proof("ex01", "A5", "proposal2012", prover)
        (evidence,) = certificate.evidence
        assert isinstance(evidence, kind)
        argument = argue(certificate)
        dispute = argument.follow([PASS])
        answer = dispute.moves[1]
        if isinstance(evidence, Strategy):
            assert evidence.nodes[answer.before].move == answer.point
        else:
            fitting = [
                node.move
                for node in spelled(certificate.claim.arena(), evidence).nodes
                if node.pattern.to_move == answer.before.to_move
                and answer.before.black & node.pattern.zone == node.pattern.black
                and answer.before.white & node.pattern.zone == node.pattern.white
            ]
            assert answer.point in fitting


def test_a_cycle_is_shown_with_what_each_side_loses():
    argument = argue(proof("ex08", "A7", "proposal2012"))
    for seed in range(200):
        chance, moves = random.Random(seed), []
        while not (dispute := argument.follow(moves)).end:
            moves.append(chance.choice(dispute.choices))
        if dispute.end is End.CYCLE:
            break
    assert dispute.cycle.owner_lost == dispute.cycle.attacker_lost > 0
    assert dispute.winner is argument.side is Colour.WHITE


def test_a_forbidden_point_is_named_with_the_reason():
    argument = argue(proof("ex01", "A5", "proposal2012"))
    with pytest.raises(InputError, match=r"move 1: G1: forbidden \(outside\)"):
        argument.follow([41])
    seen = set()
    for case, unit in (("ex01", "A5"), ("ex08", "A7"), ("ex07-1", "E5")):
        argument = argue(proof(case, unit, "proposal2012"))
        for seed in range(40):
            chance, moves = random.Random(seed), []
            while not (dispute := argument.follow(moves)).end:
                seen.update(dispute.forbidden.values())
                moves.append(chance.choice(dispute.choices))
    assert seen == {Forbidden.OUTSIDE, Forbidden.KO, Forbidden.SUICIDE}


def test_after_the_end_of_a_line_nothing_can_be_played():
    argument = argue(proof("ex01", "B6", "proposal2012"))
    assert argument.follow([PASS]).end is End.SETTLED
    with pytest.raises(InputError, match="move 2: the line has ended before it"):
        argument.follow([PASS, PASS])


def test_a_wall_by_proof_is_attacked_by_the_side_that_moves_first():
    argument = argue(proof("ex02", "C5", "proposal2012[walls=independent]"))
    assert argument.of_wall
    start = argument.follow([])
    assert start.moves == ()
    assert start.state.to_move == argument.loser


def test_an_unconditional_wall_leaves_nothing_to_play():
    argument = argue(proof("ex24", "B8", "proposal2012"))
    dispute = argument.follow([])
    assert (dispute.end, dispute.moves, dispute.choices) == (End.SETTLED, (), ())
    assert dispute.winner is argument.side


def test_the_pass_for_a_ko_is_a_choice_where_the_rules_have_one():
    argument = argue(proof("ex09", "A5", "japanese1989"))
    named = set()
    for seed in range(40):
        chance, moves = random.Random(seed), []
        while not (dispute := argument.follow(moves)).end:
            named.update(move for move in dispute.choices if move < PASS)
            moves.append(chance.choice(dispute.choices))
    assert named


def test_a_drawn_unit_has_a_proof_for_each_side_which_keeps_the_draw():
    rules = "proposal2012[cycle=draw, end=two passes]"
    verdict = next(v for v in judge("ex13", rules).verdicts if v.status.value == "drawn")
    for side in Colour:
        argument = argue(verdict.certificate, against=side)
        assert argument.side is side
        for seed in range(30):
            chance, moves = random.Random(seed), []
            while not (dispute := argument.follow(moves)).end:
                moves.append(chance.choice(dispute.choices))
            assert dispute.winner in (None, side)
            if dispute.end in (End.PASSES, End.CYCLE):
                assert dispute.winner is None


def test_only_the_side_that_the_proof_is_for_can_be_argued_with():
    certificate = proof("ex01", "B6", "proposal2012")
    with pytest.raises(InputError, match="proves nothing for black; it speaks for white"):
        argue(certificate, against=Colour.BLACK)


def test_a_refuted_formula_and_a_false_certificate_are_not_argued_with():
    with pytest.raises(InputError, match="refuted formula"):
        argue(proof("ex01", "B6", "proposal2012", "sat"))
    certificate = proof("ex01", "A5", "proposal2012", "python")
    (evidence,) = certificate.evidence
    nodes = dict(list(evidence.nodes.items())[:-1])
    broken = Certificate(certificate.claim, (Strategy(evidence.side, evidence.draw_wins, nodes),))
    with pytest.raises(CertificateError):
        argue(broken)


@pytest.mark.parametrize(
    ("case", "unit", "rules"),
    [
        ("ex01", "B6", "proposal2012"),
        ("ex01", "A5", "proposal2012"),
        ("ex05", "A5", "proposal2012"),
        ("ex09", "D5", "proposal2012"),
        ("ex07-1", "E5", "proposal2012"),
        ("ex09", "A5", "proposal2012"),
        ("ex24", "C10", "proposal2012"),
        ("fig-eyes-3", "F7", "proposal2012"),
        ("ex07-1", "E5", "proposal2012[end=two passes]"),
        ("ex02", "C5", "proposal2012[walls=independent]"),
    ],
)
def test_whoever_plays_on_after_a_settled_line_loses_as_well(case, unit, rules):
    argument = argue(proof(case, unit, rules))
    went_on = 0
    for seed in range(25):
        chance, moves = random.Random(seed), []
        while not (dispute := argument.follow(moves, beyond=True)).end and len(moves) < 150:
            # Passing is rare, so that the plan has something to do.
            plays = [move for move in dispute.choices if move > PASS]
            moves.append(chance.choice(plays if plays and chance.random() < 0.8 else dispute.choices))
        assert dispute.end is not End.SETTLED
        if dispute.end:
            assert dispute.winner is argument.side
        went_on += dispute.settled is not None
        without = argument.follow(moves[: _plays(dispute, argument)])
        assert dispute.settled is None or without.end is End.SETTLED
    assert went_on


def _plays(dispute, argument):
    """How many moves the losing side made before the certificate had no more to say."""
    said = dispute.moves if dispute.settled is None else dispute.moves[: dispute.settled]
    return sum(move.colour == argument.loser for move in said)
