"""Studies in folders of themes: found by name or by path, ambiguity refused, and matches lent across themes."""
import pytest

from gopy.__main__ import main as gopy
from gopy.lab.study.collection import find_study, studies_in
from gopy.lab.study.study import load_study

STUDY = """
question = "Which is better?"
rule = "By points."
[players]
a = "gopy:sims=1"
b = "gopy:sims=2"
[[match]]
name = "m"
a = "a"
b = "b"
games = 2
size = 5
"""
LENDING = 'question = "x"\nrule = "x"\n[[match]]\nname = "theirs"\nstudy = "{}"\nmatch = "m"\n'


def write(path, text=STUDY):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def collection(tmp_path, monkeypatch):
    """scripts/studies with two themes and a study in none of them; it is under the current folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "scripts" / "studies"
    for name in ("speed/playouts", "strength/levels", "strength/both", "speed/both", "loose"):
        write(folder / name / "study.toml")
    write(folder / "strength" / "single.toml")
    (folder / "README.md").write_text("about\n")
    return folder


def sentence(capsys, *words):
    assert gopy([*map(str, words)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("gopy: ") and told.count("\n") == 1
    return told


def test_a_study_has_its_name_and_its_path(collection, capsys):
    for words, path in (("levels", "strength/levels"), ("scripts/studies/strength/levels", "strength/levels"),
                        ("strength/levels", "strength/levels"), (collection / "speed" / "playouts", "speed/playouts"),
                        ("scripts/studies/strength/levels/study.toml", "strength/levels"), ("loose", "loose"),
                        ("speed/both", "speed/both")):
        assert gopy(["study", "report", str(words)]) == 0
        assert str(capsys.readouterr().out).strip().endswith(f"scripts/studies/{path}/report.md")
    assert gopy(["study", "run", "single", "--games", "2"]) == 0
    assert (collection / "strength" / "single" / "results.jsonl").exists()
    for action in ("report", "export", "sgf", "pack"):
        assert gopy(["study", action, "single"]) == 0


def test_a_name_that_two_studies_have_is_refused(collection, capsys):
    for action in ("run", "report", "export", "sgf", "pack"):
        told = sentence(capsys, "study", action, "both")
        assert "scripts/studies/speed/both, scripts/studies/strength/both; give the path of one" in told


def test_an_unknown_name_gets_a_suggestion(collection, capsys):
    assert "unknown study 'level'; did you mean 'levels'?" in sentence(capsys, "study", "run", "level")
    assert "unknown study 'qqq'; there are both, levels, loose, playouts, single" in sentence(capsys, "study", "run", "qqq")
    assert "strength/nosuch" in sentence(capsys, "study", "run", "strength/nosuch")
    assert not (collection / "strength" / "nosuch").exists()
    assert "speed/study.toml" in sentence(capsys, "study", "run", "scripts/studies/speed")      # a theme is no study


def test_a_list_names_themes(collection, capsys):
    assert gopy(["study", "list"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == ["loose", "speed/both", "speed/playouts", "strength/both", "strength/levels", "strength/single"]
    assert gopy(["study", "list", "scripts/studies/speed"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["both", "playouts"]
    assert len(studies_in(collection)) == 6


def test_a_study_that_is_here_comes_before_the_collection(collection, tmp_path):
    write(tmp_path / "levels" / "study.toml")
    assert find_study("levels", tmp_path, collection) == tmp_path / "levels"
    (tmp_path / "playouts").mkdir()                         # a folder of that name that is no study is not meant
    assert find_study("playouts", tmp_path, collection) == collection / "speed" / "playouts"


@pytest.mark.parametrize("name, lender", [
    ("both", "speed/both"), ("levels", "strength/levels"), ("strength/levels", "strength/levels"), ("single", "strength/single"),
    ("strength/both", "strength/both"), ("loose", "loose")])
def test_matches_of_studies_on_other_themes(collection, name, lender):
    write(collection / "speed" / "mine" / "study.toml", LENDING.format(name))
    match, = load_study(collection / "speed" / "mine").matches
    assert match.lender.results.path.resolve() == collection / lender / "results.jsonl" and match.lender.study == name


@pytest.mark.parametrize("name, message", [
    ("both", "match 'theirs': 'both' is the name of several studies: .*; give the path of one"),
    ("level", "match 'theirs': unknown study 'level'; did you mean 'levels'?"),
    ("../levels", "wants NAME or THEME/NAME"), ("a/b/c", "wants NAME or THEME/NAME"), ("strength/nosuch", "nosuch")])
def test_lenders_that_cannot_be_told(collection, name, message):
    write(collection / "others" / "mine" / "study.toml", LENDING.format(name))
    with pytest.raises(ValueError, match=message):
        load_study(collection / "others" / "mine")


def test_the_current_folder_is_a_study(collection, monkeypatch, capsys):
    write(collection / "speed" / "mine" / "study.toml", LENDING.format("levels"))
    (collection / "speed" / "mine" / "sgf").mkdir()
    for folder, path in ((".", "mine"), ("..", "mine/sgf")):
        monkeypatch.chdir(collection / "speed" / path)
        assert gopy(["study", "report", folder]) == 0
        assert (collection / "speed" / "mine" / "report.md").read_text().startswith("# mine\n")
