"""A referee's report: an audit as one page of HTML that needs nothing else and is made to be printed.

What is proved and what is assumed stand in parts of their own, which say what they are.
"""

from collections.abc import Iterable, Iterator
from html import escape

from verifier.adjudicate.question import UnitVerdict
from verifier.board import Colour, unit_name
from verifier.jobs.audit.answers import (
    allowed_words,
    beside_words,
    points_text,
    supposed_words,
    sure_words,
    turn_words,
    turns_words,
)
from verifier.jobs.audit.audit import ChainFinding, Finding, GameAudit
from verifier.jobs.audit.pictures import SURE_TINTS, audit_board, filling_board
from verifier.jobs.audit.turns import Turn
from verifier.jobs.audit.writing import filling_words, interrupted_words
from verifier.jobs.explain.explanation import explain
from verifier.jobs.explain.pages import STYLE, html
from verifier.search import Status
from verifier.text import are_of, many, seconds
from verifier.version import __version__

__all__ = ["report_page"]

_ENDS = ("In this line", "If move", "If both sides")
"""How the sentences of an explanation begin that are about its line."""

_STYLE = STYLE + """
@page{size:A4;margin:14mm}
body{font:11pt/1.4 sans-serif;margin:1.5em auto;max-width:50em;color:#222;padding:0 1em}
h1{font-size:1.5em;margin:.2em 0}h2{font-size:1.15em;margin:1.4em 0 .4em;border-bottom:1px solid #999}
h3,h4{font-size:1em;margin:1em 0 .2em}p{margin:.4em 0}ul{margin:.4em 0;padding-left:1.3em}
table{border-collapse:collapse;margin:.5em 0;font-size:.92em}
th,td{border:1px solid #bbb;padding:.2em .6em;text-align:left;vertical-align:top}
td.n{text-align:right}thead th{background:#eee}
.facts th{border:0;padding-left:0;font-weight:normal;color:#555}.facts td{border:0}
.finding{display:inline-block;padding:.1em .6em;border:2px solid;border-radius:.3em;font-weight:bold}
.confirmed{color:#1d6b2a}.refuted{color:#a01818}.not-proven,.no-adjudication{color:#75580a}
.assumed{border:2px dashed #75580a;padding:.2em 1em;background:#fffaf0}.assumed h2{border:0;margin-top:.4em}
.board svg{max-width:100%;height:auto;display:block;margin:.5em auto}
.key{font-size:.85em;color:#444}.swatch{display:inline-block;width:.9em;height:.9em;border:1px solid #777}
footer{margin-top:2em;font-size:.8em;color:#555;border-top:1px solid #999}
@media print{body{margin:0;padding:0;max-width:none}h2,h3,h4{break-after:avoid}
figure,tr,.assumed,.board,.counts,.facts{break-inside:avoid}h4,h3{break-after:avoid}thead{display:table-header-group}
.board svg{max-height:165mm;width:auto}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
"""


def report_page(audit: GameAudit) -> str:
    """Return the page."""
    record = audit.record
    players = " – ".join(name for name in (record.about("PB"), record.about("PW")) if name)
    title = record.about("GN") or players or record.name.replace("\\", "/").rpartition("/")[2]
    parts = [
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}: report</title>',
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>',
        f"<header><h1>{escape(title)}</h1>{_facts(audit)}</header>",
        _summary(audit),
        f'<div class="board">{audit_board(audit)}</div>{_key(audit)}',
        "<section><h2>Counts</h2>",
        _counts(audit),
        "</section>",
        _proved(audit),
        _assumed(audit),
        _turns(audit),
        _disputed(audit),
        _chains(audit),
        _notes(audit),
        _footer(audit),
    ]
    return "\n".join(part for part in parts if part) + "\n</body></html>\n"


