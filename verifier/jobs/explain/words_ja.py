"""Explanations in Japanese, with the same facts as :mod:`verifier.jobs.explain.words`."""

from collections.abc import Sequence

from verifier.board import Colour, Position, unit_name, vertex, vertices
from verifier.jobs.explain.account import Account
from verifier.jobs.explain.fight import Fight
from verifier.jobs.explain.force import Forced
from verifier.jobs.explain.line import End, Line, LineMove
from verifier.jobs.explain.tries import Try
from verifier.jobs.explain.words import LONG, SHOWN, capture_in
from verifier.play import PASS, Cycle, remembers
from verifier.proof import Claim, Verdict
from verifier.rules.axes import BOTH_SIDES, ENABLING, ONE_FOR_ALL, PASS_FOR_KO

__all__ = ["KINDS", "caption", "sentences", "spoken", "verdict_sentence"]

_STATUS = {Verdict.ALIVE: "活き石", Verdict.DEAD: "死に石", Verdict.DRAWN: "引き分け"}

KINDS = {
    Fight.UNCONDITIONAL: "無条件の活き",
    Fight.KEPT: "受けによる活き",
    Fight.TWO_EYES: "二眼",
    Fight.CAPTURE: "石取り",
    Fight.KO: "劫",
    Fight.CYCLE: "循環",
    Fight.SEKI: "セキ",
    Fight.STANDOFF: "にらみ合い",
    Fight.NEW_STONE: "新たな石",
    Fight.DRAW: "引き分け",
}

_WHERE = {
    "no new stone on its points": "取られた石の跡に",
    "no new stone nearby": "取られた石の跡かその近くに",
    "no new stone inside": "取り囲んで残る石の内側に",
    "no new stone anywhere": "この戦いの場所のどこかに",
}


def sentences(accounts: Sequence[Account]) -> list[str]:
    """Return what is known of a proved claim, fact by fact; drawn units have two proofs."""
    claim, first = accounts[0].claim, accounts[0]
    lines = [verdict_sentence(claim)]
    if first.findings.fight is Fight.DRAW:
        lines.append(
            "戦いの種類：引き分け。どちらも目的を果たせず、いつまでも続く手順はこのルールでは引き分けです。"
        )
    if first.side is not None and first.line is not None:
        lines.append(_end(first, first.line, "双方が証明のとおりに打てば、"))
    for account in accounts:
        if account.side is None:
            lines += _kind(account)
        if account.refuted:
            lines.append(
                "証明は、反駁された論理式です。示す手は、そこに現れる局面だけを通る手順によるもので、"
                "同じく検査済みです。"
            )
        if account.places:
            lines.append(
                f"証明は、石を打ち上げて空けるべき所を{account.places}か所に分け、どの手にもその場所の中で受けます。"
                "示す手順は、この石のある場所のものです。"
            )
        if account.side is not None and account.tries:
            lines.append(_half(account))
        if account.side is None and account.line is not None:
            lines.append(_end(account, account.line, "この手順では、"))
        lines += [_try(account, item) for item in account.tries]
    return lines


def verdict_sentence(claim: Claim) -> str:
    """Return what is claimed of which unit."""
    owner = _name(claim.position.owner_of(claim.unit))
    rules, status = claim.ruleset.id, _STATUS[claim.verdict]
    names = [f"{unit_name(claim.position, chain)}の一団（{chain.bit_count()}子）" for chain in claim.chains]
    if len(names) == 1:
        return f"{owner}{names[0]}は、{rules}では{status}です。"
    return f"{owner}{'と'.join(names)}は、まとめて問えば、{rules}では{status}です。"


def _half(account: Account) -> str:
    """Whose proof of a draw the tries after it are against."""
    least = "この石は失われない" if account.holds else "この石は活きない"
    lose = _name(account.winner.opponent)
    return f"{least}という{_name(account.winner)}の証明に対して、{lose}はほかの手を試せます。"


def _name(colour: Colour) -> str:
    return "白" if colour else "黒"


def _goal(account: Account) -> str:
    """What the winner can do where he can force something that lasts."""
    owner, several = _name(account.owner), account.several
    if account.holds:
        if account.aim in ENABLING:
            return f"{'どれか' if several else 'この石'}か{_WHERE[account.aim]}置く新たな石を無条件に活かす"
        return "どれかを無条件に活かす" if several else "無条件に活きる"
    taken = "石をすべて取る" if several else "この石を取る"
    if account.aim == "captured once":
        return taken
    if account.aim in ENABLING:
        return f"{owner}の新たな石を{_WHERE[account.aim]}残さずに{taken}"
    where = "どの一団のあった点にも" if several else "この石のあった点のどれかに"
    return f"{where}無条件の活き石を置く"


