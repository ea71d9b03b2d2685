"""Reserves: strategies with closed areas, against values known without them and in games that are played."""

import dataclasses
import functools
import itertools
import json
import random
from collections.abc import Iterator

import pytest
from altering import proves_what_is_true
from reference.once import FoundOnce

from verifier.board import BLACK, WHITE, Colour, Mask, Position
from verifier.board.grid import bits
from verifier.cli import main
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.jobs.playing.case import load_play_case
from verifier.jobs.playing.solving import solve
from verifier.play.ending import count
from verifier.play.game import PASS
from verifier.play.placing import place
from verifier.play.setup import Setup
from verifier.proof.endings import checker as ending
from verifier.proof.endings import reserve as moves_of
from verifier.proof.endings import store as ending_store
from verifier.proof.endings.checker import EndingCertificate, EndingClaim, check_ending, value_of
from verifier.proof.endings.held import SETTLED, Held, hold
from verifier.proof.endings.reserve import (
    NO_RESERVES,
    RESERVE_MOVES,
    Reserves,
    after_reserve_move,
    closed_game,
)
from verifier.proof.endings.rest import safe_territories
from verifier.proof.endings.safe_territory import SafeTerritory, alternating_play
from verifier.proof.endings.store import dump_ending, parse_ending
from verifier.rules import PlayRules, load_play_rules, solved_names
from verifier.search import Limits
from verifier.search.endings import reserves as ending_reserves
from verifier.search.endings.reserves import find_reserves
from verifier.search.endings.solve import ending_solver_available, solve_threshold

pytestmark = pytest.mark.skipif(not ending_solver_available(), reason="the native kernel is not built")

NAMES = [name for name in solved_names() if load_play_rules(name)["pass_price"] == "a stone after the stop"]
"""The rulesets that know reserves."""
STOP = (PASS, PASS)
FEW = Limits(nodes=60_000, seconds=60)
TRIED = Limits(nodes=3_000, seconds=60)
MOST_FREE = 9
"""Empty points of boards whose value is found without reserves too."""


@pytest.fixture(autouse=True)
def _small_areas(monkeypatch):
    """Areas of two points are worth closing on the boards here."""
    monkeypatch.setattr(ending_reserves, "_LEAST", 2)


def boards(rng: random.Random) -> Iterator[Setup]:
    """Small boards with rooms of one or both sides, and stones between them."""
    while True:
        rows, cols = rng.choice(((2, 8), (3, 5), (3, 6), (4, 5)))
        grid = Position(rows, cols, 0, 0).grid
        stones, rooms = [0, 0], 0
        for side in rng.sample((0, 1), rng.choice((1, 2, 2))):
            room = 1 << rng.randrange(grid.size)
            for _ in range(rng.randrange(3, 6)):
                room |= 1 << rng.choice(list(bits(grid.dilate(room))))
            wall = grid.dilate(room) & ~room
            if not (room | wall) & (stones[0] | stones[1] | rooms) and not wall & rooms:
                stones[side] |= wall
                rooms |= room
        for point in bits(grid.full & ~(stones[0] | stones[1] | rooms)):
            if rng.random() < 0.7:
                stones[rng.random() < 0.5] |= 1 << point
        position = Position(rows, cols, *stones)
        if not list(position.breathless()) and position.empty.bit_count() <= MOST_FREE:
            yield Setup(position, rng.choice(list(Colour)))


def uses_reserves(proof: EndingCertificate) -> bool:
    return any(move in RESERVE_MOVES for node in proof.nodes for move, _ in node)


def best_proofs(rng: random.Random, rules: PlayRules) -> Iterator[EndingCertificate]:
    """The proofs with moves in reserves of the most that a side can be proved to get, on random boards."""
    for setup in boards(rng):
        moves = rng.choice(((), STOP))
        free, size = setup.position.empty, setup.position.grid.size
        for side in Colour:
            reserves = find_reserves(setup, side)
            if reserves == NO_RESERVES or (free & ~(reserves.own | reserves.other)).bit_count() < 2:
                continue
            for claimed in range(size, -size, -1) if side is BLACK else range(-size, size):
                answer = solve_threshold(
                    setup, rules, float(claimed), moves=moves, limits=TRIED, reserves_for=side
                )
                if answer.certificate is not None:
                    assert answer.side is side
                    if uses_reserves(answer.certificate):
                        yield answer.certificate
                    break


