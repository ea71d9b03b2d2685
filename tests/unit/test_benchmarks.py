"""The scripts that measure can at least be loaded: a name that is gone is found before somebody measures."""

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks"
SCRIPTS = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__main__")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_benchmark_can_be_imported(name):
    program = f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import {name}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]


def test_hunts_of_benchmarks_are_asked_for_as_the_api_has_it():
    program = (
        f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import hunts;"
        "from verifier import Limits;"
        "hunts.CLASSES = {'A': hunts.CLASSES['A']}; hunts.POINTS = {'A': 2};"
        "hunts.PROPERTIES = dict.fromkeys(list(hunts.PROPERTIES)[:1], 'A'); hunts.PROPERTY_POINTS = {'A': 2};"
        "hunts.MODES = (('cycle=alive, end=two passes', 'A', 2),);"
        "hunts.judging_names = lambda: ('proposal2012', 'japanese1989');"
        "diagrams = hunts.Diagrams(); limits = Limits(nodes=1000, seconds=10);"
        "hunts.readings(limits, 'A', diagrams); hunts.properties(limits, diagrams); hunts.modes(limits, diagrams)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    assert "`japanese1989`" in done.stdout
    assert "cycle=alive" in done.stdout
