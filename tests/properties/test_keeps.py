"""Walls by proof are never taken, kept chains are alive, and walls change no verdict but where kos decide."""

import dataclasses
import random

import pytest
from keeping import Keeper, play_on, random_board, stones_of

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import SYMMETRIES, Colour, Mask, Position, swap_colours, transform
from verifier.board.symmetry import transform_mask
from verifier.play import PASS, Keeping, Pattern
from verifier.proof import Answer, Cover, Keep, check_keep
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, find_keeps, prove
from verifier.search.native import DenseTable, available

needs_kernel = pytest.mark.skipif(not available(), reason="the native kernel is not built")

UNCONDITIONAL = load_ruleset("proposal2012")
INDEPENDENT = load_ruleset("proposal2012[walls=independent]")
LIMITS = Limits(nodes=20_000, seconds=1e9, wall_nodes=1_000)


def boards_with_walls(seed: int, sizes: list[tuple[int, int]], number: int) -> list[tuple[Position, tuple[Keep, ...]]]:
    rng = random.Random(seed)
    found: list[tuple[Position, tuple[Keep, ...]]] = []
    while len(found) < number:
        board = random_board(rng, *rng.choice(sizes))
        if keeps := find_keeps(board, LIMITS):
            found.append((board, keeps))
    return found


def sides(board: Position, keeps: tuple[Keep, ...]) -> list[tuple[Colour, list[Keep]]]:
    pairs = [(colour, [keep for keep in keeps if keep.colour == colour]) for colour in Colour]
    return [(colour, mine) for colour, mine in pairs if mine]


def guard(seed: int, number: int) -> int:
    rng = random.Random(seed)
    answers = 0
    for board, keeps in boards_with_walls(seed, [(4, 4), (4, 5), (5, 5), (6, 6), (7, 7)], number):
        for colour, mine in sides(board, keeps):
            for _ in range(6):
                answers += play_on(Keeper(board, colour, mine), rng, 30)
    return answers


@needs_kernel
def test_no_play_takes_a_wall_whose_owner_answers_and_else_plays_elsewhere():
    assert guard(1, 60) > 400


@pytest.mark.slow
@needs_kernel
def test_no_play_takes_a_wall_over_many_boards():
    assert sum(guard(seed, 100) for seed in range(2, 22)) > 10_000


def tables(seed: int, number: int, most: int) -> int:
    count = 0
    for board, keeps in boards_with_walls(seed, [(2, 4), (3, 3)], number):
        for colour, mine in sides(board, keeps):
            game = Keeping(board, colour, stones_of(mine, colour))
            if 0 < game.locale.bit_count() <= most:
                assert DenseTable(game).owner_wins(game.start) is True, (board, colour)
                count += 1
    return count


@needs_kernel
def test_tables_say_that_all_walls_of_a_colour_are_kept_together():
    assert tables(3, 20, 8) > 5


@pytest.mark.slow
@needs_kernel
def test_larger_tables_say_so_too():
    assert tables(4, 60, 9) > 30


@needs_kernel
def test_the_python_prover_agrees_on_what_is_kept():
    kept = lost = 0
    rng = random.Random(4)
    for _ in range(60):
        board = random_board(rng, *rng.choice([(3, 3), (3, 4)]))
        for chain in board.units():
            colour = Colour.BLACK if chain & board.black else Colour.WHITE
            try:
                game = Keeping(board, colour, chain)
            except ValueError:
                continue
            statuses = {prove(game, limits=LIMITS, prover=name).status for name in ("native", "python")}
            assert Status.UNKNOWN in statuses or len(statuses) == 1, (board, chain)
            kept += statuses == {Status.ALIVE}
            lost += statuses == {Status.DEAD}
    assert kept > 10
    assert lost > 40


@needs_kernel
def test_the_python_prover_finds_walls_too():
    found = 0
    for board, keeps in boards_with_walls(5, [(3, 3), (3, 4)], 12):
        again = find_keeps(board, dataclasses.replace(LIMITS, wall_nodes=300), prover="python")
        walls = 0
        for keep in again:
            check_keep(board, keep, walls)
            walls |= keep.stones
        found += bool(walls & sum(keep.stones for keep in keeps))
    assert found > 6


