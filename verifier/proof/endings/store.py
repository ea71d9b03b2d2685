"""Certificates of endings as files: one JSON document each. docs/endings.md has the grammar."""

import json
import math
from pathlib import Path
from typing import Any

from verifier.board import Mask, Point, Position, vertex
from verifier.board.grid import bits
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.files import write_whole
from verifier.play.game import PASS
from verifier.play.setup import Setup
from verifier.proof.endings.checker import EndingCertificate, EndingClaim
from verifier.proof.endings.held import SETTLED
from verifier.proof.endings.reserve import NO_RESERVES, RESERVE_MOVES, Reserves
from verifier.proof.store import FORMAT as UNIT_FORMAT
from verifier.proof.strict import (
    MOST_MEASURE,
    decimal,
    document,
    keys,
    listed,
    point_of,
    read_ascii,
    rows_of,
    side_of,
    text_of,
    whole,
)
from verifier.rules import PlayRules, play_usurped
from verifier.rules.ruleset import digest_of

__all__ = ["dump_ending", "ending_of", "parse_ending", "read_ending", "write_ending"]

FORMAT = "shikatsu-ending-certificate"
VERSION = 4
"""Version 1 had no nodes without moves, version 2 no homes, version 3 no reserves."""
_MOST = 1_000_000
"""Points of komi and prisoners: more than any game has, and exact in every sum."""


def write_ending(certificate: EndingCertificate, path: str | Path, *, force: bool = False) -> None:
    """Write a certificate; the file appears whole or not at all.

    Raises:
        InputError: the file exists and *force* is not set, or it cannot be written.
    """
    write_whole(path, dump_ending(certificate), force=force)


def read_ending(path: str | Path) -> EndingCertificate:
    """Read a certificate without checking what it proves.

    Raises:
        InputError: the file cannot be read, is no JSON, or is a certificate of a unit.
        CertificateError: it is no certificate of an ending.
    """
    return ending_of(read_ascii(path), path)


def ending_of(text: str, path: str | Path) -> EndingCertificate:
    """Return what the *text* of a file says, as :func:`read_ending` does.

    Raises:
        InputError: it is no JSON, or a certificate of a unit.
        CertificateError: it is no certificate of an ending.
    """
    try:
        data = document(text)
    except ShikatsuError as error:
        raise type(error)(f"{path}: {error}") from None
    if isinstance(data, dict) and data.get("format") == UNIT_FORMAT:
        raise InputError(f"{path}: a certificate of a unit and of no ending; check it with shikatsu check")
    try:
        return _certificate(data)
    except ShikatsuError as error:
        raise CertificateError(f"{path}: {error}") from None


def dump_ending(certificate: EndingCertificate) -> str:
    """Return the JSON text of a certificate."""
    said = _said(certificate.claim)
    nodes = [" ".join(f"{move}:{child}" for move, child in node) for node in certificate.nodes]
    document = {
        "format": FORMAT, "version": VERSION, "claim": said, "claim_digest": digest_of(said),
        "reserves": _said_reserves(certificate.reserves, certificate.claim.setup.position), "nodes": nodes,
    }  # fmt: skip
    return json.dumps(document, ensure_ascii=True, indent=0) + "\n"


def _said(claim: EndingClaim) -> dict[str, Any]:
    """The claim as JSON."""
    setup, position = claim.setup, claim.setup.position
    return {
        "rows": position.signs(),
        "to_move": str(setup.to_move),
        "komi": setup.komi,
        "lost": list(setup.lost),
        "ko": _name(setup.ko, position) if setup.ko >= 0 else None,
        "moves": [_name(move, position) for move in claim.moves],
        # Axes at their default are left out: a file that is older than such an axis says the same.
        "ruleset": {"id": claim.rules.id, "values": claim.rules.said, "digest": claim.rules.digest},
        "at_least": "win" if claim.at_least == math.inf else claim.at_least,
        "side": str(claim.side),
    }


def _said_reserves(reserves: Reserves, position: Position) -> dict[str, Any] | None:
    """Reserves as JSON; null if there are none."""
    if reserves == NO_RESERVES:
        return None

    def names(points: Mask) -> list[str]:
        return [_name(point, position) for point in bits(points)]

    return {
        "own": names(reserves.own), "own_eyes": names(reserves.own_eyes), "plays": reserves.plays,
        "other": names(reserves.other), "other_eyes": names(reserves.other_eyes),
    }  # fmt: skip


