"""Problems in the terminal: a position with a task, whose first move is judged; a wrong one is answered on the board."""
from contextlib import suppress
from pathlib import Path

from gopy.base.errors import sentence
from gopy.base.files import make_folder, read_bounded, write_whole
from gopy.base.state_folder import state_folder
from gopy.desk.languages import english
from gopy.desk.terminal.board import draw, shapes
from gopy.desk.terminal.talk import Talk
from gopy.go.geometry import BLACK, WHITE, parse_vertex, pass_move, row_and_column, vertex_text
from gopy.lab.problems.problem import Problem

#: What the list of solved problems is called, and the most bytes of it that are read.
_SOLVED, _MOST_BYTES = "problems_solved.txt", 10**6


class ProblemsTalk(Talk):
    """A person solves problems, one after the other, beginning with the first one that is not solved.

    problems    list of gopy.lab.problems.problem.Problem
    solved      the Solved that knows which of them are solved
    """

    COMMANDS = {
        "hint": ("", "tell what to look for; again, in which part of the board it is"),
        "show": ("", "show the answer"),
        "next": ("", "go to the next problem; so does Enter when this one is solved"),
        "before": ("", "go to the problem before"),
        "go": ("12", "go to the problem of this number"),
        "list": ("", "list the problems, and which are solved"),
        "board": ("", "draw the board again"),
        **Talk.COMMANDS,
    }
    A_MOVE = "a vertex such as D4"
    HELP = "A wrong move is answered; then the stones are set back. Commands:"

    def __init__(self, problems, solved, console) -> None:
        super().__init__(console)
        self._problems, self._solved = problems, solved
        self._at = next((at for at, problem in enumerate(problems) if problem not in solved), 0)
        self._hints, self._done = 0, False      # hints that were given, and whether this problem was solved just now

    @property
    def _problem(self) -> Problem:
        return self._problems[self._at]

    def start(self) -> None:
        self.console.say(f"{self._count()} Type {self.A_MOVE}, or help.")
        self._begin(self._at)

    def end(self) -> None:
        """What is solved has been kept when it was solved."""

    def take_turn(self) -> None:
        line = self.console.ask(f"Problem {self._at + 1}> ")
        if not line and self._done:
            line = "next"
        self.obey(line)

    def take(self, line) -> None:
        problem = self._problem
        board, size = problem.position(), problem.size
        try:
            move = parse_vertex(line, size)
        except ValueError:
            self.console.say(f"{line!r} is neither a vertex of this board nor a command; try help")
            return
        vertex, reason = vertex_text(move, size), board.illegality(BLACK, move)
        if reason:
            self.console.say(english(f"told.{reason}", vertex=vertex) + ".")
        elif vertex in problem.right:
            self._right(vertex)
        else:
            refutation = problem.wrong.get(vertex, problem.elsewhere).split()
            self._show(vertex, *refutation)
            self.console.say(_said("problem.wrong", refutation, vertex=vertex))

    def _right(self, vertex):
        """Play out a right first move, and note that the problem is solved."""
        problem = self._problem
        rest = problem.line[1:] if vertex == problem.line[0] else ()
        self._show(vertex, *rest)
        told = self._solved.add(problem)
        self.console.say(f"{_said('problem.right', rest)} {self._count()} Enter leads to the next one.")
        if told is not None:
            self.console.say(told)
        self._done = True

    def _begin(self, at):
        self._at, self._hints, self._done = at % len(self._problems), 0, False
        self.do_board("")

    def _show(self, *moves):
        """Draw the board after some moves, Black's first. The marked stones are triangles."""
        problem, look = self._problem, self.console.look
        board, size = problem.position(), problem.size
        marked = {parse_vertex(vertex, size) for vertex in problem.marked()}
        last = None
        for move in (parse_vertex(vertex, size) for vertex in moves):
            marked.difference_update(board.play(board.to_play, move).removed)
            last = None if move == pass_move(size) else move
        self.console.draw(f"\n{draw(board, look, last, dead=marked)}")

    def _count(self):
        return english("problem.count", solved=sum(problem in self._solved for problem in self._problems), all=len(self._problems)) + "."

    # Commands -------------------------------------------------------------------------------------------

    def do_board(self, _) -> None:
        problem, dead = self._problem, shapes(self.console.look).dead
        self._show()
        name, values = problem.task
        lines = [f"{self._name(self._at)}.", english(f"task.{name}", **values)]
        if problem.targets:
            lines.append(f"Marked: {dead[problem.targets_colour]}.")
        if problem.ko:
            lines.append(f"{english('told.ko', vertex=problem.ko)}.")
        self.console.say("\n".join(lines))

    def _name(self, at):
        problem = self._problems[at]
        kind, level = english(f"problem.kind.{problem.kind}"), english(f"problem.level.{problem.level}")
        name = english("problem.name", number=at + 1, kind=kind, level=level)
        return english("problem.solved", name=name) if problem in self._solved else name

    def do_hint(self, _) -> None:
        self._hints += 1
        self.console.say(english(f"problem.hint.{self._problem.kind}") if self._hints == 1 else self._part())

    def _part(self):
        """In which quarter of the board the right move is."""
        problem = self._problem
        row, column = row_and_column(parse_vertex(problem.right[0], problem.size), problem.size)
        across = "left" if 2 * column < problem.size else "right"
        return f"The move is in the {'lower' if 2 * row < problem.size else 'upper'} {across} quarter of the board."

    def do_show(self, _) -> None:
        self._show(*self._problem.line)
        self.console.say(english("problem.answer", line=_in_words(self._problem.line)))

    def do_next(self, _) -> None:
        self._begin(self._at + 1)

    def do_before(self, _) -> None:
        self._begin(self._at - 1)

    def do_go(self, argument) -> None:
        if argument.isdecimal() and 1 <= int(argument[:9]) <= len(self._problems):
            self._begin(int(argument) - 1)
        else:
            self.console.say(f"a problem is a number from 1 to {len(self._problems)}, not {argument!r}")

    def do_list(self, _) -> None:
        numbers: dict[str, list[str]] = {}
        for number, problem in enumerate(self._problems, 1):
            numbers.setdefault(problem.kind, []).append(f"{number}{'*' if problem in self._solved else ''}")
        lines = [f"{english(f'problem.kind.{kind}')}: {' '.join(texts)}" for kind, texts in numbers.items()]
        self.console.say("\n".join([*lines, "* is solved"]))


