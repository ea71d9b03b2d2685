"""What a worker process can be asked to do."""

import base64
import binascii
import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.adjudicate.judgement import Judgement
from verifier.board import Colour
from verifier.errors import InputError
from verifier.jobs.audit.filled import FilledCount, fills, given_count, proved_dead
from verifier.jobs.cases.case import case_ids, load_case
from verifier.jobs.compare.blame import blame
from verifier.jobs.compare.blame_words import blame_words, blame_words_ja
from verifier.jobs.compare.contrast import contrast, judge_under
from verifier.jobs.explain.argue import Argument, argue
from verifier.jobs.explain.explanation import explain
from verifier.notation import Diagram, parse_sgf
from verifier.notation.files import decode_diagram, is_sgf
from verifier.proof import Certificate, read_certificate, write_certificate
from verifier.rules import AXES, Ruleset, builtin_names, judging_names, judging_ruleset, load_ruleset
from verifier.search import Limits
from verifier.serve.documents import (
    argument_document,
    contrast_document,
    diagram_document,
    reason_document,
    ruleset_document,
    territory_document,
    verdict_document,
)

__all__ = ["TASKS", "certificate_name"]

Send = Callable[[Mapping[str, Any]], None]

_MOST_LISTED = 400_000
"""States or patterns of a certificate that is still written down and argued with."""


def certificate_name(rules: int, unit: int) -> str:
    """The file of a certificate in the folder of its judgement."""
    return f"{rules}-{unit}.json"


def listing(*, send: Send) -> None:
    """Send the cases and the rulesets of the package."""
    for name in case_ids():
        case = load_case(name)
        document = diagram_document(case.diagram)
        document |= {"id": case.id, "example": case.example, "canonical": case.canonical}
        document |= {"komi": case.komi, "captured": case.prisoners, "section": case.section}
        document |= {"notes": case.notes, "source": case.sources[0] if case.sources else ""}
        send({"event": "case", "case": document})
    questions = {name: {"question": axis.question, "values": axis.values} for name, axis in AXES.items()}
    send({"event": "axes", "axes": questions})
    for name in judging_names():
        send({"event": "ruleset", "ruleset": ruleset_document(load_ruleset(name))})


def read(*, send: Send, **source: Any) -> None:
    """Send the position in a text, a file or a case."""
    diagram, facts = _diagram(**source)
    send({"event": "position", "position": diagram_document(diagram) | facts})


def judge(
    *, send: Send, source: Mapping[str, Any], rules: Sequence[str], limits: Mapping[str, Any], folder: str
) -> None:
    """Judge a position under one or two rulesets, and explain verdicts and differences.

    Certificates go to *folder*.
    """
    diagram, facts = _diagram(**source)
    rulesets = [_ruleset(name) for name in rules]
    send({"event": "position", "position": diagram_document(diagram) | facts})
    units = list(diagram.position.units())
    bounds = Limits(**limits)
    verdicts: list[list[Any]] = [[] for _ in rulesets]
    answers = judge_under(
        diagram,
        rulesets,
        limits=bounds,
        on_start=lambda index, unit: send({"event": "start", "rules": index, "unit": units.index(unit)}),
    )
    proofs: list[tuple[int, int, Certificate]] = []
    for index, verdict in answers:
        unit = units.index(verdict.unit)
        verdicts[index].append(verdict)
        certificate = verdict.certificate
        stored = certificate is not None and (verdict.report is None or verdict.report.states <= _MOST_LISTED)
        if certificate is not None and stored:
            write_certificate(certificate, Path(folder) / certificate_name(index, unit), force=True)
            proofs.append((index, unit, certificate))
        document = verdict_document(verdict, stored=stored)
        send({"event": "verdict", "rules": index, "unit": unit, "verdict": document})
    judgements = [
        Judgement(diagram, ruleset, bounds, "auto", tuple(units), tuple(found))
        for ruleset, found in zip(rulesets, verdicts, strict=True)
    ]
    for index, judgement in enumerate(judgements):
        if judgement.territory is not None:
            count = territory_document(judgement.territory, _filled(judgement))
            send({"event": "count", "rules": index, "count": count})
    if len(judgements) == 2:
        send({"event": "contrast", "contrast": contrast_document(contrast(*judgements), units)})
    send({"event": "judged"})
    for index, unit, certificate in proofs:
        send({"event": "reason", "rules": index, "unit": unit, "reason": _reason(certificate)})
    for unit in range(len(units)):
        both = [certificate for _, number, certificate in proofs if number == unit]
        if len(both) == 2 and both[0].claim.verdict is not both[1].claim.verdict:
            found = blame(both[0], both[1], bounds)
            send({"event": "blame", "unit": unit, "en": blame_words(found), "ja": blame_words_ja(found)})


def _filled(judgement: Judgement) -> FilledCount | None:
    """The count with neutral points filled in turn, if that is what players count and all units are known."""
    position, ruleset = judgement.diagram.position, judgement.ruleset
    if not fills(ruleset) or not judgement.complete or position.open_sides:
        return None
    return given_count(position, proved_dead(judgement), ruleset)


def give_reason(*, send: Send, path: str) -> None:
    """Send the explanation of a certificate file, for somebody who does not want to wait for its turn."""
    send({"event": "reason", "reason": _reason(read_certificate(path))})


def _reason(certificate: Certificate) -> dict[str, Any]:
    return reason_document(explain(certificate))


def answer(
    *, send: Send, path: str, moves: Sequence[int], against: str | None = None, beyond: bool = False
) -> None:
    """Send where moves lead that are played against the proof in a certificate file."""
    argument = _argument(path, against)
    dispute = argument.follow(moves, beyond=beyond)
    send({"event": "argument", "argument": argument_document(argument, dispute)})


@functools.lru_cache(maxsize=12)
def _argument(path: str, against: str | None) -> Argument:
    side = None if against is None else Colour[against.upper()]
    return argue(read_certificate(path), against=side)


def _diagram(
    *,
    case: str | None = None,
    text: str | None = None,
    data: str | None = None,
    game: int = 1,
    move: int | None = None,
) -> tuple[Diagram, dict[str, Any]]:
    """The position, and what else is known of it: komi, stones taken, moves of the game."""
    if case is not None:
        if case not in case_ids():
            raise InputError(f"there is no case {case[:100]!r}")
        found = load_case(case)
        return found.diagram, {"case": case, "komi": found.komi, "captured": found.prisoners}
    try:
        content = (text or "").encode() if data is None else base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise InputError("the file did not arrive whole; send it again") from None
    if is_sgf(content, ""):
        sgf = parse_sgf(content, game=game, move=move)
        facts = {"sgf": True, "move": sgf.move, "komi": sgf.komi or 0.0, "captured": sgf.prisoners}
        return sgf.diagram, facts
    return decode_diagram(content, "diagram"), {}


def _ruleset(name: str) -> Ruleset:
    """A ruleset of the package, perhaps with changed values. Files of this machine are not read."""
    if name.partition("[")[0] not in builtin_names():
        raise InputError(f"there is no ruleset {name[:100]!r}")
    return judging_ruleset(name)


TASKS: Mapping[str, Callable[..., None]] = {
    "listing": listing,
    "read": read,
    "judge": judge,
    "answer": answer,
    "reason": give_reason,
}
