"""Matches end to end: real GNU Go, colours and openings by pair, going on after a kill."""
import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from places import ROOT, TESTS
from refusals import no_whole_number, outside
from sgfmill import sgf

from gopy import __version__
from gopy.__main__ import main as gopy
from gopy.base.filelock import locked
from gopy.go.clock import Canadian, parse_time_system
from gopy.lab.match.cli import add_arguments
from gopy.lab.match.game import SetupFailed
from gopy.lab.match.local import play_games, play_one
from gopy.lab.match.programs.client import Client
from gopy.lab.match.programs.clock import TimeControl
from gopy.lab.match.programs.inprocess import InProcess, in_process_options
from gopy.lab.match.programs.peers import command_line, gnugo_path
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.recorded import recorded
from gopy.lab.match.run import run_match
from gopy.lab.match.settings import Settings

UNRULY = f"{sys.executable} {TESTS / 'fakes' / 'unruly_engine.py'} --seed %SEED"


def gnugo_installed():
    try:
        return gnugo_path()
    except FileNotFoundError:
        return None


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def settings(**changes):
    values = dict(a=UNRULY, b=UNRULY, games=6, size=5, komi=0.5, names=("one", "two"), referee="count")
    return Settings(**{**values, **changes})


@pytest.mark.skipif(not gnugo_installed(), reason="GNU Go is not installed")
def test_gnugo_against_gnugo():
    match = settings(a="gnugo:level=1", b="gnugo:level=1", referee="gnugo:level=1", komi=7.5, openings="random:1")
    record, text = play_one(match, 0)
    assert record["end"] == "score" and not record["disputed"]
    assert record["words"]["black"] == record["words"]["white"] == record["words"]["referee"] == record["result"]
    root = sgf.Sgf_game.from_string(text).get_root()
    assert root.get("KM") == 7.5 and root.get("RE") == record["result"] and root.get("SZ") == 5
    assert "GNU Go 3.8" in root.get("C")


def test_pairs_share_an_opening_and_swap_colours(tmp_path):
    records = run_match(settings(), ResultsFile(tmp_path / "games.jsonl"), tmp_path / "sgf", jobs=3)
    by_id = {record["id"]: record for record in records}
    assert sorted(by_id) == list(range(6))
    for game_id, record in by_id.items():
        assert record["black"] == ("one", "two")[game_id % 2]
        assert record["opening"] == by_id[game_id ^ 1]["opening"] and len(record["opening"]) == 2
        assert (tmp_path / "sgf" / f"{game_id}.sgf").exists()
    assert len({record["digest"] for record in records}) == 6      # seeds make the two games of a pair differ


def test_a_game_does_not_depend_on_those_before_it():
    first, again = (play_one(settings(), 3)[0] for _ in range(2))
    assert first["digest"] == again["digest"]


def test_lines_begin_with_the_id(tmp_path):
    run_match(settings(games=1), ResultsFile(tmp_path / "games.jsonl"), tmp_path, tags={"match": "m"})
    assert (tmp_path / "games.jsonl").read_text().startswith('{"id": 0, "match": "m"')


def test_goes_on_where_it_stopped(tmp_path):
    results = ResultsFile(tmp_path / "games.jsonl")
    first = run_match(settings(games=2), results, tmp_path)
    with open(results.path, "ab") as file:
        file.write(b'{"id": 2, "black"')                  # what a killed writer may leave
    records = run_match(settings(games=4), results, tmp_path)
    assert [json.dumps(record) for record in records[:2]] == [json.dumps(record) for record in first]
    assert sorted(record["id"] for record in results.read()) == [0, 1, 2, 3]


def test_matches_in_one_file_are_told_apart(tmp_path):
    results = ResultsFile(tmp_path / "results.jsonl")
    for name in ("x", "y"):
        run_match(settings(games=1), results, tmp_path / name, tags={"match": name})
    assert [record["match"] for record in results.read()] == ["x", "y"]
    assert [record["id"] for record in recorded(results, settings(games=1), "y")] == [0]


def test_a_crash_makes_a_game_void_and_the_match_goes_on(tmp_path):
    match = settings(a=UNRULY + " --at 3 --do crash", games=2)
    records = run_match(match, ResultsFile(tmp_path / "games.jsonl"), tmp_path)
    assert [(record["end"], record["winner"], record["culprit"]) for record in records] == [("crash", None, "one")] * 2


