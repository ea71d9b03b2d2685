"""Where a new stone counts "nearby": local-2 of a unit, worked out from proofs about its owner's other units.

Local-2 is what can be reached from the unit without crossing a unit of the same side that is
uncapturable, or leaves a new stone on its own points when it is captured. Whether a unit is one of
these is itself a verdict. The more of them, the smaller the scope, and the worse for the owner. So a
proof of death stops only at units that are proved to be of this kind, and a proof of life at all but
those that are proved not to be.
"""

from collections.abc import Callable

from verifier.board import Mask, Position
from verifier.board.walls import locale_of
from verifier.errors import CertificateError
from verifier.play import scoped
from verifier.proof.certificate import Certificate, Verdict
from verifier.rules import Ruleset

__all__ = ["check_scope", "nearby", "scope_of", "support_rules", "supporters"]


def support_rules(ruleset: Ruleset) -> Ruleset:
    """Return the ruleset under which the other units of the owner are judged."""
    return ruleset.with_values(dead_means="no new stone on its points")


def supporters(position: Position, unit: Mask, ruleset: Ruleset) -> list[Mask]:
    """Return the other units of the owner in the locale of *unit*, which may be several chains."""
    locale = locale_of(position, unit, ruleset["walls"])
    stones = position.black if unit & position.black else position.white
    return [other for other in position.units() if not other & unit and other & locale & stones]


def nearby(position: Position, unit: Mask, ruleset: Ruleset, stops: Mask) -> Mask:
    """Return the points of the locale that are connected to *unit* without crossing *stops*."""
    locale = locale_of(position, unit, ruleset["walls"])
    return position.grid.flood(unit, locale & ~stops) if locale else 0


def scope_of(certificate: Certificate) -> Mask | None:
    """Return where a new stone counts as far as the supports say, without checking them."""
    claim = certificate.claim
    if not scoped(claim.ruleset):
        return None
    proved: dict[Mask, Verdict] = {item.claim.unit: item.claim.verdict for item in certificate.supports}
    doubt = Verdict.DEAD if claim.verdict is Verdict.DEAD else Verdict.ALIVE
    stops = sum(
        other
        for other in supporters(claim.position, claim.unit, claim.ruleset)
        if proved.get(other, doubt) is Verdict.ALIVE
    )
    return nearby(claim.position, claim.unit, claim.ruleset, stops)


def check_scope(certificate: Certificate, check: Callable[[Certificate], object]) -> Mask | None:
    """Check the supports of *certificate*; return where a new stone counts, None where that is no question.

    Raises:
        CertificateError: a support proves nothing, or something else than it is needed for.
    """
    claim, rules = certificate.claim, None
    if scoped(claim.ruleset):
        rules = support_rules(claim.ruleset)
    if rules is None and certificate.supports:
        raise CertificateError("this game needs no proofs about other units")
    for item in certificate.supports:
        if item.claim.position != claim.position or item.claim.ruleset != rules or item.supports:
            raise CertificateError("a support is about another position or other rules")
        check(item)
    if len({item.claim.unit for item in certificate.supports}) != len(certificate.supports):
        raise CertificateError("two supports are about the same unit")
    return scope_of(certificate)
