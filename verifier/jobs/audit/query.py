"""A finished position that another program asks about, in the manner of KataGo's analysis engine."""

import dataclasses
import json
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from verifier.adjudicate.first import First
from verifier.adjudicate.question import unit_at
from verifier.arguments import KOMI, is_komi, refused
from verifier.board import MAX_SIDE, Mask, parse_vertex
from verifier.errors import InputError
from verifier.jobs.audit.advice import advising
from verifier.jobs.audit.batch import komi_of
from verifier.jobs.audit.claims import Adjudication, adjudication
from verifier.jobs.audit.named_rules import NAMED, ruleset_asked, ruleset_named
from verifier.jobs.audit.result import Ending, parse_result
from verifier.notation.game import MOST_HANDICAP, GameRecord, parse_game
from verifier.notation.sgf_game import LETTERS, NoSuchGameError, NoSuchMoveError
from verifier.rules import Ruleset, builtin_names
from verifier.search import Limits
from verifier.similar import all_named

__all__ = ["FieldError", "LimitsAsked", "Part", "Query", "read_query"]

Part = Literal[
    "chains", "count", "audit", "notes", "ownership", "proofs", "allowed",
    "sure", "supposed", "turns", "page", "picture",
]  # fmt: skip
"""What an answer may have in it."""

_MOST_MOVES = 20_000
_MOST = {"seconds": 10**6, "nodes": 10**12, "memoryMiB": 10**6}
_SIDES = {"b": "B", "black": "B", "w": "W", "white": "W"}


class FieldError(InputError):
    """What is wrong with a query, and with which field of it."""

    def __init__(self, message: str, field: str | None) -> None:
        super().__init__(message)
        self.field = field


