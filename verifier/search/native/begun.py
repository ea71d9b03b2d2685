"""Searches in windows that a limit ended, kept so that they may go on from there with more states.

Whoever searches in many windows, each with few states first, goes on with those that promise a proof. What
was explored need not be explored again.
"""

import contextlib
import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, NamedTuple

from verifier.board import Colour
from verifier.kernel import require_kernel
from verifier.play import Arena, Plain
from verifier.search.native.answers import BY_WINNER, outcome_of, winner_of
from verifier.search.native.frame import Frame, bounds
from verifier.search.native.plain import begin_plain, outcome_plainly, plain_game, same_game
from verifier.search.native.prove import evidence_of
from verifier.search.outcome import Limits, Outcome
from verifier.search.rim import Windowed

__all__ = ["BEGUN_FROM", "Begun"]

BEGUN_FROM = 5_000
"""Searches with fewer states are soon made again."""

_SHARE = 2
"""All that is kept takes such a part of the memory that one search may take, at most."""


class _Kept(NamedTuple):
    """A search that a limit ended."""

    search: Any
    """The kernel's."""
    nodes: int
    """States expanded so far."""
    answer: dict[str, Any]
    """What the kernel said last."""

    @property
    def bytes(self) -> int:
        """The memory that it takes, about."""
        size: int = self.answer["bytes"]
        return size


class Begun:
    """Searches that may go on, those used last.

    A search that goes on finds what one with as many states from the beginning would find, or about that:
    when it looks at what it has found depends on where it was stopped. Several threads of a worker may share
    them; each search is one thread's as long as it runs.

    Raises:
        InputError: the kernel is not built.
    """

    def __init__(self) -> None:
        require_kernel()
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()

    def prove(self, game: Arena, side: Colour, limits: Limits) -> Outcome:
        """Try to prove that *side* wins the *game* of a window, with so many states in all.

        The outcome says how many were expanded this time. The limits on time and memory are those of this
        time too.

        Raises:
            KeyboardInterrupt: the user interrupted the search.
        """
        key = _key(game, side)
        kept = self._kept.pop(key, None)
        search, nodes = (kept.search, kept.nodes) if kept else (_begin(game, side), 0)
        if kept and nodes >= limits.nodes:
            self._kept[key] = kept
            return _outcome(game, limits, kept.answer | {"expanded": 0, "seconds": 0.0})
        left = bounds(limits) | {"nodes": max(1, limits.nodes - nodes)}
        began = time.monotonic()
        try:
            answer: dict[str, Any] = search.search(**left)
            cramped = answer["stop"] == "memory" and answer["bytes"] < left["bytes"] // _SHARE
        except MemoryError:
            cramped = True
            if not self._kept:
                raise
        if cramped and self._kept:
            # What it may not have is taken up by those that are kept, which reserve more than they use.
            kept = search = None
            self._kept.clear()
            search, nodes = _begin(game, side), 0
            answer = search.search(**bounds(limits.less(time.monotonic() - began)))
        if winner_of(answer) is None and answer["stop"] == "nodes":
            self._keep(key, _Kept(search, nodes + answer["expanded"], answer), limits)
        return _outcome(game, limits, answer)

    def _keep(self, key: Hashable, kept: _Kept, limits: Limits) -> None:
        self._kept[key] = kept
        room = (limits.memory_mib << 20) // _SHARE
        with contextlib.suppress(KeyError):  # another thread was first
            while sum(each.bytes for each in list(self._kept.values())) > room:
                self._kept.popitem(last=False)


def _begin(game: Arena, side: Colour) -> Any:
    frame = Frame(game)
    if isinstance(game, Plain):
        return plain_game(frame, game).begin(**begin_plain(frame, game, game.start))
    return frame.locale().begin(**frame.begin(game.start), side=int(side == game.attacker))


def _outcome(game: Arena, limits: Limits, answer: dict[str, Any]) -> Outcome:
    if isinstance(game, Plain):
        return outcome_plainly(game, limits, answer | {"method": "plain play"})
    winner = winner_of(answer)
    if winner is None:
        return outcome_of(game, limits, None, [answer])
    evidence = evidence_of(game, winner, answer)
    return outcome_of(game, limits, BY_WINNER[winner], [answer | {"evidence": evidence}])


def _key(game: Arena, side: Colour) -> Hashable:
    """What a search of a window depends on."""
    if isinstance(game, Plain):
        return side, game.owner, same_game(game, game.unit), game.start
    beyond = game.beyond if isinstance(game, Windowed) else 0
    place = game.position, game.walls, game.locale, game.unit, game.parts, beyond
    return side, game.owner, place, game.ruleset.play_digest, game.bans_bind, game.weighs, game.start
