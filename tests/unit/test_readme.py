"""The README shows what really happens."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


def test_the_example_prints_what_the_readme_says():
    text = README.read_text(encoding="utf-8").replace("```", "")
    example = doctest.DocTestParser().get_doctest(text, {}, "README.md", str(README), 0)
    results = doctest.DocTestRunner().run(example)
    assert results.attempted >= 5
    assert results.failed == 0


def test_every_page_that_the_readme_points_to_is_there():
    for target in re.findall(r"\]\(([\w./-]+)\)", README.read_text(encoding="utf-8")):
        assert (ROOT / target).is_file(), target