def turned(keep: Keep, board: Position, symmetry: str) -> Keep:
    def turn(mask: Mask) -> Mask:
        return transform_mask(mask, board.rows, board.cols, symmetry)

    def place(point: int | None) -> int | None:
        return point if point is None or point == PASS else turn(1 << point).bit_length() - 1

    def cover(old: Cover) -> Cover:
        return old._replace(move=place(old.move)) if isinstance(old, Answer) else old

    nodes = []
    for node in keep.evidence.nodes:
        p = node.pattern
        pattern = Pattern(turn(p.zone), turn(p.black), turn(p.white), -1, p.to_move, turn(p.eyes))
        replies = {place(point): cover(target) for point, target in node.replies.items()}
        after = cover(node.after)
        nodes.append(dataclasses.replace(node, pattern=pattern, move=place(node.move), after=after, replies=replies))
    return Keep(turn(keep.stones), dataclasses.replace(keep.evidence, nodes=tuple(nodes)))


@needs_kernel
def test_a_proof_of_a_wall_holds_in_every_orientation():
    proofs = 0
    for board, keeps in boards_with_walls(6, [(3, 4), (4, 5), (5, 5)], 15):
        for symmetry in SYMMETRIES:
            walls = 0
            for keep in keeps:
                image = turned(keep, board, symmetry)
                check_keep(transform(board, symmetry), image, walls)
                walls |= image.stones
                proofs += 1
    assert proofs > 100


@needs_kernel
def test_walls_do_not_depend_on_the_names_of_the_colours():
    for board, keeps in boards_with_walls(7, [(4, 5), (5, 5), (6, 6)], 20):
        swapped = find_keeps(swap_colours(board), LIMITS)
        assert {keep.stones for keep in swapped} == {keep.stones for keep in keeps}


def compare(seed: int, number: int, settings: dict[str, str]) -> dict[str, int]:
    """Judge units with walls by proof and without, on the same boards."""
    counts = {"same": 0, "more": 0, "less": 0, "other": 0}
    few, many = UNCONDITIONAL.with_values(**settings), INDEPENDENT.with_values(**settings)
    for board, keeps in boards_with_walls(seed, [(4, 5), (5, 5), (5, 6), (6, 6)], number):
        kept = sum(keep.stones for keep in keeps)
        for unit in board.units():
            question = Question(board, unit, many, LIMITS, found=keeps)
            if not question.keeps():
                continue
            with_walls, without = decide(question), decide(Question(board, unit, few, LIMITS))
            assert "internal" not in with_walls.reason
            if unit & kept:
                assert with_walls.status is Status.ALIVE
                assert without.status is not Status.DEAD, (board, unit)
            known = [verdict.status is not Status.UNKNOWN for verdict in (with_walls, without)]
            if all(known):
                counts["same" if with_walls.status is without.status else "other"] += 1
            else:
                counts["more"] += known == [True, False]
                counts["less"] += known == [False, True]
    return counts


@needs_kernel
@pytest.mark.parametrize("settings", [{}, {"first_move": "attacker"}, {"ko": "none"}])
def test_kept_chains_are_alive_and_other_verdicts_stay(settings):
    counts = compare(9, 30, settings)
    assert counts["same"] > 25
    assert counts["other"] == 0
    assert counts["more"] >= counts["less"]


@pytest.mark.slow
@needs_kernel
@pytest.mark.parametrize("settings", [{}, {"first_move": "attacker"}, {"ko": "none"}])
def test_verdicts_stay_over_many_boards(settings):
    counts = {"same": 0, "more": 0, "less": 0, "other": 0}
    for seed in range(100, 115):
        for key, number in compare(seed, 50, settings).items():
            counts[key] += number
    assert counts["same"] > 500
    # Threats against walls may decide a ko where the walls are not there; without ko they decide nothing.
    assert counts["other"] <= (0 if settings.get("ko") == "none" else 5)
