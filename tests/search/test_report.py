"""What a report is computed from: intervals, score statistics, shares of the prior."""
import math
from types import SimpleNamespace

import numpy as np
import pytest

from gopy.game import WIN_UNIT, play
from gopy.games.tictactoe import new_tictactoe
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_uct_rave
from gopy.search.report import Report, Z, score_statistics, wilson_lower
from gopy.search.root_moves import criticality, describe_moves, middle
from gopy.search.threads import Search
from gopy.search.tree import ROOT


@pytest.mark.parametrize("mean, n", [(0.0, 10), (0.3, 7), (0.5, 1), (0.5, 10_000), (0.97, 400), (1.0, 3)])
def test_wilson_bound_solves_its_equation(mean, n):
    low = wilson_lower(mean, n)
    # the bound is the smallest p from which the mean is Z standard deviations away
    assert 0.0 <= low <= mean
    assert abs(mean - low) == pytest.approx(Z * math.sqrt(low * (1 - low) / n), abs=1e-9)


def test_wilson_bound_without_visits_is_zero():
    assert wilson_lower(0.5, 0) == 0.0
    assert wilson_lower(0.5, 100) < wilson_lower(0.5, 1000) < 0.5


def test_score_statistics_join_the_threads():
    scores = [np.array([3.5, -2.0, 10.0]), np.array([0.0, 7.5])]
    rows = [np.array([len(s), s.sum(), (s * s).sum()]) for s in scores]
    mean, stdev = score_statistics(rows)
    together = np.concatenate(scores)
    assert mean == pytest.approx(together.mean()) and stdev == pytest.approx(together.std())
    assert score_statistics([np.zeros(3)]) == (0.0, 0.0)


def test_children_report_priors_apart_from_simulations():
    search = Search(new_tictactoe(), new_uct_rave(), new_search_params(even_prior=8), None, memory_bytes=1 << 20)
    search.run(simulations=3)
    tree, begin = search._tree, int(search._tree.child[ROOT])
    # an expert that prefers the first child: 40 simulations, 30 of them won
    tree.visits[begin] += 32
    tree.wins[begin] += WIN_UNIT * 26
    tree.prior_visits[begin] = 40
    tree.prior_wins[begin] = WIN_UNIT * 30
    children = {child.move: child for child in search.report().children}
    favourite = children[int(tree.move[begin])]
    assert favourite.prior == pytest.approx(30 / (30 + 8 * 4))
    assert sum(child.prior for child in children.values()) == pytest.approx(1.0)
    assert sum(child.visits for child in children.values()) == 3
    for child in children.values():
        if child.visits == 0:
            assert child.winrate == (0.75 if child is favourite else 0.5) and child.lcb == 0.0
            assert child.pv == [child.move]


def test_the_best_comes_first():
    search = Search(new_tictactoe(), new_uct_rave(exploration=0.3), new_search_params(), None, memory_bytes=1 << 20)
    report = search.run(simulations=500)
    keys = [(child.visits, child.winrate) for child in report.children]
    assert [visits for visits, _ in keys] == sorted((visits for visits, _ in keys), reverse=True)
    assert search.report(max_moves=3).children == report.children[:3]
    many = [child for child in report.children if child.visits >= 0.2 * report.visits]
    assert search.report(least_share=0.2).children == many and 0 < len(many) < len(report.children)
    assert search.report(least_share=1).children == report.children[:1], "the best, however few its visits"
    assert report.ownership is None
    # tic-tac-toe's score is its value less a half, for player 0
    assert report.score_mean == pytest.approx(report.value - 0.5, abs=1e-9)


