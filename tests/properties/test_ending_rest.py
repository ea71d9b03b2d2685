"""The bound for a side that only passes, against all that the other side can do then."""

import random

import pytest

from verifier.board import BLACK, WHITE, Colour, Position
from verifier.board.grid import bits
from verifier.errors import CertificateError, InputError
from verifier.jobs.playing.case import load_play_case
from verifier.play.game import PASS, Cause, Game
from verifier.play.setup import Setup
from verifier.proof.endings import checker as ending
from verifier.proof.endings.checker import EndingCertificate, EndingClaim, check_ending, value_of
from verifier.proof.endings.rest import least_lead, resting, rests, safe_territories
from verifier.proof.endings.safe_territory import SafeTerritory, alternating_play
from verifier.rules import PLAY_AXES, SOLVED, PlayRules, load_play_rules, solved_names

AREA = load_play_rules("tromp-taylor").with_values(suicide="forbidden")
ADDED = (
    load_play_rules("nihonshiki2").with_values(last_pass="paid"),
    load_play_rules("nihonshiki1").with_values(score="prisoners", pass_price="a stone", repetition="situational"),
    AREA,
    AREA.with_values(stop="two end after the first", first_pass="half a point to White"),
    AREA.with_values(repetition="natural situational", score="stones"),
    load_play_rules("nihonshiki1-prime").with_values(repetition="prisoner balance, else the player loses"),
)
RULES = (*(load_play_rules(name) for name in solved_names()), *ADDED)
SIZES = ((1, 5), (2, 3), (1, 6), (3, 3))
MOST_FREE = 6
"""Empty points of boards with homes: all plays of the other side are tried, and they are taken and played again."""


def worst(
    game: Game, side: Colour, homes: list[SafeTerritory], known: dict[tuple[object, ...], float], begun: int
) -> float:
    """Black's value in the worst end for *side* that the other side can reach while *side* rests.

    *begun* is the number of turns before it does.
    """
    if game.result is not None:
        return value_of(game)
    # Stones of *side* at home only become more, and meanwhile those of the other side: the present tells which
    # boards there were since then, and whether a board before it is three moves old (prisoner balance) is told by
    # the number of moves.
    past = game.past
    key = (*ending._state(game, past), min(len(past) - begun, 3))
    if key not in known:
        values = []
        for move in [answer_at_home(game, side, homes)] if game.now.to_move is side else game.legal_moves():
            game.play(move)
            values.append(worst(game, side, homes, known, begun))
            game.undo()
        known[key] = min(values) if side is BLACK else max(values)
    return known[key]


def answer_at_home(game: Game, side: Colour, homes: list[SafeTerritory]) -> int:
    """A play that saves a home, or after the stop one that brings a home nearer to its end; else a pass."""
    now, play = game.now, alternating_play(game.grid)
    own, theirs = now.stones[side], now.stones[side.opponent]
    for urgent in (True, False):
        for home in homes:
            whole = home.region | home.chains
            present = SafeTerritory(home.region & ~own, own & whole)
            if play.holds(present, theirs) if urgent else not now.stopped or play.settled(present, theirs):
                continue
            for move in bits(present.region & ~theirs):
                if game.refusal(move) is not None:
                    continue
                game.play(move)
                after = SafeTerritory(home.region & ~game.now.stones[side], game.now.stones[side] & whole)
                saved = play.holds(after, game.now.stones[side.opponent])
                game.undo()
                if saved:
                    return move
            pytest.fail("a home is lost")
    return PASS


