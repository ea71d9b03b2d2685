"""A matrix as one page of HTML that needs nothing else: where rulesets differ, and how, in diagrams."""

from collections.abc import Sequence
from html import escape

from verifier import svg
from verifier.board import Mask, unit_name
from verifier.board.grid import bits
from verifier.jobs.cases.case import Case
from verifier.jobs.cases.compared import Comparison
from verifier.jobs.compare.blame_words import legend
from verifier.jobs.compare.matrix import Cell, Matrix
from verifier.jobs.compare.reasons import Parting
from verifier.jobs.explain.explanation import explain
from verifier.jobs.explain.pages import STYLE, html
from verifier.rules import Ruleset
from verifier.search import Status

__all__ = ["page"]

_STYLE = STYLE + """
body{font-family:sans-serif;margin:1.5em;max-width:90em;color:#222}
table{border-collapse:collapse;font-size:.8em}
th,td{border:1px solid #ccc;padding:.15em .4em;text-align:center}
th.side,td.side{text-align:left;white-space:nowrap}thead th{position:sticky;top:0;background:#fff}
.alive{background:#e3f4e1}.dead{background:#f7dedc}.drawn{background:#e0eef7}.unknown{background:#fff6cc}
.fails{outline:2px solid #b00020;outline-offset:-2px;font-weight:bold}.deviates{outline-style:dashed}
.splits td.side{font-weight:bold}
.group{display:inline-block;vertical-align:top;margin:0 1.5em 1.5em 0;max-width:26em}.names{font-size:.85em}
.bad{color:#b00020}summary{cursor:pointer}h2{margin-top:1.6em;border-top:1px solid #ddd;padding-top:.6em}
"""


def page(matrix: Matrix, reasons: Sequence[Parting] = ()) -> str:
    """Return the page; *reasons* say which axes are to blame for differences."""
    differing = [case for case in matrix.cases if _splits(matrix, case)]
    rest = [case for case in matrix.cases if case not in differing]
    same = [case for case in rest if _decided(matrix, case)]
    undecided = [case for case in rest if case not in same]
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Rulesets compared</title>',
        f"<style>{_STYLE}</style><h1>Rulesets compared</h1>",
        _summary(matrix),
        _table(matrix),
    ]
    if differing:
        parts += ["<h1>Where they differ</h1>", _legend(reasons)]
        parts += [_section(matrix, case, reasons) for case in differing]
    for title, cases in (("Where they agree", same), ("Where it is not known", undecided)):
        if cases:
            parts += [f"<h1>{title}</h1>", *(_folded(matrix, case) for case in cases)]
    return "\n".join(parts) + "</html>\n"


def _splits(matrix: Matrix, case: Case) -> bool:
    """Whether two rulesets are proved to decide a unit differently."""
    return any(len(_statuses(matrix, case, unit)) > 1 for unit in case.units)


def _statuses(matrix: Matrix, case: Case, unit: Mask) -> set[Status]:
    """What a unit is proved to be under one ruleset or another."""
    cells = (matrix.cell(case, unit, ruleset) for ruleset in matrix.rulesets)
    return {cell.known.status for cell in cells if cell} - {Status.UNKNOWN}


def _decided(matrix: Matrix, case: Case) -> bool:
    return not any(Status.UNKNOWN in matrix.statuses(case, ruleset).values() for ruleset in matrix.rulesets)


def _folded(matrix: Matrix, case: Case) -> str:
    """A case that shows no difference, to be opened by a click."""
    return (
        f'<details id="{escape(case.id)}"><summary>{_title(case)}</summary>{_groups(matrix, case)}</details>'
    )


def _legend(reasons: Sequence[Parting]) -> str:
    """The values and articles of the axes that are to blame for differences, once for the page."""
    lines = "".join(f"<li>{escape(line)}</li>" for line in legend(item.blame for item in reasons))
    begin = "<p>What is to blame was found by trying, with proofs. The values:</p>"
    return f"{begin}<ul>{lines}</ul>" if lines else ""


def _summary(matrix: Matrix) -> str:
    rows = []
    for ruleset in matrix.rulesets:
        tally = matrix.tally(ruleset)
        number = sum(tally.values())
        cells = (
            f"{number - tally[Comparison.UNKNOWN]} of {number}",
            tally[Comparison.AGREES],
            tally[Comparison.FAILS],
            tally[Comparison.DEVIATES],
            tally[Comparison.UNCLAIMED],
        )
        name = f"{escape(ruleset.id)}</td><td class=side>{escape(ruleset.title)}"
        numbers = "".join(f"<td>{cell}</td>" for cell in cells)
        rows.append(f"<tr><td class=side>{name}</td>{numbers}</tr>")
    columns = ("decided", "agree", "contradict", "document contradicts itself", "unclaimed")
    names = "".join(f"<th>{name}" for name in columns)
    head = f"<tr><th class=side>ruleset<th class=side>title{names}</tr>"
    ending = "" if not matrix.interrupted else "<p class=bad>The run was interrupted; cells are missing.</p>"
    return f"<table>{head}{''.join(rows)}</table>{ending}"


