"""``shikatsu gtp``: the Go Text Protocol on standard input and output."""

import argparse
import contextlib
import dataclasses
import sys

from verifier.cli import exits
from verifier.cli.reporting import asked_katago, asked_limits, note_missing_kernel, workers_of
from verifier.errors import InputError
from verifier.gtp import Engine
from verifier.gtp.setting import load_setting
from verifier.gtp.verdicts import Adjudicator

__all__ = ["run"]

SECONDS = 30.0
"""For one board, unless the options say otherwise: controllers wait."""


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    if sys.stdin is None:
        raise InputError("standard input is closed")
    limits = asked_limits(arguments)
    if arguments.limit_seconds is None:
        limits = dataclasses.replace(limits, seconds=SECONDS)
    note_missing_kernel(arguments.prover)
    with contextlib.ExitStack() as stack:
        workers = stack.enter_context(workers_of(arguments))
        adjudicator = Adjudicator(limits, arguments.prover, workers)
        guide = asked_katago(arguments)
        if guide is not None:
            stack.enter_context(guide)
        engine = Engine(load_setting(arguments.rules), adjudicator, arguments.unknown, guide)
        # Unbuffered: the thread that reads may wait for a line for ever, and would hold the buffer's lock.
        source = stack.enter_context(open(sys.stdin.fileno(), "rb", buffering=0, closefd=False))
        engine.serve(source, sys.stdout.buffer)
    return exits.OK
