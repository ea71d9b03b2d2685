"""KataGo's main phase and cleanup phases: kos, marks, phases, the count."""

import pytest

from verifier.board import BLACK, WHITE, Position, parse_vertex, vertices
from verifier.errors import InputError
from verifier.jobs.playing.replay import outcome, record_of, replay
from verifier.notation import parse_diagram
from verifier.play.encore import EncoreGame, counted, independent_life
from verifier.play.ending import complete
from verifier.play.game import Cause, Game, IllegalMoveError
from verifier.play.setup import Setup
from verifier.rules import load_play_rules

RULES = load_play_rules("katago-encore")
KO = ".XO.\nX.XO\n.XO.\n....\n"
TRIPLE_KO = "......\nOO....\nXO....\n.XOOO.\nXXXXO.\nOX.XO.\n.OXOX.\nOOOOX.\n.OXXX.\nOOX.X.\nXXX...\n......\n"
SEND_TWO = ".X.XO.\nOOXXO.\n.XXOO.\nXXOO..\nOOO...\n......\n"
DEAD_STONE = ".XO..\nXXOO.\n.XXOO\nOXXO.\n.XXOO\n"


def play(text: str, record: str = "", to_move=BLACK, **options) -> EncoreGame:
    position = parse_diagram(text.strip()).position
    game = replay(Setup(position, to_move, **options), RULES, record_of(position, record))
    assert isinstance(game, EncoreGame)
    return game


def refused(game: EncoreGame, move: str) -> str:
    with pytest.raises(IllegalMoveError) as caught:
        game.play(parse_vertex(move, game.grid.rows, game.grid.cols))
    return str(caught.value)


def test_two_passes_end_each_of_three_phases():
    game = play(DEAD_STONE)
    for phase in ("main", "first cleanup", "second cleanup"):
        assert (game.phase, game.result, game.now.to_move) == (phase, None, BLACK)
        game.play_all([-1, -1])
    assert game.result is not None
    assert game.result.cause is Cause.COMPLETE


def test_a_game_with_cleanup_phases_is_no_plain_game():
    with pytest.raises(InputError, match="katago-encore has cleanup phases"):
        Game(RULES, Position(3, 3, 0, 0))
    with pytest.raises(InputError, match="both cleanup phases are to be played"):
        counted(play(DEAD_STONE, "pass pass"))
    with pytest.raises(InputError, match="counts the end of its games"):
        complete(play(DEAD_STONE, "pass pass pass pass pass pass"))


def test_in_the_main_phase_any_move_lifts_the_ban_on_a_ko():
    game = play(KO, "r4c4 r2c2")
    assert "[ko: docs/rulesv2.html" in refused(game, "r2c3")
    assert game.now.marks == 0
    assert play(KO, "r4c4 r2c2 r4c1 pass r2c3").now.lost == (1, 1)


def test_in_cleanup_a_ko_is_retaken_only_after_its_stone_is_unblocked():
    game = play(KO, "r4c4 pass pass r2c2")
    assert (game.phase, vertices(game.now.marks, 4, 4)) == ("first cleanup", ["B3"])
    assert "the stone that C3 retakes is blocked [encore: docs/rulesv2.html" in refused(game, "C3")
    # Threats and passes lift nothing.
    game.play_all([12, 3, -1, 13])
    assert "is blocked" in refused(game, "C3")
    game.play(parse_vertex("B3", 4, 4))
    assert game.now.marks == 0
    assert game.now.black == game.turns[-2].black
    game.play(-1)
    game.play(parse_vertex("C3", 4, 4))
    assert vertices(game.now.marks, 4, 4) == ["C3"]


def test_only_the_other_side_unblocks_and_only_a_lone_stone_in_atari():
    game = play(KO, "r4c4 pass pass r2c2")
    assert parse_vertex("B3", 4, 4) in game.legal_moves()
    game.play(-1)
    assert "B3 is no opposing stone in atari to be unblocked" in refused(game, "B3")
    game.play(parse_vertex("C3", 4, 4))  # White fills the ko
    assert vertices(game.now.marks, 4, 4) == ["B3"]
    assert "no opposing stone in atari" in refused(game, "B3")


def test_marks_are_gone_when_a_phase_begins():
    game = play(KO, "r4c4 pass pass r2c2 pass pass")
    assert (game.phase, game.now.marks) == ("second cleanup", 0)
    game.play(parse_vertex("C3", 4, 4))
    assert (game.now.bonus, game.now.lost) == ((1, 0), (1, 1))


def test_the_same_ko_is_not_taken_twice_on_one_board():
    game = play(KO, "r4c4 pass pass r2c2 B3 pass C3 C3")
    # White unblocked C3; now she takes again on the board of her first capture, which is refused.
    game.play(-1)
    assert "B3 takes the same ko on the same board again [encore" in refused(game, "B3")
    other = play(KO, "r4c4 pass pass r2c2 B3 pass C3 C3 r4c1")
    other.play(parse_vertex("B3", 4, 4))
    assert other.now.lost == (2, 1)


def test_a_pass_from_a_state_passed_from_before_ends_the_phase():
    """Sending two, returning one: White passes each round."""
    game = play(SEND_TWO, "r1c1 r1c3 r1c2 pass r1c1 r1c3 r1c2")
    assert game.phase == "main"
    game.play(-1)
    assert (game.phase, game.now.to_move) == ("first cleanup", BLACK)


def test_the_third_time_without_a_pass_there_is_no_result():
    cycle = "r4c1 r7c1 r6c3 r3c1 r6c1 r7c3 "
    once = play(TRIPLE_KO, cycle, WHITE)
    assert once.result is None
    twice = play(TRIPLE_KO, cycle * 2, WHITE)
    assert twice.result is not None
    assert (twice.result.cause, twice.result.void) == (Cause.REPETITION, True)
    # A pass on the way begins the count anew.
    assert play(TRIPLE_KO, cycle + "pass pass " + "pass pass", WHITE).phase == "second cleanup"


def test_a_dead_stone_is_taken_in_the_second_cleanup_without_loss():
    """What the page says the phase is for: four points and a prisoner to four points, however it is taken."""
    taken = "pass pass pass pass A1 pass A3 pass pass"
    found = outcome(play(DEAD_STONE, taken))
    assert (found.result, found.score.black.bonus) == ("B+1", 2)
    with_answers = "pass pass pass pass A1 E2 A3 E4 pass pass"
    assert outcome(play(DEAD_STONE, with_answers)).result == "B+1"
    early = "A1 pass A3 pass pass " + "pass pass pass pass"
    assert outcome(play(DEAD_STONE, early)).result == "W+1", "before that each move costs a point"


def test_dame_leave_nobody_an_independent_life():
    text = ".X.O.\nXX.OO\n.X.O.\nXX.OO\n.X.O.\n"
    position = parse_diagram(text.strip()).position
    assert independent_life(position.grid, (position.black, position.white)) == (0, 0)
    filled = parse_diagram(text.replace("X.O", "XXO").replace("X.OO", "XXOO").strip()).position
    black, white = independent_life(filled.grid, (filled.black, filled.white))
    assert (black & filled.empty).bit_count() == 3
    assert (white & filled.empty).bit_count() == 3


def test_a_chain_in_atari_leaves_none_either_and_an_eye_is_not_the_other_sides():
    position = parse_diagram("X.XO\nXXXO\nOOOO\n.O.O").position
    black, white = independent_life(position.grid, (position.black, position.white))
    assert (black & position.empty).bit_count() == 0, "in atari"
    assert vertices(white & position.empty, 4, 4) == ["A1", "C1"]
