"""Positions as the bytes of a file: how large one may be, and in which notation it is."""

from verifier.errors import InputError
from verifier.notation.diagram import Diagram
from verifier.notation.parsing import parse_diagram
from verifier.notation.sgf_text import begins_as_sgf, utf16_text

__all__ = ["MAX_BYTES", "decode_diagram", "is_sgf", "refuse_large"]

MAX_BYTES = 16 * 1024 * 1024
"""No position or game is larger; read one byte more to see that a file is."""


def refuse_large(data: bytes, name: str, what: str = "position") -> None:
    """Refuse a file of more than MAX_BYTES; *what* says in the error what the file should be.

    Raises:
        InputError: it is larger.
    """
    if len(data) > MAX_BYTES:
        raise InputError(f"{name}: larger than {MAX_BYTES // 2**20} MiB; no {what} is")


def is_sgf(data: bytes | str, name: str) -> bool:
    """Whether a file is an SGF: its name ends in ``.sgf``, or its text begins like one: ``(;``, ``( TE[``."""
    return name.lower().endswith(".sgf") or begins_as_sgf(data)


def decode_diagram(data: bytes | str, name: str) -> Diagram:
    """Return the diagram that a file holds: a text, UTF-8, or UTF-16 with a byte order mark.

    Raises:
        InputError: it is not, or no diagram.
    """
    if isinstance(data, str):
        return parse_diagram(data, name=name)
    try:
        text = utf16_text(data, name) or data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(f"{name}: a diagram is UTF-8 text; an SGF file begins with (;") from None
    return parse_diagram(text, name=name)
