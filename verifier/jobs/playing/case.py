"""Play cases: games that documents give or describe, as data. docs/playing.md describes the format."""

import dataclasses
import functools
from pathlib import Path

from verifier.board import Mask, Point, Position
from verifier.datafiles import builtin_ids, parse_toml, read_data
from verifier.errors import InputError
from verifier.jobs.cases.case import CASE_SUFFIXES
from verifier.jobs.cases.fields import Table, open_table, parse_point
from verifier.jobs.playing.replay import Outcome, Setup, chains_at, moves_of, outcome, record_of, replay
from verifier.notation import parse_diagram
from verifier.play.ending import Claims
from verifier.play.events import Event
from verifier.play.game import Game, IllegalMoveError
from verifier.rules import load_play_rules

__all__ = [
    "Line",
    "PlayCase",
    "Played",
    "is_play_file",
    "load_play_case",
    "parse_play_case",
    "play_case_ids",
    "play_line",
]

SCHEMA = 1
"""The version of the file format."""

_FOLDER = "cases/play"


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """Moves, and what a document says comes of them under some rulesets."""

    rules: tuple[str, ...]
    says: str
    """The document's statement in short."""
    where: str
    moves: tuple[Point | Event, ...]
    refused: Point | None
    """A move that must be refused after these, or None."""
    refused_by: str
    """The axis of the rule that refuses it."""
    foul: bool
    """That move is made nevertheless, with what the rules say of it."""
    agree: bool
    """The players agree on the end after these moves."""
    dead: tuple[str, ...] | None
    """Points of the chains that both call dead; None if they say nothing."""
    seki: tuple[str, ...]
    claim: str
    """The result that the document states, as in ``verifier.jobs.playing.replay.Outcome``; "" if none."""
    result: str
    """What the rules make of the moves."""
    note: str


@dataclasses.dataclass(frozen=True, slots=True)
class PlayCase:
    """A position with lines of play from it."""

    id: str
    title: str
    sources: tuple[str, ...]
    setup: Setup
    lines: tuple[Line, ...]
    notes: tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Played:
    """A line replayed under one ruleset."""

    game: Game
    outcome: Outcome
    refusal: str
    """What the engine said of the move that had to be refused; "" where the line names none."""
    holds: bool
    """The file's ``result``, and ``refused``, came out."""
    agrees: bool | None
    """The document's claim came out; None if it makes none."""


@functools.cache
def play_case_ids() -> tuple[str, ...]:
    """Return the ids of the play cases that come with the package."""
    return builtin_ids(_FOLDER)


def is_play_file(name: str) -> bool:
    """Whether *name* is the path of a file that has lines, as only play cases do."""
    try:
        if Path(name).suffix not in CASE_SUFFIXES or not Path(name).is_file():
            return False
        return "line" in parse_toml(Path(name).read_text(encoding="utf-8"), name)
    except (OSError, ValueError, InputError):  # whoever reads it says what is wrong with it
        return False


def load_play_case(id_or_path: str) -> PlayCase:
    """Load a play case by its id or from the path of a TOML file, which is read each time.

    Raises:
        InputError: there is no such case, or its file does not follow the format.
    """
    return _of_text(*read_data(_FOLDER, "play case", id_or_path, play_case_ids()))


@functools.lru_cache(maxsize=64)
def _of_text(text: str, file: str) -> PlayCase:
    return parse_play_case(text, file)


def parse_play_case(text: str, file: str) -> PlayCase:
    """Parse the text of a play case; *file* names it in errors.

    Raises:
        InputError: names file and key.
    """
    top = open_table(text, file, SCHEMA)
    position = parse_diagram(top.text("diagram"), name=f"{file}: diagram").position
    ko = top.text("ko", "")
    setup = Setup(
        position,
        top.colour("to_move"),
        top.komi("komi"),
        top.pair("lost", (0, 0)),
        parse_point(ko, position, top.place("ko")) if ko else -1,
    )
    case = PlayCase(
        id=top.text("id"),
        title=top.text("title"),
        sources=top.texts("sources"),
        setup=setup,
        lines=tuple(_line(table, position) for table in top.tables("line")),
        notes=top.texts("notes", ()),
    )
    top.no_more()
    return case


def _line(table: Table, position: Position) -> Line:
    moves = table.text("moves", "")
    refused = table.text("refused", "")
    try:
        parsed = tuple(record_of(position, moves))
        refused_points = moves_of(position, refused)
    except InputError as error:
        raise table.error("moves", str(error)) from None
    if len(refused_points) > 1:
        raise table.error("refused", "one move is needed")
    agree, foul = table.get("agree"), table.get("foul")
    for key, value in (("agree", agree), ("foul", foul)):
        if value not in (None, True, False):
            raise table.error(key, "true or false is needed")
    if foul and not refused:
        raise table.error("foul", "only a move that is refused is a foul")
    line = Line(
        rules=table.texts("rules"),
        says=table.text("says"),
        where=table.text("where", ""),
        moves=parsed,
        refused=refused_points[0] if refused_points else None,
        refused_by=table.text("refused_by") if refused else "",
        foul=bool(foul),
        agree=bool(agree),
        dead=() if table.get("dead") == [] else table.texts("dead", ()) or None,
        seki=table.texts("seki", ()),
        claim=table.text("claim", ""),
        result=table.text("result"),
        note=table.text("note", ""),
    )
    table.no_more()
    return line


def play_line(case: PlayCase, line: Line, rules: str) -> Played:
    """Replay *line* under the ruleset of that id.

    Raises:
        IllegalMoveError: a move of the line is refused.
        InputError: the claims do not fit the board.
    """
    game = replay(case.setup, load_play_rules(rules), line.moves)
    refusal, refused_as_said = "", line.refused is None
    if line.refused is not None:
        try:
            game.copy().play(line.refused)
        except IllegalMoveError as error:
            refusal, refused_as_said = str(error), error.refusal.axis == line.refused_by
            if line.foul:
                game.forfeit(line.refused)
    if line.agree:
        game.agree()
    claims = None
    if line.dead is not None or line.seki:
        dead = chains_at(game.position, line.dead or (), "dead")
        seki: Mask = chains_at(game.position, line.seki, "seki")
        claims = Claims(dead, seki)
    found = outcome(game, claims)
    agrees = None if not line.claim else found.result == line.claim
    return Played(game, found, refusal, refused_as_said and found.result == line.result, agrees)
