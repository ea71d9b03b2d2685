"""``python -m verifier``: the same as the command ``shikatsu``."""

import sys

from verifier.cli import main

sys.exit(main())
