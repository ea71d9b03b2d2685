"""The same moves under another cycle rule: credits and ranks are worked out anew.

Where a cycle is judged in another way the moves of a proof may win still, but its numbers say nothing.
"""

import dataclasses

from verifier.cycles import one_player
from verifier.cycles.game import priorities
from verifier.errors import CertificateError, InputError
from verifier.play import PASS, Arena, PatternPlay, game_of_patterns
from verifier.proof import CLOSED, Answer, PatternNode, Patterns, Strategy, target_of
from verifier.proof.patterns import PatternChecker
from verifier.search.measures import UnclosedError, close, measure

__all__ = ["remeasured"]


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
    nodes = strategy.nodes
    try:
        moves = {state: node.move for state, node in nodes.items()}
        found = measure(close(arena, strategy.side, moves.get, strategy.draw_wins))
    except UnclosedError:
        return strategy
    return found if isinstance(found, Strategy) else strategy


def _of_patterns(patterns: Patterns, arena: Arena) -> Patterns:
    """An answer stands for a vertex in between."""
    play = PatternPlay(game_of_patterns(arena, patterns.side, patterns.holds), patterns.side)
    checker = PatternChecker(play, patterns)
    sign = 1 if patterns.side == play.arena.owner else -1
    edges: list[list[tuple[int, int]]] = [[] for _ in patterns.nodes]
    bad = [checker.is_bad(node.pattern) for node in patterns.nodes]
    for number, node in enumerate(patterns.nodes):
        for _, cover, result in checker.moves(number, node):
            if result.ends or target_of(cover) == CLOSED:
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
            bad.append(checker.is_bad(between))
    solved = one_player.measure(edges, priorities(patterns.side == play.arena.owner, bad))
    if isinstance(solved, list):
        return patterns
    credits, ranks = solved
    numbered = enumerate(patterns.nodes)
    nodes = tuple(_with(node, credits[number], ranks[number]) for number, node in numbered)
    return dataclasses.replace(patterns, nodes=nodes)


def _with(node: PatternNode, credit: int, rank: int) -> PatternNode:
    return dataclasses.replace(node, credit=credit, rank=rank)
