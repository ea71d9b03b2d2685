"""The result of a game if its unknown chains are as agreed, and which of them matters most.

Nothing here is proved: it rests on what is supposed of the chains that are not, and says of which.
"""

import dataclasses
from collections.abc import Mapping

from verifier.adjudicate.areas import areas_after, counted_stones
from verifier.board import BLACK, Colour, Mask, Position
from verifier.jobs.audit.count import GameCount, count_game, result_text
from verifier.jobs.audit.filled import FilledCount, fills, given_count
from verifier.rules import Ruleset
from verifier.search import Status

__all__ = ["Supposed", "SupposedChain", "suppose"]


@dataclasses.dataclass(frozen=True, slots=True)
class SupposedChain:
    """A chain of which nothing is proved, and what it is taken for."""

    unit: Mask
    colour: Colour
    status: Status
    """DEAD or ALIVE as agreed; ALIVE if nobody said anything of dead stones."""
    change: float
    """What Black's lead gains if it is the other of the two, and all others as supposed. Where it is not
    known how neutral points are filled, what enclosed areas gain, whatever dame are open."""
    lead: tuple[float, float] | None
    """Black's lead then; None if it is not known how neutral points are filled then."""
    unknown: str
    """Why that is not known; empty if it is."""
    turns: bool
    """Whether the winner would certainly be another one then."""

    @property
    def otherwise(self) -> Status:
        """The other of DEAD and ALIVE."""
        return Status.ALIVE if self.status is Status.DEAD else Status.DEAD

    @property
    def result(self) -> str:
        """The result if it is the other, as in RE, a range, or ``unknown``."""
        return result_text(self.lead)


@dataclasses.dataclass(frozen=True, slots=True)
class Supposed:
    """What a board counts with the proved statuses, and the supposed ones where nothing is proved."""

    chains: tuple[SupposedChain, ...]
    """Those of the board as it stands; none where only chains of the filled board are unknown."""
    agreed: bool
    """Whether they are taken as agreed; else as alive, as nobody named dead stones."""
    count: GameCount
    """Of the board as it stands."""
    filled: FilledCount | None
    """With neutral points filled in turn, where that is what players count."""

    @property
    def lead(self) -> tuple[float, float] | None:
        """Black's lead, from the least to the greatest; None if it is not known how the board is filled."""
        return self.count.lead if self.filled is None else self.filled.lead

    @property
    def result(self) -> str:
        """The result as in RE, a range, or ``unknown``."""
        return self.count.result if self.filled is None else self.filled.result

    @property
    def matters_most(self) -> SupposedChain | None:
        """The chain that turns the winner, and moves the result most; None if none changes anything."""
        changing = [chain for chain in self.chains if chain.change]
        return max(changing, key=lambda chain: (chain.turns, abs(chain.change)), default=None)



def suppose(
    position: Position,
    statuses: Mapping[Mask, Status],
    dead: frozenset[Mask] | None,
    ruleset: Ruleset,
    *,
    komi: float = 0.0,
    prisoners: tuple[int, int] = (0, 0),
    handicap: int = 0,
    first: Colour = BLACK,
) -> Supposed:
    """Count *position* with the *statuses*; unknown chains are those of *dead*, or alive.

    *first* begins to fill. *dead* is None if nobody named dead stones.

    Raises:
        InputError: a unit has no status, or the position is a crop and would have to be filled.
    """
    stated = dead or frozenset()
    unknown = [unit for unit, status in statuses.items() if status is Status.UNKNOWN]
    gone = {unit for unit, status in statuses.items() if status is Status.DEAD}
    gone |= {unit for unit in unknown if unit in stated}
    extras = {"komi": komi, "prisoners": prisoners, "handicap": handicap}
    drawn = {unit: status for unit, status in statuses.items() if status is Status.DRAWN}
    taken = {unit: Status.DEAD if unit in gone else Status.ALIVE for unit in statuses} | drawn
    count = count_game(position, taken, ruleset, **extras)  # type: ignore[arg-type]

    def with_filling(dead: set[Mask], every_order: bool) -> FilledCount:
        return given_count(
            position, dead, ruleset, first=first, every_order=every_order, **extras  # type: ignore[arg-type]
        )

    filled = with_filling(gone, True) if fills(ruleset) else None
    # There may be many open chains, and what each of them changes is only compared: one order will do.
    lead = count.lead if filled is None else with_filling(gone, False).lead
    base = _lead(position, gone, ruleset)
    chains = []
    for unit in unknown:
        change, why = _lead(position, gone ^ {unit}, ruleset) - base, ""
        if filled is None:
            other: tuple[float, float] | None = (count.lead[0] + change, count.lead[1] + change)
        else:
            otherwise = with_filling(gone ^ {unit}, False)
            other, why = otherwise.lead, otherwise.unknown
            if lead is not None and other is not None:
                change = (sum(other) - sum(lead)) / 2
        chains.append(
            SupposedChain(
                unit,
                position.owner_of(unit),
                Status.DEAD if unit in gone else Status.ALIVE,
                change,
                other,
                why,
                _turned(lead, other),
            )
        )
    return Supposed(tuple(chains), dead is not None, count, filled)


def _turned(lead: tuple[float, float] | None, other: tuple[float, float] | None) -> bool:
    """Whether two results have one winner each, and not the same."""
    if lead is None or other is None or lead[0] != lead[1] or other[0] != other[1]:
        return False
    return _winner(lead[0]) != _winner(other[0])


def _lead(position: Position, dead: set[Mask], ruleset: Ruleset) -> float:
    """Black's lead on the board, all dame being filled."""
    areas = areas_after(position, dead, ruleset, position.grid.full)
    black, white = (
        sum(area.count for area in areas if area.owner is colour)
        + counted_stones(position, dead, colour, ruleset).bit_count()
        for colour in Colour
    )
    return black - white


def _winner(lead: float) -> int:
    return (lead > 0) - (lead < 0)
