"""Deaths on whole boards whose scope ends at a living chain: the proof of its life, found before, goes with them."""

import dataclasses

import pytest

from verifier.adjudicate.staged import judge_board
from verifier.board import parse_vertex
from verifier.errors import CertificateError
from verifier.notation import parse_diagram
from verifier.proof import check
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

CLOSED = """
. . . . . X O . .
. . . . . X O . .
X X X X X X O X .
. . . . . X O . .
. . . . . X O . .
"""


@pytest.mark.parametrize("rules", ["japanese1989", "japanese2003", "korean"])
def test_a_dead_stone_in_a_closed_area_is_proved_dead_by_the_letter(rules: str) -> None:
    diagram = parse_diagram(CLOSED)
    position = diagram.position
    stone, wall = (position.chain_at(parse_vertex(name, 5, 9)) for name in ("H3", "F3"))

    judged = judge_board(
        diagram, load_ruleset(rules), guess=[stone], limits=Limits(nodes=40_000, seconds=1e9)
    )

    found = {verdict.unit: verdict for verdict in judged.verdicts}
    assert found[stone].status is Status.DEAD
    certificate = found[stone].certificate
    assert certificate is not None
    assert [support.claim.unit for support in certificate.supports] == [wall]
    assert parse_certificate(dump_certificate(certificate), "it") == certificate
    with pytest.raises(CertificateError):
        check(dataclasses.replace(certificate, supports=()))
