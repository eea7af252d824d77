"""The review of the game on the page, without searches: what is asked, when it ends, what the page and the record are told."""
import threading

import pytest
from fakes.fake_looks import look, reviewed
from fakes.page_engine import PageEngine

from gopy.desk.review.turns import Stopped
from gopy.desk.web import review_work
from gopy.desk.web.go_game import PERSON_PLAYS, GoGame
from gopy.desk.web.go_view import tree_view
from gopy.desk.web.review import TableReview
from gopy.desk.web.wire import game_values
from gopy.engine.options import Options
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
