"""How a claim is tested: a kind of test and its arguments, checked when the file is read."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from verifier.adjudicate.first import FIRST_MOVERS
from verifier.board import BLACK, WHITE
from verifier.errors import InputError
from verifier.jobs.cases.fields import Table, parse_point
from verifier.jobs.claims.boards import Board, board_named
from verifier.jobs.ikeda.shape import CONDITIONS
from verifier.jobs.playing.case import load_play_case, play_case_ids
from verifier.jobs.playing.replay import Setup
from verifier.rules import judging_ruleset, load_play_rules

__all__ = ["HOLDING", "KINDS", "Spec", "parse_spec"]


def _strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _pair(value: Any) -> bool:
    return isinstance(value, dict) and set(value) <= {"black", "white"} and all(map(_whole, value.values()))


def _areas(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(area, dict)
        and {"at", "colour"} <= set(area) <= {"at", "colour", "total"}
        and isinstance(area["at"], str)
        and area["colour"] in ("black", "white", "nobody")
        and _whole(area.get("total", 0))
        for area in value
    )


def _changes(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(isinstance(item, str) for item in value.values())


_TYPES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "text": (lambda value: isinstance(value, str) and bool(value.strip()), "a non-empty string"),
    "texts": (_strings, "a list of strings"),
    "number": (_number, "a number"),
    "whole": (_whole, "a whole number"),
    "yes": (lambda value: isinstance(value, bool), "true or false"),
    "pair": (_pair, "a table of black and white"),
    "changes": (_changes, "a table of axes and their values"),
    "areas": (_areas, "a list of tables { at, colour, total }"),
}

_BOARD = {"board": "text"}
_MOVED = {"moves": "text"}
_JUDGED = {"rules": "text", "also": "texts", "nodes": "whole", "seconds": "number", "memory": "whole"}
_SETUP = {"to_move": "text", "komi": "number", "lost": "pair"}
_NEGATED = {"kind": "text", "negate": "yes"}

KINDS: dict[str, dict[str, str]] = {
    "status": {
        **_BOARD, **_MOVED, **_JUDGED, **_NEGATED,
        "first": "text", "alive": "texts", "dead": "texts", "stones": "whole", "others": "text",
    },
    "count": {
        **_BOARD, **_MOVED, **_JUDGED, **_NEGATED, **_SETUP,
        "black": "whole", "white": "whole", "result": "text", "areas": "areas", "neutral": "texts",
        "dead": "texts", "decided": "yes",
    },
    "change": {**_BOARD, **_MOVED, **_JUDGED, **_NEGATED, **_SETUP, "black": "number"},
    "fill": {**_BOARD, **_MOVED, **_JUDGED, **_NEGATED, **_SETUP, "result": "text", "needed": "texts"},
    "settled": {**_BOARD, **_MOVED, **_JUDGED, **_NEGATED},
    "line": {
        **_BOARD, **_MOVED, **_NEGATED, **_SETUP, "rules": "text", "also": "texts", "case": "text",
        "line": "whole", "agree": "yes", "dead": "texts", "seki": "texts", "result": "text",
        "refused": "text", "refused_by": "text", "ko": "text",
    },
    "legal": {**_BOARD, **_MOVED, **_NEGATED, **_SETUP, "rules": "text", "only": "texts", "ko": "text"},
    "same": {**_BOARD, **_MOVED, **_NEGATED, "equals": "text"},
    "value": {
        **_BOARD, **_MOVED, **_NEGATED, **_SETUP, "rules": "text", "nodes": "whole", "seconds": "number",
        "memory": "whole", "value": "number", "at_least": "number", "holds": "yes", "reserves": "text",
        "instead": "changes",
    },
    "resumed": {
        **_BOARD, **_MOVED, **_NEGATED, **_SETUP, "rules": "text", "nodes": "whole", "seconds": "number",
        "memory": "whole", "side": "text", "at_least": "whole", "holds": "yes",
    },
    "board": {**_BOARD, **_MOVED, **_NEGATED, "black": "whole", "white": "whole", "units": "whole"},
    "axis": {**_NEGATED, "rules": "text", "axis": "text", "value": "text"},
    "axiom": {**_NEGATED, "number": "text", "holds": "yes", "formed": "yes", "total": "whole"},
    "seki boards": {**_NEGATED, "size": "whole", "exist": "yes"},
    "turned": {**_NEGATED, "cases": "texts"},
    "form": {**_NEGATED, "condition": "text", "holds": "text"},
}  # fmt: skip
"""Each kind of test with its keys and their types."""

HOLDING = ("always", "mostly")
"""How far a condition on the form of axioms is met."""

_NEEDED = {
    "status": ("board", "rules"), "count": ("board", "rules"), "change": ("board", "rules", "moves", "black"),
    "fill": ("board", "rules"), "settled": ("board", "rules"), "line": ("rules",),
    "legal": ("board", "rules", "only"),
    "same": ("board", "equals"), "value": ("board", "rules"), "board": ("board",),
    "resumed": ("board", "rules", "to_move", "side", "at_least"),
    "axis": ("rules", "axis", "value"), "axiom": (), "seki boards": ("size", "exist"),
    "turned": ("cases",), "form": ("condition", "holds"),
}  # fmt: skip
_ASKED = {
    "status": ("alive", "dead", "others"),
    "count": ("black", "white", "result", "areas", "neutral", "decided"),
    "fill": ("result", "needed"), "line": ("case", "result"), "value": ("value", "at_least"),
    "board": ("black", "white", "units"), "axiom": ("holds", "formed", "total"),
}  # fmt: skip
"""Of these keys one at least says what is to come out."""


@dataclasses.dataclass(frozen=True, slots=True)
class Spec:
    """One test, with arguments that were checked."""

    kind: str
    given: Mapping[str, Any] = dataclasses.field(hash=False)
    boards: dict[str, Board] = dataclasses.field(default_factory=dict, hash=False, repr=False)
    """The boards that it names."""

    def get(self, key: str, default: Any = None) -> Any:
        """One argument."""
        return self.given.get(key, default)

    @property
    def board(self) -> Board:
        """The board that it is about."""
        return self.boards[self.given["board"]]

    @property
    def setup(self) -> Setup:
        """Its board, with what the test says of side to move, komi, prisoners and ko."""
        setup = self.board.setup
        changes: dict[str, Any] = {}
        if "to_move" in self.given:
            changes["to_move"] = BLACK if self.given["to_move"] == "black" else WHITE
        if "komi" in self.given:
            changes["komi"] = float(self.given["komi"])
        if "lost" in self.given:
            changes["lost"] = tuple(self.given["lost"].get(side, 0) for side in ("black", "white"))
        if "ko" in self.given:
            changes["ko"] = parse_point(self.given["ko"], setup.position, "ko")
        return dataclasses.replace(setup, **changes)

    @property
    def text(self) -> str:
        """The test on one line, as it stands in the file but for the order."""
        rest = (f"{key}={_short(value)}" for key, value in self.given.items() if key != "kind")
        return f"{self.kind}: {', '.join(rest)}"


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(_short, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}={_short(item)}" for key, item in value.items()) + "}"
    return str(value)


def parse_spec(table: Table, own: Mapping[str, Board]) -> Spec:
    """Parse one test; *own* are the boards of the file.

    Raises:
        InputError: names file and key.
    """
    kind = table.choice("kind", KINDS)
    given: dict[str, Any] = {}
    for key, wanted in KINDS[kind].items():
        value = table.get(key)
        if value is None:
            continue
        fits, what = _TYPES[wanted]
        if not fits(value):
            raise table.error(key, f"{what} is needed")
        given[key] = value
    table.no_more()
    for key in _NEEDED[kind]:
        if key not in given:
            raise table.error(key, f"a test of kind {kind!r} needs it")
    asked = _ASKED.get(kind)
    if asked and not any(key in given for key in asked):
        raise table.error("kind", f"{kind!r} needs one of {', '.join(asked)}: what is to come out")
    boards = {}
    for key in ("board", "equals"):
        if key in given:
            try:
                boards[given[key]] = board_named(given[key], own)
            except InputError as error:
                raise table.error(key, str(error)) from None
    _check(table, kind, given)
    return Spec(kind, given, boards)


def _check(table: Table, kind: str, given: Mapping[str, Any]) -> None:
    """Refuse names that mean nothing."""
    judged = ("status", "count", "change", "fill", "settled", "resumed")
    load = judging_ruleset if kind in judged else load_play_rules
    if kind != "axis":
        for name in [given["rules"], *given.get("also", [])] if "rules" in given else []:
            try:
                if not (kind == "count" and "dead" in given):
                    load(name)
            except InputError as error:
                raise table.error("rules", str(error)) from None
    sides = ("black", "white")
    choices = {"first": FIRST_MOVERS, "others": ("alive", "dead"), "to_move": sides, "side": sides,
               "reserves": sides, "condition": tuple(CONDITIONS)}  # fmt: skip
    if kind == "form":
        choices["holds"] = HOLDING
    for key, allowed in choices.items():
        if key in given and given[key] not in allowed:
            raise table.error(key, f"one of {', '.join(allowed)} is needed")
    if kind == "line":
        _check_line(table, given)
    if kind == "axiom" and ("number" in given) == ("total" in given):
        raise table.error("number", "give the number of an axiom, or a total")


def _check_line(table: Table, given: Mapping[str, Any]) -> None:
    if ("case" in given) == ("board" in given):
        raise table.error("case", "give a play case and the number of its line, or a board")
    if "case" in given:
        name, line = given["case"], given.get("line")
        if name not in play_case_ids():
            raise table.error("case", f"there is no play case {name!r}")
        case = load_play_case(name)
        if line is None or not 1 <= line <= len(case.lines):
            raise table.error("line", f"{name} has lines 1 to {len(case.lines)}")
        if given["rules"] not in case.lines[line - 1].rules:
            raise table.error("rules", f"line {line} of {name} is not one of {given['rules']}")
