"""The documented example of a new game: its rules against published counts and an oracle, and all that plays it."""
import json
import re

import numpy as np
import pytest
from places import ROOT

from gopy import game
from gopy.__main__ import main as gopy
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.players.game_player import new_player

FILE = ROOT / "docs" / "examples" / "connect_four.py"
PAGE = ROOT / "docs" / "new_game.md"

KIND = game_kind(str(FILE))


class Oracle:
    """The rules on a grid: columns of strings, walked cell by cell."""

    def __init__(self):
        self.columns, self.ply = [""] * 7, 0

    def moves(self):
        return [] if self.over() else [c for c in range(7) if len(self.columns[c]) < 6]

    def play(self, column):
        self.columns[column] += "XO"[self.ply % 2]
        self.ply += 1

    def at(self, column, row):
        return self.columns[column][row] if 0 <= column < 7 and 0 <= row < len(self.columns[column]) else "."

    def winner(self):
        for column in range(7):
            for row in range(6):
                for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    line = {self.at(column + i * across, row + i * up) for i in range(4)}
                    if line in ({"X"}, {"O"}):
                        return line.pop()
        return None

    def over(self):
        return self.winner() is not None or self.ply == 42


def legal(state):
    out = np.zeros(7, np.int16)
    return out[:game.legal_moves(state, out)].tolist()


def after(state, move):
    copy = game.clone_state(state)
    game.play(copy, move)
    return copy


@pytest.mark.slow
def test_known_counts_of_move_sequences_and_of_positions():
    """Sequences: 7^n as long as no column is full; positions: OEIS A212693."""
    paths = {(): (KIND.new_state(), 1)}        # position -> one state of it, and how many sequences lead there
    sequences, positions = [], []
    for _ in range(6):
        following = {}
        for state, count in paths.values():
            for move in [] if game.is_over(state) else legal(state):
                reached = after(state, move)
                key = reached.stones.tobytes()
                following[key] = reached, following.get(key, (None, 0))[1] + count
        paths = following
        sequences.append(sum(count for _, count in paths.values()))
        positions.append(len(paths))
    sequences.append(sum(count * len(legal(state)) for state, count in paths.values()))
    assert sequences == [7, 49, 343, 2401, 16807, 117649, 823536]
    assert positions == [7, 49, 238, 1120, 4263, 16422]


def test_random_games_as_the_oracle_plays_them():
    rng, ends = np.random.default_rng(1), set()
    for _ in range(200):
        state, oracle = KIND.new_state(), Oracle()
        while not oracle.over():
            assert not game.is_over(state) and legal(state) == oracle.moves()
            assert game.to_play(state) == oracle.ply % 2
            move = int(rng.choice(oracle.moves()))
            game.play(state, move)
            oracle.play(move)
        assert game.is_over(state)
        assert game.value(state) == {"X": 1.0, "O": 0.0, None: 0.5}[oracle.winner()]
        ends.add(oracle.winner())
        top_first = [[oracle.at(column, row) for column in range(7)] for row in reversed(range(6))]
        assert game.draw(state).splitlines()[:6] == [" ".join(row) for row in top_first]
    assert ends >= {"X", "O"}


def test_the_search_takes_a_win_and_stops_one():
    for moves, best in (("d a d b d c", 3), ("d a d b d", 3)):
        played = AnyGame(KIND)
        for text in moves.split():
            played.play(played.parse_move(played.to_play, text))
        player = new_player("gopy:sims=5000", KIND, seed=1)
        assert player.choose(played, played.to_play) == best


def test_it_is_played_by_its_file(tmp_path, capsys):
    assert gopy(["match", "--game", str(FILE), "gopy:sims=300", "gopy:policy=random", "--games", "4", "--out",
                 str(tmp_path)]) == 0
    records = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    assert [record["id"] for record in records] == [0, 1, 2, 3]
    assert sum(record["winner"] == "a" for record in records) >= 3
    assert re.fullmatch("[a-g]( [a-g])*", records[0]["played"])


def test_the_page_shows_the_file():
    """Every piece of code in docs/new_game.md stands in the file, which is short."""
    source = FILE.read_text(encoding="utf-8")
    pieces = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert len(pieces) >= 3 and all(piece.strip() in source for piece in pieces)
    assert len(source.splitlines()) < 150 and len(PAGE.read_text(encoding="utf-8").splitlines()) < 150


@pytest.mark.parametrize("text, message", [
    ("", "registers no games; one is needed"),
    ("1/0", "cannot be loaded: ZeroDivisionError: division by zero"),
], ids=["no game", "no code"])
def test_a_file_that_is_no_game(tmp_path, text, message):
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(ValueError, match=re.escape(message)):
        game_kind(str(file))
    with pytest.raises(ValueError, match="no file .*other.py"):
        game_kind(str(tmp_path / "other.py:size=7"))
