"""Shikatsu: proves which stones are dead or alive under a given ruleset of Go.

The names below are imported when they are first used, so that the checker runs without the provers.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verifier.api import Hunt, Interrupted, Judgement, UnitVerdict, hunt, judge, ko_kind
    from verifier.board import BLACK, WHITE, Colour, Position, parse_vertex, vertex
    from verifier.errors import CertificateError, InputError, ShikatsuError
    from verifier.jobs.argue import Argument, Dispute, argue
    from verifier.jobs.case import Case, case_ids, load_case
    from verifier.jobs.explain import Explanation, Fight, explain
    from verifier.jobs.ko_kind import KoKind
    from verifier.notation import Diagram, parse_diagram, print_diagram, read_sgf
    from verifier.proof import check, check_file, read_certificate, write_certificate
    from verifier.rules import Ruleset, builtin_names, load_ruleset
    from verifier.search import Limits, Outcome, Status, available_provers, prove
    from verifier.search.minimise import Minimised, minimise

__version__ = "0.1.0"

__all__ = [
    "BLACK",
    "WHITE",
    "Argument",
    "Case",
    "CertificateError",
    "Colour",
    "Diagram",
    "Dispute",
    "Explanation",
    "Fight",
    "Hunt",
    "InputError",
    "Interrupted",
    "Judgement",
    "KoKind",
    "Limits",
    "Minimised",
    "Outcome",
    "Position",
    "Ruleset",
    "ShikatsuError",
    "Status",
    "UnitVerdict",
    "argue",
    "available_provers",
    "builtin_names",
    "case_ids",
    "check",
    "check_file",
    "explain",
    "hunt",
    "judge",
    "ko_kind",
    "load_case",
    "load_ruleset",
    "minimise",
    "parse_diagram",
    "parse_vertex",
    "print_diagram",
    "prove",
    "read_certificate",
    "read_sgf",
    "vertex",
    "write_certificate",
]

_HOMES = {
    "api": ("Hunt", "Interrupted", "Judgement", "UnitVerdict", "hunt", "judge", "ko_kind"),
    "board": ("BLACK", "WHITE", "Colour", "Position", "parse_vertex", "vertex"),
    "errors": ("CertificateError", "InputError", "ShikatsuError"),
    "jobs.argue": ("Argument", "Dispute", "argue"),
    "jobs.case": ("Case", "case_ids", "load_case"),
    "jobs.explain": ("Explanation", "Fight", "explain"),
    "jobs.ko_kind": ("KoKind",),
    "notation": ("Diagram", "parse_diagram", "print_diagram", "read_sgf"),
    "proof": ("check", "check_file", "read_certificate", "write_certificate"),
    "rules": ("Ruleset", "builtin_names", "load_ruleset"),
    "search": ("Limits", "Outcome", "Status", "available_provers", "prove"),
    "search.minimise": ("Minimised", "minimise"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'verifier' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"verifier.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
