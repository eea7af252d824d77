"""The analysis of the positions of a game, kept in a file line by line, so that a review can be resumed.

A position is analysed as `gopy analysis` does it: each search forgets its tree before, so that it does not matter in which
order positions are analysed, nor whether the review was interrupted.
"""
import hashlib
import queue
import time
from collections.abc import Callable, Sequence

from gopy.base.documents import json_text
from gopy.base.errors import UserError
from gopy.engine.options import Options
from gopy.go.geometry import BLACK, WHITE
from gopy.lab.match.results.file import ResultsFile
from gopy.protocols.analysis.query import PV_LENGTH, Query
from gopy.protocols.analysis.settings import Settings
from gopy.protocols.analysis.work import Analyst, go_search

#: The options that change what a search of so many simulations finds.
_OF_THE_SEARCH = ("preset", "policy", "set", "move_model", "network", "seed")


def query_of(game, turns: Sequence[int], visits: int | None, seconds: float | None) -> Query:
    """The Query for the positions after `turns` moves of a game, with numbers as Black sees them."""
    stones = {point: colour for colour in (BLACK, WHITE) for point in game.initial.stones(colour)}
    handicap = tuple(game.handicap_points) if stones else ()    # without stones before the first move, the moves tell
    return Query("review", game.size, game.komi, game.rules, stones, game.initial.to_play, tuple(game.moves),
                 dict.fromkeys(turns, 0), Settings(visits, seconds, BLACK), PV_LENGTH + 1, ownership=True,
                 moves_ownership=False, policy=False, pv_visits=False, every=None, first=None, handicap=handicap,
                 next_players=dict(game.turns))


class Turns:
    """The answers of the analysis about one game, in the file `path`.

    The first line of the file tells what was analysed and how; each further line is the answer about one position.
    """

    def __init__(self, path, query, options) -> None:
        """Read what there is. UserError if the file holds another review, or is damaged.

        options: the engine's Options. Those that change what a search finds are part of the first line.
        """
        self.file = ResultsFile(path)
        game = [query.size, query.komi, str(query.rules), sorted(query.stones.items()), query.handicap, query.first_player,
                query.moves]
        if query.next_players:
            game.append(sorted(query.next_players.items()))
        self._head = {"game": hashlib.sha256(json_text(game).encode()).hexdigest(), "visits": query.settings.visits,
                      "seconds": query.settings.seconds}
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
        self.of = {line["turnNumber"]: line for line in lines[1:] if "rootInfo" in line}

    def add(self, answer) -> None:
        """Keep one more answer; it is on the disk when this returns."""
        if not self._has_head:
            self.file.append(self._head)
            self._has_head = True
        self.file.append(answer)
        self.of[answer["turnNumber"]] = answer


def analyse(query, turns: Turns, options, positions: int, show: Callable[[int, int, float | None], None],
            make_search=go_search) -> None:
    """Analyse the positions of a Query that are not in `turns` yet.

    options, positions, make_search   as for gopy.protocols.analysis.work.Analyst
    show(done, total, left)           is called after each position; `left` is the time that is left in seconds, or None
    """
    missing = [turn for turn in query.priorities if turn not in turns.of]
    answers, started, total = queue.SimpleQueue(), time.monotonic(), len(query.priorities)
    show(total - len(missing), total, None)
    if not missing:
        return
    analyst = Analyst(options, positions, answers.put, make_search)
    try:
        analyst.submit(Query(**{**vars(query), "priorities": dict.fromkeys(missing, 0)}))
        for done in range(1, len(missing) + 1):
            answer = answers.get()
            if "error" in answer:
                raise UserError(answer["error"])
            turns.add(answer)
            show(total - len(missing) + done, total, (time.monotonic() - started) / done * (len(missing) - done))
    finally:
        analyst.abandon()
        analyst.finish()