def test_an_engine_that_cannot_be_set_up_stops_the_match(tmp_path):
    with pytest.raises(SetupFailed, match="komi"):
        run_match(settings(a=UNRULY + " --without komi"), ResultsFile(tmp_path / "games.jsonl"), tmp_path, jobs=2)
    assert not (tmp_path / "games.jsonl").exists()


def test_runner_killed_several_times(tmp_path):
    """kill -9 of the runner at any moment loses only games in flight; no id comes twice."""
    command = [sys.executable, "-m", "gopy", "match", UNRULY, UNRULY, "--games", "12", "--size", "5", "--komi",
               "0.5", "--referee", "count", "--jobs", "2", "--out", str(tmp_path)]
    path = tmp_path / "games.jsonl"
    for wanted in (2, 5):
        runner = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 600
        while len(ResultsFile(path).read()) < wanted and time.monotonic() < deadline:
            time.sleep(0.02)
        runner.send_signal(signal.SIGKILL)
        runner.wait()
        assert wanted <= len(ResultsFile(path).read()) < 12
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert sorted(record["id"] for record in ResultsFile(path).read()) == list(range(12))
    assert "of 12" in done.stdout and "void 0, disputed 0" in done.stdout


def test_a_folder_holds_one_match(tmp_path, capsys):
    command = ["match", UNRULY, UNRULY, "--games", "1", "--size", "5", "--referee", "count", "--out", str(tmp_path)]
    assert gopy(command) == 0
    assert gopy(command) == 0                                     # nothing left to play
    assert len(ResultsFile(tmp_path / "games.jsonl").read()) == 1
    assert gopy([*command, "--komi", "5.5"]) == 2
    assert "holds another match (komi 7.5, not 5.5)" in capsys.readouterr().err


def test_runner_without_engines_fails_cleanly(tmp_path, capsys):
    assert gopy(["match", "/no/such/engine", UNRULY, "--games", "1", "--size", "5", "--out", str(tmp_path)]) == 2
    assert "/no/such/engine" in capsys.readouterr().err


def test_a_missing_referee_is_found_before_play(tmp_path, monkeypatch):
    monkeypatch.delenv("GOPY_FUEGO", raising=False)
    with pytest.raises(ValueError, match="^referee: .*GOPY_FUEGO.*--referee count"):
        run_match(settings(referee="fuego", a="/no/such/engine"), ResultsFile(tmp_path / "games.jsonl"), tmp_path)


@pytest.mark.parametrize("changes", [dict(games=0), dict(names=("x", "x")), dict(rules="no such"), dict(time="soon"),
                                     dict(openings="book"), dict(sprt="20,0"), dict(seconds=0),
                                     dict(seconds=1, sims=10), dict(seconds=1, time="20s"), dict(seconds=1.5)])
def test_settings_are_checked_before_play(changes):
    with pytest.raises(ValueError):
        settings(**changes)


def test_clocks_follow_the_players_through_the_colours():
    one = TimeControl(parse_time_system("20s"))
    match = settings(time="20s", time_b="none")
    assert match.conditions(0).time_controls == (one, None) and match.conditions(1).time_controls == (None, one)
    assert settings(time="20s").conditions(1).time_controls == (one, one)
    assert settings().conditions(0).time_controls == (None, None)


def test_a_test_ends_the_match(tmp_path, capsys):
    """One player resigns at once: with these bounds two pairs decide, and games in flight are not waited for."""
    command = ["match", UNRULY + " --at 1 --do resign", UNRULY, "--games", "40", "--size", "5", "--referee", "count",
               "--sprt", "0,400", "--jobs", "3", "--out", str(tmp_path)]
    for _ in range(2):
        assert gopy(command) == 0
        found = capsys.readouterr()
        assert "H0 accepted: +0 Elo after 2 pairs" in found.out and "a 0 of 4" in found.out
        records = ResultsFile(tmp_path / "games.jsonl").read()
        assert {0, 1, 2, 3} <= {record["id"] for record in records} and len(records) < 12
    result = json.loads((tmp_path / "result.json").read_text())
    assert result["sprt"]["decision"] == "H0" and result["pairs"] == [2, 0, 0, 0, 0] and result["elo"] is None
    assert len(ResultsFile(tmp_path / "games.jsonl").read()) == len(records)      # going on played nothing


