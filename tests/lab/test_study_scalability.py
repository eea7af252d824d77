"""`gopy study new scalability`: the study that it writes can be read, played and drawn."""
import pytest

from gopy.__main__ import main as gopy
from gopy.lab.study.scalability import Scalability, scalability_toml
from gopy.lab.study.study import load_study


def written(tmp_path, **wanted):
    (tmp_path / "study.toml").write_text(scalability_toml(Scalability(**wanted)))
    return load_study(tmp_path)


def test_figures_and_players(tmp_path):
    study = written(tmp_path, sizes=(9, 13), last=1000, seconds=(0.5, 2), peers=("gnugo:level=10",), threads=4, workers=2, shared=300)
    assert [figure.name for figure in study.figures] == ["parallel", "simulations", "time"]
    assert study.pictures[0].panels == (("simulations", "simulations"), ("time", "time"), ("parallel", "parallel"))
    players = {match.name: (match.settings.a, match.settings.b) for match in study.matches}
    assert players["sims_9_1000"] == ("gopy:sims=1000", "gopy:sims=500")
    assert players["sims_9_1000_v_sims_9_250"] == ("gopy:sims=1000", "gopy:sims=250")
    assert players["sims_13_peer_1_250"] == ("gopy:sims=250", "gnugo:level=10")
    assert players["seconds_9_peer_1_0.5"] == ("gopy:seconds=0.5", "gnugo:level=10")
    assert players["threads_13_4"] == ("gopy:sims=300,threads=4", "gopy:sims=300,threads=1")
    assert players["workers_9_2"] == ("gopy:sims=300,threads=1,cluster=2", "gopy:sims=300,threads=1")
    assert {match.settings.size for match in study.matches if "_13" in match.name} == {13}


def test_another_engine_has_simulations_alone_and_another_game_no_workers(tmp_path):
    study = written(tmp_path, engine="pachi:sims={value}", last=500, peers=("gnugo:level=10",), seconds=(1, 2))
    assert {figure.name for figure in study.figures} == {"simulations"}
    assert {match.settings.a for match in study.matches} == {"pachi:sims=250", "pachi:sims=500"}
    game = written(tmp_path, engine="gopy:policy=uct,exploration=0.7", game="tictactoe", sizes=(), last=1000, each=True)
    assert {figure.name for figure in game.figures} == {"simulations", "parallel"}
    assert not any("cluster" in match.settings.a for match in game.matches)
    assert len([match for match in game.matches if match.name.startswith("sims")]) == 3


@pytest.mark.parametrize("words, message", [
    (["--to", "900"], "simulations: doubling 250 does not come to 900"),
    (["--seconds", "1,2"], "seconds: time is measured against a peer: give one with --peer"),
    (["--seconds", "1", "--peer", "gnugo"], "seconds: give two numbers, FROM,TO"),
    (["--threads", "3"], "threads: 3 is no power of two"),
    (["--sizes", "9,1"], "sizes: 1 is not between 2 and 25"),
    (["--sizes", "9", "--game", "tictactoe"], "a scalability study has board sizes of Go or another game"),
    (["--game", "tictactow"], "tictactow"),
    (["--engine", "gopy:simz=1"], "simz")])
def test_mistakes_are_one_sentence_and_leave_nothing(words, message, tmp_path, capsys):
    assert gopy(["study", "new", "scalability", str(tmp_path / "s"), *words]) == 2
    error = capsys.readouterr().err
    assert message in error and len(error.splitlines()) == 1
    assert not (tmp_path / "s" / "study.toml").exists()


def test_one_command_writes_it_and_one_plays_it(tmp_path, capsys):
    folder = tmp_path / "scaling"
    words = ["study", "new", "scalability", str(folder), "--game", "tictactoe", "--from", "2", "--to", "4", "--threads", "2",
             "--shared", "4", "--games", "2"]
    assert gopy(words) == 0
    assert "2 matches, 4 games" in capsys.readouterr().out
    assert gopy(words) == 2 and "is there already" in capsys.readouterr().err
    assert gopy(["study", "run", str(folder)]) == 0
    assert "## simulations" in (folder / "report.md").read_text()
