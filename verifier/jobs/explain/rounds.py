"""Cycles that the loser of a proof can keep up for ever, with captures on the way."""

import itertools
from collections.abc import Iterable, Iterator

import networkx as nx

from verifier.board import Mask
from verifier.jobs.explain.line import LineMove, made
from verifier.jobs.explain.survey import Survey
from verifier.play import PASS, State, Step

__all__ = ["kept_up"]

Round = tuple[LineMove, ...]

_MOST_TRIED = 200
"""Pairs of takes for which a cycle through both is looked for."""


def kept_up(graph: Survey) -> tuple[Round, Round]:
    """Return a cycle with equal prisoners that the loser keeps up, and one with unequal ones; empty if none.

    Moves are looked at in pairs, the loser's and the winner's reply. Where the winner passes in reply to a
    play he is free to let things be, so such pairs are left out. One cycle with equal prisoners needs them:
    that of several kos, in which he passes because he has just taken back another one.
    """
    guide = graph.guide
    first = guide.node(guide.arena.start)
    credit: dict[State, int] = {} if first is None else {guide.arena.start: first.credit}
    steps: dict[State, list[Step]] = {}
    for state, step in graph.edges():
        node = guide.node(step.state) if step.winner is None else None
        if node is not None:
            steps.setdefault(state, []).append(step)
            credit[step.state] = node.credit
    weigh = guide.arena.ruleset["cycle"].startswith("prisoners")
    whole, tight, loose = nx.DiGraph(), nx.DiGraph(), nx.DiGraph()
    for state, attempt, reply in _pairs(graph, steps):
        # Round a cycle the slacks of the credits add up to what the loser loses.
        gain = attempt.captured - reply.captured
        even = not weigh or credit[state] - credit[reply.state] == gain
        pair = (made(guide.arena, state, attempt), made(guide.arena, attempt.state, reply))
        waits = reply.move <= PASS < attempt.move
        if even and not (waits and not attempt.captured):
            loose.add_edge(state, reply.state, pair=pair)
        if waits:
            continue
        if even:
            tight.add_edge(state, reply.state, pair=pair)
        if not whole.has_edge(state, reply.state):
            whole.add_edge(state, reply.state, pair=pair)
    equal = _round(tight, tight.edges) or _of_kos(loose)
    return equal, _round(whole, [edge for edge in whole.edges if not tight.has_edge(*edge)])


def _pairs(graph: Survey, steps: dict[State, list[Step]]) -> Iterator[tuple[State, Step, Step]]:
    for state, tries in steps.items():
        if state.to_move == graph.guide.side:
            continue
        for attempt in tries:
            for reply in steps.get(attempt.state, ()):
                if reply.state != state:
                    yield state, attempt, reply


def _round(graph: nx.DiGraph, wanted: Iterable[tuple[State, State]]) -> Round:
    """The moves of a cycle of *graph* through an edge that is *wanted*; empty if there is none."""
    part_of = _parts(graph)
    for begin, end in wanted:
        if part_of[begin] == part_of[end]:
            moves = _along(graph, [begin, *nx.shortest_path(graph, end, begin)])
            if any(move.captured for move in moves):
                return moves
    return ()


def _of_kos(graph: nx.DiGraph) -> Round:
    """A cycle in which the loser takes in two kos or more; empty if there is none."""
    part_of = _parts(graph)
    takes = [
        (edge, ko)
        for edge in graph.edges
        if part_of[edge[0]] == part_of[edge[1]] and (ko := _ko(graph.edges[edge]["pair"])) is not None
    ]
    pairs = ((one, two) for (one, ko), (two, other) in itertools.combinations(takes, 2) if not ko & other)
    for one, two in itertools.islice(pairs, _MOST_TRIED):
        if part_of[one[0]] != part_of[two[0]]:
            continue
        there, back = nx.shortest_path(graph, one[1], two[0]), nx.shortest_path(graph, two[1], one[0])
        path = [one[0], *there, *back]
        if len(set(path)) == len(path) - 1:
            return _along(graph, path)
    return ()


def _ko(pair: Round) -> Mask | None:
    """The two points of the ko in which the loser takes a stone, or None."""
    attempt, reply = pair
    if attempt.captured != 1:
        return None
    before, after = attempt.before, reply.before
    return (before.black ^ after.black) | (before.white ^ after.white)


def _parts(graph: nx.DiGraph) -> dict[State, int]:
    parts = nx.strongly_connected_components(graph)
    return {state: number for number, part in enumerate(parts) for state in part}


def _along(graph: nx.DiGraph, path: list[State]) -> Round:
    pairs = (graph.edges[edge]["pair"] for edge in itertools.pairwise(path))
    return tuple(move for pair in pairs for move in pair)