def _reserves(said: dict[str, Any] | None, position: Position) -> Reserves:
    if said is None:
        return NO_RESERVES

    keys(said, "reserves", ("own", "own_eyes", "plays", "other", "other_eyes"))

    def points(key: str) -> Mask:
        named = [point_of(name, position.rows, position.cols) for name in listed(said[key], key)]
        if named != sorted(set(named)):
            raise CertificateError(f"reserves: {key}: name each point once, in order")
        return sum(1 << point for point in named)

    plays = whole(said["plays"], "plays", SETTLED, position.rows * position.cols)
    reserves = Reserves(points("own"), points("own_eyes"), plays, points("other"), points("other_eyes"))
    if reserves == NO_RESERVES:
        raise CertificateError("reserves without points: write null")
    return reserves


def parse_ending(text: str) -> EndingCertificate:
    """Parse the JSON text of a certificate.

    Raises:
        CertificateError: it is no certificate of an ending, or a digest does not fit.
        InputError: its position or its ruleset is impossible.
    """
    return _certificate(document(text))


def _certificate(data: Any) -> EndingCertificate:
    """The certificate that a document is. Raises as :func:`parse_ending`."""
    try:
        version = data["version"]
        if data["format"] != FORMAT or type(version) is not int or not 1 <= version <= VERSION:
            raise CertificateError(f"not a {FORMAT} of version {VERSION}")
        said = data["claim"]
        if data["claim_digest"] != digest_of(said):
            raise CertificateError("claim_digest does not fit the claim")
        claim = _claim(said)
        size = claim.setup.position.rows * claim.setup.position.cols
        nodes = tuple(_node(line, size) for line in listed(data["nodes"], "nodes"))
        reserves = _reserves(data["reserves"] if version > 3 else None, claim.setup.position)
    except CertificateError:
        raise
    except InputError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        what = f"{type(error).__name__}: {error}"
        raise CertificateError(f"not a certificate of an ending ({what:.80})") from None
    return EndingCertificate(claim, nodes, reserves)


def _node(line: str, size: int) -> tuple[tuple[Point, int], ...]:
    """The moves of a node with what they lead to."""
    pairs = [pair.partition(":") for pair in line.split(" ")] if line else []
    return tuple(
        (
            decimal(move, "a move", min(RESERVE_MOVES), size - 1),
            decimal(child, "the number of a node", -1, MOST_MEASURE),
        )
        for move, _, child in pairs
    )


def _claim(said: Any) -> EndingClaim:
    keys(said, "claim", ("rows", "to_move", "komi", "lost", "ko", "moves", "ruleset", "at_least", "side"))
    cells, rows, cols = rows_of(said["rows"])
    masks = [sum(1 << p for p, sign in enumerate(cells) if sign == wanted) for wanted in "XO"]
    position = Position(rows, cols, masks[0], masks[1])
    lost = said["lost"]
    if not isinstance(lost, list) or len(lost) != 2:
        raise CertificateError("lost: two numbers are needed")
    black, white = (whole(number, "each number of lost", 0, _MOST) for number in lost)
    at_least = math.inf if said["at_least"] == "win" else _number(said["at_least"], "at_least")
    setup = Setup(
        position,
        side_of(said["to_move"], "to_move and side"),
        _number(said["komi"], "komi"),
        (black, white),
        -1 if said["ko"] is None else point_of(said["ko"], rows, cols),
    )
    moves = tuple(_point(name, position) for name in listed(said["moves"], "moves"))
    side = side_of(said["side"], "to_move and side")
    return EndingClaim(_rules(said["ruleset"]), setup, moves, at_least, side)


def _rules(said: Any) -> PlayRules:
    keys(said, "ruleset", ("id", "values", "digest"))
    if not isinstance(said["values"], dict):
        raise CertificateError("the values of the ruleset must be an object")
    values = {axis: text_of(value, "each value of the ruleset") for axis, value in said["values"].items()}
    rules = PlayRules(text_of(said["id"], "the ruleset's id"), tuple(values.items()))
    if values != rules.said or rules.digest != said["digest"]:
        raise CertificateError("the ruleset's digest does not fit its values")
    if play_usurped(rules):
        raise CertificateError(f"ruleset {rules.id!r} has other values in this package")
    return rules


def _number(value: Any, what: str) -> float:
    """A number of JSON that is exact in every sum of the program."""
    if type(value) not in (int, float) or not abs(value) <= _MOST:
        raise CertificateError(f"{what} must be a number from {-_MOST} to {_MOST}")
    return float(value)


def _name(move: Point, position: Position) -> str:
    return "pass" if move == PASS else vertex(move, position.rows, position.cols)


def _point(name: str, position: Position) -> Point:
    return PASS if name == "pass" else point_of(name, position.rows, position.cols)
