"""Matches and studies that the page shows while they are played: drawn from their lines, which are read again as they grow."""
from pathlib import Path
from typing import Any

from gopy.go.geometry import vertex_text
from gopy.go.handicap import fixed_handicap
from gopy.go.history import Game
from gopy.inputs.documents import parse_json
from gopy.inputs.files import read_bounded
from gopy.match.results.file import ResultsFile
from gopy.match.results.moves import parse_moves
from gopy.match.results.pairs import points_of
from gopy.match.results.recorded import read_games
from gopy.match.results.statistics import elo
from gopy.match.results.tally import tally
from gopy.study.document import study_file
from gopy.study.study import load_study
from gopy.web.wire import squares

_MOST_BYTES = 1 << 20

#: Games whose lines are listed, the last ones.
_LISTED = 60

_STONES = "XO."


class Watched:
    """The folder of a match or a study.

    matches     list of dicts for the page, one for each match, as they were read last; with "error" if that failed.
                Of the games listed under "last", those whose line has their moves are "shown": `game` returns them
    """

    def __init__(self, folder) -> None:
        """ValueError if the folder holds neither a match nor a study."""
        self.folder = Path(folder)
        self.is_study = not (self.folder / "match.json").exists() and study_file(self.folder).exists()
        if not self.is_study and not (self.folder / "match.json").exists():
            raise ValueError(f"{folder} is neither the folder of a match (match.json) nor of a study (study.toml)")
        self._results = ResultsFile(self.folder / ("results.jsonl" if self.is_study else "games.jsonl"))
        self._stamp = ()
        self._records, self._plans = {}, []
        self.matches = []

    def poll(self) -> bool:
        """Read the lines again if there are others; returns whether `matches` has changed."""
        try:
            status = self._results.place.stat()
            stamp = status.st_size, status.st_mtime_ns
        except OSError:
            stamp = None
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            self._plans = self._read_plans()
            self._records = {name: [record for _, record in numbered]
                             for name, numbered in read_games(self._results, in_study=self.is_study).items()}
            self.matches = [self._values(plan) for plan in self._plans]
        except (OSError, ValueError, KeyError, TypeError) as error:
            self.matches = [{"name": self.folder.name, "error": str(error)}]
        return True

    def game(self, match, game_id) -> dict:
        """A recorded game of a match for the page. ValueError if there is no such game or its moves are unknown."""
        if match >= len(self._plans):
            raise ValueError(f"there is no match {match}")
        plan = self._plans[match]
        record = next((each for each in self._records.get(plan["key"], ()) if each["id"] == game_id), None)
        if record is None:
            raise ValueError(f"there is no game {game_id}")
        values = {key: record[key] for key in ("id", "black", "white", "result", "end")}
        if "played" not in record:
            raise ValueError(f"the moves of game {game_id} were not recorded, so it cannot be shown")
        if plan["size"] is None:
            return {**values, "texts": record["played"].split()}
        return {**values, "size": plan["size"], **_boards(record["played"], plan["size"], plan["handicap"])}

    def _read_plans(self):
        """What each match was to be: its name, its key in the lines, players, number of games and board size."""
        if not self.is_study:
            found = parse_json(read_bounded(self.folder / "match.json", _MOST_BYTES))
            return [_plan(self.folder.name, None, found["a"], found["b"], found)]
        study = load_study(self.folder)
        return [_plan(match.name, match.name, match.settings.a, match.settings.b, match.settings.to_json())
                for match in study.own]

    def _values(self, plan):
        records = self._records.get(plan["key"], [])
        total = tally(records, plan["names"], max([plan["games"], *(record["id"] + 1 for record in records)]))
        low, high = total.interval()
        elo_low, elo_high = total.elo_interval()
        return {**plan, "recorded": total.recorded, "counted": total.games, "points": total.points, "share": total.share,
                "low": low, "high": high, "elo": _bounded(elo(total.share)), "elo_low": _bounded(elo_low),
                "elo_high": _bounded(elo_high), "void": len(total.void), "summary": total.summary() if total.games else "",
                "course": _shares(records, plan["names"][0]),
                "last": [{**{key: record[key] for key in ("id", "black", "white", "winner", "result", "moves")},
                          "shown": "played" in record} for record in records[-_LISTED:]]}


def _plan(name, key, a, b, settings) -> dict[str, Any]:
    return {"name": name, "key": key, "a": a, "b": b, "names": list(settings["names"]), "games": settings["games"],
            "size": settings.get("size"), "handicap": settings.get("handicap", 0), "game": settings.get("game")}


def _shares(records, name):
    """The share of points of a player after each game that is not void, at most 400 numbers."""
    shares, points = [], 0.0
    for record in records:
        won = points_of(record, name)
        if won is not None:
            points += won
            shares.append(round(points / (len(shares) + 1), 4))
    step = -(-len(shares) // 400) or 1
    return shares[::step]


def _bounded(value):
    """An Elo difference that JSON can hold: a side that won all games is infinitely stronger."""
    return round(max(-9999.0, min(9999.0, value)))


def _boards(text, size, handicap):
    """The board after each move of `text`, as texts, and the moves."""
    game, order, boards = Game(size), squares(size), []
    if handicap:
        game.place_handicap(fixed_handicap(size, handicap))
    moves = parse_moves(text, size, game.to_play)
    for colour, move in [(0, None), *moves]:
        if move is not None:
            game.record(colour, move)
        boards.append("".join(_STONES[game.board.colours[point]] for point in order))
    return {"boards": boards, "moves": [vertex_text(move, size) for _, move in moves]}
