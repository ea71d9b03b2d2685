"""Explanations in English: the verdict, the kind of fight and the end of the line."""

from collections.abc import Sequence

from verifier import text
from verifier.board import Colour, Position, unit_name, vertex, vertices
from verifier.jobs.explain.fight import Fight, Findings
from verifier.jobs.explain.force import Forced
from verifier.jobs.explain.line import End, Line, LineMove
from verifier.play import PASS
from verifier.proof import Claim, Verdict

__all__ = ["sentences", "spoken", "verdict_sentence"]


def sentences(claim: Claim, findings: Findings, line: Line | None) -> list[str]:
    """Return what is known of a proved claim, a sentence or two for each fact."""
    return [verdict_sentence(claim), *_kind(claim, findings, line), *([_end(claim, line)] if line else [])]


def _owner(claim: Claim) -> Colour:
    return Colour.BLACK if claim.unit & claim.position.black else Colour.WHITE


def _name(colour: Colour) -> str:
    return str(colour).capitalize()


def verdict_sentence(claim: Claim) -> str:
    """Return what is claimed of which unit, or of which units together."""
    names = [
        f"{unit_name(claim.position, chain)} ({text.stones(chain.bit_count())})" for chain in claim.chains
    ]
    what = f"unit {names[0]} is" if len(names) == 1 else f"units {' and '.join(names)} together are"
    return f"{_name(_owner(claim))}'s {what} {claim.verdict.value} under {claim.ruleset.id}."


def _kind(claim: Claim, findings: Findings, line: Line | None) -> list[str]:
    owner = _owner(claim)
    alive = claim.verdict is Verdict.ALIVE
    winner, loser = (owner, owner.opponent) if alive else (owner.opponent, owner)
    win, lose = _name(winner), _name(loser)
    several = len(claim.chains) > 1
    goal = "unconditional life" if alive else "an unconditionally alive stone on the unit"
    stays, whole = "loses none of these stones", "the unit"
    if several:
        goal = "unconditional life" if alive else "an unconditionally alive stone"
        goal += " for one of them" if alive else " on each of them"
        stays, whole = "keeps one of them", "all of them"
    rows, cols = claim.position.rows, claim.position.cols
    price = "at the price of prisoners"
    if findings.equal_cycle:
        price = "and loses no more prisoners than he takes"
    shared = vertices(findings.shared, rows, cols)
    liberties = f"the shared {'liberty' if len(shared) == 1 else 'liberties'} {' '.join(shared)}"
    texts = {
        Fight.UNCONDITIONAL: f"{win} may pass for ever and still {stays}.",
        Fight.KEPT: f"{win} keeps {'some of ' if several else ''}these stones by answering attacks on them,"
        f" whatever ko threats {lose} has.",
        Fight.TWO_EYES: f"{win} forces {goal}, even if every retake in a ko were allowed.",
        Fight.CAPTURE: f"{win} forces {goal}, even if every retake in a ko were allowed.",
        Fight.KO: f"{win} forces {goal} because the retake in a ko is forbidden for one turn.",
        Fight.SEKI: f"{win} cannot force two eyes, and {lose} cannot take {whole} by filling {liberties}.",
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
        texts[Fight.SEKI] = f"{lose} cannot take {whole} by filling {liberties}."
        kind = (
            f"{findings.fight.value}, as far as is known: no way for {win} to {aim}"
            f" was found within {findings.ran_out} states."
        )
    lines = [f"Kind of fight: {kind} {texts[findings.fight]}"]
    if findings.cycle:
        lead = f"after {_moves_of(findings.lead, claim.position)}" if findings.lead else "from the start"
        lines.append(f"Such a cycle, {lead}: {_moves_of(findings.cycle, claim.position)}.")
        if line and line.end is not End.CYCLE:
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
    several = len(claim.chains) > 1
    if line.end is End.SETTLED:
        what = "the unit lives" if alive else f"a stone of {_name(winner)} on the unit's points lives"
        if several:
            what = "one of them lives" if alive else f"{_name(winner)} keeps a point of each of them"
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
        which = "the unit" if not several else "one of them" if alive else "each of them"
        return f"{begin} both sides pass for ever, and {which} {whose}."
    assert line.cycle is not None
    lost = {owner: line.cycle.owner_lost, owner.opponent: line.cycle.attacker_lost}
    count = f"Black loses {lost[Colour.BLACK]} and White {lost[Colour.WHITE]} stones each time"
    return f"{begin} play repeats itself; {count}. Such a cycle is won by {_name(winner)}."


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def _moves_of(moves: Sequence[LineMove], position: Position) -> str:
    return ", ".join(spoken(move, position) for move in moves)


def spoken(move: LineMove, position: Position) -> str:
    """Return one move in words."""
    where = "pass" if move.point == PASS else vertex(move.point, position.rows, position.cols)
    takes = f" takes {move.captured}" if move.captured else ""
    return f"{_name(move.colour)} {where}{takes}"
