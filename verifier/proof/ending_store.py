"""Certificates of endings as files: one JSON document each. docs/endings.md has the grammar."""

import hashlib
import json
import math
from pathlib import Path
from typing import Any

from verifier.board import BLACK, WHITE, Mask, Point, Position, parse_vertex, vertex
from verifier.board.grid import bits
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.files import write_whole
from verifier.play.game import PASS_MOVE
from verifier.play.setup import Setup
from verifier.proof.ending import EndingCertificate, EndingClaim
from verifier.proof.ending_reserve import NO_RESERVES, Reserves
from verifier.rules import PlayRules, load_play_rules, play_names

__all__ = ["dump_ending", "parse_ending", "read_ending", "write_ending"]

FORMAT = "shikatsu-ending-certificate"
VERSION = 4
"""Version 1 had no nodes without moves, version 2 no homes, version 3 no reserves."""
_MAX_BYTES = 512 * 1024 * 1024
_MOST = 1_000_000
"""Points of komi and prisoners: more than any game has, and exact in every sum."""
_SIDES = {"black": BLACK, "white": WHITE}


def write_ending(certificate: EndingCertificate, path: str | Path, *, force: bool = False) -> None:
    """Write a certificate; the file appears whole or not at all.

    Raises:
        InputError: the file exists and *force* is not set, or it cannot be written.
    """
    write_whole(path, dump_ending(certificate), force=force)


def read_ending(path: str | Path) -> EndingCertificate:
    """Read a certificate without checking what it proves.

    Raises:
        InputError: the file cannot be read.
        CertificateError: it is no certificate of an ending.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({error})") from None
    if len(data) > _MAX_BYTES:
        raise CertificateError(f"{path}: larger than {_MAX_BYTES // 2**20} MiB")
    try:
        return parse_ending(data.decode("ascii"))
    except UnicodeDecodeError:
        raise CertificateError(f"{path}: not ASCII text") from None
    except ShikatsuError as error:
        raise CertificateError(f"{path}: {error}") from None


def dump_ending(certificate: EndingCertificate) -> str:
    """Return the JSON text of a certificate."""
    said = _said(certificate.claim)
    nodes = [" ".join(f"{move}:{child}" for move, child in node) for node in certificate.nodes]
    document = {
        "format": FORMAT, "version": VERSION, "claim": said, "claim_digest": _digest(said),
        "reserves": _said_reserves(certificate.reserves, certificate.claim.setup.position), "nodes": nodes,
    }  # fmt: skip
    return json.dumps(document, ensure_ascii=True, indent=0) + "\n"


def _said(claim: EndingClaim) -> dict[str, Any]:
    """The claim as JSON."""
    setup, position = claim.setup, claim.setup.position
    signs = {None: ".", BLACK: "X", WHITE: "O"}
    points = "".join(signs[position.colour_at(p)] for p in range(position.rows * position.cols))
    return {
        "rows": [points[r : r + position.cols] for r in range(0, len(points), position.cols)],
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

    def points(names: list[str]) -> Mask:
        return sum({1 << parse_vertex(name, position.rows, position.cols) for name in names})

    reserves = Reserves(
        points(said["own"]), points(said["own_eyes"]), int(said["plays"]),
        points(said["other"]), points(said["other_eyes"]),
    )  # fmt: skip
    if _said_reserves(reserves, position) != said:
        raise CertificateError("reserves have other keys or types than docs/endings.md says")
    return reserves


def parse_ending(text: str) -> EndingCertificate:
    """Parse the JSON text of a certificate.

    Raises:
        CertificateError: it is no certificate of an ending, or a digest does not fit.
        InputError: its position or its ruleset is impossible.
    """
    try:
        document = json.loads(text)
        version = document["version"]
        if document["format"] != FORMAT or version not in (1, 2, 3, VERSION):
            raise CertificateError(f"not a {FORMAT} of version {VERSION}")
        said = document["claim"]
        if document["claim_digest"] != _digest(said):
            raise CertificateError("claim_digest does not fit the claim")
        claim = _claim(said)
        if _said(claim) != said:
            raise CertificateError("the claim has other keys or types than docs/endings.md says")
        nodes = tuple(
            tuple((int(move), int(child)) for move, child in (pair.split(":") for pair in node.split()))
            for node in document["nodes"]
        )
        reserves = _reserves(document["reserves"] if version > 3 else None, claim.setup.position)
    except CertificateError:
        raise
    except InputError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        what = f"{type(error).__name__}: {error}"
        raise CertificateError(f"not a certificate of an ending ({what:.80})") from None
    return EndingCertificate(claim, nodes, reserves)


def _claim(said: dict[str, Any]) -> EndingClaim:
    rows = said["rows"]
    cols = len(rows[0])
    if any(len(row) != cols or set(row) - set(".XO") for row in rows):
        raise CertificateError("rows: strings of . X O of one length are needed")
    cells = "".join(rows)
    masks = [sum(1 << p for p, sign in enumerate(cells) if sign == wanted) for wanted in "XO"]
    position = Position(len(rows), cols, masks[0], masks[1])
    rules = PlayRules(said["ruleset"]["id"], tuple(said["ruleset"]["values"].items()))
    if said["ruleset"]["values"] != rules.said or rules.digest != said["ruleset"]["digest"]:
        raise CertificateError("the ruleset's digest does not fit its values")
    if rules.id in play_names() and rules != load_play_rules(rules.id):
        raise CertificateError(f"ruleset {rules.id!r} has other values in this package")
    ko = said["ko"]
    lost = said["lost"]
    at_least = math.inf if said["at_least"] == "win" else float(said["at_least"])
    if (said["at_least"] != "win" and not math.isfinite(at_least)) or not math.isfinite(float(said["komi"])):
        raise CertificateError("at_least and komi: finite numbers are needed")
    if not all(abs(float(number)) <= _MOST for number in (said["komi"], *lost)):
        raise CertificateError(f"komi and lost: numbers up to {_MOST} are needed")
    if not isinstance(rules.id, str) or not rules.id.isprintable():
        raise CertificateError("ruleset.id: text that can be printed is needed")
    setup = Setup(
        position,
        _SIDES[said["to_move"]],
        float(said["komi"]),
        (int(lost[0]), int(lost[1])),
        -1 if ko is None else _point(ko, position),
    )
    moves = tuple(_point(name, position) for name in said["moves"])
    return EndingClaim(rules, setup, moves, at_least, _SIDES[said["side"]])


def _name(move: Point, position: Position) -> str:
    return "pass" if move == PASS_MOVE else vertex(move, position.rows, position.cols)


def _point(name: str, position: Position) -> Point:
    return PASS_MOVE if name == "pass" else parse_vertex(name, position.rows, position.cols)


def _digest(said: object) -> str:
    text = json.dumps(said, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()
