"""Positions of games of any kind and what can follow them, as lists, for tests."""
import numpy as np

from gopy import game


def listed(verb, state):
    out = np.zeros(game.num_moves(state), np.int16)
    return out[:verb(state, out)].tolist()


def after(state, *steps):
    """A copy of a state after some moves and outcomes."""
    copy = game.clone_state(state)
    for step in steps:
        (game.play_chance if game.is_chance(copy) else game.play)(copy, step)
    return copy


def random_game(state, rng):
    """Yield the kind and number of each step of a random game before it is made."""
    while not game.is_over(state):
        chance = bool(game.is_chance(state))
        step = int(rng.choice(listed(game.chance_outcomes if chance else game.legal_moves, state)))
        yield chance, step
        (game.play_chance if chance else game.play)(state, step)


def results(state):
    out = np.zeros(game.players(state))
    game.results(state, out)
    return out.tolist()
