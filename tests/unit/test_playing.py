"""Ordinary play: every rule refuses what its article forbids, and games end as the texts say."""

import pytest

from verifier.board import BLACK, WHITE, Position, parse_vertex, vertices
from verifier.errors import InputError
from verifier.notation import parse_diagram
from verifier.play.ending import Claims, agreed, complete, count
from verifier.play.game import Cause, Game, IllegalMoveError
from verifier.play.setup import Setup
from verifier.proof.endings.checker import check_ending
from verifier.rules import load_play_rules, play_names
from verifier.search.endings.solve import solve_threshold

KO = """
.XO.
X.XO
.XO.
....
"""
SEND_TWO = """
.X.XO.
OOXXO.
.XXOO.
XXOO..
OOO...
......
"""


def board(text: str) -> Position:
    return parse_diagram(text.strip()).position


def game(name: str, text: str, moves: str = "", **options) -> Game:
    position = board(text)
    started = Setup(position, **options).game(load_play_rules(name))
    for move in moves.split():
        started.play(point(position, move))
    return started


def point(position: Position, name: str) -> int:
    return -1 if name == "pass" else parse_vertex(name, position.rows, position.cols)


def refused(played: Game, move: str) -> str:
    before = played.turns
    with pytest.raises(IllegalMoveError) as caught:
        played.play(point(played.position, move))
    assert played.turns == before
    return str(caught.value)


@pytest.mark.parametrize("name", play_names())
def test_a_stone_on_a_stone_is_refused_by_every_ruleset(name):
    assert "B4 is occupied [moves: " in refused(game(name, KO), "r1c2")


@pytest.mark.parametrize("name", play_names())
def test_a_ko_is_not_retaken_at_once_under_any_ruleset(name):
    # Black's play makes the board that the retake would make: where that counts, a diagram has no maker.
    played = game(name, KO, moves="r4c4 r2c2")
    assert played.now.ko
    assert played.now.lost == (1, 0)
    message = refused(played, "r2c3")
    rule = "ko" if load_play_rules(name)["ko"] == "basic" else "repetition"
    assert f"[{rule}: {load_play_rules(name).article(rule)}]" in message


def test_a_pass_lifts_a_basic_ko_but_not_superko():
    game("nihonshiki2-prime", KO, "r2c2 r4c4 pass r2c3", to_move=WHITE)
    played = game("nihonshiki1", KO, "r2c2 pass pass", to_move=WHITE)
    assert "makes an earlier board again" in refused(played, "r2c3")


def test_after_a_ko_capture_and_a_pass_the_side_that_captured_may_not_pass():
    played = game("nihonshiki2-prime", KO, "r2c2 pass", to_move=WHITE)
    assert refused(played, "pass").endswith("ko capture, pass, pass is forbidden: the pass [ko_pass_pass: 規則7]")
    game("nihonshiki2", KO, "r2c2 pass pass", to_move=WHITE)


def test_a_ko_taken_before_the_start_is_remembered():
    after = ".XO.\nXO.O\n.XO.\n....\n"
    ko = point(board(after), "r2c3")
    for name, rule in (("nihonshiki2-prime", "ko"), ("nihonshiki1", "repetition")):
        played = game(name, after, ko=ko)
        assert f"[{rule}: " in refused(played, "r2c3")
    blocked = game("nihonshiki2-prime", after, "pass", ko=ko)
    assert "規則7" in refused(blocked, "pass")
    # Where it counts who made the earlier board, a ko that is named makes it a board of the side to move.
    assert "[repetition: " in refused(game("bga", after, ko=ko), "r2c3")
    game("bga", after, "r2c3")
    with pytest.raises(InputError, match=(
        "no single ko was taken at A4 by white: ko is the empty point from which the last move of white took a"
        " single stone in a ko: name that point, or leave ko out"
    )):
        game("nihonshiki1", after, ko=0)


def test_solver_and_checker_know_who_made_the_board_before_a_named_ko():
    rules = load_play_rules("tromp-taylor").with_values(repetition="natural situational", suicide="forbidden")
    before, after = board(".XO.\nX..O"), board(".XO.\nXO.O")
    ko = point(after, "r2c3")
    moves = ko, point(after, "r2c2")  # Black gives a stone, White takes it
    played = solve_threshold(Setup(before), rules, -7.0, moves=moves).certificate
    named = solve_threshold(Setup(after, ko=ko), rules, -7.0).certificate
    free = solve_threshold(Setup(after), rules, -7.0).certificate
    assert played is not None
    assert named is not None
    assert free is not None
    assert check_ending(named).nodes == check_ending(played).nodes
    assert named.nodes == played.nodes
    assert ko not in dict(named.nodes[0])
    assert ko in dict(free.nodes[0])


