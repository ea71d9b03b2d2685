"""Which provers there are, and asking one of them.

Three constructions: the native kernel, plain Python, and SAT. Which of them are there depends on the
machine; `auto` takes the kernel, or plain Python where there is no kernel.
"""

import functools
from collections.abc import Callable

from verifier.board import Colour
from verifier.errors import InputError
from verifier.play import Arena
from verifier.search.outcome import Limits, Outcome

__all__ = ["PROVERS", "available_provers", "prove"]

PROVERS = ("native", "python", "sat")
"""All provers by name."""


def available_provers() -> tuple[str, ...]:
    """Return the names of the provers that work here; without a compiler ``native`` is missing."""
    from verifier.search.native import available

    return PROVERS if available() else PROVERS[1:]


def prove(
    arena: Arena, *, limits: Limits | None = None, prover: str = "auto", side: Colour | None = None
) -> Outcome:
    """Decide the unit of *arena* with one prover: ``auto``, ``native``, ``python`` or ``sat``.

    If only a win of one *side* is of use, a prover may spend its limits on that.
    Does not check the certificate; :func:`verifier.adjudicate.judge.decide` does.

    Raises:
        InputError: there is no such prover here.
        KeyboardInterrupt: the user interrupted the search.
    """
    return _prover(prover)(arena, limits or Limits(), side=side)


@functools.cache  # once it has been imported a prover need not be looked for again
def _prover(name: str) -> Callable[..., Outcome]:
    here = available_provers()
    chosen = here[0] if name == "auto" else name
    if chosen not in here:
        raise InputError(f"prover {name!r}: not available here; use one of auto, {', '.join(here)}")
    if chosen == "native":
        from verifier.search.native import prove_native

        return prove_native
    if chosen == "python":
        from verifier.search.plain.prover import prove_python

        return prove_python
    from verifier.search.sat.prover import prove_sat

    return prove_sat
