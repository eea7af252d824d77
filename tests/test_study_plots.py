"""Plots: what is drawn, the same bytes again, and reports without matplotlib."""
import builtins
import re
from pathlib import Path

import pytest

from study_lines import record

from gopy.study.pictures import NO_PLOTS, OLD_PLOTS
from gopy.study.report import write_report
from gopy.study.study import load_study

STUDY = """
question = "Which?"
rule = "By points."
[players]
rival = "gnugo:level=1"
[defaults]
games = 20
size = 9
[sweep]
name = "k"
label = "ours over k"
player = "gopy:sims=10,preset=hand_selected,equivalence={value}"
values = [100, 1000]
against = "rival"
[doublings]
name = "sims"
player = "gopy:sims={value}"
from = 100
to = 400
[figure.k]
axis = "equivalence k"
scale = "log"
[[match]]
name = "flat"
a = "k_100"
b = "rival"
figure = "k"
[[published]]
figure = "k"
label = "theirs"
source = "a paper"
x = 1000
y = 60
[[published]]
match = "flat"
label = "theirs too"
source = "a paper"
y = 24
"""


def games_of(match, wins):
    names = match.settings.names
    for game_id in range(20):
        yield record(game_id, names[0] if game_id < wins else names[1], names, match=match.name)


@pytest.fixture
def study(tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    study = load_study(tmp_path)
    for match, wins in zip(study.matches, (12, 5, 9, 13, 16)):
        for record in games_of(match, wins):
            study.results.append(record)
    return study


def test_a_plot_for_each_figure_and_ladder(study):
    pytest.importorskip("matplotlib")
    text = write_report(study).read_text()
    shown = re.findall(r"!\[.*?\]\((.*?)\)", text)
    assert sorted(shown) == sorted(path.name for path in study.folder.glob("*.svg")) and len(shown) == 5
    figure = (study.folder / "k.svg").read_text()
    for words in ("ours over k", "theirs", "equivalence k", ">1000<", ">100<", "points, %", "flat"):
        assert words in figure
    assert "sims: a doubling is worth +1" in text       # 13 and 16 of 20: about 170
    assert "* theirs: 60 % at 1000 (a paper)" in text
    assert "| ours over k | 1000 | 20 | 45.0 % | 25.8 % to 65.8 % |" in text


def test_the_same_lines_give_the_same_bytes(study):
    pytest.importorskip("matplotlib")

    def written():
        write_report(study)
        return {path.name: path.read_bytes() for path in study.folder.iterdir() if path.suffix in (".svg", ".md")}
    first = written()
    assert written() == first and not any(b"20%d-" % year in text for year in range(20, 40) for text in first.values())


def test_a_beginning_is_drawn(study, tmp_path):
    pytest.importorskip("matplotlib")
    lines = study.results.path.read_text().splitlines(keepends=True)
    for count in (0, 1, 2, 25, 45):
        study.results.path.write_text("".join(lines[:count]))
        text = write_report(study).read_text()
        assert ("Not played yet" in text) == (count < 81) and text.startswith("# ")


@pytest.fixture
def no_matplotlib(monkeypatch):
    """Returns a function after which matplotlib cannot be imported."""
    real = builtins.__import__

    def missing(name, *arguments, **keywords):
        if name.startswith("matplotlib") or "plots" in (arguments[2] if len(arguments) > 2 and arguments[2] else ()):
            raise ImportError(name)
        return real(name, *arguments, **keywords)
    return lambda: monkeypatch.setattr(builtins, "__import__", missing)


def test_without_matplotlib_tables_and_a_sentence(study, no_matplotlib):
    no_matplotlib()
    text = write_report(study).read_text()
    assert NO_PLOTS.format(command="gopy study report") in text and "![" not in text and "| ours over k |" in text
    assert not list(Path(study.folder).glob("*.svg"))


def test_pictures_that_are_there_stay_without_matplotlib(study, no_matplotlib):
    """The report of the same games is the same, byte for byte; of more games it says that the pictures are of fewer."""
    pytest.importorskip("matplotlib")
    lines = study.results.path.read_text().splitlines(keepends=True)
    study.results.path.write_text("".join(lines[:-1]))
    before = write_report(study).read_text()
    pictures = {path: path.read_bytes() for path in study.folder.glob("*.svg")}
    assert len(pictures) == before.count("![") == 5
    no_matplotlib()
    assert write_report(study).read_text() == before
    study.results.path.write_text("".join(lines))
    old = OLD_PLOTS.format(command="gopy study report")
    for _ in range(2):
        text = write_report(study).read_text()
        assert text.count("![") == 5 and old in text and old not in before
    assert {path: path.read_bytes() for path in study.folder.glob("*.svg")} == pictures
    next(iter(pictures)).unlink()
    text = write_report(study).read_text()
    assert text.count("![") == 4 and NO_PLOTS.format(command="gopy study report") in text


def test_panels_share_a_legend_and_are_the_same_bytes_again(tmp_path):
    pytest.importorskip("matplotlib")
    from gopy.study.curves import Curve, Point
    from gopy.study.plots import Panel, draw_panels

    points = tuple(Point(x, x / 2, x / 2 - 0.1, x / 2 + 0.1, 5) for x in (1, 2, 3))
    panels = [Panel(f"panel {joined}", "across", "up", (Curve("one", points), Curve("other", points[:2])), joined)
              for joined in (True, False, True)]
    for name in ("first.svg", "again.svg"):
        draw_panels(tmp_path / name, panels)
    text = (tmp_path / "first.svg").read_text()
    assert text.count(">panel True<") == 2 and text.count(">panel False<") == 1
    assert text.count(">across<") == 3 and text.count(">one<") == 1 and text.count(">other<") == 1
    assert (tmp_path / "again.svg").read_text() == text


def test_no_two_curves_look_alike():
    pytest.importorskip("matplotlib")
    from gopy.study.plots import curve_look

    looks = [curve_look(number) for number in range(280)]
    assert len({repr(look) for look in looks}) == 280
    # neighbours differ in colour, marker and line, so they can be told apart in grey as well
    for one, other in zip(looks, looks[1:]):
        assert all(one[key] != other[key] for key in ("color", "marker", "linestyle"))


def test_a_figure_of_eight_curves_draws_each_in_its_own_way(tmp_path):
    pytest.importorskip("matplotlib")
    from gopy.study.curves import Curve, Point
    from gopy.study.figures import Figure
    from gopy.study.plots import curve_look, draw_figure

    curves = [Curve(f"curve {number}", tuple(Point(x, number, number - 0.2, number + 0.2, 5) for x in (1, 2)))
              for number in range(8)]
    draw_figure(tmp_path / "eight.svg", Figure("eight", "across", "points", False), curves, [])
    text = (tmp_path / "eight.svg").read_text()
    assert all(f"curve {number}" in text for number in range(8))
    assert len({curve_look(number)["color"] for number in range(8)}) == 8 and text.count("stroke-dasharray") >= 6
