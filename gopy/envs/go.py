"""`GoEnv`: one board of Go as a Gymnasium environment."""
from typing import Any, NamedTuple

import gymnasium
import numpy as np

from gopy.envs.arguments import integer_option, one_action
from gopy.envs.batch import BoardState, GoBatch
from gopy.envs.opponents import GtpOpponent, new_opponent
from gopy.envs.options import go_options
from gopy.envs.render import board_image, board_text
from gopy.envs.spaces import COLOURS, check_colour, go_spaces
from gopy.go.batch.boards import RUNNING, point_of_action
from gopy.go.batch.steps import draw_colours, replay
from gopy.go.geometry import BLACK, WHITE
from gopy.go.history import Game
from gopy.go.rules import Ko, Rules
from gopy.go.sgf import save_game


class GoState(NamedTuple):
    """The state of a game that `clone_state` returns."""
    board: BoardState
    actions: tuple[int, ...]
    agent: int


class GoEnv(gymnasium.Env):
    """Go on a square board.

    board_size, komi, rules, superko, suicide, max_length, handicap, observation, history, planes_first, reward
                   see gopy.envs.options and gopy.go.batch.boards
    opponent       None: the agent plays both sides; otherwise the opponent that answers, see gopy.envs.opponents
    colour         the agent's colour if there is an opponent: "black", "white", or "random" for each game
    render_mode    "ansi" (text), "rgb_array" (uint8[H, W, 3]) or "human" (text to the terminal after every step)

    Actions are the N * N points, row by row from the top, and then the pass. An illegal action ends the game, and the
    player who chose it loses (reward -1, or -N * N if scores are the reward); an action that is no integer raises
    gymnasium.error.InvalidAction and changes nothing. The reward is that of the agent or, without an opponent, of the
    player whose action it was. Observations show the board from the side of the agent or, without an opponent, of the
    player to move. A game of `max_length` actions is truncated and counted as it stands.

    info has `action_mask` (int8[N * N + 1]), `to_play` (0 Black, 1 White), `illegal`, and once the game has ended `score`,
    which is Black's area minus White's area and komi.
    """
    metadata = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 2}

    def __init__(self, *, opponent: Any = None, colour: str = "black", render_mode: str | None = None, **options: Any) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode {render_mode!r} is not one of {', '.join(self.metadata['render_modes'])}")
        self.batch = GoBatch(1, go_options(**options))
        self.observation_space, self.action_space = go_spaces(self.batch.options)
        self.render_mode = render_mode
        self.opponent = new_opponent(opponent)
        self.actions: list[int] = []    # the actions since the start of the game, as ints
        self._colour = check_colour(colour)
        self._action = np.zeros(1, np.int64)
        self._seeded = self._begun = False

    # ---- Gymnasium's calls --------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a new game; returns (observation, info). A `seed` restarts the random numbers."""
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self.batch.seed_board(0, self.np_random_seed)
            self._seeded = True
        if self.opponent is not None:
            self.batch.agents[0] = self._draw_colour()
        self.batch.restart()
        self.actions = []
        self._begun = True
        if self.opponent is not None:
            if seed is not None and isinstance(self.opponent, GtpOpponent):
                self.opponent.close()       # a new process draws its seed from the environment's
            self.opponent.begin(self)
            if self.to_play != self.batch.agents[0]:
                self._answer()
        return self._told()

    def _draw_colour(self) -> int:
        if self._colour != "random":
            return COLOURS.index(self._colour)
        colours = np.zeros(1, np.int8)
        draw_colours(self.batch.boards, self.batch.everyone, colours)
        return int(colours[0])

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play an action, and the opponent's answer; returns (observation, reward, terminated, truncated, info)."""
        if not self._begun:
            raise gymnasium.error.ResetNeeded("no game has begun: reset the environment")
        if self.batch.status[0] != RUNNING:
            raise gymnasium.error.ResetNeeded("the game has ended: reset the environment")
        reward = self._play(one_action(action))
        illegal = bool(self.batch.out.illegal[0])
        if self.opponent is not None and self.batch.status[0] == RUNNING:
            reward -= self._answer()
        out = self.batch.out
        observation, info = self._told()
        info["illegal"] = illegal
        return observation, reward, bool(out.terminated[0]), bool(out.truncated[0]), info

    def _answer(self) -> float:
        """Play the opponent's action; returns the opponent's reward."""
        return self._play(one_action(self.opponent.act(self), "the opponent's action"))

    def _play(self, action: int) -> float:
        """Play an action, an int; returns the reward of the player who played it."""
        self._action[0] = action
        self.batch.step(self._action)
        if not self.batch.out.illegal[0]:
            self.actions.append(action)
        return float(self.batch.out.rewards[0])

    def _told(self) -> tuple[np.ndarray, dict[str, Any]]:
        if self.render_mode == "human":
            print(self._text(), end="\n\n")
        return self.batch.views[0].copy(), self.info()

    def info(self) -> dict[str, Any]:
        """The info dict of the game as it stands."""
        info = {"action_mask": self.batch.masks[0].copy(), "to_play": self.to_play, "illegal": False}
        if self.batch.status[0] != RUNNING:
            info["score"] = float(self.batch.out.scores[0])
        return info

    def render(self) -> str | np.ndarray | None:
        """The board as a text or image, as the render mode says; None if the mode is "human" or None."""
        if self.render_mode == "ansi":
            return self._text()
        if self.render_mode == "rgb_array":
            return board_image(self.batch.colours(0), self.batch.options.board_size, self._last_point())
        return None

    def _text(self) -> str:
        options = self.batch.options
        last = self._last_point()
        passed = " after a pass" if self.actions and self.actions[-1] == options.board_size ** 2 else ""
        return (board_text(self.batch.colours(0), options.board_size, last)
                + f"\n{'White (O)' if self.to_play else 'Black (X)'} to play{passed}, komi {options.komi:g}")

    def _last_point(self) -> int | None:
        return point_of_action(self.actions[-1], self.batch.options.board_size) if self.actions else None

    def close(self) -> None:
        """Close the opponent, which ends it if it is a program."""
        if self.opponent is not None:
            self.opponent.close()

    # ---- the game ------------------------------------------------------------------------------------

    @property
    def to_play(self) -> int:
        """0 if Black is to move, 1 if White."""
        return int(self.batch.out.to_play[0])

    @property
    def first_player(self) -> int:
        """The player of the first action: 0 (Black), or with handicap stones 1 (White)."""
        return WHITE if self.batch.options.handicap else BLACK

    def action_masks(self) -> np.ndarray:
        """int8[N * N + 1]: 1 for each legal action. MaskablePPO expects a method of this name."""
        return self.batch.masks[0].copy()

    def clone_state(self) -> GoState:
        """A GoState with the game and its random numbers, but without an engine that is the opponent."""
        return GoState(self.batch.save(), tuple(self.actions), int(self.batch.agents[0]))

    def restore_state(self, state: GoState) -> tuple[np.ndarray, dict[str, Any]]:
        """Continue from a GoState of an environment with the same options; returns (observation, info)."""
        self.batch.load(slice(None), state.board)
        self.actions = list(state.actions)
        self.batch.agents[0] = state.agent
        self._begun = True
        self._after_jump()
        return self._told()

    def undo(self, count: int = 1) -> tuple[np.ndarray, dict[str, Any]]:
        """Take back the last `count` actions of both sides; returns (observation, info).

        ValueError if there are fewer, or if an opponent would be to move then: it moves only as the answer to an action.
        """
        count = integer_option("count", count)
        if not 0 <= count <= len(self.actions):
            raise ValueError(f"cannot undo {count} of {len(self.actions)} actions")
        to_play = (self.first_player + len(self.actions) - count) % 2
        if self.opponent is not None and to_play != self.batch.agents[0]:
            raise ValueError(f"cannot undo {count} actions: the opponent would be to move")
        del self.actions[len(self.actions) - count:]
        replay(self.batch.boards, 0, np.array(self.actions, np.int64), len(self.actions))
        self._after_jump()
        return self._told()

    def _after_jump(self) -> None:
        out = self.batch.out
        for array in (out.rewards, out.terminated, out.truncated, out.illegal):
            array[0] = 0
        self.batch.look()
        out.scores[0] = self.batch.scores()[0]

    def state_hash(self, situational: bool = False) -> int:
        """The Zobrist hash of the stones (gopy.go.zobrist); if `situational`, it includes whose turn it is."""
        return int(self.batch.hashes(situational)[0])

    def score(self) -> float:
        """Black's area minus White's area and komi, of the board as it stands."""
        return float(self.batch.scores()[0])

    def ownership(self) -> np.ndarray:
        """int8[N, N]: the owner of each point as the board stands: 1 for Black, -1 for White, 0 for neither."""
        return self.batch.ownership()[0]

    def game(self) -> Game:
        """The game as a gopy.go.history.Game, for analysis or a record."""
        options = self.batch.options
        size = options.board_size
        ko = Ko.SIMPLE if options.superko == "none" else Ko[options.superko.upper()]
        game = Game(size, options.komi, Rules(ko, suicide=options.suicide))
        if options.handicap:
            game.place_handicap(options.handicap)
        for action in self.actions:
            game.play(game.to_play, point_of_action(action, size))
        return game

    def to_sgf(self, **headings: Any) -> str:
        """The game as SGF text. `headings` are arguments of gopy.go.sgf.save_game (black=, white=, result=)."""
        return save_game(self.game(), **headings)
