"""The lost figures of four seki examples: boards with their properties, found by a SAT solver."""

import itertools

import pytest
from reference.seki_examples import EXAMPLES, reconstructions

from verifier.jobs.playing.case import load_play_case
from verifier.jobs.playing.replay import replay
from verifier.play.ending import complete, count
from verifier.rules import load_play_rules


@pytest.mark.parametrize("number", [4, 5, 6, 7])
def test_the_boards_have_the_stated_properties(number):
    example = EXAMPLES[number]
    boards = list(itertools.islice(reconstructions(number), 3))
    assert len({found.position for found in boards}) == 3
    for found in boards:
        position = found.position
        assert (position.black.bit_count(), position.white.bit_count()) == (example.stones, example.stones)
        assert not list(position.breathless())
        stones = position.black, position.white
        score = count(load_play_rules("japanese-counting"), position.grid, stones, seki=found.seki)
        assert (score.black.territory.bit_count(), score.white.territory.bit_count()) == example.territory
        assert score.dame.bit_count() == example.dame


@pytest.mark.parametrize("number", [4, 5, 6, 7])
def test_the_board_of_the_case_is_among_them_in_kind(number):
    case = load_play_case(f"reconstruction-{number}")
    assert len(case.lines) == 4
    assert all(line.claim == line.result for line in case.lines)
    stones = case.setup.position
    assert stones.black.bit_count() == EXAMPLES[number].stones


def test_the_stated_numbers_of_stones_and_prisoners_come_out():
    numbers = {4: ((21, 22), (1, 2)), 5: ((21, 21), (1, 1)), 6: ((20, 21), (1, 2)), 7: ((22, 21), (1, 1))}
    for number, (stones, prisoners) in numbers.items():
        case = load_play_case(f"reconstruction-{number}")
        pure, bowl = (complete(replay(case.setup, load_play_rules(name), line.moves))
                      for name, line in (("jungo", case.lines[1]), ("donburi", case.lines[2])))  # fmt: skip
        assert (pure.black.total, pure.white.total) == stones
        assert (bowl.black.total, bowl.white.total) == prisoners


def test_eyes_in_the_seki_would_turn_example_6_around_and_leave_the_others():
    """As the source says of a rule that counts them: example 5 stays a draw, in 6 Black wins by one."""
    for number, lead in ((4, -1), (5, 0), (6, 1)):
        position = load_play_case(f"reconstruction-{number}").setup.position
        stones = position.black, position.white
        rules = load_play_rules("japanese-counting-seki-eyes")
        assert count(rules, position.grid, stones).lead == lead
