"""What a worker process can be asked to do."""

import base64
import binascii
import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from verifier.adjudicate.judgement import Judgement
from verifier.adjudicate.question import UnitVerdict
from verifier.adjudicate.staged import wide
from verifier.board import Colour, Mask, unit_name
from verifier.datafiles import read_data
from verifier.errors import InputError
from verifier.files import write_whole
from verifier.jobs.audit.filled import FilledCount, fills, given_count, proved_dead
from verifier.jobs.cases.case import CANONICAL_CASES, case_ids, load_case
from verifier.jobs.compare.blame import blame
from verifier.jobs.compare.blame_words import blame_words, blame_words_ja
from verifier.jobs.compare.cache import VerdictCache, default_cache_path
from verifier.jobs.compare.changes import changed_cases
from verifier.jobs.compare.contrast import contrast, judge_under, judge_whole
from verifier.jobs.explain.argue import Argument, argue
from verifier.jobs.explain.explanation import explain
from verifier.jobs.explain.problem import COMPARED, solve_problem
from verifier.jobs.show.embedded import problem_document
from verifier.notation import Diagram, parse_sgf
from verifier.notation.files import decode_diagram, is_sgf
from verifier.notation.game import parse_game
from verifier.notation.places import place
from verifier.notation.sgf import SgfPosition, write_sgf
from verifier.proof import Certificate, read_certificate, write_certificate
from verifier.rules import (
    AXES,
    Ruleset,
    builtin_names,
    judging_names,
    judging_ruleset,
    load_ruleset,
    own_ruleset,
)
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
from verifier.serve.games import audit_text, game_document, read_game

__all__ = ["PROBLEM", "TASKS", "certificate_name"]

Send = Callable[[Mapping[str, Any]], None]

PROBLEM = "problem.sgf"
"""The file of an answer in the folder of its job."""

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
    questions = {
        name: {"question": axis.question, "values": axis.values, "default": axis.default}
        for name, axis in AXES.items()
    }
    send({"event": "axes", "axes": questions})
    for name in judging_names():
        send({"event": "ruleset", "ruleset": ruleset_document(load_ruleset(name))})


def read(*, send: Send, **source: Any) -> None:
    """Send the position in a text, a file or a case."""
    diagram, facts = _diagram(**source)
    send({"event": "position", "position": diagram_document(diagram) | facts})


def read_record(*, send: Send, **source: Any) -> None:
    """Send the game in a text or a file: its moves, and what the players agreed on."""
    data = _content(source.get("text"), source.get("data"))
    record, claims = read_game(data, source.get("game", 1), source.get("move"))
    send({"event": "position", "position": game_document(record, claims, data)})


def audit(
    *,
    send: Send,
    source: Mapping[str, Any],
    rules: str | None,
    dead: Sequence[int] | None,
    hints: Sequence[int] | None,
    limits: Mapping[str, Any],
    folder: str,
    own: str | None = None,
) -> None:
    """Audit a game; certificates, report and annotated game go to *folder*."""
    audit_text(
        _content(source.get("text"), source.get("data")),
        send=send,
        game=source.get("game", 1),
        move=source.get("move"),
        ruleset=None if rules is None else _ruleset(rules, own),
        dead=dead,
        hints=hints,
        limits=Limits(**limits),
        folder=Path(folder),
        certificate=certificate_name,
        most_listed=_MOST_LISTED,
    )


