"""docs/environments.md against the environments: ids, spaces, defaults, the first example."""
import inspect
import re

import pytest

gymnasium = pytest.importorskip("gymnasium")
from places import ROOT  # noqa: E402

import gopy.envs  # noqa: E402, F401
from gopy.envs.go import GoEnv  # noqa: E402
from gopy.envs.go_vector import GoVectorEnv  # noqa: E402
from gopy.envs.options import go_options  # noqa: E402

TEXT = (ROOT / "docs" / "environments.md").read_text(encoding="utf-8")


def section(title):
    """The text under a heading, up to the next of the same depth or less."""
    heading = re.search(rf"^(#+) {re.escape(title)}$", TEXT, re.MULTILINE)
    rest = TEXT[heading.end():]
    following = re.search(rf"^#{{1,{len(heading[1])}}} ", rest, re.MULTILINE)
    return rest[:following.start()] if following else rest


def rows(text):
    """Tables as lists of cells, the code marks taken off."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()
            if line.startswith("|") and not line.startswith("| ---")]


def defaults(*functions):
    return {name: parameter.default for function in functions
            for name, parameter in inspect.signature(function).parameters.items() if name not in ("self", "options")}


def written_arguments(text):
    """{name: default as it is written} of a table of arguments."""
    found = {}
    for names, values, *_ in rows(text):
        names = re.findall(r"`(\w+)`", names)
        values = [value.strip().strip("`").strip('"') for value in values.split(",")]
        found.update(zip(names, values * len(names) if len(values) == 1 else values))
    return found


def test_every_id_is_registered_and_every_registered_one_told():
    ids = set(re.findall(r"gopy/[A-Z]\w+-v0", TEXT))
    assert ids == {name for name in gymnasium.registry if name.startswith("gopy/")}


def test_the_arguments_of_go():
    actual = {**defaults(go_options, GoEnv.__init__)}
    written = written_arguments(section("Arguments"))
    assert written.keys() == actual.keys()
    for name, value in written.items():
        if value not in ("of the rules", "8 N * N"):      # None, and what that means
            assert value == str(actual[name]), name
        else:
            assert actual[name] is None


def test_the_arguments_of_the_vector_environment():
    told = written_arguments(section("The vector environment"))
    actual = defaults(GoVectorEnv.__init__)
    assert told.keys() - {"autoreset_mode"} < actual.keys()
    assert told["autoreset_mode"] == actual["autoreset_mode"].value
    assert told["copy"] == str(actual["copy"]) and actual["observations"] is actual["action_masks"] is None


def test_the_spaces_of_the_other_games():
    for name, options, actions, view in (row for row in rows(section("Other games")) if row[0].startswith("`gopy/")):
        written = dict(re.findall(r'(\w+)="?(\w+)', options))
        env = gymnasium.make(name.strip("`"), disable_env_checker=True).unwrapped
        size = int(written.get("size", written.get("cards", 0)))
        count = {"9 cells": 9, "N * N cells": size * size, "12 pits and a pass": 13, "N cards": size}.get(actions)
        assert env.action_space.n == (count or int(actions.split(":")[0]))
        shape = {"14 counts": (14,), "4 N + 2": (4 * size + 2,)}.get(view)
        assert env.observation_space.shape == (shape or eval(view, {"N": size}))


def test_the_pages_it_links_to_exist():
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", TEXT):
        if not target.endswith("report.md"):        # made by the study
            assert (ROOT / "docs" / target).exists(), target


def test_the_first_example():
    code = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)[1].replace("board_size=9", "board_size=5")
    code = code.replace("gopy:level=3", "random").replace("1024", "4")
    pytest.importorskip("pettingzoo")
    names = {}
    exec(code, names)
    assert names["env"].reset()[0].shape == (5, 5, 17) and names["envs"].reset()[0].shape == (4, 5, 5, 17)
    names["aec"].reset()
