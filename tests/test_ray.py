"""Ray behind matches and cluster search; everything here needs it and starts one on this machine."""
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from gopy.cluster.search import ClusterSearch
from gopy.errors import UserError
from gopy.go.geometry import BLACK
from gopy.go.history import Game
from gopy.options import Options
from gopy.ray_session import connect
from gopy.study.game import SetupFailed
from gopy.study.local import play_one
from gopy.study.ray_games import play_on_ray
from gopy.study.settings import Settings

ray = pytest.importorskip("ray")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")]


@pytest.fixture(scope="module", autouse=True)
def session():
    yield connect("local")
    ray.shutdown()


def processes(name):
    """Ids of Ray's processes below this one that are carrying out `name`."""
    parents, named = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if (folder / "cmdline").read_bytes().startswith(b"ray::" + name.encode()):
                named.append(int(folder.name))
        except OSError:
            continue

    def is_ours(pid):
        while pid > 1 and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()
    return [pid for pid in named if is_ours(pid)]


def test_a_match_goes_on_when_a_worker_dies():
    settings = Settings("gopy:sims=200", "gopy:sims=100", 8, 5, komi=0.5, openings="none", referee="count")
    killed = []

    def kill_one():
        until = time.monotonic() + 60.0
        while not killed and time.monotonic() < until:
            found = processes("play_one")
            if found:
                time.sleep(0.2)
                os.kill(found[0], signal.SIGKILL)
                killed.append(found[0])

    killer = threading.Thread(target=kill_one)
    killer.start()
    played = list(play_on_ray(play_one, settings, list(range(8)), address="local", jobs=2))
    killer.join()
    assert killed
    assert sorted(record["id"] for record, _ in played) == list(range(8))
    assert all(sgf.startswith("(;") for _, sgf in played)


def test_an_error_of_a_game_is_raised_as_it_is():
    settings = Settings("false", "false", 2, 5, referee="count")
    with pytest.raises(SetupFailed) as raised:
        list(play_on_ray(play_one, settings, [0, 1], address="local"))
    assert str(raised.value).count("\n") == 0


def test_a_cluster_search_by_actors_survives_a_death():
    search = ClusterSearch(5, Options(size=5, cluster=2, threads=1, memory_mb=16, ray="local"), 1)
    try:
        search.set_root(Game(5), BLACK)
        report = search.run(simulations=2000)
        assert report.visits == report.simulations == 2000
        killed = []

        def kill_once(_):
            if not killed:
                killed.append(search._members[1].worker)
                ray.kill(search._members[1].worker._actor)

        start = time.perf_counter()
        report = search.run(deadline=start + 1.0, on_slice=kill_once)
        assert time.perf_counter() - start < 1.5
        assert report.visits > 2000 and search._members[1].worker is not killed[0]
        threading.Timer(0.3, search.stop).start()
        start = time.perf_counter()
        search.run()
        assert time.perf_counter() - start < 0.8
    finally:
        search.close()


def test_too_many_workers_for_the_cluster():
    with pytest.raises(UserError, match="99 workers with 1 threads need more than the Ray cluster's"):
        ClusterSearch(5, Options(size=5, cluster=99, threads=1, ray="local"), 1)


def test_a_match_says_nothing_but_its_result_on_stdout(run_gopy, tmp_path):
    done = run_gopy("match", "gopy:sims=20", "gopy:sims=10", "--games", 2, "--size", 5, "--komi", "0.5",
                    "--referee", "count", "--ray", "local", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["a", "pairs", "CPU"]
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 2
