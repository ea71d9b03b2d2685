"""The bodies of requests, checked to the last key before anything is done with them."""

import json
from typing import Any

from verifier.serve.settings import Settings

__all__ = [
    "BadRequestError",
    "argument",
    "audit",
    "body",
    "changes",
    "judgement",
    "natural",
    "problem",
    "ruleset",
    "source",
]

_MOST_MOVES = 2000
_POINTS = 625


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
    _only(data, "source", "rules", "seconds", "of", "own")
    where = data.get("source")
    if not isinstance(where, dict):
        raise BadRequestError("source: an object is needed")
    if data.get("of") not in (None, "black", "white"):
        raise BadRequestError("of: black or white")
    limits = _limits(data, settings.unit_seconds, settings)
    asked = {"source": source(where), "rules": _rules(data), "limits": limits, "of": data.get("of")}
    return asked | {"board_seconds": settings.board_seconds, "own": _own(data)}


def ruleset(data: dict[str, Any]) -> dict[str, Any]:
    """Return the text of a ruleset that is to be read."""
    _only(data, "text")
    return {"text": _text(data, "text") if "text" in data else ""}


def changes(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return under which two rulesets the canonical examples are to be compared."""
    _only(data, "rules", "own", "seconds")
    rules = _rules(data)
    if len(rules) != 2:
        raise BadRequestError("rules: two different rulesets are compared")
    return {"rules": rules, "own": _own(data), "limits": _limits(data, settings.unit_seconds, settings)}


def problem(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return which unit is a problem, under which ruleset, and who moves first."""
    _only(data, "source", "rules", "own", "unit", "first", "seconds")
    where, rules = data.get("source"), _rules(data)
    if not isinstance(where, dict):
        raise BadRequestError("source: an object is needed")
    if len(rules) != 1:
        raise BadRequestError("rules: the id of one ruleset is needed")
    if data.get("first") not in ("black", "white"):
        raise BadRequestError("first: black or white")
    asked = {"source": source(where), "rules": rules[0], "own": _own(data), "first": data["first"]}
    unit = _number(data, "unit", 0, _POINTS) if "unit" in data else 0
    return asked | {"unit": unit, "limits": _limits(data, settings.unit_seconds, settings)}


def _own(data: dict[str, Any]) -> str | None:
    return None if data.get("own") is None else _text(data, "own")


def _rules(data: dict[str, Any]) -> list[str]:
    rules = data.get("rules")
    if not (
        isinstance(rules, list)
        and 1 <= len(rules) <= 2
        and all(isinstance(name, str) and 0 < len(name) <= 300 for name in rules)
        and len(set(rules)) == len(rules)
    ):
        raise BadRequestError("rules: the ids of one or two different rulesets are needed")
    return rules


def audit(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return which game is to be audited: under which ruleset, with which stones dead, within which time.

    Without rules they are those of the record. *dead* are points of the chains that the players agreed are
    dead, *hints* of those that may be: one of the two at most.
    """
    _only(data, "source", "rules", "dead", "hints", "seconds", "own")
    where, rules = data.get("source"), data.get("rules")
    if not isinstance(where, dict) or "case" in where:
        raise BadRequestError("source: an object with text or data is needed")
    if rules is not None and not (isinstance(rules, str) and 0 < len(rules) <= 300):
        raise BadRequestError("rules: the id of a ruleset is needed, or nothing for those of the record")
    if data.get("dead") is not None and data.get("hints") is not None:
        raise BadRequestError("give dead or hints, not both")
    stones = {key: _points(data, key) for key in ("dead", "hints")}
    limits = _limits(data, settings.board_seconds, settings)
    return {"source": source(where), "rules": rules, **stones, "limits": limits, "own": _own(data)}


def _limits(data: dict[str, Any], most: float, settings: Settings) -> dict[str, Any]:
    seconds = data.get("seconds", most)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < 1e6:
        raise BadRequestError("seconds: a positive number is needed")
    # Time and memory are the limits here, and not states.
    return {"seconds": min(float(seconds), most), "memory_mib": settings.memory_mib, "nodes": 50_000_000}


def _points(data: dict[str, Any], key: str) -> list[int] | None:
    points = data.get(key)
    if points is None:
        return None
    if not (
        isinstance(points, list)
        and len(points) <= _POINTS
        and all(type(point) is int and 0 <= point < _POINTS for point in points)
    ):
        raise BadRequestError(f"{key}: a list of at most {_POINTS} points is needed")
    return points


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
