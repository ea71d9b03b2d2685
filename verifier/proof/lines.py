"""States and patterns as lines of a certificate's file. docs/certificates.md has the grammar."""

import re

from verifier.board import Grid, Point
from verifier.errors import CertificateError
from verifier.play import Arena, Memory, Pattern, State
from verifier.proof.certificate import CLOSED, Answer, Cover, PatternNode
from verifier.proof.strict import MOST_MEASURE, decimal, fields, mask

__all__ = [
    "measure_from_text",
    "move_from_text",
    "pattern_from_text",
    "pattern_to_text",
    "state_from_fields",
    "state_to_text",
]


def state_to_text(arena: Arena, state: State) -> str:
    """Return the fields of a state, with blanks between them."""
    stones = f"{state.black & arena.locale:x} {state.white & arena.locale:x}"
    ban = str(state.ban) if state.memory is None else _memory_to_text(state.memory)
    mover = f"{state.to_move}{'p' if state.passed else ''}{_left_to_text(state.threats, state.taken)}"
    return f"{stones} {ban} {mover}"


def _memory_to_text(memory: Memory) -> str:
    masks = (memory.bans, *memory.freed, memory.old, memory.held)
    return ":".join(f"{mask:x}" for mask in masks) + (":c" if memory.captured else ":w")


def _memory_from_text(grid: Grid, text: str) -> Memory:
    *masks, captured = text.split(":")
    if captured not in ("c", "w") or len(masks) != 5:
        raise CertificateError("what a state remembers is five sets of points, and c or w for the unit")
    bans, black, white, old, held = (mask(part, grid, "a set that a state remembers") for part in masks)
    return Memory(bans, (black, white), captured == "c", old, held)


def _left_to_text(threats: tuple[int, int], taken: int) -> str:
    """The threats that are left, and the chains that are not."""
    return (f"t{threats[0]}{threats[1]}" if any(threats) else "") + (f"x{taken:x}" if taken else "")


def _mover_from_text(arena: Arena, text: str) -> tuple[int, bool, tuple[int, int], int]:
    """The side to move, whether the last move was a pass that counts, the threats left, the chains taken."""
    found = re.fullmatch(r"([01])(p?)(?:t(?!00)([0-9])([0-9]))?(?:x(?!0)([0-9a-f]+))?", text, re.ASCII)
    if not found:
        raise CertificateError("a state or pattern has a bad side to move")
    mover, passed, black, white, chains = found.groups("0")
    taken = mask(chains, arena.grid, "the chains that were taken")
    if taken and not arena.takes:
        raise CertificateError("a state or pattern says which chains were taken where that does not count")
    return int(mover), passed == "p", (int(black), int(white)), taken


def state_from_fields(arena: Arena, black: str, white: str, ban: str, mover: str) -> State:
    """Read the fields of a state; the stones outside the locale are those of the position.

    Raises:
        CertificateError: they are not as the grammar has them.
    """
    position, locale, grid = arena.position, arena.locale, arena.grid
    b, w = (mask(stones, grid, "the stones of a state") for stones in (black, white))
    if (b | w) & ~locale:
        raise CertificateError("a state has a stone outside the locale")
    memory = _memory_from_text(grid, ban) if ":" in ban else None
    to_move, passed, threats, taken = _mover_from_text(arena, mover)
    if memory is not None and (passed or any(threats)):
        raise CertificateError("a state that remembers has threats, or comes after a pass that counts")
    return State(
        position.black & ~locale | b,
        position.white & ~locale | w,
        _ban(grid, ban) if memory is None else -1,
        to_move,
        passed,
        memory,
        threats,
        taken=taken,
    )


def _ban(grid: Grid, text: str) -> Point:
    return decimal(text, "a ban", -1, grid.size - 1)


def move_from_text(grid: Grid, text: str) -> Point | None:
    """Read a point or a pass, of which there may be one for each point; None for a dot.

    Raises:
        CertificateError: it is neither.
    """
    return None if text == "." else decimal(text, "a move", -1 - grid.size, grid.size - 1)


def measure_from_text(text: str) -> int:
    """Read a credit or rank.

    Raises:
        CertificateError: it is no number that one may be.
    """
    return decimal(text, "a credit or rank", 0, MOST_MEASURE)


def pattern_to_text(node: PatternNode) -> str:
    """Return the line of a pattern, with its move and its answers."""
    points, black, white, ban, mover, eyes, threats, bans, taken, freed = node.pattern
    zone = f"{points:x}+{eyes:x}" if eyes else f"{points:x}"
    move = "." if node.move is None else node.move
    sets = (*bans, *freed) if any(freed) else bans
    waiting = ":".join([str(ban), *(f"{points:x}" for points in sets)]) if any(sets) else str(ban)
    stones = f"{zone} {black:x} {white:x} {waiting} {mover}{_left_to_text(threats, taken)}"
    parts = [
        f"{stones} {move} {node.credit} {node.rank}",
        _cover_to_text(node.after),
    ]
    parts += [f"{point}:{_cover_to_text(cover)}" for point, cover in node.replies.items()]
    return " ".join(parts)


def _cover_to_text(cover: Cover) -> str:
    if isinstance(cover, Answer):
        return f"{cover.move}>{_cover_to_text(cover.target)}"
    return "." if cover == CLOSED else str(cover)


def pattern_from_text(arena: Arena, text: str) -> PatternNode:
    """Read the line of a pattern.

    Raises:
        CertificateError: it is not as the grammar has it.
    """
    grid = arena.grid
    zone, black, white, ban, mover, move, credit, rank, after, *rest = fields(
        text, range(9, 11 + grid.size), "a pattern"
    )
    to_move, passed, threats, taken = _mover_from_text(arena, mover)
    if passed:
        raise CertificateError("a pattern has a bad side to move")
    replies: dict[int, Cover] = {}
    for item in rest:
        reply, _, target = item.partition(":")
        point = decimal(reply, "a reply", -1 - grid.size, grid.size - 1)
        if point in replies:
            raise CertificateError("a pattern lists a reply twice")
        replies[point] = _cover_from_text(grid, target)
    points, plus, eyes = zone.partition("+")
    ban, *bans = ban.split(":")
    if len(bans) not in (0, 2, 4):
        raise CertificateError("a pattern has no or two sets of bans, and then no or two of passes for good")
    sets = [mask(part, grid, "a set of bans or of passes for good") for part in bans] + [0] * (4 - len(bans))
    pattern = Pattern(
        mask(points, grid, "a zone"),
        mask(black, grid, "the stones of a pattern"),
        mask(white, grid, "the stones of a pattern"),
        _ban(grid, ban),
        to_move,
        mask(eyes, grid, "a set of eyes") if plus else 0,
        threats,
        (sets[0], sets[1]),
        taken,
        (sets[2], sets[3]),
    )
    measure = measure_from_text(credit), measure_from_text(rank)
    return PatternNode(pattern, move_from_text(grid, move), *measure, _cover_from_text(grid, after), replies)


def _cover_from_text(grid: Grid, text: str) -> Cover:
    move, answered, target = text.partition(">")
    if not answered:
        return _target_from_text(text)
    return Answer(decimal(move, "an answer", -1, grid.size - 1), _target_from_text(target))


def _target_from_text(text: str) -> int:
    return CLOSED if text == "." else decimal(text, "the number of a pattern", 0, MOST_MEASURE)
