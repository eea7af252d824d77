"""Where the games of a match are played: in threads of this process, or on a Ray cluster."""
from functools import partial

from gopy.ray_session import uses_ray
from gopy.study.local import play_games, play_one
from gopy.study.ray_games import play_on_ray


def add_arguments(parser):
    """The flags that say where and how many at a time."""
    parser.add_argument("--jobs", type=int, help="games at a time (1; with --ray as many as there are processors)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on the Ray cluster at this address (HOST:PORT, auto), or "
                                                         "on this machine with local")


def check_jobs(jobs):
    """ValueError unless `jobs` is None or a number of games."""
    if jobs is not None and jobs < 1:
        raise ValueError("--jobs: at least one game at a time")


def scheduler(ray=None):
    """play(settings, game_ids, jobs), a generator of (record, SGF text): on the cluster at the address `ray`, or here.

    UserError if Ray is missing.
    """
    return partial(play_on_ray, play_one, address=ray) if uses_ray(ray) else play_games
