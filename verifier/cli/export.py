"""``shikatsu export``: a proof of death in the formats of the SAT world."""

import argparse
import os

from verifier.cli import exits
from verifier.cli.output import prepare_file
from verifier.cli.reporting import asked_limits
from verifier.errors import CertificateError, InputError
from verifier.files import write_whole
from verifier.play import remembers
from verifier.proof import Places, Refutation, Stages, Verdict, check, read_certificate
from verifier.proof.export import export_cnf
from verifier.text import many

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    if not arguments.prefix or arguments.prefix.endswith(("/", os.sep)):
        raise InputError(f"{arguments.prefix!r}: names no files; give what their names begin with")
    try:
        certificate = read_certificate(arguments.certificate)
        check(certificate)
    except CertificateError as error:
        print(f"refused: {error}")
        return exits.REFUSED
    claim = certificate.claim
    if claim.verdict is not Verdict.DEAD:
        raise InputError(f"{arguments.certificate}: proves {claim.verdict.value}; only death is exported")
    endings = (".cnf", ".drup")
    paths = [prepare_file(f"{arguments.prefix}{ending}", force=arguments.force) for ending in endings]
    if remembers(claim.ruleset):
        raise InputError(f"{arguments.certificate}: proofs of games that remember are not exported")
    arena = claim.arena()
    (evidence,) = certificate.evidence
    if isinstance(evidence, Places | Stages):
        raise InputError(f"{arguments.certificate}: proofs of games that remember are not exported")
    if not isinstance(evidence, Refutation):
        from verifier.search.sat.of_strategy import refutation_of

        limits = asked_limits(arguments)
        try:
            evidence = refutation_of(arena, evidence, limits)
        except ValueError as error:
            print(f"not exported: {error}")
            return exits.UNKNOWN
    for path, text in zip(paths, export_cnf(arena, evidence), strict=True):
        write_whole(path, text.encode("ascii", "backslashreplace"), force=arguments.force)
    print(f"{paths[0]}: {len(evidence.variables)} variables, {len(evidence.clauses)} clauses")
    lines = many(len(evidence.proof), "line")
    print(f"{paths[1]}: {lines}; check it with: shikatsu rup {paths[0]} {paths[1]}")
    return exits.OK
