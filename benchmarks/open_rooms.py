"""Open rooms: positions with 30, 60 and 100 points to play on, with answers that follow from an argument.

    python benchmarks/open_rooms.py [--nodes 300000] [--seconds 20]

A room is closed off by a wall of the attacker's, assumed alive. In a corner of it stands a unit:

* *two eyes*: it surrounds two single points. Alive whatever else is played.
* *four in a row*: its eye space is a row of four, the attacker moves first. Alive.
* *three in a row*: its eye space is a row of three, the attacker's stones shut it in and move first. Dead.
* *one eye*: a single point and the attacker moves first. It may run, so nothing is claimed.

The points of the room that play no part are what the search has to disregard. Prints Markdown.
"""

import argparse
import dataclasses
import time
from collections.abc import Iterator

from verifier.board import Position, Side
from verifier.errors import CertificateError
from verifier.play import Arena
from verifier.proof import check, dump_certificate
from verifier.rules import load_ruleset
from verifier.search import Limits
from verifier.search.native import prove_native

ROOMS = {30: (5, 6), 60: (6, 10), 100: (10, 10)}
"""Rows and columns of the room by its points."""

FIGURES = {
    "two eyes": ((".X.X", "XXXX"), "owner", "alive"),
    "four in a row": (("....X", "XXXXX"), "attacker", "alive"),
    "three in a row": (("...XO", "XXXXO", "OOOOO"), "attacker", "dead"),
    "one eye": ((".X", "XX"), "attacker", ""),
}
"""What stands in the corner of the board, Black the owner; who moves first; what is known."""


@dataclasses.dataclass(frozen=True, slots=True)
class Room:
    """A unit in a room."""

    name: str
    points: int
    arena: Arena
    expected: str


def rooms() -> Iterator[Room]:
    """All figures in the top left corner of all rooms, with the wall on the other two sides."""
    for points, (rows, cols) in ROOMS.items():
        for name, (figure, first, expected) in FIGURES.items():
            width = cols + 1
            wall = sum(1 << row * width + cols for row in range(rows))
            wall |= ((1 << width) - 1) << rows * width
            black = white = 0
            for row, line in enumerate(figure):
                for col, sign in enumerate(line):
                    black |= (sign == "X") << row * width + col
                    white |= (sign == "O") << row * width + col
            sides = frozenset({Side.BOTTOM, Side.RIGHT})
            position = Position(rows + 1, width, black, white | wall, sides)
            rules = load_ruleset("proposal2012").with_values(first_move=first)
            unit = position.chain_at((black & -black).bit_length() - 1)
            yield Room(name, points, Arena(position, unit, rules), expected)


def main() -> None:
    """Decide all of them, with and without relevance zones."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--nodes", type=int, default=300_000, help="limit on states")
    parser.add_argument("--seconds", type=float, default=20.0, help="limit on seconds")
    options = parser.parse_args()
    print("| figure | points of the room | known | zones | verdict | states | s | certificate | check s |")
    print("| --- | ---: | --- | --- | --- | ---: | ---: | ---: | ---: |")
    wrong = []
    for room in rooms():
        for zones in (True, False):
            limits = Limits(nodes=options.nodes, seconds=options.seconds, memory_mib=2048)
            begun = time.perf_counter()
            outcome = prove_native(room.arena, limits, zones=zones)
            spent = time.perf_counter() - begun
            size = checking = ""
            if outcome.certificate is not None:
                try:
                    checking = f"{check(outcome.certificate).seconds:.3f}"
                except CertificateError as error:
                    raise SystemExit(f"{room.name}, {room.points} points: refused: {error}") from None
                size = f"{len(dump_certificate(outcome.certificate))} bytes"
                if room.expected not in ("", outcome.status.value):
                    wrong.append(f"{room.name}, {room.points} points: {outcome.status.value}")
            cells = [room.name, room.points, room.expected, "yes" if zones else "no", outcome.status.value]
            cells += [outcome.nodes, f"{spent:.3f}", size, checking]
            print("|", " | ".join(str(cell) for cell in cells), "|", flush=True)
    print(f"\nWrong: {'; '.join(wrong) or 'none'}.")


if __name__ == "__main__":
    main()
