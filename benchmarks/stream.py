"""Audits of very many records that are killed and go on: nothing is lost, and nothing is there twice.

    python benchmarks/stream.py FOLDER                    # 1,000 records, two processes, killed twice
    python benchmarks/stream.py FOLDER --cluster          # on two workers of a dask cluster, one is killed

FOLDER gets the records (composed endings of ``tests/audit/endings.py`` over and over, and a broken file now
and then) and the answers. ``--games FOLDER`` takes the SGF files there instead: as they are, then turned and
mirrored in the other seven ways, then with colours swapped, and then the same again. With an ``agreed.json``
as for ``benchmarks/boards.py`` they get these dead stones and the result that these make, in the second half
the result alone. The names of the records go to the command on standard input, as ``--list -`` takes them. It
is killed with SIGKILL after each third of the answers; with ``--cluster`` a worker is, too. At the end the
answers are compared with the records, and with ``--undisturbed`` with those of a run that nobody disturbs.
"""

import argparse
import contextlib
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests" / "audit")]

from endings import endings  # noqa: E402

from verifier.board import Mask  # noqa: E402
from verifier.board.grid import bits  # noqa: E402
from verifier.jobs.audit import adjudication  # noqa: E402
from verifier.jobs.audit.count import count_game, lead_text  # noqa: E402
from verifier.jobs.audit.filled import given_count  # noqa: E402
from verifier.notation.game import parse_game  # noqa: E402
from verifier.rules import load_ruleset  # noqa: E402

LETTERS = "abcdefghijklmnopqrstuvwxyz"
POINTS = re.compile(r"(?<![A-Z])(A?[BW]|AE|T[BW])((?:\s*\[[a-z]{2}\])+)")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--games", type=Path, help="SGF files to take instead of composed endings")
    parser.add_argument("--rules", default="proposal2012", help="RU: as the records name them")
    parser.add_argument("--limit-nodes", default="5000", help="for each search: answers can be compared")
    parser.add_argument("--limit-seconds", default="600", help="for each record")
    parser.add_argument("--cluster", action="store_true", help="on two workers of a dask cluster")
    parser.add_argument("--undisturbed", action="store_true", help="compare with a run that is not killed")
    options = parser.parse_args()
    records = options.folder / "records"
    write_records(records, options.records, options.games)
    command = [sys.executable, "-P", "-m", "verifier", "audit", "--list", "-"]
    command += [] if options.rules == "RU" else ["--rules", options.rules]
    command += ["--limit-nodes", options.limit_nodes, "--limit-seconds", options.limit_seconds]
    killed = options.folder / ("cluster.jsonl" if options.cluster else "processes.jsonl")
    killed.unlink(missing_ok=True)
    with workers(cluster=options.cluster) as (where, kill_worker):
        begun = time.monotonic()
        for share in (1, 2, 3):
            until = options.records * share // 3 if share < 3 else None
            watched = run([*command, *where, "--out", str(killed)], records, killed, until)
            if share == 1:
                kill_worker()
            print(f"run {share}: {watched}, {len(lines(killed))} answers")
        seconds = time.monotonic() - begun
    wrong = compared(records, killed)
    fault = "; ".join(wrong) or "nothing lost, nothing twice"
    print(f"{options.records} records in {seconds:.0f} s, killed twice: {fault}")
    if options.undisturbed:
        calm = options.folder / "undisturbed.jsonl"
        calm.unlink(missing_ok=True)
        run([*command, "--jobs", "2", "--out", str(calm)], records, calm, None)
        differ = [file for file, found in told(calm).items() if found != told(killed).get(file)]
        print(f"{len(differ)} answers differ from those of a run that nobody disturbed", *differ[:3])
        wrong += differ
    return 1 if wrong else 0


