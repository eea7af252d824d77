"""What the page is shown of a game of Go and of the problems, as values that JSON can hold."""
from functools import cache

from gopy.desk.languages import told
from gopy.desk.web.wire import board_text
from gopy.go.board import NO_POINT
from gopy.go.geometry import BLACK, points_from_the_top, vertex_text
from gopy.go.rules import name_of
from gopy.go.sgf_tree import about_game, dimmed_of, lines_of, marks_of
from gopy.lab.problems.problem import read_problems

_STONES = "XO."


def table_view(table) -> dict:
    """The position and everything about the game but its tree. Boards are texts, one character a square (see wire)."""
    played = table.played
    game, node = played.game, played.tree.current
    board, size = game.board, game.size
    order = points_from_the_top(size)
    view = {
        "size": size, "komi": game.komi, "rules": name_of(game.rules), "handicap": game.handicap,
        "node": node.number, "live": played.live, "begun": played.begun, "version": played.version, "to_play": game.to_play,
        "board": board_text(board),
        "legal": _mask(order, set(game.legal_moves())), "ko": _ko(game),
        "last": vertex_text(node.move[1], size) if node.move else None,
        "captures": list(board.captures), "number": played.tree.moves_before(node.number),
        "players": played.players, "names": played.names, "strength": played.strength, "result": played.result,
        "studying": played.studying, "thoughts": played.shows_thoughts, "pace": table.pace, "thought": table.thought,
        "clock": played.clock.values(), "doing": table.doing, "analysing": table.analysing,
        "corners": [vertex_text(point, size) for point in table.corners],
        "capture": played.capture, "doubt": table.doubt,
        "comment": node.comment, "marks": marks_of(node, size), "lines": lines_of(node, size),
        "dimmed": dimmed_of(played.tree, node, size),
    }
    if played.at_the_end:
        counting = played.counting
        view["count"] = {
            "dead": _mask(order, counting.dead),
            "sides": [{"colour": colour, "parts": parts, "total": total} for colour, parts, total in counting.sides()],
            "owners": _owners(order, counting.owners), "territory": _owners(order, counting.territory),
            "correctable": game.rules.friendly_pass_ok,     # whether the page may say which stones are dead
            "agreed": played.agreed,
        }
    return view


#: What others are shown of a table, and the longest text of a mark there.
_LESSON = ("size", "board", "last", "ko", "number", "to_play", "lines", "dimmed")
_LONGEST_LABEL = 4


def lesson_view(table) -> dict:
    """The position of a GoTable with its marks, and nothing else of the game: what the teacher of a class shows to all."""
    view = table_view(table)
    marks = [[place, kind, text[:_LONGEST_LABEL]] for place, kind, text in view["marks"]]
    return {**{name: view[name] for name in _LESSON}, "marks": marks}


def positions_view(tree) -> dict:
    """The `positions` of the line that is shown, from its beginning to its end: the `board` and the `last` move of each."""
    shown = tree.current.number
    while tree.current.children:
        tree.go(tree.current.children[0])
    way = [tree.current.number]
    while (parent := tree[way[-1]].parent) is not None:
        way.append(parent)
    positions = []
    for number in reversed(way):
        node = tree.go(number)
        board = tree.game.board
        positions.append({"board": board_text(board),
                          "last": vertex_text(node.move[1], board.size) if node.move else None})
    tree.go(shown)
    return {"size": tree.game.size, "positions": positions}


def tree_view(played) -> dict:
    """The tree of a GoGame: rows of number, parent, colour, vertex, Black's win rate, whether there is a comment, and Black's lead;
    and what its record tells `about` the game.

    Win rates and leads are told where the page shows what gopy thinks.
    """
    size, told = played.game.size, played.shows_thoughts
    return {"version": played.version, "about": about_game(played.tree), "nodes": [
        [node.number, node.parent, node.move[0] if node.move else BLACK,
         vertex_text(node.move[1], size) if node.move else None,
         None if node.winrate is None or not told else round(node.winrate, 3), bool(node.comment),
         None if node.score is None or not told else round(node.score, 1)] for node in played.tree]}


@cache
def problem_views() -> list[dict]:
    """All problems. Boards are texts, one character a square (see wire); moves are vertices, Black's first."""
    return [{"kind": problem.kind, "level": problem.level, "size": problem.size, "board": "".join(problem.rows),
             "task": _task(problem), "ko": problem.ko, "marked": problem.marked(), "right": problem.right, "line": problem.line,
             "wrong": {move: answer.split() for move, answer in problem.wrong.items()}, "elsewhere": problem.elsewhere.split()}
            for problem in read_problems()]


def _task(problem):
    name, values = problem.task
    return told(f"task.{name}", **values)


def _ko(game):
    """The point where the side to move may not take back at once; None without one."""
    point = game.board.ko_for(game.to_play)
    return None if point == NO_POINT else vertex_text(point, game.size)


def _owners(order, owners):
    return "".join(_STONES[owners.get(point, 2)] for point in order)


def _mask(order, points):
    return "".join("1" if point in points else "0" for point in order)
