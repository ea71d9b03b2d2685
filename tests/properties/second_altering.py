"""Ways to alter the text of a certificate of any kind: also what walls by proof, memories and supports are written in."""

import json
import random
from typing import Any

from mutating import MUTATIONS, digest

from verifier.errors import InputError
from verifier.proof.certificate import Certificate
from verifier.proof.store import dump_certificate
from verifier.rules import AXES

__all__ = ["altered_text"]

Json = dict[str, Any]
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def altered_text(rng: random.Random, certificate: Certificate) -> str | None:
    """The certificate with one thing or a few altered; None if that cannot be written down."""
    if rng.random() < 0.4:
        try:
            altered = rng.choice(list(MUTATIONS.values()))(rng, certificate)
            return dump_certificate(altered) if isinstance(altered, Certificate) else altered
        except (InputError, ValueError, KeyError, IndexError, AssertionError, TypeError):
            return None
    data = json.loads(dump_certificate(certificate))
    try:
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            alter(rng, data)
    except (KeyError, IndexError, ValueError, TypeError, AttributeError):  # of what was altered before, too little is left for this
        pass
    return json.dumps(data)


def proofs(data: Json) -> list[Json]:
    """All that has nodes or clauses in it: evidence, proofs of walls, supports."""
    found = [item for item in data["evidence"] if isinstance(item, dict)]
    found += [place for item in found for place in item.get("places", ())]
    found += [entry["evidence"] for entry in data.get("keeps", ())]
    for other in data.get("supports", ()):
        found += proofs(other)
    return found


def alter(rng: random.Random, data: Json) -> None:
    items = [item for item in proofs(data) if any(item.get(key) for key in ("nodes", "clauses", "places"))]
    if items and rng.random() < 0.75:
        item = rng.choice(items)
        if "ends" in item:
            alter_stages(rng, data, item)
        elif "places" in item:
            alter_places(rng, data, item)
        elif "nodes" in item:
            alter_nodes(rng, data, item)
        else:
            alter_formula(rng, item)
        return
    kinds = [claim_stone, claim_verdict, claim_value, claim_value, claim_unit, claim_side]
    if data["claim"].get("walls"):
        kinds += [wall_less, wall_less, keeps_exchanged, keep_less, stones_of_keeps] * 2
    if "supports" in data or "standing" in data:
        kinds += [lists_shorter, standing_more] * 3
    rng.choice(kinds)(rng, data)
    claim = data["claim"]
    claim["ruleset"]["digest"] = digest(claim["ruleset"]["values"])
    data["claim_digest"] = digest(claim)


# Nodes


def alter_nodes(rng: random.Random, data: Json, item: Json) -> None:
    nodes: list[str] = item["nodes"]
    points = len(data["claim"]["rows"]) * len(data["claim"]["rows"][0])
    place = rng.randrange(len(nodes))
    patterns = item.get("family", "patterns") in ("patterns", "stages")
    kind = rng.random()
    if kind < 0.04:
        del nodes[place]
    elif kind < 0.07:
        other = rng.randrange(len(nodes))
        nodes[place], nodes[other] = nodes[other], nodes[place]
    elif kind < 0.09:
        measures = rng.choice(((6, "0"), (5, "0"), (7, "0")))
        for number, node in enumerate(nodes):
            nodes[number] = with_field(node, *measures)
    elif kind < 0.11:
        item["side"] = rng.choice(("black", "white"))
    elif kind < 0.13:
        item["draw_wins"] = not item["draw_wins"]
    elif kind < 0.15:
        if item.pop("holds", None) is None:
            item["holds"] = rng.choice((True, True, False))
    elif kind < 0.2:
        fields = nodes[place].split(" ")
        at = rng.randrange(len(fields))
        nodes[place] = with_field(nodes[place], at, field_at(rng.choice(nodes), at, fields[at]))
    elif kind < 0.25 and patterns:
        nodes[place] += f" {rng.randrange(points)}:{rng.randrange(len(nodes) + 1)}"
    elif kind < 0.3 and patterns and nodes[place].count(" ") > 8:
        fields = nodes[place].split(" ")
        del fields[rng.randrange(9, len(fields))]
        nodes[place] = " ".join(fields)
    elif kind < 0.36 and patterns:
        forget_a_point(rng, nodes, points, everywhere=rng.random() < 0.6, place=place)
    elif kind < 0.4:
        nodes.append(other_node(rng, nodes[place], points, len(nodes)))
    else:
        nodes[place] = other_node(rng, nodes[place], points, len(nodes))


