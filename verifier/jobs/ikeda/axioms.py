"""The 96 axioms as the source prints them, what is read, and what is meant where that is wrong.

The data are in ``specification.toml``. A formula in it is text; what is checked is read from that text.
"""

import dataclasses
import functools
from collections.abc import Iterable
from importlib import resources
from typing import Any

from verifier.datafiles import parse_toml
from verifier.errors import InputError
from verifier.jobs.ikeda.formulas import Equation, parse
from verifier.jobs.ikeda.signatures import Signature, declared, flaws
from verifier.jobs.ikeda.spelling import MalformedError, plain

__all__ = ["AXIOMS", "DECLARATIONS", "SIGNATURES", "SOURCE", "Axiom", "Declaration", "axioms_named"]

_FILE = "specification.toml"


@dataclasses.dataclass(frozen=True, slots=True)
class Declaration:
    """One declaration of function symbols."""

    line: int
    """Where it begins in the text of the source."""
    quoted: str
    """As the source prints it."""


@dataclasses.dataclass(frozen=True)
class Axiom:
    """One axiom of the specification. Formulas are text that :mod:`verifier.jobs.ikeda.formulas` reads."""

    number: str
    """As printed, such as ``"5-3'"``."""
    says: str
    """Its content in short."""
    line: int
    """Where it begins in the text of the source."""
    quoted: str
    """The formula character by character as the source prints it, without its number."""
    read: str = ""
    """Where brackets or signs are garbled in print: the formula with these in order, and nothing else."""
    mended: str = ""
    """Where a formula has no value and would be wrong with one: the smallest change that gives it one."""
    meant: str = ""
    """What is meant, where that differs from what is printed."""
    fault: str = ""
    """What is wrong with the printed form."""

    @property
    def group(self) -> int:
        """1 to 12."""
        return int(self.number.partition("-")[0])

    @property
    def printed(self) -> str:
        """The printed formula on one line, without markup and with what is garbled read."""
        return plain(self.read or self.quoted)

    @functools.cached_property
    def flaws(self) -> tuple[str, ...]:
        """Why the printed formula has no value; empty if it is well-formed."""
        try:
            return flaws(parse(self.printed), SIGNATURES)
        except MalformedError as error:
            return (str(error),)

    @functools.cached_property
    def wrong(self) -> Equation | None:
        """The equation that is to be refuted: the printed one or, where that has no value, the mended one."""
        if not self.meant or (self.flaws and not self.mended):
            return None
        return parse(self.mended or self.printed)

    @functools.cached_property
    def right(self) -> Equation:
        """The equation that must hold."""
        return parse(self.meant or self.printed)


def _data() -> dict[str, Any]:
    text = (resources.files("verifier.jobs.ikeda") / _FILE).read_text(encoding="utf-8")
    return parse_toml(text, _FILE)


_DATA = _data()

SOURCE: str = _DATA["source"]
"""Authors and title."""

DECLARATIONS = tuple(Declaration(**entry) for entry in _DATA["declaration"])
"""All declarations in the order of the source."""

SIGNATURES: dict[str, Signature] = {
    name: signature for entry in DECLARATIONS for name, signature in declared(entry.quoted).items()
}
"""What each function symbol takes and gives, as declared."""

AXIOMS: tuple[Axiom, ...] = tuple(Axiom(**entry) for entry in _DATA["axiom"])
"""All axioms in the order of the source."""


def axioms_named(numbers: Iterable[str] | None) -> tuple[Axiom, ...]:
    """Return the axioms of these numbers in the order of the source; all of them for None or none.

    Raises:
        InputError: there is no axiom of that number.
    """
    wanted, known = list(numbers or ()), [axiom.number for axiom in AXIOMS]
    for number in wanted:
        if number not in known:
            raise InputError(f"axiom {number!r}: the axioms are {known[0]} to {known[-1]}, such as 8-2")
    return tuple(axiom for axiom in AXIOMS if not wanted or axiom.number in wanted)
