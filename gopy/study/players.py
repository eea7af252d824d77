"""Players by what they are called: programs over a pipe, and gopy in this process."""
from gopy.study.client import Client
from gopy.study.inprocess import PREFIX, InProcess, in_process_options
from gopy.study.peers import command_line


def open_player(player, seed, sims=None, size=None):
    """A running player, a Client or an InProcess; `sims` are its simulations a move and `size` its board if it names none.

    ValueError or OSError if there is no such player.
    """
    if player.startswith(PREFIX):
        return InProcess(in_process_options(player, seed, sims, size))
    return Client(command_line(player, seed, sims))


def check_player(player, sims=None, size=None):
    """Raise what `open_player` would, without starting anything."""
    if player.startswith(PREFIX):
        in_process_options(player, None, sims, size)
    else:
        command_line(player, 0, sims)
