"""``shikatsu play-out``: replay moves under a ruleset, refuse what it forbids, count the end."""

import argparse
import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from verifier.board import BLACK, WHITE, Colour, Mask, Point, Position, parse_vertex, vertex, vertices
from verifier.cli import document, exits
from verifier.cli.arguments.given import given, option_name
from verifier.cli.output import print_table
from verifier.cli.play_document import (
    LineDocument,
    LineResultDocument,
    PlayCaseDocument,
    PlayOutDocument,
    RefusedDocument,
    end_document,
    move_names,
    start_document,
)
from verifier.cli.reporting import pair_of
from verifier.cli.source import note_games, note_labels, standard_input
from verifier.errors import InputError
from verifier.jobs.cases.case import case_ids
from verifier.jobs.playing.case import (
    Line,
    PlayCase,
    Played,
    is_play_file,
    load_play_case,
    play_case_ids,
    play_line,
)
from verifier.jobs.playing.play_out import PlayedOut, play_out
from verifier.jobs.playing.replay import Outcome, Setup, chains_at, record_of
from verifier.jobs.playing.start import parse_start, read_start
from verifier.jobs.subject import refuse_sgf_options
from verifier.play.encore import EncoreGame
from verifier.play.ending import Claims, Count
from verifier.play.events import Event, What
from verifier.play.game import PASS, Game
from verifier.rules import load_play_rules
from verifier.text import board

__all__ = ["DEFAULT_RULES", "read_setup", "run"]

DEFAULT_RULES = "nihonshiki2-prime"

_COLOURS = {"black": BLACK, "white": WHITE}

_ENDS = ("moves", "resign", "agree", "dead", "seki", "one_sided")
"""Options that play a game out anew; a play case with one of them has not its own lines replayed."""

_VALUES = ("rules", "to_move", "komi", "lost", "ko")
"""Options that change how a game is played; recorded lines have values of their own."""


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    if arguments.line is not None or (_is_play_case(arguments.subject) and not _own_moves(arguments)):
        return _case(arguments)
    rules = load_play_rules(arguments.rules or DEFAULT_RULES)
    setup, recorded = read_setup(arguments)
    entries: list[tuple[Colour | None, Point | Event]] = list(recorded)
    entries += [(None, entry) for entry in record_of(setup.position, arguments.moves or "")]
    resign = _COLOURS[arguments.resign] if arguments.resign else None

    def claims(position: Position) -> Claims:
        return _claims(arguments, position)

    claimed = claims if _claiming(arguments) else None
    played = play_out(setup, rules, entries, resign=resign, agree=arguments.agree, claims=claimed)
    code = exits.REFUSED if played.error else exits.OK
    if arguments.json:
        print(document.encode(_document(played, code)))
    else:
        _print(played.game, played.outcome, played.error)
    return code


def read_setup(arguments: argparse.Namespace) -> tuple[Setup, Sequence[tuple[Colour, Point]]]:
    """Return where play starts, and the moves of an SGF record.

    Raises:
        InputError: the subject is none of case, play case, diagram and SGF file, or an option is wrong.
    """
    game, move = arguments.sgf_game, arguments.sgf_move
    if arguments.subject == "-":
        start = parse_start(standard_input(), "standard input", short="stdin", game=game, move=move)
    else:
        start = read_start(arguments.subject, game=game, move=move)
    note_games("stdin" if arguments.subject == "-" else arguments.subject, start.games, game)
    if start.source is not None:
        note_labels(start.source)
    return _with_options(start.setup, arguments), start.moves


def _with_options(setup: Setup, arguments: argparse.Namespace) -> Setup:
    position = setup.position
    lost = pair_of(arguments.lost, "--lost") or setup.lost
    ko = setup.ko
    if arguments.ko is not None:
        ko = parse_vertex(arguments.ko, position.rows, position.cols)
    to_move = _COLOURS[arguments.to_move] if arguments.to_move else setup.to_move
    komi = setup.komi if arguments.komi is None else arguments.komi
    return Setup(position, to_move, komi, lost, ko)


