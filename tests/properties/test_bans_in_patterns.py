"""Bans that wait for a pass, in patterns: what the other side's plays, near and far, leave of them.

Patterns are made of random states of games that remember, and one move of the other side is played in the
state: what the checker lets cover that move in a proof has to be a pattern of the state after it.
"""

import json
import random
from collections import Counter

import pytest
from reference.dense import dense_verdict
from remembering import board_with_kos, lasting, matches, plain_games

from verifier.board import BLACK, Mask, Position, Side
from verifier.errors import CertificateError
from verifier.play import (
    PASS,
    Arena,
    Memory,
    MemoryArena,
    Pattern,
    PatternPlay,
    Plain,
    State,
    Successor,
    arena_for,
)
from verifier.proof import Certificate, Claim, PatternNode, Patterns, Verdict, check, dump_certificate
from verifier.proof.patterns import PatternChecker
from verifier.proof.store import parse_certificate
from verifier.rules import Ruleset, load_ruleset
from verifier.rules.axes import BOTH_SIDES, ONCE_FOR_EACH, PASS_FOR_KO

ROWS = ("OOOOOOXXO", "XXO.O.XXO", ".XXOXXO.O")
RULES = load_ruleset("proposal2012").with_values(
    walls="assumed", ko=BOTH_SIDES, dead_means="captured once", cycle="alive", first_move="owner"
)
FALSE = [
    "3fc5600 d80600 1200000 -1 0 12 396 0 1",
    "3fc5600 d81600 1000000 -1:0:200000 1 . 396 0 2 -2:3 25:4",
    "3fc1600 d81600 1000000 -1:2000000:200000 0 25 363 0 5",
    "3fc5600 d81600 1000000 -1 0 21 396 0 6",
    "3fc5600 d81600 3000000 -1:0:200000 0 14 396 0 7",
    "3fc1600 2d81600 0 -1:0:200000 1 . 363 0 8 -2:8",
    "3fc5600 f81600 1000000 -1 1 . 396 0 9 25:10",
    "3fc5600 d85600 3000000 -1:0:200000 1 . 396 0 11 -2:11",
    "3fc1600 2d81600 0 -1 0 21 363 0 .",
    "3fc1600 f81600 1000000 -1:2000000:0 0 25 363 0 .",
    "3fc5600 f81600 3000000 -1 0 14 396 0 .",
    "3fc5600 d85600 3000000 -1 0 21 396 0 .",
]


def claim(rows: tuple[str, ...], ruleset: Ruleset = RULES) -> Claim:
    """That the black unit in the bottom left corner lives, on a board that goes on at the top."""
    cells = "".join(rows)
    black, white = (sum(1 << p for p, sign in enumerate(cells) if sign == wanted) for wanted in "XO")
    position = Position(3, 9, black, white, frozenset({Side.TOP}))
    return Claim(position, position.chain_at(9), ruleset, Verdict.ALIVE)


def proof(of: Claim, lines: list[str]) -> Certificate:
    text = dump_certificate(Certificate(of, (Patterns(BLACK, False, ()),)))
    nodes = ",\n".join(json.dumps(line) for line in lines)
    return parse_certificate(text.replace('"nodes": [', f'"nodes": [{nodes}'), "example")


def test_a_ban_that_a_play_far_away_may_have_ended_is_not_relied_on() -> None:
    """Black takes the ko at D2. White F2 puts E1 and F1 into atari as well, so the ban on D1 lapses.

    Node 2 covers that play as one far from its zone. It still has the ban, and after Black H1, which gives
    E1 and F1 a liberty, the play on D1 looks like a take in a ko again.
    """
    false = claim(ROWS)
    assert dense_verdict(arena_for(false.position, false.unit, RULES)) is Verdict.DEAD
    with pytest.raises(CertificateError, match="pass at pattern 1 "):
        check(proof(false, FALSE))


# The pass that lifts bans. With a wall at F2 the unit lives: Black takes the ko at D2 and fills it.

