"""Games between unruly engines: every way to end is recorded as what it is."""
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from places import ROOT, TESTS

from gopy.go.clock import parse_time_system
from gopy.go.geometry import BLACK, WHITE
from gopy.go.rules import CGOS, parse_rules
from gopy.lab.match.game import Conditions, SetupFailed, play_game
from gopy.lab.match.opening import random_opening
from gopy.lab.match.programs.client import Client
from gopy.lab.match.programs.clock import TimeControl, move_limit_control
from gopy.lab.match.programs.stall import Watch
from gopy.lab.match.referee import judge
from gopy.lab.match.results.record import game_record, replayed, sgf_text
from gopy.lab.match.settings import Settings

UNRULY = str(TESTS / "fakes" / "unruly_engine.py")


@pytest.fixture
def play(monkeypatch):
    """Plays a game, on 5x5 unless told otherwise, between unruly engines with the options of Black and White; returns Played."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
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
    played = play(white=("--at", "2", "--do", "sleep 1.3"), time_controls=[TimeControl(parse_time_system("1s"))] * 2)
    assert (played.end, played.winner) == ("time", BLACK)
    assert "move 4 took 1.3" in played.detail
    assert game_record(0, played, ("one", "two"))["result"] == "B+T"


def test_loading_is_off_the_clock(play):
    played = play(black=("--loading", "1.3"), time_controls=[TimeControl(parse_time_system("1s"))] * 2)
    assert played.end == "passes"


def test_only_who_has_a_clock_can_lose_by_it(play):
    played = play(white=("--at", "2", "--do", "sleep 1.3"), time_controls=(TimeControl(parse_time_system("1s")), None))
    assert played.end == "passes"
    assert set(game_record(0, played, ("one", "two"))["least_left"]) == {"one"}


def test_byo_yomi_survives_a_slow_move(play):
    played = play(white=("--at", "2", "--do", "sleep 1.3"), time_controls=[TimeControl(parse_time_system("2x1"))] * 2)
    assert played.end == "passes"
    assert played.players[WHITE].clock.remaining.count == 1 and played.players[BLACK].clock.remaining.count == 2


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


# ---------------------------------------------------------------- a machine that stands still

class Thinker:
    """The client of an engine that takes `seconds` of time and `cpu` of processor time for a move, one of each in turn."""

    words = ["thinker"]

    def __init__(self, seconds, cpu):
        self._moves, self._cpu, self.seconds = iter(zip(seconds, cpu)), 0.0, 0.0
        self._row = 0

    def send(self, command, timeout=None):
        if command.startswith("genmove"):
            self.seconds, cpu = next(self._moves)
            self._cpu += cpu
            self._row += 1
            return f"{'AB'[command.endswith('w')]}{self._row}"
        return ""

    def cpu_seconds(self):
        return self._cpu

    def is_stopped(self):
        return False


QUICK = [0.1] * 9


@pytest.mark.parametrize("seconds, cpu, end, winner", [
    ([1, 1, 1, 3], [1, 1, 1, 3], "time", WHITE),            # it thought for too long
    ([1, 1, 1, 3], [1, 1, 1, 0.5], "stall", None),          # it got as much of the processor as half a second takes
    ([1, 1, 1, 3], [1, 1, 1, 2.5], "time", WHITE),          # it lost half a second, and took a whole one too many
    ([1, 3], [1, 0.1], "time", WHITE),                      # nobody knows how much it usually gets
    ([1, 1, 1, 3], [0.01, 0.01, 0.01, 0.01], "time", WHITE),    # it sleeps, as always
    ([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1], "move limit", None)])
def test_an_engine_that_did_not_get_the_processor_does_not_lose_on_time(seconds, cpu, end, winner):
    control = move_limit_control(1, True, "a")
    clients = [Thinker(seconds, cpu), Thinker(QUICK, QUICK)]
    played = play_game(clients, Conditions(9, 3.5, time_controls=[control] * 2, move_limit=12))
    assert (played.end, played.winner, played.culprit) == (end, winner, BLACK if end == "time" else None)
    record = game_record(0, played, ("one", "two"))
    assert record["cpu_first"] == {"one": cpu[0], "two": 0.1} and record["cpu"]["one"] == pytest.approx(sum(cpu[1:]))
    if end == "stall":
        assert (record["winner"], record["result"]) == (None, "Void") and "culprit" not in record and "move 7 took 3.00 s" in record["detail"]


def test_time_that_the_machine_lost_before_does_not_lose_the_game_later():
    """A clock of 10 s: 6 of the 7 s of a move were lost, so that a later move is too late by the clock alone."""
    seconds, cpu = [1, 1, 1, 7, 1, 1], [1, 1, 1, 1, 1, 1]
    played = play_game([Thinker(seconds, cpu), Thinker(QUICK, QUICK)],
                       Conditions(9, 3.5, time_controls=[TimeControl(parse_time_system("10s")), None], move_limit=12))
    assert (played.end, played.winner) == ("stall", None)
    played = play_game([Thinker(seconds, seconds), Thinker(QUICK, QUICK)],
                       Conditions(9, 3.5, time_controls=[TimeControl(parse_time_system("10s")), None], move_limit=12))
    assert (played.end, played.winner) == ("time", WHITE)


def test_a_watch_counts_what_was_late_and_what_was_stopped():
    watch = Watch(lambda: False)
    for elapsed, stopped, seconds in ((0.1, False, 0.0), (0.14, False, 0.0), (5.1, False, 5.0), (0.1, True, 5.1), (1.0, True, 6.1)):
        watch.note(elapsed, stopped)
        assert watch.seconds == pytest.approx(seconds)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_stopped_engine_does_not_lose_on_time(play, monkeypatch):
    """The engine is stopped for two seconds while it thinks, with a second on its clock."""
    stopped = []

    def stop(client, command, timeout=60.0):
        if command == "genmove w" and not stopped:
            os.kill(client._process.pid, signal.SIGSTOP)
            stopped.append(client)
            threading.Timer(2.0, os.kill, (client._process.pid, signal.SIGCONT)).start()
        return real(client, command, timeout)
    real = Client.send
    monkeypatch.setattr(Client, "send", stop)
    played = play(time_controls=(None, TimeControl(parse_time_system("1s"))))
    assert stopped and (played.end, played.winner, played.culprit) == ("stall", None, None)


def test_a_runner_that_was_stopped_makes_nobody_lose(tmp_path):
    """The whole process that plays the game is stopped for two seconds, and not its engines."""
    script = tmp_path / "runner.py"
    script.write_text(f"""
import sys
from gopy.lab.match.game import Conditions, play_game
from gopy.lab.match.programs.client import Client
from gopy.go.clock import parse_time_system
from gopy.lab.match.programs.clock import TimeControl
clients = [Client([sys.executable, {UNRULY!r}, *options]) for options in ((), ("--at", "2", "--do", "sleep 0.5"))]
real = Client.send
def send(client, command, timeout=60.0):
    if command == "genmove w":
        print("thinks", flush=True)
    return real(client, command, timeout)
Client.send = send
played = play_game(clients, Conditions(5, 3.5, time_controls=(None, TimeControl(parse_time_system("1s")))))
print(played.end, played.winner)
for client in clients:
    client.kill()
""")
    runner = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert runner.stdout.readline() == "thinks\n"
    time.sleep(0.2)
    runner.send_signal(signal.SIGSTOP)
    time.sleep(2.0)
    runner.send_signal(signal.SIGCONT)
    assert runner.communicate(timeout=60)[0].splitlines()[-1] == "stall None"
