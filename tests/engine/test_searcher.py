"""What an engine searches with: the protocol, and what a Root says."""
import inspect
import time

import pytest
from fakes.fake_search import FakeSearch

from gopy.engine.cluster.search import ClusterSearch
from gopy.engine.decision import Restriction
from gopy.engine.engine import Engine
from gopy.engine.go_search import GoSearch, played_since, trail_of
from gopy.engine.options import Options
from gopy.engine.searcher import Root, Searcher, root_of
from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game
from gopy.go.rules import CHINESE, TROMP_TAYLOR

NAMES = [name for name in vars(Searcher) if not name.startswith("_")]


def parameters(function):
    """(name, kind, default) of each parameter; how they are annotated does not matter to a caller."""
    return [(each.name, each.kind, each.default) for each in inspect.signature(function).parameters.values()]


def test_the_protocol_names_what_an_engine_calls():
    assert set(NAMES) == {"helper_seconds", "restart", "forget", "record_owners", "set_root", "run", "report", "priors", "outline", "stop",
                          "close"}


@pytest.mark.parametrize("kind", [GoSearch, ClusterSearch, FakeSearch])
@pytest.mark.parametrize("name", NAMES)
def test_every_search_has_the_methods_of_the_protocol_with_their_signatures(kind, name):
    stated, found = getattr(Searcher, name), getattr(kind, name)
    if callable(stated):
        assert parameters(found) == parameters(stated)
    else:
        assert not callable(found)


@pytest.mark.parametrize("kind", [GoSearch, ClusterSearch, FakeSearch])
def test_every_search_is_made_in_one_way(kind):
    assert [name for name, _, _ in parameters(kind)] == ["size", "options", "seed", "now"]


@pytest.mark.parametrize("cluster, kind", [(None, "gopy.engine.go_search.GoSearch"), (2, "gopy.engine.cluster.search.ClusterSearch")])
def test_an_engine_hands_its_watch_to_its_search(monkeypatch, cluster, kind):
    given = []
    monkeypatch.setattr(kind, lambda *arguments: given.append(arguments) or FakeSearch(*arguments))
    engine = Engine(Options(size=5, cluster=cluster), now=time.process_time)
    engine.wait_ready()
    engine.close()
    assert [now for _, _, _, now in given] == [time.process_time]


@pytest.fixture(scope="module")
def search():
    found = GoSearch(5, Options(size=5, threads=1, memory=16), 1)
    yield found
    found.close()


def test_a_search_that_judges_leaves_the_next_one_as_it_was(search):
    """Whether a search judges is said by its root alone: forgetting and earlier roots change nothing."""
    def plays(root):
        search.restart(1)
        search.set_root(root)
        report = search.run(simulations=200)
        return [(child.move, child.visits) for child in report.children]
    game = Game(5)
    playing, judging = Root(game, BLACK), Root(game, BLACK, judging=True)
    before, judged = plays(playing), plays(judging)
    assert before != judged
    assert (plays(playing), plays(judging), plays(playing)) == (before, judged, before)
    search.set_root(judging)
    search.run(simulations=50)
    search.set_root(playing)            # the tree of a search that judges is of no use to one that plays
    assert search.report(max_moves=0).visits == 0


def test_what_is_remembered_of_a_root_tells_judging_apart():
    game = Game(5)
    trail = trail_of(Root(game, BLACK))
    assert played_since(trail, Root(game, BLACK)) == [] and played_since(trail, Root(game, BLACK, judging=True)) is None
    assert played_since(trail, Root(game, BLACK, extra_komi=2.0)) is None       # win rates of another komi
    game.play(BLACK, 12)
    assert played_since(trail, Root(game, WHITE)) == [12]


def test_a_root_leaves_out_what_the_restriction_does_and_counts_the_last_pass():
    game = Game(5, rules=TROMP_TAYLOR)
    game.play(BLACK, game.pass_move)
    root = root_of(game, WHITE, Restriction(allow=frozenset({7})), extra_komi=2.0)
    assert 7 not in root.avoid and len(root.avoid) == 25 and (root.passes, root.extra_komi, root.judging) == (1, 2.0, False)
    assert root_of(game, WHITE, cleanup=True).passes == 0
    game.rules = CHINESE
    assert root_of(game, WHITE) == Root(game, WHITE)
    with pytest.raises(ValueError, match="no legal move is allowed"):
        root_of(game, WHITE, Restriction(allow=frozenset()))
