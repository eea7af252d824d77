"""What a running match shows, and its summary."""
import io
import re

import pytest

from gopy.lab.match.results.progress import Progress, duration
from gopy.lab.match.results.sprt import Hypotheses, SequentialTest
from gopy.lab.match.results.summary import cpu_warning, summary_json, summary_text
from gopy.lab.match.results.tally import tally
from gopy.lab.match.settings import Settings

NAMES = ("one", "two")


def record(game_id, winner="one", **changes):
    black, white = NAMES if game_id % 2 == 0 else NAMES[::-1]
    return {"id": game_id, "black": black, "white": white, "winner": winner, "end": "score", "result": "B+1",
            "moves": 50, "disputed": False, "chosen": dict.fromkeys(NAMES, 25), "seconds": dict.fromkeys(NAMES, 2.5),
            "cpu": {"one": 2.4, "two": 2.4}, "digest": str(game_id), **changes}


class Stream(io.StringIO):
    terminal = False

    def isatty(self):
        return self.terminal


class Terminal(Stream):
    terminal = True


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def progress(stream, games=10, before=(), test=None):
    clock = Clock()
    return Progress(Settings("x", "y", games, 9, names=NAMES), before, test, stream, clock), clock


def test_a_line_a_game_without_a_terminal():
    stream = Stream()
    shown, _ = progress(stream)
    for game_id in range(2):
        shown.show(record(game_id))
    shown.close()
    lines = stream.getvalue().splitlines()
    assert len(lines) == 2 and lines[1].startswith("2/10 one 2 of 2, 100.0 %")
    assert lines[1].endswith("; game 1: B+1 (score), 50 moves")


def test_one_line_on_a_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    stream = Terminal()
    shown, _ = progress(stream)
    for game_id in range(3):
        shown.show(record(game_id))
    shown.close()
    assert stream.getvalue().count("\n") == 1 and stream.getvalue().endswith("\n")
    lines = stream.getvalue().rstrip("\n").split("\r")[1:]
    assert [re.match(r"\d+/10", line)[0] for line in lines] == ["0/10", "1/10", "2/10", "3/10"]
    assert lines[2].startswith("2/10, 0 s left: one 2 of 2, Elo +inf (")
    assert all(line.endswith("\x1b[K") and len(line) <= 59 + 3 for line in lines)


def test_time_left_is_estimated_from_the_games_of_this_run():
    shown, clock = progress(Stream(), before=[record(game_id) for game_id in range(4)])
    assert shown.seconds_left() is None and "left" not in shown.line()
    clock.now += 30.0
    shown.show(record(4))
    assert shown.seconds_left() == pytest.approx(150.0) and shown.line().endswith("; 2 min left")
    clock.now += 30.0
    for game_id in range(5, 10):
        shown.show(record(game_id))
    assert shown.seconds_left() is None


def test_the_test_is_shown():
    test = SequentialTest(Hypotheses(0, 400), "one")
    shown, clock = progress(Stream(), test=test)
    for game_id in range(2):
        clock.now += 1
        test.add(record(game_id, "two"))
        shown.show(record(game_id, "two"))
    assert "; LLR -1.70 (-2.94, 2.94); 8 s left at most" in shown.line()
    for game_id in (2, 3):
        test.add(record(game_id, "two"))
        shown.show(record(game_id, "two"))
    assert shown.line().endswith("H0 accepted: +0 Elo")


@pytest.mark.parametrize("seconds, text", [(0.4, "0 s"), (99, "99 s"), (100, "2 min"), (5990, "100 min"),
                                           (11100, "3 h 05 min")])
def test_durations(seconds, text):
    assert duration(seconds) == text.replace("100 min", "1 h 40 min")


def test_pairs_are_counted_by_points():
    winners = ["one", "one", "one", "jigo", "one", "two", "two", "jigo", "two", "two", None, "one", "one"]
    total = tally([record(game_id, winner) for game_id, winner in enumerate(winners)], NAMES, 14)
    assert total.pairs == [1, 1, 1, 1, 1]       # neither the pair with a void game nor the unfinished one
    assert (total.games, total.points, total.recorded) == (11, 6.0, 13)
    assert "pairs by one's points 0: 1, 0.5: 1, 1: 1, 1.5: 1, 2: 1; Elo by pairs (" in summary_text(total)


def test_the_interval_is_by_pairs_once_there_are_enough():
    games = [record(game_id, NAMES[game_id % 2]) for game_id in range(38)] + [record(38), record(39)]
    few, enough = tally(games[4:], NAMES, 40), tally(games, NAMES, 40)
    assert few.elo_interval()[0] < -80                     # Wilson's
    assert enough.elo_interval() == enough.pair_elo_interval() and enough.elo_interval()[0] > -30


@pytest.mark.parametrize("cpu, words", [
    ({"one": 2.4, "two": 2.4}, None), ({"one": 2.4, "two": 2.6}, None),
    ({"one": 2.4, "two": 2.712}, "two took 0.113 s a move, one 0.100 s (10 % more would do)"),
    ({"one": 2.4, "two": None}, "CPU time of two is unknown"),
])
def test_equal_cpu(cpu, words):
    total = tally([record(game_id, cpu=cpu) for game_id in range(2)], NAMES, 2)
    warning = cpu_warning(total)
    assert words in warning if words else warning is None
    assert "CPU s a move: one 0.100, two" in summary_text(total)


def test_the_summary_as_plain_values():
    test = SequentialTest(Hypotheses(0, 400), "one")
    games = [record(0), record(1, None, culprit="two", end="crash")]
    for game in games:
        test.add(game)
    found = summary_json(tally(games, NAMES, 2), test)
    assert found["elo"] is None and found["elo_pairs"] is None and found["failures"] == [["two", "crash", 1]]
    assert found["sprt"] == {"elo0": 0.0, "elo1": 400.0, "llr": 0.0, "bounds": list(test.bounds), "decision": None,
                             "pairs": 1}
    assert "SPRT 0,400: LLR 0.00 (-2.94, 2.94), no decision after 1 pairs" in summary_text(tally(games, NAMES, 2), test)
