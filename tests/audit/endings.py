"""Finished games composed of positions with known truth, and a count of its own to compare with.

A crop whose statuses the 試案 states is put into the corner of a whole board of 9, 13 or 19 lines, the chains
around it are given eyes, and the rest of the board is made the other side's. Whole boards of the 試案 are
taken as they are. Each board is a finished game twice or more: with the right agreement, and with wrong ones.

Run as a script it audits all of them and prints a table.
"""

import dataclasses
import functools
import sys
import time
from collections.abc import Iterator

from verifier import Limits
from verifier.board import BLACK, WHITE, Position, Side
from verifier.board.grid import bits
from verifier.jobs.audit import Finding, adjudication, audit_game
from verifier.jobs.cases.case import load_case
from verifier.notation.game import GameRecord, parse_game
from verifier.rules import load_ruleset
from verifier.search import Status

RULES = "proposal2012"
KINDS = {
    "ex02": "three stones that die if taken",
    "ex07-1": "bent four in the corner",
    "ex09": "unfinished ko",
    "ex10": "ko with an approach move",
    "ex12": "thousand-year ko",
    "ex13": "seki",
    "ex25": "double ko seki",
}
BOARDS = {
    "fig-beginner-2": "a beginners' game",
    "fig-kakeme-1": "false eyes",
    "fig-kakeme-3": "false eyes",
    "fig-seki-1": "points in a seki",
    "fig-seki-2": "dead stones in a seki",
    "fig-seki-3": "ko threat in a seki",
    "fig-territory-3": "unfilled dame",
}
RACE = """
.XO.X
.XOXX
.XOOX
XXO.X
OOOXX
XXXXX
"""
"""The chain of White has two liberties and no eye, the inner one of Black three points of eye space: whoever
plays first, White is taken. Article 7 lets White begin: A6 to A4 need three plays, D6 and D3 two."""


@dataclasses.dataclass(frozen=True)
class Ending:
    """A finished game, the truth about it, and what was agreed."""

    name: str
    sgf: bytes
    truth: frozenset[int]
    """The dead units as masks."""
    right_chains: bool
    right_result: bool

    @property
    def record(self) -> GameRecord:
        return parse_game(self.sgf, name=self.name)


def embedded(crop: Position, size: int) -> tuple[Position, int]:
    """A whole board with *crop* in its top left corner, and a mask of a dead stone elsewhere (or 0)."""
    assert crop.open_sides == {Side.RIGHT, Side.BOTTOM}
    outer = BLACK if crop.assumed(BLACK) else WHITE
    board = {}
    for p in range(crop.rows * crop.cols):
        colour = crop.colour_at(p)
        if crop.outside >> p & 1:
            colour = outer
        board[divmod(p, crop.cols)] = colour
    right, below = crop.cols, crop.rows + 2  # the first column and row of the other side
    for r in range(crop.rows, below):
        for c in range(right):
            eye = r == crop.rows and c in (0, 2)
            board[r, c] = None if eye else outer
    dead = None
    for r in range(size):
        for c in range(size):
            if (r, c) in board:
                continue
            wall = (r - below) % 3 == 0 or (c - right) % 3 == 0
            board[r, c] = outer.opponent if wall else None
    if size > 9:
        board[3, right] = None  # a dame
        dead = (below + 1, right + 1)
        board[dead] = outer
    black = sum(1 << r * size + c for (r, c), colour in board.items() if colour is BLACK)
    white = sum(1 << r * size + c for (r, c), colour in board.items() if colour is WHITE)
    return Position(size, size, black, white), 1 << dead[0] * size + dead[1] if dead else 0


