"""The range of a filled board with unknown chains holds the count of every other assignment."""

import itertools
import random
import zlib

import pytest
from test_dame import position_of

from verifier.adjudicate.staged import judge_board
from verifier.board import BLACK, SYMMETRIES, Position, swap_colours, transform
from verifier.board.grid import bits
from verifier.board.symmetry import transform_mask
from verifier.jobs.audit import filled_bounds as module
from verifier.jobs.audit.filled import given_count, proved_count
from verifier.jobs.audit.filled_bounds import filled_bounds
from verifier.notation import Diagram, parse_diagram
from verifier.play.placing import place
from verifier.rules import load_ruleset
from verifier.search import Limits, Status


def played(rng, rows, cols):
    """A board after random play in which no side fills a point that only its own stones touch."""
    grid, stones, ban, colour, passes = Position(rows, cols, 0, 0).grid, (0, 0), -1, BLACK, 0
    for _ in range(3 * rows * cols):
        empty = grid.full & ~(stones[0] | stones[1])
        points = [p for p in bits(empty) if p != ban and grid.neighbours[p] & ~stones[colour]]
        plays = (place(grid, *stones, colour, p) for p in rng.sample(points, len(points)))
        made = next((play for play in plays if not play.own_taken), None)
        passes, ban = (passes + 1, -1) if made is None else (0, made.ban)
        stones = stones if made is None else made.stones
        colour = colour.opponent
        if passes == 2:
            break
    return stones


def boards(seed, number):
    """Boards of random play with some stones taken off, so that there are dame."""
    rng = random.Random(zlib.crc32(seed.encode()))
    for _ in range(number):
        rows, cols = rng.choice(((4, 5), (5, 5), (5, 6), (6, 6)))
        off = sum({1 << rng.randrange(rows * cols) for _ in range(rng.randrange(6))})
        black, white = (stones & ~off for stones in played(rng, rows, cols))
        yield Position(rows, cols, black, white)


def filled(position, ruleset):
    """The counts with every choice of up to three dead chains with which filling comes to its end."""
    units = list(position.units())
    for size in range(min(3, len(units)) + 1):
        for dead in itertools.combinations(units, size):
            found = given_count(position, dead, ruleset)
            if found.lead is not None:
                yield frozenset(dead), found


def compared(position, ruleset):
    """For two choices of dead chains: the count with the one, and the range as if the other had been guessed."""
    for (dead, truth), (guess, found) in itertools.permutations(filled(position, ruleset), 2):
        filling, changed = found.filling, sum(dead ^ guess)
        statuses = {
            unit: Status.UNKNOWN
            if unit & changed
            else Status.DEAD if unit in filling.end_dead else Status.ALIVE
            for unit in filling.end.units()
        }  # fmt: skip
        if Status.UNKNOWN in statuses.values():
            low, high = filled_bounds(filling, statuses, ruleset)
            shift = filling.taken[0] - filling.taken[1]
            yield truth, found, (min(low + shift, found.lead[0]), max(high + shift, found.lead[1]))


@pytest.mark.parametrize("number", [150, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("rules", ["japanese1989", "korean"])
@pytest.mark.parametrize("most", [6, 0], ids=["in all ways", "by sure points"])
def test_the_range_holds_what_other_statuses_make(rules, most, number, monkeypatch):
    monkeypatch.setattr(module, "_MOST_UNKNOWN", most)
    ruleset, cases, moves = load_ruleset(rules), 0, 0
    for position in boards(rules, number):
        for truth, found, (low, high) in compared(position, ruleset):
            assert low <= truth.lead[0] <= truth.lead[1] <= high, position
            cases += 1
            moves += bool(found.filling.moves)
    assert cases > number / 3, "there is something to compare"
    assert moves > number / 20, "and some of it has dame"


@pytest.mark.parametrize("number", [40, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_filled_board_counts_the_same_however_it_lies(number):
    ruleset, filled_boards = load_ruleset("japanese1989"), 0
    for position in boards("turned", number):
        rows, cols = position.rows, position.cols
        for dead in [(), *itertools.combinations(position.units(), 1)]:
            found = given_count(position, dead, ruleset)
            filled_boards += len(found.filling.moves) > 1
            for symmetry in SYMMETRIES:
                turned = transform(position, symmetry)
                gone = [transform_mask(unit, rows, cols, symmetry) for unit in dead]
                assert given_count(turned, gone, ruleset).lead == found.lead, position
                other = given_count(swap_colours(turned), gone, ruleset).lead
                assert (other and (-other[1], -other[0])) == found.lead, position
    assert filled_boards > number / 40


def test_the_order_of_points_may_matter():
    """White has to defend where Black fills C4 and then C3, and not where he takes another way."""
    text = """
    O O X X . X
    . . O X X .
    O O . X X X
    . O . . O O
    . O O O O .
    . O . O . O
    """
    position, ruleset = parse_diagram(text).position, load_ruleset("japanese1989")
    assert given_count(position, (), ruleset).lead == (-6, -5)
    leads = {
        given_count(transform(position, symmetry), (), ruleset, every_order=False).lead for symmetry in SYMMETRIES
    }
    assert leads == {(-6, -5), (-5, -5)}, "board order alone makes a difference"


@pytest.mark.parametrize("name", ["cut", "atari", "harmless"])
def test_what_is_proved_after_the_filling_alone_decides_no_result(name):
    """Whether to fill as was done rests on the chains of the board as it stands, of which nothing is proved."""
    position, dead = position_of(name)
    ruleset = load_ruleset("japanese1989")
    nothing = judge_board(Diagram(position), ruleset, limits=Limits(nodes=1))
    assert not nothing.complete

    def judging(end, likely, known):
        return judge_board(Diagram(end), ruleset, guess=likely, limits=Limits(seconds=10))

    whole = proved_count(position, judging(position, dead, ()), dead, ruleset, judging)
    part = proved_count(position, nothing, dead, ruleset, judging)
    assert whole.decided
    assert part.judgement.complete, "all chains of the filled board are proved"
    assert not part.decided
    if part.lead is None:
        assert part.unknown.startswith("nothing is proved of")
    else:
        assert part.lead[0] <= whole.lead[0] <= part.lead[1]
