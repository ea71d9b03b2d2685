"""A matrix as a folder of static pages: cases with boards to step through, verdicts, and what was found.

The pages need no server and no other site, and can be searched.
"""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from verifier import svg
from verifier.board import Mask, unit_name
from verifier.board.grid import bits
from verifier.cli.matrix_html import page
from verifier.cli.output import prepare_folder, write_text
from verifier.cli.reporting import certificate_name
from verifier.jobs.cases.case import Case
from verifier.jobs.cases.compared import Comparison
from verifier.jobs.compare.blame_words import legend
from verifier.jobs.compare.matrix import Cell, Matrix
from verifier.jobs.compare.reasons import Parting
from verifier.jobs.show.embedded import board_data, embedded, script, style
from verifier.proof import write_certificate
from verifier.rules import Ruleset
from verifier.search import Status
from verifier.version import __version__

__all__ = ["prepare_site", "write_site"]

_STYLE = """
:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,"Noto Sans","Noto Sans CJK JP",sans-serif;margin:0 auto;max-width:70rem;
padding:1rem;background:light-dark(#f5f1e8,#181613);color:light-dark(#221f1a,#eee8dc)}
a{color:light-dark(#234a70,#9cc3e6)}nav{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin-bottom:1rem}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:1.6rem 0 .4rem}.small{font-size:.86rem;opacity:.85}
input[type=search]{font:inherit;color:inherit;width:100%;padding:.6rem .8rem;border-radius:.6rem;
border:1px solid #8888;background:light-dark(#fff,#221f1b)}
ul.found{list-style:none;padding:0;display:grid;gap:.4rem}
ul.found li{padding:.5rem .8rem;border-radius:.6rem;background:light-dark(#fffdf9,#221f1b);
overflow-wrap:anywhere}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
th,td{border:1px solid #8886;padding:.2rem .5rem;text-align:left}
.groups{display:flex;flex-wrap:wrap;gap:1.5rem}
figure{margin:0;max-width:22rem}figure svg{max-width:100%;height:auto}
figcaption{font-size:.88rem;overflow-wrap:anywhere}[hidden]{display:none}
.alive{color:light-dark(#1f6b3a,#86cf9b)}.dead{color:light-dark(#b02a17,#ff9a85)}
.drawn{color:light-dark(#20608f,#8cc4ee)}.unknown{color:light-dark(#7a5600,#e8c15b)}
"""

_SEARCH = """
const plain = (text) => text.normalize("NFKC").toLowerCase();
const items = [...document.querySelectorAll("[data-find]")].map((item) => [item, plain(item.dataset.find)]);
const field = document.getElementById("find");
function find() {
  const words = plain(field.value).split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const [item, text] of items) {
    item.hidden = !words.every((word) => text.includes(word));
    if (!item.hidden) shown += 1;
  }
  document.getElementById("count").textContent = `${shown} of ${items.length}`;
  history.replaceState(null, "", field.value ? `#find=${encodeURIComponent(field.value)}` : "#");
}
field.value = decodeURIComponent((location.hash.match(/find=(.*)/) ?? ["", ""])[1]);
field.addEventListener("input", find);
find();
"""

_FILES = ("index.html", "matrix.html", "board.js", "board.css", "site.css", "find.js")


def prepare_site(folder: str, cases: Sequence[Case], rulesets: Sequence[Ruleset], *, force: bool) -> Path:
    """Make the folder before anything is searched.

    Raises:
        InputError: it cannot be made, or has one of the pages already and *force* is not set.
    """
    found = prepare_folder(folder, _FILES, force=force)
    prepare_folder(str(found / "cases"), [f"{case.id}.html" for case in cases], force=force)
    certificates = [
        _certificate(case, unit, ruleset) for case in cases for unit in case.units for ruleset in rulesets
    ]
    prepare_folder(str(found / "certificates"), certificates, force=force)
    return found


