"""Building an atlas: what has to be done for each board, in what order, and what is done already."""

import dataclasses
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from verifier.board import Mask
from verifier.errors import InputError
from verifier.jobs.atlas.classes import Classes
from verifier.jobs.atlas.games import ANY_KO, Game, games_for
from verifier.jobs.atlas.plans import has_scopes, scan_plan, scope_plan, scoped_tasks, walled_locales
from verifier.jobs.atlas.positions import spans
from verifier.jobs.atlas.rows import MAX_POINTS, DamagedError, parsed
from verifier.jobs.atlas.shapes import Locale, canonical_shapes
from verifier.jobs.atlas.store import Store
from verifier.jobs.atlas.survey import survey
from verifier.jobs.atlas.tables import Table, TableTask, build_table, needs_kernel
from verifier.jobs.atlas.verdicts import Book
from verifier.search import Limits
from verifier.workers import Workers

__all__ = [
    "MAX_POINTS",
    "SEARCHES",
    "SEARCH_POINTS",
    "Meter",
    "Options",
    "build",
    "check_options",
    "table_tasks",
]

UNIT_POINTS = 12
"""Up to so many points there is a table for each shape of a unit, beyond for each point."""
SEARCH_POINTS = 9
"""Up to so many points what no table decides is searched for unasked: it is little, and quickly found."""
SEARCHES = Limits(nodes=200_000, seconds=60.0)
"""Limits of a search if none are given."""


@dataclasses.dataclass(frozen=True, slots=True)
class Options:
    """What is built."""

    sizes: tuple[tuple[int, int], ...]
    rulesets: tuple[str, ...] = ()
    """Ids or files; all that come with the package and have tables if empty."""
    by_points: bool | None = None
    """Whether final ownership is decided for single points only; None: above twelve points."""
    renewed: bool = False
    """Whether there are tables of ``renewed`` up to twelve points, too."""
    limits: Limits = SEARCHES
    """For searches where no table decides."""
    search_points: int = SEARCH_POINTS
    """On boards of up to so many points there are searches."""
    measures: bool = True
    """Whether the tables are kept with what certifies them."""
    tables_only: bool = False


@dataclasses.dataclass(slots=True)
class Meter:
    """How far a stage of a build is."""

    what: str
    unit: str
    total: float
    """In units of work, such as states."""
    before: float = 0
    """What was done before this run."""
    done: float = 0
    tasks: int = 0
    all_tasks: int = 0
    begun: float = dataclasses.field(default_factory=time.monotonic)

    def step(self, amount: float) -> None:
        """Count one task."""
        self.done += amount
        self.tasks += 1

    @property
    def rate(self) -> float:
        """Units of work in a second of this run."""
        return self.done / max(1e-9, time.monotonic() - self.begun)

    @property
    def left(self) -> float | None:
        """Seconds until the stage is finished at this rate; None before anything was done."""
        rest = self.total - self.before - self.done
        return None if not self.done else max(0.0, rest) / self.rate

    def __str__(self) -> str:
        share = (self.before + self.done) / max(1, self.total)
        left = "" if self.left is None else f", {_duration(self.left)} left"
        rate = f"{self.rate:,.0f} {self.unit}/s" if self.rate >= 10 else f"{self.rate:.1f} {self.unit}/s"
        return f"{self.what}: {self.tasks} of {self.all_tasks} tasks, {share:.1%}, {rate}{left}"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


Report = Callable[[Meter], object]


def build(
    store: Store,
    options: Options,
    workers: Workers,
    *,
    on_progress: Report | None = None,
    on_start: Callable[[], object] | None = None,
) -> None:
    """Build what is missing of an atlas. What is finished stays, whenever the run ends.

    *on_start* is called once it is known that the store is about these rulesets.

    Raises:
        InputError: a board is too large, the store is about other rulesets, or a worker died.
        CertificateError: a table was refused; nothing of it is kept.
    """
    classes = check_options(options)
    report = on_progress or (lambda meter: None)
    _claim(store, classes, options)
    if on_start:
        on_start()
    for rows, cols in options.sizes:
        plan = _plan(store, classes, rows, cols, workers, report)
        walled = walled_locales(rows, cols, plan)
        _tables(store, classes, options, (rows, cols), walled, workers, report)
        _scoped_tables(store, classes, options, (rows, cols), workers, report)
        if not options.tables_only:
            _positions(store, classes, options, (rows, cols), plan["counts"], workers, report)


