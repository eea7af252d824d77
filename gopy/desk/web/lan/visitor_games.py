"""The games of one visitor on the disk: not more, and not larger, than a visitor may fill it with."""
from gopy.desk.languages import Refused
from gopy.desk.web.kept_games import KeptGames
from gopy.desk.web.lan.limits import LARGEST_GAME, MOST_GAMES


class VisitorGames(KeptGames):
    """KeptGames in a folder of one visitor. Beyond its bounds nothing is kept."""

    def write(self, name, record, standing) -> str:
        """As KeptGames.write. Refused for a game that is too large, and for a new one beside too many."""
        if len(record) > LARGEST_GAME:
            raise Refused("told.too_large")
        if name is None and self.count() >= MOST_GAMES:
            raise Refused("told.too_many", most=MOST_GAMES)
        return super().write(name, record, standing)
