"""Ten games that GNU Go plays against itself, and how much of their ends can be proved.

    python benchmarks/audits.py play FOLDER      (needs the program gnugo; about a minute for a game)
    python benchmarks/audits.py audit FOLDER [SECONDS]

The record of each game has what GNU Go says of dead stones, territory and score. It is not always right;
the audit is there to find out.
"""

import subprocess
import sys
from pathlib import Path

from verifier.board import parse_vertex
from verifier.jobs.audit.batch import GameTask, audit_one, sgf_files
from verifier.search import Limits

GAMES = 10
LEVEL = 1
SIZE = 19
KOMI = 6.5
MOST_MOVES = 700
LETTERS = "abcdefghijklmnopqrs"


class Engine:
    """GNU Go behind its text protocol."""

    def __init__(self, seed: int) -> None:
        command = ["gnugo", "--mode", "gtp", "--level", str(LEVEL), "--seed", str(seed), "--japanese-rules"]
        command += ["--never-resign"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, command: str) -> str:
        """Return the answer to a command."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines: list[str] = []
        while not lines or lines[-1]:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"GNU Go ended at {command!r}")
            lines += [line.rstrip("\n")] if line.strip() or lines else []
        answer = "\n".join(lines).strip()
        if not answer.startswith("="):
            raise SystemExit(f"GNU Go says {answer!r} to {command!r}")
        return answer[1:].strip()


def played(seed: int) -> str:
    """One game as SGF."""
    engine = Engine(seed)
    for command in (f"boardsize {SIZE}", "clear_board", f"komi {KOMI}"):
        engine.ask(command)
    moves: list[str] = []
    while moves[-2:] != ["PASS", "PASS"] and len(moves) < MOST_MOVES:
        moves.append(engine.ask(f"genmove {'bw'[len(moves) % 2]}").upper())
    sides = (("TB", "black"), ("TW", "white"))
    marks = {key: engine.ask(f"final_status_list {side}_territory").split() for key, side in sides}
    dead = engine.ask("final_status_list dead").split()
    result = engine.ask("final_score")
    engine.ask("quit")

    def sgf(vertex: str) -> str:
        row, col = divmod(parse_vertex(vertex, SIZE, SIZE), SIZE)
        return f"[{LETTERS[col]}{LETTERS[row]}]"

    text = f"(;FF[4]GM[1]SZ[{SIZE}]KM[{KOMI}]RU[Japanese]PB[GNU Go 3.8]PW[GNU Go 3.8]RE[{result}]"
    for number, move in enumerate(moves):
        text += "\n" if number % 12 == 0 else ""
        text += f";{'BW'[number % 2]}{'[]' if move == 'PASS' else sgf(move)}"
    marked = "".join(key + "".join(map(sgf, points)) for key, points in marks.items() if points)
    return f"{text};{marked}C[dead: {' '.join(dead) or 'none'}])\n"


def main() -> int:
    action, folder = sys.argv[1], Path(sys.argv[2])
    if action == "play":
        folder.mkdir(parents=True, exist_ok=True)
        for seed in range(1, GAMES + 1):
            path = folder / f"game{seed:02}.sgf"
            if not path.exists():
                path.write_text(played(seed), encoding="utf-8")
                print(path, flush=True)
        return 0
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 60.0
    proved = chains = 0
    for file in sgf_files(str(folder)):
        task = GameTask(str(file), file.stem, rules="proposal2012", limits=Limits(seconds=seconds))
        result = audit_one(task)
        audit = result.audit
        if audit is None:
            print(f"{file.stem}: {result.error or result.why_not}")
            continue
        proved, chains = proved + audit.proved, chains + len(audit.chains)
        print(
            f"{file.stem}: {audit.finding.value}, {audit.proved} of {len(audit.chains)} chains"
            f" ({100 * audit.proved / len(audit.chains):.0f} %), stated {audit.claims.stated.text},"
            f" proved {audit.count.result}, {audit.seconds:.0f} s",
            flush=True,
        )
    print(f"together {proved} of {chains} chains ({100 * proved / max(chains, 1):.1f} %)")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