def test_suicide_is_refused_where_it_is_forbidden_and_counted_where_it_is_allowed():
    text = ".X..\nX...\n....\n....\n"
    assert "[suicide: 規則3]" in refused(game("nihonshiki1-prime", text, to_move=WHITE), "r1c1")
    # A single stone's suicide leaves the board as it was, which superko forbids.
    assert "[repetition: Rule 6" in refused(game("tromp-taylor", text, to_move=WHITE), "r1c1")
    two = game("tromp-taylor", "OX..\n.X..\nX...\n....\n", "r2c1", to_move=WHITE)
    assert two.now.white == 0
    assert two.now.lost == (0, 2)


def test_suicide_of_one_stone_changes_nothing_and_is_no_play_under_ing_rules():
    """Self-removal of a single stone is prohibited, of a group not: https://brailago.ro/856, article 1."""
    text = ".X..\nX...\n....\n....\n"
    assert "takes off nothing but itself [suicide: law 3" in refused(game("ing1991", text, to_move=WHITE), "r1c1")
    two = game("ing1991", "OX..\n.X..\nX...\n....\n", "r2c1", to_move=WHITE)
    assert (two.now.white, two.now.lost) == (0, (0, 2))
    taking = game("ing1991", ".XO.\nXO..\nO...\n....\n", "r1c1", to_move=WHITE)
    assert taking.now.lost == (2, 0), "not suicide: it takes both stones"


def test_a_cycle_that_costs_prisoners_loses_under_the_prime_rules_and_is_refused_under_superko():
    text = SEND_TWO
    cycle = "r1c1 r1c3 r1c2"
    played = game("nihonshiki2-prime", text, cycle)
    assert played.result is not None
    assert (played.result.cause, played.result.winner) == (Cause.REPETITION, WHITE)
    assert played.result.article == "規則5"
    superko = game("nihonshiki2", text, "r1c1 r1c3")
    assert "[repetition: " in refused(superko, "r1c2")


def test_the_word_of_rule_4_allows_a_play_that_takes_nothing_to_bring_a_board_back():
    """Table 2-1 speaks of plays that capture, axiom 7-1 of all plays: they are different rules."""
    moves = "A2 A1 B2 pass B1 A1"
    assert "[repetition: 公理 7-1, 7-5]" in refused(game("ikeda-axioms", "..\n..\n", moves), "A2")
    played = game("ikeda-text", "..\n..\n", moves + " A2")
    assert played.now.lost == (3, 1)
    assert played.position.black == played.turns[2].black
    # The cycle cannot be closed again: its capture is refused.
    assert "[repetition: ルール 4" in refused(game("ikeda-text", "..\n..\n", moves + " A2 pass B2 pass"), "B1")


def test_a_handed_turn_is_no_pass_and_forgets_no_board():
    played = game("nihonshiki1-prime", KO, to_move=WHITE, moves="r2c2")
    assert "retakes a ko at once" in refused(played, "r2c3")
    played.hand_turn(WHITE)
    played.play(point(played.position, "r4c4"))
    assert played.refusal(point(played.position, "r2c3")) is None, "a move was made in between"
    assert (played.now.passes, played.now.paid) == (0, (0, 0))
    ended = game("tromp-taylor", KO, moves="pass pass")
    ended.hand_turn(WHITE)
    assert ended.result is None
    superko = game("tromp-taylor", KO, to_move=WHITE, moves="r2c2")
    superko.hand_turn(BLACK)
    assert "makes an earlier board again" in refused(superko, "r2c3")
    over = game("nihonshiki1", KO)
    over.resign()
    with pytest.raises(InputError, match="resignation"):
        over.hand_turn(BLACK)


def test_undo_takes_back_moves_and_claims():
    played = game("nihonshiki2-prime", KO, "r4c4 pass pass")
    played.agree()
    assert played.result is not None
    assert played.undo().passes == 2
    played.resign(WHITE)
    assert played.result is not None
    assert played.result.winner is BLACK
    for _ in range(4):
        played.undo()
    with pytest.raises(InputError, match="nothing to undo"):
        played.undo()


def test_a_foul_loses_only_where_the_rules_say_so():
    played = game("japanese-counting", KO, "r2c2", to_move=WHITE)
    assert played.forfeit(point(played.position, "r2c3")).axis == "ko"
    assert played.result is not None
    assert (played.result.cause, played.result.winner, played.result.article) == (Cause.ILLEGAL, WHITE, "Article 14")
    lenient = game("jungo", KO, "r2c2", to_move=WHITE)
    lenient.forfeit(point(lenient.position, "r2c3"))
    assert lenient.result is None
    with pytest.raises(InputError, match="the move is legal"):
        lenient.forfeit(-1)


def test_nothing_is_played_after_the_end():
    played = game("jungo", KO, "pass pass")
    assert played.legal_moves() == []
    with pytest.raises(InputError, match=r"the game is over \(complete end\)"):
        played.play(-1)


