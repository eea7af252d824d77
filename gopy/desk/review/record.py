"""The record of a reviewed game: the one that was read, with comments, marks and variations added to its main line."""
from gopy.desk.review.findings import lead, lead_text, line_text, rate
from gopy.go.geometry import opponent, parse_vertex, pass_move
from gopy.go.record.values import comments, escaped, point_text
from gopy.go.record.write import written
from gopy.go.sgf import write_move


def annotated(found, turns, moves, swings) -> str:
    """The SGF text of a record with what was found, see gopy.go.record.write.written.

    found   the gopy.go.sgf.GameRecord, to whose record the results are added
    turns   {moves played: answer of the analysis}
    moves   the gopy.desk.review.findings.Move of each move that was judged
    swings  those of them whose better move is added as a variation

    Stones that are set up in the middle of the record start the game anew: nothing is added before them.
    """
    nodes = found.nodes
    for turn, answer in turns.items():
        _add_comment(nodes[turn], _position_text(answer))
        nodes[turn].set("SBKV", f"{100 * rate(answer):.2f}")
    for move in moves:
        _add_comment(nodes[move.number], _move_text(move))
    for move in swings:
        _add_variation(nodes[move.number - 1], move, found.game.size)
    return written(found.record)


def _add_comment(node, text):
    node.set("C", escaped("\n".join([*comments(node), text]).strip()))


def _position_text(answer):
    best = answer["moveInfos"][0] if answer["moveInfos"] else None
    text = f"Black wins {100 * rate(answer):.1f} %, {lead_text(lead(answer))}, {answer['rootInfo']['visits']} visits"
    return text if best is None else f"{text}\nBest: {line_text(best)}"


def _move_text(move):
    better = "" if move.better is None else f"; better was {move.better['move']}"
    return f"This move: {100 * -move.loss:+.1f} %, {-move.points_lost:+.1f} points{better}"


def _add_variation(node, move, size):
    """Add the better line of play as a variation, and mark its first move before it is played."""
    first = parse_vertex(move.better["move"], size)
    if first != pass_move(size):
        node.set("TR", *dict.fromkeys([*node.values("TR"), point_text(first, size)]))
    colour = move.colour
    for text in move.better["pv"]:
        node = node.new_child()
        write_move(node, colour, parse_vertex(text, size), size)
        colour = opponent(colour)
