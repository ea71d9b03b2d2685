"""Benchmark on the enclosed problems, ours and two other programs side by side.

    python benchmarks/enclosed.py [--tsumego FOLDER] [--seconds 10] [--repeat 3]

All programs get the same whole boards on the same machine, each board one after the other. tsumego.js runs
if FOLDER (or the environment variable TSUMEGO_JS) names the folder in which `npm install tsumego.js` was run,
GNU Go if it is installed; what is missing is named in one line. Prints Markdown. docs/benchmarks.md says what
is compared.
"""

import argparse
import dataclasses
import json
import math
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from problem_set import READINGS, Problem, load
from rivals import LONG, Answer, GnuGo, Question, Rival, TsumegoJs, UnavailableError

from verifier.notation import print_diagram

LABELS = {"drawn": "ko", "unknown": ""}
WARM_UP = 20
"""Problems asked before the clock counts, so that compilers at run time have seen the program."""
SIZES = ((6, 6), (7, 8), (9, 20))
"""Classes of empty points for which ratios are given."""


class Ours(Rival):
    """Our prover, in a process like the others."""

    name = "Shikatsu"

    def __init__(self) -> None:
        super().__init__()
        self.command = [sys.executable, str(Path(__file__).with_name("own_driver.py"))]
        self.kernel = 0.0

    def ask(self, question: Question, *, masters: bool, seconds: float, times: int = 1) -> Answer:
        """Prove a status under one of the readings."""
        request = {
            "rows": print_diagram(question.board, style="ascii").split("\n"),
            "point": question.point,
            "attacker_first": question.attacker_first,
            "values": READINGS["masters" if masters else "plain"],
            "seconds": seconds,
            "times": times,
            "long": LONG,
        }
        reply = self.exchange(json.dumps(request), 3 * seconds + 60)
        if not reply:
            return Answer("", seconds, 0, "no answer")
        data = json.loads(reply)
        self.kernel = data["kernel"]
        spent = statistics.median(data["seconds"])
        return Answer(LABELS.get(data["status"], data["status"]), spent, data["nodes"])

    def check_last(self, seconds: float) -> dict[str, Any]:
        """Check the certificate of the last answer; what was measured, or why it was refused."""
        reply = self.exchange(json.dumps({"check": True}), seconds)
        return json.loads(reply) if reply else {"refused": "no answer"}


@dataclasses.dataclass(slots=True)
class Row:
    """What one program did on one question."""

    name: str
    outcomes: Counter[str] = dataclasses.field(default_factory=Counter)
    warm: list[float] = dataclasses.field(default_factory=list)
    cold: list[float] = dataclasses.field(default_factory=list)
    nodes: list[int] = dataclasses.field(default_factory=list)
    wrong: list[str] = dataclasses.field(default_factory=list)
    extra: dict[str, list[float]] = dataclasses.field(default_factory=dict)
    by_problem: dict[str, float] = dataclasses.field(default_factory=dict)
    records: list[dict[str, Any]] = dataclasses.field(default_factory=list)


def geometric(values: list[float]) -> float:
    """The geometric mean."""
    return math.exp(statistics.fmean(math.log(value) for value in values)) if values else math.nan


def compare(
    rivals: list[Rival], problems: list[Problem], reading: str, options: argparse.Namespace
) -> list[Row]:
    """Ask all *problems* warm, each answered several times in a row, then each once in a process of its own.

    Every problem is asked of all programs before the next one, so that a machine that is faster now and
    slower then is so for all of them.
    """
    rows = [Row(rival.name) for rival in rivals]
    masters = reading == "masters"
    for rival in rivals:
        for problem in problems[:WARM_UP]:
            rival.ask(_question(problem), masters=masters, seconds=1)
    for problem in problems:
        for rival, row in zip(rivals, rows, strict=True):
            _ask_warm(rival, row, problem, reading, options)
    for rival in rivals:
        rival.close()
    if not options.warm_only:
        for problem in problems:
            for rival, row in zip(rivals, rows, strict=True):
                _ask_cold(rival, row, problem, masters, options.seconds)
    return rows


def _question(problem: Problem) -> Question:
    board, point = problem.board()
    return Question(board, point, problem.first == "attacker")


def _ask_warm(rival: Rival, row: Row, problem: Problem, reading: str, options: argparse.Namespace) -> None:
    masters, question = reading == "masters", _question(problem)
    answer = rival.ask(question, masters=masters, seconds=options.seconds, times=options.repeat)
    expected = LABELS.get(problem.expected[reading], problem.expected[reading])
    status = answer.status
    if isinstance(rival, Ours) and status:
        checked = rival.check_last(60 * options.seconds)
        if "refused" in checked:
            status = f"refused: {checked['refused']}"
        else:
            for key, value in (checked | {"kernel": rival.kernel}).items():
                row.extra.setdefault(key, []).append(value)
    outcome = "solved" if status == expected else "wrong" if status else "unknown"
    row.outcomes[outcome] += 1
    if outcome == "wrong":
        row.wrong.append(f"{problem.id} ({expected}, says {status})")
    # The limit stands for the time of a problem that is not solved.
    spent = answer.seconds if status else options.seconds
    row.warm.append(spent)
    row.by_problem[problem.id] = spent
    row.nodes.append(answer.nodes)
    about = {"program": rival.name, "reading": reading, "id": problem.id, "empties": problem.empties}
    row.records.append(about | {"outcome": outcome, "seconds": spent, "nodes": answer.nodes})


