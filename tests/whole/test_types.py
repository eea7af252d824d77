"""What a checker of types says of programs that use gopy."""
import doctest
import inspect
import os
import subprocess
import sys

import pytest
from places import ROOT

from gopy import game
from gopy.compiled.dispatch import Verb

#: Each line is wrong in one way.
WRONG = """import gopy
engine = gopy.Engine(gopy.Options(size=5))
engine.genmove(1.5)
gopy.Engine(5)
gopy.Game(9).play("b", None)
gopy.Game(9, rules="chinese")
text: str = engine.genmove(0).move
"""


def example():
    """The Python of the examples in docs/python.md."""
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    return "".join(example.source for example in doctest.DocTestParser().get_examples(text))


@pytest.mark.slow
def test_mypy_finds_nothing_in_the_example_and_the_mistakes_in_another_one(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "example.py").write_text(example())
    (tmp_path / "wrong.py").write_text(WRONG)
    found = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--ignore-missing-imports", "example.py",
                            "wrong.py"], cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "MYPYPATH": str(ROOT)})
    wrong = {int(line.split(":")[1]) for line in found.stdout.splitlines() if line.startswith("wrong.py") and ": error:" in line}
    assert "example.py" not in found.stdout and wrong == {3, 4, 5, 6, 7}, found.stdout + found.stderr


def test_every_verb_of_a_game_has_types():
    verbs = [each for each in vars(game).values() if isinstance(each, Verb)]
    assert len(verbs) > 25
    for verb in verbs:
        signature = inspect.signature(verb)
        given = [signature.return_annotation, *(each.annotation for each in signature.parameters.values())]
        assert inspect.Signature.empty not in given, verb.__name__
