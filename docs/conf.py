"""The documentation site: these pages, with pictures that the program makes while the site is built.

make docs; docs/testing.md says how it is checked.
"""

import shutil
import sys
from pathlib import Path

from sphinx.application import Sphinx

_HERE = Path(__file__).resolve().parent
# The package is the installed one, with its kernel, and not the folder of its sources.
sys.path[:0] = [str(_HERE / "_extension")]

import verifier  # noqa: E402

project = "Shikatsu"
author = copyright = "the Shikatsu authors"
release = verifier.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "boards", "docstrings"]
exclude_patterns = ["_build", "_extension"]
nitpicky = True
suppress_warnings: list[str] = []

# Links to headings as GitHub writes them: page.md#2-locality.
myst_heading_anchors = 4
highlight_language = "none"

html_theme = "furo"
html_title = "Shikatsu 死活"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_theme_options = {"navigation_with_keys": True}

linkcheck_anchors = False
linkcheck_timeout = 20

_CERTIFY = _HERE.parent / "formal" / "build" / "page"


def _add_certify(app: Sphinx, error: Exception | None) -> None:
    """Put the page of the proved checker into the site, if it has been made: make -C formal page."""
    if error is None and app.builder.format == "html" and (_CERTIFY / "index.html").is_file():
        shutil.copytree(_CERTIFY, Path(app.outdir) / "certify", dirs_exist_ok=True)


def setup(app: Sphinx) -> None:
    """Called by Sphinx when it reads this file."""
    app.connect("build-finished", _add_certify)
