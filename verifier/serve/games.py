"""Game records for the page: moves to step through, and their audit."""

import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.sure import sure_points
from verifier.board import Colour, Mask, Position, vertex
from verifier.errors import InputError
from verifier.files import write_whole
from verifier.jobs.audit import annotated
from verifier.jobs.audit.audit import GameAudit
from verifier.jobs.audit.batch import GameTask, audit_record
from verifier.jobs.audit.claims import Adjudication, adjudication
from verifier.jobs.audit.named_rules import ruleset_named
from verifier.jobs.audit.page import report_page
from verifier.jobs.audit.writing import sentences
from verifier.notation import Diagram
from verifier.notation.game import GameRecord, Step, count_games, parse_game, steps_of
from verifier.proof import write_certificate
from verifier.rules import Ruleset
from verifier.search import Limits, Status
from verifier.serve.documents import Document, diagram_document, points, verdict_document
from verifier.serve.wording import for_page

__all__ = ["ANNOTATED", "REPORT", "audit_text", "game_document", "read_game"]

REPORT, ANNOTATED = "report.html", "audited.sgf"
"""The files of an audit in the folder of its job."""

_PAUSE = 1.0
"""Seconds between two times that sure points are sent."""

Send = Callable[[Mapping[str, Any]], None]


def read_game(data: bytes | str, game: int, move: int | None) -> tuple[GameRecord, Adjudication]:
    """Return the game of a file, and what the players agreed on.

    Raises:
        InputError: the file is broken.
    """
    record = parse_game(data, game=game, move=move, name="the game")
    return record, adjudication(record)


def game_document(record: GameRecord, claims: Adjudication, data: bytes | str) -> Document:
    """Return the final position of a game, with all its steps and what the record says."""
    position, taken = record.position, record.prisoners
    players = [part for part in (record.about("PB"), record.about("PW")) if part]
    title = record.about("GN") or " – ".join(players)
    document = diagram_document(Diagram(position, (), title))
    document |= {"sgf": True, "komi": record.komi or 0.0, "captured": list(taken)}
    rules, why = None, ""
    try:
        rules = ruleset_named(record.rules, "the game").id
    except InputError as error:
        why = for_page(str(error))
    steps = steps_of(record)
    document["game"] = {
        "black": record.about("PB"),
        "white": record.about("PW"),
        "date": record.about("DT"),
        "rules_text": record.rules,
        "rules": rules,
        "rules_unknown": why,
        "result": record.result,
        "komi": record.komi,
        "handicap": record.handicap,
        "moves": record.moves,
        "games": count_games(data, "the game"),
        "dead": None if claims.dead is None else points(sum(claims.dead)),
        "dead_source": claims.source,
        "audited": claims.anything,
        "start": _signs(steps[0], position),
        "steps": [_step_document(*pair) for pair in itertools.pairwise(steps)],
    }
    return document


def _signs(step: Step, position: Position) -> str:
    black, white = step.black, step.white
    size = position.rows * position.cols
    return "".join("X" if black >> p & 1 else "O" if white >> p & 1 else "." for p in range(size))


def _step_document(before: Step, after: Step) -> Document:
    """A move, and the points that change."""
    changed = points((before.black ^ after.black) | (before.white ^ after.white))
    signs = {p: "X" if after.black >> p & 1 else "O" if after.white >> p & 1 else "." for p in changed}
    return {
        "colour": None if after.colour is None else str(after.colour),
        "point": after.point,
        "put": {str(point): sign for point, sign in signs.items()},
    }


def audit_text(
    data: bytes | str,
    *,
    send: Send,
    game: int = 1,
    move: int | None = None,
    ruleset: Ruleset | None,
    dead: Sequence[int] | None,
    hints: Sequence[int] | None,
    limits: Limits,
    folder: Path,
    certificate: Callable[[int, int], str],
    most_listed: int,
) -> None:
    """Audit a game as ``shikatsu audit`` does, and send what is found as it is found.

    Certificates, the report and the annotated game go to *folder*. Without a *ruleset* the record names it.

    Raises:
        InputError: the file is broken, or its rules are not known.
    """
    record, claims = read_game(data, game, move)
    send({"event": "position", "position": game_document(record, claims, data)})
    position = record.position
    if dead is not None:
        claims = adjudication(record, _names(dead, position))
    task = GameTask(
        path="",
        name="game",
        rules=ruleset.id if ruleset else None,
        hints=None if hints is None else _names(hints, position),
        limits=limits,
    )
    rules = ruleset or ruleset_named(record.rules, "the game")
    units = list(position.units())
    statuses = dict.fromkeys(units, Status.UNKNOWN)
    told, more = time.monotonic(), False

    def tell_sure() -> None:
        nonlocal told, more
        if more and time.monotonic() - told > _PAUSE:
            told, more = time.monotonic(), False
            send({"event": "sure", "sure": [points(side) for side in sure_points(position, statuses, rules)]})

    def start(unit: Mask, budget: int) -> None:
        tell_sure()
        if unit in statuses:
            send({"event": "start", "rules": 0, "unit": units.index(unit), "budget": budget})

    def found(verdict: UnitVerdict) -> None:
        nonlocal more
        unit = units.index(verdict.unit)
        proof, report = verdict.certificate, verdict.report
        stored = proof is not None and (report is None or report.states <= most_listed)
        if proof is not None and stored:
            write_certificate(proof, folder / certificate(0, unit), force=True)
        document = verdict_document(verdict, stored=stored)
        send({"event": "verdict", "rules": 0, "unit": unit, "verdict": document})
        statuses[verdict.unit] = verdict.status
        more = True
        tell_sure()

    audit = audit_record(task, record, rules, claims, on_start=start, on_verdict=found)
    # The report may take a while: its lines of play are worked out.
    send({"event": "audit", "audit": _audit_document(audit, units)})
    write_whole(folder / REPORT, report_page(audit).encode(), force=True)
    write_whole(folder / ANNOTATED, annotated(audit).encode(), force=True)
    send({"event": "judged"})


def _names(asked: Sequence[int], position: Position) -> tuple[str, ...]:
    rows, cols = position.rows, position.cols
    for point in asked:
        if point >= rows * cols:
            raise InputError(f"point number {point} is not on a board of {rows} rows and {cols} columns")
    return tuple(vertex(point, rows, cols) for point in asked)


def _audit_document(audit: GameAudit, units: Sequence[Mask]) -> Document:
    filled = audit.filled
    return {
        "rules": audit.ruleset.id,
        "finding": audit.finding.value,
        "stated": audit.claims.stated.text,
        "proved": audit.proved_result,
        "result": audit.result.value,
        "seconds": round(audit.seconds, 1),
        "chains": [
            {
                "unit": units.index(chain.unit),
                "stated": chain.stated.value if chain.stated else None,
                "status": chain.status.value,
                "finding": chain.finding.value,
                "until_filled": chain.until_filled,
            }
            for chain in audit.chains
        ],
        "territory": [points(side) for side in audit.territory],
        "sure": [points(audit.sure(colour)) for colour in Colour],
        "filled": [] if filled is None or filled.unknown else [
            {"point": move.point, "colour": str(move.colour)} for move in filled.filling.moves
        ],
        "sentences": [for_page(sentence) for sentence in sentences(audit)],
    }
