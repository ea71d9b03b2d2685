"""A kind of ko in words. docs/ko.md says what they mean."""

from verifier import text
from verifier.board import Colour, Mask, vertex, vertices
from verifier.jobs.explain.ko_kind import LEVELS, MOST, Dependence, KoFight, KoKind
from verifier.jobs.explain.line import LineMove
from verifier.play import PASS
from verifier.search import Status

__all__ = ["header", "rows", "sentences", "way"]


def sentences(kind: KoKind) -> list[str]:
    """Say how the unit, or several together, depends on ko threats, in sentences for a Go player."""
    chains = [
        f"{_points(kind, chain)[0]} ({text.stones(chain.bit_count())})"
        for chain in kind.together or (kind.unit,)
    ]
    unit, is_, it, depends = f"{_name(kind.owner)}'s unit {chains[0]}", "is", "it is", "depends"
    if kind.together:
        unit = f"{_name(kind.owner)}'s units {' and '.join(chains)} together"
        is_, it, depends = "are", "they are", "depend"
    if kind.dependence is Dependence.NONE:
        status = kind.table["0", "0"].value
        return [f"No ko: {unit} {is_} {status} however many ko threats either side has."]
    if kind.dependence is Dependence.UNKNOWN:
        return [f"Unknown within the limits: whether {unit} {depends} on ko threats."]
    plain = kind.table["0", "0"]
    lines = [f"Ko: the fate of {unit} depends on ko threats."]
    if plain is not Status.UNKNOWN:
        lines.append(f"Without threats on either side {it} {plain.value}.")
    for fight in kind.fights:
        lines += _fight(kind, fight)
    return lines


def header(kind: KoKind) -> list[str]:
    """The head of the table: the owner's threats in rows, the attacker's in columns."""
    owner, attacker = _name(kind.owner), _name(kind.owner.opponent)
    return [f"{owner}'s threats", *(f"{attacker} has {count}" for count in LEVELS)]


def rows(kind: KoKind) -> list[list[str]]:
    """The lines of the table."""
    return [[owner, *(kind.table[owner, attacker].value for attacker in LEVELS)] for owner in LEVELS]


def way(kind: KoKind, fight: KoFight) -> str:
    """The moves that show the fight, with the retakes that cost a threat."""
    return ", ".join(_move(kind, move) for move in fight.moves)


def _fight(kind: KoKind, fight: KoFight) -> list[str]:
    side, other = _name(fight.side), _name(fight.side.opponent)
    goal = "to live" if fight.side is kind.owner else "to kill"
    if fight.more:
        return [
            f"{side} cannot win it with {MOST} threats against none, only with threats without end:"
            " then the kos go round for ever."
        ]
    if fight.threats is None:
        return [f"How many threats {side} needs {goal} is unknown within the limits."]
    if not fight.threats:
        return []
    needs = "1 threat" if fight.threats == 1 else f"{fight.threats} threats"
    lines = [f"{side} needs {needs} {goal} if {other} has none."]
    if fight.captures is None or not fight.kos:
        return lines
    first = f"{side if fight.first else other} takes first"
    places = " and ".join("/".join(_points(kind, ko)) for ko in fight.kos)
    count = fight.captures
    if len(fight.kos) > 1:
        lines.append(f"Ko in {len(fight.kos)} stages for {side}, at {places}; {first}.")
    elif count == 1:
        lines.append(f"Direct ko for {side}, at {places}; {first}.")
    else:
        moves = "1 approach move" if count == 2 else f"{count - 1} approach moves"
        lines.append(
            f"Approach ko for {side} with {moves}, at {places}; {first}."
            f" He has to take {count} times before {other} can no longer take back."
        )
    return [*lines, f"One way there: {way(kind, fight)}."]


def _points(kind: KoKind, mask: Mask) -> list[str]:
    return vertices(mask, kind.position.rows, kind.position.cols)


def _name(colour: Colour) -> str:
    return str(colour).capitalize()


def _move(kind: KoKind, move: LineMove) -> str:
    if move.point == PASS:
        return f"{_name(move.colour)} pass"
    threat = " after a threat" if move.after_threat else ""
    takes = f" takes {move.captured}" if move.captured else ""
    return f"{_name(move.colour)} {vertex(move.point, kind.position.rows, kind.position.cols)}{takes}{threat}"
