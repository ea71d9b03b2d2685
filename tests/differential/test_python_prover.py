import dataclasses
import random

import pytest
from brute_force import TooLongError, brute_force_verdict
from reference.dense import dense_verdict
from small_boards import PROPOSAL, SETTINGS, all_units, legal_boards, random_unit

import verifier.search.plain.prover as prover_module
from verifier.board import BLACK, SYMMETRIES, Mask, Position, swap_colours, transform
from verifier.board.symmetry import transform_mask
from verifier.errors import CertificateError
from verifier.play import Arena
from verifier.proof import Verdict, check
from verifier.rules import Ruleset
from verifier.search.outcome import Limits, Status
from verifier.search.plain.prover import prove_python

each_setting = pytest.mark.parametrize("setting", SETTINGS)


def proved(position: Position, unit: Mask, rules: Ruleset = PROPOSAL) -> Verdict:
    """Return the Python prover's verdict, after the checker has accepted its certificate."""
    outcome = prove_python(Arena(position, unit, rules), Limits())
    assert outcome.certificate is not None
    claim = check(outcome.certificate).claim
    assert (claim.position, claim.unit, claim.ruleset) == (position, unit, rules)
    assert claim.verdict.value == outcome.status.value
    return claim.verdict


def deaths(rows: int, cols: int, rules: Ruleset = PROPOSAL) -> tuple[int, int]:
    """Return how many black units of all legal boards are dead, and how many there are."""
    verdicts = [proved(p, unit, rules) for p in legal_boards(rows, cols) for unit in p.chains(BLACK)]
    return verdicts.count(Verdict.DEAD), len(verdicts)


# Against other ways to solve the same game


@each_setting
@pytest.mark.parametrize(("rows", "cols"), [(1, 3), (1, 4), (2, 2)])
def test_every_unit_has_the_verdict_of_literal_play_with_history(rows: int, cols: int, setting: str) -> None:
    rules = SETTINGS[setting]
    for position, unit in all_units(rows, cols):
        arena = Arena(position, unit, rules)
        verdict = proved(position, unit, rules)
        assert brute_force_verdict(arena) == verdict, (position, unit)
        assert dense_verdict(arena) == verdict, (position, unit)


@each_setting
@pytest.mark.parametrize(("rows", "cols"), [(1, 5), (2, 3)])
def test_sampled_units_have_the_verdict_of_the_whole_graph(rows: int, cols: int, setting: str) -> None:
    """A few under each setting: test_provers.py asks the same of others where there is a kernel."""
    rules = SETTINGS[setting]
    for position, unit in random.Random(f"{rows}x{cols} {setting}").sample(all_units(rows, cols), 10):
        assert dense_verdict(Arena(position, unit, rules)) == proved(position, unit, rules), (position, unit)


@pytest.mark.slow
@each_setting
@pytest.mark.parametrize(("rows", "cols"), [(1, 5), (2, 3)])
def test_every_unit_has_the_verdict_of_the_whole_graph(rows: int, cols: int, setting: str) -> None:
    rules = SETTINGS[setting]
    for position, unit in all_units(rows, cols):
        assert dense_verdict(Arena(position, unit, rules)) == proved(position, unit, rules), (position, unit)


def test_whole_graph_agrees_with_literal_play_on_the_short_lines_of_one_by_five() -> None:
    compared = 0
    for position, unit in random.Random(3).sample(all_units(1, 5), 60):
        arena = Arena(position, unit, PROPOSAL)
        try:
            literal = brute_force_verdict(arena, most=4000)
        except TooLongError:
            continue
        compared += 1
        assert dense_verdict(arena) == literal, (position, unit)
    assert compared >= 15


# Counts published with the semantics


@pytest.mark.parametrize(
    ("rows", "cols", "dead", "units"),
    [
        (1, 5, 26, 106),
        (2, 2, 4, 44),
        (2, 3, 96, 535),
        pytest.param(2, 4, 1296, 5837, marks=pytest.mark.slow),
    ],
)
def test_number_of_dead_units_of_all_boards(rows: int, cols: int, dead: int, units: int) -> None:
    assert deaths(rows, cols) == (dead, units)


@pytest.mark.parametrize(
    ("rows", "cols", "dead"), [(1, 5, 24), (2, 2, 0), pytest.param(2, 3, 68, marks=pytest.mark.slow)]
)
def test_number_of_dead_units_if_prisoners_did_not_count(rows: int, cols: int, dead: int) -> None:
    arenas = [Arena(p, unit, PROPOSAL) for p in legal_boards(rows, cols) for unit in p.chains(BLACK)]
    assert [dense_verdict(arena, prisoners=False) for arena in arenas].count(Verdict.DEAD) == dead


