"""Directives that judge positions while the site is built, and show what came out.

    ```{verdicts} ex03
    :rules: taken.toml
    ```

shows a case with its verdicts under a ruleset, ``{line} ex08 A10`` the best line of a unit, and
``{examples}`` all canonical examples, with lines to step through and certificates to save. ``{given}`` with
a diagram as its content shows that board with its verdicts, ``{problem} D4`` with one a problem to try.
Limits are in states, so that every build shows the same.
"""

import functools
import re
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from verifier import Judgement, Limits, explain, judge, load_case, load_ruleset
from verifier.adjudicate.areas import AreaKind
from verifier.adjudicate.question import unit_at
from verifier.board import Colour, parse_vertex
from verifier.jobs.cases.case import CANONICAL_CASES
from verifier.jobs.explain.problem import COMPARED, solve_problem
from verifier.jobs.show.embedded import (
    board_data,
    diagram_document,
    embedded,
    problem_document,
    script,
    style,
)
from verifier.notation import parse_diagram
from verifier.proof import write_certificate
from verifier.search import Status
from verifier.svg import board as board_svg

__all__ = ["setup"]


class _Board(SphinxDirective):
    """What the directives have in common."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec = {"rules": directives.unchanged, "cell": directives.positive_int}  # noqa: RUF012

    @property
    def rules(self) -> str:
        """The ruleset that is asked for."""
        return str(self.options.get("rules", "proposal2012"))

    def judged(self, case: str) -> Judgement:
        """The verdicts of a case."""
        return _judged(case, self.rules, self.config.board_nodes)

    def figure(self, svg: str, caption: str) -> nodes.Node:
        """A picture with a line below it. The picture describes itself in characters."""
        html = f'<figure class="board">{svg}<figcaption>{escape(caption)}</figcaption></figure>'
        return nodes.raw("", html, format="html")


class Verdicts(_Board):
    """A case with the verdicts of its units, and the count."""

    def run(self) -> list[nodes.Node]:
        """Return what is shown."""
        judgement = self.judged(self.arguments[0].strip())
        return [self.figure(judgement.svg(cell=self.options.get("cell", 26)), _caption(judgement))]


class Given(_Board):
    """A board that is drawn in the page, with the verdicts of its units and the count."""

    required_arguments = 0
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return what is shown."""
        limits = Limits(nodes=self.config.board_nodes, seconds=600.0)
        judgement = judge("\n".join(self.content) + "\n", self.rules, limits=limits)
        return [self.figure(judgement.svg(cell=self.options.get("cell", 26)), _caption(judgement))]


class Line(_Board):
    """The first diagram of the best line of a unit."""

    def run(self) -> list[nodes.Node]:
        """Return what is shown."""
        case, unit = self.arguments[0].split()
        limits = Limits(nodes=self.config.board_nodes, seconds=600.0)
        judgement = judge(case, self.rules, units=[unit], limits=limits)
        certificate = judgement.verdicts[0].certificate
        if certificate is None:
            raise self.error(f"{case} {unit} is not decided within {self.config.board_nodes} states")
        found = explain(certificate)
        caption = found.sentences[0]
        if found.parts:
            caption = f"{caption} {found.diagram(found.parts[0]).splitlines()[-1]}"
        return [self.figure(found.svg(), caption)]


