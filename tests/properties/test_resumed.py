"""Stopped games that go on: values against play with the game engine, strategies, altered ones, files."""

import dataclasses
import functools
import json
import random

import pytest

from verifier.adjudicate.referee import Referee
from verifier.board import BLACK, WHITE, Colour, Position
from verifier.cli import main
from verifier.errors import CertificateError, InputError
from verifier.jobs.atlas.positions import position_of
from verifier.jobs.playing.resumed import check_resumed, statuses_of
from verifier.jobs.playing.resumed_file import dump_resumed, parse_resumed
from verifier.jobs.playing.resuming import resume
from verifier.play import PASS
from verifier.play.game import Game
from verifier.proof import Verdict
from verifier.proof.endings.resumed import END, ResumedClaim, check_resumed_bounds, check_resumed_strategy
from verifier.rules import load_play_rules, load_ruleset
from verifier.search.endings.resumed import ResumedValues

PROPOSAL = load_ruleset("proposal2012")
SIZES = [(1, 4), (2, 2)]


@functools.cache
def referee() -> Referee:
    return Referee(PROPOSAL)


def leads(position: Position) -> tuple[float, float]:
    return referee().standing(position).lead


def legal_boards(rows: int, cols: int) -> list[Position]:
    every = (position_of(rows, cols, code) for code in range(3 ** (rows * cols)))
    return [position for position in every if not any(position.breathless())]


@functools.cache
def values(rows: int, cols: int, side: Colour) -> ResumedValues:
    return ResumedValues(legal_boards(rows, cols), side, leads)


class Played:
    """What a side gets by play of the game engine, round by round: a second way to the values."""

    def __init__(self, rows: int, cols: int, side: Colour) -> None:
        self.side = side
        self.game = Game(load_play_rules("proposal2012"), Position(rows, cols, 0, 0))
        self.after: dict = {}
        left = [
            dataclasses.replace(self.game.now, black=board.black, white=board.white, to_move=mover)
            for board in legal_boards(rows, cols)
            for mover in Colour
        ]
        while left:
            turn = left.pop()
            if self.key(turn) not in self.after:
                self.after[self.key(turn)] = self.moves(turn)
                left += [turn for turn, end, _ in self.after[self.key(turn)] if end is None]

    def key(self, turn):
        return turn.black, turn.white, turn.ban, turn.to_move, turn.passes

    def moves(self, turn):
        found = []
        for move in self.game.afresh(turn).legal_moves():
            game = self.game.afresh(turn)
            now = game.play(move)
            gain = (now.lost[1 - self.side] - turn.lost[1 - self.side]) - (
                now.lost[self.side] - turn.lost[self.side]
            )
            end = None
            if game.result is not None:
                low, _ = leads(game.position)
                end = low if self.side is BLACK else -low
            found.append((now, end, gain))
        return found

    def least(self) -> dict:
        """The values after ever more moves, until they stay."""
        now = dict.fromkeys(self.after, None)
        while True:
            then = {key: self.best(key, now) for key in self.after}
            if then == now:
                return now
            now = then

    def best(self, key, now):
        got = [end if end is not None else self.through(now[self.key(turn)], gain)
               for turn, end, gain in self.after[key]]  # fmt: skip
        reached = [value for value in got if value is not None]
        if key[3] is self.side:
            return max(reached, default=None)
        return min(reached) if len(reached) == len(got) else None

    @staticmethod
    def through(value, gain):
        return None if value is None else value + gain


@pytest.mark.parametrize("size", SIZES, ids=["1x4", "2x2"])
@pytest.mark.parametrize("side", list(Colour), ids=str)
def test_the_values_are_those_of_play_with_the_engine(size, side):
    played = Played(*size, side).least()
    found = values(*size, side)
    beaten = 0
    for board in legal_boards(*size):
        for mover in Colour:
            value = found.value(board, mover)
            assert value == played[board.black, board.white, -1, mover, 0]
            lead = leads(board)[0] if side is BLACK else -leads(board)[0]
            beaten += value is not None and value > lead
    assert beaten


