"""One search by two processes: sums, merging, dead workers, limits of time."""
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest
from clients.gtp_process import Process
from clocks import NEVER, wait_for
from refusals import no_whole_number, outside

from gopy.base.errors import UserError
from gopy.engine.cluster.child import DONE, FAILED, READY
from gopy.engine.cluster.local import LocalWorker, local_threads
from gopy.engine.cluster.member import Member
from gopy.engine.cluster.reports import combined, empty
from gopy.engine.cluster.search import MOST_FAILURES, SETTLE_SECONDS, ClusterSearch
from gopy.engine.cluster.worker import Progress
from gopy.engine.engine import Engine
from gopy.engine.options import Options
from gopy.engine.searcher import Root
from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game
from gopy.search.exchange import OWN, VISITS
from gopy.search.report import ChildReport

SIZE = 5

#: Tests that look at processes in /proc.
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")


def options(**changes):
    return Options(**{"size": SIZE, "cluster": 2, "threads": 1, "memory": 16, "seed": 1, **changes})


@pytest.fixture(scope="module")
def loaded():
    searches = {}

    def get(merge="tree"):
        if merge not in searches:
            searches[merge] = ClusterSearch(SIZE, options(cluster_merge=merge), 1)
        return searches[merge]
    yield get
    for each in searches.values():
        each.close()


@pytest.fixture(params=["tree", "root"])
def search(request, loaded):
    found = loaded(request.param)
    found.restart(7)
    return found


@pytest.fixture
def steps(monkeypatch):
    """The steps that workers are given from now on: (worker, simulations, for how many seconds, when they are due)."""
    given, begin_step = [], Member.begin_step

    def noted(member, number, simulations, seconds, max_moves, due):
        given.append((member.worker, simulations, seconds, due))
        begin_step(member, number, simulations, seconds, max_moves, due)
    monkeypatch.setattr(Member, "begin_step", noted)
    return given


def visits(report):
    return {child.move: child.visits for child in report.children}


# Sums ---------------------------------------------------------------------------------------------------

def test_the_visits_of_the_merged_root_are_the_simulations_of_all_workers(search):
    game, total = Game(SIZE), 0
    search.set_root(Root(game, BLACK))
    for simulations in (2000, 1, 777):
        report = search.run(simulations=simulations)
        total += simulations
        assert report.simulations == simulations
        assert report.visits == total == sum(visits(report).values())
        assert sum(member.progress.since_root for member in search._members) == total
        assert search._merged[OWN][0, VISITS] == total
    assert all(member.progress.since_root > 300 for member in search._members)
    assert report.best.pv[0] == report.best.move and len(report.children) == SIZE ** 2 + 1
    assert -1.0 <= report.ownership.min() and report.ownership.max() <= 1.0 and report.ownership.any()
    assert search.report(max_moves=3, pv_length=1).children[0].pv == [report.best.move]


def test_every_worker_holds_the_merged_tree(search):
    search.set_root(Root(Game(SIZE), BLACK))
    report = search.run(simulations=3000)
    # the second worker becomes the one that reports
    search._members.reverse()
    other = search.run(simulations=2)
    assert other.visits == 3002
    assert sum(abs(visits(other)[move] - count) for move, count in visits(report).items()) == 2


def test_the_tree_is_used_again_after_moves(search):
    game = Game(SIZE)
    search.set_root(Root(game, BLACK))
    report = search.run(simulations=4000)
    for move in report.best.pv[:2]:
        game.play(game.to_play, move)
    search.set_root(Root(game, BLACK))
    again = search.run(simulations=100)
    assert again.simulations == 100
    assert 100 < again.visits < 4100
    # a game with the same moves is another game
    search.set_root(Root(game.copy(), BLACK))
    assert search.run(simulations=100).visits == 100
    search.forget()
    search.set_root(Root(game, BLACK))
    assert search.run(simulations=100).visits == 100


def test_merging_deeper_than_the_root(loaded):
    for merge, deepest in (("tree", 2), ("root", 0)):
        search = loaded(merge)
        search.restart(3)
        search.set_root(Root(Game(SIZE), BLACK))
        search.run(simulations=3000)
        assert max(len(path) for path in search._merged if path is not OWN) == deepest


