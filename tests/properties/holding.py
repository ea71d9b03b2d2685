"""Proofs that an owner holds a new stone, in windows that may leave out the unit."""

import random
from collections.abc import Iterator

from second import random_position, random_rules

from verifier.errors import InputError
from verifier.play import MemoryArena
from verifier.proof import Certificate, Claim, Verdict
from verifier.proof.scope import arena_of
from verifier.search import Limits
from verifier.search.windows.window import in_window, prove_in_window

__all__ = ["certificates_of_stones_held"]


def certificates_of_stones_held(rng: random.Random) -> Iterator[Certificate]:
    """Certificates of units of random boards that live by a new stone; most say nothing of the unit."""
    while True:
        rules = random_rules(rng)
        position = random_position(rng)
        unit = rng.choice(list(position.units()))
        try:
            arena = arena_of(Certificate(Claim(position, unit, rules, Verdict.ALIVE), ()))
        except InputError:
            continue
        if not (in_window(rules) and isinstance(arena, MemoryArena) and arena.enabling and arena.locale):
            continue
        area = arena.locale if rng.random() < 0.2 else arena.locale & ~unit
        if rng.random() < 0.5:
            area &= rng.getrandbits(25) | rng.getrandbits(25)
        outcome = prove_in_window(arena, arena.owner, area, Limits(nodes=5000, seconds=1e9), held=True)
        if outcome.certificate is not None:
            yield outcome.certificate