def compared(game: Game, side: Colour) -> tuple[float, float, bool] | None:
    """The bound and the worst value if *side* rests now, and whether it has homes; None where it may not rest."""
    found = None
    for rest in rests(game, side):
        if not rest.kept:
            continue
        lead = least_lead(game, side, rest)
        bound = lead - game.komi if side is BLACK else -lead - game.komi
        if found is None or (bound > found[0] if side is BLACK else bound < found[0]):
            found = bound, rest
    free = game.grid.full & ~(game.now.black | game.now.white)
    if found is None or (found[1].room and free.bit_count() > MOST_FREE):
        return None
    bound, best = found
    rest = resting(game, side, bound if side is BLACK else bound + 1)
    if rest is None:
        return None
    assert rest == best
    assert resting(game, side, bound + 1 if side is BLACK else bound) is None
    homes = safe_territories(game, side) if rest.room else []
    return bound, worst(game, side, homes, {}, len(game.past)), bool(homes)


def random_rules(rng: random.Random) -> PlayRules:
    """Any values of the axes that do not contradict each other, most of them such that a side may rest."""
    while True:
        values = {name: rng.choice(list(SOLVED.get(name, axis.values))) for name, axis in PLAY_AXES.items()}
        if rng.random() < 0.9:
            values["suicide"] = "forbidden"
            values["seki"] = rng.choice(("none", "capturable"))
        try:
            return PlayRules("any", tuple(values.items()))
        except InputError:
            continue


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
        game.play(PASS if PASS in moves and rng.random() < 0.5 else rng.choice(moves))
    if game.result is None:
        yield game


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.id)
def test_no_line_ends_worse_for_a_side_that_rests_than_its_bound_says(rules):
    rng, found, exact = random.Random(7), 0, 0
    for _ in range(1500):
        for game in random_games(rules, rng):
            for side in Colour:
                both = compared(game, side)
                if both is None:
                    continue
                bound, value, _ = both
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


def test_no_values_of_the_axes_together_make_the_bound_wrong():
    rng, found, exact = random.Random(3), 0, 0
    while found < 250:
        for game in random_games(random_rules(rng), rng):
            for side in Colour:
                both = compared(game, side)
                if both is not None:
                    bound, value, _ = both
                    assert value >= bound if side is BLACK else value <= bound
                    found += 1
                    exact += value == bound
    assert exact > 20


HOMES = [name for name in solved_names() if load_play_rules(name)["pass_price"] == "a stone after the stop"]


def at_home(rng: random.Random, rules: PlayRules) -> Game | None:
    """A game in which one side has a room, the other side perhaps stones in it, and any stones are outside.

    Often one stone of the wall was played after the stop.
    """
    rows, cols = rng.choice(((1, 8), (2, 4), (2, 5), (3, 3), (3, 4), (2, 6)))
    size = rows * cols
    grid = Position(rows, cols, 0, 0).grid
    room = 1 << rng.randrange(size)
    for _ in range(rng.randrange(2, 5)):
        room |= 1 << rng.choice(list(bits(grid.dilate(room))))
    wall = grid.dilate(room) & ~room
    stones = [wall, 0]
    for point in range(size):
        if room >> point & 1:
            stones[1] |= (rng.random() < 0.15) << point
        elif not wall >> point & 1 and rng.random() < 0.7:
            stones[rng.random() < 0.7] |= 1 << point
    owner = rng.choice(list(Colour))
    gate = rng.choice(list(bits(wall))) if wall and rng.random() < 0.5 else -1
    if gate >= 0:
        stones[0] &= ~(1 << gate)
    position = Position(rows, cols, *(stones[::-1] if owner else stones))
    if list(position.breathless()) or position.empty.bit_count() > MOST_FREE + 1:
        return None
    komi = rng.choice((0.0, 0.5))
    game = Setup(position, owner if gate >= 0 else rng.choice(list(Colour)), komi).game(rules)
    opening = (PASS, PASS, gate) if gate >= 0 else ()
    for number in range(len(opening) + rng.randrange(6)):
        moves = game.legal_moves()
        if game.result is not None or not moves:
            return None
        move = rng.choice(moves)
        if number < len(opening):
            move = opening[number]
        elif PASS in moves and rng.random() < 0.4:
            move = PASS
        if move not in moves:
            return None
        game.play(move)
    return game if game.result is None else None