def write_site(matrix: Matrix, folder: Path, reasons: Sequence[Parting] = (), *, explained: bool) -> int:
    """Write all pages and certificates; return how many files.

    *explained*: the boards say in words why a unit lives or dies, too, which takes a while.
    """
    files = {
        "index.html": _index(matrix, reasons),
        "matrix.html": page(matrix, reasons),
        "board.js": script(),
        "board.css": style(),
        "site.css": _STYLE.lstrip(),
        "find.js": _SEARCH.lstrip(),
    }
    for cell in matrix.cells.values():
        certificate = cell.certificate
        if certificate is not None:
            path = folder / "certificates" / _certificate(cell.case, cell.unit, cell.ruleset)
            write_certificate(certificate, path, force=True)
    for case in matrix.cases:
        files[f"cases/{case.id}.html"] = _case_page(matrix, case, reasons, explained)
    for name, text in files.items():
        write_text(folder / name, text)
    return len(files) + sum(cell.proved for cell in matrix.cells.values())


def _certificate(case: Case, unit: Mask, ruleset: Ruleset) -> str:
    return certificate_name(case.id, ruleset, unit_name(case.position, unit))


def _page(title: str, body: str, up: str = "") -> str:
    links = (("index.html", "Search"), ("matrix.html", "Matrix"))
    nav = "".join(f'<a href="{up}{name}">{word}</a>' for name, word in links)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="{up}site.css"><link rel="stylesheet" href="{up}board.css"></head>'
        f"<body><nav>{nav}</nav>\n{body}\n"
        f'<p class="small">Made by shikatsu {__version__}. Each verdict has a certificate; '
        "<code>shikatsu check FILE</code> checks it without any search.</p></body></html>\n"
    )


def _index(matrix: Matrix, reasons: Sequence[Parting]) -> str:
    """Everything that can be found, on one page."""
    cases = "".join(_entry(*item) for item in _case_entries(matrix))
    verdicts = "".join(_entry(*item) for item in _verdict_entries(matrix))
    found = "".join(_entry(*item) for item in _findings(matrix, reasons))
    broken = '<p class="unknown">The run was interrupted; verdicts are missing.</p>'
    body = (
        f"<h1>Verdicts</h1>{broken if matrix.interrupted else ''}"
        '<p><label for="find">Search: a case, a unit, a ruleset, a status</label>'
        ' <span class="small" id="count"></span><input type="search" id="find" placeholder="ex08 dead"></p>'
        f'<h2>Where rulesets differ, and where documents are contradicted</h2><ul class="found">{found}</ul>'
        f'<h2>Cases</h2><ul class="found">{cases}</ul><h2>Verdicts</h2><ul class="found">{verdicts}</ul>'
        '<script src="find.js"></script>'
    )
    return _page("Verdicts", body)


def _entry(link: str, words: str, html: str) -> str:
    return f'<li data-find="{escape(words)}"><a href="{escape(link)}">{html}</a></li>'


def _case_entries(matrix: Matrix) -> Iterator[tuple[str, str, str]]:
    for case in matrix.cases:
        words = f"case {case.id} {case.title} {case.section}"
        yield f"cases/{case.id}.html", words, f"<b>{escape(case.id)}</b> {escape(case.title)}"


def _verdict_entries(matrix: Matrix) -> Iterator[tuple[str, str, str]]:
    """A line for each unit: the rulesets by status."""
    for case in matrix.cases:
        for unit in case.units:
            found: dict[str, list[str]] = {}
            for ruleset in matrix.rulesets:
                if (cell := matrix.cell(case, unit, ruleset)) is not None:
                    found.setdefault(cell.known.status.value, []).append(ruleset.id)
            name = unit_name(case.position, unit)
            text = f"verdict {case.id} {name} " + " ".join(f"{s} {' '.join(ids)}" for s, ids in found.items())
            said = "; ".join(
                f'<span class="{status}">{status}</span> under {escape(", ".join(ids))}'
                for status, ids in found.items()
            )
            yield f"cases/{case.id}.html", text, f"<b>{escape(case.id)} {name}</b> {said}"


def _findings(matrix: Matrix, reasons: Sequence[Parting]) -> Iterator[tuple[str, str, str]]:
    for case in matrix.cases:
        for unit in case.units:
            cells = [cell for rules in matrix.rulesets if (cell := matrix.cell(case, unit, rules))]
            name = unit_name(case.position, unit)
            parted = {cell.known.status for cell in cells} - {Status.UNKNOWN}
            if len(parted) > 1:
                said = "; ".join(_blamed(case, unit, reasons)) or "the rulesets differ"
                words = f"difference {case.id} {name} {said} {_ids(cells)}"
                yield f"cases/{case.id}.html", words, f"<b>{escape(case.id)} {name}</b> {escape(said)}"
            for cell in cells:
                if cell.result in (Comparison.FAILS, Comparison.DEVIATES) and cell.claim is not None:
                    said = (
                        f"{cell.ruleset.id}: the document says {cell.claim.status.value}, proved is"
                        f" {cell.known.status.value}"
                    )
                    words = f"contradiction {case.id} {name} {said}"
                    yield f"cases/{case.id}.html", words, f"<b>{escape(case.id)} {name}</b> {escape(said)}"


