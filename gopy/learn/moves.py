"""Fit the strengths of move features to recorded games: `python -m gopy.learn.moves RECORDS.tsv.xz ... --out FILE`.

The probability of a move is its strength over the sum of the strengths of all legal moves; the fit maximises
the likelihood of the moves played (generalised Bradley-Terry as multinomial logit, by L-BFGS, with a small ridge).
A tenth of the games is not used for the fit, but for the figures at the head of the file. Needs scipy.

A record is a line of tab-separated fields: id, size, komi, handicap, rules, result, ranks of Black and White,
set-up stones, first colour, moves (two letters each, aa the upper left, .. a pass).
"""
import argparse
import lzma
from collections.abc import Iterator

import numpy as np

import gopy.go.contract  # noqa: F401  (`play` for Go)
from gopy.inputs.files import write_whole
from gopy.game import play
from gopy.go.bitboard.construct import new_position
from gopy.go.knowledge.features import (FIRST_DISTANCE, FIRST_LINE, FIRST_PASS, FIRST_TACTIC, NUM_PLAIN, PLAIN_NAMES,
                                        distance_feature, line_feature, pass_feature, shape_index, tactic_feature)
from gopy.go.geometry import pass_move
from gopy.go.bitboard.layout import point_count
from gopy.go.knowledge.move_model import shape_classes, smallest_forms
from gopy.go.bitboard.position import is_eye, is_legal
from gopy.go.knowledge.prior import fill_distances, fill_near_stones
from gopy.compiled.jit import kernel

#: A shape seen less often among the candidates shares the strength of the rare ones.
FEWEST_SEEN = 200
#: Weight of the ridge, which is the sum of the squared log-strengths.
RIDGE = 2.0


#: Index that stands for the shape of a pass, and index of a feature that a move does not have.
NO_SHAPE, NO_FEATURE = 1 << 16, -1


@kernel
def list_candidates(position, points, shapes, plain):
    """Write points[i], shapes[i] (an index) and plain[3 * i ...] (three indices of plain strengths) for each candidate, the
    pass last; returns the number of candidates."""
    data = position.data[0]
    data.distance[:] = 0
    if data.last < point_count(position):
        fill_distances(position, data.last)
    fill_near_stones(position)
    n = 0
    for i in range(data.empty_count):
        point = np.uint64(data.empties[i])
        if is_legal(position, point, data.to_play) and not is_eye(position, point, data.to_play):
            points[n] = point
            shapes[n] = shape_index(position, point, data.to_play)
            plain[3 * n] = FIRST_DISTANCE + distance_feature(position, point)
            plain[3 * n + 1] = FIRST_TACTIC + tactic_feature(position, point, data.to_play)
            plain[3 * n + 2] = FIRST_LINE + line_feature(position, point)
            n += 1
    points[n] = point_count(position)
    shapes[n] = NO_SHAPE
    plain[3 * n] = FIRST_PASS + pass_feature(position)
    plain[3 * n + 1] = plain[3 * n + 2] = NO_FEATURE
    return n + 1


@kernel
def follow(position, move):
    """Play a move of a record."""
    play(position, move)


def recorded_games(paths, size) -> Iterator[list[int]]:
    """Yield the moves of each even game of `size` as numbers; two passes are added to a game that ended by counting."""
    for path in paths:
        for line in lzma.open(path, "rt"):
            fields = line.rstrip("\n").split("\t")
            if line.startswith("#") or fields[1] != str(size) or fields[8] != "-" or fields[9] != "B":
                continue
            letters = [fields[10][i:i + 2] for i in range(0, len(fields[10]), 2)]
            moves = [pass_move(size) if text == ".." else
                     (size - 1 - (ord(text[1]) - ord("a"))) * (size + 1) + ord(text[0]) - ord("a") for text in letters]
            yield moves + [pass_move(size)] * 2 * fields[5][2:3].isdigit()


