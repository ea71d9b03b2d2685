"""Chains as a certificate names them: by their first points."""

from typing import Any

from verifier.board import Mask, Position, unit_name
from verifier.errors import CertificateError
from verifier.proof.strict import listed, point_of

__all__ = ["chains_from_json", "chains_to_json"]


def chains_to_json(position: Position, stones: Mask) -> list[str]:
    """Return the first point of each of the chains of *stones*, in the order of the rows."""
    return [unit_name(position, chain) for chain in position.chains_among(stones)]


def chains_from_json(position: Position, names: Any) -> Mask:
    """Return the stones of the chains with these points.

    Raises:
        CertificateError: a name is no point of a chain, or two are of one chain.
    """
    stones = 0
    for name in listed(names, "the chains"):
        chain = position.chain_at(point_of(name, position.rows, position.cols))
        if not chain or chain & stones:
            raise CertificateError(f"{name} names no chain, or one that has been named before")
        stones |= chain
    return stones
