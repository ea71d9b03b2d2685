"""Can a stopped game that goes on beat the count? Best play under the 試案 on small boards.

    python -m benchmarks.resumption 2x3 2x4 3x3
    python -m benchmarks.resumption 2x4 --proof proofs

Play goes on as docs/endings.md has it, and is counted with the statuses of the 試案. What is printed as
beaten is beaten by force within finitely many moves; in all other positions the other side can prevent it.
The first is proved for every settled position by a strategy that the checker follows. The second is proved
for all states of the board at once: the checker goes through them and sees that none is worth more than its
value to the side that hopes. The counts are those of the verdicts, each with a certificate that was accepted,
on one board of each class up to symmetry and colours. ``--proof`` writes a certificate of every
settled position in which both sides live and the count is beaten, with all verdicts in it, for
``shikatsu solve --check``.
"""

import argparse
from pathlib import Path

from verifier.adjudicate.gains import Answer, find_gains
from verifier.adjudicate.referee import Referee
from verifier.board import BLACK, WHITE, Colour, Mask, Position
from verifier.board.symmetry import transform_mask
from verifier.errors import CertificateError
from verifier.files import write_whole
from verifier.jobs.atlas.positions import canonical, code_of, position_of
from verifier.jobs.atlas.separate import _Known, _lives
from verifier.jobs.atlas.shapes import size_of
from verifier.jobs.playing.resumed import ResumedCertificate, check_resumed
from verifier.jobs.playing.resumed_file import dump_resumed
from verifier.jobs.playing.resuming import behind
from verifier.proof.endings.resumed import (
    ResumedClaim,
    ResumedStrategy,
    check_resumed_bounds,
    check_resumed_strategy,
)
from verifier.rules import load_ruleset
from verifier.search import Limits, Status
from verifier.search.endings.resumed import ResumedValues
from verifier.text import board as drawn


class Boards:
    """All legal boards of a size, with what is proved of them."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rules = load_ruleset("proposal2012")
        self.judge = Referee(self.rules, Limits())
        self._found: dict[Position, dict[Mask, Status]] = {}
        self.known = _Known(self.rules, self.statuses)
        every = (position_of(rows, cols, code) for code in range(3 ** (rows * cols)))
        self.legal = [position for position in every if not next(position.breathless(), 0)]
        classes = {canonical(position)[0] for position in self.legal}
        self.classes = sorted(classes, key=lambda one: ((one.black | one.white).bit_count(), code_of(one)))

    def statuses(self, position: Position) -> dict[Mask, Status]:
        """The status of each unit of any board, brought from the board that stands for its class."""
        image, symmetry, _ = canonical(position)
        if image not in self._found:
            self._found[image] = self.judge.standing(image).statuses
            assert Status.UNKNOWN not in self._found[image].values(), drawn(image)
        known = self._found[image]
        rows, cols = position.rows, position.cols
        return {unit: known[transform_mask(unit, rows, cols, symmetry)] for unit in position.units()}

    def lead(self, position: Position) -> int:
        """What a board counts for Black."""
        return int(self.known.standing(position).lead[0])

    def leads(self, position: Position) -> tuple[float, float]:
        """The same as bounds."""
        return self.known.standing(position).lead

    def kinds(self, position: Position) -> list[str]:
        """What is to be said of a position: whether it is settled, and whether both sides live."""
        standing = self.known.standing(position)
        if find_gains(self.known, standing).settled is not Answer.YES:
            return ["positions"]
        lives = (_lives(standing.statuses, position.stones(colour)) for colour in Colour)
        both = all(answer is Answer.YES for answer in lives)
        return ["positions", "settled", *(["both live"] if both else [])]


def main() -> None:
    """Print how many settled positions there are, and those where a side can beat the count."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("size", nargs="+")
    parser.add_argument("--proof", type=Path, help="a folder for certificates")
    options = parser.parse_args()
    for name in options.size:
        report(name, options.proof)


def report(name: str, folder: Path | None = None) -> None:
    """Say of one board size what going on can do."""
    boards = Boards(*size_of(name))
    values = {side: ResumedValues(boards.legal, side, boards.leads) for side in Colour}
    figures = {"positions": 0, "settled": 0, "both live": 0}
    beaten: dict[str, list[tuple[Position, str]]] = {kind: [] for kind in figures}
    checked = written = 0
    looked = sum(
        check_resumed_bounds(side, *size_of(name), found.bounds(), boards.leads)
        for side, found in values.items()
    )
    for position in boards.classes:
        kinds = boards.kinds(position)
        lead = boards.lead(position)
        words = []
        for side in (BLACK, WHITE):
            more = (lead if side is BLACK else -lead) + 1
            for mover in Colour:
                got = values[side].value(position, mover)
                forced = got is not None and got >= more
                if forced:
                    words.append(f"{side} gets {got:+d} instead of {more - 1:+d} ({mover} to move)")
                if not forced or "settled" not in kinds:
                    continue
                strategy = values[side].strategy(ResumedClaim(position, mover, side, more, True))
                if strategy is None:
                    raise CertificateError(f"no strategy for what was found of {drawn(position)}")
                check_resumed_strategy(strategy, boards.leads)
                checked += 1
                if folder and "both live" in kinds:
                    write(strategy, boards.judge, folder / f"{name}-{written + 1:03d}.json")
                    written += 1
        for kind in kinds:
            figures[kind] += 1
            if words:
                beaten[kind].append((position, "; ".join(words)))
    print(f"## {name}, up to symmetry and colours")
    for kind, number in figures.items():
        print(f"{kind}: {number}, the count is beaten in {len(beaten[kind])}")
    kept = f", {written} certificates written" if folder else ""
    print(f"bounds hold at {looked} moves; {checked} strategies accepted{kept}")
    for position, said in beaten["both live"][:3]:
        print(f"{said}\n{drawn(position)}", flush=True)


def write(strategy: ResumedStrategy, judge: Referee, path: Path) -> None:
    """Write a strategy with the verdicts on its last boards, once all of it is accepted."""
    ends = check_resumed_strategy(strategy, lambda position: judge.standing(position).lead).ends
    certificate = ResumedCertificate(strategy, judge.ruleset, tuple(behind(judge, ends)))
    check_resumed(certificate)
    write_whole(path, dump_resumed(certificate), force=True)


if __name__ == "__main__":
    main()