@pytest.mark.parametrize(
    ("rows", "cols", "point", "dead", "stones"),
    [
        (1, 5, 1, 14, 28),
        (1, 5, 2, 24, 32),
        pytest.param(3, 3, 0, 1484, 3904, marks=pytest.mark.slow),
        pytest.param(3, 3, 1, 845, 3761, marks=pytest.mark.slow),
        pytest.param(3, 3, 4, 248, 3896, marks=pytest.mark.slow),
    ],
)
def test_number_of_capturable_stones_on_a_point(rows: int, cols: int, point: int, dead: int, stones: int) -> None:
    rules = SETTINGS["captured once, alive"]
    units = [(p, p.chain_at(point)) for p in legal_boards(rows, cols) if p.black >> point & 1]
    verdicts = [proved(position, unit, rules) for position, unit in units]
    assert (verdicts.count(Verdict.DEAD), len(verdicts)) == (dead, stones)


# Symmetry


@each_setting
def test_rotated_and_colour_swapped_positions_have_the_same_verdict(setting: str) -> None:
    rules = SETTINGS[setting]
    rng = random.Random(setting)
    for rows, cols in ((2, 3), (2, 4), (3, 3)):
        position, unit = random_unit(rng, rows, cols, crop=rng.random() < 0.5)
        verdict = proved(position, unit, rules)
        assert proved(swap_colours(position), unit, rules) == verdict, (position, unit)
        for symmetry in SYMMETRIES:
            image = transform_mask(unit, rows, cols, symmetry)
            assert proved(transform(position, symmetry), image, rules) == verdict, (position, unit, symmetry)


# Larger positions


@pytest.mark.parametrize("crop", [False, True])
@pytest.mark.parametrize("setting", ["proposal", "two passes, draw", "captured once, alive"])
@pytest.mark.parametrize(
    ("positions", "states", "share"), [(12, 5_000, 0.8), pytest.param(150, 50_000, 0.95, marks=pytest.mark.slow)]
)
def test_most_random_positions_are_decided(
    positions: int, states: int, share: float, setting: str, crop: bool
) -> None:
    rng = random.Random(7)
    rules = SETTINGS[setting].with_values(walls="unconditional")
    decided = 0
    for _ in range(positions):
        position, unit = random_unit(rng, rng.choice((3, 4)), 4, crop=crop)
        certificate = prove_python(Arena(position, unit, rules), Limits(nodes=states)).certificate
        if certificate is not None:
            check(certificate)
            decided += 1
    assert decided >= share * positions


# Limits


HARD = Position(3, 4, 0b0000_0001, 0b1000_0000_0000)


@pytest.mark.parametrize(
    ("limits", "named"),
    [
        (Limits(nodes=100), "100 nodes"),
        (Limits(seconds=0.0), "0 seconds"),
        (Limits(memory_mib=0), "0 MiB"),
    ],
)
def test_a_search_that_reaches_a_limit_says_so_and_guesses_nothing(limits: Limits, named: str) -> None:
    outcome = prove_python(Arena(HARD, 1, PROPOSAL), limits)
    assert (outcome.status, outcome.certificate, outcome.limit) == (Status.UNKNOWN, None, named)
    assert outcome.nodes <= 100


def test_the_same_node_limit_gives_the_same_search() -> None:
    first, second = (prove_python(Arena(HARD, 1, PROPOSAL), Limits(nodes=2000)) for _ in range(2))
    assert (first.status, first.nodes, first.method) == (second.status, second.nodes, second.method)


def test_low_caps_of_the_measures_are_raised_until_the_cycles_are_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prover_module, "_RANKS", 1)
    monkeypatch.setattr(prover_module, "_CREDITS", 1)
    assert deaths(1, 5) == (26, 106)
    assert deaths(2, 2) == (4, 44)


def test_a_unit_that_is_itself_a_wall_is_alive_without_evidence() -> None:
    rules = PROPOSAL.with_values(walls="unconditional")
    outcome = prove_python(Arena(Position(1, 5, 0b01110, 0), 0b01110, rules), Limits())
    assert (outcome.status, outcome.prover) == (Status.ALIVE, "static")
    assert outcome.certificate is not None
    assert outcome.certificate.evidence == ()
    check(outcome.certificate)


def test_the_checker_refuses_the_certificate_for_another_unit() -> None:
    position = Position(1, 4, 0b0010, 0b0100)
    outcome = prove_python(Arena(position, 0b0010, PROPOSAL), Limits())
    assert outcome.certificate is not None
    other = dataclasses.replace(outcome.certificate.claim, unit=0b0100)
    with pytest.raises(CertificateError):
        check(dataclasses.replace(outcome.certificate, claim=other))
