"""Certificates as files: one JSON document each. docs/certificates.md has the grammar."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from verifier.board import Position, Side
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.files import write_whole
from verifier.play import Keeping
from verifier.proof.certificate import Certificate, Claim, Keep, Patterns, Verdict
from verifier.proof.chains import chains_from_json, chains_to_json
from verifier.proof.evidence import evidence_from_json, evidence_to_json
from verifier.proof.scope import arena_of
from verifier.proof.strict import document, keys, listed, point_of, read_ascii, rows_of, text_of
from verifier.rules import Ruleset, usurped
from verifier.rules.axes import INSIDE
from verifier.rules.ruleset import digest_of

__all__ = [
    "FORMAT",
    "VERSION",
    "certificate_of",
    "dump_certificate",
    "parse_certificate",
    "read_certificate",
    "ruleset_of",
    "ruleset_said",
    "write_certificate",
]

FORMAT = "shikatsu-certificate"
VERSION = 1
_OF_GAMES = ("shikatsu-ending-certificate", "shikatsu-resumed-certificate")


def write_certificate(certificate: Certificate, path: str | Path, *, force: bool = False) -> None:
    """Write a certificate; the file appears whole or not at all.

    Raises:
        InputError: the file exists and *force* is not set, or it cannot be written.
    """
    write_whole(path, dump_certificate(certificate), force=force)


def read_certificate(path: str | Path) -> Certificate:
    """Read a certificate without checking what it proves.

    Raises:
        InputError: the file cannot be read, or is not a certificate of this version.
        CertificateError: it is one, but it does not follow docs/certificates.md.
    """
    return parse_certificate(read_ascii(path), str(path))


def certificate_of(certificate: Certificate | str | Path) -> Certificate:
    """Return a certificate, or the one in the file of that path, without checking what it proves.

    Raises:
        InputError: it is neither, or as for :func:`read_certificate`.
        CertificateError: as for :func:`read_certificate`.
    """
    if isinstance(certificate, Certificate):
        return certificate
    if certificate == "":
        raise InputError("'': an empty text names no file; give the path of a certificate")
    if isinstance(certificate, str | Path):
        return read_certificate(certificate)
    from verifier.arguments import refused  # only what is neither needs it

    raise refused("certificate", certificate, "a Certificate, or the path of its file, is needed")


def dump_certificate(certificate: Certificate) -> str:
    """Return the JSON text of a certificate; one node per line."""
    claim = _claim_to_json(certificate.claim)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "claim": claim,
        "claim_digest": digest_of(claim),
        "about": dict(certificate.about),
    }
    arena = arena_of(certificate)
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    if certificate.standing:
        chains = chains_to_json(certificate.claim.position, certificate.standing)
        lines.append(f'"standing": {json.dumps(chains)}')
    if certificate.keeps:
        keeps = ",\n".join(_keep_to_json(keep, game) for keep, game in _games(certificate))
        lines.append(f'"keeps": [{keeps}]')
    evidence = ",\n".join(evidence_to_json(arena, item) for item in certificate.evidence)
    lines.append(f'"evidence": [{evidence}]')
    if certificate.supports:
        supports = ",\n".join(dump_certificate(item).rstrip() for item in certificate.supports)
        lines.append(f'"supports": [{supports}]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def parse_certificate(text: str, name: str) -> Certificate:
    """Parse the JSON text of a certificate; *name* names it in errors. See :func:`read_certificate`."""
    try:
        data = document(text)
    except ShikatsuError as error:
        raise type(error)(f"{name}: {error}") from None
    return _certificate_from_json(data, name)


def _certificate_from_json(data: Any, name: str, *, support: bool = False) -> Certificate:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        if isinstance(data, dict) and data.get("format") in _OF_GAMES:
            raise InputError(
                f"{name}: a certificate of the end of a game and of no unit; check it with shikatsu"
                " solve --check"
            )
        raise InputError(f"{name}: not a certificate: the key format must be {FORMAT!r}")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise InputError(f"{name}: certificate version {ascii(version)[:40]}: this program reads {VERSION}")
    try:
        if digest_of(data["claim"]) != data["claim_digest"]:
            raise CertificateError("the claim does not match its digest")
        claim = _claim_from_json(data["claim"])
        supports_said = data.get("supports", [])
        if not isinstance(supports_said, list) or (support and supports_said):
            raise CertificateError("supports must be a list, and supports have none themselves")
        supports = tuple(_certificate_from_json(item, "supports", support=True) for item in supports_said)
        standing = chains_from_json(claim.position, data.get("standing", []))
        if "standing" in data and (claim.verdict, claim.ruleset["dead_means"]) != (Verdict.DEAD, INSIDE):
            raise CertificateError("standing chains are named only in proofs of death inside")
        arena = arena_of(Certificate(claim, (), supports=supports, standing=standing))
        if not isinstance(data["evidence"], list):
            raise CertificateError("evidence must be a list")
        evidence = tuple(evidence_from_json(arena, item) for item in data["evidence"])
        keeps = _keeps_from_json(claim.position, data.get("keeps", []))
        about = data["about"]
        if not isinstance(about, dict):
            raise CertificateError("about must be an object")
    except ShikatsuError as error:
        raise CertificateError(f"{name}: {error}") from None
    except KeyError as error:
        raise CertificateError(f"{name}: the key {ascii(error.args[0])[:60]} is missing") from None
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise CertificateError(f"{name}: malformed ({type(error).__name__}: {str(error)[:100]})") from None
    return Certificate(claim, evidence, about, supports, keeps, standing)


def _claim_to_json(claim: Claim) -> dict[str, Any]:
    position = claim.position
    chains = chains_to_json(position, claim.unit)
    data: dict[str, Any] = {
        "rows": position.signs(),
        "open_sides": sorted(side.value for side in position.open_sides),
        **({"unit": chains[0]} if len(chains) == 1 else {"together": chains}),
        "verdict": claim.verdict.value,
        "ruleset": ruleset_said(claim.ruleset),
    }
    if claim.walls:
        data["walls"] = chains_to_json(position, claim.walls)
    return data


def ruleset_said(ruleset: Ruleset) -> dict[str, Any]:
    """What a claim says of its ruleset."""
    return {"id": ruleset.id, "digest": ruleset.digest, "values": ruleset.said}


def _claim_from_json(data: Any) -> Claim:
    about = "together" if isinstance(data, dict) and "together" in data else "unit"
    keys(data, "claim", ("rows", "open_sides", about, "verdict", "ruleset"), ("walls",))
    points, rows, cols = rows_of(data["rows"])
    black, white = (sum(1 << p for p, sign in enumerate(points) if sign == wanted) for wanted in "XO")
    sides = listed(data["open_sides"], "open_sides")
    if len(set(sides)) != len(sides):
        raise CertificateError("open_sides names a side twice")
    position = Position(rows, cols, black, white, frozenset(Side(side) for side in sides))
    ruleset = ruleset_of(data["ruleset"])
    if about == "unit":
        unit = position.chain_at(point_of(data["unit"], rows, cols))
    else:
        unit = chains_from_json(position, data["together"])
        if len(data["together"]) < 2:
            raise CertificateError("together names fewer than two chains: use unit")
    walls = chains_from_json(position, data.get("walls", []))
    if "walls" in data and not (walls and set(data["walls"]) == set(chains_to_json(position, walls))):
        raise CertificateError("walls are named by their first vertices, in the order of the rows")
    return Claim(position, unit, ruleset, Verdict(data["verdict"]), walls)


def ruleset_of(data: Any) -> Ruleset:
    """Return the ruleset that a claim names with its values.

    Raises:
        CertificateError: the digest does not fit, or the id stands for other values in this package.
    """
    rules = keys(data, "ruleset", ("id", "values", "digest"))
    if not isinstance(rules["values"], dict):
        raise CertificateError("the values of the ruleset must be an object")
    values = {axis: text_of(value, "each value of the ruleset") for axis, value in rules["values"].items()}
    ruleset = Ruleset.of(text_of(rules["id"], "the ruleset's id"), values)
    if values != ruleset.said:
        raise CertificateError("leave out 'handicap' where it is 'none': a claim is written in one way")
    if ruleset.digest != rules["digest"]:
        raise CertificateError("the ruleset does not match its digest")
    if usurped(ruleset):
        raise CertificateError(f"the ruleset is called {ruleset.id} but has other values than that one")
    return ruleset


def _games(certificate: Certificate) -> Iterator[tuple[Keep, Keeping]]:
    """The proofs of walls with the games that they are about."""
    walls = 0
    for keep in certificate.keeps:
        yield keep, Keeping(certificate.claim.position, keep.colour, keep.stones, walls)
        walls |= keep.stones


def _keep_to_json(keep: Keep, game: Keeping) -> str:
    stones = json.dumps(chains_to_json(game.position, keep.stones))
    evidence = evidence_to_json(game, keep.evidence)
    return f'{{"stones": {stones}, "evidence": {evidence}}}'


def _keeps_from_json(position: Position, items: Any) -> tuple[Keep, ...]:
    keeps: list[Keep] = []
    walls = 0
    if not isinstance(items, list):
        raise CertificateError("keeps must be a list")
    for item in items:
        stones = chains_from_json(position, item["stones"])
        colour = position.owner_of(stones)
        evidence = evidence_from_json(Keeping(position, colour, stones, walls), item["evidence"])
        if not isinstance(evidence, Patterns):
            raise CertificateError("a wall is proved by patterns")
        keeps.append(Keep(stones, evidence))
        walls |= stones
    return tuple(keeps)
