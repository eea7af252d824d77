"""The command kata-raw-nn: what a network says by itself, in KataGo's form."""
import numpy as np
import pytest
from clients.gtp_client import answers
from fakes.gtp_fake_engine import FakeEngine

from gopy.go.bitboard.construct import new_position, set_rules, setup_game
from gopy.go.geometry import BLACK, point_at
from gopy.network.file import Header, write_network
from gopy.network.network import Network
from gopy.network.untrained import random_weights

SIZE = 9


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The file of a small network that has learnt nothing."""
    path = tmp_path_factory.mktemp("network") / "untrained.npz"
    write_network(path, Header(1, 16, (SIZE,)), random_weights(1, 16, np.random.default_rng(5)))
    return path


@pytest.mark.parametrize("moves", [0, 1])
@pytest.mark.parametrize("symmetry, turns", [("3", [3]), ("all", range(8))])
def test_all_is_told_from_the_side_of_white(file, moves, symmetry, turns):
    engine = FakeEngine()
    engine.configure(preset="network", network=str(file))
    if moves:
        engine.game.play(BLACK, point_at(4, 4, SIZE))
    lines = answers(f"kata-raw-nn {symmetry}\n", engine)[0].removeprefix("= ").split("\n")
    position = new_position(SIZE)
    setup_game(position, engine.game, engine.game.to_play, 0)
    set_rules(position, 7.5, 0, 0)
    found = Network.load(file).evaluate(position, turns)
    figures = dict(line.split() for line in lines[:7])
    white = found.winning if moves else 1 - found.winning
    assert figures["symmetry"] == symmetry
    assert float(figures["whiteWin"]) == pytest.approx(white, abs=1e-6)
    assert float(figures["whiteWin"]) + float(figures["whiteLoss"]) == pytest.approx(1)
    assert float(figures["whiteLead"]) == pytest.approx(found.score if moves else -found.score, abs=1e-3)
    assert lines[7] == "policy" and lines[17].startswith("policyPass ") and lines[18] == "whiteOwnership"
    for title, row_of, sign in ((7, found.policy, 1), (18, found.ownership, 1 if moves else -1)):
        rows = [line.split() for line in lines[title + 1:title + 1 + SIZE]]
        for row in range(SIZE):
            for column in range(SIZE):
                text, point = rows[SIZE - 1 - row][column], point_at(row, column, SIZE)
                occupied = moves and point == point_at(4, 4, SIZE) and title == 7
                assert text == "NAN" if occupied else float(text) == pytest.approx(sign * row_of[point], abs=1e-6)


def test_what_cannot_be_answered_is_refused_in_one_sentence(file):
    engine = FakeEngine()
    engine.configure(preset="classical")
    assert answers("kata-raw-nn 0\n", engine)[0] == "? preset classical judges 9x9 without a network"
    engine.configure(preset="network", network=str(file))
    assert answers("kata-raw-nn 8\n", engine)[0] == "? a symmetry is all or a number from 0 to 7"
    assert answers("kata-raw-nn\n", engine)[0].startswith("? ")
