"""study.toml with values of the wrong kind at every key, names that lead out of the folder, and text that is no TOML."""
import json
import os
import re

import pytest
from places import ROOT
from refusals import no_whole_number

from gopy.__main__ import main as gopy
from gopy.base.numbers import shown
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.results.names import LONGEST, NAME, PLAYER_NAME, is_name
from gopy.lab.match.settings import Settings
from gopy.lab.study.study import load_study

#: The example of the manual, with every form, and all that a match may have besides.
EXAMPLE = re.search(r"```toml\n(.*?)```", (ROOT / "docs" / "studies.md").read_text(), re.DOTALL)[1] + """
[[match]]
name = "more"
a = "uct"
b = "default"
komi = 6.5
rules = "chinese"
sims = 10
time = "5m"
time_b = "none"
openings = "random:2"
seed = 3
move_limit = 100
sprt = "0,20"
equal_cpu = true
elo_floor = 0
figure = "k"
[[match]]
name = "seconds_a_move"
a = "uct"
b = "default"
seconds = 2
[[published]]
match = ["default", "more"]
label = "they"
source = "a paper"
y = [50, 60]
"""

#: No key of a study has such a value.
WRONG = ["1979-05-27", "nan", "-inf", "{x = {y = 1}}", "[[[1]]]", "1" + "0" * 400, "0x" + "f" * 6000, '["\\u0000"]', "[{}]"]


def lines_with_values():
    """Numbers of the example's lines that are `key = value`, with the key."""
    found_lines = []
    for number, line in enumerate(EXAMPLE.splitlines()):
        found = re.match(r"(\w+) = ", line)
        if found:
            found_lines.append((number, found[1]))
    return found_lines


def refused(tmp_path, text, capsys, name="study.toml"):
    """The sentence with which every command refuses a study."""
    file = tmp_path / name
    file.write_text(text) if isinstance(text, str) else file.write_bytes(text)
    told = set()
    for action in ("run", "report", "export", "sgf"):
        assert gopy(["study", action, str(tmp_path)]) == 2
        said = capsys.readouterr()
        assert said.out == "" and said.err.count("\n") == 1 and said.err.startswith("gopy: ") and len(said.err) < 1000
        told.add(said.err)
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]
    sentence, = told
    assert str(file) in sentence
    return sentence


def test_the_example_is_sound(tmp_path):
    (tmp_path / "study.toml").write_text(EXAMPLE)
    assert len(load_study(tmp_path).matches) == 15


@pytest.mark.parametrize("number, key", lines_with_values(), ids=str)
def test_wrong_values_are_named(number, key, tmp_path, capsys):
    lines = EXAMPLE.splitlines()
    for wrong in WRONG:
        changed = [*lines[:number], f"{key} = {wrong}", *lines[number + 1:]]
        assert key in refused(tmp_path, "\n".join(changed), capsys), wrong


@pytest.mark.parametrize("number, key", lines_with_values(), ids=str)
def test_missing_keys_and_plain_values_are_one_sentence_or_sound(number, key, tmp_path, capsys):
    lines = EXAMPLE.splitlines()
    for other in ("", f"{key} = 1", f"{key} = -1", f"{key} = true", f'{key} = "x"', f'{key} = ""', f"{key} = []",
                  f"{key} = {{}}", f"{key} = 0.1"):
        (tmp_path / "study.toml").write_text("\n".join([*lines[:number], other, *lines[number + 1:]]))
        status = gopy(["study", "export", str(tmp_path)])
        said = capsys.readouterr().err
        assert (status, said) == (0, "") or status == 2 and said.count("\n") == 1 and str(tmp_path) in said, other


EVIL = ["../../evil", "..", ".", "", "a/b", "a\\\\b", "/tmp/evil", "nul", "COM1.x", ".hidden", "end.", " x", "x ", "a:b", "a|b",
        "a\\nb", "\\u0000", "\\u007f", "x" * (LONGEST + 1), "*", "\\u202e"]


@pytest.mark.parametrize("name", EVIL, ids=ascii)
@pytest.mark.parametrize("old", ['name = "more"', 'name = "k"', 'name = "field"', '[figure.k]', 'uct = "gopy',
                                 'figure = "k"\n[[match]]\nname = "sec'])
def test_no_name_leads_out_of_the_folder(old, name, tmp_path, capsys):
    new = {'[figure.k]': f'[figure."{name}"]', 'uct = "gopy': f'"{name}" = "gopy'}.get(
        old, re.sub(r'"[a-z]*"', lambda _: f'"{name}"', old, count=1))
    assert old in EXAMPLE
    assert "a name that a file can have" in refused(tmp_path, EXAMPLE.replace(old, new, 1), capsys)


