"""The second checker of certificates (tests/reference/second_checker), and certificates for it to judge."""

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from keeping import random_board

from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import Mask, Position, Side
from verifier.errors import CertificateError, InputError
from verifier.proof import check
from verifier.proof.certificate import Certificate
from verifier.proof.store import parse_certificate
from verifier.rules import Ruleset, load_ruleset
from verifier.rules.axes import ENABLING, PASS_FOR_KO
from verifier.search import Limits

__all__ = [
    "PROPOSAL", "SecondChecker", "compiler", "first_judges", "kinds_of", "random_certificates", "random_position", "random_rules",
    "some_unit",
]  # fmt: skip

SOURCE = Path(__file__).parents[1] / "reference" / "second_checker"
ENCODINGS = Path(__file__).parents[2] / "encodings"
PROPOSAL = load_ruleset("proposal2012")


def compiler() -> str | None:
    """The first C++ compiler on the path."""
    return next((path for name in ("c++", "g++", "clang++") if (path := shutil.which(name))), None)


class SecondChecker:
    """The program, compiled into a folder and started; it judges one text after the other."""

    def __init__(self, folder: Path) -> None:
        command = compiler()
        assert command is not None
        program = folder / "second_checker"
        subprocess.run([command, "-O1", "-std=c++17", "-o", program, SOURCE / "main.cpp"], check=True)
        names = [word for path in sorted(ENCODINGS.glob("*.toml")) for word in ("--ruleset", str(path))]
        self.process = subprocess.Popen([program, *names, "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> "SecondChecker":
        return self

    def __exit__(self, *args: object) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def judge(self, text: str) -> str:
        """Its answer: ``accepted``, or ``refused: `` and why."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(asked(text))
        self.process.stdin.flush()
        answer = self.process.stdout.readline().decode("utf-8", "replace").strip()
        assert answer, "the second checker has ended"
        return answer

    def judge_all(self, texts: list[str]) -> list[str]:
        """Its answers to many texts, without waiting for it after each."""
        data = b"".join(map(asked, texts))
        done = subprocess.run(self.process.args, input=data, stdout=subprocess.PIPE, check=True)
        return done.stdout.decode("utf-8", "replace").splitlines()


def asked(text: str) -> bytes:
    """How a batch has one document in it."""
    data = text.encode("utf-8", "surrogatepass")
    return b"%d\n%b" % (len(data), data)


def first_judges(text: str) -> str:
    """The answer of ``verifier.proof`` in the same words."""
    try:
        check(parse_certificate(text, "it"))
    except (CertificateError, InputError) as error:
        return f"refused: {error}"
    return "accepted"


def random_rules(rng: random.Random) -> Ruleset:
    """Any game that docs/semantics.md or docs/games.md writes down."""
    while True:
        aim = rng.choice(["finally owned"] * 4 + ["captured once"] * 2 + [*ENABLING])
        cycles = ["prisoners then aim", "aim"] if aim in ENABLING else ["prisoners then ownership", "prisoners", "alive", "draw"]
        values = {
            "dead_means": aim,
            "ko": rng.choice(["basic"] * 5 + ["none", "none", *PASS_FOR_KO]),
            "cycle": rng.choice(cycles),
            "end": rng.choice(["never", "two passes"]),
            "first_move": rng.choice(["owner", "attacker"]),
            "walls": rng.choice(["assumed", "unconditional", "independent", "independent", "board"]),
            "owner_threats": rng.choice("00001234") if rng.random() < 0.9 else "unlimited",
            "attacker_threats": rng.choice("00001234") if rng.random() < 0.9 else "unlimited",
        }
        if values["ko"] != "basic" or aim in ENABLING:
            values |= {"owner_threats": "0", "attacker_threats": "0"}
        if aim in ENABLING or values["ko"] in PASS_FOR_KO:
            values["end"] = "never"
        try:
            return PROPOSAL.with_values(**values)
        except InputError:
            continue


def random_position(rng: random.Random) -> Position:
    rows, cols = rng.choice([(1, 4), (1, 5), (2, 2), (2, 3), (2, 4), (2, 5), (3, 3), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5)])
    if rng.random() < 0.4 and min(rows, cols) > 2:
        return random_board(rng, rows, cols)
    while True:
        colours = rng.choices("XO.", rng.choice([(4, 4, 4), (5, 5, 2), (3, 3, 5)]), k=rows * cols)
        black, white = (sum(1 << p for p, sign in enumerate(colours) if sign == wanted) for wanted in "XO")
        sides = frozenset(side for side in Side if rng.random() < 0.25)
        position = Position(rows, cols, black, white, sides)
        if not any(position.breathless()) and any(True for _ in position.units()):
            return position


def some_unit(rng: random.Random, position: Position) -> Mask:
    units = list(position.units())
    unit = rng.choice(units)
    if rng.random() < 0.3:
        side = position.black if unit & position.black else position.white
        for other in units:
            if other & side and rng.random() < 0.5:
                unit |= other
    return unit


def random_certificates(rng: random.Random) -> Iterator[Certificate]:
    """Certificates of units of random boards and crops, under random rules, by all kinds of evidence."""
    while True:
        position, rules = random_position(rng), random_rules(rng)
        try:
            question = Question(
                position, some_unit(rng, position), rules, Limits(nodes=6000, seconds=1e9, wall_nodes=500),
                prover=rng.choice(["auto", "auto", "native", "native", "sat", "python"]),
            )  # fmt: skip
            verdict = decide(question)
        except InputError:
            continue
        if verdict.certificate is not None:
            yield verdict.certificate


def kinds_of(text: str) -> set[str]:
    """What a certificate has in it."""
    data = json.loads(text)
    claim = data["claim"]
    values = claim["ruleset"]["values"]
    memory = values["dead_means"].startswith("no new stone") or "pass" in values["ko"]
    kinds = {item["family"] for item in data["evidence"]}
    if memory:
        kinds |= {"plain play" if family == "patterns" else "memory" if family == "strategy" else family for family in kinds}
    kinds |= {key for key in ("supports", "standing") if key in data}
    if "together" in claim:
        kinds.add("together")
    if "keeps" in data:
        kinds.add("walls by proof")
    return kinds
