"""`gopy bench`: what it prints, that its signature repeats, that its positions are what they say."""
import argparse
import contextlib
import io
import json
import os
import sys
from pathlib import Path

import pytest

from gopy.__main__ import main
from gopy.base.errors import UserError
from gopy.go.geometry import parse_vertex
from gopy.go.history import Game
from gopy.lab.bench import cli as bench
from gopy.lab.bench import start_parts, start_up
from gopy.lab.bench.positions import MIDDLE_GAMES
from gopy.lab.bench.profile import Profile, profile_text


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


def asked(middle_game=False):
    """The parsed arguments that a table depends on."""
    return argparse.Namespace(middle_game=middle_game, sizes=(9, 13))


@pytest.fixture
def result():
    row = dict(zip(bench.COLUMNS, (9, 1, 120000, 60000, 40000, 39000)))
    network = dict(zip(bench.NETWORK_COLUMNS, (9, "2x32", 25.1, 240, 78000)))
    cost = start_up.StartCost(0.1, 0.62, 126)._asdict()
    return {"signature": "0123456789abcdef", "startup_s": 1.1, "cold_compile_s": 50.2, "start_cost": cost, "bytes_per_node": 24,
            "rows": [row], "networks": [network]}


def test_table_aligns_figures_with_headings(result):
    lines = bench.table(result, asked()).splitlines()
    heading, row = lines[7:9]
    assert len(heading) == len(row) and row.split() == ["9", "1", "120000", "60000", "40000", "39000"]
    heading, row = lines[-2:]
    assert len(heading) == len(row) and row.split() == ["9", "2x32", "25.1", "240", "78000"]
    assert "1.1 s to the first 13x13 move" in lines[2] and "50.2 s" in lines[3]
    assert lines[4] == ("start cost      0.1 s of processor time to the first answer, 0.62 s to the first move, "
                        "with 126 MiB of memory at most")


def test_table_without_networks(result):
    result["networks"] = []
    assert "GFLOP" not in bench.table(result, asked())


@pytest.mark.parametrize("text", ["2", "0x32", "2x33", "41x32", "2x32x2", "bx c"])
def test_a_network_that_there_is_not_is_one_sentence(text, capsys):
    assert main(["bench", "--networks", text]) == 2
    assert "with B from 1 to 40 and C one of 16, 32, 48, 64, 96" in capsys.readouterr().err.splitlines()[-1]


def test_table_without_start_up(result):
    result["startup_s"] = result["cold_compile_s"] = result["start_cost"] = None
    assert "start" not in bench.table(result, asked(middle_game=True))


@pytest.fixture(scope="module")
def measured():
    """Parsed outputs of `gopy bench --json` on 9x9 with next to no time: twice of the default engine, then of two others."""
    outputs = []
    for others in ([], ["--middle-game"], ["--preset", "classical"], ["--set", "equivalence=100,amx=0"]):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            assert main(["bench", "--json", "--sizes", "9", "--seconds", "0.2", "--networks", "1x16", "--skip-start-up", *others]) == 0
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


def test_signature_repeats_and_is_that_of_the_engine_asked_for(measured):
    first, second, *others = (output["signature"] for output in measured)
    assert first == second and len(first) == 16
    assert len({first, *others}) == 3


def test_an_engine_that_there_is_not_is_one_sentence(capsys):
    for flags, sentence in ((["--preset", "classic"], "classic"), (["--set", "equivalenc=3"], "equivalenc"), (["--set", "x"], "x"),
                            (["--start", "--preset", "classical"], "--start"), (["--start", "--preset", "classic"], "classic")):
        assert main(["bench", "--skip-start-up", *flags]) == 2
        said = capsys.readouterr()
        assert said.out == "" and said.err.count("\n") == 1 and sentence in said.err


def test_the_start_is_that_of_the_engine_asked_for(monkeypatch, capsys, result):
    started = []
    for name in ("time_of_warm_start", "time_of_cold_start", "cost_of_start"):
        monkeypatch.setattr(bench, name, lambda size, options: started.append((size, options.preset, options.set)))
    monkeypatch.setattr(bench, "rows", lambda *_: [])
    monkeypatch.setattr("gopy.lab.bench.measure.signature", lambda *_: "")
    assert main(["bench", "--sizes", "9", "13", "--preset", "classical", "--set", "equivalence=100", "--networks"]) == 0
    assert started == [(13, "classical", "equivalence=100")] * 3


def test_the_parts_of_a_start_are_its_whole(capsys, monkeypatch):
    found = start_parts.parts_of_start(9, starts=1)
    assert list(found.parts) == list(start_parts.PARTS) and sum(found.parts.values()) == pytest.approx(found.total_s, abs=0.01)
    assert all(found.parts[part] > 0 for part in start_parts.PARTS if part != "other") and found.parts["other"] < 0.3 * found.total_s
    assert found.modules > 300 and found.kernels > 5 and 0 < found.total_s < 10
    monkeypatch.setattr(bench, "parts_of_start", lambda size: found._replace(board_size=size))
    assert main(["bench", "--start", "--sizes", "9", "19"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split() == ["9x9", "19x19"]
    assert [line.split()[-2:] for line in lines[3:-4]] == [[f"{1000 * each:.0f}", f"{each / found.total_s:.0%}"] for each in found.parts.values()]
    assert main(["bench", "--start", "--sizes", "13", "--json"]) == 0
    told, = json.loads(capsys.readouterr().out)["start"]
    assert told == {**found._asdict(), "board_size": 13}


def test_a_start_that_fails_is_told_in_one_sentence(monkeypatch):
    monkeypatch.setattr(start_parts, "module_command", lambda *words: [sys.executable, "-c", "raise SystemExit('gopy: no room')"])
    with pytest.raises(UserError, match="^the engine did not start: gopy: no room$"):
        start_parts.parts_of_start(9)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="perf is of Linux")
def test_profile_searches_and_leaves_a_map(capsys):
    assert main(["bench", "--profile", "--sizes", "9", "--seconds", "0.1", "--json"]) == 0
    profile = json.loads(capsys.readouterr().out)["profile"]
    assert profile["process"] == os.getpid() and profile["simulations_per_s"]["9"] > 0
    text = profile_text(Profile(**profile))
    assert f"{profile['functions']} compiled functions in {profile['map']}" in text and "perf report" in text
    Path(profile["map"]).unlink()
    assert main(["bench", "--profile", "--start"]) == 2


@pytest.mark.slow
def test_a_warm_start():
    assert start_up.time_of_warm_start() < 10


def test_a_cold_start_begins_with_an_empty_cache_and_leaves_none(monkeypatch):
    """What a start from cold does is seen in test_start."""
    folders = []

    def started(size, options, GOPY_CACHE_DIR):
        assert list(Path(GOPY_CACHE_DIR).iterdir()) == []
        folders.append(Path(GOPY_CACHE_DIR))
        return 50.25
    monkeypatch.setattr(start_up, "time_to_first_move", started)
    assert start_up.time_of_cold_start() == 50.25 and not folders[0].exists()
