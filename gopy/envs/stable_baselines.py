"""The vector environment of Go as Stable-Baselines3 expects one: for MaskablePPO of sb3_contrib, which asks it for `action_masks`.

    from sb3_contrib import MaskablePPO
    from gopy.envs.stable_baselines import GoVecEnv

    MaskablePPO("MlpPolicy", GoVecEnv(64, board_size=5, komi=0.5, opponent="random")).learn(100_000)
"""
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from gopy.envs.go_vector import GoVectorEnv

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise ImportError("gopy.envs.stable_baselines needs stable_baselines3: pip install sb3-contrib") from None


class GoVecEnv(VecEnv):
    """`count` boards against an opponent. A board whose game has ended begins a new one at once."""

    def __init__(self, count: int, *, opponent: Any = "random", **options: Any) -> None:
        """options: those of gopy.envs.go_vector.GoVectorEnv. ValueError without an opponent: the rewards of an agent that plays both
        sides are not those of one player, as this library takes them to be."""
        if opponent is None:
            raise ValueError("opponent: Stable-Baselines3 learns for one side, so the environment needs an opponent")
        self.boards = GoVectorEnv(count, opponent=opponent, autoreset_mode=AutoresetMode.SAME_STEP, **options)
        self._actions = np.zeros(count, np.int64)
        self._seed: int | None = None
        super().__init__(count, self.boards.single_observation_space, self.boards.single_action_space)

    def reset(self) -> np.ndarray:
        """Begin new games on all boards; returns the observations."""
        observations, _ = self.boards.reset(seed=self._seed)
        self._seed = None
        return observations

    def seed(self, seed: int | None = None) -> list[int | None]:
        """Board i draws its random numbers from seed + i, from the next reset on; returns these seeds."""
        self._seed = seed
        return [None if seed is None else seed + board for board in range(self.num_envs)]

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Play the actions; returns (observations, rewards, whether games ended, infos)."""
        observations, rewards, terminated, truncated, told = self.boards.step(self._actions)
        ended = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for board in np.flatnonzero(ended):
            infos[board] = {"terminal_observation": told["final_obs"][board], "TimeLimit.truncated": bool(truncated[board]),
                            "score": float(told["final_info"]["score"][board])}
        return observations, rewards.astype(np.float32), ended, infos

    def action_masks(self) -> np.ndarray:
        """bool[boards, N * N + 1]: the legal actions."""
        return self.boards.action_masks().astype(np.bool_)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What each board has under a name: its `action_masks`, or an attribute that all share."""
        if attr_name == "action_masks":
            return [self.action_masks] * len(self._chosen(indices))
        return [getattr(self.boards, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """There is nothing to set for single boards: AttributeError."""
        raise AttributeError(f"{attr_name} cannot be set on single boards")

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> list[Any]:
        """`action_masks` of each board; AttributeError for another method."""
        if method_name != "action_masks":
            raise AttributeError(f"single boards have no method {method_name}")
        masks = self.action_masks()
        return [masks[board] for board in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No board is wrapped in anything."""
        return [False] * len(self._chosen(indices))

    def close(self) -> None:
        """Close the boards."""
        self.boards.close()

    def _chosen(self, indices: Any) -> Sequence[int]:
        return range(self.num_envs) if indices is None else [indices] if isinstance(indices, int) else list(indices)
