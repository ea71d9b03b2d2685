"""Settled boards on which each side has a chain with two eyes, and main rulesets disagree.

For each pair of rulesets the smallest such board. Certificates are written to files, read again and checked.
"""

import argparse
import itertools
import tempfile
import time
from pathlib import Path

from verifier import Limits, check, hunt_space, load_ruleset, write_certificate
from verifier.adjudicate.gains import Answer, find_gains
from verifier.adjudicate.referee import Referee
from verifier.board import Position
from verifier.jobs.hunt.judging import Judge
from verifier.search import Status
from verifier.text import board

RULES = (
    "proposal2012", "japanese1949", "japanese1989", "japanese2003", "korean", "katago-encore", "spight",
)  # fmt: skip


def settled(position: Position, judge: Judge) -> Answer:
    """Whether no play of either side gains (docs/settled.md); the rulesets here count territory."""
    referee = Referee(judge.ruleset, judge.limits)
    return find_gains(referee, referee.standing(position)).settled


def differ(position: Position, one: Judge, other: Judge, on: str) -> Answer:
    """Whether two rulesets are proved to disagree there."""
    statuses = one.statuses(position), other.statuses(position)
    if on == "status":
        pairs = [(statuses[0][unit], statuses[1][unit]) for unit in statuses[0]]
        if any(Status.UNKNOWN not in pair and pair[0] is not pair[1] for pair in pairs):
            return Answer.YES
        return Answer.UNKNOWN if any(Status.UNKNOWN in pair for pair in pairs) else Answer.NO
    areas = one.areas(position), other.areas(position)
    if areas[0] is None or areas[1] is None:
        return Answer.UNKNOWN
    return Answer.NO if areas[0].bounds.lead == areas[1].bounds.lead else Answer.YES


def certified(position: Position, judges: tuple[Judge, Judge]) -> int:
    """Write, read and check the certificates of all units under both; return their number."""
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        for judge in judges:
            for verdict in judge.all(position).values():
                assert verdict.certificate is not None
                path = Path(folder) / f"{number}.json"
                write_certificate(verdict.certificate, path)
                assert check(path).claim.verdict.value == verdict.status.value
                number += 1
    return number


def main() -> None:
    """Look at all positions in order, for all pairs at once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=20)
    parser.add_argument("--on", choices=("status", "score"), default="status")
    parser.add_argument("--seconds", type=float, default=20.0, help="limit for each unit")
    parser.add_argument("rules", nargs="*")
    options = parser.parse_args()
    limits = Limits(nodes=200_000, seconds=options.seconds)
    judges = [Judge(load_ruleset(name), limits) for name in options.rules or RULES]
    space = hunt_space(points=options.points, least_side=2, where=["two eyes"], by="sat")
    left = dict.fromkeys(itertools.combinations(range(len(judges)), 2), 0)
    looked = 0
    begun = time.perf_counter()
    for lot in space.lots():
        for position in space.positions(lot):
            looked += 1
            answers: dict[int, Answer] = {}
            for pair in list(left):
                found = [differ(position, judges[pair[0]], judges[pair[1]], options.on)]
                for index in pair:
                    if found[-1] is not Answer.NO:
                        answers[index] = answers.get(index) or settled(position, judges[index])
                        found.append(answers[index])
                answer = Answer.of_all(found)
                if answer is Answer.UNKNOWN:
                    left[pair] += 1
                elif answer is Answer.YES:
                    both = judges[pair[0]], judges[pair[1]]
                    smaller = left.pop(pair)
                    names = " and ".join(judge.ruleset.id for judge in both)
                    areas = [judge.areas(position) for judge in both]
                    counts = [str(area.bounds.lead[0]) if area else "?" for area in areas]
                    words = [
                        f"{position.rows}x{position.cols} {unit:x} {both[0].status(position, unit).value}/"
                        f"{both[1].status(position, unit).value}"
                        for unit in position.units()
                        if both[0].status(position, unit) is not both[1].status(position, unit)
                    ]
                    print(f"## {names}: {len(words)} units, lead {'/'.join(counts)}, position {looked},"
                          f" {smaller} smaller unknown, {certified(position, both)} certificates,"
                          f" {time.perf_counter() - begun:.0f} s\n{board(position)}\n{words}", flush=True)
            if not left:
                return
    for pair, unknown in left.items():
        names = " and ".join(judges[index].ruleset.id for index in pair)
        print(f"## {names}: none up to {options.points} points, {looked} positions, {unknown} unknown")


if __name__ == "__main__":
    main()