def _own_moves(arguments: argparse.Namespace) -> bool:
    return any(given(arguments, name) for name in _ENDS)


def _claiming(arguments: argparse.Namespace) -> bool:
    return bool(arguments.dead or arguments.seki or arguments.one_sided)


def _claims(arguments: argparse.Namespace, position: Position) -> Claims:
    one_sided: list[Mask] = [0, 0]
    for text in arguments.one_sided:
        side, _, point = text.partition(":")
        if side not in _COLOURS or not point:
            raise InputError(f"--one-sided {text!r}: write black:C3 or white:C3")
        one_sided[_COLOURS[side]] |= 1 << parse_vertex(point, position.rows, position.cols)
    dead = () if arguments.dead == ["none"] else arguments.dead
    return Claims(
        chains_at(position, dead, "--dead"),
        chains_at(position, arguments.seki, "--seki"),
        (one_sided[0], one_sided[1]),
    )


# A play case


def _case(arguments: argparse.Namespace) -> int:
    number = arguments.line
    if number is not None:
        _refuse_without_lines(arguments.subject, number)
    _refuse_beside_lines(arguments)
    case = load_play_case(arguments.subject)
    if number is not None and not 1 <= number <= len(case.lines):
        raise InputError(f"--line {number}: {case.id} has {len(case.lines)} lines")
    chosen = [number] if number is not None else range(1, len(case.lines) + 1)
    lines = [(index, case.lines[index - 1]) for index in chosen]
    played = {(index, name): play_line(case, line, name) for index, line in lines for name in line.rules}
    code = exits.OK if all(found.holds for found in played.values()) else exits.REFUSED
    if arguments.json:
        print(document.encode(_case_document(case, lines, played, code)))
    else:
        _print_case(case, lines, played)
    return code


def _is_play_case(subject: str) -> bool:
    return subject in play_case_ids() or is_play_file(subject)


def _refuse_without_lines(subject: str, number: int) -> None:
    """Refuse ``--line`` where there is a position or a game, but no play case.

    Raises:
        InputError: that is so.
    """
    if _is_play_case(subject):
        return
    other = subject == "-" or subject in case_ids()
    with contextlib.suppress(OSError):  # a name that is too long
        other = other or Path(subject).exists()
    if other:
        name = "standard input" if subject == "-" else subject
        raise InputError(
            f"--line {number}: {name} is no play case, and only these have lines; leave --line out"
        )


def _refuse_beside_lines(arguments: argparse.Namespace) -> None:
    """Refuse what has no effect where recorded lines are replayed.

    Raises:
        InputError: it is given.
    """
    refuse_sgf_options(arguments.subject, arguments.sgf_game, arguments.sgf_move)
    recorded = "recorded lines are replayed under the rulesets, with the values and to the ends they name"
    for name in _ENDS:
        if given(arguments, name):  # and --line; without it these are played
            raise InputError(f"{option_name(name)} and --line: {recorded}; leave one of them out")
    instead = "give --moves in the place of --line" if arguments.line is not None else "add --moves"
    for name in _VALUES:
        if given(arguments, name):
            raise InputError(f"{option_name(name)}: {recorded}; leave it out, or {instead} to play otherwise")


def _print_case(
    case: PlayCase, lines: Sequence[tuple[int, Line]], played: Mapping[tuple[int, str], Played]
) -> None:
    print(f"{case.id}  {case.title}")
    print(board(case.setup.position))
    for index, line in lines:
        print(f"\n{index}. {line.says}" + (f" ({line.where})" if line.where else ""))
        print(f"   {_moves_text(case.setup, line.moves)}")
        rows = [_row(line, name, played[index, name]) for name in line.rules]
        if rows:
            print_table(["   ruleset", "result", "claimed", "says"], rows)
        if line.note:
            print(f"   note: {line.note}")


def _row(line: Line, name: str, played: Played) -> list[str]:
    says = {True: "agrees", False: "REFUTED", None: ""}[played.agrees]
    if played.refusal:
        says = played.refusal
    return [f"   {name}", played.outcome.result, line.claim or "-", says]