@pytest.mark.parametrize("name", ["../lender", "/tmp", "..", ""])
def test_a_lender_lies_beside_the_study(name, tmp_path, capsys):
    lent = f'[[match]]\nname = "m"\nstudy = "{name}"\nmatch = "x"\n'
    assert "match 'm': study wants " in refused(tmp_path, EXAMPLE + lent, capsys)


def test_games_are_not_lent_twice(tmp_path, capsys):
    own = tmp_path / "own"
    own.mkdir()
    lent = '[[match]]\nname = "m"\nstudy = "own"\nmatch = "more"\n'
    (own / "study.toml").write_text(EXAMPLE + lent)
    with pytest.raises(ValueError, match="two matches are the same games"):
        load_study(own)


def test_a_lender_that_is_damaged_is_named(tmp_path):
    for folder, text in (("other", EXAMPLE.replace("games = 200", "games = []")), ("own", EXAMPLE)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "study.toml").write_text(text + '[[match]]\nname = "m"\nstudy = "other"\nmatch = "more"\n')
    with pytest.raises(ValueError, match="own/study.toml: match 'm': .*other/study.toml: match 'more': " + no_whole_number("games", [])):
        load_study(tmp_path / "own")


def test_no_figure_takes_the_place_of_another_plot(tmp_path, capsys):
    for name in ("ladder", "ladder_2", "published"):
        assert f"a figure cannot be called {name!r}" in refused(tmp_path, EXAMPLE.replace('name = "k"', f'name = "{name}"').replace(
            "figure.k", f"figure.{name}").replace('"k"', f'"{name}"'), capsys)


def test_names_differ_in_more_than_case(tmp_path, capsys):
    assert "case alone" in refused(tmp_path, EXAMPLE.replace('name = "more"', 'name = "Default"'), capsys)


@pytest.mark.parametrize("text, words", [
    ("a = " + "[" * 50_000, "nested too deeply"), (b"\xff", "not UTF-8"), ("[[match]", "line 1"), ("a = 1\na = 2", "overwrite"),
    ("a = 1" + "0" * 5000, "too many digits"), (EXAMPLE + "[x]\n", "unknown key 'x'"), ("", "no 'question'"),
    ('question = "x"\nscript = 5', "script wants text, not 5"), ('question = 5\nscript = "x"', "question wants text, not 5"),
    (EXAMPLE.replace("from = 250", "from = 0"), "does not come to"),
    (EXAMPLE.replace("values = [100, 1000, 10000]", "values = [" + "1, " * 20000 + "]"), "once each"),
    (EXAMPLE.replace('"gnugo", "uct", "default"]', ", ".join(f'"p{n}"' for n in range(1500)) + "]"), "more than 1000 items"),
])
def test_text_that_is_no_study(text, words, tmp_path, capsys):
    assert words in refused(tmp_path, text, capsys)


def test_other_openings_in_a_file_are_another_match(tmp_path):
    setups = set()
    for opening in ("C3", "D4", "D4"):
        (tmp_path / "book.txt").write_text(opening + "\n")
        (tmp_path / "study.toml").write_text(
            'question = "q"\nrule = "r"\n[players]\na = "x"\nb = "y"\n[[match]]\nname = "m"\na = "a"\nb = "b"\ngames = 2\n'
            f'size = 9\nopenings = {json.dumps(str(tmp_path / "book.txt"))}\n')
        setups.add(load_study(tmp_path).matches[0].setup)
    assert len(setups) == 2


def test_a_list_of_studies_says_which_cannot_be_read(tmp_path, capsys):
    for name, text in (("good", EXAMPLE), ("bad", "question = 5"), ("worse", "a = " + "[" * 50_000),
                       ("script", 'question = 5\nscript = "x"')):
        (tmp_path / name).mkdir()
        (tmp_path / name / "study.toml").write_text(text)
    assert gopy(["study", "list", str(tmp_path)]) == 0
    shown_lines = capsys.readouterr().out.splitlines()
    assert len(shown_lines) == 4 and sum("cannot be read" in line for line in shown_lines) == 3


def test_a_pipe_is_no_study(tmp_path, capsys):
    os.mkfifo(tmp_path / "study.toml")
    assert gopy(["study", "report", str(tmp_path)]) == 2
    assert "regular file" in capsys.readouterr().err


