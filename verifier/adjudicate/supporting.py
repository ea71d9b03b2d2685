"""Proofs of life on a board, as far as they say how far "nearby" reaches for other units of the same side."""

from verifier.adjudicate.question import UnitVerdict
from verifier.board import Mask, Position
from verifier.errors import CertificateError, InputError
from verifier.play import scoped
from verifier.proof import Certificate, Claim, Patterns, Verdict, check
from verifier.proof.scope import scope_of, support_rules, supporters
from verifier.rules import Ruleset
from verifier.search import Status

__all__ = ["Supporting"]


class Supporting:
    """The units of a position that are proved to stop the scopes of others (docs/games.md, section 3)."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self._known: dict[Mask, Certificate] = {}
        self.missing: dict[Mask, Ruleset] = {}
        """Units that live, but were not proved to where new stones count on their own points only, and the
        ruleset under which that is to be proved."""

    def add(self, verdict: UnitVerdict) -> None:
        """Remember a unit that lives, if its proof shows that it does wherever new stones count."""
        found, rules = verdict.certificate, verdict.question.ruleset
        if verdict.status is not Status.ALIVE or found is None:
            return
        if self.missing.get(verdict.unit) == rules:
            del self.missing[verdict.unit]
            self._known[verdict.unit] = found
        if not scoped(rules) or not found.evidence:
            return
        claim = Claim(self.position, verdict.unit, support_rules(rules), Verdict.ALIVE)
        try:
            if all(isinstance(item, Patterns) for item in found.evidence):
                support = Certificate(claim, found.evidence)
                check(support)
                self._known[verdict.unit] = support
                self.missing.pop(verdict.unit, None)
                return
        except (CertificateError, InputError):
            pass  # it holds a stone that counts nearby only
        self.missing[verdict.unit] = claim.ruleset

    def of(self, claim: Claim) -> tuple[Certificate, ...]:
        """Return proofs about the other units at which the scope of a death ends."""
        if claim.verdict is not Verdict.DEAD or not scoped(claim.ruleset):
            return ()
        others, rules = supporters(self.position, claim.unit, claim.ruleset), support_rules(claim.ruleset)
        usable = tuple(
            one for unit, one in self._known.items() if unit in others and one.claim.ruleset == rules
        )
        scope = scope_of(Certificate(claim, (), supports=usable))
        assert scope is not None, "the ruleset asks where new stones count"
        near = self.position.grid.dilate(scope)
        return tuple(one for one in usable if one.claim.unit & near)
