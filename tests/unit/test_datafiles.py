"""What is asked of a TOML file before it is read: its size, and how deep its keys are."""

import pytest

from verifier.datafiles import MAX_CHARACTERS, MAX_KEY_PARTS, parse_toml
from verifier.errors import InputError

FORMS = ["{} = 1", "[{}]", "[[{}]]", "b = {{{} = 1}}", 'b = """\n"x" ""\n"""\n{} = 1', "# '\n'b' = '''\n''' # '''\n{} = 1"]


@pytest.mark.parametrize("part", ["a", '"a"', "'a'", '"a.b"'])
@pytest.mark.parametrize("form", FORMS)
def test_keys_with_many_dots_are_refused_before_they_are_read(part: str, form: str) -> None:
    # Reading them takes the square of their length.
    deep = [part] * MAX_KEY_PARTS
    assert parse_toml(form.format(" . ".join(deep)), "c.toml")
    line = 1 + form.split("{} = 1")[0].count("\n")
    message = rf"^c\.toml: a key of more than {MAX_KEY_PARTS} parts \(at line {line}\); "
    with pytest.raises(InputError, match=message):
        parse_toml(form.format(".".join([*deep, part])), "c.toml")


@pytest.mark.parametrize(
    "text",
    ["x = '''\n{}\n'''", 'x = """\n"" {} \\""" {}"""', 'x = "{} \\" {}"', "x = '{}'", "x = 1 # {}", "# '{}\nx = 1", "# {}\nx = '#'"],
)
def test_dots_in_strings_and_comments_are_no_keys(text: str) -> None:
    dots = ".".join("abcdefghijklmnopqrstuvwxyz")
    assert "x" in parse_toml(text.replace("{}", dots), "c.toml")


def test_data_files_have_a_bounded_size() -> None:
    with pytest.raises(InputError, match=r"^c\.toml: larger than 16 MiB; no file of this kind is$"):
        parse_toml("#" * (MAX_CHARACTERS + 1), "c.toml")
