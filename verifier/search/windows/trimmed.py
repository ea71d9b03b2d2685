"""Proofs in stages without what the search has found and the proof does not need."""

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from verifier.proof.certificate import CLOSED, Answer, Cover, PatternNode, Place, Stages, target_of

__all__ = ["renumbered", "trimmed"]


def trimmed(evidence: Stages) -> Stages:
    """Return *evidence* without the ends that its first stage never comes to, and what only these need.

    A place begins with a pattern that stands at some end.
    """
    count = len(evidence.first)
    targets = {target_of(cover) for node in evidence.first for cover in node.covers}
    used = sorted(target for target in targets if target >= count)
    ends = [evidence.ends[number - count] for number in used]
    starts: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for end in ends:
        for place, node in end:
            starts[place][node] = None
    places: list[Place] = []
    numbers: dict[int, tuple[int, dict[int, int]]] = {}
    for place in sorted(starts):
        old = evidence.places[place]
        kept = _reached(old.evidence.nodes, starts[place])
        numbers[place] = len(places), kept
        nodes = tuple([renumbered(old.evidence.nodes[node], kept) for node in kept])
        places.append(dataclasses.replace(old, evidence=dataclasses.replace(old.evidence, nodes=nodes)))
    named = [tuple((numbers[place][0], numbers[place][1][node]) for place, node in end) for end in ends]
    own = {number: number for number in range(count)} | {old: count + new for new, old in enumerate(used)}
    first = tuple([renumbered(node, own) for node in evidence.first])
    return dataclasses.replace(evidence, first=first, ends=tuple(named), places=tuple(places))


def renumbered(node: PatternNode, numbers: Mapping[int, int]) -> PatternNode:
    """Return *node* where what it refers to has other numbers."""

    def moved(cover: Cover) -> Cover:
        if isinstance(cover, Answer):
            return Answer(cover.move, cover.target if cover.target == CLOSED else numbers[cover.target])
        return cover if cover == CLOSED else numbers[cover]

    replies = {move: moved(cover) for move, cover in node.replies.items()}
    return dataclasses.replace(node, after=moved(node.after), replies=replies)


def _reached(nodes: Sequence[PatternNode], starts: Iterable[int]) -> dict[int, int]:
    """The nodes that play may come to from *starts*, which come first, with new numbers."""
    order = dict.fromkeys(starts)
    waiting = list(order)
    while waiting:
        for target in map(target_of, nodes[waiting.pop()].covers):
            if target != CLOSED and target not in order:
                order[target] = None
                waiting.append(target)
    return {node: number for number, node in enumerate(order)}
