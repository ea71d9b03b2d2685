"""``shikatsu play-out``: replay moves under a ruleset, refuse what it forbids, count the end."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from verifier.board import BLACK, WHITE, Colour, Mask, Point, Position, parse_vertex, vertex, vertices
from verifier.cli import exits
from verifier.cli.output import print_table
from verifier.cli.source import read_source
from verifier.errors import InputError
from verifier.jobs.play_case import Line, PlayCase, load_play_case, play_case_ids, play_line
from verifier.jobs.replay import Outcome, Setup, chains_at, moves_of, outcome
from verifier.notation.files import MAX_BYTES, is_sgf, refuse_large
from verifier.notation.record import read_record
from verifier.play.ending import Claims, Count
from verifier.play.game import PASS_MOVE, Game, IllegalMoveError
from verifier.rules import load_play_rules
from verifier.text import board

__all__ = ["read_setup", "run"]

_COLOURS = {"black": BLACK, "white": WHITE}


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    if arguments.line is not None or (arguments.subject in play_case_ids() and not _own_moves(arguments)):
        return _case(arguments)
    rules = load_play_rules(arguments.rules)
    setup, recorded = read_setup(arguments)
    moves: list[tuple[Colour | None, Point]] = list(recorded)
    moves += [(None, move) for move in moves_of(setup.position, arguments.moves or "")]
    game = setup.game(rules)
    refusal = _replay(game, moves)
    if refusal is None and arguments.resign:
        game.resign(_COLOURS[arguments.resign])
    claims = Claims()
    if refusal is None and _agreeing(arguments):
        game.agree()
        claims = _claims(arguments, game.position)
    found = outcome(game, claims)
    _print(game, found, refusal)
    return exits.REFUSED if refusal else exits.OK


def read_setup(arguments: argparse.Namespace) -> tuple[Setup, Sequence[tuple[Colour, Point]]]:
    """Return where play starts, and the moves of an SGF record.

    Raises:
        InputError: the subject is none of case, play case, diagram and SGF file, or an option is wrong.
    """
    subject: str = arguments.subject
    moves: Sequence[tuple[Colour, Point]] = ()
    if subject in play_case_ids():
        setup = load_play_case(subject).setup
    elif (data := _sgf(subject)) is not None:
        record = read_record(data, game=arguments.sgf_game, move=arguments.sgf_move, name=subject)
        setup, moves = Setup(record.position, record.to_move, record.komi), record.moves
    else:
        source = read_source(subject, game=arguments.sgf_game, move=arguments.sgf_move)
        case = source.case
        setup = Setup(source.diagram.position)
        if case is not None:
            lost = case.prisoners[1], case.prisoners[0]
            setup = Setup(case.position, case.to_move or BLACK, case.komi, lost)
    return _with_options(setup, arguments), moves


def _with_options(setup: Setup, arguments: argparse.Namespace) -> Setup:
    position = setup.position
    lost = setup.lost
    if arguments.lost is not None:
        parts = arguments.lost.split(",")
        if len(parts) != 2 or not all(p.isascii() and p.isdigit() and len(p) < 6 for p in parts):
            raise InputError(f"--lost {arguments.lost!r}: numbers of Black and White such as 3,1")
        lost = int(parts[0]), int(parts[1])
    ko = setup.ko
    if arguments.ko is not None:
        ko = parse_vertex(arguments.ko, position.rows, position.cols)
    to_move = _COLOURS[arguments.to_move] if arguments.to_move else setup.to_move
    komi = setup.komi if arguments.komi is None else arguments.komi
    return Setup(position, to_move, komi, lost, ko)


def _sgf(subject: str) -> bytes | None:
    """The bytes of *subject* if it names an SGF file."""
    try:
        if subject == "-" or not Path(subject).is_file():
            return None
        with Path(subject).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        return None  # read_source says what is wrong
    refuse_large(data, subject, "game")
    return data if is_sgf(data, subject) else None


def _own_moves(arguments: argparse.Namespace) -> bool:
    return arguments.moves is not None or _agreeing(arguments) or bool(arguments.resign)


def _agreeing(arguments: argparse.Namespace) -> bool:
    return bool(arguments.agree or arguments.dead or arguments.seki or arguments.one_sided)


def _claims(arguments: argparse.Namespace, position: Position) -> Claims:
    one_sided: list[Mask] = [0, 0]
    for text in arguments.one_sided:
        side, _, point = text.partition(":")
        if side not in _COLOURS or not point:
            raise InputError(f"--one-sided {text!r}: write black:C3 or white:C3")
        one_sided[_COLOURS[side]] |= 1 << parse_vertex(point, position.rows, position.cols)
    return Claims(
        chains_at(position, arguments.dead, "--dead"),
        chains_at(position, arguments.seki, "--seki"),
        (one_sided[0], one_sided[1]),
    )


def _replay(game: Game, moves: Sequence[tuple[Colour | None, Point]]) -> str | None:
    """Play *moves*; what is refused ends the replay, and the game where the rules say so."""
    for number, (colour, move) in enumerate(moves, start=1):
        if game.result is not None:
            return f"move {number}: the game was over ({game.result.cause.value})"
        try:
            game.play(move, colour)
        except IllegalMoveError as error:
            if colour is None or colour is game.now.to_move:
                game.forfeit(move)
            return str(error)
    return None


# A play case


def _case(arguments: argparse.Namespace) -> int:
    case = load_play_case(arguments.subject)
    number = arguments.line
    if number is not None and not 1 <= number <= len(case.lines):
        raise InputError(f"--line {number}: {case.id} has {len(case.lines)} lines")
    chosen = [number] if number is not None else range(1, len(case.lines) + 1)
    print(f"{case.id}  {case.title}")
    print(board(case.setup.position))
    sound = True
    for index in chosen:
        line = case.lines[index - 1]
        print(f"\n{index}. {line.says}" + (f" ({line.where})" if line.where else ""))
        print(f"   {_moves_text(case.setup, line.moves)}")
        rows = []
        for name in line.rules:
            row, holds = _row(case, line, name)
            sound = sound and holds
            rows.append(row)
        if rows:
            print_table(["   ruleset", "result", "claimed", "says"], rows)
        if line.note:
            print(f"   note: {line.note}")
    return exits.OK if sound else exits.REFUSED


def _row(case: PlayCase, line: Line, name: str) -> tuple[list[str], bool]:
    played = play_line(case, line, name)
    says = {True: "agrees", False: "REFUTED", None: ""}[played.agrees]
    if played.refusal:
        says = played.refusal
    return [f"   {name}", played.outcome.result, line.claim or "-", says], played.holds


# Output


def _moves_text(setup: Setup, moves: Sequence[Point]) -> str:
    rows, cols = setup.position.rows, setup.position.cols
    side, words = setup.to_move, []
    for move in moves:
        words.append(f"{'W' if side else 'B'} {'pass' if move == PASS_MOVE else vertex(move, rows, cols)}")
        side = side.opponent
    return ", ".join(words) or "no moves"


def _print(game: Game, found: Outcome, refusal: str | None) -> None:
    now = game.now
    print(f"under {game.rules.id}, {len(game.moves)} moves")
    print(board(game.position))
    lost, paid = now.lost, now.paid
    print(f"lost: Black {lost[0]}, White {lost[1]}; given for passes: {paid[0]} and {paid[1]}")
    if refusal:
        print(f"refused: {refusal}")
    if found.score is not None:
        rows = [_counted(name, count, game) for name, count in
                (("Black", found.score.black), ("White", found.score.white))]  # fmt: skip
        print_table(["", "territory", "stones", "lost", "paid", "wasted", "total"], rows)
    if found.cause is None:
        stopped = "stopped" if now.passes >= 2 else f"{now.to_move} to move"
        print(f"not ended: {stopped}")
    else:
        print(f"{found.result}  by {found.cause.value} [{found.article}]")


def _counted(name: str, count: Count, game: Game) -> list[str]:
    wasted = vertices(count.wasted, game.grid.rows, game.grid.cols)
    numbers = [count.territory.bit_count(), count.stones, count.lost, count.paid]
    return [name, *map(str, numbers), " ".join(wasted) or "0", f"{count.total:g}"]
