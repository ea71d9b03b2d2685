"""The native prover: all its widths, its limits, and that it is deterministic."""

import pytest

from verifier.board import Position, vertex
from verifier.board.grid import Grid
from verifier.errors import InputError
from verifier.jobs.case import load_case
from verifier.play import Arena
from verifier.proof import check
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.native import DenseTable, available, prove_native

pytestmark = pytest.mark.skipif(not available(), reason="the kernel is not built")

PROPOSAL = load_ruleset("proposal2012")
WHOLE = PROPOSAL.with_values(walls="assumed")


def embedded(case_id: str, size: int) -> Position:
    """The crop of a case in the corner of a larger board, all the rest white but two far eyes."""
    small = load_case(case_id).position
    grid = Grid.of(size, size)

    def moved(mask: int) -> int:
        return sum(
            1 << (row * size + col)
            for row in range(small.rows)
            for col in range(small.cols)
            if mask >> (row * small.cols + col) & 1
        )

    black = moved(small.black)
    inner = moved(small.empty & ~small.outside)
    eyes = 1 << (grid.size - 1) | 1 << (grid.size - 3)
    return Position(size, size, black, grid.full & ~(black | inner | eyes), frozenset())


@pytest.mark.parametrize("size", [8, 9, 11, 12, 19])
def test_every_width_of_the_kernel_gives_the_verdicts_of_the_crop(size: int) -> None:
    case = load_case("ex10")
    claims = {unit: claim.status for unit, claim in case.claims_of("proposal2012").items()}
    position = embedded("ex10", size)
    for unit, status in claims.items():
        row, col = divmod((unit & -unit).bit_length() - 1, case.position.cols)
        arena = Arena(position, position.chain_at(row * size + col), WHOLE)
        assert arena.locale.bit_count() == size * size

        outcome = prove_native(arena, Limits(nodes=200_000))

        assert outcome.status is status, vertex(row * size + col, size, size)
        assert outcome.certificate is not None
        check(outcome.certificate)


def test_a_locale_beyond_the_widest_is_unknown_and_says_why() -> None:
    position = embedded("ex10", 20)
    arena = Arena(position, position.chain_at(0), WHOLE)

    outcome = prove_native(arena, Limits())

    assert outcome.status is Status.UNKNOWN
    assert outcome.limit == "locale over 361 points"


def hard() -> Arena:
    position = load_case("ex20").position
    return Arena(position, position.chain_at(0), PROPOSAL)


def test_the_search_is_deterministic_for_a_limit_on_states() -> None:
    first, second = (prove_native(hard(), Limits(nodes=30_000)) for _ in range(2))

    assert first.status is Status.UNKNOWN
    assert (first.nodes, first.limit) == (second.nodes, second.limit)
    assert first.limit == "30000 nodes"
    assert first.nodes <= 31_000


def test_limits_on_memory_and_time_end_the_search_and_are_named() -> None:
    assert prove_native(hard(), Limits(memory_mib=8)).limit == "8 MiB"
    assert prove_native(hard(), Limits(seconds=0.2)).limit == "0.2 seconds"


def test_the_ko_free_search_changes_no_verdict() -> None:
    position = load_case("ex16").position
    for unit in position.units():
        arena = Arena(position, unit, PROPOSAL)
        with_it, without = (prove_native(arena, Limits(), sandwich=budget) for budget in (5000, 0))
        assert with_it.status is without.status is not Status.UNKNOWN


def test_dense_tables_refuse_large_locales() -> None:
    with pytest.raises(InputError, match="dense tables hold 1 to 12 points"):
        DenseTable(hard())
