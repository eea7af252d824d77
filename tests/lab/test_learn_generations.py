"""`gopy learn generations`: games against themselves on a slow board, labels by their ends, the run with its stops and its matches."""
import json
import shutil
from types import SimpleNamespace

import numpy as np
import pytest
from oracles.naive import PASS, Naive

from gopy.__main__ import main
from gopy.go.bitboard.construct import new_position, setup
from gopy.go.geometry import BLACK, EMPTY, WHITE, num_points, pass_move, point_at, row_and_column
from gopy.lab.learn.generations import generations, own_games
from gopy.lab.learn.generations.own_games import Making, PlayedGame, decided, owners_of, play_game, play_part, write_game
from gopy.lab.learn.network.labelled import OWNED, STONE, empty, read_labelled
from gopy.network.params import network_file

SIZE = 9
MAKING = Making(SIZE, None, True, 12, 4, seed=3, generation=1)


@pytest.fixture(scope="module")
def games():
    """(games, their positions' labels): some games by uniform playouts."""
    search = MAKING.search(new_position(SIZE))
    played = [play_game(MAKING, search, None, number) for number in range(4)]
    labels = []
    for number, game in enumerate(played):
        labels.append(empty(len(game.kept), SIZE))
        write_game(game, labels[-1], 0, number == 0)
    return list(zip(played, labels))


