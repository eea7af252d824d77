"""Runs an engine behind Sabaki's own module for engines, @sabaki/gtp, which `scripts/test --full` installs from npm's registry."""
import json
import os
import subprocess
import sys
from pathlib import Path

from clients.node import missing_node, node
from clients.sabaki_lines import variations
from places import ROOT, TESTS

#: Where scripts/fetch_clients.py installs Sabaki's module.
MODULES = Path(sys.prefix) / "node_modules"


def missing():
    """What has to be installed before `responses` works; an empty text if nothing."""
    return missing_node() or ("" if (MODULES / "@sabaki" / "gtp").exists() else "@sabaki/gtp is not installed")


def responses(engine, size, turns, seconds, interval):
    """Generate (name of a command, line of its response) while Sabaki's module plays games against `engine`, a list of words.

    `turns` positions on a board of `size` points a side are analysed for `seconds` each, a line every `interval` hundredths of
    a second, and each is followed by a move of the engine. RuntimeError, with what the client wrote, if it fails.
    """
    words = [node(), TESTS / "clients" / "sabaki_client.js", MODULES, *map(str, (size, turns, seconds, interval)), *engine]
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT)}) as client:
        try:
            for line in client.stdout:
                yield tuple(json.loads(line))
        except BaseException:
            client.terminate()
            raise
        complaint = client.stderr.read()
        if client.wait():
            raise RuntimeError(complaint)


def is_analysis(name, line):
    """Whether a line of the response to command `name` has candidates to show: the first is "=", the last empty or the move played."""
    return "analyze" in name and line not in ("=", "") and not line.startswith("play ")


def graph(name, line):
    """(what Sabaki draws for a line of analysis, the engine's own value for the position or None), as win rates from 0 to 1.

    Sabaki draws the largest win rate of all candidates. AssertionError, KeyError or ValueError if it cannot read the line.
    """
    assert line.startswith("info move "), line
    block, _, root = line.partition(" rootInfo ")
    found = variations(block, 10_000 if name == "lz-analyze" else 1)
    assert found and all(0 <= each["winrate"] <= 1 and each["pv"][0] == move for move, each in found.items()), line
    own = float(root.split()[root.split().index("winrate") + 1]) if root else None
    return max(each["winrate"] for each in found.values()), own