def judge(
    *,
    send: Send,
    source: Mapping[str, Any],
    rules: Sequence[str],
    limits: Mapping[str, Any],
    folder: str,
    board_seconds: float = 600.0,
    of: str | None = None,
    own: str | None = None,
) -> None:
    """Judge a position under one or two rulesets, and explain verdicts and differences.

    Where locales are large, all units are judged together, in windows: within the time of all of them, and
    *board_seconds* at most. Certificates go to *folder*. *of* is the side whose units are judged, by default
    both; *own* the text of a ruleset that may be among *rules*.
    """
    diagram, facts = _diagram(**source)
    rulesets = [_ruleset(name, own) for name in rules]
    send({"event": "position", "position": diagram_document(diagram) | facts})
    units = list(diagram.position.units())
    side = 0 if of is None else diagram.position.black if of == "black" else diagram.position.white
    asked = [unit for unit in units if of is None or unit & side]
    bounds = Limits(**limits)
    verdicts: list[list[Any]] = [[] for _ in rulesets]
    proofs: list[tuple[int, int, Certificate]] = []

    def start(index: int, unit: Mask) -> None:
        send({"event": "start", "rules": index, "unit": units.index(unit)})

    def found(index: int, verdict: UnitVerdict) -> None:
        unit = units.index(verdict.unit)
        verdicts[index].append(verdict)
        certificate = verdict.certificate
        stored = certificate is not None and (verdict.report is None or verdict.report.states <= _MOST_LISTED)
        if certificate is not None and stored:
            write_certificate(certificate, Path(folder) / certificate_name(index, unit), force=True)
            proofs.append((index, unit, certificate))
        document = verdict_document(verdict, stored=stored)
        send({"event": "verdict", "rules": index, "unit": unit, "verdict": document})

    large = any(wide(diagram.position, ruleset) for ruleset in rulesets)
    if large:
        seconds = min(bounds.seconds * len(asked), board_seconds / len(rulesets))
        together = dataclasses.replace(bounds, seconds=seconds)
        judge_whole(diagram, rulesets, units=asked, limits=together, on_start=start, on_verdict=found)
    else:
        for index, verdict in judge_under(diagram, rulesets, units=asked, limits=bounds, on_start=start):
            found(index, verdict)
    judgements = [
        Judgement(diagram, ruleset, bounds, "auto", tuple(asked), tuple(found))
        for ruleset, found in zip(rulesets, verdicts, strict=True)
    ]
    for index, judgement in enumerate(judgements):
        if judgement.territory is not None:
            count = territory_document(judgement.territory, _filled(judgement))
            send({"event": "count", "rules": index, "count": count})
    if len(judgements) == 2:
        send({"event": "contrast", "contrast": contrast_document(contrast(*judgements), units)})
    send({"event": "judged"})
    # On a large board the page asks for those that somebody wants to know.
    for index, unit, certificate in proofs if not large else ():
        send({"event": "reason", "rules": index, "unit": unit, "reason": _reason(certificate)})
    for unit in range(len(units)):
        both = [certificate for _, number, certificate in proofs if number == unit]
        if len(both) == 2 and both[0].claim.verdict is not both[1].claim.verdict:
            faults = blame(both[0], both[1], bounds)
            send({"event": "blame", "unit": unit, "en": blame_words(faults), "ja": blame_words_ja(faults)})


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
    content = _content(text, data)
    if is_sgf(content, ""):
        sgf = parse_sgf(content, game=game, move=move)
        taken = _with_taken_off(sgf, content, game, move)
        facts = {"sgf": True, "move": sgf.move, "komi": sgf.komi or 0.0, "captured": taken}
        return sgf.diagram, facts
    diagram = decode_diagram(content, "diagram")
    _refuse_words(diagram)
    return diagram, {}


def _with_taken_off(sgf: SgfPosition, content: bytes | str, game: int, move: int | None) -> tuple[int, int]:
    """The prisoners of Black and White, with stones that were taken off as dead after the last move."""
    black, white = sgf.prisoners
    try:
        record = parse_game(content, game=game, move=move)
    except InputError:
        return black, white  # stones were put on and taken off on the way
    before, after = record.position, sgf.diagram.position
    if after.black & ~before.black or after.white & ~before.white:
        return black, white
    gone = (before.white & ~after.white).bit_count(), (before.black & ~after.black).bit_count()
    return record.prisoners[0] + gone[0], record.prisoners[1] + gone[1]


