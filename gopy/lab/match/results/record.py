"""The record of a game: its line in the file of results, and its SGF."""
from gopy.base.numbers import shown
from gopy.go.geometry import BLACK, vertex_text
from gopy.go.history import Game
from gopy.go.score import result_text
from gopy.go.sgf import save_game
from gopy.lab.match.results.moves import digest, moves_text, parse_moves
from gopy.lab.match.results.pairs import DRAWS

_LETTERS = "BW"
_END_TEXTS = {"resign": "R", "time": "T", "illegal": "F"}     # as SGF writes them
JIGO, DRAW = DRAWS

_NOBODY_WON = {"Void": None, "0": JIGO, "1/2-1/2": DRAW}
#: The beginnings of results that have a winner (B+3.5, 1-0 and so on), and the winner.
_WON_BY = {"B+": "black", "1-": "black", "W+": "white", "0-": "white"}


def game_record(game_id, played, names, verdict=None) -> dict:
    """The dict that becomes the line of a game in the file of results.

    names     the names of Black and White; they are the keys of values that each player has
    verdict   the referee's Verdict on a game that ended by passes

    winner        a name, "jigo", or None for a void game
    culprit       the player whose failure ended the game
    chosen        the number of moves that a player thought about
    seconds       the wall time of these moves
    cpu           the CPU time of these moves, the first excepted
    cpu_first     the CPU time of the first, in which programs may still load
    least_left    the fewest seconds that a player's flag was ever from falling when it moved
    simulations   the simulations of all moves, for players that tell
    played        all moves, as gopy.lab.match.results.moves writes them
    """
    black, white = played.players
    record = {"id": game_id, "black": names[0], "white": names[1], "winner": None, "end": _end(played, verdict),
              "result": "Void", "moves": len(played.game.moves), "disputed": bool(verdict and verdict.disputed)}
    score = verdict.score if verdict else None
    if played.winner is not None:
        record["winner"] = names[played.winner]
        record["result"] = f"{_LETTERS[played.winner]}+{_END_TEXTS[played.end]}"
    elif score is not None:
        record["winner"] = JIGO if score == 0 else names[BLACK if score > 0 else 1 - BLACK]
        record["result"] = result_text(score)
    if verdict:
        record["words"] = verdict.words
    if played.culprit is not None:
        record["culprit"] = names[played.culprit]
    if played.detail:
        record["detail"] = played.detail
    record["opening"] = [vertex_text(move, played.game.size) for move in played.opening]
    record.update(effort((black, white), names))
    clocks = {names[player.colour]: _rounded(player.clock.least) for player in (black, white) if player.clock}
    if clocks:
        record["least_left"] = clocks
    record["played"] = moves_text(played.game.moves, played.game.size)
    record["digest"] = digest(played.game.moves)
    return record


def winner_of(record) -> str | None:
    """The winner that follows from a record's `result`, in the form of `winner`. ValueError if that is no result."""
    result = record["result"]
    if result in _NOBODY_WON:
        return _NOBODY_WON[result]
    if result[:2] not in _WON_BY:
        raise ValueError(f"{shown(result)} is no result")
    return record[_WON_BY[result[:2]]]


def effort(players, names) -> dict[str, dict]:
    """What two Players spent on their moves: dicts by name for `chosen`, `seconds`, `cpu`, `cpu_first` and, if known,
    `simulations`."""
    found = {"chosen": {names[player.colour]: player.moves for player in players},
             "seconds": {names[player.colour]: round(player.seconds, 3) for player in players},
             "cpu": {names[player.colour]: _rounded(player.cpu, 4) for player in players},
             "cpu_first": {names[player.colour]: _rounded(player.cpu_first, 4) for player in players}}
    simulations = {names[player.colour]: player.client.simulations() for player in players
                   if hasattr(player.client, "simulations")}
    return {**found, "simulations": simulations} if simulations else found


def sgf_text(game, record, about) -> str:
    """The SGF of a game. The comment of the root says how the game ended, what is known about each player, and what the
    players and the referee answered about the score.

    about   {name of a player: text about it}
    """
    lines = [f"{record[colour]}: {about[record[colour]]}" for colour in ("black", "white")]
    lines.append(f"end: {record['end']}{', disputed' if record['disputed'] else ''}")
    lines += [f"{who}: {word}" for who, word in record.get("words", {}).items()]
    lines += [record["detail"]] if "detail" in record else []
    return save_game(game, black=record["black"], white=record["white"], result=record["result"],
                     comments={0: "\n".join(lines)})


def replayed(record, settings) -> Game | None:
    """The Game of a recorded line, of a match with these Settings; None if the line has no moves, like older ones."""
    if "played" not in record:
        return None
    game = settings.start()
    for colour, move in parse_moves(record["played"], settings.size, game.to_play):
        game.play(colour, move)
    return game


def _end(played, verdict):
    if played.end == "passes" and (verdict is None or verdict.score is None):
        return "unscored"
    return "score" if played.end == "passes" else played.end


def _rounded(seconds, decimals=2):
    return None if seconds is None or seconds == float("inf") else round(seconds, decimals)