def proved(size, side):
    """A strategy for each board and side to move: what it can force, and that it cannot force more."""
    found = values(*size, side)
    for board in legal_boards(*size):
        for mover in Colour:
            value = found.value(board, mover)
            if value is not None:
                yield found.strategy(ResumedClaim(board, mover, side, value, forced=True))
            least = -20 if value is None else value + 1
            yield found.strategy(ResumedClaim(board, mover, side, least, forced=False))


@pytest.mark.parametrize("size", SIZES, ids=["1x4", "2x2"])
def test_what_is_found_is_accepted_and_no_more_is_proved(size):
    number = 0
    for side in Colour:
        for strategy in proved(size, side):
            number += 1
            report = check_resumed_strategy(strategy, leads)
            assert report.nodes == len(strategy.nodes)
            claim = strategy.claim
            wrong = dataclasses.replace(claim, at_least=claim.at_least + (1 if claim.forced else -1))
            if claim.at_least == -20:
                continue
            assert values(*size, side).strategy(wrong) is None
            first = dataclasses.replace(strategy.nodes[0], bound=wrong.at_least)
            with pytest.raises(CertificateError):
                check_resumed_strategy(
                    dataclasses.replace(strategy, claim=wrong, nodes=(first, *strategy.nodes[1:])), leads
                )
    assert number > 100


@pytest.mark.parametrize("size", SIZES, ids=["1x4", "2x2"])
@pytest.mark.parametrize("side", list(Colour), ids=str)
def test_bounds_hold_and_no_less_does_for_any_state(size, side):
    bounds = values(*size, side).bounds()
    assert check_resumed_bounds(side, *size, bounds, leads) > len(bounds)
    for state, bound in random.Random(1).sample(list(bounds.items()), 40):
        for less in () if bound is None else (bound - 1, None):
            with pytest.raises(CertificateError, match="does not hold"):
                check_resumed_bounds(side, *size, {**bounds, state: less}, leads)
    rest = {state: bound for state, bound in bounds.items() if state.passes != 1}
    with pytest.raises(CertificateError, match="there is no bound"):
        check_resumed_bounds(side, *size, rest, leads)


def altered(strategy, rng):
    """A strategy with one or two things changed."""
    claim, nodes = strategy.claim, list(strategy.nodes)
    at = rng.randrange(len(nodes))
    node = nodes[at]
    kind = rng.randrange(7)
    if kind == 0:
        more = rng.choice((-2, -1, 1, 2))
        nodes = [dataclasses.replace(one, bound=None if one.bound is None else one.bound + more)
                 for one in nodes]  # fmt: skip
        claim = dataclasses.replace(claim, at_least=claim.at_least + more)
    elif kind == 1:
        claim = dataclasses.replace(claim, **{
            rng.choice(("side", "to_move")): rng.choice((BLACK, WHITE)), "forced": rng.random() < 0.5
        })  # fmt: skip
    elif kind == 2:
        bound = rng.choice((None, (node.bound or 0) + rng.choice((-1, 1))))
        nodes[at] = dataclasses.replace(node, bound=bound)
    elif kind == 3 and node.moves:
        moves = list(node.moves)
        moves[rng.randrange(len(moves))] = (rng.randrange(-1, 4), rng.randrange(-1, len(nodes)))
        nodes[at] = dataclasses.replace(node, moves=tuple(moves))
    elif kind == 4 and len(node.moves) > 1:
        moves = list(node.moves)
        del moves[rng.randrange(len(moves))]
        nodes[at] = dataclasses.replace(node, moves=tuple(moves))
    elif kind == 5:
        board = claim.position
        other = rng.choice(legal_boards(board.rows, board.cols))
        claim = dataclasses.replace(claim, position=other)
    else:
        nodes = [dataclasses.replace(one, moves=tuple((move, at if child == rng.randrange(len(nodes)) else child)
                 for move, child in one.moves)) for one in nodes]  # fmt: skip
    return dataclasses.replace(strategy, claim=claim, nodes=tuple(nodes))


def true(claim) -> bool:
    value = values(claim.position.rows, claim.position.cols, claim.side).value(claim.position, claim.to_move)
    return claim.forced == (value is not None and value >= claim.at_least)


