"""Asking a SAT solver so that Ctrl-C is heard as everywhere else.

Left alone, the solvers of PySAT listen for it themselves: they jump out of the search with an error of their
own, and leave the signal blocked, so that a second one is never heard. So they are asked in slices, in which
they do not listen, and Python raises KeyboardInterrupt between two of them.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from pysat.solvers import Solver

__all__ = ["solve", "solve_aside"]

_SLICE = 5_000
"""Conflicts of a slice: less than a second on formulas of any size that is met here."""


def solve(
    solver: Solver,
    assumptions: Iterable[int] = (),
    *,
    conflicts: int = _SLICE,
    tick: Callable[[], object] | None = None,
) -> bool:
    """Return whether there is a model. *tick* is called before each slice and may raise."""
    assumed = list(assumptions)
    while True:
        if tick is not None:
            tick()
        solver.conf_budget(conflicts)
        answer = solver.solve_limited(assumptions=assumed, expect_interrupt=True)
        if answer is not None:
            return bool(answer)


def solve_aside(solver: Solver) -> bool:
    """Return whether there is a model, by a solver such as CaDiCaL that listens whatever it is told.

    Outside of the main thread it does not.
    """
    with ThreadPoolExecutor(1) as aside:
        while True:
            solver.conf_budget(_SLICE)
            answer = aside.submit(solver.solve_limited).result()
            if answer is not None:
                return bool(answer)
