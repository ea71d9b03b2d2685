"""Mutations of inputs: bytes, lines, words of the format, and values of JSON documents. Deterministic."""

import copy
import json
import random
from collections.abc import Sequence
from typing import Any

__all__ = ["mutant"]

_LARGEST = 20_000
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 10**9, 10**400, 0.5, 1e308, float("inf"), float("nan"), "", "A1", "pass", "X", ".", "\ud800",
    "\x00", [], {}, [[]], [0], ["."], {"id": "x"}, "9" * 5000,
)  # fmt: skip


def mutant(chance: random.Random, seeds: Sequence[bytes], words: Sequence[str]) -> bytes:
    """Return one of the *seeds*, changed in one or more places."""
    data = bytearray(chance.choice(seeds))
    if data[:1] in (b"{", b"[") and chance.random() < 0.7:
        changed = _json(chance, bytes(data))
        if changed is not None:
            return changed[:_LARGEST]
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        chance.choice(_WAYS)(chance, data, seeds, words)
    return bytes(data[:_LARGEST])


def _place(chance: random.Random, data: bytearray) -> int:
    return chance.randrange(len(data) + 1)


def _flip(chance: random.Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[str]) -> None:
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _set(chance: random.Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[str]) -> None:
    if data:
        data[chance.randrange(len(data))] = chance.choice((0, 10, 13, 32, 34, 45, 46, 91, 92, 93, 127, 128, 255))


def _cut(chance: random.Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[str]) -> None:
    start = _place(chance, data)
    del data[start : start + chance.choice((1, 1, 2, 5, 40, 1000))]


def _copy(chance: random.Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[str]) -> None:
    start = _place(chance, data)
    piece = data[start : start + chance.choice((1, 3, 10, 100))] * chance.choice((1, 1, 2, 50))
    where = _place(chance, data)
    data[where:where] = piece


def _word(chance: random.Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[str]) -> None:
    where = _place(chance, data)
    piece = chance.choice(words or ("x",)).encode("utf-8", "surrogatepass")
    data[where : where + chance.choice((0, 0, len(piece)))] = piece


def _splice(chance: random.Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[str]) -> None:
    other = chance.choice(seeds)
    start, where = chance.randrange(len(other) + 1), _place(chance, data)
    data[where : where + chance.choice((0, 20, len(data)))] = other[start : start + chance.choice((10, 200, 5000))]


def _lines(chance: random.Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[str]) -> None:
    lines = bytes(data).split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    way = chance.randrange(4)
    if way == 0:
        del lines[one]
    elif way == 1:
        lines.insert(other, lines[one])
    elif way == 2:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        lines[one] = chance.choice(words or ("x",)).encode("utf-8", "surrogatepass")
    data[:] = b"\n".join(lines)


def _number(chance: random.Random, data: bytearray, seeds: Sequence[bytes], words: Sequence[str]) -> None:
    digits = [index for index, byte in enumerate(data) if 48 <= byte <= 57]
    if digits:
        where = chance.choice(digits)
        data[where : where + 1] = chance.choice((b"0", b"1", b"-1", b"99", b"26", b"4294967296", b"1e9", b"9" * 5000))


_WAYS = (_flip, _set, _cut, _copy, _word, _word, _splice, _lines, _number)


def _json(chance: random.Random, data: bytes) -> bytes | None:
    """The document with some value, key or item changed."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return None
    for _ in range(chance.choice((1, 1, 2, 4))):
        places = list(_places(document))
        if places:
            _change(chance, places)
    return json.dumps(document).encode("ascii")


def _places(value: Any) -> Any:
    """(container, key) of every value below."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])


def _change(chance: random.Random, places: list[tuple[Any, Any]]) -> None:
    container, key = chance.choice(places)
    old = container[key]
    way = chance.randrange(6)
    if way == 0:
        del container[key]
    elif way == 1:
        other, name = chance.choice(places)
        container[key] = copy.deepcopy(other[name])
    elif way == 2 and isinstance(old, str) and old:
        where = chance.randrange(len(old))
        container[key] = old[:where] + chance.choice(("", "X", "O", ".", "0", "9", ":", " ", "-", "é")) + old[where + 1 :]
    elif way == 3 and isinstance(old, list) and old:
        old.insert(chance.randrange(len(old) + 1), chance.choice(old))
    elif way == 4 and isinstance(old, (int, float)) and not isinstance(old, bool):
        container[key] = chance.choice((old + 1, old - 1, -old, old * 10**30))
    else:
        container[key] = copy.deepcopy(chance.choice(_VALUES))
