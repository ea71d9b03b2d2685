"""How much code a verdict rests on: the modules that a check loads, and their lines of code.

    python benchmarks/checker_size.py

First for a certificate that lists states, under rules without memory; then what files, patterns, walls,
refutations and games that remember add. Lines of code are those with a token that is neither a comment nor
part of a docstring.
"""

import ast
import importlib
import io
import sys
import tokenize
from pathlib import Path

CORE = ("verifier.proof.checker",)
REST = (
    "verifier.proof.store",
    "verifier.proof.patterns",
    "verifier.proof.refutation",
    "verifier.play.keeping",
    "verifier.play.memory",
    "verifier.play.plain",
)


def lines_of_code(text: str) -> int:
    """Return how many lines of *text* have code."""
    quoted: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            quoted.update(range(value.lineno, (value.end_lineno or value.lineno) + 1))
    idle = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE}
    idle |= {tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in idle:
            found.update(range(token.start[0], token.end[0] + 1))
    return len(found - quoted)


def loaded() -> set[str]:
    """Return the modules of the package that are loaded."""
    return {name for name in sys.modules if name.split(".")[0] == "verifier"}


def main() -> None:
    """Print both parts, largest module first."""
    before: set[str] = set()
    for title, modules in (("strategies by states", CORE), ("everything else that is checked", REST)):
        for module in modules:
            importlib.import_module(module)
        files = {name: Path(str(sys.modules[name].__file__)) for name in loaded() - before}
        sizes = {name: lines_of_code(path.read_text("utf-8")) for name, path in files.items()}
        before |= set(sizes)
        print(f"{title}: {len(sizes)} modules, {sum(sizes.values())} lines of code")
        for name, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0])):
            print(f"  {size:5} {name}")


if __name__ == "__main__":
    main()
