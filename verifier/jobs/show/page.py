"""Positions that were found, as one page of HTML that needs nothing else."""

import dataclasses
from collections.abc import Sequence
from html import escape

from verifier.jobs.show.shown import Shown
from verifier.version import __version__

__all__ = ["Entry", "page"]

_STYLE = """
body{font:11pt/1.45 sans-serif;margin:1.5em auto;max-width:66em;color:#222;padding:0 1em}
h1{font-size:1.5em}h2{font-size:1.2em;margin-top:1.6em;border-top:1px solid #bbb;padding-top:.6em}
.boards{display:flex;flex-wrap:wrap;gap:1.5em}figure{margin:0;max-width:30em}
figure svg{max-width:100%;height:auto}figcaption{font-size:.9em}
.lines{display:flex;flex-wrap:wrap;gap:1em;margin:.6em 0}.lines figcaption{white-space:pre-line}
pre{background:#f4f1e8;padding:.6em;overflow:auto;font-size:.85em}summary{cursor:pointer}
.key{font-size:.85em;color:#555}footer{margin-top:2em;font-size:.8em;color:#555;border-top:1px solid #999}
@media print{figure{break-inside:avoid}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
"""
_KEY = (
    "Cross: dead. Ring: alive. Framed square: drawn. Question mark: unknown. Small square: territory of the"
    " side of its colour. Stones without a mark were not judged, or are assumed alive."
)


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """Something that was found."""

    heading: str
    words: tuple[str, ...]
    boards: tuple[tuple[str, Shown], ...]
    """Positions with the names of their files without an ending."""


def page(title: str, entries: Sequence[Entry]) -> str:
    """Return the page: of each entry its words, its boards, the lines of play, and the text for forums."""
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>',
        f"<h1>{escape(title)}</h1>",
        f'<p class="key">{_KEY}</p>' if entries else "<p>Nothing was found.</p>",
        *map(_entry, entries),
        f"<footer>Made by shikatsu {escape(__version__)}. Each verdict has a certificate that a checker"
        " accepted.</footer></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _entry(entry: Entry) -> str:
    words = "".join(f"<p>{escape(line)}</p>" for line in entry.words)
    boards = "".join(_figure(name, shown) for name, shown in entry.boards)
    return f'<section><h2>{escape(entry.heading)}</h2>{words}<div class="boards">{boards}</div></section>'


def _figure(name: str, shown: Shown) -> str:
    said = "<br>".join(escape(line) for line in (shown.title, *shown.words) if line)
    lines = "".join(
        f"<figure>{picture.picture}<figcaption>{escape(picture.caption)}</figcaption></figure>"
        for picture in shown.line_svgs(cell=20)
    )
    more = ""
    if lines:
        more = f'<details><summary>lines of play</summary><div class="lines">{lines}</div></details>'
    return (
        f"<figure>{shown.board_svg(cell=26)}<figcaption>{said}</figcaption>{more}"
        f"<details><summary>as text for forums</summary><pre>{escape(shown.forum())}</pre></details>"
        f'<p class="key"><a href="{escape(name)}.sgf">{escape(name)}.sgf</a></p></figure>'
    )
