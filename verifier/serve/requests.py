"""The bodies of requests, checked to the last key before anything is done with them."""

import json
from typing import Any

from verifier.serve.settings import Settings

__all__ = ["BadRequestError", "argument", "body", "judgement", "natural", "source"]

_MOST_MOVES = 2000


class BadRequestError(ValueError):
    """A request that the page would not make; the message says which key is wrong."""


def body(data: bytes) -> dict[str, Any]:
    """Return the object that a request holds."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise BadRequestError("the request is not JSON") from None
    if not isinstance(found, dict):
        raise BadRequestError("the request must be a JSON object")
    return found


def natural(text: str, name: str) -> int:
    """Return a number in an address."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise BadRequestError(f"{name}: a number is needed")
    return int(text)


def source(data: dict[str, Any]) -> dict[str, Any]:
    """Return where a position comes from: exactly one of case, text and data; game and move for SGF."""
    _only(data, "case", "text", "data", "game", "move")
    given = [key for key in ("case", "text", "data") if key in data]
    if len(given) != 1:
        raise BadRequestError("give one of case, text and data")
    found: dict[str, Any] = {given[0]: _text(data, given[0])}
    if data.get("game") is not None:
        found["game"] = _number(data, "game", 1, 100_000)
    if data.get("move") is not None:
        found["move"] = _number(data, "move", 0, 100_000)
    return found


def judgement(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return what is to be judged, under which rulesets and limits; never more than the server allows."""
    _only(data, "source", "rules", "seconds")
    where, rules = data.get("source"), data.get("rules")
    if not isinstance(where, dict):
        raise BadRequestError("source: an object is needed")
    if not (
        isinstance(rules, list)
        and 1 <= len(rules) <= 2
        and all(isinstance(name, str) and 0 < len(name) <= 300 for name in rules)
        and len(set(rules)) == len(rules)
    ):
        raise BadRequestError("rules: the ids of one or two different rulesets are needed")
    seconds = data.get("seconds", settings.unit_seconds)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < 1e6:
        raise BadRequestError("seconds: a positive number is needed")
    limits = {"seconds": min(float(seconds), settings.unit_seconds), "memory_mib": settings.memory_mib}
    limits["nodes"] = 50_000_000  # time and memory are the limits here
    return {"source": source(where), "rules": rules, "limits": limits}


def argument(data: dict[str, Any]) -> dict[str, Any]:
    """Return the moves played against a proof, for a drawn unit against whose, and whether beyond its end."""
    _only(data, "moves", "against", "beyond")
    moves = data.get("moves")
    if not (
        isinstance(moves, list)
        and len(moves) <= _MOST_MOVES
        and all(type(move) is int and -1000 <= move < 1000 for move in moves)
    ):
        raise BadRequestError(f"moves: a list of at most {_MOST_MOVES} points is needed")
    against = data.get("against")
    if against not in (None, "black", "white"):
        raise BadRequestError("against: black or white")
    beyond = data.get("beyond", False)
    if not isinstance(beyond, bool):
        raise BadRequestError("beyond: true or false")
    return {"moves": moves, "against": against, "beyond": beyond}


def _only(data: dict[str, Any], *keys: str) -> None:
    for key in data:
        if key not in keys:
            raise BadRequestError(f"{key[:50]!r}: unknown key; the keys are {', '.join(keys)}")


def _text(data: dict[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str):
        raise BadRequestError(f"{key}: text is needed")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadRequestError(f"{key}: half of a surrogate pair is no text") from None
    return value


def _number(data: dict[str, Any], key: str, low: int, high: int) -> int:
    value = data[key]
    if type(value) is not int or not low <= value <= high:
        raise BadRequestError(f"{key}: a number from {low} to {high} is needed")
    return value