def test_scores_of_moves_are_those_of_their_own_simulations():
    search = Search(new_tictactoe(), new_uct_rave(exploration=0.3), new_search_params(), None, memory_bytes=1 << 20)
    report = search.run(simulations=400)
    assert sum(child.scored for child in report.children) == 400
    for child in report.children:
        assert child.scored == child.visits
        # tic-tac-toe's score is its value less a half, and player 0 is to move
        assert child.score_mean == pytest.approx(child.winrate - 0.5 if child.scored else report.score_mean, abs=1e-9)
        assert child.pv_visits[0] == child.visits and child.pv_visits == sorted(child.pv_visits, reverse=True)
        assert len(child.pv_visits) == len(child.pv) and child.ownership is None
    best = report.best
    state = new_tictactoe()
    play(state, best.move)
    search.set_root(state, [best.move])
    after = search.run(simulations=1)
    assert sum(child.scored for child in after.children) == 1, "those of an earlier root are not counted"


def test_ownership_after_each_move_adds_up_to_that_of_the_position():
    from gopy.engine.go_search import GoSearch
    from gopy.engine.options import Options
    from gopy.engine.searcher import Root
    from gopy.go.geometry import BLACK
    from gopy.go.history import Game

    search = GoSearch(5, Options(size=5, threads=1), seed=1)
    for wanted in (True, False):
        search.record_owners(wanted)
        search.set_root(Root(Game(5), BLACK))
        report = search.run(simulations=300)
        assert search.priors() == {child.move: child.prior for child in report.children}
        if not wanted:
            assert all(child.ownership is None for child in report.children)
            continue
        played = [child for child in report.children if child.scored]
        together = sum(child.scored * child.ownership for child in played) / 300
        assert together == pytest.approx(report.ownership, abs=1e-5)
        assert sum(child.scored * child.score_mean for child in played) / 300 == pytest.approx(report.score_mean)
        assert report.ownership.sum() - Game(5).komi == pytest.approx(report.score_mean, abs=1e-4), "without a network"
        search.forget()


