"""What searches of the whole game say of claims of death, also of those in altered certificates."""

import random
from collections import Counter
from collections.abc import Sequence

from dividing import game_of
from second_altering import altered_text

from verifier.errors import CertificateError, InputError
from verifier.proof import check
from verifier.proof.certificate import Certificate, Claim, Verdict
from verifier.proof.store import parse_certificate
from verifier.search import Limits, Status, prove

__all__ = ["altered_and_searched", "searched"]


def searched(claim: Claim, nodes: int) -> Status:
    """The status of the unit if the owner is to live, by a search of the whole game with so many states."""
    alive = game_of(claim.position, claim.unit, claim.ruleset, verdict=Verdict.ALIVE)
    assert alive is not None, claim
    return prove(alive, limits=Limits(nodes=nodes, seconds=1e9), prover="native").status


def altered_and_searched(rng: random.Random, pool: Sequence[Certificate], count: int) -> Counter[object]:
    """Of so many altered proofs, those that the checker accepts, by what a whole search says of their claims."""
    found: Counter[object] = Counter()
    while found.total() < count:
        text = altered_text(rng, rng.choice(pool))
        if text is None:
            continue
        try:
            certificate = parse_certificate(text, "it")
            check(certificate)
        except (CertificateError, InputError):
            found["refused"] += 1
            continue
        assert certificate.claim.verdict is Verdict.DEAD, text
        status = searched(certificate.claim, 20_000)
        assert status is not Status.ALIVE, text
        found[status] += 1
    return found
