"""An audit with less time contradicts none with more: what it says is narrower or wider, and never otherwise."""

import itertools
import random

import pytest
from test_filled_bounds import boards

from verifier.board import Colour, Mask, Position, unit_name
from verifier.board.grid import bits
from verifier.jobs.audit import Finding, adjudication, audit_game
from verifier.jobs.audit.audit import GameAudit
from verifier.jobs.audit.count import lead_text
from verifier.notation import Diagram, write_sgf
from verifier.notation.game import parse_game
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

RULES = ("proposal2012", "japanese1989-inside", "japanese2003", "korean", "spight", "katago-encore", "chinese2002")
ENOUGH = Limits(nodes=100_000, seconds=60)
FEW = (1, 2, 4, 10, 50)


def names(position: Position, units: set[Mask]) -> list[str]:
    return [unit_name(position, unit) for unit in units]


def marked(sgf: str, territory: tuple[Mask, Mask], cols: int) -> str:
    """The game with the territory of Black and White marked."""
    marks = ""
    for side, points in zip("BW", territory, strict=True):
        letters = "".join(f"[{'abcdefgh'[p % cols]}{'abcdefgh'[p // cols]}]" for p in bits(points))
        marks += f"T{side}{letters}" if points else ""
    return sgf.rstrip().removesuffix(")") + marks + ")"


def whole(position: Position, ruleset) -> tuple[GameAudit, set[Mask]] | None:
    """The audit with enough time and the right dead chains; None if something stays open even so."""
    record = parse_game(write_sgf(Diagram(position)).encode())
    first = audit_game(record, ruleset, adjudication(record, ()), limits=ENOUGH)
    if not first.judgement.complete:
        return None
    dead = {chain.unit for chain in first.chains if chain.status is Status.DEAD}
    found = audit_game(record, ruleset, adjudication(record, names(position, dead)), limits=ENOUGH)
    decided = found.counted is not None and (found.filled or found.count).decided
    return (found, dead) if decided else None


def contradictions(full: GameAudit, part: GameAudit, lead: float, right: bool, is_marked: bool) -> list[str]:
    """What *part* says that is not so; *right*: the result that was stated to it is *lead*."""
    statuses = {chain.unit: chain.status for chain in full.chains}
    counted = part.count if part.filled is None else part.filled
    low, high = counted.lead or (lead, lead)
    wrong = {
        "a status": any(chain.status not in (Status.UNKNOWN, statuses[chain.unit]) for chain in part.chains),
        "the range": not low <= lead <= high,
        "a right result refuted": right and part.result is Finding.REFUTED,
        "a wrong result confirmed": not right and part.result is Finding.CONFIRMED,
        "right marks refuted": is_marked and part.marks is Finding.REFUTED,
        "sure points": not part.sure_but_for_seki and any(part.sure(c) & ~full.sure(c) for c in Colour),
    }
    return [what for what, so in wrong.items() if so]


@pytest.mark.parametrize("number", [18, pytest.param(600, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", RULES)
def test_less_time_says_less_and_nothing_else(rules, number):
    rng, ruleset, open_, compared = random.Random(7), load_ruleset(rules), 0, 0
    for position in itertools.islice((board for board in boards(rules, 9 * number) if board.black), number):
        found = whole(position, ruleset)
        if found is None:
            continue
        full, dead = found
        (lead, _) = (full.filled or full.count).lead
        sgf = write_sgf(Diagram(position))
        for nodes, right, is_marked in itertools.product(rng.sample(FEW, 2), (True, False), (True, False)):
            record = parse_game((marked(sgf, full.territory, position.cols) if is_marked else sgf).encode())
            agreed = rng.choice((dead, {unit for unit in position.units() if rng.random() < 0.2}))
            stated = lead_text(lead if right else lead + rng.choice((-2, -1, 1, 2, 5)))
            claims = adjudication(record, None if is_marked else names(position, agreed), stated)
            part = audit_game(record, ruleset, claims, limits=Limits(nodes=nodes, seconds=60))
            assert contradictions(full, part, lead, right, is_marked) == [], position
            open_ += not part.judgement.complete
            compared += 1
    assert compared > 4 * number
    assert open_ > 0, "less time leaves something open"