def write_records(folder: Path, number: int, games: Path | None) -> None:
    """Write the records, the same ones whenever it is called."""
    folder.mkdir(parents=True, exist_ok=True)
    if games is None:
        made = [ending.sgf for ending in endings() if "-9-" in ending.name or "-13-" in ending.name]
    else:
        made = list(itertools.islice(turned_games(games), number))
    for index in range(number):
        data = made[index % len(made)]
        if index % 50 == 49:
            data = data[: len(data) // 2]
        (folder / f"{index:05}.sgf").write_bytes(data)


def turned_games(games: Path) -> Iterator[bytes]:
    """The games of a folder, turned, mirrored and with colours swapped: 32 rounds of different records."""
    files = sorted(games.glob("*.sgf"))
    told = games / "agreed.json"
    agreed = json.loads(told.read_text(encoding="utf-8")) if told.exists() else {}
    for bare, swapped, turn in itertools.product((False, True), (False, True), range(8)):
        for file in files:
            data = file.read_bytes()
            if file.stem in agreed:
                data = finished(data, agreed[file.stem]["agreed_dead"], bare=bare)
            yield turned(data, turn, swapped=swapped)


def finished(data: bytes, dead: list[str], *, bare: bool) -> bytes:
    """A final position as a record with its agreement: dead stones taken off, and the result, or that alone.

    Where it is not known how the board is filled, the result is the winner by area.
    """
    record = parse_game(data)
    chains = adjudication(record, dead).dead or ()
    position = record.position
    filled = given_count(position, chains, load_ruleset("japanese1989"), first=record.to_move)
    if filled.lead is not None and filled.lead[0] == filled.lead[1]:
        result = lead_text(filled.lead[0])
    else:
        lead = count_game(position, chains, load_ruleset("chinese2002")).lead[0]
        result = "B+" if lead > 0 else "W+"

    def points(name: str, mask: Mask) -> str:
        places = (divmod(point, position.cols) for point in bits(mask))
        listed = "".join(f"[{LETTERS[col]}{LETTERS[row]}]" for row, col in places)
        return name + listed if listed else ""

    removed = "" if bare or not chains else f";{points('AE', sum(chains))}"
    head = f"(;GM[1]FF[4]SZ[{position.cols}:{position.rows}]KM[0]RU[Japanese]RE[{result}]"
    return f"{head}{points('AB', position.black)}{points('AW', position.white)}{removed})".encode()


def turned(data: bytes, turn: int, *, swapped: bool) -> bytes:
    """A record of a square board in one of eight ways; where colours are swapped the result is, too."""
    text = data.decode("latin-1")
    found = re.search(r"SZ\[(\d+)(?::(\d+))?\]", text)
    size = int(found[1]) if found else 19
    if found and found[2] not in (None, found[1]):
        return data

    def moved(point: re.Match[str]) -> str:
        col, row = (LETTERS.index(letter) for letter in point[0])
        col, row = (row, col) if turn & 1 else (col, row)
        col = size - 1 - col if turn & 2 else col
        row = size - 1 - row if turn & 4 else row
        return LETTERS[col] + LETTERS[row]

    def other(name: str) -> str:
        return name.translate(str.maketrans("BW", "WB")) if swapped else name

    text = POINTS.sub(lambda part: other(part[1]) + re.sub("[a-z]{2}", moved, part[2]), text)
    if swapped:
        text = re.sub(r"(RE|PL)\[([BW])", lambda part: f"{part[1]}[{other(part[2])}", text)
    return text.encode("latin-1")


def run(command: list[str], records: Path, answers: Path, until: int | None) -> str:
    """Run the command until there are so many answers, and kill it; or to its end."""
    root = Path(__file__).resolve().parents[1]
    names = "".join(f"{file}\n" for file in sorted(records.resolve().glob("*.sgf"))).encode()
    with tempfile.TemporaryFile() as listed:
        listed.write(names)
        listed.seek(0)
        process = subprocess.Popen(command, stdin=listed, stdout=subprocess.DEVNULL, cwd=root)
    with process:
        most = 0
        while process.poll() is None:
            most = max(most, memory(process.pid))
            if until is not None and len(lines(answers)) >= until:
                process.send_signal(signal.SIGKILL)
                break
            time.sleep(0.05)
        process.wait()
    ended = "killed" if process.returncode == -signal.SIGKILL else f"exit code {process.returncode}"
    return f"{ended}, at most {most // 1024} MiB"


def memory(pid: int) -> int:
    """The memory of a process now, in KiB."""
    with contextlib.suppress(OSError, IndexError):
        status = Path(f"/proc/{pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])
    return 0


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True) if path.exists() else []


def told(path: Path) -> dict[str, object]:
    """What was found of each record, without what differs from run to run."""
    found = {}
    for line in lines(path):
        answer = json.loads(line)
        chains = [(chain["chain"], chain["proved"]) for chain in answer["chains"]]
        found[Path(answer["file"]).name] = (answer["finding"], answer["error"], chains)
    return found


def compared(records: Path, answers: Path) -> list[str]:
    """What is lost, there twice, or no line."""
    wanted = {file.name for file in records.glob("*.sgf")}
    given = Counter(Path(json.loads(line)["file"]).name for line in lines(answers))
    twice = sorted(name for name, number in given.items() if number > 1)
    lost = sorted(wanted - set(given))
    faults = (("lost", lost), ("twice", twice))
    return [f"{what}: {len(names)} ({names[0]})" for what, names in faults if names]


@contextlib.contextmanager
def workers(*, cluster: bool):
    """The options that say where the work is done, and what kills a worker of it a little later."""
    if not cluster:
        yield ["--jobs", "2"], lambda: None
        return
    import distributed

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        distributed.Client(local) as client,
    ):
        def kill() -> None:
            pid = next(iter(client.run(os.getpid).values()))
            threading.Timer(4.0, lambda: os.kill(pid, signal.SIGKILL)).start()
            print(f"worker {pid} is to be killed while the second run goes on")

        yield ["--cluster", local.scheduler_address], kill


if __name__ == "__main__":
    sys.exit(main())
