"""Explanations in Japanese, with the same facts as :mod:`verifier.jobs.explain.words`."""

from collections.abc import Sequence

from verifier.board import Colour, Position, unit_name, vertex, vertices
from verifier.jobs.explain.fight import Fight, Findings
from verifier.jobs.explain.force import Forced
from verifier.jobs.explain.line import End, Line, LineMove
from verifier.play import PASS
from verifier.proof import Claim, Verdict

__all__ = ["sentences", "spoken", "verdict_sentence"]

_STATUS = {Verdict.ALIVE: "活き石", Verdict.DEAD: "死に石", Verdict.DRAWN: "引き分け"}

_KINDS = {
    Fight.UNCONDITIONAL: "無条件の活き",
    Fight.KEPT: "受けによる活き",
    Fight.TWO_EYES: "二眼",
    Fight.CAPTURE: "石取り",
    Fight.KO: "劫",
    Fight.CYCLE: "循環",
    Fight.SEKI: "セキ",
    Fight.STANDOFF: "にらみ合い",
}


def sentences(claim: Claim, findings: Findings, line: Line | None) -> list[str]:
    """Return what is known of a proved claim, a sentence or two for each fact."""
    return [verdict_sentence(claim), *_kind(claim, findings, line), *([_end(claim, line)] if line else [])]


def verdict_sentence(claim: Claim) -> str:
    """Return what is claimed of which unit."""
    owner, rules, status = _name(_owner(claim)), claim.ruleset.id, _STATUS[claim.verdict]
    names = [f"{unit_name(claim.position, chain)}の一団（{chain.bit_count()}子）" for chain in claim.chains]
    if len(names) == 1:
        return f"{owner}{names[0]}は、{rules}では{status}です。"
    return f"{owner}{'と'.join(names)}は、まとめて問えば、{rules}では{status}です。"


def spoken(move: LineMove, position: Position) -> str:
    """Return one move in words."""
    where = "パス" if move.point == PASS else vertex(move.point, position.rows, position.cols)
    takes = f"（{move.captured}子取り）" if move.captured else ""
    return f"{_name(move.colour)}{where}{takes}"


def _owner(claim: Claim) -> Colour:
    return Colour.BLACK if claim.unit & claim.position.black else Colour.WHITE


def _name(colour: Colour) -> str:
    return "白" if colour else "黒"


def _kind(claim: Claim, findings: Findings, line: Line | None) -> list[str]:
    owner = _owner(claim)
    alive = claim.verdict is Verdict.ALIVE
    win, lose = (_name(side) for side in ((owner, owner.opponent) if alive else (owner.opponent, owner)))
    rows, cols = claim.position.rows, claim.position.cols
    several = len(claim.chains) > 1
    goal = "無条件に活きる" if alive else "この石の跡に無条件の活き石を置く"
    stays, kept, all_of = "この石を一つも取られません", "この石", "取る"
    if several:
        goal = "どれかを無条件に活かす" if alive else "どの石の跡にも無条件の活き石を置く"
        stays, kept, all_of = "どれかの石が残ります", "どれかの石", "すべて取る"
    price = "相手より多く石を取られながら" if not findings.equal_cycle else "相手より多く石を取られることなく"
    shared = "・".join(vertices(findings.shared, rows, cols))
    texts = {
        Fight.UNCONDITIONAL: f"{win}はパスし続けても、{stays}。",
        Fight.KEPT: f"{lose}にいくら劫材があっても、{win}は手を抜かずに受けて{kept}を守り切ります。",
        Fight.TWO_EYES: f"劫の取り返しがいつでも許されたとしても、{win}は必ず{goal}ことができます。",
        Fight.CAPTURE: f"劫の取り返しがいつでも許されたとしても、{win}は必ず{goal}ことができます。",
        Fight.KO: f"劫はすぐに取り返せないので、{win}は必ず{goal}ことができます。",
        Fight.SEKI: f"{win}は二眼を作れませんが、"
        f"{lose}も共有のダメ{shared}を詰めて{all_of}ことはできません。",
        Fight.CYCLE: f"この証明の手順に対して、{lose}は{price}、石の取り合いの循環をいつまでも続けられます。",
        Fight.STANDOFF: f"{win}は待っていればよく、{lose}が何を試みても結果は変わりません。",
    }
    forced = findings.forced is Forced.YES
    if findings.fight is Fight.KO and not forced:
        texts[Fight.KO] = "この証明は、劫をすぐには取り返せないことを前提とします。"
    if findings.fight is Fight.CAPTURE and not forced:
        texts[Fight.CAPTURE] = f"示した手順で、{win}は{goal}ことに成功します。"
    kind = f"{_KINDS[findings.fight]}。"
    if findings.ran_out is not None:
        aim = "二眼を作る" if findings.fight is Fight.SEKI else f"必ず{goal}"
        condition = "劫の取り返しがいつでも許される場合に" if forced else ""
        if forced:
            texts[Fight.KO] = f"劫をすぐに取り返せない場合は、{win}は必ずそうできます。"
        texts[Fight.SEKI] = f"{lose}は共有のダメ{shared}を詰めてこの石を{all_of}ことができません。"
        found = f"{condition}{win}が{aim}手順は、{findings.ran_out}局面の探索では見つかりませんでした"
        kind = f"{_KINDS[findings.fight]}（分かる範囲では：{found}）。"
    lines = [f"戦いの種類：{kind}{texts[findings.fight]}"]
    if findings.cycle:
        lead = f"{_moves(findings.lead, claim.position)}のあと、" if findings.lead else "初めから、"
        lines.append(f"その循環：{lead}{_moves(findings.cycle, claim.position)}。")
        if line and line.end is not End.CYCLE:
            lines.append("示した手順は証明の尺度で最も強い抵抗であり、この循環ではありません。")
    if findings.ban is not None:
        point = vertex(findings.ban, rows, cols)
        lines.append(f"証明は劫の取り返しの禁止に基づきます：{lose}は{point}をすぐには取り返せません。")
    return lines


def _end(claim: Claim, line: Line) -> str:
    owner = _owner(claim)
    alive = claim.verdict is Verdict.ALIVE
    winner = owner if alive else owner.opponent
    win, number = _name(winner), len(line.moves)
    several = len(claim.chains) > 1
    living, gone = ("どれかの石は", "どの石の跡にも") if several else ("この石は", "この石の跡に")
    if line.end is End.SETTLED:
        what = f"{living}活きています" if alive else f"{gone}{win}の活き石が残ります"
        when = f"この手順では、{number}手のあと、" if line.moves else "この時点ですでに、"
        return f"{when}{win}がパスし続けても、{what}。"
    if line.end is End.RULE:
        return f"この手順では、{number}手でルールにより終わり、{win}は目的を達しています。"
    begin = f"この手順では、{line.repeats + 1}手目から"
    if line.end is End.PASSES:
        whose = f"{living}そのまま活きています" if alive else f"{gone}{win}に属する点が残ります"
        return f"{begin}双方がパスを続け、{whose}。"
    assert line.cycle is not None
    lost = {owner: line.cycle.owner_lost, owner.opponent: line.cycle.attacker_lost}
    return (
        f"{begin}手順が循環します。一巡で黒は{lost[Colour.BLACK]}子、白は{lost[Colour.WHITE]}子を失います。"
        f"この循環は{win}の勝ちです。"
    )


def _moves(moves: Sequence[LineMove], position: Position) -> str:
    return "、".join(spoken(move, position) for move in moves)
