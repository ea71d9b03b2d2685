"""Plans of an atlas: what has to be done for a board, worked out once and kept in the file."""

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from verifier.board import Mask
from verifier.jobs.atlas.classes import Classes
from verifier.jobs.atlas.games import ANEW_POINTS, Game
from verifier.jobs.atlas.positions import Span, spans, walled_keys
from verifier.jobs.atlas.rows import DamagedError, task_with
from verifier.jobs.atlas.shapes import Key, Locale
from verifier.jobs.atlas.store import Store
from verifier.jobs.atlas.survey import missed_scopes
from verifier.jobs.atlas.tables import TableTask
from verifier.jobs.atlas.verdicts import Book
from verifier.workers import Workers

__all__ = ["check_plans", "has_scopes", "scan_plan", "scope_plan", "scoped_tasks", "walled_locales"]


def scan_plan(
    classes: Classes,
    rows: int,
    cols: int,
    workers: Workers,
    done: Callable[[int], object] = lambda codes: None,
) -> dict[str, Any]:
    """Count the positions of each range, and list the locales that walls leave.

    *done* hears how many codes were read.
    """
    kinds = tuple(sorted({r["walls"] for r in classes.rulesets} & {"unconditional"}))
    counts: dict[int, int] = {}
    keys: set[tuple[Locale, Mask, bool]] = set()
    tasks = [(rows, cols, span, kinds) for span in spans(rows, cols)]
    for (_, _, (first, last), _), (number, found) in workers.run(_scan, tasks):
        counts[first] = number
        keys |= found
        done(last - first)
    walled = [[k.points, k.own_wall, k.other_wall, target, point] for k, target, point in sorted(keys)]
    return {"counts": [list(pair) for pair in sorted(counts.items())], "walled": walled}


def _scan(_: Any, task: tuple[int, int, Span, tuple[str, ...]]) -> tuple[int, set[tuple[Locale, Mask, bool]]]:
    return walled_keys(*task)


def walled_locales(rows: int, cols: int, plan: Any) -> list[tuple[Locale, Mask, bool]]:
    """Return the locales of a stored plan with targets, and whether these are single points.

    Raises:
        DamagedError: there are none such on the board.
    """
    found = []
    try:
        for *masks, target, point in plan["walled"]:
            task = task_with(rows, cols, Game("basic", "captured", True), masks, target)
            found.append((task.locale, task.target, bool(point)))
    except (KeyError, TypeError, ValueError):
        raise DamagedError("a plan is not as it was written") from None
    return found


def has_scopes(classes: Classes, rows: int, cols: int) -> bool:
    """Whether a board has tables of scopes that are not the whole locale."""
    return rows * cols <= ANEW_POINTS and any("nearby" in r["dead_means"] for r in classes.rulesets)


def scope_plan(store: Store, names: tuple[str, ...], rows: int, cols: int, workers: Workers) -> list[Any]:
    """List the tables of scopes that the other tables of a board ask for."""
    others = {key: table for key, table in store.verdicts(rows, cols).items() if not key[1][0].scope}
    book = Book(rows, cols, others)
    keys: set[tuple[Game, Key]] = set()
    for _, found in workers.run(missed_scopes, spans(rows, cols), (book, names)):
        keys |= found
    return [
        [game.ko, game.goal, game.prisoners, *dataclasses.astuple(locale), target]
        for game, (locale, target) in sorted(keys)
    ]


def scoped_tasks(rows: int, cols: int, plan: Any) -> list[TableTask]:
    """Return the tables of a stored list of scopes.

    Raises:
        DamagedError: there are none such on the board.
    """
    try:
        return [
            task_with(rows, cols, Game(ko, goal, prisoners), masks, target)
            for ko, goal, prisoners, *masks, target in plan
        ]
    except (TypeError, ValueError):
        raise DamagedError("a plan is not as it was written") from None


def check_plans(store: Store, classes: Classes, workers: Workers) -> Iterator[str | None]:
    """Work out the plans of all boards again; yield for each board what is wrong with them, or None.

    The tables that a list of scopes asks for must be there, too.
    """
    names = tuple(name for name in (store.about("names") or "").split("\n") if name)
    for rows, cols in store.all_sizes():
        yield _fault(store, classes, names, (rows, cols), workers)


def _counts_all(rows: int, cols: int, plan: Any) -> bool:
    """Whether a plan has a number for each range."""
    try:
        return [first for first, _ in plan["counts"]] == [first for first, _ in spans(rows, cols)]
    except (KeyError, TypeError, ValueError):
        return False


def _fault(
    store: Store, classes: Classes, names: tuple[str, ...], size: tuple[int, int], workers: Workers
) -> str | None:
    rows, cols = size
    plan = store.plan(rows, cols, "scan")
    # A plan that has not even the right form is not worth a pass over the board.
    if not _counts_all(rows, cols, plan) or plan != scan_plan(classes, rows, cols, workers):
        return f"{rows}x{cols}: the plan that is kept is not the one that the board gives"
    if not has_scopes(classes, rows, cols):
        return None
    kept = store.plan(rows, cols, "scopes")
    there = {task for task in store.tasks(rows, cols) if task.locale.scope}
    if kept is None and not there and (rows, cols) not in store.sizes():
        return None  # the build was stopped before it came so far
    if kept != scope_plan(store, names, rows, cols, workers):
        return f"{rows}x{cols}: the list of scopes that is kept is not the one that the tables give"
    if (rows, cols) in store.sizes() and not there >= set(scoped_tasks(rows, cols, kept)):
        return f"{rows}x{cols}: a table of a scope is missing"
    return None