def moved(mask: int, crop: Position, size: int) -> int:
    return sum(1 << (p // crop.cols) * size + p % crop.cols for p in bits(mask))


def own_count(position: Position, dead: frozenset[int]) -> int:
    """Black's lead under the 試案, counted the slow way and by nothing of the program but the grid of points."""
    size, cols = position.rows * position.cols, position.cols
    stones = {p: "B" if position.black >> p & 1 else "W" if position.white >> p & 1 else "." for p in range(size)}
    gone = {p for mask in dead for p in range(size) if mask >> p & 1}
    removed = {p: stones[p] for p in gone}
    living = {p: "." if p in gone else s for p, s in stones.items()}

    near = []
    for p in range(size):
        r, c = divmod(p, cols)
        around = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
        near.append([a * cols + b for a, b in around if 0 <= a < position.rows and 0 <= b < cols])

    def region(p, board, signs):
        seen, waiting = {p}, [p]
        while waiting:
            for q in near[waiting.pop()]:
                if q not in seen and board[q] in signs:
                    seen.add(q)
                    waiting.append(q)
        return seen

    def is_ko(p):
        for mine, theirs in ("BW", "WB"):
            board = living | {p: mine}
            taken = set()
            for q in near[p]:
                if board[q] == theirs:
                    chain = region(q, board, theirs)
                    if not any(board[x] == "." for s in chain for x in near[s]):
                        taken |= chain
            for q in taken:
                board[q] = "."
            alone = not any(board[q] == mine for q in near[p])
            if len(taken) == 1 and alone and sum(board[q] == "." for q in near[p]) == 1:
                return True
        return False

    lead, seen = 0, set()
    for p in range(size):
        if living[p] != "." or p in seen:
            continue
        area = region(p, living, ".")
        seen |= area
        border = {living[q] for s in area for q in near[s]} - {"."}
        if len(border) != 1:
            continue
        owner = border.pop()
        if any(removed.get(s) == owner for s in area):
            continue
        points = sum(not is_ko(s) for s in area) + sum(s in removed for s in area)
        lead += points if owner == "B" else -points
    return lead


def sgf_of(position: Position, dead: frozenset[int], lead: float) -> bytes:
    """The position as a game whose players agreed on *dead* and on a lead of Black."""
    letters = "abcdefghijklmnopqrs"

    def points(mask):
        return "".join(f"[{letters[p % position.cols]}{letters[p // position.cols]}]" for p in bits(mask))

    result = "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):g}"
    text = f"(;FF[4]GM[1]SZ[{position.cols}]KM[0]RE[{result}]AB{points(position.black)}AW{points(position.white)}"
    text += ";B[];W[]"
    if dead:
        text += f";AE{points(sum(dead))}"
    return (text + ")").encode()


@functools.cache
def endings() -> tuple[Ending, ...]:
    """All of them, made once for all modules that ask."""
    found: list[Ending] = []
    for name, crop, dead in crops():
        for size in (9, 13, 19):
            if crop.rows + 3 > size or crop.cols + 1 > size:
                continue
            position, stone = embedded(crop, size)
            truth = {moved(unit, crop, size) for unit in dead} | ({stone} if stone else set())
            found += variants(f"{name}-{size}", position, frozenset(truth))
            if name == "race":
                # The winner of the race is said to be dead, and the loser to live.
                units = {moved(unit, crop, size) for unit in crop.units()}
                wrong = frozenset((units - truth) | ({stone} if stone else set()))
                lead = own_count(position, truth)
                sgf = sgf_of(position, wrong, own_count(position, wrong))
                found.append(
                    Ending(f"race-{size}-swapped", sgf, frozenset(truth), False, own_count(position, wrong) == lead)
                )
    for case_id in BOARDS:
        case = load_case(case_id)
        statuses = stated(case)
        if set(statuses) != set(case.position.units()):
            continue
        dead = frozenset(unit for unit, status in statuses.items() if status is Status.DEAD)
        found += variants(case_id, case.position, dead)
    return tuple(found)


def crops() -> Iterator[tuple[str, Position, set[int]]]:
    """Crops of a corner with one colour around them, and their dead units."""
    for case_id in KINDS:
        case = load_case(case_id)
        statuses = stated(case)
        assert set(statuses) == set(case.position.units()), "the truth is known of every unit"
        yield case_id, case.position, {unit for unit, status in statuses.items() if status is Status.DEAD}
    rows = RACE.split()
    signs = "".join(rows)
    black, white = (sum(1 << p for p, sign in enumerate(signs) if sign == stone) for stone in "XO")
    race = Position(len(rows), len(rows[0]), black, white, frozenset({Side.RIGHT, Side.BOTTOM}))
    yield "race", race, {unit for unit in race.units() if unit & white}


def stated(case) -> dict[int, Status]:
    return {claim.unit: claim.status for claim in case.claims if claim.ruleset == RULES and not claim.contradicted}


def variants(name: str, position: Position, truth: frozenset[int]) -> list[Ending]:
    """The game with the right agreement, with a chain judged wrongly, and with a wrong result."""
    lead = own_count(position, truth)
    units = list(position.units())
    # The smallest dead chain said to be alive; or a living one, not the largest, said to be dead.
    flipped = min(truth, default=None, key=lambda unit: (unit.bit_count(), unit))
    if flipped is None:
        flipped = min(units, key=lambda unit: (unit.bit_count(), unit))
    wrong = truth ^ {flipped}
    return [
        Ending(f"{name}-right", sgf_of(position, truth, lead), truth, True, True),
        Ending(f"{name}-chain", sgf_of(position, wrong, own_count(position, wrong)), truth, False, own_count(position, wrong) == lead),
        Ending(f"{name}-score", sgf_of(position, truth, lead + 1), truth, True, False),
    ]


def audited(ending: Ending, seconds: float = 60.0):
    record = ending.record
    dead = None if record.removed else ()
    return audit_game(record, load_ruleset(RULES), adjudication(record, dead), limits=Limits(seconds=seconds))


def faults(ending: Ending, audit) -> list[str]:
    """What an audit says that is not true."""
    found = []
    for chain in audit.chains:
        dead = chain.unit in ending.truth
        if chain.status is not Status.UNKNOWN and (chain.status is Status.DEAD) != dead:
            found.append(f"a chain is {'dead' if dead else 'alive'}")
    if audit.dead is Finding.CONFIRMED and not ending.right_chains:
        found.append("wrong chains are confirmed")
    if audit.dead is Finding.REFUTED and ending.right_chains:
        found.append("right chains are refuted")
    if audit.result is Finding.CONFIRMED and not ending.right_result:
        found.append("a wrong result is confirmed")
    if audit.result is Finding.REFUTED and ending.right_result:
        found.append("a right result is refuted")
    return found


def main() -> int:
    decided = wrong = 0
    chosen = [ending for ending in endings() if all(word in ending.name for word in sys.argv[1:])]
    for ending in chosen:
        begun = time.monotonic()
        audit = audited(ending)
        bad = faults(ending, audit)
        complete = audit.proved == len(audit.chains)
        decided, wrong = decided + complete, wrong + bool(bad)
        print(
            f"{ending.name:24} {audit.finding.value:12} {audit.proved}/{len(audit.chains)}"
            f" {time.monotonic() - begun:6.1f} s  {'; '.join(bad)}",
            flush=True,
        )
    print(f"{len(chosen)} endings, {decided} fully decided, {wrong} judged wrongly")
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
