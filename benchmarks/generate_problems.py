"""Writes problems/enclosed.toml, the set of enclosed problems.

    python benchmarks/generate_problems.py            write the file from the stored answers
    python benchmarks/generate_problems.py --check    say whether the file is what would be written
    python benchmarks/generate_problems.py --solve FOLDER    find the answers of the sampled positions again

Constructed problems have their answer from an argument (constructed.py). Sampled ones have it from
problems/answers.json, which --solve writes: by a table (capture_table.py, or the dense table of the
kernel) where that is possible, else by tsumego.js, installed in FOLDER. The prover only chooses which
positions are worth asking about; what it says of them is never stored.
"""

import argparse
import hashlib
import json
import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from capture_table import TooManyStatesError, capture_status
from constructed import ARGUMENTS, Draft, constructed
from enclosures import canonical, whole_board
from problem_set import FOLDER, Problem, ruleset, text
from rivals import Question, TsumegoJs
from sampled import Candidate, candidates

from verifier.board import Colour, Mask, Position, swap_colours, transform, unit_name
from verifier.board.grid import Grid
from verifier.board.symmetry import SYMMETRIES, transform_mask
from verifier.notation import print_diagram
from verifier.play import Arena
from verifier.search import Limits, prove
from verifier.search.native import DenseTable

PROBLEMS, ANSWERS = FOLDER / "enclosed.toml", FOLDER / "answers.json"

FAMILIES = ARGUMENTS | {
    "eye space": "Eye spaces inside a solid ring: all of five and six points, some at edges and in corners.",
    "stuffed": "An eye space inside a solid ring, with stones in it.",
    "room": "A few stones in a walled room.",
    "wide": "A larger room or a larger eye space with stones in it.",
}

_QUOTA = {
    ("eye space", "alive"): 65,
    ("eye space", "dead"): 20,
    ("eye space", "drawn"): 10,
    ("stuffed", "alive"): 35,
    ("stuffed", "dead"): 35,
    ("stuffed", "drawn"): 25,
    ("room", "alive"): 10,
    ("room", "dead"): 15,
    ("room", "drawn"): 15,
    ("wide", "alive"): 35,
    ("wide", "dead"): 35,
    ("wide", "unknown"): 40,  # what our prover finds hard must not be missing
}
_DENSE = 10
"""Largest locale for which the kernel's dense table is asked as well."""


def digest(candidate: Candidate) -> str:
    """The name under which the answer of a candidate is stored."""
    sketch = candidate.sketch
    position = sketch.position()
    diagram = print_diagram(position, style="ascii")
    whole = f"{diagram}\n{unit_name(position, sketch.unit_mask())}\n{candidate.first}"
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def sampled_drafts(answers: dict[str, dict[str, str]]) -> Iterator[tuple[Draft, dict[str, str]]]:
    """Yield the candidates that have an answer."""
    for candidate in candidates():
        answer = answers.get(digest(candidate))
        if answer is None:
            continue
        masters = answer["masters"]
        plain = answer.get("plain") or implied(candidate, masters)
        draft = Draft(
            candidate.family, candidate.label, candidate.sketch, candidate.first, plain, masters, masters
        )
        yield draft, answer


def implied(candidate: Candidate, masters: str) -> str:
    """What an answer that holds for either ko master says about the 試案, "" if nothing.

    A plan that wins in finitely many moves whoever has the threats repeats nothing and never retakes at
    once, so it is open to its side under any ban; a living unit stays. From a unit of which two stones
    touch the wall the attacker keeps a point for good once it is captured: the owner, who moves next,
    can take only one of them.
    """
    position, unit = candidate.sketch.position(), candidate.sketch.unit_mask()
    wall = position.assumed(Colour.WHITE)
    touching = unit & Grid.of(position.rows, position.cols).dilate(wall)
    if masters == "dead" and touching.bit_count() >= 2:
        return "dead"
    return "alive" if masters == "alive" else ""


def problems(answers: dict[str, dict[str, str]]) -> list[Problem]:
    """All problems, turned and coloured, in the order of the file."""
    drafts: list[tuple[Draft, dict[str, str]]] = [(draft, {}) for draft in constructed()]
    drafts += sampled_drafts(answers)
    counts: Counter[str] = Counter()
    seen = set()
    found = []
    for draft, answer in drafts:
        position, unit = draft.sketch.position(), draft.sketch.unit_mask()
        key = (canonical(position), draft.first)
        if key in seen:
            continue
        seen.add(key)
        counts[draft.family] += 1
        identifier = f"{draft.family.replace(' ', '-')}-{counts[draft.family]:02}"
        number = int(hashlib.sha256(identifier.encode()).hexdigest(), 16)
        turn = SYMMETRIES[number % 8]
        unit = transform_mask(unit, position.rows, position.cols, turn)
        position = transform(position, turn)
        if number // 8 % 2:
            position = swap_colours(position)
        expected = {"plain": draft.plain, "masters": draft.masters.replace("ko", "drawn")}
        expected = {reading: status for reading, status in expected.items() if status}
        source = {reading: answer.get("source", draft.source) for reading in expected}
        if "plain" in answer:
            source["plain"] = "table"
        found.append(
            Problem(
                identifier,
                draft.family,
                draft.kind,
                position,
                unit_name(position, unit),
                draft.first,
                expected,
                source,
            )
        )
    return found


