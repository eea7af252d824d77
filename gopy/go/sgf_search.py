"""A search tree as a game record: the game so far, and from its end the variations that were searched."""
from collections.abc import Iterable
from typing import Any

from gopy.go.geometry import opponent, pass_move
from gopy.go.history import Game
from gopy.go.record.nodes import Node
from gopy.go.record.values import point_text
from gopy.go.record.write import written
from gopy.go.sgf import new_record, write_move


def tree_record(game: Game, nodes: Iterable[Any]) -> str:
    """The SGF text of a game with the moves that follow it; each is a gopy.search.outline.Node, or has the same fields."""
    record = new_record(game)
    last = record.root
    for colour, move in game.moves:
        last = last.new_child()
        write_move(last, colour, move, game.size)
    todo: list[tuple[Node, Iterable[Any], int]] = [(last, nodes, game.to_play)]
    while todo:
        parent, children, colour = todo.pop()
        for child in children:
            node = parent.new_child()
            write_move(node, colour, child.move, game.size)
            proven = f", proven: {child.proven}" if child.proven else ""
            node.set("C", f"{child.visits} visits, wins {100 * child.winrate:.1f} %{proven}")
            todo.append((node, child.children, opponent(colour)))
        labels = [f"{point_text(child.move, game.size)}:{child.visits}" for child in children if child.move != pass_move(game.size)]
        if labels:
            parent.set("LB", *labels)
    return written(record)
