"""`gopy study new scalability`: the study that it writes can be read, played and drawn."""
import re

import pytest
from study_lines import record

from gopy.__main__ import main as gopy
from gopy.lab.study.report import report_text, write_report
from gopy.lab.study.scalability import Scalability, scalability_toml
from gopy.lab.study.study import load_study


def written(tmp_path, **wanted):
    (tmp_path / "study.toml").write_text(scalability_toml(Scalability(**wanted)))
    return load_study(tmp_path)


def test_figures_and_players(tmp_path):
    study = written(tmp_path, sizes=(9, 13), last=1000, seconds=(0.5, 2), peers=("gnugo:level=10",), threads=4, workers=2, shared=300)
    names = ["simulations", "time", "parallel", "interval"]
    assert sorted(figure.name for figure in study.figures) == sorted(names)
    assert study.pictures[0].panels == tuple((name, name) for name in names)
    players = {match.name: (match.settings.a, match.settings.b) for match in study.matches}
    assert players["sims_9_1000"] == ("gopy:sims=1000", "gopy:sims=500")
    assert players["sims_9_1000_v_sims_9_250"] == ("gopy:sims=1000", "gopy:sims=250")
    assert players["sims_13_peer_1_250"] == ("gopy:sims=250", "gnugo:level=10")
    assert players["seconds_9_peer_1_0.5"] == ("gopy:seconds=0.5", "gnugo:level=10")
    assert players["threads_13_4"] == ("gopy:sims=300,threads=4", "gopy:sims=300,threads=1")
    # a budget of their own, since few simulations are over before workers have merged a few times
    one = "gopy:sims=16000,threads=1"
    assert players["workers_9_2"] == (f"{one},cluster=2,cluster_seconds=0.02", one)
    assert [players[f"interval_13_{seconds}"] for seconds in (0.01, 0.2)] == [
        (f"{one},cluster=2,cluster_seconds={seconds}", one) for seconds in (0.01, 0.2)]
    assert {match.settings.size for match in study.matches if "_13" in match.name} == {13}


def test_another_engine_has_simulations_alone_and_another_game_has_all(tmp_path):
    study = written(tmp_path, engine="pachi:sims={value}", last=500, peers=("gnugo:level=10",), seconds=(1, 2))
    assert {figure.name for figure in study.figures} == {"simulations"}
    assert {match.settings.a for match in study.matches} == {"pachi:sims=250", "pachi:sims=500"}
    game = written(tmp_path, engine="gopy:policy=uct,exploration=0.7", game="tictactoe", sizes=(), last=1000, each=True)
    assert {figure.name for figure in game.figures} == {"simulations", "parallel", "interval"}
    assert {match.name for match in game.matches if "cluster" in match.settings.a} == {
        *(f"workers_{count}" for count in (2, 4, 8, 16)), *(f"interval_{seconds}" for seconds in (0.01, 0.02, 0.05, 0.1, 0.2))}
    for match in game.matches:
        match.settings.check()
    none = written(tmp_path, workers=0, threads=0)
    assert {figure.name for figure in none.figures} == {"simulations"} and "one" not in none.players
    assert len([match for match in game.matches if match.name.startswith("sims")]) == 3


def test_the_report_says_how_much_self_play_exaggerates_and_has_one_picture(tmp_path):
    study = written(tmp_path, sizes=(9, 13), last=1000, peers=("gnugo:level=10",), threads=2, workers=2, intervals=(0.05, 0.2), games=20)
    # 9x9: 75 % against half as much, so a doubling is worth 191 Elo; against the peer 50 %, 65 % and 75 %, about 100 Elo each. 13x13: self-play
    wins = {"sims_9_500": 15, "sims_9_1000": 15, "sims_9_1000_v_sims_9_250": 18, "sims_13_500": 12, "sims_13_1000": 12,
            "sims_9_peer_1_250": 10, "sims_9_peer_1_500": 13, "sims_9_peer_1_1000": 15,
            "threads_9_2": 9, "workers_9_2": 8, "interval_9_0.05": 8, "interval_9_0.2": 6}
    for match in study.matches:
        for game in range(20 if match.name in wins else 0):
            names = match.settings.names
            study.results.append(record(game, names[game >= wins[match.name]], names, match=match.name, digest=f"{match.name} {game}"))
    text = report_text(study)
    slopes = {label: [float(each) for each in found] for label, *found in re.findall(
        r"^(9x9.*): a doubling is worth ([+-]\d+) Elo \(95 % ([+-]\d+) to ([+-]\d+)\)", text, re.MULTILINE)}
    (label, *told), = re.findall(r"^(.*): in self-play a doubling is worth ([+-]\d+) Elo \(95 % ([+-]\d+) to ([+-]\d+)\) more", text,
                                 re.MULTILINE)
    more, low, high = map(float, told)
    own, peer = slopes["9x9"], slopes[label]
    assert label == "9x9, against gnugo:level=10" and 180 < own[0] < 200 and 90 < peer[0] < 110
    assert more == pytest.approx(own[0] - peer[0], abs=1.1)
    # the halves of the intervals are the sides of a right angle
    assert (high - low) / 2 == pytest.approx((((own[2] - own[1]) / 2) ** 2 + ((peer[2] - peer[1]) / 2) ** 2) ** 0.5, abs=1.5)
    pytest.importorskip("matplotlib")
    assert "![scalability](scalability.svg)" in write_report(study).read_text()
    picture = (tmp_path / "scalability.svg").read_text()
    for words in ("simulations a move", "threads or workers", "seconds between two merges of workers", "2 workers, 9x9", "9x9, against gnugo:level=10"):
        assert f">{words}</text>" in picture


@pytest.mark.parametrize("words, message", [
    (["--to", "900"], "simulations: doubling 250 does not come to 900"),
    (["--seconds", "1,2"], "seconds: time is measured against a peer: give one with --peer"),
    (["--seconds", "1", "--peer", "gnugo"], "seconds: give two numbers, FROM,TO"),
    (["--threads", "3"], "threads: 3 is no power of two"), (["--interval", "0"], "interval"), (["--intervals", "0.1,x"], "intervals"),
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
             "--shared", "4", "--workers", "0", "--games", "2"]
    assert gopy(words) == 0
    assert "2 matches, 4 games" in capsys.readouterr().out
    assert gopy(words) == 2 and "is there already" in capsys.readouterr().err
    assert gopy(["study", "run", str(folder)]) == 0
    report = (folder / "report.md").read_text()
    assert "## simulations" in report
    pytest.importorskip("matplotlib")
    assert "(scalability.svg)" in report and ">simulations a move</text>" in (folder / "scalability.svg").read_text()
