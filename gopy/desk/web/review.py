"""The review of the game of Go on the page: asked for, under way, or found. The process of the engine does the work."""
from typing import Any

from gopy.desk.languages import Refused, told
from gopy.desk.web.wire import game_values
from gopy.go.geometry import parse_vertex, vertex_text

#: {how long a review may take: its simulations of a position, as a share of those of `gopy review`}
DEPTHS = {"quick": 0.1, "usual": 1.0, "deep": 5.0}


class TableReview:
    """The review of the line of play that was shown when it was asked for. It ends when that game is not studied any more.

    ask(do, **request)      asks the engine's process; returns the id of the request
    tell(kind, values)      tells the pages something
    played()                the gopy.desk.web.go_game.GoGame of now
    changed()               is called when it has changed
    """

    def __init__(self, ask, tell, played, changed) -> None:
        self._ask, self._tell, self._played, self._changed = ask, tell, played, changed
        self._of = None                 # the GoGame that is reviewed
        self._id: int | None = None     # of the request that is under way
        self._nodes: list[int] = []     # of the line that is reviewed, by the number of moves before them
        self._request: dict[str, Any] = {}
        self._values: dict[str, Any] = {"state": "none"}

    def values(self) -> dict[str, Any]:
        """What the page is shown: its `state`, "none", "running" or "found", and how far it is, or what was found at which `nodes`."""
        return self._values

    def set(self, on, depth="usual") -> None:
        """Begin a review, or end it. ValueError without a move to review."""
        if not on:
            self._forget()
            return
        played = self._played()
        if played.capture:
            raise Refused("told.capture_only")
        self._nodes, game = _line(played.tree)
        if not game.moves:
            raise Refused("told.nothing_to_review")
        self._of, self._request = played, {"game": game_values(game), "depth": depth}
        self._begin()

    def try_of(self, number, vertex) -> dict[str, Any]:
        """What the engine has to know to judge a move that is tried in the place of a mistake, the move `number`, where the game stands.

        ValueError if it stands elsewhere, or the move is not possible.
        """
        mistake, played = self._mistake(number), self._of
        if mistake is None or played is None or not played.studying or played.tree.current.number != self._nodes[number - 1]:
            raise ValueError("there is no such mistake here")
        game, colour = played.game, "BW".index(mistake["colour"])
        move = parse_vertex(vertex, game.size)
        reason = game.illegality(colour, move)
        if reason:
            raise Refused(f"told.{reason}", vertex=vertex_text(move, game.size))
        return {"vertex": vertex_text(move, game.size), "colour": colour, "before": mistake["before"], "depth": self._request["depth"]}

    def take_judged(self, number, vertex, found) -> None:
        """Tell the pages what a move costs that was tried; found is None if the engine could not tell."""
        mistake = self._mistake(number)
        if mistake is not None:
            if found is not None:
                mistake["answers"][vertex] = found
            self._tell("judged", {"number": number, "vertex": vertex, "answer": found})

    def _mistake(self, number):
        """The mistake that is the move `number`, if one was found there."""
        return next((each for each in self._values.get("mistakes", ()) if each["number"] == number), None)

    def restart(self) -> None:
        """Begin again what was under way: the engine's process is another one."""
        if self._id is not None:
            self._begin()

    def look(self) -> None:
        """See whether the game is still there, and studied."""
        played = self._played()
        gone = self._of is not None and (self._of is not played or any(node not in played.tree for node in self._nodes))
        if gone or (self._id is not None and not played.studying):
            self._forget()

    def answer(self, values) -> None:
        """Take an answer of the engine; those to earlier requests are too late."""
        if values["id"] != self._id:
            return
        if "found" in values:
            self._id = None
            self._keep_chances(values["found"])
            self._show({"state": "found", "nodes": self._nodes, **values["found"]})
            self._changed()
        elif "failed" in values:
            self._forget()
            self._tell("error", told("told.review_failed", reason=values["failed"]))
        else:
            self._show({"state": "running", **{name: values[name] for name in ("done", "total", "left")}})

    def _begin(self):
        self._id = self._ask("review", **self._request)
        self._show({"state": "running", "done": 0, "total": len(self._nodes), "left": None})

    def _forget(self):
        if self._id is not None:
            self._ask("end_review")
        self._of = self._id = None
        if self._values["state"] != "none":
            self._show({"state": "none"})

    def _show(self, values):
        self._values = values
        self._tell("review", values)

    def _keep_chances(self, found):
        """Let the record hold what was found, as it holds what an analysis finds."""
        tree = self._of.tree
        for turn, chance, lead in zip(found["turns"], found["chances"], found["leads"]):
            node = tree[self._nodes[turn]]
            node.winrate, node.score = chance, lead
        self._of.edited()


def _line(tree):
    """(the numbers of the nodes, the Game at the last of them) along the line that is shown, from where its stones were set up.

    The numbers are those of the first node and of each with a move.
    """
    shown = tree.current.number
    while tree.current.children:
        tree.go(tree.current.children[0])
    game, node, nodes = tree.game.copy(), tree.current, []
    while node.start is None:
        if node.move is not None:
            nodes.append(node.number)
        node = tree[node.parent]
    tree.go(shown)
    return [node.number, *reversed(nodes)], game
