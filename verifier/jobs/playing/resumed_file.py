"""Certificates of games that go on as files: one JSON document each. docs/endings.md has the grammar."""

import json
from typing import Any

from verifier.board import Position
from verifier.errors import CertificateError, InputError
from verifier.jobs.playing.resumed import ResumedCertificate
from verifier.proof.endings.resumed import END, ResumedClaim, ResumedNode, ResumedStrategy
from verifier.proof.store import dump_certificate, parse_certificate, ruleset_of, ruleset_said
from verifier.proof.strict import (
    MOST_MEASURE,
    boolean,
    decimal,
    document,
    keys,
    listed,
    rows_of,
    side_of,
    whole,
)
from verifier.rules.ruleset import digest_of

__all__ = ["FORMAT", "dump_resumed", "is_resumed", "parse_resumed"]

FORMAT = "shikatsu-resumed-certificate"
VERSION = 1
_MOST = 1_000
_NEVER = "-"


def is_resumed(text: str) -> bool:
    """Whether a text says that it is a certificate of this kind."""
    return f'"{FORMAT}"' in text[:200]


def dump_resumed(certificate: ResumedCertificate) -> str:
    """Return the JSON text of a certificate."""
    claim = certificate.strategy.claim
    position = claim.position
    said = {
        "rows": position.signs(),
        "to_move": str(claim.to_move),
        "side": str(claim.side),
        "at_least": claim.at_least,
        "forced": claim.forced,
        "ruleset": ruleset_said(certificate.ruleset),
    }
    return (
        json.dumps(
            {
                "format": FORMAT,
                "version": VERSION,
                "claim": said,
                "claim_digest": digest_of(said),
                "nodes": [_line(node) for node in certificate.strategy.nodes],
                "verdicts": [dump_certificate(item) for item in certificate.verdicts],
            },
            ensure_ascii=True,
            indent=0,
        )
        + "\n"
    )


def _line(node: ResumedNode) -> str:
    bound = _NEVER if node.bound is None else str(node.bound)
    return " ".join([bound, *(f"{move}:{child}" for move, child in node.moves)])


def parse_resumed(text: str, name: str) -> ResumedCertificate:
    """Parse the JSON text of a certificate without checking what it proves; *name* names it in errors.

    Raises:
        CertificateError: it is no certificate of this kind, or a digest does not fit.
        InputError: its position or its ruleset is impossible.
    """
    try:
        data = keys(
            document(text), "the certificate",
            ("format", "version", "claim", "claim_digest", "nodes", "verdicts"),
        )  # fmt: skip
        if data["format"] != FORMAT or type(data["version"]) is not int or data["version"] != VERSION:
            raise CertificateError(f"not a {FORMAT} of version {VERSION}")
        said = keys(
            data["claim"], "claim", ("rows", "to_move", "side", "at_least", "forced", "ruleset")
        )  # fmt: skip
        if data["claim_digest"] != digest_of(said):
            raise CertificateError("claim_digest does not fit the claim")
        ruleset = ruleset_of(said["ruleset"])
        claim = _claim(said)
        nodes = tuple(_node(line, claim.position) for line in listed(data["nodes"], "nodes"))
        if not isinstance(data["verdicts"], list):
            raise CertificateError("verdicts must be a list")
        verdicts = tuple(
            parse_certificate(item, f"verdict {number}") for number, item in enumerate(data["verdicts"])
        )
    except CertificateError as error:
        raise CertificateError(f"{name}: {error}") from None
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError) as error:
        what = f"{type(error).__name__}: {error}"
        raise CertificateError(f"{name}: not a certificate of a game that goes on ({what:.80})") from None
    return ResumedCertificate(ResumedStrategy(claim, nodes), ruleset, verdicts)


def _claim(said: dict[str, Any]) -> ResumedClaim:
    cells, rows, cols = rows_of(said["rows"])
    black, white = (sum(1 << p for p, sign in enumerate(cells) if sign == wanted) for wanted in "XO")
    return ResumedClaim(
        Position(rows, cols, black, white),
        side_of(said["to_move"], "to_move"),
        side_of(said["side"], "side"),
        whole(said["at_least"], "at_least", -_MOST, _MOST),
        boolean(said["forced"], "forced"),
    )


def _node(line: str, position: Position) -> ResumedNode:
    said, *pairs = line.split(" ")
    moves = [pair.partition(":") for pair in pairs]
    return ResumedNode(
        None if said == _NEVER else decimal(said, "a bound", -MOST_MEASURE, MOST_MEASURE),
        tuple(
            (
                decimal(move, "a move", -1, position.rows * position.cols - 1),
                decimal(child, "the number of a node", END, MOST_MEASURE),
            )
            for move, _, child in moves
        ),
    )