def field_at(node: str, at: int, otherwise: str) -> str:
    fields = node.split(" ")
    return fields[at] if at < len(fields) else otherwise


def with_field(node: str, at: int, value: str) -> str:
    fields = node.split(" ")
    if at < len(fields):
        fields[at] = value
    return " ".join(fields)


def other_mask(rng: random.Random, text: str, points: int) -> str:
    return f"{int(text, 16) ^ 1 << rng.randrange(points):x}"


def other_number(rng: random.Random, text: str) -> str:
    return str(max(-1, int(text) + rng.choice((-2, -1, -1, 1, 1, 2))))


def other_mover(rng: random.Random, text: str, points: int) -> str:
    kind = rng.random()
    if kind < 0.3:
        return str(1 - int(text[0])) + text[1:]
    if kind < 0.6:
        rest = text[1:].split("t")[-1][2:] if "t" in text else text[1:]
        return f"{text[0]}t{rng.randrange(3)}{rng.randrange(3)}{rest}"
    if kind < 0.7:
        return text.replace("p", "") if "p" in text else text[0] + "p" + text[1:]
    return f"{text.split('x')[0]}x{rng.getrandbits(points):x}"


def other_memory(rng: random.Random, text: str, points: int) -> str:
    parts = text.split(":")
    at = rng.randrange(len(parts))
    if parts[at] in "cw":
        parts[at] = "w" if parts[at] == "c" and rng.random() < 0.9 else "c"
    elif at == 0 and len(parts) == 3:
        parts[at] = str(rng.randrange(-1, points))
    else:
        parts[at] = other_mask(rng, parts[at], points)
    return ":".join(parts)


def other_cover(rng: random.Random, text: str, points: int, count: int) -> str:
    answer, mark, target = text.rpartition(">")
    kind = rng.random()
    if kind < 0.4:
        target = rng.choice((".", str(rng.randrange(count + 1)), str(rng.randrange(count + 1))))
    elif kind < 0.8 or not mark:
        answer, mark = str(rng.randrange(-1, points)), ">"
    else:
        answer, mark = "", ""
    return answer + mark + target


def other_node(rng: random.Random, node: str, points: int, count: int) -> str:
    """Alter one field of a state or of a pattern."""
    fields = node.split(" ")
    pattern = len(fields) > 7
    shift = int(pattern)
    at = rng.randrange(len(fields))
    text = fields[at]
    if pattern and at == 0:
        zone, plus, eyes = text.partition("+")
        if plus and rng.random() < 0.5:
            eyes = other_mask(rng, eyes, points)
        elif not plus and rng.random() < 0.3:
            plus, eyes = "+", other_mask(rng, "0", points)
        else:
            zone = other_mask(rng, zone, points)
        fields[at] = zone + plus * (eyes != "0") + eyes * (eyes != "0")
    elif at - shift in (0, 1):
        fields[at] = other_mask(rng, text, points)
    elif at - shift == 2:
        if ":" in text:
            fields[at] = other_memory(rng, text, points)
        elif pattern and rng.random() < 0.3:
            fields[at] = f"{text}:{other_mask(rng, '0', points)}:0"
        else:
            fields[at] = str(rng.randrange(-1, points))
    elif at - shift == 3:
        fields[at] = other_mover(rng, text, points)
    elif at - shift == 4:
        fields[at] = rng.choice([".", *map(str, range(-1, points)), str(-2 - rng.randrange(points))])
    elif at - shift in (5, 6):
        fields[at] = other_number(rng, text)
    else:
        name, colon, cover = text.rpartition(":")
        if colon and rng.random() < 0.2:
            name = str(rng.choice((-2, *range(points))))
        else:
            cover = other_cover(rng, cover, points, count)
        fields[at] = name + colon + cover
    return " ".join(fields)


def forget_a_point(rng: random.Random, nodes: list[str], points: int, *, everywhere: bool, place: int) -> None:
    """Take a point out of a zone, or of all zones, or make an eye of it."""
    point = rng.randrange(points)
    eye = rng.random() < 0.3
    for number, node in enumerate(nodes):
        if not everywhere and number != place:
            continue
        fields = node.split(" ")
        zone, _, eyes = fields[0].partition("+")
        masks = [int(mask, 16) & ~(1 << point) for mask in (zone, fields[1], fields[2])]
        open_points = int(eyes or "0", 16) | eye << point
        fields[0] = f"{masks[0]:x}" + (f"+{open_points:x}" if open_points else "")
        fields[1:3] = [f"{mask:x}" for mask in masks[1:]]
        nodes[number] = " ".join(field for field in fields if not (everywhere and field.startswith(f"{point}:")))


