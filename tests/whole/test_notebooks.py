"""The notebooks of docs/notebooks: their cells run, and print what stands there."""
import json
import sys

import pytest
from places import ROOT

FOLDER = ROOT / "docs" / "notebooks"
NEEDS = {"environments": "gymnasium"}


@pytest.fixture(scope="module")
def notebooks():
    sys.path.insert(0, str(ROOT / "scripts" / "docs"))
    import notebooks
    yield notebooks
    sys.path.remove(str(ROOT / "scripts" / "docs"))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_cells_print_what_stands_there(notebooks, path, monkeypatch):
    if path.stem in NEEDS:
        pytest.importorskip(NEEDS[path.stem])
    monkeypatch.chdir(FOLDER)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebooks.outputs(notebook) == notebooks.written(notebook)
    assert len(notebooks.written(notebook)) >= 8 and all(len(text) < 1000 for text in notebooks.written(notebook))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
