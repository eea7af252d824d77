"""The search as Python sees it: budgets, stopping, several threads, memory, reuse, moves to avoid."""
import threading
import time
from functools import partial

import numpy as np
import pytest

from gopy import game
from gopy.game import WIN_UNIT
from gopy.games.gomoku import new_gomoku
from gopy.games.tictactoe import new_tictactoe
from gopy.search import mcts, slices
from gopy.search.params import new_search_params
from gopy.search.policy_params import new_uct_rave
from gopy.search.threads import Search, warm
from gopy.search.tree import BYTES_PER_NODE, ROOT

PARAMS = new_search_params()


def new_search(new_state=partial(new_gomoku, 8), policy=new_uct_rave(), params=PARAMS, **options):
    return Search(new_state(), policy, params, None, **{"memory_bytes": 16 << 20, **options})


def after(state, *moves):
    state = game.clone_state(state)
    for move in moves:
        game.play(state, move)
    return state


def real_visits(search, block):
    return int((search._tree.visits[block].astype(np.int64) - search._tree.prior_visits[block]).sum())


def root_block(search):
    begin = int(search._tree.child[ROOT])
    return slice(begin, begin + int(search._tree.num_children[ROOT]))


def summary(report):
    return report.value, report.nodes, report.depth, [(c.move, c.visits, c.winrate, c.rave_mean, c.pv)
                                                      for c in report.children]


@pytest.fixture(scope="module", autouse=True)
def compiled():
    for new_state in (partial(new_gomoku, 8), new_tictactoe):
        warm(new_state(), new_uct_rave(), PARAMS, None)


# ---- budgets ------------------------------------------------------------------------------------

@pytest.mark.parametrize("number_of_threads", [1, 2, 3])
@pytest.mark.parametrize("simulations", [1, 7, 1000])
def test_exactly_so_many_simulations(number_of_threads, simulations):
    search = new_search(threads=number_of_threads)
    for run in (1, 2):
        assert search.run(simulations=simulations).simulations == simulations
        assert sum(scratch.scores[0] for scratch in search._scratch) == run * simulations


def test_one_thread_counts_every_visit():
    report = new_search().run(simulations=1234)
    assert report.visits == 1234 == sum(child.visits for child in report.children)


def test_one_thread_and_a_seed_repeat_whatever_the_slices(monkeypatch):
    first = summary(new_search(seed=5).run(simulations=3000))
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0.0001)
    search = new_search(seed=5)
    for simulations in (1, 999, 2000):
        report = search.run(simulations=simulations)
    assert summary(report) == first
    assert summary(new_search(seed=6).run(simulations=3000)) != first


@pytest.mark.parametrize("number_of_threads", [1, 2])
def test_the_deadline_is_kept(number_of_threads):
    search = new_search(threads=number_of_threads, now=time.process_time)
    for seconds in (0.0, 0.01, 0.2):
        late = []
        for _ in range(5):          # the clock is that of the process, in which something else may take time now and then
            deadline = time.process_time() + seconds
            report = search.run(deadline=deadline)
            late.append(time.process_time() - deadline)
            assert report.children, "even without time there are moves to choose from"
        assert sorted(late)[2] < 0.1
    assert report.simulations > 100


