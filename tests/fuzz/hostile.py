"""Files of at most 10 kB that ask for a lot: for huge masks and numbers, for long lists of moves, for endless walks.

Each belongs to a target of the fuzzer, and has to be read, and refused or accepted, with little work.
"""

import hashlib
import json
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from verifier.board import BLACK, Position
from verifier.play.setup import Setup
from verifier.proof import Certificate, Claim, Strategy, Verdict, dump_certificate
from verifier.proof.endings.checker import EndingCertificate, EndingClaim
from verifier.proof.endings.reserve import Reserves
from verifier.proof.endings.store import dump_ending
from verifier.rules import load_play_rules, load_ruleset

__all__ = ["LARGEST", "hostile"]

LARGEST = 10_000
_HUGE = ("9" * 9, "9" * 10, "9" * 30, "9" * 4000, "9" * 9000, "-" + "9" * 10, "1e9", "0x5", "0_5")


def hostile(target: str) -> list[tuple[str, bytes]]:
    """Return the files for a target, each with what it is."""
    made = {"certificate": _certificates, "ending": _endings, "rup": _formulas, "atlas": _atlases}
    found = [(name, data) for name, data in made.get(target, lambda: iter(()))()]
    assert all(len(data) <= LARGEST for _, data in found), [name for name, data in found if len(data) > LARGEST]
    return found


def _json(document: Any) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode("ascii")


def _claim(rows: int, cols: int, *, walls: str = "assumed", verdict: Verdict = Verdict.DEAD, **values: str) -> Any:
    """A certificate without evidence: Black's stone at the top left of an empty board."""
    ruleset = load_ruleset("proposal2012").with_values(walls=walls, **values)
    claim = Claim(Position(rows, cols, 1, 0), 1, ruleset, verdict)
    return json.loads(dump_certificate(Certificate(claim, (Strategy(BLACK, False, {}),))))


def _with(document: Any, **evidence: Any) -> bytes:
    return _json({**document, "evidence": [evidence]})


def _certificates() -> Iterator[tuple[str, bytes]]:
    small, large = _claim(1, 3), _claim(25, 25)
    for number in _HUGE:
        shown = number if len(number) < 40 else f"{len(number)} digits"
        for place, line in {
            "black": f"{number} 0 -1 0 . 0 0", "ban": f"1 0 {number} 0 . 0 0", "mover": f"1 0 -1 {number} . 0 0",
            "move": f"1 0 -1 0 {number} 0 0", "credit": f"1 0 -1 0 . {number} 0", "rank": f"1 0 -1 0 . 0 {number}",
            "memory": f"1 0 {number}:0:0:0:0:w 0 . 0 0",
        }.items():  # fmt: skip
            yield f"strategy, {place} {shown}", _with(small, family="strategy", side="white", draw_wins=False, nodes=[line])
        for place, line in {
            "zone": f"{number} 1 0 -1 0 . 0 0 .", "eyes": f"1+{number} 1 0 -1 0 . 0 0 .", "white": f"1 1 {number} -1 0 . 0 0 .",
            "ban": f"1 1 0 {number} 0 . 0 0 .", "bans": f"1 1 0 -1:{number}:0 0 . 0 0 .", "move": f"1 1 0 -1 0 {number} 0 0 .",
            "credit": f"1 1 0 -1 0 . {number} 0 .", "after": f"1 1 0 -1 0 . 0 0 {number}", "reply": f"1 1 0 -1 0 . 0 0 . {number}:0",
        }.items():  # fmt: skip
            yield f"patterns, {place} {shown}", _with(small, family="patterns", side="white", draw_wins=False, nodes=[line])
        variables = [f"0 0 {number} 1", f"1 0 {number} 0", f"1 0 -1 0 {number}"]
        for variable in variables:
            parts = {"variables": [variable], "clauses": [[-1]], "proof": [[]]}
            yield f"refutation, {variable[:40]}", _with(small, family="refutation", draw_wins=True, **parts)
        if number.isdigit() and len(number) < 4000:
            for clauses in ([[int(number)]], [[1], [-int(number)]]):
                parts = {"variables": ["1 0 -1 0"], "clauses": clauses, "proof": [[]]}
                yield f"refutation, literal {shown}", _with(small, family="refutation", draw_wins=True, **parts)
    deep: Any = []
    for _ in range(800):
        deep = [deep]
    yield "deep lists", _json({**small, "about": {"deep": deep}})
    yield "a document of brackets", b"[" * LARGEST
    yield "a number of 9,000 digits", _json(small)[:-1] + b',"more":' + b"9" * 4000 + b"}"
    # Long lists of moves on the largest board.
    states = [f"1 {1 << point:x} -1 0 . 9 9" for point in range(200, 240)]
    for verdict, side in (("dead", "white"), ("alive", "black")):
        document = _resigned({**large, "claim": {**large["claim"], "verdict": verdict}})
        yield f"strategy, many moves, {verdict}", _with(document, family="strategy", side=side, draw_wins=False, nodes=["1 0 -1 0 . 9 9", *states])
    parts = {"variables": ["1 0 -1 0", "1 0 -1 1"], "clauses": [[1], *[[-2]] * 1500], "proof": [[]]}
    yield "refutation, many lost states", _with(large, family="refutation", draw_wins=True, **parts)
    states = [f"{1 | 1 << point:x} 0 -1 1" for point in range(1, 120)]
    parts = {"variables": states, "clauses": [[-number - 1] for number in range(len(states))], "proof": [[]]}
    yield "refutation, many states", _with(large, family="refutation", draw_wins=True, **parts)
    # The unit lives at once, and each state has some six hundred moves that lead to another living unit.
    living = _claim(25, 25, verdict=Verdict.ALIVE, first_move="attacker")
    living["claim"]["rows"][:3] = [".X.X" + "." * 21, "XXXX" + "." * 21, "." * 25]
    living["claim"]["unit"] = "B25"
    black = 0b1010 | 0b1111 << 25
    states = [f"{black:x} {1 << point:x} -1 1 . 0 0" for point in range(60, 70)]
    for number in (10, 1):
        evidence = {"family": "strategy", "side": "black", "draw_wins": False, "nodes": states[:number]}
        yield f"strategy, {number} states that are won at once", _with(_resigned(living), **evidence)
    full = f"{(1 << 625) - 1:x}"
    lines = [f"{full} 1 0 -1 1 600 0 0 1", *[f"{full} 1 {1 << 600:x} -1 0 . 0 0 0"] * 12]
    yield "patterns, many moves", _with(large, family="patterns", side="white", draw_wins=False, nodes=lines)
    yield from _kept()


