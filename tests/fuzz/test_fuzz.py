"""Inputs that once broke a parser stay fixed, and some thousands of mutations find nothing new.

``python -m tests.fuzz`` goes on for as long as one likes.
"""

import random

import pytest
from fuzz_mutations import mutant
from fuzz_targets import TARGETS, empty_folder, kept

NUMBERS = {"certificate": 150, "ending": 150, "gtp": 60, "case": 100}
"""Mutations in the ordinary suite, where 300 take too long."""


@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_survives_its_seeds_what_was_found_and_mutations(name):
    target = TARGETS[name]
    seeds = [*target.seeds(), *(path.read_bytes() for path in kept(name))]
    assert seeds
    chance = random.Random(20)
    inputs = [*seeds, *(mutant(chance, seeds, target.words) for _ in range(NUMBERS.get(name, 300)))]
    assert len(set(inputs)) > len(set(seeds)) + 20

    with empty_folder():
        for data in inputs:
            try:
                target.run(data)
            except BaseException as error:
                raise AssertionError(f"{name}: {type(error).__name__}: {error}: {data[:2000]!r}") from error
