"""The table of axioms says what its source prints: quotations, how they are read, and what is wrong in them."""

import dataclasses
import random
import re
from pathlib import Path

import pytest
import quoting

from verifier.jobs.ikeda import AXIOMS, Axiom, audit, shape
from verifier.jobs.ikeda.audit import refute, situations
from verifier.jobs.ikeda.axioms import DECLARATIONS, SIGNATURES
from verifier.jobs.ikeda.formulas import Join, Name, Not, parse
from verifier.jobs.ikeda.signatures import Signature, declared, flaws
from verifier.jobs.ikeda.spelling import MalformedError, plain, tokens
from verifier.jobs.ikeda.symbols import SYMBOLS

BY_NUMBER = {axiom.number: axiom for axiom in AXIOMS}
DIGESTS = {
    number: found
    for found, _, number in (
        line.partition("  ")
        for line in Path(__file__).with_name("quotations.sha256").read_text(encoding="utf-8").splitlines()
    )
}
SOURCE = quoting.source_text()
needs_source = pytest.mark.skipif(
    SOURCE is None, reason=f"{quoting.VARIABLE} does not name a folder with the text of the paper"
)


# The quotations


def quotations() -> dict[str, str]:
    declarations = "\n".join(entry.quoted for entry in DECLARATIONS)
    return {**{axiom.number: axiom.quoted for axiom in AXIOMS}, "declarations": declarations}


def test_no_quotation_was_changed_since_it_was_compared_with_the_source():
    assert {number: quoting.digest(quoted) for number, quoted in quotations().items()} == DIGESTS


@needs_source
def test_every_quotation_stands_in_the_source_character_by_character():
    lines = SOURCE.split("\n")
    for axiom in AXIOMS:
        here = "\n".join(lines[axiom.line - 1 : axiom.line + axiom.quoted.count("\n")])
        assert f"{axiom.number}: {axiom.quoted}" in here, axiom.number
    for entry in DECLARATIONS:
        assert entry.quoted in "\n".join(lines[entry.line - 1 : entry.line + entry.quoted.count("\n")])


@needs_source
def test_the_quotations_are_all_of_what_the_source_prints_and_in_its_order():
    printed = quoting.axioms_of(SOURCE)
    assert list(printed.items()) == [(axiom.number, (axiom.line, axiom.quoted)) for axiom in AXIOMS]
    assert quoting.declarations_of(SOURCE) == [(entry.line, entry.quoted) for entry in DECLARATIONS]


@needs_source
def test_the_digests_are_those_of_the_source():
    printed = {number: formula for number, (_, formula) in quoting.axioms_of(SOURCE).items()}
    declarations = "\n".join(text for _, text in quoting.declarations_of(SOURCE))
    assert {
        n: quoting.digest(text) for n, text in {**printed, "declarations": declarations}.items()
    } == DIGESTS


ALTERED = [
    ("5-9", "- 1", "+ 1"),
    ("5-11", "+ 1", "- 1"),
    ("1-3", "≥ 1", "≥ 2"),
    ("4-2'", "then 白", "then 黒"),
    ("12-1'", "+ コミ", "- コミ"),
    ("12-2", "- アゲ石黒", "+ アゲ石黒"),
]


@pytest.mark.parametrize(("number", "printed", "altered"), ALTERED, ids=[case[0] for case in ALTERED])
def test_an_altered_quotation_of_an_axiom_that_holds_is_noticed_twice(number, printed, altered):
    """By its digest, and by the engine: what is checked is read from the quotation."""
    axiom = BY_NUMBER[number]
    field = "read" if axiom.read else "quoted"
    text = getattr(axiom, field)
    assert printed in text
    changed = dataclasses.replace(axiom, **{field: text.replace(printed, altered)})
    assert quoting.digest(axiom.quoted.replace(printed, altered)) != DIGESTS[number]
    assert not audit(20, seed=5, axioms=[changed], sizes=(2,)).sound
    assert audit(20, seed=5, axioms=[axiom], sizes=(2,)).sound


@pytest.mark.parametrize("number", ["5-9", "5-11", "8-2'", "11-2"])
def test_an_axiom_called_wrong_against_the_engine_makes_the_audit_fail(number):
    """A misprint that is not there is not refuted; a correction that is none is."""
    axiom = BY_NUMBER[number]
    invented = dataclasses.replace(axiom, meant=axiom.printed, fault="invented")
    found = audit(20, seed=5, axioms=[invented], sizes=(2,))
    assert not found.sound
    assert found.findings[0].verdict in ("not refuted", "ENGINE DIFFERS")


# How they are read


