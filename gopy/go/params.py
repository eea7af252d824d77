"""Parameters of Go's playout and priors, one NamedTuple of plain numbers (and the pattern table).

Probabilities are those of a rule firing when it has a candidate. Prior sizes are equivalent experience,
in simulations (STUDY: scripts/studies). Sources: [MoGo] Gelly and Silver 2011, section 3.6.
"""
from typing import NamedTuple

import numpy as np

from gopy.go.move_model import move_model
from gopy.go.patterns import playout_patterns


class GoParams(NamedTuple):
    """See `new_go_params`."""
    heavy: int                 # 0: uniform playouts, the rules below are off
    ko: float                  # retake a ko taken shortly before
    atari: float               # save or take the chains around the last move that are in atari
    counter_capture: float     # saving by taking what gives the atari, when running is possible too
    two_liberties: float       # certain captures, and defences against them, next to the last move
    nakade: float              # the key point of a small region next to the last move
    patterns: float            # a 3x3 pattern around the last move
    patterns_before: float     # a 3x3 pattern around the move before the last
    capture: float             # take any enemy chain in atari
    reject_suggested: float    # reject a bad self-atari that a rule suggests
    reject_random: float       # reject a bad self-atari picked at random
    length: float              # cap of a playout, in board points
    prune_ladders: int         # 1: running in a ladder that works gets no node
    prior_capture: float       # take a chain in atari, or save an own chain by playing its last liberty
    prior_capture_more: float  # the same with more than one stone at stake
    prior_two_liberties: float  # a certain capture of a chain of two liberties, or the defence
    prior_pattern: float
    prior_self_atari: float    # a loss
    prior_ladder: float        # a loss for running in a working ladder, a win for starting one
    prior_eye: float           # a loss for filling an own eye
    prior_near1: float         # distance 1, 2, 3 to the last move, along chains
    prior_near2: float
    prior_near3: float
    prior_line: float          # lines 1 and 2 a loss, line 3 a win, where no stone is near
    prior_ko: float            # retaking a ko
    prior_move: float          # times the root of a move's learnt probability: a win
    table: np.ndarray          # uint64[2048], see patterns.py
    shape_class: np.ndarray    # uint16[65536], see move_model.py
    shape_strength: np.ndarray  # float32[classes]
    plain_strength: np.ndarray  # float32[NUM_PLAIN]


#: Priors by hand, as michi's and Pachi's sizes.
_HANDCRAFTED = dict(
    heavy=1, ko=0.0, atari=0.9, counter_capture=0.5, two_liberties=0.8, nakade=0.8, patterns=1.0,
    patterns_before=0.0, capture=0.0, reject_suggested=0.95, reject_random=0.6, length=3.0, prune_ladders=1,
    prior_capture=15, prior_capture_more=30, prior_two_liberties=8, prior_pattern=10, prior_self_atari=10,
    prior_ladder=10, prior_eye=10, prior_near1=24, prior_near2=22, prior_near3=8, prior_line=10, prior_ko=6,
    prior_move=0)

#: Learnt strengths say where to play; what was read out (captures, ladders, self-atari) comes on top.
#: Against _HANDCRAFTED at 1500 simulations on 9x9: scripts/studies/parameters_9x9.
_DEFAULT = dict(_HANDCRAFTED, prior_move=120, prior_pattern=0, prior_near1=0, prior_near2=0, prior_near3=0,
                prior_line=0)

#: MoGo's four rules and nothing else; its handcrafted prior values what the playout would play.
_MOGO2007 = dict(
    _HANDCRAFTED, prune_ladders=0, atari=1.0, counter_capture=1.0, two_liberties=0.0, nakade=0.0, patterns=1.0,
    capture=1.0, reject_suggested=0.0, reject_random=0.0, prior_capture=50, prior_capture_more=50,
    prior_two_liberties=0, prior_pattern=50, prior_self_atari=50, prior_ladder=0, prior_eye=50, prior_near1=0,
    prior_near2=0, prior_near3=0, prior_line=0, prior_ko=0)

_UNIFORM = {name: 0 for name in _HANDCRAFTED} | {"length": 3.0}

_PRESETS = {"default": _DEFAULT, "handcrafted": _HANDCRAFTED, "mogo2007": _MOGO2007, "uniform": _UNIFORM}


def new_go_params(size, preset="default", **overrides):
    """GoParams for a board size: "default", "handcrafted" (no learnt priors), "mogo2007" (the paper's engine) or
    "uniform", with overrides.

    ValueError for an unknown preset or parameter.
    """
    if preset not in _PRESETS:
        raise ValueError(f"unknown preset {preset!r}; presets are {', '.join(_PRESETS)}")
    values = dict(_PRESETS[preset])
    unknown = set(overrides) - set(values)
    if unknown:
        raise ValueError(f"unknown parameter {sorted(unknown)[0]!r}")
    values.update(overrides)
    return GoParams(table=playout_patterns(), **move_model(size)._asdict(),
                    **{name: GoParams.__annotations__[name](value) for name, value in values.items()})
