"""Proofs by patterns that begin in different states of one game, put together."""

from collections import defaultdict
from collections.abc import Sequence

from verifier.board import Mask
from verifier.errors import CertificateError
from verifier.play import PASS, PatternPlay, State
from verifier.play.place import PlaceArena
from verifier.proof.certificate import PatternNode, Patterns
from verifier.proof.patterns import PatternChecker
from verifier.proof.places import check_zones
from verifier.search.native import PlainSearches
from verifier.search.outcome import Limits, Outcome
from verifier.search.windows.places import won_at_once

__all__ = ["JoinedProofs"]

NODE_BYTES, REPLY_BYTES = 1000, 120
"""What a pattern takes, here and in the kernel, and what each reply does: about, for boards of 19 lines."""


class JoinedProofs:
    """The nodes of proofs for one place in one list, and which of them stands for a state.

    *game* is the place, and *alone* the same without its surroundings, in which proofs are searched. Each
    search may end at what is proved already.

    Raises:
        InputError: the kernel is not built.
    """

    def __init__(self, game: PlaceArena, alone: PlaceArena) -> None:
        self.nodes: list[PatternNode] = []
        self.bytes = 0
        """What they take, about."""
        self._game, self._play = game, PatternPlay(game, game.side)
        self._checker = PatternChecker(
            self._play, Patterns(game.side, False, self.nodes, named=game.named), secluded=True
        )
        self._searches = PlainSearches(alone)
        self._by_stones: defaultdict[tuple[Mask, Mask, int], list[int]] = defaultdict(list)

    def covering(self, state: State) -> int | None:
        """The number of a node that stands for *state*, or None."""
        zone = self._game.unit
        for number in self._by_stones.get((state.black & zone, state.white & zone, state.to_move), ()):
            node = self.nodes[number]
            if node.move == state.ban != PASS and node.pattern.ban != state.ban:
                continue
            if self._play.matches(node.pattern, state):
                return number
        return None

    def prove(self, alone: PlaceArena, limits: Limits) -> tuple[int | None, Outcome]:
        """Search from the start of *alone*, and take in the proof if it holds beyond the surroundings too.

        Returns the number of the node that stands for the start, or None, and what the search took.

        Raises:
            KeyboardInterrupt: the user interrupted the search.
        """
        first = len(self.nodes)
        found = self._searches.search(alone, first, limits)
        if found.covered is not None:
            holds = self._play.matches(self.nodes[found.covered].pattern, alone.start)
            return found.covered if holds else None, found.outcome
        if found.nodes is None:
            return None, found.outcome
        if not self._take_in(alone.start, found.nodes or won_at_once(alone).nodes):
            self._searches.drop()
            return None, found.outcome
        if found.nodes:
            self._searches.keep()
        for number, node in enumerate(self.nodes[first:], first):
            pattern = node.pattern
            self._by_stones[pattern.black, pattern.white, pattern.to_move].append(number)
            self.bytes += NODE_BYTES + REPLY_BYTES * len(node.replies)
        return first, found.outcome

    def _take_in(self, start: State, nodes: Sequence[PatternNode]) -> bool:
        """Add *nodes* if they hold in the place, whatever is beyond, and the first of them for *start*."""
        first = len(self.nodes)
        self.nodes += nodes
        holds = False
        try:
            check_zones(self._game, nodes)
            for number, node in enumerate(nodes, first):
                self._checker.check_pattern(number, node)
            for number, node in enumerate(nodes, first):
                self._checker.check_moves(number, node)
            holds = self._play.matches(nodes[0].pattern, start)
        except CertificateError:
            pass
        finally:  # where the user interrupts it too
            if not holds:
                del self.nodes[first:]
        return holds
