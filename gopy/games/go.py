"""Go as one of the games of the catalogue: positions from named options, moves and boards as text."""
from typing import TYPE_CHECKING

import gopy.go.contract  # noqa: F401 (its verbs)
import gopy.go.observation  # noqa: F401 (its verbs)
from gopy import game
from gopy.games.catalogue import register_game
from gopy.go.bitboard.construct import new_position, set_rules
from gopy.go.bitboard.layout import POSITION_TYPES
from gopy.go.board import Position
from gopy.go.draw import board_lines
from gopy.go.geometry import BLACK, WHITE, num_points, points, vertex_text
from gopy.go.rules import Scoring, check_komi, parse_rules
from gopy.papers.draft import paper_draft

if TYPE_CHECKING:
    from gopy.go.bitboard.layout import Position9, Position13, Position19, PositionAny


def new_go(size=9, komi=7.5, rules="cgos") -> "Position9 | Position13 | Position19 | PositionAny":
    """An empty board of `size` (2 to 25). ValueError for rules that are not known or that count territory.

    By default no position may be repeated (positional superko): under simple ko a game might never end.
    """
    position = new_position(size)
    chosen = parse_rules(rules)
    if chosen.scoring is Scoring.TERRITORY:
        raise ValueError("rules: games of the catalogue count areas, and these rules count territory")
    set_rules(position, check_komi(komi), int(chosen.ko), int(chosen.suicide))
    return position


@game.move_text.register(*POSITION_TYPES)
def _vertex(position, move):
    return vertex_text(int(move), int(position.tables[0].board_size))


@game.draw.register(*POSITION_TYPES)
def _board(position):
    data, board = position.data[0], Position(int(position.tables[0].board_size))
    # each colour's words lie between two words of zeros
    stride = (num_points(board.size) + 63) // 64 + 2
    stones = data.stones[:2 * stride].reshape(2, stride)[:, 1:]
    for point in points(board.size):
        for colour in (BLACK, WHITE):
            if int(stones[colour, point // 64]) >> (point % 64) & 1:
                board.colours[point] = colour
    return "\n".join(board_lines(board.colours, board.size, int(data.last)))


register_game("go", new_go, lambda size=9, komi=7.5, rules="cgos": paper_draft(size),
                   variants=tuple({"size": size, "rules": "chinese"} for size in (9, 13, 19, 5)))
