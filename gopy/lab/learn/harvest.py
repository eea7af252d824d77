"""Find the shapes that recorded moves make often enough to be worth knowing."""
import numpy as np

from gopy.go.geometry import pass_move
from gopy.go.knowledge.move_model import Shapes, smallest_forms
from gopy.go.knowledge.shapes import RING_ENDS, RINGS
from gopy.lab.learn.decisions import Boards, begin, follow, shape_at, write_codes


class Harvest:
    """Collects the shapes of the moves that were played.

    fewest_ring, fewest_small    a shape is known if it was played so many times: with further rings or as a diamond, as a 3x3
                                 neighbourhood
    """

    def __init__(self, fewest_ring=10, fewest_small=5) -> None:
        self.fewest_ring, self.fewest_small = fewest_ring, fewest_small
        self.games = self.moves = 0
        self._rings, self._diamonds, self._answers, self._near = [], [], [], ([], [])
        self._boards = Boards()

    def add(self, record) -> None:
        """Add the moves of a Record."""
        size = record.size
        position, candidates = self._boards[size]
        begin(position, record)
        codes = np.zeros((len(record.moves), RINGS + 3), np.int64)
        cells, form = np.zeros(RING_ENDS[-1], np.uint8), np.zeros(RINGS + 3, np.int64)
        count, last = 0, pass_move(size)
        for move in record.moves:
            if move != pass_move(size):
                write_codes(position, candidates.work, move, cells, form, codes[count])
                count += 1
                away = abs(move - last)
                if last != pass_move(size) and away in (1, size + 1):
                    self._near[0].append(shape_at(position, move))
                elif last != pass_move(size) and away in (size, size + 2):
                    self._near[1].append(shape_at(position, move))
            last = move
            follow(position, move)
        self.games += 1
        self.moves += count
        # Rings have at most 24 bits; diamonds and answers have more and are kept apart. This is 48 bytes a move.
        self._rings.append(codes[:count, :RINGS + 1].astype(np.uint32))
        self._diamonds.append(codes[:count, -2].copy())
        self._answers.append(codes[:count, -1][codes[:count, -1] >= 0])

    def shapes(self) -> Shapes:
        """The shapes that were played often enough; a shape is known only if each smaller one inside it is."""
        codes = np.concatenate(self._rings)
        small, place = _frequent(codes[:, 0], self.fewest_small)
        parents, rings = [], []
        for ring in range(1, RINGS + 1):
            codes, place = codes[place >= 0], place[place >= 0]
            known, next_place = _frequent(place << 24 | codes[:, ring].astype(np.int64), self.fewest_ring)
            parents.append((known >> 24).astype(np.uint32))
            rings.append((known & 0xFFFFFF).astype(np.uint32))
            place = next_place
        diamonds, _ = _frequent(np.concatenate(self._diamonds), self.fewest_ring)
        answers, _ = _frequent(np.concatenate(self._answers), self.fewest_ring)
        near = tuple(_frequent(smallest_forms()[np.array(indices, np.int64)].astype(np.int64), self.fewest_small)[0]
                     .astype(np.uint16) for indices in self._near)
        return Shapes(small.astype(np.uint16), near, diamonds.astype(np.uint64), answers.astype(np.uint64), tuple(parents),
                      tuple(rings))


def harvest(records, fewest) -> Shapes:
    """The shapes that the moves of records make at least `fewest` times; 3x3 neighbourhoods are known from 5 times on."""
    collected = Harvest(fewest)
    for record in records:
        collected.add(record)
    return collected.shapes()


def _frequent(codes, fewest):
    """(sorted codes that are there at least `fewest` times, for each of `codes` its place among them or -1)"""
    found, inverse, counts = np.unique(codes, return_inverse=True, return_counts=True)
    kept = counts >= fewest
    place = np.where(kept, np.cumsum(kept) - 1, -1)
    return found[kept], place[inverse]