@functools.cache
def proofs(name: str) -> FoundOnce[EndingCertificate]:
    """The best proofs on random boards under one ruleset: the same for all tests, each of them found once."""
    return FoundOnce(best_proofs(random.Random(5), load_play_rules(name)))


@functools.cache
def corners() -> Reserves:
    """Black's reserves in :data:`BENT_FOUR`."""
    return find_reserves(BENT_FOUR, BLACK)


@pytest.mark.parametrize(
    ("most_own", "most_other"), [(4, 2), pytest.param(60, 20, marks=pytest.mark.slow)], ids=["some", "many"]
)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_proved_with_reserves_is_true_without_them(name, most_own, most_other):
    rules = load_play_rules(name)
    own = other = 0
    for proof in proofs(name):
        claim = proof.claim
        assert check_ending(proof).nodes == len(proof.nodes)
        assert parse_ending(dump_ending(proof)) == proof
        truth = solve_threshold(
            claim.setup, rules, claim.at_least, moves=claim.moves, limits=FEW, proof=False
        )
        if truth.side is None:
            continue
        assert truth.side is claim.side
        own += proof.reserves.own > 0
        other += proof.reserves.other > 0
        if own >= most_own and other >= most_other:
            break
    assert own >= most_own / 2, "there are proofs to compare"
    assert other


def altered(proof: EndingCertificate, rng: random.Random) -> EndingCertificate:
    """The certificate with one thing changed that reserves have to do with."""
    claim, nodes, reserves = proof.claim, [list(node) for node in proof.nodes], proof.reserves
    size, kind = claim.setup.position.grid.size, rng.randrange(6)
    if kind == 0:
        step = 1 if claim.side is BLACK else -1
        return dataclasses.replace(proof, claim=dataclasses.replace(claim, at_least=claim.at_least + step))
    if kind == 1:
        return dataclasses.replace(proof, reserves=reserves._replace(plays=reserves.plays + rng.choice((-1, 1))))
    if kind == 2:
        field = rng.choice(("own", "own_eyes", "other", "other_eyes"))
        changed = getattr(reserves, field) ^ 1 << rng.randrange(size)
        return dataclasses.replace(proof, reserves=reserves._replace(**{field: changed}))
    places = [
        (i, j) for i, node in enumerate(nodes) for j, (move, _) in enumerate(node) if move in RESERVE_MOVES
    ]
    i, j = rng.choice(places)
    move, child = nodes[i][j]
    if kind == 3:
        del nodes[i][j]
    elif kind == 4:
        nodes[i][j] = (rng.choice(list(RESERVE_MOVES)), child)
    else:
        nodes[i][j] = (move, rng.randrange(-1, len(nodes)))
    return dataclasses.replace(proof, nodes=tuple(tuple(node) for node in nodes))


def test_an_altered_certificate_is_refused_or_proves_what_is_true():
    rng, refused, kept = random.Random(11), 0, 0
    for proof in proofs("nihonshiki2"):
        for _ in range(12):
            wrong = altered(proof, rng)
            if proves_what_is_true(wrong):
                kept += 1
            else:
                refused += 1
        if refused > 150:
            break
    assert kept < refused


@pytest.mark.parametrize("name", NAMES)
def test_no_move_in_reserves_may_be_left_out(name):
    tried = set()
    for proof in proofs(name):
        for i, node in enumerate(proof.nodes):
            for j, (move, _) in enumerate(node):
                if move not in RESERVE_MOVES or (move, proof.claim.side) in tried:
                    continue
                less = (*proof.nodes[:i], node[:j] + node[j + 1 :], *proof.nodes[i + 1 :])
                if node[:j] + node[j + 1 :]:
                    with pytest.raises(CertificateError, match=r"no reply|one move|illegal"):
                        check_ending(dataclasses.replace(proof, nodes=less))
                    tried.add((move, proof.claim.side))
        if len(tried) >= 10:
            break
    assert len(tried) >= 3, "there are moves to leave out"


