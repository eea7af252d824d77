"""`gopy learn positions`: which positions, their codes against the slow planes, a teacher's answers in their places, going on."""
import json
import sys
from collections import Counter

import numpy as np
import pytest
from oracles.naive import PASS, Naive
from oracles.naive_network import planes
from places import TESTS

from gopy.__main__ import main
from gopy.go.bitboard.construct import new_position
from gopy.go.geometry import BLACK, pass_move, point_at, row_and_column
from gopy.go.history import Game
from gopy.lab.learn.decisions import begin, follow
from gopy.lab.learn.network import labelling, own_values
from gopy.lab.learn.network.chosen import Choice, ModelMoves, write_point_codes
from gopy.lab.learn.network.labelled import (
    BEFORE,
    FORBIDDEN,
    KO,
    LAST,
    STONE,
    empty,
    file_of,
    read_folders,
    read_labelled,
    write_labelled,
)
from gopy.lab.learn.network.own_values import OwnSearch, mixed, set_up
from gopy.lab.learn.network.searched import SearchedNodes, path_to
from gopy.lab.learn.network.teacher import query, write_label
from gopy.lab.learn.records import Record, read_records
from gopy.protocols.analysis.query import read_query
from gopy.protocols.analysis.settings import Settings
from gopy.search.outline import Node

SIZE = 7
TEACHER = TESTS / "fakes" / "fake_teacher.py"


@pytest.fixture(scope="module")
def records():
    model = ModelMoves(SIZE)
    return [model.game(f"game {number}", np.random.default_rng(number)) for number in range(12)]


def coded(position):
    codes = np.zeros((SIZE, SIZE), np.uint8)
    write_point_codes(position, codes)
    return codes


def test_the_codes_are_those_of_the_slow_planes_and_rules(records):
    position = new_position(SIZE)
    kos = 0
    for record in records:
        begin(position, record)
        game, played = Naive(SIZE), [None, None]
        for move in [*map(int, record.moves), None]:
            forbidden = {point for point in game.points if not game.legal(point)}
            ko = [point for point in forbidden if point not in game.board and (board := game.result(game.to_play, point)) is not None
                  and game.is_simple_ko(board, game.to_play)]
            kos += len(ko)
            expected = planes(SIZE, game.board, game.to_play, ko[0] if ko else None, played[-1], played[-2])
            codes = coded(position)
            found = np.stack([(codes & STONE) == kind for kind in range(1, 9)] + [codes & bit > 0 for bit in (KO, LAST, BEFORE)], 2)
            assert (found == expected[:, :, :11]).all()
            assert {point for point in game.points if codes[point] & FORBIDDEN} == forbidden
            if move is not None:
                follow(position, move)
                played.append(None if move == pass_move(SIZE) else row_and_column(move, SIZE))
                game.play(PASS if played[-1] is None else played[-1])
    assert kos > 0


def test_a_point_without_liberties_is_forbidden_and_one_where_stones_are_taken_is_not():
    position = new_position(SIZE)
    begin(position, Record("", SIZE, [], BLACK, []))
    # White's stone on A1 has its last liberty at B1; black's C1, B2 and A2 stand around it.
    for row, column in ((1, 0), (0, 0), (1, 1), (6, 6), (0, 2), (6, 5), (5, 5)):
        follow(position, point_at(row, column, SIZE))
    codes = coded(position)
    assert codes[0, 1] & FORBIDDEN          # White would have no liberty
    follow(position, pass_move(SIZE))
    assert not coded(position)[0, 1] & FORBIDDEN


def test_a_number_is_always_the_same_position_and_rounds_take_every_game(records):
    choice, again = Choice(SIZE, records, 5), Choice(SIZE, records, 5)
    assert [choice[at] for at in (30, 3, 17)] == [again[at] for at in (30, 3, 17)]
    assert [choice[at] for at in range(20)] != [Choice(SIZE, records, 6)[at] for at in range(20)]
    chosen = [choice[at] for at in range(300)]
    assert {tuple(one.moves[:2]) for one in chosen if len(one.moves) > 12} == {tuple(map(int, record.moves[:2])) for record in records}
    assert {one.komi for one in chosen} >= {0.5, 7.5, 14.5} and 120 < sum(one.komi == 7.5 for one in chosen) < 200
    assert sum(one.held_out for one in chosen) == 25 * sum(record.is_held_out for record in records)
    further = [one for at, one in enumerate(chosen) if all(
        list(map(int, record.moves))[:len(one.moves)] != one.moves for record in records)]
    assert 60 < len(further) < 200
    assert all(one.moves[-2:] != [pass_move(SIZE)] * 2 for one in chosen)


