"""Random and damaged requests, for a minute: the server answers each, and goes on answering."""

import json
import random
import time

import pytest

SECONDS = 60

BODIES = [
    {"source": {"case": "ex01"}, "rules": ["proposal2012"], "seconds": 1},
    {"source": {"text": "X.O\n.X."}, "rules": ["proposal2012", "japanese1989"]},
    {"text": "┌┬○\n├●○"},
    {"text": "(;SZ[3]AB[aa]AW[ca];B[bb])", "move": 1, "game": 1},
    {"data": "KDtTWlszXUFCW2FhXSk="},
    {"moves": [-1, 0, 3], "against": "white"},
    {"source": {"text": "(;SZ[3]RU[AGA]RE[B+1];B[bb];W[];B[])"}, "seconds": 1, "hints": [4]},
    {"source": {"text": "X.O\n.X."}, "rules": ["aga"], "unit": 0, "first": "white", "seconds": 1},
    {"text": "schema = 1\nid = \"a\"\ntitle = \"b\"\nsource = \"c\"\nbase = \"aga\"\n"},
]
HEADS = [
    "GET / HTTP/1.1",
    "GET /api/listing HTTP/1.1",
    "GET /api/jobs/abc?after=0&wait=0 HTTP/1.1",
    "DELETE /api/jobs/abc HTTP/1.1",
    "POST /api/read HTTP/1.1",
    "POST /api/judge HTTP/1.1",
    "POST /api/jobs/abc/0/0 HTTP/1.1",
    "POST /api/game HTTP/1.1",
    "POST /api/audit HTTP/1.1",
    "POST /api/problem HTTP/1.1",
    "POST /api/ruleset HTTP/1.1",
    "POST /api/changes HTTP/1.1",
    "GET /api/rulesets/aga.toml HTTP/1.1",
]


def damaged(chance: random.Random, data: bytes) -> bytes:
    """The same bytes with some of them changed, doubled, cut out or moved."""
    changed = bytearray(data)
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(changed) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            changed[at : at + 1] = bytes([chance.randrange(256)])
        elif kind == 1:
            changed[at:at] = changed[at : at + chance.randrange(40)] * chance.randrange(1, 30)
        elif kind == 2:
            del changed[at : at + chance.randrange(20)]
        else:
            changed[at:at] = chance.choice(
                [b"\r\n", b"\x00", b"\xff\xfe", b"{", b"[" * 500, b"9" * 400, b'"', b"\\ud800"]
            )
    return bytes(changed)


@pytest.mark.slow
def test_damaged_requests_do_not_stop_the_server(server):
    chance, ends, statuses = random.Random(1), time.monotonic() + SECONDS, {}
    while time.monotonic() < ends:
        head = chance.choice(HEADS)
        body = damaged(chance, json.dumps(chance.choice(BODIES)).encode()) if head.startswith("POST") else b""
        fields = (
            f"\r\nHost: localhost:{server.port}\r\nContent-Type: application/json\r\nConnection: close\r\n"
        )
        request = f"{head}{fields}Content-Length: {len(body)}\r\n\r\n".encode()
        patience = None
        if chance.random() < 0.5:
            request, patience = damaged(chance, request), 0.5  # it may have become one that waits for more
        answer = server.raw(request + body, seconds=patience)
        status = answer[9:12].decode("latin-1")
        statuses[status] = statuses.get(status, 0) + 1
        assert status != "500", (request + body, answer)
        if status == "202":
            server.ask(
                "DELETE", f"/api/jobs/{json.loads(answer.partition(bytes([13, 10, 13, 10]))[2])['job']}"
            )
    assert server.ask("GET", "/")[0] == 200
    assert server.process.poll() is None
    assert len(statuses) > 3, statuses
    assert server.ask("POST", "/api/read", {"text": "X.O"})[0] == 200
