"""Command lines of the engines that gopy is measured against, and of gopy itself.

A player is written as a command line, or as the name of a peer with options: `gnugo`, `gnugo:level=1`, `pachi:sims=5000`,
`fuego:sims=3000`, `katago:visits=100` (`gopy:...` is gopy in this process, see inprocess.py). In a command line `%SEED` (or
`%d`) is replaced by a seed that differs from game to game, and `gopy` as the first word means this installation. The
environment variables GOPY_PACHI and GOPY_FUEGO hold the paths of Pachi and Fuego, since neither is packaged (a program
called `pachi` may be a platform game). KataGo is the program GOPY_KATAGO, or `katago` on the PATH, with the network
GOPY_KATAGO_MODEL, or its default_model.bin.gz; the options `program` and `model` name others.
"""
import hashlib
import os
import re
import shlex
import shutil
import tempfile
import threading
from pathlib import Path

from gopy.base.files import write_whole
from gopy.base.own_process import module_command
from gopy.base.parameters import name_values, text, unknown_name, whole

_SEED = re.compile(r"%(?:SEED|d)\b")

#: The folder in which Debian keeps games; root's PATH does not contain it.
_GAMES_FOLDER = "/usr/games"

#: A number of simulations that no time limit leaves room for.
_NO_LIMIT = 10**9

_FUEGO_SETTINGS = """\
uct_param_player max_games {sims}
uct_param_player ignore_clock {ignore_clock}
uct_param_player ponder 0
uct_param_player resign_min_games 1000
uct_param_search number_threads 1
"""

#: One thread, and one position at a time for the network. KataGo's Chinese rules say that a pass may leave dead stones on the board
#: (friendlyPassOk).
_KATAGO_SETTINGS = """\
rules = chinese
maxVisits = {visits}
numSearchThreads = 1
numNNServerThreadsPerModel = 1
nnMaxBatchSize = 1
ponderingEnabled = false
allowResignation = true
resignThreshold = -0.90
resignConsecTurns = 3
logAllGTPCommunication = false
logSearchInfo = false
logToStderr = false
"""

#: The names under which KataGo itself looks for a network.
_KATAGO_MODELS = "default_model.bin.gz", "default_model.txt.gz"

#: The TemporaryDirectory with the settings of Fuego and KataGo, once it is needed.
_FOLDER = []
_FOLDER_LOCK = threading.Lock()


def command_line(player, seed, sims=None, seconds=None) -> list[str]:
    """The words of the command that starts `player`.

    `sims` is the number of simulations per move of gopy, Pachi and Fuego, and of visits of KataGo, if the text names none. With
    `seconds` per move, gopy is started with that limit unless it names one of its own, and Pachi, Fuego and KataGo follow the clock
    that they will be told. ValueError for an unknown option of a peer, FileNotFoundError if the peer is not installed.
    """
    name, _, options = player.partition(":")
    if name in _PEERS and " " not in name:
        if seconds is not None and name != "gnugo":
            sims = _NO_LIMIT
        return _PEERS[name](seed, **_parse_options(name, options, sims))
    words = shlex.split(_SEED.sub(str(seed), player))
    if words and words[0] == "gopy":
        words = module_command(*words)
        own = {word.partition("=")[0] for word in words} & {"--sims", "--seconds", "--level"}
        if sims is not None and not own:
            words += ["--sims", str(sims)]
        elif seconds is not None and not own:
            words += ["--seconds", f"{seconds:g}"]
    elif words and words[0] == "gnugo":
        words[0] = gnugo_path()
    return words


def gnugo_path() -> str:
    """The path of the GNU Go program; FileNotFoundError if it is not installed."""
    found = shutil.which("gnugo") or shutil.which("gnugo", path=_GAMES_FOLDER)
    if not found:
        raise FileNotFoundError("gnugo is not installed (Debian: apt install gnugo)")
    return found


def _gnugo(seed, level=10):
    return [gnugo_path(), "--mode", "gtp", "--level", str(level), "--chinese-rules", "--seed", str(seed)]


def _pachi(seed, sims=5000):
    program = _from_environment("GOPY_PACHI")
    # Its patterns lie beside the program; without DATA_DIR it would play without them.
    return ["env", f"DATA_DIR={os.path.dirname(program)}", program, "-D", "-d", "0", "-s", str(seed),
            *([] if sims == _NO_LIMIT else ["-t", f"={sims}"]), "--nodcnn", "threads=1"]


def _fuego(seed, sims=3000):
    program = _from_environment("GOPY_FUEGO")
    settings = _settings_file(_FUEGO_SETTINGS.format(sims=sims, ignore_clock=int(sims != _NO_LIMIT)))
    return [program, "--quiet", "--nobook", "--srand", str(seed), "--config", settings]


def _katago(seed, visits=100, program=None, model=None):
    program = program or os.environ.get("GOPY_KATAGO") or "katago"
    found = shutil.which(program)
    if not found:
        raise FileNotFoundError(f"there is no program {program}: set GOPY_KATAGO to KataGo's path, or give katago:program=PATH")
    model = model or os.environ.get("GOPY_KATAGO_MODEL")
    folders = [Path(found).resolve().parent, Path.home() / ".katago"]
    models = [Path(model)] if model else [folder / name for folder in folders for name in _KATAGO_MODELS]
    network = next((path for path in models if path.is_file()), None)
    if network is None:
        raise FileNotFoundError(f"there is no network {models[0]}: set GOPY_KATAGO_MODEL to the path of one of KataGo's networks, or give "
                                "katago:model=PATH")
    settings = _settings_file(_KATAGO_SETTINGS.format(visits=visits))
    return [found, "gtp", "-model", str(network), "-config", settings, "-override-config", f"searchRandSeed={seed},nnRandSeed={seed}"]


def _settings_file(text):
    """The path of a file that holds `text`, in a folder of this process alone, which is removed when the process ends."""
    with _FOLDER_LOCK:
        if not _FOLDER:
            _FOLDER.append(tempfile.TemporaryDirectory(prefix="gopy-"))
    path = os.path.join(_FOLDER[0].name, f"{hashlib.sha256(text.encode()).hexdigest()[:10]}.config")
    if not os.path.exists(path):
        write_whole(path, text)     # programs of other games may read it already
    return path


_PEERS = {"gnugo": _gnugo, "pachi": _pachi, "fuego": _fuego, "katago": _katago}


_OPTIONS = {"level": whole(10, 0, 20, "playing level"), "sims": whole(None, 1, _NO_LIMIT, "simulations a move"),
            "visits": whole(100, 1, _NO_LIMIT, "visits a move"), "program": text(None, "path of the program"),
            "model": text(None, "path of the network")}


def _parse_options(name, written, sims):
    known = _PEERS[name].__code__.co_varnames[1:_PEERS[name].__code__.co_argcount]
    options = {} if sims is None else {limit: sims for limit in ("sims", "visits") if limit in known}
    for key, value in name_values(written).items():
        if key not in known:
            raise unknown_name(f"option of {name}", key, known)
        options[key] = _OPTIONS[key].value(key, value)
    return options


def _from_environment(variable):
    path = os.environ.get(variable)
    if not path:
        raise FileNotFoundError(f"set {variable} to the program's path")
    return path
