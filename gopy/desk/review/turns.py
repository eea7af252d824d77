"""The searches of a review, many at a time. A command keeps their answers in a file line by line, so that a review can be resumed.

A position is analysed as `gopy analysis` does it: each search forgets its tree before, so that it does not matter in which
order positions are analysed, nor whether the review was interrupted.
"""
import hashlib
import queue
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from gopy.base.documents import json_text
from gopy.base.errors import UserError
from gopy.desk.review.looks import Question, look_of_answer
from gopy.desk.review.plan import EFFORT, Plan
from gopy.engine.options import Options
from gopy.go.geometry import BLACK, WHITE, opponent
from gopy.go.history import Game
from gopy.lab.match.results.file import ResultsFile
from gopy.protocols.analysis.query import PV_LENGTH, Query
from gopy.protocols.analysis.settings import Settings
from gopy.protocols.analysis.work import Analyst, go_search

#: Seconds between two looks at whether a review is to end.
_POLL = 0.1

#: The options that change what a search of so many simulations finds.
_OF_THE_SEARCH = ("preset", "policy", "set", "move_model", "network", "seed")


def query_of(game: Game, question: Question, visits: int | None, seconds: float | None) -> Query:
    """The Query that asks a Question about a game, with numbers as Black sees them; visits and seconds are those of the first pass."""
    stones = {point: colour for colour in (BLACK, WHITE) for point in game.initial.stones(colour)}
    handicap = tuple(game.handicap_points) if stones else ()    # without stones before the first move, the moves tell
    turn, moves, turns = question.turn, list(game.moves[:question.turn]), dict(game.turns)
    if turn < len(game.moves):
        colour = game.moves[turn][0]
        if turn and colour == moves[-1][0]:
            turns[turn] = colour
    else:
        colour = game.to_play
    first = game.moves[0][0] if game.moves and not turn else game.initial.to_play
    for number, move in enumerate(question.instead):
        moves.append((colour if number % 2 == 0 else opponent(colour), move))
    turns = {number: who for number, who in turns.items() if number <= turn}
    settings = Settings(visits and visits * question.effort, seconds and seconds * question.effort, BLACK)
    return Query(question.key(game.size), game.size, game.komi, game.rules, stones, first, tuple(moves),
                 {len(moves): 0}, settings, PV_LENGTH + 1, ownership=True, moves_ownership=False, policy=False, pv_visits=False,
                 every=None, first=None, handicap=handicap, next_players=turns)


class Stopped(Exception):
    """A review was ended by whoever has asked for it."""


class Answers:
    """The answers of the analysis about one game: `of` is {key of a question: its answer}."""

    def __init__(self) -> None:
        self.of: dict[str, dict[str, Any]] = {}

    def add(self, answer: dict) -> None:
        """Take in one more answer."""
        self.of[answer["id"]] = answer


class KeptAnswers(Answers):
    """Answers that are kept in the file `path`.

    The first line of the file tells what was analysed and how; each further line is the answer to one question.
    """

    def __init__(self, path, game: Game, visits: int | None, seconds: float | None, options: Options) -> None:
        """Read what there is. UserError if the file holds another review, or is damaged.

        options: the engine's Options. Those that change what a search finds are part of the first line.
        """
        super().__init__()
        self.file = ResultsFile(path)
        stones = sorted((point, colour) for colour in (BLACK, WHITE) for point in game.initial.stones(colour))
        told = [game.size, game.komi, str(game.rules), stones, game.handicap_points if stones else [], game.initial.to_play, game.moves,
                sorted(game.turns.items())]
        self._head: dict[str, Any] = {"game": hashlib.sha256(json_text(told).encode()).hexdigest(), "visits": visits, "seconds": seconds}
        plain = Options()
        changed = {name: getattr(options, name) for name in _OF_THE_SEARCH if getattr(options, name) != getattr(plain, name)}
        if changed:
            self._head["engine"] = changed
        try:
            lines = self.file.read()
        except ValueError as error:
            raise UserError(str(error)) from None
        if lines and lines[0] != self._head:
            raise UserError(f"{path} is the review of another game, or was made with other limits or by another engine: "
                            "remove it or choose another folder")
        self._has_head = bool(lines)        # a file may be there and hold nothing
        self.of = {line["id"]: line for line in lines[1:] if "rootInfo" in line}

    def add(self, answer: dict) -> None:
        """Keep one more answer; it is on the disk when this returns."""
        if not self._has_head:
            self.file.append(self._head)
            self._has_head = True
        self.file.append(answer)
        super().add(answer)


def _never() -> bool:
    return False


def analyse(plan: Plan, answers: Answers, visits: int | None, seconds: float | None, options: Options, positions: int,
            show: Callable[[int, int, float | None], None], make_search=go_search, should_stop: Callable[[], bool] = _never) -> None:
    """Ask all that a Plan wants to know; what `answers` has already is not asked again. Stopped as soon as should_stop().

    visits, seconds                   the limits of a search of the first pass; None: no limit
    options, positions, make_search   as for gopy.protocols.analysis.work.Analyst
    show(done, total, left)           is called after each search; `left` is a guess of the time that is left, in seconds, or None. The
                                      total grows as the second pass finds what it has to look at
    """
    found: queue.SimpleQueue = queue.SimpleQueue()
    analyst: Analyst | None = None
    progress = _Progress(show, plan.to_check)
    try:
        while wanted := plan.wanted():
            missing = {key: question for question in wanted if (key := question.key(plan.game.size)) not in answers.of}
            for question in wanted:
                if question not in missing.values():
                    plan.add(question, look_of_answer(answers.of[question.key(plan.game.size)], plan.game.size))
            progress.begin(wanted, list(missing.values()))
            if missing and analyst is None:
                analyst = Analyst(options, positions, found.put, make_search)
            for question in missing.values():
                assert analyst is not None
                analyst.submit(query_of(plan.game, question, visits, seconds))
            for _ in range(len(missing)):
                answer = _next(found, should_stop)
                if "error" in answer:
                    raise UserError(answer["error"])
                answers.add(answer)
                progress.done(missing[answer["id"]])
                plan.add(missing[answer["id"]], look_of_answer(answer, plan.game.size))
    finally:
        if analyst is not None:
            analyst.abandon()
            analyst.finish()


def _next(found, should_stop):
    """The next answer that is found. Stopped."""
    while not should_stop():
        with suppress(queue.Empty):
            return found.get(timeout=_POLL)
    raise Stopped


class _Progress:
    """Counts the searches, and guesses the time left from the simulations done and those to come."""

    def __init__(self, show, to_check):
        self._show, self._to_check, self._started = show, to_check, time.monotonic()
        self._found = self._total = self._effort = self._left = 0

    def begin(self, wanted, missing):
        """A round of searches begins, of which some may be known."""
        self._total += len(wanted)
        self._found += len(wanted) - len(missing)
        self._left = sum(question.effort for question in missing)
        self._later = 3 * self._to_check * EFFORT if wanted[0].effort == 1 else 0      # pass 2, most of it
        self._show(self._found, self._total, None)

    def done(self, question):
        """One search more is done."""
        self._found += 1
        self._effort += question.effort
        self._left -= question.effort
        seconds = (time.monotonic() - self._started) / self._effort
        self._show(self._found, self._total, seconds * (self._left + self._later))
