"""Ruleset files: what is read, and what each mistake is told about."""

import dataclasses
import re
from pathlib import Path

import pytest

from verifier.board import Position
from verifier.cli import main
from verifier.errors import InputError
from verifier.rules import (
    AXES,
    PLAY_AXES,
    Ruleset,
    builtin_names,
    load_play_rules,
    load_ruleset,
    own_ruleset,
    parse_ruleset,
    play_names,
)
from verifier.rules.axes import PLAYED

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "encodings" / "proposal2012.toml").read_text(encoding="utf-8")


def changed(pattern: str, replacement: str) -> str:
    """Return the file of the 試案 with one thing changed."""
    text, number = re.subn(pattern, replacement, TEXT, count=1, flags=re.MULTILINE)
    assert number == 1
    return text


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse_ruleset(text, "mine.toml")
    message = str(caught.value)
    assert message.startswith("mine.toml: ")
    assert "\n" not in message
    return message.removeprefix("mine.toml: ")


def test_every_ruleset_of_the_package_loads_and_cites_an_article_for_each_axis():
    assert "proposal2012" in builtin_names()
    for name in builtin_names():
        ruleset = load_ruleset(name)
        assert ruleset.id == name
        assert set(ruleset.citations) == set(AXES)
        assert all(citation.article for citation in ruleset.citations.values())


def test_the_proposal_of_2012_has_the_values_of_its_articles():
    ruleset = load_ruleset("proposal2012")
    assert ruleset["first_move"] == "owner"
    assert ruleset["dead_means"] == "finally owned"
    assert ruleset["cycle"] == "prisoners then ownership"


def test_a_ruleset_is_loaded_from_a_path(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(changed(r'^id = .*$', 'id = "mine"'), encoding="utf-8")
    assert load_ruleset(str(path)).id == "mine"
    assert load_ruleset(str(path)) == load_ruleset("proposal2012"), "rulesets compare by their values alone"
    path.write_text(changed(r'^id = .*$', 'id = "edited"'), encoding="utf-8")
    assert (load_ruleset(str(path)).id, load_play_rules(str(path)).id) == ("edited", "edited"), "it is read again"


@pytest.mark.parametrize(
    ("pattern", "replacement", "message"),
    [
        (r"^schema = 1", "schema = 2", "schema = 2: this program reads schema 1"),
        (r"^schema = 1\n", "", "schema: missing; this program reads schema = 1"),
        (r'^id = .*$', "id = 3", "id: a non-empty string is required"),
        (r'^title = .*$', 'title = "  "', "title: a non-empty string is required"),
        (r'^source = .*\n', "", "source: a non-empty string is required"),
        (r"^schema = 1", "schema = 1\ncolour = 'blue'", "top level: unknown key 'colour'; allowed keys: schema, id, title, source, base, version, history, axes, play"),
        (r"^\[axes\.ko\]", "[axes.kou]", f"axes.kou: unknown axis; the axes are {', '.join(AXES)}"),
        (r'^value = "basic"', 'value = "superko"', "axes.ko.value = 'superko': allowed values: 'basic', 'pass before each retake', 'pass once for each ko', 'one pass for all kos', 'one pass for both sides', 'pass before each capture', 'none'"),
        (r'^value = "basic"', "value = true", "axes.ko.value = True: allowed values: 'basic', 'pass before each retake', 'pass once for each ko', 'one pass for all kos', 'one pass for both sides', 'pass before each capture', 'none'"),
        (r'^value = "basic"\n', "", "axes.ko.value = None: allowed values: 'basic', 'pass before each retake', 'pass once for each ko', 'one pass for all kos', 'one pass for both sides', 'pass before each capture', 'none'"),
        (r'^article = "Article 5.*\n', "", "axes.ko.article: the article that fixes the value is required, or why none does"),
        (r'^article = "Article 5.*\n', 'article = ""\n', "axes.ko.article: the article that fixes the value is required, or why none does"),
        (r'(Article 5.*\n)basis = "text"', r'\1basis = "rumour"', "axes.ko.basis = 'rumour': allowed values: 'text', 'commentary', 'assumption'"),
        (r'(Article 5.*\n)basis = "text"', r'\1basis = "text"\nwho = "me"', "axes.ko: unknown key 'who'; allowed keys: value, article, basis, note"),
        (r'^note = "A play.*$', "note = 5", "axes.ko.note: a string is required"),
    ],
)
def test_a_mistake_is_named_with_its_key_and_what_is_allowed(pattern, replacement, message):
    assert message == refusal(changed(pattern, replacement))


def test_a_missing_axis_is_named():
    text = re.sub(r"\[axes\.walls\][^\[]*", "", TEXT)
    assert refusal(text).startswith("axes.walls: missing; allowed values: 'assumed', ")


def test_missing_or_misshapen_tables_are_named():
    head = 'schema = 1\nid = "a"\ntitle = "b"\nsource = "c"\n'
    assert refusal(head).startswith("axes: one table [axes.NAME] for each of suicide, ko, ")
    assert refusal(head + "axes = 1\n").startswith("axes: one table [axes.NAME]")
    assert refusal(head + "[axes]\nko = 'basic'\n").startswith("axes.ko: a table with the keys value, article,")


def test_text_that_is_no_toml_is_refused():
    assert refusal("schema = = 1").startswith("not valid TOML: ")


def test_values_without_a_game_are_refused_with_the_reason():
    text = changed(r'^value = "prisoners then ownership"', 'value = "alive"')
    assert "leaves passing for ever without a result; use end = 'two passes'" in refusal(text)


def test_a_ruleset_cannot_be_its_own_base():
    text = 'schema = 1\nid = "japanese1989"\nbase = "japanese1989"\ntitle = "t"\nsource = "s"\n'
    with pytest.raises(InputError, match=r"^own.toml: base = 'japanese1989': a ruleset cannot be its own base"):
        parse_ruleset(text, "own.toml")


def test_an_unknown_base_is_told_what_was_meant():
    text = 'schema = 1\nid = "mine"\nbase = "japanese1998"\ntitle = "t"\nsource = "s"\n'
    with pytest.raises(InputError, match=r"base = 'japanese1998': did you mean .*japanese1989.*\? Use one of aga"):
        parse_ruleset(text, "mine.toml")


def test_an_unknown_ruleset_is_told_the_ids():
    with pytest.raises(InputError, match=r"no such file and no such id; the ids are .*proposal2012"):
        load_ruleset("nowhere")


def test_a_ruleset_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"is no UTF-8 text; a ruleset is a text file \(TOML\)"):
        load_ruleset(str(path))


