"""``python tests/fuzz/bounded.py TARGET``: the hostile files of a target, with little memory and counted work.

Prints a line for each that breaks a bound or the target, and one with what the others took; 1 if there is any.
"""

import sys

import fuzz_targets
from bounding import limit_memory, limited_calls
from hostile import hostile

MEMORY = 256
"""MiB of address space for reading one file of at most 10 kB."""
CALLS = 12_000_000
"""Calls of functions in reading and checking it."""


def main() -> int:
    """Run all of them."""
    target = fuzz_targets.TARGETS[sys.argv[1]]
    files = hostile(sys.argv[1])
    most, faults = (0, ""), 0
    limit_memory(MEMORY)
    with fuzz_targets.empty_folder():
        for name, data in files:
            try:
                with limited_calls(CALLS) as calls:
                    target.run(data)
            except BaseException as error:
                faults += 1
                print(f"{name}: {type(error).__name__}: {str(error)[:200]}")
            most = max(most, (calls[0], name))
    print(f"{len(files)} files, at most {most[0]:,} calls ({most[1]}), {faults} faults")
    return int(bool(faults))


if __name__ == "__main__":
    raise SystemExit(main())
