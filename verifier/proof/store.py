"""Certificates as files: one JSON document each. docs/certificates.md has the grammar."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from verifier.board import Colour, Grid, Point, Position, Side, vertex
from verifier.errors import CertificateError, InputError, ShikatsuError
from verifier.files import write_whole
from verifier.play import Arena, Keeping, Memory, Pattern, State
from verifier.proof.certificate import (
    CLOSED,
    Answer,
    Certificate,
    Claim,
    Cover,
    Evidence,
    Keep,
    Node,
    PatternNode,
    Patterns,
    Place,
    Places,
    Refutation,
    Stages,
    Strategy,
    Verdict,
)
from verifier.proof.scope import arena_of
from verifier.proof.strict import (
    MOST_MEASURE,
    boolean,
    decimal,
    document,
    fields,
    keys,
    listed,
    mask,
    point_of,
    read_ascii,
    rows_of,
    side_of,
    text_of,
    whole,
)
from verifier.rules import Ruleset, usurped
from verifier.rules.axes import INSIDE
from verifier.rules.ruleset import digest_of

__all__ = [
    "FORMAT",
    "VERSION",
    "certificate_of",
    "dump_certificate",
    "parse_certificate",
    "read_certificate",
    "ruleset_of",
    "ruleset_said",
    "write_certificate",
]

FORMAT = "shikatsu-certificate"
VERSION = 1
_OF_GAMES = ("shikatsu-ending-certificate", "shikatsu-resumed-certificate")


def write_certificate(certificate: Certificate, path: str | Path, *, force: bool = False) -> None:
    """Write a certificate; the file appears whole or not at all.

    Raises:
        InputError: the file exists and *force* is not set, or it cannot be written.
    """
    write_whole(path, dump_certificate(certificate), force=force)


def read_certificate(path: str | Path) -> Certificate:
    """Read a certificate without checking what it proves.

    Raises:
        InputError: the file cannot be read, or is not a certificate of this version.
        CertificateError: it is one, but it does not follow docs/certificates.md.
    """
    return parse_certificate(read_ascii(path), str(path))


def certificate_of(certificate: Certificate | str | Path) -> Certificate:
    """Return a certificate, or the one in the file of that path, without checking what it proves.

    Raises:
        InputError: it is neither, or as for :func:`read_certificate`.
        CertificateError: as for :func:`read_certificate`.
    """
    if isinstance(certificate, Certificate):
        return certificate
    if certificate == "":
        raise InputError("'': an empty text names no file; give the path of a certificate")
    if isinstance(certificate, str | Path):
        return read_certificate(certificate)
    from verifier.arguments import refused  # only what is neither needs it

    raise refused("certificate", certificate, "a Certificate, or the path of its file, is needed")


def dump_certificate(certificate: Certificate) -> str:
    """Return the JSON text of a certificate; one node per line."""
    claim = _claim_to_json(certificate.claim)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "claim": claim,
        "claim_digest": digest_of(claim),
        "about": dict(certificate.about),
    }
    arena = arena_of(certificate)
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    if certificate.standing:
        chains = _chains_to_json(certificate.claim.position, certificate.standing)
        lines.append(f'"standing": {json.dumps(chains)}')
    if certificate.keeps:
        keeps = ",\n".join(_keep_to_json(keep, game) for keep, game in _games(certificate))
        lines.append(f'"keeps": [{keeps}]')
    evidence = ",\n".join(_evidence_to_json(arena, item) for item in certificate.evidence)
    lines.append(f'"evidence": [{evidence}]')
    if certificate.supports:
        supports = ",\n".join(dump_certificate(item).rstrip() for item in certificate.supports)
        lines.append(f'"supports": [{supports}]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def parse_certificate(text: str, name: str) -> Certificate:
    """Parse the JSON text of a certificate; *name* names it in errors. See :func:`read_certificate`."""
    try:
        data = document(text)
    except ShikatsuError as error:
        raise type(error)(f"{name}: {error}") from None
    return _certificate_from_json(data, name)


def _certificate_from_json(data: Any, name: str, *, support: bool = False) -> Certificate:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        if isinstance(data, dict) and data.get("format") in _OF_GAMES:
            raise InputError(
                f"{name}: a certificate of the end of a game and of no unit; check it with shikatsu"
                " solve --check"
            )
        raise InputError(f"{name}: not a certificate: the key format must be {FORMAT!r}")
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        raise InputError(f"{name}: certificate version {ascii(version)[:40]}: this program reads {VERSION}")
    try:
        if digest_of(data["claim"]) != data["claim_digest"]:
            raise CertificateError("the claim does not match its digest")
        claim = _claim_from_json(data["claim"])
        supports_said = data.get("supports", [])
        if not isinstance(supports_said, list) or (support and supports_said):
            raise CertificateError("supports must be a list, and supports have none themselves")
        supports = tuple(_certificate_from_json(item, "supports", support=True) for item in supports_said)
        standing = _chains_from_json(claim.position, data.get("standing", []))
        if "standing" in data and (claim.verdict, claim.ruleset["dead_means"]) != (Verdict.DEAD, INSIDE):
            raise CertificateError("standing chains are named only in proofs of death inside")
        arena = arena_of(Certificate(claim, (), supports=supports, standing=standing))
        if not isinstance(data["evidence"], list):
            raise CertificateError("evidence must be a list")
        evidence = tuple(_evidence_from_json(arena, item) for item in data["evidence"])
        keeps = _keeps_from_json(claim.position, data.get("keeps", []))
        about = data["about"]
        if not isinstance(about, dict):
            raise CertificateError("about must be an object")
    except ShikatsuError as error:
        raise CertificateError(f"{name}: {error}") from None
    except KeyError as error:
        raise CertificateError(f"{name}: the key {ascii(error.args[0])[:60]} is missing") from None
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise CertificateError(f"{name}: malformed ({type(error).__name__}: {str(error)[:100]})") from None
    return Certificate(claim, evidence, about, supports, keeps, standing)


def _claim_to_json(claim: Claim) -> dict[str, Any]:
    position = claim.position
    chains = _chains_to_json(position, claim.unit)
    data: dict[str, Any] = {
        "rows": position.signs(),
        "open_sides": sorted(side.value for side in position.open_sides),
        **({"unit": chains[0]} if len(chains) == 1 else {"together": chains}),
        "verdict": claim.verdict.value,
        "ruleset": ruleset_said(claim.ruleset),
    }
    if claim.walls:
        data["walls"] = _chains_to_json(position, claim.walls)
    return data


def ruleset_said(ruleset: Ruleset) -> dict[str, Any]:
    """What a claim says of its ruleset."""
    return {"id": ruleset.id, "digest": ruleset.digest, "values": ruleset.said}


def _chains_to_json(position: Position, stones: int) -> list[str]:
    chains = position.chains_among(stones)
    return [vertex((chain & -chain).bit_length() - 1, position.rows, position.cols) for chain in chains]


def _chains_from_json(position: Position, names: Any) -> int:
    stones = 0
    for name in listed(names, "the chains"):
        chain = position.chain_at(point_of(name, position.rows, position.cols))
        if not chain or chain & stones:
            raise CertificateError(f"{name} names no chain, or one that has been named before")
        stones |= chain
    return stones


def _claim_from_json(data: Any) -> Claim:
    about = "together" if isinstance(data, dict) and "together" in data else "unit"
    keys(data, "claim", ("rows", "open_sides", about, "verdict", "ruleset"), ("walls",))
    points, rows, cols = rows_of(data["rows"])
    black, white = (sum(1 << p for p, sign in enumerate(points) if sign == wanted) for wanted in "XO")
    sides = listed(data["open_sides"], "open_sides")
    if len(set(sides)) != len(sides):
        raise CertificateError("open_sides names a side twice")
    position = Position(rows, cols, black, white, frozenset(Side(side) for side in sides))
    ruleset = ruleset_of(data["ruleset"])
    if about == "unit":
        unit = position.chain_at(point_of(data["unit"], rows, cols))
    else:
        unit = _chains_from_json(position, data["together"])
        if len(data["together"]) < 2:
            raise CertificateError("together names fewer than two chains: use unit")
    walls = _chains_from_json(position, data.get("walls", []))
    if "walls" in data and not (walls and set(data["walls"]) == set(_chains_to_json(position, walls))):
        raise CertificateError("walls are named by their first vertices, in the order of the rows")
    return Claim(position, unit, ruleset, Verdict(data["verdict"]), walls)


def ruleset_of(data: Any) -> Ruleset:
    """Return the ruleset that a claim names with its values.

    Raises:
        CertificateError: the digest does not fit, or the id stands for other values in this package.
    """
    rules = keys(data, "ruleset", ("id", "values", "digest"))
    if not isinstance(rules["values"], dict):
        raise CertificateError("the values of the ruleset must be an object")
    values = {axis: text_of(value, "each value of the ruleset") for axis, value in rules["values"].items()}
    ruleset = Ruleset.of(text_of(rules["id"], "the ruleset's id"), values)
    if values != ruleset.said:
        raise CertificateError("leave out 'handicap' where it is 'none': a claim is written in one way")
    if ruleset.digest != rules["digest"]:
        raise CertificateError("the ruleset does not match its digest")
    if usurped(ruleset):
        raise CertificateError(f"the ruleset is called {ruleset.id} but has other values than that one")
    return ruleset


def _games(certificate: Certificate) -> Iterator[tuple[Keep, Keeping]]:
    """The proofs of walls with the games that they are about."""
    walls = 0
    for keep in certificate.keeps:
        yield keep, Keeping(certificate.claim.position, keep.colour, keep.stones, walls)
        walls |= keep.stones


def _keep_to_json(keep: Keep, game: Keeping) -> str:
    stones = json.dumps(_chains_to_json(game.position, keep.stones))
    evidence = _evidence_to_json(game, keep.evidence)
    return f'{{"stones": {stones}, "evidence": {evidence}}}'


def _keeps_from_json(position: Position, items: Any) -> tuple[Keep, ...]:
    keeps: list[Keep] = []
    walls = 0
    if not isinstance(items, list):
        raise CertificateError("keeps must be a list")
    for item in items:
        stones = _chains_from_json(position, item["stones"])
        colour = position.owner_of(stones)
        evidence = _evidence_from_json(Keeping(position, colour, stones, walls), item["evidence"])
        if not isinstance(evidence, Patterns):
            raise CertificateError("a wall is proved by patterns")
        keeps.append(Keep(stones, evidence))
        walls |= stones
    return tuple(keeps)


def _state_to_text(arena: Arena, state: State) -> str:
    stones = f"{state.black & arena.locale:x} {state.white & arena.locale:x}"
    ban = str(state.ban) if state.memory is None else _memory_to_text(state.memory)
    mover = f"{state.to_move}{'p' if state.passed else ''}{_left_to_text(state.threats, state.taken)}"
    return f"{stones} {ban} {mover}"


def _memory_to_text(memory: Memory) -> str:
    masks = (memory.bans, *memory.freed, memory.old, memory.held)
    return ":".join(f"{mask:x}" for mask in masks) + (":c" if memory.captured else ":w")


def _memory_from_text(grid: Grid, text: str) -> Memory:
    *masks, captured = text.split(":")
    if captured not in ("c", "w") or len(masks) != 5:
        raise CertificateError("what a state remembers is five sets of points, and c or w for the unit")
    bans, black, white, old, held = (mask(part, grid, "a set that a state remembers") for part in masks)
    return Memory(bans, (black, white), captured == "c", old, held)


def _left_to_text(threats: tuple[int, int], taken: int) -> str:
    """The threats that are left, and the chains that are not."""
    return (f"t{threats[0]}{threats[1]}" if any(threats) else "") + (f"x{taken:x}" if taken else "")


def _mover_from_text(arena: Arena, text: str) -> tuple[int, bool, tuple[int, int], int]:
    """The side to move, whether the last move was a pass that counts, the threats left, the chains taken."""
    found = re.fullmatch(r"([01])(p?)(?:t(?!00)([0-9])([0-9]))?(?:x(?!0)([0-9a-f]+))?", text, re.ASCII)
    if not found:
        raise CertificateError("a state or pattern has a bad side to move")
    mover, passed, black, white, chains = found.groups("0")
    taken = mask(chains, arena.grid, "the chains that were taken")
    if taken and not arena.takes:
        raise CertificateError("a state or pattern says which chains were taken where that does not count")
    return int(mover), passed == "p", (int(black), int(white)), taken


def _state_from_fields(arena: Arena, black: str, white: str, ban: str, mover: str) -> State:
    position, locale, grid = arena.position, arena.locale, arena.grid
    b, w = (mask(stones, grid, "the stones of a state") for stones in (black, white))
    if (b | w) & ~locale:
        raise CertificateError("a state has a stone outside the locale")
    memory = _memory_from_text(grid, ban) if ":" in ban else None
    to_move, passed, threats, taken = _mover_from_text(arena, mover)
    if memory is not None and (passed or any(threats)):
        raise CertificateError("a state that remembers has threats, or comes after a pass that counts")
    return State(
        position.black & ~locale | b,
        position.white & ~locale | w,
        _ban(grid, ban) if memory is None else -1,
        to_move,
        passed,
        memory,
        threats,
        taken=taken,
    )


def _ban(grid: Grid, text: str) -> Point:
    return decimal(text, "a ban", -1, grid.size - 1)


def _move(grid: Grid, text: str) -> Point | None:
    """A point or a pass, of which there may be one for each point; None for a dot."""
    return None if text == "." else decimal(text, "a move", -1 - grid.size, grid.size - 1)


def _measure(text: str) -> int:
    return decimal(text, "a credit or rank", 0, MOST_MEASURE)


def _evidence_to_json(arena: Arena, evidence: Evidence) -> str:
    if isinstance(evidence, Refutation):
        return _refutation_to_json(arena, evidence)
    if isinstance(evidence, Places):
        return _places_to_json(arena, evidence)
    if isinstance(evidence, Stages):
        return _stages_to_json(evidence)
    lines = []
    if isinstance(evidence, Patterns):
        family = "patterns"
        lines = [f'"{_pattern_to_text(node)}"' for node in evidence.nodes]
    else:
        family = "strategy"
        for state, node in evidence.nodes.items():
            move = "." if node.move is None else node.move
            lines.append(f'"{_state_to_text(arena, state)} {move} {node.credit} {node.rank}"')
    nodes = ",\n".join(lines)
    side, draw_wins = str(evidence.side), json.dumps(evidence.draw_wins)
    if isinstance(evidence, Patterns) and evidence.holds:
        draw_wins += ', "holds": true'
    if isinstance(evidence, Patterns) and evidence.named:
        draw_wins += ', "named": true'
    return f'{{"family": "{family}", "side": "{side}", "draw_wins": {draw_wins}, "nodes": [\n{nodes}]}}'


def _places_to_json(arena: Arena, evidence: Places) -> str:
    places = []
    for place in evidence.places:
        nodes = ",\n".join(f'"{_pattern_to_text(node)}"' for node in place.evidence.nodes)
        chains = (_chains_to_json(arena.position, part) for part in (place.keeps, place.lives))
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
        lines = listed(item["nodes"], "nodes")
        nodes = tuple(_pattern_from_text(arena, line) for line in lines)
        patterns = Patterns(side, False, nodes, named=named)
        points = mask(text_of(item["points"], "the points of a place"), arena.grid, "the points of a place")
        keeps = _chains_from_json(arena.position, item["keeps"])
        lives = _chains_from_json(arena.position, item.get("lives", []))
        places.append(Place(points, keeps, patterns, lives, **_said_from_json(item)))
    return Places(side, tuple(places), draw_wins, named)


def _stages_to_json(evidence: Stages) -> str:
    def lines(nodes: Iterable[PatternNode]) -> str:
        return ",\n".join(f'"{_pattern_to_text(node)}"' for node in nodes)

    places = []
    for place in evidence.places:
        parts = {"points": place.points, "keeps": place.keeps, "lives": place.lives, "leans": place.leans}
        head = ", ".join(f'"{name}": "{part:x}"' for name, part in parts.items())
        head += _said_to_json(place)
        places.append(f'{{{head}, "nodes": [\n{lines(place.evidence.nodes)}]}}')
    ends = ",\n".join('"' + " ".join(f"{place}:{node}" for place, node in end) + '"' for end in evidence.ends)
    head = f'"family": "stages", "side": "{evidence.side}", "draw_wins": {json.dumps(evidence.draw_wins)}'
    if evidence.named:
        head += ', "named": true'
    first, body = lines(evidence.first), ",\n".join(places)
    return f'{{{head}, "nodes": [\n{first}], "ends": [\n{ends}], "places": [\n{body}]}}'


def _stages_from_json(arena: Arena, side: Colour, draw_wins: bool, data: Any, named: bool) -> Stages:
    def nodes(lines: Any) -> tuple[PatternNode, ...]:
        return tuple(_pattern_from_text(arena, line) for line in listed(lines, "nodes"))

    if not isinstance(data["places"], list) or not all(isinstance(item, dict) for item in data["places"]):
        raise CertificateError("places must be a list of objects")
    places = []
    for item in data["places"]:
        names = "points", "keeps", "lives", "leans"
        parts = (mask(text_of(item[name], name), arena.grid, f"the {name} of a place") for name in names)
        points, keeps, lives, leans = parts
        patterns = Patterns(side, False, nodes(item["nodes"]), named=named)
        places.append(Place(points, keeps, patterns, lives, leans=leans, **_said_from_json(item)))
    ends = tuple(_end_from_text(line) for line in listed(data["ends"], "ends"))
    return Stages(side, nodes(data["nodes"]), ends, tuple(places), draw_wins, named)


def _end_from_text(line: str) -> tuple[tuple[int, int], ...]:
    named = []
    for item in line.split(" "):
        place, colon, node = item.partition(":")
        if not colon:
            raise CertificateError("an end names places, each with a pattern")
        numbers = (decimal(part, "a place or pattern", 0, MOST_MEASURE) for part in (place, node))
        named.append((next(numbers), next(numbers)))
    return tuple(named)


def _pattern_to_text(node: PatternNode) -> str:
    points, black, white, ban, mover, eyes, threats, bans, taken, freed = node.pattern
    zone = f"{points:x}+{eyes:x}" if eyes else f"{points:x}"
    move = "." if node.move is None else node.move
    sets = (*bans, *freed) if any(freed) else bans
    waiting = ":".join([str(ban), *(f"{points:x}" for points in sets)]) if any(sets) else str(ban)
    stones = f"{zone} {black:x} {white:x} {waiting} {mover}{_left_to_text(threats, taken)}"
    parts = [
        f"{stones} {move} {node.credit} {node.rank}",
        _cover_to_text(node.after),
    ]
    parts += [f"{point}:{_cover_to_text(cover)}" for point, cover in node.replies.items()]
    return " ".join(parts)


def _cover_to_text(cover: Cover) -> str:
    if isinstance(cover, Answer):
        return f"{cover.move}>{_cover_to_text(cover.target)}"
    return "." if cover == CLOSED else str(cover)


def _pattern_from_text(arena: Arena, text: str) -> PatternNode:
    grid = arena.grid
    zone, black, white, ban, mover, move, credit, rank, after, *rest = fields(
        text, range(9, 11 + grid.size), "a pattern"
    )
    to_move, passed, threats, taken = _mover_from_text(arena, mover)
    if passed:
        raise CertificateError("a pattern has a bad side to move")
    replies: dict[int, Cover] = {}
    for item in rest:
        reply, _, target = item.partition(":")
        point = decimal(reply, "a reply", -1 - grid.size, grid.size - 1)
        if point in replies:
            raise CertificateError("a pattern lists a reply twice")
        replies[point] = _cover_from_text(grid, target)
    points, plus, eyes = zone.partition("+")
    ban, *bans = ban.split(":")
    if len(bans) not in (0, 2, 4):
        raise CertificateError("a pattern has no or two sets of bans, and then no or two of passes for good")
    sets = [mask(part, grid, "a set of bans or of passes for good") for part in bans] + [0] * (4 - len(bans))
    pattern = Pattern(
        mask(points, grid, "a zone"),
        mask(black, grid, "the stones of a pattern"),
        mask(white, grid, "the stones of a pattern"),
        _ban(grid, ban),
        to_move,
        mask(eyes, grid, "a set of eyes") if plus else 0,
        threats,
        (sets[0], sets[1]),
        taken,
        (sets[2], sets[3]),
    )
    measure = _measure(credit), _measure(rank)
    return PatternNode(pattern, _move(grid, move), *measure, _cover_from_text(grid, after), replies)


def _cover_from_text(grid: Grid, text: str) -> Cover:
    move, answered, target = text.partition(">")
    if not answered:
        return _target_from_text(text)
    return Answer(decimal(move, "an answer", -1, grid.size - 1), _target_from_text(target))


def _target_from_text(text: str) -> int:
    return CLOSED if text == "." else decimal(text, "the number of a pattern", 0, MOST_MEASURE)


def _refutation_to_json(arena: Arena, evidence: Refutation) -> str:
    variables = []
    for variable in evidence.variables:
        if isinstance(variable, State):
            variables.append(_state_to_text(arena, variable))
        else:
            variables.append(f"{_state_to_text(arena, variable[0])} {variable[1]}")
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
        state = _state_from_fields(arena, *parts[:4])
        move = _move(arena.grid, parts[4]) if len(parts) == 5 else None
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


def _evidence_from_json(arena: Arena, data: Any) -> Evidence:
    if not isinstance(data, dict):
        raise CertificateError("a piece of evidence must be an object")
    if data["family"] == "refutation":
        return _refutation_from_json(arena, data)
    draw_wins, side = boolean(data["draw_wins"], "draw_wins"), side_of(data["side"], "side")
    named = boolean(data.get("named", False), "named")
    if data["family"] == "patterns":
        holds = boolean(data.get("holds", False), "holds")
        lines = listed(data["nodes"], "nodes")
        nodes_read = tuple(_pattern_from_text(arena, line) for line in lines)
        return Patterns(side, draw_wins, nodes_read, holds, named)
    if data["family"] == "places":
        return _places_from_json(arena, side, draw_wins, data["places"], named)
    if data["family"] == "stages":
        return _stages_from_json(arena, side, draw_wins, data, named)
    if data["family"] != "strategy":
        raise CertificateError(f"unknown family of evidence {ascii(data['family'])[:60]}")
    nodes: dict[State, Node] = {}
    for line in listed(data["nodes"], "nodes"):
        black, white, ban, mover, move, credit, rank = fields(line, (7,), "a state")
        state = _state_from_fields(arena, black, white, ban, mover)
        if state in nodes:
            raise CertificateError("a state is listed twice")
        nodes[state] = Node(_move(arena.grid, move), _measure(credit), _measure(rank))
    return Strategy(side, draw_wins, nodes)
