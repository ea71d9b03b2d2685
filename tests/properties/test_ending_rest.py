"""The bound for a side that only passes, against all that the other side can do then."""

import random

import pytest

from verifier.board import BLACK, WHITE, Colour, Position, shape_of, unconditionally_alive
from verifier.errors import CertificateError
from verifier.jobs.play_case import load_play_case
from verifier.play.game import PASS_MOVE, Cause, Game
from verifier.play.setup import Setup
from verifier.proof.ending import EndingCertificate, EndingClaim, check_ending, value_of
from verifier.proof.ending_rest import least_lead, resting
from verifier.rules import PlayRules, load_play_rules, play_names

AREA = load_play_rules("tromp-taylor").with_values(suicide="forbidden")
ADDED = (
    load_play_rules("nihonshiki2").with_values(last_pass="paid"),
    load_play_rules("nihonshiki1").with_values(score="prisoners", pass_price="a stone", repetition="situational"),
    AREA,
    AREA.with_values(repetition="natural situational", score="stones"),
    load_play_rules("nihonshiki1-prime").with_values(repetition="prisoner balance, else the player loses"),
)
RULES = (*(load_play_rules(name) for name in play_names()), *ADDED)
SIZES = ((1, 5), (2, 3), (1, 6), (3, 3))


def worst(game: Game, side: Colour, known: dict[tuple[object, ...], float]) -> float:
    """Black's value in the worst end for *side* that the other side can reach while *side* only passes."""
    if game.result is not None:
        return value_of(game)
    now = game.now
    # Only one side plays, and without suicide: what is on the board tells all that happened since the start.
    key = (now.stones, now.to_move, now.ban, now.ko, now.passes, now.first_after_stop, now.late, now.lost, now.paid)
    if key not in known:
        values = []
        for move in [PASS_MOVE] if now.to_move is side else game.legal_moves():
            game.play(move)
            values.append(worst(game, side, known))
            game.undo()
        known[key] = min(values) if side is BLACK else max(values)
    return known[key]


def random_games(rules: PlayRules, rng: random.Random):
    """Games under way, many of them with living stones, some after the stop."""
    rows, cols = rng.choice(SIZES)
    cells = [rng.choice((0, 1, 1, 2)) for _ in range(rows * cols)]
    if rng.random() < 0.5:
        cells = [3 - c if c else 0 for c in cells]
    position = Position(rows, cols, *(sum(1 << i for i, c in enumerate(cells) if c == side) for side in (1, 2)))
    if list(position.breathless()):
        return
    game = Setup(position, rng.choice(list(Colour)), rng.choice((0.0, 0.0, 0.5))).game(rules)
    for _ in range(rng.randrange(7)):
        moves = game.legal_moves()
        if not moves:
            return
        game.play(PASS_MOVE if PASS_MOVE in moves and rng.random() < 0.5 else rng.choice(moves))
    if game.result is None:
        yield game


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_no_line_ends_worse_for_a_side_that_rests_than_its_bound_says(rules):
    rng, found, exact = random.Random(7), 0, 0
    for _ in range(1500):
        for game in random_games(rules, rng):
            for side in Colour:
                now = game.now
                own, other = now.stones[side], now.stones[side.opponent]
                kept = unconditionally_alive(shape_of(game.grid, game.grid.full, own, 0, 0), other)
                lead = least_lead(game, side, kept)
                bound = lead - game.komi if side is BLACK else -lead - game.komi
                asked = bound if side is BLACK else bound + 1
                if not kept or resting(game, side, asked) is None:
                    continue
                assert resting(game, side, bound + 1 if side is BLACK else bound) is None
                value = worst(game, side, {})
                assert value >= bound if side is BLACK else value <= bound
                found += 1
                exact += value == bound
        if found >= 60:
            break
    if rules["seki"] == "has dame" or rules["suicide"] == "allowed":
        assert found == 0
    else:
        assert found >= 20
        assert exact > 0


def test_a_capture_of_a_ko_that_could_be_retaken_is_no_rest_under_prisoner_balance():
    """The other side could end the game by making an earlier board again."""
    rules = load_play_rules("nihonshiki2-prime")
    refused = 0
    rng = random.Random(11)
    for _ in range(3000):
        for game in random_games(rules, rng):
            for side in Colour:
                worse = -1000.0 if side is BLACK else 1000.0
                if resting(game, side, worse) is None:
                    refused += 1
                    ends = set()
                    _all_ends(game, side, ends, set())
                    if Cause.REPETITION in ends or Cause.NO_MOVE in ends:
                        return
    pytest.fail(f"{refused} refusals and none needed")


def _all_ends(game: Game, side: Colour, ends: set[Cause], seen: set[object]) -> None:
    if game.result is not None:
        ends.add(game.result.cause)
        return
    now = game.now
    key = (now.stones, now.to_move, now.passes, now.ko, now.stopped, now.move)
    if key in seen:
        return
    seen.add(key)
    legal = game.legal_moves()
    for move in [PASS_MOVE] if now.to_move is side and PASS_MOVE in legal else legal:
        game.play(move)
        _all_ends(game, side, ends, seen)
        game.undo()


def test_stones_that_live_only_because_suicide_is_forbidden_do_not_rest():
    """On .XX.OO White gives up three stones at D1 and can take Black's two from the empty points they leave."""
    setup = Setup(Position(1, 6, 0b000110, 0b110000), WHITE)
    assert resting(setup.game(AREA), BLACK, -2) is not None
    game = setup.game(load_play_rules("tromp-taylor"))
    assert resting(game, BLACK, -2) is None
    for move in (3, PASS_MOVE, 4, PASS_MOVE, 3, PASS_MOVE, 0):
        game.play(move)
    assert not game.now.black


def test_a_rest_that_is_not_enough_is_refused():
    """Black owns 1x5 with three eyes: a lead of 5 by area, whatever White does, and no more."""
    setup = Setup(Position(1, 5, 0b01010, 0), WHITE)
    for at_least, accepted in ((5, True), (6, False)):
        claim = EndingClaim(AREA, setup, (), at_least, BLACK)
        if accepted:
            assert check_ending(EndingCertificate(claim, ((),))).nodes == 1
        else:
            with pytest.raises(CertificateError, match="has not enough to pass from now on"):
                check_ending(EndingCertificate(claim, ((),)))


def test_an_empty_node_proves_nothing_before_the_fight_is_over():
    setup = load_play_case("pika-teire").setup
    for name in play_names():
        for side, at_least in ((BLACK, 1), (WHITE, 0)):
            claim = EndingClaim(load_play_rules(name), setup, (), at_least, side)
            with pytest.raises(CertificateError):
                check_ending(EndingCertificate(claim, ((),)))