def _wait(account: Account) -> str:
    """What the ko rule says, as a reason."""
    rule = account.claim.ruleset["ko"]
    if rule == BOTH_SIDES:
        return "劫は、取り返しを禁じられた側がパスするまで取り返せない"
    if rule in PASS_FOR_KO:
        return "劫は、パスしてからでなければ取り返せない"
    return "劫はすぐに取り返せない"


def _kind(account: Account) -> list[str]:
    findings, position = account.findings, account.claim.position
    win, lose = _name(account.winner), _name(account.winner.opponent)
    goal, several = _goal(account), account.several
    stays, kept, all_of = "この石を一つも取られません", "この石", "取る"
    if several:
        stays, kept, all_of = "どれかの石が残ります", "どれかの石", "すべて取る"
    price = "相手より多く石を取られることなく" if findings.equal_cycle else "相手より多く石を取られながら"
    shared = "・".join(vertices(findings.shared, position.rows, position.cols))
    forced = findings.forced is Forced.YES
    no_filling = f"{lose}は共有のダメ{shared}を詰めてこの石を{all_of}ことができません。"
    texts = {
        Fight.UNCONDITIONAL: f"{win}はパスし続けても、{stays}。",
        Fight.KEPT: f"{lose}にいくら劫材があっても、{win}は手を抜かずに受けて{kept}を守り切ります。",
        Fight.TWO_EYES: f"劫の取り返しがいつでも許されたとしても、{win}は必ず{goal}ことができます。",
        Fight.CAPTURE: f"劫の取り返しがいつでも許されたとしても、{win}は必ず{goal}ことができます。",
        Fight.KO: f"{_wait(account)}ので、{win}は必ず{goal}ことができます。",
        Fight.SEKI: f"{win}は二眼を作れませんが、"
        f"{lose}も共有のダメ{shared}を詰めて{all_of}ことはできません。",
        Fight.CYCLE: f"この証明の手順に対して、{lose}は{price}、石の取り合いの循環をいつまでも続けられます。",
        Fight.STANDOFF: f"{win}は待っていればよく、{lose}が何を試みても結果は変わりません。",
        Fight.NEW_STONE: f"{lose}はこの石を{all_of}ことができますが、そのとき{win}は"
        f"{_WHERE.get(account.aim, '')}{lose}に取られない新たな石を得ます。それで活き石です。",
    }
    if remembers(account.claim.ruleset):
        texts[Fight.SEKI] = no_filling
    if findings.fight is Fight.KO and not forced:
        texts[Fight.KO] = f"この証明は、{_wait(account)}ことを前提とします。"
    if findings.fight is Fight.CAPTURE and account.part:
        texts[Fight.CAPTURE] = f"{win}は必ず{goal}ことができます。"
    elif findings.fight is Fight.CAPTURE and not forced:
        texts[Fight.CAPTURE] = f"示した手順で、{win}は{goal}ことに成功します。"
    known = ""
    if findings.ran_out is not None:
        aim = f"{win}が二眼を作る" if findings.fight is Fight.SEKI else f"{win}が必ず{goal}"
        if findings.fight is Fight.CAPTURE:
            aim = "必ずそうする"
        if forced:
            aim = "劫の取り返しがいつでも許される場合に必ずそうする"
            texts[Fight.KO] = f"劫をすぐに取り返せない場合は、{win}は必ず{goal}ことができます。"
        texts[Fight.SEKI] = no_filling
        found = f"{aim}手順は、{findings.ran_out}局面の探索では見つかりませんでした"
        known = f"（分かる範囲では：{found}。）"
    elif findings.looked is not None:
        known = f"（分かる範囲では：証明のうち初めの{findings.looked}局面によります。）"
    lines = [f"戦いの種類：{KINDS[findings.fight]}。{texts[findings.fight]}{known}"]
    return [*lines, *_cycle(account), *_ban(account), *_taken(account)]


def _cycle(account: Account) -> list[str]:
    findings, position = account.findings, account.claim.position
    if not findings.cycle or findings.judged is None:
        return []
    lead = f"{_moves(findings.lead, position)}のあと、" if findings.lead else "初めから、"
    lines = [
        f"その循環：{lead}{_moves(findings.cycle, position)}。",
        f"一巡すると、{_judged(account, findings.judged, taken=findings.cycle_taken)}",
    ]
    if account.line and account.line.end is not End.CYCLE:
        lines.append("示した手順は別の抵抗で、証明の尺度で最も長く続くものです。")
    return lines


