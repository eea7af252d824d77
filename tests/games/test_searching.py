"""`gopy.Search`: positions in, objects, texts and dictionaries out; threads, processes, an evaluator; what it refuses."""
import doctest
import json
import threading

import numpy as np
import pytest
from places import ROOT

import gopy
from gopy import game as contract
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.searching import search as module
from gopy.games.searching.search import Search
from gopy.games.tictactoe import new_tictactoe


def nothing(observations, masks):
    return np.zeros(masks.shape), np.zeros(len(masks))


def almost_won():
    """X to move wins on c2: a2 and b2 are X's."""
    state = new_tictactoe()
    for move in (3, 0, 4, 1):
        contract.play(state, move)
    return state


def test_the_example_of_its_docstring_runs():
    assert doctest.testmod(module).attempted == 4 and not doctest.testmod(module).failed
    assert gopy.Search is Search and gopy.search_many.__module__ == "gopy.search.evaluated.search"


def test_what_is_found_is_objects_texts_and_dictionaries():
    search = Search(almost_won(), simulations=500, seed=1)
    found = search.run()
    assert found.best is not None and found.best.text == "c2" and found.line == ("c2",) and found.best.visits > 300
    assert (found.to_play, found.visits, found.simulations, found.score, found.ownership) == (0, 500, 500, None, None)
    assert sum(move.visits for move in found.moves) == 500 and {move.text for move in found.moves} == {"c2", "a1", "b1", "c1", "c3"}
    assert str(found).splitlines()[0].startswith("player 1 to move: ") and str(found).splitlines()[1].split()[0] == "c2"
    told = json.loads(json.dumps(found.as_dict()))
    assert told["moves"][0]["text"] == "c2" and told["line"] == ["c2"] and told["visits"] == 500
    tree = search.tree(10)
    assert tree[0].text == "c2" and tree[0].answers == () and [node.visits for node in tree] == [move.visits for move in found.moves
                                                                                                if move.visits >= 10]
    answered = next(node for node in tree if node.answers)
    assert answered.answers[0].visits <= answered.visits and json.dumps(answered.as_dict())
    assert str(answered).splitlines()[1].startswith("  " + answered.answers[0].text)
    assert len(search.found(2).moves) == 2 and search.best == search.found().moves[0]


def test_the_position_moves_on_with_what_the_tree_knows():
    search = Search("tictactoe", seed=1)
    search.run(simulations=400)
    expected = search.best.visits
    search.play(search.best.text.upper())
    assert search.found().visits == expected and search.found().to_play == 1 and search.game.texts == ["b2"]
    with pytest.raises(ValueError, match="no legal move 'b2'"):
        search.play("b2")
    with pytest.raises(ValueError, match="no legal move 4"):
        search.play(4)
    search.undo()
    assert search.found().visits == 0 and search.found().best is None
    for move in ("b2", "a3", "a2", "c3", "c2"):
        search.play(move)
    over = search.run(simulations=10)
    assert over.best is None and over.value == 0.0 and over.line == () and search.tree() == ()


@pytest.mark.parametrize("how", [{}, {"threads": 2}, {"cluster": 2}], ids=str)
def test_go_has_ownership_and_a_score(how):
    """Black has the columns A to C with three eyes, White the others with three eyes: 15 points and 10."""
    with Search("go:size=5,komi=0.5", preset="default", simulations=400, seed=1, **how) as search:
        empty = search.run()
        black = ["A2", "A4", *(f"{column}{row}" for column in "BC" for row in range(1, 6))]
        white = [*["pass"] * 5, *(f"D{row}" for row in range(1, 6)), "E2", "E4"]
        for pair in zip(black, white):
            for move in pair:
                search.play(move)
        found = search.run()
        search.play("pass")
        answer = search.run()
    assert found.simulations == 400 and (found.to_play, answer.to_play) == (0, 1)
    owned = found.ownership.reshape(5, 6)[:, :5]
    # a few simulations try what costs White the eyes
    assert (owned[:, :3] > 0.9).all() and (owned[:, 3:] < -0.5).all() and len(found.ownership) == 30
    # Black's view, whoever is to move
    assert 4 < found.score < 11 and 4 < answer.score < 11 and found.value > 0.9 and answer.value < 0.1
    assert found.score_deviation < 10 < empty.score_deviation and np.abs(empty.ownership).max() < 0.95
    assert found.values[0] == found.value and f"score {found.score:+.1f}" in str(found)
    told = json.loads(json.dumps(found.as_dict()))
    assert told["ownership"][0] == round(float(owned[0, 0]), 4) and len(told["ownership"]) == 30


