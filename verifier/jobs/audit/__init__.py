"""Auditing what players agreed on at the end of a game: dead stones, territory, result."""

from verifier.jobs.audit.audit import ChainFinding, Finding, GameAudit
from verifier.jobs.audit.auditing import audit_game
from verifier.jobs.audit.claims import Adjudication, adjudication, stated_dead
from verifier.jobs.audit.count import GameCount, count_game
from verifier.jobs.audit.named_rules import ruleset_asked, ruleset_for, ruleset_named
from verifier.jobs.audit.result import Ending, Stated, parse_result
from verifier.jobs.audit.writing import annotated

__all__ = [
    "Adjudication",
    "ChainFinding",
    "Ending",
    "Finding",
    "GameAudit",
    "GameCount",
    "Stated",
    "adjudication",
    "annotated",
    "audit_game",
    "count_game",
    "parse_result",
    "ruleset_asked",
    "ruleset_for",
    "ruleset_named",
    "stated_dead",
]
