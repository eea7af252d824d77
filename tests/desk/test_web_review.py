"""The review of the game on the page, without searches: what is asked, when it ends, what the page and the record are told."""
import threading

import pytest
from fakes.fake_looks import look, reviewed
from fakes.page_engine import PageEngine

from gopy.desk.review.looks import Question
from gopy.desk.review.turns import Stopped
from gopy.desk.web import review_work
from gopy.desk.web.go_game import PERSON_PLAYS, GoGame
from gopy.desk.web.go_view import tree_view
from gopy.desk.web.review import TableReview
from gopy.desk.web.wire import game_values
from gopy.engine.options import Options
from gopy.go.geometry import parse_vertex
from gopy.go.sgf import load_game
from gopy.go.sgf_tree import load_tree

#: Two moves, a node that only has a comment, and a variation; White's move, which is the second, costs 20 %.
RECORD = "(;SZ[9];B[ee];C[here](;W[de];B[gg])(;W[aa]))"


@pytest.fixture
def engine():
    return PageEngine()


@pytest.fixture
def review(engine):
    """A review of RECORD that was asked for; its `game` is the GoGame of now."""
    def changed():
        review.look()
    game = [GoGame(load_tree(RECORD).tree, [PERSON_PLAYS] * 2, {}, studying=True)]
    review = TableReview(engine.ask, lambda *what: engine.told.append(what), lambda: game[0], changed)
    review.game = game
    review.set(True, "quick")
    return review


def told(question):
    if question.instead:
        return look(0.5, "D4")
    return look([0.5, 0.5, 0.7, 0.7][question.turn], ["E5", "G7 C3", "G3", "C3"][question.turn], lead=2.0)


FOUND = {"turns": [0, 1, 2, 3], "chances": [0.5, 0.5, 0.7, 0.7], "leads": [0.0, 1.0, 2.0, 2.0], "mistakes": []}


def test_the_line_that_is_shown_is_reviewed_and_its_chances_stay_in_the_record(review, engine):
    tree = review.game[0].tree
    assert (engine.asked[-1]["do"], engine.asked[-1]["depth"]) == ("review", "quick") and len(engine.asked[-1]["game"]["moves"]) == 3
    assert review.values() == {"state": "running", "done": 0, "total": 4, "left": None}
    engine.answer(review, "review", done=2, total=9, left=3.5)
    assert engine.told[-1] == ("review", {"state": "running", "done": 2, "total": 9, "left": 3.5})
    engine.answer(review, "review", found=FOUND)
    nodes = review.values()["nodes"]
    assert review.values()["state"] == "found" and [tree[node].move is None for node in nodes] == [True, False, False, False]
    assert [row[4:7:2] for row in tree_view(review.game[0])["nodes"] if row[0] in nodes] == [[0.5, 0.0], [0.5, 1.0], [0.7, 2.0], [0.7, 2.0]]
    tree.go(nodes[2])
    review.game[0].do_remove(nodes[2])
    review.look()
    assert review.values() == {"state": "none"}


def test_a_review_ends_when_its_game_is_left(review, engine):
    review.restart()                                            # by an engine that was started again
    assert [asked["do"] for asked in engine.asked] == ["review", "review"]
    review.game[0].do_study(False)
    review.look()
    assert engine.asked[-1]["do"] == "end_review" and review.values() == {"state": "none"}
    review.answer({"id": 2, "kind": "review", "found": FOUND})      # too late
    review.restart()
    assert review.values() == {"state": "none"} and len(engine.asked) == 3
    review.game[0] = GoGame(load_tree("(;SZ[9])").tree, [PERSON_PLAYS] * 2, {}, studying=True)
    with pytest.raises(ValueError, match="no move to review"):
        review.set(True)


def test_a_review_that_fails_is_told(review, engine):
    engine.answer(review, "review", failed="the tree is full")
    assert engine.told[-1][0] == "error" and engine.told[-1][1]["text"] == "the review has failed: the tree is full" and review.values()["state"] == "none"


