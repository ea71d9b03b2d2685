"""Proofs about units that were found under some reading, to be tried on others.

Large ones are left in the store and read when they are tried, as some have some hundred thousand patterns.
"""

import dataclasses
import functools
import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

from verifier.adjudicate.question import Question
from verifier.board import Mask
from verifier.jobs.cases.case import Case
from verifier.jobs.compare.cache import Known, VerdictCache
from verifier.jobs.readings.harder import harder
from verifier.play import remembers
from verifier.proof import (
    Certificate,
    Evidence,
    Patterns,
    Places,
    Refutation,
    Stages,
    Strategy,
    Verdict,
)
from verifier.rules import Ruleset
from verifier.rules.axes import ENABLING, PLAYED
from verifier.search import Limits
from verifier.search.windows.stages import PlaceShape

__all__ = ["NOTHING", "CaseUnit", "Found", "Proofs"]

NOTHING = Limits(nodes=0, seconds=0.0, memory_mib=0)
"""The limits of who asks for what was proved, not for what was tried."""

CaseUnit: TypeAlias = tuple[str, Mask]
"""Case id and unit."""


_LARGE = 10_000
"""The states or patterns from which on a proof is left in the store."""


class Found(NamedTuple):
    """A proof that may serve a unit."""

    unit: Mask
    """The unit that it was found for."""
    number: int
    """Its number among the proofs for that unit."""
    ruleset: Ruleset
    """The rules that it was found under."""
    size: int
    """Its states or patterns."""
    clears: bool
    """Whether an attacker clears all points where a new stone would count."""
    read: Callable[[], Certificate | None]
    """Returns it, about that unit; None if the store has lost it."""

    def proof_of(self, unit: Mask) -> Certificate | None:
        """The proof, as one about *unit*; None if the store has lost it."""
        proof = self.read()
        if proof is None or unit == self.unit:
            return proof
        return dataclasses.replace(proof, claim=dataclasses.replace(proof.claim, unit=unit))


class Proofs:
    """The proofs about units of some cases under the *games* of a product and under harder rules."""

    def __init__(self, games: Iterable[Ruleset], store: VerdictCache) -> None:
        self.version = 0
        """Grows with every proof, and with all rules under which there may be some."""
        self._store = store
        self._rules: dict[str, Ruleset] = {}
        self._proofs: defaultdict[CaseUnit, list[Found]] = defaultdict(list)
        self._moves: set[tuple[Hashable, ...]] = set()
        self._unread: defaultdict[CaseUnit, dict[str, int]] = defaultdict(dict)
        """The sizes of what is left in the store, by digest of play."""
        self._looked: Counter[CaseUnit] = Counter()
        """For so many of the rulesets this was looked up."""
        for ruleset in games:
            self.add_rules(ruleset)
            for _, strict in harder(ruleset):
                self.add_rules(strict)

    def add_rules(self, ruleset: Ruleset) -> None:
        """Look for proofs under these rules too."""
        if ruleset.play_digest not in self._rules:
            self._rules[ruleset.play_digest] = ruleset
            self.version += 1

    def keep(self, place: CaseUnit, known: Known) -> None:
        """Keep a proof to be tried on other readings, unless one with the same moves is there."""
        proof = known.certificate
        if proof is None:
            return
        moves = place, *(_moves(item) for item in proof.evidence)
        if moves not in self._moves:
            self._moves.add(moves)
            proofs, size = self._proofs[place], _size_of(proof)
            read = known.read if known.read and size >= _LARGE else functools.partial(_same, proof)
            proofs.append(Found(place[1], len(proofs), proof.claim.ruleset, size, _clears(proof), read))
            self.version += 1

    def near(self, case: Case, unit: Mask, ruleset: Ruleset, largest: int) -> list[Found]:
        """Proofs about a unit; and of the death of others of its side, which are cleared off the same points.

        None of more than *largest* states or patterns. First those under rules most like *ruleset*, as a
        refused proof takes time too, and of these the ones that are soon checked.
        """

        def distance(item: Found) -> tuple[int, int]:
            return sum(item.ruleset[axis] != ruleset[axis] for axis in PLAYED), item.size

        found = (item for item in self._about(case, unit, largest) if item.size <= largest)
        return sorted(found, key=distance)

    def _about(self, case: Case, unit: Mask, largest: int) -> Iterator[Found]:
        stones = case.position.black if unit & case.position.black else case.position.white
        for other in (unit, *(one for one in case.units if one & stones and one != unit)):
            self._read(case, other, largest)
            yield from (found for found in self._proofs[case.id, other] if other == unit or found.clears)

    def _read(self, case: Case, unit: Mask, largest: int) -> None:
        """Take from the store what it has about a unit and is not too large."""
        place = case.id, unit
        unread = self._unread[place]
        for digest, ruleset in itertools.islice(self._rules.items(), self._looked[place], None):
            size = self._store.size(Question(case.position, unit, ruleset, NOTHING))
            if size is not None:
                unread[digest] = size
        self._looked[place] = len(self._rules)
        for digest, size in list(unread.items()):
            if size > largest and remembers(self._rules[digest]):
                continue  # only where states remember nothing there are formulas, whose size says little
            del unread[digest]
            question = Question(case.position, unit, self._rules[digest], NOTHING)
            known = self._store.brief(question) or self._store.get(question)
            if known is not None:
                self.keep(place, known)


def _same(proof: Certificate) -> Certificate:
    return proof


def _size_of(proof: Certificate) -> int:
    """States or patterns of a proof; formulas are checked in no time."""
    return sum(len(item.nodes) for item in proof.evidence if not isinstance(item, Refutation))


def _moves(item: Evidence) -> Hashable:
    """What a side does, without the measure."""
    if isinstance(item, Patterns):
        moves = hash(tuple((node.pattern, node.move) for node in item.nodes))
        return item.side, item.holds, item.named, moves
    if isinstance(item, Strategy):
        return item.side, hash(frozenset((state, node.move) for state, node in item.nodes.items()))
    if isinstance(item, Places | Stages):
        begun = _moves(item.opening) if isinstance(item, Stages) else None
        return begun, tuple((PlaceShape.of(place), _moves(place.evidence)) for place in item.places)
    return id(item)


def _clears(proof: Certificate) -> bool:
    """Whether it shows that an attacker clears all points where a new stone would count."""
    patterns = all(isinstance(item, Patterns | Places | Stages) for item in proof.evidence)
    return patterns and proof.claim.verdict is Verdict.DEAD and proof.claim.ruleset["dead_means"] in ENABLING
