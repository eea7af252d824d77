"""`gopy learn people`: whose moves are learnt, what of, batches that know the rank, and a small run that repeats."""
import numpy as np
import pytest
from small_models import random_records

from gopy.__main__ import main
from gopy.go.bitboard.construct import new_position
from gopy.go.geometry import BLACK, WHITE, pass_move, row_and_column
from gopy.lab.learn.decisions import begin, follow
from gopy.lab.learn.network.chosen import write_point_codes
from gopy.lab.learn.records import Record
from gopy.network.file import read_network
from gopy.network.form import rank_input

SIZE = 7

torch = pytest.importorskip("torch")


def test_positions_are_those_before_each_move_of_a_player_with_a_rank():
    from gopy.lab.learn.network.people import moves_of

    game, = random_records(SIZE, 1, 3)
    moves = np.array([*game.moves, pass_move(SIZE), pass_move(SIZE)])
    full = Record("one", SIZE, [], WHITE, moves, ("18k", "2d"), 5.5, "B+R")
    found = moves_of(SIZE, [full, full._replace(ranks=("?", "9k")), full._replace(result="0"), full._replace(setup=[3])])
    n = len(moves)
    assert len(found.move) == n + -(-n // 2)
    position, codes = new_position(SIZE), np.zeros((SIZE, SIZE), np.uint8)
    begin(position, full)
    for number, move in enumerate(moves):
        colour = (WHITE + number) % 2
        write_point_codes(position, codes)
        assert (found.codes[number] == codes).all()
        place = SIZE * SIZE if move == pass_move(SIZE) else np.ravel_multi_index(row_and_column(int(move), SIZE), (SIZE, SIZE))
        assert found.move[number] == place
        assert (found.komi[number], found.winning[number]) == ((-5.5, 1) if colour == BLACK else (5.5, 0))
        assert found.rank[number] == np.float32(rank_input(13 if colour == BLACK else 32))
        assert found.passed[number] == (number == n - 1)
        follow(position, move)
    assert (found.codes[n:] == found.codes[:n:2]).all() and (found.rank[n:] == np.float32(rank_input(22))).all()    # White's, who begins


def test_a_batch_knows_the_rank_and_not_the_size_and_turns_the_move_with_the_board():
    from gopy.lab.learn.network.people import PeopleBatches, moves_of

    records = [record._replace(ranks=("18k", "2d"), komi=5.5, result="W+3.5", moves=np.array([*record.moves, pass_move(SIZE)]))
               for record in random_records(SIZE, 5, 3)]
    moves = moves_of(SIZE, records)
    batch = PeopleBatches(moves).drawn(2000, np.random.default_rng(1))
    assert set(batch.given[:, 7].tolist()) == {np.float32(rank_input(13)), np.float32(rank_input(32))}
    assert ((batch.given[:, 7] > 1.5) == (batch.given[:, 0] == 0)).all()        # 2d is White
    assert not batch.given[:, 5].any() and batch.ownership is None
    assert (batch.policy.sum(1) == 1).all() and not (batch.policy.bool() & batch.forbidden).any()
    assert batch.policy[:, -1].mean() == pytest.approx((moves.move == SIZE * SIZE).mean(), abs=0.03)
    assert ((batch.winning == 1) == (batch.given[:, 0] == 0)).all()


def test_a_run_repeats_byte_for_byte_and_moves_without_a_rank_teach_nothing(tmp_path, capsys):
    games, letters = tmp_path / "games.tsv", "abcdefg"
    lines = []
    for record in random_records(SIZE, 60, 5):
        places = [row_and_column(int(move), SIZE) for move in record.moves]
        moves = "".join(letters[column] + letters[SIZE - 1 - row] for row, column in places)
        lines.append(f"{record.name}\t7\t5.5\t0\tcn\tB+R\t20k\t1d\t-\tB\t{moves}\togs")
    games.write_text("\n".join(lines) + "\n")
    words = ["learn", "people", str(games), "--size", "7", "--channels", "16", "--blocks", "1", "--steps", "8", "--batch", "16", "--out"]
    first, second = tmp_path / "a.npz", tmp_path / "b.npz"
    assert main([*words, str(first)]) == 0 and main([*words, str(second)]) == 0
    assert first.read_bytes() == second.read_bytes()
    header, weights = read_network(first)
    assert header.sizes == (7,) and header.teacher == "people" and "best_first_7" in header.figures
    assert "ownership_error_7" not in header.figures
    assert not weights["stem_global"][5].any() and weights["stem_global"][7].any()
    games.write_text(games.read_text().replace("20k", "?").replace("1d", "?"))
    assert main([*words, str(tmp_path / "c.npz")]) == 2
    assert "no game in these files tells the rank" in capsys.readouterr().err
