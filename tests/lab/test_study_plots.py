"""Plots: what is drawn, the same bytes again, and reports without matplotlib."""
import builtins
import re
from pathlib import Path

import pytest
from study_lines import record

from gopy.lab.study.pictures import NO_PLOTS, OLD_PLOTS, TABLES_ONLY
from gopy.lab.study.report import write_report
from gopy.lab.study.small_svg import small_svg
from gopy.lab.study.study import load_study

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
        for game in games_of(match, wins):
            study.results.append(game)
    return study


def test_a_plot_for_each_figure_and_on_demand_for_each_table(study):
    pytest.importorskip("matplotlib")
    text = write_report(study).read_text()
    assert re.findall(r"!\[.*?\]\((.*?)\)", text) == ["k.svg", "sims.svg"] == sorted(path.name for path in study.folder.glob("*.svg"))
    told = TABLES_ONLY.format(command=f"gopy study report --pictures {study.folder.name}")
    assert text.count(told) == 1
    text = write_report(study, tables=True).read_text()
    assert told not in text
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
        write_report(study, tables=True)
        return {path.name: path.read_bytes() for path in study.folder.iterdir() if path.suffix in (".svg", ".md")}
    first = written()
    assert written() == first and not any(b"20%d-" % year in text for year in range(20, 40) for text in first.values())


def test_a_beginning_is_drawn(study, tmp_path):
    pytest.importorskip("matplotlib")
    lines = study.results.path.read_text().splitlines(keepends=True)
    for count in (0, 1, 2, 25, 45):
        study.results.path.write_text("".join(lines[:count]))
        text = write_report(study, tables=True).read_text()
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
    before = write_report(study, tables=True).read_text()
    pictures = {path: path.read_bytes() for path in study.folder.glob("*.svg")}
    assert len(pictures) == before.count("![") == 5
    no_matplotlib()
    assert write_report(study, tables=True).read_text() == before
    study.results.path.write_text("".join(lines))
    old = OLD_PLOTS.format(command="gopy study report")
    for _ in range(2):
        text = write_report(study, tables=True).read_text()
        assert text.count("![") == 5 and old in text and old not in before
    assert {path: path.read_bytes() for path in study.folder.glob("*.svg")} == pictures
    next(iter(pictures)).unlink()
    text = write_report(study, tables=True).read_text()
    assert text.count("![") == 4 and NO_PLOTS.format(command="gopy study report") in text


def test_panels_share_a_legend_and_are_the_same_bytes_again(tmp_path):
    pytest.importorskip("matplotlib")
    from gopy.lab.study.curves import Curve, Point
    from gopy.lab.study.plots import Panel, draw_panels

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
    from gopy.lab.study.plots import curve_look

    looks = [curve_look(number) for number in range(280)]
    assert len({repr(look) for look in looks}) == 280
    # neighbours differ in colour, marker and line, so they can be told apart in grey as well
    for one, other in zip(looks, looks[1:]):
        assert all(one[key] != other[key] for key in ("color", "marker", "linestyle"))


def test_a_figure_of_eight_curves_draws_each_in_its_own_way(tmp_path):
    pytest.importorskip("matplotlib")
    from gopy.lab.study.curves import Curve, Point
    from gopy.lab.study.figures import Figure
    from gopy.lab.study.plots import curve_look, draw_figure

    curves = [Curve(f"curve {number}", tuple(Point(x, number, number - 0.2, number + 0.2, 5) for x in (1, 2)))
              for number in range(8)]
    draw_figure(tmp_path / "eight.svg", Figure("eight", "across", "points", False), curves, [])
    text = (tmp_path / "eight.svg").read_text()
    assert all(f"curve {number}" in text for number in range(8))
    assert len({curve_look(number)["color"] for number in range(8)}) == 8 and text.count("stroke-dasharray") >= 6


