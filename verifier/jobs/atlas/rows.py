"""What the rows of an atlas file may say: each number has its bounds, and each table of the file its digest.

A digest finds accidents. It is no signature: whoever changes a file can compute it anew.
"""

import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Any

from verifier.jobs.atlas.games import GOALS, KOS, Game
from verifier.jobs.atlas.shapes import Locale
from verifier.jobs.atlas.tables import TableTask

__all__ = [
    "MAX_POINTS",
    "DamagedError",
    "checked_size",
    "digest_of",
    "key_of",
    "parsed",
    "task_of",
    "task_with",
    "unpacked",
    "unpacked_values",
    "unpacked_verdicts",
]

MAX_POINTS = 16
"""Boards of an atlas have at most so many points."""
_WRAP = 1 << 256
_MOST_VALUES = 1 << 32


class DamagedError(Exception):
    """Something in the file is not what was written there."""


def digest_of(before: str, table: str, rows: Iterable[Sequence[Any]], *, gone: bool = False) -> str:
    """Return the digest of a table of the file after *rows* were added to it, or are *gone*.

    It is the sum of the SHA-256 of its rows, so it does not depend on their order.
    """
    try:
        total = int(before, 16)
    except (TypeError, ValueError):
        raise DamagedError(f"the digest of {table!r} is none") from None
    for row in rows:
        found = hashlib.sha256(table.encode("ascii"))
        for value in row:
            data = value if isinstance(value, bytes) else repr(value).encode("utf-8", "surrogatepass")
            found.update(f"{type(value).__name__} {len(data)} ".encode("ascii"))
            found.update(data)
        number = int.from_bytes(found.digest(), "big")
        total = (total - number if gone else total + number) % _WRAP
    return f"{total:064x}"


def checked_size(rows: Any, cols: Any) -> tuple[int, int]:
    """Return the size of a board that an atlas may have."""
    if not (type(rows) is int and type(cols) is int and 1 <= rows <= cols and rows * cols <= MAX_POINTS):
        raise DamagedError("there are boards of sizes that no atlas has")
    return rows, cols


def key_of(task: TableTask) -> tuple[int, int, str, str, int]:
    """Return how a table is named in the file."""
    game, locale = task.game, task.locale
    name = f"{game.goal} {game.ko} {int(game.prisoners)}"
    return task.rows, task.cols, name, locale.name, task.target


def task_of(rows: Any, cols: Any, game: Any, locale: Any, target: Any) -> TableTask:
    """Return the table that is named so in the file."""
    try:
        goal, ko, prisoners = game.split(" ")
        if len(locale) > 64 or prisoners not in ("0", "1"):
            raise ValueError
        masks = [int(part, 16) for part in locale.split(":")]
        task = task_with(rows, cols, Game(ko, goal, prisoners == "1"), masks, target)
        if key_of(task) != (rows, cols, game, locale, target):
            raise ValueError
    except (AttributeError, TypeError, ValueError):
        raise DamagedError(f"no table is called {ascii(game)[:60]} {ascii(locale)[:60]}") from None
    return task


def task_with(rows: Any, cols: Any, game: Game, masks: Sequence[Any], target: Any) -> TableTask:
    """Return a table on a locale of a board.

    Raises:
        DamagedError: an atlas has no such board, or the game or the masks are none of such a board.
    """
    checked_size(rows, cols)
    full = (1 << rows * cols) - 1
    sets = (*masks, target)
    if len(masks) not in (3, 4) or not all(type(mask) is int and 0 <= mask <= full for mask in sets):
        raise DamagedError("a table is about points that its board has not")
    locale = Locale(*masks)
    within = (locale.own_wall | locale.other_wall | locale.scope | target) & ~locale.points
    known = game.goal in GOALS and game.ko in KOS and type(game.prisoners) is bool
    if within or not target or not known:
        raise DamagedError("a table is about a game, or points of a locale, that there are not")
    return TableTask(rows, cols, game, locale, target)


def unpacked(data: Any, most: int) -> bytes:
    """Return what was compressed, which has at most so many bytes."""
    packed = zlib.decompressobj()
    try:
        found = packed.decompress(data, most + 1)
    except (zlib.error, TypeError) as error:
        raise DamagedError(str(error)) from None
    if len(found) > most or not packed.eof or packed.unused_data:
        raise DamagedError("something is longer or shorter than it was when it was compressed")
    return found


def unpacked_verdicts(task: TableTask, data: Any) -> bytes:
    """Return the verdicts of a table: a byte for each board without the target's points."""
    number = 3 ** (task.locale.points & ~task.target).bit_count()
    found = unpacked(data, number)
    if len(found) != number:
        raise DamagedError(f"table {task.name} has not one verdict for each board")
    return found


def unpacked_values(task: TableTask, data: Any) -> bytes:
    """Return the values of a table, 16 bits for each state; not more states than there can be."""
    points = task.locale.points.bit_count()
    states = 2 * 3**points * (points + 1) * 2**points * (points + 2 if task.scope else 1)
    states *= 2**points if task.marks else 1
    return unpacked(data, min(2 * states, _MOST_VALUES))


def parsed(text: Any) -> Any:
    """Return the JSON value of a text."""
    try:
        return json.loads(text)
    except (TypeError, ValueError, RecursionError) as error:
        raise DamagedError(str(error)[:200]) from None
