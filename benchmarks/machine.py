"""Where and of what a run is."""

import datetime
import os
import platform
import subprocess
from pathlib import Path

__all__ = ["commit", "machine"]


def machine() -> str:
    """What the figures are from, in one line."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text(encoding="utf-8").splitlines()
        model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), model)
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    today = datetime.datetime.now(datetime.UTC).date()
    cores = os.cpu_count()
    return f"{today}; {model}, {cores} cores{load}; {platform.system()}, Python {platform.python_version()}"


def commit() -> str:
    """The commit of this checkout, with a plus if files were changed since; empty outside of one."""
    here = Path(__file__).resolve().parent
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--dirty=+"], cwd=here, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
