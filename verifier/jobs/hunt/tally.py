"""How far a hunt has come: counted lot by lot, and kept in a file so that it can be taken up again."""

import dataclasses
import hashlib
from pathlib import Path
from typing import Annotated

import msgspec

from verifier.board import Position
from verifier.errors import InputError
from verifier.files import write_whole
from verifier.jobs.hunt.spaces import Lot, Space
from verifier.jobs.hunt.statements import Statement
from verifier.notation import parse_diagram, print_diagram
from verifier.search import Limits
from verifier.version import __version__

__all__ = ["Count", "Tally", "Undecided", "fingerprint", "load_tally", "save_tally"]


_Number = Annotated[int, msgspec.Meta(ge=0)]


class Undecided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit whose status was needed and is unknown."""

    board: str
    """The position, as a diagram that can be read back."""
    unit: str
    ruleset: str
    reason: str


class Count(msgspec.Struct, forbid_unknown_fields=True):
    """What was done of one lot."""

    positions: _Number = 0
    disagree: _Number = 0
    unknown: _Number = 0
    """Positions of which neither agreement nor disagreement is proved."""
    complete: bool = False


class Tally(msgspec.Struct, forbid_unknown_fields=True):
    """What was done so far. A file of it is replaced as a whole."""

    fingerprint: str
    counts: list[Count] = msgspec.field(default_factory=list)
    """One for each lot that was begun, in the order of the space; all but the last are complete."""
    found: list[str] = msgspec.field(default_factory=list)
    """The positions that disagree, as diagrams."""
    unknown: list[Undecided] = msgspec.field(default_factory=list)
    searches: _Number = 0
    seconds: float = 0.0

    @property
    def positions(self) -> int:
        """How many positions were looked at."""
        return sum(count.positions for count in self.counts)

    @property
    def undecided(self) -> int:
        """How many of them stayed undecided."""
        return sum(count.unknown for count in self.counts)

    def complete_to(self, lots: list[Lot]) -> int:
        """Up to how many points every board of the space agrees, all of it looked at and nothing unknown."""
        reached = 0
        for index, lot in enumerate(lots):
            count = self.counts[index] if index < len(self.counts) else Count()
            if not count.complete or count.unknown or count.disagree:
                return reached
            if index + 1 == len(lots) or lots[index + 1].board.points > lot.board.points:
                reached = lot.board.points
        return reached


def fingerprint(statement: Statement, space: Space, limits: Limits, prover: str) -> str:
    """Return what tells one hunt from another: values of the rulesets, space, limits and program."""
    about = [
        *(ruleset.digest for ruleset in statement.rulesets),
        statement.compared,
        statement.property,
        *(["settled"] if statement.settled else []),
        space.identity,
        *map(str, dataclasses.astuple(limits)),
        prover,
        __version__,
    ]
    return hashlib.sha256("\n".join(about).encode()).hexdigest()


def save_tally(tally: Tally, path: Path) -> None:
    """Write a tally; the file appears whole or not at all.

    Raises:
        InputError: it cannot be written.
    """
    write_whole(path, msgspec.json.format(msgspec.json.encode(tally), indent=1), force=True)


def load_tally(path: Path, wanted: str) -> Tally:
    """Read the tally of a hunt, or return a new one if there is no such file.

    Raises:
        InputError: the file cannot be read, is no tally, or is one of another hunt.
    """
    try:
        if not path.exists():
            return Tally(wanted)
        tally = msgspec.json.decode(path.read_bytes(), type=Tally)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except msgspec.MsgspecError as error:
        raise InputError(f"{path}: not the state of a hunt ({error})") from None
    if tally.fingerprint != wanted:
        what = "other rules, boards, limits or program"
        raise InputError(f"{path}: the state of another hunt ({what}); name another file")
    return tally


def drawn(position: Position) -> str:
    """Return *position* as a diagram that can be read back."""
    return print_diagram(position, style="ascii")


def read_drawn(text: str) -> Position:
    """Return the position of a diagram of :func:`drawn`."""
    return parse_diagram(text).position
