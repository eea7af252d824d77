"""`gopy study export` and `gopy study sgf`: the recorded lines as CSV and as game records."""
import csv
import io

import pytest

from gopy.__main__ import main as gopy
from gopy.go.sgf import load_file
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.study.export import GAME_COLUMNS, csv_text, row_of

STUDY = """
question = "Do more simulations help?"
rule = "By points."
[players]
more = "gopy:sims=8,memory=16"
less = "gopy:sims=4,memory=16"
[[match]]
name = "small"
a = "more"
b = "less"
games = 2
size = 5
komi = 0.5
referee = "count"
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    (folder / "study.toml").write_text(STUDY)
    assert gopy(["study", "run", str(folder)]) == 0
    return folder


def test_lines_hold_moves_that_give_the_sgf_again(played, capsys):
    lines = ResultsFile(played / "results.jsonl").read()
    assert all(len(line["played"]) == 2 * line["moves"] for line in lines)
    first, again = played / "sgf" / "small" / "0.sgf", played / "sgf" / "small" / "1.sgf"
    before, kept = load_file(first), again.read_bytes()
    first.unlink()
    assert gopy(["study", "sgf", str(played), "--only", "sm*"]) == 0
    assert f"1 games written to {played / 'sgf'}" in capsys.readouterr().out
    after = load_file(first)
    assert (after.moves, after.komi, after.rules) == (before.moves, before.komi, before.rules)
    assert again.read_bytes() == kept
    assert gopy(["study", "sgf", str(played), "--only", "nobody"]) == 2


def test_games_as_csv(played, tmp_path, capsys):
    assert gopy(["study", "export", str(played)]) == 0
    text = capsys.readouterr().out
    rows = list(csv.DictReader(io.StringIO(text)))
    lines = ResultsFile(played / "results.jsonl").read()
    assert tuple(rows[0]) == GAME_COLUMNS and len(rows) == len(lines) == 2
    for row, line in zip(rows, lines):
        assert (int(row["id"]), row["match"], row["winner"], row["played"]) == (line["id"], "small", line["winner"], line["played"])
        assert float(row["seconds.black"]) == line["seconds"][line["black"]] and row["opening"] == " ".join(line["opening"])
        assert int(row["simulations.white"]) == line["simulations"][line["white"]] and row["disputed"] == "false"
    out = tmp_path / "lines.csv"
    assert gopy(["study", "export", str(played), "--out", str(out)]) == 0
    assert out.read_text() == text and capsys.readouterr().out == ""
    assert gopy(["study", "export", str(played), "--out", str(out)]) == 2
    assert gopy(["study", "export", str(played), "--out", str(played / "results.jsonl")]) == 2
    assert capsys.readouterr().err.count("is there already") == 2 and len(ResultsFile(played / "results.jsonl").read()) == 2


def test_columns_of_games_do_not_depend_on_the_lines(tmp_path, capsys):
    (tmp_path / "study.toml").write_text(STUDY)
    assert gopy(["study", "export", str(tmp_path)]) == 0
    assert capsys.readouterr().out == ",".join(GAME_COLUMNS) + "\n"


def test_nested_values_are_flattened():
    assert row_of({"a": {"b": {"c": 1}, "d": None}, "e": [1, "x"], "f": [[1]], "g": True}) == \
        {"a.b.c": "1", "a.d": "", "e": "1 x", "f": "[[1]]", "g": "true"}
    assert csv_text([{"a": "1"}, {"b": 'x, "y"'}]) == 'a,b\n1,\n,"x, ""y"""\n'


def test_lines_of_measurements_as_csv(tmp_path, capsys):
    (tmp_path / "study.toml").write_text('question = "How fast?"\nrule = "None."\nscript = "measure.py"\n')
    ResultsFile(tmp_path / "results.jsonl").append({"size": 9, "rates": {"one": 1.5}})
    assert gopy(["study", "export", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "size,rates.one\n9,1.5\n"
    (tmp_path / "results.jsonl").write_text('{"a": ' + '{"b": ' * 900 + "1" + "}" * 901 + "\n")
    assert gopy(["study", "export", str(tmp_path)]) in (0, 2)
    assert "Traceback" not in capsys.readouterr().err
