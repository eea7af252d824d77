"""The network slowly, from its description: an oracle that shares no code with gopy's compiled evaluation.

A board is a dict from (row, column) to "b" or "w" as in naive.py. Everything is worked out in float64 with plain sums.
"""
import re
from fractions import Fraction

import numpy as np
from oracles.naive import OTHER, Naive
from oracles.naive_ladder import Ladders


def planes(size, board, own, ko=None, last=None, before=None):
    """float64[size, size, 15]: the input planes for the player `own`, "b" or "w"; the other points are (row, column) or None."""
    game, found = Naive(size), np.zeros((size, size, 15))
    for (row, column), colour in board.items():
        chain, _ = game.region(board, (row, column))
        liberties = {near for stone in chain for near in game.neighbours(stone) if near not in board}
        first = 0 if colour == own else 4
        found[row, column, first + min(len(liberties), 4) - 1] = 1
    for plane, point in ((8, ko), (9, last), (10, before)):
        if point is not None:
            found[point][plane] = 1
    ladders = Ladders(size)
    for chain in {frozenset(ladders.chain(board, stone)) for stone in board}:
        colour = board[min(chain)]
        caught, attacks = caught_by(ladders, board, min(chain))
        for stone in chain if caught else ():
            found[stone][11 if colour == own else 12] = 1
        for attack in attacks if colour != own else ():
            found[attack][13] = 1
    found[:, :, 14] = 1
    return found


def caught_by(ladders, board, stone):
    """(whether a ladder catches the chain of a stone, the points where an atari does it)."""
    chain = ladders.chain(board, stone)
    liberties = ladders.liberties(board, chain)
    if len(liberties) == 1:
        return not ladders.attacker_in_atari(board, chain) and ladders.run_fails(board, stone), []
    attacks = [point for point in liberties if ladders.attack_captures(board, stone, point)] if len(liberties) == 2 else []
    return bool(attacks), attacks


def global_inputs(size, own, passes=0, komi=0.0, territory=False):
    """float64[8]: the inputs that belong to the whole board. komi is what White gets."""
    assert own in OTHER
    return np.array([own == "b", passes >= 1, passes >= 2, (-komi if own == "b" else komi) / 10, territory, (size - 13) / 6, 0, 0], float)


def convolution(image, weights):
    """float64[N, N, out]: the correlation of image, [N, N, in], with weights, [k, k, in, out], with zeros outside the image."""
    size, window = image.shape[0], weights.shape[0]
    reach = window // 2
    out = np.zeros((size, size, weights.shape[3]))
    for row in range(size):
        for column in range(size):
            for down in range(window):
                for across in range(window):
                    y, x = row + down - reach, column + across - reach
                    if 0 <= y < size and 0 <= x < size:
                        out[row, column] += image[y, x] @ weights[down, across]
    return out


def matrices(docstring, tile):
    """(SEEN, WEIGHTS, BACK) for tiles of 3 or 4, float64, as the docstring of gopy/network/winograd.py shows them."""
    block = [part for part in docstring.split("\n\n") if part.lstrip().startswith("SEEN")][tile - 3]
    found = {}
    for line in block.splitlines():
        # The three stand side by side: a name stands before the first row of each, and the rows are split where the columns end.
        for name, row in zip(("SEEN", "WEIGHTS", "BACK"), re.split(r" {6,}", re.sub("SEEN|WEIGHTS|BACK", "      ", line).strip())):
            found.setdefault(name, []).append([float(Fraction(number)) for number in row.split()])
    return tuple(np.array(found[name]) for name in ("SEEN", "WEIGHTS", "BACK"))


def bfloat16(array):
    """Each number rounded to eight significant bits, a tie to the even one."""
    mantissa, exponent = np.frexp(np.asarray(array, np.float32).astype(np.float64))
    return np.ldexp(np.round(mantissa * 256) / 256, exponent)


def rounded_convolution(image, weights, seen, values, back):
    """`convolution` for windows of 3, by tiles whose products have rounded factors."""
    size, (tile, window) = image.shape[0], back.shape
    tiles = -(-size // tile)
    reached = np.zeros((tile * tiles + 2, tile * tiles + 2, image.shape[2]))
    reached[1:size + 1, 1:size + 1] = image
    of_weights = bfloat16(np.einsum("ay,bx,yxio->abio", values, values, weights))
    out = np.zeros((tile * tiles, tile * tiles, weights.shape[3]))
    for row in range(0, tile * tiles, tile):
        for column in range(0, tile * tiles, tile):
            part = reached[row:row + window, column:column + window]
            products = np.einsum("abi,abio->abo", bfloat16(np.einsum("ay,bx,yxi->abi", seen, seen, part)), of_weights)
            out[row:row + tile, column:column + tile] = np.einsum("pa,qb,abo->pqo", back, back, products)
    return out[:size, :size]


def rounded_product(row, matrix):
    """row @ matrix with both factors rounded."""
    return bfloat16(row) @ bfloat16(matrix)


def relu(x):
    return np.maximum(x, 0)


def pooled(image):
    """float64[2 C]: the mean of each channel over the board, then the largest of each."""
    return np.concatenate([image.mean(axis=(0, 1)), image.max(axis=(0, 1))])


def regions(image):
    """Sets of points (row, column) that are connected and hold the same: own stones, enemy stones or none, by the input planes."""
    size = image.shape[0]
    colours = {(row, column): "b" if image[row, column, :4].any() else "w" if image[row, column, 4:8].any() else None
               for row in range(size) for column in range(size)}
    game, left, found = Naive(size), set(colours), []
    while left:
        region, edge = set(), {min(left)}
        while edge:
            region |= edge
            edge = {near for point in edge for near in game.neighbours(point) if colours[near] == colours[point]} - region
        found.append(region)
        left -= region
    return found


def evaluate(weights, blocks, image, given, convolve=convolution, multiply=np.matmul):
    """{"policy": logits [N, N], "pass": logit, "ownership": [N, N], "value": three numbers} of a network.

    weights    arrays by name
    image      the input planes, [N, N, 12]
    given      the global inputs, [8]
    convolve   how the 3x3 layers are made: `convolution` or one that rounds
    multiply   how what regions share is multiplied, likewise
    """
    w = {name: np.asarray(array, np.float64) for name, array in weights.items()}
    size = image.shape[0]
    x = relu(convolution(image, w["stem"]) + given @ w["stem_global"] + w["stem_bias"])
    for block in range(blocks):
        h = convolve(x, w[f"block{block}_conv1"]) + w[f"block{block}_bias1"]
        seen = relu(h)
        for region in regions(image):
            mean = sum(seen[point] for point in region) / len(region)
            for point in region:
                h[point] += multiply(mean, w[f"block{block}_region"])
        if block % 2 == 1 or blocks == 1:
            h = h + pooled(seen) @ w[f"block{block}_pool"]
        y = convolve(relu(h), w[f"block{block}_conv2"]) + w[f"block{block}_bias2"]
        x = relu(x + y)
    pool = pooled(x)
    ownership = np.tanh(x @ w["owner"] + w["owner_bias"])
    policy = relu(x @ w["policy"] + pool @ w["policy_pool"] + w["policy_bias"]) @ w["policy_out"]
    passing = relu(pool @ w["pass"] + w["pass_bias"]) @ w["pass_out"] + w["pass_out_bias"]
    seen = np.concatenate([pool, [ownership.sum() / size], given])
    value = relu(seen @ w["value"] + w["value_bias"]) @ w["value_out"] + w["value_out_bias"]
    return {"policy": policy, "pass": passing[0], "ownership": ownership, "value": value}
