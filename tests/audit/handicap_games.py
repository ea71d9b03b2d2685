"""Plays the handicap games of ``handicap/`` with GNU Go and writes them with results of a counter of our own.

    python tests/audit/handicap_games.py

GNU Go plays both sides and says which stones are dead; the first moves are drawn, so that the games differ. The result
is what ``plain_counter.py`` counts, with komi and the points that the rules give White for handicap stones.
"""

import random
import subprocess
from pathlib import Path

from plain_counter import VERTICES, lead_text, replay

FOLDER = Path(__file__).parent / "handicap"
GAMES = 12
SIZE = 9
POINTS = {"AGA": lambda stones: stones - 1, "Chinese": lambda stones: stones, "Japanese": lambda stones: 0}
"""What White receives for handicap stones."""


class GnuGo:
    """A session of GTP."""

    def __init__(self, rules):
        counting = "--japanese-rules" if rules == "Japanese" else "--chinese-rules"
        self.process = subprocess.Popen(
            ["gnugo", "--mode", "gtp", "--level", "1", "--never-resign", counting],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, command):
        print(command, file=self.process.stdin, flush=True)
        lines = []
        while (line := self.process.stdout.readline()).strip() or not lines:
            lines.append(line.strip())
        text = "\n".join(lines)
        return text.removeprefix("=").strip() if text.startswith("=") else None


def play(rules, stones, seed):
    """The record of a game, or None if it does not come to an end."""
    drawn = random.Random(f"{rules} {stones} {seed}")
    engine = GnuGo(rules)
    for command in (f"boardsize {SIZE}", "clear_board", "komi 0.5"):
        engine.ask(command)
    placed = engine.ask(f"fixed_handicap {stones}").split()
    moves, passes = [], 0
    while passes < 2 and len(moves) < 150:
        colour = "WB"[len(moves) % 2]
        if len(moves) < 4:
            point = f"{drawn.choice('CDEFG')}{drawn.randrange(3, 8)}"
            move = point if engine.ask(f"play {colour} {point}") == "" else engine.ask(f"genmove {colour}")
        else:
            move = engine.ask(f"genmove {colour}")
        passes = passes + 1 if move.upper() == "PASS" else 0
        moves.append((colour, move.upper()))
    dead = engine.ask("final_status_list dead").split()
    engine.process.kill()
    if passes < 2:
        return None
    text = f"(;FF[4]GM[1]SZ[{SIZE}]AP[GNU Go:3.8]RU[{rules}]HA[{stones}]KM[0.5]AB{_points(placed)}PL[W]"
    text += "\n" + "".join(f";{colour}{_points([move])}" for colour, move in moves)
    text += f"\n;AE{_points(dead)}" if dead else ""
    text += ")\n"
    board, taken = replay(text, dead)
    lead = board.area() if rules != "Japanese" else board.japanese() + taken["B"] - taken["W"]
    lead -= 0.5 + POINTS[rules](stones)
    return text.replace("KM[0.5]", f"KM[0.5]RE[{lead_text(lead)}]")


def _points(vertices):
    letters = "abcdefghijklmnopqrstuvwxyz"
    found = []
    for vertex in vertices:
        if vertex == "PASS":
            found.append("[]")
        else:
            found.append(f"[{letters[VERTICES.index(vertex[0])]}{letters[SIZE - int(vertex[1:])]}]")
    return "".join(found)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in POINTS:
        games = []
        seed = 0
        while len(games) < GAMES:
            record = play(name, 2 + seed % 4, seed)
            seed += 1
            if record and record not in games:
                games.append(record)
        (FOLDER / f"{name.lower()}.sgf").write_text("".join(games), encoding="ascii")
