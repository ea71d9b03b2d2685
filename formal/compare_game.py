"""Compares the proved game with the one of verifier/play, state by state.

    python formal/compare_game.py STATES [SEED]

Random boards and crops, units, rulesets without memory; states from random play, and states at random.
Compared are walls, locales, units and first states; whether the attacker owns a point of every unit; all
legal moves with what they take, what they lead to, or who wins by them; who wins a cycle; and in locales of
up to three points the verdict, which the proved game finds by trying all courses of play. Then as many states
of games that remember, from random play: all moves and what is remembered after them, and reviews.
"""

import itertools
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from stones import settled_as_proved

from verifier.board import Colour, Position, Side
from verifier.board.grid import bits
from verifier.errors import InputError
from verifier.play import Arena, MemoryArena, State, Step, arena_for, scoped
from verifier.play.arenas import remembers
from verifier.play.hypothetical import Cycle
from verifier.proof.certificate import Claim, Verdict
from verifier.rules import AXES, Ruleset
from verifier.rules.axes import INSIDE, PASS_FOR_KO, conflict
from verifier.search import Status, prove

PROGRAM = Path(__file__).parent / "build" / "game"
PLAYED = ("ko", "owner_threats", "attacker_threats", "first_move", "end", "dead_means", "cycle", "walls")
WITHOUT_MEMORY = {
    "ko": ("basic", "none"),
    "dead_means": ("finally owned", "captured once"),
    "cycle": ("prisoners then ownership", "prisoners", "alive", "draw"),
    "suicide": ("forbidden",),
}
PLAYED_OUT = 3
"""Points of a locale in which all courses of play can be tried."""


def rulesets() -> list[Ruleset]:
    """All combinations of values of the axes of play that have a game without memory."""
    choices = [WITHOUT_MEMORY.get(axis, tuple(AXES[axis].values)) for axis in PLAYED]
    others = {axis: next(iter(AXES[axis].values)) for axis in AXES if axis not in PLAYED}
    made = []
    for values in itertools.product(*choices):
        said = {**others, **dict(zip(PLAYED, values, strict=True))}
        if conflict(said) is None:
            made.append(Ruleset.of("compared", said))
    return made


def diagram(rng: random.Random) -> Position:
    """A random board or crop, mostly small, sometimes with chains without liberties."""
    longest = rng.choice((3, 4, 4, 5, 5, 6, 7, 9)) if rng.random() < 0.995 else 19
    rows, cols = rng.randint(1, longest), rng.randint(1, longest)
    density = rng.choice((0.3, 0.5, 0.7, 0.85))
    black = white = 0
    for point in range(rows * cols):
        if rng.random() < density:
            if rng.random() < 0.5:
                black |= 1 << point
            else:
                white |= 1 << point
    sides = frozenset(side for side in Side if rng.random() < 0.25)
    position = Position(rows, cols, black, white, sides)
    if rng.random() < 0.97:
        for chain in list(position.breathless()):
            black, white = black & ~chain, white & ~chain
        position = Position(rows, cols, black, white, sides)
    return position


def state_text(arena: Arena, state: State) -> str:
    left = f"t{state.threats[0]}{state.threats[1]}" if any(state.threats) else ""
    taken = f"x{state.taken:x}" if state.taken else ""
    stones = f"{state.black & arena.locale:x},{state.white & arena.locale:x}"
    return f"{stones},{state.ban},{state.to_move}{'p' if state.passed else ''}{left}{taken}"


def step_text(arena: Arena, state: State, step: Step) -> str:
    if step.winner is not None:
        return f"{step.move}:over {int(step.winner)}"
    weight = step.captured if state.to_move == arena.attacker else -step.captured
    return f"{step.move}:{weight}>{state_text(arena, step.state)}"


def at_random(arena: Arena, rng: random.Random) -> State:
    """A state that play need not reach; its chains may have no liberties."""
    black, white = arena.position.black & ~arena.locale, arena.position.white & ~arena.locale
    density = rng.choice((0.4, 0.7, 0.9))
    for point in bits(arena.locale):
        if rng.random() < density:
            if rng.random() < 0.5:
                black |= 1 << point
            else:
                white |= 1 << point
    ban = rng.choice(tuple(bits(arena.locale))) if rng.random() < 0.3 else -1
    taken = sum(part for part in arena.parts if rng.random() < 0.5) if arena.takes else 0
    threats = (rng.randint(0, 3), rng.randint(0, 3)) if rng.random() < 0.3 else (0, 0)
    passed = rng.random() < 0.3
    return State(black, white, ban, rng.randint(0, 1), passed, threats=threats, taken=taken)


