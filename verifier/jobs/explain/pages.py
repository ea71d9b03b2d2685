"""An explanation as a part of a page: HTML for audits, comparisons and hunts, Markdown for findings."""

from html import escape

from verifier.jobs.explain.explanation import Explanation, Language

__all__ = ["STYLE", "html", "markdown"]

STYLE = """
.reason ul{margin:.4em 0;padding-left:1.3em}
.lines{display:flex;flex-wrap:wrap;gap:1em}.lines figure{margin:0;max-width:24em}
.lines svg{max-width:100%;height:auto}figcaption{font-size:.85em}
"""
"""For the style of a page that has explanations."""


def html(explanation: Explanation, language: Language = "en", *, words: bool = True) -> str:
    """Return the sentences as a list, and the line as pictures; without *words* the line alone."""
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in explanation.said(language))
    figures = "".join(
        f"<figure>{explanation.svg(part, cell=20)}"
        f"<figcaption>{escape(explanation.caption(part, language))}</figcaption></figure>"
        for part in explanation.parts
    )
    more = explanation.hidden
    rest = f"<p>... and {more} moves more</p>" if more else ""
    lines = f'<div class="lines">{figures}</div>{rest}' if figures else ""
    listed = f"<ul>{said}</ul>" if words else ""
    return f'<div class="reason">{listed}{lines}</div>'


def markdown(explanation: Explanation, *, diagrams: bool = True) -> str:
    """Return the sentences as one paragraph, and the line as diagrams."""
    blocks = [" ".join(explanation.sentences)]
    if diagrams:
        blocks += [f"```\n{explanation.diagram(part)}\n```" for part in explanation.parts]
    return "\n\n".join(blocks) + "\n"

