"""Awari: sow seeds round 2x6 pits, capture twos and threes from the other row; more captured seeds win.

Pits 0-5 are player 0's and 6-11 player 1's, in the direction of sowing. The rules are those of the game description
behind Kowalski et al., "Proof Number Based Monte-Carlo Tree Search" (2024), with four seeds in each pit:
- A move takes all seeds of an own pit and drops them one by one in the pits that follow, passing over its own.
- If the last seed makes two or three in a pit of the other row, these are captured, and so on backwards, pit by pit,
  as long as there are two or three in a pit of that row.
- No move may leave the other row empty, neither because it feeds nobody (starvation) nor because it captures all seeds
  (grand slam). A player who has no other move passes. Two passes in a row end the game with a draw.
- The game ends when no pit has more than one seed. The seeds left on the board count for nobody.
- There is no rule about repetition: a game of 2500 plies is a draw, the limit of the system that the paper used.
Passing, the draw by passes and the limit of plies are not in the description: they are what that system does when a
description is silent.

A row is a word with one byte for each pit, so that sowing is two additions from a table.
"""
from typing import NamedTuple

import numpy as np

from gopy import game
from gopy.compiled.bits import ONE, ZERO, lowest_bit, popcount
from gopy.compiled.jit import kernel
from gopy.compiled.rng import next_below
from gopy.game import append_move
from gopy.games.catalogue import register_game

PITS = 6        #: pits of each player
SEEDS = 48
PASS = 12
NUM_MOVES = 13
MAX_PLIES = 2500

# slots of `info`
PLY = 0
PASSES = 1      #: passes in a row
CAPTURED = 2    #: seeds of player 0, then of player 1

_3 = np.uint64(3)
_48 = np.uint64(SEEDS)
_255 = np.uint64(255)
_ONES = np.uint64(0x0101_0101_0101)
_MORE_THAN_ONE = np.uint64(0xFEFE_FEFE_FEFE)
_HIGH = np.uint64(0x8080_8080_8080)


class Awari(NamedTuple):
    """A position; player 0 moves first."""

    rows: np.ndarray    #: uint64[2], seeds in the pits of each player, one byte for each pit
    info: np.ndarray    #: int64[4], the slots PLY, PASSES and CAPTURED (two)


def _sown():
    """(uint64[6*48], uint64[6*48], int64[6*48]), by pit and number of seeds (1 to 48): what sowing them from the pit adds
    to the own row and to the other row, and the pit of the last seed, counted from the first pit of the own row."""
    own, other = np.zeros((PITS, SEEDS), np.uint64), np.zeros((PITS, SEEDS), np.uint64)
    last = np.zeros((PITS, SEEDS), np.int64)
    for pit in range(PITS):
        place = pit
        for seed in range(SEEDS):
            place = (place + 1) % 12
            if place == pit:
                place = (place + 1) % 12
            before = max(seed - 1, 0)
            own[pit, seed], other[pit, seed] = own[pit, before], other[pit, before]
            row = own if place < PITS else other
            row[pit, seed] += ONE << np.uint64(8 * (place % PITS))
            last[pit, seed] = place
    return own.reshape(-1), other.reshape(-1), last.reshape(-1)


_OWN, _OTHER, _LAST = _sown()


@kernel(entry=False, inline=True)
def _occupied(row):
    """The pits of a row that are not empty, in the highest bit of their bytes."""
    return (row + (_HIGH - _ONES)) & _HIGH


@kernel(entry=False, inline=True)
def _sow(own, other, pit):
    """The rows of the mover and of the other player after sowing from a pit that is not empty, and capturing."""
    shift = pit << _3
    seeds = (own >> shift) & _255
    entry = pit * _48 + seeds - ONE
    own = (own & ~(_255 << shift)) + _OWN[entry]
    other += _OTHER[entry]
    last = _LAST[entry] - 6
    while last >= 0:
        here = np.uint64(last) << _3
        seeds = (other >> here) & _255
        if seeds & ~ONE != np.uint64(2):
            break
        other &= ~(_255 << here)
        last -= 1
    return own, other


@kernel(entry=False, inline=True)
def _seeds(row):
    """How many seeds there are in a row."""
    return np.int64((row * _ONES >> np.uint64(40)) & _255)


@kernel(entry=False, inline=True)
def _make(state, player, own, other):
    """Complete a move of `player` that leads to these rows: captured seeds, rows, ply."""
    rows, info = state.rows, state.info
    info[CAPTURED + player] += _seeds(rows[0]) + _seeds(rows[1]) - _seeds(own) - _seeds(other)
    rows[player] = own
    rows[1 - player] = other
    info[PLY] += 1
    info[PASSES] = 0


