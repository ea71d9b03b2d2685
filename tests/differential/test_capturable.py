"""Capturable stones, found by Benson's algorithm, are those that some sequence of the opponent takes."""

import itertools
import random

import pytest
from literal_play import LiteralGame

from verifier.board import Grid, Position
from verifier.play.ending import capturable
from verifier.rules import load_play_rules


def boards(cols, rows):
    for points in itertools.product((None, "black", "white"), repeat=cols * rows):
        masks = [sum(1 << i for i, c in enumerate(points) if c == side) for side in ("black", "white")]
        if not list(Position(rows, cols, *masks).breathless()):
            yield points, (masks[0], masks[1])


def check(cols, rows, points, masks):
    literal = LiteralGame(load_play_rules("nihonshiki2"), cols, rows)
    cells = [(x, y) for y in range(1, rows + 1) for x in range(1, cols + 1)]
    literal.boards = [{cell: colour for cell, colour in zip(cells, points, strict=True) if colour}]
    found = capturable(Grid.of(rows, cols), masks)
    assert {cells[i] for i in range(len(cells)) if found >> i & 1} == literal.seki_stones()


@pytest.mark.parametrize(("cols", "rows"), [(2, 2), (5, 1), (3, 2)])
def test_on_all_small_boards(cols, rows):
    for points, masks in boards(cols, rows):
        check(cols, rows, points, masks)


def test_on_a_sample_of_3x3():
    for points, masks in random.Random(1).sample(list(boards(3, 3)), 60):
        check(3, 3, points, masks)
