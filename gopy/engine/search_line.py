"""The line about a search in the log."""
from typing import TYPE_CHECKING

from gopy.engine.decision import RESIGN
from gopy.go.geometry import vertex_text

if TYPE_CHECKING:
    from gopy.search.report import Report

_COLOURS = "BW"


def search_line(size: int, colour: int, move: int, report: "Report") -> str:
    """Move, win rate, simulations, simulations/s, depth, tree memory and principal variation on one line."""
    chosen = next((child for child in report.children if child.move == move), None)
    name = "resign" if move == RESIGN else vertex_text(move, size)
    winrate = report.value if chosen is None else chosen.winrate
    rate = report.simulations / report.seconds if report.seconds > 0 else 0.0
    pv = " ".join(vertex_text(each, size) for each in chosen.pv) if chosen is not None else name
    proven = f"proven {report.proven} " if report.proven else ""
    return (f"{_COLOURS[colour]} {name} {proven}winrate {winrate:.3f} visits {report.visits} simulations {report.simulations} "
            f"({rate:.0f}/s) depth {report.depth} memory {report.bytes / 2**20:.1f} MiB pv {pv}")
