"""``shikatsu units``: what a position consists of before anything is judged."""

import argparse

from verifier.cli import exits
from verifier.cli.document import encode
from verifier.cli.output import note, prepare_file, prepare_svg, print_table, write_text
from verifier.cli.source import note_labels, read_source
from verifier.cli.units_document import units_document
from verifier.errors import InputError
from verifier.jobs.subject import Source
from verifier.rules import load_ruleset
from verifier.text import many, stones
from verifier.units import Decomposition, decompose

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Run the subcommand and return its exit code."""
    source = read_source(arguments.subject, game=arguments.sgf_game, move=arguments.sgf_move)
    kind, under = arguments.walls, ""
    if kind is None:
        ruleset = load_ruleset(arguments.rules or "proposal2012")
        kind, under = ruleset["walls"], ruleset.id
    given = {name: getattr(arguments, name) for name in ("svg", "graphml", "dot")}
    paths = {
        name: (prepare_svg if name == "svg" else prepare_file)(path, force=arguments.force)
        for name, path in given.items()
        if path is not None
    }
    if len(set(paths.values())) < len(paths):
        raise InputError("--svg, --graphml and --dot: give each of them a file of its own")
    found = decompose(source.diagram.position, kind)
    note_labels(source)
    if kind == "independent":
        note("walls by proof are not looked for here; those shown need none")
    if "svg" in paths:
        write_text(paths["svg"], found.svg(title=source.title))
    if "graphml" in paths or "dot" in paths:
        from verifier.units.export import dot, graphml

        for name, writer in (("graphml", graphml), ("dot", dot)):
            if name in paths:
                write_text(paths[name], writer(found))
    if arguments.json:
        print(encode(units_document(source, found, exits.OK)))
    else:
        _print(source, found, under)
    return exits.OK


def _print(source: Source, found: Decomposition, under: str) -> None:
    print(f"{source.name}  {source.title}".rstrip())
    print(f"walls = {found.kind}" + (f", as {under} has it" if under else ""))
    print()
    print(found)
    if any(found.walls):
        print("# wall")
    print()
    if found.units:
        _print_units(found)
    else:
        print("no units: every chain touches the outside of the diagram, or there are no stones")
    for section in (_walls(found), _locales(found), _regions(found)):
        print()
        print("\n".join(section))


def _print_units(found: Decomposition) -> None:
    rows = []
    for unit in found.units:
        locale = found.locale(unit.stones)
        near = ", ".join(found.name(chain) for chain in found.neighbours(unit.stones))
        number = str(found.numbers.get(unit.stones, "#"))
        liberties = str(unit.liberties.bit_count())
        size = str(locale.bit_count()) if locale else "wall"
        rows.append([number, unit.name, str(unit.colour), str(unit.size), liberties, size, near])
    header = ["no", "unit", "colour", "stones", "liberties", "locale", "neighbours"]
    print_table(header, rows, right=["no", "stones", "liberties", "locale"])
    order = ", ".join(found.name(unit) for unit in found.order(found.chains))
    print(f"judged in this order on a whole board: {order}")


def _walls(found: Decomposition) -> list[str]:
    nodes = found.graph.nodes
    lines = []
    for colour, side in zip(("black", "white"), found.wall_chains, strict=True):
        for chain in side:
            why = "assumed alive" if nodes[chain]["assumed"] else "unconditionally alive"
            lines.append(f"  {colour} {found.name(chain)} ({stones(chain.bit_count())}): {why}")
    return [f"walls: {len(lines) or 'none'}", *lines]


def _locales(found: Decomposition) -> list[str]:
    lines = [
        f"  {found.name(locale.points)} ({many(locale.size, 'point')}): "
        + ", ".join(unit.name for unit in locale.units)
        for locale in found.locales
    ]
    return [f"locales: {len(lines) or 'none'}", *lines]


def _regions(found: Decomposition) -> list[str]:
    lines = []
    for region in found.regions:
        size = many(region.bit_count(), "point") + ", outside" * found.graph.nodes[region]["outside"]
        around = ", ".join(found.name(chain) for chain in found.around(region)) or "no stones"
        lines.append(f"  {found.name(region)} ({size}): {around}")
    return [f"regions: {len(lines) or 'none'}", *lines]
