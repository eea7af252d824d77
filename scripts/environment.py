"""The virtual environment that a checkout runs in, made on first use and needing no root.

It is `.venv` in the checkout, or a folder in the user's cache when the checkout is read-only. Prints
nothing on stdout unless run as a program:

    python3 scripts/environment.py [EXTRA ...]     # make it with extras of pyproject.toml; print its python
"""
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 10)
#: The index's page about the newest pip.
PIP_PAGE = "https://pypi.org/pypi/pip/json"
#: Written last; its first line is the checkout it serves, its second the extras installed.
STAMP = "gopy-ready"
#: How it is written: paths may hold what the locale's encoding, or any encoding, cannot express.
TEXT = {"encoding": "utf-8", "errors": "surrogateescape"}
BIN = "Scripts" if os.name == "nt" else "bin"


def say(text):
    """To stderr: stdout belongs to the program that is about to start."""
    print("gopy: " + text, file=sys.stderr, flush=True)


def python_of(environment):
    return environment / BIN / ("python.exe" if os.name == "nt" else "python")


def _stamped(environment):
    """(the checkout that `environment` was finished for, a set of the extras in it); ("", none) where it was not."""
    try:
        lines = (environment / STAMP).read_text(**TEXT).splitlines()
    except OSError:
        lines = []
    return (lines[0], set(lines[1].split())) if len(lines) >= 2 else ("", set())


def is_ready(environment, extras=()):
    """Whether `environment` was finished for this checkout and its present pyproject.toml, with all of `extras`."""
    checkout, installed = _stamped(environment)
    try:
        fresh = (environment / STAMP).stat().st_mtime >= (ROOT / "pyproject.toml").stat().st_mtime
    except OSError:
        return False
    return fresh and checkout == str(ROOT) and python_of(environment).exists() and set(extras) <= installed


def _can_write(folder):
    from gopy.compiled.usercache import make_private
    try:
        make_private(folder)
        tempfile.TemporaryFile(dir=str(folder)).close()
    except OSError:
        return False
    return True


def _user_folders():
    """Folders of this user that nobody else can have written to, best first: what is installed there is run."""
    from gopy.compiled.usercache import user_caches
    key = "environment-" + hashlib.sha256(os.fsencode(str(ROOT))).hexdigest()[:12]
    for caches in user_caches():
        why = _distrust(caches / key)
        if why:
            say("{} is not used to set up in: {}".format(caches, why))
        else:
            yield caches / key


def _distrust(environment):
    """Why nothing in the folder `environment` may be run, as the end of a sentence; None if it may be."""
    from gopy.compiled.usercache import distrust, distrust_entry
    why = distrust(environment) or distrust_entry(python_of(environment))
    for child in environment.iterdir() if not why and environment.is_dir() else ():
        why = why or distrust_entry(child)
    return why


def locate(extras=()):
    """The folder of a ready environment, else of the one to make."""
    shared = ROOT / ".venv"
    if is_ready(shared, extras) or (_can_write(ROOT) and _can_write(shared)):
        return shared
    for folder in _user_folders():
        if is_ready(folder, extras) or _can_write(folder):
            return folder
    raise SystemExit("gopy: no folder to set up in: {} and the user's cache are read-only".format(ROOT))


def _run(command, **options):
    """Run `command` away from our stdin and stdout; raises CalledProcessError."""
    subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL,
                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, **options)


def _answers(environment, statement):
    """Whether the environment's interpreter runs `statement`."""
    try:
        _run([python_of(environment), "-c", statement])
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _make_empty(environment):
    """A bare environment of this interpreter, with pip where Python brings it and this interpreter's own cannot do its work."""
    for child in environment.iterdir():
        if child.name != "lock":
            shutil.rmtree(str(child)) if child.is_dir() and not child.is_symlink() else child.unlink()
    try:
        _run([sys.executable, "-m", "venv", *(["--without-pip"] if _pip_serves_others() else []), environment])
    except subprocess.CalledProcessError:       # Debian without python3-venv: venv is there, ensurepip is not
        _run([sys.executable, "-m", "venv", "--without-pip", environment])


def _pip_serves_others():
    """Whether this interpreter has a pip that installs into other environments. A pip of their own takes seconds to set up."""
    try:
        major, minor = version("pip").split(".")[:2]
        return (int(major), int(minor)) >= (22, 3)
    except (PackageNotFoundError, ValueError):
        return False


def _installers(environment):
    """Commands that act as `pip` on `environment`, to be tried in turn."""
    python = python_of(environment)
    if _answers(environment, "import pip"):
        yield [python, "-m", "pip"]
        return
    yield [sys.executable, "-m", "pip", "--python", python]     # the system's pip, 22.3 or newer
    yield [python, _download_pip(environment) / "pip"]          # a wheel runs as it is


def _download_pip(folder):
    """Fetch pip's wheel into `folder`; returns its path."""
    with urllib.request.urlopen(PIP_PAGE, timeout=60) as answer:
        wheel = next(file for file in json.load(answer)["urls"] if file["packagetype"] == "bdist_wheel")
    with urllib.request.urlopen(wheel["url"], timeout=60) as answer:
        content = answer.read()
    path = folder / wheel["filename"]
    path.write_bytes(content)
    return path


def _install(environment, extras):
    """Install the checkout with `extras` and those that it had before."""
    checkout, installed = _stamped(environment)
    extras = sorted({*extras, *(installed if checkout == str(ROOT) else ())})
    if not _answers(environment, "import sys; assert sys.version_info >= {}".format(OLDEST_PYTHON)):
        _make_empty(environment)
    (environment / STAMP).unlink(missing_ok=True)
    target = str(ROOT) + ("[{}]".format(",".join(extras)) if extras else "")
    failure = None
    for pip in _installers(environment):
        try:
            # Bytecode is written as modules are first loaded. That of all would take longer than to unpack them.
            _run(pip + ["install", "--quiet", "--no-compile", "--disable-pip-version-check", "--no-input", "--editable", target])
            break
        except subprocess.CalledProcessError as error:
            failure = error
    else:
        raise failure
    (environment / STAMP).write_text("{}\n{}\n".format(ROOT, " ".join(extras)), **TEXT)


def prepare(extras=()):
    """Return the folder of a ready environment, with `extras` installed; exits with a sentence on failure."""
    if sys.version_info < OLDEST_PYTHON:
        raise SystemExit("gopy: needs Python 3.10 or newer, this is {}.{}; name one: PYTHON=python3.12 {}".format(
            sys.version_info[0], sys.version_info[1], ROOT / "scripts" / "gopy"))
    sys.path.append(str(ROOT))          # for what this file shares with the package
    environment = locate(extras)
    if is_ready(environment, extras):
        return environment
    from gopy.base.filelock import locked
    with locked(environment / "lock", on_wait=lambda: say("waiting for another start that sets up")):
        if not is_ready(environment, extras):
            say("setting up in {} (once; a minute or two)".format(environment))
            # In the user's cache nobody else may write to what is installed; a checkout may be a group's.
            usual = os.umask(0)
            os.umask(usual if environment == ROOT / ".venv" else usual | 0o022)
            try:
                _install(environment, extras)
            except subprocess.CalledProcessError as error:
                raise SystemExit("{}\ngopy: set-up failed: {}".format(
                    (error.stdout or "").strip(), " ".join(map(str, error.cmd)))) from None
            except OSError as error:
                raise SystemExit("gopy: set-up failed: {}".format(error)) from None
            finally:
                os.umask(usual)
            say("set up")
    return environment


if __name__ == "__main__":
    print(python_of(prepare(sys.argv[1:])))
