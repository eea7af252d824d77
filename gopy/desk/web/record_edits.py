"""What the page may change in the record of a game that is studied: marks, stones, lines of play, and what is told about the game.

Each function does what the message of its name asks, see EDITS: ValueError, and nothing changed, if it is impossible.
"""
from collections.abc import Callable

from gopy.go.geometry import BLACK, EMPTY, WHITE, parse_vertex
from gopy.go.history import Game
from gopy.go.sgf_tree import LONGEST_COMMENT, set_arrow, set_mark, tell_about


def _mark(played, node, vertex, kind, label=""):
    """Put a mark on a point of a position; the same again takes it away."""
    played.check_node(node)
    size = played.game.size
    set_mark(played.tree[node], size, _point(vertex, size), kind, label.strip())


def _arrow(played, node, start, end):
    """Draw an arrow between two points of a position; the same again takes it away."""
    played.check_node(node)
    size = played.game.size
    places = _point(start, size), _point(end, size)
    if start == end:
        raise ValueError("an arrow leads to another point")
    set_arrow(played.tree[node], size, *places)


def _comment(played, node, text):
    played.check_node(node)
    played.tree[node].comment = text[:LONGEST_COMMENT]


def _about(played, texts):
    """Tell something about the game: names, ranks, date, result."""
    tell_about(played.tree, texts)
    if "PB" in texts or "PW" in texts:
        names = played.names_in_record()
        played.names = [texts.get("PB", names[BLACK]), texts.get("PW", names[WHITE])]
    if "RE" in texts:
        played.result = texts["RE"] or None


def _main_line(played, node):
    played.check_node(node)
    played.tree.make_main(node)


def _insert(played, node, moves):
    """Play a line of moves after a position, as a variation, and show the position as before."""
    played.check_node(node)
    tree = played.tree
    tree.go(node)
    size = tree.game.size
    found = [parse_vertex(vertex, size) for vertex in moves]
    for move in found:
        if tree.game.illegality(tree.game.to_play, move) is not None:
            break
        tree.play(tree.game.to_play, move)
    tree.go(node)


def _set_up(played, node, vertex, stone):
    """Put a stone on a point or take it away, without a move: in a position of its own, where further stones are put too."""
    played.check_node(node)
    tree = played.tree
    size = tree.game.size
    point, colour = _point(vertex, size), {"black": BLACK, "white": WHITE, "empty": EMPTY}[stone]
    tree.go(node)
    before, current = tree.game, tree.current
    stones = [set(before.board.stones(each)) for each in (BLACK, WHITE)]
    for each in (BLACK, WHITE):
        stones[each].discard(point)
        if each == colour:
            stones[each].add(point)
    game = Game(size, before.komi, before.rules)
    game.setup(sorted(stones[BLACK]), sorted(stones[WHITE]), before.to_play, [])
    if current.start is not None and current.parent is not None and not current.children and not current.properties:
        tree.remove(current.number)         # the position that was set up just before
    tree.begin(game)
    if played.live not in tree:
        played.live = tree.current.number


def _point(vertex, size):
    point = parse_vertex(vertex, size)
    if point == Game(size).pass_move:
        raise ValueError("a pass is no point")
    return point


#: By the kind of message.
EDITS: dict[str, Callable[..., None]] = {"mark": _mark, "arrow": _arrow, "comment": _comment, "about": _about, "main_line": _main_line,
                                         "insert": _insert, "set_up": _set_up}
