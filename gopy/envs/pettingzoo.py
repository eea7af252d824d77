"""Go as a PettingZoo AEC environment, which can replace `pettingzoo.classic.go_v5` and plays by the rules.

    from gopy.envs import pettingzoo
    env = pettingzoo.env(board_size=9, komi=7.5)        # or pettingzoo.make("aec", "gopy/go-v0", board_size=9)

Agents, spaces, rewards and the order of calls are those of go_v5. The mistakes of go_v5 are corrected here, unless
`compatible=True` asks for exactly the same results (docs/environments.md lists the mistakes).
"""
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import InvalidAction

from gopy.envs.arguments import integer_option, one_action, truth_option
from gopy.envs.batch import GoBatch
from gopy.envs.options import go_options
from gopy.envs.render import board_image, board_text
from gopy.envs.spaces import go_spaces
from gopy.go.batch.boards import point_of_action

try:
    import pettingzoo
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError:
    raise ImportError('gopy.envs.pettingzoo needs pettingzoo, which `pip install ".[rl]"` in the clone of gopy installs') from None

AGENTS = BLACK_0, WHITE_0 = ("black_0", "white_0")

#: The limit of length in the compatible mode: go_v5 has none.
_ENDLESS = 1 << 62

# The order that turns our planes, as the player to move sees them, into those of go_v5. For any agent it shows each board
# from the side of the player who had just moved there: that is the other player in the latest board, the player to move
# in the board before it, and so on.
_COMPATIBLE_PLANES = np.array([1, 0, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11, 13, 12, 14, 15, 16])

_NOT_IN_SPACE = "action is not in action space"

_SET_BY_RESET = {"agents", "agent_selection", "rewards", "terminations", "truncations", "infos"}


def env(**options: Any) -> "GoAEC":
    """Make a `GoAEC`. PettingZoo's modules have a function of this name, and also `raw_env`, which is the same here."""
    return GoAEC(**options)


raw_env = env

if hasattr(pettingzoo, "register"):     # from PettingZoo 1.27 on
    pettingzoo.register("aec", "gopy/go-v0", entry_point="gopy.envs.pettingzoo:env")


