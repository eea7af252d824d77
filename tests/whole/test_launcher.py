"""scripts/gopy: finds its environment, sets it up once, and leaves stdout to gopy."""
import importlib.util
import os
import shutil
import subprocess
import sys
import time

import pytest
from places import ROOT

VERSION = subprocess.run([sys.executable, "-m", "gopy", "--version"], capture_output=True, text=True, cwd=ROOT).stdout


@pytest.fixture
def checkout(tmp_path):
    """A copy of the scripts beside a pyproject.toml, with an environment whose python shows its arguments."""
    root = tmp_path / "a checkout"
    shutil.copytree(ROOT / "scripts", root / "scripts", ignore=shutil.ignore_patterns("studies", "__pycache__"))
    (root / "pyproject.toml").write_text("")
    scripts = root / ".venv" / "bin"
    scripts.mkdir(parents=True)
    (scripts / "python").write_text('#!/bin/sh\necho "ran" "$@"\n')
    (scripts / "python").chmod(0o755)
    (root / ".venv" / "gopy-ready").write_text(f"{root}\n\n")
    return root


def run(command, *words, **environment):
    return subprocess.run([str(command), *words], capture_output=True, text=True,
                          env={**os.environ, "PYTHON": sys.executable, **environment})


def test_ready_environment_is_used_at_once(checkout):
    done = run(checkout / "scripts" / "gopy", "gtp", "--gtp-name", "two words")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"ran {checkout}/.venv/bin/gopy gtp --gtp-name two words\n"


def test_it_starts_through_a_link_from_anywhere(checkout, tmp_path):
    (tmp_path / "link").symlink_to(checkout / "scripts" / "gopy")
    assert run(tmp_path / "link", "--version").stdout.startswith("ran ")


def test_the_python_launcher_does_the_same(checkout):
    done = run(sys.executable, str(checkout / "scripts" / "launch.py"), "gtp")
    assert done.stdout == f"ran {checkout}/.venv/bin/gopy gtp\n"


@pytest.mark.parametrize("extras, starts", [("", False), ("cluster test", False), ("webs", False), ("web", True),
                                            ("test web", True)])
def test_the_page_is_set_up_with_its_libraries(checkout, tmp_path, extras, starts):
    (checkout / ".venv" / "gopy-ready").write_text(f"{checkout}\n{extras}\n")
    (tmp_path / "python").write_text('#!/bin/sh\necho "handed over to" "$@"\n')
    (tmp_path / "python").chmod(0o755)
    done = run(checkout / "scripts" / "gopy", "web", "--no-browser", PYTHON=str(tmp_path / "python"))
    assert done.stdout.startswith("ran " if starts else f"handed over to {checkout}/scripts/launch.py web")
    assert run(checkout / "scripts" / "gopy", "gtp", "web", PYTHON=str(tmp_path / "python")).stdout.startswith("ran ")


