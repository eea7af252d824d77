"""Problems made: drafts are drawn until enough of each kind have one right move, freed of needless stones, and graded."""
from collections.abc import Callable, Iterator
from random import Random

from gopy.go.board import NO_POINT
from gopy.go.geometry import BLACK, EMPTY, WHITE, pass_move, points, vertex_text
from gopy.lab.problems.alike import are_alike
from gopy.lab.problems.construct import Draft, border, fight, group, is_seki, ko_fight, race
from gopy.lab.problems.goal import Goal
from gopy.lab.problems.problem import Problem, rows_of
from gopy.lab.problems.solution import SOUGHT, decide, solve

#: How many problems of each kind are made.
COUNTS = {"capture": 8, "escape": 8, "ladder": 7, "net": 8, "two eyes": 8, "seki": 6, "ko": 8, "endgame": 7}

#: Moves of the main line from which a capture by one atari after another is called a ladder.
_LADDER = 9

#: The longest main line of a problem of another kind than ladders.
_LONGEST = 11


def make_problems(seed: int, told: Callable[[str], None], counts=COUNTS) -> list[Problem]:
    """So many problems of each kind; told(text) is called for each that is found. The same seed gives the same problems."""
    found = []
    for kind, count in counts.items():
        random = Random(f"{kind} {seed}")
        own: list[Problem] = []
        drafts = _drafts(kind, random)
        while len(own) < count:
            problem = _problem_of(next(drafts), kind, random)
            if problem is None or (len(problem.line) == 1 and sum(len(other.line) == 1 for other in own) >= count // 3):
                continue
            if not any(are_alike(problem, other) for other in own):
                own.append(problem)
                told(f"{kind}: {len(own)} of {count}")
        found += _graded(own)
    return found


def _drafts(kind, random) -> Iterator[Draft]:
    """Drafts that may be of a kind, without end."""
    while True:
        size = random.choice((7, 7, 9)) if kind == "ladder" else 7
        if kind == "escape":
            draft = fight(random, size, WHITE)
        elif kind == "ko":
            draft = ko_fight(random, size, random.choice((BLACK, WHITE)))
        elif kind == "two eyes":
            draft = group(random, size, random.choice((BLACK, WHITE, WHITE)))
        elif kind == "seki":
            draft = race(random, size)
        elif kind == "endgame":
            draft = border(random, random.choice((5, 6)))
            draft = draft and _with_lead(draft)
        else:
            draft = fight(random, size, BLACK)
        if draft is not None:
            yield draft


def _with_lead(draft) -> Draft | None:
    """The end of a game with the highest lead that Black can reach when he is to play, if passing does not reach it too."""
    board = draft.board
    low, high = -board.size ** 2, board.size ** 2       # Black reaches low, and may or may not reach high
    while low < high:
        lead = (low + high + 1) // 2
        found = decide(board, Goal(BLACK, lead=lead), None, SOUGHT)
        if found is None:
            return None
        low, high = (lead, high) if found[0] == BLACK else (low, lead - 1)
    return draft._replace(goal=Goal(BLACK, lead=low)) if low > 0 else None


def _problem_of(draft, kind, random) -> Problem | None:
    """The problem that a draft is, if it is one of the kind: as few stones as it can have."""
    solution = solve(draft.board, draft.goal, draft.own, SOUGHT // 8, most_right=2 if kind == "seki" else 1)
    if solution is None or not _is(kind, draft, solution):
        return None
    if draft.own is None and draft.goal.targets:
        stones = [point for point in points(draft.board.size) if draft.board.colours[point] != EMPTY and point not in draft.goal.targets]
        random.shuffle(stones)
        for point in stones:
            fewer = draft._replace(board=draft.board.copy())
            fewer.board.set_stone(point, EMPTY)
            fewer.board.ko = draft.board.ko
            if draft.board.ko != NO_POINT and point in draft.board._neighbours[draft.board.ko]:
                continue
            other = solve(fewer.board, fewer.goal, fewer.own, SOUGHT)
            if other is not None and other.right.keys() == solution.right.keys() and _is(kind, fewer, other):
                draft, solution = fewer, other
    return _written(draft, kind, solution)


def _is(kind, draft, solution) -> bool:
    """Whether a solved draft is a problem of a kind."""
    board, goal = draft.board, draft.goal
    move, proof = next(iter(solution.right.items()))
    after = board.copy()
    undo = after.play(BLACK, move)
    length = 1 + len(proof.line)
    if len(solution.wrong) < (1 if kind == "seki" else 2) or (kind != "ladder" and length > _LONGEST):
        return False
    if kind == "endgame":
        return True
    is_ko = (_takes_ko(board, BLACK, move) or board.ko in proof.line[1::2]
             or (_takes_ko(board, WHITE, move) and solution.elsewhere.line[:1] == (move,)))
    if kind == "ko" or is_ko:       # one side takes a ko, or fills it in time, or Black takes back after a threat
        return kind == "ko" and is_ko
    if kind == "escape":
        return True
    if kind in ("two eyes", "seki"):
        return (kind == "seki") == (goal.attacker == WHITE and is_seki(draft._replace(board=after)))
    liberties = board.chain(goal.targets[0])[1]
    is_ladder = length >= _LADDER and _all_ataris(draft, move, proof)
    is_net = move not in liberties and not undo.removed and length >= 3 and len(after.chain(goal.targets[0])[1]) == 2 == len(liberties)
    return kind == ("ladder" if is_ladder else "net" if is_net else "capture")


def _takes_ko(board, colour, move):
    after = board.copy()
    if after.illegality(colour, move) is not None:
        return False
    after.play(colour, move)
    return after.ko != NO_POINT


def _all_ataris(draft, move, proof):
    board, target = draft.board.copy(), draft.goal.targets[0]
    for number, each in enumerate((move, *proof.line)):
        board.play(board.to_play, each)
        if number % 2 == 0 and board.colours[target] == WHITE and len(board.chain(target)[1]) != 1:
            return False
    return True


def _written(draft, kind, solution) -> Problem:
    board, goal, size = draft.board, draft.goal, draft.board.size
    move, proof = next(iter(solution.right.items()))

    def text(moves):
        moves = list(moves)
        while moves and moves[-1] == pass_move(size):
            moves.pop()
        return [vertex_text(each, size) for each in moves]

    return Problem(
        kind, 1, rows_of(board), vertex_text(board.ko, size) if board.ko != NO_POINT else "",
        "black" if goal.attacker == BLACK else "white", tuple(text(goal.targets)), goal.enough, goal.lead or 0,
        tuple(text(draft.own or ())), tuple(text(solution.right)), tuple(text((move, *proof.line))),
        {vertex_text(wrong, size): " ".join(text(answer.line)) for wrong, answer in solution.wrong.items()},
        " ".join(text(solution.elsewhere.line)))


def _graded(problems) -> list[Problem]:
    """The problems of a kind from easy to hard, in three levels."""
    ordered = sorted(problems, key=lambda problem: (len(problem.line), len(problem.wrong)))
    return [problem._replace(level=1 + 3 * number // len(ordered)) for number, problem in enumerate(ordered)]

