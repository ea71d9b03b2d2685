"""Open dame refute nothing: the board is filled in turn before a result is compared with it.

What the boards count is worked out by a counter of their own (``plain_counter.py``). With SHIKATSU_GAMES the
same is done with a folder of real final positions: SGF set-up positions, and ``agreed.json`` with the
stones that the players took as dead.
"""

import json
import os
from pathlib import Path

import msgspec
import pytest
from plain_counter import Board

from verifier.adjudicate.filling import Kind
from verifier.adjudicate.given import fill_given
from verifier.board import BLACK, Colour, vertex
from verifier.cli import main
from verifier.cli.audit_document import CountedDocument, GameDocument
from verifier.jobs.audit import Finding, adjudication, audit_game, stated_dead
from verifier.jobs.audit.filled import given_count
from verifier.jobs.audit.writing import sentences
from verifier.jobs.gtp.engine import Engine
from verifier.jobs.gtp.setting import load_setting
from verifier.jobs.gtp.verdicts import Adjudicator
from verifier.notation import parse_diagram, write_sgf
from verifier.notation.game import read_game
from verifier.rules import load_ruleset
from verifier.search import Limits

VOIDING = ("japanese1989", "japanese2003", "korean", "katago-encore", "spight")
"""Rulesets in which a dame takes the territory of the chains next to it."""

DAME = """
. X . X O . O
X X X X O O O
X . X X O . O
X X X . O O O
"""
"""One dame at D1, three points for Black, two for White."""

SEKI = """
. X X O O O X .
X X X . . O X X
O O O O O O X .
. O . O O . X X
"""

BOARDS = {
    "dame": (DAME, (), 1, []),
    # White has to connect at G3 when the dame at H3 is Black's, or loses H2 and H1.
    "false eye": (
        """
        . O . O X . X X
        O O O O X X X .
        O . O O O . . X
        O O X O X X O X
        . O . O X . O X
        O O O O X X O X
        """,
        (),
        None,
        None,
    ),
}


def diagram(name):
    text, dead, lead, needed = BOARDS[name]
    return parse_diagram(text).position, dead, lead, needed
