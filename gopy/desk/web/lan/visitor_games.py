"""The games of one visitor on the disk: not more, and not larger, than a visitor may fill it with."""
import errno

from gopy.desk.web.kept_games import KeptGames
from gopy.desk.web.lan.limits import LARGEST_GAME, MOST_GAMES


class VisitorGames(KeptGames):
    """KeptGames in a folder of one visitor. Beyond its bounds the disk counts as full for them."""

    def write(self, name, record, standing) -> str:
        """As KeptGames.write. OSError for a game that is too large, and for a new one beside too many."""
        if len(record) > LARGEST_GAME:
            raise OSError(errno.EFBIG, "the game is too large")
        if name is None and self.count() >= MOST_GAMES:
            raise OSError(errno.ENOSPC, f"{MOST_GAMES} games are kept already")
        return super().write(name, record, standing)
