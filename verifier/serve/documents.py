"""From positions, verdicts and arguments to what the page is sent.

Points are numbers, row by row from the top left.
"""

from collections.abc import Sequence
from typing import Any

from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.territory import Territory
from verifier.board import Colour, Mask, Point, Position, unit_name
from verifier.board.grid import bits
from verifier.jobs.audit.filled import FilledCount
from verifier.jobs.compare.contrast import Contrast
from verifier.jobs.explain.argue import Argument, Dispute
from verifier.jobs.explain.explanation import Explanation
from verifier.jobs.explain.line import End, LineMove
from verifier.notation import Diagram
from verifier.play import PASS, State, ko_of_pass
from verifier.rules import Ruleset, load_ruleset

__all__ = [
    "argument_document",
    "contrast_document",
    "diagram_document",
    "reason_document",
    "ruleset_document",
    "territory_document",
    "verdict_document",
]

Document = dict[str, Any]


def points(mask: Mask) -> list[Point]:
    """Return the points of a mask."""
    return list(bits(mask))


def _stones(black: Mask, white: Mask, size: int) -> str:
    return "".join("X" if black >> p & 1 else "O" if white >> p & 1 else "." for p in range(size))


def diagram_document(diagram: Diagram) -> Document:
    """Return a position, its labels and its units."""
    position = diagram.position
    rows, cols = position.rows, position.cols
    assumed = position.assumed(Colour.BLACK) | position.assumed(Colour.WHITE)
    return {
        "rows": rows,
        "cols": cols,
        "stones": _stones(position.black, position.white, rows * cols),
        "open": sorted(side.value for side in position.open_sides),
        "labels": {str(point): text for point, text in diagram.labels},
        "label_line": diagram.label_line,
        "title": diagram.title,
        "text": str(diagram),
        "assumed": points(assumed),
        "units": [
            {
                "name": unit_name(position, unit),
                "colour": str(position.colour_at(next(bits(unit)))),
                "points": points(unit),
            }
            for unit in position.units()
        ],
    }


def ruleset_document(ruleset: Ruleset) -> Document:
    """Return a ruleset with its values and where they come from, and its variant with walls by proof."""
    walls = "independent" if ruleset["walls"] != "independent" else ruleset["walls"]
    try:
        variant = load_ruleset(f"{ruleset.id}[walls={walls}]").id
    except ValueError:
        variant = None
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "source": ruleset.source,
        "document": ruleset.document,
        "walled": variant,
        "axes": {
            axis: {"value": value, "article": cite.article if (cite := ruleset.citations.get(axis)) else ""}
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


def reason_document(explanation: Explanation) -> Document:
    """Return an explanation in both languages, and its line of play."""
    claim, line = explanation.claim, explanation.line
    document: Document = {
        "kind": explanation.fight.value,
        "en": explanation.said("en"),
        "ja": explanation.said("ja"),
    }
    if line is not None and line.moves:
        document["line"] = _line_document(line.moves, line.last, claim.position)
        document["line"]["end"] = line.end.value
        document["line"]["repeats"] = line.repeats
    return document


def _line_document(moves: Sequence[LineMove], last: State, position: Position) -> Document:
    size = position.rows * position.cols
    states = [*(move.before for move in moves), last]
    return {
        "moves": [_move_document(move) for move in moves],
        "boards": [_stones(state.black, state.white, size) for state in states],
    }


def _move_document(move: LineMove) -> Document:
    document: Document = {"colour": str(move.colour), "captured": move.captured}
    if move.point > PASS:
        return document | {"point": move.point}
    return document | {"point": PASS, "ko": ko_of_pass(move.point), "number": move.point}


def argument_document(argument: Argument, dispute: Dispute) -> Document:
    """Return how far an argument has come, with the board before each move and at the end."""
    position, state = argument.certificate.claim.position, dispute.state
    document = _line_document(dispute.moves, state, position)
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