def questions(rng: random.Random, rules: list[Ruleset]) -> Iterator[tuple[str, str]]:
    """Questions with the answers of verifier/play, without end."""
    while True:
        position, ruleset = diagram(rng), rng.choice(rules)
        stones = list(bits(position.black | position.white))
        if not stones:
            continue
        named = rng.sample(stones, min(len(stones), rng.choice((1, 1, 1, 2, 3))))
        owner = position.colour_at(named[0])
        sides = "".join(sorted(side.value[0] for side in position.open_sides))
        values = ";".join(ruleset[axis] for axis in PLAYED)
        points = ",".join(map(str, named))
        board = f"{position.rows};{position.cols};{position.black:x};{position.white:x}"
        ask = f"claim;{board};{sides};{points};{values}"
        chains = [position.chain_at(point) for point in named]
        good = len(set(chains)) == len(chains) and all(position.colour_at(point) == owner for point in named)
        try:
            arena = Claim(position, sum(set(chains)), ruleset, Verdict.ALIVE).arena()
        except InputError:
            good = False
        if not good or next(position.breathless(), None) is not None:
            yield ask, "improper"
            continue
        units = ",".join(sorted(f"{part:x}" for part in arena.parts))
        head = f"{arena.walls[0]:x} {arena.walls[1]:x} {units} true"
        if not arena.locale:
            yield ask, f"{head} walled"
            continue
        yield ask, f"{head} {arena.locale:x} {state_text(arena, arena.start)}"
        if arena.locale.bit_count() <= PLAYED_OUT:
            status = prove(arena).status
            yield "verdict", f"{status is Status.ALIVE} {status is Status.DEAD}".lower()
        state = arena.start
        for _ in range(rng.choice((5, 20, 60))):
            if rng.random() < 0.4:
                state = at_random(arena, rng)
            steps = list(arena.steps(state))
            owns = str(arena.attacker_owns_some(state)).lower()
            moves = " ".join(step_text(arena, state, step) for step in steps)
            winner = settled_as_proved(arena, state)
            settled = "-" if winner is None else str(int(winner))
            yield f"state;{state_text(arena, state)}", f"{owns} {settled} {moves}"
            step = rng.choice(steps)
            state = arena.start if step.winner is not None else step.state
        for _ in range(3):
            cycle = Cycle(rng.randint(0, 2), rng.randint(0, 2), rng.random() < 0.5)
            winner = arena.cycle_winner(cycle)
            total = cycle.owner_lost - cycle.attacker_lost
            always = str(cycle.attacker_always_owns).lower()
            yield f"cycle;{total};{always}", "nobody" if winner is None else str(int(Colour(winner)))


def remembering_rulesets() -> list[Ruleset]:
    """All combinations of values of the axes of play that have a game with a memory and a fixed scope."""
    choices = [tuple(AXES[axis].values) for axis in PLAYED]
    others = {axis: next(iter(AXES[axis].values)) for axis in AXES if axis not in PLAYED}
    made = []
    for values in itertools.product(*choices):
        said = {**others, **dict(zip(PLAYED, values, strict=True))}
        if conflict(said) is None and said["suicide"] == "forbidden" and said["dead_means"] != INSIDE:
            made.append(Ruleset.of("compared", said))
    return [ruleset for ruleset in made if remembers(ruleset)]


def remembered_text(arena: MemoryArena, state: State) -> str:
    assert state.memory is not None
    memory = state.memory
    # An ordinary ban is one of the side to move, whatever its play would take.
    bans = [memory.bans if side == state.to_move else 0 for side in (0, 1)]
    if arena.ruleset["ko"] in PASS_FOR_KO:
        bans = [arena.bans_on(state, side) for side in (0, 1)]
    taken = state.taken if arena.takes else 0
    sets = (*bans, *memory.freed)
    return (
        f"{state.black & arena.locale:x},{state.white & arena.locale:x},{state.to_move},"
        + ",".join(f"{points:x}" for points in sets)
        + f",{'c' if memory.captured else 'w'},{memory.old:x},{memory.held:x},{taken:x}"
    )


