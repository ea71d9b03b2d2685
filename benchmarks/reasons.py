"""Explains every unit of every case under every ruleset, and reads each text for what it must name.

    python -m benchmarks.reasons [--rules ID ...] [--cases ID ...] [--show N]

Units that are not decided within the limits are left out. Exit code 1 if a text lacks something, or a unit is
not explained. docs/explain.md is about the texts, tests/unit/test_reasons.py reads some of them every time.
"""

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Iterator

from verifier import text
from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import unit_name, vertex, vertices
from verifier.jobs.cases.case import Case, case_ids, load_case
from verifier.jobs.compare.relabel import relabelled
from verifier.jobs.explain.explanation import Explanation, Fight, explain
from verifier.jobs.explain.line import End
from verifier.jobs.explain.words import spoken
from verifier.jobs.explain.words_ja import KINDS
from verifier.proof import Certificate
from verifier.rules import Ruleset, judging_names, load_ruleset
from verifier.search import Limits

_POINT = re.compile(r"[A-HJ-Z]\d+")
_WORDS = {
    "pass for the ko": "劫のためのパス",
    "which lifts the ko ban": "劫の禁止が解ける",
    "even if every retake": "いつでも許された",
    "uses the turn": "一手を使います",
    "Played out once": "一巡すると",
    "is taken so": "石が取られる手順",
}
"""What the one language says where the other one does."""


def faults(found: Explanation) -> Iterator[str]:
    """Yield what an explanation lacks: a fact in the text, or in one of the languages."""
    english, japanese = found.said("en"), found.said("ja")
    whole, foreign = "\n".join(english), "\n".join(japanese)
    shown = str(found)
    if not shown.startswith(whole):
        yield "the text does not begin with the sentences"
    yield from _alike(english, japanese)
    if f"Kind of fight: {found.fight.value}" not in english[1]:
        yield "the kind of fight is not named"
    if KINDS[found.fight] not in japanese[1]:
        yield "the kind of fight is not named in Japanese"
    if re.search(r"None|\{|\}|  ", whole + foreign) or any(side in foreign for side in ("Black", "White")):
        yield "something is left over that is no sentence"
    for word, other in _WORDS.items():
        if (word in whole) != (other in foreign):
            yield f"{word!r} and {other!r} do not go together"
    yield from _line(found, shown)
    yield from _special(found, whole)


def _alike(english: list[str], japanese: list[str]) -> Iterator[str]:
    if len(english) != len(japanese):
        yield f"{len(english)} sentences in English, {len(japanese)} in Japanese"
    for ours, theirs in zip(english, japanese, strict=False):
        if Counter(_POINT.findall(ours)) != Counter(_POINT.findall(theirs)):
            yield f"other points in Japanese: {ours} | {theirs}"


def _line(found: Explanation, shown: str) -> Iterator[str]:
    """The main line: its first move, its end, its passes for kos, and the tries."""
    position = found.claim.position
    for account in found.accounts:
        line = account.line
        if line is None:
            continue
        if account is found.accounts[0] and line.moves:
            if f"1 {spoken(line.moves[0], position)}" not in shown:
                yield "the first move of the main line is not named"
            for move in line.moves[:60]:
                names = vertices(move.lifted, position.rows, position.cols)
                if move.lifted and not any(f"ko at {name}" in shown or name in shown for name in names):
                    yield f"a pass lifts bans at {names}, and the text does not say so"
        ends = {
            End.SETTLED: "live|lives|lost|for good|keeps a point|At once",
            End.RULE: "is taken|ends play",
            End.PASSES: "both sides pass for ever",
            End.CYCLE: r"play repeats itself; each time Black loses \d+ and White \d+ stones?\.",
        }
        if not re.search(ends[line.end], shown):
            yield f"how the line ends ({line.end.value}) is not said"
        for item in account.tries:
            if f"If move {item.index + 1} is {spoken(item.line.moves[item.index], position)}:" not in shown:
                yield "a try is not named"


def _special(found: Explanation, whole: str) -> Iterator[str]:
    """What one kind of fight has to say."""
    findings, claim = found.findings, found.claim
    rows, cols = claim.position.rows, claim.position.cols
    wanted: list[str] = []
    if findings.retake is not None:
        wanted.append(f"may not retake at {vertex(findings.retake.point, rows, cols)}")
    if found.fight is Fight.KO:
        wanted.append("retake in a ko")
    if found.fight is Fight.CYCLE:
        judged = findings.judged
        assert judged is not None
        owner = found.accounts[0].owner
        lost = {owner: judged.owner_lost, owner.opponent: judged.attacker_lost}
        counts = [number for _, number in sorted(lost.items())]
        wanted += ["Such a cycle, "]
        wanted += [f"Played out once, Black loses {counts[0]} and White {text.stones(counts[1])}."]
        wanted += [spoken(move, claim.position) for move in findings.cycle]
        if not any(counts):
            yield "a cycle without captures is called one"
    if found.fight is Fight.SEKI:
        wanted += vertices(findings.shared, rows, cols)
    if found.fight is Fight.NEW_STONE:
        assert findings.taken is not None
        wanted += ["The unit is taken so: ", *vertices(findings.taken.stays, rows, cols)]
        if findings.taken.end is not End.CYCLE and not findings.taken.stays:
            yield "no new stone is named"
    if found.fight is Fight.DRAW:
        wanted += ["If both sides play their proofs", "draw"]
    for word in wanted:
        if word not in whole:
            yield f"{word!r} is not said"


def certificates(cases: list[Case], rulesets: list[Ruleset], limits: Limits) -> Iterator[Certificate]:
    """Yield the proofs of all units that are decided, each under the rulesets that play the same."""
    for case in cases:
        for unit in case.units:
            known: dict[str, Certificate | None] = {}
            for ruleset in rulesets:
                digest = ruleset.play_digest
                if digest not in known:
                    known[digest] = decide(Question(case.position, unit, ruleset, limits)).certificate
                proof = known[digest]
                if proof is not None:
                    yield relabelled(proof, ruleset)


def main() -> int:
    """Explain them all."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--rules", metavar="ID", nargs="+", default=judging_names())
    parser.add_argument("--cases", metavar="ID", nargs="+", default=case_ids())
    parser.add_argument("--limit-nodes", metavar="N", type=int, default=60_000)
    parser.add_argument("--limit-seconds", metavar="S", type=float, default=3.0)
    parser.add_argument("--show", metavar="N", type=int, default=0, help="print N texts, drawn at random")
    options = parser.parse_args()
    limits = Limits(nodes=options.limit_nodes, seconds=options.limit_seconds)
    kinds, wrong, slowest = Counter[str](), 0, (0.0, "")
    texts: list[Explanation] = []
    cases = [load_case(name) for name in options.cases]
    for proof in certificates(cases, [load_ruleset(name) for name in options.rules], limits):
        begun = time.perf_counter()
        found = explain(proof)
        case = next(one.id for one in cases if one.position == proof.claim.position)
        name = f"{case} {unit_name(proof.claim.position, proof.claim.unit)} under {proof.claim.ruleset.id}"
        slowest = max(slowest, (time.perf_counter() - begun, name))
        kinds[found.fight.value] += 1
        texts.append(found)
        for fault in faults(found):
            wrong += 1
            print(f"{name}: {fault}", flush=True)
    for found in random.Random(1).sample(texts, min(options.show, len(texts))):
        print("\n" + text.board(found.claim.position) + f"\n{found}\n" + "\n".join(found.said("ja")))
    print(f"{len(texts)} explained, {wrong} faults; {dict(kinds.most_common())}; slowest: {slowest}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
