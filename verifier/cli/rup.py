"""``shikatsu rup``: the forward RUP checker on files."""

import argparse
from pathlib import Path

from verifier.cli import exits
from verifier.errors import CertificateError, InputError
from verifier.proof.rup import check_drup, parse_cnf, parse_drup

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    formula, proof = _read(arguments.formula), _read(arguments.proof)
    try:
        variables, clauses = parse_cnf(formula)
        check_drup(variables, clauses, parse_drup(proof))
    except CertificateError as error:
        print(f"s NOT VERIFIED  {error}")
        return exits.REFUSED
    print("s VERIFIED")
    return exits.OK


def _read(name: str) -> str:
    try:
        return Path(name).read_text(encoding="ascii")
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InputError(f"{name}: not ASCII text") from None