def remembering_questions(rng: random.Random, rules: list[Ruleset]) -> Iterator[tuple[str, str]]:
    """The same for games that remember: what a state remembers is compared too."""
    while True:
        position, ruleset = diagram(rng), rng.choice(rules)
        stones = list(bits(position.black | position.white))
        if not stones or next(position.breathless(), None) is not None:
            continue
        named = rng.sample(stones, min(len(stones), rng.choice((1, 1, 1, 2))))
        chains = {position.chain_at(point): point for point in named}
        unit = sum(chains)
        scope = rng.getrandbits(position.rows * position.cols) if scoped(ruleset) else None
        try:
            arena = arena_for(position, unit, ruleset, scope)
        except InputError:
            continue
        if not arena.locale:
            continue
        assert isinstance(arena, MemoryArena)
        ko, aim = ruleset["ko"], ruleset["dead_means"]
        board = (
            "none" if ko == "none" else "basic",
            *("0", "0", ruleset["first_move"], "never", "captured once", "prisoners", ruleset["walls"]),
        )
        sides = "".join(sorted(side.value[0] for side in position.open_sides))
        points = ",".join(map(str, chains.values()))
        place = f"{position.rows};{position.cols};{position.black:x};{position.white:x}"
        units = ",".join(sorted(f"{part:x}" for part in arena.parts))
        state = arena.start
        head = f"{arena.walls[0]:x} {arena.walls[1]:x} {units} true {arena.locale:x}"
        first = f"{state.black & arena.locale:x},{state.white & arena.locale:x},-1,{state.to_move}"
        yield f"claim;{place};{sides};{points};{';'.join(board)}", f"{head} {first}"
        yield f"remembers;{ko};{aim};{arena.scope:x}", remembered_text(arena, state)
        for _ in range(rng.choice((5, 20, 80))):
            steps = list(arena.steps(state))
            marks = str(arena.marked(state)).lower() if arena.enabling else "-"
            moves = []
            for step in steps:
                if step.winner is not None:
                    moves.append(f"{step.move}:over {int(step.winner)}")
                    continue
                weight = step.captured if state.to_move == arena.attacker else -step.captured
                moves.append(f"{step.move}:{weight}>{remembered_text(arena, step.state)}")
            yield f"remembered;{remembered_text(arena, state)}", f"{marks} {' '.join(moves)}"
            # Captures come first, so that there are kos.
            takes = [step for step in steps if step.captured]
            step = rng.choice(takes if takes and rng.random() < 0.5 else steps)
            state = arena.start if step.winner is not None else step.state


def until(
    asked: dict[str, Iterator[tuple[str, str]]], counts: dict[str, int], wanted: int
) -> Iterator[tuple[str, str, str]]:
    """Questions of one kind after the other, until so many of each have been counted."""
    for what, questions_of_it in asked.items():
        for ask, wish in questions_of_it:
            if counts[what] >= wanted:
                break
            yield what, ask, wish


def main() -> int:
    wanted = int(sys.argv[1])
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    rules = rulesets()
    remembering = remembering_rulesets()
    counts = dict.fromkeys(("claim", "verdict", "state", "cycle", "remembers", "remembered"), 0)
    with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        last = ""
        asked = {"state": questions(rng, rules), "remembered": remembering_questions(rng, remembering)}
        for what, ask, wish in until(asked, counts, wanted):
            kind = ask.partition(";")[0]
            counts[kind] += 1
            last = ask if kind == "claim" else f"{last}\n  {ask}" if kind == "remembers" else last
            program.stdin.write(ask + "\n")
            program.stdin.flush()
            answer = program.stdout.readline().rstrip("\n")
            if answer != wish:
                print(f"different, {what}:\n  {last}\n  {ask}")
                print(f"  verifier/play: {wish}\n  proved game:   {answer}")
                program.kill()
                return 1
        program.stdin.close()
    names = "claims", "verdicts", "states", "cycles", "games that remember", "states of them"
    compared = ", ".join(f"{count} {name}" for count, name in zip(counts.values(), names, strict=True))
    print(f"{compared}, under {len(rules)} and {len(remembering)} rulesets: equal")
    return 0


if __name__ == "__main__":
    sys.exit(main())
