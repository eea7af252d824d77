"""The form of the network: its inputs, its widths, and the names and shapes of its weights.

A board has N x N points, and a network of width C has B blocks. All convolutions see zeros outside the board.

    x = relu(conv5x5(planes) + globals . stem_global + stem_bias)
    in each block:  h = conv3x3(x) + bias1
                    h = h + regional(relu(h)) . region + pooled(relu(h)) . pool
                    x = relu(x + conv3x3(relu(h)) + bias2)
    ownership       o = tanh(x . owner + owner_bias) at each point, 1 for own and -1 for enemy
    policy          p = relu(x . policy + pooled(x) . policy_pool + policy_bias); the logit of a point is p . policy_out
                    the logit of the pass is relu(pooled(x) . pass + pass_bias) . pass_out + pass_out_bias
    value           v = relu([pooled(x), sum(o) / N, globals] . value + value_bias); v . value_out + value_out_bias are three numbers:
                    the logit of winning, the mean of the score and the logarithm of its deviation, in tens of points

pooled(u) holds the mean of each channel over the points of the board, then the largest of each; it is in every second block only, see
`pools`. regional(u) holds at each point the mean of each channel over its region, which is the chain of a stone, or the empty points that
are connected with an empty one. All is seen from the side to
move: "own" stones, a win, points won. A convolution is a correlation: out[y, x] is the sum of in[y + i - k, x + j - k] times
weights[i, j] over the (2 k + 1)^2 places of the window.
"""
#: The planes of the input, in their order: 1 at the points that are meant, 0 elsewhere.
PLANES = ("own stones with 1 liberty", "own stones with 2", "own stones with 3", "own stones with 4 or more",
          "enemy stones with 1 liberty", "enemy stones with 2", "enemy stones with 3", "enemy stones with 4 or more",
          "the point that a ko forbids", "the last move", "the move before it", "own stones that a ladder catches",
          "enemy stones that a ladder catches", "where an atari catches some of these", "every point")

#: The planes of stones.
OWN_STONES, ENEMY_STONES = slice(0, 4), slice(4, 8)

#: The planes of ladders (gopy/network/ladders.py says what they mean). A network without weights for them does not read ladders.
LADDER_PLANES = slice(11, 14)

#: The numbers of the input that belong to the whole board, in their order.
GLOBALS = ("1 for Black, 0 for White", "the last move was a pass", "the last two moves were passes",
           "komi that the side to move gets, in tens of points", "1 for territory rules, 0 for area rules", "(N - 13) / 6",
           "parity of komi (not used, 0)", "rank of the player to move, see `rank_input`; 0 if it is not known")

#: The widths that a network may have.
WIDTHS = (16, 32, 48, 64, 96)

#: The most blocks.
MOST_BLOCKS = 40

#: The smallest and the largest board.
SMALLEST_BOARD, LARGEST_BOARD = 7, 25

#: Points across the window of the first layer, and of the others.
STEM, WINDOW = 5, 3


def rank_input(number) -> float:
    """What tells a network the rank of the player to move, by gopy.go.rank.rank_number: 0.55 for 30k, 2.05 for 1d."""
    return 0.5 + number / 20


def hidden(channels) -> int:
    """P, the number of channels in the policy head, and half of those in the value head."""
    return 16 if channels <= 32 else 32


def pools(block, blocks) -> bool:
    """Whether a block has global pooling: every second one, and the only one of a network with one."""
    return block % 2 == 1 or blocks == 1


def shapes(blocks, channels) -> dict[str, tuple[int, ...]]:
    """The shape of each array of weights, by name, in the order of the file. Convolutions are [row, column, in, out]."""
    c, p, given = channels, hidden(channels), len(GLOBALS)
    found = {"stem": (STEM, STEM, len(PLANES), c), "stem_global": (given, c), "stem_bias": (c,)}
    for block in range(blocks):
        for number in (1, 2):
            found[f"block{block}_conv{number}"] = (WINDOW, WINDOW, c, c)
            found[f"block{block}_bias{number}"] = (c,)
        found[f"block{block}_region"] = (c, c)
        if pools(block, blocks):
            found[f"block{block}_pool"] = (2 * c, c)
    return found | {
        "owner": (c,), "owner_bias": (1,),
        "policy": (c, p), "policy_pool": (2 * c, p), "policy_bias": (p,), "policy_out": (p,),
        "pass": (2 * c, p), "pass_bias": (p,), "pass_out": (p,), "pass_out_bias": (1,),
        "value": (2 * c + 1 + given, 2 * p), "value_bias": (2 * p,), "value_out": (2 * p, 3), "value_out_bias": (3,)}
