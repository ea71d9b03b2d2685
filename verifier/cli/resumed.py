"""Checking a certificate of a stopped game that goes on, for ``shikatsu solve --check``."""

import sys
import time

from verifier.cli import document
from verifier.cli.play_document import EndingFileDocument, ResumedClaimDocument
from verifier.errors import ShikatsuError
from verifier.jobs.playing.resumed import check_resumed
from verifier.jobs.playing.resumed_file import parse_resumed
from verifier.text import board

__all__ = ["check_resumed_file", "failed"]


def check_resumed_file(file: str, text: str, *, quiet: bool) -> EndingFileDocument:
    """Check the *text* of a file and say what it proves.

    Raises:
        InputError: its claim is impossible.
        CertificateError: it is no such certificate.
    """
    certificate = parse_resumed(text, file)
    begun = time.perf_counter()
    try:
        report = check_resumed(certificate)
    except ShikatsuError as error:
        return failed(file, "refused", error, quiet=quiet)
    claim, rules = report.claim, certificate.ruleset
    if not quiet:
        what = "can end play with" if claim.forced else "can be kept from"
        boards = f"{len(report.ends)} last boards, {len(certificate.verdicts)} verdicts"
        print(f"{file}: accepted ({report.nodes} nodes, {report.moves} moves, {boards})")
        print(f"{claim.side} {what} a lead of {claim.at_least} if play goes on, {claim.to_move} to move,"
              f" under {rules.id} [{rules.digest}]")  # fmt: skip
        print(board(claim.position))
    return EndingFileDocument(
        file=file,
        result="accepted",
        reason="",
        claim=None,
        resumed=ResumedClaimDocument(
            ruleset=document.ruleset_document(rules),
            position=document.position_document(claim.position),
            to_move=document.colour_name(claim.to_move),
            side=document.colour_name(claim.side),
            at_least=claim.at_least,
            forced=claim.forced,
        ),
        checked=document.CheckedDocument(
            family="resumed",
            states=report.nodes,
            moves=report.moves,
            seconds=round(time.perf_counter() - begun, 6),
        ),
    )


def failed(
    file: str, result: document.FileResult, error: Exception, *, quiet: bool
) -> EndingFileDocument:
    """Say of a file that it was not accepted, and why."""
    reason = " ".join(str(error).split()).removeprefix(f"{file}: ")
    if result == "unreadable":
        print(f"shikatsu: {file}: {reason}", file=sys.stderr)
    elif not quiet:
        print(f"{file}: refused: {reason}")
    return EndingFileDocument(
        file=file, result=result, reason=reason, claim=None, resumed=None, checked=None
    )
