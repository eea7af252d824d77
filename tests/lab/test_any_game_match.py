"""Matches and studies of any game: pairs, records, going on, processes, mistakes."""
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest
from clocks import NEVER
from places import ROOT
from refusals import outside

from gopy.__main__ import main as gopy
from gopy.base.package_files import pattern_file
from gopy.lab.match.any_game import play_one
from gopy.lab.match.any_game_settings import AnyGameSettings
from gopy.lab.match.named_files import files_of_player
from gopy.lab.match.programs.processes import play_in_processes
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.run import run_match
from gopy.lab.study.report import report_text
from gopy.lab.study.study import load_study


def settings(**changes):
    values = dict(game="tictactoe", a="gopy:sims=30", b="gopy:policy=random", games=6, names=("one", "two"))
    return AnyGameSettings(**{**values, **changes})


def without_times(record):
    return {key: value for key, value in record.items() if key not in ("seconds", "cpu", "cpu_first", "version", "commit")}


def test_a_record_in_full():
    record, sgf = play_one(settings(), 1)
    assert sgf is None and list(record)[:4] == ["id", "black", "white", "winner"]
    assert (record["id"], record["black"], record["white"]) == (1, "two", "one")
    assert record["winner"] in ("one", "two", "draw") and record["end"] == "over"
    assert record["moves"] == len(record["played"].split()) == sum(record["chosen"].values())
    assert record["simulations"] == {"one": 30 * record["chosen"]["one"]}
    assert record["seconds"]["one"] >= 0.0 and record["cpu"]["one"] >= 0.0 and record["cpu_first"]["one"] >= 0.0
    assert record["opening"] == [] and "score" not in record and not record["disputed"]


def test_results_go_with_winners():
    results = {"black": "1-0", "white": "0-1"}
    seen = set()
    for game_id in range(40):
        record, _ = play_one(settings(a="gopy:policy=random"), game_id)
        seen.add(record["winner"])
        if record["winner"] == "draw":
            assert record["result"] == "1/2-1/2"
        else:
            colour, = [colour for colour in results if record[colour] == record["winner"]]
            assert record["result"] == results[colour]
    assert seen == {"one", "two", "draw"}


def test_the_games_of_a_pair_share_opening_and_luck():
    for changes in ({"openings": "random:3"}, {"game": "goofspiel:cards=6", "a": "gopy:sims=30,method=rm",
                                               "b": "gopy:method=random", "openings": "random:1"}):
        match = settings(**changes)
        openings = [play_one(match, game_id)[0]["opening"] for game_id in range(8)]
        assert all(openings[i] == openings[i + 1] for i in range(0, 8, 2))
        assert len({tuple(opening) for opening in openings}) > 1 and all(openings)
    cards = [[text for text in play_one(match, game_id)[0]["played"].split() if text[0] == "["] for game_id in range(4)]
    assert cards[0] == cards[1] != cards[2] == cards[3]


def test_a_game_depends_on_seed_and_number_alone():
    match = settings(a="gopy:sims=30,policy=uct_rave")
    first, again, other = (play_one(match, game_id)[0] for game_id in (3, 3, 4))
    assert without_times(first) == without_times(again) and first["digest"] != other["digest"]
    games = [play_one(settings(a="gopy:policy=random", seed=seed), 0)[0]["played"] for seed in range(5)]
    assert len(set(games)) > 1


def test_openings_that_end_the_game():
    with pytest.raises(ValueError, match="9 random moves end the game again and again"):
        play_one(settings(openings="random:9"), 0)


def test_processes_play_the_same_games(tmp_path):
    match = settings()
    here = sorted((without_times(record) for record, _ in play_in_processes(play_one, match, range(6))),
                  key=lambda record: record["id"])
    there = run_match(match, ResultsFile(tmp_path / "games.jsonl"), tmp_path, jobs=2)
    assert sorted(map(without_times, there), key=lambda record: record["id"]) == here
    assert not list(tmp_path.glob("*.sgf"))


def fail(settings, game_id):
    if game_id == settings:
        raise ValueError(f"game {game_id} cannot be")
    return game_id


def die(settings, game_id):
    os.kill(os.getpid(), signal.SIGKILL)


def sleep(settings, game_id):
    time.sleep(settings)


def test_what_a_game_raises_ends_all():
    with pytest.raises(ValueError, match="game 2 cannot be"):
        list(play_in_processes(fail, 2, range(100), 2))
    with pytest.raises(OSError, match=r"game [01] died \(exit status -9\)"):
        list(play_in_processes(die, None, range(4), 2))


def interrupt(number, frame):
    raise KeyboardInterrupt


def test_closing_ends_the_processes():
    games = play_in_processes(sleep, 0.0, range(3), 2)
    next(games)
    games.close()
    games = play_in_processes(sleep, 10 * NEVER, range(3), 2)
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 1.0)
        with pytest.raises(KeyboardInterrupt):
            next(games)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert multiprocessing.active_children() == []      # those that would have slept on


