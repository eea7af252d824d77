"""Criticality and the AMAF statistics it changes, against lists of simulations, one by one."""
from typing import NamedTuple

import numpy as np
import pytest
from naive import PASS, Naive
from numba import njit

import gopy.go.contract  # noqa: F401  (the verbs of Go)
from gopy.game import AMAF_UNIT, WIN_UNIT, clone_state, play
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.players.presets import build
from gopy.search.criticality import CriticalRave, CriticalTree, criticality, new_critical_rave
from gopy.search.params import new_search_params
from gopy.search.policy import select_child
from gopy.search.rave import new_uct_rave
from gopy.search.threads import Search
from gopy.search.tree import LANES, ROOT, new_tree

BEGIN = 3
PARAMS = new_search_params()


class Area(NamedTuple):
    """The part of a thread's scratch that selection uses."""

    keys: np.ndarray


@njit
def select(policy, tree, area):
    return select_child(policy, tree, 0, area, area, PARAMS)


@njit
def criticality_of(tree, node):
    return criticality(tree, node)


def share(found):
    found = list(found)
    return sum(found) / len(found)


def coulom(simulations):
    """P(winner holds) - P(Black holds) P(Black wins) - P(White holds) P(White wins).

    simulations: (holder of the point, winner), "B", "W" or None."""
    result = share(holder is not None and holder == winner for holder, winner in simulations)
    for colour in "BW":
        result -= share(h == colour for h, _ in simulations) * share(w == colour for _, w in simulations)
    return result


def slow_value(policy, child):
    """The value of a child by the two means and their weights, virtual simulations merged into AMAF."""
    rave, rave_wins = child["rave"], child["rave_wins"]
    if len(child["simulations"]) > policy.criticality_visits:
        virtual = policy.criticality_weight * coulom(child["simulations"]) * rave
        rave, rave_wins = rave + virtual, max(rave_wins + virtual, 0.0)
    visits = len(child["simulations"]) + child["prior"]
    wins = sum(winner == "B" for _, winner in child["simulations"]) + child["prior"] / 2
    beta = rave / (rave + visits + rave * visits / policy.equivalence) if rave else 0.0
    return (1 - beta) * wins / visits + beta * (rave_wins / rave if rave else 0.0)


def random_child(rng, most):
    """A child of a node where Black is to move, `prior` simulations of prior experience included."""
    n, leaning = int(rng.integers(1, most)), rng.random(3)
    winners = np.where(rng.random(n) < 0.3 + 0.4 * leaning[0], "B", "W")
    with_winner = rng.random(n) < leaning[1]
    holders = [None if rng.random() < 0.1 else w if same else "BW"["BW".index(w) - 1]
               for w, same in zip(winners, with_winner)]
    rave = int(rng.integers(0, 2 * most)) if rng.random() < 0.9 else 0
    return {"simulations": list(zip(holders, map(str, winners))), "prior": 2 * int(rng.integers(0, 10)), "rave": rave,
            "rave_wins": int(leaning[2] * rave)}


def tree_of(children):
    """The children in a tree, as the search would have them."""
    tree = new_tree(64, CriticalTree)
    tree.child[ROOT], tree.num_children[ROOT] = BEGIN, len(children)
    tree.visits[ROOT] = sum(len(child["simulations"]) for child in children)
    for c, child in enumerate(children, BEGIN):
        n = len(child["simulations"])
        wins = [WIN_UNIT * (winner == "B") for _, winner in child["simulations"]]
        held = [{"B": 1, "W": -1, None: 0}[holder] for holder, _ in child["simulations"]]
        tree.prior_visits[c], tree.prior_wins[c] = child["prior"], child["prior"] * WIN_UNIT // 2
        tree.visits[c], tree.wins[c] = n + tree.prior_visits[c], sum(wins) + tree.prior_wins[c]
        tree.amaf_visits[c], tree.amaf_wins[c] = child["rave"] * AMAF_UNIT, child["rave_wins"] * AMAF_UNIT
        tree.held[c], tree.held_wins[c] = sum(held), np.dot(held, wins)
    return tree


@pytest.mark.parametrize("policy", [
    new_critical_rave(), new_critical_rave(3000, criticality_visits=100), new_critical_rave(300, criticality_visits=1),
    new_critical_rave(3000, criticality_weight=0), new_critical_rave(1000, 0, 1.1, 1.99, 50)], ids=str)
def test_values_are_those_of_the_simulations_one_by_one(policy):
    rng = np.random.default_rng(1)
    changed = 0
    for _ in range(150):
        children = [random_child(rng, 400) for _ in range(int(rng.integers(1, 12)))]
        tree = tree_of(children)
        for c, child in enumerate(children, BEGIN):
            assert criticality_of(tree, c) == pytest.approx(coulom(child["simulations"]), abs=1e-12)
        expected = [slow_value(policy, child) for child in children]
        chosen = select(policy, tree, Area(np.zeros(12 + LANES, np.int32))) - BEGIN
        assert expected[chosen] > max(expected) - 1e-6
        plain = [slow_value(policy._replace(criticality_weight=0.0), child) for child in children]
        changed += np.argmax(plain) != chosen
    assert (changed > 5) == (0 < policy.criticality_weight and policy.criticality_visits < 400)


