"""The native prover: the C++ kernel behind the same interface as the others.

The kernel sees a locale as numbered points. This package translates, and turns the kernel's packed strategy
into a candidate certificate. Where the kernel is not built, :func:`available` is false.
"""

from verifier.search.native.begun import BEGUN_FROM, Begun
from verifier.search.native.dense import DenseTable
from verifier.search.native.frame import available
from verifier.search.native.plain import Further, PlainSearches
from verifier.search.native.prove import RELAXATION_NODES, prove_native
from verifier.search.native.samples import (
    examples_native,
    examples_of_plays,
    explore_native,
    plays_compared,
    plays_seen,
    promise_native,
)

__all__ = [
    "BEGUN_FROM",
    "RELAXATION_NODES",
    "Begun",
    "DenseTable",
    "Further",
    "PlainSearches",
    "available",
    "examples_native",
    "examples_of_plays",
    "explore_native",
    "plays_compared",
    "plays_seen",
    "promise_native",
    "prove_native",
]
