"""Plays games between GTP engines on this machine, several at a time, each in a thread of its own."""
import queue
import threading
import time
from collections.abc import Generator

from gopy.lab.match.game import Stopped, play_game
from gopy.lab.match.programs.players import open_player
from gopy.lab.match.referee import judge
from gopy.lab.match.results.record import game_record, sgf_text

#: Seconds to wait for the games in flight to stop when they are no longer needed; they stop only between moves.
_PATIENCE = 60.0


def play_one(settings, game_id, stopped=lambda: False) -> tuple[dict, str]:
    """Play and judge game `game_id`; returns (record, SGF text). The engines are started for this game and ended after it.

    Raises SetupFailed, OSError or ValueError if the game cannot be played, and Stopped once `stopped()` is true.
    """
    order = settings.order(game_id)
    clients = []
    try:
        for player in order:
            clients.append(open_player(settings.players()[player], settings.engine_seed(game_id, player),
                                       settings.sims, settings.size, settings.seconds))
        settings.files.check()      # now that they are loaded
        played = play_game(clients, settings.conditions(game_id), settings.opening(game_id), stopped)
        verdict = judge(played, settings.referee) if played.end == "passes" else None
    finally:
        for client in clients:
            client.close()
    record = game_record(game_id, played, [settings.names[player] for player in order], verdict)
    versions = {settings.names[player]: side.version for player, side in zip(order, played.players)}
    return record, sgf_text(played.game, record, versions)


def play_games(settings, game_ids, jobs=None) -> Generator[tuple[dict, str], None, None]:
    """Yield (record, SGF text) of each game as it ends, with `jobs` games at a time (None: one).

    An exception from `play_one` ends all games. Closing the generator ends the games in flight at their next moves and
    waits for that.
    """
    todo, finished, stop = queue.SimpleQueue(), queue.SimpleQueue(), threading.Event()
    for game_id in game_ids:
        todo.put(game_id)

    def work():
        while not stop.is_set():
            try:
                game_id = todo.get_nowait()
            except queue.Empty:
                return
            try:
                finished.put(play_one(settings, game_id, stop.is_set))
            except Stopped:
                return
            except BaseException as error:   # of any kind: the match must not wait for this game forever
                finished.put(error)
                return

    # The threads are daemons, so that an interrupted match ends at once; its engines end when their pipes close.
    threads = [threading.Thread(target=work, daemon=True) for _ in range(min(jobs or 1, len(game_ids)))]
    for thread in threads:
        thread.start()
    try:
        for _ in game_ids:
            outcome = finished.get()
            if isinstance(outcome, BaseException):
                raise outcome
            yield outcome
    except GeneratorExit:
        stop.set()
        deadline = time.monotonic() + _PATIENCE
        for thread in threads:
            thread.join(max(0.0, deadline - time.monotonic()))
    finally:
        stop.set()