def written() -> str:
    """The text of the file, from the stored answers."""
    return text(problems(json.loads(ANSWERS.read_text(encoding="utf-8"))), FAMILIES)


def chosen() -> Iterator[Candidate]:
    """Yield candidates of each kind up to the quota, those first where it matters who moves."""
    limits = Limits(nodes=100_000, seconds=60)
    left = dict(_QUOTA)
    seen = set()
    for candidate in candidates():
        position, unit = candidate.sketch.position(), candidate.sketch.unit_mask()
        if next(position.breathless(), None) is not None:
            continue
        key = (canonical(position), candidate.first)
        statuses = {
            first: prove(Arena(position, unit, ruleset("masters", first)), limits=limits).status.value
            for first in ("owner", "attacker")
        }
        status = statuses[candidate.first]
        settled = statuses["owner"] == statuses["attacker"] != "drawn"
        if status == "unknown":
            settled = False
        elif candidate.family == "wide":
            # A third of these may be settled: large, and often hard to see.
            settled = settled and int(digest(candidate), 16) % 3 > 0
        elif candidate.family == "eye space":
            settled = False
        if key in seen or settled or not left.get((candidate.family, status)):
            continue
        seen.add(key)
        left[candidate.family, status] -= 1
        yield candidate


def _tabled(candidate: Candidate) -> dict[str, str] | None:
    """The answer by tables, or None where they would be too large."""
    position, unit = candidate.sketch.position(), candidate.sketch.unit_mask()
    try:
        status = capture_status(position, unit, attacker_first=candidate.first == "attacker", most=250_000)
    except TooManyStatesError:
        return None
    answer = {"masters": status, "source": "table"}
    arena = Arena(position, unit, ruleset("plain", candidate.first))
    if 0 < arena.locale.bit_count() <= _DENSE + (status == "ko"):
        lives = DenseTable(arena).owner_wins(arena.start)
        answer["plain"] = "alive" if lives else "dead"
    return answer


def _asked(rival: TsumegoJs, position: Position, unit: Mask, first: str) -> dict[str, str] | None:
    """The answer of tsumego.js, or None if it has none or calls it ko (its kos are not quite ours)."""
    try:
        board, up, left = whole_board(position, Colour.BLACK)
    except ValueError:
        return None
    row, col = divmod((unit & -unit).bit_length() - 1, position.cols)
    question = Question(board, (row + up) * board.cols + col + left, first == "attacker")
    answer = rival.ask(question, masters=True, seconds=60)
    if answer.status not in ("alive", "dead"):
        print(f"tsumego.js: {answer.status or answer.note}", file=sys.stderr)
        return None
    return {"masters": answer.status, "source": "tsumego.js"}


def solve(folder: str) -> None:
    """Find the answers of the sampled positions and store them; takes minutes."""
    picked = list(chosen())
    small = [candidate for candidate in picked if candidate.family != "wide"]
    answers = {}
    with multiprocessing.Pool() as pool:
        for candidate, answer in zip(small, pool.imap(_tabled, small, chunksize=1), strict=True):
            if answer is not None:
                answers[digest(candidate)] = answer
    rival = TsumegoJs(folder)
    for candidate in picked:
        if candidate.family == "wide":
            sketch = candidate.sketch
            answer = _asked(rival, sketch.position(), sketch.unit_mask(), candidate.first)
            if answer is not None:
                answers[digest(candidate)] = answer
    rival.close()
    ANSWERS.write_text(json.dumps(answers, indent=0, sort_keys=True) + "\n", encoding="utf-8")


def main() -> None:
    """Write, check or solve."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--check", action="store_true", help="write nothing, exit with 1 if the file differs")
    parser.add_argument("--solve", metavar="FOLDER", help="where `npm install tsumego.js` was run")
    options = parser.parse_args()
    if options.solve:
        solve(options.solve)
    if options.check:
        if PROBLEMS.read_text(encoding="utf-8") != written():
            raise SystemExit(
                f"{Path(PROBLEMS).name} is not what the generator writes; run it without --check"
            )
        return
    PROBLEMS.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
