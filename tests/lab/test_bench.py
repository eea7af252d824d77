"""`gopy bench`: what it prints, that its signature repeats, that its positions are what they say."""
import contextlib
import io
import json
from pathlib import Path

import pytest

from gopy.__main__ import main
from gopy.go.geometry import parse_vertex
from gopy.go.history import Game
from gopy.lab.bench import cli as bench
from gopy.lab.bench import start_up
from gopy.lab.bench.positions import MIDDLE_GAMES


@pytest.mark.parametrize("size", MIDDLE_GAMES)
def test_positions_are_legal_and_in_the_middle_of_a_game(size):
    assert len(MIDDLE_GAMES[size]) == 5
    for moves in MIDDLE_GAMES[size]:
        game = Game(size)
        for vertex in moves.split():
            move = parse_vertex(vertex, size)
            assert move != game.pass_move and game.legal(game.to_play, move)
            game.play(game.to_play, move)
        assert 0.25 < len(game.moves) / size ** 2 < 0.5


@pytest.fixture
def result():
    row = dict(zip(bench.COLUMNS, (9, 1, 120000, 60000, 40000, 39000)))
    network = dict(zip(bench.NETWORK_COLUMNS, (9, "2x32", 25.1, 240, 78000)))
    cost = start_up.StartCost(0.1, 0.62, 126)._asdict()
    return {"signature": "0123456789abcdef", "startup_s": 1.1, "cold_compile_s": 50.2, "start_cost": cost, "bytes_per_node": 24,
            "rows": [row], "networks": [network]}


def test_table_aligns_figures_with_headings(result):
    lines = bench.table(result, middle_game=False).splitlines()
    heading, row = lines[7:9]
    assert len(heading) == len(row) and row.split() == ["9", "1", "120000", "60000", "40000", "39000"]
    heading, row = lines[-2:]
    assert len(heading) == len(row) and row.split() == ["9", "2x32", "25.1", "240", "78000"]
    assert "1.1 s" in lines[2] and "50.2 s" in lines[3]
    assert lines[4] == ("start cost      0.1 s of processor time to the first answer, 0.62 s to the first move, "
                        "with 126 MiB of memory at most")


def test_table_without_networks(result):
    result["networks"] = []
    assert "GFLOP" not in bench.table(result, middle_game=False)


@pytest.mark.parametrize("text", ["2", "0x32", "2x33", "41x32", "2x32x2", "bx c"])
def test_a_network_that_there_is_not_is_one_sentence(text, capsys):
    assert main(["bench", "--networks", text]) == 2
    assert "with B from 1 to 40 and C one of 16, 32, 48, 64, 96" in capsys.readouterr().err.splitlines()[-1]


def test_table_without_start_up(result):
    result["startup_s"] = result["cold_compile_s"] = result["start_cost"] = None
    assert "start" not in bench.table(result, middle_game=True)


@pytest.fixture(scope="module")
def measured():
    """Parsed output of `gopy bench --json` on 9x9, run twice with next to no time."""
    outputs = []
    for middle_game in ([], ["--middle-game"]):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            assert main(["bench", "--json", "--sizes", "9", "--seconds", "0.2", "--networks", "1x16", "--skip-start-up", *middle_game]) == 0
        outputs.append(json.loads(out.getvalue()))
    return outputs


def test_json_fields(measured):
    for output in measured:
        assert list(output) == ["signature", "startup_s", "cold_compile_s", "start_cost", "bytes_per_node", "rows", "networks"]
        for row in output["rows"]:
            assert list(row) == ["board_size", "threads", "uniform_playouts_per_s", "playouts_per_s",
                                 "simulations_per_s", "simulations_per_wall_s"]
            assert all(value > 0 for value in row.values())
        assert [row["threads"] for row in output["rows"]] in ([1], [1, 2])
        network, = output["networks"]
        assert network["network"] == "1x16" and 0 < network["us"] < 1000 and network["gflops"] > 0


def test_signature_repeats(measured):
    first, second = measured
    assert first["signature"] == second["signature"] and len(first["signature"]) == 16


@pytest.mark.slow
def test_a_warm_start():
    assert start_up.time_of_warm_start() < 10


def test_a_cold_start_begins_with_an_empty_cache_and_leaves_none(monkeypatch):
    """What a start from cold does is seen in test_start."""
    folders = []

    def started(GOPY_CACHE_DIR):
        assert list(Path(GOPY_CACHE_DIR).iterdir()) == []
        folders.append(Path(GOPY_CACHE_DIR))
        return 50.25
    monkeypatch.setattr(start_up, "time_to_first_move", started)
    assert start_up.time_of_cold_start() == 50.25 and not folders[0].exists()