def _ask_cold(rival: Rival, row: Row, problem: Problem, masters: bool, seconds: float) -> None:
    if row.by_problem[problem.id] >= seconds:  # it would not be solved now either
        row.cold.append(seconds)
        return
    begun = time.perf_counter()
    rival.ask(_question(problem), masters=masters, seconds=seconds)
    row.cold.append(time.perf_counter() - begun)
    rival.close()


def report(title: str, problems: list[Problem], rows: list[Row]) -> None:
    """Print the comparison of one question."""
    print(f"\n### {title}\n")
    print(
        "| program | solved | wrong | unknown | median ms | geometric mean ms | slowest s "
        "| with process start: median ms | geometric mean ms | median nodes |"
    )
    print("| --- |" + " ---: |" * 9)
    for row in rows:
        cells: list[object] = [
            row.name,
            row.outcomes["solved"],
            row.outcomes["wrong"],
            row.outcomes["unknown"],
        ]
        cells += [f"{statistics.median(row.warm) * 1e3:.2f}", f"{geometric(row.warm) * 1e3:.2f}"]
        cells.append(f"{max(row.warm):.2f}")
        if row.cold:
            cells += [f"{statistics.median(row.cold) * 1e3:.0f}", f"{geometric(row.cold) * 1e3:.0f}"]
        else:
            cells += ["", ""]
        cells.append(f"{statistics.median(row.nodes):g}")
        print("|", " | ".join(str(cell) for cell in cells), "|")
    ours = rows[0]
    for row in rows[1:]:
        ratios = [row.by_problem[name] / spent for name, spent in ours.by_problem.items()]
        faster = sum(ratio > 1 for ratio in ratios)
        parts = []
        for least, most in SIZES:
            some = [
                row.by_problem[p.id] / ours.by_problem[p.id] for p in problems if least <= p.empties <= most
            ]
            if some:
                parts.append(f"{geometric(some):.1f} with {least} to {most} empty points ({len(some)})")
        print(
            f"\n{row.name}: {sum(row.warm):.1f} s in all, {ours.name} {sum(ours.warm):.1f} s. It takes "
            f"{geometric(ratios):.1f} times as long as {ours.name} in geometric mean "
            f"({'; '.join(parts)}); {ours.name} is faster on {faster} of {len(ratios)}."
        )
    for row in rows:
        if row.wrong:
            print(f"\nWrong, {row.name}: {', '.join(row.wrong)}.")
    extra = ours.extra
    if extra:
        middle = {key: statistics.median(values) for key, values in extra.items()}
        print(
            f"\n{ours.name}: search without walls, arena and certificate {middle['kernel'] * 1e3:.2f} ms, "
            f"checking {middle['checking'] * 1e3:.2f} ms, certificates {middle['states']:g} states and "
            f"{middle['bytes']:g} bytes (medians); in all {sum(ours.warm):.2f} s, of which search "
            f"{sum(extra['kernel']):.2f} s, then {sum(extra['checking']):.2f} s checking; the largest "
            f"certificate {max(extra['states']):g} states and {max(extra['bytes']):g} bytes.",
            flush=True,
        )


def available(options: argparse.Namespace) -> list[Rival]:
    """Ours and the programs that are here."""
    rivals: list[Rival] = [Ours()]
    makers: list[Callable[[], Rival]] = [
        lambda: TsumegoJs(options.tsumego),
        lambda: GnuGo(options.gnugo),
    ]
    for make in makers:
        try:
            rivals.append(make())
        except UnavailableError as reason:
            print(reason)
    return rivals


def main() -> None:
    """Run the benchmark."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--tsumego", metavar="FOLDER", default=os.environ.get("TSUMEGO_JS", "."))
    parser.add_argument("--gnugo", metavar="PROGRAM", default="gnugo")
    parser.add_argument("--seconds", type=float, default=10.0, help="limit for each problem and question")
    parser.add_argument("--repeat", type=int, default=3, help="warm runs of each problem; the median counts")
    parser.add_argument("--warm-only", action="store_true", help="leave out the runs with process start")
    parser.add_argument("--every", type=int, default=1, help="take every n-th problem only")
    parser.add_argument("--rows", metavar="FILE", help="write every single result, one JSON object per line")
    options = parser.parse_args()
    problems = load()[:: options.every]
    rivals = available(options)
    firm = [problem for problem in problems if problem.expected.get("masters") in ("alive", "dead")]
    plain = [problem for problem in firm if "plain" in problem.expected]
    kos = [problem for problem in problems if problem.expected.get("masters") == "drawn"]
    print(f"{len(problems)} problems, at most {options.seconds:g} seconds for each question.", flush=True)
    records = []
    for title, some, reading in (
        ("Alive or dead, no threats outside", plain, "plain"),
        ("Alive, dead or ko, where no ko decides", firm, "masters"),
        ("Alive, dead or ko, where a ko decides", kos, "masters"),
    ):
        if some:
            rows = compare(rivals, some, reading, options)
            report(title, some, rows)
            records += [record for row in rows for record in row.records]
    if options.rows:
        lines = "".join(json.dumps(record) + "\n" for record in records)
        Path(options.rows).write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    main()