def _facts(audit: GameAudit) -> str:
    record = audit.record
    sides = [
        " ".join(part for part in (record.about(name), record.about(rank)) if part)
        for name, rank in (("PB", "BR"), ("PW", "WR"))
    ]
    taken = record.prisoners
    facts = [
        ("Black", sides[0]),
        ("White", sides[1]),
        ("Event", " ".join(part for part in (record.about("EV"), record.about("RO")) if part)),
        ("Date", record.about("DT")),
        ("Rules", f"{audit.ruleset.id} ({audit.ruleset.title})" if audit.ruleset.title else audit.ruleset.id),
        ("Komi", f"{record.komi:g}" if record.komi is not None else "none recorded"),
        ("Handicap", str(record.handicap) if record.handicap else ""),
        ("Taken in play", f"{taken[0]} by Black, {taken[1]} by White"),
        ("Dead stones stated", _stated_dead(audit)),
    ]
    rows = "".join(
        f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" for name, value in facts if value.strip()
    )
    return f'<table class="facts">{rows}</table>'


def _stated_dead(audit: GameAudit) -> str:
    if audit.claims.dead is None:
        return "nobody stated any"
    names = sorted(unit_name(audit.record.position, unit) for unit in audit.claims.dead)
    where = "" if audit.claims.source in ("", "given") else f" ({audit.claims.source})"
    return (", ".join(names) or "none") + where


def _badge(finding: Finding) -> str:
    return f'<span class="finding {finding.value.replace(" ", "-")}">{finding.value}</span>'


def _summary(audit: GameAudit) -> str:
    stated = audit.claims.stated
    lines = [f"<p>What was agreed on is {_badge(audit.finding)}.</p>", f"<p>{_numbers(audit)}</p>"]
    if audit.interrupted:
        lines.insert(0, f"<p><b>{interrupted_words(audit)}</b></p>")
    if stated.counted:
        certain = audit.result is Finding.NOT_PROVEN and audit.winner is Finding.CONFIRMED
        winner = " The winner is certain." if certain else ""
        lines.append(
            f"<p>Stated result <b>{escape(stated.text or 'unknown')}</b>, proved <b>{audit.proved_result}</b>"
            f" {audit.compared}: {audit.result.value}.{winner}</p>"
        )
        if audit.result is Finding.NOT_PROVEN and audit.supposed is not None:
            lines.append("<p>The proved result is a range, or unknown, as long as chains are open.</p>")
    else:
        lines.append(f"<p>Proved result {audit.compared}: <b>{audit.proved_result}</b>.</p>")
    return "\n".join(lines)


def _numbers(audit: GameAudit) -> str:
    """How many chains are proved as agreed, otherwise, and not at all."""
    names: dict[Finding, list[str]] = {}
    saved: list[str] = []
    for chain in audit.chains:
        alike = saved if chain.until_filled else names.setdefault(chain.finding, [])
        alike.append(unit_name(audit.record.position, chain.unit))
    every = len(audit.chains)
    if audit.claims.dead is None:
        return f"Nobody stated dead stones. Of {many(every, 'chain')} {audit.proved} are proved."
    parts = [f"{len(names.get(Finding.CONFIRMED, ()))} proved as agreed"]
    for finding, words in ((Finding.REFUTED, "proved otherwise"), (Finding.NOT_PROVEN, "open")):
        some = names.get(finding, [])
        parts.append(f"{len(some)} {words}" + (f" ({', '.join(some)})" if some else ""))
    if saved:
        parts.append(
            f"{len(saved)} stated dead and alive while neutral points are open ({', '.join(saved)}), which"
            " refutes nothing"
        )
    return f"Of {many(every, 'chain')}: {'; '.join(parts)}."


def _key(audit: GameAudit) -> str:
    black, white = (
        f'<span class="swatch" style="background:{tint}"></span> sure points of {side}'
        for tint, side in zip(SURE_TINTS, ("Black", "White"), strict=True)
    )
    seki = ", unless the stones around are left in a seki" if audit.sure_but_for_seki else ""
    return (
        f'<p class="key">Ring: proved alive. Cross: proved dead. Framed square: drawn. Question mark: not'
        f" proved. Small square: territory of the side of its colour. Red edge: not as"
        f" agreed. {black}, {white}{seki}.</p>"
    )


