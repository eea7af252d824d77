"""gopy behind Sabaki's own module for engines, @sabaki/gtp. The study sabaki_hour does the same for an hour."""
import sys
from collections import Counter

import pytest
from clients import sabaki_client

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def lines():
    """All (command, line) that Sabaki's module read in a game of six moves with two seconds of analysis before each."""
    if sabaki_client.missing():
        pytest.skip(sabaki_client.missing())
    engine = [sys.executable, "-m", "gopy", "gtp", "--size", "9", "--seconds", "0.5", "--threads", "1"]
    return list(sabaki_client.responses(engine, size=9, turns=6, seconds=2, interval=2))


def test_every_line_is_accepted(lines):
    """Each command is answered; each line of analysis has candidates, with their variations, or is the move played."""
    counts = Counter(name for name, _ in lines)
    assert counts["protocol_version"] == 2 * (1 + 6 + 1) and counts["kata-genmove_analyze"] >= 6 * 4
    assert not [line for _, line in lines if line.startswith("?")]
    shown = [sabaki_client.graph(name, line) for name, line in lines if sabaki_client.is_analysis(name, line)]
    assert len(shown) > 100
    assert sum(line.startswith("play ") for _, line in lines) == 6


def test_the_graph_shows_the_win_rate_of_the_position(lines):
    """The graph is within 5 points of the position's own win rate when an analysis ends, and never far from it before.

    These are chances of winning, which move about twice as far as the mean result of the simulations.
    """
    differences, last = [], []
    for name, line in lines:
        if name == "kata-analyze" and sabaki_client.is_analysis(name, line):
            drawn, own = sabaki_client.graph(name, line)
            differences.append(abs(drawn - own))
        elif name == "protocol_version" and line.startswith("=") and differences:
            last.append(differences[-1])
    print(f"{len(differences)} lines, largest difference {100 * max(differences):.1f} points, {100 * max(last):.1f} at the end")
    assert len(differences) > 100 and max(differences) <= 0.08 and len(last) >= 6 and max(last) <= 0.05
