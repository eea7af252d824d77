"""Parameters of Go's playout and priors: what each means, its range and default, and presets of their values.

Importing this loads no kernel. The tables that go with the values are made when a record of parameters is: see tables.py.

STUDY: scripts/studies/parameters/parameters_9x9. Sources: [MoGo] Gelly and Silver 2011, section 3.6.
"""
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from gopy.base.parameters import MAX_PRIOR, Constructor, Draft, Parameter, number, truth, unknown_name

if TYPE_CHECKING:       # it takes a third of the time to the first answer
    import numpy as np


def _share(help: str) -> Parameter:
    """A parameter: the probability that a rule is followed when it has a candidate."""
    return number(0.0, 0.0, 1.0, help)


def _prior(help: str) -> Parameter:
    """A parameter: the size of a prior as equivalent experience, in simulations."""
    return number(0.0, 0.0, MAX_PRIOR, help)


class GoParams(NamedTuple):
    """Rules of Go's playouts, and prior experience of its moves. Only `go_draft` and `new_go_params` make this record."""

    heavy: Annotated[int, truth(False, "whether the rules of the playout are on; without them it plays uniformly")]
    atari: Annotated[float, _share("save or take the chains around the last move that are in atari")]
    counter_capture: Annotated[float, _share("save a chain by taking what gives atari, when running is possible too")]
    two_liberties: Annotated[float, _share("make certain captures, and defend against them, next to the last move")]
    nakade: Annotated[float, _share("play the key point of a small region next to the last move")]
    pattern: Annotated[float, _share("play a 3x3 pattern around the last move")]
    pattern_power: Annotated[float, number(0.0, 0.0, 4.0, "draw patterns by their learnt strength to this power; 0: those of the "
                                                          "diagrams, all alike")]
    pattern_least: Annotated[float, number(0.0, 0.0, 1000.0, "the least learnt strength of a pattern that is played")]
    capture: Annotated[float, _share("take any enemy chain in atari")]
    reject_suggested: Annotated[float, _share("reject a bad self-atari that a rule suggests")]
    reject_random: Annotated[float, _share("reject a bad self-atari that was picked at random")]
    random_least: Annotated[float, number(0.0, 0.0, 1000.0, "a random move of less learnt strength is played less often, in "
                                                            "proportion; 0: all alike")]
    length: Annotated[float, number(3.0, 0.1, 100.0, "longest playout, in board points")]
    prune_ladders: Annotated[int, truth(False, "whether running in a ladder that works gets no node")]
    prior_capture: Annotated[float, _prior("take a chain in atari, or save an own chain by playing its last liberty")]
    prior_capture_more: Annotated[float, _prior("the same with more than one stone at stake")]
    prior_two_liberties: Annotated[float, _prior("make a certain capture of a chain of two liberties, or defend against it")]
    prior_pattern: Annotated[float, _prior("play a 3x3 pattern")]
    prior_self_atari: Annotated[float, _prior("a loss for a bad self-atari")]
    prior_ladder: Annotated[float, _prior("a loss for running in a working ladder, a win for starting one")]
    prior_eye: Annotated[float, _prior("a loss for filling an own eye")]
    prior_near1: Annotated[float, _prior("play at distance 1 from the last move, along chains")]
    prior_near2: Annotated[float, _prior("play at distance 2")]
    prior_near3: Annotated[float, _prior("play at distance 3")]
    prior_line: Annotated[float, _prior("a loss on lines 1 and 2, a win on line 3, where no stone is near")]
    prior_ko: Annotated[float, _prior("retake a ko")]
    prior_move: Annotated[float, _prior("times the root of a move's learnt probability: a win")]
    table: "np.ndarray"           # uint64[2048], see patterns.py
    first_shape: "np.ndarray"     # the arrays of a MoveModel, see move_model.py
    near_shape: "np.ndarray"
    shape_table: "np.ndarray"
    strength: "np.ndarray"
    pattern_weights: "np.ndarray" # uint16[131072], see learnt_patterns.py; uint16[1] without pattern_power
    random_shares: "np.ndarray"   # uint8[65536], see learnt_patterns.py; uint8[1] without random_least
    work: "np.ndarray"            # one record of WORK, see work.py: the work areas of one thread


