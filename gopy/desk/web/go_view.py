"""What the page is shown of a game of Go, as values that JSON can hold."""
from gopy.go.geometry import BLACK, points_from_the_top, vertex_text
from gopy.go.rules import name_of
from gopy.go.sgf_tree import marks_of

_STONES = "XO."


def table_view(table) -> dict:
    """The position and everything about the game but its tree. Boards are texts, one character a square (see wire)."""
    game, node = table.game, table.tree.current
    board, size = game.board, game.size
    order = points_from_the_top(size)
    view = {
        "size": size, "komi": game.komi, "rules": name_of(game.rules), "handicap": game.handicap,
        "node": node.number, "version": table.version, "to_play": game.to_play,
        "board": "".join(_STONES[board.colours[point]] for point in order),
        "legal": _mask(order, set(game.legal_moves())),
        "last": vertex_text(node.move[1], size) if node.move else None,
        "captures": list(board.captures), "number": table.tree.moves_before(node.number),
        "players": table.players, "names": table.names, "strength": table.strength, "result": table.result,
        "clock": table.clock.values(), "doing": table.doing, "analysing": table.analysing,
        "comment": node.comment, "marks": marks_of(node, size),
    }
    if table.at_the_end:
        counting = table.counting
        view["count"] = {
            "dead": _mask(order, counting.dead), "lines": counting.lines(),
            "owners": "".join(_STONES[counting.owners.get(point, 2)] for point in order),
            "correctable": game.rules.friendly_pass_ok,     # whether the page may say which stones are dead
        }
    return view


def tree_view(table) -> dict:
    """The tree: rows of number, parent, colour, vertex, Black's win rate, and whether there is a comment."""
    size = table.game.size
    return {"version": table.version, "nodes": [
        [node.number, node.parent, node.move[0] if node.move else BLACK,
         vertex_text(node.move[1], size) if node.move else None,
         None if node.winrate is None else round(node.winrate, 3), bool(node.comment)] for node in table.tree]}


def _mask(order, points):
    return "".join("1" if point in points else "0" for point in order)
