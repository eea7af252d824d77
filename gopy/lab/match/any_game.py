"""Plays one game of any kind of a match between two searches of this process, and makes its record."""
import random
import time

from gopy.games.catalogue import game_kind
from gopy.games.players.any_game import AnyGame, Joint
from gopy.games.players.game_player import new_player
from gopy.lab.match.game import Player
from gopy.lab.match.results.moves import digest
from gopy.lab.match.results.record import DRAW, effort

#: The `end` in the record of a game that was played to its end.
PLAYED_OUT = "over"

#: How often an opening is drawn again because it ended the game.
_ATTEMPTS = 100


def play_one(settings, game_id) -> tuple[dict, None]:
    """Play game `game_id` of AnyGameSettings; returns (record, None). The record is like that of gopy.lab.match.results.record.

    "black" is player 0, who moves first. `played` lists all moves as people write them. `score` is Black's margin, in
    games that count points. Raises ValueError if the game cannot be played.
    """
    kind = game_kind(settings.game)
    order = settings.order(game_id)
    players = [Player(new_player(settings.players()[player], kind, settings.engine_seed(game_id, player), settings.sims,
                                 settings.seconds), colour)
               for colour, player in enumerate(order)]
    settings.files.check()      # now that they are loaded
    game = _opened(kind, settings.opening_plies(), settings.pair_seed(game_id))
    opening = list(game.texts)
    while not game.is_over:
        if game.simultaneous:
            game.play(Joint(*(_ask(player, game) for player in players)))
        else:
            game.play(_ask(players[game.to_play], game))
    return _record(game_id, game, opening, players, [settings.names[player] for player in order]), None


def _opened(kind, plies, seed):
    """An AnyGame after `plies` random moves that have not ended the game."""
    for attempt in range(_ATTEMPTS):
        game = AnyGame(kind, seed)
        generator = random.Random(f"{seed}/{attempt}")
        for _ in range(plies):
            if game.is_over:
                break
            moves = [generator.choice(game.legal_moves(player))
                     for player in ((0, 1) if game.simultaneous else (game.to_play,))]
            game.play(Joint(*moves) if game.simultaneous else moves[0])
        if not game.is_over:
            return game
    raise ValueError(f"openings: {plies} random moves end the game again and again")


def _ask(player, game):
    """The player's move. Its wall time is added up, and its CPU time from the second move on."""
    began, cpu_began = time.perf_counter(), _cpu_seconds(player)
    move = player.client.choose(game, player.colour)
    player.seconds += time.perf_counter() - began
    player.moves += 1
    cpu = _cpu_seconds(player) - cpu_began
    if player.moves == 1:
        player.cpu_first, player.cpu = cpu, 0.0
    else:
        player.cpu += cpu
    return move


def _cpu_seconds(player):
    """CPU time so far of this thread and of those with which the player's search helps itself."""
    return time.thread_time() + player.client.helper_seconds


def _record(game_id, game, opening, players, names):
    value, margin = game.value(), game.margin()
    winner, result = (DRAW, "1/2-1/2") if value == 0.5 else (names[0], "1-0") if value > 0.5 else (names[1], "0-1")
    return {"id": game_id, "black": names[0], "white": names[1], "winner": winner, "end": PLAYED_OUT, "result": result,
            "moves": len(game.moves), "disputed": False, **({} if margin is None else {"score": margin}),
            "opening": opening, **effort(players, names), "played": " ".join(game.texts),
            "digest": digest(game.moves)}