def test_games_in_flight_end_when_nobody_needs_them():
    before = threading.active_count()
    games = play_games(settings(b=UNRULY + " --at 2 --do 'sleep 0.5'", games=20), range(20), jobs=3)
    next(games)
    games.close()
    assert threading.active_count() <= before + 1      # an ended engine's reader may be about to leave


def test_given_openings_are_played(tmp_path):
    book = tmp_path / "book.txt"
    book.write_text("C3 D4\nB2\n")
    match = settings(openings=str(book), games=6)
    records = run_match(match, ResultsFile(tmp_path / "games.jsonl"), tmp_path / "sgf", jobs=2)
    assert [record["opening"] for record in sorted(records, key=lambda record: record["id"])] == \
        [["C3", "D4"]] * 2 + [["B2"]] * 2 + [["C3", "D4"]] * 2
    book.write_text("C3 D4\nB3\n")
    assert settings(openings=str(book)).to_json()["openings"] != match.to_json()["openings"]


def test_the_folder_is_kept_from_harm(tmp_path, capsys):
    command = ["match", UNRULY, UNRULY, "--games", "1", "--size", "5", "--referee", "count", "--out"]
    (tmp_path / "file").write_text("")
    assert gopy([*command, str(tmp_path / "file" / "out")]) == 2
    assert gopy([*command, str(tmp_path / "file")]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 2 and all(line.startswith("gopy: cannot write or read ") for line in errors)
    assert gopy([*command, str(tmp_path)]) == 0
    with locked(tmp_path / "lock"):
        assert gopy([*command, str(tmp_path)]) == 2
    assert "another match is being played" in capsys.readouterr().err
    (tmp_path / "match.json").unlink()
    assert gopy([*command, str(tmp_path)]) == 2
    assert "match.json is missing" in capsys.readouterr().err
    (tmp_path / "games.jsonl").write_text("oops\n")
    assert gopy([*command, str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert (tmp_path / "games.jsonl").read_text() == "oops\n"


def test_a_claim_of_equal_cpu_is_checked(tmp_path, capsys):
    command = ["match", UNRULY + " --at 2 --do 'spin 0.3'", UNRULY, "--games", "2", "--size", "5", "--referee",
               "count", "--out", str(tmp_path)]
    assert gopy(command) == 0
    assert "warning" not in capsys.readouterr().err
    assert gopy([*command, "--equal-cpu"]) == 0
    assert "warning: this is no match of equal CPU: a took" in capsys.readouterr().err


def test_seconds_a_move_are_told_or_given_as_an_option():
    both = settings(a="gopy:sims=10", b="gnugo", seconds=2).conditions(1).time_controls
    assert both == (TimeControl(Canadian(0, 2, 1), 0.5, told=True), TimeControl(Canadian(0, 2, 1), 0.5, told=False))
    assert settings(a="gopy gtp", b="gopy:", seconds=0.25).conditions(0).time_controls[0].system.period == 0.25
    assert settings(seconds=20).conditions(0).time_controls[0].tolerance == 2.0
    assert both[0].settings(lambda command: True) == ["time_settings 0 2 1"]
    assert both[1].settings(lambda command: True) == []
    assert in_process_options("gopy:", seconds=0.5).seconds == 0.5
    assert in_process_options("gopy:sims=30", seconds=0.5).seconds is None
    assert command_line("gopy gtp --size 9", 7, seconds=0.5)[-2:] == ["--seconds", "0.5"]
    assert "--seconds" not in command_line("gopy gtp --level=2", 7, seconds=0.5)


@pytest.fixture
def third_move_of_one(monkeypatch):
    """Sets how many seconds the third move of the program with `--do` takes by its client; all other commands take 0.1 s."""
    send, seconds, moves = Client.send, [], []

    def timed(client, command, timeout=60.0):
        answer = send(client, command, timeout)
        if command.startswith("genmove") and "--do" in client.words:
            moves.append(command)
        client.seconds = seconds[-1] if len(moves) == 3 and "--do" in client.words else 0.1
        return answer
    monkeypatch.setattr(Client, "send", timed)
    return lambda taken: (seconds.append(taken), moves.clear())


def test_overrunning_the_seconds_of_a_move_loses(third_move_of_one):
    match = settings(a=UNRULY + " --do play", seconds=1)
    for taken in (1.2, 1.5):
        third_move_of_one(taken)
        record, _ = play_one(match, 0)
        assert record["end"] in ("score", "passes")
        assert record["least_left"] == {"one": pytest.approx(1.0 - taken), "two": pytest.approx(0.9)}
    third_move_of_one(1.51)
    record, _ = play_one(match, 0)
    assert (record["end"], record["winner"], record["culprit"]) == ("time", "two", "one")


def test_gopy_keeps_its_seconds(monkeypatch):
    monkeypatch.setattr("gopy.lab.match.programs.players.InProcess", partial(InProcess, now=time.process_time))
    record, _ = play_one(settings(a="gopy:memory=16", b="gopy:sims=5,memory=16", seconds=0.05, move_limit=6), 0)
    assert record["end"] == "move limit"
    # Thinking ends early where nothing can change any more.
    assert 0.0 < record["seconds"]["one"] / record["chosen"]["one"] < 0.3


def test_command_lines():
    assert command_line("engine --seed %SEED -s %d --done %dir", 7) == shlex.split("engine --seed 7 -s 7 --done %dir")
    assert command_line("gopy gtp --size 9", 7, sims=50)[-6:] == ["gopy", "gtp", "--size", "9", "--sims", "50"]
    assert command_line("gopy gtp --sims 9", 7, sims=50)[-2:] == ["--sims", "9"]
    with pytest.raises(ValueError, match="strength"):
        command_line("gnugo:strength=9", 7)


def test_gopy_is_this_one_whatever_lies_in_the_current_folder(tmp_path):
    for name in ("queue.py", "gopy.py"):
        (tmp_path / name).write_text("raise SystemExit('this is something else')\n")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command_line("gopy gtp --size 5", 7, sims=5), cwd=tmp_path, env=environment, input="version\nquit\n",
                          capture_output=True, text=True)
    assert done.stdout == f"= {__version__}\n\n=\n\n", done.stderr


def test_peers_go_by_the_clock_with_seconds(monkeypatch):
    monkeypatch.setenv("GOPY_PACHI", "/opt/pachi/pachi")
    monkeypatch.setenv("GOPY_FUEGO", "/opt/fuego")
    assert "-t" not in command_line("pachi", 7, seconds=2) and "=20" in command_line("pachi:sims=20", 7, seconds=2)
    for seconds, ignore in ((2, "0"), (None, "1")):
        config = Path(command_line("fuego", 7, seconds=seconds)[-1])
        assert f"ignore_clock {ignore}\n" in config.read_text()
        config.unlink()


def test_every_option_is_explained():
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    page = (ROOT / "docs" / "match.md").read_text(encoding="utf-8")
    options = {word for action in parser._actions for word in action.option_strings} - {"-h", "--help"}
    assert {option for option in options if not re.search(rf"{option}\b(?!-)", page)} == set()


@pytest.mark.parametrize("player, words", [
    ("nosuchengine --gtp", "there is no program 'nosuchengine'"), ("", "there is no program"),
    ("gnugo:level=x", no_whole_number("level", "x")), ("engine 'x", "No closing quotation"), ("gopy:prior_mov=3", "did you mean"),
])
def test_unknown_players_are_named_before_anything_is_made(player, words, tmp_path, capsys):
    out = tmp_path / "out"
    assert gopy(["match", player, UNRULY, "--games", "1", "--size", "5", "--referee", "count", "--out", str(out)]) == 2
    error = capsys.readouterr().err
    assert f"player {player!r}: " in error and words in error and error.count("\n") == 1
    assert not out.exists()


def test_peers_outside_the_path(monkeypatch):
    monkeypatch.setenv("GOPY_PACHI", "/opt/pachi/pachi")
    monkeypatch.delenv("GOPY_FUEGO", raising=False)
    words = command_line("pachi", 7, sims=3000)
    assert words[1:3] == ["DATA_DIR=/opt/pachi", "/opt/pachi/pachi"] and "=3000" in words and "threads=1" in words
    assert "=20" in command_line("pachi:sims=20", 7, sims=3000)
    with pytest.raises(FileNotFoundError, match="GOPY_FUEGO"):
        command_line("fuego", 7)


def test_katago_is_found_on_the_path_or_where_it_is_said_to_be(monkeypatch, tmp_path):
    for name in ("GOPY_KATAGO", "GOPY_KATAGO_MODEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with pytest.raises(FileNotFoundError, match="there is no program katago: set GOPY_KATAGO to KataGo's path"):
        command_line("katago:visits=10", 7)
    program = tmp_path / "katago"
    program.touch(0o755)
    with pytest.raises(FileNotFoundError, match="there is no network .*default_model.bin.gz: set GOPY_KATAGO_MODEL"):
        command_line("katago:visits=10", 7)
    model, other = tmp_path / "default_model.bin.gz", tmp_path / "other.bin.gz"
    model.touch()
    other.touch()
    words = command_line("katago:visits=10", 7)
    assert words[:5] == [str(program), "gtp", "-model", str(model), "-config"]
    settings = dict(line.split(" = ") for line in Path(words[5]).read_text().splitlines())
    assert {"maxVisits": "10", "numSearchThreads": "1", "rules": "chinese", "ponderingEnabled": "false"}.items() <= settings.items()
    assert words[6:] == ["-override-config", "searchRandSeed=7,nnRandSeed=7"] and command_line("katago:visits=10", 8)[5] == words[5]
    assert command_line(f"katago:program={program},model={other}", 7)[3] == str(other)
    monkeypatch.setenv("GOPY_KATAGO_MODEL", str(tmp_path / "none"))
    with pytest.raises(FileNotFoundError, match="there is no network .*none"):
        command_line("katago", 7)
    monkeypatch.setenv("GOPY_KATAGO_MODEL", str(other))
    assert "maxVisits = 300\n" in Path(command_line("katago", 7, sims=300)[5]).read_text()
    assert "maxVisits = 1000000000\n" in Path(command_line("katago", 7, seconds=1.0)[5]).read_text()


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
def test_effort_is_recorded():
    record, _ = play_one(settings(a=UNRULY + " --at 2 --do 'spin 0.3'", games=1), 0)
    assert 0.25 <= record["cpu"]["one"] < 1.5 and record["cpu"]["two"] < 0.3
    assert record["seconds"]["one"] >= 0.3


@pytest.mark.slow
@pytest.mark.skipif(not gnugo_installed(), reason="GNU Go is not installed")
@pytest.mark.parametrize("game_id", [0, 1])
def test_gopy_against_gnugo(game_id):
    match = settings(a="gopy gtp --size 9 --sims 200 --threads 1 --seed %SEED", b="gnugo:level=1", size=9, komi=7.5,
                     referee="gnugo:level=1")
    record, _ = play_one(match, game_id)
    assert record["end"] in ("score", "resign") and not record["disputed"]
    assert record["moves"] > 25


def test_settings_of_fuego_lie_where_nobody_else_can_write(monkeypatch):
    monkeypatch.setenv("GOPY_FUEGO", "/opt/fuego")
    with ThreadPoolExecutor(8) as pool:
        paths = [Path(words[-1]) for words in pool.map(lambda game: command_line("fuego:sims=77", game), range(32))]
    assert len(set(paths)) == 1 and "max_games 77" in paths[0].read_text()
    assert paths[0].parent.stat().st_mode & 0o077 == 0
    other = Path(command_line("fuego:sims=78", 1)[-1])
    assert other != paths[0] and other.parent == paths[0].parent
    script = "import os; from gopy.lab.match.programs.peers import command_line; print(command_line('fuego', 1)[-1])"
    path = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT)}).stdout.strip()
    assert path and not Path(path).parent.exists()


@pytest.mark.parametrize("changes, told", [
    ({"handicap": 4}, 'openings must be "none"'),
    ({"handicap": 9, "openings": "none"}, "no fixed handicap of 9 on 5x5"),
    ({"handicap": 1, "openings": "none"}, "no fixed handicap of 1 on 5x5"),
    ({"handicap": 10, "openings": "none"}, outside("handicap", 10, 0, 9)),
])
def test_handicaps_that_are_refused(changes, told):
    with pytest.raises(ValueError, match=re.escape(told)):
        settings(**changes)


def test_with_a_handicap_b_has_black_in_every_game_and_matches_without_one_are_told_as_before():
    match = settings(size=7, handicap=2, openings="none")
    assert [match.order(number) for number in range(4)] == [(1, 0)] * 4
    assert match.to_json()["handicap"] == 2 and "handicap" not in settings().to_json()
    record, text = play_one(match, 1)
    assert record["black"] == "two" and "HA[2]" in text