# Output


def _moves_text(setup: Setup, record: Sequence[Point | Event]) -> str:
    rows, cols = setup.position.rows, setup.position.cols
    side, words = setup.to_move, []
    for entry in record:
        if isinstance(entry, Event):
            words.append(str(entry))
            if entry.what is What.RESUME and entry.colour is not None:
                side = entry.colour.opponent
            continue
        words.append(f"{'W' if side else 'B'} {'pass' if entry == PASS else vertex(entry, rows, cols)}")
        side = side.opponent
    return ", ".join(words) or "no moves"


def _print(game: Game, found: Outcome, refusal: str) -> None:
    now = game.now
    print(f"under {game.rules.id}, {len(game.moves)} moves")
    print(board(game.position))
    lost, paid = now.lost, now.paid
    print(f"lost: Black {lost[0]}, White {lost[1]}; given for passes: {paid[0]} and {paid[1]}")
    if isinstance(game, EncoreGame):
        blocked = vertices(game.now.marks, game.grid.rows, game.grid.cols)
        print(f"phase: {game.phase}; blocked against a retake: {' '.join(blocked) or 'none'}")
    if refusal:
        print(f"refused: {refusal}")
    if found.score is not None:
        rows = [_counted(name, count, game) for name, count in
                (("Black", found.score.black), ("White", found.score.white))]  # fmt: skip
        header = ["", "territory", "stones", "lost", "paid", "wasted", "total"]
        if isinstance(game, EncoreGame):
            header.insert(-1, "bonus")
            for row, count in zip(rows, (found.score.black, found.score.white), strict=True):
                row.insert(-1, str(count.bonus))
        print_table(header, rows)
    if found.cause is None:
        stops = game.rules["stop"] in ("two stop, two more end", "two stop, four end", "two stop")
        stopped = "stopped" if stops and now.passes >= 2 else f"{now.to_move} to move"
        print(f"not ended: {stopped}")
    else:
        print(f"{found.result}  by {found.cause.value} [{found.article}]")
    if found.open:
        print(f"open: {found.open}")


def _counted(name: str, count: Count, game: Game) -> list[str]:
    wasted = vertices(count.wasted, game.grid.rows, game.grid.cols)
    numbers = [count.territory.bit_count(), count.stones, count.lost, count.paid]
    return [name, *map(str, numbers), " ".join(wasted) or "0", f"{count.total:g}"]


def _document(played: PlayedOut, code: int) -> PlayOutDocument:
    game, refusal = played.game, played.refusal
    refused = None
    if played.error:
        axis, article = (refusal.axis, refusal.article) if refusal else (None, None)
        refused = RefusedDocument(text=played.error, axis=axis, article=article)
    return PlayOutDocument(
        schema=document.SCHEMA,
        kind="play-out",
        program=document.PROGRAM,
        start=start_document(played.setup, game.rules),
        moves=move_names(game.record, game.grid.rows, game.grid.cols),
        refused=refused,
        end=end_document(game, played.outcome),
        exit_code=code,
    )


def _case_document(
    case: PlayCase, lines: Sequence[tuple[int, Line]], played: Mapping[tuple[int, str], Played], code: int
) -> PlayCaseDocument:
    position = case.setup.position

    def result(name: str, found: Played) -> LineResultDocument:
        return LineResultDocument(
            ruleset=name,
            result=found.outcome.result,
            refused=found.refusal,
            holds=found.holds,
            agrees=found.agrees,
        )

    return PlayCaseDocument(
        schema=document.SCHEMA,
        kind="play-case",
        program=document.PROGRAM,
        case=case.id,
        title=case.title,
        position=document.position_document(position),
        lines=[
            LineDocument(
                number=index,
                says=line.says,
                where=line.where,
                moves=move_names(line.moves, position.rows, position.cols),
                claim=line.claim,
                note=line.note,
                results=[result(name, played[index, name]) for name in line.rules],
            )
            for index, line in lines
        ],
        exit_code=code,
    )
