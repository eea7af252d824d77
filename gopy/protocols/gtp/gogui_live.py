"""What GoGui draws from standard error while a search runs, in one of several modes. Pure functions from Report to text."""
from collections.abc import Callable
from functools import partial

from gopy.go.geometry import points, vertex_text
from gopy.protocols.gtp import gogui_text

#: Takes the last drawing off the board.
LIVE_END = "gogui-gfx: CLEAR"

#: A point that is owned to a smaller share is not drawn.
_LEAST_SHOWN = 0.05


def _variation(report, size):
    """The expected line of play, and the visits of moves.

    A point with a stone of that line has no label, because it would be written over the number of the stone.
    """
    line_of_play = report.children[0].pv if report.children else ()
    labels = gogui_text.pairs_text(report, size, gogui_text.visits, covered=line_of_play)
    return [f"VAR {gogui_text.variation_text(report, size)}", *([f"LABEL {labels}"] if labels else ()),
            gogui_text.text_line(report, size)]


def _best_moves(report, size):
    return [gogui_text.best_moves_gfx(report, size)]


def _labels(value_of, report, size):
    labels = gogui_text.pairs_text(report, size, value_of)
    return [*([f"LABEL {labels}"] if labels else ()), gogui_text.text_line(report, size)]


def _territory(report, size):
    owned = " ".join(f"{vertex_text(point, size)} {report.ownership[point]:.2f}" for point in points(size)
                     if abs(report.ownership[point]) >= _LEAST_SHOWN)
    return [*([f"INFLUENCE {owned}"] if owned else ()), gogui_text.text_line(report, size)]


#: {mode: function from a Report and the board size to lines in GoGui's form gfx}.
LIVE_MODES: dict[str, Callable[..., list[str]]] = {
    "variation": _variation,
    "best_moves": _best_moves,
    "visits": partial(_labels, gogui_text.visits),
    "win_rates": partial(_labels, gogui_text.winrate),
    "priors": partial(_labels, gogui_text.prior),
    "rave_values": partial(_labels, gogui_text.rave_mean),
    "territory": _territory,
}


def live_text(mode, report, size) -> str:
    """What GoGui reads from standard error in one of LIVE_MODES."""
    return "\n".join(["gogui-gfx:", *LIVE_MODES[mode](report, size), ""])
