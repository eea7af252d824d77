"""Proximal policy optimisation in one file, as CleanRL writes it, with masks of legal actions: Go on a small board against random moves.

    pip install torch
    python docs/examples/ppo.py --seconds 60

All boards of the vector environment are stepped at once. The agent's colour is drawn for each game.
"""
import argparse
import time

import gymnasium
import numpy as np
import torch
from torch import nn

import gopy.envs  # noqa: F401  (registers gopy/Go-v0)

STEPS, MINIBATCH, EPOCHS = 32, 512, 4
DISCOUNT, TRACE, CLIP, ENTROPY, VALUE, RATE = 1.0, 0.95, 0.2, 0.01, 0.5, 1e-3


class Agent(nn.Module):
    """A policy and a value over the whole board."""

    def __init__(self, inputs, actions, width=128):
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, observations, masks):
        """(distribution of legal actions, values)."""
        seen = self.body(observations)
        logits = torch.where(masks, self.policy(seen), torch.tensor(-1e8))
        return torch.distributions.Categorical(logits=logits), self.value(seen)[:, 0]


def advantages(rewards, values, ended, last):
    """Generalised advantages of [steps, boards]; `ended` says where a game ended with the step, `last` are the values after all."""
    found, following, gain = torch.zeros_like(rewards), last, torch.zeros_like(last)
    for t in reversed(range(len(rewards))):
        alive = 1.0 - ended[t]
        gain = rewards[t] + DISCOUNT * following * alive - values[t] + DISCOUNT * TRACE * alive * gain
        found[t], following = gain, values[t]
    return found


def learn(agent, optimiser, batch):
    """Some epochs of steps on what was played: (observations, masks, actions, log chances, advantages, returns), a row each."""
    observations, masks, actions, before, gains, returns = batch
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(actions)).split(MINIBATCH):
            chances, values = agent(observations[rows], masks[rows])
            ratio = (chances.log_prob(actions[rows]) - before[rows]).exp()
            gain = (gains[rows] - gains[rows].mean()) / (gains[rows].std() + 1e-8)
            loss = (-torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                    + VALUE * (values - returns[rows]).square().mean() - ENTROPY * chances.entropy().mean())
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


def train(size=5, boards=64, seconds=60.0, rounds=10**9, seed=0, report=print):
    """Play and learn for so many seconds of processor time, or rounds. Returns the share of games won in each round."""
    torch.manual_seed(seed)
    envs = gymnasium.make_vec("gopy/Go-v0", num_envs=boards, board_size=size, komi=0.5, history=1, max_length=4 * size * size,
                              opponent="random", colour="random", autoreset_mode="SameStep")
    observations, infos = envs.reset(seed=seed)
    agent = Agent(int(np.prod(envs.single_observation_space.shape)), int(envs.single_action_space.n))
    optimiser = torch.optim.Adam(agent.parameters(), RATE, eps=1e-5)
    shares, began, steps = [], time.process_time(), 0
    while len(shares) < rounds and time.process_time() < began + seconds:
        kept, results = [], []
        for _ in range(STEPS):
            seen, mask = torch.from_numpy(observations).float(), torch.from_numpy(infos["action_mask"] == 1)
            with torch.no_grad():
                chances, values = agent(seen, mask)
                actions = chances.sample()
            observations, rewards, terminated, truncated, infos = envs.step(actions.numpy())
            ended = terminated | truncated
            results += rewards[ended].tolist()
            kept.append((seen, mask, actions, chances.log_prob(actions), values, torch.from_numpy(rewards).float(),
                         torch.from_numpy(ended).float()))
        seen, masks, actions, before, values, rewards, ended = map(torch.stack, zip(*kept))
        with torch.no_grad():
            last = agent(torch.from_numpy(observations).float(), torch.from_numpy(infos["action_mask"] == 1))[1]
            gains = advantages(rewards, values, ended, last)
        learn(agent, optimiser, [each.flatten(0, 1) for each in (seen, masks, actions, before, gains, gains + values)])
        steps += STEPS * boards
        shares.append(float((np.array(results) > 0).mean()) if results else 0.5)
        if len(shares) % 10 == 1:
            report(f"{steps} steps, {time.process_time() - began:.0f} s of processor time: {shares[-1]:.0%} of {len(results)} games won")
    envs.close()
    return shares


def main():
    parser = argparse.ArgumentParser(description="Learns Go on a small board by PPO against random moves.")
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    shares = train(arguments.size, seconds=arguments.seconds, seed=arguments.seed)
    print(f"won {np.mean(shares[:5]):.0%} of the games of the first five rounds, {np.mean(shares[-5:]):.0%} of those of the last five")


if __name__ == "__main__":
    main()
