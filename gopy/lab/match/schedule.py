"""Chooses where the games of a match are played: in threads or processes of this machine, or on a Ray cluster."""
from collections.abc import Callable, Generator

from gopy.base.numbers import whole_number
from gopy.engine.cluster.ray_session import uses_ray
from gopy.lab.match import local
from gopy.lab.match.programs.processes import play_in_processes
from gopy.lab.match.ray_games import play_on_ray
from gopy.lab.match.settings import Settings


def add_flags(parser) -> None:
    """Add the flags that say where games are played and how many at a time."""
    parser.add_argument("--jobs", type=whole_number(1, 10_000),
                        help="games at a time (1; with --ray as many as there are processors)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on the Ray cluster at this address (HOST:PORT, auto), or "
                                                         "on this machine with local")


def play_here(settings, game_ids, jobs=None) -> Generator[tuple[dict, str | None], None, None]:
    """Play games on this machine, `jobs` at a time (None: one); a generator of (record, SGF text or None).

    Matches between GTP engines run in threads, which only wait for the engines. Matches between searches of this program
    run in processes, so that they do not compete for one Python interpreter.
    """
    if isinstance(settings, Settings):
        return local.play_games(settings, game_ids, jobs)
    return play_in_processes(_player_of(settings), settings, game_ids, jobs)


def scheduler(ray=None) -> Callable[..., Generator[tuple[dict, str | None], None, None]]:
    """The function that plays games on the cluster at the address `ray`, or on this machine; called like `play_here`.

    UserError if Ray is missing.
    """
    if not uses_ray(ray):
        return play_here

    def play_there(settings, game_ids, jobs=None):
        return play_on_ray(_player_of(settings), settings, game_ids, jobs, address=ray)
    return play_there


def _player_of(settings):
    """The function that plays one game of a match."""
    if isinstance(settings, Settings):
        return local.play_one
    from gopy.lab.match.any_game import play_one  # loads the compiler
    return play_one