def _ids(cells: Sequence[Cell]) -> str:
    return " ".join(f"{cell.ruleset.id} {cell.known.status.value}" for cell in cells)


def _blamed(case: Case, unit: Mask, reasons: Sequence[Parting]) -> list[str]:
    return [item.brief for item in reasons if (item.name, item.unit) == (case.id, unit)]


def _values(case: Case, reasons: Sequence[Parting]) -> list[str]:
    """The values and articles of the axes to blame for what differs in a case, each once."""
    return legend(item.blame for item in reasons if item.name == case.id)


def _case_page(matrix: Matrix, case: Case, reasons: Sequence[Parting], explained: bool) -> str:
    """The boards of a case, one for each group of rulesets that decide all units alike; and all verdicts."""
    figures = "".join(
        _figure(matrix, case, rulesets, statuses, explained) for rulesets, statuses in matrix.groups(case)
    )
    head = "".join(f"<th>{unit_name(case.position, unit)}</th>" for unit in case.units)
    rows = "".join(
        f"<tr><th>{escape(ruleset.id)}</th>"
        + "".join(_cell(matrix, case, unit, ruleset) for unit in case.units)
        + "</tr>"
        for ruleset in matrix.rulesets
    )
    blamed = "".join(
        f"<li>{unit_name(case.position, unit)}: {escape(line)}</li>"
        for unit in case.units
        for line in _blamed(case, unit, reasons)
    )
    values = "".join(f"<li>{escape(line)}</li>" for line in _values(case, reasons))
    why = f"<h2>Why rulesets differ</h2><ul>{blamed}</ul>" if blamed else ""
    why += f"<p>The values:</p><ul>{values}</ul>" if values else ""
    notes = "".join(f"<p>{escape(note)}</p>" for note in case.notes)
    body = (
        f"<h1>{escape(case.id)} {escape(case.title)}</h1>{notes}"
        f'<div class="groups">{figures}</div>{why}'
        f'<h2>Verdicts</h2><div class="scroll"><table><thead><tr><th></th>{head}</tr></thead>'
        f'<tbody>{rows}</tbody></table></div><script src="../board.js"></script>'
    )
    return _page(f"{case.id} {case.title}", body, "../")


def _cell(matrix: Matrix, case: Case, unit: Mask, ruleset: Ruleset) -> str:
    cell = matrix.cell(case, unit, ruleset)
    if cell is None:
        return "<td></td>"
    status = cell.known.status.value
    if not cell.proved:
        return f'<td class="{status}" title="{escape(cell.known.reason)}">{status}</td>'
    link = f"../certificates/{_certificate(case, unit, ruleset)}"
    return f'<td><a class="{status}" href="{escape(link)}" download>{status}</a></td>'


def _figure(
    matrix: Matrix, case: Case, rulesets: Sequence[Ruleset], statuses: dict[Mask, Status], explained: bool
) -> str:
    first = rulesets[0]
    words = {unit: status.value for unit, status in statuses.items()}
    owned = matrix.territory(case, first).owned
    proofs, links = {}, {}
    for unit in case.units:
        cell = matrix.cell(case, unit, first)
        certificate = cell.certificate if cell is not None else None
        if certificate is not None:
            proofs[unit] = certificate
            links[unit] = f"../certificates/{_certificate(case, unit, first)}"
    marks = {point: status for unit, status in words.items() for point in bits(unit)}
    picture = svg.board(case.position, statuses=marks, territory=owned, cell=22)
    data = board_data(
        case.diagram, first.id, words, owned, certificates=proofs, links=links, reasons=explained
    )
    names = ", ".join(ruleset.id for ruleset in rulesets)
    return embedded(data, picture, f"{names}: {matrix.counted(case, first, first) or 'a part of a board'}")
