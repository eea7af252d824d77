"""Round robins, gauntlets, sweeps and doublings as the matches they stand for, and mistakes in them."""
import re

import pytest
from places import ROOT

from gopy.lab.match.programs.players import check_player
from gopy.lab.study.document import study_file
from gopy.lab.study.forms import expand
from gopy.lab.study.study import load_study

HEAD = """
question = "Which is better?"
rule = "By points."
[players]
a = "gopy:sims=1"
b = "gopy:sims=2"
c = "gopy:sims=3"
[defaults]
games = 4
size = 5
"""


def study_of(tmp_path, text, head=HEAD):
    tmp_path.mkdir(exist_ok=True)
    (tmp_path / "study.toml").write_text(head + text)
    return load_study(tmp_path)


def matches_of(study):
    return [(match.name, *match.settings.names) for match in study.matches]


def test_round_robin(tmp_path):
    study = study_of(tmp_path, "[round_robin]\n")
    assert matches_of(study) == [("a_v_b", "a", "b"), ("a_v_c", "a", "c"), ("b_v_c", "b", "c")]
    assert {match.settings.games for match in study.matches} == {4}
    two = study_of(tmp_path, '[round_robin]\nname = "rr"\nplayers = ["c", "a"]\ngames = 10\nbar = 0.5')
    assert matches_of(two) == [("rr_c_v_a", "c", "a")]
    assert (two.matches[0].settings.games, two.matches[0].bar) == (10, 0.5)


def test_gauntlet_beside_matches(tmp_path):
    study = study_of(tmp_path, '[gauntlet]\nplayer = "c"\nfield = ["a", "b"]\n[[match]]\nname = "m"\na = "a"\nb = "b"')
    assert matches_of(study) == [("m", "a", "b"), ("c_v_a", "c", "a"), ("c_v_b", "c", "b")]


def test_sweep(tmp_path):
    study = study_of(tmp_path, """
        [sweep]
        name = "k"
        player = "gopy:sims=10,preset=hand_selected,equivalence={value},even_prior={value}"
        values = [1000, 10, 0.5]
        against = "a"
        """)
    assert matches_of(study) == [("k_0.5", "k_0.5", "a"), ("k_10", "k_10", "a"), ("k_1000", "k_1000", "a")]
    assert study.matches[2].settings.a == "gopy:sims=10,preset=hand_selected,equivalence=1000,even_prior=1000"
    assert study.series[0].steps == ((0.5, "k_0.5", "k_0.5"), (10, "k_10", "k_10"), (1000, "k_1000", "k_1000"))
    figure, = study.figures
    assert (figure.name, figure.axis, figure.y, figure.log) == ("k", "k", "points", False)


DOUBLINGS = '[doublings]\nplayer = "gopy:sims={value}"\nfrom = 250\nto = 1000\n'


def test_doublings_each_against_the_one_below(tmp_path):
    study = study_of(tmp_path, DOUBLINGS)
    assert matches_of(study) == [("doublings_500", "doublings_500", "doublings_250"),
                                 ("doublings_1000", "doublings_1000", "doublings_500")]
    assert study.matches[0].settings.b == "gopy:sims=250"
    assert [step[2] for step in study.series[0].steps] == [None, "doublings_500", "doublings_1000"]
    assert study.figures[0].y == "elo" and study.figures[0].log


def test_doublings_against_one(tmp_path):
    study = study_of(tmp_path, DOUBLINGS + 'against = "b"')
    assert [names[2] for names in matches_of(study)] == ["b"] * 3
    seconds = study_of(tmp_path, DOUBLINGS.replace("250", "0.125").replace("1000", "0.5"))
    assert seconds.matches[-1].settings.a == "gopy:sims=0.5"


def test_doublings_against_the_next_two_and_against_all(tmp_path):
    four = DOUBLINGS.replace("1000", "2000")
    two = study_of(tmp_path / "two", four + 'against = "next"')
    assert [names[1:] for names in matches_of(two)] == [
        (f"doublings_{a}", f"doublings_{b}") for a, b in ((500, 250), (1000, 500), (1000, 250), (2000, 1000), (2000, 500))]
    every = study_of(tmp_path / "every", four + 'against = "all"')
    assert {frozenset(names[1:]) for names in matches_of(every)} == {
        frozenset((f"doublings_{a}", f"doublings_{b}")) for a in (250, 500, 1000, 2000) for b in (250, 500, 1000) if b < a}
    assert [step[2] for step in every.series[0].steps] == [None, "doublings_500", "doublings_1000", "doublings_2000"]
    assert every.matches[0].settings.b == "gopy:sims=250"