def test_a_runner_that_is_killed_goes_on(tmp_path):
    command = [sys.executable, "-m", "gopy", "match", "gopy:sims=300", "gopy:sims=30,policy=uct_rave", "--game",
               "tictactoe", "--games", "400", "--jobs", "2", "--out", str(tmp_path)]
    path = tmp_path / "games.jsonl"
    runner = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
    deadline = time.monotonic() + 600
    while len(ResultsFile(path).read()) < 3 and time.monotonic() < deadline:
        time.sleep(0.01)
    runner.send_signal(signal.SIGKILL)
    runner.wait()
    before = ResultsFile(path).read()
    assert 3 <= len(before) < 400
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    records = ResultsFile(path).read()
    assert sorted(record["id"] for record in records) == list(range(400)) and records[:len(before)] == before
    assert "of 400" in done.stdout and "void 0" in done.stdout


def test_the_summary_of_a_game_with_points(tmp_path, capsys):
    assert gopy(["match", "--game", "goofspiel:cards=6,payoff=points", "gopy:sims=300,method=rm", "gopy:method=random",
                 "--games", "20", "--out", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    records = ResultsFile(tmp_path / "games.jsonl").read()
    margins = [record["score"] if record["black"] == "a" else -record["score"] for record in records]
    assert f"a's margin a game {sum(margins) / 20:+.2f} (" in told
    found = json.loads((tmp_path / "result.json").read_text())
    assert found["score"][0] == pytest.approx(sum(margins) / 20)


def test_a_folder_holds_one_match(tmp_path, capsys):
    command = ["match", "--game", "tictactoe", "gopy:sims=9", "gopy:policy=random", "--games", "2", "--out",
               str(tmp_path)]
    assert gopy(command) == gopy(command) == 0
    assert gopy([*command, "--seed", "2"]) == 2
    assert "holds another match (seed 1, not 2)" in capsys.readouterr().err


def test_a_game_of_a_file_that_changed_is_another_match(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("one")
    first = settings(game=str(file)).to_json()
    file.write_text("two")
    assert settings(game=str(file)).to_json() != first


@pytest.fixture
def policy_file(tmp_path):
    """A Python file that holds a policy, and whose contents may be changed: plain UCT by another name."""
    file = tmp_path / "thompson.py"
    file.write_text('from gopy.search.catalogue import POLICIES\nPOLICY = POLICIES["uct"]\n')
    return file


def test_a_policy_of_a_file_that_changed_is_another_match(policy_file, tmp_path, capsys):
    command = ["match", f"gopy:sims=5,policy={policy_file}", "gopy:policy=random", "--game", "tictactoe", "--games", "2", "--out",
               str(tmp_path / "out")]
    assert gopy(command) == gopy(command) == 0
    policy_file.write_text(policy_file.read_text() + "# better\n")
    capsys.readouterr()
    assert gopy(command) == 2
    told = capsys.readouterr().err
    assert "holds another match (the file of a 'gopy:sims=5,policy=" in told and "has changed" in told and told.count("\n") == 1


def test_files_that_change_while_games_are_played_end_the_match(policy_file):
    """A process that begins later would play another program."""
    match = settings(a=f"gopy:sims=5,policy={policy_file}")
    before = play_one(match, 0)[0]
    policy_file.write_text(policy_file.read_text() + "# better\n")
    with pytest.raises(ValueError, match="thompson.py has changed since the match began"):
        play_one(match, 1)
    assert play_one(settings(a=match.a), 0)[0]["digest"] == before["digest"]


def test_a_study_is_not_continued_with_a_policy_that_changed(policy_file, tmp_path, capsys):
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / "study.toml").write_text(
        f"question = 'q'\nrule = 'r'\n[players]\nours = 'gopy:sims=5,policy={policy_file}'\nrandom = 'gopy:policy=random'\n"
        "[[match]]\nname = 'one'\na = 'ours'\nb = 'random'\ngame = 'tictactoe'\ngames = 2\n")
    assert gopy(["study", "run", str(folder)]) == 0
    contents = policy_file.read_text()
    policy_file.write_text(contents + "# better\n")
    capsys.readouterr()
    assert gopy(["study", "run", str(folder)]) == 2
    assert "the match is not what it was" in capsys.readouterr().err
    policy_file.unlink()                # a report can be made without the file, but no game is played
    assert gopy(["study", "report", str(folder)]) == 0
    assert gopy(["study", "run", str(folder)]) == 2
    policy_file.write_text(contents)
    assert gopy(["study", "run", str(folder)]) == 0


def test_a_player_may_have_several_threads():
    record, _ = play_one(settings(a="gopy:sims=200,threads=2", b="gopy:sims=50"), 0)
    assert record["end"] == "over" and record["simulations"]["one"] == 200 * record["chosen"]["one"]
    with pytest.raises(ValueError, match=outside("threads", 0, 1, 256)):
        settings(a="gopy:threads=0").check()
    with pytest.raises(ValueError, match="threads: the searches of games whose players move at the same time have one thread"):
        settings(game="goofspiel", a="gopy:method=rm,threads=2", b="gopy:method=random").check()


def test_a_player_may_have_several_processes():
    """One record tells what all of them did: simulations, and the processor time that is not this process's."""
    record, _ = play_one(settings(a="gopy:sims=300,cluster=2,cluster_seconds=0.005", b="gopy:sims=50"), 0)
    assert record["end"] == "over" and record["simulations"]["one"] == 300 * record["chosen"]["one"] and record["cpu"]["one"] > 0
    with pytest.raises(ValueError, match="cluster: the searches of games whose players move at the same time have one thread"):
        settings(game="goofspiel", a="gopy:method=rm,cluster=2", b="gopy:method=random").check()
    with pytest.raises(ValueError, match="unknown policy"):
        settings(a="gopy:cluster=2,policy=best").check()


@pytest.mark.parametrize("player, files", [
    ("gopy:sims=5,policy=mine.py,move_model=a.npz", ["mine.py", "a.npz"]), ("gopy:policy=uct", []), ("gopy:move_model=b.npz", ["b.npz"]),
    (f"gopy:move_model={pattern_file('moves9.npz')}", []), ("gopy gtp --move-model b.npz", []), ("gopy:nonsense", [])])
def test_files_that_a_player_names(player, files):
    assert files_of_player(player) == files


@pytest.mark.parametrize("words, message", [
    (["--game", "tictacto"], "unknown game 'tictacto'; did you mean 'tictactoe'?"),
    (["--game", "tictactoe:size=4"], "tictactoe has no options"),
    (["--game", "tictactoe", "--size", "9"], "--size does not go with --game"),
    (["--game", "tictactoe", "--referee", "count"], "--referee does not go with --game"),
    (["--game", "tictactoe", "--openings", "book.txt"], "none or random:PLIES, not 'book.txt'"),
    (["--game", "tictactoe", "--sims", "5", "--seconds", "5"], "give one"),
    (["--game", "none.py"], "no file none.py"),
    ([], "--size or --game is needed"),
])
def test_mistakes_on_the_command_line(words, message, tmp_path, capsys):
    out = tmp_path / "out"
    assert gopy(["match", "gopy:sims=9", "gopy:policy=random", "--games", "2", "--out", str(out), *words]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1 and not out.exists()


STUDY = """
question = "Which policy?"
rule = "By points."
[players]
uct = "gopy:policy=uct"
rave = "gopy:policy=uct_rave"
random = "gopy:policy=random"
[defaults]
games = 4
game = "tictactoe"
sims = 50
[round_robin]
[sweep]
name = "c"
player = "gopy:exploration={value}"
values = [0.1, 0.5, 1]
against = "random"
"""

CARDS = """
[[match]]
name = "cards"
game = "goofspiel:cards=4"
a = "rm"
b = "exp3"
"""


def test_a_study_of_other_games(tmp_path, capsys):
    folder = tmp_path / "policies"
    folder.mkdir()
    text = STUDY.replace('[defaults]', 'rm = "gopy:method=rm"\nexp3 = "gopy:method=exp3"\n[defaults]')
    text = text.replace("[round_robin]", '[round_robin]\nplayers = ["uct", "rave", "random"]')
    (folder / "study.toml").write_text(text + CARDS)
    assert gopy(["study", "run", str(folder)]) == 0
    study = load_study(folder)
    assert {name: len(records) for name, records in study.records().items()} == dict.fromkeys(
        ["cards", "uct_v_rave", "uct_v_random", "rave_v_random", "c_0.1", "c_0.5", "c_1"], 4)
    report = report_text(study)
    assert "| uct_v_random | 4 of 4 |" in report and "margin a game" in report and "| cards | 4 |" in report
    assert "| c_0.1 |" in report and "Not played yet" not in report
    assert gopy(["study", "run", str(folder)]) == 0         # nothing left to play
    assert report_text(load_study(folder)) == report


@pytest.mark.parametrize("old, new, message", [
    ('sims = 50', 'sims = 50\nsize = 9', "'size' does not go with a game"),
    ('game = "tictactoe"', 'game = "tictacto"', "did you mean 'tictactoe'"),
    ('games = 4', 'gams = 4', "unknown parameter 'gams'; did you mean 'games'?"),
    ('"gopy:policy=uct"', '"gopy:policy=utc"', "unknown policy 'utc'; did you mean 'uct'"),
])
def test_mistakes_in_a_study(tmp_path, old, new, message, capsys):
    (tmp_path / "study.toml").write_text(STUDY.replace(old, new))
    assert gopy(["study", "run", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert message in told and told.count("\n") == 1 and not (tmp_path / "results.jsonl").exists()
