"""gopy behind KaTrain's own engine.py, game and players, which `scripts/test --full` fetches from Python's registry.

What KaTrain sent and read once stands in transcripts/katrain.jsonl.xz, which test_analysis_clients.py sends again without it.
"""
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT, TESTS

pytestmark = pytest.mark.slow


#: Where scripts/fetch_clients.py puts KaTrain's code.
KATRAIN = Path(sys.prefix) / "katrain"


@pytest.fixture(scope="module")
def game():
    """What KaTrain kept and logged about a game of 60 moves."""
    pytest.importorskip("pysgf")
    if not (KATRAIN / "version").exists():
        pytest.skip("KaTrain's code is not installed")
    engine = f'"{sys.executable}" -m gopy analysis --threads 1 --positions 1'
    done = subprocess.run([sys.executable, TESTS / "clients" / "katrain_client.py", KATRAIN, engine], capture_output=True, text=True, timeout=600,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_katrain_logs_no_error(game):
    assert [message for level, message in game["log"] if level == -1] == []
    assert not [message for _, message in game["log"] if "'error'" in message or "'warning'" in message]


def test_every_position_of_the_game_is_analysed(game):
    nodes = game["nodes"]
    assert len(nodes) == 61
    for node in nodes:
        assert node["complete"] and node["visits"] >= 100 and node["candidates"], node
        assert 0 <= node["winrate"] <= 1 and node["ownership"] == 81 and node["policy"] == 82
    assert all(isinstance(node["points_lost"], float) for node in nodes[1:])