def test_a_move_that_is_tried_is_judged_where_the_mistake_was(review, engine):
    """What the engine finds is told and kept with the mistake; a move that is not possible, or tried elsewhere, is refused."""
    mistake = {"number": 3, "colour": "B", "before": 0.5, "answers": {}}
    engine.answer(review, "review", found={**FOUND, "mistakes": [mistake]})
    tree = review.game[0].tree
    tree.go(review.values()["nodes"][2])
    assert review.try_of(3, "a9") == {"vertex": "A9", "colour": 0, "before": 0.5, "depth": "quick"}
    for number, vertex, why in ((3, "E5", "there is a stone already"), (2, "A9", "no such mistake here")):
        with pytest.raises(ValueError, match=why):
            review.try_of(number, vertex)
    review.take_judged(3, "A9", None)
    assert engine.told[-1] == ("judged", {"number": 3, "vertex": "A9", "answer": None}) and mistake["answers"] == {}
    answer = {"loss": 0.1, "line": ["A9", "B8"]}
    review.take_judged(3, "A9", answer)
    assert engine.told[-1][1]["answer"] == answer == review.values()["mistakes"][0]["answers"]["A9"]
    tree.go(review.values()["nodes"][1])
    with pytest.raises(ValueError, match="no such mistake here"):
        review.try_of(3, "A9")
    review.set(False)
    review.take_judged(3, "A9", answer)                             # too late
    assert engine.told[-1] == ("review", {"state": "none"})


def test_a_tried_move_is_looked_at_as_the_better_move_was(monkeypatch):
    """By the second pass's simulations, with the mistake's player to move; without a first pass's it is no answer."""
    looks = []

    def looked_at(search, game, question, visits, on_slice):
        looks.append((search, game.to_play, question, visits, on_slice(None)))
        return look(0.7, "B8 C3", visits=800 if len(looks) == 1 else 199 if len(looks) == 2 else 2000)
    monkeypatch.setattr(review_work, "looked_at", looked_at)
    game = load_game("(;SZ[9];B[ee])")
    request = {"vertex": "A9", "colour": 0, "before": 0.8, "depth": "quick"}          # Black moved twice in the game
    found = review_work.judged("search", game, request, lambda: 0)
    assert found == {"loss": 0.1, "line": ["A9", "B8", "C3"]}
    assert looks == [("search", 0, Question(1, (parse_vertex("A9", 9),), 4), 200, False)] and game.to_play == 1
    assert review_work.judged("search", game, request, lambda: 1) is None
    late = iter((0.0, 16.0))                                        # nobody waits so long; what was found until then stands
    found = review_work.judged("search", game, {**request, "depth": "deep"}, lambda: 0, lambda: next(late))
    assert found["loss"] == 0.1 and looks[-1][3:] == (10_000, True)


def test_the_engines_process_reviews_beside_its_other_work(monkeypatch):
    """What it tells is the document of the same mistakes that `gopy review` finds; a review that was ended tells nothing more."""
    sent, ended, waiting, begun = [], threading.Event(), threading.Event(), threading.Event()

    def analyse(plan, answers, visits, seconds, options, positions, show, should_stop):
        assert (visits, options.threads, options.size) == (200, 1, 9)
        show(0, 9, None)
        if waiting.is_set():
            begun.set()
            while not should_stop():
                ended.wait(0.01)
            ended.set()
            raise Stopped
        reviewed(plan, told)

    def send(values):
        sent.append(values)
        if "found" in values:
            ended.set()
    monkeypatch.setattr(review_work, "analyse", analyse)
    work = review_work.ReviewWork(Options(size=19, threads=2), send)
    request = {"id": 7, "do": "review", "game": game_values(load_game("(;SZ[9];B[ee];W[de];B[gg])")), "depth": "quick"}
    work.do_review(request)
    assert ended.wait(10) and [values["id"] for values in sent] == [7, 7]
    found = sent[-1]["found"]
    assert [mistake["move"] for mistake in found["mistakes"]] == ["D5"] and found["mistakes"][0]["text"].startswith("White's chance fell from 50")
    ended.clear()
    waiting.set()
    work.do_review(request)
    assert begun.wait(10)
    work.do_end_review()
    assert ended.wait(10) and len(sent) == 3
