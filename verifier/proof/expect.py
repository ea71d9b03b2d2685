"""What a certificate is expected to prove: a valid proof of another claim is no proof."""

import dataclasses
from collections.abc import Sequence

from verifier.board import Mask, Position, unit_name
from verifier.proof import Claim, Verdict
from verifier.rules import AXES, Ruleset

__all__ = ["Expectation", "difference"]


@dataclasses.dataclass(frozen=True, slots=True)
class Expectation:
    """A unit of a position, or units together, and the verdict it should have."""

    text: str
    """As it was asked for."""
    position: Position
    unit: Mask
    verdict: Verdict


def difference(claim: Claim, expectations: Sequence[Expectation], ruleset: Ruleset | None = None) -> str:
    """Return in what *claim* is not what was asked for; empty if it is.

    The claim must be one of the *expectations*, if there are any, and its ruleset must have the values
    of *ruleset*, if one is given. Without either, every claim will do.
    """
    if ruleset is not None and claim.ruleset != ruleset:
        if edition := ruleset.edition(claim.ruleset):
            now = ", ".join(f"{axis} = {ruleset[axis]!r}" for axis, _ in edition.was)
            return (
                f"proves the claim for values that {ruleset.id} had in an earlier version ({edition});"
                f" in version {ruleset.version} {now}"
            )
        axis = next(name for name in AXES if claim.ruleset[name] != ruleset[name])
        return (
            f"proves a claim under other rules: {axis} = {claim.ruleset[axis]!r} where"
            f" {ruleset.id} has {ruleset[axis]!r}"
        )
    if not expectations:
        return ""
    faults = [_fault(claim, wanted) for wanted in expectations]
    return "" if "" in faults else "; ".join(faults)


def _fault(claim: Claim, wanted: Expectation) -> str:
    if claim.position != wanted.position:
        return f"expected {wanted.text}, but it is about another position"
    if claim.unit != wanted.unit:
        where = unit_name(claim.position, claim.unit)
        what = "the unit at" if len(claim.chains) == 1 else "the units together at"
        return f"expected {wanted.text}, but it is about {what} {where}"
    if claim.verdict is not wanted.verdict:
        which = "the unit is" if len(claim.chains) == 1 else "the units together are"
        return f"expected {wanted.text}, but it proves that {which} {claim.verdict.value}"
    return ""
