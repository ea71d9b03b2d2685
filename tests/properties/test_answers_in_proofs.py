"""Answers in proofs by patterns: each condition with a proof that breaks it, and proofs spelled out."""

import dataclasses
import random
from collections.abc import Iterator

import pytest
from patterning import figure

from verifier.board import BLACK, WHITE, Colour, Position, unit_name
from verifier.errors import CertificateError
from verifier.jobs.cases.case import CANONICAL_CASES, load_case
from verifier.play import PASS, Arena, Pattern
from verifier.proof import (
    CLOSED,
    Answer,
    Certificate,
    Claim,
    PatternNode,
    Patterns,
    Verdict,
    check,
    dump_certificate,
)
from verifier.proof.answers import answered, has_answers, spelled
from verifier.proof.patterns import check_patterns
from verifier.proof.store import parse_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, prove
from verifier.search.native import available

PROPOSAL = load_ruleset("proposal2012").with_values(walls="assumed")
needs_kernel = pytest.mark.skipif(not available(), reason="the kernel gives answers")


def arena_of(*rows: str) -> Arena:
    _, black, white = figure(*rows)
    position = Position(len(rows), len(rows[0]), black, white)
    return Arena(position, position.chain_at(0), PROPOSAL)


def drawn(*rows: str, to_move: Colour, eyes: int = 0) -> Pattern:
    return Pattern(*figure(*rows), -1, int(to_move), eyes)


# The first example of docs/certificates.md: Black passes, White takes two stones on B3 and passes for ever.

BOARD = ("X.XO..", "OOOO..", "......")
FIRST = PatternNode(drawn("X.XO??", "OOOO??", "??????", to_move=BLACK), None, 0, 1, Answer(1, 1), {})
LAST = PatternNode(drawn(".O.O??", "OOOO??", "??????", to_move=BLACK), None, 0, 0, Answer(PASS, 1), {})


def proof(first: PatternNode = FIRST, last: PatternNode = LAST) -> Patterns:
    return Patterns(WHITE, False, (first, last))


def test_the_example_with_answers_is_accepted_spelled_out_and_read_back() -> None:
    arena = arena_of(*BOARD)
    # B3 is no suicide for certain while E3 is unknown to the pattern, so it is listed or far.
    wide = dataclasses.replace(FIRST, pattern=drawn("X.XO.?", "OOOO??", "??????", to_move=BLACK))
    good = proof(wide)
    check_patterns(arena, good)
    check_patterns(arena, spelled(arena, good))
    assert len(spelled(arena, good).nodes) == 4
    certificate = Certificate(Claim(arena.position, arena.unit, arena.ruleset, Verdict.DEAD), (good,))
    text = dump_certificate(certificate)
    assert "1>1" in text
    assert "-1>1" in text
    assert parse_certificate(text, "it").evidence == certificate.evidence
    for wrong in ("1>", ">1", "1>1>1", "1>01", "01>1", "-2>1", "18>1", "1>-1", "+1>1", "1 >1"):
        with pytest.raises(CertificateError):
            parse_certificate(text.replace(" 1>1", f" {wrong}"), "it")


@pytest.mark.parametrize(
    ("first", "last", "fault"),
    [
        ({"after": Answer(0, 1)}, {}, "may be illegal"),
        ({"after": Answer(4, 1)}, {}, "may be illegal"),
        ({"after": Answer(PASS, 1)}, {}, "other stones"),
        ({"after": Answer(1, 2)}, {}, "not there"),
        ({"after": Answer(1, -2)}, {}, "not there"),
        ({"after": Answer(PASS, CLOSED)}, {}, "not settled"),
        ({}, {"after": CLOSED, "move": PASS}, "a move or replies"),
        ({}, {"rank": 2, "credit": 3}, "breaks the measure"),
        ({"pattern": drawn("X.XO??", "OOOO??", "?????X", to_move=BLACK)}, {}, "start does not match"),
    ],
)
def test_each_fault_is_named(first: dict[str, object], last: dict[str, object], fault: str) -> None:
    wide = dataclasses.replace(FIRST, pattern=drawn("X.XO.?", "OOOO??", "??????", to_move=BLACK))
    changed = proof(dataclasses.replace(wide, **first), dataclasses.replace(LAST, **last))  # type: ignore[arg-type]
    with pytest.raises(CertificateError, match=fault):
        check_patterns(arena_of(*BOARD), changed)


def test_a_move_of_the_winner_has_no_answer() -> None:
    own = PatternNode(drawn("X.XO.?", "OOOO??", "??????", to_move=WHITE), 1, 0, 0, Answer(PASS, 1), {})
    with pytest.raises(CertificateError, match="has an answer to a move"):
        check_patterns(arena_of(*BOARD), proof(own))


def test_an_answer_to_the_pass_needs_support_without_the_plays_that_are_not_listed() -> None:
    """With E3 far, and no other liberty known, the white chain might be taken there."""
    narrow = dataclasses.replace(FIRST, pattern=drawn("XOXO.?", "OOOO??", "??????", to_move=BLACK))
    arena = arena_of("XOXO..", *BOARD[1:])
    with pytest.raises(CertificateError, match="support"):
        check_patterns(arena, proof(dataclasses.replace(narrow, after=Answer(PASS, 1))))


def units(number: int) -> Iterator[Arena]:
    rng = random.Random(7)
    ruleset = load_ruleset("proposal2012").with_values(walls="unconditional")
    cases = rng.sample([name for name in CANONICAL_CASES if name not in ("ex20", "ex21")], number)
    for name in cases:
        case = load_case(name)
        for unit in case.position.units():
            assert unit_name(case.position, unit)
            yield Arena(case.position, unit, ruleset)


@needs_kernel
def test_proofs_of_the_kernel_have_answers_and_hold_spelled_out() -> None:
    with_answers = 0
    for arena in units(8):
        outcome = prove(arena, limits=Limits(nodes=20_000, seconds=1e9))
        if outcome.certificate is None:
            continue
        for item in outcome.certificate.evidence:
            if not isinstance(item, Patterns) or not item.nodes:
                continue
            full = spelled(arena, item)
            assert not has_answers(full)
            check(dataclasses.replace(outcome.certificate, evidence=(full,)))
            short = answered(arena, full)
            check_patterns(arena, short)
            assert len(short.nodes) <= len(item.nodes)
            with_answers += has_answers(item)
    assert with_answers > 10


@needs_kernel
def test_a_measure_one_less_is_refused_where_it_is_the_least() -> None:
    """Of the kernel's proofs the measure is the least, so that some node cannot do with less."""
    refused = 0
    for arena in units(6):
        certificate = prove(arena, limits=Limits(nodes=20_000, seconds=1e9)).certificate
        item = certificate.evidence[0] if certificate and certificate.evidence else None
        if not isinstance(item, Patterns):
            continue
        for number, node in enumerate(item.nodes):
            less = dataclasses.replace(node, credit=node.credit - 1, rank=node.rank + 100)
            if not node.credit or node.move is not None:
                continue
            nodes = (*item.nodes[:number], less, *item.nodes[number + 1 :])
            with pytest.raises(CertificateError, match="measure"):
                check_patterns(arena, dataclasses.replace(item, nodes=nodes))
            refused += 1
    assert refused > 3
