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

AGENTS = ("black_0", "white_0")

#: What an agent gets for an illegal action; the game ends, the other gets 0.
ILLEGAL_REWARD = -1.0

# Planes as go_v5 has them, taken from those of the player to move: each pair of planes shows a board first from the
# side that had just moved there. The latest mover is not the player to move, the one before is, and so on.
_COMPATIBLE_PLANES = np.array([1, 0, 2, 3, 5, 4, 6, 7, 9, 8, 10, 11, 13, 12, 14, 15, 16])
_OTHER_VIEW = np.array([1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14, 16])

_SET_BY_RESET = {"agents", "agent_selection", "rewards", "terminations", "truncations", "infos"}


def env(**kwargs):
    """A `GoAEC`; the name that PettingZoo's modules have for it."""
    return GoAEC(**kwargs)


class GoAEC(AECEnv):
    """See docs/environments.md for arguments, spaces and rewards."""

    metadata = {"render_modes": ["human", "rgb_array", "ansi"], "name": "gopy_go_v0", "is_parallelizable": False,
                "render_fps": 2}

    def __init__(self, board_size=19, komi=7.5, render_mode=None, screen_height=800, *, compatible=False):
        super().__init__()
        if compatible:
            self.metadata = {**self.metadata, "name": "go_v5"}
        self.board_size, self.komi, self.render_mode, self.compatible = board_size, komi, render_mode, compatible
        self.screen_height = screen_height
        points = board_size * board_size
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: spaces.Dict({
            "observation": spaces.Box(0, 1, (board_size, board_size, 17), bool),
            "action_mask": spaces.Box(0, 1, (points + 1,), np.int8)}) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(points + 1) for agent in AGENTS}
        self._core = _PlainCore(board_size, komi)

    def __getattr__(self, name):
        if name in _SET_BY_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(name)

    @property
    def num_agents(self):
        return len(self.agents)

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self._core.reset()
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[0]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None
        self._mask = self._core.mask()

    def observe(self, agent):
        if "_mask" not in self.__dict__:
            EnvLogger.error_observe_before_reset()
        planes = self._core.planes()
        to_play = AGENTS[self._core.to_play]
        if self.compatible:
            planes = planes[:, :, _COMPATIBLE_PLANES]
            planes[:, :, 16] = agent == AGENTS[1]
        elif agent != to_play:
            planes = planes[:, :, _OTHER_VIEW]
            planes[:, :, 16] = agent == AGENTS[0]
        mask = self._mask.copy() if agent == self.agent_selection else np.zeros_like(self._mask)
        return {"observation": planes, "action_mask": mask}

    def step(self, action):
        if "_mask" not in self.__dict__:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        dead = self.terminations[agent] or self.truncations[agent]
        assert (action is None and dead) or self.action_spaces[agent].contains(action), "action is not in action space"
        if dead:
            self._was_dead_step(action)
        elif not self._mask[action]:
            self._end_illegally(agent)
        else:
            self._play(int(action))
            if self.render_mode == "human":
                self.render()

    def _play(self, action):
        core = self._core
        core.play(action)
        self.agent_selection = AGENTS[core.to_play]
        if not core.over():
            self._mask = core.mask()
            return
        self._mask = np.zeros_like(self._mask)
        self._mask[-1] = 1
        self.terminations = dict.fromkeys(AGENTS, True)
        won = np.sign(core.margin())
        if self.compatible and won == 0:
            won = -1
        self.rewards = {AGENTS[0]: won, AGENTS[1]: -won}
        self._accumulate_rewards()

    def _end_illegally(self, agent):
        EnvLogger.warn_on_illegal_move()
        self.terminations = dict.fromkeys(AGENTS, True)
        self.truncations = dict.fromkeys(AGENTS, self.compatible)
        self.rewards = {**dict.fromkeys(AGENTS, 0.0), agent: ILLEGAL_REWARD}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self):
        return None

    def close(self):
        pass


class _PlainCore:
    def __init__(self, size, komi):
        from gopy.go.history import Game
        self.game = Game(size, komi)
        self.size = size

    def _point(self, action):
        n = self.size
        if action == n * n:
            return self.game.pass_move
        r, c = divmod(action, n)
        return (n - 1 - r) * (n + 1) + c

    def reset(self):
        self.game.clear()
        self.boards = []

    def play(self, action):
        self.game.play(self.game.to_play, self._point(action))
        n = self.size
        b = np.array(self.game.board.colours).reshape(n, n + 1)[::-1, :n]
        self.boards = [b] + self.boards[:7]

    def mask(self):
        g = self.game
        return np.array([g.legal(g.to_play, self._point(a)) for a in range(self.size ** 2 + 1)], np.int8)

    @property
    def to_play(self):
        return self.game.to_play

    def planes(self):
        out = np.zeros((self.size, self.size, 17), bool)
        for k, b in enumerate(self.boards):
            out[:, :, 2 * k] = b == self.to_play
            out[:, :, 2 * k + 1] = b == 1 - self.to_play
        out[:, :, 16] = self.to_play == 0
        return out

    def over(self):
        return self.game.is_over

    def margin(self):
        from gopy.go.score import area_score
        return area_score(self.game.board.colours, self.size) - self.game.komi