def test_moves_to_avoid_and_a_game_that_is_over(search):
    game = Game(SIZE)
    search.set_root(Root(game, BLACK, avoid={12}))
    assert 12 not in visits(search.run(simulations=200))
    for colour in (BLACK, WHITE):
        game.play(colour, game.pass_move)
    search.set_root(Root(game, BLACK, passes=2))
    report = search.run(simulations=1000)
    assert report.simulations == 0 and report.children == []


# Time ---------------------------------------------------------------------------------------------------

def test_the_deadline_is_kept(search, steps):
    for enough in (0.8, 8.0, NEVER):        # of seconds for several steps, however busy the machine is
        steps.clear()
        search.set_root(Root(Game(SIZE), BLACK))
        deadline = time.perf_counter() + enough
        report = search.run(deadline=deadline)
        assert time.perf_counter() > deadline - SETTLE_SECONDS and report.visits == report.simulations
        # Nobody is given more time than there is.
        assert all(due < deadline - SETTLE_SECONDS + 1e-6 for _, _, seconds, due in steps if seconds > 0)
        if len(steps) >= 4:
            break
    assert len(steps) >= 4


def test_an_interval_says_how_often_workers_merge(steps, loaded):
    merges = {}
    often = ClusterSearch(SIZE, options(cluster_seconds=0.004), 1)
    try:
        for seconds, search in ((0.004, often), (0.2, loaded())):
            search.set_root(Root(Game(SIZE), BLACK))
            search.run(simulations=50)      # the first step from a root has an interval of its own
            steps.clear()
            search.run(simulations=8000)
            dealt = [step for step in steps if step[1] > 0]
            assert max(step[2] for step in dealt) == seconds
            merges[seconds] = len(dealt)
    finally:
        often.close()
    assert merges[0.004] > 2 * merges[0.2]


def test_reports_come_during_a_run(search):
    search.set_root(Root(Game(SIZE), BLACK))
    seen = []
    report = search.run(on_slice=lambda s: seen.append(s.report().visits) or len(set(seen)) > 3)
    assert report.visits == report.simulations >= seen[-1] > 0 and seen == sorted(seen)
    assert search.helper_seconds > 0


def test_a_stop_ends_a_run(search, steps):
    search.set_root(Root(Game(SIZE), BLACK))
    stopped, given = threading.Event(), []

    def stop():
        given.append(len(steps))
        search.stop()
        stopped.set()
    stopper = None

    def on_slice(search):
        nonlocal stopper
        if search.report().visits > 0 and stopper is None:
            stopper = threading.Thread(target=stop)
            stopper.start()
            stopped.wait()
    report = search.run(on_slice=on_slice)      # without a limit
    assert report.visits > 0
    # From then on nobody is given simulations: one hears the rest and reports.
    assert all(simulations == 0 for _, simulations, _, _ in steps[given[0]:])
    assert search.run(simulations=10, on_slice=lambda _: True).simulations <= 10


# Deaths -------------------------------------------------------------------------------------------------

def test_a_dead_worker_is_replaced_and_the_new_one_knows_what_was_merged(steps):
    search = ClusterSearch(SIZE, options(), 1)
    try:
        game = Game(SIZE)
        search.set_root(Root(game, BLACK))
        first, second = search._members
        search.run(simulations=2000)
        killed = []

        def kill_once(_):
            if not killed:
                killed.append(os.kill(first.worker.pid, signal.SIGKILL))
                steps.clear()
            return search._members[0] is not first and len(steps) > 8

        report = search.run(on_slice=kill_once)
        # The other one went on, and nobody waited for the new one, whose loading takes longer than all its steps.
        assert {worker for worker, *_ in steps} <= {first.worker, second.worker, search._members[0].worker}
        assert sum(worker is second.worker for worker, *_ in steps) > 4
        assert killed and report.visits > 2000
        merged = search._merged[OWN][0, VISITS]
        assert merged == report.visits
        replacement = search._members[0]
        assert replacement is not first and search._members[1] is second
        # once it is there, the other dies too: all that is known is what it was told at its start
        while not replacement.ready:
            search._receive(1.0)
        os.kill(second.worker.pid, signal.SIGKILL)
        wait_for(lambda: not search._receive(0.05) and search._members[1] is not second)
        report = search.run(simulations=100)
        assert report.visits == merged + 100 and report.simulations == 100
    finally:
        search.close()


