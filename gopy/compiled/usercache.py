"""The user's own folders for what can be made again, and whether nobody else can have put code there.

Code is loaded from these folders. So each is used only if it belongs to the user or to root, if nobody else can write to it,
and if the same holds of every folder above it, as git and ssh ask of theirs.
"""
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

#: A path that leads over more links than this leads in a circle.
_MOST_LINKS = 40


def user_caches(environ=os.environ, named="") -> Iterator[Path]:
    """Generate the folders in which gopy may keep things, the best first; whether they may be trusted is another matter.

    named: a folder that the user has named for these things; it stands in the place of the usual ones.
    """
    if named:
        yield Path(named)
    elif sys.platform == "win32":
        yield Path(environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "gopy"
    else:
        caches = environ.get("XDG_CACHE_HOME", "")
        if os.path.isabs(caches):           # a relative path is to be ignored, says the XDG Base Directory Specification
            yield Path(caches) / "gopy"
        home = os.path.expanduser("~")
        if os.path.isabs(home):
            yield Path(home) / ".cache" / "gopy"
    user = str(os.getuid()) if hasattr(os, "getuid") else "user"
    with suppress(OSError):                 # on a full disk there is not even a temporary folder
        private = Path(tempfile.gettempdir()) / f"gopy-{user}"
        private.mkdir(mode=0o700, exist_ok=True)
        yield private


def make_private(folder) -> None:
    """Create a folder, and those above it that are missing, for this user alone. OSError if that cannot be."""
    folder = Path(folder)
    if not folder.is_dir():
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def distrust(path) -> str | None:
    """Why no code may be loaded from a file or folder, as the end of a sentence; None if it may be.

    Looks at `path` and at every folder above it, and at those that links lead through. What is missing is trusted, since the
    user alone could make it. Others may write to a folder with the sticky bit, such as /tmp, for they cannot replace in it what
    is not theirs; but no code is taken from that folder itself. On Windows everything is trusted: there the folders of a user
    are closed to others, and these permissions mean nothing.
    """
    if not hasattr(os, "getuid"):
        return None
    path = Path.cwd() / path
    here, todo, links = Path(path.anchor), list(path.parts[1:]), 0
    while True:
        why = distrust_entry(here, passing=bool(todo))
        if why or not todo:
            return why
        name = todo.pop(0)
        step = here.parent if name == ".." else here / name
        if step.is_symlink():
            links += 1
            why = f"{step} leads in a circle" if links > _MOST_LINKS else distrust_entry(step)
            if why:
                return why
            target = Path(os.readlink(step))
            if target.is_absolute():
                step = Path(target.anchor)
                todo[:0] = target.parts[1:]
            else:
                step = here
                todo[:0] = target.parts
        here = step


def distrust_entry(path, passing=False) -> str | None:
    """What `distrust` says of one file, folder or link by itself. passing: something in the folder is what is wanted."""
    if not hasattr(os, "getuid"):
        return None
    try:
        found = os.lstat(path)
    except OSError:
        return None
    if found.st_uid not in (0, os.getuid()):
        return f"{path} belongs to {_user_name(found.st_uid)}"
    if stat.S_ISLNK(found.st_mode):         # its permissions mean nothing
        return None
    shared = found.st_mode & stat.S_IWOTH or found.st_mode & stat.S_IWGRP and not _is_private_group(found.st_gid)
    if shared and not (passing and found.st_mode & stat.S_ISVTX):
        return f"others can write to {path}"
    return None


def _user_name(uid):
    import pwd
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"


def _is_private_group(gid):
    """Whether a group is that of this user alone, as many systems make one for each user; root's is no such group."""
    import grp
    import pwd
    try:
        user, group = pwd.getpwuid(os.getuid()), grp.getgrgid(gid)
    except KeyError:
        return False
    return user.pw_uid != 0 and user.pw_gid == gid and group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}
