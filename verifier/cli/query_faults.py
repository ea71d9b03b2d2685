"""What is wrong with a line that is no query, in words for who wrote it."""

import re
from typing import get_args

import msgspec

from verifier.adjudicate.first import First
from verifier.jobs.audit.query import Part, Query
from verifier.similar import all_named

__all__ = ["fault"]

_FIELDS = tuple(field.encode_name for field in msgspec.structs.fields(Query))
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
"""The types that the decoder names."""
_RULE = "for each of KataGo's rules a text, a number, true or false"


def fault(error: Exception) -> tuple[str, str | None]:
    """Return what the decoder found wrong with a line, and in which field; None if it is no object at all."""
    text = " ".join(str(error).split())
    what, _, path = text.partition(" - at `$")
    field = path.lstrip(".").split("[")[0].split(".")[0].rstrip("`")
    if found := re.search(r"(unknown|missing required) field `(.*)`", what):
        missing, name = found[1] != "unknown", found[2]
        if not field and missing:
            return f"a query needs the field {name}", name
        if not field:
            return f"no field of a query is called so; {all_named(name, _FIELDS, 'fields')}", name
        return f"{'needs' if missing else 'has no'} field {name}", field
    if found := re.fullmatch(r"Expected `([^`]+)`, got `([^`]+)`", what):
        wanted = _RULE if field == "rules" and "[" in path else _words(found[1])
        got = "one with a point in it" if (found[1], found[2]) == ("int", "float") else _words(found[2])
        what = f"{wanted} is needed, not {got}"
    elif found := re.fullmatch(r"Expected `array` of length (\d+), got (\d+)", what):
        what = f"a list of {found[1]} is needed, not of {found[2]}"
    elif field == "report":
        what = f"no such part; use {', '.join(get_args(Part))}"
    elif field == "first":
        what = f"nobody moves first so; use {', '.join(get_args(First))}"
    return (what, field) if field else (f"no query: {text}", None)


def _words(types: str) -> str:
    names = [name for name in types.split(" | ") if name != "null"] or ["null"]
    return " or ".join(_TYPES.get(name, name) for name in names)
