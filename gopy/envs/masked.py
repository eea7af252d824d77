"""Observations that hold the mask of legal actions, for libraries that look for it there."""
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete


class MaskedObservation(gymnasium.Wrapper):
    """An environment of gopy whose observations are dicts: {observation: float32 array, mask: array of 0 and 1}.

    Tianshou takes MaskedObservation(env, "obs", "mask", dtype=bool), RLlib's action masking takes the names by default.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], observation: str = "observations", mask: str = "action_mask",
                 dtype: Any = np.float32, flat: bool = False) -> None:
        """observation, mask: the keys. dtype: of the mask. flat: whether observations have one axis, for networks that know boards as
        pictures alone. ValueError for an environment whose actions are not numbered."""
        super().__init__(env)
        if not isinstance(env.action_space, Discrete):
            raise ValueError("the actions of this environment have no numbers, so there is no mask of them")
        self._keys, self._dtype = (observation, mask), np.dtype(dtype)
        space, count = env.observation_space, int(env.action_space.n)
        shape = space.shape or ()
        self._shape = (int(np.prod(shape)),) if flat else shape
        low, high = (float(space.low.min()), float(space.high.max())) if isinstance(space, Box) else (-np.inf, np.inf)
        self.observation_space = Dict({observation: Box(low, high, self._shape, np.float32), mask: Box(0, 1, (count,), self._dtype.type)})

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """As the environment's."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._with_mask(observation, info), info

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """As the environment's."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._with_mask(observation, info), float(reward), terminated, truncated, info

    def _with_mask(self, observation: np.ndarray, info: dict[str, Any]) -> dict[str, np.ndarray]:
        return dict(zip(self._keys, (observation.astype(np.float32).reshape(self._shape), info["action_mask"].astype(self._dtype))))
