"""Searches in windows that a limit ended, kept so that they may go on from there with more states.

Whoever searches in many windows, each with few states first, goes on with those that promise a proof. What
was explored need not be explored again.
"""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any, NamedTuple

from verifier.board import Colour
from verifier.kernel import require_kernel
from verifier.play import Arena, Plain
from verifier.proof.certificate import Patterns
from verifier.search.native.answers import BY_WINNER, outcome_of, winner_of
from verifier.search.native.frame import Frame, bounds
from verifier.search.native.packed import PackedPatterns
from verifier.search.native.plain import begin_plain, plain_game
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
    """Searches that may go on, those used last. For one thread.

    A search that goes on finds what one with as many states from the beginning would find, or about that:
    when it looks at what it has found depends on where it was stopped.

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
        key, plain = _key(game, side), isinstance(game, Plain)
        kept = self._kept.pop(key, None)
        search, nodes = (kept.search, kept.nodes) if kept else (_begin(game), 0)
        if kept and nodes >= limits.nodes:
            self._kept[key] = kept
            return outcome_of(game, limits, None, [kept.answer | {"expanded": 0, "seconds": 0.0}])
        left = bounds(limits) | {"nodes": max(1, limits.nodes - nodes)}
        answer: dict[str, Any] = search.search(**left)
        winner = winner_of(answer)
        if winner is None:
            if answer["stop"] == "nodes":
                self._keep(key, _Kept(search, nodes + answer["expanded"], answer), limits)
            return outcome_of(game, limits, None, [answer])
        winning = game.attacker if winner else game.owner
        if plain and winning != side:
            return outcome_of(game, limits, None, [answer])
        patterns = PackedPatterns(game, winning, answer["closure"], answer["words"])
        answer["evidence"] = Patterns(winning, False, patterns, named=isinstance(game, Plain) and game.named)
        answer["method"] = "plain play" if plain else answer["method"]
        return outcome_of(game, limits, BY_WINNER[winner], [answer])

    def _keep(self, key: Hashable, kept: _Kept, limits: Limits) -> None:
        self._kept[key] = kept
        room = (limits.memory_mib << 20) // _SHARE
        while sum(each.bytes for each in self._kept.values()) > room:
            self._kept.popitem(last=False)


def _begin(game: Arena) -> Any:
    frame = Frame(game)
    if isinstance(game, Plain):
        return plain_game(frame, game).begin(**begin_plain(frame, game, game.start))
    return frame.locale().begin(**frame.begin(game.start))


def _key(game: Arena, side: Colour) -> Hashable:
    """What a search of a window depends on."""
    beyond = game.beyond if isinstance(game, Windowed) else 0
    place = game.position, game.walls, game.locale, game.unit, game.parts, beyond
    rules = game.owner, game.ruleset.play_digest, game.bans_bind, game.weighs
    if not isinstance(game, Plain):
        return side, place, rules, game.start
    plain = game.clears, game.holds, game.standing, game.named, game.lasting, game.frees, game.bans_captures
    return side, place, rules, game.start, plain, game.pass_frees, game.marks_owner, game.relies_on_turns
