"""What clients are known to send, in their order and spelling: every command is accepted."""
import json
import re

import pytest
from clients.gtp_client import Client, answers
from fakes.gtp_fake_engine import FakeEngine

from gopy.engine.options import Options
from gopy.go.clock import Absolute, ByoYomi, Canadian, Fischer

DIALOGUES = {
    "gogui": """protocol_version
name
version
list_commands
gogui-interrupt
gogui-analyze_commands
gogui-title
boardsize 9
clear_board
komi 6.5
time_settings 0 1 0
gogui-setup b D4 w F6
gogui-setup_player b
gogui-play_sequence B C3 W G7
time_left b 300 0
genmove b
play w PASS
gg-undo 2
final_status_list dead
kgs-genmove_cleanup b
quit
""",
    "sabaki": """name
version
protocol_version
list_commands
komi 7.5
boardsize 9
time_settings 0 1 0
clear_board
set_free_handicap C3 G7
play W E5
kata-genmove_analyze B 50
undo
undo
play W D5
kata-analyze B 50
protocol_version
quit
""",
    "lizzie": """1 name
2 version
3 boardsize 9
4 komi 7.5
5 lz-analyze 10
6 play B C3
7 lz-analyze 10 avoid b E5,D4 8 avoid w E5,D4 8
8 time_settings 0 5 1
9 lz-genmove_analyze b 10
10 name
11 fixed_handicap 2
""",
    "lizzieyzy": """name
name
name
version
list_commands
komi 7.5
boardsize 9
clear_board
lz-analyze B 10
name
play B C3
genmove W
undo
""",
    "q5go": """protocol_version
boardsize 9
clear_board
komi 5.5
known_command lz-analyze
known_command kata-analyze
known_command kata-set-rules
kata-set-rules chinese
play black C3
kata-analyze white 100
known_command known_command
time_settings 1 1 0
quit
""",
    "kgs": """name
version
list_commands
boardsize 9
kgs-rules chinese
komi 7.5
clear_board
kgs-time_settings byoyomi 60 30 5
time_left b 60 0
genmove b
time_left w 30 5
play w C3
final_status_list dead
kgs-genmove_cleanup b
kgs-game_over
quit
""",
    "cgos": """list_commands
boardsize 9
komi 7.0
time_settings 300 0 0
cgos-opponent_name GnuGo-3.8-L10
cgos-opponent_rating 1800?
clear_board
play b E5
play w D5
time_left b -2 0
cgos-genmove_analyze b
play w C4
time_left b 280 0
kata-genmove_analyze b ownership true
cgos-gameover B+3.5
quit
""",
    "gtp2ogs": """list_commands\r
kata-list_time_settings\r
boardsize 9\r
clear_board\r
komi 7.5\r
play black d4\r
play white f6\r
kgs-time_settings byoyomi 60 10 3\r
time_left black 8 3\r
time_left white 42 0\r
genmove black\r
kata-time_settings fischer-capped 30 10 60 -1\r
time_left black 28 0\r
play white e9\r
genmove black\r
final_score\r
quit\r
""",
    "gomill": """1 protocol_version
2 known_command gomill-explain_last_move
3 boardsize 9
4 clear_board
5 komi 7.5
6 gomill-describe_engine
7 genmove b
8 gomill-explain_last_move
9 play w G5
10 final_score
11 gomill-cpu_time
12 quit
""",
}

#: The clock a dialogue leaves behind.
CLOCKS = {"kgs": ByoYomi(60, 30, 5), "cgos": Absolute(300), "lizzie": Canadian(0, 5, 1), "gtp2ogs": Fischer(30, 10, 60)}


@pytest.mark.parametrize("client", DIALOGUES)
def test_dialogue(client):
    script = DIALOGUES[client]
    engine = FakeEngine()
    got = answers(script, engine)
    lines = script.strip().split("\n")
    assert len(got) == len(lines)
    for line, answer in zip(lines, got):
        expected = re.match(r"(\d*)", line)[1]
        refusal = line.strip() == "11 fixed_handicap 2"     # Lizzie asks in the middle of a game too
        assert answer.startswith(("?" if refusal else "=") + expected), (line, answer)
    if client in CLOCKS:
        assert engine.clock.system == CLOCKS[client]


@pytest.mark.parametrize("line", ["rectangular_boardsize 9 13", "boardsize 9 13", "boardsize 29", "kgs-chat game x hello",
                                  "rectangular_boardsize 9", "rectangular_boardsize 29 29",
                                  "kata-set-param analysisWideRootNoise 0.1", "kata-get-param noSuchParameter"])
def test_what_is_not_supported_is_refused_cleanly(line):
    first, second = answers(line + "\nname\n")
    assert first.startswith("? ") and "internal" not in first and second == "= gopy"


@pytest.mark.parametrize("name", ["analysisWideRootNoise", "playoutDoublingAdvantage"])
def test_katago_parameters_that_stand_at_zero(name):
    engine = FakeEngine()
    got = answers(f"kata-set-param {name} 0\nkata-set-param {name} 0.0\nkata-get-param {name}\n"
                  f"kata-set-param {name} 0.04\nkata-set-params {{\"{name}\":0,\"maxVisits\":5}}\n"
                  f"kata-set-params {{\"{name}\":1,\"maxVisits\":7}}\nkata-set-param {name} x\n"
                  "kata-list-params\nkata-get-params\n", engine)
    refused = f"? {name} is always 0"
    assert got[:7] == ["=", "=", "= 0", refused, "=", refused, "? syntax error"]
    assert engine.options.sims == 5
    assert name in got[7].split() and json.loads(got[8].removeprefix("= "))[name] == 0


def test_rectangular_boardsize_takes_squares_alone():
    engine = FakeEngine()
    assert answers("rectangular_boardsize 13 13\nrectangular_boardsize 9 13\nknown_command rectangular_boardsize\n"
                   "list_commands\n", engine)[:3] == ["=", "? unacceptable size", "= true"]
    assert engine.game.size == 13
    assert "rectangular_boardsize" in answers("list_commands\n")[0].split("\n")


def test_lizzie_asks_a_program_of_katagos_name_for_score_and_ownership():
    engine = FakeEngine(options=Options(size=9, gtp_name="KataGo-gopy"))
    got = answers("1 name\n2 version\n3 boardsize 9\n4 komi 7.5\n5 kata-analyze 1 ownership true\n", engine)
    assert got[0] == "=1 KataGo-gopy"
    with Client(engine) as client:
        client.send("5 kata-analyze 1 ownership true\n")
        assert client.read_until("\n") == "=5\n"
        line = client.read_until("\n").removeprefix("info ").strip()
        client.send("6 name\n")
        assert client.read_until("=6 KataGo-gopy\n\n")
    moves, _, ownership = line.partition(" ownership ")
    assert len([float(word) for word in ownership.split()]) == 81
    for block in moves.split(" info "):
        words = block.partition(" pv ")[0].split(" ")
        values = dict(zip(words[::2], words[1::2]))
        assert int(values["visits"]) and all(float(values[key]) is not None
                                             for key in ("winrate", "lcb", "scoreMean", "scoreStdev", "prior"))
