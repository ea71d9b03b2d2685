"""Shikatsu: proves which stones are dead or alive under a given ruleset of Go.

The names below are imported when they are first used, so that the checker runs without the provers.
"""

from typing import TYPE_CHECKING

from verifier.lazy import lazy_names

if TYPE_CHECKING:
    from verifier.api import (
        BothWays,
        Decomposition,
        Filling,
        GameAudit,
        GameCount,
        Hunt,
        Judgement,
        Settlement,
        UnitVerdict,
        audit,
        decompose,
        fill_in_turn,
        hunt,
        hunt_space,
        judge,
        ko_kind,
        score,
        settlement,
        unsettled,
    )
    from verifier.api_atlas import Atlas
    from verifier.api_play import (
        AxiomAudit,
        Claims,
        PlayedOut,
        Setup,
        Solution,
        audit_axioms,
        play_out,
        solve,
    )
    from verifier.board import BLACK, WHITE, Colour, Position, parse_vertex, vertex
    from verifier.errors import CertificateError, InputError, Interrupted, ShikatsuError
    from verifier.jobs.cases.case import Case, case_ids, load_case
    from verifier.jobs.explain.argue import Argument, Dispute, argue
    from verifier.jobs.explain.explanation import Explanation, Fight, explain
    from verifier.jobs.explain.ko_kind import KoKind
    from verifier.notation import Diagram, parse_diagram, parse_sgf, print_diagram
    from verifier.play import Arena, arena_for
    from verifier.proof import (
        Certificate,
        CheckReport,
        Claim,
        Verdict,
        check,
        read_certificate,
        write_certificate,
    )
    from verifier.rules import (
        PlayRules,
        Ruleset,
        builtin_names,
        judging_names,
        load_play_rules,
        load_ruleset,
        play_names,
    )
    from verifier.search import Limits, Outcome, Status, available_provers, prove
    from verifier.search.minimise.minimise import Minimised, minimise

from verifier.version import __version__ as __version__

__all__ = [
    "BLACK",
    "WHITE",
    "Arena",
    "Argument",
    "Atlas",
    "AxiomAudit",
    "BothWays",
    "Case",
    "Certificate",
    "CertificateError",
    "CheckReport",
    "Claim",
    "Claims",
    "Colour",
    "Decomposition",
    "Diagram",
    "Dispute",
    "Explanation",
    "Fight",
    "Filling",
    "GameAudit",
    "GameCount",
    "Hunt",
    "InputError",
    "Interrupted",
    "Judgement",
    "KoKind",
    "Limits",
    "Minimised",
    "Outcome",
    "PlayRules",
    "PlayedOut",
    "Position",
    "Ruleset",
    "Settlement",
    "Setup",
    "ShikatsuError",
    "Solution",
    "Status",
    "UnitVerdict",
    "Verdict",
    "arena_for",
    "argue",
    "audit",
    "audit_axioms",
    "available_provers",
    "builtin_names",
    "case_ids",
    "check",
    "decompose",
    "explain",
    "fill_in_turn",
    "hunt",
    "hunt_space",
    "judge",
    "judging_names",
    "ko_kind",
    "load_case",
    "load_play_rules",
    "load_ruleset",
    "minimise",
    "parse_diagram",
    "parse_sgf",
    "parse_vertex",
    "play_names",
    "play_out",
    "print_diagram",
    "prove",
    "read_certificate",
    "score",
    "settlement",
    "solve",
    "unsettled",
    "vertex",
    "write_certificate",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "api": (
                "BothWays",
                "Decomposition",
                "Filling",
                "GameAudit",
                "GameCount",
                "Hunt",
                "Judgement",
                "Settlement",
                "UnitVerdict",
                "audit",
                "decompose",
                "fill_in_turn",
                "hunt",
                "hunt_space",
                "judge",
                "ko_kind",
                "score",
                "settlement",
                "unsettled",
            ),
            "api_atlas": ("Atlas",),
            "api_play": (
                "AxiomAudit",
                "Claims",
                "PlayedOut",
                "Setup",
                "Solution",
                "audit_axioms",
                "play_out",
                "solve",
            ),
            "board": ("BLACK", "WHITE", "Colour", "Position", "parse_vertex", "vertex"),
            "errors": ("CertificateError", "InputError", "Interrupted", "ShikatsuError"),
            "jobs.explain.argue": ("Argument", "Dispute", "argue"),
            "jobs.cases.case": ("Case", "case_ids", "load_case"),
            "jobs.explain.explanation": ("Explanation", "Fight", "explain"),
            "jobs.explain.ko_kind": ("KoKind",),
            "notation": ("Diagram", "parse_diagram", "print_diagram", "parse_sgf"),
            "play": ("Arena", "arena_for"),
            "proof": (
                "Certificate",
                "CheckReport",
                "Claim",
                "Verdict",
                "check",
                "read_certificate",
                "write_certificate",
            ),
            "rules": (
                "PlayRules",
                "Ruleset",
                "builtin_names",
                "judging_names",
                "load_play_rules",
                "load_ruleset",
                "play_names",
            ),
            "search": ("Limits", "Outcome", "Status", "available_provers", "prove"),
            "search.minimise.minimise": ("Minimised", "minimise"),
        },
    )