#: A picture as matplotlib writes one, with a marker, a clip, a text that is turned and one that is not.
DRAWN = """<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="460.8pt" height="100pt" viewBox="0 0 460.8 100" xmlns="http://www.w3.org/2000/svg" version="1.1">
 <metadata><title>about it</title></metadata>
 <defs>
  <style type="text/css">*{stroke-linejoin: round; stroke-linecap: butt}</style>
 </defs>
 <g id="figure_1">
  <path d="M 12.345678 50 
L 12.345678 -7.654321 
" clip-path="url(#p123)" style="fill: none; stroke: #b0b0b0"/>
  <path d="M 0 2 
C 0.530406 2 1.03916 1.789267 1.414214 1.414214 
z
" clip-path="url(#p123)" style="fill: none; stroke: #b0b0b0"/>
  <defs><path id="m456" d="M -2.005 0.004 L 2 0.004 "/></defs>
  <g clip-path="url(#p123)"><use xlink:href="#m456" x="199.999" y="0.0049" style="stroke: #000000; opacity: 0.5"/></g>
  <g id="text_1"><text style="font-size: 9px; font-family: 'DejaVu Sans', sans-serif; text-anchor: middle" x="1.5" y="2.25" transform="rotate(-0 1.5 2.25)">a &lt; b &amp; c</text></g>
  <g id="text_2"><text style="font-family: 'DejaVu Sans', sans-serif; text-anchor: middle" transform="translate(10.25 20.75) rotate(-90)">points, %</text></g>
 </g>
 <defs><clipPath id="p123"><rect x="12.34" y="5.67" width="100" height="50"/></clipPath></defs>
</svg>
"""


def test_a_small_picture_says_the_same_in_fewer_words():
    assert small_svg(DRAWN) == (
        '<svg xmlns="http://www.w3.org/2000/svg" width="460.8pt" height="100pt" viewBox="0 0 460.8 100" version="1.1">'
        "<style>*{stroke-linejoin:round;stroke-linecap:butt}text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif}"
        ".s0{fill:none;stroke:#b0b0b0}.s1{stroke:#000000;fill-opacity:0.5;stroke-opacity:0.5}.s2{font-size:9px;text-anchor:middle}.s3{text-anchor:middle}</style>"
        '<g class="s0" clip-path="url(#n0)"><path d="M12.3 50V-7.65"/>'
        '<path d="M0 2C0.53 2 1.04 1.79 1.41 1.41z"/></g>'
        '<defs><path id="n1" d="M-2 0H2"/></defs>'
        '<g clip-path="url(#n0)"><use href="#n1" x="200" y="0" class="s1"/></g>'
        '<text class="s2" x="1.5" y="2.25">a &lt; b &amp; c</text>'
        '<text class="s3" transform="translate(10.2 20.8) rotate(-90)">points, %</text>'
        '<defs><clipPath id="n0"><rect x="12.3" y="5.67" width="100" height="50"/></clipPath></defs></svg>\n')


def test_pictures_of_studies_are_small(study):
    """A curve of two points with axes and a legend; matplotlib's own words for it take 20 kB."""
    pytest.importorskip("matplotlib")
    write_report(study, tables=True)
    sizes = {path.name: path.stat().st_size for path in study.folder.glob("*.svg")}
    assert len(sizes) == 5 and max(sizes.values()) < 9_000, sizes


def test_panels_of_one_picture_are_drawn_in_the_place_of_single_figures(study):
    pytest.importorskip("matplotlib")
    (study.folder / "study.toml").write_text(STUDY + '[picture.all]\npanels = ["sims", "k"]\ntitles = ["Doublings", "Shares"]\n')
    text = write_report(load_study(study.folder)).read_text()
    assert "![all](all.svg)" in text and "![k](k.svg)" not in text and "## k" in text
    drawn = (study.folder / "all.svg").read_text()
    assert all(word in drawn for word in ("Doublings", "Shares", "ours over k", "theirs"))
    assert not (study.folder / "k.svg").exists()
