"""Why a unit lives or dies: the verdict in words, the kind of fight, and the best line as diagrams."""

import dataclasses
from collections.abc import Sequence

from verifier import svg, text
from verifier.board import Colour, Position, unit_name, vertex, vertices
from verifier.errors import InputError
from verifier.jobs.fight import Fight, Findings, find_fight
from verifier.jobs.force import Forced
from verifier.jobs.line import End, Guide, Line, LineMove, best_line
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
        return [_verdict(self.claim), *_kind(self), *([_end(self.claim, self.line)] if self.line else [])]

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
        return svg.board(position, labels=labels, highlight=self.claim.unit, title=_verdict(self.claim))

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


def _owner(claim: Claim) -> Colour:
    return Colour.BLACK if claim.unit & claim.position.black else Colour.WHITE


def _name(colour: Colour) -> str:
    return str(colour).capitalize()


def _first(claim: Claim) -> str:
    return unit_name(claim.position, claim.unit)


def _verdict(claim: Claim) -> str:
    unit = f"{_name(_owner(claim))}'s unit {_first(claim)} ({text.stones(claim.unit.bit_count())})"
    return f"{unit} is {claim.verdict.value} under {claim.ruleset.id}."


def _kind(explanation: Explanation) -> list[str]:
    claim, findings = explanation.claim, explanation.findings
    owner = _owner(claim)
    alive = claim.verdict is Verdict.ALIVE
    winner, loser = (owner, owner.opponent) if alive else (owner.opponent, owner)
    win, lose = _name(winner), _name(loser)
    goal = "unconditional life" if alive else "an unconditionally alive stone on the unit"
    rows, cols = claim.position.rows, claim.position.cols
    price = "at the price of prisoners"
    if findings.equal_cycle:
        price = "and loses no more prisoners than he takes"
    shared = vertices(findings.shared, rows, cols)
    liberties = f"the shared {'liberty' if len(shared) == 1 else 'liberties'} {' '.join(shared)}"
    texts = {
        Fight.UNCONDITIONAL: f"{win} may pass for ever and still loses none of these stones.",
        Fight.KEPT: f"{win} keeps these stones by answering attacks on them, whatever ko threats {lose} has.",
        Fight.TWO_EYES: f"{win} forces {goal}, even if every retake in a ko were allowed.",
        Fight.CAPTURE: f"{win} forces {goal}, even if every retake in a ko were allowed.",
        Fight.KO: f"{win} forces {goal} because the retake in a ko is forbidden for one turn.",
        Fight.SEKI: f"{win} cannot force two eyes, and {lose} cannot take the unit by filling {liberties}.",
        Fight.CYCLE: f"Against the moves of this proof {lose} can keep play going round for ever with"
        f" captures, {price}.",
        Fight.STANDOFF: f"{win} can wait: nothing that {lose} tries changes the result.",
    }
    forced = findings.forced is Forced.YES
    if findings.fight is Fight.KO and not forced:
        texts[Fight.KO] = "The proof needs that the retake in a ko is forbidden for one turn."
    if findings.fight is Fight.CAPTURE and not forced:
        texts[Fight.CAPTURE] = f"In the line shown {win} gets {goal}."
    kind = f"{findings.fight.value}."
    if findings.ran_out is not None:
        aim = "make two eyes" if findings.fight is Fight.SEKI else f"force {goal}"
        if forced:  # a ko: the search with every retake allowed is the one that ran out
            aim += " with every retake allowed"
            texts[Fight.KO] = f"With the retake in a ko forbidden for one turn, {win} forces it."
        texts[Fight.SEKI] = f"{lose} cannot take the unit by filling {liberties}."
        kind = (
            f"{findings.fight.value}, as far as is known: no way for {win} to {aim}"
            f" was found within {findings.ran_out} states."
        )
    lines = [f"Kind of fight: {kind} {texts[findings.fight]}"]
    if findings.cycle:
        lead = f"after {_moves_of(findings.lead, claim.position)}" if findings.lead else "from the start"
        lines.append(f"Such a cycle, {lead}: {_moves_of(findings.cycle, claim.position)}.")
        if explanation.line and explanation.line.end is not End.CYCLE:
            lines.append("The line shown is the resistance by the measure of the proof, and not this cycle.")
    if findings.ban is not None:
        lines.append(
            f"The proof rests on a ko ban: {lose} may not retake at {vertex(findings.ban, rows, cols)}."
        )
    return lines


def _end(claim: Claim, line: Line) -> str:
    owner = _owner(claim)
    alive = claim.verdict is Verdict.ALIVE
    winner = owner if alive else owner.opponent
    if line.end is End.SETTLED:
        what = "the unit lives" if alive else f"a stone of {_name(winner)} on the unit's points lives"
        when = f"In this line, after {_moves(len(line.moves))}," if line.moves else "At once"
        return f"{when} {what} even if {_name(winner)} passes from then on."
    if line.end is End.RULE:
        return (
            f"In this line, the ruleset ends play after {_moves(len(line.moves))},"
            f" and {_name(winner)} has what he needs."
        )
    begin = f"In this line, from move {line.repeats + 1} on,"
    if line.end is End.PASSES:
        whose = "lives as it stands" if alive else f"is left with a point of {_name(winner)}'s on it"
        return f"{begin} both sides pass for ever, and the unit {whose}."
    assert line.cycle is not None
    lost = {owner: line.cycle.owner_lost, owner.opponent: line.cycle.attacker_lost}
    count = f"Black loses {lost[Colour.BLACK]} and White {lost[Colour.WHITE]} stones each time"
    return f"{begin} play repeats itself; {count}. Such a cycle is won by {_name(winner)}."


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def _caption(line: Line, part: range, position: Position) -> str:
    return ", ".join(f"{i + 1} {_move(line.moves[i], position)}" for i in part)


def _moves_of(moves: Sequence[LineMove], position: Position) -> str:
    return ", ".join(_move(move, position) for move in moves)


def _move(move: LineMove, position: Position) -> str:
    where = "pass" if move.point == PASS else vertex(move.point, position.rows, position.cols)
    takes = f" takes {move.captured}" if move.captured else ""
    return f"{_name(move.colour)} {where}{takes}"