def test_stop_from_another_thread_takes_milliseconds():
    search = new_search(threads=2, memory_bytes=64 << 20)
    delays = []
    for _ in range(20):
        running, stopped = threading.Event(), []

        def stop():
            running.wait()
            time.sleep(0.01)            # somewhere within a slice
            stopped.append(time.process_time())
            search.stop()
        stopper = threading.Thread(target=stop)
        stopper.start()
        search.run(on_slice=lambda search: running.set())
        delays.append(time.process_time() - stopped[0])
        stopper.join()
        search.set_root(new_gomoku(8))
    assert sorted(delays)[len(delays) // 2] < 0.04      # of processor time, of two threads


def test_on_slice_sees_the_search_grow_and_ends_it():
    visits = []

    def on_slice(search):
        visits.append(search.report(max_moves=3).visits)
        return len(visits) == 5
    report = new_search(threads=2).run(on_slice=on_slice)
    assert len(visits) == 5 and visits == sorted(set(visits))
    assert report.visits == visits[-1]


def test_on_slice_is_called_some_ten_times_a_second_at_least():
    now, times = time.process_time, []
    new_search(now=now).run(deadline=now() + 0.6, on_slice=lambda search: times.append(now()))
    assert np.median(np.diff(times[5:])) < 0.1


def test_an_error_in_any_thread_surfaces(monkeypatch):
    work = Search._work
    search = new_search(threads=3)
    for bad in range(3):
        monkeypatch.setattr(Search, "_work", lambda self, thread: 1 / 0 if thread == bad else work(self, thread))
        with pytest.raises(ZeroDivisionError):
            search.run(simulations=10_000_000)
    monkeypatch.undo()
    assert search.run(simulations=100).simulations == 100


@pytest.mark.parametrize("options", [{"threads": 0}, {"memory_bytes": 1000}])
def test_impossible_searches_are_refused(options):
    with pytest.raises(ValueError):
        new_search(**options)


# ---- threads ------------------------------------------------------------------------------------

@pytest.mark.parametrize("number_of_threads", [2, 3])
@pytest.mark.parametrize("virtual_loss", [0, 1, 3])
def test_threads_lose_no_visit_and_no_win(number_of_threads, virtual_loss):
    search = new_search(threads=number_of_threads, memory_bytes=64 << 20,
                        params=new_search_params(virtual_loss=virtual_loss))
    report = search.run(simulations=100_000)
    tree, block = search._tree, root_block(search)
    assert report.visits == report.simulations == real_visits(search, block)
    # each result is a win of one side on the edge to the root, and of the other on the edge below
    real_wins = int((tree.wins[block].astype(np.int64) - tree.prior_wins[block]).sum())
    assert int(tree.wins[ROOT]) + real_wins == WIN_UNIT * report.simulations
    for node in np.flatnonzero(tree.child[1:report.nodes] > 0) + 1:
        children = slice(tree.child[node], tree.child[node] + tree.num_children[node])
        through = int(tree.visits[node]) - int(tree.prior_visits[node])
        assert 0 < real_visits(search, children) <= through


def test_threads_leave_no_node_half_made():
    search = new_search(threads=3, params=new_search_params(expansion_threshold=1))
    search.run(simulations=30_000)
    tree, used = search._tree, int(search._tree.used[0])
    parents = np.flatnonzero(tree.child[:used] != 0)
    assert (tree.child[parents] > parents).all(), "a leaf was left busy"
    blocks = sorted((int(tree.child[p]), int(tree.num_children[p])) for p in parents)
    end = 1
    for begin, n in blocks:
        assert begin == end
        end += n
    assert end == used
    assert all((scratch.first_ply == -1).all() for scratch in search._scratch)


def test_virtual_loss_is_taken_back():
    for virtual_loss in (0, 1, 5):
        search = new_search(params=new_search_params(virtual_loss=virtual_loss))
        report = search.run(simulations=2000)
        assert report.visits == 2000 == real_visits(search, root_block(search))


def test_threads_agree_on_the_best_move_where_it_is_clear():
    # four in a row, open at one end: 4 completes it
    state = after(new_gomoku(8), 0, 50, 1, 53, 2, 55, 3, 40)
    for number_of_threads in (1, 2):
        search = Search(state, new_uct_rave(), PARAMS, None, threads=number_of_threads, memory_bytes=16 << 20)
        report = search.run(simulations=4000)
        assert report.best.move == 4 and report.value > 0.8


# ---- one kernel a type --------------------------------------------------------------------------

def test_one_kernel_for_each_state_and_policy():
    before = set(mcts.run_simulations.signatures)
    for new_state in (partial(new_gomoku, 8), new_tictactoe):
        for policy in (new_uct_rave(), new_uct_rave(0, 5, 1, 1), new_uct_rave(1, 1e3)):
            for params in (PARAMS, new_search_params(expansion_threshold=2, virtual_loss=0, even_prior=0, amaf_weighted=1, amaf_own_first=1)):
                search = new_search(new_state, policy, params, threads=2)
                search.run(simulations=50)
                search.set_root(search._state, played=[], history=[1, 2, 3])
                search.run(simulations=50)
    assert set(mcts.run_simulations.signatures) == before


# ---- memory -------------------------------------------------------------------------------------

@pytest.mark.parametrize("number_of_threads", [1, 2])
def test_a_small_tree_goes_on_searching_within_its_memory(number_of_threads):
    memory = 300_000
    search = new_search(params=new_search_params(expansion_threshold=1), threads=number_of_threads, memory_bytes=memory)
    assert sum(array.nbytes for array in search._tree) <= memory + 64
    sizes = []
    report = search.run(simulations=100_000, on_slice=lambda search: sizes.append(search.report().bytes))
    assert report.simulations == 100_000
    assert max(sizes) <= memory
    assert min(sizes[len(sizes) // 2:]) > 0.1 * memory, "a collection keeps what it can"
    assert abs(real_visits(search, root_block(search)) - 100_000) < 2000
    assert search._control[mcts.THRESHOLD] > 1
    search.set_root(new_gomoku(8))
    assert search._control[mcts.THRESHOLD] == 1


def test_the_smallest_tree_allowed_works():
    least = int(BYTES_PER_NODE * (128 + 4 * 64))
    report = new_search(memory_bytes=least).run(simulations=5000)
    assert report.simulations == 5000 and report.bytes <= least


def test_collecting_is_repeatable():
    options = dict(params=new_search_params(expansion_threshold=1), memory_bytes=100_000)
    reports = [new_search(**options).run(simulations=20_000) for _ in range(2)]
    assert summary(reports[0]) == summary(reports[1])


def test_amaf_counts_are_halved_before_they_overflow():
    search = new_search()
    search.run(simulations=100)
    block = root_block(search)
    search._tree.amaf_visits[block] = (1 << 30) + 1000
    search._tree.amaf_wins[block] = 1 << 29
    search.run(simulations=100)
    assert (search._tree.amaf_visits[block] < 1 << 30).all()
    assert np.allclose(search._tree.amaf_wins[block] / search._tree.amaf_visits[block], 0.5, atol=1e-3)


# ---- the root -----------------------------------------------------------------------------------

def test_the_subtree_of_moves_played_is_kept():
    search = new_search()
    report = search.run(simulations=20_000)
    first, second = report.best.pv[:2]
    child = next(c for c in report.children if c.move == first)
    state = after(new_gomoku(8), first)
    search.set_root(state, played=[first])
    kept = search.report()
    assert kept.visits == child.visits
    # the same mean, seen from the other side
    assert kept.value == pytest.approx(1 - child.winrate)
    assert (kept.to_play, kept.simulations, kept.score_mean) == (1, 0, 0.0)
    assert kept.best.pv == child.pv[1:]
    assert search.run(simulations=100).simulations == 100
    search.set_root(after(state, second), played=[second])
    assert search.report().visits > 100
    assert search.run(simulations=100).simulations == 100


def test_an_unknown_move_or_none_starts_anew():
    search = new_search()
    search.run(simulations=1000)
    search.set_root(new_gomoku(8), played=[])
    assert search.report().visits == 1000
    search.set_root(after(new_gomoku(8), 3, 4), played=[3, 4])
    assert search.report().visits < 1000
    search.set_root(new_gomoku(8))
    assert (search.report().visits, search.report().nodes) == (0, 1)


def test_the_callers_state_is_not_touched():
    state = new_gomoku(8)
    search = Search(state, new_uct_rave(), PARAMS, None, memory_bytes=1 << 20)
    search.run(simulations=100)
    assert state.info[0] == 0
    game.play(state, 5)
    assert len(search.run(simulations=100).children) == 64


def test_moves_to_avoid_are_not_chosen():
    search = new_search()
    free = search.run(simulations=3000)
    best = {child.move for child in free.children[:10]}
    search.avoid = frozenset(best)
    before = {int(search._tree.move[c]): int(search._tree.visits[c])
              for c in range(root_block(search).start, root_block(search).stop)}
    restricted = search.run(simulations=3000)
    assert len(restricted.children) == 54
    assert not best & {child.move for child in restricted.children}
    search.avoid = frozenset()
    everything = search.run(simulations=1)
    assert len(everything.children) == 64
    assert sum(child.visits for child in everything.children) == 6001
    for child in everything.children[1:]:
        if child.move in best:
            assert child.visits + 10 - before[child.move] in (0, 1)


def test_avoiding_lasts_through_a_collection_and_a_new_root():
    search = new_search(params=new_search_params(expansion_threshold=1), memory_bytes=300_000)
    search.avoid = frozenset(range(30))
    report = search.run(simulations=30_000)
    assert min(child.move for child in report.children) == 30
    search.set_root(after(new_gomoku(8), 7), played=[7])
    assert search.report().visits == 0
    search.avoid = frozenset()
    assert len(search.run(simulations=10).children) == 63


def test_avoiding_every_move_is_refused():
    search = new_search(new_tictactoe)
    search.avoid = frozenset(range(9))
    with pytest.raises(ValueError):
        search.run(simulations=10)


def test_a_tree_that_the_machine_has_no_room_for_is_refused(monkeypatch):
    def no_room(*_):
        raise MemoryError
    monkeypatch.setattr("gopy.search.threads.new_tree", no_room)
    with pytest.raises(ValueError, match="no room for a tree of 64 MiB"):
        Search(new_tictactoe(), new_uct_rave(), new_search_params(), None, memory_bytes=64 << 20)