class Prover:
    """One side of a real game, played by a strategy with reserves."""

    def __init__(self, proof: EndingCertificate) -> None:
        self.proof, self.side, self.reserves = proof, proof.claim.side, proof.reserves
        self.game = proof.claim.setup.game(proof.claim.rules)
        self.game.play_all(proof.claim.moves)
        self.node, self.plays, self.homes = 0, proof.reserves.plays, None
        claim = proof.claim
        self.mirror = closed_game(claim.rules, claim.setup, claim.moves, claim.side, proof.reserves)
        own, stones = self.reserves.own, self.game.now.stones[self.side]
        grid = self.game.grid
        self.held = hold(grid, own, grid.flood(grid.dilate(own) & stones, stones)) if own else None

    def within(self) -> tuple[Mask, Mask]:
        """The stones in the own reserve."""
        now, own = self.game.now, self.reserves.own
        return now.stones[self.side] & own, now.stones[self.side.opponent] & own

    def in_reserve(self, counts: tuple[int, ...], rng: random.Random) -> int:
        """Make a play in the own reserve that leaves so many needed; return how many, or SETTLED."""
        own, theirs = self.within()
        found = []
        for point in bits(self.reserves.own & ~own & ~theirs):
            chains = self.game.now.stones[self.side] & ~self.reserves.own
            taken = place(self.game.grid, chains | own, theirs, BLACK, point).taken
            after = own | 1 << point, theirs & ~taken
            found += [(point, count, after) for count in counts if self.held.holds(count, *after)]
        point, count, after = rng.choice(found)
        self.game.play(point)
        assert self.within() == after
        return SETTLED if count == 0 and self.held.settled(*after) else count

    def reflect(self, name: int, before: int) -> None:
        """Make the move *name* in a reserve on the closed board; *before* plays were needed."""
        turn, plays = after_reserve_move(self.mirror, self.side, self.reserves, before, name)
        assert plays == self.plays
        self.mirror = self.mirror.afresh(turn)

    def compare(self) -> None:
        """See that the closed board is what the real one is taken for."""
        game, mirror, reserves = self.game, self.mirror, self.reserves
        inside = reserves.own | reserves.other
        assert mirror.now.to_move is game.now.to_move
        for one, two in zip(game.now.stones, mirror.now.stones, strict=True):
            assert one & ~inside == two & ~inside
        if game.result is not None:
            return
        assert {m for m in game.legal_moves() if m < 0 or not inside >> m & 1} == {
            m for m in mirror.legal_moves() if m < 0 or not inside >> m & 1
        }
        if reserves.own and self.plays != SETTLED:
            return
        # Black's lead if the game ended here; what the other side's reserve is worth is only bounded.
        real, closed = (
            count(g.rules, g.grid, g.now.stones, lost=g.now.lost, paid=g.now.paid, late=g.now.late).lead
            for g in (game, mirror)
        )
        sign = 1 if self.side is BLACK else -1
        assert sign * real >= sign * closed
        if not reserves.other or game.rules["seki"] == "none":
            assert real == closed

    def reply_to(self, move: int, rng: random.Random) -> None:
        """Follow *move*, just made by the other side."""
        now, name, before = self.game.now, move, self.plays
        if move >= 0 and self.reserves.other >> move & 1:
            full = not self.reserves.other & ~now.stones[self.side.opponent]
            name = moves_of.FILL_UP if full else moves_of.ASIDE
        elif move >= 0 and self.reserves.own >> move & 1:
            name = moves_of.INTRUDE
            if self.plays > 0:
                self.plays = self.in_reserve((self.plays, 0), rng)
                other = {0: moves_of.TRADE_OPEN, SETTLED: moves_of.TRADE_SETTLED}
                name = moves_of.TRADE if self.plays == before else other[self.plays]
            else:
                self.plays = 1
        if name in RESERVE_MOVES:
            self.reflect(name, before)
        else:
            self.mirror.play(move)
        if self.homes is None and self.game.result is None:
            self.node = dict(self.proof.nodes[self.node])[name]

    def rest_if_due(self) -> None:
        if self.homes is None and not self.proof.nodes[self.node]:
            self.homes = safe_territories(self.mirror, self.side, self.reserves.other)

    def move(self, rng: random.Random) -> None:
        listed = dict(self.proof.nodes[self.node])
        before = self.plays
        if self.homes is not None:
            self.rest(rng)
        elif moves_of.PLAY in listed:
            self.plays = self.in_reserve((max(self.plays - 1, 0),), rng)
            self.node = listed[moves_of.PLAY_SETTLED if self.plays == SETTLED else moves_of.PLAY]
        else:
            ((move, self.node),) = listed.items()
            self.game.play(move)
        last = self.game.now.move
        if last != PASS and self.reserves.own >> last & 1:
            self.reflect(moves_of.PLAY_SETTLED if self.plays == SETTLED else moves_of.PLAY, before)
        else:
            self.mirror.play(last)

    def rest(self, rng: random.Random) -> None:
        """Answer in homes and in the own reserve; after the stop settle them; else pass."""
        now, play = self.mirror.now, alternating_play(self.game.grid)
        own, theirs = now.stones[self.side], now.stones[self.side.opponent]
        stopped = self.game.now.stopped
        last = self.game.now.move
        if self.plays == 1 and last != PASS and self.reserves.own >> last & 1 and rng.random() < 0.5:
            # It may be answered at once, which costs as much as it did; later it would cost more than a free pass.
            self.plays = self.in_reserve((0,), rng)
            return
        for urgent in (True, False):
            for home in self.homes:
                whole = home.region | home.chains
                present = SafeTerritory(home.region & ~own, own & whole)
                if play.holds(present, theirs) if urgent else not stopped or play.settled(present, theirs):
                    continue
                for point in bits(present.region & ~theirs & ~self.reserves.own):
                    taken = place(self.game.grid, own, theirs, BLACK, point).taken
                    after = SafeTerritory(home.region & ~own & ~(1 << point), own & whole | 1 << point)
                    if self.game.refusal(point) is None and play.holds(after, theirs & ~taken):
                        self.game.play(point)
                        return
                pytest.fail("a home is lost")
        if self.held and stopped and self.plays != SETTLED:
            self.plays = self.in_reserve((max(self.plays - 1, 0),), rng)
        else:
            self.game.play(PASS)


