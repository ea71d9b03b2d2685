"""The graph of a decomposition for other programs: GraphML and DOT.

A node is named by the GTP vertex of its first point. Sets of points are lists of vertices with spaces between
them, as neither format has lists.
"""

import io

import networkx as nx

from verifier.board import Mask, vertices
from verifier.units.decomposition import Decomposition

__all__ = ["dot", "graphml", "named_graph"]


def named_graph(found: Decomposition) -> "nx.Graph[str]":
    """Return the graph of chains and regions with names for nodes, and attributes that files can hold.

    The graph has ``rows``, ``columns``, ``open_sides`` and ``walls``; every node ``kind``, ``points`` and
    ``size``; a chain ``colour``, ``liberties`` (their number), ``assumed``, ``wall``, and if it is in a
    locale ``locale``, the name of that; a region ``outside``; an edge ``contact`` and ``shared``.
    """
    position = found.position

    def listed(mask: Mask) -> str:
        return " ".join(vertices(mask, position.rows, position.cols))

    graph: nx.Graph[str] = nx.Graph(
        rows=position.rows,
        columns=position.cols,
        open_sides=" ".join(sorted(side.value for side in position.open_sides)),
        walls=found.kind,
    )
    fixed = found.walls[0] | found.walls[1]
    for node, data in found.graph.nodes(data=True):
        own: dict[str, str | int | bool] = {
            "kind": data["kind"],
            "points": listed(node),
            "size": data["size"],
        }
        if data["kind"] == "chain":
            own["colour"] = str(data["colour"])
            own["liberties"] = data["liberties"].bit_count()
            own["assumed"] = data["assumed"]
            own["wall"] = bool(node & fixed)
            if locale := found.locale_of.get(node, 0):
                own["locale"] = found.name(locale)
        else:
            own["outside"] = data["outside"]
        graph.add_node(found.name(node), **own)
    for first, second, data in found.graph.edges(data=True):
        shared = listed(data["shared"])
        graph.add_edge(found.name(first), found.name(second), contact=data["contact"], shared=shared)
    return graph


def graphml(found: Decomposition) -> str:
    """Return the graph as GraphML, written by networkx; each attribute has its type."""
    file = io.BytesIO()
    # The writer that needs the standard library only, so that the file does not depend on what is installed.
    nx.write_graphml_xml(named_graph(found), file, named_key_ids=True)
    return file.getvalue().decode("utf-8") + "\n"


def dot(found: Decomposition) -> str:
    """Return the graph in the DOT language of Graphviz: stones in their colours, regions as ellipses.

    Written here, as networkx does it with pydot or pygraphviz only, and these few lines ask for neither.
    """
    graph = named_graph(found)
    lines = ["graph units {", *(f"  {name}={_quoted(value)};" for name, value in graph.graph.items())]
    for name, data in graph.nodes(data=True):
        if data["kind"] == "chain":
            ink, paper = ("white", "black") if data["colour"] == "black" else ("black", "white")
            style = {"shape": "box", "style": "filled", "fillcolor": paper, "fontcolor": ink}
            style["peripheries"] = "2" if data["wall"] else "1"
        else:
            style = {"shape": "ellipse", "style": "dashed" if data["outside"] else "solid"}
        label = f"{name}\n{data['size']}"
        lines.append(f"  {_quoted(name)} [{_listed({'label': label, **style, **data})}];")
    for first, second, data in graph.edges(data=True):
        style = {"style": "bold" if data["contact"] else "solid"}
        lines.append(f"  {_quoted(first)} -- {_quoted(second)} [{_listed({**style, **data})}];")
    return "\n".join([*lines, "}"]) + "\n"


def _listed(attributes: dict[str, str | int | bool]) -> str:
    return ", ".join(f"{name}={_quoted(value)}" for name, value in attributes.items())


def _quoted(value: str | int | bool) -> str:
    """A value of DOT: a number as it is, everything else as a string."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