def check_options(options: Options) -> Classes:
    """Return the rulesets of a build that is possible. Ask before there is a file, so that none is left.

    Raises:
        InputError: a board is too large, a ruleset is none that an atlas can have, or the kernel is missing.
    """
    needs_kernel()
    for rows, cols in options.sizes:
        if rows * cols > MAX_POINTS or rows > cols or rows < 1:
            raise InputError(f"{rows}x{cols}: an atlas has boards of 1 to {MAX_POINTS} points")
    return Classes.of(options.rulesets or None)


def _claim(store: Store, classes: Classes, options: Options) -> None:
    """An atlas is about the same rulesets from beginning to end: its numbers are places in their list."""
    about = "\n".join(f"{ruleset.id}\t{ruleset.digest}" for ruleset in classes.rulesets)
    known = store.about("rulesets")
    if known is not None and known != about:
        names = ", ".join(line.split("\t")[0] for line in known.split("\n"))
        raise InputError(f"{store.path}: is about other rulesets, or other versions of them ({names})")
    store.set_about("rulesets", about)
    store.set_about("names", "\n".join(options.rulesets))


def _plan(
    store: Store, classes: Classes, rows: int, cols: int, workers: Workers, report: Report
) -> dict[str, Any]:
    """Count the positions of each range and list the locales that walls leave: once for each board."""
    known = store.plan(rows, cols, "scan")
    if known is not None:
        return dict(known)
    tasks = len(spans(rows, cols))
    meter = Meter(f"{rows}x{cols} scan", "boards", 3 ** (rows * cols), all_tasks=tasks)

    def done(codes: int) -> None:
        meter.step(codes)
        report(meter)

    plan = scan_plan(classes, rows, cols, workers, done)
    store.set_plan(rows, cols, "scan", plan)
    return plan


def table_tasks(
    games: Sequence[Game],
    rows: int,
    cols: int,
    walled: Sequence[tuple[Locale, Mask, bool]],
    *,
    by_points: bool,
) -> list[TableTask]:
    """Return the tables of a board: for each game all targets up to symmetry, and the walled locales."""
    whole = Locale.whole(rows, cols)
    points = list(canonical_shapes(rows, cols, points_only=True))
    shapes = points if by_points else list(canonical_shapes(rows, cols, points_only=False))
    found = []
    for game in games:
        found += [TableTask(rows, cols, game, whole, t) for t in (points if game.by_points else shapes)]
    for locale, target, point in walled:
        games_here = [game for game in games if game.by_points == point and game not in ANY_KO]
        found += [TableTask(rows, cols, game, locale, target) for game in games_here]
    return found


def _tables(
    store: Store,
    classes: Classes,
    options: Options,
    size: tuple[int, int],
    walled: Sequence[tuple[Locale, Mask, bool]],
    workers: Workers,
    report: Report,
) -> None:
    rows, cols = size
    by_points = rows * cols > UNIT_POINTS if options.by_points is None else options.by_points
    games = games_for(classes.rulesets, rows * cols, renewed=options.renewed)
    every = table_tasks(games, rows, cols, walled, by_points=by_points)
    if not set(every) <= set(store.tasks(rows, cols)):
        # What may be there was worked out from fewer tables.
        store.drop_plan(rows, cols, "scopes")
        store.reopen(rows, cols, store.chunks(rows, cols))
    _make(store, options, size, every, "tables", workers, report)