@pytest.mark.parametrize("axis", PLAYED)
def test_a_value_that_no_game_names_is_never_played_as_another_one(axis, monkeypatch):
    from verifier.play import Arena, MemoryArena
    from verifier.rules import axes

    position = Position(1, 3, 1, 2)
    values = dict(load_ruleset("proposal2012").values)
    Arena(position, 1, Ruleset.of("x", values))
    new = dataclasses.replace(AXES[axis], values={**AXES[axis].values, "new": "Nobody has written it down."})
    monkeypatch.setitem(axes.AXES, axis, new)
    monkeypatch.setattr("verifier.rules.ruleset.conflict", lambda values: None)
    for group, of in (("PASS_FOR_KO", "ko"), ("ENABLING", "dead_means")):
        if of == axis:  # a group that has the value already makes no game of it
            monkeypatch.setattr(axes, group, (*getattr(axes, group), "new"))
            monkeypatch.setattr(f"verifier.play.arenas.{group}", getattr(axes, group))
    rules = Ruleset.of("x", values | {axis: "new"})
    for kind in (Arena, MemoryArena):
        with pytest.raises(InputError, match=r"no game is written down|units are not judged"):
            kind(position, 1, rules)


def test_every_value_of_an_axis_of_play_has_its_game():
    from verifier.play import hypothetical

    for axis, known in hypothetical._WRITTEN_DOWN.items():
        assert set(AXES[axis].values) - set(known) <= {"allowed"}
    assert set(hypothetical._WRITTEN_DOWN) == set(PLAYED)


def test_a_ruleset_made_in_python_is_checked_as_well():
    values = dict(load_ruleset("proposal2012").values)
    with pytest.raises(InputError, match="ruleset x: axis 'ko' is missing; allowed: 'basic', 'pass before each retake'"):
        Ruleset.of("x", {axis: value for axis, value in values.items() if axis != "ko"})
    with pytest.raises(InputError, match="ko = 'odd' is not known"):
        Ruleset.of("x", values | {"ko": "odd"})
    with pytest.raises(InputError, match="unknown axis 'colour'"):
        Ruleset.of("x", values | {"colour": "blue"})


def test_the_digest_depends_on_the_values_alone():
    ruleset = load_ruleset("proposal2012")
    assert Ruleset.of("other", dict(reversed(ruleset.values))).digest == ruleset.digest
    assert ruleset.with_values(first_move="attacker").digest != ruleset.digest


def test_the_documentation_lists_every_axis_and_value():
    page = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
    body = page.partition("<!-- begin axes")[2].partition("-->\n")[2].partition("<!-- end axes -->")[0]
    lines = []
    for axis in AXES.values():
        lines += [f"### `{axis.name}`", "", axis.question, "", "| value | meaning |", "| --- | --- |"]
        lines += [f"| `{value}` | {meaning} |" for value, meaning in axis.values.items()]
        lines.append("")
    assert "\n".join(lines).strip() == body.strip()


