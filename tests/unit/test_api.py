"""The Python interface."""

import xml.etree.ElementTree as ET

import pytest

import verifier
from verifier import InputError, Limits, Status, judge
from verifier.adjudicate import judge as layer

CORNER = "edges: top,left\n. X X O .\nX O O O .\nO O . . .\n. . . . .\n"


def test_a_diagram_is_judged_in_one_call():
    judgement = judge(CORNER)
    assert [(verdict.name, verdict.status) for verdict in judgement.verdicts] == [("B4", Status.DEAD), ("A3", Status.DEAD)]
    assert judgement.complete
    assert judgement.ruleset.id == "proposal2012"


def test_every_verdict_carries_a_certificate_that_the_checker_accepts():
    for verdict in judge(CORNER).verdicts:
        assert verdict.certificate is not None
        assert verifier.check(verdict.certificate).claim.verdict.value == verdict.status.value


def test_positions_diagrams_cases_and_ids_are_all_accepted():
    case = verifier.load_case("ex24")
    found = [judge(subject, units=["B10"]) for subject in ("ex24", case, case.diagram, case.position)]
    assert {judgement.verdicts[0].status for judgement in found} == {Status.DEAD}


def test_units_are_named_by_vertex_by_row_and_column_or_by_number():
    names = [judge(CORNER, units=[unit]).verdicts[0].name for unit in ("C4", "r1c3", 2)]
    assert names == ["B4", "B4", "B4"]
    assert len(judge(CORNER, units=["B4", "C4"]).verdicts) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"units": "A3"}, "a list of points is needed"),
        ({"units": [99]}, "point 99 is off the board of 4 rows and 5 columns"),
        ({"units": ["A4"]}, "there is no stone on this point"),
        ({"units": ["D4"]}, "assumed alive"),
        ({"rules": "nowhere"}, "no such file and no such id"),
        ({"jobs": 0}, "at least one is needed"),
    ],
)
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(InputError, match=message):
        judge(CORNER, **arguments)


def test_an_unknown_unit_is_unknown_and_has_no_certificate():
    judgement = judge(CORNER, limits=Limits(nodes=1))
    unknown = [verdict for verdict in judgement.verdicts if verdict.status is Status.UNKNOWN]
    assert unknown
    assert all(verdict.certificate is None and verdict.report is None for verdict in unknown)
    assert not judgement.complete
    assert not judgement.territory.bounds.decided


def test_territory_is_known_only_if_all_units_were_asked_for():
    assert judge(CORNER, units=["A3"]).territory is None
    territory = judge(CORNER).territory
    assert territory is not None
    assert territory.bounds.decided


def test_a_judgement_shows_itself_in_three_ways():
    judgement = judge(CORNER)
    assert repr(judgement) == "<Judgement under proposal2012: B4 dead, A3 dead>"
    assert " 4| .  X- X- O  .  4" in str(judgement)
    assert ET.fromstring(judgement._repr_svg_()).tag.endswith("svg")
    assert repr(judgement.verdicts[0]).startswith("<UnitVerdict black B4: dead (strategy of ")


def test_a_verdict_is_found_by_a_point():
    judgement = judge(CORNER)
    assert judgement.at(1) is judgement.verdicts[0]
    assert judgement.at(0) is None


def test_progress_is_reported_verdict_by_verdict():
    seen = []
    judgement = judge(CORNER, on_verdict=seen.append)
    assert tuple(seen) == judgement.verdicts


def test_an_interruption_carries_what_was_found(monkeypatch):
    search, calls = layer.prove, []

    def interrupted(*args, **options):
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return search(*args, **options)

    monkeypatch.setattr(layer, "prove", interrupted)
    with pytest.raises(verifier.Interrupted) as caught:
        judge(CORNER)
    assert [verdict.name for verdict in caught.value.judgement.verdicts] == ["B4"]
    assert not caught.value.judgement.complete


def test_want_of_memory_is_unknown(monkeypatch):
    def exhausted(*args, **options):
        raise MemoryError

    monkeypatch.setattr(layer, "prove", exhausted)
    assert {verdict.reason for verdict in judge(CORNER).verdicts} == {"limit: the memory of this machine"}


def test_everything_that_the_package_promises_is_there():
    for name in verifier.__all__:
        assert getattr(verifier, name) is not None
    assert set(verifier.__all__) <= set(dir(verifier))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = verifier.nothing
