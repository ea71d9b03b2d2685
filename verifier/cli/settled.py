"""``shikatsu settled``: what gains, what is neutral, how the board is filled, which units are unsettled."""

import argparse
import glob
from pathlib import Path

from verifier import text
from verifier.adjudicate.filling import Kind
from verifier.adjudicate.first import all_moving_first
from verifier.adjudicate.gains import Answer, Exchange
from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.settlement import Settlement, settlement
from verifier.adjudicate.unsettled import BothWays, unsettled_units
from verifier.board import BLACK, Colour, Mask, Position, unit_name, vertex
from verifier.board.grid import bits
from verifier.cli import exits
from verifier.cli.document import encode, names
from verifier.cli.output import Progress, Unwritten, note, prepare_folder
from verifier.cli.reporting import (
    asked_limits,
    certificate_name,
    note_missing_kernel,
    print_files,
    print_headline,
)
from verifier.cli.settled_document import settled_document
from verifier.cli.source import asked_ruleset, note_labels, read_source
from verifier.errors import InputError, Interrupted
from verifier.files import file_name
from verifier.jobs.subject import Source
from verifier.play import PASS
from verifier.proof import write_certificate
from verifier.rules import Ruleset

__all__ = ["run"]

_NODES, _SECONDS = 200_000, 10.0
_SIDES = {"black": Colour.BLACK, "white": Colour.WHITE}


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    source = read_source(arguments.subject, game=arguments.sgf_game, move=arguments.sgf_move)
    ruleset = all_moving_first(asked_ruleset(arguments.rules, source), arguments.first, "a settlement")
    position = source.diagram.position
    if arguments.limit_nodes is None:
        arguments.limit_nodes = _NODES
    if arguments.limit_seconds is None:
        arguments.limit_seconds = _SECONDS
    limits = asked_limits(arguments)
    crop = bool(position.open_sides)
    if crop and arguments.proof:
        raise InputError(f"{source.name}: a crop has no count to prove; leave --proof out")
    folder = None
    if arguments.proof:
        begin = glob.escape(f"{source.name}.{file_name(ruleset.id)}")
        like = [f"{begin}.*.{which}.json" for which in ("start", "filled")]
        folder = prepare_folder(arguments.proof, (), force=arguments.force, like=like)
    to_move = _SIDES[arguments.to_move] if arguments.to_move else source.to_move
    note_labels(source)
    note_missing_kernel(arguments.prover)
    found: Settlement | None = None
    with Progress(None) as progress:
        if crop:
            note("a crop: gains, neutral points and filling need a complete board; units alone are looked at")
            interrupted = False
            try:
                units = unsettled_units(
                    position,
                    ruleset,
                    limits,
                    arguments.prover,
                    on_start=lambda unit: progress.start(f"judging {unit_name(position, unit)}"),
                )
            except Interrupted as stop:
                units, interrupted = stop.result, True
        else:
            count = 0

            def searching(_: Position) -> None:
                nonlocal count
                count += 1
                progress.start(f"position {count} that needs a search")

            found = settlement(
                position,
                ruleset,
                BLACK if to_move is None else to_move,
                limits=limits,
                prover=arguments.prover,
                seconds=arguments.limit_total,
                on_search=searching,
            )
            units, interrupted = found.units, found.interrupted
    if interrupted:
        note("interrupted; what was not known by then is unknown")
    files: dict[tuple[str, int], Path] = {}
    with Unwritten() as unwritten:
        if folder and found:
            _write(folder, source, ruleset, found, files, force=arguments.force)
    code = _exit_code(found, units, interrupted)
    if arguments.json:
        print(
            encode(
                settled_document(
                    source, ruleset, limits, found, units, files, interrupted=interrupted, code=code
                )
            )
        )
    else:
        _print(source, ruleset, found, units)
        print_files(files)
    unwritten.tell()
    return code


def _exit_code(found: Settlement | None, units: tuple[BothWays, ...], interrupted: bool) -> int:
    if interrupted:
        return exits.INTERRUPTED
    unknown = any(unit.unsettled is Answer.UNKNOWN for unit in units)
    if found is not None:
        unknown |= found.settled is Answer.UNKNOWN or not found.filling.complete or not found.standing.decided
        unknown |= any(Answer.UNKNOWN in point.sides for point in found.neutral_points)
    return exits.UNKNOWN if unknown else exits.OK


def _write(
    folder: Path,
    source: Source,
    ruleset: Ruleset,
    found: Settlement,
    files: dict[tuple[str, int], Path],
    *,
    force: bool,
) -> None:
    """Write the certificates of the board as it stands and of the filled one; *files* learns of them."""
    for which, judgement in (("start", found.judgement), ("filled", found.counted)):
        for verdict in judgement.verdicts:
            if verdict.certificate is not None:
                path = folder / certificate_name(source.name, ruleset, verdict.name, which)
                write_certificate(verdict.certificate, path, force=force)
                files[which, verdict.unit] = path


