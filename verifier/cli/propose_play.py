"""The part of ``shikatsu propose`` about ordinary play: what a proposal makes of known lines of play."""

from pathlib import Path

from verifier.errors import InputError
from verifier.jobs.playing.case import Line, PlayCase, load_play_case, play_case_ids, play_line
from verifier.rules import PlayRules, builtin_names, load_play_rules, play_names, sections

__all__ = ["play_of", "print_play"]


def play_of(name: str) -> tuple[PlayRules | None, bool]:
    """Return the rules of ordinary play of a ruleset, or None, and whether it has hypothetical play as well.

    What is no file that could be read has hypothetical play; who loads it says what is wrong.

    Raises:
        InputError: the section [play] of the file is faulty.
    """
    if name in play_names() or name in builtin_names():
        return (load_play_rules(name) if name in play_names() else None), name in builtin_names()
    try:
        parts = sections(Path(name).read_text(encoding="utf-8"), name)
    except (OSError, ValueError):
        return None, True
    return (load_play_rules(name) if "play" in parts else None), parts != ("play",)


def print_play(name: str, rules: PlayRules) -> None:
    """Compare *rules* with the nearest ruleset of the package: values, and how the lines of play cases go.

    *name* is what the ruleset was given as.
    """
    print(f"Ordinary play of {rules.id}")
    others = [load_play_rules(other) for other in play_names() if other != rules.id]
    nearest = min(others, key=lambda other: len(_differing(rules, other)))
    axes = _differing(rules, nearest)
    changes = "; ".join(f"{axis} = {rules[axis]!r}, there {nearest[axis]!r}" for axis in axes)
    print(f"nearest: {nearest.id}, {f'but for {changes}' if axes else 'with the same values'}")
    cases = [load_play_case(case) for case in play_case_ids()]
    lines = [(case, number, line) for case in cases for number, line in enumerate(case.lines, 1)]
    found = []
    for case, number, line in lines:
        (mine, why), (theirs, other) = _end(case, line, name), _end(case, line, nearest.id)
        if mine != theirs:
            found.append(f"  {case.id}, line {number}: {mine}{why}; under {nearest.id} {theirs}{other}")
    many = f"{len(found) or 'none'} of {len(lines)} lines of {len(cases)} play cases"
    print(f"{many} go otherwise than under {nearest.id}")
    print("\n".join([*found, ""]))


def _differing(one: PlayRules, other: PlayRules) -> list[str]:
    return [axis for axis, value in one.values if other[axis] != value]


def _end(case: PlayCase, line: Line, name: str) -> tuple[str, str]:
    """The result of a line under a ruleset, or that its moves and claims are not possible there, and why."""
    try:
        return play_line(case, line, name).outcome.result, ""
    except InputError as error:
        return "not possible", f" ({error})"
