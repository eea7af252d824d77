"""gopy as a player in the runner's process: the same moves as a process's, its CPU time, and what it cannot be."""
import gc
import time
import weakref

import pytest

from gopy.lab.match.local import play_one
from gopy.lab.match.programs.client import Client, Refused
from gopy.lab.match.programs.inprocess import in_process_options
from gopy.lab.match.programs.peers import command_line
from gopy.lab.match.programs.players import check_player, open_player
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.run import run_match
from gopy.lab.match.settings import Settings


def moves_of(player, count=6):
    for command in ("boardsize 5", "clear_board", "komi 0.5"):
        player.send(command)
    return [player.send(f"genmove {'bw'[turn % 2]}") for turn in range(count)]


def test_the_same_moves_as_a_process(tmp_path, monkeypatch):
    with open_player("gopy:size=5,sims=60,memory=16", seed=7) as inside:
        found = moves_of(inside)
    with Client(command_line("gopy gtp --size 5 --sims 60 --threads 1 --memory 16 --seed %SEED", 7)) as outside:
        assert moves_of(outside) == found


def test_refusals_and_the_time_of_a_command():
    with open_player("gopy:size=5,sims=2000", seed=1) as player:
        with pytest.raises(Refused, match="unknown command"):
            player.send("castle")
        with pytest.raises(Refused, match="illegal move|invalid|syntax|vertex"):
            player.send("play b Z9")
        assert player.send("name") == "gopy"
        player.send("genmove b")
        cpu, began = player.cpu_seconds(), time.thread_time()
        player.send("genmove w")
        spent = time.thread_time() - began
        assert 0.9 * spent < player.cpu_seconds() - cpu <= spent


def test_the_time_of_helping_threads_counts():
    with open_player("gopy:size=5,sims=20000,threads=2", seed=1) as player:
        player.send("reg_genmove b")
        cpu = player.cpu_seconds()
        player.send("genmove b")
        assert player._engine.helper_seconds() > 0
        assert player.cpu_seconds() - cpu >= 0.9 * player._engine.helper_seconds() / 2


def test_a_closed_player_lets_go_of_its_tree():
    gc.disable()        # hundreds of megabytes must not wait for the collector
    try:
        with open_player("gopy:size=5,sims=20", seed=1) as player:
            player.send("genmove b")
            search = weakref.ref(player._engine._loader.made())
        assert search() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("player, words", [
    ("gopy:sims=many", "sims"), ("gopy:sims=0", "sims"), ("gopy:preset=best", "preset"),
    ("gopy:prior_mov=60", "did you mean 'prior_move'"), ("gopy:sims=10,level=3", "level"), ("gopy:sims", "sims"),
    ("gopy:ponder=perhaps", "ponder"),
])
def test_what_cannot_be_is_said_before_play(player, words):
    with pytest.raises(ValueError, match=words):
        check_player(player, size=9)


def test_options_and_parameters():
    options = in_process_options("gopy:preset=rave,even_prior=5,set=equivalence=100", seed=3, sims=50, size=9)
    assert (options.preset, options.sims, options.seed, options.size, options.threads) == ("rave", 50, 3, 9, 1)
    assert options.set == "equivalence=100,even_prior=5"
    assert in_process_options("gopy:level=2", sims=50).sims is None
    assert in_process_options("gopy:threads=2,memory=16").memory == 16


def match_settings(**changes):
    values = dict(a="gopy:sims=30,memory=16", b="gopy:sims=10,memory=16", games=4, size=5, komi=0.5,
                  names=("more", "less"), referee="count")
    return Settings(**{**values, **changes})


def test_games_side_by_side_are_those_played_alone(tmp_path):
    records = run_match(match_settings(), ResultsFile(tmp_path / "games.jsonl"), tmp_path, jobs=2)
    assert [record["end"] in ("score", "resign") for record in records] == [True] * 4
    assert all(record["cpu"]["more"] > 0 and record["cpu_first"]["more"] > 0 for record in records)
    alone = play_one(match_settings(), 2)[0]
    assert alone["digest"] == next(record["digest"] for record in records if record["id"] == 2)


def test_a_player_that_cannot_be_stops_the_match_before_the_first_game(tmp_path):
    with pytest.raises(ValueError, match="did you mean"):
        run_match(match_settings(a="gopy:priormove=1"), ResultsFile(tmp_path / "games.jsonl"), tmp_path)


@pytest.mark.parametrize("text, mib", [("gopy:sims=1000,size=9", 8), ("gopy:sims=1000,size=9,memory=64", 64),
                                       ("gopy:sims=100000,size=19", 256), ("gopy:seconds=1", 256), ("gopy:level=1", 1)])
def test_a_player_has_room_for_its_simulations_and_not_much_more(text, mib):
    assert in_process_options(text, size=9).memory == mib
