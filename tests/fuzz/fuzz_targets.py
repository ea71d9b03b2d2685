"""What is fuzzed: each target takes bytes and raises nothing, unless there is a fault of the program.

A target also looks at what comes out: what was read is written and read again, and a certificate that the
checker accepts is compared with a prover.
"""

import contextlib
import dataclasses
import functools
import hashlib
import importlib.util
import json
import math
import sqlite3
import tempfile
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from verifier import Atlas, Limits, parse_diagram, parse_sgf, print_diagram
from verifier.adjudicate.judge import decide
from verifier.adjudicate.question import Question
from verifier.board import BLACK, parse_vertex, vertex
from verifier.errors import InputError, ShikatsuError
from verifier.gtp import Engine
from verifier.gtp.setting import load_setting
from verifier.gtp.verdicts import Adjudicator
from verifier.jobs.audit.claims import stated_dead
from verifier.jobs.audit.named_rules import ruleset_named
from verifier.jobs.audit.result import parse_result
from verifier.jobs.cases.case import case_ids, load_case, parse_case
from verifier.jobs.playing.case import parse_play_case
from verifier.jobs.playing.replay import moves_of
from verifier.notation.game import annotated_game, parse_game
from verifier.notation.glyphs import BOX_STONES, MARKED_STONES
from verifier.notation.record import parse_record
from verifier.notation.sgf import write_sgf
from verifier.proof import check
from verifier.proof.endings.checker import check_ending
from verifier.proof.endings.store import dump_ending, parse_ending
from verifier.proof.rup import check_drup, parse_cnf, parse_drup
from verifier.proof.store import dump_certificate, parse_certificate
from verifier.rules import AXES, PlayRules, load_ruleset, parse_ruleset
from verifier.rules.loader import parse_play_rules, sections
from verifier.search import Status
from verifier.search.endings.solve import solve_ending, solve_threshold

__all__ = ["TARGETS", "Target"]

ROOT = Path(__file__).resolve().parents[2]
LONGEST_MESSAGE = 2001
"""A message about bad input is one line to be read; it does not give back the input."""


@dataclasses.dataclass(frozen=True)
class Target:
    """One parser, or one family of them."""

    run: Callable[[bytes], None]
    seeds: Callable[[], Sequence[bytes]]
    words: Sequence[str] = ()
    """What mutations put in."""


@contextlib.contextmanager
def _refusing():
    """Let pass what is raised on purpose, if its message is fit to be printed."""
    message = "none"
    try:
        yield
    except ShikatsuError as error:
        message = str(error)
    assert 0 < len(message) < LONGEST_MESSAGE, f"a message of {len(message)} characters"


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _position(position):
    return position.rows, position.cols, position.black, position.white, position.open_sides


# Notation


def _diagram(data: bytes) -> None:
    with _refusing():
        text = _text(data)
        diagram = parse_diagram(text)
        if not set(text) & {*BOX_STONES, *MARKED_STONES} and "label" not in text.lower():
            assert not {label for _, label in diagram.labels} & set("BbWwXxOo"), "a stone became a label"
        again = parse_diagram(print_diagram(diagram))
        assert _position(again.position) == _position(diagram.position), "another diagram when read again"


def _sgf(data: bytes) -> None:
    for game, move in ((1, None), (2, 3), (1, 0)):
        with _refusing():
            found = parse_sgf(data, game=game, move=move)
            again = parse_sgf(write_sgf(found.diagram).encode("utf-8"))
            assert _position(again.position) == _position(found.position), "another position when read again"
            assert again.diagram.labels == found.diagram.labels, "other labels when read again"
        with _refusing():
            record = parse_record(data, game=game, move=move)
            assert all(-1 <= point < record.position.rows * record.position.cols for _, point in record.moves)


def _game(data: bytes) -> None:
    """A finished game as an audit reads it, and with an audit's remarks in it."""
    with _refusing():
        record = parse_game(data)
        parse_result(record.result)
        stated_dead(record)
        points = record.position.empty
        again = parse_game(annotated_game(record, "]\\", {"TB": points}, {0: ":]"}, [("x", [(BLACK, None)])]).encode())
        assert _position(again.position) == _position(record.position), "another position when read again"
        with _refusing():
            ruleset_named(record.rules)