def test_the_documentation_lists_every_axis_of_ordinary_play():
    page = (ROOT / "docs" / "rulesets.md").read_text(encoding="utf-8")
    body = page.partition("<!-- begin play axes")[2].partition("-->\n")[2].partition("<!-- end play")[0]
    lines = []
    for axis in PLAY_AXES.values():
        lines += [f"### `play.{axis.name}`", "", axis.question, "", "| value | meaning |", "| --- | --- |"]
        lines += [f"| `{value}` | {meaning} |" for value, meaning in axis.values.items()]
        lines.append("")
    assert "\n".join(lines).strip() == body.strip()


def test_every_ruleset_that_is_played_out_cites_an_article_for_each_axis():
    assert len(play_names()) >= 12
    for name in play_names():
        rules = load_play_rules(name)
        assert rules.id == name
        assert set(rules.citations) == set(PLAY_AXES)
        assert all(citation.article for citation in rules.citations.values())


def test_a_ruleset_without_hypothetical_play_says_what_it_is_good_for():
    with pytest.raises(InputError, match=r"'jungo': life and death are played out; use play-out or solve"):
        load_ruleset("jungo")
    with pytest.raises(InputError, match=r"'korean': no section \[play\]; use one of .*jungo"):
        load_play_rules("korean")


def test_contradictory_values_of_ordinary_play_are_refused():
    rules = load_play_rules("jungo")
    with pytest.raises(InputError, match="there is no play after the stop"):
        rules.with_values(pass_price="a stone after the stop")
    with pytest.raises(InputError, match="there is no stop"):
        rules.with_values(agreement="at a stop")
    with pytest.raises(InputError, match=r"play\.ko = 'odd': allowed: 'basic', 'none'"):
        rules.with_values(ko="odd")


