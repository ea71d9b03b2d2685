"""Notebooks that were run: their cells run anew, and what they show compared with what is kept in them.

    python tests/tutorials/notebooks.py docs/tutorials/NOTEBOOK.ipynb...            # compare
    python tests/tutorials/notebooks.py --write docs/tutorials/NOTEBOOK.ipynb...    # put in what came out

The cells are plain Python and need no Jupyter: what is printed, and the value of a last expression as text and,
where it has one, as a picture.
"""

import argparse
import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

__all__ = ["run"]


def run(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the notebook as it is kept, and as it is after all cells were run in order."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    new = json.loads(json.dumps(kept))
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    for cell in new["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = _outputs("".join(cell["source"]), names, number)
    return kept, new


def _outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    found: list[dict[str, Any]] = []
    if printed.getvalue():
        found.append({"name": "stdout", "output_type": "stream", "text": _lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": _lines(str(value) if hasattr(value, "_repr_svg_") else repr(value))}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = _lines(value._repr_svg_())
        found.append(
            {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        )
    return found


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("notebook", nargs="+", type=Path)
    arguments = parser.parse_args()
    different = 0
    for path in arguments.notebook:
        kept, new = run(path)
        if kept != new:
            different += 1
            print(f"{path}: {'written' if arguments.write else 'shows something else'}")
        if arguments.write:
            path.write_text(json.dumps(new, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return int(different > 0 and not arguments.write)


if __name__ == "__main__":
    raise SystemExit(main())