def _words(data: bytes) -> None:
    """RE and RU."""
    text = _text(data)
    stated = parse_result(text)
    assert stated.lead is None or (2 * stated.lead).is_integer(), "a lead that no count has"
    assert stated.counted or 0 < len(stated.why_not) < 200
    with _refusing():
        ruleset_named(text)


def _vertex(data: bytes) -> None:
    text = _text(data)
    for rows, cols in ((1, 1), (5, 9), (25, 25)):
        with _refusing():
            point = parse_vertex(text, rows, cols)
            assert parse_vertex(vertex(point, rows, cols), rows, cols) == point
    with _refusing():
        moves_of(load_case("ex01").position, text)


# Rulesets and cases


def _ruleset(data: bytes) -> None:
    text = _text(data)
    for parse in (sections, parse_ruleset, parse_play_rules):
        with _refusing():
            parse(text, "fuzz.toml")


def _ruleset_name(data: bytes) -> None:
    with _refusing():
        load_ruleset(_text(data))
    with _refusing():
        load_setting(_text(data))


def _case(data: bytes) -> None:
    text = _text(data)
    with _refusing():
        parse_case(text, "fuzz.case")
    with _refusing():
        parse_play_case(text, "fuzz.case")


# Proofs


def _certificate(data: bytes) -> None:
    text = _text(data)
    for version in (text, _signed(text)):
        with _refusing():
            certificate = parse_certificate(version, "fuzz.json")
            assert parse_certificate(dump_certificate(certificate), "again").claim == certificate.claim
            claim = check(certificate).claim
            assert _true(claim), f"a false claim was accepted: {claim}"


@functools.lru_cache(maxsize=10_000)
def _true(claim) -> bool:
    """Whether a prover agrees, or does not know."""
    found = decide(Question(claim.position, claim.unit, claim.ruleset, Limits(nodes=20_000, seconds=5.0)))
    return found.status in (Status.UNKNOWN, Status(claim.verdict.value))


def _ending(data: bytes) -> None:
    text = _text(data)
    for version in (text, _signed(text)):
        with _refusing():
            certificate = parse_ending(version)
            assert parse_ending(dump_ending(certificate)).nodes == certificate.nodes
            claim = check_ending(certificate).claim
            values = claim.rules.values, claim.setup, claim.moves, claim.at_least
            assert _forced_by(*values) in (claim.side, None), f"a false claim was accepted: {claim}"


@functools.lru_cache(maxsize=10_000)
def _forced_by(values, setup, moves, at_least):
    """Who gets what the claim says according to the solver; None if it does not know."""
    large = abs(setup.komi) > 1000 or max(map(abs, setup.lost)) > 1000
    if large or 1000 < abs(at_least) < math.inf:
        return None  # beyond the solver
    rules, limits = PlayRules("fuzzed", values), Limits(nodes=50_000, seconds=5.0)
    with contextlib.suppress(InputError):
        return solve_threshold(setup, rules, at_least, moves=moves, limits=limits, proof=False).side
    return None


def _signed(text: str) -> str:
    """The document with digests that fit, so that mutations get past them."""
    try:
        document = json.loads(text)
        ruleset = document["claim"]["ruleset"]
        ruleset["digest"] = _digest(ruleset["values"])
        document["claim_digest"] = _digest(document["claim"])
        return json.dumps(document)
    except (ValueError, TypeError, KeyError, RecursionError):
        return text


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _rup(data: bytes) -> None:
    formula, _, proof = _text(data).partition("---\n")
    with _refusing():
        variables, clauses = parse_cnf(formula)
        check_drup(variables, clauses, parse_drup(proof))


def _atlas(data: bytes) -> None:
    Path("a.sqlite").unlink(missing_ok=True)
    for rest in Path().glob("a.sqlite-*"):
        rest.unlink()
    Path("a.sqlite").write_bytes(data)
    with _refusing():
        Atlas("a.sqlite").check()
    with _refusing():
        Atlas("a.sqlite").summary()
    with _refusing():
        Atlas("a.sqlite").find(".XO\n")


