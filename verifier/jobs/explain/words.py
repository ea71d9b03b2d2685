"""Explanations in English: the verdict, the kind of fight, the line and what else can be tried."""

from collections.abc import Sequence

from verifier import text
from verifier.board import Colour, Position, unit_name, vertex, vertices
from verifier.jobs.explain.account import Account
from verifier.jobs.explain.fight import Fight
from verifier.jobs.explain.force import Forced
from verifier.jobs.explain.line import End, Line, LineMove
from verifier.jobs.explain.tries import Try
from verifier.play import PASS, Cycle, remembers
from verifier.proof import Claim
from verifier.rules.axes import BOTH_SIDES, ENABLING, ONE_FOR_ALL, PASS_FOR_KO

__all__ = ["LONG", "SHOWN", "caption", "capture_in", "sentences", "spoken", "verdict_sentence"]

SHOWN = 6
"""Moves of a try that are named."""

LONG = 16
"""Moves of a line in which the unit is taken that are named."""

_WHERE = {
    "no new stone on its points": "on the points of the unit",
    "no new stone nearby": "on the points of the unit or near it",
    "no new stone inside": "within the chains that stand round the unit",
    "no new stone anywhere": "anywhere in the fight",
}


def sentences(accounts: Sequence[Account]) -> list[str]:
    """Return what is known of a proved claim, fact by fact; drawn units have two proofs."""
    claim, first = accounts[0].claim, accounts[0]
    lines = [verdict_sentence(claim)]
    if first.findings.fight is Fight.DRAW:
        lines.append(
            "Kind of fight: draw. Neither side can force what it wants, and this ruleset calls play that goes"
            " round for ever a draw."
        )
    if first.side is not None and first.line is not None:
        lines.append(_end(first, first.line, "If both sides play their proofs"))
    for account in accounts:
        if account.side is None:
            lines += _kind(account)
        if account.refuted:
            lines.append(
                "The proof is a refuted formula. The winner's moves are those of a strategy over the"
                " positions that it names, which was checked as well."
            )
        if account.places:
            lines.append(
                f"The proof divides what has to be cleared into {account.places} places, and answers each"
                " move in its place. What is shown here is played in that of the unit."
            )
        if account.side is not None and account.tries:
            lines.append(_half(account))
        if account.side is None and account.line is not None:
            lines.append(_end(account, account.line, "In this line"))
        lines += [_try(account, item) for item in account.tries]
    return lines


def _half(account: Account) -> str:
    """Whose proof of a draw the tries after it are against."""
    win = _name(account.winner)
    least = "that the unit is not lost" if account.holds else "that it does not live"
    return f"Against {win}'s proof {least} {_name(account.winner.opponent)} can try other plays."


def _name(colour: Colour) -> str:
    return str(colour).capitalize()


def verdict_sentence(claim: Claim) -> str:
    """Return what is claimed of which unit, or of which units together."""
    owner = _name(claim.position.owner_of(claim.unit))
    names = [
        f"{unit_name(claim.position, chain)} ({text.stones(chain.bit_count())})" for chain in claim.chains
    ]
    what = f"unit {names[0]} is" if len(names) == 1 else f"units {' and '.join(names)} together are"
    return f"{owner}'s {what} {claim.verdict.value} under {claim.ruleset.id}."


def _goal(account: Account) -> str:
    """What the winner gets where he can force something that lasts."""
    owner, several = _name(account.owner), account.several
    if account.holds:
        if account.aim in ENABLING:
            whose = "one of them" if several else "the unit"
            return f"unconditional life for {whose} or for a new stone {_WHERE[account.aim]}"
        return "unconditional life" + (" for one of them" if several else "")
    if account.aim == "captured once":
        return "the capture of " + ("all of them" if several else "the unit")
    if account.aim in ENABLING:
        taken = "all of them" if several else "the unit"
        return f"the capture of {taken}, and {owner} gets no stone that stays {_WHERE[account.aim]}"
    where = "each of them" if several else "the unit"
    return f"an unconditionally alive stone on a point of {where}"


def _wait(account: Account) -> str:
    """What the ko rule says, as a reason."""
    rule = account.claim.ruleset["ko"]
    if rule == BOTH_SIDES:
        return "a retake in a ko has to wait until a side passes to which a retake is forbidden"
    if rule in PASS_FOR_KO:
        return "a retake in a ko has to wait for a pass"
    return "the retake in a ko is forbidden for one turn"


