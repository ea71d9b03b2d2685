"""One table: built by the kernel, certified by its checker, and kept small."""

import atexit
import dataclasses
import time
import zlib
from collections.abc import Callable
from typing import Any

from verifier.board import Mask
from verifier.errors import CertificateError
from verifier.jobs.atlas.games import Game
from verifier.jobs.atlas.shapes import Locale
from verifier.kernel import load_kernel, require_kernel

__all__ = ["Certified", "Table", "TableTask", "build_table", "canonical_codes", "certify", "needs_kernel"]

_kernel: Any = load_kernel()


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class TableTask:
    """What a table is about."""

    rows: int
    cols: int
    game: Game
    locale: Locale
    target: Mask
    """A set of points of the board."""

    @property
    def name(self) -> str:
        """For messages."""
        walled = "" if self.locale == Locale.whole(self.rows, self.cols) else f" in {self.locale.name}"
        return f"{self.rows}x{self.cols} {self.game.key} of {self.target:x}{walled}"

    def arguments(self) -> dict[str, Any]:
        """What the kernel's builder and checker are told alike."""
        locale = self.locale
        return {
            "near": locale.near(self.rows, self.cols),
            "own_wall": locale.numbers(locale.own_wall),
            "other_wall": locale.numbers(locale.other_wall),
            "ko": self.game.ko,
        }

    @property
    def scope(self) -> list[int]:
        """Where new stones of the owner count, as numbers of points of the locale."""
        if self.game.checked_as != "enabled":
            return []
        if self.game.goal == "renewed":
            return self.locale.numbers(self.target)
        return self.locale.numbers(self.locale.scope or self.locale.points)

    @property
    def marks(self) -> bool:
        """Whether stones in the scope are old until they are taken, other than those on the target."""
        return self.game.goal == "anew"


@dataclasses.dataclass(frozen=True, slots=True)
class Certified:
    """What the checker found a table to prove."""

    states: int
    owner: int
    """States from which the owner is proved to win."""
    attacker: int
    nothing: int
    """States about which nothing is proved."""
    verdicts: bytes
    """For each board a byte (:func:`verifier.jobs.atlas.verdicts.status_of`)."""


@dataclasses.dataclass(frozen=True, slots=True)
class Table:
    """A finished table."""

    task: TableTask
    certified: Certified
    values: bytes
    """The winner's measure of every state, 16 bits each, compressed."""
    sweeps: int
    seconds: float
    """Of processor time, for layout, solving and checking together."""


def needs_kernel() -> None:
    """Refuse to go on without the kernel.

    Raises:
        InputError: it is not built here.
    """
    require_kernel("the atlas needs the native kernel, which is not built here")


_spaces: dict[Any, Any] = {}
"""The last layout of states: tasks that follow each other often have the same one."""
atexit.register(_spaces.clear)


def _space(task: TableTask, threads: int) -> Any:
    key = task.rows, task.cols, task.locale, task.game.ko
    if key not in _spaces:
        _spaces.clear()
        _spaces[key] = _kernel.AtlasSpace(**task.arguments(), threads=threads)
    return _spaces[key]


def build_table(
    task: TableTask, *, threads: int = 1, on_sweep: Callable[[str, int], None] | None = None
) -> Table:
    """Build and certify one table.

    Raises:
        InputError: the kernel is not built.
        CertificateError: the checker refuses the table, which is an error of the builder.
        KeyboardInterrupt: between two sweeps.
    """
    needs_kernel()
    begun = time.process_time()
    target = task.locale.numbers(task.target)
    space = _space(task, threads)
    if task.scope:
        table = space.enabled_table(task.game.prisoners, target, task.scope, task.marks, threads)
    else:
        table = space.table(task.game.goal, task.game.prisoners, target, threads)
    while table.advance():
        if on_sweep:
            on_sweep(table.phase, table.sweeps)
    values: bytes = table.values()
    sweeps: int = table.sweeps
    del table
    certified = certify(task, values, threads=threads)
    packed = zlib.compress(values, 4)
    return Table(task, certified, packed, sweeps, time.process_time() - begun)


def certify(task: TableTask, values: bytes, *, threads: int = 1) -> Certified:
    """Go over the whole table once and return what it proves.

    Raises:
        InputError: the kernel is not built.
        CertificateError: some state is not as it must be.
    """
    needs_kernel()
    found = _kernel.atlas_check(
        **task.arguments(),
        goal=task.game.checked_as,
        prisoners=task.game.prisoners,
        target=task.locale.numbers(task.target),
        values=values,
        scope=task.scope,
        marks=task.marks,
        threads=threads,
    )
    if not found["accepted"]:
        raise CertificateError(f"table {task.name}: state {found['refused']} does not hold")
    return Certified(found["states"], found["owner"], found["attacker"], found["nothing"], found["verdicts"])


def canonical_codes(near: list[list[int]], images: list[list[int]], span: tuple[int, int]) -> list[int]:
    """Return the codes in a range that are the least of their images, each followed by the number of images.

    Raises:
        InputError: the kernel is not built.
    """
    needs_kernel()
    found: list[int] = _kernel.atlas_positions(near, images, *span)
    return found
