"""The page that is served is the one that its source builds, with the packages that its lock file pins."""
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from clients.node import missing_node, node
from places import ROOT

#: The most bytes of all that a browser loads to show the page in a language that is not part of it.
MOST_BYTES = 250_000

WEB = ROOT / "gopy" / "desk" / "web"
#: Where scripts/fetch_clients.py installs the packages.
PACKAGES = Path(sys.prefix) / "page"


@pytest.fixture
def packages():
    """The folder of the packages; skips where they are not installed as the lock file says."""
    if missing_node():
        pytest.skip(missing_node())
    stamp = PACKAGES / "version"
    if not stamp.exists() or stamp.read_text() != (WEB / "source" / "package-lock.json").read_text():
        pytest.skip("the page's packages are not installed")
    return PACKAGES / "node_modules"


def test_the_page_is_light():
    served = sum(path.stat().st_size for path in (WEB / "static").iterdir() if path.name != "LICENSES.txt")
    language = max(path.stat().st_size for path in (WEB.parent / "languages").glob("*.json") if path.stem != "en")
    assert served + language < MOST_BYTES


@pytest.mark.slow
def test_the_files_that_are_served_are_what_their_source_builds(packages, tmp_path):
    """Whoever changes the source builds the page anew: see docs/web.md."""
    web = tmp_path / "web"
    shutil.copytree(WEB / "source", web / "source", ignore=shutil.ignore_patterns("node_modules"))
    shutil.copytree(WEB.parent / "review", tmp_path / "review")         # what the page shares with the page of a review
    shutil.copytree(WEB.parent / "languages", tmp_path / "languages")
    (web / "source" / "node_modules").symlink_to(packages)
    (web / "static").mkdir()
    done = subprocess.run([node(), "build.mjs"], cwd=web / "source", capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    built, served = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in (web / "static", WEB / "static"))
    assert sorted(built) == sorted(served)
    assert [name for name in served if built[name] != served[name]] == []
