"""Pictures of an audit: the board with what is proved, and how neutral points are filled."""

from verifier import svg
from verifier.board import Colour, Mask, Point
from verifier.board.grid import bits
from verifier.jobs.audit.audit import Finding, GameAudit
from verifier.jobs.audit.filled import FilledCount
from verifier.jobs.explain.moves import with_stone

__all__ = ["audit_board", "filling_board"]

SURE_TINTS = ("#b5864a", "#fbf1dc")
"""Behind sure points of Black and of White."""


def audit_board(audit: GameAudit, *, cell: int = 30) -> svg.Svg:
    """Return the final position: a mark on each chain, sure points tinted, wrongly agreed chains outlined.

    Proved territory has its squares.
    """
    position = audit.record.position
    statuses = {point: chain.status.value for chain in audit.chains for point in bits(chain.unit)}
    wrong: Mask = sum(chain.unit for chain in audit.chains if chain.finding is Finding.REFUTED)
    living: Mask = sum(chain.unit for chain in audit.chains if chain.status.value in ("alive", "drawn"))
    tints = [
        svg.Tint(audit.sure(colour) & ~living, SURE_TINTS[colour], f"sure points of {colour}")
        for colour in Colour
    ]
    when = ", interrupted" if audit.interrupted else ""
    title = f"{audit.record.name}: what is proved under {audit.ruleset.id}{when}"
    return svg.board(
        position,
        statuses=statuses,
        territory=audit.territory,
        highlight=wrong,
        tints=tints,
        cell=cell,
        title=title,
    )


def filling_board(filled: FilledCount, *, cell: int = 20) -> svg.Svg:
    """Return the board with its neutral points filled, the moves numbered."""
    position = filled.filling.start
    labels: dict[Point, str] = {}
    for number, move in enumerate(filled.filling.moves, start=1):
        labels.setdefault(move.point, str(number))
        position = with_stone(position, move.colour, move.point)
    return svg.board(position, labels=labels, cell=cell, title="neutral points filled in turn")
