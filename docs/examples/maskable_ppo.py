"""MaskablePPO of Stable-Baselines3: learns Go on a small board against random moves.

    pip install sb3-contrib
    python docs/examples/maskable_ppo.py --steps 200000
"""
import argparse

from sb3_contrib import MaskablePPO

from gopy.envs.stable_baselines import GoVecEnv


def share_won(model, env, games=500):
    """The share of so many games that a model wins."""
    won, played, observations = 0, 0, env.reset()
    while played < games:
        actions, _ = model.predict(observations, action_masks=env.action_masks())
        observations, rewards, ended, _ = env.step(actions)
        won, played = won + int((rewards[ended] > 0).sum()), played + int(ended.sum())
    return won / played


def train(size=5, steps=200_000, seed=1, games=500):
    """Learn for so many steps. Returns the shares of games won before and after."""
    env = GoVecEnv(64, board_size=size, komi=0.5, history=1, max_length=4 * size * size, opponent="random", colour="random")
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=512, n_epochs=4, learning_rate=1e-3, gamma=1.0, ent_coef=0.01, seed=seed)
    before = share_won(model, env, games)
    model.learn(steps)
    return before, share_won(model, env, games)


def main():
    parser = argparse.ArgumentParser(description="Learns Go on a small board by MaskablePPO against random moves.")
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--steps", type=int, default=200_000)
    arguments = parser.parse_args()
    before, after = train(arguments.size, arguments.steps)
    print(f"won {before:.0%} of the games before, {after:.0%} after")


if __name__ == "__main__":
    main()
