"""From positions, verdicts and arguments to what the page is sent.

Points are numbers, row by row from the top left.
"""

from collections.abc import Sequence

from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.territory import Territory
from verifier.board import Colour, Mask
from verifier.jobs.audit.filled import FilledCount
from verifier.jobs.compare.contrast import Contrast
from verifier.jobs.explain.argue import Argument, Dispute
from verifier.jobs.explain.line import End
from verifier.jobs.show.embedded import Document, diagram_document, line_document, points, reason_document
from verifier.play import PASS, ko_of_pass
from verifier.rules import Ruleset, load_ruleset

__all__ = [
    "Document",
    "argument_document",
    "contrast_document",
    "diagram_document",
    "points",
    "reason_document",
    "ruleset_document",
    "territory_document",
    "verdict_document",
]


def ruleset_document(ruleset: Ruleset) -> Document:
    """Return a ruleset with its values and where they come from, and its variant with walls by proof."""
    try:
        variant = load_ruleset(f"{ruleset.id}[walls=independent]").id
    except ValueError:
        variant = None
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "source": ruleset.source,
        "document": ruleset.document,
        "walled": variant,
        "axes": {
            axis: {
                "value": value,
                "article": cite.article if (cite := ruleset.citations.get(axis)) else "",
                "basis": cite.basis.value if cite else "",
            }
            for axis, value in ruleset.values
        },
    }


def verdict_document(verdict: UnitVerdict, *, stored: bool) -> Document:
    """Return a verdict; *stored* says whether its certificate can be asked for."""
    outcome, report = verdict.outcome, verdict.report
    return {
        "status": verdict.status.value,
        "reason": verdict.reason,
        "limit": outcome.limit if outcome else "",
        "family": report.family if report else None,
        "size": report.states if report else None,
        "moves": report.moves if report else None,
        "nodes": outcome.nodes if outcome else None,
        "seconds": round(outcome.seconds, 3) if outcome else None,
        "prover": outcome.prover if outcome else None,
        "walls": points(verdict.walls),
        "proof": stored,
    }


def territory_document(found: Territory, filled: FilledCount | None = None) -> Document:
    """Return areas, counted points and bounds, and what the board counts with its neutral points *filled*."""
    bounds = found.bounds
    return {
        "filled": filled and {
            "lead": filled.lead,
            "moves": len(filled.filling.moves),
            "needed": [
                {"point": move.point, "colour": str(move.colour)} for move in filled.needed
            ],
            "unknown": filled.unknown,
        },
        "black": points(found.points(Colour.BLACK)),
        "white": points(found.points(Colour.WHITE)),
        "prisoners": [points(found.prisoners(Colour.BLACK)), points(found.prisoners(Colour.WHITE))],
        "areas": [
            {
                "points": points(area.points),
                "kind": area.kind.name.lower(),
                "owner": str(area.owner) if area.owner is not None else None,
                "ko": points(area.ko_points),
                "count": area.count,
            }
            for area in found.areas
        ],
        "bounds": {"black": bounds.black, "white": bounds.white, "lead": bounds.lead},
        "decided": bounds.decided,
        "exact": bounds.exact,
    }


def contrast_document(found: Contrast, units: Sequence[Mask]) -> Document:
    """Return what differs; units by their number."""
    return {
        "units": [units.index(unit) for unit in found.units],
        "unsettled": [units.index(unit) for unit in found.unsettled],
        "points": points(found.points),
        "lead": found.lead,
        "same": found.same,
    }


def argument_document(argument: Argument, dispute: Dispute) -> Document:
    """Return how far an argument has come, with the board before each move and at the end."""
    position, state = argument.certificate.claim.position, dispute.state
    document = line_document(dispute.moves, state, position)
    document |= {
        "side": str(argument.side),
        "loser": str(argument.loser),
        "wall": argument.of_wall,
        "draws": argument.draw_wins,
        "choices": [move for move in dispute.choices if move > PASS],
        "passes": [{"number": move, "ko": ko_of_pass(move)} for move in dispute.choices if move <= PASS],
        "forbidden": {str(point): why.name.lower() for point, why in dispute.forbidden.items()},
        "ban": state.ban if state.ban >= 0 else None,
        "bans": points(state.memory.bans) if state.memory else [],
        "threats": list(state.threats),
        "zone": points(dispute.zone),
        "locale": points(argument.arena.locale),
        "end": dispute.end.value if dispute.end else None,
        "repeats": dispute.repeats,
        "winner": str(dispute.winner) if dispute.winner is not None else None,
        "cycle": None,
        "settled": dispute.settled,
        "goes_on": argument.goes_on,
    }
    if dispute.cycle is not None and dispute.end is End.CYCLE:
        lost = {
            str(argument.arena.owner): dispute.cycle.owner_lost,
            str(argument.arena.attacker): dispute.cycle.attacker_lost,
        }
        document["cycle"] = lost
    return document
