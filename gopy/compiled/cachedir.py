"""Where compiled code is kept: a folder of the user, and in it one for each way to compile.

Such a folder is named by the versions of Python and the compiler, and by every NUMBA_* variable (bounds checks change the code,
yet numba's own cache does not take them into account). In it are the builds: a folder for each state of the sources of some
kernels, see sources.py.
"""
import errno
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

from gopy.base.filelock import take, take_now
from gopy.compiled.usercache import distrust, make_private, user_caches

#: Part of a folder's name: how code lies in it. A number that changes leaves the old folders to be deleted.
_LAYOUT = 2

#: Variables that say where the cache lies, how many threads run or what the compiler prints: they do not change the code.
_NEUTRAL_VARIABLES = {"NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DEBUG_CACHE"}

#: How many folders of other ways to compile are kept. Those used within the last day are kept as well.
KEPT_FOLDERS = 6
_DAY = 24 * 3600

#: The name of a build: that of a source file, 16 hex digits for the paths of its sources and 16 for their contents.
_BUILD = re.compile("(.*-[0-9a-f]{16})-[0-9a-f]{16}")

#: How many states of the same sources are kept.
KEPT_BUILDS = 3

#: The most bytes that all compiled code may take. The search of Go on one board size takes some 20 million.
MOST_BYTES = 1 << 30

#: The file in a folder that its users lock together, and how the name of a folder ends that is being deleted.
_USERS = "in-use"
_DOOMED = ".doomed"

#: A process that deletes a folder holds the lock for much less than this.
_DELETING_SECONDS = 2.0

#: What is written to learn whether a folder takes what is written, and what the system says if its disk is full.
_PROBE = bytes(range(256)) * 256
_FULL = {errno.ENOSPC, errno.EDQUOT} if hasattr(errno, "EDQUOT") else {errno.ENOSPC}

#: Folder that this process uses -> the descriptor of its lock, which is open until the process ends.
_IN_USE = {}


def settings_digest(compiler_version, environ) -> str:
    """16 hex digits: a digest of everything besides the sources that decides the machine code made from them."""
    settings = sorted((name, value) for name, value in environ.items()
                      if name.startswith("NUMBA_") and name not in _NEUTRAL_VARIABLES)
    return hashlib.sha256(repr((_LAYOUT, compiler_version, sys.version_info[:3], settings)).encode()).hexdigest()[:16]


def find_cache_dir(compiler_version, environ=os.environ) -> Path | None:
    """The folder for code that is compiled in this way, in use by this process from now on; None if there is none that can be used.

    It is the first that nobody else can write to and that takes what is written; it is created if it is missing. If no folder
    takes what is written, the first that is there serves, so that what was compiled before is read. A line on stderr tells of
    each folder that is passed over because others could have changed it, or because its disk is full.
    """
    digest = settings_digest(compiler_version, environ)
    there = None
    for home in user_caches(environ, environ.get("GOPY_CACHE_DIR", "")):
        folder = home / digest
        try:
            why = distrust(folder)
            if why is None:
                make_private(folder)
                why = distrust(folder)          # it may have been made by somebody else a moment ago
            if why is None:
                write_probe(folder)
                return use(folder)
        except OSError as error:
            if error.errno in _FULL:
                why = os.strerror(error.errno)
            if there is None and folder.is_dir():
                there = folder
        if why is not None:
            _tell(f"{home} is not used for compiled code: {why}")
    return there and use(there)


def write_probe(folder) -> None:
    """Write as much as the code of a kernel takes, and read it again. OSError if that cannot be.

    A full disk lets files be created and has no room for their contents; on some drives only the sync tells.
    """
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(_PROBE)
        file.flush()
        os.fsync(file.fileno())
        file.seek(0)
        if file.read() != _PROBE:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(folder))


def use(folder) -> Path:
    """Keep `delete_stale` of other processes away from a folder while this process lives, and return it.

    It is created if it is missing and can be.
    """
    if folder not in _IN_USE:
        with suppress(OSError):             # a disk that takes nothing more
            make_private(folder)
            os.utime(folder)                # its last use
            _IN_USE[folder] = take(folder / _USERS, shared=True, timeout=_DELETING_SECONDS)
    return folder


