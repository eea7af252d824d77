"""`GoVectorEnv`: many boards of Go as one Gymnasium vector environment, stepped by one compiled call."""
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from gopy.envs.arguments import action_array, integer_option, truth_option
from gopy.envs.batch import GoBatch
from gopy.envs.options import go_options
from gopy.envs.render import board_image, board_text
from gopy.envs.spaces import COLOURS, check_colour, go_spaces
from gopy.go.batch.boards import point_of_action
from gopy.go.batch.steps import KEEP, NEXT_STEP, SAME_STEP, draw_colours

_CODES = {AutoresetMode.DISABLED: KEEP, AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP}


def _any(mask: np.ndarray) -> bool:
    """Whether a mask holds a True; for a few boards in a quarter of the time of `mask.any()`."""
    return bool(np.count_nonzero(mask))


class GoVectorEnv(VectorEnv):
    """`num_envs` boards of Go. Options, actions, rewards, observations and infos are those of GoEnv, as arrays.

    opponent         None: the agent plays both sides; "random"; or a function actions = opponent(observations, infos).
                     Its arguments are from the opponent's side of all boards; only the actions on the boards of the mask
                     infos["answering"] are used.
    colour           the agent's colour if there is an opponent: "black", "white", or "random" for each game
    autoreset_mode   "NextStep", "SameStep" or "Disabled" (then call `reset` with a mask of boards as
                     options["reset_mask"])
    copy             whether steps return new arrays of observations and masks, or the same ones, overwritten
    observations, action_masks   C-contiguous arrays to write to and to return: one with the shape and dtype of the
                     observation space, and int8[num_envs, N * N + 1]
    render_mode      "ansi" or "rgb_array": `render` returns a tuple of the boards' texts or images
    """
    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, *, opponent: Any = None, colour: str = "black",
                 autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, copy: bool = True, observations: np.ndarray | None = None,
                 action_masks: np.ndarray | None = None, render_mode: str | None = None, **options: Any) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode {render_mode!r} is not one of {', '.join(self.metadata['render_modes'])}")
        if not (opponent is None or opponent == "random" or callable(opponent)):
            raise ValueError(f"opponent {opponent!r} needs make_vec(..., vectorization_mode='sync'): "
                             "a batch plays against None, 'random' or a callable")
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = dict(self.metadata, autoreset_mode=self.autoreset_mode)
        self.num_envs = num_envs = integer_option("num_envs", num_envs, least=1)
        self.batch = GoBatch(num_envs, go_options(**options), observations, action_masks)
        self.single_observation_space, self.single_action_space = go_spaces(self.batch.options)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = render_mode
        self.opponent = opponent
        self._colour = check_colour(colour)
        copy = truth_option("copy", copy)
        self._copy_views, self._copy_masks = copy and observations is None, copy and action_masks is None
        self._ended = np.zeros(num_envs, np.bool_)
        self._everyone = np.ones(num_envs, np.bool_)
        self._seeded = False

    # ---- Gymnasium's calls --------------------------------------------------------------------------

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin new games on all boards, or on those of the mask options["reset_mask"]; returns (observations, infos).

        seed   None; or an int (board i gets seed + i); or a list with an int or None for each board
        """
        which = np.ones(self.num_envs, np.bool_)
        if options is not None and "reset_mask" in options:
            which = options["reset_mask"]
            if not isinstance(which, np.ndarray) or which.dtype != np.bool_ or which.shape != (self.num_envs,):
                raise ValueError(f"options['reset_mask'] must be a bool array of shape ({self.num_envs},)")
        self._seed(seed, which)
        self._begin(which)
        self._ended[which] = False
        return self._views(), self._infos(which, np.zeros_like(which), self.batch.illegal & ~which)

    def _seed(self, seed: Any, which: np.ndarray) -> None:
        if isinstance(seed, (int, np.integer)):
            super().reset(seed=int(seed))
            seed = [int(seed) + i for i in range(self.num_envs)]
        elif seed is None and not self._seeded:
            seed = self.np_random.integers(2 ** 31, size=self.num_envs).tolist()
        elif seed is not None and len(seed) != self.num_envs:
            raise ValueError(f"{len(seed)} seeds for {self.num_envs} boards")
        seeds = [one if one is None else integer_option("seed", one, least=0) for one in (() if seed is None else seed)]
        self._seeded = True
        for board, one in enumerate(seeds):
            if one is not None and which[board]:
                self.batch.seed_board(board, one)

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play one action on each board; returns (observations, rewards, terminations, truncations, infos).

        actions   integers of any type in the shape (num_envs,); otherwise gymnasium.error.InvalidAction is raised and
                  nothing changes
        """
        if not self._seeded:
            raise gymnasium.error.ResetNeeded("no game has begun: reset the environment")
        actions = action_array(actions, self.num_envs)
        if self.autoreset_mode is AutoresetMode.DISABLED and _any(self._ended):
            raise gymnasium.error.ResetNeeded(
                f"board {np.flatnonzero(self._ended)[0]} has ended: reset it with options={{'reset_mask': ...}}")
        out = self.batch.out
        if self.opponent is None:
            self.batch.step(actions, autoreset=_CODES[self.autoreset_mode])
            rewards, terminated, truncated = out.rewards.copy(), self.batch.terminated.copy(), self.batch.truncated.copy()
            illegal = self.batch.illegal.copy()
        else:
            rewards, terminated, truncated, illegal = self._step_against(actions)
        ended = terminated | truncated
        infos = self._infos(self._everyone, ended, illegal)
        self._ended = ended if self.autoreset_mode is not AutoresetMode.SAME_STEP else np.zeros_like(ended)
        return self._views(), rewards, terminated, truncated, infos

    def _step_against(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """A step and the opponent's answers; returns the agent's rewards, terminations, truncations and illegal actions."""
        batch, out = self.batch, self.batch.out
        active = ~self._ended
        batch.step(actions, active)
        illegal = batch.illegal & active
        answering = active & ~(batch.terminated | batch.truncated)
        rewards = np.where(active, out.rewards, 0.0)
        if answering.any():
            self._answer(answering)
            rewards[answering] -= out.rewards[answering]
        terminated, truncated = batch.terminated & active, batch.truncated & active
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._begin(self._ended)
        elif self.autoreset_mode is AutoresetMode.SAME_STEP:
            ended = terminated | truncated
            for final, now in ((batch.final_views, batch.views), (batch.final_masks, batch.masks),
                               (out.final_to_play, out.to_play)):
                final[ended] = now[ended]
            self._begin(ended)
        return rewards, terminated, truncated, illegal

    def _begin(self, which: np.ndarray) -> None:
        """Begin new games on the boards of a mask, and play the opponent's first move where the opponent begins."""
        if not which.any():
            return
        agents = self.batch.agents
        if self.opponent is not None:
            colours = np.full(self.num_envs, COLOURS.index(self._colour), np.int8)
            if self._colour == "random":
                draw_colours(self.batch.boards, which.view(np.uint8), colours)
            agents[which] = colours[which]
        self.batch.restart(which)
        opening = which & (agents >= 0) & (self.batch.out.to_play != agents)
        if opening.any():
            self._answer(opening)

    def _answer(self, which: np.ndarray) -> None:
        """Play the opponent's action on the boards of a mask."""
        batch = self.batch
        if self.opponent == "random":
            actions = batch.random_actions(which)
        else:
            infos = {"action_mask": batch.masks.copy(), "to_play": batch.out.to_play.astype(np.int64),
                     "answering": which}
            actions = action_array(self.opponent(batch.views_by(-1), infos), self.num_envs, "the opponent's actions")
        batch.step(actions, which)

    def _views(self) -> np.ndarray:
        return self.batch.views.copy() if self._copy_views else self.batch.views

    def _infos(self, told: np.ndarray, ended: np.ndarray, illegal: np.ndarray) -> dict[str, Any]:
        """Gymnasium's infos: an array and a mask for each key. `told` is the mask of boards that have a value, bool[B]."""
        batch, out = self.batch, self.batch.out
        masks = batch.masks.copy() if self._copy_masks else batch.masks
        infos = {"action_mask": masks, "to_play": out.to_play.astype(np.int64), "illegal": illegal}
        if _any(ended):
            scores = np.where(ended, out.scores, 0.0)
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                infos.update(self._final_infos(ended, illegal, scores))
                infos["illegal"] = illegal & ~ended
            else:
                infos["score"], infos["_score"] = scores, ended.copy()
        infos["_action_mask"], infos["_to_play"], infos["_illegal"] = told.copy(), told.copy(), told.copy()
        return infos

    def _final_infos(self, ended: np.ndarray, illegal: np.ndarray, scores: np.ndarray) -> dict[str, Any]:
        batch = self.batch
        final_views = np.full(self.num_envs, None, object)
        for board in np.flatnonzero(ended):
            final_views[board] = batch.final_views[board].copy()
        final = {"action_mask": np.where(ended[:, None], batch.final_masks, 0).astype(np.int8),
                 "to_play": np.where(ended, batch.out.final_to_play, 0).astype(np.int64),
                 "illegal": illegal & ended, "score": scores}
        final.update({"_" + key: ended.copy() for key in list(final)})
        return {"final_obs": final_views, "_final_obs": ended.copy(), "final_info": final, "_final_info": ended.copy()}

    def render(self) -> tuple[Any, ...] | None:
        """The boards as texts or images, as the render mode says; None without a render mode."""
        if self.render_mode is None:
            return None
        n = self.batch.options.board_size
        draw = board_text if self.render_mode == "ansi" else board_image
        actions = self.batch.boards.env["last_action"]
        return tuple(draw(self.batch.colours(i), n, None if actions[i] < 0 else point_of_action(int(actions[i]), n))
                     for i in range(self.num_envs))

    # ---- the games -----------------------------------------------------------------------------------

    def action_masks(self) -> np.ndarray:
        """int8[num_envs, N * N + 1]: 1 for each legal action."""
        return self.batch.masks.copy()

    def random_actions(self) -> np.ndarray:
        """int64[num_envs]: a uniformly random legal action for each board; far faster than sampling the action space."""
        return self.batch.random_actions()
