"""What a review asks of a search, and what it is told: a Question about a position, and the Look that answers it.

All numbers are as Black sees them. A Look can be made of an answer of the analysis (`look_of_answer`) or by a search that somebody has
(`looked_at`), so that a review works the same with whichever search.
"""
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gopy.engine.chance import as_chances
from gopy.engine.searcher import Searcher, root_of
from gopy.go.geometry import BLACK, opponent, parse_vertex, points, points_from_the_top, vertex_text
from gopy.go.history import Game
from gopy.protocols.gtp.analysis_text import CANDIDATE_SHARE, candidates

if TYPE_CHECKING:
    from gopy.search.report import Report


@dataclass(frozen=True)
class Question:
    """A position to search: that after `turn` moves of the game and the moves `instead` of those that were played then.

    effort: how much longer than for a position of the first pass, as a factor of simulations or seconds
    """

    turn: int
    instead: tuple[int, ...] = ()
    effort: int = 1

    def key(self, size: int) -> str:
        """A text that no other question of the same review has: "12 D4 x4"."""
        return " ".join([str(self.turn), *(vertex_text(move, size) for move in self.instead), f"x{self.effort}"])


@dataclass(frozen=True)
class Candidate:
    """A move that a search considered: its visits, the chance and the lead after it, and the line of play that it begins."""

    move: int
    visits: int
    chance: float
    lead: float
    line: tuple[int, ...]


@dataclass(frozen=True)
class Look:
    """What one search says of a position.

    chance      that Black wins, from 0 to 1. It is what is shown of the best move, which is nearer to what a longer search finds than
                the mean of all simulations (study position_value)
    lead        the points by which Black is expected to win, of the best move too: so that lead and chance agree
    ownership   {point: from -1, White's, to +1, Black's}
    candidates  the moves worth a line, best first
    """

    visits: int
    chance: float
    lead: float
    ownership: dict[int, float]
    candidates: tuple[Candidate, ...]

    @property
    def reply(self) -> int | None:
        """The best move for the side to move, or None if there is none."""
        return self.candidates[0].move if self.candidates else None

    @property
    def line(self) -> tuple[int, ...]:
        """The line of play that is expected."""
        return self.candidates[0].line if self.candidates else ()


def look_of_answer(answer: dict[str, Any], size: int) -> Look:
    """The Look that an answer of the analysis holds (gopy.protocols.analysis.answer.analysis, with Black's numbers and ownership)."""
    found = tuple(Candidate(parse_vertex(info["move"], size), info["visits"], info["winrate"], info["scoreLead"],
                            tuple(parse_vertex(text, size) for text in info["pv"])) for info in answer["moveInfos"])
    root = answer["rootInfo"]
    return Look(root["visits"], found[0].chance if found else root["winrate"], found[0].lead if found else root["scoreLead"],
                dict(zip(points_from_the_top(size), answer["ownership"])), found)


def look_of_report(report: "Report", size: int) -> Look:
    """The Look that a gopy.search.report.Report of a game of Go holds."""
    mover = report.to_play == BLACK
    found = tuple(Candidate(child.move, child.visits, child.winrate if mover else 1.0 - child.winrate, child.lead, tuple(child.pv))
                  for child in candidates(report))
    assert report.ownership is not None         # Go has points
    return Look(report.visits, found[0].chance if found else report.value if mover else 1.0 - report.value,
                found[0].lead if found else report.lead, {point: float(report.ownership[point]) for point in points(size)}, found)


def looked_at(search: Searcher, game: Game, question: Question, visits: int, on_slice: Callable[[Any], bool] | None = None) -> Look:
    """Answer a Question about a game with a Searcher, whose tree is dropped before and after: for who has a search of his own.

    visits    simulations of a search of the first pass
    on_slice  as for Searcher.run: if it returns true, the Look is what was found until then, and should be thrown away
    """
    position = position_of(game, question)
    search.forget()
    try:
        search.set_root(root_of(position, position.to_play))
        search.run(simulations=visits * question.effort, on_slice=on_slice, max_moves=0)
        return look_of_report(as_chances(search.report(least_share=CANDIDATE_SHARE)), game.size)
    finally:
        search.forget()


def position_of(game: Game, question: Question) -> Game:
    """The game as it stands where a Question asks about it. The side to move is the one that moved next in the game."""
    position = game.after(question.turn)
    if question.turn < len(game.moves) and game.moves[question.turn][0] != position.to_play:
        position.set_to_play(game.moves[question.turn][0])
    colour: int = position.to_play
    for move in question.instead:
        position.record(colour, move)
        colour = opponent(colour)
    return position
