"""A hint in three steps: where to look, two moves to choose from, and the better one with what follows."""
from gopy.go.geometry import parse_vertex, point_at, row_and_column, vertex_text

#: The steps: "area", "moves" and "line".
_STEPS = ("area", "moves", "line")


def hint_values(report, size) -> dict:
    """What the process of the engine tells of a Report for a hint: its best moves with their lines."""
    from gopy.protocols.gtp.analysis_text import candidates

    return {"moves": [{"move": vertex_text(each.move, size), "pv": [vertex_text(move, size) for move in each.pv]}
                      for each in candidates(report, max_moves=2)]}


class Hint:
    """What gopy would play at a node, told a little more each time that it is asked.

    place   (the number of the node, the version of the game)
    moves   one or two dicts of `hint_values`, the better move first
    """

    def __init__(self, place, size, values) -> None:
        self._place, self._size, self._moves = place, size, values["moves"]
        self._step = 0

    def fits(self, place) -> bool:
        """Whether it is about this node of a game of this version."""
        return self._place == place

    def tell_more(self) -> None:
        """Go on to the next step; the last one stays."""
        self._step = min(self._step + 1, len(_STEPS) - 1)

    def values(self) -> dict:
        """What the page is shown: `step`, and the `area`, `moves` or `line` of that step as lists of vertices.

        A hint to pass has no area: its line alone is told.
        """
        best = self._moves[0]
        step = "line" if best["move"] == "pass" else _STEPS[self._step]
        told = {"area": self._area, "moves": self._choice, "line": lambda: best["pv"]}[step]()
        return {"node": self._place[0], "step": step, step: told, "last": step == _STEPS[-1]}

    def _area(self):
        """A square of points that holds the best move, but not always in its middle: a third of the board across."""
        size = self._size
        row, column = row_and_column(parse_vertex(self._moves[0]["move"], size), size)
        across = max(3, (size + 2) // 3)
        first_row, first_column = (min(place // across * across, size - across) if size > across else 0 for place in (row, column))
        return [vertex_text(point_at(r, c, size), size) for r in range(first_row, min(size, first_row + across))
                for c in range(first_column, min(size, first_column + across))]

    def _choice(self):
        """The two best moves in the order of the board, which does not tell the better one."""
        return sorted(each["move"] for each in self._moves)