def test_runs_end_by_stop_by_time_and_by_what_was_found():
    search = Search("tictactoe", seconds=0.02)
    assert 0 < search.run().seconds < 5
    seen = []
    search.run(seconds=60, on_found=lambda found: seen.append(found) or len(seen) == 2)
    assert len(seen) == 2 and seen[1].visits > seen[0].visits and len(seen[0].moves) <= 10
    timer = threading.Timer(0.05, search.stop)
    timer.start()
    search.run(seconds=60)
    timer.join()


def test_threads_policies_and_parameters():
    found = Search(almost_won(), threads=2, policy="uct", exploration=2.0, proofs="FSU", simulations=300).run()
    assert found.best.text == "c2" and found.best.proven == "win" and found.value == 1.0
    one = Search("tictactoe", policy=str(ROOT / "docs" / "examples" / "ucb_tuned.py"), seed=3, simulations=200)
    assert one.run().best is not None
    played = AnyGame(game_kind("tictactoe"))
    played.play(4)
    assert Search(played, simulations=50).run().to_play == 1


@pytest.mark.parametrize("policy", ["puct", "gumbel"])
def test_an_evaluator_takes_the_place_of_playouts(policy):
    search = Search(almost_won(), evaluate=nothing, policy=policy, simulations=200, seed=1, virtual_loss=0.5)
    found = search.run()
    assert found.best.text == "c2" and found.visits == 200 and (found.value > 0.6 or policy == "gumbel")
    assert search.tree(5)[0].text == "c2" and str(found)
    search.play("c1")
    assert search.found().visits == 0 and search.run().to_play == 1


def test_processes_search_from_a_position_without_a_name_and_by_policies_of_samples():
    with Search(almost_won(), cluster=2, cluster_seconds=0.01, seed=1, policy="aoap") as search:
        found = search.run(simulations=1500)
        assert found.best.text == "c2" and found.simulations == 1500 and 1500 <= found.visits <= 1510
        search.play("c2")
        assert search.run(simulations=10).best is None and search.found().value == 0.0
    played = AnyGame(game_kind("tictactoe"), 0, almost_won())       # the name of the kind does not tell where the game began
    with Search(played, cluster=2, seed=1) as search:
        assert search.run(simulations=1500).best.text == "c2"


def test_processes_find_a_position_of_a_users_own_game_but_not_of_the_program(monkeypatch):
    state = game_kind(str(ROOT / "docs/examples/connect_four.py")).new_state()
    with Search(state, cluster=2, seed=1, simulations=500) as search:
        assert search.run().simulations == 500
    monkeypatch.setattr(type(state), "__module__", "__main__")
    with pytest.raises(ValueError, match="put it into a file of its own"):
        Search(state, cluster=2)


def test_an_interval_says_how_often_processes_merge(monkeypatch):
    steps = []
    with Search("tictactoe", cluster=2, cluster_seconds=0.003, seed=1) as search:
        step = search._searcher._step
        monkeypatch.setattr(search._searcher, "_step", lambda left, seconds: steps.append(seconds) or step(left, seconds))
        search.run(seconds=0.3)
    assert max(steps) <= 0.003 and len(steps) > 5


def test_players_have_a_value_each():
    found = Search("tictactoe", simulations=300, seed=1).run()
    assert found.values == (found.value, 1 - found.value)
    search = Search(almost_won(), simulations=300, seed=1)
    search.play("a1")
    found = search.run()
    assert found.to_play == 1 and found.values[1] == found.value and found.values[0] == 1 - found.value
    for threads in (1, 3):
        found = Search(str(ROOT / "docs/examples/trio.py"), simulations=3000, seed=1, threads=threads).run()
        assert len(found.values) == 3 and sum(found.values) == pytest.approx(1.0) and found.value == found.values[found.to_play]
        assert sum(move.visits for move in found.moves) == found.visits == 3000 and found.as_dict()["values"] == list(found.values)


