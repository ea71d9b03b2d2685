"""Ten games that GNU Go plays against itself, and how much of their ends can be proved.

    python benchmarks/audits.py play FOLDER      (needs the program gnugo; about a minute for a game)
    python benchmarks/audits.py audit FOLDER --seconds 60 [--rules ID ...] [--out FILE]

The record of each game has what GNU Go says of dead stones, territory and score. It is not always right;
the audit is there to find out. Each game is a row of Markdown when it is done; with ``--out`` a run that was
killed goes on with the same command.
"""

import argparse
import contextlib
import json
import subprocess
import sys
from pathlib import Path

from verifier.board import parse_vertex, unit_name
from verifier.jobs.audit import Finding
from verifier.jobs.audit.batch import GameTask, audit_one, sgf_files
from verifier.journal import Journal
from verifier.search import Limits

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from machine import commit, machine  # noqa: E402

LEVEL = 1
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


def played(seed: int, size: int) -> str:
    """One game as SGF."""
    engine = Engine(seed)
    for command in (f"boardsize {size}", "clear_board", f"komi {KOMI}"):
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
        row, col = divmod(parse_vertex(vertex, size, size), size)
        return f"[{LETTERS[col]}{LETTERS[row]}]"

    text = f"(;FF[4]GM[1]SZ[{size}]KM[{KOMI}]RU[Japanese]PB[GNU Go 3.8]PW[GNU Go 3.8]RE[{result}]"
    for number, move in enumerate(moves):
        text += "\n" if number % 12 == 0 else ""
        text += f";{'BW'[number % 2]}{'[]' if move == 'PASS' else sgf(move)}"
    marked = "".join(key + "".join(map(sgf, points)) for key, points in marks.items() if points)
    return f"{text};{marked}C[dead: {' '.join(dead) or 'none'}])\n"


def audited(file: Path, ruleset: str, seconds: float) -> dict[str, object]:
    """Audit one game; a row of the table."""
    result = audit_one(GameTask(str(file), file.stem, rules=ruleset, limits=Limits(seconds=seconds)))
    audit = result.audit
    if audit is None:
        raise SystemExit(f"{file}: {result.error or result.why_not}")
    against = [unit_name(audit.record.position, chain.unit) for chain in audit.chains
               if chain.finding is Finding.REFUTED]  # fmt: skip
    return {
        "game": file.stem,
        "ruleset": ruleset,
        "limit": seconds,
        "finding": audit.finding.value,
        "chains": len(audit.chains),
        "proved": audit.proved,
        "against": against,
        "stated": audit.claims.stated.text,
        "result": audit.proved_result,
        "seconds": round(audit.seconds),
    }


def row(done: dict[str, object], chains: int, proved: int) -> str:
    """A row of Markdown."""
    against = " ".join(done["against"]) or "none"  # type: ignore[call-overload]
    cells = [
        done["game"], chains, proved, f"{100 * proved / max(chains, 1):.0f} %", done["finding"],
        done["stated"], done["result"], against, done["seconds"],
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def audit_all(folder: str, rulesets: list[str], seconds: float, out: str | None) -> None:
    """Audit all games under all rulesets, and print the tables."""
    with contextlib.ExitStack() as stack:
        journal = stack.enter_context(Journal(out)) if out else None
        known = {}
        for line in journal.lines() if journal else ():
            done = json.loads(line)
            if done["limit"] != seconds:
                raise SystemExit(f"{out}: is a run with --seconds {done['limit']:g}; take another file")
            known[done["game"], done["ruleset"]] = done
        print(f"{seconds:g} seconds a game, {commit()}; {machine()}")
        for ruleset in rulesets:
            print(f"\n`{ruleset}`\n")
            print("| game | chains | proved | share | finding | stated | proved | against | seconds |")
            print("| --- | --: | --: | --: | --- | --- | --- | --- | --: |", flush=True)
            chains = proved = 0
            for file in sgf_files(folder):
                done = known.get((file.stem, ruleset))
                if done is None:
                    done = audited(file, ruleset, seconds)
                    if journal:
                        journal.append(json.dumps(done, ensure_ascii=False))
                chains, proved = chains + done["chains"], proved + done["proved"]
                print(row(done, done["chains"], done["proved"]), flush=True)
            print(f"| together | {chains} | {proved} | {100 * proved / max(chains, 1):.1f} % | | | | | |")


def main() -> int:
    """Play, or audit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("action", choices=("play", "audit"))
    parser.add_argument("folder")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rules", nargs="+", default=["proposal2012", "japanese1989-inside"], metavar="ID")
    parser.add_argument("--out", metavar="FILE", help="keep the rows there, and go on from there")
    options = parser.parse_args()
    if options.action == "audit":
        audit_all(options.folder, options.rules, options.seconds, options.out)
        return 0
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(1, options.games + 1):
        path = folder / f"game{seed:02}.sgf"
        if not path.exists():
            path.write_text(played(seed, options.size), encoding="utf-8")
            print(path, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
