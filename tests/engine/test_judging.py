"""The second look: what decides a contest, with a search that answers by a script, and counts of real finished games."""
from types import SimpleNamespace

import pytest
from diagram import board, game
from places import TESTS

from gopy.engine.engine import Engine
from gopy.engine.judging import Judge
from gopy.engine.options import Options
from gopy.go.geometry import BLACK, WHITE, num_points, pass_move, point_at
from gopy.go.history import Game
from gopy.go.rules import JAPANESE
from gopy.go.score import ALIVE, DEAD, SEKI
from gopy.go.sgf import load_file

FINISHED = TESTS / "finished"

#: Finished games under Japanese rules, as pairs of SGF letters: (komi, moves, Black's points). The scores are those that both players
#: agreed on, and other programs find the same.
COUNTED = {
    "two eyes after a capture": (5.5, (
        "eegggccceggehdcefhhefdgdhcghgihifihgieifidgfdccgcbcddddhdgehfgbbcacfdfbaebchfffedeeifcbcihhh...."), -12.5),
    "a large group with two eyes": (5.5, (
        "gccgccgghfgfgehehdfegdhgieeccfcedfefdgegehfhdhbfbgbedechbhddeeedfdcdfffgfegiigihifhiebdbfbbccbcabbabeadaadbaac"
        "dcfcagahafcieidifi...."), -2.5),
    "nine dead stones beside three living ones": (5.5, (
        "ggccgccgeefdfcedfegdhdgeegheicdedfcfdgecebdbfahbhcgbfbibhadagfhfhgighhihchbhdihigiifiibicibghice...."), -38.5),
}

#: White, to play, wins by half a point after a pass, and loses by as much after any other move.
PASS_WINS = (
    "eedgfgceecfdedgehgfcfbgbebhdbdcdbebfccffefegfhehhfgfheggghhhhiihigfiiihhihhbcgcfchdfieicgibgeidibhahbidccbafdh"
    "figdgceibcbbfifeeigdgeddacabgfdegaadciaeaifaidffgdggbcacda..db..")


