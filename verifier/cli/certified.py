"""What ``shikatsu-certify`` says of a certificate: a second opinion, by a checker that is itself proved.

The program is made in ``formal/`` (docs/trust.md). It is run on the same file, and its answer compared.
"""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Literal

from verifier.errors import InputError

__all__ = ["ENVIRONMENT", "Certified", "agreement", "certified", "find_program"]

ENVIRONMENT = "SHIKATSU_CERTIFY"
"""Names the program, if it is not on the path."""
_NAME = "shikatsu-certify"

Certified = Literal["accepted", "refused", "not proved yet", "unreadable"]

_SAID: dict[int, tuple[Certified, str]] = {
    0: ("accepted", "proved: "),
    1: ("refused", "refused: "),
    2: ("unreadable", "cannot be read: "),
    3: ("not proved yet", "not proved yet: "),
}
"""By the exit code: the judgement, and how the line with the reason begins."""


def find_program(asked: str) -> str:
    """Return the path of the proved checker: *asked* for, or named by the environment, or on the path.

    Raises:
        InputError: there is none.
    """
    name = asked or os.environ.get(ENVIRONMENT, "") or _NAME
    found = shutil.which(name)
    if found is None:
        raise InputError(
            f"--certified: no program {name!r}; 'make formal' in a checkout builds it as"
            f" formal/build/{_NAME}, and --certifier PROGRAM or {ENVIRONMENT} says where it is"
        )
    return found


def certified(program: str, file: str) -> tuple[Certified, str]:
    """Return what *program* says of *file*, and why if it does not accept it.

    Raises:
        InputError: the program cannot be run, or does not answer as it should.
    """
    path = str(Path(file).absolute())  # so that no file is taken for an option
    try:
        done = subprocess.run([program, path], capture_output=True, text=True, errors="replace", check=False)
    except OSError as error:
        raise InputError(f"--certified: {program} cannot be run: {error.strerror}") from None
    first = done.stdout.split("\n", 1)[0]
    judgement, beginning = _SAID.get(done.returncode, ("unreadable", "?"))
    if not first.startswith(beginning):
        raise InputError(f"--certified: {program} gave no judgement on {file} (exit code {done.returncode})")
    if judgement == "accepted":
        return judgement, ""
    return judgement, first.removeprefix(beginning).removeprefix(f"{path}: ")


def agreement(accepted: bool, judgement: Certified, reason: str) -> tuple[str, bool]:
    """Return a line about both judgements, and whether one checker accepts what the other refuses."""
    if accepted != (judgement == "accepted"):
        if judgement == "not proved yet":
            return f"not proved yet by the proved checker: {reason}", False
        if accepted:
            return f"DISAGREEMENT: the proved checker refuses it: {reason}", True
        return "DISAGREEMENT: the proved checker accepts it", True
    return ("accepted by both checkers" if accepted else f"the proved checker: {judgement}"), False
