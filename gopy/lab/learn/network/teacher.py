"""A teacher: an engine that speaks KataGo's JSON analysis, asked about many positions at once."""
import itertools
import shlex
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from gopy.base.documents import json_text, parse_json
from gopy.base.errors import UserError
from gopy.go.geometry import parse_vertex, pass_move, row_and_column, vertex_text
from gopy.lab.learn.network.labelled import OWNED

#: The rules by which positions are judged: area is counted, positions don't repeat, no suicide.
_RULES = {"ko": "POSITIONAL", "scoring": "AREA", "tax": "NONE", "suicide": False, "hasButton": False, "whiteHandicapBonus": "0",
          "friendlyPassOk": False}

#: What makes every teacher tell what the side to move sees, and KataGo look at the moves before the position.
_SETTINGS = {"reportAnalysisWinratesAs": "SIDETOMOVE", "ignorePreRootHistory": "false"}


class Teacher:
    """A running engine; a context manager that ends it.

    command   command line as text, split like a shell does
    visits    of a search
    at_once   how many positions it is asked about before it has answered
    UserError if the program cannot be started.
    """

    def __init__(self, command, size, visits, at_once=256) -> None:
        self.command, self._size, self._visits = command, size, visits
        self._free = threading.Semaphore(at_once)
        try:
            self._process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except (OSError, ValueError) as error:
            raise UserError(f"the teacher cannot be started: {error}") from None

    def __enter__(self) -> "Teacher":
        return self

    def __exit__(self, *_) -> None:
        self._process.kill()
        self._process.wait()

    def judge(self, positions: list) -> Iterator[tuple[int, dict]]:
        """(place among the `Chosen` positions, answer) in the order of the answers; a position that the teacher refuses is left out.

        UserError if the teacher ends before it has answered all, or its answers are no JSON.
        """
        threading.Thread(target=self._ask, args=(positions,), daemon=True).start()
        open_ones = set(range(len(positions)))
        while open_ones:
            answer = self._answer()
            number = _number_in(answer)
            if number not in open_ones or answer.get("isDuringSearch") or "warning" in answer:
                continue
            open_ones.remove(number)
            self._free.release()
            if "rootInfo" in answer:
                yield number, answer

    def _ask(self, positions):
        with suppress(OSError, ValueError):     # the engine has ended; who reads its answers finds out
            for number, chosen in enumerate(positions):
                self._free.acquire()
                self._process.stdin.write((query(number, chosen, self._size, self._visits) + "\n").encode())
                self._process.stdin.flush()

    def _answer(self):
        line = self._process.stdout.readline()
        if not line:
            raise UserError(f"the teacher has ended before it had answered ({self.command})")
        try:
            answer = parse_json(line)
        except ValueError as error:
            raise UserError(f"the teacher's answer cannot be read: {error}") from None
        if not isinstance(answer, dict):
            raise UserError("the teacher's answer is no JSON object")
        return answer


def _number_in(answer):
    """The number of the position that an answer is about; None if it is about none."""
    text = answer.get("id")
    return int(text) if isinstance(text, str) and text.isdecimal() else None


def query(number, chosen, size, visits) -> str:
    """The query about a Chosen position."""
    moves = [[player, vertex_text(move, size)] for player, move in zip(itertools.cycle("BW"), chosen.moves)]
    return json_text({"id": str(number), "moves": moves, "komi": chosen.komi, "rules": _RULES, "boardXSize": size, "boardYSize": size,
                      "analyzeTurns": [len(moves)], "includeOwnership": True, "includePolicy": visits == 1, "maxVisits": visits,
                      "overrideSettings": _SETTINGS})


def write_label(answer, labels, at) -> None:
    """Write an answer into place `at` of Labelled positions. UserError if the answer has not what is needed."""
    size = labels.size
    try:
        root = answer["rootInfo"]
        shares = np.zeros(size * size + 1)
        for info in answer["moveInfos"]:
            move = parse_vertex(info["move"], size)
            row, column = row_and_column(move, size)
            shares[size * size if move == pass_move(size) else row * size + column] = info["visits"]
        if not shares.any():        # a single visit is the root's own: what the teacher thinks of the moves at first sight
            priors = np.maximum(np.array(answer["policy"], float), 0.0)
            shares = np.append(_from_below(priors[:-1], size), priors[-1])
        labels.policy[at] = shares / shares.sum()
        labels.winning[at], labels.score[at] = root["winrate"], root["scoreLead"]
        labels.deviation[at] = root.get("scoreStdev", 0.0)
        labels.ownership[at] = np.round(_from_below(answer["ownership"], size).reshape(size, size) * OWNED)
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"the teacher's answer is not as KataGo's: {error}") from None


def _from_below(values, size):
    """The values of all points by rows from the lowest, given by rows from the uppermost."""
    return np.array(values, float).reshape(size, size)[::-1].reshape(-1)
