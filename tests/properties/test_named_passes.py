"""Patterns where passes name kos: what the moves of either side, near and far, leave of what is remembered.

Patterns are made of random states of games that remember, and a move is played in the state: what the checker
lets cover that move in a proof has to be a pattern of the state after it. docs/games-why.md says in four
points when a state matches.
"""

import random
from collections import Counter

import pytest
from remembering import board_with_kos, lasting, plain_games

from verifier.board import Mask
from verifier.board.grid import bits
from verifier.errors import CertificateError
from verifier.play import PASS, Memory, MemoryArena, Pattern, PatternPlay, Plain, State, Step, Successor
from verifier.play.memory import ko_of_pass
from verifier.proof import PatternNode, Patterns
from verifier.proof.patterns import PatternChecker
from verifier.rules.axes import NAMED, ONCE_FOR_EACH

KO_RULES = NAMED[:2]


def some(rng: random.Random, points: Mask) -> Mask:
    return points & (rng.getrandbits(30) | rng.getrandbits(30))


def random_state(rng: random.Random, arena: MemoryArena, kept: Mask, mover: int) -> State | None:
    """A board with kos, bans in them and passes for good; on *kept* stand the owner's stones. None if none was found."""
    for _ in range(10):
        found = board_with_kos(rng, arena, kept)
        if found is None:
            return None
        black, white, kos = found
        freed = (0, 0)
        if arena.ruleset["ko"] == ONCE_FOR_EACH:
            freed = some(rng, some(rng, arena.locale)), some(rng, some(rng, arena.locale))
        old = (white if arena.owner else black) & arena.scope if arena.enabling else 0
        state = State(black, white, -1, mover, False, Memory(bans=some(rng, kos), freed=freed, old=old))
        # A ban for one turn is on the side to move, and there is one at most.
        one_turn = [arena.bans_on(state, side) & freed[side] for side in (0, 1)]
        if not (one_turn[1 - mover] or one_turn[mover] & one_turn[mover] - 1):
            return state
    return None


def matches(arena: MemoryArena, winner: int, pattern: Pattern, state: State) -> bool:
    zone, loser, memory = pattern.zone, 1 - winner, state.memory
    assert memory is not None
    on_loser, on_winner = lasting(arena, state, loser), lasting(arena, state, winner)
    once = arena.ruleset["ko"] == ONCE_FOR_EACH
    return (
        state.to_move == pattern.to_move
        and (state.black & zone, state.white & zone) == (pattern.black, pattern.white)
        and not pattern.bans[loser] & ~on_loser
        and not on_loser & zone & ~pattern.bans[loser] & ~pattern.freed[loser]
        and not memory.freed[loser] & zone & ~pattern.freed[loser]
        and not on_winner & zone & ~pattern.bans[winner]
        and not (once and pattern.bans[winner] & ~on_winner & ~memory.freed[winner])
        and not pattern.freed[winner] & ~memory.freed[winner]
        and (pattern.ban < 0 or bool(arena.bans_on(state, state.to_move) >> pattern.ban & 1))
    )


def pattern_in(rng: random.Random, arena: MemoryArena, game: Plain, state: State) -> Pattern:
    """A pattern that the state matches: it may say that the loser has passed for more, and the winner for less."""
    winner, memory = int(game.side), state.memory
    loser, zone = 1 - winner, game.unit | some(rng, arena.locale) | some(rng, arena.locale)
    assert memory is not None
    empty = zone & ~(state.black | state.white)
    more = some(rng, zone) if arena.ruleset["ko"] == ONCE_FOR_EACH and rng.random() < 0.5 else 0
    loser_freed = memory.freed[loser] & zone | more
    loser_bans = lasting(arena, state, loser) & zone & ~loser_freed
    winner_freed = some(rng, memory.freed[winner] & zone)
    fictions = some(rng, memory.freed[winner] & empty & ~winner_freed) if rng.random() < 0.5 else 0
    winner_bans = lasting(arena, state, winner) & zone | fictions
    order = -1 if winner else 1
    bans, freed = (winner_bans, loser_bans)[::order], (winner_freed, loser_freed)[::order]
    stones = state.black & zone, state.white & zone
    return Pattern(zone, *stones, -1, state.to_move, bans=(bans[0], bans[1]), freed=(freed[0], freed[1]))


