"""`gopy learn show`: a board with the probabilities that a model gives the moves."""
from pathlib import Path

from gopy.errors import UserError
from gopy.inputs.numbers import whole_number

#: So many of the likeliest moves are listed under the board.
LISTED = 10


def add_arguments(parser) -> None:
    """Add the arguments of `gopy learn show`."""
    parser.add_argument("record", type=Path, metavar="GAME.sgf", help="the game")
    parser.add_argument("--move", type=whole_number(1, 10_000), metavar="N",
                        help="show the position before this move of the game, and mark the move (after the last move)")
    parser.add_argument("--patterns", type=Path, metavar="FILE", help="the packed model (gopy's own for the size)")
    parser.add_argument("--picture", type=Path, metavar="FILE.svg", help="draw the board to this file as well")


def run(arguments) -> None:
    """Print the board and the likeliest moves. UserError if the game or the model cannot be read."""
    from gopy.go.sgf import SgfError, load_file
    from gopy.learn.probabilities import move_probabilities

    try:
        whole = load_file(arguments.record)
        game = whole if arguments.move is None else load_file(arguments.record, before_move=arguments.move)
        chances = move_probabilities(game, arguments.patterns)
    except (SgfError, ValueError) as error:
        raise UserError(str(error)) from None
    played = None
    if arguments.move is not None and len(whole.moves) >= arguments.move:
        played = whole.moves[arguments.move - 1][1]
    print("\n".join([*board_lines(game, chances), *likeliest_lines(game, chances, played)]))
    if arguments.picture:
        from gopy.inputs.files import write_whole
        from gopy.learn.picture import picture

        write_whole(arguments.picture, picture(game, chances, played))


def board_lines(game, chances) -> list[str]:
    """The board as lines of text: stones as X and O, and on empty points the probability in percent if it is at least 1."""
    from gopy.go.draw import STONES
    from gopy.go.geometry import COLUMN_LETTERS, EMPTY, point_at

    size = game.size
    letters = "   " + "".join(f"{COLUMN_LETTERS[column]:>3}" for column in range(size))
    lines = [letters]
    for row in reversed(range(size)):
        texts = []
        for column in range(size):
            point = point_at(row, column, size)
            percent = round(100 * chances.get(point, 0.0))
            stone = STONES[game.board.colours[point]]
            texts.append(str(percent) if game.board.colours[point] == EMPTY and percent else stone)
        lines.append(f"{row + 1:>3}" + "".join(f"{text:>3}" for text in texts) + f" {row + 1}")
    return [*lines, letters]


def likeliest_lines(game, chances, played=None) -> list[str]:
    """Lines that name the likeliest moves, and the played one with its rank if it is not None."""
    from gopy.go.geometry import BLACK, vertex_text

    order = sorted(chances, key=lambda move: (-chances[move], move))
    lines = ["Black to play" if game.to_play == BLACK else "White to play"]
    lines += [f"{100 * chances[move]:5.1f} % {vertex_text(move, game.size)}" for move in order[:LISTED]]
    if played in chances:
        lines.append(f"played: {vertex_text(played, game.size)}, {100 * chances[played]:.1f} %, rank "
                     f"{order.index(played) + 1} of {len(order)}")
    elif played is not None:
        lines.append(f"played: {vertex_text(played, game.size)}, of which the model knows nothing")
    return lines