@kernel(entry=False, inline=True)
def _pass(state):
    state.info[PLY] += 1
    state.info[PASSES] += 1


@kernel(entry=False, inline=True)
def _settled(state):
    """Whether no pit has more than one seed."""
    return (state.rows[0] | state.rows[1]) & _MORE_THAN_ONE == ZERO


# ---- the contract -------------------------------------------------------------------------------

def new_awari() -> Awari:
    """The start position: four seeds in every pit."""
    return Awari(np.full(2, ONE * np.uint64(0x0404_0404_0404)), np.zeros(4, np.int64))


register_game("awari", new_awari)


@game.num_moves.register(Awari)
@kernel
def num_moves(state):
    return NUM_MOVES


@game.pass_move.register(Awari)
@kernel
def pass_move(state):
    return PASS


@game.to_play.register(Awari)
@kernel
def to_play(state):
    return state.info[PLY] & 1


@game.copy_state.register(Awari)
@kernel
def copy_state(dst, src):
    for i in range(2):
        dst.rows[i] = src.rows[i]
    for i in range(4):
        dst.info[i] = src.info[i]


@game.legal_moves.register(Awari)
@kernel
def legal_moves(state, out):
    player = state.info[PLY] & 1
    own, other = state.rows[player], state.rows[1 - player]
    pits = _occupied(own)
    n = 0
    while pits != ZERO:
        pit = lowest_bit(pits) >> _3
        pits &= pits - ONE
        _, left = _sow(own, other, pit)
        if left != ZERO:
            out[n] = np.int64(pit) + PITS * player
            n += 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


@game.play.register(Awari)
@kernel
def play(state, move):
    if move == PASS:
        _pass(state)
    else:
        player = state.info[PLY] & 1
        own, other = _sow(state.rows[player], state.rows[1 - player], np.uint64(move - PITS * player))
        _make(state, player, own, other)


@game.is_over.register(Awari)
@kernel
def is_over(state):
    return _settled(state) or state.info[PASSES] == 2 or state.info[PLY] >= MAX_PLIES


@game.value.register(Awari)
@kernel
def value(state):
    difference = state.info[CAPTURED] - state.info[CAPTURED + 1]
    if difference == 0 or not _settled(state):
        return 0.5
    return 1.0 if difference > 0 else 0.0


@game.run_playout.register(Awari)
@kernel
def run_playout(state, rng, game_params, trace):
    while not is_over(state):
        player = state.info[PLY] & 1
        own, other = state.rows[player], state.rows[1 - player]
        # Draw a pit. If its move is not legal, draw one of the others, and so on: all legal moves are equally likely.
        pits = _occupied(own)
        move = np.int64(PASS)
        while pits != ZERO:
            rest = pits
            for _ in range(next_below(rng, popcount(pits))):
                rest &= rest - ONE
            pit = lowest_bit(rest) >> _3
            sown, left = _sow(own, other, pit)
            if left != ZERO:
                move = np.int64(pit) + PITS * player
                _make(state, player, sown, left)
                break
            pits ^= rest & (~rest + ONE)
        if move == PASS:
            _pass(state)
        append_move(trace, move)


@game.observation_form.register(Awari)
def observation_form(state) -> game.ObservationForm:
    return game.ObservationForm((2 * PITS + 2,), SEEDS)


@game.observe.register(Awari)
@kernel
def observe(state, player, out):
    # the seeds in the own six pits and in the other's six, in the direction of sowing; then both captures
    for pit in range(PITS):
        shift = np.uint64(8 * pit)
        out[pit] = (state.rows[player] >> shift) & _255
        out[PITS + pit] = (state.rows[1 - player] >> shift) & _255
    out[2 * PITS] = state.info[CAPTURED + player]
    out[2 * PITS + 1] = state.info[CAPTURED + 1 - player]


@game.move_text.register(Awari)
def move_text(state, move) -> str:
    """The letter of the pit, as OpenSpiel's Oware names them: A to F for player 0, a to f for player 1; or `pass`."""
    return "pass" if move == PASS else "ABCDEFabcdef"[move]


@game.draw.register(Awari)
def draw(state) -> str:
    pits = [[int(row) >> 8 * pit & 255 for pit in range(PITS)] for row in state.rows]
    first, second = state.info[CAPTURED:]
    return "\n".join(["   f  e  d  c  b  a",
                      " " + "".join(f"{seeds:>3}" for seeds in reversed(pits[1])) + f"   {second} captured",
                      " " + "".join(f"{seeds:>3}" for seeds in pits[0]) + f"   {first} captured",
                      "   A  B  C  D  E  F"])