def _kind(account: Account) -> list[str]:
    findings, position = account.findings, account.claim.position
    win, lose = _name(account.winner), _name(account.winner.opponent)
    several = account.several
    goal = _goal(account)
    stays, whole = "loses none of these stones", "the unit"
    if several:
        stays, whole = "keeps one of them", "all of them"
    price = "at the price of prisoners"
    if findings.equal_cycle:
        price = "and loses no more prisoners than he takes"
    shared = vertices(findings.shared, position.rows, position.cols)
    liberties = f"the shared {'liberty' if len(shared) == 1 else 'liberties'} {' '.join(shared)}"
    forced = findings.forced is Forced.YES
    texts = {
        Fight.UNCONDITIONAL: f"{win} may pass for ever and still {stays}.",
        Fight.KEPT: f"{win} keeps {'some of ' if several else ''}these stones by answering attacks on them,"
        f" whatever ko threats {lose} has.",
        Fight.TWO_EYES: f"{win} forces {goal}, even if every retake in a ko were allowed.",
        Fight.CAPTURE: f"{win} forces {goal}, even if every retake in a ko were allowed.",
        Fight.KO: f"{win} forces {goal} because {_wait(account)}.",
        Fight.SEKI: f"{win} cannot force two eyes, and {lose} cannot take {whole} by filling {liberties}.",
        Fight.CYCLE: f"Against the moves of this proof {lose} can keep play going round for ever with"
        f" captures, {price}.",
        Fight.STANDOFF: f"{win} can wait: nothing that {lose} tries changes the result.",
        Fight.NEW_STONE: f"{lose} can take {whole}, but then {win} gets a new stone"
        f" {_WHERE.get(account.aim, '')} that {lose} cannot take, and that is enough.",
    }
    if remembers(account.claim.ruleset):
        texts[Fight.SEKI] = f"{lose} cannot take {whole} by filling {liberties}."
    if findings.fight is Fight.KO and not forced:
        texts[Fight.KO] = f"The proof needs that {_wait(account)}."
    if findings.fight is Fight.CAPTURE and account.part:
        texts[Fight.CAPTURE] = f"{win} forces {goal}."
    elif findings.fight is Fight.CAPTURE and not forced:
        texts[Fight.CAPTURE] = f"In the line shown {win} gets {goal}."
    known = ""
    if findings.ran_out is not None:
        aim = f"for {win} to make two eyes" if findings.fight is Fight.SEKI else f"for {win} to force {goal}"
        if findings.fight is Fight.CAPTURE:
            aim = "to force that"
        if forced:  # a ko: the search with every retake allowed is the one that ran out
            aim = "to do so with every retake allowed"
            texts[Fight.KO] = f"With the retake in a ko forbidden for one turn, {win} forces {goal}."
        texts[Fight.SEKI] = f"{lose} cannot take {whole} by filling {liberties}."
        known = f" As far as is known: no way {aim} was found within {findings.ran_out} states."
    elif findings.looked is not None:
        known = f" As far as is known: the first {findings.looked} states of the proof were looked at."
    lines = [f"Kind of fight: {findings.fight.value}. {texts[findings.fight]}{known}"]
    return [*lines, *_cycle(account), *_ban(account), *_taken(account)]


def _cycle(account: Account) -> list[str]:
    findings, position = account.findings, account.claim.position
    if not findings.cycle or findings.judged is None:
        return []
    lead = f"after {_moves_of(findings.lead, position)}" if findings.lead else "from the start"
    lines = [
        f"Such a cycle, {lead}: {_moves_of(findings.cycle, position)}.",
        f"Played out once, {_judged(account, findings.judged, taken=findings.cycle_taken)}",
    ]
    if account.line and account.line.end is not End.CYCLE:
        lines.append("The line shown is another resistance, the longest by the measure of the proof.")
    return lines


