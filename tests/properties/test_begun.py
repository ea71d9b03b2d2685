"""Searches in windows that end at a limit and go on from there, beside such that begin anew."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from second import random_position, random_rules

from verifier.board import Colour
from verifier.errors import InputError
from verifier.notation import parse_diagram
from verifier.play import MemoryArena, Plain
from verifier.proof import Certificate, Claim, Verdict, check
from verifier.proof.scope import arena_of
from verifier.rules import load_ruleset
from verifier.search import Limits, Status, available_provers, prove
from verifier.search.native import BEGUN_FROM, Begun
from verifier.search.windows.window import game_in_window, in_window, prove_in_window

pytestmark = pytest.mark.skipif("native" not in available_provers(), reason="without the native kernel")

STEPS = (5, 15, 45, 135, 405, 1215, 3645)

WALL = """
. . . . .
. . . . .
. . . . .
X X X X X
O O O O O
. . . . .
"""
TERRITORY = 5 * 3


def games(rng, number):
    """Windows of random boards under random rules, in some of which a stone is to be held, with their sides."""
    while number:
        rules, position = random_rules(rng), random_position(rng)
        unit = rng.choice(list(position.units()))
        try:
            arena = arena_of(Certificate(Claim(position, unit, rules, Verdict.ALIVE), ()))
        except InputError:
            continue
        if not (in_window(rules) and arena.locale):
            continue
        side = rng.choice(list(Colour))
        holds = side == arena.owner and isinstance(arena, MemoryArena) and arena.enabling and rng.random() < 0.5
        found = game_in_window(arena, side, arena.locale & (rng.getrandbits(25) | unit), holds=holds)
        if found is not None and found[1].locale:
            number -= 1
            yield found[1], side


def test_a_search_that_goes_on_finds_what_one_from_the_beginning_does():
    """With as many states; but where it was stopped may tell when it looks at what it has found."""
    rng, alike, later = random.Random(5), 0, 0
    for game, side in games(rng, 800):
        begun, spent = Begun(), 0
        for nodes in STEPS:
            limits = Limits(nodes=nodes, seconds=1e9)
            outcome = begun.prove(game, side, limits)
            spent += outcome.nodes
            assert spent <= nodes
            if not outcome.stopped:
                break
            assert spent == nodes
        anew = prove(game, limits=Limits(nodes=STEPS[-1], seconds=1e9), prover="native", side=side)
        if Status.UNKNOWN not in (anew.status, outcome.status):
            assert anew.status is outcome.status
        alike += anew.status is outcome.status
        later += outcome.certificate is not None and spent > STEPS[0]
    assert alike >= 790
    assert later >= 20


def test_that_no_stone_can_be_held_is_said_by_the_whole_search_alone():
    """A hasty one comes first, takes about as many states here, and may miss a stone."""
    rng, lost, enough = random.Random(7), 0, Limits(nodes=60, seconds=1e9)
    for game, side in games(rng, 3_000):
        if not isinstance(game, Plain) or not game.holds:
            continue
        both = Begun().prove(game, side, enough)
        if both.stopped or both.certificate is not None:
            continue
        for nodes in range(1, both.nodes // 2 + 1):
            assert Begun().prove(game, side, Limits(nodes=nodes, seconds=1e9)).stopped
            lost += 1
    assert lost >= 20


@pytest.mark.parametrize("rules", ["proposal2012", "japanese1989-inside"])
def test_what_is_found_in_the_end_is_proved(rules):
    arena = arena_of(claimed(WALL, rules))
    begun, spent = Begun(), []
    for nodes in (BEGUN_FROM, 8_000, 200_000):
        limits = Limits(nodes=nodes, seconds=1e9)
        outcome = prove_in_window(arena, arena.owner, arena.unit | (1 << TERRITORY) - 1, limits, held=False, begun=begun)
        spent.append(outcome.nodes)
    assert spent[:2] == [BEGUN_FROM, 8_000 - BEGUN_FROM]
    assert outcome.certificate is not None
    assert len(outcome.certificate.evidence[0].nodes) > 100
    check(outcome.certificate)


def claimed(text, rules):
    """That the wall of Black's lives."""
    position = parse_diagram(text).position
    (unit,) = (unit for unit in position.units() if position.owner_of(unit) is Colour.BLACK)
    return Certificate(Claim(position, unit, load_ruleset(rules), Verdict.ALIVE), ())


def hard_game(more=""):
    """Whether it does takes some ten thousand states."""
    arena = arena_of(claimed(WALL + more, "proposal2012"))
    found = game_in_window(arena, arena.owner, arena.unit | (1 << TERRITORY) - 1)
    assert found is not None
    return found[1], arena.owner


def test_a_search_of_another_game_begins_anew():
    begun, other = Begun(), ". . . . .\n"
    for game, side in (hard_game(), hard_game(other)):
        assert begun.prove(game, side, Limits(nodes=100)).nodes == 100
    game, side = hard_game()
    assert begun.prove(game, side, Limits(nodes=150)).nodes == 50
    again = begun.prove(game, side, Limits(nodes=150))
    assert (again.nodes, again.stopped) == (0, True)
    assert begun.prove(game, side.opponent, Limits(nodes=150)).nodes == 150


def test_what_takes_too_much_memory_is_forgotten():
    game, side = hard_game()
    for mib, more in ((64, 100), (2, 2100)):
        begun = Begun()
        assert begun.prove(game, side, Limits(nodes=2000, memory_mib=mib)).reached == "nodes"
        assert begun.prove(game, side, Limits(nodes=2100)).nodes == more


def test_those_used_last_are_kept():
    begun, games = Begun(), [hard_game(". . . . .\n" * more) for more in range(4)]
    room = Limits(nodes=2000, memory_mib=8)
    for game, side in games:
        begun.prove(game, side, room)
    spent = [begun.prove(game, side, Limits(nodes=2001, memory_mib=64)).nodes for game, side in reversed(games)]
    assert spent[0] == 1
    assert spent[-1] == 2001


CRAMPED = """
import resource
from test_begun import claimed
from verifier.proof.scope import arena_of
from verifier.search import Limits
from verifier.search.native import Begun
from verifier.search.windows.window import game_in_window
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
begun, row = Begun(), ". . . . . . .\\n"
for more in range(1, 6):
    arena = arena_of(claimed(4 * row + "X X X X X X X\\nO O O O O O O\\n" + more * row, "proposal2012"))
    _, window = game_in_window(arena, arena.owner, arena.unit | (1 << 28) - 1)
    print(begun.prove(window, arena.owner, Limits(nodes=8000, seconds=1e9)).reached)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits on addresses are Linux's")
def test_where_the_machine_gives_no_more_memory_what_is_kept_makes_room():
    """Searches that are kept reserve more than they use."""
    helpers = [path for path in sys.path if Path(path).is_relative_to(Path(__file__).parents[1])]
    run = subprocess.run(
        [sys.executable, "-P", "-c", CRAMPED],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(helpers)},
        capture_output=True,
        text=True,
    )
    assert run.stdout.split() == ["nodes"] * 5, run.stderr