def test_a_picture_of_several_figures(tmp_path):
    curves = """
        [[doublings]]
        name = "x"
        player = "gopy:sims={value}"
        from = 1
        to = 2
        [[doublings]]
        name = "y"
        player = "gopy:sims={value}"
        from = 1
        to = 2
        [picture.both]
        """
    study = study_of(tmp_path, curves + 'panels = ["x", "y"]\ntitles = ["A", "B"]')
    assert [(picture.name, picture.panels) for picture in study.pictures] == [("both", (("x", "A"), ("y", "B")))]
    for wrong, message in (('panels = ["z"]', "'z'"), ('panels = ["x", "x"]', "'x' is no figure of this study, or is a panel already"),
                           ('panels = ["x"]\ntitles = ["A", "B"]', "length")):
        with pytest.raises(ValueError, match=message):
            study_of(tmp_path, curves + wrong)


def test_several_curves_in_one_figure(tmp_path):
    study = study_of(tmp_path, """
        [[sweep]]
        name = "x"
        player = "gopy:sims={value}"
        values = [1, 2]
        against = "a"
        figure = "both"
        [[sweep]]
        name = "y"
        label = "the other"
        player = "gopy:sims={value},preset=uct"
        values = [1, 2]
        against = "a"
        figure = "both"
        [[match]]
        name = "level"
        a = "b"
        b = "a"
        figure = "both"
        [figure.both]
        axis = "simulations"
        scale = "log"
        [[published]]
        figure = "both"
        label = "them"
        source = "a paper"
        x = [1, 2]
        y = [50, 60]
        [[published]]
        match = "level"
        label = "they"
        source = "another"
        y = 24
        """)
    assert [series.label for series in study.series] == ["x", "the other"]
    assert study.figures[0].axis == "simulations" and study.figures[0].log and len(study.figures) == 1
    assert [entry.points for entry in study.published] == [((1, 50), (2, 60)), ((None, 24),)]


def test_games_do_not_count_in_the_setup(tmp_path):
    few, many = (study_of(tmp_path, DOUBLINGS + f"games = {games}").matches[0] for games in (2, 200))
    other = study_of(tmp_path, DOUBLINGS + "komi = 5.5").matches[0]
    assert few.setup == many.setup != other.setup


LENT = '[[match]]\nname = "m"\nstudy = "lender"\nmatch = "x_1"\n'


def lend(tmp_path, text='[sweep]\nname = "x"\nplayer = "gopy:sims={value}"\nvalues = [1]\nagainst = "a"\nbar = 0.5'):
    (tmp_path / "lender.toml").write_text(HEAD + text)


def test_a_match_of_another_study(tmp_path):
    lend(tmp_path)
    study = study_of(tmp_path / "mine", LENT + "[round_robin]\nplayers = ['b', 'c']", HEAD.replace("games = 4", "games = 2"))
    assert matches_of(study) == [("m", "x_1", "a"), ("b_v_c", "b", "c")]
    lent = study.matches[0]
    assert study.own == study.matches[1:] and study.players == ("a", "b", "c", "x_1")
    assert (lent.settings.games, lent.bar, lent.lender.study, lent.lender.match) == (4, None, "lender", "x_1")
    assert lent.lender.results.path == tmp_path / "lender" / "results.jsonl"
    assert lent.setup == load_study(tmp_path / "lender").matches[0].setup


@pytest.mark.parametrize("text, message", [
    (LENT.replace("x_1", "x_2"), "study 'lender' plays no match 'x_2'"),
    (LENT.replace("x_1", "again"), "study 'lender' plays no match 'again'"),       # it is lent to that study itself
    (LENT.replace('"lender"', '"nobody"'), "nobody"),
    (LENT + "games = 2", "'games'"),
    (LENT.replace("match = ", "b = "), "'b'"),
])
def test_mistakes_with_matches_of_others(tmp_path, text, message):
    lend(tmp_path, '[[match]]\nname = "x_1"\na = "a"\nb = "b"\n' + LENT.replace('"m"', '"again"'))
    with pytest.raises(ValueError, match=message):
        study_of(tmp_path / "mine", text)


