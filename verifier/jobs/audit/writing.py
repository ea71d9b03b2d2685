"""An audit as an annotated SGF: standard markup on the final position, and refuting lines as variations."""

from collections.abc import Iterator

from verifier import text
from verifier.adjudicate.given import named_at_start
from verifier.board import Colour, Mask, vertex
from verifier.jobs.audit.answers import (
    allowed_words,
    beside_words,
    points_text,
    supposed_words,
    sure_words,
    turns_words,
)
from verifier.jobs.audit.audit import ChainFinding, Finding, GameAudit
from verifier.jobs.audit.count import lead_text
from verifier.jobs.audit.filled import FilledCount
from verifier.jobs.audit.supposed import Supposed
from verifier.jobs.explain.moves import Moves, line_of
from verifier.notation.game import annotated_game
from verifier.rules import unjudged
from verifier.search import Status

__all__ = ["annotated", "filling_words", "interrupted_words", "refuting_line", "sentences"]


def annotated(audit: GameAudit) -> str:
    """Return the game with the audit in it.

    On the final position TB and TW are the proved territory, MA the proved dead stones, CR what is not
    proved, and TR the chains about which the players were wrong. Each of these has a variation with the line
    of play that shows it, the loser's best resistance included.
    """
    refuted = [chain for chain in audit.chains if chain.finding is Finding.REFUTED]
    wrong: Mask = sum(chain.unit for chain in refuted)
    dead: Mask = sum(chain.unit for chain in audit.chains if chain.status is Status.DEAD) & ~wrong
    unknown: Mask = sum(
        chain.unit for chain in audit.chains if chain.status is Status.UNKNOWN or chain.until_filled
    )
    marks = {"TR": wrong, "MA": dead, "CR": unknown}
    empty = audit.record.position.empty | dead
    marks |= {f"T{'BW'[colour]}": audit.territory[colour] & empty for colour in Colour}
    lines = [(_title(audit, chain), refuting_line(chain)) for chain in refuted]
    return annotated_game(audit.record, "\n".join(sentences(audit)), marks, {}, lines)


def interrupted_words(audit: GameAudit) -> str:
    """Say that an audit was interrupted."""
    return f"Interrupted after {text.seconds(round(audit.seconds))}: what is open might have been proved."


def sentences(audit: GameAudit) -> list[str]:
    """The audit in a few English sentences."""
    return list(_sentences(audit))


def _sentences(audit: GameAudit) -> Iterator[str]:
    yield f"Audited by shikatsu under {audit.ruleset.id}: {audit.finding.value}."
    if audit.interrupted:
        yield interrupted_words(audit)
    if audit.finding is Finding.NOTHING:
        yield f"There is no adjudication to audit: {audit.claims.stated.why_not or 'nothing is stated'}."
    yield f"{text.are_of(audit.proved, len(audit.chains), 'chain')} proved."
    if audit.finding is Finding.NOTHING:
        dead = [_name(audit, chain) for chain in audit.chains if chain.status is Status.DEAD]
        yield f"Proved dead: {', '.join(dead) or 'none'}."
    for chain in audit.chains:
        if chain.finding is Finding.REFUTED:
            yield _title(audit, chain) + "."
        elif chain.until_filled:
            yield (
                f"{_title(audit, chain)} while neutral points are open, as a new stone can be held;"
                " nothing is refuted by that."
            )
    open_chains = [_name(audit, chain) for chain in audit.chains if chain.status is Status.UNKNOWN]
    if reason := unjudged(audit.ruleset):
        yield f"Chains are not judged under {audit.ruleset.id}: {reason}."
    elif open_chains:
        until = "until then" if audit.interrupted else "within the limits"
        yield f"Not proven {until}: {', '.join(open_chains)}."
    for colour in Colour:
        for points, words in (
            (audit.disputed(colour), f"marked as {colour}'s territory but is not"),
            (audit.unmarked(colour), f"{colour}'s territory but not marked"),
        ):
            if points:
                yield f"{points_text(audit.record.position, points)}: {words}."
    stated = audit.claims.stated
    how = "" if audit.filled is None else f" {audit.compared}"
    if stated.counted:
        said = lead_text(stated.lead) if stated.lead is not None else f"{stated.text}"
        yield f"Stated result {said}, proved {audit.proved_result}{how}: {audit.result.value}."
        if audit.result is Finding.NOT_PROVEN and audit.winner is Finding.CONFIRMED:
            yield "The winner is certain."
    else:
        yield f"Proved result: {audit.proved_result}{how}."
    yield from (f"{words[0].upper()}{words[1:]}." for words in allowed_words(audit))
    if audit.filled is not None:
        yield from (f"{words[0].upper()}{words[1:]}." for words in _filling(audit, audit.filled))
    for more in (
        sure_words(audit),
        supposed_words(audit),
        turns_words(audit),
        beside_words(audit),
    ):
        yield from (f"{sentence[0].upper()}{sentence[1:]}." for sentence in more)
    yield from (note[0].upper() + note[1:] + "." for note in audit.notes)


def _filling(audit: GameAudit, filled: FilledCount) -> Iterator[str]:
    """How the points were filled, and the count of the board as it stands."""
    if filled.unknown:
        yield f"how the neutral points are filled is not known: {filled.unknown}"
    else:
        yield from filling_words(filled, audit.supposed)
    given = audit.agreed_filled
    if given is not None and given.lead not in (None, filled.lead) and not audit.other_result:
        yield f"with the dead stones as stated it is {given.result}"
    if audit.count.lead != filled.lead:
        yield (
            f"a note on the text: as the board stands, nothing filled, it counts {audit.count.result},"
            " as an open dame makes the territory of the chains next to it count nothing;"
            " nothing is refuted by that"
        )


def filling_words(filled: FilledCount, supposed: Supposed | None = None) -> Iterator[str]:
    """Say how many points were filled, and which moves were needed.

    *supposed* says what the open chains were taken for, if any are.
    """
    filling = filled.filling
    position = filling.start
    basis = ""
    if supposed is not None and supposed.chains:
        basis = f" if the open chains are {'as agreed' if supposed.agreed else 'alive'}"
    if not filling.moves:
        yield f"there is nothing to fill{basis}"
    else:
        moves = filling.moves
        shown = (f"{'BW'[move.colour]} {vertex(move.point, position.rows, position.cols)}" for move in moves)
        yield f"filled{basis}, {filled.first} beginning: {', '.join(shown)}"
    if basis and not filled.decided:
        yield (
            "if they are something else, other points are neutral, and the proved range holds whatever"
            " becomes of these"
        )
    for move in filling.needed:
        where = vertex(move.point, position.rows, position.cols)
        if move.saved:
            chain = named_at_start(position, move.saved)
            yield f"{move.colour} needs the move at {where} (手入れ), or {chain} is taken"
        else:
            yield f"{move.colour} needs the move at {where}, or the other side makes territory there"


def refuting_line(chain: ChainFinding) -> Moves:
    """Return the line of play that shows the proved status of a chain; empty if no move is needed."""
    return line_of(chain.verdict)


def _title(audit: GameAudit, chain: ChainFinding) -> str:
    stated = chain.stated.value if chain.stated else "unknown"
    return f"{_name(audit, chain)} ({chain.colour}, stated {stated}) is {chain.status.value}"


def _name(audit: GameAudit, chain: ChainFinding) -> str:
    position = audit.record.position
    return vertex((chain.unit & -chain.unit).bit_length() - 1, position.rows, position.cols)
