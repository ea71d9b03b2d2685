"""A position with its verdicts for a static page: data beside a picture, and a script that shows it.

The script is made of the explorer's own board. It needs no server and no other file, and works in pages that
are opened from a disk; without it the picture stays.
"""

import dataclasses
import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

from verifier.board import Colour, Mask, Point, Position, unit_name
from verifier.board.grid import bits
from verifier.jobs.explain.explanation import Explanation, explain, guides_of
from verifier.jobs.explain.line import LineMove, best_line
from verifier.jobs.explain.problem import Problem
from verifier.notation import Diagram
from verifier.notation.variations import Variation
from verifier.play import PASS, State, ko_of_pass
from verifier.play.placing import place
from verifier.proof import Certificate

__all__ = [
    "Document",
    "board_data",
    "diagram_document",
    "embedded",
    "line_document",
    "move_document",
    "points",
    "problem_document",
    "reason_document",
    "script",
    "stones_text",
    "style",
]

Document = dict[str, Any]

_PARTS = ("dom", "en", "ja", "i18n", "board", "words", "stepper", "tree", "embed")
"""The modules that the script is made of, each after those that it needs."""


def points(mask: Mask) -> list[Point]:
    """Return the points of a mask."""
    return list(bits(mask))


def stones_text(black: Mask, white: Mask, size: int) -> str:
    """Return X, O or a point for each point of a board."""
    return "".join("X" if black >> p & 1 else "O" if white >> p & 1 else "." for p in range(size))


def diagram_document(diagram: Diagram) -> Document:
    """Return a position, its labels and its units."""
    position = diagram.position
    rows, cols = position.rows, position.cols
    assumed = position.assumed(Colour.BLACK) | position.assumed(Colour.WHITE)
    return {
        "rows": rows,
        "cols": cols,
        "stones": stones_text(position.black, position.white, rows * cols),
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


def reason_document(explanation: Explanation) -> Document:
    """Return an explanation in both languages, and its line of play."""
    claim, line = explanation.claim, explanation.line
    document: Document = {
        "kind": explanation.fight.value,
        "en": explanation.said("en"),
        "ja": explanation.said("ja"),
        # So many sentences at the end say how other moves fail.
        "tries": len(explanation.accounts[-1].tries),
    }
    if line is not None and line.moves:
        document["line"] = line_document(line.moves, line.last, claim.position)
        document["line"]["end"] = line.end.value
        document["line"]["repeats"] = line.repeats
    return document


def line_document(moves: Sequence[LineMove], last: State, position: Position) -> Document:
    """Return moves, and the board before each of them and at the end."""
    size = position.rows * position.cols
    states = [*(move.before for move in moves), last]
    return {
        "moves": [move_document(move) for move in moves],
        "boards": [stones_text(state.black, state.white, size) for state in states],
    }


def move_document(move: LineMove) -> Document:
    """Return one move."""
    document: Document = {"colour": str(move.colour), "captured": move.captured}
    if move.point > PASS:
        return document | {"point": move.point}
    return document | {"point": PASS, "ko": ko_of_pass(move.point), "number": move.point}


def problem_document(problem: Problem) -> Document:
    """Return a problem: whose move it is, what each first move does, and the answer with its boards."""
    verdict, position = problem.verdict, problem.position
    return {
        "side": str(problem.side),
        "wanted": problem.wanted.value,
        "status": verdict.status.value,
        "solved": problem.solved,
        "unit": points(verdict.unit),
        "words": list(problem.words),
        "moves": [{"point": move.point, "works": move.works, "why": move.why} for move in problem.moves],
        "others": [{"rules": name, "status": status.value} for name, status in problem.others],
        "matters": problem.matters,
        "tree": _tree_document(position, problem.tree),
    }


def _tree_document(position: Position, tree: Sequence[Variation]) -> list[Document]:
    found = []
    for one in tree:
        after = position
        if one.point is not None:
            placed = place(position.grid, position.black, position.white, one.colour, one.point)
            after = dataclasses.replace(position, black=placed.black, white=placed.white)
        document = {
            "colour": str(one.colour),
            "point": PASS if one.point is None else one.point,
            "said": one.comment,
            "good": one.good,
            "board": stones_text(after.black, after.white, position.rows * position.cols),
            "follow": _tree_document(after, one.follow),
        }
        found.append(document)
    return found


def board_data(
    diagram: Diagram,
    rules: str,
    statuses: Mapping[Mask, str],
    owned: tuple[Mask, Mask] = (0, 0),
    *,
    certificates: Mapping[Mask, Certificate] | None = None,
    links: Mapping[Mask, str] | None = None,
    reasons: bool = True,
) -> Document:
    """Return what the script shows of a position.

    *certificates* have their lines of play, and with *reasons* they are explained, which takes longer than
    most searches; *links* lead to them as files.
    """
    certificates, links = certificates or {}, links or {}
    document = diagram_document(diagram)
    for unit, found in zip(diagram.position.units(), document["units"], strict=True):
        found["status"] = statuses.get(unit)
        if unit in certificates and reasons:
            found["reason"] = reason_document(explain(certificates[unit]))
        elif unit in certificates:
            found["reason"] = _line_alone(certificates[unit])
        found["proof"] = links.get(unit)
    free = diagram.position.empty
    return document | {"rules": rules, "territory": [points(side & free) for side in owned]}


def _line_alone(certificate: Certificate) -> Document | None:
    guides = guides_of(certificate)
    line = best_line(guides[0]) if guides else None
    if line is None or not line.moves:
        return None
    shown = line_document(line.moves, line.last, certificate.claim.position)
    return {"en": [], "ja": [], "line": shown}


def embedded(data: Document, picture: str, caption: str) -> str:
    """Return a figure for a page that has :func:`script` and :func:`style`.

    It is *picture* until the script runs.
    """
    # Nothing in the data may end the element that it stands in.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    held = f'<script type="application/json" class="shikatsu">{text}</script>'
    return f'<figure class="board">{picture}{held}<figcaption>{escape(caption)}</figcaption></figure>'


def script() -> str:
    """Return the script that makes boards of all such figures of a page."""
    folder = resources.files("verifier") / "serve" / "static"
    parts = [_plain(name, (folder / f"{name}.js").read_text(encoding="utf-8")) for name in _PARTS]
    return '"use strict";\n(() => {\n' + "\n".join(parts) + "\n})();\n"


def style() -> str:
    """Return the style of these boards."""
    folder = resources.files("verifier") / "serve" / "static"
    return (folder / "embed.css").read_text(encoding="utf-8")


def _plain(name: str, module: str) -> str:
    """A module as a part of one script: pages from a disk may not load modules."""
    module = re.sub(r"^import .*?;\n", "", module, flags=re.MULTILINE | re.DOTALL)
    module = module.replace("export default ", f"const {name} = ", 1)
    return re.sub(r"^export ", "", module, flags=re.MULTILINE)