def _counts(audit: GameAudit) -> str:
    """As recorded, as the board stands, and with neutral points filled in turn: proved and assumed apart."""
    supposed, filled, stands = audit.supposed, audit.filled, "as the board stands"
    stated = audit.claims.stated.text or "no result"
    rows = [
        (stands, audit.count.result, supposed.count.result if supposed else ""),
    ]
    how = "with neutral points filled in turn"
    if filled is None:
        rows.append((how, "the same: no dame makes territory count nothing here", ""))
    else:
        assumed = supposed.filled.result if supposed and supposed.filled else ""
        rows.append((how, filled.result, assumed))
    head = "<th></th><th>proved</th>" + ("<th>assumed: open chains as below</th>" if supposed else "")
    body = "".join(
        f"<tr><th>{name}</th><td>{escape(proved)}</td>{f'<td>{escape(rest)}</td>' if supposed else ''}</tr>"
        for name, proved, rest in rows
    )
    # The totals of a filled board hold only if it is filled so, whatever the open chains are.
    counted, which = audit.count, stands
    if filled is not None and filled.decided and filled.count is not None:
        counted, which = filled.count, how
    sides = "".join(
        f"<tr><th>{colour}</th><td class=n>{_range(totals)}</td>"
        + (f"<td class=n>{territory}</td>" if counted.decided else "")
        + "</tr>"
        for colour, totals, territory in (
            ("Black", counted.black, counted.territory.points(Colour.BLACK).bit_count()),
            ("White", counted.white, counted.territory.points(Colour.WHITE).bit_count()),
        )
    )
    parts = [
        f"<p>As recorded: {escape(stated)}.</p>",
        f'<table class="counts"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>',
        f'<table class="counts"><thead><tr><th>proved, {which}</th>'
        f"<th>total</th>{'<th>territory</th>' if counted.decided else ''}</tr></thead>"
        f"<tbody>{sides}</tbody></table>",
        f"<p>White's total has {counted.komi:g} points of komi"
        + (f" and {counted.compensation} for handicap stones" if counted.compensation else "")
        + ".</p>",
    ]
    if filled is not None and filled.unknown:
        parts.append(f"<p>How the neutral points are filled is not known: {escape(filled.unknown)}.</p>")
    elif filled is not None:
        parts.append(_list(_sentence(words) for words in filling_words(filled, supposed)))
        if filled.filling.moves:
            parts.append(
                f'<div class="lines"><figure>{filling_board(filled)}<figcaption>Neutral points filled,'
                f" {filled.first} beginning.</figcaption></figure></div>"
            )
    return "\n".join(parts)


def _range(ends: tuple[float, float]) -> str:
    low, high = ends
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"


def _proved(audit: GameAudit) -> str:
    position = audit.record.position
    said = [f"{are_of(audit.proved, len(audit.chains), 'chain')} proved", *sure_words(audit)]
    for colour in Colour:
        if points := audit.disputed(colour):
            said.append(f"{points_text(position, points)}: marked as {colour}'s territory but is not")
        if points := audit.unmarked(colour):
            said.append(f"{points_text(position, points)}: {colour}'s territory but not marked")
    return f"<section><h2>Proved</h2>{_list(map(_sentence, said))}</section>"


def _notes(audit: GameAudit) -> str:
    said = [*allowed_words(audit), *beside_words(audit), *audit.notes]
    return f"<section><h2>Notes</h2>{_list(map(_sentence, said))}</section>" if said else ""


def _assumed(audit: GameAudit) -> str:
    if audit.supposed is None:
        return ""
    words = _list(_sentence(words) for words in supposed_words(audit))
    return (
        '<section class="assumed"><h2>Assumed, and not proved</h2>'
        f"<p>Nothing here is proved, and no finding of this page rests on it.</p>{words}</section>"
    )


def _turns(audit: GameAudit) -> str:
    if audit.turns is None:
        return ""
    return f"<section><h2>Whose move</h2>{_list(map(_sentence, turns_words(audit)))}</section>"