class Examples(_Board):
    """All canonical examples, small."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """Return what is shown."""
        style = '<link rel="stylesheet" href="_static/shikatsu-board.css">'
        shown: list[nodes.Node] = [nodes.raw("", f'{style}<div class="boards live">', format="html")]
        for case in CANONICAL_CASES:
            judgement = self.judged(case)
            picture = judgement.svg(cell=16, rulers=False)
            html = embedded(self.data(case, judgement), picture, _caption(judgement, case))
            shown.append(nodes.raw("", html, format="html"))
        script = '<script defer src="_static/shikatsu-board.js"></script>'
        shown.append(nodes.raw("", f"</div>{script}", format="html"))
        limit = f"Each unit was searched within {self.config.board_nodes:,} states."
        return [*shown, nodes.paragraph(limit, limit)]

    def data(self, case: str, judgement: Judgement) -> dict[str, Any]:
        """What the script shows; the certificates become files of the site."""
        folder = Path(self.env.app.outdir) / "certificates"
        folder.mkdir(parents=True, exist_ok=True)
        proofs, links = {}, {}
        for verdict in judgement.verdicts:
            if verdict.certificate is not None:
                name = f"{case}-{verdict.name}.json"
                write_certificate(verdict.certificate, folder / name, force=True)
                proofs[verdict.unit], links[verdict.unit] = verdict.certificate, f"certificates/{name}"
        statuses = {verdict.unit: verdict.status.value for verdict in judgement.verdicts}
        found = judgement.territory
        owned = found.owned if found is not None else (0, 0)
        rules, diagram = judgement.ruleset.id, judgement.diagram
        return board_data(diagram, rules, statuses, owned, certificates=proofs, links=links, reasons=False)


class ProblemBoard(_Board):
    """A problem to try: the content is its diagram, the argument a stone of the unit."""

    has_content = True
    option_spec = {**_Board.option_spec, "first": directives.unchanged_required}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """Return what is shown."""
        diagram = parse_diagram("\n".join(self.content), name="problem")
        position = diagram.position
        unit = unit_at(position, parse_vertex(self.arguments[0].strip(), position.rows, position.cols))
        side = Colour[self.options["first"].upper()]
        found = solve_problem(
            position,
            unit,
            side,
            load_ruleset(self.rules),
            limits=Limits(nodes=self.config.board_nodes, seconds=600.0),
            others=[load_ruleset(name) for name in COMPARED],
        )
        data = diagram_document(diagram) | {"problem": problem_document(found)}
        style = '<link rel="stylesheet" href="_static/shikatsu-board.css">'
        script = '<script defer src="_static/shikatsu-board.js"></script>'
        aim = "live" if found.wanted is Status.ALIVE else "kill"
        html = embedded(data, board_svg(position, cell=26), f"{str(side).capitalize()} to play and {aim}")
        return [nodes.raw("", style + html + script, format="html")]


@functools.cache
def _judged(case: str, rules: str, states: int) -> Judgement:
    return judge(load_case(case), load_ruleset(rules), limits=Limits(nodes=states, seconds=600.0))


def _caption(judgement: Judgement, name: str = "") -> str:
    counts = dict.fromkeys(Status, 0)
    for status in judgement.statuses.values():
        counts[status] += 1
    units = ", ".join(f"{number} {status.value}" for status, number in counts.items() if number)
    found = judgement.territory
    count = ""
    if found is not None and all(area.kind is not AreaKind.UNDECIDED for area in found.areas):
        count = f"; Black {found.bounds.black[0]:g}, White {found.bounds.white[0]:g}"
    return f"{name or judgement.ruleset.id}: {units}{count}"


_NAMED = re.compile(r'^```(\w+) title="([^"]+)"$', re.MULTILINE)


_COMMAND = re.compile(r"(shikatsu|pip|python|make|docker|git|sh|curl|\$) ")


def _mark_commands(app: Sphinx, tree: nodes.document) -> None:
    """Tell blocks of commands, which may be wrapped on small screens, from diagrams, which may not."""
    for block in tree.findall(nodes.literal_block):
        lines = [line for line in block.astext().splitlines() if line and not line.startswith((" ", "#"))]
        columns = any(re.search(r"\S {3,}\S", line) for line in lines)
        if lines and not columns and all(_COMMAND.match(line) for line in lines):
            block["classes"].append("commands")


def _write_script(app: Sphinx, error: Exception | None) -> None:
    """Put the script of the boards, and their style, among the files of the site."""
    if error is None and app.builder.format == "html":
        folder = Path(app.outdir) / "_static"
        (folder / "shikatsu-board.js").write_text(script(), encoding="utf-8")
        (folder / "shikatsu-board.css").write_text(style(), encoding="utf-8")


def _caption_files(app: Sphinx, name: str, source: list[str]) -> None:
    """Show the name of a file above its text: the tutorials write it after the language."""
    source[0] = _NAMED.sub(r"```{code-block} \1\n:caption: \2", source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directives, and the limit of each search."""
    app.add_config_value("board_nodes", 100_000, "html", [int])
    app.add_directive("verdicts", Verdicts)
    app.add_directive("line", Line)
    app.add_directive("given", Given)
    app.add_directive("examples", Examples)
    app.add_directive("problem", ProblemBoard)
    app.connect("build-finished", _write_script)
    app.connect("doctree-read", _mark_commands)
    app.connect("source-read", _caption_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