def validated(text: str, tmp_path, capsys) -> str:
    """Return what validation says of a file that it must refuse, in one line."""
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    assert main(["rules", "validate", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith(f"shikatsu: {path}: ")
    return err.strip().removeprefix(f"shikatsu: {path}: ")


@pytest.mark.parametrize(
    "id",
    [
        "japanese1989",  # of the package, with other values
        "jungo",  # of the package, which has only ordinary play under that name
        "x[walls=board]",
        "x[ko=pass once for each ko, walls=unconditional]",
        "x[nothing]",
        "x[walls=unconditional",
    ],
)
def test_an_id_that_stands_for_other_values_is_not_valid(id, tmp_path, capsys):
    text = changed(r'^id = .*$', f'id = "{id}"')
    assert "stands for other values than those of this file; choose another id" in validated(text, tmp_path, capsys)
    with pytest.raises(InputError, match="choose another id"):
        load_ruleset(str(tmp_path / "mine.toml"))
    with pytest.raises(InputError, match="choose another id"):
        own_ruleset(text, "your ruleset")


def test_rules_of_play_cannot_take_the_id_of_others_either(tmp_path, capsys):
    text = (ROOT / "encodings" / "jungo.toml").read_text(encoding="utf-8")
    for id in ("tromp-taylor", "japanese1989-inside", "x[repetition=positional]"):
        said = validated(text.replace('id = "jungo"', f'id = "{id}"'), tmp_path, capsys)
        assert said.startswith(f"id = {id!r} stands for other values")


@pytest.mark.parametrize("id", ["proposal2012", "mine", "mine[walls=unconditional]", "proposal2012[walls=unconditional]"])
def test_an_id_that_says_what_the_values_are_is_valid(id, tmp_path, capsys):
    path = tmp_path / "mine.toml"
    text = changed(r'^id = .*$', f'id = "{id}"')
    path.write_text(text.partition("\n[play.")[0], encoding="utf-8")
    assert load_ruleset("proposal2012")["walls"] == "unconditional"
    assert main(["rules", "validate", str(path)]) == 0
    assert f"valid, ruleset {id}, digest" in capsys.readouterr().out
    assert load_ruleset(str(path)).id == id


@pytest.mark.parametrize("schema", ["true", "1.0", '"1"'])
def test_a_schema_is_a_whole_number(schema, tmp_path, capsys):
    said = validated(changed("^schema = 1", f"schema = {schema}"), tmp_path, capsys)
    assert said.endswith(": this program reads schema 1")


@pytest.mark.parametrize("key", ["title", "source", "article", "note"])
@pytest.mark.parametrize("control", ["\\u001b", "\\u0000", "\\u009b", "\\r", "\\u2028", "\\u202e"])
def test_a_text_that_a_terminal_obeys_is_not_valid(key, control, tmp_path, capsys):
    text = changed(rf'^{key} = ".*$', f'{key} = "a@b"').replace("a@b", f"a{control}b")
    said = validated(text, tmp_path, capsys)
    assert re.match(rf"(axes\.\w+\.)?{key}: has '\\\w+'; a text (of one line )?without control characters is required", said)


@pytest.mark.parametrize("key", ["title", "source"])
@pytest.mark.parametrize("control", ["\\n", "\\t"])
def test_a_title_and_a_source_are_one_line(key, control, tmp_path, capsys):
    text = changed(rf'^{key} = ".*$', f'{key} = "a@b"').replace("a@b", f"a{control}b")
    said = validated(text, tmp_path, capsys)
    assert said == f"{key}: has '{control}'; a text of one line without control characters is required"


def test_an_article_of_several_lines_is_shown_in_one(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    text = changed(r'^id = .*$', 'id = "mine"').replace('article = "Article 5', 'article = "first\\n\\tsecond', 1)
    path.write_text(text, encoding="utf-8")
    assert main(["rules", "show", str(path)]) == 0
    assert "  first second" in capsys.readouterr().out


def test_the_name_of_an_axis_goes_to_no_terminal_as_it_is(tmp_path, capsys):
    said = validated(changed(r"^\[axes\.ko\]", r'[axes."\\u001b[31m"]'), tmp_path, capsys)
    assert said.startswith(r"axes.'\x1b[31m': unknown axis; the axes are")


def test_a_byte_order_mark_may_begin_a_ruleset(tmp_path, capsys):
    path = tmp_path / "mine.toml"
    path.write_text(changed(r'^id = .*$', 'id = "mine"'), encoding="utf-8-sig")
    assert load_ruleset(str(path)) == load_ruleset("proposal2012")
    assert main(["rules", "validate", str(path)]) == 0
    assert "valid, ruleset mine" in capsys.readouterr().out


def test_brackets_follow_an_id_and_no_file(tmp_path):
    path = tmp_path / "mine[1].toml"
    path.write_text(changed(r'^id = .*$', 'id = "mine"'), encoding="utf-8")
    assert load_ruleset(str(path)).id == "mine"
    with pytest.raises(InputError) as caught:
        load_ruleset(f"{path}[walls=board]")
    assert str(caught.value) == (
        f"ruleset '{path}[walls=board]': values in brackets follow an id of the package and no file; write them into"
        " a copy of the file, with an id of its own"
    )
    for name in (f"{path}[score=area]", "jungo[score=area]", "proposal2012[walls=board]"):
        with pytest.raises(InputError, match="values in brackets change how units are judged, and no play"):
            load_play_rules(name)


@pytest.mark.parametrize(
    ("pattern", "replacement", "told"),
    [
        (r'(?<=\[play\.ko\]\n)value = ".*"', 'value = "super"', "play.ko.value = 'super'"),
        (r"\[play\.ko\]", "[play.koo]", "play.koo: unknown axis"),
    ],
)
def test_no_mistake_in_the_rules_of_play_is_passed_over_where_units_are_judged(
    pattern, replacement, told, tmp_path, capsys
):
    text = changed(pattern, replacement).replace('id = "proposal2012"', 'id = "mine"')
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(told)):
        load_ruleset(str(path))
    with pytest.raises(InputError, match=re.escape(told)):
        own_ruleset(text, "mine.toml")
    assert main(["verify", "ex01", "--rules", str(path)]) == 2
    assert told in capsys.readouterr().err


def test_two_files_of_one_id_are_not_compared_with_each_other(tmp_path, capsys):
    paths = [tmp_path / "one.toml", tmp_path / "two.toml"]
    for path, first in zip(paths, ("owner", "attacker"), strict=True):
        text = changed(r'(?<=\[axes\.first_move\]\nvalue = )".*"', f'"{first}"')
        path.write_text(text.replace('id = "proposal2012"', 'id = "mine"'), encoding="utf-8")
    assert main(["hunt", *map(str, paths), "--board", "2x2"]) == 2
    assert capsys.readouterr().err == f"shikatsu: {paths[1]}: mine is the id of {paths[0]} too; give it another one\n"


def test_the_file_of_a_ruleset_is_printed_to_start_from(tmp_path, capsys):
    assert main(["rules", "show", "japanese1989", "--toml"]) == 0
    text = capsys.readouterr().out
    assert text == (ROOT / "encodings" / "japanese1989.toml").read_text(encoding="utf-8")
    assert main(["rules", "show", str(tmp_path / "mine.toml"), "--toml"]) == 2
    assert "--toml prints files of the package" in capsys.readouterr().err
