"""The numbers by which the nodes of a proof by patterns refer to each other."""

import dataclasses
from collections.abc import Callable, Iterable, Sequence

from verifier.proof.certificate import CLOSED, Cover, PatternNode, target_of

__all__ = ["reached", "renumbered"]


def reached(nodes: Sequence[PatternNode], starts: Iterable[int]) -> dict[int, int]:
    """Return the nodes that play may come to from *starts*, each with its place; the starts come first."""
    place = {start: number for number, start in enumerate(dict.fromkeys(starts))}
    for node in (order := list(place)):  # grows while it is read
        for target in map(target_of, nodes[node].covers):
            if target != CLOSED and target not in place:
                place[target] = len(order)
                order.append(target)
    return place


def renumbered(node: PatternNode, number: Callable[[int], int]) -> PatternNode:
    """Return *node* where *number* says which numbers the nodes that it refers to have."""

    def moved(cover: Cover) -> Cover:
        target = target_of(cover)
        target = target if target == CLOSED else number(target)
        return target if isinstance(cover, int) else cover._replace(target=target)

    replies = {move: moved(cover) for move, cover in node.replies.items()}
    return dataclasses.replace(node, after=moved(node.after), replies=replies)
