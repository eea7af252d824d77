"""Matches and studies that the page shows while they are played: drawn from their lines, which are read again as they grow."""
import os
from pathlib import Path
from typing import Any

from gopy.base.documents import parse_json
from gopy.base.errors import sentence
from gopy.base.files import read_bounded
from gopy.base.numbers import shown
from gopy.base.shape import ANYTHING, TEXT, Several, Table, whole
from gopy.desk.web.wire import board_text
from gopy.go.geometry import MAX_SIZE, MIN_SIZE, vertex_text
from gopy.go.handicap import fixed_handicap
from gopy.go.history import Game
from gopy.lab.match.results.file import ResultsFile
from gopy.lab.match.results.moves import parse_moves
from gopy.lab.match.results.pairs import points_of
from gopy.lab.match.results.recorded import read_games
from gopy.lab.match.results.statistics import elo
from gopy.lab.match.results.tally import tally
from gopy.lab.study.document import study_file, study_folder
from gopy.lab.study.study import load_study, results_of

_MOST_BYTES = 1 << 20

#: Games whose lines are listed, the last ones.
_LISTED = 60

#: What is read of match.json, which holds other settings, too.
_SETTINGS = Table({"a": TEXT, "b": TEXT, "names": Several(TEXT), "games": whole(1), "size": whole(MIN_SIZE, MAX_SIZE),
                   "handicap": whole(0), "game": TEXT}, needed=("a", "b", "names", "games"), others=ANYTHING)


class Watched:
    """A match or a study.

    folder      its folder
    matches     list of dicts for the page, one for each match, as they were read last; with "error" if that failed.
                Of the games listed under "last", those whose line has their moves are "shown": `game` returns them
    """

    def __init__(self, path) -> None:
        """The match in a folder, or the study that `path` names, see gopy.lab.study. ValueError if there is neither."""
        place = Path(os.path.abspath(path))         # "." has no name
        if (place / "match.json").exists():
            self._study, self.folder, self._results = None, place, ResultsFile(place / "games.jsonl")
        else:
            self._study = study_file(place)
            if not self._study.exists():
                raise ValueError(f"{path} is neither the folder of a match (match.json) nor a study (study.toml or NAME.toml)")
            self.folder = study_folder(self._study)
            self._results = results_of(self.folder)
        self._stamp: tuple[int, int] | tuple[()] | None = ()
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
                             for name, numbered in read_games(self._results, in_study=self._study is not None).items()}
            self.matches = [self._values(plan) for plan in self._plans]
        except Exception as error:      # whatever a damaged file leads to, the page shows it and goes on with the others
            self._plans, self._records = [], {}
            self.matches = [{"name": self.folder.name, "error": _reason(error)}]
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
        if self._study is None:
            found = _read_settings(self.folder / "match.json")
            return [_plan(self.folder.name, None, found["a"], found["b"], found)]
        study = load_study(self._study)
        return [_plan(match.name, match.name, match.settings.a, match.settings.b, match.settings.to_json())
                for match in study.own]

    def _values(self, plan):
        records = self._records.get(plan["key"], [])
        _check_players(records, plan["names"], self._results.place)
        total = tally(records, plan["names"], max([plan["games"], *(record["id"] + 1 for record in records)]))
        low, high = total.interval()
        elo_low, elo_high = total.elo_interval()
        return {**plan, "recorded": total.recorded, "counted": total.games, "points": total.points, "share": total.share,
                "low": low, "high": high, "elo": _bounded(elo(total.share)), "elo_low": _bounded(elo_low),
                "elo_high": _bounded(elo_high), "void": len(total.void), "course": _shares(records, plan["names"][0]),
                "last": [{**{key: record[key] for key in ("id", "black", "white", "winner", "result", "moves")},
                          "shown": "played" in record} for record in records[-_LISTED:]]}


def _reason(error):
    """What the page says of a match that cannot be read: one sentence."""
    if isinstance(error, OSError):
        return f"cannot read {error.filename}: {error.strerror}" if error.filename else sentence(error)
    if isinstance(error, ValueError):
        return str(error)
    return f"the files of this match or study do not fit together: {sentence(error)}"


def _read_settings(path):
    """The settings in a match.json as a dict. OSError if it cannot be read, ValueError if it is damaged."""
    try:
        found = parse_json(read_bounded(path, _MOST_BYTES))
        _SETTINGS.check(found)
        if len(found["names"]) != 2:
            raise ValueError(f"names wants two names, not {len(found['names'])}")
    except ValueError as error:
        raise ValueError(f"{path} is damaged: {error}") from None
    return found


def _check_players(records, names, path):
    """ValueError if one of the games, which the file `path` holds, is not between the two players of its match."""
    for record in records:
        if {record["black"], record["white"]} != set(names):
            raise ValueError(f"{path}: game {record['id']} is {shown(record['black'])} against {shown(record['white'])}, "
                             f"but this is a match of {shown(names[0])} against {shown(names[1])}")


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
    game, boards = Game(size), []
    if handicap:
        game.place_handicap(fixed_handicap(size, handicap))
    moves = parse_moves(text, size, game.to_play)
    for colour, move in [(0, None), *moves]:
        if move is not None:
            game.record(colour, move)
        boards.append(board_text(game.board))
    return {"boards": boards, "moves": [vertex_text(move, size) for _, move in moves]}
