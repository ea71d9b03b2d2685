"""Where a new stone counts "nearby": local-2 of a unit, worked out from proofs about its owner's other units.

Local-2 is what can be reached from the unit without crossing a unit of the same side that is
uncapturable, or leaves a new stone on its own points when it is captured. Whether a unit is one of
these is itself a verdict. The more of them, the smaller the scope, and the worse for the owner. So a
proof of death stops only at units that are proved to be of this kind, and a proof of life at all but
those that are proved not to be.

Inside, the scope ends at chains of the attacker as well, if no stone of them is ever taken in the play at
hand. A proof of death names the chains that it never loses and stops at them; a proof of life stops at all
chains of the attacker, since more than these never stand.
"""

from collections.abc import Callable

from verifier.board import Mask, Position
from verifier.board.walls import locale_of
from verifier.errors import CertificateError
from verifier.play import Arena, scoped
from verifier.proof.certificate import Certificate, Patterns, Places, Verdict
from verifier.rules import Ruleset
from verifier.rules.axes import INSIDE

__all__ = ["arena_of", "attackers_around", "check_scope", "nearby", "scope_of", "support_rules", "supporters"]


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
    position = claim.position
    stops = sum(
        other
        for other in supporters(position, claim.unit, claim.ruleset)
        if proved.get(other, doubt) is Verdict.ALIVE
    )
    if claim.ruleset["dead_means"] == INSIDE:
        dead = claim.verdict is Verdict.DEAD
        stops |= certificate.standing if dead else _attacking(position, claim.unit)
    return nearby(position, claim.unit, claim.ruleset, stops)


def _attacking(position: Position, unit: Mask) -> Mask:
    """All stones of the side that attacks *unit*."""
    return position.white if unit & position.black else position.black


def attackers_around(
    position: Position, unit: Mask, ruleset: Ruleset, lost: Mask = 0, stops: Mask = 0
) -> Mask:
    """Return the chains of the attacker between *unit* and the rest of the board that are not *lost*.

    The scope ends at *stops* in any case. Those within what they surround are left out: nothing lies behind
    them.
    """
    locale = locale_of(position, unit, ruleset["walls"])
    attacking = _attacking(position, unit) & locale & ~lost
    inside = position.grid.flood(unit, locale & ~(attacking | stops)) if locale else 0
    dilate = position.grid.dilate
    around = (chain for chain in position.grid.components(attacking) if chain & dilate(inside))
    return sum(chain for chain in around if dilate(chain) & ~(chain | inside))


def arena_of(certificate: Certificate) -> Arena:
    """Return the game that a certificate is about, as far as its supports say, without checking them.

    Raises:
        InputError: see :func:`verifier.play.arena_for`.
    """
    return certificate.claim.arena(scope_of(certificate), certificate.standing)


def check_scope(certificate: Certificate, check: Callable[[Certificate], object]) -> Mask | None:
    """Check the supports of *certificate*; return where a new stone counts, None where that is no question.

    Raises:
        CertificateError: a support proves nothing, or something else than it is needed for; or chains are
            said to stand where that is no question, or are none of the attacker's.
    """
    claim, rules = certificate.claim, None
    if certificate.standing:
        _check_standing(certificate)
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


def _check_standing(certificate: Certificate) -> None:
    """Only a proof of death by patterns may name chains that it never loses (docs/games.md, section 2)."""
    claim, standing = certificate.claim, certificate.standing
    if claim.ruleset["dead_means"] != INSIDE or claim.verdict is not Verdict.DEAD:
        raise CertificateError("chains are said to stand where the claim has no use for that")
    if any(not isinstance(item, Patterns | Places) for item in certificate.evidence):
        raise CertificateError("only a proof by patterns says that chains stand")
    stones = _attacking(claim.position, claim.unit)
    locale = locale_of(claim.position, claim.unit, claim.ruleset["walls"])
    if standing & ~(stones & locale) or claim.position.grid.flood(standing, stones) != standing:
        raise CertificateError("what is said to stand are not chains of the attacker in the locale")
