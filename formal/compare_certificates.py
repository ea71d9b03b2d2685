"""Alters certificates of states and of patterns, and compares what both checkers say of them.

    python formal/compare_certificates.py ALTERED SEED FILE...

Of states that play cannot come to the Python checker is told to believe statics only as far as the proved one
does, and to refuse no more of them (stones.py). The first certificate that one accepts and the other refuses
is kept as different.json. Altered are fields and lines of the evidence, all parts of the claim (with new
digests), and bytes of the file. Two differences are known and left out: the Python checker refuses the name
of a ruleset of the package for other values, while the proved one prints the values and no name; and the
proved one says "not proved" of what belongs to a later step, such as a death where new stones count.
"""

import hashlib
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from stones import listed_as_proved, settled_as_proved

from verifier.errors import ShikatsuError
from verifier.play import Arena
from verifier.proof import check
from verifier.proof.store import parse_certificate
from verifier.rules import AXES

PROGRAM = Path(__file__).parent / "build" / "shikatsu-certify"
AT_ONCE = 250
LONGEST = 400


def digest(data: object) -> str:
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def change_number(text: str, rng: random.Random, base: int) -> str:
    if not text.lstrip("-").isalnum() or rng.random() < 0.1:
        return rng.choice(("", "0", "-1", "-0", "00", "+1", "1e3", "f" * 400, ".", "-2", "0x1", "A", " "))
    try:
        value = int(text, base)
    except ValueError:
        return text
    if base == 16:
        return f"{value ^ 1 << rng.randrange(max(4, value.bit_length() + 2)):x}"
    return str(value + rng.choice((-1, 1, 1, 2, -3, 100)))


def change_mover(text: str, rng: random.Random) -> str:
    made = [text + end for end in ("p", "t10", "t00", "t5", "x1")]
    before, gone, units = text.partition("x")
    if gone:
        made += [before, before, before + gone + change_number(units, rng, 16)]
    return rng.choice(("0", "1", "2", "p0", text.replace("p", ""), *made))


def change_nodes(nodes: list[str], rng: random.Random, patterns: bool) -> None:
    if not nodes:
        nodes.append("0 0 -1 0 -1 0 0")
        return
    at = rng.randrange(len(nodes))
    patterns = patterns and all(line.count(" ") >= 8 for line in nodes)
    kind = rng.randrange(8)
    if kind == 0:
        del nodes[at]
    elif kind == 1:
        nodes.insert(rng.randrange(len(nodes) + 1), nodes[at])
    elif kind == 2:
        other = rng.randrange(len(nodes))
        one, two = nodes[at].split(" "), nodes[other].split(" ")
        if min(len(one), len(two)) < 7:
            return
        place = rng.choice((4, 5, 6, 7) if patterns else (3, 4, 5, 6)) % len(one) % len(two)
        one[place], two[place] = two[place], one[place]
        nodes[at], nodes[other] = " ".join(one), " ".join(two)
    elif patterns:
        change_pattern(nodes, at, rng)
    else:
        fields = nodes[at].split(" ")
        if len(fields) < 7:
            return
        place = rng.choice((0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6))
        if place == 3:
            fields[3] = change_mover(fields[3], rng)
        else:
            fields[place] = change_number(fields[place], rng, 16 if place < 2 else 10)
        nodes[at] = " ".join(fields)


def change_cover(cover: str, rng: random.Random) -> str:
    """What covers a move of a pattern: another number, another answer, none at all."""
    answer, arrow, target = cover.rpartition(">")
    if rng.random() < 0.3:
        arrow, answer = ("", "") if arrow else (">", str(rng.randint(-1, 80)))
    elif arrow and rng.random() < 0.5:
        answer = rng.choice((change_number(answer, rng, 10), "-1"))
    else:
        target = rng.choice((change_number(target, rng, 10), str(rng.randrange(20)), "."))
    return answer + arrow + target


def change_bans(text: str, other: str, rng: random.Random) -> str:
    """The ban for one turn, and the sets of bans that last: those of another pattern, or any."""
    ban, *sets = text.split(":")
    if rng.random() < 0.4:
        sets = other.split(":")[1:]
    elif rng.random() < 0.5:
        ban = rng.choice((change_number(ban, rng, 10), str(rng.randint(-1, 80)), "-1"))
    elif sets:
        at = rng.randrange(len(sets))
        sets[at] = rng.choice((change_number(sets[at], rng, 16), "0"))
    else:
        point = f"{1 << rng.randrange(81):x}"
        sets = rng.choice((["0", "0"], ["0"], [point, "0"], ["0", point]))
    return ":".join((ban, *sets))


def change_pattern(nodes: list[str], at: int, rng: random.Random) -> None:
    fields = nodes[at].split(" ")
    place = rng.choice((0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 9, 9))
    if place == 0:
        points, plus, eyes = fields[0].partition("+")
        if plus and rng.random() < 0.6:
            eyes = change_number(eyes, rng, 16)
        elif not plus and rng.random() < 0.2:
            plus, eyes = "+", f"{1 << rng.randrange(81):x}"
        else:
            points = change_number(points, rng, 16)
        fields[0] = points + plus + eyes
    elif place in (1, 2):
        fields[place] = change_number(fields[place], rng, 16)
    elif place == 3:
        fields[3] = change_bans(fields[3], rng.choice(nodes).split(" ")[3], rng)
    elif place == 4:
        fields[4] = change_mover(fields[4], rng)
    elif place < 8:
        fields[place] = change_number(fields[place], rng, 10)
    elif place == 8 or len(fields) == 9:
        fields[8] = change_cover(fields[8], rng)
    else:
        which = rng.randrange(9, len(fields))
        point, _, cover = fields[which].partition(":")
        kind = rng.randrange(4)
        if kind == 0:
            del fields[which]
        elif kind == 1:
            fields.append(f"{rng.randint(-2, 80)}:{cover}")
        elif kind == 2:
            fields[which] = f"{change_number(point, rng, 10)}:{cover}"
        else:
            fields[which] = f"{point}:{change_cover(cover, rng)}"
    nodes[at] = " ".join(fields)


