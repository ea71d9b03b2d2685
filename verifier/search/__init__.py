"""Provers: they return candidate certificates and do not vouch for them."""

from verifier.search.outcome import Limits, Outcome, Status
from verifier.search.provers import PROVERS, available_provers, prove
from verifier.search.windows.keeps import find_keeps, keeps_for

__all__ = ["PROVERS", "Limits", "Outcome", "Status", "available_provers", "find_keeps", "keeps_for", "prove"]
