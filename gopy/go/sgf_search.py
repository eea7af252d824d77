"""A search tree as a game record: the game so far, and from its end the variations that were searched."""
from gopy.go.geometry import opponent, pass_move, row_and_column
from gopy.go.sgf import parse_record, save_game, write_move


def tree_record(game, nodes) -> str:
    """The SGF text of a game with the moves that follow it; each is a gopy.search.outline.Node, or has the same fields."""
    record = parse_record(save_game(game))
    todo = [(record.get_last_node(), nodes, game.to_play)]
    while todo:
        parent, children, colour = todo.pop()
        for child in children:
            node = parent.new_child()
            write_move(node, colour, child.move, game.size)
            proven = f", proven: {child.proven}" if child.proven else ""
            node.set("C", f"{child.visits} visits, wins {100 * child.winrate:.1f} %{proven}")
            todo.append((node, child.children, opponent(colour)))
        labels = [(row_and_column(child.move, game.size), str(child.visits)) for child in children
                  if child.move != pass_move(game.size)]
        if labels:
            parent.set("LB", labels)
    return record.serialise().decode("utf-8")
