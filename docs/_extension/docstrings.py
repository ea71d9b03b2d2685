"""Docstrings of the package as pages: sections, and names that have no page of their own.

The sections ``Args:`` and ``Raises:`` become lists of fields. A name that a docstring or a type mentions and
that no page describes is shown as it is written, if there is such a thing; a name of nothing stays a warning.
"""

import builtins
import importlib
import re
import sys
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

__all__ = ["setup"]

_FIELDS = {"Args:": "param", "Raises:": "raises"}


def _sections(app: Sphinx, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Rewrite the sections of a docstring in place."""
    field, written = "", list[str]()
    for line in lines:
        if line in _FIELDS:
            field = _FIELDS[line]
            continue
        entry = re.fullmatch(r"    (\w+): (.*)", line) if field else None
        if entry:
            written.append(f":{field} {entry[1]}: {entry[2]}")
        else:
            written.append(line)
            field = field if not line or line.startswith(" ") else ""
    lines[:] = written


def _plain(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: nodes.Element
) -> nodes.Element | None:
    """Return what is written there, for a Python name that is something; None for all others."""
    if node.get("refdomain") != "py":
        return None
    path = str(node["reftarget"]).split(".")
    return shown if _whole(path) or _somewhere(path) else None


def _whole(path: list[str]) -> bool:
    """Whether *path* is a builtin, a module, or what a module has, by its whole name."""
    if _has(builtins, path):
        return True
    for length in range(len(path), 0, -1):
        try:
            module = importlib.import_module(".".join(path[:length]))
        except ModuleNotFoundError:
            continue
        return _has(module, path[length:])
    return False


def _somewhere(path: list[str]) -> bool:
    """Whether a module of the package, or a class in one, has something of that name."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "verifier"]
    places = [
        *modules,
        *(item for module in modules for item in vars(module).values() if isinstance(item, type)),
    ]
    return any(_has(place, path) for place in places)


def _has(place: object, path: list[str]) -> bool:
    for name in path:
        fields = getattr(place, "__dataclass_fields__", {})
        if not hasattr(place, name) and name not in fields:
            return False
        place = getattr(place, name, None)
    return True


def setup(app: Sphinx) -> dict[str, Any]:
    """Listen to autodoc, and to references that lead nowhere."""
    app.connect("autodoc-process-docstring", _sections)
    app.connect("missing-reference", _plain)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