# Places

SAID = ("bans", "turns", "finite")


def move_a_chain(rng: random.Random, place: Json, kept: str, other: str) -> None:
    """Say of a chain that lives in the place that it is only kept there, or of one that is kept that it lives."""
    if place.get(kept):
        place.setdefault(other, []).append(place[kept].pop(rng.randrange(len(place[kept]))))


def alter_places(rng: random.Random, data: Json, item: Json) -> None:
    """Alter what the places are and which chains they keep; the zones follow, or do not."""
    places: list[Json] = item["places"]
    count = len(data["claim"]["rows"]) * len(data["claim"]["rows"][0])
    number = rng.randrange(len(places))
    place, other = places[number], rng.choice(places)
    kind = rng.random()
    if kind < 0.15:
        point = 1 << rng.randrange(count)
        for changed in (place, other) if rng.random() < 0.7 else (place,):
            changed["points"] = f"{int(changed['points'], 16) ^ point:x}"
            if rng.random() < 0.7:
                point_of_zones(changed["nodes"], point)
    elif kind < 0.27:
        other_keeps(rng, data, place)
    elif kind < 0.3:
        place[rng.choice(SAID)] = rng.choice((True, True, False))
    elif kind < 0.36:
        move_a_chain(rng, place, *rng.sample(("keeps", "lives"), 2))
    elif kind < 0.4:
        del places[number]
    elif kind < 0.5:
        places.insert(rng.randrange(len(places) + 1), json.loads(json.dumps(place)))
    elif kind < 0.55:
        places.append({"points": f"{1 << rng.randrange(count):x}", "keeps": [], "nodes": ["0 0 0 -1 0 . 0 0 0"]})
    elif kind < 0.6:
        places.append({"points": "0", "keeps": list(place["keeps"]), "nodes": list(place["nodes"])})
    elif kind < 0.65:
        rng.shuffle(places)
    elif kind < 0.7:
        key = rng.choice(("points", "keeps", "nodes", "lives"))
        place[key], other[key] = other.get(key, []), place.get(key, [])
    elif kind < 0.75:
        place.pop(rng.choice(("points", "keeps", "nodes")))
    elif kind < 0.8:
        place[rng.choice(("points", "keeps", "nodes", "lives", *SAID))] = rng.choice(("", "0", "g", [], [""], ["A0"], None, 1, {}))
    elif kind < 0.83:
        item["side"] = rng.choice(("black", "white"))
    elif kind < 0.86:
        item["draw_wins"] = not item["draw_wins"]
    elif kind < 0.88:
        place["holds"] = item["holds"] = True
    else:  # who moves first, in the game or in a place
        if rng.random() < 0.5:
            values = data["claim"]["ruleset"]["values"]
            values["first_move"] = "owner" if values["first_move"] == "attacker" else "attacker"
            data["claim"]["ruleset"]["id"] = "altered"
            data["claim"]["ruleset"]["digest"] = digest(values)
            data["claim_digest"] = digest(data["claim"])
        else:
            place["nodes"][0] = with_field(place["nodes"][0], 4, rng.choice("01"))


def alter_stages(rng: random.Random, data: Json, item: Json) -> None:
    """Alter the first stage, what ends name, or what places say of themselves."""
    nodes, ends, places = item["nodes"], item["ends"], item["places"]
    count = len(data["claim"]["rows"]) * len(data["claim"]["rows"][0])
    kind = rng.random()
    if kind < 0.3 or not places or not ends:
        alter_nodes(rng, data, item)
    elif kind < 0.4:
        place = rng.choice(places)
        key = rng.choice(("points", "keeps", "lives", "leans"))
        place[key] = other_mask(rng, place[key], count)
    elif kind < 0.5:
        place = rng.choice(places)
        said = rng.choice(SAID)
        place[said] = not place.get(said, False)
    elif kind < 0.6:  # what an end leads to stands for another one
        number = rng.randrange(len(nodes))
        fields = nodes[number].split(" ")
        at = rng.randrange(7, len(fields))
        head, colon, _ = fields[at].rpartition(":")
        nodes[number] = with_field(nodes[number], at, f"{head}{colon}{len(nodes) + rng.randrange(len(ends))}")
    elif kind < 0.65:
        place, other = rng.choice(places), rng.choice(places)
        place["nodes"], other["nodes"] = other["nodes"], place["nodes"]
    elif kind < 0.7:
        another_first(rng, item)
    elif kind < 0.75:  # a place that no end names
        places.append(json.loads(json.dumps(rng.choice(places))))
        alter_spare_place(rng, places[-1], count)
    elif kind < 0.8:  # an end to which nothing leads
        ends.append(rng.choice(ends))
        alter_end(rng, ends, len(ends) - 1, places)
    else:
        alter_end(rng, ends, rng.randrange(len(ends)), places)


