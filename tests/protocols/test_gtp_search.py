"""The whole program with its search: what it plays and how it can be interrupted at any moment."""

import json
import random
import re
import signal
import time
from contextlib import contextmanager

import pytest
from clients.gtp_process import Process
from clocks import wait_for
from places import TESTS

from gopy.go.geometry import WHITE, parse_vertex
from gopy.go.history import Game
from gopy.go.sgf import load_file

pytestmark = pytest.mark.slow


#: Seconds for a session whose search may have to be compiled first.
COMPILING = 600.0


def session(*words, tests=1):
    """A process for so many tests."""
    return Process(*words, lifetime=tests * COMPILING)


#: As good as unlimited simulations.
UNLIMITED = "1000000000"


@contextmanager
def loaded(tests=1):
    """A session whose search is loaded, without a limit of simulations."""
    with session("--sims", UNLIMITED, "--threads", "2", "--seed", "1", tests=tests) as process:
        for line in ("kata-set-param maxVisits 10", "reg_genmove b", f"kata-set-param maxVisits {UNLIMITED}"):
            ask(process, line)
        yield process


@pytest.fixture(scope="module")
def shared():
    with loaded(tests=11) as process:
        yield process


@pytest.fixture
def gopy(shared):
    """The `loaded` session that these tests share, at an empty board."""
    for line in ("boardsize 9", "komi 7.5", "clear_cache", f"kata-set-param maxVisits {UNLIMITED}"):
        ask(shared, line)
    return shared


@pytest.fixture
def doomed():
    """A `loaded` session for a test that ends it."""
    with loaded() as process:
        yield process


def ask(process, line):
    process.send(line + "\n")
    answer = process.answer()
    assert answer.startswith("="), answer
    return answer[1:].strip()