@pytest.mark.parametrize(
    ("games", "least"), [(50, 15), pytest.param(1200, 400, marks=pytest.mark.slow)], ids=["some", "many"]
)
@pytest.mark.parametrize("name", HOMES)
def test_no_line_ends_worse_for_a_side_that_answers_at_home_than_its_bound_says(name, games, least):
    """*least* is how many of the *games* have a living stone that was played after the stop."""
    rng, found, exact, late = random.Random(23), 0, 0, 0
    while found < games or late < least:
        game = at_home(rng, load_play_rules(name))
        if game is None:
            continue
        for side in Colour:
            both = compared(game, side)
            if both is not None and both[2]:
                bound, value, _ = both
                assert value >= bound if side is BLACK else value <= bound, (game.position, game.moves)
                found += 1
                exact += value == bound
                late += bool(game.now.late & game.now.stones[side])
    assert exact > games // 4


@pytest.mark.parametrize("name", HOMES)
def test_dame_are_worth_nothing_only_where_stones_played_there_late_are_wasted(name):
    """Black and White live, with two dame between them. After the stop a play there costs no more than a pass."""
    black, white = 0b0000101_0000110, 0b1010000_0110000
    stop = (PASS, PASS)
    rules = load_play_rules(name)
    wasted = rules["wasted"] == "in seki or towards the opponent"
    for moves in ((), stop, (*stop, 3), (*stop, PASS, 3), (*stop, PASS, 3, PASS), (3, *stop)):
        game = Setup(Position(2, 7, black, white), WHITE).game(rules)
        game.play_all(moves)
        for side, sign in ((BLACK, 1), (WHITE, -1)):
            both = compared(game, side)
            assert both is not None
            bound, value, lives_at_home = both
            assert sign * value >= sign * bound
            if moves in ((), stop):
                assert bound == value == (0 if wasted else -2 * sign)
                assert lives_at_home is wasted


def under_way(rules: PlayRules, rng: random.Random) -> Game | None:
    """A game on a larger board with captures made and retaken."""
    rows, cols = rng.choice(((2, 5), (3, 4), (4, 4), (4, 5)))
    cells = [rng.choice((0, 0, 1, 1, 1, 1, 2, 2)) for _ in range(rows * cols)]
    sides = (1, 2) if rng.random() < 0.5 else (2, 1)
    position = Position(rows, cols, *(sum(1 << i for i, c in enumerate(cells) if c == side) for side in sides))
    if list(position.breathless()):
        return None
    game = Setup(position, rng.choice(list(Colour))).game(rules)
    for _ in range(rng.randrange(3, 12)):
        moves = game.legal_moves()
        if not moves:
            break
        takes = []
        for move in moves:
            lost = game.now.lost
            if game.play(move).lost != lost:
                takes.append(move)
            game.undo()
        game.play(rng.choice(takes if takes and rng.random() < 0.6 else moves))
    return game if game.result is None and len(game.turns) > 3 else None


def shorter(game: Game, rng: random.Random) -> Game | None:
    """A game in the same state that knows of few earlier boards."""
    last = rng.randrange(1, 4)
    turn = game.turns[-1 - last]
    position = Position(game.grid.rows, game.grid.cols, turn.black, turn.white)
    other = Game(game.rules, position, to_move=turn.to_move, lost=turn.lost, first_player=game.first_player)
    try:
        other.play_all(move for _, move in game.moves[-last:])
    except InputError:
        return None
    same = other.result is None and ending._state(other, other.past) == ending._state(game, game.past)
    return other if same else None