def played(moves, komi, rules=JAPANESE):
    """The Game of these moves on 9x9."""
    found = Game(9, komi, rules)
    for number in range(len(moves) // 2):
        column, line = moves[2 * number:2 * number + 2]
        move = pass_move(9) if column == "." else point_at(8 - (ord(line) - 97), ord(column) - 97, 9)
        found.record(number % 2, move)
    return found


# The contest --------------------------------------------------------------------------------------------

STONES = """
    . X O . .
    . X O . .
    . X O . .
    . X O . .
    . X O . .
"""


class ScriptedSearch:
    """Answers a search with `colour` to move by the ownership that the script has for this colour; notes what it was asked."""

    def __init__(self, script, position):
        self.script, self.position, self.asked = script, position, []

    def forget(self):
        pass

    def set_root(self, root):
        assert root.judging
        self.colour = root.colour
        self.asked.append((root.colour, root.game.effective_komi + root.extra_komi, root.game.rules.scoring.name))


class ScriptedThinker:
    """Gives all stones of White's the value that the script has, every other point what stands there."""

    stopped = False

    def think(self, search, simulations, deadline, reporting):
        values = [0.0] * num_points(5)
        for point in search.position.stones(BLACK):
            values[point] = 1.0
        for point in search.position.stones(WHITE):
            values[point] = search.script[search.colour]
        return SimpleNamespace(ownership=values)


def contested(black_first, white_first, mean=-0.5):
    """(states of White's wall, which the first look leaves at `mean`, what was asked) after a second look."""
    drawn = game(STONES, BLACK, komi=0.5, rules=JAPANESE)
    ownership = [0.0] * num_points(5)
    for point in drawn.board.stones(BLACK):
        ownership[point] = 1.0
    for point in drawn.board.stones(WHITE):
        ownership[point] = mean
    search = ScriptedSearch({BLACK: black_first, WHITE: white_first}, drawn.board)
    status = Judge(search, ScriptedThinker()).status(drawn, ownership, 100)
    return {status.of[point] for point in drawn.board.stones(WHITE)}, status, search.asked


@pytest.mark.parametrize("black_first, white_first, state", [
    (-0.9, -0.9, ALIVE),        # it survives Black's first move
    (0.9, 0.9, DEAD),           # White's first move does not save it
    (0.35, 0.4, DEAD),          # decided by the second, longer contest
    (-0.4, -0.9, ALIVE),
])
def test_a_contest_decides_whatever_the_first_look_saw(black_first, white_first, state):
    for mean in (-0.5, 0.0, 0.5):
        assert contested(black_first, white_first, mean)[0] == {state}


@pytest.mark.parametrize("black_first, white_first, looks", [(0.9, -0.9, 1), (0.4, -0.4, 2), (0.1, 0.1, 2), (-0.2, -0.9, 2)])
def test_what_depends_on_who_is_first_stays_in_doubt(black_first, white_first, looks):
    """A clear answer for each who begins needs no longer look."""
    _, status, asked = contested(black_first, white_first)
    assert set(board(STONES).stones(WHITE)) <= status.doubtful
    assert len(asked) == 2 * looks


def test_a_contest_is_searched_by_area_at_the_komi_on_which_it_turns():
    _, _, asked = contested(0.9, 0.9)
    # With the wall alive both have ten points and five are between them; with it dead Black has all 25.
    assert asked == [(BLACK, (10 - 15 + 25) / 2, "AREA"), (WHITE, (10 - 15 + 25) / 2, "AREA")]


def test_chains_that_are_sure_are_not_searched():
    assert contested(0.9, 0.9, mean=-0.95)[2] == []


def test_many_doubtful_groups_are_left_alone():
    drawn = game(STONES, BLACK, komi=0.5, rules=JAPANESE)
    search = ScriptedSearch({}, drawn.board)
    status = Judge(search, ScriptedThinker(), most_groups=1).status(drawn, [0.1] * num_points(5), 100)
    assert search.asked == [] and set(drawn.board.stones(BLACK)) <= status.doubtful


# Real games ---------------------------------------------------------------------------------------------

@pytest.fixture(scope="module")
def counting():
    return Engine(Options(size=9, threads=1, seed=5))


@pytest.mark.parametrize("judge_seed", [1, 2, 3])
@pytest.mark.parametrize("name", COUNTED)
def test_finished_games_are_counted_as_their_players_did(counting, name, judge_seed, monkeypatch):
    monkeypatch.setattr("gopy.engine.engine.ESTIMATE_SEED", judge_seed)
    komi, moves, score = COUNTED[name]
    counting.set_game(played(moves, komi))
    assert counting.final_score() == score
    assert SEKI not in counting.final_status().values()


def test_dead_chains_are_no_seki_on_a_large_board():
    found = load_file(FINISHED / "dead_chains_called_seki.sgf")
    engine = Engine(Options(size=found.size, threads=1, seed=5))
    engine.set_game(found)
    assert engine.final_score() == 35.5


def test_the_count_is_the_same_whatever_the_seed_and_the_threads(counting):
    komi, moves, _ = COUNTED["two eyes after a capture"]
    unfinished = played(moves[:70], komi)
    counts = []
    for engine in (counting, Engine(Options(size=9, threads=2, seed=99))):
        engine.set_game(unfinished)
        counts.append((engine.final_status(), engine.final_score(), engine.estimate().lead))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_move_that_costs_a_point_is_not_played_where_a_pass_costs_none(seed):
    engine = Engine(Options(size=9, threads=1, seed=seed, sims=2000, rules="japanese"))
    engine.set_game(played(PASS_WINS, 6.5))
    assert engine.genmove(WHITE).move == pass_move(9)
    assert engine.final_score() == -0.5