def _disputed(audit: GameAudit) -> str:
    """Chains about which the agreement is wrong, and unsettled ones, each with its line of play."""
    parts = [_wrong(audit, chain) for chain in audit.chains if chain.finding is Finding.REFUTED]
    parts += [_unsettled(audit, turn) for turn in audit.turns or () if turn.unsettled]
    open_chains = [chain for chain in audit.chains if chain.status is Status.UNKNOWN]
    if open_chains:
        names = ", ".join(unit_name(audit.record.position, chain.unit) for chain in open_chains)
        parts.append(f"<h3>Not proved either way</h3><p>{names}. There is no line of play for these.</p>")
    if not parts:
        return ""
    key = "" if len(parts) == bool(open_chains) else (
        '<p class="key">In these diagrams the chain has a red edge, and numbers say in which order the moves'
        " are played; the board of each diagram is that before its first move.</p>"
    )
    head = "Open chains" if len(parts) == bool(open_chains) else "Disputed chains"
    return f"<section><h2>{head}</h2>{key}{''.join(parts)}</section>"


def _wrong(audit: GameAudit, chain: ChainFinding) -> str:
    name = unit_name(audit.record.position, chain.unit)
    stated = chain.stated.value if chain.stated else "unknown"
    head = f"{name} ({chain.colour}), agreed {stated}, is {chain.status.value}"
    return f"<h3>{head}</h3>{_line(audit, chain.verdict, head)}"


def _unsettled(audit: GameAudit, turn: Turn) -> str:
    position = audit.record.position
    name = unit_name(position, turn.unit)
    parts = [f"<h3>{name} ({turn.colour}): who moves first decides</h3>"]
    parts.append(f"<p>{escape(_sentence(turn_words(position, turn)))}</p>")
    for side, verdict in zip((turn.colour, turn.colour.opponent), turn.both.verdicts, strict=True):
        head = f"{str(side).capitalize()} first: {name} is {verdict.status.value}"
        parts.append(f"<h4>{head}</h4>{_line(audit, verdict, head, words=False)}")
    return "".join(parts)


def _line(audit: GameAudit, verdict: UnitVerdict | None, title: str, *, words: bool = True) -> str:
    """The proof in words and pictures."""
    if verdict is None or verdict.certificate is None:
        return ""
    explanation = explain(verdict.certificate)
    shown = html(explanation, words=words)
    if not explanation.parts:
        return f"{shown}<p>Proved {verdict.status.value} without a move: {escape(verdict.reason)}.</p>"
    # Without the words about the unit: how the line ends, and how other tries do.
    ends = [] if words else [said for said in explanation.sentences if said.startswith(_ENDS)]
    return shown + (_list(ends) if ends else "")


def _chains(audit: GameAudit) -> str:
    position = audit.record.position
    turns = {turn.unit: turn for turn in audit.turns or ()}
    more = "<th>its owner first</th><th>the other side first</th>" if audit.turns is not None else ""
    rows = []
    for chain in audit.chains:
        cells = [
            unit_name(position, chain.unit),
            str(chain.colour),
            str(chain.unit.bit_count()),
            chain.stated.value if chain.stated else "",
            chain.status.value,
            chain.verdict.reason.rpartition(" by ")[0] or chain.verdict.reason if chain.verdict else "",
        ]
        if chain.unit in turns:
            cells += [verdict.status.value for verdict in turns[chain.unit].both.verdicts]
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    head = f"<th>chain</th><th>side</th><th>stones</th><th>agreed</th><th>proved</th><th>proof</th>{more}"
    return (
        f"<section><h2>All chains</h2><table><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></section>"
    )


def _footer(audit: GameAudit) -> str:
    return (
        f"<footer><p>Made by shikatsu {__version__} in {seconds(round(audit.seconds))}. For every status"
        " under <i>proved</i> there is a certificate; <code>shikatsu audit --proof</code> writes them, and"
        " <code>shikatsu check</code> checks them without any search. A strategy has an answer to every play"
        " of the other side; its size is that of the certificate. <i>Unconditionally alive</i> is what lives"
        " even if its side passes for ever.</p></footer>"
    )


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")


def _list(sentences: Iterable[str]) -> str:
    items: Iterator[str] = (f"<li>{escape(sentence)}</li>" for sentence in sentences)
    return f"<ul>{''.join(items)}</ul>"
