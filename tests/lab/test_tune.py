"""`gopy tune`: the methods, files that are refused, trials of a made-up game, and a tune of tic-tac-toe that is killed."""
import doctest
import io
import json
import re
import signal
import subprocess
import sys
from functools import partial

import pytest
from refusals import no_number, no_whole_number

from gopy.__main__ import main
from gopy.base.errors import UserError
from gopy.lab.match.results.pairs import engine_seed
from gopy.lab.study.study import load_study
from gopy.lab.tune import scales, spsa
from gopy.lab.tune.document import TUNED, read_tune
from gopy.lab.tune.progress import TuneProgress
from gopy.lab.tune.report import recommended, write_confirmation, write_report
from gopy.lab.tune.run import Journal, run_tune
from gopy.lab.tune.spsa import Spsa
from gopy.lab.tune.tpe import Tpe

FILE = """
player = "gopy:sims=20"
method = "METHOD"
budget = 200
games = 10
seed = 3
[opponents]
before = "gopy:sims=20"
stronger = "gopy:sims=40"
[match]
game = "tictactoe"
[parameters.exploration]
low = 0.01
high = 10
scale = "log"
start = 0.05
[parameters.expansion_threshold]
low = 1
high = 9
"""

#: Where the made-up game below is won most often.
BEST = 1.0


@pytest.fixture
def written(tmp_path):
    def write(method="spsa", **changes):
        text = FILE.replace("METHOD", method)
        for old, new in changes.values():
            assert old in text
            text = text.replace(old, new)
        path = tmp_path / "tune.toml"
        path.write_text(text)
        return path
    return write


def made_up(settings, game_ids, jobs=None, stop_at=None):
    """Games that the tuned player wins the more often the nearer its exploration is to BEST, in place of real ones."""
    exploration = float(re.search(r"exploration=([\d.e-]+)", settings.a)[1])
    chance = max(0.05, 0.9 - 0.3 * abs(scale_of(exploration) - scale_of(BEST)) * 3)
    for game_id in game_ids:
        order = [settings.names[player] for player in settings.order(game_id)]
        won = engine_seed(settings.seed, game_id, 0) % 1000 < 1000 * chance
        winner = settings.names[0 if won else 1]
        both = dict.fromkeys(order, 1)
        yield {"id": game_id, "black": order[0], "white": order[1], "winner": winner, "end": "end", "moves": 0, "played": "",
               "result": "B+1" if winner == order[0] else "W+1", "disputed": False, "opening": [], "chosen": both,
               "seconds": both, "cpu": both, "digest": str(game_id)}, None


def scale_of(exploration):
    return scales.Scale("exploration", 0.01, 10, 0.05, log=True).coordinate(exploration)


def interrupted(settings, game_ids, jobs=None, *, left):
    """The same games until so many are played; then the runner is gone."""
    for game in made_up(settings, game_ids):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        yield game


# The methods ---------------------------------------------------------------------------------------------

@pytest.mark.parametrize("module", [spsa, scales])
def test_the_formulas_of_the_docstrings(module):
    found = doctest.testmod(module)
    assert found.attempted and not found.failed


def quadratic(point):
    """A share that is greatest at (0.7, 0.2)."""
    return 0.9 - (point[0] - 0.7) ** 2 - (point[1] - 0.2) ** 2


@pytest.mark.parametrize("method", [Spsa((0.1, 0.9), 60, 1, 0.5, 0.1), partial(Tpe, (0.1, 0.9), 1)], ids=["spsa", "tpe"])
def test_a_method_finds_the_top_of_a_hill(method):
    method = method if isinstance(method, Spsa) else method()
    shares = []
    for _ in range(120):
        shares.append(quadratic(method.propose(shares)))
    assert quadratic(method.best(shares)) > 0.87 > quadratic((0.1, 0.9))


