"""A controller with GNU Go at its other end: two programs that share nothing must agree on every board.

Skipped where GNU Go is not installed (Debian: apt-get install gnugo).
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GNUGO = shutil.which("gnugo", path=f"{os.environ.get('PATH', '')}:/usr/games:/usr/local/games")

pytestmark = pytest.mark.skipif(GNUGO is None, reason="GNU Go is not installed")


class Peer:
    """A program behind the protocol, asked over its pipes as controllers do it."""

    def __init__(self, command):
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
        self.number = 0

    def __call__(self, command):
        """The text of a reply; failures begin with a question mark."""
        self.number += 1
        self.child.stdin.write(f"{self.number} {command}\n")
        self.child.stdin.flush()
        lines = []
        while (line := self.child.stdout.readline()) != "\n":
            assert line, f"{command}: the other end is gone"
            lines.append(line.rstrip("\n"))
        assert lines[0][1:].split(" ")[0] == str(self.number)
        text = lines[0].partition(" ")[2]
        return ("? " if lines[0][0] == "?" else "") + "\n".join([text, *lines[1:]]).strip()

    def close(self):
        self.child.stdin.write("quit\n")
        self.child.stdin.close()
        assert self.child.stdout.read().strip() == "="
        self.child.stdout.close()
        assert self.child.wait(timeout=60) == 0


@pytest.fixture
def gnugo():
    peer = Peer([GNUGO, "--mode", "gtp", "--quiet", "--level", "1", "--seed", "7", "--never-resign"])
    yield peer
    peer.close()


@pytest.fixture
def shikatsu():
    peer = Peer([sys.executable, "-P", "-m", "verifier", "gtp", "--limit-nodes", "50000"])
    yield peer
    peer.close()


def names(text):
    return sorted(text.split())


def same_board(one, other):
    for colour in ("black", "white"):
        assert names(one(f"list_stones {colour}")) == names(other(f"list_stones {colour}"))
        assert one(f"captures {colour}") == other(f"captures {colour}")


def test_random_games_agree_move_by_move(gnugo, shikatsu):
    """Boards, captures and legal moves, kos among them; with undo now and then, and moves out of turn."""
    chance = random.Random(11)
    kos = 0
    for size in (2, 3, 3, 4, 5):
        for peer in (gnugo, shikatsu):
            assert peer(f"boardsize {size}") == ""
            assert peer("clear_board") == ""
        colour = "black"
        for _ in range(60):
            legal = names(shikatsu(f"all_legal {colour}"))
            assert legal == names(gnugo(f"all_legal {colour}")), shikatsu("showboard")
            empty = size * size - len(names(shikatsu("list_stones b")) + names(shikatsu("list_stones w")))
            kos += len(legal) < empty
            move = chance.choice(legal or ["pass"])
            assert gnugo(f"play {colour} {move}") == shikatsu(f"play {colour} {move}") == ""
            same_board(gnugo, shikatsu)
            if chance.random() < 0.9:
                colour = "white" if colour == "black" else "black"
            if chance.random() < 0.1:
                assert gnugo("undo") == shikatsu("undo") == ""
                same_board(gnugo, shikatsu)
        assert gnugo("move_history").lower() == shikatsu("move_history").lower()
    assert kos > 10, "some moves were forbidden"


def test_handicap_points_are_those_of_gnu_go(gnugo, shikatsu):
    for size in {*range(5, 20)} - {12}:  # where GNU Go takes the fourth line, and the protocol the third
        for number in range(2, 10):
            for peer in (gnugo, shikatsu):
                peer(f"boardsize {size}")
                peer("clear_board")
            one, other = gnugo(f"fixed_handicap {number}"), shikatsu(f"fixed_handicap {number}")
            assert one.startswith("?") == other.startswith("?"), (size, number)
            if not one.startswith("?"):
                assert names(one) == names(other), (size, number)
                same_board(gnugo, shikatsu)


def test_gnu_go_plays_a_game_that_both_see_alike_and_count_alike(gnugo, shikatsu, tmp_path):
    """GNU Go plays both sides to the end; we follow, load its record, and prove what it thinks."""
    for peer in (gnugo, shikatsu):
        assert peer("boardsize 4") == peer("clear_board") == peer("komi 0.5") == ""
    passes, colour = 0, "black"
    while passes < 2:
        move = gnugo(f"genmove {colour}")
        assert shikatsu(f"play {colour} {move}") == "", move
        passes = passes + 1 if move.lower() == "pass" else 0
        colour = "white" if colour == "black" else "black"
        same_board(gnugo, shikatsu)
    assert shikatsu("final_score") == gnugo("final_score")
    for status in ("dead", "alive"):
        assert names(shikatsu(f"final_status_list {status}")) == names(gnugo(f"final_status_list {status}"))
    moves = [line.split() for line in shikatsu("move_history").split("\n")][::-1]
    letters = {colour: colour[0].upper() for colour in ("black", "white")}
    places = ["" if name == "pass" else f"{name[0].lower()}{'dcba'[int(name[1]) - 1]}" for _, name in moves]
    nodes = [f";{letters[colour]}[{place}]" for (colour, _), place in zip(moves, places, strict=True)]
    path = tmp_path / "game.sgf"
    path.write_text(f"(;GM[1]FF[4]SZ[4]KM[0.5]{''.join(nodes)})")
    for number in ("", " 1", " 4", " 7"):
        assert not gnugo(f"loadsgf {path}{number}").startswith("?")
        assert shikatsu(f"loadsgf {path}{number}") == ""
        same_board(gnugo, shikatsu)


def test_gnu_go_plays_against_passes(gnugo, shikatsu):
    """Our genmove is a pass, and the referee between the two never has to step in."""
    for peer in (gnugo, shikatsu):
        assert peer("boardsize 7") == peer("clear_board") == peer("komi 0") == ""
    move = ""
    while move.lower() != "pass":
        move = gnugo("genmove black")
        assert shikatsu(f"play black {move}") == ""
        answer = shikatsu("genmove white")
        assert answer == "pass"
        assert gnugo(f"play white {answer}") == ""
        same_board(gnugo, shikatsu)
    assert len(shikatsu("move_history").split("\n")) >= 4
