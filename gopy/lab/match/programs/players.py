"""Opens and checks players by the text that describes them: programs behind a pipe, and gopy in this process."""
import shutil

from gopy.lab.match.programs.client import Client
from gopy.lab.match.programs.inprocess import PREFIX, InProcess, in_process_options
from gopy.lab.match.programs.peers import command_line


def open_player(player, seed, sims=None, size=None, seconds=None) -> Client | InProcess:
    """Start a player; returns a Client or an InProcess.

    `sims` or `seconds` limit a move and `size` is the board size, if the text of the player names none. ValueError or
    OSError if the player cannot be started.
    """
    if player.startswith(PREFIX):
        return InProcess(in_process_options(player, seed, sims, size, seconds))
    return Client(command_line(player, seed, sims, seconds))


def check_player(player, sims=None, size=None, seconds=None) -> None:
    """Raise a ValueError of one sentence if `open_player` could not start the player. This starts nothing itself."""
    try:
        if player.startswith(PREFIX):
            in_process_options(player, None, sims, size, seconds)
            return
        words = command_line(player, 0, sims, seconds)
    except (ValueError, OSError) as error:
        raise ValueError(f"player {player!r}: {error}") from None
    if not words or not shutil.which(words[0]):
        raise ValueError(f"player {player!r}: there is no program {words[0] if words else ''!r}")


def limits_itself(player) -> bool:
    """Whether a player gets its limit per move as an option, so that no clock has to tell it. This is so for gopy."""
    return player.startswith(PREFIX) or player.split()[:1] == ["gopy"]
