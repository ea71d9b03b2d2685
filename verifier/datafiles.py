"""The data files that come with the package, and files of the same kind given by path."""

import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from verifier.errors import InputError

__all__ = ["builtin_ids", "parse_toml", "read_data", "refuse_controls", "refuse_other_schema"]

MAX_CHARACTERS = 16 * 2**20
MAX_KEY_PARTS = 16
"""The deepest key of any format has three."""

_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5})?'
    r"|'''(?:[^']|'(?!''))*+(?:'{3,5})?"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Strings and comments, in which dots mean nothing; unfinished ones too, so that no place is read twice."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_CONTROL_IN_LINES = re.compile(r"(?![\t\n])" + _CONTROL.pattern)
"""What a terminal obeys and does not show: control characters, line breaks, and turns of the direction."""

_LONG_KEY = re.compile(rf"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{MAX_KEY_PARTS}}}")


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
        is_folder = path.is_dir() and name not in ("", ".")
    except UnicodeDecodeError:
        raise InputError(f"{name}: is no UTF-8 text; a {what} is a text file (TOML)") from None
    except (OSError, ValueError) as error:  # a name too long or with a NUL
        raise InputError(f"{name[:100]!r}: cannot be read as UTF-8 text ({error})") from None
    if is_folder:
        raise InputError(f"{name}: is a folder; name a file in it")
    if "[" in name and not name.endswith("]") and name.partition("[")[0] in known:
        raise InputError(f"{what} {name!r}: the bracket is not closed; write ] at the end")
    from verifier.similar import all_named  # only a name that is not known needs it

    raise InputError(f"{what} {name!r}: no such file and no such id; {all_named(name, known, 'ids')}")


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Return the table that a TOML text is; *file* names it in errors. A byte order mark may begin it.

    Raises:
        InputError: it is no TOML, larger than a data file can be, or has a key with too many dots.
    """
    if len(text) > MAX_CHARACTERS:
        raise InputError(f"{file}: larger than {MAX_CHARACTERS // 2**20} MiB; no file of this kind is")
    text = text.removeprefix("\ufeff")
    _refuse_long_keys(text, file)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: not valid TOML: {error}") from None


def _plain_word(found: re.Match[str]) -> str:
    return "" if found[0].startswith("#") else "q" + "\n" * found[0].count("\n")


def _refuse_long_keys(text: str, file: str) -> None:
    """Refuse keys with more dots than any format has: reading them takes the square of their length."""
    plain = _QUOTED.sub(_plain_word, text)
    if found := _LONG_KEY.search(plain):
        line = plain.count("\n", 0, found.start()) + 1
        raise InputError(
            f"{file}: a key of more than {MAX_KEY_PARTS} parts (at line {line}); "
            "no format of this program has keys as deep as that"
        )


def refuse_other_schema(data: Mapping[str, Any], file: str, schema: int) -> None:
    """Refuse a file that is written in another version of its format.

    Raises:
        InputError: its key ``schema`` is not *schema*.
    """
    said = data.get("schema")
    if "schema" not in data:
        raise InputError(f"{file}: schema: missing; this program reads schema = {schema}")
    if type(said) is not int or said != schema:  # true is none
        raise InputError(f"{file}: schema = {said!r}: this program reads schema {schema}")


def refuse_controls(text: str, where: str, *, lines: bool = False) -> None:
    """Refuse a text with characters that a terminal obeys and does not show; *where* begins the message.

    Raises:
        InputError: it has one. Line breaks and tabs are allowed with *lines*.
    """
    if found := (_CONTROL_IN_LINES if lines else _CONTROL).search(text):
        needed = "without control characters" if lines else "of one line without control characters"
        raise InputError(f"{where}: has {found[0]!a}; a text {needed} is required")
