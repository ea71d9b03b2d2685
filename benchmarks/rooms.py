"""The rooms of the house: which folders import which, counted from the sources.

    python benchmarks/rooms.py                # rooms, their size, and what each imports
    python benchmarks/rooms.py --imports      # every import from one room into another, with its line

A *room* is a folder of the package with its modules; ``ALONE`` names the rooms of those modules that lie in
the package itself. ``LAYERS`` is the order of dependency, lowest first: a room imports from rooms before it
only. Imports inside functions count like all others, but for those between the rooms of ``LAZY``. Exit code
1 if there is a cycle between rooms or modules, an import upwards, or a room that the order does not name.
"""

import argparse
import ast
import dataclasses
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import networkx as nx

PACKAGE = Path(__file__).resolve().parents[1] / "verifier"

LAYERS = (
    "base",
    "cycles",
    "board",
    "drawing",
    "notation",
    "units",
    "rules",
    "play",
    "proof",
    "proof.endings",
    "search",
    "search.native",
    "search.plain",
    "search.sat",
    "search.windows",
    "search.face",
    "search.minimise",
    "search.endings",
    "adjudicate",
    "jobs.cases",
    "jobs",
    "jobs.explain",
    "jobs.show",
    "jobs.audit",
    "jobs.playing",
    "jobs.hunt",
    "jobs.compare",
    "jobs.readings",
    "jobs.atlas",
    "jobs.ikeda",
    "jobs.claims",
    "api",
    "gtp",
    "serve",
    "cli.arguments",
    "cli",
)
"""The rooms of the Python package, lowest first."""

KERNEL_LAYERS = ("base", "cycles", "games", "search", "tables", "endings", "guess", "bindings")
"""The rooms of the C++ kernel (``verifier/_native``), lowest first."""

ALONE = {
    "base": (
        "version", "errors", "arguments", "files", "similar", "lazy", "datafiles", "processes", "crews",
        "workers", "journal", "kernel",
        "_native",
    ),
    "search.face": ("search",),
    "drawing": ("svg", "text", "png"),
    "api": ("", "api", "api_atlas", "api_play"),
    "cli": ("__main__",),
}
"""Room -> its modules, where that is not their folder. The package itself is the empty name. What a folder
offers in its name (``__init__``) may come from rooms within it; then it is a room above these."""

NO_FOLDER = {"base", "drawing", "search.face"}
"""Rooms that go by the names of their modules."""

LAZY = {
    ("search", "search.native"): "the prover is chosen by its name when it is asked",
    ("search", "search.plain"): "the same",
    ("search", "search.sat"): "the same",
    ("board.position", "svg"): "a position shows itself, where somebody asks it to",
    ("board.position", "text"): "the same",
    ("play.arenas", "play.memory"): "most games do without; the checker then loads less",
}
"""Imports within a function that are meant though they go upwards or round: (from, to) -> why.
Rooms, or modules."""


@dataclasses.dataclass(frozen=True, order=True)
class Import:
    """One module imports another one."""

    source: str
    target: str
    line: int
    late: bool
    """Within a function: it happens when that is called, if ever."""


@dataclasses.dataclass(frozen=True)
class House:
    """Modules in rooms, and the imports between them."""

    layers: tuple[str, ...]
    rooms: dict[str, str]
    """Module -> room."""
    lines: dict[str, int]
    """Module -> lines of its file."""
    imports: tuple[Import, ...]

    def between(self) -> Counter[tuple[str, str]]:
        """Room and room -> imports from the first into the second."""
        pairs = ((self.rooms[one.source], self.rooms[one.target]) for one in self.imports)
        return Counter((one, other) for one, other in pairs if one != other)

    def unnamed(self) -> list[str]:
        """Rooms that the order of the layers does not name."""
        return sorted(set(self.rooms.values()) - set(self.layers))

    def upward(self) -> list[Import]:
        """Imports from a room into one above it, without those that are meant."""
        height = {room: number for number, room in enumerate(self.layers)}
        return [
            one
            for one in self.imports
            if not self.meant(one) and height[self.rooms[one.source]] < height[self.rooms[one.target]]
        ]

    def meant(self, one: Import) -> tuple[str, str] | None:
        """Return the entry of ``LAZY`` that an import within a function falls under, if any."""
        pairs = ((self.rooms[one.source], self.rooms[one.target]), (one.source, one.target))
        return next((pair for pair in pairs if one.late and pair in LAZY), None)

    def room_cycles(self) -> list[list[str]]:
        """Rooms that import each other, by whatever way."""
        return _cycles((self.rooms[one.source], self.rooms[one.target]) for one in self._counted())

    def module_cycles(self) -> list[list[str]]:
        """Modules that import each other, by whatever way."""
        return _cycles((one.source, one.target) for one in self._counted())

    def _counted(self) -> Iterator[Import]:
        return (one for one in self.imports if not self.meant(one))


