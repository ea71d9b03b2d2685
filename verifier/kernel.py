"""The native kernel, if it was built for this Python and belongs to this version of the package."""

import functools
import importlib
from typing import Any

from verifier.errors import InputError

__all__ = ["load_kernel", "require_kernel"]

_ABI = 36
"""What :mod:`verifier` and the kernel agree on; an old build is not used."""


@functools.cache
def load_kernel() -> Any:
    """Return the module of the kernel; None where there is none of this version."""
    try:
        module = importlib.import_module("verifier._native._kernel")
    except ImportError:
        return None
    return module if getattr(module, "ABI", None) == _ABI else None


def require_kernel(without: str = "the native prover is not built here") -> None:
    """Refuse to go on without the kernel; *without* is what to say then.

    Raises:
        InputError: it is not there.
    """
    if load_kernel() is None:
        raise InputError(without)