def test_a_quotation_is_read_otherwise_only_where_it_is_garbled():
    for axiom in AXIOMS:
        if axiom.read:
            assert flaws_of(axiom.quoted), axiom.number


def test_what_is_read_differs_from_the_quotation_in_brackets_and_signs_only():
    """手 and を inside a name are garbled signs of membership; names, variables, numbers and + - are as printed."""
    kept = re.compile(r"[\w+?-]|[=≠≥≤>∪φ]")
    for axiom in AXIOMS:
        if axiom.read:
            read, quoted = (
                "".join(kept.findall("".join(tokens(text)))) for text in (axiom.read, axiom.quoted)
            )
            assert read.replace("==", "=") == re.sub("手石|を石", "石", quoted).replace("==", "="), (
                axiom.number
            )


def flaws_of(text: str) -> tuple[str, ...]:
    try:
        return flaws(parse(text), SIGNATURES)
    except MalformedError as error:
        return (str(error),)


def test_markup_and_spelling_are_made_plain():
    assert plain("点の色 ($S, xy_2) = \\text{白}$ &\n 座標 X (xy)；") == "点の色(S, xy2) = 白 & 座標X(xy);"
    assert plain("if 点の色 ($S, xy) \\neq \\text{黒}$ or $xy \\in X$") == "if 点の色(S, xy) ≠ 黒 or xy ∈ X"
    assert plain("白のグループ 1 ($S, \\{xy\\} \\cup X$)；") == "白のグループ1(S, {xy} ∪ X);"
    assert plain("黑自殺か？ (S) == ϕ") == "黒自殺か?(S) == φ"


def test_what_is_plain_stays_as_it_is():
    for axiom in AXIOMS:
        for text in (axiom.quoted, axiom.read, axiom.mended, axiom.meant):
            assert plain(plain(text)) == plain(text)


def test_negation_binds_more_than_conjunction_and_that_more_than_disjunction():
    yes, no, may = (Name(name) for name in ("真", "假", "黒"))
    assert parse("真 == 黒 or not (真) & 假").right == Join("or", may, Join("&", Not(yes), no))
    assert parse("真 == 黒 - 真 - 假 = 真").right == Join("=", Join("-", Join("-", may, yes), no), yes)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("上(xy == xy", ") is missing that closes 上(, before: the end"),
        ("上(xy) = xy", "== is missing between the two sides"),
        ("上(xy) == 下(xy); & xy", "the formula is complete before: & xy"),
        ("上(xy) == if xy", "then is missing after if"),
        ("上(xy) ==", "a term is missing before: the end"),
        ("上(xy) == xy ! 1", "no sign of the language: ! 1"),
    ],
)
def test_a_formula_that_breaks_the_grammar_is_refused_with_the_place(text, says):
    with pytest.raises(MalformedError, match=re.escape(says)):
        parse(text)


# What is wrong in them


NO_VALUE = {
    "5-2": {"= stands between grid and color"},
    "5-3": {"& stands between grid_set and grid_set"},
    "5-5": {"∪ stands between grid and grid_set", "∪ stands between color and color_set"},
    "5-7": {
        "∪ stands between grid and grid_set",
        "∪ stands between grid and grid",
        "隣接点の集合 takes 2 arguments (state, grid_set), here 1",
    },
    "5-3'": {"xy2 stands on the right side only", "& stands between grid_set and grid_set"},
    "8-1": {
        "黒を置く takes 2 arguments (state, grid), here 3",
        "黒が包囲されたか? takes 2 arguments (state, grid), here 1",
    },
    "8-1'": {
        "白を置く takes 2 arguments (state, grid), here 3",
        "白が包囲されたか? takes 2 arguments (state, grid), here 1",
    },
    "12-5": {"& stands between grid_set and grid_set"},
    "12-12": {"a term is missing before: then 黒のグループ"},
    "12-12'": {"a term is missing before: then 白のグループ"},
}


def test_the_formulas_without_a_value_are_found_by_their_types():
    assert {axiom.number: set(axiom.flaws) for axiom in AXIOMS if axiom.flaws} == NO_VALUE


def test_what_has_no_value_is_corrected_and_what_is_corrected_says_why():
    for axiom in AXIOMS:
        assert bool(axiom.meant) == bool(axiom.fault), axiom.number
        assert axiom.meant or not axiom.flaws, axiom.number
        assert axiom.flaws or not axiom.mended, axiom.number


def test_corrected_forms_are_well_formed_and_define_the_same():
    for axiom in AXIOMS:
        for text in filter(None, (axiom.mended, axiom.meant)):
            assert not flaws_of(text), axiom.number
            left, _, _ = axiom.printed.partition(" == ")
            # 5-5 and 5-7 print (xy) for {xy} on the left as well.
            assert text.startswith(f"{left.replace('(xy) ∪', '{xy} ∪')} =="), axiom.number


