"""Pieces of evidence as parts of a certificate's file, by family. docs/certificates.md has the grammar."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from verifier.board import Colour, Point
from verifier.errors import CertificateError
from verifier.play import Arena, State
from verifier.proof.certificate import (
    Evidence,
    Node,
    PatternNode,
    Patterns,
    Place,
    Places,
    Refutation,
    Stages,
    Strategy,
)
from verifier.proof.chains import chains_from_json, chains_to_json
from verifier.proof.lines import (
    measure_from_text,
    move_from_text,
    pattern_from_text,
    pattern_to_text,
    state_from_fields,
    state_to_text,
)
from verifier.proof.strict import (
    MOST_MEASURE,
    boolean,
    decimal,
    fields,
    listed,
    mask,
    side_of,
    text_of,
    whole,
)

__all__ = ["evidence_from_json", "evidence_to_json"]


def evidence_to_json(arena: Arena, evidence: Evidence) -> str:
    """Return the JSON text of a piece of evidence of any family, one node per line."""
    if isinstance(evidence, Refutation):
        return _refutation_to_json(arena, evidence)
    if isinstance(evidence, Places):
        return _places_to_json(arena, evidence)
    if isinstance(evidence, Stages):
        return _stages_to_json(evidence)
    if isinstance(evidence, Patterns):
        family = "patterns"
        nodes = _patterns_to_json(evidence.nodes)
    else:
        family, lines = "strategy", []
        for state, node in evidence.nodes.items():
            move = "." if node.move is None else node.move
            lines.append(f'"{state_to_text(arena, state)} {move} {node.credit} {node.rank}"')
        nodes = ",\n".join(lines)
    side, draw_wins = str(evidence.side), json.dumps(evidence.draw_wins)
    if isinstance(evidence, Patterns) and evidence.holds:
        draw_wins += ', "holds": true'
    if isinstance(evidence, Patterns) and evidence.named:
        draw_wins += ', "named": true'
    return f'{{"family": "{family}", "side": "{side}", "draw_wins": {draw_wins}, "nodes": [\n{nodes}]}}'


def _patterns_to_json(nodes: Iterable[PatternNode]) -> str:
    return ",\n".join(f'"{pattern_to_text(node)}"' for node in nodes)


def _patterns_from_json(arena: Arena, lines: Any) -> tuple[PatternNode, ...]:
    return tuple(pattern_from_text(arena, line) for line in listed(lines, "nodes"))


def _places_to_json(arena: Arena, evidence: Places) -> str:
    places = []
    for place in evidence.places:
        nodes = _patterns_to_json(place.evidence.nodes)
        chains = (chains_to_json(arena.position, part) for part in (place.keeps, place.lives))
        keeps, lives = map(json.dumps, chains)
        head = f'"points": "{place.points:x}", "keeps": {keeps}'
        if place.lives:
            head += f', "lives": {lives}'
        head += _said_to_json(place)
        places.append(f'{{{head}, "nodes": [\n{nodes}]}}')
    body = ",\n".join(places)
    head = f'"family": "places", "side": "{evidence.side}", "draw_wins": {json.dumps(evidence.draw_wins)}'
    if evidence.named:
        head += ', "named": true'
    return f'{{{head}, "places": [\n{body}]}}'


_SAID = "bans", "turns", "finite"
"""What is said of a place: true, or left out."""


def _said_to_json(place: Place) -> str:
    return "".join(f', "{name}": true' for name in _SAID if getattr(place, name))


def _said_from_json(item: dict[str, Any]) -> dict[str, bool]:
    return {name: boolean(item.get(name, False), name) for name in _SAID}


def _places_from_json(arena: Arena, side: Colour, draw_wins: bool, items: Any, named: bool) -> Places:
    if not isinstance(items, list):
        raise CertificateError("places must be a list")
    places = []
    for item in items:
        if not isinstance(item, dict):
            raise CertificateError("each of the places must be an object")
        patterns = Patterns(side, False, _patterns_from_json(arena, item["nodes"]), named=named)
        points = mask(text_of(item["points"], "the points of a place"), arena.grid, "the points of a place")
        keeps = chains_from_json(arena.position, item["keeps"])
        lives = chains_from_json(arena.position, item.get("lives", []))
        places.append(Place(points, keeps, patterns, lives, **_said_from_json(item)))
    return Places(side, tuple(places), draw_wins, named)


def _stages_to_json(evidence: Stages) -> str:
    places = []
    for place in evidence.places:
        parts = {"points": place.points, "keeps": place.keeps, "lives": place.lives, "leans": place.leans}
        head = ", ".join(f'"{name}": "{part:x}"' for name, part in parts.items())
        head += _said_to_json(place)
        places.append(f'{{{head}, "nodes": [\n{_patterns_to_json(place.evidence.nodes)}]}}')
    ends = ",\n".join('"' + " ".join(f"{place}:{node}" for place, node in end) + '"' for end in evidence.ends)
    head = f'"family": "stages", "side": "{evidence.side}", "draw_wins": {json.dumps(evidence.draw_wins)}'
    if evidence.named:
        head += ', "named": true'
    first, body = _patterns_to_json(evidence.first), ",\n".join(places)
    return f'{{{head}, "nodes": [\n{first}], "ends": [\n{ends}], "places": [\n{body}]}}'


def _stages_from_json(arena: Arena, side: Colour, draw_wins: bool, data: Any, named: bool) -> Stages:
    if not isinstance(data["places"], list) or not all(isinstance(item, dict) for item in data["places"]):
        raise CertificateError("places must be a list of objects")
    places = []
    for item in data["places"]:
        names = "points", "keeps", "lives", "leans"
        parts = (mask(text_of(item[name], name), arena.grid, f"the {name} of a place") for name in names)
        points, keeps, lives, leans = parts
        patterns = Patterns(side, False, _patterns_from_json(arena, item["nodes"]), named=named)
        places.append(Place(points, keeps, patterns, lives, leans=leans, **_said_from_json(item)))
    ends = tuple(_end_from_text(line) for line in listed(data["ends"], "ends"))
    return Stages(side, _patterns_from_json(arena, data["nodes"]), ends, tuple(places), draw_wins, named)


def _end_from_text(line: str) -> tuple[tuple[int, int], ...]:
    named = []
    for item in line.split(" "):
        place, colon, node = item.partition(":")
        if not colon:
            raise CertificateError("an end names places, each with a pattern")
        numbers = (decimal(part, "a place or pattern", 0, MOST_MEASURE) for part in (place, node))
        named.append((next(numbers), next(numbers)))
    return tuple(named)


def _refutation_to_json(arena: Arena, evidence: Refutation) -> str:
    variables = []
    for variable in evidence.variables:
        if isinstance(variable, State):
            variables.append(state_to_text(arena, variable))
        else:
            variables.append(f"{state_to_text(arena, variable[0])} {variable[1]}")
    parts = {
        "variables": ",\n".join(f'"{text}"' for text in variables),
        "clauses": ",\n".join(json.dumps(clause) for clause in evidence.clauses),
        "proof": ",\n".join(json.dumps(clause) for clause in evidence.proof),
    }
    body = ",\n".join(f'"{key}": [\n{text}]' for key, text in parts.items())
    return f'{{"family": "refutation", "draw_wins": {json.dumps(evidence.draw_wins)},\n{body}}}'


def _refutation_from_json(arena: Arena, data: Mapping[str, Any]) -> Refutation:
    variables: list[State | tuple[State, Point]] = []
    for line in listed(data["variables"], "variables"):
        parts = fields(line, (4, 5), "a variable")
        state = state_from_fields(arena, *parts[:4])
        move = move_from_text(arena.grid, parts[4]) if len(parts) == 5 else None
        if len(parts) == 5 and move is None:
            raise CertificateError("a variable stands for an answer without a move")
        variables.append(state if move is None else (state, move))
    clauses, proof = (_clauses(data[key], len(variables)) for key in ("clauses", "proof"))
    return Refutation(tuple(variables), clauses, proof, boolean(data["draw_wins"], "draw_wins"))


def _clauses(said: Any, variables: int) -> tuple[tuple[int, ...], ...]:
    if not isinstance(said, list) or not all(isinstance(clause, list) for clause in said):
        raise CertificateError("clauses and proof are lists of lists of literals")
    made = tuple(tuple(whole(number, "a literal", -variables, variables) for number in one) for one in said)
    if any(0 in clause for clause in made):
        raise CertificateError("a clause holds something that is no literal")
    return made


def evidence_from_json(arena: Arena, data: Any) -> Evidence:
    """Make a piece of evidence of parsed JSON, without checking what it proves.

    Raises:
        CertificateError: it does not follow the grammar.
        KeyError: a key is missing; other errors of Python where a value is of another kind than it should be.
    """
    if not isinstance(data, dict):
        raise CertificateError("a piece of evidence must be an object")
    if data["family"] == "refutation":
        return _refutation_from_json(arena, data)
    draw_wins, side = boolean(data["draw_wins"], "draw_wins"), side_of(data["side"], "side")
    named = boolean(data.get("named", False), "named")
    if data["family"] == "patterns":
        holds = boolean(data.get("holds", False), "holds")
        return Patterns(side, draw_wins, _patterns_from_json(arena, data["nodes"]), holds, named)
    if data["family"] == "places":
        return _places_from_json(arena, side, draw_wins, data["places"], named)
    if data["family"] == "stages":
        return _stages_from_json(arena, side, draw_wins, data, named)
    if data["family"] != "strategy":
        raise CertificateError(f"unknown family of evidence {ascii(data['family'])[:60]}")
    nodes: dict[State, Node] = {}
    for line in listed(data["nodes"], "nodes"):
        black, white, ban, mover, move, credit, rank = fields(line, (7,), "a state")
        state = state_from_fields(arena, black, white, ban, mover)
        if state in nodes:
            raise CertificateError("a state is listed twice")
        chosen = move_from_text(arena.grid, move)
        nodes[state] = Node(chosen, measure_from_text(credit), measure_from_text(rank))
    return Strategy(side, draw_wins, nodes)