@pytest.mark.parametrize("size", SIZES, ids=["1x4", "2x2"])
def test_an_altered_strategy_is_refused_or_proves_what_is_true(size):
    rng = random.Random(6)
    whole = [strategy for side in Colour for strategy in proved(size, side)]
    accepted = 0
    for _ in range(3000):
        strategy = altered(rng.choice(whole), rng)
        try:
            check_resumed_strategy(strategy, leads)
        except CertificateError:
            continue
        accepted += 1
        assert true(strategy.claim), strategy
    assert 0 < accepted < 2000


def test_counts_that_are_open_prove_neither_more_nor_less():
    board = Position(1, 4, 0b0001, 0b1000)

    def open_leads(position):
        return (-9, 9)

    cautious = ResumedValues([board], BLACK, open_leads)
    hopeful = ResumedValues([board], BLACK, open_leads, cautious=False)
    forced = cautious.strategy(ResumedClaim(board, BLACK, BLACK, 0, forced=True))
    held = hopeful.strategy(ResumedClaim(board, BLACK, BLACK, 1, forced=False))
    assert forced is None
    assert held is None


RESUMED = Position(2, 3, 0b000100, 0b000001)


@functools.cache
def five():
    return resume(RESUMED, PROPOSAL, to_move=BLACK, side=BLACK, at_least=5)


def test_play_must_end_where_something_is_forced():
    answer = five()
    strategy = answer.certificate.strategy
    assert (answer.value, strategy.claim.forced) == (5, True)
    back = [
        (number, index)
        for number, node in enumerate(strategy.nodes)
        for index, (move, child) in enumerate(node.moves)
        if move == PASS and child != END
    ]
    number, index = back[0]
    moves = list(strategy.nodes[number].moves)
    moves[index] = (PASS, number)
    nodes = list(strategy.nodes)
    nodes[number] = dataclasses.replace(nodes[number], moves=tuple(moves))
    with pytest.raises(CertificateError):
        check_resumed_strategy(dataclasses.replace(strategy, nodes=tuple(nodes)), leads)


def test_a_file_says_what_it_proves_and_is_refused_without_its_verdicts(tmp_path, capsys):
    found = five().certificate
    text = dump_resumed(found)
    assert parse_resumed(text, "it") == found
    file = tmp_path / "it.json"
    file.write_text(text)
    assert main(["solve", "--check", str(file)]) == 0
    assert "black can end play with a lead of 5 if play goes on, black to move" in capsys.readouterr().out
    assert main(["solve", "--check", str(file), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)["files"][0]
    assert said["resumed"]["at_least"] == 5
    assert said["resumed"]["forced"]
    for number in range(len(found.verdicts)):
        rest = found.verdicts[:number] + found.verdicts[number + 1 :]
        with pytest.raises(CertificateError, match="count that does not fit"):
            check_resumed(dataclasses.replace(found, verdicts=rest))
    data = json.loads(text)
    data["claim"]["at_least"] = 6
    file.write_text(json.dumps(data))
    assert main(["solve", "--check", str(file)]) == 1
    assert "claim_digest" in capsys.readouterr().out


def test_verdicts_of_another_ruleset_prove_nothing():
    found = five().certificate
    other = load_ruleset("proposal2012[first_move=attacker]")
    with pytest.raises(CertificateError, match="another ruleset"):
        check_resumed(dataclasses.replace(found, ruleset=other))


def test_two_verdicts_on_one_unit_prove_nothing_if_they_differ():
    claims = [item.claim for item in five().certificate.verdicts]
    found = statuses_of([*claims, claims[0]])
    assert found[claims[0].position][claims[0].unit].value == claims[0].verdict.value
    other = Verdict.DEAD if claims[0].verdict is Verdict.ALIVE else Verdict.ALIVE
    with pytest.raises(CertificateError, match="two verdicts on one unit"):
        statuses_of([*claims, dataclasses.replace(claims[0], verdict=other)])


def test_rules_that_play_otherwise_are_refused():
    with pytest.raises(InputError, match="ko = 'basic'"):
        resume(RESUMED, load_ruleset("japanese1989"), to_move=BLACK, side=BLACK, at_least=1)
