"""Writing files: whole or not at all, and over another one only when that is asked for."""

import contextlib
import hashlib
import os
import re
from pathlib import Path

from verifier.errors import InputError

__all__ = ["file_name", "refuse_existing", "write_whole"]

_LONGEST = 110
"""Bytes of a part of a file name."""


def file_name(text: str) -> str:
    """Return *text* as part of a file name: what is no letter, digit or any of . _ - becomes _.

    A long text is cut, and a digest stands for the rest: several parts have to fit into one name.
    """
    name = re.sub(r"[^\w.-]+", "_", text)
    data = name.encode("utf-8")
    if len(data) <= _LONGEST:
        return name
    digest = hashlib.sha256(data).hexdigest()[:12]
    return f"{data[: _LONGEST - 13].decode('utf-8', 'ignore')}-{digest}"


def write_whole(path: str | Path, content: str | bytes, *, force: bool = False) -> None:
    """Write a file that appears whole or not at all; text becomes UTF-8.

    Raises:
        InputError: the file exists and *force* is not set, or it cannot be written.
    """
    path = Path(path)
    refuse_existing(path, force=force)
    try:
        part = path.with_name(path.name + f".{os.getpid()}.part")
    except ValueError:  # such as "." or ".."
        raise InputError(f"{path}: not the name of a file") from None
    try:
        part.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        part.replace(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from None
    finally:
        with contextlib.suppress(OSError):  # no folder, no part of a file
            part.unlink(missing_ok=True)


def refuse_existing(path: Path, *, force: bool) -> None:
    """Refuse to overwrite a file unless *force* is set.

    Raises:
        InputError: the file exists.
    """
    try:
        there = path.exists()
    except ValueError:  # a NUL character
        raise InputError(f"{str(path)!r}: not the name of a file") from None
    if there and not force:
        raise InputError(f"{path}: exists already; use --force to overwrite it")
