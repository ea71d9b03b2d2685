"""Whether a side can force its way to a settled state, by the kernel: for explanations."""

from verifier.board import Colour
from verifier.kernel import require_kernel
from verifier.play import Arena
from verifier.search.native.frame import Frame, kernel

__all__ = ["forced_native"]

_BYTES, _MOST = 1 << 30, (1 << 64) - 1


def forced_native(arena: Arena, side: Colour, states: int) -> str:
    """Whether *side* can force a state that :meth:`Arena.settled` gives to him, from the start state.

    An end of play that he wins counts as well, and play that goes on for ever counts against him. Return
    ``yes``, ``no``, or ``not found`` if that takes more than so many expanded *states* or 1 GiB, or if the
    locale is larger than any that the kernel takes.

    Raises:
        InputError: the kernel is not built.
        KeyboardInterrupt: the user interrupted the search.
    """
    require_kernel()
    if arena.locale.bit_count() > kernel.BOARD_POINTS:
        return "not found"
    frame, most = Frame(arena), min(max(states, 0), _MOST)
    start = frame.begin(arena.start)
    attacks = int(side == arena.attacker)
    answer: str = frame.locale().forces(**start, side=attacks, nodes=most, bytes=_BYTES)
    return answer
