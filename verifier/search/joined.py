"""Proofs by patterns that begin in different states of one game, put together."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from verifier.board import Mask
from verifier.play import PASS, PatternPlay, State
from verifier.proof.certificate import CLOSED, Answer, Cover, PatternNode

__all__ = ["JoinedProofs"]


class JoinedProofs:
    """The nodes of several proofs in one list, and which of them stands for a state."""

    def __init__(self, play: PatternPlay) -> None:
        self.nodes: list[PatternNode] = []
        self._play = play
        self._by_zone: dict[tuple[Mask, int], dict[tuple[Mask, Mask], list[int]]] = {}

    def add(self, nodes: Iterable[PatternNode]) -> None:
        """Take in a proof; it says nothing of the others."""
        first = len(self.nodes)
        for number, node in enumerate(nodes, first):
            self.nodes.append(_moved(node, first))
            zone, black, white, _, to_move, *_ = node.pattern
            self._by_zone.setdefault((zone, to_move), defaultdict(list))[black, white].append(number)

    def covering(self, state: State) -> int | None:
        """The number of a node that stands for *state*, or None."""
        return next(self._covering(state), None)

    def _covering(self, state: State) -> Iterator[int]:
        for (zone, mover), stones in self._by_zone.items():
            if mover != state.to_move:
                continue
            for number in stones.get((state.black & zone, state.white & zone), ()):
                node = self.nodes[number]
                if node.move == state.ban != PASS and node.pattern.ban != state.ban:
                    continue
                if self._play.matches(node.pattern, state):
                    yield number


def _moved(node: PatternNode, by: int) -> PatternNode:
    """The same node where all numbers are greater."""
    if not by:
        return node
    replies = {move: _shifted(cover, by) for move, cover in node.replies.items()}
    return PatternNode(node.pattern, node.move, node.credit, node.rank, _shifted(node.after, by), replies)


def _shifted(cover: Cover, by: int) -> Cover:
    if isinstance(cover, Answer):
        return Answer(cover.move, _shifted_target(cover.target, by))
    return _shifted_target(cover, by)


def _shifted_target(target: int, by: int) -> int:
    return target if target == CLOSED else target + by
