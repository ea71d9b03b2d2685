"""Where and of what a run is."""

import datetime
import hashlib
import os
import platform
import subprocess
from pathlib import Path

__all__ = ["commit", "machine", "program"]


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


def program() -> str:
    """A digest of the program and the rulesets: what is the same after a commit that changes neither."""
    root = Path(__file__).resolve().parents[1]
    found = hashlib.sha256()
    for folder, endings in (("verifier", (".py", ".hpp", ".cpp", ".toml")), ("encodings", (".toml",))):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in endings:
                found.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:12]


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
