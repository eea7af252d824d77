"""A search report as GoGui's analyze commands show it. Pure functions from Report to text."""
from gopy.go.geometry import BLACK, WHITE, opponent, pass_move, point_at, vertex_text
from gopy.protocols.gtp.analysis_text import candidates

_COLOUR_LETTERS = {BLACK: "b", WHITE: "w"}

#: The best move is drawn in the strongest colour; the fewer visits another has, the paler it is.
_BEST_COLOURS = ("#00a000", "#40c040", "#80d080", "#b0e0b0")


def _on_board(report, size):
    return [child for child in candidates(report) if child.move != pass_move(size)]


def pairs_text(report, size, value_of, covered=()) -> str:
    """In GoGui's forms pspairs and LABEL: vertex and value_of(child) of every candidate that is not in `covered`."""
    return " ".join(f"{vertex_text(child.move, size)} {value_of(child)}" for child in _on_board(report, size)
                    if child.move not in covered)


def visits(child) -> str:
    return str(child.visits)


def winrate(child) -> str:
    return f"{child.winrate:.2f}"


def prior(child) -> str:
    return f"{child.prior:.2f}"


def rave_mean(child) -> str:
    return f"{child.rave_mean:.2f}"


def best_moves_gfx(report, size, count=5) -> str:
    """In GoGui's form gfx: the best moves coloured by their share of the visits, with win rates in per cent as labels."""
    children = _on_board(report, size)[:count]
    most = max((child.visits for child in report.children), default=0) or 1
    lines = []
    for child in children:
        shade = _BEST_COLOURS[min(3, int(4 * (1 - child.visits / most)))]
        lines.append(f"COLOR {shade} {vertex_text(child.move, size)}")
    if children:
        lines.append("LABEL " + " ".join(f"{vertex_text(child.move, size)} {100 * child.winrate:.0f}"
                                         for child in children))
    return "\n".join([*lines, text_line(report, size)])


def text_line(report, size) -> str:
    """In GoGui's form TEXT: visits and value of the position, and the best move if that is a pass, which cannot be drawn."""
    best = candidates(report, max_moves=1)
    to_pass = f", best is to pass: {100 * best[0].winrate:.0f} %" if best and best[0].move == pass_move(size) else ""
    return f"TEXT {report.visits} visits, {100 * report.value:.1f} % for the side to move{to_pass}"


def territory_dboard(report, size) -> str:
    """In GoGui's form dboard: rows of ownership from the top, in -1..1, positive for Black."""
    return _dboard(report.ownership, size)


def criticality_dboard(report, size) -> str:
    """In GoGui's form dboard: twice the criticality, so that 1 stands for a point whose owner always wins."""
    return _dboard(2 * report.criticality, size)


def _dboard(values, size):
    return "\n".join(" ".join(f"{values[point_at(row, column, size)]:.2f}" for column in range(size))
                     for row in reversed(range(size)))


def policy_text(game, priors) -> str:
    """The part "policy" of KataGo's kata-raw-nn: rows of probabilities from the top, NAN where no stone may be played.

    A legal move that the search leaves out, such as a run in a lost ladder, has the probability 0.
    """
    size = game.size

    def text(move):
        return f"{priors.get(move, 0.0):.6f}" if move in priors or game.legal(game.to_play, move) else "NAN"
    rows = [" ".join(text(point_at(row, column, size)) for column in range(size)) for row in reversed(range(size))]
    return "\n".join(["policy", *rows, f"policyPass {text(pass_move(size))}"])


def ownership_rows(ownership, size) -> str:
    """Rows from the top of who will own each point, from 1 for White to -1 for Black, of float32[points] that is 1 for Black."""
    return "\n".join(" ".join(f"{-ownership[point_at(row, column, size)]:.7f}" for column in range(size))
                     for row in reversed(range(size)))


def variation_text(report, size) -> str:
    """In GoGui's forms varc and VAR: the expected line of play, each move with its colour."""
    if not report.children:
        return ""
    words, colour = [], report.to_play
    for move in report.children[0].pv:
        words += [_COLOUR_LETTERS[colour], vertex_text(move, size)]
        colour = opponent(colour)
    return " ".join(words)


def statistics_text(report, size) -> str:
    """In GoGui's form hstring: one line for each number that describes the search."""
    speed = report.simulations / report.seconds if report.seconds > 0 else 0
    lines = [("simulations", report.simulations), ("visits of the root", report.visits),
             ("win rate", f"{report.value:.4f}"),
             ("score for Black", f"{report.lead:+.2f} +- {report.score_stdev:.2f}"),
             ("deepest simulation", report.depth), ("nodes", report.nodes),
             ("tree, MiB", f"{report.bytes / 2**20:.1f}"),
             ("seconds", f"{report.seconds:.3f}"), ("simulations/s", f"{speed:.0f}")]
    return "\n".join(f"{name}: {value}" for name, value in lines)