def _scoped_tables(
    store: Store,
    classes: Classes,
    options: Options,
    size: tuple[int, int],
    workers: Workers,
    report: Report,
) -> None:
    """Tables of scopes that are not the whole locale: which of them, the other tables say."""
    rows, cols = size
    if not has_scopes(classes, rows, cols):
        return
    plan = store.plan(rows, cols, "scopes")
    if plan is None:
        plan = scope_plan(store, options.rulesets, rows, cols, workers)
        store.set_plan(rows, cols, "scopes", plan)
    every = scoped_tasks(rows, cols, plan)
    _make(store, options, size, every, "scopes", workers, report)


def _make(
    store: Store,
    options: Options,
    size: tuple[int, int],
    every: list[TableTask],
    what: str,
    workers: Workers,
    report: Report,
) -> None:
    rows, cols = size
    # Tables on one locale next to each other: a worker keeps the layout of the last one.
    every.sort(key=lambda task: (task.locale.points.bit_count(), task.locale, task.game.ko, task))
    done = set(store.tasks(rows, cols))
    missing = [task for task in every if task not in done]
    weight = {task: 3.0 ** task.locale.points.bit_count() for task in every}
    meter = Meter(f"{rows}x{cols} {what}", "codes", sum(weight.values()), all_tasks=len(missing))
    meter.before = sum(weight[task] for task in every if task in done)
    # Small tables go out in bundles: handing one over would cost more than making it.
    for bundle, tables in workers.run(_build, _bundles(missing)):
        for table in tables:
            store.put_table(table, measures=options.measures)
        for task in bundle:
            meter.step(weight[task])
        report(meter)


def _bundles(tasks: Sequence[TableTask]) -> list[tuple[TableTask, ...]]:
    bundles: list[list[TableTask]] = []
    room = 0.0
    for task in tasks:
        weight = 3.0 ** task.locale.points.bit_count()
        if weight > room:
            bundles.append([])
            room = 3.0**10
        bundles[-1].append(task)
        room -= weight
    return [tuple(bundle) for bundle in bundles]


def _build(_: Any, tasks: tuple[TableTask, ...]) -> list[Table]:
    return [build_table(task) for task in tasks]


def _positions(
    store: Store,
    classes: Classes,
    options: Options,
    size: tuple[int, int],
    counts: Sequence[tuple[int, int]],
    workers: Workers,
    report: Report,
) -> None:
    rows, cols = size
    number = dict(counts)
    ranges = spans(rows, cols)
    limits = options.limits if rows * cols <= options.search_points else None
    if limits is not None:
        _search_further(store, rows, cols, limits)
    missing = [span for span in ranges if not store.has_chunk(rows, cols, span[0])]
    meter = Meter(f"{rows}x{cols} positions", "positions", sum(number.values()), all_tasks=len(missing))
    meter.before = meter.total - sum(number[first] for first, _ in missing)
    if not missing:
        return
    context = (Book(rows, cols, store.verdicts(rows, cols)), options.rulesets, limits)
    tasks = ((span, store.proofs(rows, cols, span)) for span in missing)
    for ((first, last), _), (tally, positions, proofs) in workers.run(survey, tasks, context):
        store.put_chunk(rows, cols, first, last, tally, positions, proofs)
        meter.step(number[first])
        report(meter)


def _search_further(store: Store, rows: int, cols: int, limits: Limits) -> None:
    """Reopen ranges with unknown units if *limits* reach further than those of the last run that searched."""
    key, now = f"searched {rows}x{cols}", dataclasses.asdict(limits)
    last = parsed(store.about(key) or "{}")
    if any(limit > last.get(name, 0) for name, limit in now.items()):
        try:
            tallies = store.tallies(rows, cols).items()
            unknown = [span for span, tally in tallies if any(row[2] for row in tally["games"])]
        except (KeyError, TypeError, IndexError):
            raise DamagedError(f"the counts of {rows}x{cols} are none") from None
        store.reopen(rows, cols, unknown)
    store.set_about(key, json.dumps(now))