SAFE = ("OOOOOOXXO", "XXO.OXXXO", ".XXOXXO.O")
PLAIN = "3c1600 181600 0 -1:0:200000 0 21 0 0 ."
LIFTED = "3c1600 181600 0 -1 0 21 0 0 ."


def with_replies(*nodes: str, ban: str = ":0:200000") -> list[str]:
    first, replies, *rest = nodes
    return [first, f"3c1600 181600 0 -1{ban} 1 . 0 0 {replies}", *rest]


FIRST = "3c1600 180600 200000 -1 0 12 0 0 1"


def test_both_passes_of_the_loser_are_covered() -> None:
    true = claim(SAFE)
    assert dense_verdict(arena_for(true.position, true.unit, RULES)) is Verdict.ALIVE
    assert check(proof(true, with_replies(FIRST, "2 -2:3", PLAIN, LIFTED))).moves == 5
    assert check(proof(true, with_replies(FIRST, "2 -2:2", LIFTED))).moves == 4


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (with_replies(FIRST, "2", LIFTED), "white pass that lifts bans at pattern 1 is not covered"),
        (
            with_replies(FIRST, "2 -2:.", LIFTED),
            "lifts bans at pattern 1 leads to a pattern that is not settled",
        ),
        (with_replies(FIRST, "2 -2:2", PLAIN), "lifts bans at pattern 1 leads to other bans"),
        (with_replies(FIRST, "2 -2:1", LIFTED), "lifts bans at pattern 1 leads to the other side's turn"),
        (with_replies(FIRST, "2 -2:2 -3:2", LIFTED), "a reply that is not legal"),
        (with_replies(FIRST, "2 -2:2 -1:2", LIFTED), "a reply that is not legal"),
        (with_replies(FIRST, "2 -2:2 21:2", LIFTED), "a reply that is not legal"),
        (with_replies(FIRST, "2 -2:2", LIFTED, ban=""), "D1 at pattern 1 is not covered"),
        (
            with_replies(FIRST, "2 -2:2 21:2", LIFTED, ban=""),
            "D1 at pattern 1 leads to other stones|not legal",
        ),
        (
            with_replies(FIRST, "2 -2:2", LIFTED, ban=":0:600000"),
            "retakes that wait for a pass where there are none",
        ),
        (with_replies(FIRST.replace(" 12 ", " -2 "), "2 -2:2", LIFTED), "may be illegal"),
    ],
)
def test_a_pass_that_lifts_bans_is_covered_where_there_are_bans_and_nowhere_else(
    lines: list[str], message: str
) -> None:
    with pytest.raises(CertificateError, match=message):
        check(proof(claim(SAFE), lines))


@pytest.mark.parametrize("ko", [value for value in ("basic", *PASS_FOR_KO) if value != BOTH_SIDES])
def test_a_proof_with_that_pass_is_of_no_other_ko_rule(ko: str) -> None:
    """And one without it, for a rule by which a pass lifts the bans of one side, is refused here."""
    other = claim(SAFE, RULES.with_values(ko=ko))
    with pytest.raises(CertificateError):
        check(proof(other, with_replies(FIRST, "2 -2:2", LIFTED)))
    lines = with_replies(FIRST, "2", LIFTED)
    if ko in PASS_FOR_KO and ko != ONCE_FOR_EACH:
        assert check(proof(other, lines)).moves == 3
    with pytest.raises(CertificateError, match="is not covered"):
        check(proof(claim(SAFE), lines))


# One move of the other side.


def random_state(rng: random.Random, arena: MemoryArena, kept: Mask, mover: int) -> State | None:
    """A board with kos and with bans in them; on *kept* stand the owner's stones. None if none was found."""
    found = board_with_kos(rng, arena, kept)
    if found is None:
        return None
    black, white, kos = found
    bans = kos & (rng.getrandbits(30) | rng.getrandbits(30))
    old = (white if arena.owner else black) & arena.scope if arena.enabling else 0
    return State(black, white, -1, mover, False, Memory(bans=bans, old=old))


def some_of(rng: random.Random, points: Mask, needed: Mask) -> Mask:
    """Most of the points, and those that are needed."""
    return needed | points & (rng.getrandbits(30) | rng.getrandbits(30) | rng.getrandbits(30))


