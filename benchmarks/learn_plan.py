"""Learns how far away a win is where a search in a window ended (verifier/adjudicate/odds.py).

    python -m benchmarks.learn_plan draw FOLDER --out FILE [--rules ID] [--seconds S] [--boards NAME ...]
    python -m benchmarks.learn_plan fit FILE ...

FOLDER is one as `python benchmarks/boards.py` takes. *draw* judges its boards, by default a minute each. Each
search in a window that ends in vain, with the proof numbers at its end, is an example once the same window is
searched with the next budget: does that bring a proof? A file that is there is added to.
*fit* prints for each task the weights of a logistic regression in the order of `odds.py`, how well they tell
on boards that are kept out in turn, and what came of the examples by what they promised. It needs NumPy.
"""

import argparse
import json
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any, TextIO

from benchmarks.boards import read, read_json
from verifier.adjudicate.odds import Task, signs_after, task_of
from verifier.adjudicate.plan import Kind
from verifier.adjudicate.searching import Found, Search
from verifier.adjudicate.staged import judge_board
from verifier.board import unit_name
from verifier.jobs.audit import adjudication
from verifier.notation import Diagram
from verifier.rules import load_ruleset
from verifier.search import Limits, Status

WINDOWS = (Kind.WINDOW, Kind.ENCLOSED, Kind.HELD)
HELD_BACK = 1.0
"""What keeps weights small of which little is known."""


class Examples:
    """Writes what came of the searches on one board."""

    def __init__(self, board: str, file: TextIO) -> None:
        self.board, self.file = board, file
        self.before: dict[Hashable, tuple[float, ...]] = {}

    def add(self, asked: Search, found: Found) -> None:
        """Take in a search and what it found."""
        tried, question = asked.attempt, asked.question
        if tried.kind not in WINDOWS:
            return
        owner = question.position.owner_of(question.unit)
        task = task_of(tried, owner, question.ruleset)
        # A stone that is held saves several units: such a search is made for one of them.
        where = (*tried.how, question.ruleset, None if task is Task.HOLD else question.unit)
        if where in self.before:
            row = {"board": self.board, "task": task, "signs": self.before.pop(where)}
            print(json.dumps(row | {"won": found.verdict is not None}), file=self.file, flush=True)
        if found.numbers is not None:
            self.before[where] = signs_after(tried, found.numbers)


def draw(folder: Path, out: Path, rules: str, seconds: float, names: Sequence[str] | None) -> None:
    """Add the examples of boards to a file."""
    known = read_json(folder / "agreed.json")
    for name in set(names or ()) - set(known):
        raise SystemExit(f"{folder / 'agreed.json'}: no board named {name}")
    with out.open("a") as file:
        for name, board in known.items():
            if names and name not in names:
                continue
            record, examples = read(str(folder), name), Examples(name, file)
            judgement = judge_board(
                Diagram(record.position),
                load_ruleset(rules),
                guess=adjudication(record, board["agreed_dead"]).dead or frozenset(),
                limits=Limits(seconds=seconds),
                on_search=examples.add,
            )
            units, verdicts = judgement.statuses, judgement.verdicts
            decided = sum(verdict.status is not Status.UNKNOWN for verdict in verdicts)
            still = [unit_name(record.position, unit) for unit in units if units[unit] is Status.UNKNOWN]
            print(f"{name}: {decided} of {len(units)} chains, open:", *still, flush=True)


def fit(files: list[Path]) -> None:
    """Print the weights for each task, and how well they tell."""
    import numpy as np

    def learned(seen: Any, won: Any) -> Any:
        weights, lines = np.zeros(seen.shape[1]), seen.shape[1]
        held_back = HELD_BACK * np.diag([1e-6] + [1.0] * (lines - 1))
        for _ in range(60):
            likely = 1 / (1 + np.exp(-seen @ weights))
            slope = seen.T @ (won - likely) - held_back @ weights
            weights += np.linalg.solve((seen * (likely * (1 - likely))[:, None]).T @ seen + held_back, slope)
        return weights

    rows = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    for task in Task:
        some = [row for row in rows if row["task"] == task]
        if len({row["won"] for row in some}) < 2:
            continue  # nothing to tell apart
        seen = np.array([row["signs"] for row in some], dtype=float)
        won, boards = np.array([float(row["won"]) for row in some]), np.array([row["board"] for row in some])
        promised = np.zeros(len(some))
        for board in set(boards):
            out = boards == board
            promised[out] = seen[out] @ learned(seen[~out], won[~out])
        pairs = [(a > b) + (a == b) / 2 for a in promised[won == 1] for b in promised[won == 0]]
        print(f"{task}: {len(some)} examples, {int(won.sum())} proofs")
        print("  weights", ", ".join(f"{weight:.2f}" for weight in learned(seen, won)))
        print(f"  tells a search with a proof ahead from one without: {np.mean(pairs):.3f}")
        for low in range(-7, 3):
            bucket = (promised >= low) & (promised < low + 1)
            if bucket.any():
                print(f"  {low:3} to {low + 1:3}: {int(bucket.sum()):5}, proved {won[bucket].mean():.3f}")


def main() -> None:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("folder", type=Path)
    drawing.add_argument("--out", type=Path, required=True)
    drawing.add_argument("--rules", default="proposal2012")
    drawing.add_argument("--seconds", type=float, default=60)
    drawing.add_argument("--boards", nargs="+", metavar="NAME")
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.command == "fit":
        fit(given.files)
    else:
        draw(given.folder, given.out, given.rules, given.seconds, given.boards)


if __name__ == "__main__":
    main()
