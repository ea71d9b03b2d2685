"""What is to blame for a difference, in English and Japanese; in a few words with a legend, or in full."""

from collections.abc import Iterable, Sequence

from verifier.jobs.compare.blame import Blame, Swap
from verifier.proof import Verdict
from verifier.rules import Ruleset
from verifier.rules.axes import PLAYED

__all__ = ["blame_words", "blame_words_ja", "legend", "to_blame"]

_JA = {Verdict.ALIVE: "活き石", Verdict.DEAD: "死に石", Verdict.DRAWN: "引き分け"}


def to_blame(found: Blame) -> str:
    """Name the axes to blame, and no more: `ko`, `dead_means and cycle`, `ko; or else cycle`."""
    if not found.found:
        return "not known"
    sets = "; or else ".join(" and ".join(axes) for axes in _sets(found))
    return sets if found.smallest else f"{sets}, perhaps less"


def legend(found: Iterable[Blame]) -> list[str]:
    """Say of each axis that :func:`to_blame` names, once, which values and articles differ."""
    values: dict[str, dict[str, list[str]]] = {}
    for item in found:
        for axis in dict.fromkeys(axis for swap in item.found for axis in swap.axes):
            for ruleset in (item.first.claim.ruleset, item.second.claim.ruleset):
                ids = values.setdefault(axis, {}).setdefault(_value(ruleset, axis), [])
                if ruleset.id not in ids:
                    ids.append(ruleset.id)
    return [
        f"{axis}: " + "; ".join(f"{value} under {', '.join(ids)}" for value, ids in values[axis].items())
        for axis in PLAYED
        if axis in values
    ]


def blame_words(found: Blame) -> list[str]:
    """Say which axes are to blame, with the articles that fix their values."""
    if not found.found:
        return [f"What is to blame is not known: {_listed(found.unknown)} could not be decided."]
    first, second = found.first.claim.ruleset, found.second.claim.ruleset
    lines: list[str] = []
    for axes, swaps in _sets(found).items():
        begin = "To blame" if not lines else "Or else"
        said = "; ".join(
            f"{axis}, {_value(first, axis)} under {first.id}, {_value(second, axis)} under {second.id}"
            for axis in axes
        )
        lines.append(f"{begin}: {said}.")
        value = "value" if len(axes) == 1 else "values"
        tried = [
            f"with the {value} of {swap.giver.id} the unit is {_goal(found, swap).value} under {swap.base.id}"
            for swap in swaps
            if swap.verdict.question.ruleset != swap.giver
        ]
        more = "; ".join(tried) or "these are all the axes of play on which the two differ"
        lines.append(f"{more[0].upper()}{more[1:]}.")
        if _bound(swaps):
            lines[-1] += " No game is written down for one of these values without the others."
    if not found.smallest:
        smaller = [swap for swap in found.unknown if len(swap.axes) < len(found.axes)]
        lines.append(f"Perhaps less is enough: {_listed(smaller)} could not be decided.")
    return lines


def blame_words_ja(found: Blame) -> list[str]:
    """The same in Japanese."""
    if not found.found:
        return [f"何によるかは不明です：{_listed(found.unknown, '、')}は判定できませんでした。"]
    first, second = found.first.claim.ruleset, found.second.claim.ruleset
    lines: list[str] = []
    for axes, swaps in _sets(found).items():
        begin = "違いのもと" if not lines else "または"
        said = "；".join(
            f"{axis}が{first.id}では{_value(first, axis)}、{second.id}では{_value(second, axis)}"
            for axis in axes
        )
        lines.append(f"{begin}：{said}。")
        tried = [
            f"{swap.giver.id}の値にすれば、{swap.base.id}でも{_JA[_goal(found, swap)]}です"
            for swap in swaps
            if swap.verdict.question.ruleset != swap.giver
        ]
        more = "。".join(tried) or "両者で違う着手の軸はこれがすべてです"
        bound = "これらの値は一緒でなければ仮の着手が定められていません。" if _bound(swaps) else ""
        lines.append(f"{more}。{bound}")
    if not found.smallest:
        smaller = [swap for swap in found.unknown if len(swap.axes) < len(found.axes)]
        lines.append(f"もっと少なくて足りるかもしれません：{_listed(smaller, '、')}は判定できませんでした。")
    return lines


def _sets(found: Blame) -> dict[tuple[str, ...], list[Swap]]:
    """The sets of axes, each with the swaps of it that make the verdicts equal."""
    sets: dict[tuple[str, ...], list[Swap]] = {}
    for swap in found.found:
        sets.setdefault(swap.axes, []).append(swap)
    return sets


def _bound(swaps: Sequence[Swap]) -> bool:
    return len(swaps[0].axes) > 1 and all(swap.bound for swap in swaps)


def _goal(found: Blame, swap: Swap) -> Verdict:
    """The verdict that the ruleset has with the other one's values: the other one's."""
    first = found.first.claim
    return found.second.claim.verdict if swap.base == first.ruleset else first.verdict


def _value(ruleset: Ruleset, axis: str) -> str:
    cite = ruleset.citations.get(axis)
    return f"{ruleset[axis]!r}" + (f" ({cite.article})" if cite is not None else "")


def _listed(swaps: Sequence[Swap], comma: str = ", ") -> str:
    return comma.join(dict.fromkeys(" and ".join(swap.axes) for swap in swaps))
