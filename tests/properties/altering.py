"""What an altered certificate of an ending may still do."""

from verifier.errors import CertificateError
from verifier.proof.endings.checker import EndingCertificate, check_ending
from verifier.search.endings.solve import solve_threshold


def proves_what_is_true(wrong: EndingCertificate) -> bool:
    """False if the checker refuses the certificate; if it accepts it, the solver must agree with its claim."""
    try:
        check_ending(wrong)
    except CertificateError:
        return False
    claim = wrong.claim
    truth = solve_threshold(claim.setup, claim.rules, claim.at_least, moves=claim.moves, proof=False)
    assert truth.side is claim.side
    return True