def _cycles(edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    graph = nx.DiGraph((one, other) for one, other in edges if one != other)
    return sorted(sorted(part) for part in nx.strongly_connected_components(graph) if len(part) > 1)


def package(folder: Path = PACKAGE) -> House:
    """The Python package in *folder*."""
    files = {_module(path, folder): path for path in folder.rglob("*.py")}
    rooms = {name: _room(name, path, folder) for name, path in files.items()}
    lines = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in files.items()}
    imports = sorted(
        {one for name, path in files.items() for one in _imports(name, path, files, folder.name)}
    )
    return House(LAYERS, rooms, lines, tuple(imports))


def _module(path: Path, folder: Path) -> str:
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _room(name: str, path: Path, folder: Path) -> str:
    alone = next((room for room, modules in ALONE.items() if name in modules), "")
    if alone or path.parent == folder:
        return alone or name
    return ".".join(path.parent.relative_to(folder).parts)


def _imports(name: str, path: Path, modules: Iterable[str], package_name: str) -> Iterator[Import]:
    known = set(modules)
    for node, late in _statements(ast.parse(path.read_text(encoding="utf-8")), late=False):
        if isinstance(node, ast.Import):
            targets = [alias.name for alias in node.names]
        elif node.level == 0 and node.module is not None:
            # "from a import b" is an import of the module a.b, if there is one, and else of a.
            targets = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            raise SystemExit(f"{path}:{node.lineno}: a relative import; write the whole name")
        for target in targets:
            head, _, rest = target.partition(".")
            if head != package_name:
                continue
            found = rest if rest in known else rest.rpartition(".")[0]
            if found != name:
                yield Import(name, found, node.lineno, late)


def _statements(node: ast.AST, *, late: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, late
        elif isinstance(child, ast.Call) and (name := _named_module(child)):
            yield ast.Import([ast.alias(name)], lineno=child.lineno), late
        inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _statements(child, late=late or inside)


def _named_module(call: ast.Call) -> str:
    """The module of ``importlib.import_module("...")``; empty for other calls, and for a name worked out."""
    if not (isinstance(call.func, ast.Attribute) and call.func.attr == "import_module" and call.args):
        return ""
    name = call.args[0]
    return name.value if isinstance(name, ast.Constant) and isinstance(name.value, str) else ""


def kernel(folder: Path = PACKAGE / "_native") -> House:
    """The C++ kernel in *folder*: files for modules, and includes for imports."""
    files = {str(path.relative_to(folder)): path for path in folder.rglob("*.[hc]pp")}
    rooms = {name: name.split("/")[0] if "/" in name else "base" for name in files}
    texts = {name: path.read_text(encoding="utf-8").splitlines() for name, path in files.items()}
    imports = sorted(
        Import(name, found[1], number, late=False)
        for name, text in texts.items()
        for number, line in enumerate(text, 1)
        if (found := re.match(r'#include "(.+)"', line))
    )
    return House(KERNEL_LAYERS, rooms, {name: len(text) for name, text in texts.items()}, tuple(imports))


def faults(house: House) -> list[str]:
    """What is wrong with the house, a line each."""
    if house.unnamed():
        return [f"{room}: a room that the order of the layers does not name" for room in house.unnamed()]
    return [
        *(f"rooms import each other: {', '.join(part)}" for part in house.room_cycles()),
        *(f"modules import each other: {', '.join(part)}" for part in house.module_cycles()),
        *(f"{one.source}:{one.line} imports upwards: {one.target}" for one in house.upward()),
    ]


def report(title: str, house: House) -> str:
    """Rooms in their order, with their size and what they import, and sums."""
    between = house.between()
    order = {room: number for number, room in enumerate(house.layers)}
    rows = []
    for room in sorted(set(house.rooms.values()), key=lambda name: order.get(name, -1)):
        modules = [name for name, its in house.rooms.items() if its == room]
        lines = sum(house.lines[name] for name in modules)
        into = sorted((other for one, other in between if one == room), key=lambda name: order.get(name, -1))
        rows.append(f"{room:16}{len(modules):8}{lines:8}  {' '.join(into)}".rstrip())
    meant = sum(house.meant(one) is not None for one in house.imports)
    return "\n".join(
        [
            f"{title}: {len(rows)} rooms, {len(house.rooms)} modules, {len(house.imports)} imports",
            f"{sum(between.values())} of them from one room into another, of {len(between)} pairs of rooms",
            f"{'room':16}{'modules':>8}{'lines':>8}  imports",
            *rows,
            f"meant to go upwards or round, within functions: {meant}",
        ]
    )


def main() -> int:
    """Print the rooms of the package and of the kernel, and what is wrong."""
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=formatter)
    parser.add_argument("--imports", action="store_true", help="print every import between rooms")
    options = parser.parse_args()
    wrong: list[str] = []
    for title, house in (("verifier", package()), ("verifier/_native", kernel())):
        wrong += faults(house)
        print(report(title, house))
        for one in house.imports if options.imports else ():
            if house.rooms[one.source] != house.rooms[one.target]:
                print(f"{one.source}:{one.line} -> {one.target}{' (within a function)' if one.late else ''}")
        print()
    print("\n".join(wrong) if wrong else "no cycle between rooms or modules, and no import upwards")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
