"""Which positions are judged for learning: of games, each followed by moves that a search would look at. Nothing is kept but moves."""
from typing import NamedTuple

import numpy as np

import gopy.go.contract  # noqa: F401  (`play` for Go)
from gopy.compiled.bits import ONE
from gopy.compiled.jit import kernel
from gopy.go.bitboard.construct import new_position
from gopy.go.bitboard.layout import NO_POINT, size_of
from gopy.go.bitboard.position import has_stone, is_legal
from gopy.go.geometry import BLACK, WHITE, pass_move
from gopy.go.knowledge.move_model import model_of, model_path, unpack
from gopy.lab.learn.decisions import begin, follow, new_candidates
from gopy.lab.learn.network.labelled import BEFORE, FORBIDDEN, KO, LAST
from gopy.lab.learn.probabilities import weigh_candidates
from gopy.lab.learn.records import Record

#: How likely it is that a position is followed by 0, 1, 2, ... further moves.
_FURTHER = (0.4, 0.2, 0.15, 0.15, 0.1)

#: How likely a further move is any legal one, and how much it is drawn towards the likely ones otherwise (a power of probabilities).
_ANY_MOVE, _POWER = 0.08, 0.8

#: How often komi is 7.5; else it is anything from 0.5 to 14.5.
_USUAL_KOMI = 0.5

#: So many positions are nodes of one search: a search takes longer than the judgement of many nodes.
_OF_ONE_SEARCH = 8


class Chosen(NamedTuple):
    """A position to be judged."""
    moves: list[int]        #: from the empty board, Black first
    komi: float
    held_out: bool          #: whether nothing is learnt from its game


class ModelMoves:
    """Moves of gopy's model of moves, drawn by their probabilities."""

    def __init__(self, size) -> None:
        shapes, logarithms, _, _ = unpack(model_path(size))
        self.position = new_position(size)
        self._model, self._weights = model_of(shapes, np.ones(len(logarithms))), logarithms.astype(np.float32)
        self._candidates = new_candidates(size)

    def draw(self, rng, power=1.0, any_move=0.0) -> int:
        """A move in `position`. No own eye is filled; with the probability `any_move` all others are equally likely, but no pass."""
        n = int(weigh_candidates(self.position, self._model, self._candidates, self._weights))
        chances = self._candidates.chance[:n] ** power
        if n > 1 and rng.random() < any_move:
            chances = np.append(np.ones(n - 1), 0.0)
        return int(self._candidates.points[rng.choice(n, p=chances / chances.sum())])

    def game(self, name, rng) -> Record:
        """A game that the model plays against itself."""
        size = int(self.position.tables[0].board_size)
        record = Record(name, size, [], BLACK, [])
        begin(self.position, record)
        power = rng.choice((0.7, 1.0, 1.3))     # calm games and wild ones
        while len(record.moves) < size * size and record.moves[-2:] != [pass_move(size)] * 2:
            move = self.draw(rng, power, 0.03)
            record.moves.append(move)
            follow(self.position, move)
        return record


class Choice:
    """Positions of games by number: the same number is always the same position.

    records   Records of one board size, without set-up stones, Black first
    seed      of the random numbers
    searched  the SearchedNodes that are met from a part of the positions, None for no such search
    share     that part
    """

    def __init__(self, size, records, seed, searched=None, share=0.0) -> None:
        self.size, self._seed, self._searched, self._share = size, seed, searched, share
        self._records = sorted((record for record in records if len(record.moves)), key=lambda record: record.order())
        self._model = ModelMoves(size)
        self._group, self._found = -1, None     # what the last search was of, and its tree

    def __getitem__(self, number) -> Chosen:
        """A position of a game and what may follow it, or one of the _OF_ONE_SEARCH nodes that numbers in a row have of one search."""
        group = number // _OF_ONE_SEARCH
        if self._share and np.random.default_rng((self._seed, group, 1)).random() < self._share:
            return self._node(group, np.random.default_rng((self._seed, number, 2)))
        return self._of_game(number)

    def _node(self, group, rng):
        """A node of the search of a position, which is kept until that of another is asked for."""
        base = self._of_game(group)
        if group != self._group:
            self._group, self._found = group, self._searched.tree(base.moves, base.komi, np.random.default_rng((self._seed, group, 3)))
        return base._replace(moves=self._until_over([*base.moves, *self._found.draw(rng)]))

    def _of_game(self, number):
        """A game is taken again when all others have been; which of its positions it is, and what follows it, is drawn."""
        record = self._records[number % len(self._records)]
        rng = np.random.default_rng((self._seed, number))
        moves = list(map(int, record.moves[:rng.integers(0, len(record.moves) + 1)]))
        further = rng.choice(len(_FURTHER), p=_FURTHER)
        if further:
            position = self._model.position
            begin(position, record)
            for move in moves:
                follow(position, move)
            for _ in range(further):
                moves.append(self._model.draw(rng, _POWER, _ANY_MOVE))
                follow(position, moves[-1])
        komi = 7.5 if rng.random() < _USUAL_KOMI else rng.integers(0, 15) + 0.5
        return Chosen(self._until_over(moves), float(komi), record.is_held_out)

    def _until_over(self, moves):
        """Moves, without the passes that end the game: after them there is nothing to judge."""
        while moves[-2:] == [pass_move(self.size)] * 2:
            moves.pop()
        return moves


@kernel
def write_point_codes(position, codes):
    """Write what is on each point (uint8[N, N], as labelled.Labelled.codes) for the side to move."""
    data = position.data[0]
    stride = size_of(position) + ONE
    for row in range(size_of(position)):
        for column in range(size_of(position)):
            point = row * stride + column
            code = 0
            if has_stone(position, np.uint64(BLACK), point) or has_stone(position, np.uint64(WHITE), point):
                code = min(np.int64(data.liberty_count[data.chain[point]]), 4)
                if not has_stone(position, data.to_play, point):
                    code += 4
                code |= FORBIDDEN
            elif not is_legal(position, point, data.to_play):
                code |= FORBIDDEN
            if data.ko_point != NO_POINT and data.ko_point == point:
                code |= KO
            if data.last == point:
                code |= LAST
            if data.last2 == point:
                code |= BEFORE
            codes[row, column] = code