def _judged(account: Account, cycle: Cycle, *, taken: bool, stays: Sequence[str] = ()) -> str:
    """What is lost in a cycle, and why the winner has it; ends with a full stop."""
    lost = {account.owner: cycle.owner_lost, account.owner.opponent: cycle.attacker_lost}
    count = f"黒は{lost[Colour.BLACK]}子、白は{lost[Colour.WHITE]}子を失います。"
    rule = account.claim.ruleset["cycle"]
    win, owner = _name(account.winner), _name(account.owner)
    if rule == "draw":
        return f"{count}このルールでは、そのような循環は引き分けです。"
    if rule == "alive":
        return f"{count}このルールでは、そのような循環はすべて{owner}の勝ちです。"
    if rule.startswith("prisoners") and cycle.owner_lost != cycle.attacker_lost:
        return f"{count}循環では多く失う側が負けなので、この循環は{win}の勝ちです。"
    even = "同数であり、" if rule.startswith("prisoners") else ""
    if rule == "prisoners":
        return f"{count}{even}そのような循環は{owner}の勝ちです。"
    if rule == "prisoners then ownership":
        always = "属しているとは限らない" if account.holds else "いつも属している"
        why = f"石のあった点が{_name(account.owner.opponent)}に{always}ので"
    elif not taken:
        why = "循環の中でこの石は取られないので"
    elif account.holds:
        why = f"新たな石{'・'.join(stays)}が盤上に残るので"
    else:
        why = f"{owner}の新たな石が残らないので"
    return f"{count}{even}{why}、この循環は{win}の勝ちです。"


def _ban(account: Account) -> list[str]:
    retake, position = account.findings.retake, account.claim.position
    if retake is None:
        return []
    lose, where = _name(account.winner.opponent), vertex(retake.point, position.rows, position.cols)
    begin = f"証明は劫の取り返しの禁止に基づきます：{lose}は"
    if account.claim.ruleset["ko"] not in PASS_FOR_KO:
        return [f"{begin}{where}をすぐには取り返せません。"]
    lines = [f"{begin}{_until(account)}まで{where}を取り返せません。"]
    if len(retake.use) > 1 and not retake.use[1].passes:
        lead = f"{_moves(retake.lead, position)}のあと、" if retake.lead else ""
        answer = spoken(retake.use[1], position)
        lines.append(f"{lead}{lose}がそのためにパスすれば、{_name(account.winner)}はその一手を使います：{answer}。")
    return lines


def _until(account: Account) -> str:
    """The pass that a retake waits for."""
    rule = account.claim.ruleset["ko"]
    if rule == BOTH_SIDES:
        return "取り返しを禁じられたどちらかの側がパスする"
    return "パスする" if rule == ONE_FOR_ALL else "その劫のためにパスする"


def _taken(account: Account) -> list[str]:
    line, claim = account.findings.taken, account.claim
    if line is None:
        return []
    moves = list(line.moves)
    stop = line.repeats if line.end in (End.PASSES, End.CYCLE) else len(moves)
    stop = max(stop, capture_in(line) + 1)
    shown = _moves(moves[:stop][:LONG], claim.position) + (" など" if stop > LONG else "")
    stays = vertices(line.stays, claim.position.rows, claim.position.cols)
    if not stays:
        return [f"石が取られる手順：{shown}。{_end(account, line, 'そして')}"]
    return [f"石が取られる手順：{shown}。新たな石{'・'.join(stays)}が残ります。"]


def _end(account: Account, line: Line, begin: str) -> str:
    """How a line ends, as a sentence."""
    claim = account.claim
    win, several = _name(account.winner), account.several
    alive, number = account.holds, len(line.moves)
    stays = "・".join(vertices(line.stays, claim.position.rows, claim.position.cols))
    if line.end is End.SETTLED:
        when = f"{begin}{number}手のあと、" if line.moves else "この時点ですでに、"
        return f"{when}{_settled(account, line, stays)}。"
    if line.end is End.PLACES:
        taken = ("石はすべて" if several else "この石は") + "取られ、" if line.taken else ""
        return f"{begin}{number}手のあと、{taken}残りは場所ごとに打ち上げられます（手順は略）。"
    if line.end is End.RULE:
        if account.aim == "captured once" and not alive and not several:
            return f"{begin}{number}手目でこの石は取られます。"
        return f"{begin}{number}手でルールにより終わり、{win}は目的を達しています。"
    begin = f"{begin}{line.repeats + 1}手目から"
    if line.end is End.PASSES:
        return f"{begin}双方がパスを続け{_resting(account, stays)}。"
    assert line.cycle is not None
    judged = _judged(account, line.cycle, taken=line.taken, stays=stays.split("・") if stays else ())
    return f"{begin}手順が循環します。一巡で{judged}"


