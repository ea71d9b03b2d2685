"""The data files that come with the package, and files of the same kind given by path."""

import functools
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from verifier.errors import InputError

__all__ = ["builtin_ids", "parse_toml", "read_data", "refuse_other_schema"]


def _folder(name: str) -> Traversable:
    """The folder inside an installed package, or beside it in a checkout."""
    installed = resources.files("verifier") / "data" / name
    if installed.is_dir():
        return installed
    return Path(__file__).resolve().parents[1] / name


@functools.cache
def builtin_ids(folder: str) -> tuple[str, ...]:
    """Return the names of the TOML files of a data folder, without their ending, in order."""
    names = (entry.name for entry in _folder(folder).iterdir())
    return tuple(sorted(name[:-5] for name in names if name.endswith(".toml")))


def read_data(folder: str, what: str, name: str, known: Sequence[str]) -> tuple[str, str]:
    """Return text and file name of the data file *name*: an id that is *known*, or a path.

    *what* says in errors what kind of file was asked for.

    Raises:
        InputError: there is no such file, or it is not readable as UTF-8 text.
    """
    if name in known:
        file = f"{name}.toml"
        return (_folder(folder) / file).read_text(encoding="utf-8"), file
    path = Path(name)
    try:
        if path.is_file():
            return path.read_text(encoding="utf-8"), str(path)
    except (OSError, ValueError) as error:  # a name too long or with a NUL; bytes that are no UTF-8
        raise InputError(f"{name[:100]!r}: cannot be read as UTF-8 text ({error})") from None
    raise InputError(f"{what} {name!r}: no such file and no such id; the ids are {', '.join(known)}")


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Return the table that a TOML text is; *file* names it in errors.

    Raises:
        InputError: it is no TOML.
    """
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: not valid TOML: {error}") from None


def refuse_other_schema(data: Mapping[str, Any], file: str, schema: int) -> None:
    """Refuse a file that is written in another version of its format.

    Raises:
        InputError: its key ``schema`` is not *schema*.
    """
    if data.get("schema") != schema:
        raise InputError(f"{file}: schema = {data.get('schema')!r}: this program reads schema {schema}")
