"""Learns a policy of 3x3 patterns on 5x5 by playing against itself, and measures it against random moves.

    python docs/examples/train_patterns.py --out patterns.npy

All boards of the vector environment are stepped at once; after each batch of whole games the weights move along the
policy gradient (REINFORCE): the patterns that winners chose get likelier, those that losers chose less.
"""
import argparse
import time

import gymnasium
import numpy as np
import pattern_policy

import gopy.envs  # noqa: F401  (registers gopy/Go-v0)

#: Games begin with these; komi that leaves neither side without a chance while both play badly.
OPTIONS = {"board_size": 5, "komi": 0.5, "history": 1, "max_length": 100}


def indices_and_mask(observations, infos):
    """The weights of all actions and which are legal, of all boards."""
    own, other = observations[..., 0], observations[..., 1]
    return pattern_policy.weight_indices(own, other), infos["action_mask"] == 1


def self_play(envs, weights, rng):
    """A game on every board by the policy against itself. Yields (indices, chances, actions, gains) a move.

    gains: float64[boards], +1 for a move of the game's winner and -1 for one of its loser, less what the player of that
    colour won on average; 0 on boards whose game had ended.
    """
    moves, (observations, infos) = [], envs.reset()
    running = np.ones(envs.num_envs, bool)
    black_won = np.zeros(envs.num_envs)
    while running.any():
        indices, mask = indices_and_mask(observations, infos)
        chances = pattern_policy.probabilities(weights, indices, mask)
        actions = pattern_policy.sample(chances, rng)
        black = infos["to_play"] == 0
        moves.append((indices, chances, actions, running.copy(), black))
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        ended = running & (terminated | truncated)
        black_won[ended] = np.where(black, rewards, -rewards)[ended]      # rewards are of who has just moved
        running &= ~ended
    advantage = black_won - black_won.mean()
    for indices, chances, actions, was_running, black in moves:
        yield indices, chances, actions, np.where(black, advantage, -advantage) * was_running


def gradient(games, boards):
    """float64[weights]: of the expected result, by the weights."""
    total = np.zeros(pattern_policy.NUM_WEIGHTS)
    for indices, chances, actions, gains in games:
        chosen = indices[np.arange(boards), actions]
        total += np.bincount(chosen, gains, len(total))
        total -= np.bincount(indices.reshape(-1), (chances * gains[:, None]).reshape(-1), len(total))
    return total / boards


def share_won(weights, colour, games, seed):
    """Share of the games that the policy wins with `colour` against random legal moves."""
    envs = gymnasium.make_vec("gopy/Go-v0", num_envs=games, opponent="random", colour=colour, **OPTIONS)
    rng = np.random.default_rng(seed)
    observations, infos = envs.reset(seed=seed)
    result = np.zeros(games)
    running = np.ones(games, bool)
    while running.any():
        chances = pattern_policy.probabilities(weights, *indices_and_mask(observations, infos))
        observations, rewards, terminated, truncated, infos = envs.step(pattern_policy.sample(chances, rng))
        ended = running & (terminated | truncated)
        result[ended] = rewards[ended]
        running &= ~ended
    envs.close()
    return float((result > 0).mean())


def train(iterations, boards, rate, seed, report):
    """The weights after so many batches of games; `report(batches, weights)` is called now and then."""
    rng = np.random.default_rng(seed)
    weights = np.zeros(pattern_policy.NUM_WEIGHTS)
    envs = gymnasium.make_vec("gopy/Go-v0", num_envs=boards, **OPTIONS)
    envs.reset(seed=seed)
    for iteration in range(iterations):
        if iteration % 20 == 0:
            report(iteration, weights)
        weights += rate * gradient(self_play(envs, weights, rng), boards)
    report(iterations, weights)
    envs.close()
    return weights


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--iterations", type=int, default=100, help="batches of games")
    parser.add_argument("--boards", type=int, default=512, help="games a batch")
    parser.add_argument("--rate", type=float, default=3.0, help="length of a step along the gradient")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", default="patterns.npy", help="file for the weights")
    arguments = parser.parse_args()
    began = time.perf_counter()

    def report(iteration, weights):
        black, white = (share_won(weights, colour, 500, arguments.seed + 1) for colour in ("black", "white"))
        print(f"after {iteration * arguments.boards} games, {time.perf_counter() - began:.0f} s: "
              f"against random moves won {black:.1%} as Black, {white:.1%} as White", flush=True)
    np.save(arguments.out, train(arguments.iterations, arguments.boards, arguments.rate, arguments.seed, report))


if __name__ == "__main__":
    main()
