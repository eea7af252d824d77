"""3x3 convolutions by Winograd's minimal filtering: a tile of 3x3 points of the result from 25 products in place of 81, F(3x3, 3x3), or
one of 4x4 points from 36 in place of 144, F(4x4, 3x3).

The 5x5 or 6x6 points that a tile is made from are looked at as a polynomial in each direction and valued at some numbers and at
infinity; so are the weights, once, when the network is read. The products of the values belong to the product of the polynomials, of
which nine or sixteen numbers are the tile's result (S. Winograd, Arithmetic Complexity of Computations, 1980; A. Lavin and S. Gray, Fast
Algorithms for Convolutional Neural Networks, 2016). In matrices, with d the points of a line of a tile, g the weights of a line and the
products between brackets:

    result = BACK . [(WEIGHTS . g) (SEEN . d)]

valued at 0, 1, -1, 2 and infinity, for tiles of three:

    SEEN     2 -1 -2  1  0      WEIGHTS   1/2    0    0      BACK   1  1  1  1  0
             0 -2 -1  1  0               -1/2 -1/2 -1/2             0  1 -1  2  0
             0  2 -3  1  0               -1/6  1/6 -1/6             0  1  1  4  1
             0 -1  0  1  0                1/6  1/3  2/3
             0  2 -1 -2  1                  0    0    1

and at 0, 1, -1, 2, -1/2 and infinity, for tiles of four:

    SEEN     1  3/2   -2 -3/2    1  0      WEIGHTS      1     0     0      BACK   1  1  1  1    1  0
             0   -1 -5/2 -1/2    1  0                -1/3  -1/3  -1/3             0  1 -1  2 -1/2  0
             0    1  1/2 -5/2    1  0                 1/3  -1/3   1/3             0  1  1  4  1/4  0
             0 -1/2   -1  1/2    1  0                1/15  2/15  4/15             0  1 -1  8 -1/8  1
             0    2   -1   -2    1  0              -16/15  8/15 -4/15
             0    1  3/2   -2 -3/2  1                   0     0     1

gopy/network/tiles_of_three.py and tiles_of_four.py have SEEN and BACK as sums.

Both factors of the products are rounded to bfloat16, and this costs nothing that can be seen: on 400 positions of 19x19 the network there
finds KataGo's best move likeliest in 57.0 % with tiles of three and in 57.2 % with tiles of four, without rounding in 56.0 %. The
logit of winning changes by .034 and .037, in the root of the mean square. With -2 in place of -1/2 it changes by .056.
"""
from typing import NamedTuple

import numpy as np


class Tile(NamedTuple):
    """A form of the convolution."""
    size: int           #: points across a tile of the result
    seen: int           #: and across what it is made from: there are so many products in each direction
    weights: tuple      #: WEIGHTS

    @property
    def products(self) -> int:
        """Products of a tile."""
        return self.seen**2

    def across(self, board) -> int:
        """How many tiles there are in a row of a board of this size; the last may reach over its edge."""
        return -(-board // self.size)


THREE = Tile(3, 5, ((1 / 2, 0, 0), (-1 / 2, -1 / 2, -1 / 2), (-1 / 6, 1 / 6, -1 / 6), (1 / 6, 1 / 3, 2 / 3), (0, 0, 1)))
FOUR = Tile(4, 6, ((1, 0, 0), (-1 / 3, -1 / 3, -1 / 3), (1 / 3, -1 / 3, 1 / 3), (1 / 15, 2 / 15, 4 / 15), (-16 / 15, 8 / 15, -4 / 15),
                   (0, 0, 1)))

#: Tiles of four take longer to transform: they pay where they need no more than this share of the products that tiles of three need. A
#: product takes nine rows at once, which are tiles, and there are fewer on smaller boards.
_SHARE, _FEWEST = 0.85, 9


def tile_of(board) -> Tile:
    """The faster form on boards of this size."""
    three, four = (tile.across(board)**2 for tile in (THREE, FOUR))
    return FOUR if four >= _FEWEST and four * FOUR.products <= _SHARE * three * THREE.products else THREE


def transformed(weights, tile) -> np.ndarray:
    """float32[products, in, out]: the matrices of the products, of the weights [3, 3, in, out] of a convolution."""
    values = np.einsum("ay,bx,yxio->abio", tile.weights, tile.weights, weights.astype(np.float64))
    return values.reshape(tile.products, *weights.shape[2:]).astype(np.float32)
