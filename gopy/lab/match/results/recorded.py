"""Reads the recorded games of a match or a study; checks every line and rejects lines that are no game of the match.

A game that counts twice or belongs to another match would falsify the result, so it is an error like a damaged line:
a ValueError that names the file and the line.
"""
from gopy.base.numbers import shown
from gopy.base.shape import FLAG, TEXT, Each, Several, Table, number, whole
from gopy.lab.match.results.names import NAME, PLAYER_NAME
from gopy.lab.match.results.record import winner_of

_COUNT = whole(0)
_SECONDS = number()

#: A recorded line as gopy.lab.match.results.record makes it, with the version and commit of gopy, and what a study adds: match,
#: setup and asked.
LINE = Table({
    "id": _COUNT, "match": NAME, "version": TEXT, "commit": TEXT.or_none(), "setup": TEXT, "asked": _COUNT, "black": PLAYER_NAME,
    "white": PLAYER_NAME, "winner": TEXT.or_none(), "end": TEXT, "result": TEXT, "score": number(), "moves": _COUNT,
    "disputed": FLAG, "words": Each(TEXT), "culprit": TEXT, "detail": TEXT, "opening": Several(TEXT),
    "chosen": Each(_COUNT), "seconds": Each(_SECONDS), "cpu": Each(_SECONDS.or_none()),
    "cpu_first": Each(_SECONDS.or_none()), "simulations": Each(_COUNT), "least_left": Each(_SECONDS.or_none()),
    "played": TEXT, "digest": TEXT,
}, ("id", "black", "white", "winner", "end", "result", "moves", "disputed", "opening", "chosen", "seconds", "cpu",
    "digest"))


def read_games(results, in_study) -> dict[str | None, list[tuple[int, dict]]]:
    """{match name: [(line number, record), ...]} of a ResultsFile. The name of a match outside a study is None.

    Checks that every line is a game and that no match has a game twice. In a study every line must name its match,
    elsewhere none may.
    """
    games, seen = {}, {}
    for line, record in results.numbered():
        try:
            LINE.check(record)
            if ("match" in record) != in_study:
                raise ValueError(f"a game of match {record['match']!r}, which is not played here" if "match" in record
                                 else "no 'match'")
            key = record.get("match"), record["id"]
            if key in seen:
                raise ValueError(f"game {record['id']} is already in line {seen[key]}")
        except ValueError as error:
            raise ValueError(f"{results.place}, line {line}: {error}") from None
        seen[key] = line
        games.setdefault(record.get("match"), []).append((line, record))
    return games


def games_of(numbered, path, settings, setup=None) -> list[dict]:
    """The records of one match, checked, from its list of (line number, record) in the file `path`.

    settings    the settings of the match, which say who plays whom and how many games
    setup       digest of the match's conditions; lines that have such a digest must have the same
    """
    for line, record in numbered:
        try:
            _check_game(record, settings)
            if setup is not None and record.get("setup", setup) != setup:
                raise ValueError(f"game {record['id']} of match {record['match']!r} was played by other players or under "
                                 "other conditions: the match is not what it was; give it another name, or take such "
                                 "lines out")
        except ValueError as error:
            raise ValueError(f"{path}, line {line}: {error}") from None
    return [record for _, record in numbered]


def recorded(results, settings, match=None, setup=None) -> list[dict]:
    """The records of one match in a ResultsFile: of the study's match `match`, or None if the file holds a single match."""
    return games_of(read_games(results, match is not None).get(match, []), results.place, settings, setup)


def _check_game(record, settings):
    """Raise a ValueError unless a record can be one of the match's games."""
    game_id, players = record["id"], (record["black"], record["white"])
    planned = max(settings.games, record.get("asked", 0))
    if game_id >= planned:
        raise ValueError(f"there is no game {game_id} in a match of {planned}")
    expected = tuple(settings.names[player] for player in settings.order(game_id))
    if players != expected:
        raise ValueError(f"game {game_id} is {expected[0]} against {expected[1]} in this match, not "
                         f"{shown(players[0])} against {shown(players[1])}")
    for key in ("chosen", "seconds", "cpu"):
        if record[key].keys() != set(players):
            raise ValueError(f"{key} is not of the two players")
    for key in ("cpu_first", "simulations", "least_left"):
        if not record.get(key, {}).keys() <= set(players):
            raise ValueError(f"{key} is not of the two players")
    if record["winner"] != winner_of(record):
        raise ValueError(f"winner {shown(record['winner'])} and result {shown(record['result'])} do not go together")
    if record.get("culprit", players[0]) not in players:
        raise ValueError(f"culprit {shown(record['culprit'])} is no player of the match")
    settings.check_moves(record)
