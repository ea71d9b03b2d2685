"""The simplest combination of values that is not excluded yet, by MaxSAT over the axes."""

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType

from pysat.examples.hitman import Hitman
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF, IDPool

from verifier.jobs.readings.product import Product, Reading
from verifier.rules import AXES
from verifier.search.sat.solving import solve

__all__ = ["Simplest", "Values", "smallest_hitting"]

Values = tuple[tuple[str, str], ...]
"""(axis, value) for some axes: all readings that have these values."""

_DEPARTURE = 10_000
"""What a departure from the base costs, and so more than all the words of any reading."""


class _Heard(RC2):  # type: ignore[misc]
    """RC2 that leaves Ctrl-C to the program."""

    def _call_oracle(self, assumptions: Iterable[int] = (), expect_interrupt: bool = False) -> bool:
        return solve(self.oracle, assumptions)


class Simplest:
    """Hands out the readings of a product, the simplest first, but for those that were excluded.

    A variable stands for a value of an axis. Each axis has one value; a value that is not the base's costs
    a departure and its words.
    """

    def __init__(self, product: Product) -> None:
        self._product, self._pool = product, IDPool()
        formula = WCNF()
        for axis, values in product.axes.items():
            names = [self._name(axis, value) for value in values]
            formula.append(names)
            for number, name in enumerate(names):
                formula.extend([[-name, -other] for other in names[:number]])
            for value, name in zip(values, names, strict=True):
                if value != product.base[axis]:
                    formula.append([-name], weight=_DEPARTURE + len(AXES[axis].values[value].split()))
        for combination in product.gameless:
            formula.append(self._clause(combination))
        self._solver = _Heard(formula)

    def __enter__(self) -> "Simplest":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._solver.delete()

    def next(self) -> Reading | None:
        """Return the simplest reading that is left, or None."""
        model = self._solver.compute()
        if model is None:
            return None
        true = {literal for literal in model if literal > 0}
        values = tuple(
            next((axis, value) for value in values if self._name(axis, value) in true)
            for axis, values in self._product.axes.items()
        )
        return self._product.by_values[values]

    def exclude(self, values: Values) -> None:
        """Hand out no more readings that have all of these values."""
        self._solver.add_clause(self._clause(values))

    def _name(self, axis: str, value: str) -> int:
        name: int = self._pool.id((axis, value))
        return name

    def _clause(self, values: Values) -> list[int]:
        return [-self._name(axis, value) for axis, value in values]


def smallest_hitting(sets: Iterable[Iterable[str]], order: Sequence[str]) -> tuple[str, ...] | None:
    """Return a smallest selection that has something of each of *sets*, in *order*; None if one is empty."""
    lists = [sorted(one, key=order.index) for one in sets]
    if not all(lists):
        return None
    if not lists:
        return ()
    numbers: Mapping[str, int] = {name: number for number, name in enumerate(order, 1)}
    with Hitman(bootstrap_with=[[numbers[name] for name in one] for one in lists], solver="g4") as hitman:
        found = hitman.get()
    return tuple(name for name in order if numbers[name] in found)