def played(proof: EndingCertificate, rng: random.Random) -> float:
    """Black's value of a game in which one side plays by *proof* and the other one at random."""
    prover = Prover(proof)
    game = prover.game
    while game.result is None:
        prover.compare()
        prover.rest_if_due()
        if game.now.to_move is prover.side:
            prover.move(rng)
            continue
        moves = game.legal_moves()
        areas = proof.reserves.own | proof.reserves.other
        near = [move for move in moves if move >= 0 and areas >> move & 1]
        move = rng.choice(near if near and rng.random() < 0.4 else moves)
        game.play(move)
        if game.result is None:
            prover.reply_to(move, rng)
    return value_of(game)


@pytest.mark.parametrize("name", NAMES)
def test_games_that_are_played_by_the_strategy_end_as_claimed(name):
    rng = random.Random(17)
    for proof in itertools.islice(proofs(name), 12):
        for _ in range(8):
            value = played(proof, rng)
            assert (value >= proof.claim.at_least) is (proof.claim.side is BLACK)


BENT_FOUR = load_play_case("pika-bent4-seki").setup


@pytest.mark.slow
@pytest.mark.parametrize("name", ["nihonshiki1", "nihonshiki2", "nihonshiki1-prime", "nihonshiki2-prime"])
def test_black_wins_pika_bent4_seki_as_the_diary_says(name):
    rules, rng = load_play_rules(name), random.Random(23)
    limits = Limits(nodes=100_000_000, seconds=3600, memory_mib=4096)
    answer = solve(BENT_FOUR, rules, moves=STOP, at_least=1.0, limits=limits, reserves_for=BLACK).answers[0]
    assert answer.side is BLACK
    for _ in range(200):
        assert played(answer.certificate, rng) >= 1


def test_the_reserves_of_pika_bent4_seki_are_the_corners():
    found = corners()
    sizes = [mask.bit_count() for mask in (found.own, found.own_eyes, found.other, found.other_eyes)]
    assert sizes == [12, 2, 6, 2]
    assert found.plays == 2
    grid, stones = BENT_FOUR.position.grid, BENT_FOUR.position.black
    held = hold(grid, found.own, grid.flood(grid.dilate(found.own) & stones, stones))
    # Two plays are needed: with less no play of White's may go unanswered.
    assert [held.holds(plays) for plays in range(3)] == [False, False, True]