def _print(source: Source, ruleset: Ruleset, found: Settlement | None, units: tuple[BothWays, ...]) -> None:
    print_headline(source, ruleset)
    position = source.diagram.position
    print()
    if found is None:
        print(text.board(position))
        print()
    else:
        print(_board(found.judgement, found.neutral, found.standing.position))
        print()
        _print_settlement(found)
    _print_units(position, units)


def _board(judgement: Judgement, neutral: Mask, position: Position) -> str:
    suffixes = {p: text.STATUS_SUFFIXES[status.value] for p, status in judgement.by_point().items()}
    cells = dict.fromkeys(bits(neutral), "n")
    lines = [text.board(position, suffixes=suffixes, cells=cells)]
    lines += [text.legend(suffixes)] if suffixes else []
    return "\n".join(lines + (["n neutral"] if cells else []))


def _print_settlement(found: Settlement) -> None:
    position, area = found.standing.position, found.ruleset["score"] == "area"
    for colour in Colour:
        for item in found.gaining(colour):
            print(f"{colour} gains at {_name(position, item.point)}: {_worth(item)}")
        doubtful = [_name(position, item.point) for item in found.gains.open(colour)]
        if doubtful:
            print(f"unknown whether {colour} gains at {', '.join(doubtful)}")
    print(f"settled: {found.settled.value}" + _for_sides(found))
    doubtful = [_name(position, item.point) for item in found.neutral_points if Answer.UNKNOWN in item.sides]
    none = "none proved" if doubtful else "none"
    print(f"neutral points: {', '.join(names(position, found.neutral)) or none}")
    for colour in Colour:
        if one_sided := names(position, found.one_sided(colour)):
            print(f"dame for {colour} alone: {', '.join(one_sided)}")
    if doubtful:
        print(f"unknown whether neutral: {', '.join(doubtful)}")
    filling = found.filling
    without = "komi" if area else "komi and earlier prisoners"
    print(f"count as it stands, without {without}: {_lead(found.standing.lead)}")
    moves = _moves(position, found) or ("no move" if filling.stopped else "nothing to fill")
    stopped = f"; stopped there: {filling.stopped}" if filling.stopped else ""
    print(f"filling in turn, {filling.first} first: {moves}{stopped}")
    for move in filling.of(Kind.PREVENT):
        points = ", ".join(_name(position, item.point) for item in move.prevents)
        where = _name(position, move.point)
        print(f"手入れ: {move.colour} {where}, or {move.colour.opponent} gains at {points}")
    if filling.lead is None:
        print("count when filled: unknown")
    else:
        print(f"count when filled: {_lead(filling.lead)}" + (", areas" if area else _taken(filling.taken)))
        if filling.settled is not Answer.YES:
            print(f"settled when filled: {filling.settled.value}")


def _for_sides(found: Settlement) -> str:
    if found.settled is Answer.YES:
        return ""
    sides = ", ".join(f"with {colour} to move {found.settled_for(colour).value}" for colour in Colour)
    return f" ({sides})"


def _worth(item: Exchange) -> str:
    low, high = item.sure or item.worst.change
    points = f"{low:g}" if low == high else f"{low:g} to {high:g}"
    answer = _name(item.before.position, item.worst.point)
    return f"{points} after the best answer ({answer})"


def _moves(position: Position, found: Settlement) -> str:
    kinds = {Kind.PREVENT: " (手入れ)", Kind.ONE_SIDED: " (one-sided)"}
    return ", ".join(
        f"{'BW'[move.colour]} {_name(position, move.point)}{kinds.get(move.kind, '')}"
        for move in found.filling.moves
    )


def _lead(lead: tuple[float, float]) -> str:
    low, high = (f"{'B' if value > 0 else 'W'}+{abs(value):g}" if value else "0" for value in lead)
    return low if low == high else f"{low} to {high}"


def _taken(taken: tuple[int, int]) -> str:
    if taken == (0, 0):
        return ""
    return f", {taken[0]} stones taken by black and {taken[1]} by white on the way counted"


def _print_units(position: Position, units: tuple[BothWays, ...]) -> None:
    for unit in units:
        if unit.unsettled is Answer.NO:
            continue
        first, second = unit.owner_first.status.value, unit.attacker_first.status.value
        what = "unsettled" if unit.unsettled is Answer.YES else "unknown whether unsettled"
        print(
            f"{what}: {unit.colour} {unit.name}, {first} if {unit.colour} moves first,"
            f" {second} if {unit.colour.opponent} does"
        )
        for colour in (unit.colour, unit.colour.opponent):
            if plays := names(position, unit.plays(colour)):
                print(f"  {colour} decides it at {', '.join(plays)}")
    if units and all(unit.unsettled is Answer.NO for unit in units):
        print("unsettled units: none")


def _name(position: Position, point: int) -> str:
    return "pass" if point == PASS else vertex(point, position.rows, position.cols)

