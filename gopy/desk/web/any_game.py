"""A game of any kind in the process of the engine, and the player for it: one at a time."""
import secrets
from typing import Any

from gopy import game as contract
from gopy.games.catalogue import GAMES, game_kind
from gopy.games.players.any_game import AnyGame, Joint
from gopy.games.players.game_player import new_player
from gopy.games.players.player_text import PREFIX

#: Moves of a report that are shown.
_MOST_MOVES = 12


class AnyGameWork:
    """One AnyGame and the player that plays it."""

    def __init__(self, seed=None) -> None:
        self._seed = secrets.randbits(31) if seed is None else seed
        self._game: Any = None
        self._player: Any = None
        self._limit: tuple[Any, Any] | None = None

    def is_loaded(self, name, with_player) -> bool:
        """Whether a game, and its search if that is asked for, need not be loaded or compiled."""
        return self._game is not None and self._game.kind.text == name and (self._player is not None or not with_player)

    def follow(self, name, seed, moves) -> None:
        """Bring the game to these moves, written as people write them. ValueError if there is no such game or move."""
        if name.partition(":")[0] not in GAMES:
            raise ValueError(f"there is no game {name!r}")
        if self._game is None or (self._game.kind.text, self._game.seed) != (name, seed):
            game, self._player = AnyGame(game_kind(name), seed), None
        else:
            game = self._game
            while game.moves and game.texts != moves[:len(game.texts)]:
                try:
                    game.undo()
                except ValueError:      # only chance has moved
                    break
        for number, text in enumerate(moves):
            if number >= len(game.texts):
                game.replay(text, number)
        self._game = game

    def view(self) -> dict:
        """The position as values for the page."""
        game = self._game
        over = game.is_over
        moves = [] if over else [self._texts(player) for player in ((0, 1) if game.simultaneous else (game.to_play,))]
        return {"board": contract.draw(game.state), "texts": game.texts, "over": over, "simultaneous": game.simultaneous,
                "to_play": None if over else game.to_play, "moves": moves, "value": game.value() if over else None,
                "margin": game.margin() if over else None}

    def load_player(self, sims, seconds) -> None:
        """Make the player, with a limit for each move; its search is compiled when it is first needed."""
        if self._player is None or self._limit != (sims, seconds):
            self._player = new_player(PREFIX, self._game.kind, self._seed, sims, seconds)
            self._limit = sims, seconds

    def choose(self, player, bid, should_stop, play=True) -> dict[str, Any]:
        """Choose a move for a player and, with `play`, play it; where both move at once, together with the other's `bid`."""
        game = self._game
        if game.is_over:
            raise ValueError("the game is over")
        other = game.parse_move(1 - player, bid) if game.simultaneous else None
        move = self._player.choose(game, player, should_stop=should_stop)
        played = {"move": contract.move_text(game.state, move), **self._outlook(move)}
        if play:
            game.play(move if other is None else Joint(*((move, other) if player == 0 else (other, move))))
        return played

    def _texts(self, player):
        state = self._game.state
        return [contract.move_text(state, move) for move in self._game.legal_moves(player)]

    def _outlook(self, move):
        """What the last search thinks of the moves, and of the one that it chose; empty for players that do not tell."""
        report = getattr(self._player, "report", None)
        if not getattr(report, "children", None):
            return {}
        state = self._game.state
        chosen = next((child.winrate for child in report.children if child.move == move and child.visits), report.value)
        return {"winrate": round(chosen, 4), "candidates": [
            {"move": contract.move_text(state, child.move), "visits": child.visits, "winrate": round(child.winrate, 4)}
            for child in report.children[:_MOST_MOVES] if child.visits]}