class Counted:
    """Random numbers that are 0, 1, 2, ... in turn, each below what is asked for."""

    def __init__(self, first):
        self._next = first

    def integers(self, below):
        self._next, number = divmod(self._next, below)
        return number


def test_each_node_of_a_search_is_met_as_often_as_it_was_made():
    # The root was visited 12 times: it was met once itself, and 8 + 3 visits went on. Of those to 8 nothing followed.
    deep = [Node(5, 2, 0.5, "", [Node(6, 1, 0.5, "", [])]), Node(7, 5, 0.5, "", [Node(8, 4, 0.5, "", [])])]
    children = [Node(1, 8, 0.5, "", deep), Node(2, 3, 0.5, "", [])]
    period = 12 * 8 * 5 * 2         # of all the draws on a path
    met = Counter(tuple(path_to(children, 12, Counted(first))) for first in range(period))
    assert {path: count * 12 / period for path, count in met.items()} == {
        (): 1, (1,): 1, (1, 5): 1, (1, 5, 6): 1, (1, 7): 1, (1, 7, 8): 4, (2,): 3}


def test_nodes_of_searches_take_the_place_of_a_part(records):
    plain = Choice(SIZE, records, 5)
    half, again = (Choice(SIZE, records, 5, SearchedNodes(SIZE, 30), 0.5) for _ in range(2))
    assert [half[at] for at in (3, 40, 7)] == [again[at] for at in (3, 40, 7)]
    met = [at for at in range(160) if half[at] != plain[at]]
    groups = Counter(at // 8 for at in met)
    assert 5 <= len(groups) <= 15 and len(met) > 7 * len(groups)    # a node may be the position that stands at its number without searches
    for at in met:
        base = plain[at // 8]
        assert half[at].komi == base.komi and half[at].held_out == base.held_out
        assert half[at].moves[:len(base.moves)] == base.moves
        game = Game(SIZE)
        for move in half[at].moves:
            game.play(game.to_play, move)       # an illegal move would raise


def test_an_answer_goes_where_its_points_are():
    labels = empty(2, SIZE)
    upper_left_mine = [1.0] + [-0.5] * (SIZE * SIZE - 1)
    write_label({"rootInfo": {"winrate": 0.25, "scoreLead": -3.5, "scoreStdev": 5.0}, "ownership": upper_left_mine,
                 "moveInfos": [{"move": "B1", "visits": 3}, {"move": "pass", "visits": 1}]}, labels, 1)
    assert labels.policy[1, 1] == 0.75 and labels.policy[1, -1] == 0.25 and labels.policy[1].sum() == 1
    assert labels.ownership[1, SIZE - 1, 0] == 127 and labels.ownership[1, 0, 0] == -64
    assert (labels.winning[1], labels.score[1], labels.deviation[1]) == (0.25, -3.5, 5.0)
    assert not labels.policy[0].any()
    with pytest.raises(Exception, match="not as KataGo's"):
        write_label({"rootInfo": {"winrate": 0.25}, "moveInfos": []}, labels, 0)


def test_gopy_understands_the_question(records):
    chosen = Choice(SIZE, records, 1)[2]
    asked = read_query(json.loads(query(7, chosen, SIZE, 20)), lambda size: Settings(perspective=BLACK))
    assert [move for _, move in asked.moves] == chosen.moves and asked.komi == chosen.komi
    assert (asked.id, asked.settings.visits, asked.settings.perspective, asked.ownership) == ("7", 20, None, True)
    assert set(asked.priorities) == {len(chosen.moves)} and not asked.warnings


@pytest.fixture
def table(tmp_path, records):
    lines = []
    for number, record in enumerate(records):
        letters = "".join(".." if move == pass_move(SIZE) else "abcdefg"[move % (SIZE + 1)] + "abcdefg"[SIZE - 1 - move // (SIZE + 1)]
                          for move in map(int, record.moves))
        lines.append("\t".join([f"g{number}", str(SIZE), "7.5", "0", "cn", "B+R", "?", "?", "-", "B", letters, "x"]))
    path = tmp_path / "games.tsv"
    path.write_text("\n".join(lines) + "\n")
    return path


def learn(table, folder, *words, teacher=()):
    command = " ".join(map(str, [sys.executable, "-I", TEACHER, folder.with_suffix(".log"), *teacher]))
    return main(["learn", "positions", str(table), "--size", str(SIZE), "--positions", "45", "--visits", "4", "--teacher", command,
                 "--out", str(folder), *words])


def test_positions_are_judged_and_a_stopped_run_goes_on(table, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(labelling, "PART", 20)
    assert learn(table, tmp_path / "one") == 0
    found = read_folders([tmp_path / "one"])[SIZE]
    assert len(found.komi) == 45 and found.held_out.sum() < 45
    played = np.round(found.winning * 1000).astype(int)
    assert (found.policy[np.arange(45), played] == 0.75).all()
    assert (found.policy[:, -1] == 0.25).all()
    assert (found.ownership[:, SIZE - 1, 0] == 127).all() and (found.ownership[:, 0, 0] == -127).all()
    # White, who is to move after an odd number of moves, gets komi.
    assert ((found.komi > 0) == (played % 2 == 1)).all() and (np.abs(found.komi) == found.score).all()
    assert ((found.codes & STONE > 0).reshape(45, -1).sum(1) <= played).all()
    assert len((tmp_path / "one.log").read_text().splitlines()) == 45

    assert learn(table, tmp_path / "two", teacher=["stop"]) == 2
    assert "the teacher has ended" in capsys.readouterr().err
    assert learn(table, tmp_path / "three") == 0
    (tmp_path / "three" / "positions00001.npz").unlink()
    before = (tmp_path / "three.log").read_text().splitlines()
    assert learn(table, tmp_path / "three") == 0
    asked = (tmp_path / "three.log").read_text().splitlines()[len(before):]
    assert len(asked) == 20
    for name in ("positions00000.npz", "positions00001.npz", "positions00002.npz"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "three" / name).read_bytes()
    assert learn(table, tmp_path / "three", "--seed", "2") == 2
    assert "holds what was made with other seed" in capsys.readouterr().err


def test_what_the_teacher_refuses_is_left_out_and_one_visit_reads_its_first_sight(table, tmp_path):
    assert learn(table, tmp_path / "some", "--visits", "1", teacher=["refuse"]) == 0
    found = read_folders([tmp_path / "some"])[SIZE]
    played = np.round(found.winning * 1000).astype(int)
    assert 30 < len(found.komi) < 45 and 3 not in played
    assert (found.policy[:, (SIZE - 1) * SIZE + 1] == 0.5).all() and (found.policy[:, -1] == 0.5).all()


@pytest.mark.parametrize("words, sentence", [
    ([], "positions come from records or from --own-games"),
    (["--own-games", "2", "--teacher", "/nowhere/engine"], "the teacher cannot be started"),
    (["--own-games", "2", "--teacher", "'"], "the teacher cannot be started"),
    (["--own-games", "2", "--teacher", f"{sys.executable} -c print(1)"], "the teacher's answer is no JSON object"),
    (["--own-games", "2", "--teacher", f"{sys.executable} -c \"print('no')\""], "the teacher's answer cannot be read"),
])
def test_what_cannot_be_done_is_told_in_a_sentence(words, sentence, tmp_path, capsys):
    assert main(["learn", "positions", "--size", "7", "--positions", "3", "--out", str(tmp_path / "x"), *words]) == 2
    assert sentence in capsys.readouterr().err


def test_damaged_files_of_positions_are_refused(tmp_path, capsys):
    labels = empty(3, SIZE)
    write_labelled(tmp_path / "positions00000.npz", labels)
    assert all((one == other).all() for one, other in zip(labels, read_labelled(tmp_path / "positions00000.npz")))
    (tmp_path / "positions00001.npz").write_bytes(b"no")
    write_labelled(tmp_path / "other.npz", labels._replace(komi=np.zeros(2, np.float32)))
    for path, sentence in ((tmp_path, "holds no labelled positions"), (tmp_path / "other.npz", "komi has another form"),
                           (tmp_path / "nothing", "is no folder and no file")):
        with pytest.raises(Exception, match=sentence):
            read_folders([path])
    (tmp_path / "void").mkdir()
    with pytest.raises(Exception, match="there are no labelled positions"):
        read_folders([tmp_path / "void"])


def test_without_pytorch_a_sentence_says_what_to_install(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "torch", None)
    assert main(["learn", "network", str(tmp_path), "--out", str(tmp_path / "x.npz")]) == 2
    assert "networks are learnt with PyTorch: install gopy with the extra train" in capsys.readouterr().err


def test_a_labelled_position_is_set_up_as_it_was(records):
    """Stones, liberties, ko, last moves and what may be played, read off its codes alone."""
    position, again = new_position(SIZE), new_position(SIZE)
    for record in records[:4]:
        begin(position, record)
        labelled = empty(len(record.moves), SIZE)
        for at, move in enumerate(map(int, record.moves)):
            write_point_codes(position, labelled.codes[at])
            labelled.komi[at] = 7.5 if position.data[0].to_play else -7.5
            labelled.passed[at] = position.data[0].passes > 0
            set_up(again, labelled, at)
            assert (coded(again) == labelled.codes[at]).all() and again.data[0].to_play == position.data[0].to_play
            assert again.data[0].komi == 7.5 and (again.data[0].passes > 0) == labelled.passed[at]
            follow(position, move)


class Sure:
    """A judge that is sure of a win."""

    def winning(self, labelled, at):
        return 1.0


def test_values_are_the_mean_of_both_judges_and_a_run_goes_on(tmp_path, monkeypatch):
    labelled = empty(2, SIZE)
    labelled.winning[:] = 0.5, 0.25
    assert mixed(labelled, Sure(), 0.6).winning == pytest.approx([0.8, 0.7])
    for number in range(2):
        write_labelled(file_of(tmp_path, number), labelled)
    asked = []
    monkeypatch.setattr(own_values, "OwnSearch", lambda *how: asked.append(how) or Sure())
    out = tmp_path / "out"
    command = ["learn", "values", str(tmp_path), "--simulations", "8", "--share", "1", "--out", str(out)]
    assert main(command) == 0 and asked == [(SIZE, 8, None, 1)]
    assert [read_labelled(file_of(out, number)).winning.tolist() for number in range(2)] == [[1.0, 1.0]] * 2
    file_of(out, 0).unlink()
    kept = file_of(out, 1).stat().st_mtime_ns
    assert main(command) == 0 and file_of(out, 0).exists() and file_of(out, 1).stat().st_mtime_ns == kept


def test_the_search_with_a_network_judges_a_position():
    """A won game and a lost one by Black, on a board that is all its own but for one eye."""
    size = 9
    labelled = empty(2, size)
    labelled.codes[:] = 4 | FORBIDDEN
    labelled.codes[:, ::2, ::2] = 0
    labelled.komi[:] = -7.5, -100.0
    judge = OwnSearch(size, 16)
    assert judge.winning(labelled, 0) > 0.9 and judge.winning(labelled, 1) < 0.1


def test_tables_tell_ranks_komi_results_and_programs(tmp_path):
    table = tmp_path / "games.tsv"
    lines = [f"{name}\t7\t{komi}\t0\tcn\t{result}\t20k\t3d\t-\tB\tccdd\t{source}" for name, komi, result, source in (
        ("a", "6.5", "W+R", "ogs"), ("b", "?", "?", "ogs:kataW"), ("c", "0", "B+2", "ogs:kataBW"))]
    table.write_text("\n".join(lines) + "\n")
    found = list(read_records([table], [7]))
    assert [(record.ranks, record.komi, record.result) for record in found] == [
        (("20k", "3d"), 6.5, "W+R"), (("20k", "?"), None, "?"), (("?", "?"), 0.0, "B+2")]
    (tmp_path / "one.sgf").write_text("(;SZ[7]KM[5.5]BR[4k]RE[B+R];B[cc];W[dd])")
    record, = read_records([tmp_path / "one.sgf"], [7])
    assert (record.ranks, record.komi, record.result) == (("4k", "?"), 5.5, "B+R")
