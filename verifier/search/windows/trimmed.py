"""Proofs in stages without what the search has found and the proof does not need."""

import dataclasses
from collections import defaultdict

from verifier.proof.certificate import Place, Stages, target_of
from verifier.proof.numbering import reached, renumbered

__all__ = ["trimmed"]


def trimmed(evidence: Stages) -> Stages:
    """Return *evidence* without the ends that its first stage never comes to, and what only these need.

    A place begins with a pattern that stands at some end.
    """
    count = len(evidence.first)
    targets = {target_of(cover) for node in evidence.first for cover in node.covers}
    used = sorted(target for target in targets if target >= count)
    ends = [evidence.ends[number - count] for number in used]
    starts: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for end in ends:
        for place, node in end:
            starts[place][node] = None
    places: list[Place] = []
    numbers: dict[int, tuple[int, dict[int, int]]] = {}
    for place in sorted(starts):
        old = evidence.places[place]
        kept = reached(old.evidence.nodes, starts[place])
        numbers[place] = len(places), kept
        nodes = tuple([renumbered(old.evidence.nodes[node], kept.__getitem__) for node in kept])
        places.append(dataclasses.replace(old, evidence=dataclasses.replace(old.evidence, nodes=nodes)))
    named = [tuple((numbers[place][0], numbers[place][1][node]) for place, node in end) for end in ends]
    own = {old: count + new for new, old in enumerate(used)}
    first = tuple([renumbered(node, lambda target: own.get(target, target)) for node in evidence.first])
    return dataclasses.replace(evidence, first=first, ends=tuple(named), places=tuple(places))
