"""The whole benchmark suite: python -m benchmarks [part ...]. Prints Markdown.

Each part runs as a process of its own with default settings; the scripts beside this file have others.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.machine import machine

HERE = Path(__file__).resolve().parent

PARTS = {
    "units": ("All canonical units", ["canonical.py", "units"]),
    "orders": ("Ways of exploring", ["canonical.py", "orders", "--nodes", "60000"]),
    "provers": ("Three provers", ["canonical.py", "provers"]),
    "enclosed": ("Enclosed problems, three programs", ["enclosed.py"]),
    "open-rooms": ("Open rooms", ["open_rooms.py"]),
    "speed": ("Speed of the kernel", ["speed.py"]),
    "growth": ("Growth with the number of empty points", ["growth.py"]),
    "minimal": ("Small certificates", ["minimal.py", "canonical"]),
    "locales": ("Locales of whole boards", ["locales.py"]),
    "hunts": ("Hunts for disagreements", ["hunts.py"]),
    "overshoot": ("What outlasts its limit", ["overshoot.py", "--jobs", "2"]),
    "tables": ("Tables of the atlas", ["board_tables.py"]),
}


def main() -> None:
    """Run the parts that are asked for, or all."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__, formatter_class=formatter)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"one or more of {', '.join(PARTS)}")
    parser.add_argument(
        "--tsumego", metavar="FOLDER", help="where tsumego.js was installed; for enclosed problems"
    )
    options = parser.parse_args()
    unknown = [part for part in options.parts if part not in PARTS]
    if unknown:
        parser.error(f"unknown part {unknown[0]!r}: use one of {', '.join(PARTS)}")
    environment = dict(os.environ)
    if options.tsumego:
        environment["TSUMEGO_JS"] = options.tsumego
    print(f"Machine: {machine()}.", flush=True)
    failed = []
    for part in options.parts or PARTS:
        title, command = PARTS[part]
        print(f"\n## {title}\n", flush=True)
        begun = time.perf_counter()
        script = [sys.executable, str(HERE / command[0]), *command[1:]]
        if subprocess.run(script, env=environment, check=False).returncode:
            failed.append(part)
        print(f"\n({part}: {time.perf_counter() - begun:.0f} s)", flush=True)
    if failed:
        raise SystemExit(f"these parts failed: {', '.join(failed)}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
