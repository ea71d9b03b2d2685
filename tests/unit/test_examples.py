"""The examples in the docstrings of public names and on the page of the Python API: they are run."""

import doctest
from pathlib import Path

import pytest

import verifier

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def run(example):
    runner = doctest.DocTestRunner()
    said: list[str] = []
    runner.run(example, out=said.append)
    assert runner.failures == 0, "".join(said)
    return runner.tries


def test_the_examples_of_the_page_are_true():
    text = PAGE.read_text(encoding="utf-8").replace("```", "")
    assert run(doctest.DocTestParser().get_doctest(text, {}, "api.md", str(PAGE), 0)) > 10


@pytest.mark.parametrize("name", [name for name in verifier.__all__ if ">>>" in (getattr(verifier, name).__doc__ or "")])
def test_the_examples_of_a_docstring_are_true(name):
    thing = getattr(verifier, name)
    assert run(doctest.DocTestParser().get_doctest(thing.__doc__, {name: thing}, name, None, 0))


def test_every_public_name_says_what_it_is():
    for name in verifier.__all__:
        assert getattr(verifier, name).__doc__, name