class LimitsAsked(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Limits of a query; what is left out is as for the whole run."""

    seconds: float | None = None
    nodes: int | None = None
    memory_mib: int | None = msgspec.field(default=None, name="memoryMiB")

    def over(self, limits: Limits) -> Limits:
        """Return *limits* with these instead.

        Raises:
            FieldError: one of them makes no sense.
        """
        for name, value in zip(_MOST, (self.seconds, self.nodes, self.memory_mib), strict=True):
            if value is not None and not 0 < value <= _MOST[name]:
                wanted = f"use a number above 0, up to {_MOST[name]}"
                raise FieldError(str(refused(name, value, wanted)), "limits")
        given = {"seconds": self.seconds, "nodes": self.nodes, "memory_mib": self.memory_mib}
        changed: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        return dataclasses.replace(limits, **changed)


class Query(msgspec.Struct, forbid_unknown_fields=True, rename="camel", kw_only=True):
    """One query. A board comes as stones and moves, or as a game in SGF."""

    id: str
    board_x_size: int | None = msgspec.field(default=None, name="boardXSize")
    board_y_size: int | None = msgspec.field(default=None, name="boardYSize")
    initial_stones: list[tuple[str, str]] = []
    initial_player: str | None = None
    """Who begins to fill, if nobody moved."""
    moves: list[tuple[str, str]] = []
    sgf: str | None = None
    game: int = 1
    move: int | None = None
    """Only so many moves of the SGF game."""
    rules: str | dict[str, str | int | float | bool | None] | None = None
    """A name, or the rules of KataGo, none of which is a list or an object."""
    first: First | None = None
    komi: float | None = None
    handicap: int | None = None
    prisoners: tuple[int, int] | None = None
    dead: list[str] | None = None
    """The chains that are stated to be dead."""
    result: str | None = None
    """The stated result."""
    hints: list[str] = []
    """Chains that may be dead: where to look, and nothing else."""
    beside: str | None = None
    """Another ruleset, for chains that the first leaves open."""
    limits: LimitsAsked | None = None
    report: tuple[Part, ...] = ("chains", "count", "audit")
    priority: int = 0

    def ruleset(self, record: GameRecord, default: str | Ruleset | None) -> Ruleset:
        """Return the ruleset that is asked for, else the *default*, else that of RU. No file is opened.

        Raises:
            FieldError: there is none, or it is not known.
        """
        if self.rules is None and default is not None:
            return ruleset_asked(default)
        named = record.rules if self.rules is None else self.rules
        text = named if isinstance(named, str) else json.dumps(named)
        if not text.strip():
            raise FieldError("the rules are not named, nor a ruleset for all queries (--rules)", "rules")
        return _known(text, "rules")

    @property
    def other_ruleset(self) -> Ruleset | None:
        """The ruleset of ``beside``. Raises FieldError if it is not known; no file is opened."""
        return None if self.beside is None else _known(self.beside, "beside")

    def chains(self, record: GameRecord, names: Sequence[str], field: str) -> frozenset[Mask]:
        """Return the chains at vertices. Raises FieldError if one of them is none, or has no stone."""
        position = record.position
        try:
            return frozenset(
                unit_at(position, parse_vertex(name, position.rows, position.cols)) for name in names
            )
        except InputError as error:
            raise FieldError(str(error), field) from None


def _known(text: str, field: str) -> Ruleset:
    try:
        return ruleset_named(text)
    except InputError:
        # Names as in RU are listed nowhere, but one of them may be meant.
        hint = all_named(text, (*builtin_names(), *NAMED), "ids", builtin_names())
        raise FieldError(f"{field} {text[:80]!r}: no ruleset of that name is known; {hint}", field) from None


def read_query(query: Query) -> tuple[GameRecord, Adjudication]:
    """Return the game that *query* is about, and what it states.

    Raises:
        FieldError: something in it cannot be used.
    """
    record = _record(query)
    query.chains(record, query.hints, "hints")
    query.chains(record, query.dead or (), "dead")
    if query.result is not None and parse_result(query.result).ending is Ending.UNSTATED:
        why = f"{query.result[:60]!r}: no result of a game; write such as B+3.5, W+ or 0"
        raise FieldError(why, "result")
    try:
        if query.komi is None:
            komi_of(record)
    except InputError as error:
        raise FieldError(advising(str(error), "the field"), "komi" if query.sgf is None else "sgf") from None
    if query.komi is not None and not is_komi(query.komi):
        raise FieldError(str(refused("komi", query.komi, f"{KOMI} are needed")), "komi")
    if query.prisoners is not None and not all(0 <= taken < 10**5 for taken in query.prisoners):
        raise FieldError("use the numbers of stones that Black and White took, such as [3, 1]", "prisoners")
    try:
        return record, adjudication(record, query.dead, query.result)
    except InputError as error:
        raise FieldError(advising(str(error), "the field"), "sgf") from None


def _record(query: Query) -> GameRecord:
    made = ("board_x_size", "board_y_size", "initial_stones", "moves", "initial_player", "handicap")
    if query.sgf is not None:
        for name in made:
            if getattr(query, name) not in (None, []):
                raise FieldError("a game in sgf has this itself; leave one of them out", _camel(name))
        try:
            return parse_game(query.sgf, game=query.game, move=query.move, name="sgf")
        except NoSuchGameError as error:
            raise FieldError(str(error), "game") from None
        except NoSuchMoveError as error:
            raise FieldError(str(error), "move") from None
        except InputError as error:
            raise FieldError(str(error), "sgf") from None
    if query.game != 1 or query.move is not None:
        raise FieldError("is about a game in sgf", "game" if query.game != 1 else "move")
    if query.board_x_size is None:
        raise FieldError("a size is needed, such as 19, or a game in sgf", "boardXSize")
    cols = query.board_x_size
    rows = cols if query.board_y_size is None else query.board_y_size
    for size, field in ((cols, "boardXSize"), (rows, "boardYSize")):
        if not 1 <= size <= MAX_SIDE:
            raise FieldError(f"{size}: no side of a board; use 1 to {MAX_SIDE}", field)
    head = f"SZ[{cols}:{rows}]"  # the stones and the moves one by one: each has its own field
    if query.handicap is not None:
        if not 0 <= query.handicap <= MOST_HANDICAP:
            wanted = f"a number of handicap stones from 0 to {MOST_HANDICAP} is needed"
            raise FieldError(str(refused("handicap", query.handicap, wanted)), "handicap")
        head += f"HA[{query.handicap}]"
    stones: dict[str, list[str]] = {"B": [], "W": []}
    taken = set()
    for side, name in query.initial_stones:
        point = _point(name, rows, cols, "initialStones")
        if point in taken:
            raise FieldError(f"{name}: named twice; give one stone for each point", "initialStones")
        taken.add(point)
        stones[_side(side, "initialStones")].append(point)
    head += "".join(f"A{side}{''.join(points)}" for side, points in stones.items() if points)
    if query.initial_player is not None:
        head += f"PL[{_side(query.initial_player, 'initialPlayer')}]"
    _parsed(head, "initialStones")
    if len(query.moves) > _MOST_MOVES:
        raise FieldError(f"{len(query.moves)} moves: at most {_MOST_MOVES}", "moves")
    nodes = [f";{_side(side, 'moves')}{_move(name, rows, cols)}" for side, name in query.moves]
    return _parsed(head + "".join(nodes), "moves")


def _parsed(text: str, field: str) -> GameRecord:
    try:
        return parse_game(f"(;{text})", name="query")
    except InputError as error:
        # What to do is said of files; a query has moves and stones.
        raise FieldError(str(error).removeprefix("query: ").partition("; ")[0], field) from None


def _side(text: str, field: str) -> str:
    side = _SIDES.get(text.strip().lower())
    if side is None:
        raise FieldError(f"{text[:20]!r}: no side; use B or W", field)
    return side


def _move(text: str, rows: int, cols: int) -> str:
    return "[]" if text.strip().lower() == "pass" else _point(text, rows, cols, "moves")


def _point(text: str, rows: int, cols: int, field: str) -> str:
    try:
        row, col = divmod(parse_vertex(text[:20], rows, cols), cols)
    except InputError as error:
        raise FieldError(str(error), field) from None
    return f"[{LETTERS[col]}{LETTERS[row]}]"


def _camel(name: str) -> str:
    special = {"board_x_size": "boardXSize", "board_y_size": "boardYSize"}
    head, *rest = name.split("_")
    return special.get(name, head + "".join(word.capitalize() for word in rest))
