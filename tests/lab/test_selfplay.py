"""Self-play: results, records, the progress bar."""
import io
import subprocess
import sys

import numpy as np
import pytest
from fakes.stub_engine import StubEngine
from places import TESTS

from gopy.__main__ import main
from gopy.engine.decision import RESIGN
from gopy.go.geometry import parse_vertex
from gopy.go.sgf import load_file
from gopy.lab.match.selfplay import game as selfplay
from gopy.lab.match.selfplay.positions import GamePositions
from gopy.lab.match.selfplay.progress import Progress


def test_a_game_to_two_passes():
    result, comments, winrates = selfplay.play_game(StubEngine(["C3", "pass", "pass"]))
    assert result == "B+17.5"
    assert set(comments) == {1, 2, 3} and comments[1].startswith("100 visits")
    assert winrates == {1: 0.6, 2: 0.4, 3: 0.6}     # all Black's


def test_resignation_names_the_winner():
    assert selfplay.play_game(StubEngine([RESIGN]))[0] == "W+R"
    assert selfplay.play_game(StubEngine(["C3", RESIGN]))[0] == "B+R"


def test_a_game_that_never_ends_is_void(monkeypatch):
    monkeypatch.setattr(selfplay, "move_limit", lambda size: 4)
    engine = StubEngine(["A1", "A2", "B1", "B2", "C1"])
    assert selfplay.play_game(engine)[0] == "Void" and len(engine.game.moves) == 4


def test_each_game_starts_on_an_empty_board():
    engine = StubEngine(["C3", "pass", "pass", "pass", "pass"])
    selfplay.play_game(engine)
    assert selfplay.play_game(engine)[0] == "W+7.5"
    assert [move for _, move in engine.game.moves] == [parse_vertex("pass", 5)] * 2


class Tty(io.StringIO):
    def isatty(self):
        return True