def test_interrupts_at_random_moments(gopy):
    rng, waits = random.Random(1), []
    for number in range(60):
        gopy.send(
            f"{number} {rng.choice(['reg_genmove b', 'kata-analyze b 1', 'lz-analyze 5', 'kata-search_analyze w 3'])}\n"
        )
        time.sleep(rng.uniform(0, 0.1))
        start = gopy.cpu_seconds()
        gopy.send("# interrupt\n")
        assert gopy.answer().startswith(f"={number}")
        waits.append(gopy.cpu_seconds() - start)
    assert sorted(waits)[len(waits) // 2] < 0.2, waits      # of two threads


@pytest.mark.parametrize("line, number", [("genmove b", signal.SIGTERM), ("lz-analyze b 1", signal.SIGINT)])
def test_a_signal_during_a_search_ends_the_program(doomed, line, number):
    doomed.send(line + "\n")
    time.sleep(0.3)
    doomed.signal(number)
    status, errors = doomed.ends()
    assert status == 0 and "Traceback" not in errors


def test_sigint_only_interrupts_once_a_client_has_asked_for_it(gopy):
    assert int(ask(gopy, "gogui-sigint")) > 0
    before = gopy.cpu_seconds()
    gopy.send("1 genmove b\n")
    wait_for(lambda: gopy.cpu_seconds() > before + 0.2)     # it searches
    gopy.signal(signal.SIGINT)
    assert re.fullmatch(r"=1 [A-J]\d\n\n", gopy.answer())
    gopy.signal(signal.SIGINT)
    assert ask(gopy, "name") == "gopy"


def test_a_closed_stdout_during_an_analysis_ends_the_program(doomed):
    doomed.send("lz-analyze b 1\n")
    time.sleep(0.2)
    doomed.close("stdout")
    status, errors = doomed.ends()
    assert status == 0 and "Traceback" not in errors and "Exception ignored" not in errors


def test_pondering_ends_with_the_client():
    with session("--sims", "100", "--ponder") as process:
        for _ in range(3):
            assert re.fullmatch(r"[A-J]\d", ask(process, "genmove b"))
        time.sleep(0.2)
        assert ask(process, "stop") == ""
        process.send("genmove w\n")
        process.answer()
        process.close("stdin")
        status, errors = process.ends()
        assert status == 0 and "Traceback" not in errors


@pytest.mark.parametrize("size", [9, 7])
def test_analysis_of_the_search_adds_up(gopy, size):
    """With a network, which the search has on 9x9, and without one."""
    ask(gopy, f"boardsize {size}")
    ask(gopy, "play b D4")
    line = infos(gopy, "kata-analyze w 20 ownership true rootInfo true minmoves 100", 4000, end="name")
    assert gopy.answer() == "= gopy\n\n"
    moves = re.findall(
        r"info move (\S+) visits (\d+) winrate ([\d.]+) .*? prior ([\d.]+) lcb ([\d.]+) .*?order (\d+) pv (\S+)", line
    )
    # The best has by far the largest share of the visits, or the largest lower bound in spite of fewer. What is shown is shifted
    # towards the position's win rate and takes off fewer standard errors, so of two nearly equal moves the other may show more.
    visits, bounds = ([number(move[at]) for move in moves] for at, number in ((1, int), (4, float)))
    assert visits[0] == max(visits) or bounds[0] > max(bounds) - 0.01
    assert visits[0] > 0 and [int(move[5]) for move in moves] == list(range(len(moves)))
    assert all(move[0] == move[6] and float(move[4]) <= float(move[2]) for move in moves)
    root = int(re.search(r"rootInfo visits (\d+)", line)[1])
    # two threads may lose a few of each other's plain additions
    assert sum(visits) == pytest.approx(root, abs=10 + 0.002 * root)
    ownership = [float(word) for word in line.partition(" ownership ")[2].split()]
    assert len(ownership) == size ** 2 and all(-1 <= value <= 1 for value in ownership)
    scores = [float(score) for score in re.findall(r" scoreMean (-?[\d.]+)", line)]
    score = scores.pop()        # rootInfo's stands last
    assert len(scores) == len(moves)
    rates = [*(float(move[2]) for move in moves), float(re.search(r"rootInfo visits \d+ winrate ([\d.]+)", line)[1])]
    assert all((rate - 0.5) * lead >= 0 for rate, lead in zip(rates, [*scores, score])), "who leads is the more likely winner"


def infos(process, line, least, end=""):
    """Last line of an analysis that the line `end` stops once it has shown so many visits."""
    process.send(line + "\n")
    assert process.line() == "=\n"
    shown = ""
    while sum(map(int, re.findall(r"info move \S+ visits (\d+)", shown))) < least:
        shown = process.line()
    process.send(end + "\n")
    return process.answer().strip().split("\n")[-1] or shown


@pytest.mark.parametrize("komi", ["7.5", "60"])
@pytest.mark.parametrize("moves", ["b E5", "b E5 w C3 b G7", "b D5 w F5 b D4 w F4 b D6 w F6"])
def test_goguis_numbers_are_those_of_the_analysis(gopy, moves, komi):
    ask(gopy, f"komi {komi}")
    ask(gopy, f"gogui-play_sequence {moves}")
    line = infos(gopy, "kata-analyze 10 rootInfo true", 6000)
    analysed = {move: (int(visits), float(winrate))
                for move, visits, winrate in re.findall(r"info move (\S+) visits (\d+) winrate ([\d.]+)", line)}
    root = float(re.search(r"rootInfo visits \d+ winrate ([\d.]+)", line)[1])
    total = sum(visits for visits, _ in analysed.values())
    words = ask(gopy, "gopy-winrates").split()
    winrates = dict(zip(words[::2], map(float, words[1::2])))
    words = ask(gopy, "gopy-visits").split()
    visits_shown = dict(zip(words[::2], map(int, words[1::2])))
    # The search goes on from command to command, and near one half a chance moves nearly twice as far as the mean of its simulations.
    # Where a game is lost, no move has many of the visits, and of the often visited ones not all are drawn.
    often = [move for move in sorted(analysed, key=lambda move: analysed[move][0])[-3:] if move in winrates]
    assert often
    for move in often:
        assert winrates[move] == pytest.approx(analysed[move][1], abs=0.04)
        assert visits_shown[move] >= analysed[move][0]          # the tree is kept
    drawn = ask(gopy, "gopy-best_moves")
    assert float(re.search(r"visits, ([\d.]+) %", drawn)[1]) / 100 == pytest.approx(root, abs=0.04)
    statistics = ask(gopy, "gopy-tree_statistics")
    assert float(re.search(r"win rate: ([\d.]+)", statistics)[1]) == pytest.approx(root, abs=0.04)
    # An estimate, whose search plays for an even game, leaves none of its numbers behind.
    assert re.fullmatch(r"[BW]\+[\d.]+|0", ask(gopy, "estimate_score"))
    line = infos(gopy, "kata-analyze 10 rootInfo true", total + 1)
    assert float(re.search(r"rootInfo visits \d+ winrate ([\d.]+)", line)[1]) == pytest.approx(root, abs=0.04)
    # Where a game is decided all moves are about equal, and a longer search may come to prefer one that the first analysis did not list.
    best = ask(gopy, "gopy-principal_variation").split()[1]
    assert best in analysed if komi == "7.5" else ask(gopy, f"is_legal {'b' if len(moves.split()) % 4 == 0 else 'w'} {best}") == "1"
    if komi == "60":
        white_to_play = len(moves.split()) % 4 > 0
        assert root > 0.75 if white_to_play else root < 0.25


def test_what_is_known_of_points_and_moves(gopy, tmp_path):
    # White lives on the left, Black on the right; who gets more of the three empty columns between them decides the game.
    ask(gopy, "komi 0.5")
    eyes = {"A1", "A9", "J1", "J9"}
    stones = [f"{colour} {column}{row}" for row in range(1, 10) for colour, columns in (("w", "ABC"), ("b", "GHJ"))
              for column in columns if f"{column}{row}" not in eyes]
    ask(gopy, f"gogui-setup {' '.join(stones)}")
    rows = [list(map(float, row.split())) for row in ask(gopy, "gopy-criticality").split("\n")]
    assert len(rows) == 9 and all(len(row) == 9 for row in rows)
    middle, sides = sum(sum(row[3:6]) for row in rows), sum(abs(value) for row in rows for value in row[:3] + row[6:])
    assert middle > sides, "the game is about the middle"
    # Black's group in the corner dies if White plays the point between its stones.
    ask(gopy, next(line for line in (TESTS / "regression" / "nakade.tst").read_text().split("\n")
                   if line.startswith("gogui-setup")))
    ask(gopy, "gogui-setup_player w")
    assert ask(gopy, "gopy-criticality")            # it searches the position
    shares = [float(word) for word in ask(gopy, "gopy-policy").split() if re.fullmatch(r"[0-9.]+", word)]
    assert sum(shares) == pytest.approx(1, abs=0.001)
    assert ask(gopy, f"gopy-save_tree {tmp_path / 'tree.sgf'} 20") == ""
    best = infos(gopy, "kata-analyze w 20", 1000).split(" info ")[0].split()
    assert load_file(tmp_path / "tree.sgf").moves[0] == (WHITE, parse_vertex(best[best.index("move") + 1], 9))
    line = infos(gopy, "kata-analyze w 20 movesOwnership true pvVisits true", 4000)
    for info in line.split(" info "):
        played, _, rest = info.partition(" pv ")[2].partition(" pvVisits ")
        visits, _, owned = rest.partition(" movesOwnership ")
        assert len(played.split()) == len(visits.split()) >= 1 and len(owned.split()) == 81
    leads = re.findall(r"scoreLead (\S+)", line)
    assert len(set(leads)) > 1 or len(leads) == 1


def test_the_largest_win_rate_shown_is_that_of_the_position(gopy):
    """Sabaki draws the largest of all candidates. Chances of winning move about twice as far as the mean result of the simulations."""
    for moves in ("b E5", "b E5 w C3 b G7", "b D5 w F5 b D4 w F4 b D6 w F6 b D3"):
        ask(gopy, "clear_board")
        ask(gopy, f"gogui-play_sequence {moves}")
        for limit in (200, 1000):
            ask(gopy, "clear_cache")
            ask(gopy, f"kata-set-param maxVisits {limit}")
            gopy.send("kata-search_analyze w 1000\n")
            _, line, play = gopy.answer().strip().split("\n")
            rates = [float(rate) for rate in re.findall(r" winrate ([\d.]+)", line)]
            assert max(rates) <= rates[0] + 0.06, (moves, limit, line)


def test_reg_genmove_repeats_itself_and_leaves_the_game_alone():
    with session("--sims", "300", "--threads", "1", "--seed", "3") as process:
        ask(process, "play b E5")
        answers = [ask(process, "reg_genmove w") for _ in range(3)]
        assert len(set(answers)) == 1 and ask(process, "move_history") == "black E5"


@pytest.mark.parametrize("size", [2, 3])
def test_tiny_boards_are_played_to_the_end(size):
    with session("--sims", "50") as process:
        ask(process, f"boardsize {size}")
        game, passes = Game(size), 0
        for turn in range(100):
            answer = ask(process, f"genmove {'bw'[turn % 2]}")
            if answer == "resign":
                break
            game.play(turn % 2, parse_vertex(answer, size))
            passes = passes + 1 if answer == "pass" else 0
            if passes == 2:
                break
        else:
            pytest.fail("the game did not end")
        assert re.fullmatch(r"0|[BW]\+\d+(\.5)?", ask(process, "final_score"))


def test_only_a_pass_is_left():
    # Two white eyes, nothing else: Black has no legal move, and White none that does not fill an eye.
    stones = " ".join(
        f"w {column}{row}" for column in "ABCDEFGHJ" for row in range(1, 10) if f"{column}{row}" not in ("A1", "J9")
    )
    with session("--sims", "50") as process:
        ask(process, "gogui-setup " + stones)
        assert ask(process, "genmove b") == "pass" and ask(process, "genmove w") == "pass"
        assert ask(process, "all_legal b") == ""
        alive = ask(process, "final_status_list alive").split()
        assert len(alive) == 79 and ask(process, "final_status_list dead") == ""


def test_play_goes_on_after_two_passes():
    with session("--sims", "50", "--no-resign") as process:
        for line in ("play b E5", "play w pass", "play b pass"):
            ask(process, line)
        assert ask(process, "final_score").startswith("B+")
        gopy_line = ask(process, "lz-genmove_analyze w 1000").split("\n")
        assert gopy_line[-1].startswith("play ")
        assert ask(process, "undo") == "" and ask(process, "kgs-genmove_cleanup w") != ""


def test_statuses_part_the_stones_after_two_passes():
    with session("--sims", "200") as process:
        ask(process, "gogui-setup " + " ".join(f"b D{row} w F{row}" for row in range(1, 10)) + " w B5 b H5")
        ask(process, "play b pass"), ask(process, "play w pass")
        lists = [ask(process, f"final_status_list {kind}").split() for kind in ("alive", "dead", "seki")]
        stones = ask(process, "list_stones b").split() + ask(process, "list_stones w").split()
        assert sorted(sum(lists, [])) == sorted(stones)
        assert set(lists[1]) == {"B5", "H5"}
        assert ask(process, "final_score") == "W+7.5"


def test_a_clock_is_obeyed():
    with session("--threads", "1") as process:
        ask(process, "reg_genmove b")
        ask(process, "time_settings 0 1 1")
        for colour in "bwb":
            start = process.cpu_seconds()
            assert ask(process, f"genmove {colour}")
            assert process.cpu_seconds() - start < 1.0
        ask(process, "time_settings 60 0 0"), ask(process, "time_left b -1 0")
        start = process.cpu_seconds()
        assert ask(process, "genmove b")
        assert process.cpu_seconds() - start < 0.5


def test_cgos_answer_of_the_search():
    with session("--sims", "500", "--threads", "1") as process:      # two threads may lose a visit
        data, play = ask(process, "cgos-genmove_analyze b").split("\n")
        found = json.loads(data)
        assert play == f"play {found['moves'][0]['move']}" and found["visits"] >= 500 and len(found["ownership"]) == 81


def test_a_random_session():
    """Moves, interrupted analyses, changes of settings and rules in any order; undo and boardsize under them. More lines, and
    other commands, are in test_fuzz."""
    rng = random.Random(1)
    with session("--sims", "200", "--threads", "2", "--seed", "1") as process:
        for number in range(90):
            colour = rng.choice("bw")
            analysis = rng.choice(["lz-analyze", "kata-analyze"]) + f" {colour} 1"
            line, ending = rng.choice(
                [
                    (f"genmove {colour}", ""),
                    (f"genmove {colour}", "# interrupt\n"),
                    (f"reg_genmove {colour}", ""),
                    (analysis, "\n"),
                    (analysis, "# interrupt\n"),
                    (f"kata-search_analyze_cancellable {colour} 2", "\n"),
                    (f"kata-genmove_analyze {colour} 2", ""),
                    (f"cgos-genmove_analyze {colour}", ""),
                    (f"kgs-genmove_cleanup {colour}", ""),
                    ("undo", ""),
                    ("gg-undo 3", ""),
                    (f"play {colour} {rng.choice('ABCDEFGHJ')}{rng.randint(1, 9)}", ""),
                    (f"play {colour} pass", ""),
                    ("final_score", ""),
                    ("final_status_list dead", ""),
                    ("estimate_score", ""),
                    ("clear_cache", ""),
                    ("clear_board", ""),
                    (f"kata-set-param threads {rng.choice('12')}", ""),
                    (f"kata-set-param memory {rng.choice(['2', '16'])}", ""),
                    (f"kata-set-param ponder {rng.choice(['true', 'false'])}", ""),
                    (f"kata-set-rules {rng.choice(['chinese', 'japanese', 'cgos', 'tromp-taylor'])}", ""),
                    (f"time_settings 0 1 {rng.choice('03')}", ""),
                ]
            )
            process.send(f"{number} {line}\n")
            if ending:
                time.sleep(rng.uniform(0, 0.1))
                process.send(ending)
            answer = process.answer()
            assert answer[1:].startswith(str(number)) and "internal" not in answer, (line, answer)
        process.send("quit\n")
        assert process.answer() == "=\n\n" and process.ends()[0] == 0