# The Go Text Protocol


def _gtp(data: bytes) -> None:
    engine = Engine(load_setting("proposal2012"), Adjudicator(Limits(nodes=50, seconds=0.2)))
    proof = engine.commands["shikatsu-proof"]
    engine.commands["shikatsu-proof"] = lambda words: proof(words[:1])  # no file is written
    for line in data.split(b"\n")[:60]:
        reply = engine.reply(line).data
        assert b"internal error" not in reply, reply[:300]
        assert reply == b"" or (reply[:1] in (b"=", b"?") and reply.endswith(b"\n\n")), reply[:300]
        assert b"\n\n" not in reply[:-2], "an empty line ends a reply"
        assert len(reply) < 100_000 or b"shikatsu-proof" in line
        assert not any(byte < 32 and byte not in (9, 10) for byte in reply), "a control character"


# Seeds


def _raw_diagrams() -> list[bytes]:
    folder = ROOT / "cases"
    files = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.toml"))]
    diagrams = [file["diagram"] for file in files if "diagram" in file]
    fenced = (ROOT / "docs" / "diagrams.md").read_text(encoding="utf-8").split("```")[1::2]
    return [text.encode() for text in (*diagrams, *(block.partition("\n")[2] for block in fenced))]


def _games() -> list[bytes]:
    game = (
        "(;FF[4]GM[1]SZ[9]CA[{}]KM[6.5]RE[B+2.5]HA[2]RU[Japanese]GN[死活 表示]PB[黒 ソ能]AB[cc][gg]AW[aa:bb]PL[W]"
        "C[ソ\\]表]LB[aa:1][bb:十]TR[cc]SQ[dd]CR[ee]MA[ff]TB[aa:ab]TW[cc];B[ee];W[];B[tt](;W[ed])(;W[de]C[x]))"
    )
    encodings = ("UTF-8", "Shift_JIS", "GB18030", "EUC-JP")
    files = [game.format(name).encode(name) for name in encodings]
    files += [game.format("UTF-16").encode("UTF-16"), f"( TE[表]RD[2003-01-01]{game[2:]}".format("").encode("Shift_JIS")]
    files += [game.format("").encode("Shift_JIS"), b"(;SZ[5:3]EDGES[top,left]AB[aa][ba]AW[ab])(;SZ[3];B[aa];W[bb])"]
    return files + [write_sgf(load_case(name).diagram).encode() for name in case_ids()[:8]]


def _toml(*folders: str) -> list[bytes]:
    return [path.read_bytes() for folder in folders for path in sorted((ROOT / folder).glob("*.toml"))]


@functools.cache
def _certificates() -> tuple[bytes, ...]:
    """Small proofs of all kinds of evidence, made by three provers."""
    found = []
    for name, unit, rules, prover in (
        ("ex01", None, "proposal2012", "native"), ("ex02", None, "proposal2012", "python"),
        ("ex02", None, "proposal2012", "sat"), ("ex14", None, "proposal2012[walls=independent]", "python"),
        ("ex02", None, "japanese1989", "python"), ("ex02", None, "proposal2012[end=two passes]", "python"),
        ("ex02", None, "proposal2012[owner_threats=1, attacker_threats=unlimited]", "python"),
        ("ex05", "together", "proposal2012", "native"), ("ex02", "together", "japanese1989-points", "python"),
        ("ex02", "together", "proposal2012[dead_means=captured once, cycle=alive]", "sat"),
        ("ex11", "together", "proposal2012[dead_means=captured once, cycle=alive]", "native"),
    ):  # fmt: skip
        position = load_case(name).position
        units = list(position.units())
        if unit == "together":
            units = [sum(one for one in units if one & side) for side in (position.black, position.white)]
        for unit in units:
            with contextlib.suppress(ShikatsuError):
                question = Question(position, unit, load_ruleset(rules), Limits(nodes=3000, seconds=20.0), prover)
                certificate = decide(question).certificate
                if certificate is not None and len(text := dump_certificate(certificate)) < 40_000:
                    found.append(text.encode())
    return tuple(found)


