"""RLlib's PPO with masks of legal actions: learns Go on a small board against random moves.

    pip install "ray[rllib]" torch
    python docs/examples/rllib_ppo.py --seconds 60
"""
import argparse
import time

import gymnasium
from ray import tune
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

import gopy.envs  # noqa: F401  (registers gopy/Go-v0)
from gopy.envs.masked import MaskedObservation


def go(config):
    """Go against random moves, with observations that hold the mask."""
    return MaskedObservation(gymnasium.make("gopy/Go-v0", opponent="random", history=1, **config), flat=True)


def train(size=5, seconds=60.0, rounds=10**9, batch=1024, report=print):
    """Learn for so many seconds by the clock, or rounds. Returns the mean reward of the games of each round, -1 to 1."""
    tune.register_env("go", go)
    config = (PPOConfig()
              .environment("go", env_config={"board_size": size, "komi": 0.5, "max_length": 4 * size * size})
              .env_runners(num_env_runners=0, num_envs_per_env_runner=16)
              .learners(num_learners=0)
              .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={
                  "fcnet_hiddens": [128, 128], "fcnet_activation": "tanh", "head_fcnet_hiddens": []}))
              .training(train_batch_size_per_learner=batch, minibatch_size=256, num_epochs=4, lr=1e-3, gamma=1.0, entropy_coeff=0.01))
    algorithm = config.build_algo()
    rewards, began = [], time.monotonic()
    while len(rewards) < rounds and time.monotonic() < began + seconds:
        told = algorithm.train()["env_runners"]
        rewards.append(float(told["episode_return_mean"]))
        report(f"{told['num_env_steps_sampled_lifetime']:.0f} steps, {time.monotonic() - began:.0f} s: mean reward {rewards[-1]:.2f}")
    algorithm.stop()
    return rewards


def main():
    parser = argparse.ArgumentParser(description="Learns Go on a small board by RLlib's PPO against random moves.")
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=60.0, help="time by the clock")
    arguments = parser.parse_args()
    rewards = train(arguments.size, arguments.seconds)
    print(f"mean reward {rewards[0]:.2f} in the first round, {rewards[-1]:.2f} in the last")


if __name__ == "__main__":
    main()