GO_PARAMETERS = Constructor(GoParams, "Rules of Go's playouts, and prior experience of its moves.")


#: Priors set by hand, with sizes like those of michi and Pachi.
_HANDCRAFTED = dict(
    heavy=1, atari=0.9, counter_capture=0.5, two_liberties=0.8, nakade=0.8, pattern=1.0,
    pattern_power=0.0, pattern_least=0.0, capture=0.0, reject_suggested=0.95, reject_random=0.95,
    random_least=0.0, length=3.0, prune_ladders=1, prior_capture=15, prior_capture_more=30, prior_two_liberties=8,
    prior_pattern=10, prior_self_atari=10, prior_ladder=10, prior_eye=10, prior_near1=24, prior_near2=22, prior_near3=8,
    prior_line=10, prior_ko=6, prior_move=0)

#: Learnt strengths say where to play; the priors of what is read out (captures, ladders, self-atari) are added to them.
#: With learnt shapes fewer points are filled in vain, and playouts judge better with more captures and fewer moves of rule NAKADE.
#: STUDY: scripts/studies/parameters/parameters_9x9 (against _HANDCRAFTED), scripts/studies/parameters/amaf_and_prior (prior_move),
#: scripts/studies/playouts/learnt_patterns (pattern_power, pattern_least, random_least, capture, nakade), and nakade beside it.
_DEFAULT = dict(_HANDCRAFTED, nakade=0.4, pattern_power=1.0, pattern_least=0.8, capture=0.2, random_least=0.37,
                prior_move=240, prior_pattern=0, prior_near1=0, prior_near2=0, prior_near3=0, prior_line=0)

#: MoGo's four rules and nothing else; its handcrafted prior favours the moves that the playout would play. Its first rule also takes the
#: chain that was just played, if that is in atari, which in the paper is for the third: `mogo_rule_1` of gopy.papers is to the letter.
_MOGO2007 = dict(
    _HANDCRAFTED, prune_ladders=0, atari=1.0, counter_capture=1.0, two_liberties=0.0, nakade=0.0, pattern=1.0,
    capture=1.0, reject_suggested=0.0, reject_random=0.0, prior_capture=50, prior_capture_more=50,
    prior_two_liberties=0, prior_pattern=50, prior_self_atari=50, prior_ladder=0, prior_eye=50, prior_near1=0,
    prior_near2=0, prior_near3=0, prior_line=0, prior_ko=0)

#: Nothing known: playouts are uniform, and no move has prior experience.
UNIFORM = {name: 0 for name in _HANDCRAFTED} | {"length": 3.0}

_PRESETS = {"default": _DEFAULT, "handcrafted": _HANDCRAFTED, "mogo2007": _MOGO2007, "uniform": UNIFORM}


def go_draft(size: int, preset: str = "default", move_model: str | None = None, **values: Any) -> Draft:
    """The Draft of the GoParams of a board size, with some values changed. ValueError for an unknown preset.

    preset      "default", "handcrafted" (no learnt priors), "mogo2007" (the paper's engine) or "uniform"
    move_model  path of a packed move model, None for gopy's own. ValueError, when the Draft is checked, if it cannot be read
    """
    if preset not in _PRESETS:
        raise unknown_name("preset", preset, _PRESETS)
    return Draft(GO_PARAMETERS, {**_PRESETS[preset], **values}, partial(_tables, size, move_model), partial(_check, size, move_model))


def new_go_params(size: int, preset: str = "default", **changes: Any) -> GoParams:
    """GoParams of a board size and preset, with some parameters changed. ValueError for an unknown name or a wrong value."""
    return go_draft(size, preset).make(**changes)


def _check(size: int, move_model: str | None, values: Mapping[str, Any]) -> None:
    if move_model is not None:
        from gopy.go.knowledge.move_model import read_model  # loads the compiler, but a user's file is read when it is named

        read_model(Path(move_model))


def _tables(size: int, move_model: str | None, values: Mapping[str, Any]) -> "dict[str, np.ndarray]":
    from gopy.go.knowledge.tables import go_tables  # loads the compiler, which reading and checking values does without

    return go_tables(size, move_model, values)
