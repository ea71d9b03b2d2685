"""``shikatsu rup``: the forward RUP checker on files."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from verifier.cli import exits
from verifier.errors import CertificateError, InputError
from verifier.proof.rup import Clause, check_drup, parse_cnf, parse_drup

__all__ = ["run"]

_Parsed = TypeVar("_Parsed")


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    _, clauses = _parsed(parse_cnf, arguments.formula)
    steps = _parsed(parse_drup, arguments.proof)
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


def _parsed(parse: Callable[[str], _Parsed], name: str) -> _Parsed:
    try:
        # Only comments may be more than ASCII; anywhere else these bytes are no numbers.
        return parse(Path(name).read_bytes().decode("ascii", "surrogateescape"))
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({error.strerror})") from None
    except CertificateError as error:
        raise InputError(f"{name}: {error}") from None