def alter_end(rng: random.Random, ends: list[str], number: int, places: list[Json]) -> None:
    """Let an end name fewer places or more, other places, or other patterns of its places."""
    named = ends[number].split(" ")
    at = rng.randrange(len(named))
    place, _, node = named[at].partition(":")
    sizes = [len(other["nodes"]) for other in places]
    kind = rng.random()
    if kind < 0.2 and len(named) > 1:
        del named[at]
    elif kind < 0.4:
        place = str(rng.randrange(len(places)))
        named.append(f"{place}:{rng.randrange(sizes[int(place)])}")
    elif kind < 0.7:
        named[at] = f"{place}:{rng.randrange(sizes[int(place)])}"
    else:
        named[at] = f"{rng.randrange(len(places))}:{node}"
    ends[number] = " ".join(named)


def alter_spare_place(rng: random.Random, place: Json, count: int) -> None:
    """Alter a place that nothing names: what is asked of each place counts for it too."""
    kind = rng.random()
    if kind < 0.3:
        key = rng.choice(("keeps", "lives", "leans"))
        place[key] = other_mask(rng, place[key], count)
    elif kind < 0.5:
        said = rng.choice(SAID)
        place[said] = not place.get(said, False)
    else:
        place["nodes"][0] = other_node(rng, place["nodes"][0], count, len(place["nodes"]))


def another_first(rng: random.Random, item: Json) -> None:
    """Exchange two patterns of a place, with all that refers to them in it, and mostly with what ends name."""
    number = rng.randrange(len(item["places"]))
    nodes: list[str] = item["places"][number]["nodes"]
    first = rng.randrange(len(nodes))
    order = {"0": str(first), str(first): "0"}
    nodes[0], nodes[first] = nodes[first], nodes[0]
    for at, node in enumerate(nodes):
        fields = node.split(" ")
        nodes[at] = " ".join(fields[:8] + [in_order(field, order) for field in fields[8:]])
    if rng.random() < 0.7:
        for at, end in enumerate(item["ends"]):
            named = [in_order(name, order) if name.startswith(f"{number}:") else name for name in end.split(" ")]
            item["ends"][at] = " ".join(named)


def in_order(field: str, order: dict[str, str]) -> str:
    """The field with another number at its end, if *order* has one."""
    cut = max(field.rfind(":"), field.rfind(">")) + 1
    return field[:cut] + order.get(field[cut:], field[cut:])


def point_of_zones(nodes: list[str], point: int) -> None:
    """Put a point into all zones, empty, or take it out of them, and the stones on it."""
    for number, node in enumerate(nodes):
        fields = node.split(" ")
        zone, black, white = (int(field, 16) for field in fields[:3])
        fields[:3] = (f"{mask:x}" for mask in (zone ^ point, black & ~point, white & ~point))
        nodes[number] = " ".join(fields)


def other_keeps(rng: random.Random, data: Json, place: Json) -> None:
    """A chain less or more that a place keeps, and its stones in the patterns or not."""
    rows = data["claim"]["rows"]
    signs = {name: (row, col) for row in range(len(rows)) for col, sign in enumerate(rows[row]) if sign != "."
             for name in [LETTERS[col] + str(len(rows) - row)]}  # fmt: skip
    if place["keeps"] and rng.random() < 0.5:
        name = place["keeps"].pop(rng.randrange(len(place["keeps"])))
    else:
        name = rng.choice(list(signs))
        place["keeps"].append(name)
    row, col = signs[name]
    seen, todo = set(), [(row, col)]
    while todo:
        row, col = todo.pop()
        if (row, col) in seen or not (0 <= row < len(rows) and 0 <= col < len(rows[0])) or rows[row][col] != rows[signs[name][0]][signs[name][1]]:
            continue
        seen.add((row, col))
        todo += [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)]
    chain = sum(1 << row * len(rows[0]) + col for row, col in seen)
    colour = 1 + (rows[signs[name][0]][signs[name][1]] == "O")
    if rng.random() < 0.8:
        for number, node in enumerate(place["nodes"]):
            fields = node.split(" ")
            for at in (0, colour):
                fields[at] = f"{int(fields[at], 16) ^ chain:x}"
            place["nodes"][number] = " ".join(fields)


