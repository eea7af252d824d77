"""Games of random moves, and models of moves learnt from them."""
import numpy as np

from gopy.go.board import Position
from gopy.go.geometry import BLACK, points
from gopy.go.knowledge.move_model import model_of
from gopy.lab.learn.harvest import harvest
from gopy.lab.learn.records import Record


def random_records(size, count, seed):
    """Games of legal moves, near each other so that shapes come again."""
    generator = np.random.default_rng(seed)
    for number in range(count):
        board, moves, colour = Position(size), [], BLACK
        for _ in range(generator.integers(10, 3 * size)):
            legal = [point for point in points(size) if board.illegality(colour, point) is None]
            if not legal:
                break
            move = int(legal[generator.integers(len(legal))])
            board.play(colour, move)
            moves.append(move)
            colour = 1 - colour
        yield Record(f"game {number}", size, [], BLACK, moves)


def small_model(size, seed=1):
    shapes = harvest(list(random_records(size, 60, seed)), 2)
    return shapes, model_of(shapes, np.ones(shapes.firsts()["end"]))
