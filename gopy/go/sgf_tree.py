"""Game records in SGF with all their variations: read into a GameTree and written from one."""
from typing import NamedTuple

from gopy.go.game_tree import ROOT, GameTree
from gopy.go.geometry import BLACK, EMPTY, WHITE, points, row_and_column
from gopy.go.history import Game, IllegalMove
from gopy.go.rules import CHINESE
from gopy.go.sgf import (LETTERS, MAX_BYTES, MAX_SETUP_NODES, SgfError, declared_handicap, expressible, komi_of, move_of, mover,
                         new_record, parse_record, player_names, rules_of, set_up, sets_up, text_of, values_of, write_move)

#: A comment that is longer is cut off.
LONGEST_COMMENT = 20_000


class TreeRecord(NamedTuple):
    """A record: the GameTree, at the end of its main line, and what the root says of the game ("" for nothing)."""

    tree: GameTree
    black: str
    white: str
    result: str


def load_tree(data, *, komi=7.5, rules=CHINESE) -> TreeRecord:
    """The TreeRecord of an SGF record (bytes or str). SgfError if it cannot be loaded.

    komi, rules   used for records that do not state them, or not in a way that gopy knows
    """
    if len(data) > MAX_BYTES:
        raise SgfError(f"the record has more than {MAX_BYTES >> 20} MiB")
    record = parse_record(data)
    root = record.get_root()
    try:
        tree = _tree(root, Game(record.get_size(), komi_of(root, komi), rules_of(root, rules)))
    except IllegalMove as error:
        raise SgfError(f"illegal move {error}") from None
    except ValueError as error:
        raise SgfError(str(error)) from None
    return TreeRecord(tree, *player_names(data), text_of(root, "RE"))


def save_tree(tree, *, black="", white="", result="") -> str:
    """The SGF text of a GameTree. Comments and win rates (SBKV, as Sabaki writes them) are kept."""
    record = new_record(tree.root.start, black, white, result)
    written = {ROOT: record.get_root()}
    for node in tree:
        if node.number != ROOT:
            written[node.number] = written[node.parent].new_child()
        _write(written[node.number], node, tree)
    return record.serialise().decode("utf-8")


def _tree(root, start):
    """The GameTree of a record whose root is given; `start` is its game before anything is set up."""
    declared, setups = declared_handicap(root), 0
    tree, waiting = None, [(root, None)]
    while waiting:
        given, parent = waiting.pop()
        if tree is not None and tree.current.number != parent:
            tree.go(parent)
        game = start if tree is None else tree.game
        if sets_up(given, game):
            setups += 1
            if setups > MAX_SETUP_NODES:
                raise SgfError(f"more than {MAX_SETUP_NODES} nodes with set-up stones")
            game = game.copy()
            set_up(game, given, declared)
            if tree is not None:
                tree.begin(game)
        tree = tree or GameTree(game)
        if mover(given) is not None:
            _let_begin(tree, mover(given))
            tree.record(mover(given), move_of(given, game.size))
        _read_notes(given, tree.current)
        waiting += [(child, tree.current.number) for child in reversed(list(given))]
    _go_to_end(tree)
    return tree


def _let_begin(tree, colour):
    """Let this colour move first if a game begins at the current node: whoever makes the first move in the record begins."""
    node = tree.current
    if node.start is not None and not node.children:
        for game in (node.start, tree.game):
            game.set_to_play(colour)


def _go_to_end(tree):
    node = tree.root
    while node.children:
        node = tree[node.children[0]]
    tree.go(node.number)


def _read_notes(given, node):
    """Take over a comment and a win rate. What a record writes badly there is left out."""
    node.comment = "\n".join(filter(None, [node.comment, *values_of(given, "C")]))[:LONGEST_COMMENT]
    try:
        percent = float(given.get_raw("SBKV")) if given.has_property("SBKV") else None
    except ValueError:
        return
    if percent is not None and 0 <= percent <= 100:
        node.winrate = percent / 100


def _write(record_node, node, tree):
    if node.move is not None:
        write_move(record_node, *node.move, tree.root.start.size)
    elif node.number != ROOT:
        _write_setup(record_node, node.start.initial)
    if node.winrate is not None:
        record_node.set("SBKV", f"{100 * node.winrate:.2f}")
    if node.comment:
        record_node.set("C", expressible(node.comment))


def _write_setup(record_node, board):
    """Write a whole position, whatever the board before it was."""
    sets = ([row_and_column(point, board.size) for point in points(board.size) if board.colours[point] == colour]
            for colour in (BLACK, WHITE, EMPTY))
    record_node.set_setup_stones(*sets)
    record_node.set("PL", LETTERS[board.to_play])