def _resigned(document: Any) -> Any:
    text = json.dumps(document["claim"], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return {**document, "claim_digest": hashlib.sha256(text.encode("ascii")).hexdigest()}


def _kept() -> Iterator[tuple[str, bytes]]:
    """Many proofs of walls on the largest board."""
    document = _claim(25, 25, walls="independent")
    claim = document["claim"]
    claim["rows"] = [("X." * 13)[:25] if row % 2 == 0 else "." * 25 for row in range(25)]
    node = "0 0 0 -1 1 . 0 0 ."
    names = [f"{'ABCDEFGHJKLMNOPQRSTUVWXYZ'[col]}{row}" for row in range(25, 0, -2) for col in range(0, 25, 2)]
    entry = {"family": "patterns", "side": "black", "draw_wins": False, "nodes": [node]}
    document["keeps"] = [{"stones": [name], "evidence": entry} for name in names[:70]]
    yield "many walls", _json({**_resigned(document), "evidence": []})


def _endings() -> Iterator[tuple[str, bytes]]:
    rules = load_play_rules("nihonshiki1")
    small = Setup(Position(1, 3, 1, 0))
    text = json.loads(dump_ending(EndingCertificate(EndingClaim(rules, small, (), 0.0, BLACK), (((1, -1),),))))
    for number in _HUGE:
        shown = number if len(number) < 40 else f"{len(number)} digits"
        yield f"move {shown}", _json({**text, "nodes": [f"{number}:0"]})
        yield f"child {shown}", _json({**text, "nodes": [f"1:{number}"]})
        if number.isdigit() and len(number) < 4000:
            for key in ("komi", "at_least"):
                yield f"{key} {shown}", _json(_resigned({**text, "claim": {**text["claim"], key: int(number)}}))
            yield f"lost {shown}", _json(_resigned({**text, "claim": {**text["claim"], "lost": [int(number), 0]}}))
            reserves = {"own": ["B1"], "own_eyes": [], "plays": int(number), "other": [], "other_eyes": []}
            yield f"plays {shown}", _json({**text, "reserves": reserves})
    # Walks that double with each ply: nodes that lead to each other under superko, on boards without end.
    for name in ("tromp-taylor", "jungo", "nihonshiki1", "donburi"):
        rules = load_play_rules(name)
        for side in (2, 3, 5):
            setup = Setup(Position(side, side, 0, 0))
            moves = tuple((point, 1) for point in range(side * side))
            for claimed, lead in ((BLACK, -40.0), (BLACK.opponent, 40.0)):
                claim = EndingClaim(rules, setup, (), lead, claimed)
                mover = 0 if claimed is BLACK else 1
                nodes = [(*moves, (-1, 1)), (*moves, (-1, 0))]
                nodes[mover] = ((-1, 1 - mover),)
                yield f"{name}, {side}x{side}, {claimed} passes", dump_ending(EndingCertificate(claim, tuple(nodes))).encode()
                every = tuple(
                    ((n, n + 1),) if n % 2 == mover else (*((p, (p + n) % 9 + 1) for p in range(side * side)), (-1, n % 9 + 1))
                    for n in range(10)
                )
                yield f"{name}, {side}x{side}, {claimed} plays", dump_ending(EndingCertificate(claim, every)).encode()
    for points in (8, 10):
        # A strip of empty points that Black's stones surround.
        inner = sum(1 << 9 * row + col for row in (1, 2) for col in range(1, 1 + points // 2))
        around = Position(4, 9, inner, 0).grid.dilate(inner) & ~inner
        setup = Setup(Position(4, 9, around, 0))
        for plays in (-1, 0, 1, 2, 3):
            claim = EndingClaim(load_play_rules("nihonshiki1"), setup, (), -36.0, BLACK)
            reserves = Reserves(own=inner, own_eyes=1 << 10 | 1 << 12, plays=plays)
            yield f"a reserve of {points}, {plays} plays", dump_ending(EndingCertificate(claim, ((),), reserves)).encode()


def _formulas() -> Iterator[tuple[str, bytes]]:
    for number in _HUGE:
        if len(number) < 4000:
            yield f"header {number}", f"p cnf {number} 1\n1 0\n---\n0\n".encode()
            yield f"clauses {number}", f"p cnf 1 {number}\n1 0\n---\n0\n".encode()
            yield f"literal {number}", f"p cnf 1000000 1\n{number} 0\n---\n{number} 0\n".encode()
    yield "a million variables", b"p cnf 1000000 2\n1000000 0\n-1000000 0\n---\n0\n"
    chain = "".join(f"-{n} {n + 1} 0\n" for n in range(1, 400))
    yield "a chain that every line goes along", f"p cnf 400 399\n{chain}---\n{'-1 400 0' * 100}\n".encode()


def _atlases() -> Iterator[tuple[str, bytes]]:
    from verifier.jobs.atlas.rows import digest_of
    from verifier.jobs.atlas.store import FORMAT, Store

    large = 10**18
    bomb = zlib.compress(bytes(900_000), 9)
    wrong: dict[str, list[tuple[str, tuple[Any, ...]]]] = {
        "a board of 4x4": [("tables", (4, 4, "captured basic 1", "ffff:0:0:0", 1, 1, 1, 1, 1, 1, 1.0, bomb, bomb))],
        "a huge board": [("tables", (large, large, "captured basic 1", "7:0:0:0", 1, 1, 1, 1, 1, 1, 1.0, b"", b""))],
        "a huge locale": [("tables", (1, 3, "captured basic 1", "f" * 1000, 1, 1, 1, 1, 1, 1, 1.0, b"", b""))],
        "a huge target": [("tables", (1, 3, "captured basic 1", "7:0:0:0", large, 1, 1, 1, 1, 1, 1.0, b"", b""))],
        "bombs": [("tables", (1, 3, "captured basic 1", "7:0:0:0", 1, 1, 1, 1, 1, 1, 1.0, bomb, bomb))],
        "a huge range": [("chunks", (1, 3, 0, large, "{}"))],
        "ranges of a huge board": [("chunks", (large, large, 0, 1, "{}"))],
        "a plan of a huge board": [("plans", (large, large, "scan", "{}"))],
        "a code": [("chunks", (1, 3, 0, 27, "{}")), ("positions", (1, 3, large, 1, b"", b""))],
        "a bomb of a proof": [("chunks", (1, 3, 0, 27, "{}")), ("proofs", (1, 3, 1, 0, 0, bomb))],
    }  # fmt: skip
    ruleset = load_ruleset("proposal2012")
    about = {"format": str(FORMAT), "names": ruleset.id, "rulesets": f"{ruleset.id}\t{ruleset.digest}"}
    for name, rows in wrong.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.sqlite"
            db = sqlite3.connect(path)
            db.execute("pragma page_size = 512")
            db.execute("vacuum")
            db.close()
            Store(path, create=True).close()
            db = sqlite3.connect(path)
            db.execute("pragma journal_mode = delete")
            with db:
                for item in about.items():
                    db.execute("insert or replace into about values (?, ?)", item)
                for table, row in rows:
                    db.execute(f"insert into {table} values ({', '.join('?' * len(row))})", row)
                for table in {"about", *(table for table, _ in rows)}:
                    digest = digest_of("0", table, db.execute(f"select * from {table}"))
                    db.execute("insert or replace into digests values (?, ?)", (table, digest))
            db.close()
            yield name, path.read_bytes()
