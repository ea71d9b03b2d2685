"""Why a unit lives or dies: the verdict in words, the kind of fight, and the best line as diagrams."""

import dataclasses

from verifier import svg, text
from verifier.board import Position
from verifier.errors import InputError
from verifier.jobs.explain import words as explain_words
from verifier.jobs.explain.fight import Fight, Findings, find_fight
from verifier.jobs.explain.line import Guide, Line, best_line
from verifier.play import PASS, remembers
from verifier.proof import Certificate, Claim, Refutation, Verdict, check

__all__ = ["Explanation", "Fight", "explain"]

_PER_DIAGRAM = 9
_MOST_MOVES = 60


@dataclasses.dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation of a proved claim."""

    claim: Claim
    findings: Findings
    line: Line | None
    """None if the unit is a wall."""

    @property
    def fight(self) -> Fight:
        """The kind of fight."""
        return self.findings.fight

    @property
    def sentences(self) -> list[str]:
        """The verdict, the kind of fight and the end of the line in words."""
        return explain_words.sentences(self.claim, self.findings, self.line)

    @property
    def parts(self) -> list[range]:
        """The moves of each diagram: no point is played on twice in one, and none is occupied at first."""
        if not self.line:
            return []
        parts, begin, used = [], 0, 0
        for index, move in enumerate(self.line.moves[:_MOST_MOVES]):
            stone = 0 if move.point == PASS else 1 << move.point
            first = self.line.moves[begin].before
            if index > begin and (
                stone & (used | first.black | first.white) or index - begin == _PER_DIAGRAM
            ):
                parts.append(range(begin, index))
                begin, used = index, 0
            used |= stone
        if self.line.moves:
            parts.append(range(begin, min(len(self.line.moves), _MOST_MOVES)))
        return parts

    def diagram(self, part: range) -> str:
        """One diagram of the line as text, with the moves under it."""
        assert self.line is not None
        cells = {self.line.moves[i].point: str(i + 1) for i in part if self.line.moves[i].point != PASS}
        position = self.line.position(part.start, self.claim.position)
        return text.board(position, cells=cells) + "\n" + _caption(self.line, part, position)

    def svg(self, part: range | None = None) -> svg.Svg:
        """One diagram of the line as a picture; the first one by default."""
        position = self.claim.position
        if part is None:
            part = self.parts[0] if self.parts else range(0)
        labels: dict[int, str] = {}
        if self.line:
            position = self.line.position(part.start, position)
            black, white = position.black, position.white
            for i in part:
                move = self.line.moves[i]
                if move.point != PASS:
                    labels[move.point] = str(i + 1)
                    stone = 1 << move.point
                    black, white = (black, white | stone) if move.colour else (black | stone, white)
            position = dataclasses.replace(position, black=black, white=white)
        return svg.board(
            position,
            labels=labels,
            highlight=self.claim.unit,
            title=explain_words.verdict_sentence(self.claim),
        )

    def __str__(self) -> str:
        blocks = ["\n".join(self.sentences), *(self.diagram(part) for part in self.parts)]
        if self.line and len(self.line.moves) > _MOST_MOVES:
            blocks.append(f"... and {len(self.line.moves) - _MOST_MOVES} moves more")
        return "\n\n".join(blocks)

    def _repr_svg_(self) -> str:
        return self.svg()


def explain(certificate: Certificate, *, budget: int = 3000) -> Explanation:
    """Check a certificate and explain what it proves.

    *budget* limits the search that tells two eyes, captures and kos apart (docs/explain.md); it can
    change the kind of fight, and never the verdict.

    Raises:
        CertificateError: the certificate does not prove its claim.
        InputError: it is a refuted formula, which holds no line of play, or a draw.
    """
    claim = check(certificate).claim
    if remembers(claim.ruleset):
        raise InputError(f"games that remember, as under {claim.ruleset.id}, are proved, not explained")
    arena = claim.arena()
    if claim.verdict is Verdict.DRAWN:
        raise InputError("a drawn unit has no winner whose line could be shown")
    guide = None
    for evidence in certificate.evidence:
        if isinstance(evidence, Refutation):
            raise InputError(
                "this proof is a refuted formula, which holds no line of play; use another prover"
            )
        guide = Guide(arena, evidence)
    findings = find_fight(arena, claim.verdict, guide, budget=budget)
    return Explanation(claim, findings, best_line(guide) if guide else None)


def _caption(line: Line, part: range, position: Position) -> str:
    return ", ".join(f"{i + 1} {explain_words.spoken(line.moves[i], position)}" for i in part)
