"""What happens in a game besides moves: agreement, resumption, no result, a deadlock, fouls.

Each event is for rules whose text provides for it; under others it is refused in one line. A record writes
it as a word: ``agree``, ``black:resume``, ``no-result``, ``deadlock``, ``displaced``, ``white:resign``,
``black:foul``. docs/playing.md says what each means under which rules.
"""

from verifier.board import BLACK, WHITE
from verifier.errors import InputError
from verifier.play.game import Game
from verifier.play.turn import PASS, Cause, Event, What

__all__ = ["EVENT_WORDS", "Event", "What", "happen", "parse_event", "recurrence"]

_SIDES = {"black": BLACK, "white": WHITE}
_OF_ONE = (What.RESUME, What.RESIGN, What.FOUL)
"""What one player does; the rest is done by both, or happens."""

EVENT_WORDS = tuple(
    word
    for what in What
    for word in ([f"{side}:{what.value}" for side in _SIDES] if what in _OF_ONE else [what.value])
)
"""All events as they are written; ``resign`` alone is for the side to move."""


def parse_event(word: str) -> Event | None:
    """Return the event that *word* names, or None if it is no such word.

    Raises:
        InputError: it names a side where both are meant, or none where one is.
    """
    side, colon, name = word.lower().rpartition(":")
    what = next((what for what in What if what.value == name), None)
    if what is None:
        return None
    if what not in _OF_ONE:
        if colon:
            raise InputError(f"{word!r}: both players do that; write {name!r}")
        return Event(what)
    if colon and side not in _SIDES:
        raise InputError(f"{word!r}: write black:{name} or white:{name}")
    if not colon and what is not What.RESIGN:
        raise InputError(f"{word!r}: who? Write black:{name} or white:{name}")
    return Event(what, _SIDES.get(side))


def happen(game: Game, event: Event) -> None:
    """Let *event* happen in *game*.

    Raises:
        InputError: the rules of the game do not provide for it, or not now; the message names the article.
            Nothing has changed then.
    """
    if game.result is not None:
        raise InputError(f"{event}: the game was over ({game.result.cause.value})")
    match event.what:
        case What.AGREE:
            game.agree()
        case What.RESIGN:
            game.resign(event.colour)
        case What.RESUME:
            _resume(game, event)
        case What.NO_RESULT:
            _no_result(game, event)
        case What.DEADLOCK:
            _deadlock(game, event)
        case What.DISPLACED:
            _displaced(game, event)
        case What.FOUL:
            _foul(game, event)


def recurrence(game: Game, *, same_side: bool = False) -> int | None:
    """The index in ``Game.past`` of the latest turn whose board has come again now; None if it is new.

    Passing leaves a board as it is; only plays bring one back. *same_side*: with the same side to move.
    """
    past, now = game.past, game.now
    left = False
    for index in range(len(past) - 1, -1, -1):
        turn = past[index]
        if turn.stones != now.stones:
            left = True
        elif left and not (same_side and turn.to_move is not now.to_move):
            return index
    return None


def _resume(game: Game, event: Event) -> None:
    """Go on after a stop: the opponent of the side that asks moves first (1989, article 9-3)."""
    if game.rules["stop"] != "two stop":
        raise _refused(game, event, "stop", "no request is needed to play on")
    if not game.halted:
        raise _refused(game, event, "stop", "play has not stopped")
    assert event.colour is not None
    game.add_event(event, to_move=event.colour.opponent, ban=-1, ko=False, passes=0)


def _no_result(game: Game, event: Event) -> None:
    """End without result because a board came again (試案 article 11, 1989 article 12)."""
    rule = game.rules["repetition"]
    if rule not in ("no result if agreed", "no result if neither yields"):
        raise _refused(game, event, "repetition", "the players do not decide on that")
    if game.halted:
        raise _refused(game, event, "repetition", "play has stopped")
    insisting = rule == "no result if neither yields"
    same = recurrence(game, same_side=insisting)
    if same is None:
        what = "this board was not there before" + (" with the same side to move" if insisting else "")
        raise _refused(game, event, "repetition", what)
    if insisting and any(turn.move == PASS for turn in game.past[same + 1 :]):
        raise _refused(game, event, "repetition", "a pass is part of the cycle")
    article = game.rules.article("repetition")
    game.conclude(Cause.REPETITION, None, article, event=event, void=True, turn=same)


def _deadlock(game: Game, event: Event) -> None:
    """The players neither agree nor play on (1989, article 13-1; New Zealand)."""
    rule, article = game.rules["deadlock"], game.rules.article("deadlock")
    if rule == "no rule":
        raise _refused(game, event, "deadlock", "the rules do not say what follows")
    if rule == "both lose":
        if not game.halted:
            raise _refused(game, event, "deadlock", "play has not stopped")
        game.conclude(Cause.DEADLOCK, None, article, event=event, both_lose=True)
    else:
        game.conclude(Cause.COMPLETE, None, article, event=event)


def _displaced(game: Game, event: Event) -> None:
    """Stones were moved and cannot be put back (試案 related regulations 1 and 2, 1989 article 13-2)."""
    rule = game.rules["displaced"]
    if rule == "no rule":
        raise _refused(game, event, "displaced", "the rules do not say what follows")
    article = game.rules.article("displaced")
    void, both = rule == "no result", rule == "both lose"
    game.conclude(Cause.DISPLACED, None, article, event=event, void=void, both_lose=both)


def _foul(game: Game, event: Event) -> None:
    """A side broke a rule off the record (試案 article 12, 1989 article 14)."""
    if game.rules["illegal_move"] != "loses":
        raise _refused(game, event, "illegal_move", "nobody loses by a foul")
    assert event.colour is not None
    article = game.rules.article("illegal_move")
    game.conclude(Cause.ILLEGAL, event.colour.opponent, article, event=event)


def _refused(game: Game, event: Event, axis: str, reason: str) -> InputError:
    article = game.rules.article(axis)
    cited = article if article.startswith(f"{axis} = ") else f"{axis}: {article}"
    return InputError(f"{event} under {game.rules.id}: {reason} [{cited}]")
