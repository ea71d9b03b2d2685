"""Bad files of at most 10 kB are read with little memory and little work, whatever numbers stand in them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.mark.parametrize(("target", "least"), [("certificate", 150), ("ending", 60), ("rup", 15), ("atlas", 10)])
def test_files_that_ask_for_a_lot_get_little(target, least):
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, str(HERE / "bounded.py"), target]
    run = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path})
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    assert int(run.stdout.split()[0]) >= least
