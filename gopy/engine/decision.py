"""What passes between an engine and its callers: restrictions of the moves, decisions, and the refusal to score."""
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gopy.search.report import Report

#: This in the place of a move means that the player resigns.
RESIGN = -1


@dataclass(frozen=True)
class Restriction:
    """The moves that an analysis or a genmove must not choose (`avoid`) or must choose from (`allow`; None means all).

    A caller may give moves by their names; the engine turns them into numbers.
    """
    avoid: frozenset[int | str] = frozenset()
    allow: frozenset[int | str] | None = None

    @property
    def is_free(self) -> bool:
        """Whether every move may be chosen."""
        return not self.avoid and self.allow is None

    def permits(self, move: int) -> bool:
        """Whether the move may be chosen."""
        return move not in self.avoid and (self.allow is None or move in self.allow)


@dataclass(frozen=True)
class Decision:
    """A chosen move (a point, the pass or RESIGN) and the Report of the search behind it."""
    move: int
    report: "Report"


class CannotScore(Exception):
    """The position cannot be scored; the text says why."""