@functools.cache
def _endings() -> tuple[bytes, ...]:
    from verifier.board import BLACK, WHITE, Position
    from verifier.play.setup import Setup
    from verifier.rules import load_play_rules

    found = []
    for rules in ("jungo", "nihonshiki1", "tromp-taylor", "donburi"):
        for setup in (Setup(Position(1, 3, 0b1, 0)), Setup(Position(2, 2, 0b1, 0b1000), komi=0.5, lost=(1, 2))):
            with contextlib.suppress(ShikatsuError):
                solved = solve_ending(setup, load_play_rules(rules), limits=Limits(nodes=20_000, seconds=10.0))
                found += [dump_ending(answer.certificate) for answer in solved.answers if answer.certificate]
    # ..XO. / X.XOO / .XX.O, and with the colours exchanged: four empty points are closed, for either side.
    stones = 0b01101_00101_00100, 0b10000_11000_01000
    down, up = range(15, -15, -1), range(-15, 15)
    for side, masks, leads in ((BLACK, stones, down), (WHITE, stones[::-1], up), (WHITE, stones, up)):
        for lead in leads:
            setup, rules = Setup(Position(3, 5, *masks), side), load_play_rules("nihonshiki2")
            answer = solve_threshold(setup, rules, float(lead), reserves_for=side)
            if answer.certificate:
                found.append(dump_ending(answer.certificate))
                break
    return tuple(text.encode() for text in found if len(text) < 40_000)


def _sessions() -> list[bytes]:
    sessions = []
    for path in sorted((ROOT / "tests" / "gtp" / "transcripts").glob("*.txt")):
        lines = [line[1:].strip() for line in path.read_text(encoding="utf-8").splitlines() if line[:1] == ">"]
        sessions += ["\n".join(lines[start : start + 12]).encode() for start in range(0, len(lines), 12)]
    return sessions


@functools.cache
def _atlas_files() -> tuple[bytes, ...]:
    """An atlas of a board of three points, in small pages so that it is small."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.sqlite"
        for statement in ("pragma page_size = 512", "vacuum"):
            with contextlib.closing(sqlite3.connect(path)) as db:
                db.execute(statement)
        Atlas(path).build("1x3", rules=("proposal2012",))
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("pragma journal_mode = delete")
        return (path.read_bytes(),)


def _formulas() -> list[bytes]:
    return [
        b"c two variables\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n---\n2 0\nd 1 2 0\n0\n",
        b"p cnf 1 2\n1 0\n-1 0\n---\n0\n",
        b"p cnf 3 3\n1 2 3 0 -1\n0 -2 -3 0\n---\n1 -1 0\n2 0\n",
    ]


_SGF_WORDS = ["(;", ")", ";", "[", "]", "]]", "\\]", ":", "B[", "W[", "AB[", "AW[", "AE[", "SZ[", "SZ[25]", "SZ[1:25]", "CA[", "CA[Shift_JIS]", "PL[W]", "KM[", "HA[", "RE[", "EDGES[", "( TE[", "[aa:ss]" * 50, "(;" * 200]
_TOML_WORDS = (
    *AXES, *(value for axis in AXES.values() for value in axis.values), "[axes.ko]", "[play.ko]", "schema = 1", '"""', "'''",
    "[[line]]", "[[unit]]", "diagram = ", "base = ", "9" * 30, "1979-05-27T07:32:00Z", "inf", "nan", "true", "{}", "[]", "\\u0000",
)  # fmt: skip
_JSON_WORDS = (
    "null", "true", "[]", "{}", '""', "-1", "0", "1e400", "NaN", "Infinity", "1" * 400, "1.5", '"pass"', '"A1"', '"alive"', '"dead"',
    '"drawn"', '"together": ["A5", "C5"]', " 0x1 ", "x1f ", '"black"', '"white"', '"win"', "[[]]", '"0:0"', '"\\ud800"', "-0", "99999", '["."]', '["", ""]',
)  # fmt: skip
_GTP_WORDS = (
    "play b ", "play w ", "A1", "T19", "pass", "boardsize ", "25", "0", "-1", "2147483648", "# ", "\t", "\r", "\x00", "\x7f", "undo",
    "clear_board", "fixed_handicap 9", "set_free_handicap A1 B2", "place_free_handicap 3", "final_score", "final_status_list dead",
    "final_status_list seki", "shikatsu-units", "shikatsu-verdict A1", "shikatsu-proof A1", "shikatsu-explain A1", "shikatsu-line B2",
    "shikatsu-ruleset ", "tromp-taylor", "japanese1989", "kata-set-rules chinese", "kata-set-rules {", "gogui-setup b A1 w B1", "komi 1e308",
    "gogui-play_sequence b A1 w ", "shikatsu-limits 0.1 10", "loadsgf nowhere", "gogui-setup_player w", "all_legal b", "showboard",
    "rectangular_boardsize 3 2", "shikatsu-territory", "shikatsu-verdicts", "é囲", "\u2028",
)  # fmt: skip