def delete_stale(current, now=None) -> None:
    """Delete what is old in the folder that holds `current`, the folder of this code, but nothing that another process needs.

    - folders of other ways to compile, but for the KEPT_FOLDERS newest and those used within the last day;
    - in `current`, unless another process uses it, the builds of the same sources but for the KEPT_BUILDS newest;
    - of the folders those used longest ago, until what is left has at most MOST_BYTES. If the code in `current` alone has more,
      its files that were read longest ago.

    What is in use is known by the lock that `use` holds: clocks may jump, so that times only tell what goes first. A process has
    the code that it has loaded in its memory; one that looks for code that was deleted compiles it again.
    """
    now = time.time() if now is None else now
    for left in current.parent.rglob(f"*{_DOOMED}"):
        shutil.rmtree(left, ignore_errors=True)
    others = _newest_first(folder for folder in current.parent.iterdir()
                           if re.fullmatch("[0-9a-f]{16}", folder.name) and folder.name != current.name)
    for folder in others[KEPT_FOLDERS:]:
        if now - _last_use(folder) > _DAY:
            _delete_unused(folder)
    if _is_ours_alone(current):
        kept = Counter()
        for build in _newest_first(folder for folder in current.glob("*") if _BUILD.fullmatch(folder.name)):
            sources = _sources_of(build)
            kept[sources] += 1
            if kept[sources] > KEPT_BUILDS:
                _delete(build)
    _bound(current, [folder for folder in others if folder.exists()])


def builds_beside(build) -> list[Path]:
    """The builds of the same sources as `build`, itself included if it is there."""
    return list(build.parent.glob(_sources_of(build) + "-*"))


def _sources_of(build):
    """The part of a build's name that says what its sources were."""
    return build.name.rpartition("-")[0]


def _bound(current, others):
    """Delete what was used longest ago, first of the folders `others`, then of the files in `current`, beyond MOST_BYTES."""
    sizes = {folder: _bytes_in(folder) for folder in others}
    total = sum(sizes.values()) + _bytes_in(current)
    for folder in reversed(others):
        if total > MOST_BYTES and _delete_unused(folder):
            total -= sizes[folder]
    for path in reversed(_newest_first(current.rglob("*.nbc"))):
        if total <= MOST_BYTES:
            return
        with suppress(OSError):
            size = path.stat().st_size
            path.unlink()
            total -= size


def _is_ours_alone(folder):
    """Whether no other process uses a folder. Where nobody can know, one may."""
    ours = _IN_USE.pop(folder, None)
    if ours is not None:
        os.close(ours)
    try:
        os.close(take_now(folder / _USERS))
    except OSError:
        return False
    finally:
        if ours is not None:
            use(folder)
    return True


def _delete_unused(folder):
    """Delete a folder unless a process uses it; returns whether it is gone."""
    try:
        lock = None if os.name == "nt" else take_now(folder / _USERS)      # there the folder of an open file cannot be moved
        try:
            return _delete(folder)
        finally:
            if lock is not None:
                os.close(lock)
    except OSError:
        return False


def _delete(folder):
    """Delete a folder at once: whoever comes now makes a new one. Returns whether it is gone."""
    doomed = folder.with_name(f"{folder.name}.{os.getpid()}{_DOOMED}")
    try:
        folder.rename(doomed)
    except OSError:
        return False
    shutil.rmtree(doomed, ignore_errors=True)
    return True


def _newest_first(paths):
    return sorted(paths, key=lambda path: (_last_use(path), path.name), reverse=True)


def _last_use(path):
    try:
        return path.stat().st_mtime
    except OSError:             # another process deletes too
        return 0.0


def _bytes_in(folder):
    """The bytes of the files in a folder and the folders in it."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += os.lstat(os.path.join(parent, name)).st_size
    return total


def _tell(text):
    with suppress(OSError, ValueError, AttributeError):     # nobody needs to be reading
        sys.stderr.write(f"gopy: {text}\n")
        sys.stderr.flush()
