"""Turns certificates into ones that list states, for shikatsu-certify.

    python formal/state_certificates.py [--most STATES] FOLDER FILE...     writes FOLDER/NAME for each FILE
    python formal/state_certificates.py [--most STATES] FOLDER canonical   the same for the canonical units
    python formal/state_certificates.py [--most STATES] FOLDER random COUNT SEED
        the same for random units, also several together, under random rulesets without memory
    python formal/state_certificates.py --as-written FOLDER remembering COUNT SEED
        the same under random rulesets of games that remember

Patterns are unfolded, but with --as-written. Nothing here is trusted: both checkers look at what comes out.
One line is printed for each file: how many states it has, or why there is none.
"""

import argparse
import dataclasses
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from compare_game import diagram, remembering_rulesets, rulesets

from verifier.board import Colour
from verifier.errors import ShikatsuError
from verifier.jobs.cases.case import CANONICAL_CASES, load_case
from verifier.play import PASS, Arena, State
from verifier.proof import (
    Certificate,
    Claim,
    Refutation,
    Strategy,
    Verdict,
    check,
    read_certificate,
    write_certificate,
)
from verifier.proof.scope import arena_of
from verifier.proof.unfold import Unfolded
from verifier.rules import Ruleset, load_ruleset
from verifier.search import Limits, prove
from verifier.search.measures import LosingCycle, UnclosedError, close, measure


class NoStatesError(Exception):
    """Why a certificate cannot be turned into one that lists all states."""


def strategy(certificate: Certificate, number: int, most: int) -> Strategy:
    """The strategy that evidence of a certificate is short for, with every state that play can reach.

    Raises:
        NoStatesError: it has more than *most* states of its side, or is no strategy.
    """
    claim, evidence = certificate.claim, certificate.evidence[number]
    if isinstance(evidence, Refutation):
        raise NoStatesError("a refutation")
    arena = claim.arena()
    if type(arena) is not Arena:
        raise NoStatesError("a game that remembers")
    found: Callable[[State], object]
    found = evidence.nodes.get if isinstance(evidence, Strategy) else Unfolded(arena, evidence).node
    seen = 0

    def choose(state: State) -> int | None:
        nonlocal seen
        seen += 1
        if seen > most:
            raise NoStatesError(f"more than {most} states of the winner")
        node = found(state)
        if node is not None:
            return node.move
        return PASS

    try:
        made = measure(close(arena, evidence.side, choose, evidence.draw_wins))
    except UnclosedError as error:
        raise NoStatesError(f"not closed: {error}") from None
    if isinstance(made, LosingCycle):
        raise NoStatesError("a cycle is lost")
    return made


def all_states(certificate: Certificate, most: int) -> Certificate:
    """The certificate of the same claim that lists all states."""
    if certificate.keeps:
        raise NoStatesError("walls by proof")
    numbers = range(len(certificate.evidence))
    made = tuple(strategy(certificate, number, most) for number in numbers)
    return dataclasses.replace(certificate, evidence=made)


def canonical() -> Iterator[tuple[str, Certificate | None]]:
    """The canonical units with their certificates."""
    ruleset = load_ruleset("proposal2012")
    for identifier in CANONICAL_CASES:
        case = load_case(identifier)
        for unit in case.position.units():
            row, col = divmod((unit & -unit).bit_length() - 1, case.position.cols)
            outcome = prove(Arena(case.position, unit, ruleset), limits=Limits(nodes=600_000))
            yield f"{identifier}-r{row + 1}c{col + 1}.json", outcome.certificate


def at_random(count: int, seed: int, rules: list[Ruleset]) -> Iterator[tuple[str, Certificate | None]]:
    """Random units with their certificates, where they are found at once."""
    rng, made = random.Random(seed), 0
    while made < count:
        position, ruleset = diagram(rng), rng.choice(rules)
        if position.rows * position.cols > 25 or next(position.breathless(), None) is not None:
            continue
        colour = rng.choice(tuple(Colour))
        chains = [chain for chain in position.chains(colour) if not chain & position.assumed(colour)]
        if not chains:
            continue
        unit = sum(rng.sample(chains, min(len(chains), rng.choice((1, 1, 2)))))
        made += 1
        # Without proofs about other units, which may say where new stones count.
        arena = arena_of(Certificate(Claim(position, unit, ruleset, Verdict.ALIVE), ()))
        outcome = prove(arena, limits=Limits(nodes=2_000))
        yield f"random-{seed}-{made}.json", outcome.certificate


def main() -> int:
    parser = argparse.ArgumentParser(description="certificates that list states")
    parser.add_argument("--most", type=int, default=20_000)
    parser.add_argument("--as-written", action="store_true", help="leave patterns as the provers write them")
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="+")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.files[0] in ("random", "remembering"):
        rules = rulesets() if asked.files[0] == "random" else remembering_rulesets()
        given = at_random(int(asked.files[1]), int(asked.files[2]), rules)
    elif asked.files == ["canonical"]:
        given = canonical()
    else:
        given = ((Path(name).name, read_certificate(name)) for name in asked.files)
    for name, certificate in given:
        try:
            if certificate is None:
                raise NoStatesError("not proved within the limits")
            made = certificate if asked.as_written else all_states(certificate, asked.most)
            report = check(made)
            write_certificate(made, asked.folder / name, force=True)
            print(f"{name}: {report.states} states, {report.moves} moves", flush=True)
        except (NoStatesError, ShikatsuError) as error:
            print(f"{name}: none: {error}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
