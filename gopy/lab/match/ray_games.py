"""Plays the games of a match as tasks on a Ray cluster."""
from collections.abc import Generator

from gopy.engine.cluster.ray_session import connect

#: How often Ray repeats a game whose process or node died, and how often we submit it again after that.
RETRIES = 3


def play_on_ray(play_one, settings, game_ids, jobs=None, *, address) -> Generator[tuple[dict, str | None], None, None]:
    """Yield play_one(settings, game_id), a (record, SGF text), for each game as it ends on the cluster at `address`.

    jobs   the most games at a time; None: as many as the cluster has processors, including those that join later

    A game whose node dies is played again; if both attempts end after all, the second one with the same id is dropped.
    Closing the generator cancels the games in flight. Raises the exceptions of games, and OSError if a game was lost too
    often or Ray itself ends.
    """
    ray = connect(address)
    try:
        yield from _play(ray, play_one, settings, game_ids, jobs)
    except SystemExit:                      # Ray raises this when the node that this process belongs to is gone
        raise OSError("Ray ended on this machine; when it is started again, the same command goes on") from None


def _play(ray, play_one, settings, game_ids, jobs):
    task = ray.remote(play_one).options(num_cpus=1, max_retries=RETRIES)
    shared = ray.put(settings)
    waiting, running, lost, ended = list(reversed(game_ids)), {}, {}, set()
    try:
        while waiting or running:
            room = max(1, int(ray.cluster_resources().get("CPU", 1))) if jobs is None else jobs
            while waiting and len(running) < room:
                game_id = waiting.pop()
                running[task.remote(shared, game_id)] = game_id
            done, _ = ray.wait(list(running), num_returns=1)
            for reference in done:
                game_id = running.pop(reference)
                try:
                    record, sgf = ray.get(reference)
                except ray.exceptions.RayTaskError as error:        # the game raised an exception
                    raise error.cause from None
                except ray.exceptions.RayError as error:            # its process or node died
                    lost[game_id] = lost.get(game_id, 0) + 1
                    if lost[game_id] > RETRIES:
                        raise OSError(f"game {game_id} was lost {lost[game_id]} times: {type(error).__name__}") from None
                    waiting.append(game_id)
                    continue
                if record["id"] not in ended:
                    ended.add(record["id"])
                    yield record, sgf
    finally:
        for reference in running:
            ray.cancel(reference)
