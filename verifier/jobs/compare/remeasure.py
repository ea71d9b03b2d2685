"""The same moves under other rules: what they lead to, and credits and ranks, are worked out anew.

Where a cycle is judged in another way, or something else is remembered, the moves of a proof may win still,
but its numbers and states say nothing.
"""

import dataclasses
from collections.abc import Iterator

from verifier.board import Point
from verifier.cycles import one_player
from verifier.cycles.game import priorities
from verifier.errors import CertificateError, InputError
from verifier.play import PASS, Arena, PatternPlay, State, game_of_patterns
from verifier.proof import CLOSED, Answer, PatternNode, Patterns, Strategy, target_of
from verifier.proof.patterns import PatternChecker
from verifier.search.measures import UnclosedError, close, measure

__all__ = ["remeasured"]

_GROWTH = 20
"""So many times as many states a strategy may have in the other game."""


def remeasured(evidence: Patterns | Strategy, arena: Arena) -> Patterns | Strategy:
    """Return *evidence* with a measure for *arena*, or as it is where its moves lose some cycle there.

    Nothing else of it is looked at: whether it is a proof is for the checker.
    """
    if isinstance(evidence, Strategy):
        return _of_states(evidence, arena)
    try:
        return _of_patterns(evidence, arena)
    except (CertificateError, InputError, IndexError):
        return evidence  # it is no proof in that game, whatever its numbers


def _of_states(strategy: Strategy, arena: Arena) -> Strategy:
    """States may remember other things in the other game: the move is that of the state most like it."""
    moves: dict[tuple[object, ...], Point] = {}
    for state, node in strategy.nodes.items():
        if node.move is not None:
            for key in _likenesses(state):
                moves.setdefault(key, node.move)
    left = _GROWTH * len(strategy.nodes) + _GROWTH

    def choose(state: State) -> Point | None:
        nonlocal left
        left -= 1
        if left < 0:
            return None
        for key in _likenesses(state):
            move = moves.get(key)
            if move is not None and (move := _legal(arena, state, move)) is not None:
                return move
        return _legal(arena, state, PASS) if state == arena.start else None  # it may wait

    try:
        found = measure(close(arena, strategy.side, choose, strategy.draw_wins))
    except UnclosedError:
        return strategy
    return found if isinstance(found, Strategy) else strategy


def _likenesses(state: State) -> Iterator[tuple[object, ...]]:
    """What a state has in common with others, most first."""
    board = (state.black, state.white, state.to_move)
    memory = state.memory
    if memory is not None:
        reviewed = (memory.captured, memory.old, memory.held)
        yield *board, state.taken, *reviewed, memory.bans, memory.freed
        yield *board, state.taken, *reviewed, memory.bans
        yield *board, state.taken, *reviewed
        yield *board, state.taken, memory.captured
    else:
        yield *board, state.taken, state.ban, state.threats, state.passed
    yield board


def _legal(arena: Arena, state: State, move: Point) -> Point | None:
    """The move, if it is legal; of a pass the one that is."""
    if arena.step(state, move) is not None:
        return move
    return next((step.move for step in arena.steps(state) if step.move < 0), None) if move < 0 else None


def _of_patterns(patterns: Patterns, arena: Arena) -> Patterns:
    """An answer stands for a vertex in between."""
    play = PatternPlay(game_of_patterns(arena, patterns.side, patterns.holds, patterns.named), patterns.side)
    checker = PatternChecker(play, patterns)
    sign = 1 if patterns.side == play.arena.owner else -1
    edges: list[list[tuple[int, int]]] = [[] for _ in patterns.nodes]
    marked = [checker.marked(node.pattern) for node in patterns.nodes]
    for number, node in enumerate(patterns.nodes):
        for move, cover, result in checker.moves(number, node):
            if result.ends or target_of(cover) == CLOSED or checker.is_late(node, move):
                continue
            weight = sign * checker.weight(result, node.pattern.to_move)
            if not isinstance(cover, Answer):
                edges[number].append((cover, weight))
                continue
            between = play.between(result, cover.move)
            then = play.waiting(between) if cover.move == PASS else play.play(between, cover.move)
            if then is None:
                raise CertificateError("an answer may be illegal")
            edges[number].append((len(edges), weight))
            edges.append([(cover.target, sign * checker.weight(then, patterns.side))])
            marked.append(checker.marked(between))
    solved = one_player.measure(edges, priorities(checker.favoured, marked))
    if isinstance(solved, list):
        return patterns
    credits, ranks = solved
    numbered = enumerate(patterns.nodes)
    nodes = tuple(_with(node, credits[number], ranks[number]) for number, node in numbered)
    return dataclasses.replace(patterns, nodes=nodes)


def _with(node: PatternNode, credit: int, rank: int) -> PatternNode:
    return dataclasses.replace(node, credit=credit, rank=rank)
