"""Games between unruly engines: every way to end is recorded as what it is."""
import sys
from pathlib import Path

import pytest

from gopy.go.geometry import BLACK, WHITE
from gopy.go.rules import CGOS, parse_rules
from gopy.match.programs.client import Client
from gopy.match.programs.clock import parse_time_control
from gopy.match.game import Conditions, SetupFailed, play_game
from gopy.match.opening import random_opening
from gopy.match.results.record import game_record, replayed, sgf_text
from gopy.match.referee import judge
from gopy.match.settings import Settings

UNRULY = str(Path(__file__).with_name("unruly_engine.py"))


@pytest.fixture
def play(monkeypatch):
    """Plays a game, on 5x5 unless told otherwise, between unruly engines with the options of Black and White; returns Played."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    clients = []

    def play(black=(), white=(), opening=(), size=5, **conditions):
        clients[:] = [Client([sys.executable, UNRULY, *options]) for options in (black, white)]
        return play_game(clients, Conditions(size, 3.5, **conditions), opening)
    yield play
    for client in clients:
        client.kill()


@pytest.mark.parametrize("what, end", [
    ("crash", "crash"), ("stop", "crash"), ("garbage", "protocol"), ("noise", "protocol"), ("illegal", "illegal"),
    ("refuse", "refused"), ("hang", "hang"), ("resign", "resign"),
])
@pytest.mark.parametrize("culprit", [BLACK, WHITE])
def test_ends(play, what, end, culprit):
    bad, good = ("--at", "3", "--do", what), ("--seed", "2")
    options = (bad, good) if culprit == BLACK else (good, bad)
    played = play(*options, hang_seconds=1.0)
    assert played.end == end
    assert played.culprit == (None if what == "resign" else culprit)
    assert len(played.game.moves) == (4 if culprit == BLACK else 5)
    record = game_record(0, played, ("one", "two"))
    if end in ("illegal", "resign"):
        assert record["winner"] == ("two", "one")[culprit]
        assert record["result"] == f"{'WB'[culprit]}+{'R' if end == 'resign' else 'F'}"
    else:                                   # a bug of one program is no win of the other
        assert record["winner"] is None and record["result"] == "Void"
        assert record["culprit"] == ("one", "two")[culprit]


def test_handicap_stones_are_on_the_board_and_white_moves_first(play):
    played = play(size=7, handicap=2)
    assert len(played.game.handicap_points) == 2 and played.game.moves[0][0] == WHITE
    assert played.end == "passes" and played.players[WHITE].moves - played.players[BLACK].moves in (0, 1)
    verdict = judge(played, "count")
    assert verdict.words["black"] == verdict.words["white"] == verdict.words["referee"]
    match = Settings(a="x", b="y", games=2, size=7, komi=3.5, handicap=2, openings="none", names=("one", "two"), referee="count")
    record = game_record(0, played, ("two", "one"), verdict)
    match.check_moves(record)
    assert replayed(record, match).board.colours == played.game.board.colours
    assert "HA[2]" in sgf_text(played.game, record, {"one": "1", "two": "2"})


class Told:
    """A program that knows some commands and keeps what it was told."""

    words = ["told"]

    def __init__(self, known):
        self.known, self.told = known, []

    def send(self, command, timeout=None):
        self.told.append(command)
        if command == "list_commands":
            return self.known
        if command.startswith("kata-set-rules") and "TERRITORY" not in command:
            assert parse_rules(command.partition(" ")[2]) == CGOS
        return "resign" if command.startswith("genmove") else ""

    def cpu_seconds(self):
        return 0.0

    seconds = 0.0


@pytest.mark.parametrize("rules, known, told", [
    ("chinese", "genmove kata-set-rules", 0), ("cgos", "genmove kata-set-rules", 1), ("cgos", "genmove", 0),
    ("japanese", "genmove kata-set-rules", 1), ("japanese", "genmove", None),
])
def test_players_are_told_the_rules(rules, known, told):
    clients = Told(known), Told(known)
    conditions = Conditions(5, 3.5, rules=parse_rules(rules))
    if told is None:
        with pytest.raises(SetupFailed, match="told: it does not know kata-set-rules, so it cannot be told to count territory"):
            play_game(clients, conditions)
        return
    assert play_game(clients, conditions).end == "resign"
    for client in clients:
        assert sum(command.startswith("kata-set-rules {") for command in client.told) == told


@pytest.mark.parametrize("referee", ["gnugo", "gnugo:level=1", "GNUGO --mode gtp"])
def test_gnugo_does_not_judge_territory(referee, gnugo):
    referee = referee.replace("GNUGO", gnugo)
    settings = Settings(a="x", b="y", games=2, size=7, rules="japanese", openings="none", referee=referee)
    with pytest.raises(ValueError, match="referee: it counts areas, and these rules territory .--referee count needs"):
        settings.check()


@pytest.mark.parametrize("limit, seconds", [
    ({}, 900.0), ({"seconds": 10}, 900.0), ({"seconds": 1000}, 2000.0), ({"time": "5m"}, 900.0), ({"time": "60m"}, 7200.0),
    ({"time": "3x1000"}, 6000.0), ({"time": "5m", "time_b": "60m"}, 7200.0),
])
def test_a_program_that_takes_the_time_it_has_does_not_hang(limit, seconds):
    assert Settings(a="x", b="y", games=2, size=7, openings="none", **limit).conditions(0).hang_seconds == seconds


def test_two_passes_are_scored(play):
    played = play(opening=random_opening(5, 2, 1, 0))
    assert (played.end, played.winner) == ("passes", None)
    verdict = judge(played, "count")
    assert verdict.words["black"] == verdict.words["white"] == verdict.words["referee"]
    record = game_record(7, played, ("one", "two"), verdict)
    assert record["end"] == "score" and record["winner"] in ("one", "two")
    assert record["moves"] == 2 + sum(record["chosen"].values())
    assert f"RE[{record['result']}]" in sgf_text(played.game, record, dict.fromkeys(("one", "two"), "?"))


def test_time_forfeit(play):
    played = play(white=("--at", "2", "--do", "sleep 1.3"), time_controls=[parse_time_control("1s")] * 2)
    assert (played.end, played.winner) == ("time", BLACK)
    assert "move 4 took 1.3" in played.detail
    assert game_record(0, played, ("one", "two"))["result"] == "B+T"


def test_loading_is_off_the_clock(play):
    played = play(black=("--loading", "1.3"), time_controls=[parse_time_control("1s")] * 2)
    assert played.end == "passes"


def test_only_who_has_a_clock_can_lose_by_it(play):
    played = play(white=("--at", "2", "--do", "sleep 1.3"), time_controls=(parse_time_control("1s"), None))
    assert played.end == "passes"
    assert set(game_record(0, played, ("one", "two"))["least_left"]) == {"one"}


def test_byo_yomi_survives_a_slow_move(play):
    played = play(white=("--at", "2", "--do", "sleep 1.3"), time_controls=[parse_time_control("2x1")] * 2)
    assert played.end == "passes"
    assert played.players[WHITE].clock.periods == 1 and played.players[BLACK].clock.periods == 2


def test_move_limit_makes_a_game_void(play):
    played = play(move_limit=10)
    assert (played.end, played.winner) == ("move limit", None)
    record = game_record(0, played, ("one", "two"))
    assert record["winner"] is None and record["result"] == "Void" and record["moves"] == 10


def test_engine_that_refuses_the_conditions(play):
    with pytest.raises(SetupFailed, match="unknown command"):
        play(black=("--without", "komi"))


def test_refusing_a_legal_move_is_the_refusers_fault(play):
    played = play(white=("--without", "play"))
    assert (played.end, played.winner, played.culprit) == ("refused", None, WHITE)
