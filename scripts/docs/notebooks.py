"""Runs the notebooks of docs/notebooks without Jupyter, and writes what their cells print.

    python scripts/docs/notebooks.py            # writes the outputs anew
"""
import ast
import contextlib
import io
import json
import os
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "notebooks"


def outputs(notebook):
    """The output of each code cell as a text, in order: what it prints, then the value of its last line if that is an expression."""
    names, texts = {"__name__": "__main__"}, []
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            texts.append(_run("".join(cell["source"]), names))
    return texts


def _run(source, names):
    tree = ast.parse(source)
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(tree, "<cell>", "exec"), names)
        value = None if last is None else eval(compile(last, "<cell>", "eval"), names)
        if value is not None:
            print(repr(value))
    return out.getvalue()


def written(notebook):
    """The outputs that a notebook holds, in the form of `outputs`."""
    return ["".join(line for output in cell["outputs"] for line in output.get("text", []))
            for cell in notebook["cells"] if cell["cell_type"] == "code"]


def main():
    for path in sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(path.read_text(encoding="utf-8"))
        os.chdir(FOLDER)        # as Jupyter does
        texts = iter(outputs(notebook))
        code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for number, cell in enumerate(code, 1):
            text = next(texts)
            cell["execution_count"] = number
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": text.splitlines(True)}] if text else []
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(path.name, len(code), "cells")


if __name__ == "__main__":
    sys.exit(main())
