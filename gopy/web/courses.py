"""The games of the catalogue other than Go, in the process of the engine: one of them at a time, and a player for it."""
import secrets
from typing import Any

from gopy import game
from gopy.games.catalogue import GAMES
from gopy.players.course import Joint
from gopy.players.game_player import new_player
from gopy.players.player_text import PREFIX
from gopy.terminal.any_game_file import new_saved_game, replay

#: Moves of a report that are shown.
_MOST_MOVES = 12


class Courses:
    """One game (gopy.terminal.any_game_file.SavedGame) and the player that plays it."""

    def __init__(self, seed=None) -> None:
        self._seed = secrets.randbits(31) if seed is None else seed
        self._saved: Any = None
        self._player: Any = None
        self._limit: tuple[Any, Any] | None = None

    def is_loaded(self, name, with_player) -> bool:
        """Whether a game, and its search if that is asked for, need not be loaded or compiled."""
        return self._saved is not None and self._saved.game == name and (self._player is not None or not with_player)

    def follow(self, name, seed, moves) -> None:
        """Bring the game to these moves, written as people write them. ValueError if there is no such game or move."""
        if name.partition(":")[0] not in GAMES:
            raise ValueError(f"there is no game {name!r}")
        if self._saved is None or (self._saved.game, self._saved.seed) != (name, seed):
            saved, self._player = new_saved_game(name, seed, 0), None
        else:
            saved = self._saved
            while saved.course.moves and saved.course.texts != moves[:len(saved.course.texts)]:
                try:
                    saved.course.undo()
                except ValueError:      # only chance has moved
                    break
        for number, text in enumerate(moves):
            if number >= len(saved.course.texts):
                replay(saved.course, text, number)
        self._saved = saved

    def view(self) -> dict:
        """The position as values for the page."""
        course = self._saved.course
        over = course.is_over
        moves = [] if over else [self._texts(player) for player in ((0, 1) if course.simultaneous else (course.to_play,))]
        return {"board": game.draw(course.state), "texts": course.texts, "over": over, "simultaneous": course.simultaneous,
                "to_play": None if over else course.to_play, "moves": moves, "value": course.value() if over else None,
                "margin": course.margin() if over else None}

    def load_player(self, sims, seconds) -> None:
        """Make the player, with a limit for each move; its search is compiled when it is first needed."""
        if self._player is None or self._limit != (sims, seconds):
            self._player = new_player(PREFIX, self._saved.registered, self._saved.options, self._seed, sims, seconds)
            self._limit = sims, seconds

    def choose(self, player, bid, should_stop) -> dict[str, Any]:
        """Choose a move for a player and play it; where both move at once, together with the other's `bid`."""
        course = self._saved.course
        if course.is_over:
            raise ValueError("the game is over")
        other = course.parse_move(1 - player, bid) if course.simultaneous else None
        move = self._player.choose(course, player, should_stop=should_stop)
        played = {"move": game.move_text(course.state, move), **self._outlook()}
        course.play(move if other is None else Joint(*((move, other) if player == 0 else (other, move))))
        return played

    def _texts(self, player):
        state = self._saved.course.state
        return [game.move_text(state, move) for move in self._saved.course.legal_moves(player)]

    def _outlook(self):
        """What the last search thinks of the moves; empty for players that do not tell."""
        report = getattr(self._player, "report", None)
        if not getattr(report, "children", None):
            return {}
        state = self._saved.course.state
        return {"winrate": round(report.value, 4), "candidates": [
            {"move": game.move_text(state, child.move), "visits": child.visits, "winrate": round(child.winrate, 4)}
            for child in report.children[:_MOST_MOVES] if child.visits]}