def test_the_two_trials_of_an_iteration_are_opposite_and_have_the_same_openings(written):
    tune = read_tune(written())
    method = tune.new_method()
    plus, minus = method.propose([]), method.propose([0.7])
    assert plus[0] + minus[0] == pytest.approx(2 * method.start[0])
    assert method.start[1] == 0.0 and {round(plus[1], 9), round(minus[1], 9)} == {0.0, 0.3}, "at the end of a range, inwards"
    seeds = [tune.settings("before", tune.values(plus), number // method.together).seed for number in range(4)]
    assert seeds == [3, 3, 4, 4]


def test_tpe_goes_on_as_if_it_had_not_been_stopped():
    through, shares = Tpe((0.5,), 4), []
    for number in range(15):
        shares.append(quadratic((*through.propose(shares), 0.2)))
        assert Tpe((0.5,), 4).propose(shares[:number]) == through._points[number]


def test_tpe_without_optuna_says_how_to_get_it(written, monkeypatch):
    monkeypatch.setitem(sys.modules, "optuna", None)
    with pytest.raises(UserError, match='optuna is not installed; pip install "..tune." in the clone'):
        read_tune(written("tpe"))


# Files ---------------------------------------------------------------------------------------------------

def test_a_file_says_what_is_played(written):
    tune = read_tune(written(start=("start = 0.05\n", "")))
    first, second = tune.scales
    assert (first.start, second.whole, second.log) == (0.5, True, False), "the player's present value, of a whole number"
    settings = tune.settings("stronger", {"exploration": 0.25, "expansion_threshold": 3}, 7)
    assert (settings.a, settings.b) == ("gopy:sims=20,exploration=0.25,expansion_threshold=3", "gopy:sims=40")
    assert (settings.names, settings.games, settings.seed, tune.trials) == ((TUNED, "stronger"), 10, 10, 10)


def test_parameters_of_go_are_those_of_its_presets(written):
    tune = read_tune(written(game=('game = "tictactoe"', "size = 5"), name=("exploration]", "equivalence]"),
                             low=("low = 0.01", "low = 100"), high=("high = 10", "high = 10000"), start=("start = 0.05\n", "")))
    assert tune.scales[0].start == 300


@pytest.mark.parametrize("old, new, words", [
    ("exploration]", "explosion]", "unknown parameter 'explosion'; did you mean 'exploration'"),
    ("high = 10", "high = -1", "exploration: -1"),
    ("low = 0.01", "low = 0.0", "a logarithmic scale begins above 0"),
    ("start = 0.05", "start = 11", "start = 11"),
    ("low = 1\n", "low = 1.5\n", no_whole_number("expansion_threshold", 1.5)),
    ("low = 1\n", "", "no 'low'"),
    ("low = 1\n", "low = 'one'\n", no_number("low", "one")),
    ("expansion_threshold]", "schedule]", "schedule"),
    ("games = 10", "games = 5", "5 is no even number"),
    ("budget = 200", "budget = 30", "fewer than two trials"),
    ('method = "spsa"', 'method = "clop"', "method wants 'spsa' or 'tpe'"),
    ('method = "spsa"', "", "no 'method'"),
    ("seed = 3", "sed = 3", "unknown key 'sed'; did you mean 'seed'"),
    ('before = "gopy:sims=20"', 'before = "gopy:simms=20"', "simms"),
    ('before = "gopy', f'{"b" * 90} = "gopy', "opponents: bbbbbbbbbbbbbbbbbbbb... has more than 85 characters"),
    ('before = "gopy', 'tuned = "gopy', "tuned is the name of the player that is tuned"),
    ('player = "gopy:sims=20"', 'player = "gnugo"', "what is tuned is written gopy:sims=1000"),
    ('player = "gopy:sims=20"', 'player = "gopy:sims=20,exploration=1"', "twice"),
    ('game = "tictactoe"', 'game = "tictactic"', "tictactic"),
    ('game = "tictactoe"', "", "no 'size', and no 'game'"),
    ('game = "tictactoe"', 'game = "tictactoe"\nseed = 1', "match: 'seed' is not set here"),
    ('game = "tictactoe"', 'game = "tictactoe"\nkomi = 1', "match: unknown parameter 'komi'"),
])
def test_a_wrong_file_is_refused_before_the_first_game(capsys, tmp_path, old, new, words):
    assert old in FILE.replace("METHOD", "spsa")
    (tmp_path / "bad.toml").write_text(FILE.replace("METHOD", "spsa").replace(old, new))
    assert main(["tune", str(tmp_path / "bad.toml")]) == 2
    said = capsys.readouterr()
    assert words in said.err and "bad.toml" in said.err and len(said.err.splitlines()) == 1 and said.out == "", said.err
    assert not (tmp_path / "bad").exists()


def test_files_that_cannot_be_read(capsys, tmp_path):
    (tmp_path / "no.toml").write_text("player = ")
    for name, words in (("none.toml", "No such file"), ("no.toml", "it is not TOML")):
        assert main(["tune", str(tmp_path / name)]) == 2 and words in capsys.readouterr().err


def test_a_tune_with_other_openings_in_a_file_is_another(tmp_path):
    text = FILE.replace("METHOD", "spsa").replace('game = "tictactoe"', f'size = 9\nopenings = {json.dumps(str(tmp_path / "book"))}')
    (tmp_path / "tune.toml").write_text(text)
    setups = []
    for opening in ("C3", "D4", "D4"):
        (tmp_path / "book").write_text(opening + "\n")
        setups.append(read_tune(tmp_path / "tune.toml").setup)
    assert setups[0] != setups[1] == setups[2]


# Trials --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("method", ["spsa", "tpe"])
def test_a_tune_that_is_stopped_goes_on_as_if_it_had_not_been(written, tmp_path, method):
    tune = read_tune(written(method))
    through = run_tune(tune, Journal(tmp_path / "through", tune.setup), play=made_up)
    for left in (35, 0, 60):       # in the midst of a trial, before its first game, in a later one
        journal = Journal(tmp_path / "stopped", tune.setup)
        with pytest.raises(KeyboardInterrupt):
            run_tune(tune, journal, play=partial(interrupted, left=[left]))
    again = run_tune(tune, journal, play=made_up)
    assert again == through == journal.read() and len(through) == 10
    assert [line["match"] for line in journal.games.read()].count("3_stronger") == 10, "no game is played twice"
    assert abs(scale_of(recommended(tune, again)["exploration"]) - scale_of(BEST)) < abs(scale_of(0.05) - scale_of(BEST))


def test_trials_under_other_conditions_are_not_mixed(written, tmp_path):
    tune = read_tune(written())
    journal = Journal(tmp_path / "tune", tune.setup)
    with pytest.raises(KeyboardInterrupt):
        run_tune(tune, journal, play=partial(interrupted, left=[25]))
    other = read_tune(written(high=("high = 10", "high = 9")))
    with pytest.raises(ValueError, match="trials.jsonl, line 1: a trial under other conditions"):
        run_tune(other, Journal(tmp_path / "tune", other.setup), play=made_up)
    (tmp_path / "tune" / "trials.jsonl").write_text('{"trial": 0}\n')
    with pytest.raises(ValueError, match="trials.jsonl, line 1: no 'setup'"):
        journal.read()


def test_a_larger_budget_of_tpe_goes_on(written, tmp_path):
    small, large = read_tune(written("tpe", budget=("200", "100"))), read_tune(written("tpe"))
    first = run_tune(small, Journal(tmp_path, small.setup), play=made_up)
    assert run_tune(large, Journal(tmp_path, large.setup), play=made_up)[:5] == first


def test_report_plot_and_the_study_that_confirms(written, tmp_path):
    tune = read_tune(written())
    journal = Journal(tmp_path / "tune", tune.setup)
    trials = run_tune(tune, journal, play=made_up)
    write_report(tune, journal, trials)
    write_confirmation(tune, journal, trials)
    text = (tmp_path / "tune" / "report.md").read_text()
    assert "10 of 10 trials" in text and text.count("\n| ") == 11 + 1 and "tune.svg" in text
    plot = (tmp_path / "tune" / "tune.svg").read_text()
    assert plot.count("exploration by trial") == plot.count("share by expansion_threshold") == 1 and "mathdefault" not in plot
    study = load_study(tmp_path / "tune" / "confirm.toml")
    match, = study.matches
    assert match.settings.a.startswith("gopy:sims=80,exploration=") and match.settings.b == "gopy:sims=80"
    assert match.settings.sprt == "0,20" and match.settings.game == "tictactoe"
    (tmp_path / "tune" / "confirm.toml").write_text("mine")
    write_confirmation(tune, journal, trials)
    assert (tmp_path / "tune" / "confirm.toml").read_text() == "mine"


@pytest.mark.parametrize("name, shown", [("before", "before again"), ("\U0001f600", "\U0001f600")])
def test_the_study_that_confirms_plays_the_other_programs_too(written, tmp_path, name, shown):
    """A gain against the player itself may be none against others (study tuned_9x9)."""
    tune = read_tune(written(game=('game = "tictactoe"', "size = 5"), names=('before = "gopy:sims=20"', f'"{name}" = "gnugo:level=1"')))
    journal = Journal(tmp_path / "tune", tune.setup)
    write_confirmation(tune, journal, run_tune(tune, journal, play=made_up))
    study = load_study(tmp_path / "tune" / "confirm.toml")
    assert [match.name for match in study.matches] == ["confirm", f"tuned {shown}", f"before {shown}"]
    assert [match.settings.games for match in study.matches] == [4000, 200, 200]
    assert study.matches[1].settings.a.startswith("gopy:sims=80,exploration=") and study.matches[2].settings.a == "gopy:sims=80"
    assert {match.settings.b for match in study.matches[1:]} == {"gnugo:level=1"}


def test_progress_with_the_time_left(written, tmp_path):
    tune, stream, now = read_tune(written()), io.StringIO(), [0.0]
    progress = TuneProgress(tune, 0, stream, lambda: now[0])

    def game(trial, record):
        now[0] += 1.0
        progress.game(trial, record)
    run_tune(tune, Journal(tmp_path / "tune", tune.setup), play=made_up, on_game=game, on_trial=progress.trial)
    progress.close()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 10 and lines[-1].startswith("trial 10 of 10; ") and "left" not in lines[-1]
    assert re.match(r"trial 5 of 10; 2 min left; [\d.]+ % of 20 with exploration [\d.]+, expansion_threshold \d", lines[4]), \
        lines[4]


def test_a_killed_tune_of_real_games_goes_on(run_gopy, written):
    path = written(budget=("200", "16"), games=("games = 10", "games = 4"))
    with subprocess.Popen([sys.executable, "-m", "gopy", "tune", path], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr.readline().startswith("trial 1 of 2")
        process.send_signal(signal.SIGKILL)
    folder = path.with_suffix("")
    first = (folder / "trials.jsonl").read_text().splitlines()[0]
    done = run_gopy("tune", path)
    assert done.returncode == 0, done.stderr
    lines = (folder / "trials.jsonl").read_text().splitlines()
    assert lines[0] == first and [json.loads(line)["trial"] for line in lines] == [0, 1]
    assert len((folder / "games.jsonl").read_text().splitlines()) == 16
    assert done.stdout.startswith("exploration = ") and "gopy study run" in done.stdout
    assert load_study(folder / "confirm.toml")