def test_games_are_legal_and_positions_are_those_of_a_slow_board(games):
    for game, labels in games:
        board, kept = Naive(SIZE, ko="positional"), iter(zip(game.kept, labels.codes, labels.komi, labels.policy, labels.passed))
        waiting = next(kept)
        for turn, move in enumerate([*game.moves, None]):
            held = np.zeros((SIZE, SIZE), int)
            for point, colour in board.board.items():
                held[point] = 1 if colour == board.to_play else 2
            if waiting and (owned_by(waiting[1]) == held).all() and waiting[0].black == (turn % 2 == 0):
                of, codes, komi, policy, passed = waiting
                assert komi == (-game.komi if of.black else game.komi) and passed == (game.moves[turn - 1:turn] == [pass_move(SIZE)])
                places = {(place // SIZE, place % SIZE) for place in np.nonzero(policy[:-1])[0].tolist()}
                assert places <= set(board.legal_moves()) and float(policy.sum()) == pytest.approx(1, abs=1e-2)
                waiting = next(kept, None)
            if move is not None:
                point = PASS if move == pass_move(SIZE) else row_and_column(move, SIZE)
                assert board.legal(point)
                board.play(point)
        assert waiting is None and len(game.kept) > 5
        if game.moves[-2:] == [pass_move(SIZE)] * 2:
            assert game.margin == board.area_score() - game.komi


def owned_by(codes):
    """1 at own stones, 2 at the enemy's."""
    stones = codes & STONE
    return np.where(stones == 0, 0, np.where(stones <= 4, 1, 2))


def test_the_end_of_a_game_labels_its_positions(games):
    for number, (game, labels) in enumerate(games):
        for at, kept in enumerate(game.kept):
            side = 1 if kept.black else -1
            assert labels.score[at] == side * game.margin and (labels.ownership[at] == side * OWNED * game.owners).all()
            assert labels.winning[at] == pytest.approx(0.5 * (side * game.margin > 0) + 0.5 * kept.value)
            assert labels.held_out[at] == (number == 0)


def test_a_network_that_learns_from_zero_does_not_say_when_its_games_end(monkeypatch):
    making = Making(SIZE, str(network_file(SIZE)), True, 12, 4, seed=3, generation=2)
    search, referee = making.search(new_position(SIZE)), making.referee(new_position(SIZE))
    assert MAKING.referee(new_position(SIZE)) is None
    assert Making(SIZE, making.network, False, 12, 4, seed=3, generation=2).referee(new_position(SIZE)) is None
    reports = []

    def sure_of_all(report, size):          # the network calls all points Black's; playouts count
        playing = len(reports) % 2 == 0
        reports.append(report)
        return np.ones((size, size), np.int8) if playing else decided(report, size)
    monkeypatch.setattr(own_games, "decided", sure_of_all)
    game = play_game(making, search, referee, 0)
    assert len(game.moves) > 20 and len(reports) >= 2 * len(game.moves) and not (game.owners == 1).all()


def test_the_same_games_again(monkeypatch):
    monkeypatch.setattr(own_games, "PART", 2)
    (about, once), (_, again) = (play_part(MAKING, 5) for _ in range(2))
    assert about["id"] == 5 and about["games"] == 2 and about["moves"] > 20
    assert all((one == two).all() for one, two in zip(once, again))
    assert not np.array_equal(play_part(MAKING, 6)[1].codes, once.codes)


def test_owners_when_all_stones_live_and_when_a_search_is_sure():
    stones = [EMPTY] * num_points(SIZE)
    for row in range(SIZE):
        stones[point_at(row, 3, SIZE)], stones[point_at(row, 5, SIZE)] = BLACK, WHITE
    position = new_position(SIZE)
    setup(position, stones, BLACK)
    expected = np.tile(np.array([1, 1, 1, 1, 0, -1, -1, -1, -1]), (SIZE, 1))
    assert (owners_of(position, SIZE) == expected).all()
    owned = np.zeros(num_points(SIZE), np.float32)
    for row in range(SIZE):
        for column in range(SIZE):
            owned[point_at(row, column, SIZE)] = 0.9 if column < 5 else -0.9
    report = SimpleNamespace(ownership=owned, visits=10)
    assert (decided(report, SIZE) == np.where(np.arange(SIZE) < 5, 1, -1)).all()
    for row in range(3):
        owned[point_at(row, 4, SIZE)] = 0.5
    assert decided(report, SIZE) is None        # three points are open
    owned[point_at(0, 4, SIZE)] = -0.95
    assert decided(report, SIZE)[0, 4] == -1 and decided(report, SIZE)[1, 4] == 0
    assert decided(SimpleNamespace(ownership=owned, visits=0), SIZE) is None


def test_a_margin_counts_komi():
    game = PlayedGame([], 7.5, [], np.ones((SIZE, SIZE), np.int8))
    assert game.margin == 73.5


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A function that goes on with a run of small generations; networks are not learnt but copied, and the calls are kept."""
    calls = []

    def learn(given):
        calls.append(given)
        shutil.copyfile(network_file(SIZE), given.out)
        return 0
    monkeypatch.setattr(generations, "learn_network", learn)
    monkeypatch.setattr("gopy.lab.learn.cli._need_torch", lambda: None)
    for module in (own_games, generations):
        monkeypatch.setattr(module, "PART", 2)

    def go_on(*words):
        return main(["learn", "generations", "--from-zero", "--generations", "2", "--games", "4", "--simulations", "6", "--quick", "3",
                     "--match-games", "2", "--out", str(tmp_path / "run"), *words])
    return SimpleNamespace(go_on=go_on, folder=tmp_path / "run", learnt=calls)


def test_a_run_goes_on_after_a_stop_and_decides_by_matches(run, monkeypatch, capsys):
    monkeypatch.setattr(generations, "play_part", stopping := Stopping(2))
    assert run.go_on() == 130 and "the same command goes on" in capsys.readouterr().err
    assert [path.name for path in (run.folder / "generation1").glob("*.npz")] == ["positions00000.npz"] and not run.learnt
    stopping.after = 10 ** 6
    assert run.go_on() == 0
    assert stopping.asked == [0, 1, 1, 0, 1]        # what was there is not played again
    lines = [json.loads(line) for line in (run.folder / "progress.jsonl").read_text().splitlines()]
    assert [line["generation"] for line in lines] == [1, 2] and lines[0]["taken"] and lines[1]["of"] == 2
    assert all(0 < lines[0][name] < lines[1][name] for name in ("hours", "processor_hours")) and lines[0]["figures"]
    assert lines[1]["taken"] == (lines[1]["points"] >= 1) and lines[1]["elo"] == (lines[1]["by"] if lines[1]["taken"] else 0)
    first, second = run.learnt
    assert (first.start, first.form, first.positions) == (None, (2, 32), [run.folder / "generation1"])
    assert second.start == run.folder / "generation1" / "network.npz" and len(second.positions) == 2 and second.seed == first.seed + 1
    assert (run.folder / "best.npz").read_bytes() == network_file(SIZE).read_bytes()
    assert read_labelled(run.folder / "generation2" / "positions00001.npz").size == SIZE
    capsys.readouterr()
    assert run.go_on() == 0 and len(run.learnt) == 2         # all is there
    assert run.go_on("--games", "6") == 2
    assert "holds what was made with other games: name another folder" in capsys.readouterr().err


class Stopping:
    """`play_part` that is stopped by Ctrl-C at the call with the number `after`."""

    def __init__(self, after) -> None:
        self.after, self.asked = after, []

    def __call__(self, making, number):
        self.asked.append(number)
        if len(self.asked) >= self.after:
            raise KeyboardInterrupt
        return play_part(making, number)


def test_a_damaged_line_of_progress_is_told(run, capsys):
    run.folder.mkdir()
    (run.folder / "progress.jsonl").write_text("{")
    assert run.go_on() == 2 and "progress.jsonl" in capsys.readouterr().err
