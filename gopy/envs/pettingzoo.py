"""Go as a PettingZoo AEC environment: a drop-in for `pettingzoo.classic.go_v5` that plays by the rules.

    from gopy.envs import pettingzoo
    env = pettingzoo.env(board_size=9, komi=7.5)

Agents, spaces, rewards and the order of calls are those of go_v5. What go_v5 has wrong is right here, unless
`compatible=True` asks for its results exactly (docs/environments.md lists them).
"""
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from gopy.go.batch import BatchOptions, new_boards
from gopy.go.batch_steps import KEEP, look_as, new_outputs, restart_boards, step_boards

AGENTS = BLACK_0, WHITE_0 = ("black_0", "white_0")

#: Actions after which even a game without superko ends; go_v5 has no limit.
_ENDLESS = 1 << 62

# go_v5's planes, taken from those of the player to move: it shows each board from the side of the player who had just
# moved there, whoever looks. That is not the player to move for the latest board, is for the one before, and so on.
_COMPATIBLE_PLANES = np.array([1, 0, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11, 13, 12, 14, 15, 16])

_SET_BY_RESET = {"agents", "agent_selection", "rewards", "terminations", "truncations", "infos"}


def env(**options):
    """A `GoAEC`, under the name that PettingZoo's modules have for it."""
    return GoAEC(**options)


raw_env = env


class GoAEC(AECEnv):
    """See docs/environments.md for arguments, spaces and rewards. ValueError for an option there is not."""

    metadata = {"render_modes": ["human", "rgb_array", "ansi"], "name": "gopy_go_v0", "is_parallelizable": False,
                "render_fps": 2}

    def __init__(self, board_size=19, komi=7.5, render_mode=None, screen_height=800, *, compatible=False, **rules):
        super().__init__()
        if compatible:
            if rules:
                raise ValueError(f"compatible=True fixes the rules: {', '.join(rules)} cannot be chosen")
            self.metadata = {**self.metadata, "name": "go_v5"}
            rules = {"superko": "simple", "max_length": _ENDLESS}
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode {render_mode!r} is not one of {', '.join(self.metadata['render_modes'])}")
        self.options = BatchOptions(board_size, komi, **rules)
        self.compatible, self.render_mode, self.screen_height = compatible, render_mode, screen_height
        self.possible_agents = list(AGENTS)
        view = spaces.Box(0 if self.options.view_dtype == bool else -1, 1, self.options.view_shape,
                          self.options.view_dtype)
        mask = spaces.Box(0, 1, (self.options.num_actions,), np.int8)
        self.observation_spaces = {agent: spaces.Dict({"observation": view, "action_mask": mask}) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(self.options.num_actions) for agent in AGENTS}
        self._boards = new_boards(1, self.options)
        self._out = new_outputs(1, self.options)
        self._view = self._out.views.view(self.options.view_dtype).reshape(self.options.view_shape)
        self._other_view = np.zeros_like(self._view)
        self._action, self._one = np.zeros(1, np.int64), np.ones(1, np.uint8)

    def __getattr__(self, name):
        # only asked for what there is not
        raise AttributeError(f"{name} cannot be accessed before reset" if name in _SET_BY_RESET else
                             f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        """Begin a new game. There is no chance in Go, so that the seed changes nothing."""
        restart_boards(self._boards, self._one, self._out)
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[self._out.to_play[0]]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None

    def observe(self, agent):
        """{"observation": the board from the agent's side, "action_mask": its legal actions; none if not its turn}."""
        if "agents" not in self.__dict__:
            EnvLogger.error_observe_before_reset()
        to_play = AGENTS[self._out.to_play[0]]
        if self.compatible:
            view = self._view[:, :, _COMPATIBLE_PLANES]
            view[:, :, 16] = agent == WHITE_0
        elif agent == to_play:
            view = self._view.copy()
        else:
            view = np.zeros_like(self._view)
            look_as(self._boards, np.uint64(AGENTS.index(agent)), view.reshape(-1).view(np.uint8))
        mask = self._out.masks.copy() if agent == self.agent_selection else np.zeros_like(self._out.masks)
        return {"observation": view, "action_mask": mask}

    def step(self, action):
        """Play the action of the agent whose turn it is; None for one whose game has ended."""
        if "agents" not in self.__dict__:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        dead = self.terminations[agent] or self.truncations[agent]
        if dead or action is None:
            assert dead, "action is not in action space"
            self._was_dead_step(action)
            return
        assert self.action_spaces[agent].contains(action), "action is not in action space"
        self._cumulative_rewards[agent] = 0.0
        if self._out.masks[action]:
            self._play(agent, action)
        else:
            self._end_illegally(agent)
        if self.render_mode == "human":
            self.render()

    def _play(self, agent, action):
        out = self._out
        self._action[0] = action
        step_boards(self._boards, self._action, self._one, KEEP, out)
        other = self.agent_selection = WHITE_0 if agent == BLACK_0 else BLACK_0
        reward = float(out.rewards[0])
        if out.terminated[0] or out.truncated[0]:
            self.terminations = dict.fromkeys(AGENTS, bool(out.terminated[0]))
            self.truncations = dict.fromkeys(AGENTS, bool(out.truncated[0]))
            if self.compatible and reward == 0.0:
                reward = -1.0 if agent == BLACK_0 else 1.0      # a draw is White's
        self.rewards = {agent: reward, other: 0.0 - reward}
        self._accumulate_rewards()

    def _end_illegally(self, agent):
        # PettingZoo's rule for its classic games: who breaks the rules loses, the other has nothing from it.
        EnvLogger.warn_on_illegal_move()
        lost = float(self.options.board_size ** 2) if self.options.reward == "score" else 1.0
        self.terminations = dict.fromkeys(AGENTS, True)
        self.truncations = dict.fromkeys(AGENTS, self.compatible)
        self.rewards = {**dict.fromkeys(AGENTS, 0.0), agent: -lost}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self):
        return None

    def close(self):
        pass
