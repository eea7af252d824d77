"""The capture game in the process of the engine: gopy's moves, hints, and whether a person's move was a slip."""
import secrets
from typing import Any

from gopy.desk.web.teaching.capture import capture_result
from gopy.desk.web.teaching.doubt import LEAST_STONES
from gopy.desk.web.wire import played_game
from gopy.engine.levels import LEVELS
from gopy.games.capture_go import from_game
from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame
from gopy.games.players.game_player import new_player
from gopy.games.players.player_text import PREFIX
from gopy.go.geometry import EMPTY, vertex_text
from gopy.go.history import Game

#: Simulations of a hint, and of each search that judges a move.
_SIMULATIONS = 1500

#: Moves of a line that is told.
_LONGEST_LINE = 8


class CaptureWork:
    """Searches games of Go that whoever first captures so many stones wins. Each search begins anew."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = secrets.randbits(31) if seed is None else seed

    def load(self) -> None:
        """Load the search, or compile it."""
        new_player(PREFIX, game_kind("capture_go"), self._seed, 1)

    def choose(self, values: dict[str, Any], stones: int, strength: dict[str, Any], should_stop: Any) -> str:
        """gopy's move, as a vertex, in a game of gopy.desk.web.wire.game_values that so many captured stones win."""
        level = strength.get("level")
        sims = strength.get("sims", None if level is None else LEVELS[level])
        game = played_game(values)
        move, _ = self._search(game, stones, sims, strength.get("seconds"), should_stop)
        return vertex_text(move, game.size)

    def hint(self, values: dict[str, Any], stones: int, should_stop: Any) -> dict[str, Any]:
        """What gopy.desk.web.hint.hint_values tells of a game of Go."""
        game = played_game(values)
        _, report = self._search(game, stones, _SIMULATIONS, None, should_stop)
        return {"moves": [{"move": vertex_text(child.move, game.size),
                           "pv": [vertex_text(move, game.size) for move in (child.pv or [child.move])[:_LONGEST_LINE]]}
                          for child in report.children[:2]]}

    def doubt(self, values: dict[str, Any], stones: int, limit: float, should_stop: Any) -> dict[str, Any] | None:
        """What gopy.desk.web.teaching.doubt.doubt_values tells of the last move of a game of Go."""
        game = played_game(values)
        mover, played = game.moves[-1]
        before = game.after(len(game.moves) - 1)
        best, _ = self._search(before, stones, _SIMULATIONS, None, should_stop)
        if best == played:
            return None
        before.record(mover, best)
        if capture_result(before, stones) is None:
            (_, now), (_, could) = (self._search(each, stones, _SIMULATIONS, None, should_stop) for each in (game, before))
            loss = now.children[0].winrate - could.children[0].winrate      # searches alike, so that they err alike
        else:
            _, now = self._search(game, stones, _SIMULATIONS, None, should_stop)
            loss = now.children[0].winrate
        if loss < limit:
            return None
        taken = _in_atari(game, mover)
        return {"loss": round(loss, 3), "stones": taken if taken >= LEAST_STONES else 0, "reason": None}

    def _search(self, game: Game, stones: int, sims: int | None, seconds: float | None, should_stop: Any) -> tuple[int, Any]:
        """(the best move, the Report) of a game as it stands."""
        kind = game_kind(f"capture_go:size={game.size},stones={stones}")
        course = AnyGame(kind, self._seed, from_game(game, stones))
        player: Any = new_player(PREFIX, kind, self._seed, sims, seconds)
        move = player.choose(course, course.to_play, should_stop=should_stop)
        return move, player.report


def _in_atari(game: Game, colour: int) -> int:
    """The stones of the largest chain of a colour that is in atari."""
    return max((len(stones) for point in range(game.pass_move) if game.board.colours[point] == colour != EMPTY
                for stones, liberties in [game.board.chain(point)] if len(liberties) == 1), default=0)