def test_every_symbol_is_declared_once_and_has_a_meaning():
    names = [name for entry in DECLARATIONS for name in declared(entry.quoted)]
    assert len(names) == len(set(names)) == len(SIGNATURES)
    assert set(SYMBOLS) == {*names, "真", "假"}


def test_declarations_are_read_with_their_types():
    assert declared("白が除去される状態か？ :\n\nstate, grid, grid → boolean;") == {
        "白が除去される状態か?": Signature(("state", "grid", "grid"), "boolean")
    }
    assert declared("黒, 外 : → color;") == {"黒": Signature((), "color"), "外": Signature((), "color")}
    with pytest.raises(ValueError, match="no declaration"):
        declared("黒 == 白;")


@pytest.mark.parametrize(
    ("formula", "flaw"),
    [
        ("黒を置く(S, xy) == 黒を置く(S, xy, xy)", "黒を置く takes 2 arguments (state, grid), here 3"),
        ("コミ == 黒の得点(S)", "S stands on the right side only"),
        ("点の色(S, xy) == xy", "== stands between color and grid"),
        ("盤面内か?(xy) == 盤面外か?(xy)", "盤面外か? is not declared"),
        ("盤面内か?(xy) == not (xy)", "not is given grid for boolean"),
        ("パスか?(TE) == パスか?(点(TE))", "パスか? is given grid for play"),
        ("黒地(S) == if 終局か?(S) then φ else 黒", "else stands between set and color"),
        ("黒地の数(S) == | コミ |", "| | encloses integer, not a set"),
        ("xy ∈ 黒地(S) == 点の色(S, xy) ∈ 黒地(S)", "∈ stands between color and grid_set"),
        ("コミ == 黒 + 1", "+ stands between color and integer"),
        ("終局か?(S) == コミ > 白", "> stands between integer and color"),
    ],
)
def test_calls_that_break_a_declaration_are_found(formula, flaw):
    assert flaws(parse(formula), SIGNATURES) == (flaw,)


def test_an_axiom_without_an_else_says_nothing_where_its_condition_fails():
    """11-5 before the provisional end."""
    met = {False: 0, True: 0}
    rng = random.Random(2)
    for _ in range(8):
        for situation in situations(2, rng, 25):
            number, found = refute(BY_NUMBER["11-5"].right, situation)
            assert found is None
            met[situation.world.game.now.stopped] += number
    assert met[True] > 0
    assert met[False] == 0


def _meets(quoted: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """The exceptions from each condition on the form of axioms, with one axiom more."""
    more = Axiom("0-0", "one more", 1, quoted)
    monkeypatch.setattr(shape, "AXIOMS", (*AXIOMS, more))
    return {condition: shape.exceptions(condition)[0] for condition in shape.CONDITIONS}


def test_the_axioms_overlap_nowhere_and_most_are_of_the_form_that_the_source_describes():
    assert shape.exceptions("one state") == ([], len(SIGNATURES))
    assert shape.exceptions("no overlap")[0] == []
    others = set(shape.exceptions("left sides")[0])
    # 1-1 is a condition; 3-5 has three calls in each other, 4-2 a call for a play, 5-4 a set; the rest are as described.
    assert {"1-1", "3-5", "4-2", "5-4"} <= others
    assert others.isdisjoint({"1-2", "5-1", "7-2", "9-4", "12-3"})
    assert len(others) < len(AXIOMS) / 2


@pytest.mark.parametrize(
    ("quoted", "clashing"),
    [
        # The same left side again, whatever its variables are called.
        ("前の手(黒番(S3, TE7)) == TE7", "9-4"),
        # f(x) where there is f(g(x)), and where there is f(h(g(x))).
        ("前の手(S) == パスする", "9-3"),
        ("不正着手か?(S) == 真", "3-2"),
        # g(x) where there is f(g(x)).
        ("盤(S) == 初期盤面", "7-3"),
    ],
)
def test_left_sides_that_overlap_are_found(quoted, clashing, monkeypatch):
    assert f"{clashing} and 0-0" in _meets(quoted, monkeypatch)["no overlap"]


def test_left_sides_that_have_no_common_instance_do_not_overlap(monkeypatch):
    assert _meets("前の手(黒を置く(S, xy)) == パスする", monkeypatch)["no overlap"] == []
    assert "0-0" not in _meets("前の手(黒を置く(S, xy)) == パスする", monkeypatch)["left sides"]
    assert "0-0" in _meets("点の色(黒を置く(S, xy), xy) == 黒", monkeypatch)["left sides"]
