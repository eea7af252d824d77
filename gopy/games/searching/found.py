"""What a search has found, for programs and people: the numbers of gopy.search.report, with moves as people write them."""
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from gopy import game as contract

if TYPE_CHECKING:
    from gopy.search.outline import Node
    from gopy.search.report import ChildReport, Report


@dataclass(frozen=True)
class FoundMove:
    """A move of the position searched."""

    move: int               #: as the game numbers it
    text: str               #: as people write it
    visits: int             #: simulations that began with it
    value: float            #: mean result for the player who makes it, 0 (a loss) to 1 (a win)
    prior: float            #: its probability before the search
    lower_bound: float      #: lower end of Wilson's 95 % interval of the value; 0 without visits
    line: tuple[str, ...]   #: the moves expected, this one first
    proven: str = ""        #: "win", "loss", "draw", "no win" or "no loss" for the player who makes it; "" if nothing is proven


@dataclass(frozen=True)
class Found:
    """What a search has found. Its text is a table of the best moves."""

    to_play: int                #: the player to move: 0 or 1, or more in games of several players
    visits: int                 #: simulations from this position, those of earlier runs included
    simulations: int            #: of the last run
    seconds: float              #: of the last run
    value: float                #: mean result for the player to move, 0 to 1
    moves: tuple[FoundMove, ...]    #: the move to play first
    nodes: int                  #: of the tree
    depth: int                  #: length of the longest path in the tree
    values: tuple[float, ...]   #: mean result for each player, 0 to 1, by the number of the player
    proven: str = ""            #: as in a FoundMove
    score: float | None = None      #: mean margin of player 0 in points, of games that count them
    score_deviation: float | None = None
    #: float32[points] by the number of the point: how often player 0 owned it in the end less how often player 1 did, -1 to 1; None
    #: for games without points. In Go on N x N, `ownership.reshape(N, N + 1)[:, :N]` is the board, row A1's first.
    ownership: np.ndarray | None = field(default=None, compare=False, repr=False)

    @property
    def best(self) -> FoundMove | None:
        """The move to play; None where the game is over."""
        return self.moves[0] if self.moves else None

    @property
    def line(self) -> tuple[str, ...]:
        """The principal variation: the moves expected from here on, as people write them."""
        return self.moves[0].line if self.moves else ()

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain Python, ready for JSON."""
        owned = None if self.ownership is None else [round(float(each), 4) for each in self.ownership]
        moves = [{**asdict(move), "line": list(move.line)} for move in self.moves]
        return {**asdict(self), "values": list(self.values), "line": list(self.line), "moves": moves, "ownership": owned}

    def __str__(self) -> str:
        lines = [f"player {self.to_play + 1} to move: {100 * self.value:.1f} % of {self.visits} simulations"
                 + (f", {self.proven}" if self.proven else "") + ("" if self.score is None else f", score {self.score:+.1f}")]
        width = max((len(move.text) for move in self.moves), default=4)
        for move in self.moves[:10]:
            lines.append(f"{move.text:<{width}}  {100 * move.value:5.1f} %  {move.visits:>8}  {move.proven or ' '.join(move.line[:8])}")
        return "\n".join(lines)


@dataclass(frozen=True)
class FoundNode:
    """A node of the tree: the move that leads to it, and the answers that were searched most. Its text is an indented list."""

    move: int
    text: str
    visits: int
    value: float        #: mean result for the player who makes the move, 0 to 1
    answers: "tuple[FoundNode, ...]" = ()

    def as_dict(self) -> dict[str, Any]:
        """This node and all below it as plain Python, ready for JSON."""
        return {**asdict(self), "answers": [answer.as_dict() for answer in self.answers]}

    def __str__(self) -> str:
        below = "".join("\n  " + str(answer).replace("\n", "\n  ") for answer in self.answers)
        return f"{self.text} {100 * self.value:.1f} % {self.visits}{below}"


def found(report: "Report", state: Any, values: tuple[float, ...] | None = None) -> Found:
    """The Found of a Report about a position; `values` are the players' mean results, None: of two players, as the report has them."""
    if values is None:
        values = (report.value, 1.0 - report.value)[::-1 if report.to_play else 1]
    counts_points = contract.score.has_own(state) and report.visits > 0
    return Found(
        report.to_play, report.visits, report.simulations, report.seconds, report.value,
        tuple(_found_move(child, state) for child in report.children), report.nodes, report.depth, values, report.proven,
        report.score_mean if counts_points else None, report.score_stdev if counts_points else None, report.ownership)


def _found_move(child: "ChildReport", state: Any) -> FoundMove:
    line, after = [], contract.clone_state(state)
    for move in child.pv:
        line.append(contract.move_text(after, move))
        contract.play(after, move)
    return FoundMove(child.move, line[0], child.visits, child.winrate, child.prior, child.lcb, tuple(line), child.proven)


def found_nodes(nodes: "list[Node]", state: Any) -> tuple[FoundNode, ...]:
    """The FoundNodes of the Nodes of an outline that begins at a position."""
    made = []
    for node in nodes:
        after = contract.clone_state(state)
        contract.play(after, node.move)
        made.append(FoundNode(node.move, contract.move_text(state, node.move), node.visits, node.winrate,
                              found_nodes(node.children, after)))
    return tuple(made)
