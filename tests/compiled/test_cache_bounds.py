"""The cache of compiled code stays bounded, and nothing that a process uses is deleted, whatever the clocks say."""
import os
import subprocess
import sys
import time

import pytest
from places import ROOT

from gopy.base.filelock import locked, take
from gopy.compiled import cachedir

DAY = 24 * 3600
CURRENT = "f" * 16


@pytest.fixture
def code(tmp_path):
    """Make a folder of code, used some seconds ago: code("0" * 16, 3600, size=10)."""
    def make(name, age=0.0, size=1):
        path = tmp_path / name
        path.mkdir(parents=True)
        (path / "kernel.nbc").write_bytes(bytes(size))
        for each in (path / "kernel.nbc", path):
            os.utime(each, (time.time() - age,) * 2)
        return path
    return make


@pytest.fixture
def user():
    """Start a process that uses a folder; returns it. It ends with the test at the latest."""
    started = []

    def start(folder):
        before = folder.stat().st_mtime
        program = ("import sys; from pathlib import Path; from gopy.compiled.cachedir import use\n"
                   "use(Path(sys.argv[1])); print('used', flush=True); sys.stdin.read()")
        process = subprocess.Popen([sys.executable, "-c", program, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   env={**os.environ, "PYTHONPATH": str(ROOT)})
        started.append(process)
        assert process.stdout.readline() == b"used\n"
        os.utime(folder, (before, before))      # as if its use had begun then
        return process
    yield start
    for process in started:
        end(process)


def end(process):
    process.stdin.close()
    process.stdout.close()
    process.wait()


def test_stale_folders_are_deleted(tmp_path):
    """The newest few and those of the last day stay, and whatever is not ours."""
    now, day = time.time(), 24 * 3600

    def folder(name, age):
        path = tmp_path / name
        path.mkdir()
        (path / "code").write_text("")
        os.utime(path, (now - age, now - age))
        return path
    current = folder("f" * 16, 100 * day)
    recent = [folder(f"{n:016x}", n * 60) for n in range(cachedir.KEPT_FOLDERS + 3)]
    old = [folder(f"{n:016x}", n * day) for n in range(20, 25)]
    foreign = folder("environment-0123", 100 * day)
    cachedir.delete_stale(current, now)
    assert all(path.exists() for path in [current, foreign, *recent])
    assert not any(path.exists() for path in old)


def test_newest_stale_folders_stay(tmp_path):
    now, day = time.time(), 24 * 3600
    for age in range(2, 12):
        path = tmp_path / f"{age:016x}"
        path.mkdir()
        os.utime(path, (now - age * day, now - age * day))
    cachedir.delete_stale(tmp_path / ("f" * 16), now)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{age:016x}" for age in range(2, 2 + cachedir.KEPT_FOLDERS)]


def test_a_folder_in_use_is_kept_whatever_the_clock_says(code, user, tmp_path):
    """Its time is years back, or the clock has jumped years forward; when its user has ended it goes."""
    current, used = code(CURRENT), code("0" * 16, 1000 * DAY)
    newer = [code(f"{number:016x}") for number in range(1, 1 + cachedir.KEPT_FOLDERS)]
    process = user(used)
    for now in (time.time(), time.time() + 10_000 * DAY, 0.0):
        cachedir.delete_stale(current, now)
        assert (used / "kernel.nbc").exists()
    end(process)
    cachedir.delete_stale(current, 0.0)
    assert used.exists(), "the clock says that it was used after now"
    cachedir.delete_stale(current)
    assert not used.exists() and all(folder.exists() for folder in newer)


def test_what_was_used_longest_ago_goes_until_few_enough_bytes_are_left(code, user, monkeypatch):
    """Also within the first day. What is in use stays although it is the oldest."""
    monkeypatch.setattr(cachedir, "MOST_BYTES", 4000)
    current = code(CURRENT, size=1000)
    used, *others = (code(f"{number:016x}", age=(9 - number) * 60, size=1000) for number in range(5))
    user(used)
    cachedir.delete_stale(current)
    assert [path.exists() for path in (used, *others)] == [True, False, False, True, True]
    monkeypatch.setattr(cachedir, "MOST_BYTES", 0)
    cachedir.delete_stale(current)
    assert [path.exists() for path in (current, used, *others)] == [True, True, False, False, False, False]


def test_of_the_code_in_use_the_files_read_longest_ago_go(code, monkeypatch):
    monkeypatch.setattr(cachedir, "MOST_BYTES", 2500)
    current = code(CURRENT)
    (current / "search").mkdir()
    for age in (5, 1, 4, 2, 3):
        path = current / "search" / f"{age}.nbc"
        path.write_bytes(bytes(1000))
        os.utime(path, (time.time() - age * DAY,) * 2)
    cachedir.delete_stale(current)
    assert sorted(path.name for path in (current / "search").iterdir()) == ["1.nbc", "2.nbc"]


def build(sources, contents):
    return f"{CURRENT}/mcts-{sources:016x}-{contents:016x}"


def test_few_states_of_the_same_sources_are_kept(code):
    """The newest few."""
    current = code(CURRENT)
    builds = [code(build(1, number), age=number * 60) for number in range(8)]
    other = code(build(2, 0), age=1000 * DAY)
    assert sorted(cachedir.builds_beside(builds[0])) == builds
    cachedir.delete_stale(current)
    assert [path.exists() for path in builds] == [number < cachedir.KEPT_BUILDS for number in range(8)] and other.exists()


def test_builds_that_another_process_may_need_are_kept(code, user):
    """Whatever the clock says; also while this process uses the folder, which it does again afterwards."""
    current = code(CURRENT)
    builds = [code(build(1, number), age=number * DAY) for number in range(8)]
    process = user(current)
    cachedir.use(current)
    for now in (time.time(), time.time() + 10_000 * DAY):
        cachedir.delete_stale(current, now)
        assert all(path.exists() for path in builds)
    end(process)
    cachedir.delete_stale(current)
    assert sum(path.exists() for path in builds) == cachedir.KEPT_BUILDS
    with pytest.raises(TimeoutError):
        take(current / "in-use", timeout=0)


def test_builds_count_among_the_bytes(code, monkeypatch):
    monkeypatch.setattr(cachedir, "MOST_BYTES", 2000)
    current = code(CURRENT)
    builds = [code(build(number, 0), age=number * 60, size=900) for number in range(4)]
    cachedir.delete_stale(current)
    assert [(path / "kernel.nbc").exists() for path in builds] == [True, True, False, False]


def test_what_a_killed_process_left_half_deleted_is_deleted(code):
    current = code(CURRENT)
    left = [code("0" * 16 + ".77.doomed"), code(build(1, 0) + ".77.doomed")]
    cachedir.delete_stale(current)
    assert not any(path.exists() for path in left)


def test_nothing_is_deleted_where_nobody_can_know_what_is_in_use(code, monkeypatch):
    def no_locks(descriptor):
        raise OSError(38, "Function not implemented")
    monkeypatch.setattr("gopy.base.filelock._try_lock", no_locks)
    monkeypatch.setattr(cachedir, "MOST_BYTES", 0)
    current, old = code(CURRENT), code("0" * 16, 1000 * DAY)
    cachedir.delete_stale(current)
    assert old.exists()


def test_a_lock_on_a_file_that_was_deleted_meanwhile_is_none(tmp_path):
    """Who waited for it locks the new file of that name."""
    path = tmp_path / "lock"
    deletions = []

    def delete_and_release():
        path.unlink()
        os.close(deletions.pop())
    deletions.append(take(path))
    descriptor = take(path, timeout=10, on_wait=delete_and_release)
    with pytest.raises(TimeoutError):
        take(path, timeout=0)
    os.close(descriptor)


def test_of_several_locks_the_first_that_is_free_is_taken(tmp_path):
    paths = [tmp_path / "one", tmp_path / "two"]
    with locked(*paths), locked(*paths):
        with pytest.raises(TimeoutError):
            take(*paths, timeout=0)
    with locked(paths[1], remove=True):
        pass
    assert [path.exists() for path in paths] == [True, False]


def test_several_share_a_lock_and_none_takes_it_alone(tmp_path):
    path = tmp_path / "lock"
    shared = [take(path, shared=True, timeout=0) for _ in range(2)]
    with pytest.raises(TimeoutError):
        take(path, timeout=0)
    for descriptor in shared:
        os.close(descriptor)
    with locked(path, timeout=0), pytest.raises(TimeoutError):
        take(path, shared=True, timeout=0)