def test_the_mean_and_the_weight_of_amaf_are_those_of_the_formula():
    policy = new_critical_rave(3000, criticality_weight=1.1, criticality_visits=1)
    for same, c in ((3, 0.25), (1, -0.25)):
        # half of the simulations won; the winner holds the point in `same` of 4
        simulations = [("B", "B"), ("W", "W")] * same + [("W", "B"), ("B", "W")] * (4 - same)
        assert coulom(simulations) == c
        child = {"simulations": simulations * 10, "prior": 0, "rave": 400, "rave_wins": 200}
        weight, mean = 400 * (1 + 1.1 * c), (0.5 + 1.1 * c) / (1 + 1.1 * c)
        beta = weight / (weight + 80 + weight * 80 / 3000)
        assert slow_value(policy, child) == pytest.approx((1 - beta) * 0.5 + beta * mean)


def test_wins_that_would_be_less_than_none_are_none():
    policy = new_critical_rave(criticality_visits=10, criticality_weight=1.99)
    lost_where_held = {"simulations": [("W", "B"), ("B", "W")] * 50, "prior": 0, "rave": 3000, "rave_wins": 10}
    tree = tree_of([lost_where_held, {"simulations": [("W", "W")], "prior": 2, "rave": 0, "rave_wins": 0}])
    value = slow_value(policy, lost_where_held)
    assert 0 < value < 0.5 and criticality_of(tree, BEGIN) == -0.5
    # the second child's value is 1/3: the first one's lies above
    assert select(policy, tree, Area(np.zeros(2 + LANES, np.int32))) == BEGIN
    tree.wins[BEGIN + 1] += 2
    assert select(policy, tree, Area(np.zeros(2 + LANES, np.int32))) == BEGIN + (value < 0.5)


def test_constructors_coerce_and_refuse():
    assert [type(v) for v in new_critical_rave(3000, 0, 1, 1, 5.0)] == [float, float, float, float, int]
    assert set(CriticalRave._fields) - set(new_uct_rave()._fields) == {"criticality_weight", "criticality_visits"}
    for wrong in (dict(criticality_weight=-0.1), dict(criticality_weight=2.0), dict(criticality_visits=0),
                  dict(equivalence=0.0)):
        with pytest.raises(ValueError):
            new_critical_rave(**wrong)


def area(game):
    """{point of a finished naive game: 1, -1 or 0 as Black, White or neither holds it}."""
    owners = {point: {game.board[point]} if point in game.board else game.region(game.board, point)[1]
              for point in game.points}
    return {point: (found == {"b"}) - (found == {"w"}) for point, found in owners.items()}


def test_every_node_knows_who_held_its_point():
    size, komi = 4, 0.5
    position = new_position(size)
    set_rules(position, komi)
    policy, *params = build("criticality", size, {"criticality_visits": 5, "expansion_threshold": 1})
    search = Search(position, policy, *params, memory_bytes=1 << 20, seed=5)
    tree, trace = search._tree, search._scratch[0].trace
    held, held_wins = np.zeros((2, len(tree.held)), int)
    for _ in range(300):
        search.run(simulations=1)
        moves = [int(move) for move in trace.moves[:trace.count[0]]]
        game = Naive(size)
        for move in moves:
            game.play(PASS if move == size * (size + 1) else divmod(move, size + 1))
        holders, winner = area(game), 1 if game.area_score() > komi else -1
        # down the tree: nodes get their children on the way through, so the leaf is the first without
        node, ply = ROOT, 0
        while tree.child[node] > 0:
            begin, n = tree.child[node], tree.num_children[node]
            node = begin + int(np.flatnonzero(tree.move[begin:begin + n] == moves[ply])[0])
            mover = 1 if ply % 2 == 0 else -1
            h = mover * holders.get(divmod(moves[ply], size + 1), 0)
            held[node] += h
            held_wins[node] += h * WIN_UNIT * (winner == mover)
            ply += 1
    assert (tree.held == held).all() and (tree.held_wins == held_wins).all()
    assert np.abs(held).max() > 20


def test_threads_and_a_kept_tree_do_not_harm_it():
    position = new_position(4)
    policy, *params = build("criticality", 4, {"criticality_visits": 20})
    search = Search(position, policy, *params, threads=2, memory_bytes=1 << 20, seed=5)
    report = search.run(simulations=3000)
    move = report.best.move
    node = search._find([move])
    held = search._tree.held[node]
    search.set_root(played_on(position, move), played=[move])
    assert search._tree.held[ROOT] == held
    assert search.run(simulations=1000).simulations >= 1000
    assert abs(search._tree.held[ROOT]) <= search._tree.visits[ROOT]


def played_on(position, move):
    position = clone_state(position)
    play(position, move)
    return position
