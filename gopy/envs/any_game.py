"""`AnyGameEnv`: a game of any kind, by the contract in gopy.game, as a Gymnasium environment."""
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from gopy import game as contract
from gopy.envs.arguments import one_action
from gopy.envs.game_views import new_view
from gopy.games.catalogue import GameKind, game_kind
from gopy.games.players.any_game import AnyGame, Chance, Joint
from gopy.games.players.game_player import RandomPlayer, check_player, new_player

PLAYERS = ("first", "second", "random")


def _kind(game: str, options: dict[str, Any]) -> GameKind:
    """The GameKind for the name of a game and its options, which are Python values.

    ValueError for a game or option that does not exist.
    """
    written = game + "".join(f"{':' if i == 0 else ','}{name}={options[name]}" for i, name in enumerate(options))
    kind = game_kind(written)
    read = kind.options
    for name, value in options.items():     # as text '9' and 9 are the same
        if read[name] != value or isinstance(value, float) and not isinstance(read[name], float):
            raise ValueError(f"{game}: {name} wants {'a word' if isinstance(read[name], str) else 'a number'}, "
                             f"not {value!r}")
    return kind


class AnyGameEnv(gymnasium.Env):
    """One game between the agent and an opponent, or the agent and itself.

    game           the name of the game in gopy.games.catalogue
    opponent       None: the agent plays both sides in turn; "random"; a player as in `gopy match`, for example
                   "gopy:sims=200,policy=uct"; or a function action = opponent(observation, info), where both arguments
                   are from the opponent's side
    player         the agent's place if there is an opponent: "first", "second", or "random" for each game
    observation_dtype   "bool", where observations have no number above 1, or "uint8", in place of int8 for boards and int16 for lists
    render_mode    "ansi" (text) or "human" (text to the terminal after every step)
    options        options of the game, for example size=7; ValueError for an option that does not exist

    Actions are the moves of the game. Games in which players move at the same time need an opponent, which chooses without
    seeing the agent's action. An illegal action ends the game, and the player who chose it loses; an action that is no
    integer raises gymnasium.error.InvalidAction and changes nothing. The reward is 0 until the end, then 1 for a win, 0 for
    a draw and -1 for a loss, or what the game pays in points. It is the reward of the agent or, without an opponent, of the
    player whose action it was. Observations are those of the agent or, without an opponent, of the player to move
    (gopy.envs.game_views).

    info has `action_mask` (int8[moves]), `to_play` (0 or 1; the agent in games in which players move at the same time),
    `illegal`, and once the game has ended `score`, the first player's margin, if the game counts points.
    """
    metadata = {"render_modes": ["ansi", "human"], "render_fps": 2}

    def __init__(self, game: str, *, opponent: Any = None, player: str = "first", render_mode: str | None = None,
                 observation_dtype: str | None = None, **options: Any) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode {render_mode!r} is not one of {', '.join(self.metadata['render_modes'])}")
        if player not in PLAYERS:
            raise ValueError(f"player {player!r} is not one of {', '.join(PLAYERS)}")
        if game == "go":
            raise ValueError("go has an environment of its own, gopy/Go-v0")
        self._kind = _kind(game, options)
        self._start = self._kind.new_state()
        if contract.players(self._start) != 2:
            raise ValueError(f"{game} has {contract.players(self._start)} players; an environment has one opponent")
        self._view = new_view(game, self._start, observation_dtype)
        self.observation_space = self._view.space
        self.action_space: spaces.Discrete = spaces.Discrete(int(contract.num_moves(self._start)))
        self.render_mode = render_mode
        self._opponent = self._checked(opponent)
        self._engine: Any = None        # the opponent, where it is a player by name
        self._player = player
        self._agent = 0                 # 0 or 1: the agent's place, if there is an opponent
        self._game: AnyGame | None = None       # until the first reset
        self._illegal = False           # whether the game ended by an illegal action

    def _checked(self, opponent: Any) -> Any:
        if opponent is None:
            if contract.is_simultaneous(self._start):
                raise ValueError("players move at the same time: the environment needs an opponent")
        elif isinstance(opponent, str):
            if opponent != "random":
                check_player(opponent, self._kind)
        elif not callable(opponent):
            raise ValueError(f"opponent {opponent!r} is no name of a player and cannot be called")
        return opponent

    @property
    def game(self) -> AnyGame:
        """The game being played. gymnasium.error.ResetNeeded before the first reset."""
        if self._game is None:
            raise gymnasium.error.ResetNeeded("no game has begun: reset the environment")
        return self._game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a new game; returns (observation, info). A `seed` restarts the random numbers."""
        super().reset(seed=seed)
        if seed is not None:
            self._engine = None
        self._game = AnyGame(self._kind, int(self.np_random.integers(2 ** 31)), self._start)
        self._illegal = False
        if self._opponent is not None:
            self._agent = (PLAYERS.index(self._player) if self._player != "random" else int(self.np_random.integers(2)))
            self._answer()
        return self._told()

    def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play an action, and the opponent's if there is one; returns (observation, reward, terminated, truncated, info)."""
        if self._illegal or self.game.is_over:
            raise gymnasium.error.ResetNeeded("the game has ended: reset the environment")
        action, actor = one_action(action), self._viewer()
        if not (0 <= action < self.action_space.n and self._mask()[action]):
            self._illegal = True
            return self._told(-1.0, True)
        if self.game.simultaneous:
            pair = (action, self._choose(1 - actor))
            self.game.play(Joint(*(pair if actor == 0 else pair[::-1])))
        else:
            self.game.play(action)
            self._answer()
        over = self.game.is_over
        return self._told(self._payoff(actor) if over else 0.0, over)

    def _told(self, *outcome: Any) -> tuple[Any, ...]:
        """(observation, info), or with an `outcome` (reward, terminated) the five values that `step` returns."""
        if self.render_mode == "human":
            print(self._text(), end="\n\n")
        observation = self._view.look(self.game.state, self._viewer())
        return (observation, *outcome, False, self.info()) if outcome else (observation, self.info())

    def _viewer(self) -> int:
        """The player whose side observations show and who acts."""
        to_play = self.game.to_play
        return self._agent if self._opponent is not None or to_play is None else to_play

    def info(self) -> dict[str, Any]:
        """The info dict of the game as it stands."""
        to_play = self.game.to_play
        info = {"action_mask": self._mask(), "to_play": self._viewer() if to_play is None else to_play,
                "illegal": self._illegal}
        margin = self.game.margin() if self.game.is_over else None
        if margin is not None:
            info["score"] = margin
        return info

    def action_masks(self) -> np.ndarray:
        """int8[moves]: 1 for each legal action of the agent; all 0 once the game has ended."""
        return self._mask()

    def _mask(self, player: int | None = None) -> np.ndarray:
        mask = np.zeros(self.action_space.n, np.int8)
        if not (self.game.is_over or self._illegal):
            mask[self.game.legal_moves(self._viewer() if player is None else player)] = 1
        return mask

    def _payoff(self, player: int) -> float:
        state = self.game.state
        first = float(contract.utility(state))
        if contract.utility_sum(state) != 0.0:
            first = 2.0 * first - 1.0
        return first if player == 0 else -first

    def _answer(self) -> None:
        """Play the opponent's moves, as long as it is the opponent's turn."""
        while self._opponent is not None and not (self.game.simultaneous or self.game.is_over
                                                  or self.game.to_play == self._agent):
            self.game.play(self._choose(1 - self._agent))

    def _choose(self, player: int) -> int:
        """Let the opponent choose a move as `player`. ValueError if the move is illegal."""
        if callable(self._opponent):
            mask = self._mask(player)
            observation = self._view.look(self.game.state, player)
            told = {"action_mask": mask.copy(), "to_play": player, "illegal": False}
            move = one_action(self._opponent(observation, told), "the opponent's action")
            if not (0 <= move < len(mask) and mask[move]):
                raise ValueError(f"the opponent's action {move} is illegal")
            return move
        if self._engine is None:
            seed = int(self.np_random.integers(2 ** 31))
            self._engine = (RandomPlayer(seed) if self._opponent == "random"
                            else new_player(self._opponent, self._kind, seed))
        return self._engine.choose(self.game, player)

    def undo(self) -> tuple[np.ndarray, dict[str, Any]]:
        """Take back the last move, or with an opponent the last move of both players; returns (observation, info).

        ValueError if there is no move to take back.
        """
        alternate = self._opponent is not None and not self.game.simultaneous
        # Where the agent is second, the first move is the opponent's, and stays.
        if alternate and sum(not isinstance(move, Chance) for move in self.game.moves) <= self._agent:
            raise ValueError("there is no move to take back")
        self.game.undo()
        self._illegal = False
        if self._opponent is not None and self.game.to_play not in (None, self._agent):
            self.game.undo()
        return self._told()

    def render(self) -> str | None:
        """The board as text in the render mode "ansi"; otherwise None."""
        return self._text() if self.render_mode == "ansi" else None

    def _text(self) -> str:
        return contract.draw(self.game.state)