def _refuse_words(diagram: Diagram) -> None:
    """Refuse a text in words, which is a diagram by its letters: o and x are stones, all others labels."""
    position = diagram.position
    stones = position.black | position.white
    letters = [label for label in diagram.labels if label[1].isalpha() and not stones >> label[0] & 1]
    size = position.rows * position.cols
    # A diagram of several rows may have a letter on every point, but each of them once.
    lettered = position.rows > 1 and len({text for _, text in letters}) == len(letters)
    if len(letters) > 3 and 2 * len(letters) > size and not lettered:
        point, text = letters[0]
        raise InputError(
            f"diagram: {place(point, position.cols)}: {text!r}: {len(letters)} of {size} points are letters,"
            " as in a text in words; draw stones with X and O and empty points with '.', or open an SGF file"
        )


def _content(text: str | None, data: str | None) -> bytes | str:
    """A text as it is, which is decoded already, or the bytes of a file."""
    try:
        return text or "" if data is None else base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise InputError("the file did not arrive whole; send it again") from None


def read_ruleset(*, send: Send, text: str) -> None:
    """Send the ruleset that a text is, with what it changes in the one that it is a reading of."""
    ruleset = own_ruleset(text, "your ruleset")
    send({"event": "ruleset", "ruleset": ruleset_document(ruleset)})


def ruleset_text(*, send: Send, name: str) -> None:
    """Send the text of a ruleset of the package, to start from."""
    send({"event": "text", "text": read_data("encodings", "ruleset", name, builtin_names())[0]})


def changes(
    *, send: Send, rules: Sequence[str], limits: Mapping[str, Any], folder: str, own: str | None = None
) -> None:
    """Judge the canonical examples under two rulesets and send what differs, example by example.

    Verdicts that this server, or a comparison by the command, has found before are not searched for again.
    Examples of which all are known come first.
    """
    first, second = (_ruleset(name, own) for name in rules)
    kept = default_cache_path()
    cache = VerdictCache(kept if kept.exists() else Path(folder).parent / "verdicts.sqlite3")
    cases = [load_case(name) for name in CANONICAL_CASES]
    for matrix in changed_cases(cases, [first, second], limits=Limits(**limits), cache=cache):
        case = matrix.cases[0]
        statuses = [matrix.statuses(case, ruleset) for ruleset in (first, second)]
        units = [
            {"name": unit_name(case.position, unit), "statuses": [found[unit].value for found in statuses]}
            for unit in case.units
        ]
        counts = [matrix.counted(case, first, second), matrix.counted(case, second, first)]
        send({"event": "case", "case": case.id, "units": units, "counts": counts})
    cache.close()


def problem(
    *,
    send: Send,
    source: Mapping[str, Any],
    rules: str,
    unit: int,
    first: str,
    limits: Mapping[str, Any],
    folder: str,
    own: str | None = None,
) -> None:
    """Find what answers a unit with one side to move, and send it; its SGF goes to *folder*."""
    diagram, _ = _diagram(**source)
    units = list(diagram.position.units())
    if unit >= len(units):
        raise InputError(f"there is no unit number {unit}; there are {len(units)}")
    found = solve_problem(
        diagram.position,
        units[unit],
        Colour[first.upper()],
        _ruleset(rules, own),
        limits=Limits(**limits),
        others=[judging_ruleset(name) for name in COMPARED],
        on_move=lambda move: send({"event": "move", "point": move.point, "works": move.works}),
    )
    text = write_sgf(diagram, to_move=found.side, comment="\n".join(found.words), tree=found.tree)
    write_whole(Path(folder) / PROBLEM, text.encode(), force=True)
    send({"event": "problem", "problem": problem_document(found)})


def _ruleset(name: str, own: str | None = None) -> Ruleset:
    """A ruleset of the package, perhaps with changed values, or *own*. Files of this machine are not read."""
    if own is not None and (ruleset := own_ruleset(own, "your ruleset")).id == name:
        return ruleset
    if name.partition("[")[0] not in builtin_names():
        raise InputError(f"there is no ruleset {name[:100]!r}")
    return judging_ruleset(name)


TASKS: Mapping[str, Callable[..., None]] = {
    "listing": listing,
    "read": read,
    "record": read_record,
    "ruleset": read_ruleset,
    "text": ruleset_text,
    "changes": changes,
    "problem": problem,
    "judge": judge,
    "audit": audit,
    "answer": answer,
    "reason": give_reason,
}
