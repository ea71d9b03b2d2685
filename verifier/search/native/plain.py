"""Plain play by the kernel: games that remember without what they remember (:mod:`verifier.play.plain`)."""

import functools
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

from verifier.board import Mask
from verifier.kernel import require_kernel
from verifier.play import Plain, State
from verifier.proof.certificate import PatternNode, Patterns
from verifier.search.native.answers import BY_WINNER, outcome_of, winner_of
from verifier.search.native.frame import Frame, bad_of, bounds, kernel
from verifier.search.native.packed import PackedPatterns
from verifier.search.outcome import Limits, Outcome
from verifier.search.rim import Windowed

__all__ = [
    "Further",
    "PlainSearches",
    "begin_plain",
    "outcome_plainly",
    "plain_game",
    "prove_plain",
    "same_game",
    "solved_plainly",
]


def prove_plain(game: Plain, limits: Limits, start: State | None) -> Outcome:
    """Decide plain play as such. That its side does not win it is no verdict."""
    return outcome_plainly(game, limits, _solve_plain(_Same(game, game.unit, limits, start)))


def outcome_plainly(game: Plain, limits: Limits, answer: dict[str, Any]) -> Outcome:
    """Return the outcome of plain play as the kernel has answered."""
    answer = _with_patterns(game, answer)
    if "evidence" not in answer:
        return outcome_of(game, limits, None, [answer])
    return outcome_of(game, limits, BY_WINNER[game.side == game.attacker], [answer])


def solved_plainly(game: Plain, unit: Mask, limits: Limits, holds: bool) -> dict[str, Any]:
    """Return what the kernel answers of a game of *unit*; with evidence if its side wins."""
    return _with_patterns(game, _solve_plain(_Same(game, unit, limits)), holds)


def _won(game: Plain, answer: dict[str, Any]) -> bool:
    return winner_of(answer) == int(game.side == game.attacker)


def _with_patterns(game: Plain, answer: dict[str, Any], holds: bool = False) -> dict[str, Any]:
    if not _won(game, answer):
        return answer
    packed = PackedPatterns(game, game.side, answer["closure"], answer["words"])
    return answer | {"evidence": Patterns(game.side, False, packed, holds, game.named)}


def same_game(game: Plain, unit: Mask) -> Hashable:
    """Return what a search of *game* with that unit depends on, but for limits and where play begins."""
    lasting = game.lasting, game.frees, game.bans_captures, game.pass_frees
    several = game.marks_owner, game.relies_on_turns
    how = game.weighs, game.clears, game.holds, game.standing, *lasting, *several
    rules = game.ruleset.play_digest, game.side, game.spared, game.housed, game.bans_bind, *how
    beyond = game.beyond if isinstance(game, Windowed) else 0
    place = game.walls, game.locale, unit, game.parts, beyond
    return game.position, place, rules


class _Same:
    """Plain play and limits, compared by what the search depends on: many rulesets ask for the same."""

    def __init__(self, game: Plain, unit: Mask, limits: Limits, start: State | None = None) -> None:
        self.game, self.limits, self.start = game, limits, start or game.start
        self._key = (same_game(game, unit), limits, self.start)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._key == other._key


@functools.lru_cache(maxsize=64)
def _solve_plain(same: _Same) -> dict[str, Any]:
    frame = Frame(same.game)
    return _search(plain_game(frame, same.game), frame, same.game, same.start, 0, same.limits)


def plain_game(frame: Frame, game: Plain) -> Any:
    """Return the game as the kernel knows it, but for where play begins and which chains stand."""
    rules = kernel.Rules(
        bad=bad_of(game.ruleset),
        banned=3 if game.ruleset["ko"] == "basic" else 0,
        passes_end=False,
        captured_once=game.ruleset["dead_means"] == "captured once",
        weigh=game.weighs,
        threats=[0, 0],
    )
    return kernel.PlainGame(
        locale=frame.locale(rules),
        side=int(game.side == game.attacker),
        clears=game.clears,
        fresh=frame.numbers(game.holds & game.locale),
        lasting=game.lasting.value,
        bans_captures=game.bans_captures,
        place=game.clears and game.marks_owner,
        turns=game.relies_on_turns,
        bans=game.bans_bind[game.side.opponent],
        pass_frees=game.pass_frees,
        frees=game.frees,
        housed=frame.numbers(game.housed),
        elsewhere=frame.elsewhere(),
    )


def begin_plain(frame: Frame, game: Plain, state: State) -> dict[str, Any]:
    """Return a state of plain play as the kernel takes it, and the chains that stand."""
    own, other = frame.stones(state)
    bans = frame.numbers((state.bans[0] | state.bans[1]) & game.locale)
    ban, turn = frame.number.get(state.ban, -1), state.threats[game.side.opponent]
    passed = [frame.numbers(state.freed[side] & game.locale) for side in (game.owner, game.attacker)]
    begin = own, other, int(state.to_move == game.attacker), bans, ban, turn, passed[0], passed[1]
    return {"begin": begin, "standing": frame.numbers(game.standing)}


def _search(
    searches: Any, frame: Frame, game: Plain, start: State, first: int, limits: Limits
) -> dict[str, Any]:
    answer: dict[str, Any] = searches.search(
        **begin_plain(frame, game, start), first=first, **bounds(limits)
    )
    return answer | {"method": "plain play"}


class PlainSearches:
    """Searches of one game of plain play from several states, which may end at what others have proved.

    All of them are of *game*, but for where play begins and which chains are standing. For one thread.

    Raises:
        InputError: the kernel is not built.
    """

    def __init__(self, game: Plain) -> None:
        require_kernel()
        self._searches = plain_game(Frame(game), game)

    def search(self, game: Plain, first: int, limits: Limits) -> "Further":
        """Search *game* from its start: the game of all these searches, beginning there.

        New patterns have the numbers from *first* on.

        Raises:
            KeyboardInterrupt: the user interrupted the search.
        """
        answer = _search(self._searches, Frame(game), game, game.start, first, limits)
        packed = None
        if _won(game, answer):
            packed = PackedPatterns(game, game.side, answer["closure"], answer["words"])
        covered = answer["covered"] if answer["covered"] >= 0 else None
        return Further(packed, covered, outcome_of(game, limits, None, [answer]))

    def keep(self) -> None:
        """Let later searches end at what the last one has proved, which somebody has checked."""
        self._searches.keep()

    def drop(self) -> None:
        """Forget what the last search has proved; the next one does so too."""
        self._searches.drop()


class Further(NamedTuple):
    """What a search has added to those before."""

    nodes: Sequence[PatternNode] | None
    """Patterns, which may refer to those before; none of them if statics name the winner, or if one before
    holds for the start; None if it is not won."""
    covered: int | None
    """The number of the pattern before them that holds for the start, if one does."""
    outcome: Outcome
    """How many states it took, and whether a limit was reached. No verdict: UNKNOWN even if it is won."""