def _resting(account: Account, stays: str) -> str:
    """What is left where both sides pass for ever, to be said after that."""
    if account.side is not None:
        return "、引き分けです"
    if stays:
        return f"、新たな石{stays}が残ります"
    several = account.several
    if not account.holds and account.aim in ENABLING:
        which = "石はすべて" if several else "この石は"
        return f"ます。{which}取られ、代わりの{_name(account.owner)}石はありません"
    if account.holds:
        return f"、{'どれかの石は' if several else 'この石は'}そのまま活きています"
    gone = "どの石の跡にも" if several else "この石の跡に"
    return f"、{gone}{_name(account.winner)}に属する点が残ります"


def _end_of_try(account: Account, line: Line, begin: str) -> str:
    """How a try ends; in a few words where the main line ends in the same way."""
    main = account.line
    if main is not None and main.moves and line.moves and line.end is main.end and account.side is None:
        rows, cols = account.claim.position.rows, account.claim.position.cols
        ours, theirs = ("・".join(vertices(one.stays, rows, cols)) for one in (line, main))
        if line.end is End.SETTLED and _settled(account, line, ours) == _settled(account, main, theirs):
            return f"{begin}{len(line.moves)}手のあと同じ結果です。"
        if line.end is End.PASSES and _resting(account, ours) == _resting(account, theirs):
            return f"{begin}{line.repeats + 1}手目から同じ結果です。"
    return _end(account, line, begin)


def _settled(account: Account, line: Line, stays: str) -> str:
    win, owner, several = _name(account.winner), _name(account.owner), account.several
    living, gone = ("どれかの石は", "どの石の跡にも") if several else ("この石は", "この石の跡に")
    if account.holds:
        if stays:
            return f"{win}がパスし続けても、新たな石{stays}は活きています"
        if line.firm:
            return f"{win}がパスし続けても、{living}活きています"
        which = "どれかの石の点" if several else "この石の点"
        return f"{which}は{win}のものと決まり、{_name(account.owner.opponent)}がそこに活きる余地はありません"
    if account.aim in ENABLING:
        which = "石はすべて" if several else "この石は"
        return f"{which}助からず、{owner}の新たな石が{_WHERE[account.aim]}活きる余地もありません"
    if several or line.firm:
        what = f"{win}に属する点" if several else f"{win}の活き石"
        return f"{win}がパスし続けても、{gone}{what}が残ります"
    return f"この石の点の一つは{win}のものと決まり、{owner}がそこに活きる余地はもうありません"


def _try(account: Account, item: Try) -> str:
    """Another move of the loser, and how it fails."""
    position, moves = account.claim.position, item.line.moves
    answers = moves[item.index + 1 :]
    stop = item.line.repeats if item.line.end in (End.PASSES, End.CYCLE) else len(moves)
    answers = answers[: max(stop - item.index - 1, 1)]
    shown = _moves(answers[:SHOWN], position) + (" など" if len(answers) > SHOWN else "")
    instead = f"{item.index + 1}手目が{spoken(moves[item.index], position)}なら"
    if not shown:
        return f"{instead}、{_end_of_try(account, item.line, '')}"
    return f"{instead}、{shown}。{_end_of_try(account, item.line, 'そして')}"


def spoken(move: LineMove, position: Position) -> str:
    """Return one move in words."""
    rows, cols = position.rows, position.cols
    takes = f"（{move.captured}子取り）" if move.captured else ""
    if not move.passes:
        return f"{_name(move.colour)}{vertex(move.point, rows, cols)}{takes}"
    lifted = vertices(move.lifted, rows, cols)
    if not lifted:
        return f"{_name(move.colour)}パス"
    if move.point < PASS:
        return f"{_name(move.colour)}{lifted[0]}の劫のためのパス"
    return f"{_name(move.colour)}パス（{'・'.join(lifted)}の劫の禁止が解ける）"


def caption(line: Line, part: range, position: Position) -> str:
    """Return the numbered moves of a diagram."""
    return "、".join(f"{i + 1} {spoken(line.moves[i], position)}" for i in part)


def _moves(moves: Sequence[LineMove], position: Position) -> str:
    return "、".join(spoken(move, position) for move in moves)
