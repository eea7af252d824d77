"""Which positions a review searches, and what moves cost by what it is told."""
import random

import pytest
from fakes.fake_looks import look, reviewed

from gopy.desk.review.findings import mistakes
from gopy.desk.review.looks import Question, look_of_answer, position_of
from gopy.desk.review.plan import CHECKED, EFFORT, LEAST_DOUBT, MOST_SEARCHES, Plan
from gopy.go.geometry import BLACK, WHITE, parse_vertex, vertex_text
from gopy.go.history import Game


def game_of(text, size=9):
    game = Game(size)
    for vertex in text.split():
        game.play(game.to_play, parse_vertex(vertex, size))
    return game


def vertices(*texts):
    return tuple(parse_vertex(text, 9) for text in texts)


@pytest.fixture
def game():
    return game_of("E5 C5 G3 C3")


def told(chances, better=None, others=None):
    """tell(question): the chance of each position; the best moves there (by turn), with the chance after them by `others`."""
    better, others = better or {}, others or {}

    def tell(question):
        if question.instead:
            known = others if question.effort == EFFORT else chances        # what is tried around a mistake changes nothing
            return look(known.get(question.turn, 0.5) if known is others else known[question.turn], "J9")
        chance = chances[question.turn]
        return look(chance, (better.get(question.turn, "J9"), chance), "A9")
    return tell


def test_the_first_pass_searches_every_position_the_last_one_first(game):
    plan = Plan(game)
    assert plan.wanted() == [Question(turn) for turn in (4, 3, 2, 1, 0)]
    assert Plan(game, range(2, 4)).wanted() == [Question(3), Question(2)]
    assert Question(2, vertices("D4", "pass"), 4).key(9) == "2 D4 pass x4"


def test_the_second_pass_looks_at_both_sides_of_a_costly_move_and_at_the_better_one(game):
    plan = Plan(game)
    rounds = reviewed(plan, told([0.5, 0.5, 0.5, 0.2, 0.2], {2: "G7 C3"}, {2: 0.49}))
    assert rounds[1] == [Question(2, effort=EFFORT), Question(3, effort=EFFORT)]
    assert rounds[2][0] == Question(2, vertices("G7"), EFFORT)
    assert plan.checked(2) and plan.mover(2) == BLACK and plan.others[2].move == parse_vertex("G7", 9)
    assert (round(plan.loss(2), 3), round(plan.chances[2], 3)) == (0.29, 0.49), "the better move is judged as the one played"
    assert plan.heaviest(5)[0] == 2 and not plan.checked(0)


def test_no_move_gains_and_all_costs_add_up():
    generator, game = random.Random(5), Game(9)
    while len(game.moves) < 30:
        game.play(game.to_play, generator.choice(game.legal_moves()[:-1]))
    for turns in (range(31), range(7, 20)):
        plan = Plan(game, turns)

        def tell(question):
            board = position_of(game, question)
            lines = [vertex_text(move, 9) for move in generator.sample(board.legal_moves(), 3)]
            return look(generator.random(), *((line, generator.random()) for line in lines))
        rounds = reviewed(plan, tell)
        asked = [question for wanted in rounds for question in wanted]
        assert len(asked) == len(set(asked)) and sum(question.effort == EFFORT for question in asked) <= MOST_SEARCHES
        falls = {turn: plan.chances[turn] - plan.chances[turn + 1] for turn in turns[:-1]}
        assert all(fall >= 0 if plan.mover(turn) == BLACK else fall <= 0 for turn, fall in falls.items())
        costs = [(1 if plan.mover(turn) == BLACK else -1) * plan.loss(turn) for turn in turns[:-1]]
        assert sum(costs) == pytest.approx(plan.chances[turns[0]] - plan.chances[turns[-1]])


def test_a_move_that_surprises_the_search_gains_nothing_and_the_one_before_it_is_blamed(game):
    # White's C5 is worse than the search after it knew: Black's G3 showed it. It had another move.
    plan = Plan(game)
    reviewed(plan, told([0.5, 0.5, 0.5, 0.7, 0.7], {1: "G7"}, {1: 0.5}))
    assert plan.loss(2) == 0.0 and plan.chances[2] == 0.7
    assert round(plan.loss(1), 3) == 0.2 and plan.checked(1) and plan.mover(1) == WHITE


def test_a_move_is_not_blamed_for_what_would_have_happened_after_the_other_move_too(game):
    # Only the game showed that G3 is strong, and it is as strong after White's other move.
    plan = Plan(game)

    def tell(question):
        if question.instead[1:] == vertices("G3"):
            return look(0.7, "J9")
        return told([0.5, 0.5, 0.5, 0.7, 0.7], {1: "G7"}, {1: 0.5})(question)
    rounds = reviewed(plan, tell)
    assert Question(1, vertices("G7", "G3"), EFFORT) in [question for wanted in rounds for question in wanted]
    assert plan.loss(1) == 0.0


def test_a_second_other_move_is_looked_at_when_the_first_is_refuted(game):
    plan = Plan(game)

    def tell(question):
        if question.instead:
            return look(0.2 if question.instead == vertices("G7") else 0.45, "J9")
        chance = [0.5, 0.5, 0.5, 0.2, 0.2][question.turn]
        return look(chance, ("G7", chance), ("B2", 0.45)) if question.turn == 2 else look(chance, "J9")
    reviewed(plan, tell)
    assert plan.others[2].move == parse_vertex("B2", 9) and round(plan.loss(2), 3) == 0.25 and plan.checked(2)


