"""Questions to a finished atlas: one position, and the check of all that is kept."""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

from verifier.board import Mask, Position
from verifier.board.symmetry import transform_mask
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.jobs.atlas.classes import Classes
from verifier.jobs.atlas.plans import check_plans
from verifier.jobs.atlas.positions import canonical, code_of
from verifier.jobs.atlas.rows import MAX_POINTS
from verifier.jobs.atlas.store import Store, build_command
from verifier.jobs.atlas.survey import recheck, unpack_statuses
from verifier.jobs.atlas.tables import Certified, TableTask, certify
from verifier.jobs.atlas.verdicts import Book
from verifier.search import Status
from verifier.workers import Workers

__all__ = ["Answer", "Checked", "check_file", "check_positions", "check_tables", "classes_of", "find"]

_Range = tuple[int, int]


@dataclasses.dataclass(frozen=True)
class Answer:
    """What an atlas says of one position."""

    position: Position
    units: tuple[Mask, ...]
    classes: Classes
    statuses: dict[str, dict[Mask, Status]]
    """By ruleset id and unit."""
    scores: dict[str, tuple[_Range, _Range]]
    """By ruleset id: least and greatest count of Black, and of White."""


def classes_of(store: Store) -> Classes:
    """Return the rulesets that an atlas is about.

    Raises:
        InputError: one of them has changed since, or nothing was built yet.
    """
    names = store.about("names")
    if names is None:
        raise InputError(f"{store.path}: nothing has been built yet; {build_command(store.path, '3x3')} does")
    classes = Classes.of(names.split("\n") if names else None)
    about = "\n".join(f"{ruleset.id}\t{ruleset.digest}" for ruleset in classes.rulesets)
    if about != store.about("rulesets"):
        raise InputError(f"{store.path}: its rulesets have changed since it was built; build it anew")
    return classes


def find(store: Store, position: Position) -> Answer:
    """Look a position up, whichever way round it is and whoever has which colour.

    Raises:
        InputError: the atlas does not have it.
    """
    if position.open_sides:
        raise InputError("the atlas has whole boards only; this diagram has an open side")
    if next(position.breathless(), 0):
        raise InputError("the atlas has legal positions only; a chain has no liberty")
    classes = classes_of(store)
    image, symmetry, swapped = canonical(position)
    row = store.position(image.rows, image.cols, code_of(image))
    if row is None:
        size = f"{image.rows}x{image.cols}"
        if image.rows * image.cols > MAX_POINTS:
            raise InputError(f"{size}: an atlas has boards of 1 to {MAX_POINTS} points")
        names = [name for name in (store.about("names") or "").split("\n") if name]
        raise InputError(
            f"{store.path}: does not have boards of {size}, or not all of them yet;"
            f" {build_command(store.path, size, names)}"
        )
    there = list(image.units())
    found = unpack_statuses(row[1], len(there), len(classes.played))
    units = tuple(position.units())
    place = [there.index(transform_mask(unit, position.rows, position.cols, symmetry)) for unit in units]
    statuses, scores = {}, {}
    for ruleset in classes.rulesets:
        game = found[classes.play_index(ruleset)]
        statuses[ruleset.id] = {unit: game[at] for unit, at in zip(units, place, strict=True)}
        index = next(i for i, other in enumerate(classes.counted) if other.digest == ruleset.digest)
        numbers = row[2][4 * index : 4 * index + 4]
        black, white = (numbers[0], numbers[1]), (numbers[2], numbers[3])
        scores[ruleset.id] = (white, black) if swapped else (black, white)
    return Answer(position, units, classes, statuses, scores)


def check_file(store: Store, workers: Workers) -> Iterator[str]:
    """Yield what is wrong with the file itself and with what was planned, if anything is.

    SQLite looks over its structures, the contents are compared with their digests, and the plans are worked
    out again.
    """
    damage = store.damage()
    if damage is not None:
        yield damage
    yield from (fault for fault in check_plans(store, classes_of(store), workers) if fault)


@dataclasses.dataclass(frozen=True, slots=True)
class Checked:
    """What became of one table."""

    task: TableTask
    states: int
    fault: str | None
    """Why it is refused, or None."""


def check_tables(store: Store, workers: Workers) -> Iterator[Checked]:
    """Certify all tables of an atlas anew from what is stored of them.

    A table is accepted if every state holds and the verdicts kept beside it are those that it proves.
    """
    pending = _Loaded(store, store.tasks())
    for (task, *_), found in workers.run(_check, pending):
        yield Checked(task, *found)


def check_positions(store: Store, workers: Workers) -> Iterator[tuple[int, str | None]]:
    """Work the positions out again from the verdicts of the tables and the certificates that are kept.

    Yields for each range how many positions up to symmetry it has, and what is wrong with it, or None.
    """
    names = tuple(name for name in (store.about("names") or "").split("\n") if name)
    for rows, cols in store.sizes():
        context = (Book(rows, cols, store.verdicts(rows, cols)), names)
        for (_, _, kept, _), fault in workers.run(recheck, _Ranges(store, rows, cols), context):
            yield len(kept), fault


class _Ranges(Sequence[Any]):
    """Ranges of positions that are read when they are handed out."""

    def __init__(self, store: Store, rows: int, cols: int) -> None:
        self._store, self._size, self._spans = store, (rows, cols), store.chunks(rows, cols)

    def __len__(self) -> int:
        return len(self._spans)

    def __getitem__(self, index: Any) -> Any:
        span = self._spans[index]
        return span, *self._store.chunk(*self._size, span)


class _Loaded(Sequence[Any]):
    """Tables that are read when they are handed out."""

    def __init__(self, store: Store, tasks: Sequence[TableTask]) -> None:
        self._store, self._tasks = store, tasks

    def __len__(self) -> int:
        return len(self._tasks)

    def __getitem__(self, index: Any) -> Any:
        task = self._tasks[index]
        try:
            return task, *self._store.measures(task)
        except ShikatsuError as error:
            return task, None, str(error)


def _check(_: Any, loaded: tuple[TableTask, bytes | None, Certified | str]) -> tuple[int, str | None]:
    task, values, said = loaded
    if isinstance(said, str):
        return 0, said
    if values is None:
        return 0, f"table {task.name}: was kept without its measures; build it without --no-measures"
    try:
        proved = certify(task, values)
    except CertificateError as error:
        return 0, str(error)
    except (ValueError, LookupError) as error:  # its name is damaged: the board has no such table
        return 0, f"table {task.name}: cannot be checked ({error})"
    if proved != said:
        return proved.states, f"table {task.name}: proves other verdicts than those kept beside it"
    return proved.states, None