def counted(margins, bins=400):
    """How many margins are in each bin, as the search counts them, and their mean: slow and simple."""
    counts = np.zeros(bins, np.int32)
    for margin in margins:
        counts[min(max(math.floor(margin) + bins // 2, 0), bins - 1)] += 1
    return counts, sum(margins) / len(margins)


@pytest.mark.parametrize("komi", [7.5, 7.0, 0.0, -3.25])
@pytest.mark.parametrize("seed", range(5))
def test_the_middle_of_margins_is_their_median(seed, komi):
    rng = np.random.default_rng(seed)
    margins = sorted(2 * rng.normal(rng.uniform(-30, 30), rng.uniform(2, 20), 1 + 2 * rng.integers(1, 500)).astype(int) + 1 - komi)
    assert abs(middle(*counted(margins)) - margins[len(margins) // 2]) <= 0.5 + 1e-9


def test_the_middle_is_on_the_side_that_wins_more_often_where_the_mean_is_not():
    """A group of 40 points dies in two of five games; in the others Black wins by a half."""
    counts, mean = counted([0.5] * 60 + [-39.5] * 40)
    assert mean < -15 and 0 < middle(counts, mean) < 1
    assert middle(*counted([0.5] * 40 + [-39.5] * 60)) == pytest.approx(-39.5, abs=0.5)
    assert middle(*counted([4.0])) == 4.0


def test_a_position_of_go_leads_by_the_median_of_its_own_simulations():
    from gopy.engine.go_search import GoSearch
    from gopy.engine.options import Options
    from gopy.engine.searcher import Root
    from gopy.go.geometry import BLACK
    from gopy.go.history import Game

    search = GoSearch(5, Options(size=5, threads=2, preset="classical"), seed=1)
    for komi in (0.5, 7.0, 60.0):
        search.set_root(Root(Game(5, komi), BLACK))
        report = search.run(simulations=2000)
        margins = sum(scratch.move_margins for scratch in search._search._scratch)
        assert margins.sum() == 2000 and [margins[child.move].sum() for child in report.children] == [child.scored for child in report.children]
        won = margins[:, margins.shape[1] // 2:].sum() / 2000         # what is 0 or more
        assert (report.lead > -0.5) == (won > 0.5) and -25 - komi <= report.lead <= 25 - komi
        assert all(abs(child.lead - report.lead) < 60 for child in report.children)
    empty = Report(to_play=BLACK, simulations=0, visits=0, value=0.5, score_mean=2.0, score_stdev=0.0, ownership=None, depth=0, nodes=0, bytes=0,
                   seconds=0.0)
    search.set_root(Root(Game(5), BLACK))
    describe_moves(empty, search._search._scratch)
    assert empty.lead == 2.0


def test_without_counts_or_beyond_the_bins_the_middle_is_the_mean():
    assert middle(np.zeros(0, np.int32), 2.5) == middle(np.zeros(8, np.int32), 2.5) == 2.5
    assert middle(*counted([300.0, 301.0, 302.0])) == 301.0


def test_criticality_is_the_covariance_of_holding_a_point_and_winning():
    # two simulations: Black holds point 0 and wins, holds point 1 and loses; White holds point 2 both times
    scratch = SimpleNamespace(move_scores=np.array([[1.0, 0, 0], [1.0, 0, 0], [0, 0, 0]]),
                              move_owners=np.array([[1, 0, -1], [0, 1, -1], [0, 0, 0]], np.int32),
                              owner_wins=np.array([WIN_UNIT, 0, -WIN_UNIT, WIN_UNIT], np.int64))
    assert criticality([scratch]) == pytest.approx([0.25, -0.25, 0.0])
    assert criticality([scratch, scratch]) == pytest.approx([0.25, -0.25, 0.0])


def test_criticality_is_what_coulom_writes():
    def share(found):
        return sum(found) / 200

    rng = np.random.default_rng(1)
    held, won = rng.integers(-1, 2, 200), rng.integers(0, 2, 200)       # by Black 1, by White -1; whether Black won
    units = WIN_UNIT * won
    scratch = SimpleNamespace(move_scores=np.array([[200.0, 0, 0]]), move_owners=np.array([[held.sum()]], np.int32),
                              owner_wins=np.array([(held * units).sum(), units.sum()], np.int64))
    expected = (share((held == 1) & (won == 1)) + share((held == -1) & (won == 0))
                - share(held == 1) * share(won == 1) - share(held == -1) * share(won == 0))
    assert criticality([scratch]) == pytest.approx([expected], abs=1e-6)


def test_points_that_decide_a_game_are_critical():
    from gopy.engine.go_search import GoSearch
    from gopy.engine.options import Options
    from gopy.engine.searcher import Root
    from gopy.go.geometry import BLACK, parse_vertex
    from gopy.go.history import Game

    # on the left White lives, on the right Black does; whoever plays E3 gets the column between
    game = Game(5, 0.5)
    game.setup([parse_vertex(f"{column}{row}", 5) for column in "DE" for row in (1, 2, 4, 5)][:8],
               [parse_vertex(f"B{row}", 5) for row in range(1, 6)])
    search = GoSearch(5, Options(size=5, threads=1), seed=1)
    search.record_owners(True)
    search.set_root(Root(game, BLACK))
    report = search.run(simulations=1000)
    assert report.criticality.shape == report.ownership.shape and np.abs(report.criticality).max() <= 0.5
    middle, corner = (report.criticality[parse_vertex(vertex, 5)] for vertex in ("C3", "A1"))
    assert 0 <= report.value <= 1 and middle >= corner - 0.05


def test_the_outline_is_the_much_visited_part_of_the_tree():
    search = Search(new_tictactoe(), new_uct_rave(exploration=0.3), new_search_params(), None, memory_bytes=1 << 20)
    report = search.run(simulations=500)
    nodes = search.outline(20)
    assert [(node.move, node.visits) for node in nodes] == [(child.move, child.visits) for child in report.children
                                                            if child.visits >= 20]
    assert nodes[0].winrate == pytest.approx(report.best.winrate)
    answers = nodes[0].children
    assert answers and answers[0].move == report.best.pv[1] and answers[0].visits == report.best.pv_visits[1]
    assert all(node.visits >= 20 for answer in answers for node in (answer, *answer.children))
    assert sum(answer.visits for answer in answers) <= nodes[0].visits