def change_claim(claim: dict[str, Any], rng: random.Random) -> None:
    kind = rng.randrange(6)
    if kind == 0:
        claim["verdict"] = rng.choice(("alive", "dead", "drawn", "unknown"))
    elif kind == 1:
        rows, cols = len(claim["rows"]), len(claim["rows"][0])
        claim["unit"] = f"{rng.choice('ABCDEFGHJKI')}{rng.randint(0, rows + 1)}" if cols else "A1"
    elif kind == 2:
        row = rng.randrange(len(claim["rows"]))
        line = list(claim["rows"][row])
        line[rng.randrange(len(line))] = rng.choice(".XO")
        claim["rows"][row] = "".join(line)
    elif kind == 3:
        side = rng.choice(("top", "bottom", "left", "right"))
        sides = claim["open_sides"]
        claim["open_sides"] = [x for x in sides if x != side] if side in sides else [*sides, side]
    else:
        values = claim["ruleset"]["values"]
        axis = rng.choice(tuple(AXES))
        values[axis] = rng.choice(tuple(AXES[axis].values))
        claim["ruleset"]["id"] = "altered"
        claim["ruleset"]["digest"] = digest(values)


def change_walls(data: dict[str, Any], rng: random.Random) -> None:
    """The proofs of walls, or the walls of the claim."""
    keeps, kind = data["keeps"], rng.randrange(6)
    if kind == 0:
        del keeps[rng.randrange(len(keeps))]
    elif kind == 1:
        rng.shuffle(keeps)
    elif kind == 2:
        keeps.append(rng.choice(keeps))
    elif kind == 3:
        evidence = rng.choice(keeps)["evidence"]
        evidence["side"] = "white" if evidence["side"] == "black" else "black"
    else:
        names = rng.choice([data["claim"]["walls"], rng.choice(keeps)["stones"]])
        at = rng.randrange(len(names)) if names else 0
        names[at : at + rng.randrange(2)] = [f"{rng.choice('ABCDEFGHJ')}{rng.randint(1, 9)}"][
            : rng.randrange(2)
        ]
        data["claim_digest"] = digest(data["claim"])


def altered(text: str, rng: random.Random) -> str:
    if rng.random() < 0.15:
        at = rng.randrange(len(text))
        put = rng.choice(("", rng.choice('0123456789"{}[],: .-eaXO\\\n'), text[at] * 2))
        return text[:at] + put + text[at + 1 :]
    data = json.loads(text)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        every = data["evidence"] + [keep["evidence"] for keep in data.get("keeps", [])]
        if data.get("keeps") and rng.random() < 0.2:
            change_walls(data, rng)
        elif every and rng.random() < 0.75:
            evidence = rng.choice(every)
            if rng.random() < 0.9:
                change_nodes(evidence["nodes"], rng, evidence["family"] == "patterns")
            elif rng.random() < 0.5:
                evidence["draw_wins"] = not evidence["draw_wins"]
            else:
                evidence["side"] = "white" if evidence["side"] == "black" else "black"
        else:
            change_claim(data["claim"], rng)
            data["claim_digest"] = digest(data["claim"])
    return json.dumps(data)


def main() -> int:
    wanted, rng = int(sys.argv[1]), random.Random(int(sys.argv[2]))
    texts = [Path(name).read_text("ascii") for name in sys.argv[3:]]
    texts = [text for text in texts if text.count("\n") <= LONGEST]
    Arena.settled = settled_as_proved  # type: ignore[assignment, method-assign]
    Arena.may_be_listed = listed_as_proved  # type: ignore[assignment, method-assign]
    done = accepted = 0
    with tempfile.TemporaryDirectory() as folder:
        while done < wanted:
            files = []
            for number in range(AT_ONCE):
                file = Path(folder) / f"{number}.json"
                file.write_text(altered(rng.choice(texts), rng), "ascii")
                files.append(file)
            ran = subprocess.run([PROGRAM, *files], capture_output=True, text=True, check=False)
            lines = [line for line in ran.stdout.splitlines() if not line.startswith(" ")]
            assert len(lines) == len(files), ran
            for file, line in zip(files, lines, strict=True):
                text = file.read_text("ascii")
                try:
                    check(parse_certificate(text, "altered"))
                    good = True
                except ShikatsuError as error:
                    good, why = False, error
                done += 1
                accepted += good
                if good != line.startswith("proved:") and "not proved" not in line:
                    kept = Path("different.json")
                    kept.write_text(text)
                    print(f"different: {kept}: {line}; Python: {'accepted' if good else why}")
                    return 1
    print(f"{done} altered certificates of {len(texts)}: judged alike, {accepted} of them accepted")
    return 0


if __name__ == "__main__":
    sys.exit(main())