def test_the_python_launcher_knows_what_the_page_needs(checkout, monkeypatch):
    monkeypatch.syspath_prepend(str(checkout / "scripts"))
    specification = importlib.util.spec_from_file_location("launch", checkout / "scripts" / "launch.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    asked = []
    monkeypatch.setattr(module, "prepare", lambda extras: asked.append(extras) or 1 / 0)
    for words in (["web"], ["gtp"], [], ["gtp", "web"]):
        monkeypatch.setattr(sys, "argv", ["launch.py", *words])
        with pytest.raises(ZeroDivisionError):
            module.main()
    assert asked == [("web",), (), (), ()]


@pytest.fixture
def environment(checkout, monkeypatch):
    """The module scripts/environment.py of the copied checkout."""
    specification = importlib.util.spec_from_file_location("environment", checkout / "scripts" / "environment.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_ready_means_for_this_checkout_and_its_dependencies(checkout, environment):
    venv = checkout / ".venv"
    assert environment.is_ready(venv) and not environment.is_ready(venv, ["test"])
    (venv / "gopy-ready").write_text(f"{checkout}\ntest\n")
    assert environment.is_ready(venv, ["test"]) and not environment.is_ready(venv, ["test", "cluster"])
    (venv / "gopy-ready").write_text(f"{checkout}\ncluster test\n")
    assert environment.is_ready(venv, ["test", "cluster"]) and environment.is_ready(venv)
    later = time.time() + 10
    os.utime(checkout / "pyproject.toml", (later, later))
    assert not environment.is_ready(venv)
    (venv / "gopy-ready").write_text("/elsewhere\n\n")
    os.utime(venv / "gopy-ready", (later, later))
    assert not environment.is_ready(venv)


@pytest.mark.parametrize("pip, spared", [("22.3", True), ("26.0.1", True), ("22.2.2", False), ("unknown", False), (None, False)])
def test_an_environment_gets_no_pip_of_its_own_where_another_can_do_its_work(checkout, environment, monkeypatch, pip, spared):
    def version(name):
        if pip is None:
            raise environment.PackageNotFoundError(name)
        return pip
    commands = []
    monkeypatch.setattr(environment, "version", version)
    monkeypatch.setattr(environment, "_run", commands.append)
    environment._make_empty(checkout / ".venv")
    assert [("--without-pip" in command) for command in commands] == [spared]


def test_extras_add_to_those_there_are(checkout, environment, monkeypatch):
    venv, targets = checkout / ".venv", []
    monkeypatch.setattr(environment, "_answers", lambda *_: True)
    monkeypatch.setattr(environment, "_run", lambda command, **_: targets.append(command[-1]))
    for extras, installed in ((["test"], "test"), (["test", "cluster"], "cluster,test"), ([], "cluster,test")):
        environment._install(venv, extras)
        assert targets.pop() == f"{checkout}[{installed}]" and environment.is_ready(venv, installed.split(","))
    (venv / "gopy-ready").write_text("/elsewhere\ntest\n")     # what another checkout had is not ours
    environment._install(venv, [])
    assert targets == [str(checkout)]


@pytest.mark.parametrize("stale", ["elsewhere", "older", "absent", "dangling"])
def test_a_stale_environment_is_set_up_again(checkout, tmp_path, stale):
    stamp = checkout / ".venv" / "gopy-ready"
    if stale == "elsewhere":
        stamp.write_text("/elsewhere\n\n")
    elif stale == "older":
        later = time.time() + 10
        os.utime(checkout / "pyproject.toml", (later, later))
    elif stale == "absent":
        stamp.unlink()
    else:                       # the system's Python was replaced
        (checkout / ".venv" / "bin" / "python").unlink()
        (checkout / ".venv" / "bin" / "python").symlink_to("/nowhere/python")
    (tmp_path / "python").write_text('#!/bin/sh\necho "handed over to" "$@"\n')
    (tmp_path / "python").chmod(0o755)
    done = run(checkout / "scripts" / "gopy", "--version", PYTHON=str(tmp_path / "python"))
    assert done.stdout == f"handed over to {checkout}/scripts/launch.py --version\n"


def test_a_read_only_checkout_is_set_up_in_the_users_cache(checkout, environment, monkeypatch, tmp_path):
    shutil.rmtree(checkout / ".venv")
    can_write = environment._can_write
    monkeypatch.setattr(environment, "_can_write", lambda folder: checkout not in [folder, *folder.parents]
                        and can_write(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = environment.locate()
    assert folder.parent == tmp_path / "cache" / "gopy" and folder.is_dir()


def test_a_relative_cache_folder_is_ignored(checkout, environment, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    first, *_ = environment._user_folders()
    assert first.parent == tmp_path / "home" / ".cache" / "gopy"


@pytest.mark.parametrize("planted", ["caches", "caches/gopy", "caches/gopy/KEY", "caches/gopy/KEY/bin/python",
                                     "caches/gopy/KEY/pyvenv.cfg"])
def test_nothing_is_run_from_a_folder_that_others_can_write_to(checkout, environment, monkeypatch, tmp_path, capsys, planted):
    """A ready environment in the user's cache that somebody else may have made is passed over, and one line says why."""
    shutil.rmtree(checkout / ".venv")
    monkeypatch.setattr(environment, "_can_write", lambda folder: checkout not in [folder, *folder.parents])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    first = next(environment._user_folders())
    (first / "bin").mkdir(parents=True)
    (first / "bin" / "python").write_text("")
    (first / "pyvenv.cfg").write_text("")
    (first / "gopy-ready").write_text(f"{checkout}\n\n")
    for path in (first, *first.parents[:2], *first.rglob("*")):
        path.chmod(0o755)
    assert environment.locate() == first and capsys.readouterr().err == ""
    place = tmp_path / planted.replace("KEY", first.name)
    place.chmod(0o777)
    assert environment.locate().parent == tmp_path / "home" / ".cache" / "gopy"
    assert capsys.readouterr().err == f"gopy: {first.parent} is not used to set up in: others can write to {place}\n"


def test_without_a_home_the_temporary_folder_serves(checkout, environment, monkeypatch, tmp_path):
    monkeypatch.setattr(environment.tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/dev/null")
    *_, private = environment._user_folders()
    assert private.parent == tmp_path / f"gopy-{os.getuid()}"
    assert private.parent.stat().st_mode & 0o777 == 0o700


def test_too_old_a_python_is_one_sentence(environment, monkeypatch):
    monkeypatch.setattr(environment.sys, "version_info", (3, 8, 0))
    with pytest.raises(SystemExit, match="needs Python 3.10 or newer, this is 3.8"):
        environment.prepare()


@pytest.mark.slow
def test_first_starts_at_once_in_a_fresh_checkout(tmp_path):
    """Two first starts set up once, and stdout has the answer only. Python brings no pip here, as Debian's does not.

    `scripts/test` sets up with the pip that Python brings, before any test.
    """
    root = tmp_path / "fresh"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(".venv", ".git", "__pycache__", ".hypothesis", "node_modules"))
    python = tmp_path / "python"
    # -I: no site of ours; the failing ensurepip stands in front of the real one.
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "ensurepip.py").write_text("raise ImportError('not here')\n")
    base = getattr(sys, "_base_executable", sys.executable)
    python.write_text(f'#!/bin/sh\nexec "{base}" "$@"\n')
    python.chmod(0o755)
    environment = {**os.environ, "PYTHON": str(python), "PYTHONPATH": str(tmp_path / "hidden")}
    starts = [subprocess.Popen([root / "scripts" / "gopy", "--version"], env=environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    answers = [start.communicate() for start in starts]
    assert [out for out, _ in answers] == [VERSION] * 2, answers
    assert sum("setting up in" in err for _, err in answers) == 1
    stamp = (root / ".venv" / "gopy-ready").stat().st_mtime_ns
    done = subprocess.run([root / "scripts" / "gopy", "--version"], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (VERSION, "")
    assert (root / ".venv" / "gopy-ready").stat().st_mtime_ns == stamp      # nothing was set up again
