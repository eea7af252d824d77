"""Ray behind matches and cluster search; everything here needs it and starts one on this machine."""
import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest
from clocks import wait_for

from gopy.base.errors import UserError
from gopy.engine.cluster.search import ClusterSearch
from gopy.engine.options import Options
from gopy.engine.searcher import Root
from gopy.go.geometry import BLACK
from gopy.go.history import Game
from gopy.lab.match.game import SetupFailed
from gopy.lab.match.local import play_one
from gopy.lab.match.ray_games import play_on_ray
from gopy.lab.match.settings import Settings

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc"),
              pytest.mark.usefixtures("ray")]


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
        found = wait_for(lambda: processes("play_one"))
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


def test_a_cluster_search_by_actors_survives_a_death(ray):
    search = ClusterSearch(5, Options(size=5, cluster=2, threads=1, memory=16, ray="local"), 1)
    try:
        search.set_root(Root(Game(5), BLACK))
        report = search.run(simulations=2000)
        assert report.visits == report.simulations == 2000
        killed = []

        def kill_once(_):
            if not killed:
                killed.append(search._members[1].worker)
                ray.kill(search._members[1].worker._actor)

        report = search.run(on_slice=lambda _: kill_once(_) or search._members[1].worker is not killed[0])
        assert report.visits > 2000 and search._members[1].worker is not killed[0]
        visits = report.visits
        search.run(deadline=time.perf_counter() + 1.0)          # whether the new one has come or not
        threading.Timer(0.3, search.stop).start()
        assert search.run().visits > visits                     # without a limit but the stop
    finally:
        search.close()


def descendants():
    """Ids of the processes below this one, and its own."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
    found, size = {os.getpid()}, 0
    while size != len(found):
        size = len(found)
        found |= {pid for pid, parent in parents.items() if parent in found}
    return found


def listening_addresses(pids):
    """Addresses, as /proc/net writes them (hexadecimal), that processes listen on."""
    inodes = set()
    for pid in pids:
        for entry in Path(f"/proc/{pid}/fd").glob("*"):
            with suppress(OSError):
                inodes.update(re.findall(r"socket:\[(\d+)\]", os.readlink(entry)))
    rows = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    return [row[1].split(":")[0] for row in rows if row[3] == "0A" and row[9] in inodes]


def test_the_local_cluster_listens_on_loopback_alone():
    loopback = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}
    found = listening_addresses(descendants())
    assert len(found) >= 4 and set(found) <= loopback


def test_who_has_no_token_is_not_let_in(ray):
    joining = "import os, ray; ray.init(os.environ['ADDRESS'], log_to_driver=False); print('let in')"
    address = ray.get_runtime_context().gcs_address
    for token, let_in in (("0" * 64, False), (os.environ["RAY_AUTH_TOKEN"], True)):
        done = subprocess.run([sys.executable, "-c", joining], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, "ADDRESS": address, "RAY_AUTH_TOKEN": token}, timeout=300)
        assert ("let in" in done.stdout) == let_in, done.stderr


def test_too_many_workers_for_the_cluster():
    with pytest.raises(UserError, match="99 workers with 1 threads need more than the Ray cluster's"):
        ClusterSearch(5, Options(size=5, cluster=99, threads=1, ray="local"), 1)


def test_a_match_says_nothing_but_its_result_on_stdout(run_gopy, tmp_path):
    done = run_gopy("match", "gopy:sims=20", "gopy:sims=10", "--games", 2, "--size", 5, "--komi", "0.5",
                    "--referee", "count", "--ray", "local", "--out", tmp_path)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["a", "pairs", "CPU"]
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 2