def left_of(rng: random.Random, game: Plain, result: Successor, to_move: int) -> Pattern:
    """What some zone shows of a result; in it the loser may have passed for more and the winner for less."""
    winner = int(game.side)
    zone = game.unit | some(rng, result.zone) | some(rng, result.zone)
    zone &= ~result.unsure if rng.random() < 0.8 else -1
    freed = [passed & zone for passed in result.freed]
    bans = [points & zone for points in result.bans]
    if game.frees and rng.random() < 0.4:
        freed[1 - winner] |= some(rng, zone)
        bans[1 - winner] &= ~freed[1 - winner]
        fewer = freed[winner] & ~some(rng, zone)
        bans[winner] |= fewer & zone & ~(result.black | result.white) & ~some(rng, zone)
        freed[winner] &= ~fewer
    if rng.random() < 0.2:  # what does not follow from the result has to be refused
        bans[1 - winner] &= some(rng, zone)
        bans[winner] |= some(rng, zone & ~(result.black | result.white))
    ban = result.ban if to_move != winner and zone >> max(result.ban, 0) & 1 else -1
    stones = result.black & zone, result.white & zone
    return Pattern(zone, *stones, ban, to_move, bans=(bans[0], bans[1]), freed=(freed[0], freed[1]))


def accepted(
    play: PatternPlay, pattern: Pattern, move: int, result: Successor, after: Pattern, answer: int | None
) -> bool:
    """Whether the checker lets *after* cover what *move* leads to from *pattern*, measures left aside."""
    mine = pattern.to_move == play.winner
    nodes = (
        PatternNode(pattern, move if mine else None, 1000, 0, 1, {}),
        PatternNode(after, answer, 0, 0, 0, {}),
    )
    checker = PatternChecker(play, Patterns(play.winner, False, nodes, named=True), False)
    try:
        checker.check_pattern(1, nodes[1])
        checker.check_move(0, move, 1, result, marked=True)
    except CertificateError:
        return False
    return True


def well_formed(play: PatternPlay, pattern: Pattern) -> bool:
    node = PatternNode(pattern, PASS if pattern.to_move == play.winner else None, 0, 0, 0, {})
    try:
        PatternChecker(play, Patterns(play.winner, False, (node,), named=True), False).check_pattern(0, node)
    except CertificateError:
        return False
    return True


def answer_in(rng: random.Random, after: Pattern, winner: int) -> int | None:
    """What the winner plays in a pattern: a random point of its zone, or a pass."""
    if after.to_move != winner:
        return None
    return rng.choice([PASS, *bits(after.zone & ~(after.black | after.white))])


def allowed(arena: MemoryArena, play: PatternPlay, after: Pattern, answer: int | None, state: State) -> bool:
    """Whether the winner may play his answer in *state*, if it may be played in the pattern."""
    if answer is None or answer == PASS or play.play(after, answer) is None:
        return True
    return arena.step(state, answer) is not None


def tried(rng: random.Random, arena: MemoryArena, game: Plain, counts: Counter[str]) -> None:
    kept = arena.unit if game.ruleset["dead_means"] == "captured once" else 0
    state = random_state(rng, arena, kept, rng.randrange(2))
    if state is None:
        return
    play = PatternPlay(game, game.side)
    pattern = pattern_in(rng, arena, game, state)
    if not well_formed(play, pattern):
        return
    assert matches(arena, game.side, pattern, state)
    assert play.bound(pattern, *seen(arena, state))
    (own_move if state.to_move == game.side else other_move)(rng, arena, game, play, pattern, state, counts)


