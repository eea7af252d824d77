"""A problem as it is kept: a position, what is asked, the right first move and the answer to each wrong one.

The file problems.jsonl holds one problem a line: the board as rows from the top, `X` black and `O` white, Black to play, and moves
as vertices. `gopy problems` made it.
"""
from importlib import resources
from typing import Any, NamedTuple

from gopy.base.documents import json_text, parse_json
from gopy.base.errors import UserError
from gopy.base.files import read_bounded
from gopy.base.new_files import write_new
from gopy.go.board import Position
from gopy.go.geometry import BLACK, WHITE, parse_vertex, points_from_the_top, vertex_text
from gopy.lab.problems.goal import Goal

#: Liberties that make hunted stones safe.
ENOUGH = 3

_STONES = "XO."

#: The longest file that is read, in bytes; sixty problems have 60 kB.
_MOST_BYTES = 10**7


class Problem(NamedTuple):
    """One problem. Black is to play, and moves are vertices such as "D4"."""
    kind: str                   #: capture, escape, ladder, net, two eyes, seki, ko or endgame
    level: int                  #: 1 easy, 2 middling, 3 hard
    rows: tuple[str, ...]       #: the board from the top, of "X", "O" and "."
    ko: str                     #: where Black may not take back; "" if nowhere
    attacker: str               #: "black" or "white": who wants to take the targets
    targets: tuple[str, ...]    #: the marked stones
    enough: int                 #: liberties that make them safe; 0: no number does
    lead: int                   #: with no targets: points by which Black is to be ahead
    own: tuple[str, ...]        #: points among which the proofs choose their moves; none: those near the action
    right: tuple[str, ...]      #: every first move that reaches the goal
    line: tuple[str, ...]       #: the first of them, and how it goes on
    wrong: dict[str, str]       #: wrong first move -> the moves that refute it, with spaces between
    elsewhere: str              #: what refutes a first move on any other point

    @property
    def size(self) -> int:
        """Points in a row of the board."""
        return len(self.rows)

    @property
    def task(self) -> tuple[str, dict[str, int]]:
        """What is asked: its name, and the numbers that belong to it. The page of `gopy web` has the sentences."""
        if not self.targets:
            return ("ahead by", {"points": self.lead}) if self.lead > 1 else ("ahead", {})
        liberties = {"liberties": self.enough} if self.enough else {}
        if self.kind == "seki":
            return "seki", liberties
        if self.kind == "two eyes":
            return "make eyes" if self.attacker == "white" else "take eyes", {}
        values = {"count": len(self.marked()), **liberties}
        if self.attacker == "black":
            return "capture in time" if self.enough else "capture", values
        return "save by liberties" if self.enough else "save", values

    def position(self) -> Position:
        """The board, with Black to play."""
        board = board_of(self.rows)
        if self.ko:
            board.ko, board.ko_colour = parse_vertex(self.ko, self.size), BLACK
        return board

    def goal(self) -> Goal:
        """The goal as the proofs have it."""
        if not self.targets:
            return Goal(BLACK, lead=self.lead)
        targets = tuple(parse_vertex(target, self.size) for target in self.targets)
        return Goal(BLACK if self.attacker == "black" else WHITE, targets, self.enough)

    def own_points(self) -> list[int] | None:
        """The points among which the proofs choose their moves; None: those near the action."""
        return [parse_vertex(vertex, self.size) for vertex in self.own] or None

    @property
    def targets_colour(self) -> int:
        """The colour of the marked stones, if there are any."""
        return WHITE if self.attacker == "black" else BLACK

    def marked(self) -> list[str]:
        """The vertices of all stones of the chains that the goal is about."""
        board, size = self.position(), self.size
        stones = set().union(*(board.chain(parse_vertex(target, size))[0] for target in self.targets))
        return [vertex_text(point, size) for point in sorted(stones)]


def board_of(rows) -> Position:
    """The Position that rows from the top show, Black to play."""
    board = Position(len(rows))
    for point, sign in zip(points_from_the_top(len(rows)), "".join(rows), strict=True):
        if sign != ".":
            board.set_stone(point, _STONES.index(sign))
    return board


def rows_of(board: Position) -> tuple[str, ...]:
    """The board as rows from the top."""
    signs = [_STONES[board.colours[point]] for point in points_from_the_top(board.size)]
    return tuple("".join(signs[at:at + board.size]) for at in range(0, len(signs), board.size))


def write_problems(path, problems) -> None:
    """Write a new file with a line for each problem. OSError, which names it, if that cannot be or a file is there."""
    write_new([path], "".join(json_text(problem._asdict()) + "\n" for problem in problems))


def read_problems(path=None) -> list[Problem]:
    """The problems of a file; of gopy's own without one. OSError, ValueError or TypeError if it holds none."""
    source = resources.files("gopy.lab.problems") / "problems.jsonl"
    text = source.read_text(encoding="utf-8") if path is None else read_bounded(path, _MOST_BYTES).decode("utf-8")
    problems = [_problem(parse_json(line)) for line in text.splitlines()]
    if not problems:
        raise ValueError("it is empty")
    return problems


def problems_of(name) -> list[Problem]:
    """The problems of the file that a user names; None: gopy's own. UserError if it holds none."""
    try:
        problems = read_problems(name)
        for problem in problems:        # what stands in a foreign file may be anything
            problem.goal(), problem.marked(), problem.task, [answer.split() for answer in (*problem.wrong.values(), problem.elsewhere)]
        return problems
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror or error}") from None
    except (ValueError, TypeError, AttributeError, IndexError, KeyError) as error:
        raise UserError(f"{name} is no file of problems: {error}") from None


def _problem(values: dict[str, Any]) -> Problem:
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return Problem(**fields)