def test_several_processes_search_as_one_and_go_on_with_the_game():
    with Search("tictactoe", cluster=2, seed=1) as search:
        found = search.run(simulations=3000)
        assert 3000 == found.simulations and 3000 <= found.visits <= 3010 and found.best.text == "b2"
        assert abs(sum(move.visits for move in found.moves) - found.visits) <= 2
        search.play("b2")
        assert search.found().visits > 500
        for move in ("a3", "a2", "c3"):
            search.play(move)
        assert search.run(seconds=0.1).best.text == "c2" and search.tree(10)[0].text == "c2"
        search._searcher._processes[1].kill()
        with pytest.raises(RuntimeError, match="a process of the cluster has ended"):
            for _ in range(5):
                search.run(simulations=100)


@pytest.mark.parametrize("words, options, message", [
    (["chess"], {}, "unknown game 'chess'"), ([3], {}, "int is no game"), (["goofspiel"], {}, "move at the same time"),
    (["tictactoe"], {"policy": "best"}, "unknown policy 'best'"), (["tictactoe"], {"threads": 0}, "threads"),
    (["tictactoe"], {"simulations": 0}, "simulations"), (["tictactoe"], {"colour": 3}, "unknown parameter 'colour'"),
    (["tictactoe"], {"exploration": -1}, "exploration"), (["tictactoe"], {"memory": -1}, "memory"),
    (["tictactoe"], {"preset": "mogo2007"}, "made of Go's playouts"),
    (["tictactoe"], {"cluster": 2, "cluster_seconds": 0}, "cluster_seconds"),
    (["tictactoe"], {"cluster": 2, "exploration": -1}, "exploration"), (["tictactoe"], {"cluster": 1000}, "cluster"),
    ([str(ROOT / "docs/examples/trio.py")], {"cluster": 2}, "cluster: the search of games with several players"),
    ([str(ROOT / "docs/examples/trio.py")], {"evaluate": nothing}, "evaluate: the search of games with several players"),
    (["tictactoe"], {"evaluate": nothing, "threads": 2}, "threads: a search with an evaluator has none"),
    (["tictactoe"], {"evaluate": nothing, "policy": "uct"}, "puct, gumbel, not 'uct'"),
    (["tictactoe"], {"evaluate": nothing, "noise": 2}, "noise"), (["tictactoe"], {"evaluate": 3}, "is a function")])
def test_what_does_not_fit_is_refused_in_one_sentence(words, options, message):
    with pytest.raises(ValueError, match=message) as refused:
        Search(*words, **options)
    assert "\n" not in str(refused.value)


OWN_TREE = '''
from typing import Annotated, NamedTuple
import numpy as np
from gopy.base.parameters import Constructor, number
from gopy.compiled.jit import kernel
from gopy.search.catalogue import TEXTBOOK, Policy
from gopy.search.policy import layout_of, select_child
from gopy.search.tree import Tree, register_layout

Noted = NamedTuple("Noted", [*((name, np.ndarray) for name in Tree._fields), ("noted", np.ndarray)])
register_layout(Noted, np.int64)

class Noting(NamedTuple):
    unused: Annotated[float, number(1.0, 0.0, 1.0, "nothing")]

new_noting = Constructor(Noting, "It notes something.")
POLICY = Policy(new_noting, "noting", TEXTBOOK)

@layout_of.register(Noting)
def _layout(policy):
    return Noted

@select_child.register(Noting)
@kernel(entry=False)
def _select(policy, tree, node, state, scratch, search_params):
    return np.int64(tree.child[node])
'''


def test_a_policy_whose_tree_holds_what_no_process_can_tell_searches_alone(tmp_path):
    file = tmp_path / "noting.py"
    file.write_text(OWN_TREE)
    with Search("tictactoe", policy=str(file), simulations=50) as search:
        assert search.run().visits > 0
    with pytest.raises(ValueError, match="^cluster: this policy keeps noted in its tree, which processes cannot tell each other$"):
        Search("tictactoe", policy=str(file), cluster=2)
