"""The documentation site: these pages, with pictures that the program makes while the site is built.

make docs; docs/testing.md says how it is checked.
"""

import sys
from pathlib import Path

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
