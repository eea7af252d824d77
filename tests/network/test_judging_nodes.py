"""The search with a network: what a new node is told by it, and what is refused."""
import math

import numpy as np
import pytest

from gopy.base.parameters import declared_parameters
from gopy.compiled.jit import JIT_DISABLED
from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.game import WIN_UNIT, for_thread, play
from gopy.games.players.presets import build
from gopy.go.bitboard.construct import clone_position, new_position, set_rules
from gopy.go.geometry import BLACK, point_at
from gopy.go.knowledge.params import GoParams
from gopy.go.knowledge.rules_of import for_judging
from gopy.network.file import Header, write_network
from gopy.network.network import Network
from gopy.network.params import NetworkParams
from gopy.network.untrained import random_weights
from gopy.search.threads import Search
from gopy.search.tree import ROOT

SIZE = 9


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The file of a small network that has learnt nothing."""
    path = tmp_path_factory.mktemp("network") / "untrained.npz"
    write_network(path, Header(1, 16, (SIZE,)), random_weights(1, 16, np.random.default_rng(5)))
    return path


def search_of(file, seed=1, threads=1, **changes):
    """A Search of a position of a few moves with the network."""
    position = new_position(SIZE)
    for move in ((4, 4), (2, 2), (6, 2), (2, 6)):
        play(position, point_at(*move, SIZE))
    set_rules(position, 7.5, 2, 0)      # positions have hashes where they must not be repeated
    records = build("network", SIZE, changes, network=str(file))
    return position, Search(position, *records, seed=seed, threads=threads, memory_bytes=16 << 20)


def judged(file, position):
    """The Judgement by the turn that the search takes."""
    return Network.load(file).evaluate(position, [int(position.data[0].hash) & 7])


#: No experience from captures, ladders and the like.
NOTHING_READ = {name: 0 for name in declared_parameters(GoParams) if name.startswith("prior_")}


@pytest.mark.parametrize("size", [240.0, 60.0])
def test_the_policy_is_the_virtual_experience_of_a_new_node(file, size):
    position, search = search_of(file, **{**NOTHING_READ, "prior_network": size}, even_prior=0)
    search.run(simulations=1)
    policy, tree = judged(file, position).policy, search._tree
    begin, n = tree.child[ROOT], tree.num_children[ROOT]
    assert n > 70
    for child in range(begin, begin + n):
        wins = int(size * math.sqrt(policy[tree.move[child]]))
        assert tree.prior_visits[child] == pytest.approx(wins, abs=1)       # a rounding apart
        assert tree.prior_wins[child] == WIN_UNIT * tree.prior_visits[child]


def test_what_is_read_out_is_added_to_the_policy(file):
    def experience(**changes):
        position, search = search_of(file, even_prior=0, **changes)
        for move in ((3, 4), (4, 5), (5, 5), (4, 3), (0, 8), (5, 4)):      # stones in contact: something to read out
            play(position, point_at(*move, SIZE))
        search.set_root(position)
        search.run(simulations=1)
        tree = search._tree
        begin = tree.child[ROOT]
        return {int(tree.move[child]): int(tree.prior_visits[child]) for child in range(begin, begin + tree.num_children[ROOT])}
    bare, read = experience(**NOTHING_READ | {"prior_network": 240.0}), experience()
    more = {move for move in read if read[move] > bare[move]}
    assert more and all(read[move] >= bare[move] for move in bare) and len(more) < len(bare)


@pytest.mark.parametrize("alone", [{"value_share": 1.0}, {"playout_share": 0.0}])
def test_a_node_is_judged_when_it_is_first_visited(file, alone):
    position, search = search_of(file, **alone)
    errors = []
    for seed in range(40):
        search.reseed(seed)
        search.set_root(position)
        search.run(simulations=1)
        tree = search._tree
        begin, n = tree.child[ROOT], tree.num_children[ROOT]
        visited = [child for child in range(begin, begin + n) if tree.visits[child] > tree.prior_visits[child]]
        assert len(visited) == 1
        child = visited[0]
        assert tree.child[child] > 0                # it has children at once
        after = clone_position(position)
        play(after, int(tree.move[child]))
        value = 1 - judged(file, after).winning     # wins of a child are those of the player who moved there
        errors.append((tree.wins[child] - tree.prior_wins[child]) / WIN_UNIT - value)
    assert np.abs(errors).max() < 1 / WIN_UNIT
    error = 1 / WIN_UNIT / math.sqrt(len(errors))   # a result is rounded up or down at random, so that its mean is right
    assert np.mean(errors) == pytest.approx(0, abs=2 * error)


def test_without_a_share_the_value_counts_nothing(file):
    _, search = search_of(file, value_share=0.0)
    search.run(simulations=30)
    tree = search._tree
    children = range(tree.child[ROOT], tree.child[ROOT] + tree.num_children[ROOT])
    assert all((tree.wins[child] - tree.prior_wins[child]) % WIN_UNIT == 0 for child in children)
    assert any(tree.visits[child] - tree.prior_visits[child] == 1 and tree.child[child] == 0 for child in children)


def test_the_slope_makes_values_sharper(file):
    def values(slope):
        position, search = search_of(file, value_share=1.0, value_slope=slope)
        search.run(simulations=60)
        return np.bincount([int(w - p) % WIN_UNIT for w, p in zip(search._tree.wins[1:80], search._tree.prior_wins[1:80])], minlength=WIN_UNIT)
    assert values(100.0)[1:].sum() <= values(0.01)[1:].sum()


def test_score_and_owners_are_blended_with_what_the_network_says(file):
    position, search = search_of(file, value_share=1.0)
    found = []
    for seed in range(300):
        search.reseed(seed)
        search.set_root(position)
        report = search.run(simulations=1)
        after = clone_position(position)
        play(after, report.children[0].move)
        says = judged(file, after)                  # White is to move
        found.append((report.ownership + says.ownership, (report.score_mean + says.score) / says.deviation))
        assert set(np.unique(report.ownership)) <= {-1, 0, 1}
    owners, scores = map(np.array, zip(*found))
    deviation = 1 / math.sqrt(len(found))
    assert np.abs(owners.mean(0)).max() < 4.5 * deviation
    assert abs(scores.mean()) < 4 * deviation and scores.std() == pytest.approx(1, abs=0.2)


def test_threads_judge_in_work_areas_of_their_own(file):
    _, _, game_params = build("network", SIZE, network=str(file))
    other = for_thread(game_params)
    assert other.weights is game_params.weights
    assert not np.shares_memory(other.judging.memory, game_params.judging.memory)
    assert not np.shares_memory(other.rules.work, game_params.rules.work)
    assert other.judging.memory.ctypes.data % 64 == 0
    _, search = search_of(file, threads=2)
    report = search.run(simulations=200)
    assert report.simulations == 200 and sum(child.visits for child in report.children) == 200


def test_settled_positions_are_judged_by_playouts(file):
    _, _, game_params = build("network", SIZE, network=str(file))
    judging = for_judging(game_params)
    assert isinstance(judging, NetworkParams)
    assert judging.prior_network == judging.value_share == judging.rules.prior_move == 0.0
    assert judging.rules.nakade >= 0.8 > game_params.rules.nakade


@pytest.mark.parametrize("options, sentence", [
    ({"preset": "classical"}, "preset classical plays without one"),
    ({"preset": "network", "network": "nowhere.npz"}, "cannot read nowhere.npz"),
    ({"preset": "network", "size": 13, "network": None}, "was not trained on 13x13"),
    ({"preset": "network", "set": "prior_network=-1"}, "prior_network"),
])
def test_what_cannot_be_used_is_refused_in_one_sentence(file, options, sentence):
    options = {name: str(file) if value is None else value for name, value in options.items()}
    with pytest.raises(ValueError, match=sentence):
        Options(**{"size": SIZE, "network": str(file), **options})


@pytest.mark.skipif(JIT_DISABLED, reason="many simulations take too long without the compiler")
def test_the_engine_plays_with_a_network(file):
    engine = Engine(Options(size=SIZE, preset="network", network=str(file), sims=200, threads=1, seed=3))
    try:
        decision = engine.genmove(BLACK)
        assert decision.report.simulations == 200
        assert engine.final_score() is not None
    finally:
        engine.close()