@on_linux
def test_closing_the_engine_ends_the_workers():
    engine = Engine(options(sims=100))
    engine.genmove(BLACK)
    pids = [member.worker.pid for member in engine._loader.made()._members]
    engine.close()
    for pid in pids:
        wait_for(lambda pid=pid: not os.path.exists(f"/proc/{pid}"))


@on_linux
def test_workers_do_not_outlive_who_started_them():
    with Process("--size", str(SIZE), "--cluster", "2", "--threads", "1", "--sims", "100") as process:
        process.send("genmove b\n")
        assert process.answer().startswith("= ")
        pids = children_of(process._process.pid)
        assert len(pids) == 2
        process.send("lz-analyze 10\n")
    for pid in pids:                # the process was killed, its workers at work
        wait_for(lambda pid=pid: not running(pid))


def children_of(parent):
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(folder.name))
    return found


def running(pid):
    """Whether a process is there, and not only because nobody has waited for it."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


class FakeWorker:
    """A worker of no process. `behave(calls)` returns a Progress, a text (it fails) or None (it hangs)."""
    started = []

    def __init__(self, answers, arguments, behave, loads=True):
        self._answers, self._behave = answers, behave
        self.killed, self.stops, self.calls = False, [], []
        FakeWorker.started.append(self)
        answers.put((self, READY, None) if loads else (self, FAILED, "no room"))

    def send(self, calls):
        self.calls.append(calls)
        answer = self._behave(self, calls)
        if answer is not None:
            self._answers.put((self, FAILED if isinstance(answer, str) else DONE, answer))

    def stop(self, number):
        self.stops.append(number)

    def kill(self):
        self.killed = True


def progress_of(calls, visits=0):
    number, simulations, seconds, max_moves = calls[-1][1]
    report = empty(SIZE, BLACK)
    report.visits = visits
    report.children = [ChildReport(1, 1, 0.5, 1.0, 0.0, 0.5, [1])] if max_moves != 0 else []
    return Progress(min(simulations, 50), False, {}, min(simulations, 50), 0.1, report)


@pytest.fixture
def fake(monkeypatch):
    def make(behave, **how):
        FakeWorker.started = []
        monkeypatch.setattr("gopy.engine.cluster.start.LocalWorker",
                            lambda answers, arguments: FakeWorker(answers, arguments, behave, **how))
        return ClusterSearch(SIZE, options(), 1)
    return make


def test_a_worker_that_hangs_costs_no_time_and_is_replaced_in_the_end(fake, monkeypatch):
    monkeypatch.setattr("gopy.engine.cluster.member.HANG_SECONDS", 60.0)
    search = fake(lambda worker, calls: None if worker is FakeWorker.started[0] else progress_of(calls))
    search.set_root(Root(Game(SIZE), BLACK))
    deadline = time.perf_counter() + 0.3
    report = search.run(deadline=deadline, on_slice=lambda _: False)
    assert time.perf_counter() > deadline - SETTLE_SECONDS
    assert report.children and FakeWorker.started[0].stops and not FakeWorker.started[0].killed
    monkeypatch.setattr("gopy.engine.cluster.member.HANG_SECONDS", 1.0)
    wait_for(lambda: search.run(deadline=time.perf_counter() + 0.2) and FakeWorker.started[0].killed)
    assert len(FakeWorker.started) == 3 and search._members[0].worker is FakeWorker.started[2]


def test_what_fails_again_and_again_is_given_up(fake):
    with pytest.raises(RuntimeError, match="could not start: no room"):
        fake(progress_of, loads=False)
    search = fake(lambda worker, calls: "it ended")
    search.set_root(Root(Game(SIZE), BLACK))
    search._start = lambda seed: FakeWorker(search._answers, None, None, loads=False)
    with pytest.raises(RuntimeError, match="kept alive: no room"):
        search.run(simulations=10)
    assert all(worker.killed for worker in FakeWorker.started)
    # a cluster that comes back is used again
    search._start = lambda seed: FakeWorker(search._answers, None, lambda worker, calls: progress_of(calls))
    assert search.run(simulations=10).simulations == 10
    assert FakeWorker.started[-1].calls[0][0][0] == "set_root"


def test_what_fails_at_every_step_is_given_up(fake):
    search = fake(lambda worker, calls: "it fails at this position")
    search.set_root(Root(Game(SIZE), BLACK))
    with pytest.raises(RuntimeError, match="kept alive: it fails at this position"):
        search.run(on_slice=lambda _: False)
    assert len(FakeWorker.started) <= 2 + MOST_FAILURES and all(worker.killed for worker in FakeWorker.started)


@pytest.mark.parametrize("error", [OSError("no process left"), UserError("Ray has ended")])
def test_the_others_go_on_if_no_worker_can_be_started(fake, error):
    search = fake(lambda worker, calls: "it ended" if worker is FakeWorker.started[0] else progress_of(calls))
    start = search._start

    def refused(seed):
        raise error
    search._start = refused
    search.set_root(Root(Game(SIZE), BLACK))
    assert search.run(simulations=500).simulations == 500
    assert len(search._members) == 1 and FakeWorker.started[0].killed
    assert search.run(simulations=500).simulations == 500
    search._start = start                   # once there is room again
    search.run(simulations=500)
    assert len(search._members) == 2


def test_a_report_without_moves_does_not_hold_up_one_with_moves(fake):
    search = fake(lambda worker, calls: None)
    search.set_root(Root(Game(SIZE), BLACK))
    first, second = search._members
    for member, visits, moves in ((second, 900, 0), (first, 100, 32)):
        search._begin_step(member, 50, time.perf_counter(), 0.1, moves)
        search._answers.put((member.worker, DONE, progress_of(member.worker.calls[-1], visits)))
        search._receive(0.0)
    assert search.report().visits == 100 and search.report().children


def test_simulations_are_shared_out_and_what_is_left_goes_to_who_is_free(fake):
    search = fake(lambda worker, calls: progress_of(calls))     # 50 at a time at most
    search.set_root(Root(Game(SIZE), BLACK))
    assert search.run(simulations=430).simulations == 430
    asked = [calls[-1][1][1] for worker in FakeWorker.started for calls in worker.calls]
    assert max(asked) <= 215 and sum(min(50, one) for one in asked) == 430


def test_a_report_of_fewer_simulations_does_not_take_the_place_of_a_better_one(fake):
    search = fake(lambda worker, calls: None)       # answers are given below, in an order that chance decides elsewhere
    search.set_root(Root(Game(SIZE), BLACK))
    first, second = search._members
    seen = []
    for member, visits, moves in ((first, 700, 32), (second, 300, 32), (second, 650, 32), (second, 900, 32), (first, 950, 0)):
        search._begin_step(member, 50, time.perf_counter(), 0.1, moves)
        search._answers.put((member.worker, DONE, progress_of(member.worker.calls[-1], visits)))
        search._receive(0.0)
        seen.append(search.report().visits)
    assert seen == [700, 700, 700, 900, 900]
    # The last report of a run has all moves, so it counts even if a worker that died took simulations with it.
    search._begin_step(first, 0, time.perf_counter(), 0.0, None)
    search._answers.put((first.worker, DONE, progress_of(first.worker.calls[-1], 800)))
    search._receive(0.0)
    assert search.report().visits == 800


def test_a_member_sends_what_it_has_to_be_told_in_order():
    sent = []
    member = Member(1, SimpleNamespace(send=sent.append), due=900.0)
    member.hear({(): 1})
    member.hear({(): 2, (4,): 5})
    member.later("set_root", "new")
    member.hear({(): 7})
    member.begin_step(3, 100, 0.2, 0, due=5.2)
    assert sent == [[("add", ({(): 3, (4,): 5},)), ("set_root", ("new",)), ("add", ({(): 7},)),
                     ("step", (3, 100, 0.2, 0))]]
    member.busy = False
    member.begin_step(4, 100, 0.2, 0, due=6.2)
    assert sent[1] == [("step", (4, 100, 0.2, 0))]


def test_reports_are_combined_by_simulations():
    def progress(count, mean, stdev, owned):
        report = empty(2, BLACK)
        report.score_mean, report.score_stdev, report.depth, report.nodes, report.bytes = mean, stdev, count, 10, 100
        report.lead, report.ownership[:] = mean - 1, owned
        return Progress(count, False, {}, count, 0.0, report)

    a, b = progress(100, 2.0, 1.0, 1.0), progress(300, 6.0, 3.0, -1.0)
    report = combined([a, b], a, simulations=400, seconds=2.0)
    assert (report.score_mean, report.lead) == pytest.approx((5.0, 4.0))
    # 100 scores 2 +- 1 and 300 scores 6 +- 3: the mean square is (100 * (1 + 4) + 300 * (9 + 36)) / 400
    assert report.score_stdev == pytest.approx((35.0 - 25.0) ** 0.5)
    assert report.ownership.tolist() == [-0.5] * 6
    assert (report.depth, report.nodes, report.bytes, report.simulations, report.seconds) == (300, 20, 200, 400, 2.0)


# The whole program --------------------------------------------------------------------------------------

@pytest.mark.parametrize("merge", ["tree", "root"])
def test_a_game_over_gtp(run_gopy, merge):
    """Black wins from the centre: a game in twenty goes astray, for who hears what first is chance, but not three."""
    game = "clear_board\n" + "genmove b\ngenmove w\n" * 6 + "final_score\n"
    done = run_gopy("gtp", "--size", SIZE, "--cluster", 2, "--cluster-merge", merge, "--threads", 1, "--sims", 400,
                    "--komi", "0.5", "--no-resign", input=3 * game + "showboard\nquit\n")
    answers = done.stdout.split("\n\n")
    assert done.returncode == 0 and "?" not in done.stdout
    assert answers[1] == "= C3"
    assert any(score.startswith("= B+") for score in answers[13:42:14])


@pytest.mark.parametrize("flags, words", [
    (("--cluster", "0"), outside("cluster", 0, 1, 4096)),
    (("--cluster", "many"), no_whole_number("cluster", "many")),
    (("--cluster", "2", "--cluster-merge", "leaf"), "unknown cluster_merge 'leaf'; there are tree, root"),
    (("--ray", "10.0.0.1:6379"), "give cluster as well"),
])
def test_what_cannot_be_is_refused_in_one_sentence(run_gopy, flags, words):
    done = run_gopy("gtp", *flags, input="")
    assert done.returncode == 2 and done.stdout == ""
    assert words in done.stderr and done.stderr.count("\n") == 1


def test_ray_is_asked_for_only_where_it_is_needed(monkeypatch):
    from gopy.base.errors import UserError
    from gopy.engine.cluster import ray_session

    monkeypatch.setattr(ray_session, "is_installed", lambda: False)
    assert not ray_session.uses_ray(None) and not ray_session.uses_ray("local")
    with pytest.raises(UserError, match=r'pip install "\.\[cluster\]"'):
        ray_session.uses_ray("10.0.0.1:6379")
    monkeypatch.setattr(ray_session, "is_installed", lambda: True)
    assert ray_session.uses_ray("local") and not ray_session.uses_ray(None)
    for address, words in (("127.0.0.1:1", "no Ray cluster at 127.0.0.1:1: .*refused"), ("somewhere", "HOST:PORT"),
                           ("127.0.0.1:99999", "no Ray cluster")):
        with pytest.raises(UserError, match=words):
            ray_session.connect(address)


def test_threads_are_shared_out():
    assert [local_threads(workers, 8) for workers in (1, 2, 3, 16)] == [8, 4, 2, 1]


def test_a_file_in_the_current_folder_is_no_module_of_a_worker(tmp_path, monkeypatch):
    (tmp_path / "queue.py").write_text("raise SystemExit('this is not the queue of Python')\n")
    monkeypatch.chdir(tmp_path)
    answers = SimpleQueue()
    LocalWorker(answers, ("no", "such", "arguments"))
    _, kind, text = answers.get(timeout=100)
    assert kind == FAILED and "argument" in text


def test_a_process_that_cannot_make_its_worker_says_why():
    done = subprocess.run([sys.executable, "-m", "gopy.engine.cluster.child"], input=pickle.dumps(("no", "such", "arguments")),
                          capture_output=True, timeout=100)
    kind, text = pickle.loads(done.stdout)
    assert kind == FAILED and "argument" in text and not done.stderr