def _judged(account: Account, cycle: Cycle, *, taken: bool, stays: Sequence[str] = ()) -> str:
    """What is lost in a cycle, and why the winner has it; ends with a full stop."""
    lost = {account.owner: cycle.owner_lost, account.owner.opponent: cycle.attacker_lost}
    count = f"Black loses {lost[Colour.BLACK]} and White {text.stones(lost[Colour.WHITE])}"
    rule = account.claim.ruleset["cycle"]
    win, owner = _name(account.winner), _name(account.owner)
    if rule == "draw":
        return f"{count}. The ruleset calls such a cycle a draw."
    if rule == "alive":
        return f"{count}. The ruleset gives all such cycles to {owner}."
    if rule.startswith("prisoners") and cycle.owner_lost != cycle.attacker_lost:
        return f"{count}. Who loses more in a cycle loses it, so it is {win}'s."
    even = "That is as many, and " if rule.startswith("prisoners") else ""
    if rule == "prisoners":
        why = f"such cycles are {owner}'s."
    elif rule == "prisoners then ownership":
        always = "not always" if account.holds else "always"
        why = f"a point of the unit is {always} {_name(account.owner.opponent)}'s, so the cycle is {win}'s."
    elif not taken:
        why = f"the unit is not taken in it, so the cycle is {win}'s."
    elif account.holds:
        where = f" at {' '.join(stays)}" if stays else ""
        stay = f"stones{where} stay" if len(stays) > 1 else f"stone{where} stays"
        why = f"the new {stay} on the board, so the cycle is {win}'s."
    else:
        why = f"no new stone of {owner}'s stays through it, so the cycle is {win}'s."
    return f"{count}. {even}{why}" if even else f"{count}. {why[0].upper()}{why[1:]}"


def _ban(account: Account) -> list[str]:
    retake, position = account.findings.retake, account.claim.position
    if retake is None:
        return []
    lose, where = _name(account.winner.opponent), vertex(retake.point, position.rows, position.cols)
    if account.claim.ruleset["ko"] not in PASS_FOR_KO:
        return [f"The proof rests on a ko ban: {lose} may not retake at {where} at once."]
    lines = [f"The proof rests on a ko ban: {lose} may not retake at {where} until {_until(account)}."]
    if len(retake.use) > 1 and not retake.use[1].passes:
        lead = f"After {_moves_of(retake.lead, position)}, " if retake.lead else ""
        answer = spoken(retake.use[1], position)
        lines.append(
            f"{lead}{'if' if lead else 'If'} {lose} passes for it, {_name(account.winner)} uses the turn:"
            f" {answer}."
        )
    return lines


def _until(account: Account) -> str:
    """The pass that a retake waits for."""
    rule = account.claim.ruleset["ko"]
    if rule == BOTH_SIDES:
        return "a side passes to which a retake is forbidden"
    return "he has passed" if rule == ONE_FOR_ALL else "he has passed for that ko"


def _taken(account: Account) -> list[str]:
    line, claim = account.findings.taken, account.claim
    if line is None:
        return []
    rows, cols = claim.position.rows, claim.position.cols
    moves = list(line.moves)
    stop = line.repeats if line.end in (End.PASSES, End.CYCLE) else len(moves)
    stop = max(stop, capture_in(line) + 1)
    shown = _moves_of(moves[:stop][:LONG], claim.position) + (" and so on" if stop > LONG else "")
    stays = vertices(line.stays, rows, cols)
    if not stays:
        return [f"The unit is taken so: {shown}. {_end(account, line, 'Then')}"]
    noun = "new stone" if len(stays) == 1 else "new stones"
    verb = "stays" if len(stays) == 1 else "stay"
    return [f"The unit is taken so: {shown}. The {noun} at {' '.join(stays)} {verb}."]


def capture_in(line: Line) -> int:
    """The number of the move that took the unit, from 0."""
    for index in range(len(line.moves)):
        after = line.moves[index + 1].before if index + 1 < len(line.moves) else line.last
        if after.memory is not None and after.memory.captured:
            return index
    return 0


def _end(account: Account, line: Line, begin: str) -> str:
    """How a line ends, as a sentence."""
    claim = account.claim
    win, several, alive = _name(account.winner), account.several, account.holds
    stays = vertices(line.stays, claim.position.rows, claim.position.cols)
    if line.end is End.SETTLED:
        when = f"{begin}, after {_moves(len(line.moves))}," if line.moves else "At once"
        return f"{when} {_settled(account, line, stays)}."
    if line.end is End.PLACES:
        taken = ("all of them are" if several else "the unit is") + " taken, and " if line.taken else ""
        rest = "what is left to clear is cleared place by place, which is not shown"
        return f"{begin}, after {_moves(len(line.moves))}, {taken}{rest}."
    if line.end is End.RULE:
        got = "the unit is taken" if account.aim == "captured once" and not alive and not several else ""
        if got:
            return f"{begin}, with move {len(line.moves)}, {got}."
        return f"{begin}, the ruleset ends play after {_moves(len(line.moves))}, and {win} has what he needs."
    begin = f"{begin}, from move {line.repeats + 1} on,"
    if line.end is End.PASSES:
        return f"{begin} both sides pass for ever{_resting(account, stays)}."
    assert line.cycle is not None
    judged = _judged(account, line.cycle, taken=line.taken, stays=stays)
    return f"{begin} play repeats itself; each time {judged}"


