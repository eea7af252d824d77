"""Opponents in the environment with one board: random, an engine over the Go Text Protocol, or any callable."""
import json
from collections.abc import Callable
from typing import Any

from gopy.go.batch.boards import BatchOptions, action_of_point, point_of_action
from gopy.go.geometry import parse_vertex, vertex_text
from gopy.lab.match.programs.client import Refused
from gopy.lab.match.programs.players import check_player, open_player

_LETTERS = "bw"


def new_opponent(opponent: Any) -> Any:
    """The object that plays against the agent, from a user's `opponent`. ValueError of one sentence if it is wrong.

    None        no opponent: the agent plays both sides
    "random"    plays uniformly random legal moves
    text        a player as in `gopy match`: "gopy:level=4", "gopy:sims=500", "gnugo:level=10", a command line
    callable    action = opponent(observation, info), where both arguments are from the opponent's side
    object      any object with methods begin(env), act(env) and close()
    """
    if opponent is None or hasattr(opponent, "act"):
        return opponent
    if callable(opponent):
        return _Callable(opponent)
    if opponent == "random":
        return _Random()
    if isinstance(opponent, str):
        check_player(opponent)
        return GtpOpponent(opponent)
    raise ValueError(f"opponent {opponent!r} is no name of a player and cannot be called")


class _Random:
    def begin(self, env: Any) -> None:
        pass

    def act(self, env: Any) -> int:
        return int(env.batch.random_actions()[0])

    def close(self) -> None:
        pass


class _Callable:
    def __init__(self, choose: Callable[[Any, dict[str, Any]], Any]) -> None:
        self._choose = choose

    def begin(self, env: Any) -> None:
        pass

    def act(self, env: Any) -> Any:
        return self._choose(env.batch.views_by(-1)[0], env.info())

    def close(self) -> None:
        pass


class GtpOpponent:
    """A player of `gopy match` that is told the moves over the Go Text Protocol.

    If it resigns, or if the rules of the environment forbid its move, it passes.
    """

    def __init__(self, player: str) -> None:
        self._player = player
        self._engine: Any = None
        self._told: list[int] | None = None     # the actions that the engine knows; None: it must be told all of them again

    def begin(self, env: Any) -> None:
        """Begin a new game on the environment's board; starts the engine if it is not running yet."""
        options = env.batch.options
        size = options.board_size
        if self._engine is None:
            seed = int(env.np_random.integers(2 ** 31))
            self._engine = open_player(self._player, seed, size=size)
            self._set_rules(options)
        for command in (f"boardsize {size}", "clear_board", f"komi {options.komi:g}"):
            self._engine.send(command)
        if options.handicap:
            self._engine.send("set_free_handicap " + " ".join(vertex_text(p, size) for p in options.handicap))
        self._told = []

    def _set_rules(self, options: BatchOptions) -> None:
        ko = "SIMPLE" if options.superko == "none" else options.superko.upper()
        try:
            self._engine.send("kata-set-rules " + json.dumps({"ko": ko, "scoring": "AREA", "suicide": options.suicide}))
        except Refused:
            pass        # the engine plays by its own rules

    def act(self, env: Any) -> int:
        """Tell the engine the moves that it does not know, and return the action that it chooses."""
        size = env.batch.options.board_size
        actions = env.actions
        if self._told is None or actions[:len(self._told)] != self._told:
            self.begin(env)
        for number in range(len(self._told or ()), len(actions)):
            colour = env.first_player if number % 2 == 0 else 1 - env.first_player
            self._engine.send(f"play {_LETTERS[colour]} {vertex_text(point_of_action(actions[number], size), size)}")
        answer = self._engine.send(f"genmove {_LETTERS[env.to_play]}", timeout=3600.0).strip()
        passing = size * size
        resigned = answer.lower() == "resign"
        action = passing if resigned else action_of_point(parse_vertex(answer, size), size)
        if not env.action_masks()[action]:
            action, resigned = passing, True
        self._told = None if resigned else [*actions, action]
        return action

    def __reduce__(self) -> tuple[Any, ...]:
        return GtpOpponent, (self._player,)     # a copy will start an engine of its own

    def close(self) -> None:
        """End the engine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None
