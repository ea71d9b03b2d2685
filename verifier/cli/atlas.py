"""``shikatsu atlas``: tables of all positions of small boards. docs/atlas.md describes them."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from verifier import text
from verifier.api_atlas import SEARCHED
from verifier.board import vertex
from verifier.board.grid import bits
from verifier.cli import exits
from verifier.cli.atlas_page import names_of, page
from verifier.cli.output import note, prepare_file, print_table, size, write_text
from verifier.cli.reporting import limits_of, workers_of
from verifier.cli.source import note_labels, read_source
from verifier.errors import InputError, Interrupted
from verifier.jobs.atlas.build import SEARCHES, Options, build, check_options
from verifier.jobs.atlas.classes import left_out
from verifier.jobs.atlas.export import write_parquet
from verifier.jobs.atlas.query import check_file, check_positions, check_tables, classes_of, find
from verifier.jobs.atlas.separate import Separation, separate
from verifier.jobs.atlas.shapes import boards_up_to, size_of
from verifier.jobs.atlas.store import Store
from verifier.jobs.atlas.summary import summarise
from verifier.search import Status

__all__ = ["run"]

_QUIET = 30.0
"""Seconds between lines of progress where there is no terminal."""


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    action: Callable[[argparse.Namespace], int] = _ACTIONS[arguments.action]
    return action(arguments)


class _Line:
    """Progress on standard error: one line that changes on a terminal, else a line now and then."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._last = time.monotonic()

    def __call__(self, what: object) -> None:
        now = time.monotonic()
        if now - self._last < (0.2 if self._terminal else _QUIET):
            return
        self._last = now
        if self._terminal:
            print(f"\r\x1b[K{what}", end="", file=sys.stderr, flush=True)
        else:
            print(what, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Remove the line from a terminal."""
        if self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _sizes(arguments: argparse.Namespace) -> tuple[tuple[int, int], ...]:
    found = [*(boards_up_to(arguments.up_to) if arguments.up_to else ()), *map(size_of, arguments.size)]
    if not found:
        raise InputError("no board: name sizes, such as 3x3, or give --up-to POINTS")
    return tuple(dict.fromkeys(found))


def _build(arguments: argparse.Namespace) -> int:
    given = (arguments.limit_nodes, arguments.limit_seconds, arguments.limit_memory)
    if arguments.search == "none" and any(value is not None for value in given):
        raise InputError("limits are for searches; --search none makes none")
    options = Options(
        _sizes(arguments),
        tuple(arguments.rules or ()),
        by_points={"points": True, "units": False, None: None}[arguments.targets],
        renewed=arguments.renewed,
        limits=limits_of(given[0] or SEARCHES.nodes, given[1] or SEARCHES.seconds, given[2]),
        search_points=SEARCHED[arguments.search],
        measures=not arguments.no_measures,
        tables_only=arguments.tables_only,
    )
    check_options(options)
    line = _Line()
    try:
        with workers_of(arguments) as workers, Store(Path(arguments.store), create=True) as store:
            build(
                store,
                options,
                workers,
                on_progress=line,
                on_start=None if options.rulesets else _note_left_out,
            )
            line.close()
            number = len(store.tasks())
    except KeyboardInterrupt:
        line.close()
        note("interrupted; what is finished is kept, and the same command goes on from there")
        return exits.INTERRUPTED
    print(f"{arguments.store}: {number} tables, each of them certified")
    return exits.OK


def _note_left_out() -> None:
    without = "; ".join(f"{', '.join(names)} ({why})" for why, names in left_out().items())
    note(f"rulesets left out: {without}")


def _query(arguments: argparse.Namespace) -> int:
    source = read_source(arguments.subject, game=arguments.sgf_game, move=arguments.sgf_move)
    if source.named is not None:
        note(f"PL names {source.named} as the side to move, which the atlas has no use for")
    with Store(Path(arguments.store)) as store:
        answer = find(store, source.diagram.position)
    position = answer.position
    wanted = arguments.rules or list(answer.statuses)
    for name in wanted:
        if name not in answer.statuses:
            raise InputError(f"ruleset {name!r}: the atlas is about {', '.join(answer.statuses)}")
    note_labels(source)
    print(text.board(position))
    names = [vertex(next(bits(unit)), position.rows, position.cols) for unit in answer.units]
    groups: dict[tuple[object, ...], list[str]] = {}
    for name in wanted:
        statuses = tuple(answer.statuses[name][unit].value for unit in answer.units)
        groups.setdefault((*statuses, *answer.scores[name]), []).append(name)
    rows = []
    for key, members in groups.items():
        black, white = key[-2:]
        rows.append([*map(str, key[:-2]), _range(black), _range(white), ", ".join(members)])
    print_table([*names, "Black", "White", "rulesets"], rows, right=["Black", "White"])
    unknown = any(answer.statuses[name][unit] is Status.UNKNOWN for name in wanted for unit in answer.units)
    return exits.UNKNOWN if unknown else exits.OK


def _range(pair: object) -> str:
    assert isinstance(pair, tuple)
    low, high = pair
    return f"{low}" if low == high else f"{low} to {high}"


def _summary(arguments: argparse.Namespace) -> int:
    target = prepare_file(arguments.out, force=arguments.force) if arguments.out else None
    with Store(Path(arguments.store)) as store:
        written = page(summarise(store))
    if target:
        write_text(target, written)
    else:
        print(written, end="")
    return exits.OK


def _separate(arguments: argparse.Namespace) -> int:
    line = _Line()
    interrupted = False
    with Store(Path(arguments.store)) as store:
        try:
            found = separate(
                store, arguments.rules, on=arguments.on, least_side=arguments.least_side, on_position=line
            )
        except Interrupted as stop:
            found, interrupted = stop.result, True
    line.close()
    for pair in found:
        _print_separation(pair)
    if interrupted:
        note("interrupted; of what was not looked at nothing is known")
        return exits.INTERRUPTED
    return exits.OK if all(pair.sure for pair in found) else exits.UNKNOWN


def _print_separation(pair: Separation) -> None:
    print(f"{pair.first.id} and {pair.second.id}:")
    left_out = ""
    if pair.unfinished:
        are = "it is" if len(pair.unfinished) == 1 else "they are"
        left_out = f"left out, as {are} not finished: {names_of(pair.unfinished)}"
    if not pair.boards:
        print(f"none looked at ({left_out or 'the atlas has no board with such sides'})\n")
        return
    figures = f"{pair.looked} positions of {names_of(pair.boards)}, {pair.unknown} unknown"
    if left_out:
        figures += f"; {left_out}"
    if pair.position is None or pair.statuses is None:
        print(f"{'none' if pair.sure else 'none found'} ({figures})\n")
        return
    position = pair.position
    for ruleset, statuses in zip((pair.first, pair.second), pair.statuses, strict=True):
        signs = {
            point: text.STATUS_SUFFIXES[status.value]
            for unit, status in statuses.items()
            for point in bits(unit)
        }
        print(f"under {ruleset.id}:\n{text.board(position, suffixes=signs)}")
    if pair.leads:
        print(f"Black's lead: {pair.leads[0]} and {pair.leads[1]}")
    print(("no smaller one on these boards" if pair.sure else "perhaps not the smallest") + f" ({figures})\n")


def _check(arguments: argparse.Namespace) -> int:
    line = _Line()
    states = tables = positions = refused = 0
    try:
        with workers_of(arguments) as workers, Store(Path(arguments.store)) as store:
            classes_of(store)
            every = len(store.tasks())
            for fault in check_file(store, workers):
                refused += _refused(fault, line)
            for checked in check_tables(store, workers):
                tables += 1
                states += checked.states
                refused += _refused(checked.fault, line)
                line(f"{tables} of {every} tables, {states:,} states")
            for number, wrong in check_positions(store, workers):
                positions += number
                refused += _refused(wrong, line)
                line(f"{positions:,} positions")
    except KeyboardInterrupt:
        line.close()
        note(f"interrupted after {tables} tables and {positions:,} positions")
        return exits.INTERRUPTED
    line.close()
    print(f"{tables} tables, {states:,} states; {positions:,} positions: {refused or 'nothing'} refused")
    return exits.REFUSED if refused else exits.OK


def _refused(fault: str | None, line: _Line) -> bool:
    if fault:
        line.close()
        print(f"refused: {fault}")
    return bool(fault)


def _export(arguments: argparse.Namespace) -> int:
    target = prepare_file(arguments.out, force=arguments.force)
    with Store(Path(arguments.store)) as store:
        number = write_parquet(store, target)
        begun = store.unfinished()
    if begun:
        note(f"not finished, and left out as far as positions are missing: {names_of(begun)}")
    print(f"{target}: {number:,} units, {size(target.stat().st_size)}")
    return exits.OK


_ACTIONS: dict[str, Callable[[argparse.Namespace], int]] = {
    "build": _build,
    "query": _query,
    "summary": _summary,
    "separate": _separate,
    "check": _check,
    "export": _export,
}
