"""What an audit says in words where something stays open: sure points, what is supposed, whose move it is."""

from collections.abc import Iterable, Iterator

from verifier import text
from verifier.board import Colour, Mask, Position, unit_name, vertices
from verifier.jobs.audit.audit import GameAudit
from verifier.jobs.audit.count import lead_text
from verifier.jobs.audit.supposed import Supposed
from verifier.jobs.audit.turns import Turn
from verifier.search import Status

__all__ = [
    "allowed_words",
    "beside_words",
    "points_text",
    "supposed_words",
    "sure_words",
    "turn_words",
    "turns_words",
]

_MOST_NAMED = 12


def points_text(position: Position, points: Mask) -> str:
    """The names of points, with commas; at most twelve of them."""
    return _named(vertices(points, position.rows, position.cols))


def sure_words(audit: GameAudit) -> Iterator[str]:
    """Say how many points are sure, if something is unknown."""
    if audit.supposed is None:
        return
    black, white = (audit.sure(colour).bit_count() for colour in Colour)
    seki = ", unless their stones are left in a seki" if audit.sure_but_for_seki else ""
    yield (
        f"whatever the chains are that are not proved, {text.many(black, 'point')} of Black's and"
        f" {white} of White's are sure{seki}"
    )


def supposed_words(audit: GameAudit) -> Iterator[str]:
    """Say what the result would be if the unknown chains were as agreed, and which of them matters most."""
    supposed = audit.supposed
    if supposed is None:
        return
    how = "as agreed" if supposed.agreed else "alive, as nobody named dead stones"
    names = _chain_lists(audit, supposed)
    if supposed.lead is None and supposed.filled is not None:
        yield (
            f"assumed, not proved: if the open chains are {how}, it is not known how the neutral points"
            f" are filled: {supposed.filled.unknown}"
        )
    elif not names:
        yield f"assumed, not proved: if the filled board is as agreed too, the result is {supposed.result}"
    else:
        yield f"assumed, not proved: if the open chains are {how} ({names}), the result is {supposed.result}"
    chain = supposed.matters_most
    if chain is not None:
        name = unit_name(audit.record.position, chain.unit)
        winner = "; the winner turns" if chain.turns else ""
        end = f" (then {chain.result}{winner})"
        if chain.lead is None:
            end = f" in enclosed areas (how the neutral points are filled then is not known: {chain.unknown})"
        which = f"of the open chains {name} matters most" if len(supposed.chains) > 1 else f"{name} matters"
        yield (
            f"{which}: {text.many(round(abs(chain.change)), 'point')} between"
            f" {chain.status.value} and {chain.otherwise.value}{end}"
        )


def _chain_lists(audit: GameAudit, supposed: Supposed) -> str:
    """The supposed chains by status."""
    lists = []
    for status in (Status.DEAD, Status.ALIVE):
        units = [chain.unit for chain in supposed.chains if chain.status is status]
        if units:
            names = _named([unit_name(audit.record.position, unit) for unit in units])
            lists.append(f"{status.value} {names}")
    return "; ".join(lists)


def allowed_words(audit: GameAudit) -> Iterator[str]:
    """Say which dead stones would give the stated result, where none are stated."""
    stated = audit.claims.stated
    if audit.claims.dead is not None or stated.lead is None:
        return
    if not audit.allowed:
        yield f"no dead stones are stated, and no likely ones were found that make {lead_text(stated.lead)}"
    for number, item in enumerate(audit.allowed):
        names = ", ".join(unit_name(audit.record.position, unit) for unit in sorted(item.dead)) or "none"
        begin = "dead stones that make" if number == 0 else "or, less likely, these make"
        yield f"{begin} {lead_text(stated.lead)}: {names} ({audit.allows(item.dead).value})"


def beside_words(audit: GameAudit) -> Iterator[str]:
    """Name the chains that another ruleset decides and this one leaves open."""
    if audit.beside is None:
        return
    other = audit.beside.ruleset.id
    names = _named([f"{verdict.name} {verdict.status.value}" for verdict in audit.beside.verdicts])
    if names:
        yield f"under {other}, not under {audit.ruleset.id}, it is proved: {names}"
    else:
        yield f"under {other} none of the open chains is proved either"


def turns_words(audit: GameAudit) -> Iterator[str]:
    """Say which chains depend on who moves first, and for how many that is not known."""
    if audit.turns is None:
        return
    settled = sum(turn.settled is not Status.UNKNOWN for turn in audit.turns)
    yield f"{text.are_of(settled, len(audit.turns), 'chain')} proved the same whoever moves first"
    for turn in audit.turns:
        if turn.unsettled:
            yield turn_words(audit.record.position, turn)
    unknown = [turn for turn in audit.turns if not turn.unsettled and turn.settled is Status.UNKNOWN]
    if unknown:
        names = _named([unit_name(audit.record.position, turn.unit) for turn in unknown])
        yield f"whether it matters who moves first is not proved of {names}"
    if any(turn.owing for turn in audit.turns):
        yield "the board still owes a move: it is not finished as it was agreed on"


def turn_words(position: Position, turn: Turn) -> str:
    """One unsettled chain: who does what by moving first, and who owes a move."""
    owner = turn.colour
    words = []
    saves = {Status.ALIVE: "saves it", Status.DEAD: "loses it"}
    takes = {Status.ALIVE: "leaves it alive", Status.DEAD: "takes it"}
    for side, verdict, done in (
        (owner, turn.both.owner_first, saves),
        (owner.opponent, turn.both.attacker_first, takes),
    ):
        plays = turn.both.plays(side)
        where = f" at {points_text(position, plays).replace(', ', ' or ')}" if plays else ""
        words.append(f"{str(side).capitalize()} {done.get(verdict.status, 'draws')} by moving first{where}")
    said = f", agreed {turn.stated.value}," if turn.stated else ""
    owing = f"; {str(turn.owes).capitalize()} owes a move" if turn.owes is not None else ""
    name = unit_name(position, turn.unit)
    return f"{name} ({owner}{said.rstrip(',')}) is unsettled: {', '.join(words)}{owing}"


def _named(names: Iterable[str]) -> str:
    every = list(names)
    more = f" and {len(every) - _MOST_NAMED} more" if len(every) > _MOST_NAMED else ""
    return ", ".join(every[:_MOST_NAMED]) + more
