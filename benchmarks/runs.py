"""Two runs of a benchmark beside each other, whose rows stand in files of JSON, one a line."""

import json
import math
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from verifier.errors import InputError

__all__ = ["Apart", "Row", "ended", "mean_ratio", "read_rows", "told_apart"]

Row = dict[str, Any]


class Apart(NamedTuple):
    """What an old and a new run found of the same questions, in states."""

    both: list[tuple[int, int]]
    lost: int
    """Only the old one found it."""
    won: int
    """Only the new one did."""


def told_apart(pairs: Iterable[tuple[int | None, int | None]]) -> Apart:
    """Tell apart what both runs found, or one of them; None stands for nothing."""
    both, lost, won = [], 0, 0
    for old, new in pairs:
        if old is not None and new is not None:
            both.append((old, new))
        else:
            lost += old is not None
            won += new is not None
    return Apart(both, lost, won)


def mean_ratio(both: Sequence[tuple[int, int]]) -> float:
    """The geometric mean of new by old; not a number if there are none."""
    return math.exp(sum(math.log(new / old) for old, new in both) / len(both)) if both else math.nan


def read_rows(path: Path) -> list[Row]:
    """The rows of a run.

    Raises:
        InputError: there is no such file, or a line of it is none of JSON.
    """
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as lines of JSON ({error})") from None


def ended(name: str, main: Callable[[], None]) -> None:
    """Run a program to its end: bad input is one line and exit code 2, Ctrl-C is 130."""
    try:
        main()
    except InputError as error:
        print(f"{name}: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
