"""The record of a reviewed game: the one that was read, with comments, marks and variations added to its main line."""
from gopy.go.geometry import opponent, parse_vertex, pass_move, row_and_column
from gopy.go.sgf import parse_record, values_of, write_move
from gopy.review.findings import lead, lead_text, line_text, rate


def annotated(data, game, turns, moves, swings) -> str:
    """The SGF text of a record (bytes) with what was found.

    turns   {moves played: answer of the analysis}
    moves   the gopy.review.findings.Move of each move that was judged
    swings  those of them whose better move is added as a variation

    Stones that are set up in the middle of the record start the game anew: nothing is added before them.
    """
    record = parse_record(data)
    nodes = _nodes_by_turn(record, len(game.moves))
    for turn, answer in turns.items():
        if turn in nodes:
            _add_comment(nodes[turn], _position_text(answer))
            nodes[turn].set("SBKV", f"{100 * rate(answer):.2f}")
    for move in moves:
        if move.number in nodes:
            _add_comment(nodes[move.number], _move_text(move))
    for move in swings:
        if move.number in nodes and move.number - 1 in nodes:
            _add_variation(nodes[move.number - 1], move, game.size)
    return record.serialise().decode("utf-8")


def _nodes_by_turn(record, count):
    """{moves played: node of the main line}; 0 is the node before the first move of the game as it was loaded.

    There is no 0 if that move stands in the root.
    """
    nodes = record.get_main_sequence()
    with_move = [index for index, node in enumerate(nodes) if node.get_raw_move()[0] is not None]
    played = with_move[len(with_move) - count:] if count else []
    found = {number: nodes[index] for number, index in enumerate(played, start=1)}
    first = played[0] if played else len(nodes)
    if first > 0:
        found[0] = nodes[first - 1]
    return found


def _add_comment(node, text):
    node.set("C", "\n".join([*values_of(node, "C"), text]).strip())


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
        node.set("TR", set().union(*values_of(node, "TR")) | {row_and_column(first, size)})
    colour = move.colour
    for text in move.better["pv"]:
        node = node.new_child()
        write_move(node, colour, parse_vertex(text, size), size)
        colour = opponent(colour)