class GoAEC(AECEnv):
    """Go for two agents who take turns.

    board_size, komi, render_mode, screen_height   as in go_v5; `screen_height` is the image's, in pixels
    compatible   whether to give exactly the results of go_v5: simple ko, no limit of length, its planes and colours, and
                 White wins draws
    options      rules, superko, suicide, max_length, handicap, observation, history, planes_first, reward: see
                 gopy.envs.options. ValueError for an option that does not exist.

    An illegal action ends the game: its agent gets the reward -1 (-N * N if scores are the reward), the other one 0.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "rgb_array", "ansi"], "name": "gopy_go_v0", "is_parallelizable": False,
                "render_fps": 2}

    def __init__(self, board_size: int = 19, komi: float = 7.5, render_mode: str | None = None, screen_height: int = 800, *,
                 compatible: bool = False, **options: Any) -> None:
        super().__init__()
        screen_height = integer_option("screen_height", screen_height, least=1)
        if truth_option("compatible", compatible):
            if options:
                raise ValueError(f"compatible=True leaves nothing to choose: {', '.join(options)}")
            self.metadata = {**self.metadata, "name": "go_v5"}
            options = {"superko": "simple", "suicide": False, "max_length": _ENDLESS}
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode {render_mode!r} is not one of {', '.join(self.metadata['render_modes'])}")
        self.compatible, self.render_mode, self.screen_height = compatible, render_mode, screen_height
        self.batch = GoBatch(1, go_options(board_size, komi, **options))
        self.possible_agents = list(AGENTS)
        view, actions = go_spaces(self.batch.options)
        mask = spaces.Box(0, 1, (self.batch.options.num_actions,), np.int8)
        self.observation_spaces = {agent: spaces.Dict({"observation": view, "action_mask": mask}) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(actions.n) for agent in AGENTS}
        self._action = np.zeros(1, np.int64)

    def __getattr__(self, name: str) -> Any:
        # Python calls this only for attributes that do not exist.
        raise AttributeError(f"{name} cannot be accessed before reset" if name in _SET_BY_RESET else
                             f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The environment has no randomness, so the seed changes nothing."""
        self.batch.restart()
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[self.batch.out.to_play[0]]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, float]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None
        self._last_point: int | None = None

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """{"observation": the board from the agent's side, "action_mask": its legal actions}; out of turn none is legal."""
        if "agents" not in self.__dict__:
            EnvLogger.error_observe_before_reset()
        view, mask = self.batch.views[0], self.batch.masks[0]
        if self.compatible:
            view = view[:, :, _COMPATIBLE_PLANES]
            view[:, :, 16] = agent == WHITE_0
        elif agent == AGENTS[self.batch.out.to_play[0]]:
            view = view.copy()
        else:
            view = self.batch.views_by(AGENTS.index(agent))[0]
        mask = mask.copy() if agent == self.agent_selection else np.zeros_like(mask)
        return {"observation": view, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play an action of the agent whose turn it is. The action of an agent whose game has ended must be None."""
        if "agents" not in self.__dict__:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        dead = self.terminations[agent] or self.truncations[agent]
        if dead or action is None:
            if not dead:
                raise AssertionError(_NOT_IN_SPACE)
            self._was_dead_step(action)
            return
        action = self._in_space(action)
        self._cumulative_rewards[agent] = 0.0
        if self.batch.masks[0, action]:
            self._play(agent, action)
        else:
            self._end_illegally(agent, action)
        if self.render_mode == "human":
            self.render()

    def _in_space(self, action: Any) -> int:
        """The action as an int. AssertionError, like that of PettingZoo's wrappers, if it is not in the action space."""
        try:
            found = one_action(action)
        except InvalidAction as error:
            raise AssertionError(f"{_NOT_IN_SPACE}: {error}") from None
        if not 0 <= found < self.batch.options.num_actions:
            raise AssertionError(f"{_NOT_IN_SPACE}: {found}")
        return found

    def _play(self, agent: str, action: int) -> None:
        out = self.batch.out
        self._action[0] = action
        self.batch.step(self._action)
        self._last_point = point_of_action(action, self.batch.options.board_size)
        other = self.agent_selection = WHITE_0 if agent == BLACK_0 else BLACK_0
        reward = float(out.rewards[0])
        if out.terminated[0] or out.truncated[0]:
            self.terminations = dict.fromkeys(AGENTS, bool(out.terminated[0]))
            self.truncations = dict.fromkeys(AGENTS, bool(out.truncated[0]))
            if not self.compatible:
                self.infos = {agent: {"score": float(out.scores[0])} for agent in AGENTS}
            elif reward == 0.0:
                reward = -1.0 if agent == BLACK_0 else 1.0      # White wins a draw
        self.rewards = {agent: reward, other: 0.0 - reward}
        self._accumulate_rewards()

    def _end_illegally(self, agent: str, action: int) -> None:
        # PettingZoo's rule for its classic games: an agent that breaks the rules loses, and the other one gains nothing.
        EnvLogger.warn_on_illegal_move()
        reward = -1.0
        if not self.compatible:         # go_v5 still shows the legal actions, so there the board stays as it is
            self._action[0] = action
            self.batch.step(self._action)
            reward = float(self.batch.out.rewards[0])
        self.terminations = dict.fromkeys(AGENTS, True)
        self.truncations = dict.fromkeys(AGENTS, self.compatible)
        self.rewards = {**dict.fromkeys(AGENTS, 0.0), agent: reward}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | np.ndarray | None:
        """Show the board as the render mode says: return a text or an image (screen_height x screen_height), or print it."""
        if "agents" not in self.__dict__:
            EnvLogger.error_render_before_reset()
        place = self.batch.colours(0), self.batch.options.board_size, self._last_point
        if self.render_mode == "rgb_array":
            image = board_image(*place)
            pixels = np.arange(self.screen_height) * len(image) // self.screen_height
            return image[pixels[:, None], pixels]
        if self.render_mode == "human":
            print(board_text(*place), end="\n\n")
        return board_text(*place) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""
