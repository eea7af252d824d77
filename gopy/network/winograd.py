"""3x3 convolutions by Winograd's minimal filtering, F(3x3, 3x3): nine points of the result from 25 products in place of 81.

A tile of 5x5 points is looked at as a polynomial in each direction and valued at 0, 1, -1, 2 and infinity; so are the weights, once,
when the network is read. The products of the values belong to the product of the polynomials, of which nine numbers are the
tile's result (S. Winograd, Arithmetic Complexity of Computations, 1980; A. Lavin and S. Gray, Fast Algorithms for Convolutional
Neural Networks, 2016). In matrices, with d the points of a line of a tile, g the weights of a line and the products between brackets:

    result = BACK . [(WEIGHTS . g) (SEEN . d)]

    SEEN     2 -1 -2  1  0      WEIGHTS   1/2    0    0      BACK   1  1  1  1  0
             0 -2 -1  1  0               -1/2 -1/2 -1/2             0  1 -1  2  0
             0  2 -3  1  0               -1/6  1/6 -1/6             0  1  1  4  1
             0 -1  0  1  0                1/6  1/3  2/3
             0  2 -1 -2  1                  0    0    1

gopy/network/convolution.py has SEEN and BACK as sums.
"""
import numpy as np

#: Points across a tile of the result and across what it is made from, and the number of products of each.
TILE, SEEN, PRODUCTS = 3, 5, 25

_WEIGHTS = np.array([[1 / 2, 0, 0], [-1 / 2, -1 / 2, -1 / 2], [-1 / 6, 1 / 6, -1 / 6], [1 / 6, 1 / 3, 2 / 3], [0, 0, 1]])


def transformed(weights) -> np.ndarray:
    """float32[25, in, out]: the matrices of the products, of the weights [3, 3, in, out] of a convolution."""
    values = np.einsum("ay,bx,yxio->abio", _WEIGHTS, _WEIGHTS, weights.astype(np.float64))
    return values.reshape(PRODUCTS, *weights.shape[2:]).astype(np.float32)