def _resting(account: Account, stays: Sequence[str]) -> str:
    """What is left where both sides pass for ever, to be said after that."""
    if account.side is not None:
        return ", which is a draw"
    if stays:
        several = len(stays) > 1
        noun, verb = ("stones", "stay") if several else ("stone", "stays")
        return f", and the new {noun} at {' '.join(stays)} {verb}"
    if not account.holds and account.aim in ENABLING:
        gone = "all of them are" if account.several else "the unit is"
        return f"; {gone} gone, and no stone of {_name(account.owner)}'s came in its place"
    alive = account.holds
    whose = "lives as it stands" if alive else f"is left with a point of {_name(account.winner)}'s on it"
    which = "the unit" if not account.several else "one of them" if alive else "each of them"
    return f", and {which} {whose}"


def _end_of_try(account: Account, line: Line, begin: str) -> str:
    """How a try ends; in a few words where the main line ends in the same way."""
    main = account.line
    if main is not None and main.moves and line.moves and line.end is main.end and account.side is None:
        position = account.claim.position
        ours, theirs = (vertices(one.stays, position.rows, position.cols) for one in (line, main))
        if line.end is End.SETTLED and _settled(account, line, ours) == _settled(account, main, theirs):
            return f"{begin} the same, after {_moves(len(line.moves))}."
        if line.end is End.PASSES and _resting(account, ours) == _resting(account, theirs):
            return f"{begin} the same, from move {line.repeats + 1} on."
    return _end(account, line, begin)


def _settled(account: Account, line: Line, stays: Sequence[str]) -> str:
    win, owner, several = _name(account.winner), _name(account.owner), account.several
    if account.holds:
        if stays:
            noun, verb = ("new stone", "lives") if len(stays) == 1 else ("new stones", "live")
            return f"the {noun} at {' '.join(stays)} {verb} even if {win} passes from then on"
        if line.firm:
            what = "one of them lives" if several else "the unit lives"
            return f"{what} even if {win} passes from then on"
        what = "those of one of them" if several else "the points of the unit"
        other = _name(account.owner.opponent)
        return f"{what} are {win}'s for good: there is no room for {other} to live there"
    if account.aim in ENABLING:
        taken = "all of them are lost" if several else "the unit is lost"
        return f"{taken}, and there is no room for a new stone of {owner}'s to live {_WHERE[account.aim]}"
    if several:
        return f"{win} keeps a point of each of them even if {win} passes from then on"
    if line.firm:
        return f"a stone of {win} on the unit's points lives even if {win} passes from then on"
    return f"a point of the unit is {win}'s for good: {owner} can no longer live there"


def _try(account: Account, item: Try) -> str:
    """Another move of the loser, and how it fails."""
    position, moves = account.claim.position, item.line.moves
    own = moves[item.index]
    answers = moves[item.index + 1 :]
    stop = item.line.repeats if item.line.end in (End.PASSES, End.CYCLE) else len(moves)
    answers = answers[: max(stop - item.index - 1, 1)]
    shown = _moves_of(answers[:SHOWN], position) + (" and so on" if len(answers) > SHOWN else "")
    instead = f"If move {item.index + 1} is {spoken(own, position)}"
    if not shown:
        return f"{instead}: {_end_of_try(account, item.line, 'then')}"
    return f"{instead}: {shown}. {_end_of_try(account, item.line, 'Then')}"


def _moves(number: int) -> str:
    return "1 move" if number == 1 else f"{number} moves"


def _moves_of(moves: Sequence[LineMove], position: Position) -> str:
    return ", ".join(spoken(move, position) for move in moves)


def spoken(move: LineMove, position: Position) -> str:
    """Return one move in words."""
    rows, cols = position.rows, position.cols
    takes = f" takes {move.captured}" if move.captured else ""
    if not move.passes:
        return f"{_name(move.colour)} {vertex(move.point, rows, cols)}{takes}"
    lifted = vertices(move.lifted, rows, cols)
    if not lifted:
        return f"{_name(move.colour)} pass"
    if move.point < PASS:
        return f"{_name(move.colour)} pass for the ko at {lifted[0]}"
    bans = "ban" if len(lifted) == 1 else "bans"
    return f"{_name(move.colour)} pass, which lifts the ko {bans} at {' and '.join(lifted)}"


def caption(line: Line, part: range, position: Position) -> str:
    """Return the numbered moves of a diagram."""
    return ", ".join(f"{i + 1} {spoken(line.moves[i], position)}" for i in part)