def test_what_both_sides_overlook_is_tried_where_it_was_found(game):
    # G7 is good for White at the second move, and nobody sees that it is as good for Black at the third, but a search after it.
    plan = Plan(game)

    def tell(question):
        if question.instead:
            good = question.instead == vertices("G7")
            return look({1: 0.4, 2: 0.8}.get(question.turn, 0.6) if good else 0.6, "J9")
        return told([0.6, 0.6, 0.6, 0.6, 0.6], {1: "G7"})(question) if question.turn != 1 else look(0.4, "G7")
    rounds = reviewed(plan, tell)
    asked = [question for wanted in rounds for question in wanted]
    assert Question(2, vertices("G7")) in asked and Question(2, vertices("G7"), EFFORT) in asked
    assert plan.others[2].move == parse_vertex("G7", 9) and round(plan.loss(2), 3) == 0.2 and plan.checked(2)
    assert Question(1, vertices("G7")) not in asked and Question(3, vertices("G7")) in asked
    assert round(plan.loss(1), 3) == 0.4, "White's own G7 is weighed against what Black could do next"


def test_a_decided_game_has_no_mistakes_but_the_one_that_throws_it_away(game):
    plan = Plan(game)
    reviewed(plan, told([0.99, 0.99, 0.99, 0.955, 0.955], {2: "G7"}))
    assert plan.heaviest(9) == [] and plan.loss(2) > LEAST_DOUBT
    plan = Plan(game)
    reviewed(plan, told([0.99, 0.99, 0.99, 0.4, 0.4], {2: "G7"}, {2: 0.99}))
    assert plan.heaviest(9) == [2] and plan.checked(2)


def test_the_move_that_the_search_would_have_played_costs_nothing(game):
    plan = Plan(game)
    reviewed(plan, told([0.5, 0.5, 0.5, 0.5, 0.5], dict(enumerate(("E5", "C5", "G3", "C3")))))
    assert [plan.loss(turn) for turn in range(4)] == [0.0] * 4


def test_what_the_search_would_have_played_itself_is_no_mistake(game):
    plan = Plan(game)

    def tell(question):
        if question.turn == 2 and not question.instead:
            return look(0.7, "G3", ("C3", 0.6))
        return told([0.7, 0.7, 0.7, 0.4, 0.4], others={2: 0.7})(question)
    reviewed(plan, tell)
    assert plan.loss(2) > 0.2 and not plan.checked(2), "its look at the position contradicts the one after the move"


def test_a_colour_that_moves_twice_is_searched_as_it_moved():
    game = Game(9)
    for colour, vertex in ((BLACK, "E5"), (WHITE, "C5"), (WHITE, "G3")):
        game.record(colour, parse_vertex(vertex, 9))
    assert position_of(game, Question(2)).to_play == WHITE
    assert position_of(game, Question(2, vertices("D4"))).to_play == BLACK
    assert Plan(game).mover(2) == WHITE


def test_only_so_many_moves_are_looked_at_again():
    game = game_of(" ".join(f"{column}{row}" for row in (2, 4, 6, 8) for column in "ABCDEFGHJ"))
    plan = Plan(game)

    def tell(question):
        black = (question.turn + len(question.instead)) % 2 == 0
        return look(0.7 if black else 0.3, ("J9", 0.7 if black else 0.3))
    rounds = reviewed(plan, tell)
    deep = [question for wanted in rounds for question in wanted if question.effort == EFFORT]
    assert 0 < len(deep) <= MOST_SEARCHES and plan.to_check == CHECKED


def test_a_longer_game_is_looked_at_in_more_places():
    """One move in four, with at most three searches for two positions."""
    rows = [f"{column}{row}" for row in range(1, 20, 2) for column in "ABCDEFGHJKLMNOPQRST"]
    game = game_of(" ".join(rows[:120]), size=19)
    plan = Plan(game)
    rounds = reviewed(plan, lambda question: look(*((0.7, ("T19", 0.7)) if (question.turn + len(question.instead)) % 2 == 0 else (0.3, ("T19", 0.3))),
                                                  size=19))
    deep = [question for wanted in rounds for question in wanted if question.effort == EFFORT]
    assert plan.to_check == 121 // 4 and MOST_SEARCHES < len(deep) <= 182


@pytest.mark.parametrize("size, listed", [(9, False), (13, False), (15, True), (19, True)])
def test_on_a_large_board_a_mistake_begins_at_two_percent(size, listed):
    plan = Plan(game_of("C3", size=size))
    reviewed(plan, lambda question: look(*((0.525, ("E5", 0.525)) if question.turn == 0 or question.instead else (0.5, ("E5", 0.5))), size=size))
    assert plan.loss(0) == pytest.approx(0.025)
    assert [mistake.number for mistake in mistakes(plan, 10)] == [1][:listed]


def test_a_look_is_what_an_answer_says():
    info = {"move": "D4", "visits": 7, "winrate": 0.6, "scoreLead": 2.5, "pv": ["D4", "pass"]}
    answer = {"moveInfos": [info], "rootInfo": {"visits": 9, "winrate": 0.5, "scoreLead": 1.5}, "ownership": [1.0, *[0.0] * 80]}
    found = look_of_answer(answer, 9)
    assert (found.visits, found.chance, found.lead, found.line) == (9, 0.6, 2.5, vertices("D4", "pass"))
    assert found.ownership[parse_vertex("A9", 9)] == 1.0 and sum(found.ownership.values()) == 1.0
