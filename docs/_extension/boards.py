"""Directives that judge positions while the site is built, and show what came out.

    ```{verdicts} ex03
    :rules: taken.toml
    ```

shows a case with its verdicts under a ruleset, ``{line} ex08 A10`` the best line of a unit, and
``{examples}`` all canonical examples. Limits are in states, so that every build shows the same.
"""

import functools
import re
from html import escape
from typing import Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from verifier import Judgement, Limits, explain, judge, load_case, load_ruleset
from verifier.adjudicate.areas import AreaKind
from verifier.jobs.cases.case import CANONICAL_CASES
from verifier.search import Status

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
        shown: list[nodes.Node] = [nodes.raw("", '<div class="boards">', format="html")]
        for case in CANONICAL_CASES:
            judgement = self.judged(case)
            shown.append(self.figure(judgement.svg(cell=16, rulers=False), _caption(judgement, case)))
        shown.append(nodes.raw("", "</div>", format="html"))
        limit = f"Each unit was searched within {self.config.board_nodes:,} states."
        return [*shown, nodes.paragraph(limit, limit)]


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


def _caption_files(app: Sphinx, name: str, source: list[str]) -> None:
    """Show the name of a file above its text: the tutorials write it after the language."""
    source[0] = _NAMED.sub(r"```{code-block} \1\n:caption: \2", source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directives, and the limit of each search."""
    app.add_config_value("board_nodes", 100_000, "html", [int])
    app.add_directive("verdicts", Verdicts)
    app.add_directive("line", Line)
    app.add_directive("examples", Examples)
    app.connect("source-read", _caption_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
