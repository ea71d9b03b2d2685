"""A program that speaks the protocol of KataGo's analysis engine, and knows no Go.

    python fake_katago.py [KIND] [POINT ...]

Each POINT (``C3``) is the other side's than the stone there; every other stone is its own side's. It refuses
what KataGo refuses: fields that are missing or of the wrong kind, stones on each other, boards of more than
19 lines. KIND is one of

* ``right``: nothing is wrong with it, though it says something of its own when it starts. Before each answer
  it warns, and sends a partial one and one of another query;
* ``white``: configured to report for White; as KataGo, it lets ``overrideSettings`` of a query say otherwise;
* ``refuses``: it answers that something is wrong with the board;
* ``nonsense``, ``short``, ``text``, ``huge``: no JSON; too few points; words instead of numbers; one that is
  no share;
* ``dies``, ``hangs``: when it is asked about a board; ``stillborn`` and ``mute`` do so at once;
* ``log``: as ``right``, and it appends what it is asked to the file of the environment FAKE_KATAGO_LOG.
"""

import json
import os
import sys
import time

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def main():
    kind, *others = sys.argv[1:] or ["right"]
    print("reading the network", file=sys.stderr, flush=True)
    print("Error: no suitable binary on the path", flush=True)  # as a wrapper of a real one does
    if kind == "stillborn":
        print("could not open the model file", file=sys.stderr, flush=True)
        return 3
    if kind == "mute":
        time.sleep(600)
    for line in sys.stdin:
        query = json.loads(line)
        if kind == "log":
            with open(os.environ["FAKE_KATAGO_LOG"], "a", encoding="utf-8") as file:  # noqa: PTH123
                file.write(line)
        if query.get("action") == "query_version":
            say({**query, "version": "1.15.3", "git_hash": "<omitted>"})
            continue
        if kind == "dies":
            print("out of memory", file=sys.stderr, flush=True)
            return 9
        if kind == "hangs":
            time.sleep(600)
        answer(query, kind, others)
    return 0


def answer(query, kind, others):
    name = query["id"]
    if fault := fault_of(query):
        say({"error": fault[1], "field": fault[0], "id": name})
        return
    if kind == "refuses":
        say({"error": "Board size is not supported by this model", "field": "boardXSize", "id": name})
        return
    if kind == "nonsense":
        print("terminate called after throwing an instance of 'StringError'", flush=True)
        return
    perspective = query.get("overrideSettings", {}).get("reportAnalysisWinratesAs")
    sign = -1 if kind == "white" and perspective != "BLACK" else 1
    cols, rows = query["boardXSize"], query["boardYSize"]
    owned = [0.0] * (cols * rows)
    for side, point in query["initialStones"]:
        col, row = place(point, rows)
        mine = (point not in others) == (side == "B")
        owned[row * cols + col] = sign * (0.96 if mine else -0.96)
    if kind == "short":
        owned.pop()
    if kind == "text":
        owned[0] = "black"
    if kind == "huge":
        owned[0] = 10**400
    if kind in ("right", "log"):
        say({"warning": "Unused field", "field": "includePVVisits", "id": name})
        say({"id": name, "isDuringSearch": True, "turnNumber": 0, "ownership": [1.0] * (cols * rows)})
        say({"id": "another", "isDuringSearch": False, "turnNumber": 0, "ownership": [-1.0] * (cols * rows)})
    root = {"winrate": 0.5, "scoreLead": 0.0, "visits": 100}
    say({"id": name, "isDuringSearch": False, "turnNumber": 0, "moveInfos": [], "rootInfo": root, "ownership": owned})


def fault_of(query):
    """The field that is wrong, and what is wrong with it; None if nothing is."""
    for field in ("moves", "rules", "boardXSize", "boardYSize"):
        if field not in query:
            return field, "is required"
    if query["moves"] or query["rules"] not in ("japanese", "chinese"):
        return "rules", "this program knows no others"
    cols, rows = query["boardXSize"], query["boardYSize"]
    if not all(isinstance(size, int) and 2 <= size <= 19 for size in (cols, rows)):
        return "boardXSize", "Must be an integer from 2 to 19"
    if (2 * query.get("komi", 7.5)) % 1 or abs(query.get("komi", 7.5)) > 150:
        return "komi", "Must be an integer or half-integer from -150 to 150"
    if query.get("initialPlayer") not in ("B", "W"):
        return "initialPlayer", "Must be B or W"
    if query.get("includeOwnership") is not True:
        return "includeOwnership", "this program knows nothing else"
    points = [place(point, rows) for _, point in query["initialStones"]]
    inside = all(0 <= col < cols and 0 <= row < rows for col, row in points)
    if not inside or len(set(points)) < len(points):
        return "initialStones", "Could not parse"
    return None


def place(point, rows):
    return LETTERS.index(point[0]), rows - int(point[1:])


def say(document):
    print(json.dumps(document), flush=True)


if __name__ == "__main__":
    sys.exit(main())
