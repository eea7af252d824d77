"""Which version and commit of gopy a line of results names."""
import json
import subprocess

import pytest

import gopy
from gopy.__main__ import main
from gopy.lab.match.results.origin import commit_of, origin


@pytest.fixture
def repository(tmp_path):
    def git(*words):
        return subprocess.run(["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True,
                              capture_output=True, text=True).stdout.strip()
    git("init", "-q")
    package = tmp_path / "gopy"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "other.py").write_text("")
    return git, package


def test_a_commit_and_whether_files_differ_from_it(repository):
    git, package = repository
    git("add", ".")
    git("commit", "-qm", "one")
    commit = git("rev-parse", "--short", "HEAD")
    assert commit_of(package) == commit
    (package / "other.py").write_text("changed")
    assert commit_of(package) == commit + "+"


def test_a_package_that_is_installed_in_another_repository_has_not_its_commit(repository):
    git, package = repository
    (package.parent / "mine.txt").write_text("")
    git("add", "mine.txt")
    git("commit", "-qm", "one")
    assert commit_of(package) is None


def test_outside_a_repository_or_without_git_there_is_no_commit(repository, monkeypatch):
    _, package = repository
    assert commit_of(package) is None       # nothing is committed yet
    monkeypatch.setenv("PATH", "/nowhere")
    assert commit_of(package) is None


def test_every_line_of_a_match_names_the_version(tmp_path):
    assert main(["match", "gopy:policy=random", "gopy:policy=random", "--game", "tictactoe", "--games", "2", "--out", str(tmp_path)]) == 0
    lines = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert [(line["version"], line["commit"]) for line in lines] == [(gopy.__version__, origin()["commit"])] * 2