def test_the_command_asks_for_a_lead_and_says_where_there_are_no_reserves(capsys):
    """After the test above and with its reserves first: what was found of the last ones is remembered."""
    arguments = ["solve", "pika-bent4-seki", "--rules", "nihonshiki1-prime", "--moves", "pass pass"]
    assert main([*arguments, "--at-least", "-30", "--reserves", "black"]) == 0
    assert "Black can force a lead of -30: proved" in capsys.readouterr().out
    assert main([*arguments, "--at-least", "30", "--reserves", "black", "--limit-nodes", "1000"]) == 3
    assert "unknown" in capsys.readouterr().out
    assert main(["solve", "pika-teire", "--reserves", "black"]) == 2
    assert "--at-least" in capsys.readouterr().err
    assert main(["solve", "pika-bent4-seki", "--rules", "tromp-taylor", "--at-least", "1", "--reserves", "white"]) == 2
    assert "no reserves for white" in capsys.readouterr().err
    with pytest.raises(InputError, match="one threshold"):
        solve(BENT_FOUR, load_play_rules("nihonshiki1"), reserves_for=WHITE)


def test_how_many_plays_a_reserve_needs():
    """Rooms in a row, with walls that have no liberty but in them."""
    needed = {}
    for points in range(2, 7):
        row = (1 << points + 2) - 1
        room = row & ~1 & ~(1 << points + 1)
        position = Position(2, points + 2, row << points + 2 | row & ~room, 0)
        grid = position.grid
        held = Held(grid, room, position.black)
        needed[points] = next((plays for plays in range(4) if held.holds(plays)), None)
        assert not held.settled()
        assert held.settled(own=room & ~(1 << 1 | 1 << points)) is (points > 2)
        assert not held.settled(own=room & ~(1 << 1 | 1 << points), theirs=1 << 1)
    # In a row of three White's play kills, in one of four it must be answered, in five the first need not be.
    assert needed == {2: None, 3: None, 4: 1, 5: 0, 6: 0}


def test_what_is_no_reserve_is_refused():
    good = corners()
    rules = load_play_rules("nihonshiki2")
    size = BENT_FOUR.position.grid.size
    corner = 1 << size - 1
    wrong = {
        "has a stone": good._replace(own=good.own | 1),
        "none in common": good._replace(other=good.own),
        "not surrounded": good._replace(other=good.other & ~(1 << 7)),
        "not held": good._replace(plays=1),
        "do not live": good._replace(own_eyes=0),
        "eyes lie": good._replace(other_eyes=good.own_eyes),
        "eyes without": good._replace(own=0),
        "plays to make": Reserves(plays=1, other=good.other, other_eyes=good.other_eyes),
        "of the board": good._replace(own=good.own | corner << 1),
    }
    node = ((PASS, 0),)
    for message, reserves in wrong.items():
        claim = EndingClaim(rules, BENT_FOUR, STOP, 1.0, BLACK)
        with pytest.raises(CertificateError, match=message):
            check_ending(EndingCertificate(claim, (node,), reserves))
    # Nobody surrounds an empty board, though no point next to it is another's.
    for rows, cols in ((1, 1), (2, 2), (3, 3), (9, 9)):
        empty = Setup(Position(rows, cols, 0, 0))
        full = (1 << rows * cols) - 1
        passing = (((moves_of.ASIDE, 1), (PASS, 1)), ((PASS, 0),))
        for reserves in (Reserves(other=full, other_eyes=full), Reserves(full, full, SETTLED)):
            claim = EndingClaim(rules, empty, (), 1.0, WHITE)
            with pytest.raises(CertificateError, match="surrounded"):
                check_ending(EndingCertificate(claim, passing, reserves))
    rooms = Setup(Position(3, 7, 0b1110111 << 14, 0b1111111 << 7 | 0b0001000))
    claim = EndingClaim(rules, rooms, (), -40.0, BLACK)
    with pytest.raises(CertificateError, match="connected"):
        check_ending(EndingCertificate(claim, ((),), Reserves(other=0b1110111, other_eyes=0b1010101)))
    assert check_ending(EndingCertificate(claim, ((),), Reserves(other=0b111, other_eyes=0b101)))
    for reason, setup, moves, other in (
        ("move of the claim", BENT_FOUR, (size - 9,), rules),
        ("know no reserves", BENT_FOUR, (), load_play_rules("tromp-taylor")),
    ):
        claim = EndingClaim(other, setup, moves, 1.0, BLACK)
        with pytest.raises(CertificateError, match=reason):
            check_ending(EndingCertificate(claim, (node,), good))