def test_records_of_an_earlier_run_stay(tmp_path, monkeypatch, capsys):
    kept = tmp_path / "0002.sgf"
    kept.write_text("mine")
    (tmp_path / "0004.sgf").symlink_to(tmp_path / "nowhere")
    monkeypatch.setattr("gopy.engine.engine.Engine", lambda options: StubEngine(["pass", "pass"] * 3))
    assert main(["selfplay", "--games", "3", "--size", "5", "--sgf", str(tmp_path)]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["1", "3", "5"]
    assert kept.read_text() == "mine" and len(list(tmp_path.iterdir())) == 5


#: Self-play without a search: each game is two passes.
PASSING = """
import sys
sys.path.insert(0, {tests!r})
import gopy.engine.engine
from gopy.__main__ import main
from fakes.stub_engine import StubEngine
gopy.engine.engine.Engine = lambda options: StubEngine(["pass", "pass"] * {games})
print("ready", flush=True)
sys.stdin.readline()
sys.exit(main(["selfplay", "--games", "{games}", "--size", "5", "--sgf", sys.argv[1]]))
"""


def test_processes_that_save_to_one_folder_lose_no_game(tmp_path):
    """They are let go at the same moment, and each finds a number of its own for every game."""
    program = PASSING.format(tests=str(TESTS), games=60)
    processes = [subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                 for _ in range(2)]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    numbers = [int(line.split()[0]) for process in processes for line in process.communicate()[0].splitlines()]
    assert [process.returncode for process in processes] == [0, 0]
    assert sorted(numbers) == list(range(1, 121))
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{number:04d}.sgf" for number in range(1, 121)]
    assert all(len(load_file(path).moves) == 2 for path in tmp_path.iterdir())


@pytest.mark.parametrize("games", ["-3", "0", "1.5", "1" * 5000, "x"])
def test_a_number_of_games_that_cannot_be(games, tmp_path, capsys):
    assert main(["selfplay", "--games", games, "--sgf", str(tmp_path / "games")]) == 2
    error = capsys.readouterr().err
    assert error.startswith("gopy: games") and error.count("\n") == 1 and len(error) < 200
    assert not (tmp_path / "games").exists()


def test_progress_bar():
    stream = Tty()
    bar = Progress(4, stream)
    bar.clear()
    bar.show(2)
    assert "[###############...............] 2/4" in stream.getvalue() and " s left" in stream.getvalue()
    silent = io.StringIO()
    Progress(4, silent).show(1)
    assert silent.getvalue() == ""


def test_records_of_a_process_replay(run_gopy, tmp_path):
    done = run_gopy("selfplay", "--games", 2, "--size", 5, "--sims", 30, "--threads", 1, "--seed", 3,
                    "--sgf", tmp_path / "games")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["1", "2"]
    for number, line in enumerate(lines, start=1):
        game = load_file(tmp_path / "games" / f"{number:04d}.sgf")
        assert len(game.moves) == int(line.split()[2])
        again = game.after(0)
        for colour, move in game.moves:
            assert again.legal(colour, move)
            again.play(colour, move)


def test_a_seed_repeats_the_games(run_gopy):
    words = ("selfplay", "--games", 2, "--size", 5, "--sims", 30, "--threads", 1, "--seed", 5)
    assert run_gopy(*words).stdout == run_gopy(*words).stdout != ""


@pytest.mark.slow
@pytest.mark.rare
def test_memory_does_not_grow(run_gopy):
    """Memory after 100 games is that after 60 within one per cent. The games are short: what could grow is kept by game, and what
    is loaded when it is first needed has been by then. Passes and scores are judged with few simulations."""
    import json
    program = ("import json, sys\nfrom gopy.__main__ import main\npeaks = []\n"
               "from gopy.engine import engine, for_points, judging_pass\n"
               "engine.ESTIMATE_SIMULATIONS = for_points.CHECK_SIMULATIONS = judging_pass.CHECK_SIMULATIONS = 100\n"
               "from gopy.lab.match.selfplay import cli\nplay = cli.play_game\n"
               "def counted(*words):\n"
               "    result = play(*words)\n"
               "    peaks.append(int(open('/proc/self/statm').read().split()[1]))\n"
               "    return result\n"
               "cli.play_game = counted\n"
               "main(sys.argv[1:])\nprint(json.dumps(peaks))\n")
    done = subprocess.run([sys.executable, "-c", program, "selfplay", "--games", "100", "--size", "4", "--sims", "5",
                           "--threads", "1", "--seed", "1", "--memory", "32"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    pages = json.loads(done.stdout.splitlines()[-1])
    assert pages[99] <= 1.01 * pages[59]


def test_positions_of_games_are_saved_as_arrays(run_gopy, tmp_path):
    done = run_gopy("selfplay", "--games", 2, "--size", 5, "--sims", 30, "--threads", 1, "--seed", 3, "--npz", tmp_path, "--sgf", tmp_path)
    assert done.returncode == 0, done.stderr
    for number, line in enumerate(done.stdout.splitlines(), start=1):
        game, result = load_file(tmp_path / f"{number:04d}.sgf"), line.split()[1]
        with np.load(tmp_path / f"{number:04d}.npz") as file:
            arrays = dict(file)
        count = len(game.moves)
        assert set(arrays) == {"observations", "masks", "visits", "moves", "values", "results"} and arrays["observations"].shape == (count, 5, 5, 5)
        assert arrays["moves"].tolist() == [move for _, move in game.moves] and (abs(arrays["values"]) <= 1).all()
        black = {"B": 1, "W": -1}.get(result[0], 0)
        assert arrays["results"].tolist() == [black if colour == 0 else -black for colour, _ in game.moves]
        again = game.after(0)
        for row, (colour, move) in enumerate(game.moves):
            seen = arrays["observations"][row]
            for player in (0, 1):       # own stones, then the other's; row 0 is A1's
                stones = {divmod(point, 6) for point in again.board.stones(player)}
                assert set(zip(*map(np.ndarray.tolist, np.nonzero(seen[:, :, (player - colour) % 2])))) == stones
            assert (seen[:, :, 4] == 1 - colour).all() and np.flatnonzero(arrays["masks"][row]).tolist() == sorted(again.legal_moves())
            visits = arrays["visits"][row]
            assert arrays["masks"][row][visits > 0].all() and (visits[move] > 0 or move == again.pass_move)     # which is judged apart
            again.play(colour, move)
        assert (arrays["visits"].sum(1) >= 30).any()


def test_a_game_that_is_resigned_at_once_has_no_positions():
    positions = GamePositions(5)
    assert selfplay.play_game(StubEngine([RESIGN]), positions.add)[0] == "W+R"
    with np.load(io.BytesIO(positions.packed("W+R"))) as arrays:
        assert arrays["observations"].shape == (0, 5, 5, 5) and arrays["visits"].shape == (0, 31) and arrays["results"].shape == (0,)
