"""Composed endings whose truth is known: none may be judged wrongly, and most must be decided."""

import pytest
from endings import audited, endings, faults

from verifier.jobs.audit import Finding

ENDINGS = {ending.name: ending for ending in endings()}
HARD = ("fig-seki-1", "fig-seki-2")
"""Boards on which some chains are not decided in a minute."""
SOON = [name for name in ENDINGS if not name.startswith(HARD)]


def test_there_are_endings_on_three_sizes_right_and_wrong():
    assert len(ENDINGS) >= 30
    for size in (9, 13, 19):
        chosen = [ending for ending in ENDINGS.values() if ending.record.position.rows == size]
        assert {(e.right_chains, e.right_result) for e in chosen} >= {(True, True), (False, False), (True, False)}


@pytest.mark.parametrize("name", [name for name in SOON if "-19-" not in name or "ex13" in name or "race" in name])
def test_what_was_agreed_is_confirmed_if_it_is_true_and_refuted_if_not(name):
    ending = ENDINGS[name]
    audit = audited(ending)
    assert not faults(ending, audit)
    assert audit.proved == len(audit.chains)
    assert audit.dead is (Finding.CONFIRMED if ending.right_chains else Finding.REFUTED)
    assert audit.result is (Finding.CONFIRMED if ending.right_result else Finding.REFUTED)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDINGS)
def test_no_ending_is_judged_wrongly(name):
    ending = ENDINGS[name]
    assert not faults(ending, audited(ending))
