"""Capture Go against an oracle that plays Go slowly and counts stones, and what a search has to see."""
import numpy as np
import pytest
from numba import njit
from oracles.naive import OTHER, PASS
from oracles.naive import Naive as NaiveGo
from oracles.oracle_games import assert_same, compare_random_game, oracle_perft, perft

from gopy import game
from gopy.compiled.rng import new_rng
from gopy.games.capture_go import CAPTURED, MOST_STONES, from_game, new_capture_go
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.players.game_player import new_player
from gopy.go.history import Game

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered")

#: Sequences of 1 to 3 moves on 5x5, where the first capture wins, by the oracle.
PERFT = [26, 651, 15650]


class Naive:
    """Capture Go by the board before a move and after it."""

    def __init__(self, size, stones):
        self.go, self.stones, self.captured = NaiveGo(size), stones, {"b": 0, "w": 0}

    def copy(self):
        other = Naive.__new__(Naive)
        other.go, other.stones, other.captured = self.go.copy(), self.stones, dict(self.captured)
        return other

    @property
    def player(self):
        return "bw".index(self.go.to_play)

    @property
    def value(self):
        black, white = self.captured["b"], self.captured["w"]
        if max(black, white) < self.stones and self.go.passes < 2:
            return None
        return 0.5 if black == white else float(black > white)

    def legal_moves(self):
        return self.go.legal_moves()

    def play(self, move):
        colour = self.go.to_play
        before = list(self.go.board.values()).count(OTHER[colour])
        self.go.play(move)
        self.captured[colour] += before - list(self.go.board.values()).count(OTHER[colour])

    @staticmethod
    def text(move):
        return "pass" if move == PASS else "ABCDEFGHJ"[move[1]] + str(move[0] + 1)


def test_sequences_of_moves_are_as_many_as_the_oracle_counts():
    assert [perft(new_capture_go(5), depth) for depth in (1, 2, 3)] == PERFT
    assert [oracle_perft(Naive(5, 1), depth) for depth in (1, 2)] == PERFT[:2]


@pytest.mark.parametrize("size, stones", [(5, 1), (6, 3), (7, 5), (8, 2), pytest.param(9, 3, marks=pytest.mark.rare)])
def test_random_games_are_those_of_the_oracle(size, stones):
    rng = np.random.default_rng(size)
    for _ in range(6):
        compare_random_game(new_capture_go(size, stones), Naive(size, stones), rng)


@pytest.mark.parametrize("stones", [1, 3])
def test_playouts_play_legal_moves_to_an_end_that_the_oracle_finds(stones):
    """Most end by captures, and both sides win."""
    values = []
    for seed in range(30):
        state, oracle, trace = new_capture_go(5, stones), Naive(5, stones), game.new_trace(1000)
        game.run_playout(state, new_rng(seed), None, trace)
        for move in trace.moves[:trace.count[0]]:
            move = PASS if move == game.pass_move(state) else divmod(int(move), 6)
            assert oracle.value is None and oracle.go.legal(move)
            oracle.play(move)
        assert oracle.value == game.value(state)
        values.append(oracle.value)
    assert {0.0, 1.0} <= set(values)


@njit
def prune_moves(state, moves, n):
    return game.prune_moves(state, moves, n, None)


@pytest.mark.parametrize("stones", [1, 3])
def test_only_moves_that_lose_at_once_are_left_out_and_all_where_one_wins(stones):
    rng, seen = np.random.default_rng(stones), set()
    for _ in range(40):
        state, oracle = new_capture_go(5, stones), Naive(5, stones)
        for _ in range(rng.integers(4, 30)):
            if oracle.value is not None:
                break
            moves = np.zeros(31, np.int16)
            n = game.legal_moves(state, moves)
            before = set(moves[:n].tolist())
            kept = set(moves[:prune_moves(state, moves, n)].tolist())
            assert kept and kept <= before
            mine = float(oracle.player == 0)
            after = {move: oracle.copy() for move in oracle.legal_moves()}
            for move, each in after.items():
                each.play(move)
            wins = [move for move, each in after.items() if each.value == mine and move != PASS]
            if wins:
                assert kept < before and all(number in map(as_number, wins) for number in kept)
                seen.add("wins")
            else:
                for move, each in after.items():
                    if as_number(move) not in kept:
                        assert each.value is not None or any(loses(each, reply, 1.0 - mine) for reply in each.legal_moves())
                        seen.add("saves")
            move = list(after)[rng.integers(len(after))]
            game.play(state, as_number(move))
            oracle.play(move)
    assert seen == {"wins", "saves"}


def as_number(move):
    return 30 if move == PASS else 6 * move[0] + move[1]


def loses(oracle, reply, value):
    after = oracle.copy()
    after.play(reply)
    return after.value == value


def test_a_game_of_go_goes_on_as_capture_go():
    played, oracle, state = Game(5), Naive(5, 3), new_capture_go(5, 3)
    for colour, text, move in ((0, "B1", (0, 1)), (1, "A1", (0, 0)), (0, "A2", (1, 0)), (1, "C3", (2, 2))):
        played.play(colour, text)
        oracle.play(move)
        game.play(state, game.parse_move(state, text))
    taken_up = from_game(played, 3)
    assert list(taken_up.info) == list(state.info) == [1, 0, 3]
    assert_same(taken_up, oracle)
    assert game.draw(taken_up) == game.draw(state) and game.draw(state).endswith("captured: X 1, O 0 of 3")


def test_a_clone_shares_nothing():
    state = new_capture_go(7, 2)
    copy = game.clone_state(state)
    game.play(copy, 3)
    assert game.to_play(state) == 0 and state.info[CAPTURED] == 0 and "X" not in game.draw(state).split("captured")[0]


@pytest.mark.parametrize("options, words", [({"size": 4}, "5x5 to 9x9, not on 4x4"), ({"size": 10}, "not on 10x10"), ({"stones": 0}, "not 0"),
                                            ({"stones": MOST_STONES + 1}, f"not {MOST_STONES + 1}")])
def test_other_boards_and_numbers_are_refused(options, words):
    with pytest.raises(ValueError, match=words):
        new_capture_go(**options)


def test_what_a_player_sees_are_stones_and_what_is_still_to_be_captured():
    state = new_capture_go(5, 3)
    for text in ("B1", "A1", "A2"):
        game.play(state, game.parse_move(state, text))
    seen = np.zeros((5, 5, 7), np.float32)
    game.observe(state, 1, seen.reshape(-1))
    assert seen[0, 1].tolist() == [0, 1, 0, 0, 3, 2, 0] and seen[1, 0, 1] == 1 and seen[:, :, 0].sum() == 0
    assert game.observation_form(state) == game.ObservationForm((5, 5, 7), MOST_STONES)


def test_gopy_captures_saves_its_stones_and_beats_random_moves():
    kind = game_kind("capture_go:size=5,stones=1")
    searching, random = new_player("gopy:", kind, 1, sims=100), new_player("gopy:policy=random", kind, 2)
    for opening, best in ((("C3", "A1", "A2", "E5"), "B1"), (("A1", "E5", "A5", "A2"), "B1")):      # it takes A1; it saves A1
        course = AnyGame(kind)
        for text in opening:
            course.play(course.parse_move(course.to_play, text))
        assert game.move_text(course.state, searching.choose(course, course.to_play)) == best
    won = 0
    for number in range(6):
        course = AnyGame(kind)
        while not course.is_over:
            course.play((searching if course.to_play == number % 2 else random).choose(course, course.to_play))
        won += course.value() == (1.0 if number % 2 == 0 else 0.0)
    assert won == 6