@pytest.mark.parametrize("repetition", ["prisoner balance", "no result"])
def test_a_node_met_again_may_rest_only_where_it_could_have_at_once(repetition):
    """What the checker keeps of a node remembers which boards the other side may make while one rests."""
    rng, again, refused = random.Random(5), 0, 0
    while again < 300 or refused < 60:
        rules = random_rules(rng).with_values(repetition=repetition, suicide="forbidden", seki="none")
        long = under_way(rules, rng)
        short = long and shorter(long, rng)
        if not long or not short:
            continue
        for side in Colour:
            moves = (*range(long.grid.size), PASS)
            nodes = (tuple((move, 2) for move in moves), ((PASS, 0),), ())
            claim = EndingClaim(rules, Setup(long.position), (), -1000 if side is BLACK else 1000, side)
            certificate = EndingCertificate(claim, nodes)
            first = 1 if long.now.to_move is side else 0

            def accepts(walk, game, first=first):
                walk.game = game.copy()
                try:
                    walk.visit(first)
                except CertificateError:
                    return False
                return True

            walk = ending._Walk(certificate, short)
            if not accepts(walk, short):
                continue
            if accepts(walk, long):
                assert accepts(ending._Walk(certificate, long), long)
                again += 1
            else:
                refused += 1


def test_a_living_stone_played_after_the_stop_next_to_the_opponent_is_wasted():
    """Black plays D2 after the stop. Both sides have two points, White pays once more, and D2 is taken off."""
    setup = Setup(Position(2, 8, 0b00001111_00000010, 0b11110000_01010000), BLACK)
    game = setup.game(load_play_rules("nihonshiki2-prime"))
    game.play_all((PASS, PASS, 3))
    assert resting(game, BLACK, 0) is not None
    assert resting(game, BLACK, 1) is None
    game.play_all((PASS,) * 4)
    assert value_of(game) == 0


def test_a_side_that_may_have_to_play_does_not_rest():
    """White has taken a ko at B2 by C2. Under the last-ko rule she may not pass after Black's pass."""
    setup = Setup(Position(3, 4, 0b0100_1000_0100, 0b0010_0101_0010), BLACK, lost=(1, 0), ko=5)
    forbidden = load_play_rules("nihonshiki2-prime")
    for rules, allowed in ((forbidden, False), (forbidden.with_values(ko_pass_pass="allowed"), True)):
        game = setup.game(rules.with_values(repetition="positional"))
        assert (resting(game, WHITE, 1000) is not None) is allowed
        game.play(PASS)
        assert (resting(game, WHITE, 1000) is not None) is allowed


def test_only_komi_that_is_counted_exactly_is_taken():
    """Black has eight points of 2x7 and White six. As binary fractions 8 - (6 + 0.4) is less than 2 - 0.4."""
    for komi, accepted in ((0.4, False), (0.5, True)):
        setup = Setup(Position(2, 7, 0b0001111_0001010, 0b0010000_0010000), WHITE, komi)
        certificate = EndingCertificate(EndingClaim(AREA, setup, (), 2 - komi, BLACK), ((),))
        game = setup.game(AREA)
        game.play_all((PASS, PASS))
        assert (value_of(game) >= 2 - komi) is accepted
        if accepted:
            check_ending(certificate)
        else:
            with pytest.raises(CertificateError, match="only whole and half points"):
                check_ending(certificate)


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
    for move in [PASS] if now.to_move is side and PASS in legal else legal:
        game.play(move)
        _all_ends(game, side, ends, seen)
        game.undo()


def test_stones_that_live_only_because_suicide_is_forbidden_do_not_rest():
    """On .XX.OO White gives up three stones at D1 and can take Black's two from the empty points they leave."""
    setup = Setup(Position(1, 6, 0b000110, 0b110000), WHITE)
    assert resting(setup.game(AREA), BLACK, -2) is not None
    game = setup.game(load_play_rules("tromp-taylor"))
    assert resting(game, BLACK, -2) is None
    for move in (3, PASS, 4, PASS, 3, PASS, 0):
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
    for name in solved_names():
        for side, at_least in ((BLACK, 1), (WHITE, 0)):
            claim = EndingClaim(load_play_rules(name), setup, (), at_least, side)
            with pytest.raises(CertificateError):
                check_ending(EndingCertificate(claim, ((),)))