# Formulas


def alter_formula(rng: random.Random, item: Json) -> None:
    count = len(item["variables"])
    if rng.random() < 0.3:
        place = rng.randrange(count)
        fields = item["variables"][place].split(" ")
        at = rng.randrange(len(fields))
        fields[at] = rng.choice(item["variables"]).split(" ")[min(at, 3)]
        item["variables"][place] = " ".join(fields)
        return
    lines = item[rng.choice(("clauses", "clauses", "proof"))]
    kind = rng.random()
    if kind < 0.2 and len(lines) > 1:
        del lines[rng.randrange(len(lines))]
    elif kind < 0.4:
        lines.insert(rng.randrange(len(lines) + 1), [rng.choice((-1, 1)) * rng.randint(1, count) for _ in range(rng.randint(1, 3))])
    else:
        line = rng.choice(lines)
        if line and kind < 0.7:
            line[rng.randrange(len(line))] *= -1
        elif line and kind < 0.85:
            del line[rng.randrange(len(line))]
        else:
            line.append(rng.choice((-1, 1)) * rng.randint(1, count))


# Claims


def claim_stone(rng: random.Random, data: Json) -> None:
    rows = data["claim"]["rows"]
    row, col = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
    rows[row] = rows[row][:col] + rng.choice(".XO") + rows[row][col + 1 :]


def claim_verdict(rng: random.Random, data: Json) -> None:
    data["claim"]["verdict"] = rng.choice(("alive", "dead", "drawn"))


def claim_value(rng: random.Random, data: Json) -> None:
    ruleset = data["claim"]["ruleset"]
    name = rng.choice([name for name, axis in AXES.items() if len(axis.values) > 1 and name != "handicap"])
    ruleset["values"][name] = rng.choice(list(AXES[name].values))
    ruleset["id"] = "altered" if rng.random() < 0.9 else ruleset["id"]


def vertex(rng: random.Random, data: Json) -> str:
    rows = data["claim"]["rows"]
    return LETTERS[rng.randrange(len(rows[0]))] + str(rng.randint(1, len(rows)))


def claim_unit(rng: random.Random, data: Json) -> None:
    claim = data["claim"]
    if "together" in claim:
        claim["together"][rng.randrange(len(claim["together"]))] = vertex(rng, data)
    else:
        claim["unit"] = vertex(rng, data)


def claim_side(rng: random.Random, data: Json) -> None:
    claim = data["claim"]
    claim["open_sides"] = sorted(set(claim["open_sides"]) ^ {rng.choice(("top", "bottom", "left", "right"))})


def wall_less(rng: random.Random, data: Json) -> None:
    """A wall less in the claim, and perhaps in its proofs."""
    name = rng.choice(data["claim"]["walls"])
    data["claim"]["walls"].remove(name)
    if not data["claim"]["walls"]:
        del data["claim"]["walls"]
        if rng.random() < 0.5:
            data.pop("keeps", None)
    elif rng.random() < 0.7:
        for entry in data.get("keeps", ()):
            entry["stones"] = [stone for stone in entry["stones"] if stone != name]
        if rng.random() < 0.8:
            data["keeps"] = [entry for entry in data.get("keeps", ()) if entry["stones"]]


def keeps_exchanged(rng: random.Random, data: Json) -> None:
    if "keeps" in data:
        rng.shuffle(data["keeps"])


def keep_less(rng: random.Random, data: Json) -> None:
    """A proof less, and its walls no longer claimed."""
    if data.get("keeps") and data["claim"].get("walls"):
        entry = data["keeps"].pop(rng.randrange(len(data["keeps"])))
        data["claim"]["walls"] = [name for name in data["claim"]["walls"] if name not in entry["stones"]]
        if not data["claim"]["walls"]:
            del data["claim"]["walls"], data["keeps"]


def stones_of_keeps(rng: random.Random, data: Json) -> None:
    if data.get("keeps"):
        entry = rng.choice(data["keeps"])
        entry["stones"] = rng.choice(([*entry["stones"], vertex(rng, data)], [vertex(rng, data)], entry["stones"] * 2))


def lists_shorter(rng: random.Random, data: Json) -> None:
    key = rng.choice([key for key in ("supports", "standing") if key in data])
    if data[key] and rng.random() < 0.7:
        del data[key][rng.randrange(len(data[key]))]
    else:
        del data[key]


def standing_more(rng: random.Random, data: Json) -> None:
    data.setdefault("standing", []).append(vertex(rng, data))