def pattern_in(rng: random.Random, arena: MemoryArena, game: Plain, state: State) -> Pattern:
    """A pattern of a state, with some of the bans on the loser and perhaps more than all on the winner."""
    zone = some_of(rng, arena.locale, game.unit)
    empty = zone & ~(state.black | state.white)
    other = 1 - game.side
    sure = lasting(arena, state, other) & empty
    perhaps = arena.bans_on(state, game.side) & zone | empty & rng.getrandbits(30) & rng.getrandbits(30)
    bans = (sure, perhaps) if game.side else (perhaps, sure)
    return Pattern(zone, state.black & zone, state.white & zone, -1, state.to_move, bans=bans)


def left_of(rng: random.Random, game: Plain, result: Successor, zone: Mask) -> Pattern:
    """What *zone* shows of a result, to the winner."""
    black, white, bans = result.black & zone, result.white & zone, result.bans
    return Pattern(
        zone, black, white, -1, int(game.side), threats=result.threats, bans=(bans[0] & zone, bans[1] & zone)
    )


def accepted(
    game: Arena, play: PatternPlay, pattern: Pattern, move: int, result: Successor, after: Pattern
) -> bool:
    """Whether the checker lets *after* cover what *move* leads to from *pattern*, measures left aside."""
    nodes = PatternNode(pattern, None, 1000, 0, 1, {}), PatternNode(after, PASS, 0, 0, 0, {})
    checker = PatternChecker(play, Patterns(play.winner, False, nodes), False)
    try:
        checker.check_pattern(1, nodes[1])
        checker.check_move(0, move, 1, result, marked=True)
    except CertificateError:
        return False
    return True


def tried(rng: random.Random, arena: MemoryArena, game: Plain, counts: Counter[str]) -> None:
    kept = arena.unit if game.ruleset["dead_means"] == "captured once" else 0
    state = random_state(rng, arena, kept, 1 - game.side)
    if state is None:
        return
    play = PatternPlay(game, game.side)
    pattern = pattern_in(rng, arena, game, state)
    if not play.supported(pattern):
        return
    assert matches(arena, game.side, pattern, None, state)
    stay = play.waiting(pattern)
    far = left_of(rng, game, stay, some_of(rng, pattern.zone, game.unit))
    if not accepted(game, play, pattern, PASS, stay, far):
        return
    replies = dict(play.replies(pattern, far.zone))
    for step in arena.steps(state):
        if step.winner is not None:
            continue
        after, kind = far, "far"
        if (step.move < 0 and -2 in replies) or (step.move >= 0 and far.zone >> step.move & 1):
            move = step.move if step.move >= 0 else -2
            assert move in replies, ("not covered", arena.position, pattern, state, step.move)
            result = replies[move]
            if result.ends or game.unit & ~result.zone:
                continue
            after, kind = left_of(rng, game, result, some_of(rng, result.zone, game.unit)), "reply"
            if not accepted(game, play, pattern, move, result, after):
                continue
        assert matches(arena, game.side, after, None, step.state), (
            arena.position,
            game.side,
            pattern,
            state,
            step,
            after,
        )
        counts[kind] += 1
        counts[f"{kind} with a ban"] += bool(after.bans[1 - game.side])


@pytest.mark.parametrize("boards", [16, pytest.param(200, marks=pytest.mark.slow)], ids=["some", "many"])
@pytest.mark.parametrize("ko", PASS_FOR_KO)
def test_what_covers_a_move_is_a_pattern_of_what_it_leads_to(ko: str, boards: int) -> None:
    rng, counts = random.Random(f"covers {ko}"), Counter[str]()
    for _ in range(boards):
        for arena, game in plain_games(rng, ko):
            for _ in range(40):
                tried(rng, arena, game, counts)
    assert min(counts["far"], counts["reply"]) > 300
    assert counts["reply with a ban"] > 10
    assert bool(counts["far with a ban"]) is (ko == BOTH_SIDES)
