"""Tianshou's DQN with masks of legal actions: learns Go on a small board against random moves.

    pip install tianshou
    python docs/examples/tianshou_dqn.py --epochs 10
"""
import argparse

import gymnasium
import numpy as np
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import gopy.envs  # noqa: F401  (registers gopy/Go-v0)
from gopy.envs.masked import MaskedObservation


def boards(size, count):
    """So many environments against random moves, with observations as Tianshou reads masks: obs.obs and obs.mask."""
    def go():
        env = gymnasium.make("gopy/Go-v0", board_size=size, komi=0.5, history=1, max_length=4 * size * size, opponent="random")
        return MaskedObservation(env, "obs", "mask", dtype=bool)
    return DummyVectorEnv([go] * count)


def train(size=5, epochs=10, steps=2000, games=100, seed=0):
    """Learn for some epochs of `steps` steps. Returns the shares of `games` games won before and after, without exploration."""
    training, testing = boards(size, 16), boards(size, 16)
    training.seed(seed)
    testing.seed(seed)
    env = boards(size, 1).workers[0].env
    shape, actions = env.observation_space["obs"].shape, int(env.action_space.n)
    policy = DiscreteQLearningPolicy(model=Net(state_shape=shape, action_shape=actions, hidden_sizes=[128, 128]),
                                     action_space=env.action_space, eps_training=0.1, eps_inference=0.0)
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=300)
    tester = Collector[object](algorithm, testing)

    def won():
        tester.reset()
        return float((np.array(tester.collect(n_episode=games).returns) > 0).mean())
    before = won()
    collector = Collector[object](algorithm, training, VectorReplayBuffer(20_000, 16), exploration_noise=True)
    algorithm.run_training(OffPolicyTrainerParams(
        training_collector=collector, max_epochs=epochs, epoch_num_steps=steps, collection_step_num_env_steps=64,
        update_step_num_gradient_steps_per_sample=0.25, batch_size=256, show_progress=False, verbose=False))
    return before, won()


def main():
    parser = argparse.ArgumentParser(description="Learns Go on a small board by Tianshou's DQN against random moves.")
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--epochs", type=int, default=10, help="of 2000 steps")
    arguments = parser.parse_args()
    before, after = train(arguments.size, arguments.epochs)
    print(f"won {before:.0%} of 100 games before, {after:.0%} after")


if __name__ == "__main__":
    main()
