"""`gopy learn show`: a board with the probabilities that a model gives the moves."""
from gopy.base.errors import UserError
from gopy.base.files import write_whole
from gopy.go.draw import STONES
from gopy.go.geometry import BLACK, COLUMN_LETTERS, EMPTY, point_at, vertex_text
from gopy.go.sgf import SgfError, load_file
from gopy.lab.learn.picture import picture
from gopy.lab.learn.probabilities import move_probabilities

#: So many of the likeliest moves are listed under the board.
LISTED = 10


def show_moves(arguments) -> None:
    """Print the board and the likeliest moves. UserError if the game or the model cannot be read."""
    try:
        whole = load_file(arguments.record)
        game = whole if arguments.move is None else load_file(arguments.record, before_move=arguments.move)
        chances = move_probabilities(game, arguments.move_model)
    except (SgfError, ValueError) as error:
        raise UserError(str(error)) from None
    played = None
    if arguments.move is not None and len(whole.moves) >= arguments.move:
        played = whole.moves[arguments.move - 1][1]
    print("\n".join([*board_lines(game, chances), *likeliest_lines(game, chances, played)]))
    if arguments.picture:
        write_whole(arguments.picture, picture(game, chances, played))


def board_lines(game, chances) -> list[str]:
    """The board as lines of text: stones as X and O, and on empty points the probability in percent if it is at least 1."""
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
    order = sorted(chances, key=lambda move: (-chances[move], move))
    lines = ["Black to play" if game.to_play == BLACK else "White to play"]
    lines += [f"{100 * chances[move]:5.1f} % {vertex_text(move, game.size)}" for move in order[:LISTED]]
    if played in chances:
        lines.append(f"played: {vertex_text(played, game.size)}, {100 * chances[played]:.1f} %, rank "
                     f"{order.index(played) + 1} of {len(order)}")
    elif played is not None:
        lines.append(f"played: {vertex_text(played, game.size)}, of which the model knows nothing")
    return lines
