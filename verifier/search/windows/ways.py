"""All ways to prove a game where nothing is known of which one will do: in parts first, then as a whole."""

from verifier.board import Colour
from verifier.play import Arena
from verifier.search.outcome import Limits, Outcome
from verifier.search.provers import prove
from verifier.search.windows.places import prove_by_places
from verifier.search.windows.stages import prove_in_stages

__all__ = ["prove_every_way"]


def prove_every_way(
    arena: Arena, limits: Limits, prover: str = "auto", side: Colour | None = None
) -> Outcome:
    """Try to prove who wins the game of *arena*: place by place, in stages, and as a whole.

    *side* is the one whose win is wanted, if only one is. What each way leaves of the time is for the next
    one; the states and seconds of all of them count.

    Raises:
        KeyboardInterrupt: the user interrupted the search.
        MemoryError: that of this machine is full.
    """
    outcome = prove_by_places(arena, limits, prover=prover, side=side)
    rest = limits.less(outcome.seconds)
    if outcome.certificate is None:
        outcome = prove_in_stages(arena, rest.share(2), prover=prover, side=side).after(outcome)
        rest = limits.less(outcome.seconds)
    if outcome.certificate is None:
        outcome = prove(arena, limits=rest, prover=prover, side=side).after(outcome)
    return outcome