TARGETS: dict[str, Target] = {
    "diagram": Target(_diagram, _raw_diagrams, (*"┌┬┐├┼┤└┴┘●○◎×─│XO.+-|?#BbWw@0a(黒", "(X)", "edges: ", "top,left", "title: ", "\t", "\u3000", "26")),
    "sgf": Target(_sgf, _games, _SGF_WORDS),
    "game": Target(_game, _games, (*_SGF_WORDS, "TB[", "TW[", "RU[", "RE[W+3.5]", "RE[黒3目半勝]", "AE[")),
    "words": Target(
        _words,
        lambda: [text.encode() for text in ("B+3 3/4", "黑胜3又3/4子", "白半目勝", "흑 3집반승", "W+R", "Japanese 1989", "中国规则", "koSIMPLEscoreAREAtaxNONEsui0whbN", '{"ko":"SIMPLE","scoring":"AREA"}')],
        ("+", "又", "分之", "半", "子", "目", "勝", "负", "/", "¾", "十", "百", ".25", "9" * 9, "tax", "SEKI", "true", "中押し", "投了", "[", "\u0663"),
    ),
    "vertex": Target(_vertex, lambda: [b"C3", b"r2c3", b"pass, A1 Z25", b"T19"], ("r", "c", "I9", "A0", "\u0663", "\u212a1")),
    "ruleset": Target(_ruleset, lambda: _toml("encodings"), _TOML_WORDS),
    "ruleset-name": Target(
        _ruleset_name, lambda: [b"proposal2012[walls=independent, ko=none]", b"tromp-taylor", b"korean[]"], (*_TOML_WORDS, "[", "]", "=", ",", "/dev/null")
    ),
    "case": Target(_case, lambda: _toml("cases", "cases/play"), _TOML_WORDS),
    "certificate": Target(_certificate, _certificates, _JSON_WORDS),
    "ending": Target(_ending, _endings, _JSON_WORDS),
    "atlas": Target(_atlas, _atlas_files, ("captured basic 1", "7:0:0:0", "scan", "9" * 30, "tables", "null", "[]", "\x00")),
    "rup": Target(_rup, _formulas, ("p cnf ", "c ", "d ", " 0\n", "-", "---\n", "9" * 20, "1_0", "\u0663")),
    "gtp": Target(_gtp, _sessions, _GTP_WORDS),
}  # fmt: skip

if importlib.util.find_spec("starlette"):  # the optional extra "serve"
    from fuzz_http import WORDS, ask, requests

    TARGETS["http"] = Target(ask, requests, WORDS)


def kept(target: str) -> list[Path]:
    """The inputs that once made the program fail."""
    folder = ROOT / "tests" / "fuzz" / "inputs" / target
    return sorted(folder.iterdir()) if folder.is_dir() else []


@contextlib.contextmanager
def empty_folder():
    """Be where there are no files to be found by chance."""
    with tempfile.TemporaryDirectory() as name, contextlib.chdir(name):
        yield
