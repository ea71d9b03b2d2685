"""What the kernel says of states and plays at first sight: to order windows, and for learning and tests."""

from typing import Any

from verifier.board import Point
from verifier.kernel import require_kernel
from verifier.play import Arena, Plain
from verifier.search.native.frame import Frame
from verifier.search.native.plain import begin_plain, plain_game

__all__ = [
    "examples_native",
    "examples_of_plays",
    "explore_native",
    "plays_compared",
    "plays_seen",
    "promise_native",
]


def explore_native(arena: Arena, nodes: int) -> dict[str, Any]:
    """Expand *nodes* states breadth first, whatever is won, and return counts and seconds: for benchmarks.

    "generated" are moves, the states after which were looked up; "nodes" are different states.

    Raises:
        InputError: the kernel is not built.
    """
    require_kernel()
    frame = Frame(arena)
    locale = frame.locale(where={})
    answer: dict[str, Any] = locale.explore(**frame.begin(arena.start), nodes=nodes, bytes=1 << 32)
    return answer


def promise_native(arena: Arena) -> tuple[int, int]:
    """How hard it may be to prove that the owner wins a game, and that the attacker does: a quick guess.

    The numbers are those that the search begins with; they are of use beside those of other games only.

    Raises:
        InputError: the kernel is not built.
    """
    require_kernel()
    frame = Frame(arena)
    owner, attacker = frame.locale().promise(**frame.begin(arena.start))
    return owner, attacker


def plays_seen(arena: Arena, before: Point | None = None) -> dict[Point, tuple[int, list[int]]]:
    """How hard each play seems at first sight for the side to move, after a play on *before*: for tests.

    With what it is weighed by: its surroundings as a number and its signs (search/shapes.hpp). Plays that
    decide the game at once are left out; in small locales none is weighed.

    Raises:
        InputError: the kernel is not built.
    """
    require_kernel()
    frame = Frame(arena)
    last = -1 if before is None else frame.number[before]
    rows = frame.locale().plays_seen(**frame.begin(arena.start), before=last)
    return {frame.points[move]: (number, weighed) for move, number, *weighed in rows}


def plays_compared(arena: Arena, *, moves: int, seed: int) -> list[tuple[list[int], list[int]]]:
    """What the kernel tells of all plays from the states of a random game of so many *moves*: for tests.

    For each play whether it settles the game for the owner and for the attacker, and the traits of the state
    after it (search/prospects.hpp) or, in plain play, how far the attacker has come who is to clear points
    (games/game.hpp): once as worked out from the state before it, and once from itself.

    Raises:
        InputError: the kernel is not built.
    """
    asked, begin = _asked(arena)
    rows = asked.plays_compared(**begin, moves=moves, seed=seed)
    half = (len(rows[0]) + 1) // 2 if rows else 0
    return [(row[1:half], row[half:]) for row in rows]


def examples_native(
    arena: Arena, *, nodes: int, draws: int, cap: int, seed: int
) -> list[tuple[int, int, int, list[int]]]:
    """Draw states that a search of so many *nodes* meets, and decide each: for learning first guesses.

    An example is the winner (0 the owner, 1 the attacker, 2 nobody within *cap* states), the states that it
    took, the kind of state, and its traits (search/prospects.hpp). What statics settle is left out.

    Raises:
        InputError: the kernel is not built.
    """
    require_kernel()
    frame = Frame(arena)
    plan = {"nodes": nodes, "draws": draws, "cap": cap, "seed": seed, "plays": False}
    rows = frame.locale().examples(**frame.begin(arena.start), **plan)
    return [(row[0], row[1], row[2], row[3:]) for row in rows]


def examples_of_plays(arena: Arena, *, nodes: int, draws: int, cap: int, seed: int) -> list[list[int]]:
    """Draw states that a search of so many *nodes* meets and their side to move wins, within *cap* states.

    An example is that side (0 the owner, 1 the attacker) and the states that it took; then for each play
    whether it wins (0), loses (1) or is open (2), the states that this took, the first guess of what it leads
    to, its surroundings and its signs (search/shapes.hpp). There are none of small locales.

    Raises:
        InputError: the kernel is not built.
    """
    asked, begin = _asked(arena)
    plan: dict[str, Any] = {"nodes": nodes, "draws": draws, "cap": cap, "seed": seed}
    if not isinstance(arena, Plain):
        plan["plays"] = True
    rows: list[list[int]] = asked.examples(**begin, **plan)
    return rows


def _asked(arena: Arena) -> tuple[Any, dict[str, Any]]:
    """What of the kernel is to be asked about an arena, and where play begins."""
    require_kernel()
    frame = Frame(arena)
    if isinstance(arena, Plain):
        return plain_game(frame, arena), begin_plain(frame, arena, arena.start)
    return frame.locale(), frame.begin(arena.start)