def test_a_player_of_another_study_is_the_same_player(tmp_path):
    lend(tmp_path)
    with pytest.raises(ValueError, match="player 'a' is another in study 'lender'"):
        study_of(tmp_path / "mine", LENT, HEAD.replace('a = "gopy:sims=1"', 'a = "gopy:sims=9"'))


@pytest.mark.parametrize("text, message", [
    ('[sweep]\nplayer = "gopy:sims={value}"\nvalues = [1]\n', "against"),
    ('[sweep]\nplayer = "gopy:sims=1"\nvalues = [1]\nagainst = "a"', "{value}"),
    ('[sweep]\nplayer = "gopy:sims={value}"\nvalues = [1, 1]\nagainst = "a"', "once each"),
    ('[sweep]\nplayer = "gopy:sims={value}"\nvalues = [1]\nagainst = "z"', "no player is called 'z'"),
    (DOUBLINGS.replace("1000", "900"), "does not come to 900"),
    (DOUBLINGS.replace("250", "0"), "does not come to"),
    ('[sweep]\nplayer = "gopy:sims={value}"\nvalues = [1]\nagainst = "all"', "goes with doublings"),
    (DOUBLINGS + DOUBLINGS, "doublings"),
    ('[[sweeps]]\nplayer = "gopy:sims={value}"', "'sweeps'"),
    ('[gauntlet]\nplayer = "a"\n', "field"),
    ('[gauntlet]\nplayer = "a"\nfield = ["a"]', "different names"),
    (DOUBLINGS + '[figure.other]\naxis = "x"', "'other'"),
    (DOUBLINGS + '[figure.doublings]\ny = "wins"', "points"),
    (DOUBLINGS + '[[published]]\nlabel = "x"\nsource = "y"\ny = 1', "one figure or of one match"),
    (DOUBLINGS + '[[published]]\nlabel = "x"\nsource = "y"\nfigure = "doublings"\nx = [1, 2]\ny = 1', "length"),
    (DOUBLINGS + '[[published]]\nlabel = "x"\ny = 1', "source"),
    (DOUBLINGS + '[[published]]\nlabel = "x"\nsource = "y"\nfigure = "doublings"\ny = []', "y has no number"),
    ('[sweep]\nplayer = "gopy:sims={value}"\nvalues = [1, 0]\nagainst = "a"\n[figure.sweep]\nscale = "log"',
     "log scale"),
    (DOUBLINGS + '[anchor]\ngnugo = 1800', "anchor"),
    (DOUBLINGS + 'bra = 1', "'bra'"),
    ("", "no match"),
])
def test_mistakes_are_named(tmp_path, text, message):
    with pytest.raises(ValueError, match=message):
        study_of(tmp_path, text)


def test_a_round_robin_of_all_players_is_no_larger_than_one_of_a_list():
    with pytest.raises(ValueError, match="more than 1000 players"):
        expand({"round_robin": {}}, {f"p{i}": "gnugo" for i in range(1001)})


def test_forms_add_their_players_in_order():
    players = {"a": "x"}
    entries, series = expand({"doublings": {"player": "p{value}", "from": 1, "to": 2}}, players)
    assert players == {"a": "x", "doublings_1": "p1", "doublings_2": "p2"} and len(entries) == len(series) == 1


def test_the_example_of_the_manual(tmp_path):
    text = (ROOT / "docs" / "studies.md").read_text()
    study = study_of(tmp_path, re.search(r"```toml\n(.*?)```", text, re.DOTALL)[1], head="")
    names = [match.name for match in study.matches]
    assert {"k_100", "sims_500", "field_uct_v_gnugo", "gnugo_v_uct"} <= set(names) and len(names) == 13
    for match in study.matches:
        for player in match.settings.players():
            if player != "gnugo:level=10":
                check_player(player)


def test_a_study_may_be_one_file(tmp_path):
    (tmp_path / "mine.toml").write_text(HEAD + "[round_robin]")
    assert load_study(tmp_path / "mine.toml").folder == load_study(tmp_path / "mine").folder == tmp_path / "mine"
    (tmp_path / "mine").mkdir()
    assert study_file(tmp_path / "mine") == tmp_path / "mine.toml"
    (tmp_path / "mine" / "study.toml").write_text(HEAD + "[round_robin]")
    assert load_study(tmp_path / "mine" / "study.toml").folder == tmp_path / "mine"
    assert study_file(tmp_path / "mine") == tmp_path / "mine" / "study.toml"