def test_what_is_proved_for_more_prisoners_is_proved_again_for_less():
    own = corners()
    for side, fewer, more in ((BLACK, (3, 0), (0, 3)), (WHITE, (0, 3), (3, 0))):
        claim = EndingClaim(load_play_rules("nihonshiki2"), BENT_FOUR, STOP, 1.0, side)
        walk = ending._Walk(EndingCertificate(claim, ((),), own), BENT_FOUR.game(claim.rules))
        waiting = []
        for lost in (more, fewer, more, fewer):
            game = dataclasses.replace(BENT_FOUR, lost=lost, to_move=WHITE).game(claim.rules)
            walk.game, walk.plays = game, 2
            walk._begin(moves_of.TRADE, 0)
            waiting.append(len(walk._waiting))
        assert waiting == [1, 2, 2, 2]


def test_a_settled_reserve_has_no_plays_to_wait_with():
    rules = load_play_rules("nihonshiki2")
    setup = Setup(Position(2, 7, 0b0011111_0010101, 0b1100000_0100000))
    claim = EndingClaim(rules, setup, (), -20.0, BLACK)
    eyes = 0b1010
    assert check_ending(EndingCertificate(claim, ((),), Reserves(eyes, eyes, SETTLED)))
    for plays in (-2, 0, 1):
        with pytest.raises(CertificateError, match="not held"):
            check_ending(EndingCertificate(claim, ((),), Reserves(eyes, eyes, plays)))


def test_a_strategy_that_leaves_its_reserves_open_is_refused():
    """Each line here is refused for one reason; all else in it is enough for a claim as low as this."""
    rules, own = load_play_rules("nihonshiki2"), corners()
    claim, rests = EndingClaim(rules, BENT_FOUR, STOP, -30.0, BLACK), ()
    points = BENT_FOUR.position.empty & ~(own.own | own.other)
    trades = (moves_of.TRADE, moves_of.TRADE_OPEN, moves_of.TRADE_SETTLED)
    replies = tuple((move, 2) for move in (moves_of.ASIDE, *trades, *bits(points)))
    eye = (own.own_eyes & -own.own_eyes).bit_length() - 1
    for message, nodes in (
        ("not enough", (((PASS, 1),), rests)),
        ("before the own reserve", (((PASS, 1),), (*replies, (PASS, -1)), rests)),
        ("lies in a reserve", (((eye, 1),), rests)),
        ("one move of black", (((moves_of.PLAY, 1), (moves_of.PLAY_SETTLED, 1)), rests)),
    ):
        with pytest.raises(CertificateError, match=message):
            check_ending(EndingCertificate(claim, nodes, own))
    assert check_ending(EndingCertificate(claim, (((moves_of.PLAY, 1),), rests), own)).moves == 1
    # One node for states that need one play and none: what is to be replied to is not the same.
    again = (*((move, 2) for move in (moves_of.ASIDE, *bits(points), PASS)), *((move, 1) for move in trades))
    with pytest.raises(CertificateError, match="needs no answer now"):
        check_ending(EndingCertificate(claim, (((moves_of.PLAY, 1),), again, rests), own))
    both = (*again, (moves_of.INTRUDE, 2))
    assert check_ending(EndingCertificate(claim, (((moves_of.PLAY, 1),), both, rests), own))

    # White may fill her three points, since her chain has a liberty at E2; then Black takes all of it.
    setup = Setup(Position(2, 7, 0b0110000_0100000, 0b0001111_0001000), BLACK)
    claim = EndingClaim(rules, setup, (*STOP, PASS), -30.0, BLACK)
    reserves = Reserves(other=0b111, other_eyes=0b101)
    first = tuple((move, 1) for move in (moves_of.ASIDE, *bits(setup.position.empty & ~0b111), PASS))
    for nodes, message in (
        ((first, rests), "no reply to filling"),
        (((*first, (moves_of.FILL_UP, 2)), rests, ((4, 1),)), "takes stones of a reserve"),
    ):
        with pytest.raises(CertificateError, match=message):
            check_ending(EndingCertificate(claim, nodes, reserves))
    assert check_ending(EndingCertificate(claim, ((*first, (moves_of.FILL_UP, 1)), rests), reserves))


def test_files_with_reserves_are_read_as_they_are_written_and_no_others():
    proof = proofs("nihonshiki1")[0]
    text = dump_ending(proof)
    assert parse_ending(text) == proof
    document = json.loads(text)
    for key, value in (("own", ["A99"]), ("plays", "1"), ("other", None), ("surprise", 1)):
        wrong = json.loads(text)
        wrong["reserves"][key] = value
        with pytest.raises(ShikatsuError):
            parse_ending(json.dumps(wrong))
    assert document["version"] == ending_store.VERSION