class Decisions:
    """Candidates of many decisions: flat arrays over candidates, and where each decision begins."""

    def __init__(self) -> None:
        self.shapes, self.plain, self.starts, self.chosen = [], [], [0], []

    def add_game(self, moves, size) -> None:
        """Add every decision of a game in which one of the candidates was chosen."""
        position = new_position(size)
        points, shapes = np.zeros(size * (size + 1) + 1, np.int64), np.zeros(size * (size + 1) + 1, np.int64)
        plain = np.zeros(3 * len(points), np.int64)
        for move in moves:
            n = list_candidates(position, points, shapes, plain)
            where = np.flatnonzero(points[:n] == move)
            if len(where):
                self.chosen.append(self.starts[-1] + int(where[0]))
                self.starts.append(self.starts[-1] + n)
                self.shapes.append(shapes[:n].astype(np.int32))
                self.plain.append(plain[:3 * n].reshape(n, 3).astype(np.int32))
            follow(position, move)

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(shapes int32[c], plain int32[c, 3], starts int64[d + 1], chosen int64[d]) of c candidates and d decisions."""
        return (np.concatenate(self.shapes), np.concatenate(self.plain), np.array(self.starts), np.array(self.chosen))


def log_likelihood(weights, features, starts, chosen) -> tuple[float, np.ndarray, np.ndarray]:
    """Mean log-probability of the chosen candidates, its gradient, and whether each was the likeliest.

    features: int[c, k], indices of weights or NO_FEATURE.
    """
    strength = np.append(weights, 0.0)[features].sum(axis=1)
    top = np.maximum.reduceat(strength, starts[:-1])
    lengths = np.diff(starts)
    share = np.exp(strength - np.repeat(top, lengths))
    total = np.add.reduceat(share, starts[:-1])
    share /= np.repeat(total, lengths)
    value = np.log(np.maximum(share[chosen], 1e-30)).mean()
    share[chosen] -= 1.0
    sums = np.bincount(features.ravel() + 1, np.repeat(share, features.shape[1]), len(weights) + 1)
    gradient = -sums[1:] / len(chosen)
    return value, gradient, strength[chosen] >= top


def fit(features, starts, chosen, count) -> np.ndarray:
    """The fitted log-strengths, float64[count]."""
    from scipy.optimize import minimize

    def cost(weights):
        value, gradient, _ = log_likelihood(weights, features, starts, chosen)
        ridge = RIDGE / len(chosen)
        return -value + ridge * weights @ weights, -gradient + 2 * ridge * weights
    return minimize(cost, np.zeros(count), jac=True, method="L-BFGS-B", options={"maxiter": 150}).x


def main(arguments=None) -> None:
    """Run the command line: fit, print the figures and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=3000)
    options = parser.parse_args(arguments)

    sets = Decisions(), Decisions()     # to learn from, held out
    for number, moves in enumerate(recorded_games(options.records, options.size)):
        if number == options.games:
            break
        sets[number % 10 == 9].add_game(moves, options.size)
    learning, held_out = (decisions.arrays() for decisions in sets)
    shapes = learning[0][learning[0] != NO_SHAPE]
    seen = np.bincount(smallest_forms()[shapes], minlength=1 << 16)
    codes = np.flatnonzero(seen >= FEWEST_SEEN)
    feature_of_shape = np.append(NUM_PLAIN + shape_classes(codes).astype(np.int32), np.int32(NO_FEATURE))

    def features(arrays):
        return np.column_stack([feature_of_shape[arrays[0]], arrays[1]])
    weights = fit(features(learning), learning[2], learning[3], NUM_PLAIN + 1 + len(codes))
    value, _, likeliest = log_likelihood(weights, features(held_out), held_out[2], held_out[3])
    strengths = np.exp(weights)
    head = [f"; Strengths of move features learnt from {len(sets[0].chosen)} moves of {options.size}x{options.size} "
            "games.",
            f"; On {len(sets[1].chosen)} moves held out: {100 * likeliest.mean():.1f} % predicted, mean "
            f"log-probability {value:.3f}.",
            "; Made by python -m gopy.learn.moves; format: gopy/go/knowledge/move_model.py",
            f"feature {strengths[NUM_PLAIN]:.4g} rare"]
    lines = [f"feature {strengths[i]:.4g} {name}" for i, name in enumerate(PLAIN_NAMES)]
    shapes = [f"shape {strengths[NUM_PLAIN + 1 + i]:.4g} {code:04x}" for i, code in enumerate(codes)]
    write_whole(options.out, "\n".join(head + lines + shapes) + "\n")
    print("\n".join(head + lines))


if __name__ == "__main__":
    main()
