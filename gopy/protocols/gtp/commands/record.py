"""Commands for game records in SGF."""
import logging

from gopy.base.files import write_whole
from gopy.protocols.gtp.protocol import GtpError
from gopy.protocols.gtp.registry import command

_log = logging.getLogger("gopy.protocols.gtp")


@command("loadsgf")
def loadsgf(session, arguments) -> None:
    from gopy.go.sgf import SgfError, read_file  # not needed to answer the first commands
    name, before_move = arguments.file_name_and_integer()
    game = session.engine.game
    try:
        found = read_file(name, before_move=before_move, komi=game.komi, rules=game.rules)
    except SgfError as error:
        _log.info("%s: %s", name, error)
        raise GtpError("cannot load file") from None
    for remark in found.remarks:
        _log.info("%s: %s", name, remark)
    session.engine.set_game(found.game)


@command("printsgf")
def printsgf(session, arguments) -> str:
    from gopy.go.sgf import save_game
    return save_game(session.engine.game)


@command("savesgf")
def savesgf(session, arguments) -> None:
    save(arguments.file_name(), printsgf(session, arguments))


def save(name, text) -> None:
    """Write a text to the file that a client named. GtpError, which says why, if it cannot be written."""
    try:
        write_whole(name, text)
    except (OSError, ValueError) as error:
        raise GtpError(f"cannot save {name}: {getattr(error, 'strerror', None) or error}") from None
