"""What people of a rank play: the shipped network on 9x9, its ratio of ranks on larger boards, and the priors on tiny ones."""
import pytest

from gopy.engine import people
from gopy.engine.people import LARGEST_LEARNT, MODEL_RANK, MOST_CHANGE, peoples_moves
from gopy.go.geometry import BLACK, WHITE, pass_move, row_and_column
from gopy.go.history import Game


def game_of(size, *moves):
    game = Game(size)
    for number, move in enumerate(moves):
        game.play(number % 2, move)
    return game


@pytest.mark.parametrize("rank", ["28k", "10k", "2d"])
def test_people_answer_the_centre_of_9x9_near_it_and_not_on_the_first_line(rank):
    game = game_of(9, "E5")
    chances = peoples_moves(game, WHITE, rank, {})
    assert set(chances) == set(game.legal_moves(WHITE)) and sum(chances.values()) == pytest.approx(1.0, abs=1e-4)
    places = {move: row_and_column(move, 9) for move in chances if move != pass_move(9)}
    edge = sum(chances[move] for move, place in places.items() if {0, 8} & set(place))
    near = sum(chances[move] for move, (row, column) in places.items() if abs(row - 4) <= 2 and abs(column - 4) <= 2)
    assert edge < 0.03 and near > 0.5 and chances[pass_move(9)] < 0.02
    for move, (row, column) in places.items():      # the board is symmetric, and so are the answers
        assert chances[move] == pytest.approx(chances[9 * 10 - 2 - move], abs=1e-5), (row, column)


def test_people_capture_and_save_what_is_in_atari():
    game = game_of(9, "E5", "D5", "C5", "F6", "D4", "F5", "A1", "F4")       # D5 has one liberty, D6
    for colour in (BLACK, WHITE):
        chances = peoples_moves(game, colour, "15k", {})
        assert max(chances, key=chances.get) == 5 * 10 + 3


def test_small_boards_have_the_priors_of_the_search():
    priors = {0: 0.5, 25: 0.5}
    assert peoples_moves(game_of(5), BLACK, "20k", priors) == priors


def test_on_larger_boards_the_rank_changes_the_probabilities_of_the_move_model(monkeypatch):
    size, passing = 13, pass_move(13)
    by_rank = {"20k": {0: 0.2, 1: 0.1, 2: 0.4, passing: 0.25}, MODEL_RANK: {0: 0.1, 1: 0.2, 2: 1e-6, passing: 0.0}}
    monkeypatch.setattr(people, "_by_network", lambda game, colour, rank: by_rank[rank])
    # The model's probabilities are in the ratio 9 : 4 : 1.
    found = peoples_moves(game_of(size), BLACK, "20k", {0: 0.4, 1: 0.3, 2: 0.2, passing: 0.1})
    weights = [9 * 2.0, 4 * 0.5, 1 * MOST_CHANGE]
    assert [found[move] for move in (0, 1, 2)] == pytest.approx([0.75 * weight / sum(weights) for weight in weights])
    assert found[passing] == 0.25
    assert peoples_moves(game_of(size), BLACK, "20k", {0: 0.1, 1: 0.1, 2: 0.1, passing: 0.1}) == by_rank["20k"]
    assert size > LARGEST_LEARNT