def test_the_first_two_passes_are_free_and_later_ones_cost_a_stone_each():
    played = game("nihonshiki2-prime", KO, "pass pass pass pass")
    assert played.result is not None
    # Black moved first after the stop and did not make the last pass.
    assert played.now.paid == (1, 1)


def test_the_last_pass_of_the_first_mover_after_the_stop_is_free():
    played = game("nihonshiki1", KO, "pass pass r4c4 pass pass")
    assert played.result is not None
    assert played.now.paid == (0, 1)
    prime = game("nihonshiki1-prime", KO, "pass pass r4c4 pass pass pass pass")
    assert prime.result is not None
    assert prime.now.paid == (1, 2)


def test_an_agreed_end_gives_the_last_pass_of_the_first_mover_back():
    played = game("nihonshiki2-prime", KO, "pass pass r4c4 pass pass")
    assert played.now.paid == (1, 1)
    played.agree()
    assert played.now.paid == (0, 1)
    assert played.undo().paid == (1, 1)


def test_rule_8_of_the_first_japanese_style_gives_no_pass_back_at_an_agreed_end():
    played = game("nihonshiki1-prime", KO, "pass pass r4c4 pass pass")
    played.agree()
    assert played.now.paid == (1, 1)


def test_two_more_passes_end_ikedas_game_and_a_third_alone_does_not():
    played = game("ikeda-axioms", KO, "pass pass pass")
    assert played.result is None
    played.play(-1)
    assert played.result is not None
    later = game("ikeda-axioms", KO, "pass pass r4c4 pass pass")
    assert later.result is not None
    four = game("nihonshiki2-prime", KO, "pass pass r4c4 pass pass")
    assert four.result is None


def test_the_second_player_passes_last_in_the_corrected_donburi():
    played = game("donburi-corrected", KO, "r4c4 pass pass")
    assert played.result is None
    played.play(-1)
    assert played.result is not None
    assert (played.now.paid, complete(played).lead) == ((1, 2), 1)
    plain = game("donburi", KO, "r4c4 pass pass")
    assert complete(plain).lead == 0


def test_agreement_needs_a_stop_and_rules_that_know_it():
    with pytest.raises(InputError, match="two passes in a row have just stopped play"):
        game("nihonshiki2-prime", KO, "pass").agree()
    with pytest.raises(InputError, match="ruleset ikeda-text has no agreed end"):
        game("ikeda-text", KO, "pass pass").agree()


def test_agreed_dead_stones_are_prisoners_and_claims_fit_the_board():
    text = ".X.O\nXXOO\nOXO.\n.XO.\n"
    played = game("japanese-counting", text, "pass pass")
    played.agree()
    dead = 1 << 8
    score = agreed(played, Claims(dead=dead, seki=board(text).black | board(text).white & ~dead))
    assert (score.black.lost, score.white.lost) == (0, 1)
    assert vertices(score.black.territory, 4, 4) == []
    assert vertices(score.dame, 4, 4) == ["C4"]
    seki_eyes = Game(load_play_rules("japanese-counting-seki-eyes"), board(text))
    seki_eyes.play_all([-1, -1])
    seki_eyes.agree()
    score = agreed(seki_eyes, Claims(dead=dead))
    assert vertices(score.black.territory, 4, 4) == ["A4", "A2", "A1"]
    assert (score.black.total, score.white.total) == (4, 2)
    with pytest.raises(InputError, match="whole chains"):
        agreed(played, Claims(dead=1 << 1))
    with pytest.raises(InputError, match="without a living stone"):
        agreed(played, Claims(dead=dead, seki=dead))
    with pytest.raises(InputError, match="one-sided dame are empty points"):
        agreed(played, Claims(one_sided=(1 << 1, 0)))


def test_seki_eyes_count_or_not_as_the_ruleset_says():
    text = ".XXO.\nXXOOO\n.XO..\nXXOOO\nX.O..\n"
    stones = board(text)
    both = stones.black, stones.white
    for name, points in (("japanese-counting", (0, 0)), ("japanese-counting-seki-eyes", (2, 5))):
        score = count(load_play_rules(name), stones.grid, both)
        assert (score.black.territory.bit_count(), score.white.territory.bit_count()) == points
    assert count(load_play_rules("jungo"), stones.grid, both).lead == 8 - 9


def test_a_crop_and_breathless_chains_are_refused():
    crop = parse_diagram("┌●┬\n├┼┼\n├┼┼\n").position
    with pytest.raises(InputError, match="complete board"):
        Game(load_play_rules("jungo"), crop)
    with pytest.raises(InputError, match="the chain at A2 has no liberty"):
        Game(load_play_rules("jungo"), Position(2, 2, 0b0001, 0b0110))