def test_only_a_run_runs_what_a_study_names(tmp_path, capsys):
    folder, trace = tmp_path / "some", tmp_path / "trace"
    folder.mkdir()
    (folder / "game.py").write_text(f"open({str(trace)!r}, 'w').close()\n")
    (folder / "study.toml").write_text(f"""
        question = "Is it read?"
        rule = "None."
        [players]
        a = "touch {trace}"
        b = "gopy:sims=1"
        [defaults]
        games = 2
        [[match]]
        name = "file"
        game = {str(folder / "game.py")!r}
        a = "a"
        b = "b"
        [[match]]
        name = "command"
        size = 5
        a = "a"
        b = "b"
        """)
    for words in (["report", folder], ["export", folder], ["sgf", folder], ["list", tmp_path]):
        assert gopy(["study", *map(str, words)]) == 0 and not trace.exists()
    assert gopy(["study", "run", str(folder)]) == 2
    assert trace.exists()


MATCH = dict(a="gnugo", b="gnugo:level=1", games=2, size=9)


@pytest.mark.parametrize("changes", [
    dict(games="2"), dict(games=2.0), dict(games=True), dict(games=10**7), dict(size=1), dict(size=26), dict(size="9"),
    dict(komi=float("nan")), dict(komi=1e155), dict(komi="7"), dict(sims=0), dict(sims=1.5), dict(seconds=float("inf")),
    dict(seconds=1e-300), dict(seed=None), dict(seed=10**20), dict(move_limit=0), dict(a=None), dict(names=("a", "jigo")),
    dict(names=("a", "../b")), dict(time="9" * 5000 + "s"), dict(time="1" * 400 + "m"), dict(time="0s"), dict(time="0+0x2"),
    dict(time="5/0"), dict(time="²s"), dict(openings="random:²"), dict(openings="x" * 5000), dict(openings="/dev/zero"),
    dict(sprt="nan,20"), dict(sprt=0), dict(equal_cpu=1), dict(rules=5), dict(referee="\0"),
])
def test_values_of_a_match_are_checked(changes):
    with pytest.raises(ValueError) as refusal:
        Settings(**{**MATCH, **changes})
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize("changes", [dict(openings="random:" + "9" * 5000), dict(openings="random:²"), dict(game="x" * 5000 + ".py"),
                                     dict(game=None), dict(seconds=1e-300), dict(names=("draw", "a"))])
def test_values_of_a_match_of_another_game_are_checked(changes):
    with pytest.raises(ValueError):
        AnyGameSettings(**{**dict(a="gopy:", b="gopy:", games=2, game="tictactoe"), **changes})


def test_names():
    assert all(map(is_name, ("k_0.125", "gopy v gnugo", "Ωmega", "a-b", "x" * LONGEST, "console")))
    for value in ("..", "con", "aux.txt", 5, None, "a\0"):
        with pytest.raises(ValueError, match="^it wants a name .*, not "):
            NAME.check(value, "it")
    with pytest.raises(ValueError, match="nor jigo or draw"):
        PLAYER_NAME.check("draw", "it")


def test_values_are_shown_briefly():
    assert [shown(value) for value in ({}, [], None, True, 5, 1.5, "x", 10**19, 16**6000)] == \
        ["a table", "a list", "null", "true", "5", "1.5", "'x'", *["a number of more than 19 digits"] * 2]
    assert len(shown("y" * 10**6)) < 70


@pytest.mark.parametrize("text, words", [
    (b"{", "not JSON"), (b"[" * 100_000, "nested too deeply"), (b"[]", "wants a table, not a list"), (b"\xff", "not UTF-8"), (b"{}", "no 'a'"),
    (None, "is missing"),
])
def test_a_damaged_match_json_is_named(text, words, tmp_path, capsys):
    match = Settings("gnugo", "gnugo:level=1", games=2, size=9)
    command = ["match", match.a, match.b, "--games", "2", "--size", "9", "--out", str(tmp_path)]
    (tmp_path / "games.jsonl").write_text("{}\n")
    (tmp_path / "match.json").write_text(json.dumps({**match.to_json(), "komi": [[1]], "seed": "x" * 10**5}))
    assert gopy(command) == 2
    assert "holds another match (komi a list, not 7.5; seed 'xxx" in capsys.readouterr().err
    (tmp_path / "match.json").unlink()
    if text is not None:
        (tmp_path / "match.json").write_bytes(text)
    assert gopy(command) == 2
    told = capsys.readouterr().err
    assert str(tmp_path / "match.json") in told and words in told and told.count("\n") == 1