def seen(arena: MemoryArena, state: State) -> tuple[tuple[Mask, Mask], tuple[Mask, Mask]]:
    assert state.memory is not None
    return (lasting(arena, state, 0), lasting(arena, state, 1)), state.memory.freed


def other_move(
    rng: random.Random, arena: MemoryArena, game: Plain, play: PatternPlay, pattern: Pattern, state: State, counts: Counter[str]
) -> None:
    """Whatever the loser plays in the state is covered, and leads to what covers it."""
    winner, stay = int(game.side), play.waiting(pattern)
    far = left_of(rng, game, stay, winner)
    far_answer = answer_in(rng, far, winner)
    if not accepted(play, pattern, PASS, stay, far, far_answer):
        return
    replies = dict(play.replies(pattern, far.zone))
    for step in arena.steps(state):
        if step.winner is not None:
            continue
        after, kind, answer = far, "far", far_answer
        point = ko_of_pass(step.move)
        listed = pattern.bans[1 - winner] >> point & 1 if point is not None else far.zone >> max(step.move, 0) & 1
        if step.move != PASS and listed:
            assert step.move in replies, ("not covered", arena.position, pattern, state, step.move)
            result = replies[step.move]
            if result.ends or game.unit & ~result.zone:
                continue
            after, kind = left_of(rng, game, result, winner), "reply" if step.move >= 0 else "named"
            answer = answer_in(rng, after, winner)
            if not accepted(play, pattern, step.move, result, after, answer):
                continue
        assert matches(arena, winner, after, step.state), (arena.position, game.side, pattern, state, step, after)
        assert allowed(arena, play, after, answer, step.state), (arena.position, pattern, state, step, after, answer)
        counts[kind] += 1
        counts[f"{kind} with a ban"] += bool(any(after.bans))


def own_move(
    rng: random.Random, arena: MemoryArena, game: Plain, play: PatternPlay, pattern: Pattern, state: State, counts: Counter[str]
) -> None:
    """What the winner plays by the pattern is legal in the state, but for a ban for one turn, and leads to what covers it."""
    winner, memory = int(game.side), state.memory
    assert memory is not None
    one_turn = arena.bans_on(state, winner) & memory.freed[winner]
    names = [-2 - point for point in bits(pattern.bans[winner])]
    for move in [PASS, *names, *bits(pattern.zone & ~(pattern.black | pattern.white) & ~one_turn)]:
        result = play.waiting(pattern) if move == PASS else play.play(pattern, move)
        if result is None or result.ends or game.unit & ~result.zone:
            continue
        steps: list[Step] = []
        if move >= 0 or arena.step(state, move) is not None:
            step = arena.step(state, move)
            assert step is not None, ("illegal", arena.position, pattern, state, move)
            steps = [step]
        if move == PASS or not steps:
            steps = [step for step in arena.steps(state) if step.move < 0]
        after = left_of(rng, game, result, 1 - winner)
        if not accepted(play, pattern, move, result, after, None):
            continue
        for step in steps:
            if step.winner is None:
                assert matches(arena, winner, after, step.state), (arena.position, pattern, state, step, after)
                counts["play" if move >= 0 else "pass" if move == PASS else "name"] += 1
                counts["play with a ban"] += bool(move >= 0 and any(after.bans))


@pytest.mark.parametrize("boards", [20, pytest.param(300, marks=pytest.mark.slow)], ids=["some", "many"])
@pytest.mark.parametrize("ko", KO_RULES)
def test_what_covers_a_move_is_a_pattern_of_what_it_leads_to(ko: str, boards: int) -> None:
    rng, counts = random.Random(f"named {ko}"), Counter[str]()
    for _ in range(boards):
        for arena, game in plain_games(rng, ko, named=True):
            for _ in range(60):
                tried(rng, arena, game, counts)
    assert min(counts[kind] for kind in ("far", "reply", "play", "pass")) > 300, counts
    assert min(counts[kind] for kind in ("named", "name", "far with a ban", "reply with a ban", "play with a ban")) > 10, counts