class Solved:
    """Which problems a person has solved, by their boards: kept in a file, a line for each.

    keeps   whether the file is read and written
    folder  where it is
    """

    def __init__(self, keeps=True, folder=None) -> None:
        self._path: Path | None = None
        self._boards: list[str] = []
        with suppress(OSError, RuntimeError):       # nothing is solved, it cannot be known, or there is no home
            if keeps:
                self._path = (folder or state_folder()) / _SOLVED
                self._boards = read_bounded(self._path, _MOST_BYTES).decode("ascii", "replace").split()

    def __contains__(self, problem) -> bool:
        return "".join(problem.rows) in self._boards

    def add(self, problem) -> str | None:
        """Note that a problem is solved; returns a sentence if that cannot be kept."""
        if problem in self:
            return None
        self._boards.append("".join(problem.rows))
        if self._path is None:
            return None
        try:
            make_folder(self._path.parent)
            write_whole(self._path, "".join(f"{board}\n" for board in self._boards))
        except OSError as error:
            return f"That it is solved could not be kept: {sentence(error)}"
        return None


def _said(key, moves, **values):
    """What is said of a first move, with the White's answer and what follows if there are any."""
    return english(f"{key}_line", line=_in_words(moves, WHITE), **values) if moves else english(key, **values)


def _in_words(moves, first=BLACK):
    return ", ".join(english("problem.passes", colour=(first + at) % 2) if move == "pass" else
                     english("problem.move", colour=(first + at) % 2, move=move) for at, move in enumerate(moves))
