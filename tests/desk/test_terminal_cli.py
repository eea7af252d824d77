"""The command line of `gopy play`: what the flags make of a game of Go."""
import io

import pytest
from fakes.stub_engine import StubEngine

from gopy.__main__ import main as gopy
from gopy.base.errors import UserError
from gopy.go.clock import ByoYomi
from gopy.go.geometry import vertex_text

RECORD = "(;SZ[7]KM[5.5]RU[Japanese]PB[human]PW[gopy];B[cc];W[ee])"


@pytest.fixture
def play(monkeypatch, capsys, tmp_path):
    """Run `gopy play WORDS...` on typed lines; returns (status, engine or None, stdout, stderr)."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    engines = []

    class Engine(StubEngine):
        def __init__(self, options):
            super().__init__(["D4", "E5", "F6"], options.size)
            self.options = options
            self.set_game(self.game)
            self.game.komi = options.komi
            engines.append(self)

    monkeypatch.setattr("gopy.engine.engine.Engine", Engine)

    def run(*words, typed=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        status = gopy(["play", *map(str, words)])
        return status, engines[-1] if engines else None, *capsys.readouterr()
    return run


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text(RECORD)
    return path


@pytest.mark.parametrize("words, komi", [(["--handicap", 2], 0.5), (["--handicap", 1], 0.5), (["--handicap", 2, "--komi", 3], 3.0), ([], 7.5),
                                         (["--handicap", 0], 7.5)])
def test_komi_goes_with_the_handicap(play, words, komi):
    _, engine, told, _ = play("--size", 9, *words)
    assert engine.game.komi == komi and f"komi {komi:g}" in told


def test_gopy_moves_first_in_a_handicap_game(play):
    _, engine, told, _ = play("--size", 9, "--handicap", 4, typed="C4\n")
    assert engine.game.handicap == 4 and [vertex_text(move, 9) for _, move in engine.game.moves] == ["D4", "C4", "E5"]
    assert "komi 0.5, handicap 4" in told


def test_one_handicap_stone_is_the_first_move(play):
    _, engine, told, _ = play("--size", 9, "--handicap", 1, typed="C4\n")
    assert engine.game.handicap == 0 and [vertex_text(move, 9) for _, move in engine.game.moves] == ["C4", "D4"] and "komi 0.5" in told


def test_a_terminal_has_errors_within_its_columns(play, monkeypatch):
    screen = io.StringIO()
    screen.isatty = lambda: True
    monkeypatch.setattr("sys.stderr", screen)
    assert play("--game", "chess")[0] == 2
    lines = screen.getvalue().splitlines()
    assert len(lines) > 1 and max(map(len, lines)) <= 80 and lines[0].startswith("gopy: ")


def test_level_colour_and_clock(play):
    status, engine, told, _ = play("--size", 5, "--level", 3, "--colour", "white", "--time", "60+3x10")
    assert status == 0 and engine.closed and engine.clock.system == ByoYomi(60, 10, 3)
    assert "You are White. gopy plays at level 3 (about 22k): 50 simulations a move." in told and "gopy (Black) plays D4" in told


def test_a_game_is_resumed_as_the_record_says(play, record):
    _, engine, told, _ = play("--resume", record, "--level", 1, typed="A1\n")
    assert (engine.options.size, engine.game.size, engine.game.komi) == (7, 7, 5.5)
    assert "You are Black." in told and [vertex_text(move, 7) for _, move in engine.game.moves] == ["C5", "E3", "A1", "D4"]


def test_the_colour_may_be_said_otherwise(play, record):
    assert "You are White." in play("--resume", record, "--colour", "white")[2]


def test_the_last_game_is_resumed_without_a_file(play, tmp_path):
    folder = tmp_path / "state" / "gopy"
    folder.mkdir(parents=True)
    (folder / "20260101-000000.sgf").write_text(RECORD)
    assert play("--resume")[1].game.size == 7


@pytest.mark.parametrize("words, message", [
    (["--resume"], "no game was kept"),
    (["--resume", "/nowhere/x.sgf"], "cannot read /nowhere/x.sgf: No such file"),
    (["--resume", "~nobody-of-that-name/x.sgf"], "~nobody-of-that-name/x.sgf: "),
    (["--resume", "{record}", "--size", "9"], "--size does not go with --resume"),
    (["--resume", "{record}", "--handicap", "2"], "--handicap does not go with --resume"),
    (["--time", "soon"], "not a time system: 'soon'"),
    (["--handicap", "2", "--size", "5"], "handicap 2 on 5x5: invalid number of stones"),
    (["--handicap", "10"], "handicap 10 on 19x19: invalid number of stones"),
    (["--handicap", "-3"], "handicap: -3 is not at least 0"),
    (["--look", "pink"], "invalid choice: 'pink'"),
])
def test_mistakes(play, record, words, message):
    status, engine, told, error = play(*(word.format(record=record) for word in words))
    assert (status, engine, told) == (2, None, "") and message in error and error.count("\n") == 1


def test_a_search_that_cannot_be_loaded_is_one_sentence(play, monkeypatch):
    def fail(*_):
        raise UserError("the search could not be loaded: no memory")
    monkeypatch.setattr(StubEngine, "wait_ready", fail)
    status, engine, _, error = play("--size", 5, typed="C3\n")
    assert (status, error) == (2, "gopy: the search could not be loaded: no memory\n") and engine.closed
