"""``shikatsu rup``: the forward RUP checker on files."""

import argparse
from pathlib import Path

from verifier.cli import exits
from verifier.errors import CertificateError, InputError
from verifier.proof.rup import Clause, check_drup, parse_cnf, parse_drup

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    try:
        _, clauses = parse_cnf(_read(arguments.formula))
        steps = parse_drup(_read(arguments.proof))
    except CertificateError as error:
        raise InputError(str(error)) from None
    try:
        # A header may promise more variables than memory holds: number only those that occur.
        used = {abs(literal) for clause in clauses for literal in clause}
        used.update(abs(literal) for _, clause in steps for literal in clause)
        number = {variable: index for index, variable in enumerate(sorted(used), 1)}

        def renumbered(clause: Clause) -> Clause:
            return tuple(number[n] if n > 0 else -number[-n] for n in clause)

        check_drup(
            len(number),
            [renumbered(clause) for clause in clauses],
            [(deletion, renumbered(clause)) for deletion, clause in steps],
        )
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