def _table(matrix: Matrix) -> str:
    head = "".join(f"<th>{escape(ruleset.id).replace('-', '-<wbr>')}</th>" for ruleset in matrix.rulesets)
    rows = []
    for case in matrix.cases:
        for unit in case.units:
            cells = [matrix.cell(case, unit, ruleset) for ruleset in matrix.rulesets]
            splits = " class=splits" if len(_statuses(matrix, case, unit)) > 1 else ""
            name = f'<a href="#{escape(case.id)}">{escape(case.id)}</a> {_name(case, unit)}'
            rows.append(f"<tr{splits}><td class=side>{name}</td>{''.join(map(_cell, cells))}</tr>")
    note = (
        "<p>Framed in red: the document of the ruleset says otherwise; dashed: it contradicts itself there."
        " Bold: the rulesets differ. Small squares on the boards are territory of the side of their"
        " colour.</p>"
    )
    return f"{note}<table><thead><tr><th class=side>unit</th>{head}</tr></thead>{''.join(rows)}</table>"


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "<td></td>"
    status = cell.known.status.value
    kind = status + {Comparison.FAILS: " fails", Comparison.DEVIATES: " fails deviates"}.get(cell.result, "")
    word = "?" if status == "unknown" else status
    return f'<td class="{kind}" title="{escape(cell.known.reason)}">{word}</td>'


def _section(matrix: Matrix, case: Case, reasons: Sequence[Parting]) -> str:
    head = f'<h2 id="{escape(case.id)}">{_title(case)}</h2>'
    return head + _groups(matrix, case) + _why(matrix, case, reasons)


def _why(matrix: Matrix, case: Case, reasons: Sequence[Parting]) -> str:
    """Of each unit that the rulesets decide differently a reason for each status, and what is to blame."""
    parts = []
    for unit in case.units:
        proofs = matrix.proofs(case, unit, matrix.rulesets)
        if len(proofs) < 2:
            continue
        blamed = "".join(
            f"<p>{escape(item.brief)}</p>"
            for item in reasons
            if (item.name, item.unit) == (case.id, unit)
        )
        said = "".join(html(explain(proof)) for proof in proofs.values())
        parts.append(f"<details><summary>why {_name(case, unit)}</summary>{blamed}{said}</details>")
    return "".join(parts)


def _title(case: Case) -> str:
    return f"{escape(case.id)} {escape(case.title)}"


def _groups(matrix: Matrix, case: Case) -> str:
    groups = matrix.groups(case)
    first = groups[0][1]
    parts = []
    for rulesets, statuses in groups:
        changed: Mask = sum(unit for unit, status in statuses.items() if status is not first[unit])
        # Rulesets that agree on the units may differ in whose the points are.
        owned: dict[tuple[Mask, Mask], list[Ruleset]] = {}
        for ruleset in rulesets:
            owned.setdefault(matrix.territory(case, ruleset).owned, []).append(ruleset)
        for points, members in owned.items():
            board = svg.board(
                case.position,
                statuses={point: status.value for unit, status in statuses.items() for point in bits(unit)},
                territory=points,
                highlight=changed,
                cell=22,
            )
            parts.append(f"<div class=group>{board}{_names(matrix, case, members)}</div>")
    return "".join(parts)


def _names(matrix: Matrix, case: Case, rulesets: Sequence[Ruleset]) -> str:
    lines = []
    for ruleset in rulesets:
        black, white = matrix.total(case, ruleset)
        faults = [
            _name(case, unit)
            for unit in case.units
            if (cell := matrix.cell(case, unit, ruleset)) and cell.result is Comparison.FAILS
        ]
        faults += [item.what for item in matrix.counts(case, ruleset) if item.result is Comparison.FAILS]
        text = f"{escape(ruleset.id)}: Black {black}, White {white}"
        if len({item["score"] for item in matrix.rulesets}) > 1 and not case.position.open_sides:
            # A point of area is no point of territory: what can be compared is the lead.
            kind = " of area" if ruleset["score"] == "area" else ""
            text += f"{kind}, lead {matrix.lead(case, ruleset)}"
        if faults:
            text += f" <span class=bad>against its document: {escape(', '.join(faults))}</span>"
        lines.append(text)
    return f"<div class=names>{'<br>'.join(lines)}</div>"


def _name(case: Case, unit: Mask) -> str:
    colour = "O" if unit & case.position.white else "X"
    return f"{unit_name(case.position, unit)} ({unit.bit_count()}{colour})"
