"""The runner of .tst files, and the files themselves."""
from pathlib import Path

import pytest

from regression.runner import judge, run_file, steps

FOLDER = Path(__file__).parent / "regression"

#: Files whose answers need no search.
QUICK = ["rules.tst"]


def test_the_format():
    script = "# comment\nboardsize 9\n\n1 genmove b # why\n#? [D4|E5]\n2 genmove w\n#? [!A1]*\n3 name\nquit\n"
    found = list(steps(script))
    assert [(number, command) for number, command, _ in found] == \
        [("", "boardsize 9"), ("1", "genmove b"), ("2", "genmove w"), ("3", "name"), ("", "quit")]
    either, negated = found[1][2], found[2][2]
    assert judge("E5", either) and not judge("E55", either)
    assert judge("A2", negated) and not judge("A1", negated) and negated[3] == "*"
    assert found[3][2] is None


def surprises(name):
    return [str(result) for result in run_file(FOLDER / name) if result.surprising]


@pytest.mark.parametrize("name", QUICK)
def test_rules(name):
    assert surprises(name) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.tst")), ids=lambda path: path.stem)
def test_files(path):
    assert surprises(path.name) == []
