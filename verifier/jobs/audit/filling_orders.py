"""The ways in which players may fill the neutral points of one board with given dead stones."""

import functools
from collections.abc import Iterable

from verifier.adjudicate.given import GivenFilling, Order, board_orders, fill_given
from verifier.board import BLACK, Colour, Mask, Position
from verifier.rules import Ruleset

__all__ = ["Both", "fillings_of"]

Both = tuple[GivenFilling, GivenFilling]
"""With Black and with White beginning."""


@functools.lru_cache(maxsize=16)
def fillings_of(
    position: Position, dead: frozenset[Mask], ruleset: Ruleset, every_order: bool
) -> tuple[tuple[Both, ...], str]:
    """Return the fillings that count, and why none does; empty if some do.

    Those of board order come first, then those of the seven other orders that it has on the turned and
    mirrored board, unless *every_order* is false. Orders in which a side fills until it cannot save its
    stones any more are left out, if another order is safe for it whatever the other side's is. If none
    counts, those of board order are returned. The last boards are remembered: an audit asks for one several
    times.

    Raises:
        InputError: the position is a crop.
    """
    work = _Fillings(position, dead, ruleset)
    first, *others = work.orders
    if every_order:
        found = list(fillings_of(position, dead, ruleset, False)[0])
        if any(filling.moves or filling.stopped for filling in found[0]):
            found += [work.both(order, order) for order in others]
    else:
        found = [work.both(first, first)]
    ended = tuple(pair for pair in found if not any(filling.stopped for filling in pair))
    stops = [filling for pair in found for filling in pair if filling.stopped]
    if stops and not (ended and work.avoidable(stops)):
        return (found[0],), stops[0].stopped
    return ended, ""


class _Fillings:
    """A board to be filled in several orders."""

    def __init__(self, position: Position, dead: frozenset[Mask], ruleset: Ruleset) -> None:
        self.position, self.dead, self.ruleset = position, dead, ruleset
        self.orders = board_orders(position.rows, position.cols)

    def both(self, black: Order, white: Order) -> Both:
        """Fill with Black and with White beginning, each side in its order."""
        one, two = (
            fill_given(self.position, self.dead, self.ruleset, first, (black, white)) for first in Colour
        )
        return one, two

    def avoidable(self, stops: Iterable[GivenFilling]) -> bool:
        """Whether those who lost something in these fillings lost it by filling in a bad order.

        So it is if there is an order for them in which they lose nothing, whatever the other's order is.
        """
        losers = {filling.loser for filling in stops}
        return all(side is not None and any(self._safe(side, own) for own in self.orders) for side in losers)

    def _safe(self, side: Colour, own: Order) -> bool:
        pairs = ((own, other) if side is BLACK else (other, own) for other in self.orders)
        stopped = (filling for pair in pairs for filling in self.both(*pair) if filling.stopped)
        return all(filling.loser is side.opponent for filling in stopped)
