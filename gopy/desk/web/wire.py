"""What goes between the server, the process of the engine and the page, as values that JSON can hold. Plain Python.

Squares of the board are listed by rows from the top left, as the page draws them.
"""
from gopy.engine.decision import RESIGN
from gopy.go.geometry import BLACK, points_from_the_top, vertex_text
from gopy.go.history import Game
from gopy.go.rules import parse_rules

#: So much of the line of play is told of a move that is no candidate (gopy.protocols.gtp.analysis_text): a report on 19x19 has hundreds
#: of them, and comes five times a second.
_SHORT_LINE = 3

_STONES = "XO."


def start_values(game) -> dict:
    """A game like this one before its first move."""
    first = game.initial
    return {"size": game.size, "komi": game.komi, "rules": str(game.rules), "black": first.stones(0), "white": first.stones(1),
            "first": first.to_play, "handicap": list(game.handicap_points) if first.stones(BLACK) else []}


def game_values(game) -> dict:
    """What `played_game` needs to make a game like this one."""
    return {"start": start_values(game), "moves": [list(move) for move in game.moves],
            "turns": [list(turn) for turn in game.turns.items()]}


def played_game(values) -> Game:
    """The Game that `game_values` describe."""
    start, turns = values["start"], dict(values["turns"])
    game = Game(start["size"], start["komi"], parse_rules(start["rules"]))
    game.setup(start["black"], start["white"], start["first"], start["handicap"])
    for number, move in enumerate(values["moves"], start=1):
        game.record(*move)
        if number in turns:
            game.set_to_play(turns[number])
    return game


def board_text(board) -> str:
    """The points of a board as characters: X for Black, O for White, a dot for an empty one."""
    return "".join(_STONES[board.colours[point]] for point in points_from_the_top(board.size))


def move_name(move, size) -> str:
    """The text of a move that an engine decided on: a vertex, "pass" or "resign"."""
    return "resign" if move == RESIGN else vertex_text(move, size)


def report_values(report, size, sharpness=1.0) -> dict:
    """A Report of a search of Go. The value, the score and the ownership are Black's, those of a move its player's.

    All moves that were visited are told, the best first, each with its chance (`winrate`) and the `share` of its simulations that it won.
    sharpness: of the search by which its shares became the Report's chances, see gopy.engine.chance
    """
    from gopy.engine.chance import chance
    from gopy.protocols.gtp.analysis_text import CANDIDATE_SHARE, candidates

    mine, few = report.to_play == BLACK, CANDIDATE_SHARE * report.visits
    found = zip(candidates(report, min_moves=len(report.children)), report.children)
    return {
        **_position_values(report, size), "simulations": report.simulations, "seconds": round(report.seconds, 3),
        "proven": report.proven,
        "moves": [{"move": vertex_text(child.move, size), "visits": child.visits, "winrate": round(child.winrate, 4),
                   "share": round(chance(searched.winrate, 1.0 / sharpness), 3), "prior": round(child.prior, 4), "proven": child.proven,
                   "score": round(child.lead if mine else -child.lead, 1),
                   "pv": [vertex_text(move, size) for move in (child.pv if child.visits >= few else child.pv[:_SHORT_LINE])]}
                  for rank, (child, searched) in enumerate(found) if child.visits or not rank],
    }


def estimate_values(estimate, size) -> dict:
    """A gopy.engine.searches.Estimate: value, score and ownership are Black's."""
    return _position_values(estimate, size)


def _position_values(found, size):
    """What a Report and an Estimate both tell of the position."""
    values = {"to_play": found.to_play, "visits": found.visits, "score": round(found.lead, 2),
              "winrate": round(found.value if found.to_play == BLACK else 1.0 - found.value, 4)}
    if found.ownership is not None:
        values["ownership"] = [round(float(found.ownership[point]), 2) for point in points_from_the_top(size)]
    return values
